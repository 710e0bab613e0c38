//! Detailed texts about pod groups: why one waits, its lane, and questions about its cycle.

use api::{Millis, NamespacedName};
use trace::{choices::group_outcome::GroupCycleOutcome, group_stairs::GroupActivity, group_wait::GroupWait};

use crate::{
    format_clock,
    languages::Speaker,
    messages::group_facts as messages,
    short_pod_name,
    table::{compare::pod_names, grammar::Grammar},
};

/// The outcome of a group in a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupResult<'r> {
    pub name: &'r str,
    /// The time at which it reached its minimum, formatted.
    pub whole: Option<String>,
    /// The maximal number of members that ran at the same time.
    pub running: usize,
    pub members: usize,
}

/// Detailed texts about groups.
pub trait GroupFactSentences: Grammar {
    /// Why a group waits.
    fn group_wait(&self, group: &str, wait: &GroupWait, now: Millis) -> String {
        match wait {
            GroupWait::NoGroup => messages::GroupWaitNoGroup { group }.text(self.language()),
            GroupWait::Incomplete { here, minimum } => {
                messages::GroupWaitIncomplete { group, here, minimum }.text(self.language())
            }
            GroupWait::NotTried => messages::GroupWaitNotTried { group }.text(self.language()),
            GroupWait::AwaitsVictims(victims) if victims.is_empty() => {
                messages::GroupWaitAwaitsVictimsNoVictims { group }.text(self.language())
            }
            GroupWait::AwaitsVictims(victims) => {
                messages::GroupWaitAwaitsVictims { group, victims_leaving: victims_leaving(self, victims, now) }
                    .text(self.language())
            }
            GroupWait::NeedyMember { member, node, fits, members } => {
                let member = short_pod_name(member);
                messages::GroupWaitNeedyMember { fits, members, group, member, node }.text(self.language())
            }
            GroupWait::TooFewFit { fits, members, needed, rejected } => {
                let mut text = messages::GroupWaitTooFewFitText { fits, members, group, needed }.text(self.language());
                for (pod, message) in rejected {
                    let pod = short_pod_name(pod);
                    text += &messages::GroupWaitTooFewFit { pod, message }.text(self.language());
                }
                text
            }
            GroupWait::Stragglers(pods) => {
                messages::GroupWaitStragglers { group, pods: pod_names(self, pods) }.text(self.language())
            }
            GroupWait::Error(message) => messages::GroupWaitError { group, message }.text(self.language()),
        }
    }

    /// Why a unit wasn't reprieved.
    fn unit_not_spared(&self, group: &str, others: &[NamespacedName], is_violating: bool) -> String {
        let budget = if is_violating { messages::unit_not_spared_budget(self.language()) } else { "" };
        if others.is_empty() {
            return messages::UnitNotSparedNoOthers { group, budget }.text(self.language());
        }
        messages::UnitNotSpared { others: pod_names(self, others), group, budget }.text(self.language())
    }

    /// The question about the outcome of a group's cycle.
    fn does_group_start(&self, group: &str) -> String {
        messages::DoesGroupStart { group }.text(self.language())
    }

    /// An answer to it.
    fn group_outcome(&self, outcome: GroupCycleOutcome) -> &'static str {
        match outcome {
            GroupCycleOutcome::Starts => messages::group_outcome_starts(self.language()),
            GroupCycleOutcome::AwaitsVictims => messages::group_outcome_awaits_victims(self.language()),
            GroupCycleOutcome::GoesBack => messages::group_outcome_goes_back(self.language()),
        }
    }

    /// The question which units become victims.
    fn which_units(&self, group: &str, count: usize) -> String {
        match count {
            1 => messages::WhichUnitsOne { group }.text(self.language()),
            _ => messages::WhichUnitsMany { count, group }.text(self.language()),
        }
    }

    /// Why a unit is a victim, or is reprieved.
    fn unit_put_back(&self, group: &str, unit: &str, is_reprieved: bool, is_violating: bool) -> String {
        let budget = if is_violating { messages::unit_put_back_budget(self.language()) } else { "" };
        if is_reprieved {
            messages::UnitPutBackStays { unit, group, budget }.text(self.language())
        } else {
            messages::UnitPutBackOtherwise { unit, group, budget }.text(self.language())
        }
    }

    /// The title of a group's preemption: it may remove pods below this priority.
    fn may_remove_below(&self, group: &str, priority: i32) -> String {
        messages::MayRemoveBelow { group, priority }.text(self.language())
    }

    /// The group's priority applies, not that of its pods.
    fn group_priority_counts(&self) -> &'static str {
        messages::group_priority_counts(self.language())
    }

    /// Whether a group fits with all units removed, if that is known.
    fn fits_without(&self, group: &str, units: usize, fits: Option<bool>) -> String {
        match fits {
            None => String::new(),
            Some(true) => messages::FitsWithoutUnits { units, group }.text(self.language()),
            Some(false) => messages::DoesNotFitWithoutUnits { units, group }.text(self.language()),
        }
    }

    /// Why preemption tries to put a unit back before the others: `before all others: its eviction would violate a budget`.
    fn asked_for_budget(&self) -> &'static str {
        messages::asked_for_budget(self.language())
    }

    /// A title.
    fn each_question_title(&self) -> &'static str {
        messages::each_question_title(self.language())
    }

    /// The question that preemption answers for each unit.
    fn each_question(&self) -> &'static str {
        messages::each_question(self.language())
    }

    /// A title.
    fn members_messages(&self) -> &'static str {
        messages::members_messages(self.language())
    }

    /// A title.
    fn victims_messages(&self) -> &'static str {
        messages::victims_messages(self.language())
    }

    /// Members that get the same message.
    fn member_names(&self, names: &[&str]) -> String {
        self.list(names)
    }

    /// The plugins that rejected a member.
    fn rejected_by(&self, plugins: &[&str]) -> String {
        if plugins.is_empty() {
            return messages::rejected_by_no_plugins(self.language()).into();
        }
        let plugins = self.list(plugins);
        messages::RejectedBy { plugins }.text(self.language())
    }

    /// The state of a group, in its lane.
    fn group_activity(&self, activity: GroupActivity) -> &'static str {
        match activity {
            GroupActivity::Gated => messages::group_activity_gated(self.language()),
            GroupActivity::Waiting => messages::group_activity_waiting(self.language()),
            GroupActivity::Starting => messages::group_activity_starting(self.language()),
            GroupActivity::BelowMinimum => messages::group_activity_below_minimum(self.language()),
            GroupActivity::MinimumReached => messages::group_activity_minimum_reached(self.language()),
            GroupActivity::Ended => messages::group_activity_ended(self.language()),
        }
    }

    /// How many members run.
    fn members_running(&self, running: usize, members: usize) -> String {
        messages::MembersRunning { running, members }.text(self.language())
    }

    /// The heading of groups.
    fn pod_group(&self) -> &'static str {
        messages::pod_group(self.language())
    }

    /// When a group reached its minimum, if it ever did.
    fn whole_since(&self, clock: Option<&str>) -> String {
        match clock {
            Some(clock) => messages::WholeSinceClock { clock }.text(self.language()),
            None => messages::whole_since_none(self.language()).into(),
        }
    }

    /// The outcomes of all groups in a run: those whose members all ran, those that ran partially, and the rest. `in_turn` if each
    /// started after the one before it had ended.
    fn groups_result(&self, results: &[GroupResult<'_>], in_turn: bool, is_over: bool) -> String {
        let mut parts = Vec::new();
        let whole: Vec<String> = results
            .iter()
            .filter_map(|result| {
                let (name, clock) = (result.name, result.whole.as_ref()?);
                Some(messages::GroupsResultWhole { name, clock }.text(self.language()))
            })
            .collect();
        let listed = |texts: &[String]| self.list(&texts.iter().map(String::as_str).collect::<Vec<_>>());
        if !whole.is_empty() {
            let groups = listed(&whole);
            parts.push(match in_turn {
                true => messages::GroupsResultInTurn { groups }.text(self.language()),
                false => messages::GroupsResultNotInTurn { groups }.text(self.language()),
            });
        }
        let partial: Vec<String> = results
            .iter()
            .filter(|result| result.whole.is_none() && result.running > 0)
            .map(|GroupResult { name, running, members, .. }| {
                messages::GroupsResultPartial { name, running, members }.text(self.language())
            })
            .collect();
        if !partial.is_empty() {
            let groups = listed(&partial);
            parts.push(match is_over {
                true => messages::GroupsResultSomePartialOver { groups }.text(self.language()),
                false => messages::GroupsResultSomePartialNotOver { groups }.text(self.language()),
            });
        }
        let idle: Vec<&str> = results
            .iter()
            .filter(|result| result.whole.is_none() && result.running == 0)
            .map(|result| result.name)
            .collect();
        if !idle.is_empty() {
            let groups = self.list(&idle);
            parts.push(match is_over {
                true => messages::GroupsResultSomeIdleOver { groups }.text(self.language()),
                false => messages::GroupsResultSomeIdleNotOver { groups }.text(self.language()),
            });
        }
        messages::GroupsResult { results: self.join_clauses(&parts) }.text(self.language())
    }

    /// The wait can no longer end in this run.
    fn stuck_for_good(&self) -> &'static str {
        messages::stuck_for_good(self.language())
    }

    /// The meaning of the height of a staircase.
    fn stair_height(&self) -> &'static str {
        messages::stair_height(self.language())
    }

    /// The meaning of the dashed line of a staircase.
    fn stair_minimum(&self) -> &'static str {
        messages::stair_minimum(self.language())
    }
}

impl<T: Speaker> GroupFactSentences for T {}

pub(super) fn victims_leaving(
    lang: &(impl Grammar + ?Sized),
    victims: &[(NamespacedName, Option<Millis>)],
    now: Millis,
) -> String {
    let names = victims.iter().map(|(key, until)| match until {
        Some(until) => {
            messages::VictimLeaving { pod: short_pod_name(key), time: format_clock(until.saturating_since(now)) }
                .text(lang.language())
        }
        None => short_pod_name(key).to_owned(),
    });
    lang.list_texts(&names.collect::<Vec<_>>())
}
