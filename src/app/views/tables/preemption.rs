//! Candidates with their victims.

use yew::{Html, html};

use crate::app::page::View;
use crate::app::text::{reason, short};
use crate::framework::{Attempt, DryRun};
use crate::trace::steps::Step;

use super::super::{shield, tile};
use super::ladder::ladder;
use super::node;

/// Candidates with their victims, and the ladder.
pub fn preemption(view: &View) -> Html {
    let words = view.words;
    let Some(attempt) = &view.attempt else { return html! { <p class="muted">{ words.no_attempt }</p> } };
    let Some(preemption) = &attempt.preemption else { return html! { <p class="muted">{ words.no_preemption }</p> } };
    if let Some(why) = preemption.ineligible {
        return html! { <p class="muted">{ reason::ineligible(view.store.lang, why) }</p> };
    }
    let (runs, rungs) = told(view.step, preemption.dry_runs.len(), preemption.ladder.len());
    let runs =
        preemption.dry_runs.iter().take(runs).enumerate().map(|(index, run)| candidate(view, attempt, index, run));
    html! {
        <>
            <ol class="candidates">{ for runs }</ol>
            if rungs > 0 { { ladder(view, attempt, rungs) } }
        </>
    }
}

fn told(step: Step, runs: usize, rungs: usize) -> (usize, usize) {
    match step {
        Step::PreFilter | Step::Filter(_) | Step::Eligible | Step::Potential => (0, 0),
        Step::Lift(run) | Step::Try(run) | Step::Reprieve(run, _) | Step::Verdict(run) => (run + 1, 0),
        Step::Rung(now) => (runs, now + 1),
        _ => (runs, rungs),
    }
}

fn candidate(view: &View, attempt: &Attempt, index: usize, run: &DryRun) -> Html {
    let (lang, words) = (view.store.lang, view.words);
    let (asked, over) = match view.step {
        Step::Lift(now) | Step::Try(now) if now == index => (0, false),
        Step::Reprieve(now, reprieve) if now == index => (reprieve + 1, false),
        _ => (run.reprieves.len(), true),
    };
    let reprieves = run.reprieves.iter().take(asked).filter_map(|reprieve| {
        let victim = run.removed.get(reprieve.pod)?;
        let (class, mark, why) = match &reprieve.failure {
            None => ("pass", "✓", words.stays.to_owned()),
            Some((_, failure)) => ("fail", "✗", format!("{}: {}", words.goes, reason::failure(lang, failure))),
        };
        Some(html! {
            <li {class}>
                <span class="mark">{ mark }</span>
                <span class={format!("prio {}", tile::level(view, victim.priority))}>{ tile::priority(victim.priority) }</span>
                <b>{ short(&victim.pod).to_owned() }</b>
                if !reprieve.violates.is_empty() { <span class="shield" title={reprieve.violates.iter().map(|it| it.to_string()).collect::<Vec<_>>().join(", ")}>{ shield() }</span> }
                <span class="because">{ why }</span>
            </li>
        })
    });
    let verdict = match (&run.failure, over) {
        (Some((_, failure)), true) => {
            html! { <small>{ format!("{}: {}", words.no_candidate, reason::failure(lang, failure)) }</small> }
        }
        (None, true) => {
            html! { <small>{ format!("{} · {} {} · ", words.candidate, words.victims, run.victims.len()) }{ shield() }{ format!(" {}", run.violations) }</small> }
        }
        _ => html! { <small>{ format!("{}: {}", words.lifted, run.removed.len()) }</small> },
    };
    html! {
        <li class={(!over).then_some("now")}>
            <h3>{ node(attempt, run.node) }{ " " }{ verdict }</h3>
            <ol class="reprieves">{ for reprieves }</ol>
        </li>
    }
}
