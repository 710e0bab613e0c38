//! Two branches side by side: both stages at corresponding moments, and the differences at these moments and in the whole run.

use std::rc::Rc;

use api::Set;
use i18n::{compare, format_clock, short_pod_name};
use page_state::{
    actions::{Action, comparison::BranchMsg, player::PlayerMsg},
    selectors::{
        branch_comparison::{EndDifference, end_differences},
        stage_page,
    },
};
use scene::stage_model::{Scene, StageModel};
use trace::compare::{Delta, Divergence, attempt_deltas, differing_nodes, find_divergences};
use ui::{callback::on_action, element::draw_button};
use yew::{Callback, Html, component, html, use_memo};

use crate::{
    features::{
        comparison::group_outcomes::{GroupOutcomes, draw_group_outcomes},
        player::narrator::narration_text,
        river::view::{self, RiverView},
        stage::{
            group_phases, queues, stage_picture,
            stage_view::{self, StageProps},
        },
    },
    view::{ComparedRun, Props, View, dirty, on_define},
};

/// The maximum number of differences of the whole run that are listed.
const MAX_DIFFERENCES: usize = 200;

/// Pairs the current view with the view of the compared run.
pub fn pair_views(first: &mut View, mut other: View) -> ComparedRun {
    let attempts = first.attempt.as_ref().zip(other.attempt.as_ref()).filter(|_| first.is_live());
    let same_attempt = attempts.filter(|(first_attempt, attempt)| first_attempt.pod == attempt.pod);
    let deltas = same_attempt.map_or_else(Vec::new, |(first_attempt, attempt)| attempt_deltas(first_attempt, attempt));
    first.differing_nodes = differing_nodes(&first.frame, &other.frame);
    first.differing_nodes.extend(deltas.iter().filter_map(Delta::node).cloned());
    other.differing_nodes.clone_from(&first.differing_nodes);
    other.changed_pods = Set::new();
    other.is_second = true;
    ComparedRun { view: Rc::new(other), attempt_deltas: deltas }
}

/// Both stages with their labels, and the differences.
pub fn draw_compared_stages(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let Some(compared_run) = &view.compared else { return Html::default() };
    let (left, right) = (view, &compared_run.view);
    html! {
        <>
            <Differences view={view.clone()} {dispatch} />
            if stage_page::compares_rivers(&view.store) {
                <RiverView ..Props::with_slices(view::SLICES | dirty::OTHER, left, dispatch) />
            } else {
                { draw_pictures(left, right, dispatch) }
            }
        </>
    }
}

/// The pictures of both runs. Scores have one scale and one order.
fn draw_pictures(left: &Rc<View>, right: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let mut models = [left, right].map(|view| stage_picture::stage_model(view));
    if let [StageModel { scene: Scene::Scores(first), .. }, StageModel { scene: Scene::Scores(second), .. }] =
        &mut models
    {
        first.align(second);
    }
    let names = run_names(left, right);
    let halves = [left, right].into_iter().zip(names).zip(models).map(|((view, name), model)| {
        let props = StageProps {
            view: view.clone(),
            stage: Rc::new(model),
            dispatch: dispatch.clone(),
            slices: stage_view::SLICES,
        };
        html! {
            <section class="half" aria-label={name.clone()}>
                <h2><span>{ name }</span><small>{ format!("{} · {}", format_clock(view.store.current_time()), view.story.title) }</small></h2>
                { draw_narration(view, dispatch) }
                { group_phases::draw_group_phases(view).unwrap_or_else(|| queues::draw_phases(view)) }
                { stage_view::draw_stage_view(&props) }
            </section>
        }
    });
    html! { <div class="duo">{ for halves }</div> }
}

/// What happens in one of the runs. In a comparison it replaces the narrator, which speaks of the current run only.
fn draw_narration(view: &View, dispatch: &Callback<Action>) -> Html {
    let lang = view.store.lang;
    let polite = if view.store.player.is_playing { "off" } else { "polite" };
    html! {
        <p class="narration" aria-live={polite} tabindex="0">{ view.glossary().draw_with_terms(lang, &on_define(dispatch), &narration_text(view)) }</p>
    }
}

/// Names that distinguish two runs: by the feature gates of pod groups, or else the labels of their branches.
fn run_names(view: &View, other: &View) -> [String; 2] {
    let (labels, release) = (view.store.lang.group_labels(), view.store.run.shown_release().name());
    let gates = [view, other].map(|view| view.store.run.manifest_summary.gangs);
    match gates {
        [Some(is_on), Some(other_is_on)] if is_on != other_is_on => gates
            .map(|gate| format!("{release} · {}", if gate == Some(true) { labels.gangs_on } else { labels.gangs_off })),
        _ => [run_name(view), run_name(other)],
    }
}

/// The release, and the label of the branch if it has one.
fn run_name(view: &View) -> String {
    let store = &view.store;
    let label = store.branches.branches.get(store.branches.current).map_or("", |branch| branch.label.as_str());
    let release = store.run.shown_release().name();
    match label {
        label if label == release => release.to_owned(),
        "" => format!("{release} · {}", view.words.branch_first),
        label => format!("{release} · {label}"),
    }
}

#[component]
fn Differences(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, labels) = (&view.store, view.words);
    let run_view = view.compared.as_ref().map(|compared_run| compared_run.view.store.run.view.clone());
    let parted = use_memo((store.run.view.clone(), run_view.clone()), |(here, run_view)| {
        run_view
            .as_ref()
            .map_or_else(Vec::new, |run_view| find_divergences(here.trace.events(), run_view.trace.events()))
    });
    let group_outcomes = use_memo((store.run.view.clone(), run_view), |(here, run_view)| {
        run_view.as_ref().and_then(|run_view| GroupOutcomes::of_runs(here, run_view))
    });
    let Some(compared_run) = &view.compared else { return Html::default() };
    let (heads, endings) = (run_names(view, &compared_run.view), end_differences(store));
    html! {
        <section class="versus" aria-label={labels.beside}>
            <header>
                <h2 class="hidden">{ labels.beside }</h2>
                { draw_button(labels.close, "icon", html! { "×" }, on_action(dispatch, Action::Branches(BranchMsg::CompareBranch(None)))) }
            </header>
            { for group_outcomes.as_ref().as_ref().map(|outcomes| draw_group_outcomes([&**view, &*compared_run.view], outcomes, &heads)) }
            <div class="now">{ draw_step_differences(view, compared_run, &heads) }</div>
            <details open={true}>
                <summary>{ format!("{} ({})", labels.parted, parted.len() + endings.len()) }</summary>
                { draw_run_differences(props, (&parted, &endings), &heads) }
            </details>
        </section>
    }
}

fn draw_step_differences(view: &View, compared_run: &ComparedRun, heads: &[String; 2]) -> Html {
    let (lang, labels) = (view.store.lang, view.words);
    let catalog = compare::words(lang);
    let rows = compared_run.attempt_deltas.iter().take(MAX_DIFFERENCES).map(|delta| {
        let [what, this_run_text, other] = catalog.delta_cells(delta);
        html! { <tr><th scope="row">{ what }</th><td>{ this_run_text }</td><td>{ other }</td></tr> }
    });
    if compared_run.attempt_deltas.is_empty() {
        let pods = view.differing_nodes.len();
        let text = if pods == 0 { labels.alike.to_owned() } else { lang.nodes_differ(pods) };
        return html! { <p class="muted" aria-live="polite">{ text }</p> };
    }
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={labels.differs_now}><table class="differences" aria-live="polite">
            <caption>{ labels.differs_now }</caption>
            <thead><tr><td></td>{ for heads.iter().map(|head| html! { <th scope="col">{ head.clone() }</th> }) }</tr></thead>
            <tbody>{ for rows }</tbody>
        </table></div>
    }
}

/// The attempts with different results, and the pods with different ends.
fn draw_run_differences(
    props: &Props,
    (divergences, endings): (&[Divergence], &[EndDifference]),
    heads: &[String; 2],
) -> Html {
    let Props { view, dispatch, .. } = props;
    let (catalog, labels) = (compare::words(view.store.lang), view.words);
    let attempts = divergences.iter().take(MAX_DIFFERENCES).map(|divergence| {
        let name = catalog.nth_attempt(short_pod_name(&divergence.attempt.0), divergence.attempt.1);
        let head = match divergence.here.events {
            Some(count) => html! { <button type="button" class="link" onclick={on_action(dispatch, Action::Player(PlayerMsg::SeekEvents(count)))}>{ name }</button> },
            None => html! { { name } },
        };
        html! { <tr><th scope="row">{ head }</th><td>{ catalog.attempt_result(&divergence.here.result) }</td><td>{ catalog.attempt_result(&divergence.there.result) }</td></tr> }
    });
    let endings = endings.iter().take(MAX_DIFFERENCES).map(|ending| {
        html! { <tr><th scope="row">{ format!("{} · {}", short_pod_name(&ending.pod), labels.at_the_end) }</th><td>{ ending.own_end.clone() }</td><td>{ ending.other_end.clone() }</td></tr> }
    });
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={labels.parted}><table class="differences">
            <thead><tr><td></td>{ for heads.iter().map(|head| html! { <th scope="col">{ head.clone() }</th> }) }</tr></thead>
            <tbody>{ for attempts }{ for endings }</tbody>
        </table></div>
    }
}
