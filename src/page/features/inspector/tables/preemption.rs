//! The candidates for preemption side by side, each with its potential victims.

use std::rc::Rc;

use api::{NamespacedName, Pod, Str};
use i18n::{Lang, reason, short_pod_name};
use page_state::actions::{Action, selection::SelectionMsg};
use runlog::{Attempt, DryRun, EventKind, Reprieve, VictimInfo};
use scene::priority::format_priority;
use stage::draw::shield::{draw_list_shield, draw_shield};
use trace::{console::format_duration, steps::Step};
use ui::callback::on_action;
use web_sys::HtmlElement;
use yew::{Callback, Html, NodeRef, classes, component, html, use_effect_with, use_node_ref};

use crate::{
    features::inspector::tables::{
        MAX_ROWS, draw_heading, draw_node_button, exchanges::draw_exchanges, is_decided, ladder::draw_ladder, node_name,
    },
    view::{Props, View},
};

/// The maximum number of candidates that are drawn.
const MAX_CARDS: usize = 40;

/// Candidates with their victims, and the tie-break between them.
#[component]
pub fn Preemption(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let cards = use_node_ref();
    {
        let cards = cards.clone();
        use_effect_with(view.store.player.moment, move |_| scroll_to_item(&cards, ".now, .taken"));
    }
    let (labels, panel) = (view.words, view.store.lang.inspector_labels());
    let Some(attempt) = &view.attempt else { return html! { <p class="muted">{ labels.no_attempt }</p> } };
    let Some(record) = &attempt.preemption else { return html! { <p class="muted">{ labels.no_preemption }</p> } };
    if let Some(reason) = record.ineligible {
        return html! { <p class="muted">{ view.store.lang.ineligible_text(reason) }</p> };
    }
    let (runs, rungs) = progress_at(view.step, record.dry_runs.len(), record.ladder.len());
    let (extender_count, current_index) = match view.step {
        Step::ExtenderPreempt(current_index) => ((current_index + 1).min(record.extenders.len()), Some(current_index)),
        Step::Lift(_) | Step::Try(_) | Step::Reprieve(..) | Step::Verdict(_) => (0, None),
        _ if runs == 0 => (0, None),
        _ => (record.extenders.len(), None),
    };
    // The current step is about the latest candidates; of a completed attempt the chosen node must be shown.
    let first = runs.saturating_sub(MAX_CARDS);
    let winner = record.dry_runs.iter().position(|dry_run| rungs > 0 && Some(dry_run.node) == record.chosen);
    let visible = winner.filter(|at| *at < first).into_iter().chain(first..runs);
    let is_compared = rungs > 0;
    let htmls: Vec<Html> =
        visible.map(|at| draw_candidate(view, dispatch, attempt, (at, &record.dry_runs[at]), is_compared)).collect();
    let candidates = candidate_count(view.step, &record.dry_runs[..runs]);
    let hidden_count = runs - htmls.len().min(runs);
    html! {
        <>
            if rungs > 0 { { draw_ladder(view, dispatch, attempt, record, rungs) } }
            if runs == 0 { <p class="muted">{ view.store.lang.preemption_might_help(record.potential.len(), attempt.nodes.len()) }</p> }
            else {
                <h3>{ draw_heading(view, dispatch, panel.candidates) }<small>{ format!(" {}", view.store.lang.candidates_of_dry_runs(candidates, runs, record.potential.len())) }</small></h3>
                <ol class="candidates" ref={cards} role="list" aria-label={panel.candidates}>{ for htmls }</ol>
            }
            if hidden_count > 0 { <p class="muted">{ view.store.lang.earlier_candidates(hidden_count) }</p> }
            { draw_exchanges(view, dispatch, attempt, &record.extenders[..extender_count], current_index, &|at| record.candidates_before(at)) }
        </>
    }
}

/// Scrolls the inspector to the subject of a step.
fn scroll_to_item(list: &NodeRef, what: &str) {
    if let Some(list) = list.cast::<HtmlElement>()
        && let Ok(Some(selected_row)) = list.query_selector(what)
        && let Ok(Some(body)) = list.closest(".inspector-body")
    {
        let (window, area) = (body.get_bounding_client_rect(), selected_row.get_bounding_client_rect());
        if area.top() < window.top() || area.bottom() > window.bottom() {
            body.scroll_by_with_x_and_y(0.0, area.top() - window.top() - 8.0);
        }
    }
}

/// The number of dry runs and of rules that are shown at a step.
fn progress_at(step: Step, runs: usize, rungs: usize) -> (usize, usize) {
    match step {
        Step::PreFilter
        | Step::FirstPass(_)
        | Step::Filter(_)
        | Step::ExtenderFilter(_)
        | Step::Eligible
        | Step::Potential => (0, 0),
        Step::Lift(run) | Step::Try(run) | Step::Reprieve(run, _) | Step::Verdict(run) => (run + 1, 0),
        Step::ExtenderPreempt(_) => (runs, 0),
        Step::Rung(current_index) => (runs, current_index + 1),
        _ => (runs, rungs),
    }
}

/// How many dry runs have shown that their node is a candidate; the one of the step counts once it has its verdict.
fn candidate_count(step: Step, dry_runs: &[DryRun]) -> usize {
    let decided = match step {
        Step::Lift(run) | Step::Try(run) | Step::Reprieve(run, _) => run,
        _ => dry_runs.len(),
    };
    dry_runs.iter().take(decided).filter(|dry_run| dry_run.failure.is_none()).count()
}

/// A candidate: while dry runs are made, with the reason for each victim; while candidates are compared, with what the rules compare.
fn draw_candidate(
    view: &View,
    dispatch: &Callback<Action>,
    attempt: &Attempt,
    (index, dry_run): (usize, &DryRun),
    is_compared: bool,
) -> Html {
    let (lang, labels, panel) = (view.store.lang, view.words, view.store.lang.inspector_labels());
    let (reprieve_count, is_over) = match view.step {
        Step::Lift(now) | Step::Try(now) if now == index => (0, false),
        Step::Reprieve(now, reprieve) if now == index => (reprieve + 1, false),
        _ => (dry_run.reprieves.len(), true),
    };
    let is_current = matches!(view.step, Step::Lift(now) | Step::Try(now) | Step::Reprieve(now, _) | Step::Verdict(now) if now == index);
    let is_chosen = attempt.preemption.as_ref().is_some_and(|record| record.chosen == Some(dry_run.node));
    let decided = is_decided(view.step);
    let is_winner = decided && is_chosen;
    let reprieved = dry_run.reprieves.iter().take(reprieve_count).enumerate().filter_map(|(at, reprieve)| {
        let asked_now = matches!(view.step, Step::Reprieve(run, now) if run == index && now == at);
        let (class, mark, reason) = describe_reprieve(lang, reprieve, decided && !is_chosen);
        let reason = if is_compared { String::new() } else { reason };
        let info = dry_run.removed.get(reprieve.pod)?;
        Some(draw_victim(
            view,
            dispatch,
            info,
            &reprieve.violates,
            classes!(class, asked_now.then_some("now")),
            mark,
            &reason,
        ))
    });
    let waiting = dry_run
        .removed
        .iter()
        .enumerate()
        .filter(|(at, _)| !dry_run.reprieves.iter().take(reprieve_count).any(|reprieve| reprieve.pod == *at));
    let waiting =
        waiting.map(|(_, info)| draw_victim(view, dispatch, info, &[], classes!("lifted"), "↑", labels.lifted));
    let verdict = match (&dry_run.failure, is_over) {
        (Some((_, failure)), true) => {
            html! { <small>{ format!("{}: {}", labels.no_candidate, lang.failure_text(failure)) }</small> }
        }
        (None, true) if decided && !is_chosen => html! { <small>{ panel.not_chosen }</small> },
        (None, true) => html! {
            <small>{ format!("{} · {} {} · ", labels.candidate, labels.victims, dry_run.victims.len()) }{ draw_shield() }{ format!(" {}", dry_run.violations) }</small>
        },
        _ => html! { <small>{ format!("{}: {}", labels.lifted, dry_run.removed.len()) }</small> },
    };
    html! {
        <li class={classes!(is_current.then_some("now"), is_winner.then_some("taken"), (is_over && dry_run.failure.is_some()).then_some("out"))} key={index}>
            <h4>{ draw_node_button(view, dispatch, node_name(attempt, dry_run.node)) }if is_winner { <span class="badge pass">{ format!("✓ {}", panel.taken) }</span> }</h4>
            <p>{ verdict }</p>
            if let Some(sum) = priority_sum_text(dry_run).filter(|_| is_compared) { <p class="facts">{ sum }</p> }
            <ol class="reprieves">{ for reprieved.chain(waiting).take(MAX_ROWS) }</ol>
        </li>
    }
}

/// The sum of the priorities of a candidate's victims, as the rules compare it.
fn priority_sum_text(dry_run: &DryRun) -> Option<String> {
    let priorities: Vec<i32> =
        dry_run.victims.iter().filter_map(|victim| dry_run.removed.get(*victim)).map(|info| info.priority).collect();
    (dry_run.failure.is_none() && !priorities.is_empty()).then(|| reason::format_priority_sum(&priorities))
}

/// The result of a reprieve: its class, its mark, and an explanation.
fn describe_reprieve(lang: Lang, reprieve: &Reprieve, node_refused: bool) -> (&'static str, &'static str, String) {
    match &reprieve.failure {
        None => ("pass", "✓", lang.inspector_labels().spared.to_owned()),
        Some(_) if node_refused => ("pass", "✓", lang.inspector_labels().not_chosen.to_owned()),
        Some((row, failure)) => {
            ("fail", "✗", format!("{}: {row}. {}", lang.page_labels().goes, lang.failure_text(failure)))
        }
    }
}

/// A pod that the dry run removed: its priority, its start, its budgets, its grace period, and the result of its reprieve.
fn draw_victim(
    view: &View,
    dispatch: &Callback<Action>,
    info: &VictimInfo,
    violates: &[Str],
    class: yew::Classes,
    mark: &str,
    reason: &str,
) -> Html {
    let panel = view.store.lang.inspector_labels();
    let wall = view.frame.now.added_to_wall(view.store.run.manifest_summary.epoch);
    let age = u64::try_from((wall - info.start) / 1000).map(|age| view.store.lang.running_for(&format_duration(age)));
    let pod = find_pod(view, &info.pod);
    let grace =
        pod.as_ref().map(|pod| view.store.lang.grace_period(pod.spec.termination_grace_period_seconds.unwrap_or(30)));
    let guards = pod.as_ref().map(|pod| view.frame.guarding_budgets(pod)).unwrap_or_default();
    let budgets: Vec<&str> = guards.0.iter().map(|budget| budget.metadata.name.as_str()).collect();
    let facts: Vec<String> = age.ok().into_iter().chain(grace).collect();
    let violated = violates.iter().map(|key| short_pod_name(key)).collect::<Vec<_>>().join(", ");
    html! {
        <li {class}>
            <p><span class="mark" aria-hidden="true">{ mark.to_owned() }</span>
                <span class={classes!("prio", view.priority_class(info.priority))}><span class="hidden">{ view.words.priority }</span>{ format_priority(info.priority) }</span>
                <button type="button" class="pod-name" onclick={on_action(dispatch, Action::Selection(SelectionMsg::PickPod(Some(info.pod.clone()))))}>{ short_pod_name(&info.pod).to_owned() }</button></p>
            <p class="facts">{ facts.join(" · ") }
                if info.is_terminating { { " · " }{ panel.terminating } }
                if !budgets.is_empty() { { " · " }{ draw_list_shield(view.store.lang, &guards) }{ " " }{ budgets.join(", ") } }</p>
            if !violated.is_empty() { <p class="violated">{ view.store.lang.would_violate_budgets(&violated) }</p> }
            if !reason.is_empty() { <p class="because">{ reason.to_owned() }</p> }
        </li>
    }
}

/// A pod as it is, or as it was before it was deleted.
fn find_pod(view: &View, key: &NamespacedName) -> Option<Rc<Pod>> {
    let present = view.frame.pods.get(key).map(|pod| Rc::clone(&pod.pod));
    present.or_else(|| {
        let events = view.store.run.view.trace.events();
        events[..view.store.moment()?.events.min(events.len())].iter().rev().find_map(|event| match &event.what {
            EventKind::PodCreated { pod, .. } if pod.key() == **key => Some(Rc::clone(pod)),
            _ => None,
        })
    })
}

#[cfg(test)]
mod tests {
    use runlog::{Code, Failure};

    use super::*;

    #[test]
    fn a_dry_run_counts_as_a_candidate_once_it_has_shown_that() {
        let failure = Some((None, Failure { code: Code::Unschedulable, reasons: Vec::new() }));
        let dry_runs = [DryRun::default(), DryRun { failure, ..DryRun::default() }, DryRun::default()];
        let counts = [Step::Lift(0), Step::Verdict(0), Step::Reprieve(1, 0), Step::Verdict(1), Step::Choose];
        let counts = counts.map(|step| candidate_count(step, &dry_runs[..progress_at(step, 3, 0).0]));
        assert_eq!(counts, [0, 1, 1, 1, 2]);
    }
}
