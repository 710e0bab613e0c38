//! The answers that a question about a decision may have: whether each is right, and why. What the attempt found says so.

use super::reason::rule_value;
use super::{Lang, short};
use api::Str;
use record::{Attempt, DryRun, Outcome, Reprieve, ScoreRowRecord};
use trace::Frame;
use wire::{Ask, Bilingual, LessonChoice};

/// More pods than this are too many to choose from.
const MOST_PODS: usize = 8;

/// The same in every language.
fn both(say: impl Fn(Lang) -> String) -> Bilingual {
    Bilingual { en: say(Lang::En), zh: say(Lang::Zh) }
}

/// Which node does the pod get? `frame` is the cluster before the decision.
pub fn which_node(attempt: &Attempt, frame: &Frame) -> Ask {
    let question = both(|lang| lang.which_node(short(&attempt.pod)));
    Ask { question, choices: nodes(attempt, frame), ..Ask::default() }
}

/// Which pods are evicted for it, in upstream's order? `None` if there are none.
pub fn which_victims(attempt: &Attempt, frame: &Frame) -> Option<Ask> {
    let preemption = attempt.preemption.as_ref()?;
    let (node, choices) = (preemption.chosen?, victims(attempt, frame)?);
    let place = |victim: &Str| choices.iter().position(|choice| choice.subject == *victim);
    let order: Vec<usize> = preemption.victims_on(node).iter().filter_map(place).collect();
    let question = both(|lang| lang.which_victims(short(&attempt.pod), name(attempt, node), order.len()));
    (!order.is_empty()).then_some(Ask { question, choices, order, ..Ask::default() })
}

/// Does a pod that is tried again fit on any node now?
pub fn fits_now(attempt: &Attempt) -> Ask {
    let node = match &attempt.outcome {
        Outcome::Scheduled { node, .. } => Some(*node),
        _ => None,
    };
    let why = both(|lang| match node {
        Some(ix) => why_node(lang, attempt, ix, node),
        None => not_now(lang, attempt),
    });
    let choice = |fits: bool| LessonChoice {
        name: both(|lang| if fits { lang.lesson().it_fits } else { lang.lesson().it_does_not }.to_owned()),
        subject: Str::default(),
        right: fits == node.is_some(),
        why: why.clone(),
    };
    Ask {
        question: both(|lang| lang.fits_now(short(&attempt.pod))),
        choices: vec![choice(true), choice(false)],
        ..Ask::default()
    }
}

/// Why a pod fits nowhere: what rejects most nodes, with one of these; or where preemption makes room.
fn not_now(lang: Lang, attempt: &Attempt) -> String {
    if let Some(chosen) = attempt.preemption.as_ref().and_then(|it| it.chosen) {
        return lang.makes_room(name(attempt, chosen));
    }
    let rejected = attempt.filter.iter().find_map(|record| why_not(lang, attempt, record.node));
    rejected.unwrap_or_else(|| lang.lesson().nothing_fits.to_owned())
}

fn name(attempt: &Attempt, ix: usize) -> &str {
    &attempt.nodes[ix]
}

/// Every node, and none.
pub fn nodes(attempt: &Attempt, frame: &Frame) -> Vec<LessonChoice> {
    let chosen = match &attempt.outcome {
        Outcome::Scheduled { node, .. } => Some(*node),
        _ => attempt.preemption.as_ref().and_then(|it| it.chosen),
    };
    let known = frame.node_order.iter().filter_map(|it| attempt.nodes.iter().position(|other| other == it));
    let choice = |ix: usize| LessonChoice {
        name: both(|_| name(attempt, ix).to_owned()),
        subject: attempt.nodes[ix].clone(),
        right: chosen == Some(ix),
        why: both(|lang| why_node(lang, attempt, ix, chosen)),
    };
    let none = LessonChoice {
        name: both(|lang| lang.lesson().no_node.to_owned()),
        subject: Str::default(),
        right: chosen.is_none(),
        why: both(|lang| match chosen {
            Some(ix) => why_node(lang, attempt, ix, chosen),
            None => lang.lesson().nothing_fits.to_owned(),
        }),
    };
    known.map(choice).chain([none]).collect()
}

/// Why a pod goes to a node, or does not.
fn why_node(lang: Lang, attempt: &Attempt, ix: usize, chosen: Option<usize>) -> String {
    let node = name(attempt, ix);
    if matches!(attempt.outcome, Outcome::Scheduled { .. }) {
        let total = |of: usize| {
            let scores = &attempt.scores;
            scores.nodes.iter().position(|it| *it == of).and_then(|column| scores.totals.get(column).copied())
        };
        return match (why_not(lang, attempt, ix), total(ix), chosen.and_then(total)) {
            (Some(why), ..) => why,
            (None, Some(own), Some(best)) if chosen != Some(ix) => {
                let winner = chosen.map_or("", |ix| name(attempt, ix));
                let contrast = chosen.and_then(|other| largest(attempt, ix, other));
                [
                    Some(lang.scores_less(node, own, winner, best)),
                    contrast.map(|it| lang.largest_gap(&it.0, it.1, it.2)),
                ]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(lang.lesson().between)
            }
            (None, Some(own), _) => lang.scores_most(node, own),
            (None, ..) => lang.only_node(node),
        };
    }
    let preemption = attempt.preemption.as_ref();
    let lost = preemption.and_then(|it| {
        it.ladder.iter().find(|rung| rung.values.iter().any(|(node, _)| *node == ix) && !rung.kept.contains(&ix))
    });
    match (lost, chosen) {
        (_, Some(best)) if best == ix => lang.makes_room(node),
        (Some(rung), _) => {
            let value = |of: usize| {
                let number = rung.values.iter().find(|(node, _)| *node == of).map_or(0, |(_, value)| *value);
                let victims = preemption.map_or(0, |it| it.victims_on(of).len());
                rule_value(rung.rule, number, victims).0
            };
            let best = rung.kept.first().copied();
            let told = lang.loses_at(node, &lang.rule(rung.rule).0);
            match best {
                Some(best) => lang.rule_contrast(&told, (node, &value(ix)), (name(attempt, best), &value(best))),
                None => told,
            }
        }
        _ => {
            let run = preemption.and_then(|it| it.dry_runs.iter().find(|run| run.node == ix));
            match run.and_then(|run| run.failure.as_ref()) {
                Some((_, failure)) => lang.no_help(node, &lang.failure(failure)),
                None => why_not(lang, attempt, ix).unwrap_or_else(|| lang.no_help(node, "")),
            }
        }
    }
}

/// The row that sets a node apart most from the one that won, with the weighted points of both: of those where it has less.
fn largest(attempt: &Attempt, ix: usize, winner: usize) -> Option<(String, i64, i64)> {
    let scores = &attempt.scores;
    let column = |of: usize| scores.nodes.iter().position(|it| *it == of);
    let (own, best) = (column(ix)?, column(winner)?);
    let points = |row: &ScoreRowRecord, at: usize| row.normalized.get(at).map(|score| score.saturating_mul(row.weight));
    let parts = scores.rows.iter().filter_map(|row| Some((row.id.to_string(), points(row, own)?, points(row, best)?)));
    parts.filter(|(_, own, best)| own < best).max_by_key(|(_, own, best)| best - own)
}

/// Why the filters reject a node, if they do.
fn why_not(lang: Lang, attempt: &Attempt, ix: usize) -> Option<String> {
    let record = attempt.filter.iter().find(|record| record.node == ix)?;
    let failed =
        record.failed.iter().map(|(_, failure)| failure).chain(&record.outside).chain(&record.refused).next()?;
    Some(lang.rejected(name(attempt, ix), &lang.failure(failed)))
}

/// Yes and no. `None` if the attempt does not look at the node.
pub fn fits(attempt: &Attempt, node: &str) -> Option<Vec<LessonChoice>> {
    let ix = attempt.nodes.iter().position(|it| it == node)?;
    attempt.filter.iter().find(|record| record.node == ix)?;
    let failed = why_not(Lang::En, attempt, ix).is_some();
    let why = both(|lang| why_not(lang, attempt, ix).unwrap_or_else(|| lang.passes(node)));
    let choice = |fits: bool| LessonChoice {
        name: both(|lang| if fits { lang.lesson().it_fits } else { lang.lesson().it_does_not }.to_owned()),
        subject: Str::default(),
        right: fits != failed,
        why: why.clone(),
    };
    Some(vec![choice(true), choice(false)])
}

/// The pods of all nodes, or those that dry runs remove if there are many. `None` if preemption chooses no node.
pub fn victims(attempt: &Attempt, frame: &Frame) -> Option<Vec<LessonChoice>> {
    let preemption = attempt.preemption.as_ref()?;
    let chosen = preemption.dry_runs.iter().find(|run| Some(run.node) == preemption.chosen)?;
    let gone = preemption.victims_on(chosen.node);
    let on_node = |key: &Str| preemption.dry_runs.iter().find(|run| run.removed.iter().any(|it| it.pod == *key));
    let mut keys: Vec<&Str> = frame.pods.iter().filter(|(_, pod)| pod.node.is_some()).map(|(key, _)| key).collect();
    if keys.len() > MOST_PODS {
        keys.retain(|key| on_node(key).is_some());
    }
    let why = |lang: Lang, key: &Str| match on_node(key) {
        None => lang.not_lower(short(key)),
        Some(run) if run.node != chosen.node => lang.other_node(short(key), name(attempt, chosen.node)),
        // With it put back something rejected the preemptor: that says more than a rule.
        Some(run) if gone.contains(key) => match returned(run, key).and_then(|it| it.failure.as_ref()) {
            Some((_, failure)) => lang.must_go_as(short(key), &lang.failure(failure)),
            None => lang.must_go(short(key)),
        },
        Some(_) => lang.put_back(short(key)),
    };
    let choice = |key: &Str| LessonChoice {
        name: both(|_| short(key).to_owned()),
        subject: key.clone(),
        right: gone.contains(key),
        why: both(|lang| why(lang, key)),
    };
    Some(keys.into_iter().map(choice).collect())
}

/// How it went when a pod was put back.
fn returned<'r>(run: &'r DryRun, pod: &Str) -> Option<&'r Reprieve> {
    run.reprieves.iter().find(|it| run.removed.get(it.pod).is_some_and(|it| it.pod == *pod))
}
