//! Pod groups in the builder: actions on the selected objects, the members of a group, its outcome in the run, and the switches of
//! the feature gates.

use std::rc::Rc;

use api::{FEATURE_GATES, NamespacedName};
use i18n::{
    group_form,
    table::{form_labels::FormLabel, group_form::GroupFormSentences},
};
use page_state::{
    actions::{Action, builder::ObjectMsg},
    builder::{
        feature_gates,
        form::MEMBERSHIP_PATH,
        group_forecast::{ForecastOutcome, GroupForecast},
        outline::{Outline, OutlineItem, value_at},
        own_label, pod_groups,
    },
    run::RunMsg,
};
use scene::group_model::group_mark;
use ui::callback::on_action;
use yew::{Callback, Html, html};

use crate::view::View;

/// The maximum number of members and candidates that are listed.
const MAX_CHIPS: usize = 60;

/// One-click actions on the selected objects.
pub(super) fn draw_group_acts(view: &View, dispatch: &Callback<Action>, outline: &Outline) -> Html {
    let labels = group_form::words(view.store.lang).group_form_labels();
    let ids = &view.store.builder.selected_ids;
    let button = |hint: &'static str, label: &'static str, object_msg: ObjectMsg| {
        html! { <button type="button" class="plain" title={hint} onclick={on_action(dispatch, Action::from(object_msg))}>{ label }</button> }
    };
    let chosen = if let [id] = &ids[..] { outline.get(id) } else { None };
    match chosen {
        Some(job) if pod_groups::is_job(job) => {
            let is_complete = pod_groups::is_gang_job(job)
                && feature_gates::missing_gates(outline.gates, &["WorkloadWithJob", "GangScheduling"]).is_empty();
            if is_complete {
                return Html::default();
            }
            button(labels.start_together_hint, labels.start_together, ObjectMsg::MakeGangJob(job.id.clone()))
        }
        Some(group) if pod_groups::is_group(group) => {
            button(labels.dissolve_hint, labels.dissolve, ObjectMsg::DissolveGroup(group.id.clone()))
        }
        _ if pod_groups::can_group(outline, ids) => {
            button(labels.make_gang_hint, labels.make_gang, ObjectMsg::GroupSelected)
        }
        _ => Html::default(),
    }
}

/// Whether a field is shown: fields that have no effect yet are hidden.
pub(super) fn is_shown(outline: &Outline, outline_item: &OutlineItem, path: &str) -> bool {
    if !value_at(&outline_item.value, path).is_null() {
        return true;
    }
    if path.ends_with(MEMBERSHIP_PATH) {
        return outline.entries.iter().any(pod_groups::is_group);
    }
    let gate = if pod_groups::is_group(outline_item) { feature_gates::gate_of_field(path) } else { None };
    gate.is_none_or(|gate| feature_gates::is_on(outline.gates, gate))
}

/// Notices above the fields of an object: the feature gates and the release that it needs.
pub(super) fn draw_notices(
    view: &View,
    dispatch: &Callback<Action>,
    outline: &Outline,
    outline_item: &OutlineItem,
) -> Html {
    let sentences = group_form::words(view.store.lang);
    let labels = sentences.group_form_labels();
    if pod_groups::is_gang_job(outline_item) {
        let gates = feature_gates::missing_gates(outline.gates, &["WorkloadWithJob", "GangScheduling"]);
        if gates.is_empty() && has_groups(view) {
            return html! { <p class="note">{ labels.job_is_gang }</p> };
        }
        return Html::default();
    }
    let wanted = pod_groups::wanted_gates(outline_item);
    if wanted.is_empty() {
        return Html::default();
    }
    let missing = feature_gates::missing_gates(outline.gates, &wanted);
    if missing.is_empty() {
        return if has_groups(view) { Html::default() } else { draw_release_notice(view, dispatch, sentences) };
    }
    let text = sentences.gates_off(&missing);
    html! {
        <div class="note" role="alert">
            <p>{ text }</p>
            <button type="button" class="plain" onclick={on_action(dispatch, Action::from(ObjectMsg::TurnOnGates(missing)))}>{ turn_on_label(view) }</button>
        </div>
    }
}

/// Whether the release of the run has pod groups.
fn has_groups(view: &View) -> bool {
    feature_gates::has_gates(view.store.run.shown_release())
}

/// The label of a button that enables the gates; if the release has none, it also switches to one that does.
fn turn_on_label(view: &View) -> &'static str {
    let labels = group_form::words(view.store.lang).group_form_labels();
    if has_groups(view) { labels.turn_on } else { labels.turn_on_with_release }
}

fn draw_release_notice(view: &View, dispatch: &Callback<Action>, sentences: &dyn GroupFormSentences) -> Html {
    let release = view.store.run.shown_release();
    html! {
        <div class="note" role="alert">
            <p>{ sentences.release_without_groups(release.name()) }</p>
            <button type="button" class="plain" onclick={on_action(dispatch, Action::Run(RunMsg::SetRelease(releases::feature_gates::SINCE)))}>{ sentences.group_form_labels().use_v1_36 }</button>
        </div>
    }
}

/// The parts below the fields of a group: its outcome in the run, its members, and objects that could join.
pub(super) fn draw_group_parts(
    view: &View,
    dispatch: &Callback<Action>,
    outline: &Outline,
    outline_item: &OutlineItem,
) -> Html {
    if !pod_groups::is_group(outline_item) {
        return Html::default();
    }
    let labels = group_form::words(view.store.lang).group_form_labels();
    let members = pod_groups::members(outline, outline_item);
    let candidates = pod_groups::candidates(outline, outline_item);
    let chips = |entries: &[&OutlineItem], is_member: bool| {
        let chip = |entry: &&OutlineItem| {
            let toggle = ObjectMsg::ToggleMember { group: outline_item.id.clone(), member: entry.id.clone() };
            let title = if is_member { labels.leave_hint } else { labels.join_hint };
            html! {
                <button type="button" class="chip" key={entry.id.clone()} {title} aria-pressed={is_member.to_string()} onclick={on_action(dispatch, Action::from(toggle))}>{ own_label::name(entry) }</button>
            }
        };
        let hidden_count = entries.len().saturating_sub(MAX_CHIPS);
        html! { <div class="chips">{ for entries.iter().take(MAX_CHIPS).map(chip) }if hidden_count > 0 { <small>{ format!("+{hidden_count}") }</small> }</div> }
    };
    html! {
        <>
            { draw_forecast(view, outline, outline_item) }
            <div class="follows" role="group" aria-label={labels.members}>
                <h4>{ labels.members }<small>{ pod_groups::member_count(outline, outline_item) }</small></h4>
                if members.is_empty() { <p class="muted">{ labels.no_members }</p> } else { { chips(&members, true) } }
            </div>
            <div class="follows" role="group" aria-label={labels.can_join}>
                <h4>{ labels.can_join }</h4>
                if candidates.is_empty() { <p class="muted">{ labels.nobody_can_join }</p> } else { { chips(&candidates, false) } }
            </div>
            { draw_hidden_fields(view, dispatch, outline, outline_item) }
        </>
    }
}

/// Fields behind a gate, each with a button that shows them.
fn draw_hidden_fields(view: &View, dispatch: &Callback<Action>, outline: &Outline, outline_item: &OutlineItem) -> Html {
    let (lang, sentences) = (view.store.lang, group_form::words(view.store.lang));
    let parts = [
        ("spec.disruptionMode", [FormLabel::DisruptionMode, FormLabel::Priority].as_slice()),
        ("spec.schedulingConstraints.topology.0.key", &[FormLabel::GroupTopology]),
    ];
    let lines = parts.into_iter().filter_map(|(path, names)| {
        let gate = feature_gates::gate_of_field(path).filter(|_| !is_shown(outline, outline_item, path))?;
        let names: Vec<&str> = names.iter().map(|name| lang.form_label(*name)).collect();
        let turn_on = on_action(dispatch, Action::from(ObjectMsg::TurnOnGates(vec![gate])));
        Some(html! {
            <p class="note" key={path}>{ sentences.fields_behind(&names.join(", "), gate) }{ " " }<button type="button" class="link" onclick={turn_on}>{ turn_on_label(view) }</button></p>
        })
    });
    html! { <>{ for lines }</> }
}

/// How many members fit in the run that is shown, and the outcome.
fn draw_forecast(view: &View, outline: &Outline, group: &OutlineItem) -> Html {
    let sentences = group_form::words(view.store.lang);
    let namespace = own_label::namespace(group);
    let namespace = if namespace.is_empty() { "default" } else { &namespace };
    let key = NamespacedName::from(format!("{namespace}/{}", group.name));
    let members = pod_groups::member_count(outline, group);
    let minimum = value_at(&group.value, page_state::builder::form::MIN_COUNT_PATH).as_u64();
    let minimum = minimum.and_then(|minimum| usize::try_from(minimum).ok());
    if view.store.run.is_stale || !has_groups(view) || members == 0 {
        return Html::default();
    }
    let events = view.store.run.view.trace.events();
    let (class, text) = match GroupForecast::of_events(events, &key) {
        GroupForecast::NotTried => match minimum.filter(|minimum| members < *minimum) {
            Some(minimum) => ("soft", sentences.gang_too_small(members, minimum)),
            None => ("soft", sentences.group_not_tried()),
        },
        GroupForecast::Tried { at, placed, members, outcome } => match outcome {
            ForecastOutcome::Bound => ("good", sentences.group_fits(placed, members, at)),
            ForecastOutcome::WaitsForVictims => ("soft", sentences.group_waits(placed, members, at)),
            ForecastOutcome::NothingBound => ("bad", sentences.group_does_not_fit(placed, members, at)),
            ForecastOutcome::Error => ("bad", sentences.group_failed(at)),
        },
    };
    let mark = group_mark(&view.frame, &key);
    html! {
        <div class={format!("follows forecast g{}", mark.map_or(0, |mark| mark.hue))} role="status">
            <h4>if let Some(mark) = mark { <span class="hexagon" aria-hidden="true">{ mark.letter }</span> }{ sentences.group_form_labels().in_this_run }</h4>
            <p {class}>{ text }</p>
        </div>
    }
}

/// The switches of the feature gates.
pub(super) fn draw_gates(view: &Rc<View>, dispatch: &Callback<Action>, outline: &Outline) -> Html {
    let sentences = group_form::words(view.store.lang);
    let labels = sentences.group_form_labels();
    let refused = view.store.builder.refused_gate.as_ref();
    let turn_on_all = if has_groups(view) { labels.turn_on_with_needs } else { labels.turn_on_all_with_release };
    let gates = FEATURE_GATES.iter().map(|(name, _)| {
        let name: &'static str = name;
        let is_on = feature_gates::is_on(outline.gates, name);
        let (id, help) = (format!("gate-{name}"), format!("help-gate-{name}"));
        let refusal = refused.filter(|refused| refused.gate == name);
        let switch = on_action(dispatch, Action::from(ObjectMsg::SetGate(name, !is_on)));
        let turn_on = on_action(dispatch, Action::from(ObjectMsg::TurnOnGates(vec![name])));
        html! {
            <div class="field gate" key={name}>
                <button type="button" class="chip" {id} aria-pressed={is_on.to_string()} aria-describedby={help.clone()} onclick={switch}>{ name }</button>
                <small id={help}>
                    if let Some(refusal) = refusal {
                        <span class="wrong" role="alert">{ format!("✗ {}", refusal.text) }</span>
                        if !is_on { { " " }<button type="button" class="link" onclick={turn_on}>{ turn_on_all }</button> }
                    } else {
                        { sentences.gate_hint(name) }
                    }
                </small>
            </div>
        }
    });
    html! {
        <details class="priorities gates" open={outline.gates.generic_workload || refused.is_some()}>
            <summary>{ labels.gates }</summary>
            <p class="note">{ labels.gates_hint }</p>
            if !has_groups(view) { { draw_release_notice(view, dispatch, sentences) } }
            <div class="form">{ for gates }</div>
        </details>
    }
}
