//! The note about a reading, with its progress and what to do when it stops, or about the cluster that is open.

use std::rc::Rc;

use i18n::{Lang, live_cluster::words};
use imports::dump::{PageProblem, SeenChange, SeenWhat};
use manifest::is_from_cluster;
use page_state::{
    actions::{
        Action,
        live_cluster::{ApiFailure, ClusterMsg},
    },
    live_cluster::{Following, LeftOut, ListFailure, ListReading, ListStatus, OpenedCluster, Reading, ReadingPhase},
};
use ui::callback::on_action;
use yew::{Callback, Html, html};

use crate::view::View;

/// The most changes that are drawn.
const MAX_DRAWN_CHANGES: usize = 50;

/// The note; empty if no cluster is read and none is open.
pub fn draw_note(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let state = &view.store.live_cluster;
    match (&state.reading, &state.opened) {
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
        <div class="trouble reading cluster-note">
            <p>{ progress }</p>
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
        </div>
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
    html! {
        <div class="trouble cluster-note">
            <p>{ words(lang).cluster_opened(&opened.version.text, opened.age_seconds() / 60) }
                if opened.version.is_other_minor() { { " " }{ words(lang).cluster_run_as(opened.version.release().name()) } }
                if opened.is_partial { { " " }{ labels.partial } }
            </p>
            <button type="button" class="plain" onclick={on_action(dispatch, Action::from(ClusterMsg::Refresh))}>{ labels.refresh }</button>
            { match &view.store.live_cluster.following {
                None => html! { <button type="button" class="plain" onclick={on_action(dispatch, Action::from(ClusterMsg::SetFollowing(true)))}>{ labels.follow }</button> },
                Some(following) => draw_following(view, dispatch, following, opened.now),
            } }
            if !forbidden.is_empty() {
                <details open=true><summary>{ words(lang).lists_left_out(forbidden.len()) }</summary>
                    <ul class="resources">{ for forbidden }</ul>
                </details>
            }
        </div>
    }
}

/// Whether the cluster is followed, and what was seen.
fn draw_following(view: &View, dispatch: &Callback<Action>, following: &Following, now: f64) -> Html {
    let lang = view.store.lang;
    let labels = words(lang).cluster_labels();
    let button = |name: &'static str, cluster_msg: ClusterMsg| {
        html! { <button type="button" class="plain" onclick={on_action(dispatch, Action::from(cluster_msg))}>{ name }</button> }
    };
    let (class, state) = match following.failure() {
        None => (
            "live",
            format!("{} {}", labels.live, words(lang).cluster_last_word(seconds_between(following.last_word, now))),
        ),
        Some(failure) => ("live broken", format!("{} {}", labels.not_live, failure_text(lang, failure))),
    };
    html! {
        <>
            { button(labels.end_follow, ClusterMsg::SetFollowing(false)) }
            if following.changes > 0 { { button(labels.simulate, ClusterMsg::Simulate) } }
            <p {class}>{ state }</p>
            if following.seen.is_empty() {
                <p class="muted">{ labels.nothing_seen }</p>
            } else {
                <details open=true><summary>{ words(lang).changes_seen(following.changes) }</summary>
                    <ul class="resources">{ for following.seen.iter().take(MAX_DRAWN_CHANGES).map(|(_, change)| draw_change(lang, change)) }</ul>
                </details>
            }
        </>
    }
}

fn draw_change(lang: Lang, change: &SeenChange) -> Html {
    let labels = words(lang).cluster_labels();
    let what = match &change.what {
        SeenWhat::Came => labels.seen_came.to_owned(),
        SeenWhat::Gone => labels.seen_gone.to_owned(),
        SeenWhat::Bound(node) => words(lang).seen_bound(node),
        SeenWhat::Leaving(reason) if reason.is_empty() => labels.seen_leaving.to_owned(),
        SeenWhat::Leaving(reason) => words(lang).seen_leaving_for(reason),
    };
    html! { <li><code>{ change.name.clone() }</code>{ " " }{ what }</li> }
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
