//! Pod groups over time: a staircase for each, whose height is the number of running members.

use super::lanes::{Activity, Edge, Lane};

/// The state of a group during a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GroupActivity {
    /// It is not tried: too few members exist, or they have scheduling gates.
    Gated,
    /// It has been tried; no member runs.
    Waiting,
    /// Members are bound, and none runs yet.
    Starting,
    /// Some members run, but fewer than the minimum.
    BelowMinimum,
    /// At least the minimum is running or has completed.
    MinimumReached,
    /// All members have completed or are deleted.
    Ended,
}

impl GroupActivity {
    /// All states, in the order of a group's life.
    pub const ALL: [Self; 6] =
        [Self::Gated, Self::Waiting, Self::Starting, Self::BelowMinimum, Self::MinimumReached, Self::Ended];
}

/// A step of a staircase: a span of time with the same state and the same number of running members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stair {
    /// The start.
    pub from: Edge,
    /// The end; `None` for the last step.
    pub to: Option<Edge>,
    pub activity: GroupActivity,
    /// The number of running members.
    pub running: usize,
}

/// How many members are in each state.
#[derive(Default)]
struct MemberStates {
    by_activity: [usize; Activity::ALL.len()],
    gone: usize,
}

impl MemberStates {
    fn count(&self, activities: &[Activity]) -> usize {
        activities.iter().map(|activity| self.by_activity[*activity as usize]).sum()
    }

    fn change(&mut self, activity: Option<Activity>, change: impl FnOnce(&mut usize)) {
        change(activity.map_or(&mut self.gone, |activity| &mut self.by_activity[activity as usize]));
    }

    /// The state of the group, and the number of running members.
    fn group_activity(&self, needed: usize) -> (GroupActivity, usize) {
        let running = self.count(&[Activity::Running, Activity::Terminating]);
        let activity = match () {
            // A job whose first members have completed doesn't lack members.
            () if running > 0 && running + self.count(&[Activity::Succeeded]) >= needed => {
                GroupActivity::MinimumReached
            }
            () if running > 0 => GroupActivity::BelowMinimum,
            () if self.count(&[Activity::Creating]) > 0 => GroupActivity::Starting,
            () if self.count(&[Activity::Active, Activity::Backoff, Activity::Unschedulable, Activity::Nominated])
                > 0 =>
            {
                GroupActivity::Waiting
            }
            () if self.count(&[Activity::Gated]) > 0 => GroupActivity::Gated,
            () => GroupActivity::Ended,
        };
        (activity, running)
    }
}

/// The staircase of these members; `needed` of them must run at once.
#[must_use]
pub fn stairs(members: &[&Lane], needed: usize) -> Vec<Stair> {
    let transitions = members
        .iter()
        .enumerate()
        .flat_map(|(member, lane)| lane.transitions.iter().map(move |(edge, activity)| (*edge, member, *activity)));
    let mut transitions: Vec<(Edge, usize, Option<Activity>)> = transitions.collect();
    transitions.sort_by_key(|(edge, ..)| edge.events);
    let mut states = MemberStates::default();
    let mut before: Vec<Option<Option<Activity>>> = vec![None; members.len()];
    let mut stairs: Vec<Stair> = Vec::new();
    for (edge, member, activity) in transitions {
        if let Some(earlier) = before[member].replace(activity) {
            states.change(earlier, |count| *count -= 1);
        }
        states.change(activity, |count| *count += 1);
        let (activity, running) = states.group_activity(needed);
        let stair = Stair { from: edge, to: None, activity, running };
        // A step has a duration: members that start at the same instant make one step.
        while stairs.last().is_some_and(|last| last.from.at == edge.at) {
            stairs.pop();
        }
        match stairs.last_mut() {
            Some(last) if (last.activity, last.running) == (activity, running) => last.to = None,
            Some(last) => {
                last.to = Some(edge);
                stairs.push(stair);
            }
            None => stairs.push(stair),
        }
    }
    stairs
}

/// The step of a staircase after the first `events` events.
#[must_use]
pub fn stair_at(stairs: &[Stair], events: usize) -> Option<&Stair> {
    let begun = stairs.partition_point(|stair| stair.from.events <= events);
    stairs.get(begun.checked_sub(1)?)
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use releases::Release;
    use simulation::{Scenario, Simulation};

    use super::*;
    use crate::{
        group_lanes::GroupLane,
        lanes::{EvictingLane, Lanes},
    };

    fn lanes_of(text: &str) -> Lanes {
        let manifest = manifest::load_for(text, Some(Release::V1_36)).expect("a manifest");
        let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
        let events: Vec<_> = Simulation::new(scenario).run_to_end().1.into_iter().map(Rc::new).collect();
        let mut lanes = Lanes::default();
        for count in 0..=events.len() {
            lanes.extend(&events[..count]);
        }
        lanes
    }

    fn steps(lanes: &Lanes, members: &[usize], needed: usize) -> Vec<(GroupActivity, usize)> {
        let members: Vec<&Lane> = members.iter().map(|lane| &lanes.lanes[*lane]).collect();
        stairs(&members, needed).into_iter().map(|stair| (stair.activity, stair.running)).collect()
    }

    const TWO_JOBS: &str = include_str!("../../www/scenarios/two-jobs.yaml");

    #[test]
    fn a_gang_is_gated_waits_runs_whole_and_ends() {
        use GroupActivity::{BelowMinimum, Ended, Gated, MinimumReached, Starting, Waiting};

        let on = lanes_of(TWO_JOBS);
        let groups: Vec<&GroupLane> = on.pod_groups.iter().map(|(_, group)| group).collect();
        let names: Vec<_> =
            groups.iter().map(|group| (group.group.name(), group.minimum, group.members.len())).collect();
        assert_eq!(names, [("job-a", Some(4), 4), ("job-b", Some(4), 4)]);
        let of_group = |lanes: &Lanes, group: &GroupLane| steps(lanes, &group.members, group.required_count());
        assert_eq!(of_group(&on, groups[0]), [(Gated, 0), (Starting, 0), (MinimumReached, 4), (Ended, 0)]);
        assert_eq!(of_group(&on, groups[1]), [(Gated, 0), (Waiting, 0), (Starting, 0), (MinimumReached, 4)]);
        // With the gates off, no pod belongs to a group: the members are taken from the other run.
        let off = lanes_of(&TWO_JOBS.replace("GenericWorkload: true, GangScheduling: true", ""));
        assert_eq!(off.pod_groups.iter().count(), 0);
        let members = on.namesakes(&groups[0].members, &off);
        assert_eq!(members.len(), 4);
        let steps = steps(&off, &members, 4);
        assert!(steps.contains(&(BelowMinimum, 3)) && !steps.iter().any(|step| step.0 == MinimumReached), "{steps:?}");
    }

    #[test]
    fn a_group_evicts_and_its_lane_is_where_the_arrows_begin() {
        let lanes = lanes_of(include_str!("../../www/scenarios/as-one.yaml"));
        let by_group = |by: EvictingLane| match by {
            EvictingLane::Group(group) => lanes.pod_groups.get(group).map(|lane| lane.group.name().to_owned()),
            EvictingLane::Pod(_) => None,
        };
        assert!(!lanes.evictions.is_empty());
        assert!(lanes.evictions.iter().all(|eviction| by_group(eviction.by).is_some()), "{:?}", lanes.evictions);
    }

    #[test]
    fn members_that_ended_count_for_the_minimum_while_others_run() {
        let mut states = MemberStates::default();
        for activity in [Activity::Running, Activity::Running, Activity::Succeeded] {
            states.change(Some(activity), |count| *count += 1);
        }
        assert_eq!(states.group_activity(3), (GroupActivity::MinimumReached, 2));
        assert_eq!(states.group_activity(4), (GroupActivity::BelowMinimum, 2));
    }
}
