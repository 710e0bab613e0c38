//! The story texts of moments about pod groups.

use std::rc::Rc;

use api::{Millis, NamespacedName, Set};
use runlog::{AttemptEnd, Deletion, Event, EventKind, Queue, QueueEvent};
use trace::{
    Frame,
    group_cycle::GroupCycle,
    group_loop::TightLoop,
    group_steps::GroupStep,
    group_wait::find_rival,
    steps::{Moment, Step},
};

use super::{Lang, format_clock, moment_story::MomentText, short_pod_name};

/// The text of a moment, if it is about a group.
pub(crate) fn group_moment_text(lang: Lang, events: &[Rc<Event>], moment: Moment, frame: &Frame) -> Option<MomentText> {
    let event = events.get(moment.events.checked_sub(1)?)?;
    match moment.step {
        Step::Group(step) => step_text(lang, events, moment.events, frame, step),
        Step::Event if !frame.pod_groups.is_empty() => event_text(lang, events, moment.events, frame, event),
        _ => None,
    }
}

fn minimum(frame: &Frame, group: &NamespacedName) -> Option<usize> {
    frame.pod_groups.get(group)?.min_count()
}

fn step_text(lang: Lang, events: &[Rc<Event>], count: usize, frame: &Frame, step: GroupStep) -> Option<MomentText> {
    let cycle = GroupCycle::at_event(events, count)?;
    let text: MomentText = lang.group_step(step, &cycle, minimum(frame, cycle.group)).into();
    let quote = match (step, &events[count - 1].what) {
        (GroupStep::Verdict, EventKind::GroupAttempted(summary)) => summary.status.message().to_owned(),
        (GroupStep::Units | GroupStep::WithoutUnits, EventKind::GroupAttempted(summary)) => summary
            .preemption
            .as_ref()
            .filter(|preemption| preemption.victims.is_empty())
            .map_or_else(String::new, |preemption| preemption.message.to_string()),
        (GroupStep::Member(_), EventKind::Attempted(attempt)) => match &attempt.end {
            AttemptEnd::Failed { message, .. } => message.to_string(),
            _ => String::new(),
        },
        _ => String::new(),
    };
    Some(MomentText { quote, ..text })
}

/// The number of pods of a group that count toward its minimum.
fn member_count(frame: &Frame, group: &NamespacedName) -> usize {
    frame.pods.values().filter(|view| !view.phase.is_over() && view.pod.group_key().as_ref() == Some(group)).count()
}

fn event_text(lang: Lang, events: &[Rc<Event>], count: usize, frame: &Frame, event: &Event) -> Option<MomentText> {
    let group_of = |pod: &NamespacedName| frame.pods.get(pod)?.pod.group_key();
    match &event.what {
        EventKind::HeldBack { pod, text, .. } => {
            let group = group_of(pod)?;
            let (here, wanted) = (member_count(frame, &group), minimum(frame, &group)?);
            let sentence = lang.gang_incomplete(short_pod_name(&group), here, wanted);
            (here < wanted).then(|| MomentText { quote: text.to_string(), ..sentence.into() })
        }
        EventKind::Queued { pod, queue: Queue::Active, by: QueueEvent::PodAdd, .. } => {
            let group = group_of(pod)?;
            let completes = member_count(frame, &group) == minimum(frame, &group)?;
            completes.then(|| lang.gang_complete(short_pod_name(&group), short_pod_name(pod)).into())
        }
        EventKind::Popped { pod, attempt } => {
            let popped = events[count..].iter().find(|later| !matches!(later.what, EventKind::Popped { .. }));
            let EventKind::GroupPopped { by, members, .. } = &popped?.what else { return None };
            let is_sibling = by != pod && members.contains(pod);
            is_sibling.then(|| lang.sibling_popped(short_pod_name(pod), short_pod_name(by), *attempt).into())
        }
        EventKind::GroupPopped { group, by, members } => {
            let siblings = members.len().saturating_sub(1);
            Some(lang.group_popped(short_pod_name(group), short_pod_name(by), siblings).into())
        }
        EventKind::GroupHeld(group) => {
            let tight_loop = TightLoop::at_event(events, count)?;
            Some(lang.group_held(short_pod_name(group), &tight_loop).into())
        }
        EventKind::Terminating { why: Deletion::PreemptedForGroup { group }, .. } => {
            let later = events[count..].iter().take_while(|later| later.at == event.at);
            let is_next = |later: &Rc<Event>| matches!(&later.what, EventKind::Terminating { why: Deletion::PreemptedForGroup { group: other }, .. } if other == group);
            let is_last = !later.into_iter().any(is_next);
            let victims = victims_of(frame, group);
            let nodes: Set<_> = victims.iter().filter_map(|victim| victim.node.clone()).collect();
            let ends = victims.iter().filter_map(|victim| victim.terminates_at).max().unwrap_or(Millis::ZERO);
            let left = format_clock(ends.saturating_since(event.at));
            (is_last && victims.len() > 1).then(|| lang.group_victims_end(victims.len(), nodes.len(), &left).into())
        }
        EventKind::PodRemoved(pod) => {
            let ended = events[..count].iter().rev().find_map(|earlier| match &earlier.what {
                EventKind::Terminating { pod: ended, why, .. } if ended == pod => Some(why),
                EventKind::PodCreated { pod: created, .. } if created.key() == *pod => Some(&Deletion::Deleted),
                _ => None,
            });
            let Some(Deletion::PreemptedForGroup { group }) = ended else { return None };
            let is_last = victims_of(frame, group).is_empty();
            let claim = match find_rival(frame, group) {
                Some((rival, node)) => lang.rival_nominated(short_pod_name(rival), node),
                None => lang.group_stage_labels().room_for_anyone.to_owned(),
            };
            is_last.then(|| lang.group_room_free(short_pod_name(group), short_pod_name(pod), &claim).into())
        }
        _ => None,
    }
}

/// Victims of a group that are terminating.
fn victims_of<'f>(frame: &'f Frame, group: &NamespacedName) -> Vec<&'f trace::PodView> {
    let goes = |view: &&Rc<trace::PodView>| matches!(&view.deletion, Some(Deletion::PreemptedForGroup { group: other }) if other == group);
    frame.pods.values().filter(goes).map(|view| &**view).collect()
}

#[cfg(test)]
mod tests {
    use releases::Release;
    use simulation::{Scenario, Simulation};
    use trace::{
        Trace,
        moment_names::{MomentName, NameMatch},
        steps,
    };

    use super::*;
    use crate::story::moment_text;

    const NODE: &str =
        "---\nkind: Node\nmetadata: {name: NAME}\nstatus: {allocatable: {cpu: 4, memory: 8Gi, pods: 9}}\n";

    fn node(name: &str) -> String {
        NODE.replace("NAME", name)
    }

    fn group(name: &str, rest: &str) -> String {
        format!(
            "---\napiVersion: scheduling.k8s.io/v1alpha2\nkind: PodGroup\nmetadata: {{name: {name}}}\nspec: {{{rest}}}\n"
        )
    }

    fn pod(name: &str, group: &str, cpu: u32, class: &str) -> String {
        let group =
            if group.is_empty() { String::new() } else { format!("schedulingGroup: {{podGroupName: {group}}}, ") };
        format!(
            "---\nkind: Pod\nmetadata: {{name: {name}}}\nspec: {{{group}priorityClassName: {class}, terminationGracePeriodSeconds: 3, \
             containers: [{{name: c, resources: {{requests: {{cpu: {cpu}}}}}}}]}}\n"
        )
    }

    fn classes() -> String {
        ["low", "high"]
            .map(|name| {
                format!(
                    "---\nkind: PriorityClass\nmetadata: {{name: {name}}}\nvalue: {}\n",
                    if name == "low" { 10 } else { 500 }
                )
            })
            .concat()
    }

    /// The titles of all moments of a run in both languages.
    fn titles(objects: &str, gates: &str, script: &str) -> Vec<String> {
        let text = format!("{objects}---\nkind: Scenario\nfeatureGates: {{{gates}}}\n{script}");
        let manifest = manifest::load_for(&text, Some(Release::V1_36)).expect("a manifest");
        let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
        let trace = Trace::new(Simulation::new(scenario).run_to_end().1);
        let (events, moments) = (trace.events(), steps::moments(trace.events()));
        let wording = releases::wording(Release::V1_36);
        let mut titles = Vec::new();
        for (at, moment) in moments.iter().enumerate() {
            let frame = trace.frame_at(moment.events);
            let told = [Lang::En, Lang::Zh].map(|lang| moment_text(lang, events, *moment, &frame, wording, None));
            if matches!(moment.step, Step::Group(_)) {
                assert!(told.iter().all(|text| !text.title.is_empty() && !text.text.is_empty()), "{told:?}");
            }
            if matches!(moment.step, Step::Group(_)) {
                let name = MomentName::of_moment(events, &moments, at).expect("a name");
                assert_eq!(name.find_moment(events, &moments), NameMatch::Exact(at), "{name}");
            }
            titles.push(format!("{} | {} | {}", told[0].title, told[0].text, told[0].quote));
        }
        titles
    }

    fn assert_order(titles: &[String], expected: &[&str]) {
        let mut rest = titles.iter();
        for wanted in expected {
            assert!(rest.any(|title| title.contains(wanted)), "{wanted} in {titles:#?}");
        }
    }

    const GANGS: &str = "GenericWorkload: true, GangScheduling: true";

    #[test]
    fn group_cycle_story_has_a_line_for_each_member() {
        let objects = [
            node("a"),
            classes(),
            group("train", "schedulingPolicy: {gang: {minCount: 3}}"),
            pod("t-0", "train", 2, "low"),
            pod("t-1", "train", 2, "low"),
        ];
        let script = format!(
            "script:\n- {{at: 5s, create: {}}}\n- {{at: 20s, create: {{kind: Node, metadata: {{name: b}}, status: {{allocatable: {{cpu: 4, memory: 8Gi, pods: 9}}}}}}}}\n",
            "{kind: Pod, metadata: {name: t-2}, spec: {schedulingGroup: {podGroupName: train}, containers: [{name: c, resources: {requests: {cpu: 2}}}]}}"
        );
        assert_order(
            &titles(&objects.concat(), GANGS, &script),
            &[
                "train has 2 of 3 members. PreEnqueue of GangScheduling holds them back",
                "t-2 completes the gang.",
                "highest priority first",
                "t-2 is taken out of the queue with it",
                "waiting siblings along: 2",
                "One snapshot for all 3",
                "It is placed, not bound. Permit: wait (1 bound or placed, minimum 3).",
                "Permit: wait (2 bound or placed, minimum 3).",
                "fits nowhere. The cycle of train goes on without it.",
                "train: 2 of 3 placed · minimum 3 | Too few: all go back at once.",
                "The 2 that fitted get the group's message",
                "train was tried 3 times in this instant.",
                "train: 3 of 3 placed · minimum 3 | Minimum reached",
                "All 3 that fit are bound",
                "PodGroup: Scheduled | train: the condition PodGroupScheduled is True.",
            ],
        );
    }

    #[test]
    fn units_that_may_go_are_counted_even_if_their_removal_does_not_help() {
        let gates = format!("{GANGS}, WorkloadAwarePreemption: true");
        let objects = [
            node("a"),
            classes(),
            group("mpi", "schedulingPolicy: {gang: {minCount: 2}}, priorityClassName: high"),
            pod("web", "", 2, "low"),
            pod("m-0", "mpi", 3, "high"),
            pod("m-1", "mpi", 3, "high"),
        ];
        let bound = objects.concat().replace("{name: web}\nspec: {", "{name: web}\nspec: {nodeName: a, ");
        let titles = titles(&bound, &gates, "");
        assert_order(
            &titles,
            &[
                "mpi's group priority is 500. Everything lower may go, unit by unit: 1.",
                "The only unit is removed in the dry run, and mpi still does not fit.",
            ],
        );
        assert!(!titles.iter().any(|title| title.contains("Nothing that runs has a lower one")), "{titles:#?}");
    }

    #[test]
    fn group_preemption_story_has_a_line_for_each_unit() {
        let gates = format!("{GANGS}, WorkloadAwarePreemption: true");
        let objects = [
            node("a"),
            node("b"),
            classes(),
            group("etl", "schedulingPolicy: {gang: {minCount: 2}}, disruptionMode: PodGroup, priorityClassName: low"),
            group("mpi", "schedulingPolicy: {gang: {minCount: 2}}, priorityClassName: high"),
            pod("e-0", "etl", 2, "low"),
            pod("e-1", "etl", 2, "low"),
            pod("web", "", 2, "low"),
        ];
        let member = |name: &str| {
            format!(
                "- {{at: 9s, create: {{kind: Pod, metadata: {{name: {name}}}, spec: {{schedulingGroup: {{podGroupName: mpi}}, containers: [{{name: c, resources: {{requests: {{cpu: 3}}}}}}]}}}}}}\n"
            )
        };
        let script = format!("script:\n{}{}", member("m-0"), member("m-1"));
        let titles = titles(&objects.concat(), &gates, &script);
        assert_order(
            &titles,
            &[
                "mpi's group priority is 500.",
                "units are removed in the dry run, and mpi fits: 2 of 2.",
                "is put back",
                "units go:",
                "The placement is thrown away",
                "left until the last is gone",
                "Room is free. Whoever is popped first may take it.",
            ],
        );
    }
}
