//! Questions, judged by the run.

use super::read::{AskDraft, AskKind};
use super::run::{Ran, both};
use crate::api::Str;
use crate::framework::{Attempt, Outcome};
use crate::wire::{Ask, Bilingual, LessonChoice};
use crate::words::{Lang, short};

/// More pods than this are too many to choose from.
const MOST_PODS: usize = 8;

/// What is asked at a moment. `happens` says of each choice whether its own moment is in the run.
pub fn judged(draft: &AskDraft, happens: &[Option<bool>], ran: &Ran, at: usize, then: usize) -> Result<Ask, String> {
    let question = Bilingual { en: draft.text.clone(), zh: draft.zh.clone() };
    if question.en.is_empty() || question.zh.is_empty() {
        return Err("the question is not asked in both languages".to_owned());
    }
    if then < at {
        return Err("the answer comes before the question".to_owned());
    }
    if draft.kind != AskKind::Choice && !draft.choices.is_empty() {
        return Err("only a question of kind `choice` has choices".to_owned());
    }
    let attempt = || ran.attempt(at).ok_or("no pod is scheduled after that moment".to_owned());
    let choices = match draft.kind {
        AskKind::Choice => own(draft, happens)?,
        AskKind::Node => nodes(attempt()?, ran, at),
        AskKind::Victim => pods(attempt()?, ran, at)?,
        AskKind::Fits => fits(attempt()?, &draft.node)?,
    };
    let right = choices.iter().filter(|choice| choice.right).count();
    let enough = if draft.kind == AskKind::Victim { right > 0 } else { right == 1 };
    if !enough || choices.len() < 2 {
        return Err(format!("{right} of {} answers are right in the run", choices.len()));
    }
    Ok(Ask { question, choices, then })
}

/// The answers that the lesson offers.
fn own(draft: &AskDraft, happens: &[Option<bool>]) -> Result<Vec<LessonChoice>, String> {
    let judge = |(choice, happens): (&super::ChoiceDraft, &Option<bool>)| {
        let right = match (*happens, choice.right) {
            (Some(happens), None) => happens,
            (None, Some(right)) => right,
            _ => return Err(format!("answer `{}` needs either `happens` or `right`", choice.text)),
        };
        if [&choice.text, &choice.zh, &choice.why, &choice.zh_why].iter().any(|it| it.is_empty()) {
            return Err(format!("answer `{}` needs text, zh, why and zhWhy", choice.text));
        }
        Ok(LessonChoice {
            name: Bilingual { en: choice.text.clone(), zh: choice.zh.clone() },
            subject: Str::default(),
            right,
            why: Bilingual { en: choice.why.clone(), zh: choice.zh_why.clone() },
        })
    };
    draft.choices.iter().zip(happens).map(judge).collect()
}

fn name(attempt: &Attempt, ix: usize) -> &str {
    &attempt.nodes[ix]
}

/// Every node, and none.
fn nodes(attempt: &Attempt, ran: &Ran, at: usize) -> Vec<LessonChoice> {
    let chosen = match &attempt.outcome {
        Outcome::Scheduled { node, .. } => Some(*node),
        _ => attempt.preemption.as_ref().and_then(|it| it.chosen),
    };
    let frame = ran.trace.frame(ran.moments[at].events);
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
                lang.scores_less(node, own, chosen.map_or("", |ix| name(attempt, ix)), best)
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
        (Some(rung), _) => lang.loses_at(node, &lang.rule(rung.rule).0),
        _ => {
            let run = preemption.and_then(|it| it.dry_runs.iter().find(|run| run.node == ix));
            match run.and_then(|run| run.failure.as_ref()) {
                Some((_, failure)) => lang.no_help(node, &lang.failure(failure)),
                None => why_not(lang, attempt, ix).unwrap_or_else(|| lang.no_help(node, "")),
            }
        }
    }
}

/// Why the filters reject a node, if they do.
fn why_not(lang: Lang, attempt: &Attempt, ix: usize) -> Option<String> {
    let record = attempt.filter.iter().find(|record| record.node == ix)?;
    let failed =
        record.failed.iter().map(|(_, failure)| failure).chain(&record.outside).chain(&record.refused).next()?;
    Some(lang.rejected(name(attempt, ix), &lang.failure(failed)))
}

/// Yes and no.
fn fits(attempt: &Attempt, node: &str) -> Result<Vec<LessonChoice>, String> {
    let ix = attempt.nodes.iter().position(|it| it == node).ok_or(format!("there is no node {node}"))?;
    let judged = attempt.filter.iter().any(|record| record.node == ix);
    let failed = why_not(Lang::En, attempt, ix).is_some();
    if !judged {
        return Err(format!("the attempt does not look at {node}"));
    }
    let why = both(|lang| why_not(lang, attempt, ix).unwrap_or_else(|| lang.passes(node)));
    let choice = |fits: bool| LessonChoice {
        name: both(|lang| if fits { lang.lesson().it_fits } else { lang.lesson().it_does_not }.to_owned()),
        subject: Str::default(),
        right: fits != failed,
        why: why.clone(),
    };
    Ok(vec![choice(true), choice(false)])
}

/// The pods of all nodes, or those that dry runs remove if there are many.
fn pods(attempt: &Attempt, ran: &Ran, at: usize) -> Result<Vec<LessonChoice>, String> {
    let preemption = attempt.preemption.as_ref().ok_or("the pod preempts nothing there")?;
    let chosen = preemption.dry_runs.iter().find(|run| Some(run.node) == preemption.chosen);
    let chosen = chosen.ok_or("preemption finds no node there")?;
    let frame = ran.trace.frame(ran.moments[at].events);
    let removed = |key: &Str| {
        preemption
            .dry_runs
            .iter()
            .find_map(|run| run.removed.iter().position(|it| it.pod == *key).map(|place| (run, place)))
    };
    let mut keys: Vec<&Str> = frame.pods.iter().filter(|(_, pod)| pod.node.is_some()).map(|(key, _)| key).collect();
    if keys.len() > MOST_PODS {
        keys.retain(|key| removed(key).is_some());
    }
    let why = |lang: Lang, key: &Str| match removed(key) {
        None => lang.not_lower(short(key)),
        Some((run, _)) if run.node != chosen.node => lang.other_node(short(key), name(attempt, chosen.node)),
        Some((run, place)) if run.victims.contains(&place) => lang.must_go(short(key)),
        Some(_) => lang.put_back(short(key)),
    };
    let right =
        |key: &Str| removed(key).is_some_and(|(run, place)| run.node == chosen.node && run.victims.contains(&place));
    let choice = |key: &Str| LessonChoice {
        name: both(|_| short(key).to_owned()),
        subject: key.clone(),
        right: right(key),
        why: both(|lang| why(lang, key)),
    };
    Ok(keys.into_iter().map(choice).collect())
}
