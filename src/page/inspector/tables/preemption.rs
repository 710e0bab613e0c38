//! Candidates side by side, each with the pods that would have to go.

use std::rc::Rc;

use web_sys::HtmlElement;
use yew::{Callback, Html, NodeRef, classes, component, html, use_effect_with, use_node_ref};

use crate::inspector::tables::exchanges::exchanges;
use crate::inspector::tables::ladder::ladder;
use crate::inspector::tables::{ROWS, is_decided, marked, node, node_button};
use crate::lang::Lang;
use crate::selection::Look;
use crate::stage::tile;
use crate::store::Action;
use crate::view::{Props, View, on, shield, worn};
use api::{Pod, Str};
use record::What;
use record::{Attempt, DryRun, Reprieve, VictimInfo};
use trace::console::duration;
use trace::steps::Step;
use words::short;

/// Cards that are drawn at most.
const CARDS: usize = 40;

/// Candidates with their victims, and the ladder.
#[component]
pub fn Preemption(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (cards, bracket) = (use_node_ref(), use_node_ref());
    {
        let (cards, bracket) = (cards.clone(), bracket.clone());
        use_effect_with(view.store.player.at, move |_| {
            show(&cards, ".now, .taken");
            show(&bracket, ".bracket tr > :last-child");
        });
    }
    let (words, own) = (view.words, view.store.lang.panel());
    let Some(attempt) = &view.attempt else { return html! { <p class="muted">{ words.no_attempt }</p> } };
    let Some(record) = &attempt.preemption else { return html! { <p class="muted">{ words.no_preemption }</p> } };
    if let Some(why) = record.ineligible {
        return html! { <p class="muted">{ view.store.lang.ineligible(why) }</p> };
    }
    let (runs, rungs) = told(view.step, record.dry_runs.len(), record.ladder.len());
    let (asked, now) = match view.step {
        Step::ExtenderPreempt(now) => ((now + 1).min(record.extenders.len()), Some(now)),
        Step::Lift(_) | Step::Try(_) | Step::Reprieve(..) | Step::Verdict(_) => (0, None),
        _ if runs == 0 => (0, None),
        _ => (record.extenders.len(), None),
    };
    // The newest cards are what a step is about; of a finished attempt the chosen node must be there.
    let first = runs.saturating_sub(CARDS);
    let chosen = record.dry_runs.iter().position(|run| rungs > 0 && Some(run.node) == record.chosen);
    let shown = chosen.filter(|at| *at < first).into_iter().chain(first..runs);
    let found: Vec<Html> = shown.map(|at| candidate(view, act, attempt, at, &record.dry_runs[at])).collect();
    let left = runs - found.len().min(runs);
    html! {
        <>
            if runs == 0 { <p class="muted">{ view.store.lang.might_help(record.potential.len(), attempt.nodes.len()) }</p> }
            else {
                <h3>{ marked(view, act, own.candidates) }<small>{ format!(" {runs} / {}", record.potential.len()) }</small></h3>
                <ol class="candidates" ref={cards} tabindex="0" role="list" aria-label={own.candidates}>{ for found }</ol>
            }
            if left > 0 { <p class="muted">{ view.store.lang.earlier_candidates(left) }</p> }
            { exchanges(view, act, attempt, &record.extenders[..asked], now, |at| record.offered(at)) }
            if rungs > 0 { { ladder(view, act, attempt, record, rungs, &bracket) } }
        </>
    }
}

/// Scrolls a list sideways, so that what a step is about is seen.
fn show(list: &NodeRef, what: &str) {
    if let Some(list) = list.cast::<HtmlElement>()
        && let Ok(Some(now)) = list.query_selector(what)
    {
        let (window, area) = (list.get_bounding_client_rect(), now.get_bounding_client_rect());
        if area.left() < window.left() || area.right() > window.right() {
            list.scroll_by_with_x_and_y(area.left() - window.left() - 8.0, 0.0);
        }
    }
}

/// How many dry runs and how many rules are told at a step.
fn told(step: Step, runs: usize, rungs: usize) -> (usize, usize) {
    match step {
        Step::PreFilter
        | Step::FirstPass(_)
        | Step::Filter(_)
        | Step::ExtenderFilter(_)
        | Step::Eligible
        | Step::Potential => (0, 0),
        Step::Lift(run) | Step::Try(run) | Step::Reprieve(run, _) | Step::Verdict(run) => (run + 1, 0),
        Step::ExtenderPreempt(_) => (runs, 0),
        Step::Rung(now) => (runs, now + 1),
        _ => (runs, rungs),
    }
}

fn candidate(view: &View, act: &Callback<Action>, attempt: &Attempt, index: usize, run: &DryRun) -> Html {
    let (lang, words, own) = (view.store.lang, view.words, view.store.lang.panel());
    let (asked, over) = match view.step {
        Step::Lift(now) | Step::Try(now) if now == index => (0, false),
        Step::Reprieve(now, reprieve) if now == index => (reprieve + 1, false),
        _ => (run.reprieves.len(), true),
    };
    let now = matches!(view.step, Step::Lift(now) | Step::Try(now) | Step::Reprieve(now, _) | Step::Verdict(now) if now == index);
    let is_chosen = attempt.preemption.as_ref().is_some_and(|record| record.chosen == Some(run.node));
    let decided = is_decided(view.step);
    let taken = decided && is_chosen;
    let told = run.reprieves.iter().take(asked).enumerate().filter_map(|(at, reprieve)| {
        let asked_now = matches!(view.step, Step::Reprieve(run, now) if run == index && now == at);
        let (class, mark, why) = describe_reprieve(lang, reprieve, decided && !is_chosen);
        let info = run.removed.get(reprieve.pod)?;
        Some(victim(view, act, info, &reprieve.violates, classes!(class, asked_now.then_some("now")), mark, &why))
    });
    let waiting =
        run.removed.iter().enumerate().filter(|(at, _)| !run.reprieves.iter().take(asked).any(|it| it.pod == *at));
    let waiting = waiting.map(|(_, info)| victim(view, act, info, &[], classes!("lifted"), "↑", words.lifted));
    let verdict = match (&run.failure, over) {
        (Some((_, failure)), true) => {
            html! { <small>{ format!("{}: {}", words.no_candidate, lang.failure(failure)) }</small> }
        }
        (None, true) if decided && !is_chosen => html! { <small>{ own.not_chosen }</small> },
        (None, true) => html! {
            <small>{ format!("{} · {} {} · ", words.candidate, words.victims, run.victims.len()) }{ shield() }{ format!(" {}", run.violations) }</small>
        },
        _ => html! { <small>{ format!("{}: {}", words.lifted, run.removed.len()) }</small> },
    };
    html! {
        <li class={classes!(now.then_some("now"), taken.then_some("taken"), (over && run.failure.is_some()).then_some("out"))} key={index}>
            <h4>{ node_button(view, act, node(attempt, run.node)) }if taken { <span class="badge pass">{ format!("✓ {}", own.taken) }</span> }</h4>
            <p>{ verdict }</p>
            <ol class="reprieves">{ for told.chain(waiting).take(ROWS) }</ol>
        </li>
    }
}

/// What became of a pod that was put back: its class, its mark, and why.
fn describe_reprieve(lang: Lang, reprieve: &Reprieve, node_refused: bool) -> (&'static str, &'static str, String) {
    match &reprieve.failure {
        None => ("pass", "✓", lang.panel().spared.to_owned()),
        Some(_) if node_refused => ("pass", "✓", lang.panel().not_chosen.to_owned()),
        Some((row, failure)) => ("fail", "✗", format!("{}: {row}. {}", lang.words().goes, lang.failure(failure))),
    }
}

/// A pod that was lifted off: how important it is, since when it runs, who protects it, how long it may take to go, and what
/// became of it.
fn victim(
    view: &View,
    act: &Callback<Action>,
    info: &VictimInfo,
    violates: &[Str],
    class: yew::Classes,
    mark: &str,
    why: &str,
) -> Html {
    let own = view.store.lang.panel();
    let wall = view.frame.now.after(view.store.run.loaded.epoch);
    let age = u64::try_from((wall - info.start) / 1000).map(|age| view.store.lang.running_for(&duration(age)));
    let pod = pod_of(view, &info.pod);
    let grace = pod.as_ref().map(|pod| view.store.lang.grace(pod.spec.termination_grace_period_seconds.unwrap_or(30)));
    let guards = pod.as_ref().map(|pod| view.frame.guards(pod)).unwrap_or_default();
    let budgets: Vec<&str> = guards.0.iter().map(|it| it.metadata.name.as_str()).collect();
    let facts: Vec<String> = age.ok().into_iter().chain(grace).collect();
    let violated = violates.iter().map(|key| short(key)).collect::<Vec<_>>().join(", ");
    html! {
        <li {class}>
            <p><span class="mark" aria-hidden="true">{ mark.to_owned() }</span>
                <span class={classes!("prio", tile::level(view, info.priority))}><span class="hidden">{ view.words.priority }</span>{ tile::priority(info.priority) }</span>
                <button type="button" class="pod-name" onclick={on(act, Action::Selection(Look::Pick(Some(info.pod.clone()))))}>{ short(&info.pod).to_owned() }</button></p>
            <p class="facts">{ facts.join(" · ") }
                if info.terminating { { " · " }{ own.terminating } }
                if !budgets.is_empty() { { " · " }{ worn(view, &guards) }{ " " }{ budgets.join(", ") } }</p>
            if !violated.is_empty() { <p class="violated">{ view.store.lang.would_violate_budgets(&violated) }</p> }
            <p class="because">{ why.to_owned() }</p>
        </li>
    }
}

/// A pod as it is, or as it was if it is gone.
fn pod_of(view: &View, key: &Str) -> Option<Rc<Pod>> {
    let there = view.frame.pods.get(key).map(|it| Rc::clone(&it.pod));
    there.or_else(|| {
        let events = view.store.run.trace.trace.events();
        events[..view.store.moment()?.events.min(events.len())].iter().rev().find_map(|event| match &event.what {
            What::PodCreated { pod, .. } if pod.key() == **key => Some(Rc::clone(pod)),
            _ => None,
        })
    })
}
