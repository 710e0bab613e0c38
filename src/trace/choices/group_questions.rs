//! Questions about pod groups: whether a group starts, and which units it evicts. The right answers come from the record of the cycle.

use api::NamespacedName;
use runlog::{GroupAttemptSummary, GroupPreemptionSummary, GroupUnit};

use super::{AnswerChoice, ChoiceReason, DecisionQuestion, Pick, group_outcome::GroupCycleOutcome};
use crate::{Frame, decisions::DecisionKind};

/// The question about a group's cycle. `frame` is the cluster before it. `None` if there are fewer than two choices.
#[must_use]
pub fn question_about_group<'a>(
    kind: DecisionKind,
    summary: &'a GroupAttemptSummary,
    frame: &Frame,
) -> Option<DecisionQuestion<'a>> {
    let (choices, order, alike_groups) = match kind {
        DecisionKind::GroupStarts => (outcome_choices(summary, frame), Vec::new(), Vec::new()),
        DecisionKind::Units => {
            let preemption = summary.preemption.as_ref()?;
            let choices = unit_choices(&summary.group, preemption);
            // With a single unit there is nothing to choose.
            if choices.len() < 2 || preemption.victims.is_empty() {
                return None;
            }
            (choices, preemption.victims.clone(), interchangeable_victims(preemption))
        }
        DecisionKind::Node | DecisionKind::Victims | DecisionKind::Fits => return None,
    };
    Some(DecisionQuestion { kind, pod: &summary.group, node: None, choices, order, alike_groups, ties: Vec::new() })
}

fn outcome_choices<'a>(summary: &'a GroupAttemptSummary, frame: &Frame) -> Vec<AnswerChoice<'a>> {
    let outcome = GroupCycleOutcome::of_cycle(summary);
    let minimum = frame.pod_groups.get(&summary.group).and_then(|group| group.min_count());
    let choice = |pick: GroupCycleOutcome| AnswerChoice {
        pick: Pick::Outcome(pick),
        is_right: pick == outcome,
        reason: ChoiceReason::GroupVerdict { summary, minimum },
    };
    GroupCycleOutcome::ALL.map(choice).to_vec()
}

/// All units with a lower priority than the group, the most important first.
fn unit_choices<'a>(group: &'a NamespacedName, preemption: &'a GroupPreemptionSummary) -> Vec<AnswerChoice<'a>> {
    let choice = |(at, unit): (usize, &'a GroupUnit)| AnswerChoice {
        pick: Pick::Unit(unit.clone()),
        is_right: preemption.victims.contains(&at),
        reason: ChoiceReason::UnitPutBack { group, unit, is_reprieved: !preemption.victims.contains(&at) },
    };
    preemption.potential.iter().enumerate().map(choice).collect()
}

/// A number for each victim, the same for interchangeable ones: those of the same priority whose eviction equally does or does not violate a
/// budget.
fn interchangeable_victims(preemption: &GroupPreemptionSummary) -> Vec<usize> {
    let rank = |at: &usize| preemption.potential.get(*at).map(|unit| (unit.is_violating, unit.priority));
    let mut alike: Vec<usize> = Vec::new();
    for (place, victim) in preemption.victims.iter().enumerate() {
        let before = place.checked_sub(1).map(|before| &preemption.victims[before]);
        let is_alike = before.is_some_and(|before| rank(before) == rank(victim));
        alike.push(alike.last().map_or(0, |number| number + usize::from(!is_alike)));
    }
    alike
}

#[cfg(test)]
mod tests {
    use releases::Release;
    use runlog::EventKind;
    use simulation::{Scenario, Simulation};

    use super::*;
    use crate::{
        Trace,
        decisions::{Decision, find_decisions},
        group_steps::GroupStep,
        steps::{self, Step},
    };

    /// The questions about groups in a run: the step of each, its kind, and its right answers.
    fn questions(text: &str) -> Vec<(Step, DecisionKind, Vec<Pick>)> {
        let manifest = manifest::load_for(text, Some(Release::V1_36)).expect("a manifest");
        let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
        let trace = Trace::new(Simulation::new(scenario).run_to_end().1);
        let moments = steps::moments(trace.events());
        let decisions = find_decisions(trace.events(), &moments);
        assert!(decisions.windows(2).all(|pair| pair[0].before < pair[1].before), "{decisions:?}");
        let question = |decision: &Decision| {
            let moment = moments[decision.before];
            let summary = decision.group_summary(trace.events())?;
            let question = question_about_group(decision.kind, summary, &trace.frame_at(moment.events))?;
            let right = |choice: &AnswerChoice<'_>| choice.is_right.then(|| choice.pick.clone());
            let right: Vec<Pick> = question.choices.iter().filter_map(right).collect();
            assert_eq!(question.order.len(), question.alike_groups.len());
            let picks = question.order.iter().map(|at| question.choices[*at].pick.clone()).collect::<Vec<_>>();
            assert!(picks.iter().all(|pick| right.contains(pick)), "what is wanted is right");
            // The events up to the question don't reveal the answer: the cycle has only begun.
            let last = moment.events.checked_sub(1).map(|last| &trace.events()[last].what);
            assert!(decision.kind == DecisionKind::Units || matches!(last, Some(EventKind::GroupPopped { .. })));
            Some((moment.step, decision.kind, right))
        };
        decisions.iter().filter_map(question).collect()
    }

    #[test]
    fn whether_a_group_starts_is_asked_before_its_first_member_is_tried() {
        let questions = questions(include_str!("../../../www/scenarios/two-jobs.yaml"));
        let outcomes: Vec<_> = questions.iter().map(|(step, kind, right)| (*step, *kind, right.clone())).collect();
        let starts = |outcome| (Step::Event, DecisionKind::GroupStarts, vec![Pick::Outcome(outcome)]);
        assert_eq!(
            outcomes,
            [starts(GroupCycleOutcome::Starts), starts(GroupCycleOutcome::GoesBack), starts(GroupCycleOutcome::Starts)],
            "a tight loop asks once"
        );
    }

    #[test]
    fn unit_question_is_between_listing_and_reprieve() {
        let questions = questions(include_str!("../../../www/scenarios/as-one.yaml"));
        let units: Vec<_> = questions.iter().filter(|(_, kind, _)| *kind == DecisionKind::Units).collect();
        assert!(!units.is_empty(), "{questions:?}");
        for (step, _, right) in units {
            assert_eq!(*step, Step::Group(GroupStep::Units));
            assert!(right.iter().all(|pick| matches!(pick, Pick::Unit(_))) && !right.is_empty());
        }
        assert!(questions.iter().any(|(.., right)| right == &[Pick::Outcome(GroupCycleOutcome::AwaitsVictims)]));
    }
}
