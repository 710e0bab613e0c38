//! The tables of an attempt: nodes by filters, scores, candidates and the ladder.

use yew::{Html, html};

use crate::app::page::View;
use crate::app::text::{reason, short};
use crate::framework::{Attempt, DryRun, Outcome};
use crate::trace::steps::Step;

use super::tile;

fn node(attempt: &Attempt, ix: usize) -> String {
    attempt.nodes.get(ix).map_or_else(String::new, ToString::to_string)
}

/// Nodes by filters.
pub fn filters(view: &View) -> Html {
    let words = view.words;
    let Some(attempt) = view.attempt.as_ref().filter(|it| !it.filter.is_empty() || it.pre_filter.rejected.is_some())
    else {
        return html! { <p class="muted">{ if view.attempt.is_none() { words.no_attempt } else { words.no_filters } }</p> };
    };
    let told = match view.step {
        Step::Filter(now) => now + 1,
        Step::PreFilter => 0,
        _ => attempt.filter.len(),
    };
    let head =
        view.sheet.filters.iter().map(|row| html! { <th scope="col"><span>{ row.name.to_string() }</span></th> });
    let rows = attempt.filter.iter().take(told.max(1)).enumerate().take(300).map(|(at, record)| {
        let last = record.failed.iter().map(|(row, _)| *row).max();
        let cells = (0..view.sheet.filters.len()).map(|row| {
            let failed = record.failed.iter().find(|(other, _)| *other == row);
            let (class, mark, why) = match failed {
                _ if at >= told => ("blank", "", String::new()),
                Some((_, failure)) => ("fail", "✗", reason::failure(view.store.lang, failure)),
                None if attempt.pre_filter.skipped.contains(&row) => ("skip", "–", words.skipped.to_owned()),
                None if record.outside.is_some() || last.is_some_and(|last| row > last) => {
                    ("blank", "", words.not_looked.to_owned())
                }
                None => ("pass", "✓", words.passes.to_owned()),
            };
            html! { <td {class} title={why}>{ mark }</td> }
        });
        let now = matches!(view.step, Step::Filter(now) if now == at);
        html! { <tr class={now.then_some("now")}><th scope="row">{ node(attempt, record.node) }</th>{ for cells }</tr> }
    });
    let reasons = attempt
        .filter
        .iter()
        .take(told)
        .filter_map(|record| record.verdict().err().map(|failure| (record.node, failure)));
    html! {
        <>
            <div class="scroll"><table class="matrix"><thead><tr><td></td>{ for head }</tr></thead><tbody>{ for rows }</tbody></table></div>
            <ul class="reasons">
                { for reasons.take(100).map(|(ix, failure)| html! {
                    <li><b>{ node(attempt, ix) }</b>{ " " }{ reason::failure(view.store.lang, &failure) }
                        <small>{ reason::code(view.store.lang, failure.code) }</small></li>
                }) }
            </ul>
        </>
    }
}

/// Scores: raw, normalised, weighted.
pub fn scores(view: &View) -> Html {
    let words = view.words;
    let Some(attempt) = view.attempt.as_ref().filter(|it| !it.scores.rows.is_empty()) else {
        return html! { <p class="muted">{ if view.attempt.is_none() { words.no_attempt } else { words.no_scores } }</p> };
    };
    let scores = &attempt.scores;
    let told = match view.step {
        Step::Score(now) => now + 1,
        Step::PreFilter | Step::Filter(_) => 0,
        _ => scores.rows.len(),
    };
    let winner = match attempt.outcome {
        Outcome::Scheduled { node, .. } if told == scores.rows.len() && !matches!(view.step, Step::Score(_)) => {
            Some(node)
        }
        _ => None,
    };
    let head = scores.nodes.iter().map(|ix| {
        html! { <th scope="col" class={(winner == Some(*ix)).then_some("won")}>{ node(attempt, *ix) }</th> }
    });
    let rows = scores.rows.iter().take(told).enumerate().map(|(index, row)| {
        let name = view.sheet.score(row.row);
        let cells = (0..scores.nodes.len()).map(|column| {
            let (raw, normalized) = (row.raw.get(column).copied().unwrap_or(0), row.normalized.get(column).copied().unwrap_or(0));
            html! { <td><span class="raw">{ format!("{raw} → {normalized}") }</span><b>{ normalized * row.weight }</b></td> }
        });
        let now = matches!(view.step, Step::Score(now) if now == index);
        html! {
            <tr class={now.then_some("now")}>
                <th scope="row"><i class={format!("dot s{}", index % 8)}></i>{ name }<small>{ format!("×{}", row.weight) }</small></th>{ for cells }
            </tr>
        }
    });
    let sums = (0..scores.nodes.len()).map(|column| -> i64 {
        scores.rows.iter().take(told).map(|row| row.weight * row.normalized.get(column).copied().unwrap_or(0)).sum()
    });
    html! {
        <div class="scroll"><table class="scores">
            <caption>{ format!("{} → {}, × {}", words.raw, words.normalized, words.weighted) }</caption>
            <thead><tr><td></td>{ for head }</tr></thead>
            <tbody>{ for rows }</tbody>
            <tfoot><tr><th scope="row">{ words.total }</th>{ for sums.map(|sum| html! { <td><b>{ sum }</b></td> }) }</tr></tfoot>
        </table></div>
    }
}

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
                if !reprieve.violates.is_empty() { <span class="shield" title={reprieve.violates.iter().map(|it| it.to_string()).collect::<Vec<_>>().join(", ")}>{ super::shield() }</span> }
                <span class="because">{ why }</span>
            </li>
        })
    });
    let verdict = match (&run.failure, over) {
        (Some((_, failure)), true) => {
            html! { <small>{ format!("{}: {}", words.no_candidate, reason::failure(lang, failure)) }</small> }
        }
        (None, true) => {
            html! { <small>{ format!("{} · {} {} · ", words.candidate, words.victims, run.victims.len()) }{ super::shield() }{ format!(" {}", run.violations) }</small> }
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

/// The ladder as a bracket: a row for each node, a column for each rule; a node leaves at the rule that drops it.
fn ladder(view: &View, attempt: &Attempt, rungs: usize) -> Html {
    let Some(preemption) = &attempt.preemption else { return Html::default() };
    let words = view.words;
    let Some(first) = preemption.ladder.first() else { return Html::default() };
    let shown = &preemption.ladder[..rungs.min(preemption.ladder.len())];
    let chosen = matches!(view.step, Step::Choose | Step::Failed | Step::Event).then_some(preemption.chosen).flatten();
    let columns = shown.iter().enumerate().map(|(index, rung)| {
        let (name, unit) = reason::rule(view.store.lang, rung.rule);
        let now = matches!(view.step, Step::Rung(now) if now == index);
        let cells = rung.values.iter().map(|(ix, value)| {
            let kept = rung.kept.contains(ix);
            let text = value_text(rung.rule, *value);
            html! {
                <li class={if kept { "kept" } else { "dropped" }}>
                    <span>{ node(attempt, *ix) }</span><b title={value.to_string()}>{ text }</b>
                    <span class="mark" aria-label={if kept { words.stays } else { words.out }}>{ if kept { "✓" } else { "✗" } }</span>
                </li>
            }
        });
        html! {
            <li class={if now { "rung now" } else { "rung" }}>
                <h4>{ format!("{}. {name}", index + 1) }<small>{ unit }</small></h4>
                <ul>{ for cells }</ul>
            </li>
        }
    });
    html! {
        <section class="ladder">
            <h3>{ words.ladder }<small>{ format!("{} → {}", first.values.len(), shown.last().map_or(0, |rung| rung.kept.len())) }</small></h3>
            <ol>{ for columns }</ol>
            if preemption.ties.len() > 1 && chosen.is_some() { <p class="muted">{ words.tie }</p> }
            if let Some(chosen) = chosen { <p class="chosen-node">{ format!("✓ {}", node(attempt, chosen)) }</p> }
        </section>
    }
}

fn value_text(rule: crate::framework::Rule, value: i64) -> String {
    use crate::framework::Rule;
    match rule {
        Rule::LatestStart => crate::api::Time(value).to_string(),
        _ => value.to_string(),
    }
}
