//! The bar above the player about a reading, with its progress and what to do when it stops, or about the cluster that is open: how old it is, and the
//! moments that were seen in it. Each of them can be shown, and is the start of a run.

use std::rc::Rc;

use i18n::{Lang, live_cluster::words};
use imports::dump::{PageProblem, SeenChange, SeenWhat};
use js_sys::Date;
use manifest::is_from_cluster;
use page_state::{
    actions::{
        Action,
        live_cluster::{ApiFailure, ClusterMsg},
    },
    live_cluster::{Following, LeftOut, ListFailure, ListReading, ListStatus, OpenedCluster, Reading, ReadingPhase},
};
use ui::callback::on_action;
use web_sys::HtmlInputElement;
use yew::{Callback, Event, Html, TargetCast, html};

use crate::view::View;

/// The most changes that are drawn.
const MAX_DRAWN_CHANGES: usize = 50;

/// The bar; empty if no cluster is read and none is open.
pub fn draw_note(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let state = &view.store.live_cluster;
    // A moment that was seen is there at once.
    let reading = state.reading.as_ref().filter(|reading| reading.moment.is_none());
    match (reading, &state.opened) {
        (Some(reading), _) => draw_reading(view, dispatch, reading),
        (None, Some(opened)) if is_from_cluster(&view.store.builder.text) => draw_opened(view, dispatch, opened),
        _ => Html::default(),
    }
}

#[allow(clippy::cast_precision_loss)] // no cluster has as many objects as a float counts
fn draw_reading(view: &View, dispatch: &Callback<Action>, reading: &Reading) -> Html {
    let lang = view.store.lang;
    let labels = words(lang).cluster_labels();
    let (objects, known) = (reading.objects(), reading.known_objects());
    let share = if known > 0 { objects as f64 / known as f64 * 100.0 } else { 0.0 };
    let progress = words(lang).cluster_progress(objects, known, reading.lists_over(), reading.lists.len());
    let button = |class: &'static str, name: &'static str, cluster_msg: ClusterMsg| {
        html! { <button type="button" {class} onclick={on_action(dispatch, Action::from(cluster_msg))}>{ name }</button> }
    };
    let failures = reading.lists.iter().filter_map(|list| match &list.status {
        ListStatus::Failed(failure) => Some(words(lang).list_failed(&list.call.resource, &list_failure(lang, failure))),
        _ => None,
    });
    html! {
        <section class="reading cluster-note" aria-label={labels.title}>
            <p role="status">{ progress }</p>
            <progress max="100" value={share.floor().to_string()} aria-label={labels.title}></progress>
            { match reading.phase {
                ReadingPhase::Asking => button("plain", labels.stop, ClusterMsg::Stop),
                ReadingPhase::Joining => html! { <p>{ labels.joining }</p> },
                ReadingPhase::Stopped => html! {
                    <>
                        if reading.has_failure() {
                            <ul class="failures">{ for failures.take(3).map(|text| html! { <li>{ text }</li> }) }</ul>
                        } else {
                            <p>{ labels.stopped }</p>
                        }
                        { button("accent", labels.go_on, ClusterMsg::GoOn) }
                        if objects > 0 && !reading.is_parsing() { { button("plain", labels.open_part, ClusterMsg::OpenPart) } }
                        { button("plain", labels.discard, ClusterMsg::Discard) }
                    </>
                },
            } }
            <details><summary>{ labels.lists }</summary>
                <ul class="resources">{ for reading.lists.iter().map(|list| draw_list(lang, list)) }</ul>
            </details>
        </section>
    }
}

fn draw_list(lang: Lang, list: &ListReading) -> Html {
    let labels = words(lang).cluster_labels();
    let objects = || words(lang).list_objects(list.objects, list.remaining.unwrap_or_default());
    let status = match &list.status {
        ListStatus::Waiting if list.objects == 0 => labels.waiting.to_owned(),
        ListStatus::Asked if list.objects == 0 => labels.asked.to_owned(),
        ListStatus::Parsing if list.objects == 0 => labels.parsing.to_owned(),
        ListStatus::Waiting | ListStatus::Asked | ListStatus::Parsing | ListStatus::Done => objects(),
        ListStatus::Pausing(seconds) => words(lang).list_pausing(*seconds),
        ListStatus::LeftOut(left_out) => left_out_text(lang, left_out),
        ListStatus::Failed(failure) => list_failure(lang, failure),
    };
    html! { <li><code>{ list.call.resource.to_string() }</code>{ " " }{ status }</li> }
}

fn draw_opened(view: &View, dispatch: &Callback<Action>, opened: &OpenedCluster) -> Html {
    let lang = view.store.lang;
    let labels = words(lang).cluster_labels();
    let forbidden = opened.left_out.iter().filter(|(_, left_out)| *left_out != LeftOut::Absent);
    let forbidden: Vec<Html> = forbidden
        .map(|(resource, left_out)| html! { <li><code>{ resource.to_string() }</code>{ " " }{ left_out_text(lang, left_out) }</li> })
        .collect();
    let following = view.store.live_cluster.following.as_ref();
    let is_followed = view.store.live_cluster.is_followed();
    let button = |name: &'static str, cluster_msg: ClusterMsg| {
        html! { <button type="button" class="plain" onclick={on_action(dispatch, Action::from(cluster_msg))}>{ name }</button> }
    };
    html! {
        <section class="cluster-note" aria-label={labels.title}>
            <p>{ words(lang).cluster_opened(&opened.version.text, opened.age_seconds() / 60) }
                if opened.version.is_other_minor() { { " " }{ words(lang).cluster_run_as(opened.version.release().name()) } }
                if opened.is_partial { { " " }{ labels.partial } }
            </p>
            { button(labels.refresh, ClusterMsg::Refresh) }
            { button(if is_followed { labels.end_follow } else { labels.follow }, ClusterMsg::SetFollowing(!is_followed)) }
            if let Some(following) = following {
                if is_followed { { draw_state(lang, following, opened.now) } }
                { draw_moments(view, dispatch, following, opened) }
            }
            if !forbidden.is_empty() {
                <details><summary>{ words(lang).lists_left_out(forbidden.len()) }</summary>
                    <ul class="resources">{ for forbidden }</ul>
                </details>
            }
        </section>
    }
}

/// Whether the cluster is followed at the moment.
fn draw_state(lang: Lang, following: &Following, now: f64) -> Html {
    let labels = words(lang).cluster_labels();
    let (class, state) = match following.failure() {
        None => (
            "live",
            format!("{} {}", labels.live, words(lang).cluster_last_word(seconds_between(following.last_word, now))),
        ),
        Some(failure) => ("live broken", format!("{} {}", labels.not_live, failure_text(lang, failure))),
    };
    html! { <p {class} title={labels.other_kinds}>{ state }</p> }
}

/// The moments that were seen: a slider with the one that is shown, and a list.
fn draw_moments(view: &View, dispatch: &Callback<Action>, following: &Following, opened: &OpenedCluster) -> Html {
    let lang = view.store.lang;
    let labels = words(lang).cluster_labels();
    let moments: Rc<[u64]> = following.moments().collect();
    let last = moments.len() - 1;
    if last == 0 {
        return html! { <p class="muted">{ labels.nothing_seen }</p> };
    }
    let shown = moments.iter().rposition(|moment| *moment <= opened.shown).unwrap_or(0);
    let text = |index: usize| {
        let moment = following.moment(moments[index], opened.read_at).map_or(0.0, |moment| moment.at);
        let time = String::from(Date::new(&moment.into()).to_locale_time_string(lang.code()));
        let change = following.seen.iter().find(|(_, change)| index > 0 && change.moment == moments[index]);
        let what = match change {
            Some((_, change)) => format!("{} {}", change.name, change_text(lang, change)),
            None if following.first_moment == 0 => labels.as_read.to_owned(),
            None => labels.as_kept.to_owned(),
        };
        words(lang).seen_moment(&time, &what, index, last)
    };
    let show = |index: usize| on_action(dispatch, Action::from(ClusterMsg::Show(moments[index])));
    let step = |name: &'static str, sign: &'static str, index: usize| {
        html! { <button type="button" class="icon" aria-label={name} title={name} disabled={index == shown} onclick={show(index)}>{ sign }</button> }
    };
    let onchange = {
        let (dispatch, moments) = (dispatch.clone(), Rc::clone(&moments));
        Callback::from(move |event: Event| {
            let index = event.target_dyn_into::<HtmlInputElement>().and_then(|input| input.value().parse().ok());
            if let Some(moment) = index.and_then(|index: usize| moments.get(index)) {
                dispatch.emit(ClusterMsg::Show(*moment).into());
            }
        })
    };
    let latest = following.seen.first().map(|(_, change)| format!(" · {} {}", change.name, change_text(lang, change)));
    let items = (1..=last).rev().take(MAX_DRAWN_CHANGES).map(|index| {
        let current = (index == shown).then_some("true");
        html! { <li><button type="button" class="moment" aria-current={current} onclick={show(index)}>{ text(index) }</button></li> }
    });
    html! {
        <>
            <div class="moments">
                { step(labels.earlier, "◂", shown.saturating_sub(1)) }
                <input type="range" min="0" max={last.to_string()} value={shown.to_string()} aria-label={labels.moments} aria-valuetext={text(shown)} {onchange} />
                { step(labels.later, "▸", (shown + 1).min(last)) }
                <output title={labels.simulates}>{ text(shown) }</output>
            </div>
            <details><summary>{ words(lang).changes_seen(following.changes) }{ latest.unwrap_or_default() }</summary>
                <p class="muted">{ labels.simulates }{ " " }{ labels.other_kinds }</p>
                <ul class="resources">{ for items }</ul>
            </details>
        </>
    }
}

fn change_text(lang: Lang, change: &SeenChange) -> String {
    let labels = words(lang).cluster_labels();
    match &change.what {
        SeenWhat::Came => labels.seen_came.to_owned(),
        SeenWhat::Gone => labels.seen_gone.to_owned(),
        SeenWhat::Bound(node) => words(lang).seen_bound(node),
        SeenWhat::Nominated(node) => words(lang).seen_nominated(node),
        SeenWhat::Leaving(reason) if reason.is_empty() => labels.seen_leaving.to_owned(),
        SeenWhat::Leaving(reason) => words(lang).seen_leaving_for(reason),
    }
}

/// Whole seconds between two times in milliseconds.
#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the result of `max` is no less than zero
fn seconds_between(from: f64, to: f64) -> u64 {
    ((to - from) / 1000.0).max(0.0) as u64
}

fn left_out_text(lang: Lang, left_out: &LeftOut) -> String {
    match left_out {
        LeftOut::Forbidden { command } => words(lang).list_forbidden(command),
        LeftOut::Absent => words(lang).cluster_labels().absent.to_owned(),
    }
}

/// Why a list is incomplete.
fn list_failure(lang: Lang, failure: &ListFailure) -> String {
    let labels = words(lang).cluster_labels();
    let problem = match failure {
        ListFailure::Api(failure) => return failure_text(lang, failure),
        ListFailure::Expired => labels.expired,
        ListFailure::Page(PageProblem::BreaksOff) => labels.page_breaks_off,
        ListFailure::Page(PageProblem::NotJson) => labels.page_no_json,
        ListFailure::Page(PageProblem::NotAList) => labels.page_no_list,
        ListFailure::Page(PageProblem::TooLarge) => labels.page_too_large,
    };
    problem.to_owned()
}

/// Why a request was not answered.
pub(super) fn failure_text(lang: Lang, failure: &ApiFailure) -> String {
    match failure {
        ApiFailure::NotLocal => words(lang).cluster_labels().not_local.to_owned(),
        ApiFailure::NotJson => words(lang).cluster_labels().not_json.to_owned(),
        ApiFailure::Status { code, message, .. } => words(lang).server_status(*code, message),
        ApiFailure::Broken(message) => words(lang).connection_broken(message),
    }
}
