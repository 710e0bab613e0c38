//! The console of the first example: `kubectl describe pod`, and the scheduler's log of each release.

use std::{ops::Deref, rc::Rc};

use schedscope::{
    api::Millis,
    releases::{Release, wording},
    runlog::{Attempt, EventKind},
    simulation::Simulation,
    trace::{
        Trace,
        console::{ConsoleLine, LinePosition, LineSource, Log, Messages, PodWatch, describe},
        steps,
    },
};

use crate::support::texts;

/// A run with the details of all its attempts.
struct RecordedRun {
    trace: Trace,
    attempts: Vec<Rc<Attempt>>,
}

impl Deref for RecordedRun {
    type Target = Trace;
    fn deref(&self) -> &Trace {
        &self.trace
    }
}

fn run_scenario(release: Release) -> RecordedRun {
    run_text(include_str!("../../www/scenarios/preemption.yaml"), release)
}

fn run_text(text: &str, release: Release) -> RecordedRun {
    let scenario = texts::scenario(text, release);
    let mut attempts = Vec::new();
    let trace = Trace::new(Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt))).1);
    RecordedRun { trace, attempts }
}

/// The number of events up to the first one that satisfies a condition.
fn count_after(trace: &Trace, like: impl Fn(&EventKind) -> bool) -> usize {
    trace.events().iter().position(|event| like(&event.what)).expect("it happens") + 1
}

/// The output of `kubectl describe pod` after the first `count` events.
fn describe_pod_at(trace: &Trace, pod: &str, count: usize) -> String {
    let mut messages = Messages::default();
    messages.extend(trace.events());
    let lines = describe::describe_pod(&trace.frame_at(count), pod, messages.of_pod(pod, count));
    lines.into_iter().map(|line| line.text + "\n").collect()
}

#[test]
fn the_description_of_a_pending_pod_has_the_reason() {
    let trace = run_scenario(Release::V1_20);
    let nominated = count_after(&trace, |what| matches!(what, EventKind::Nominated { .. }));
    let wanted = "\
Name:                 nginx-a
Namespace:            default
Priority:             1000000
Priority Class Name:  high-priority
Node:                 <none>
Labels:               <none>
Annotations:          <none>
Status:               Pending
IP:
NominatedNodeName:    test-worker
Containers:
  nginx:
    Image:      nginx:1.7.9
    Requests:
      cpu:     5
      memory:  64Mi
Conditions:
  Type          Status  Reason         Message
  ----          ------  ------         -------
  PodScheduled  False   Unschedulable  0/1 nodes are available: 1 Insufficient cpu.
QoS Class:       Burstable
Node-Selectors:  <none>
Tolerations:     node.kubernetes.io/not-ready:NoExecute op=Exists for 300s
                 node.kubernetes.io/unreachable:NoExecute op=Exists for 300s
Events:
  Type     Reason            Age  From               Message
  ----     ------            ---  ----               -------
  Warning  FailedScheduling  0s   default-scheduler  0/1 nodes are available: 1 Insufficient cpu.
";
    assert_eq!(describe_pod_at(&trace, "default/nginx-a", nominated), wanted);
}

#[test]
fn descriptions_show_the_state_of_the_moment() {
    let trace = run_scenario(Release::V1_34);
    let (victim, by) = trace
        .events()
        .iter()
        .find_map(|event| match &event.what {
            EventKind::Terminating { pod, .. } => Some(pod.clone()),
            _ => None,
        })
        .map(|pod| (pod, count_after(&trace, |what| matches!(what, EventKind::Terminating { .. }))))
        .expect("a victim");
    let dying = describe_pod_at(&trace, &victim, by);
    assert!(dying.contains("Status:                    Terminating (lasts 30s)\n"), "{dying}");
    assert!(dying.contains("Controlled By:             ReplicaSet/nginx-"), "{dying}");
    assert!(dying.contains("Normal  Preempted  0s   default-scheduler  Preempted by "), "{dying}");
    let name = victim.trim_start_matches("default/");
    let gone = format!("Error from server (NotFound): pods \"{name}\" not found\n");
    assert_eq!(describe_pod_at(&trace, &victim, usize::MAX), gone);
    // Repeated equal failures are one event with a count.
    let last = trace.frame_at(usize::MAX);
    let waiting = last.pods.values().find(|pod| pod.node.is_none()).expect("the new replica").pod.key();
    let described = describe_pod_at(&trace, &waiting, usize::MAX);
    assert!(described.contains("(x3 over 32s)  default-scheduler  0/1 nodes"), "{described}");
}

fn lines(book: &mut dyn LineSource, run: &RecordedRun) -> Vec<ConsoleLine> {
    book.extend(run.events());
    let detail = |number: usize| run.attempts.get(number).cloned();
    (0..book.places().len()).map(|index| book.line(run.events(), index, Millis::ZERO, &detail)).collect()
}

#[test]
fn log_lines_can_be_counted_before_the_details_are_loaded() {
    for (_, text) in texts::built_in() {
        for release in Release::ALL {
            let run = run_text(&text, release);
            let mut log = Log::new(wording(release));
            let known = lines(&mut log, &run);
            let before: Vec<ConsoleLine> =
                (0..log.places().len()).map(|index| log.line(run.events(), index, Millis::ZERO, &|_| None)).collect();
            assert_eq!(known.len(), before.len());
            for (known, before) in known.iter().zip(&before) {
                let waits = before.awaited_attempt.is_some();
                assert_eq!((known.place, &known.about, known.awaited_attempt), (before.place, &before.about, None));
                assert!(!known.cells[1].is_empty() && known.cells[1] != "…", "{release}: {known:?}");
                assert!(
                    if waits { before.cells[1] == "…" } else { before == known },
                    "{release}: {before:?} {known:?}"
                );
            }
        }
    }
}

#[test]
fn the_log_has_each_releases_wording_of_a_preemption() {
    for release in Release::ALL {
        let trace = run_scenario(release);
        let lines = lines(&mut Log::new(wording(release)), &trace);
        let old = [
            "Attempting to schedule pod: default/nginx-a",
            "Filter test-worker: GeneralPredicates: Insufficient cpu (Unschedulable)",
            "is a potential preemption victim on node test-worker.",
            "Preempt on test-worker: default/nginx-",
            "Unable to schedule default/nginx-a: no fit: 0/1 nodes are available: 1 Insufficient cpu.; waiting",
            "Attempting to bind default/nginx-a to test-worker",
            "pod default/nginx-a is bound successfully on node \"test-worker\", 1 nodes evaluated, 1 nodes were found feasible.",
        ];
        let today = [
            "\"Attempting to schedule pod\" pod=\"default/nginx-a\"",
            "Filter test-worker: NodeResourcesFit: Insufficient cpu (Unschedulable)",
            "\"Pod is a potential preemption victim on node\" pod=\"default/nginx-",
            "Preempt on test-worker: default/nginx-",
            "\"Unable to schedule pod; no fit; waiting\" pod=\"default/nginx-a\" err=\"0/1 nodes are available: 1 Insufficient cpu.\"",
            "\"Preemptor Pod preempted victim Pod\" preemptor=\"default/nginx-a\" victim=\"default/nginx-",
            "\"Successfully bound pod to node\" pod=\"default/nginx-a\" node=\"test-worker\" evaluatedNodes=1 feasibleNodes=1",
        ];
        let wanted: &[&str] = match release {
            Release::V1_16 => &old,
            Release::V1_20 => &[today[0], today[1], old[2], today[3], today[4], old[5], today[6]],
            Release::V1_34 | Release::V1_36 => &today,
        };
        let mut remaining_lines = lines.iter();
        for wanted in wanted {
            assert!(remaining_lines.any(|line| line.cells[1].contains(wanted)), "{release}: {wanted}");
        }
        let texts: Vec<&str> =
            lines.iter().filter(|line| !line.is_upstream).map(|line| line.cells[1].as_str()).collect();
        assert!(texts.iter().all(|text| !text.starts_with('"')), "{texts:?}");
    }
}

#[test]
fn every_line_links_to_its_moment() {
    for release in Release::ALL {
        let trace = run_scenario(release);
        let moments = steps::moments(trace.events());
        for book in
            [&mut Log::new(wording(release)) as &mut dyn LineSource, &mut PodWatch::default(), &mut Messages::default()]
        {
            let lines = lines(book, &trace);
            assert!(lines.windows(2).all(|pair| pair[0].place <= pair[1].place));
            for line in lines {
                let at = line.place.moment(&moments);
                assert!(LinePosition::of_moment(&moments, at) >= line.place, "{line:?} is told at its moment");
                assert!(
                    at == 0 || LinePosition::of_moment(&moments, at - 1) < line.place,
                    "{line:?} is not told before"
                );
            }
        }
    }
}

#[test]
fn an_incrementally_built_log_equals_one_built_at_once() {
    let trace = run_scenario(Release::V1_34);
    let mut whole = Log::new(wording(Release::V1_34));
    let all = lines(&mut whole, &trace);
    let mut grown = Log::new(wording(Release::V1_34));
    for count in (0..trace.events().len()).step_by(7) {
        grown.extend(&trace.events()[..count]);
    }
    assert_eq!(lines(&mut grown, &trace), all);
    assert_eq!(grown.widths(), whole.widths());
}

#[test]
fn scheduling_gates_are_shown_if_there_are_any() {
    for (release, wanted) in
        [(Release::V1_34, ["SchedulingGated", "Pending"]), (Release::V1_20, ["Pending", "Pending"])]
    {
        let trace = run_text(include_str!("../../www/scenarios/gates.yaml"), release);
        let lines = lines(&mut PodWatch::default(), &trace);
        let status: Vec<&str> =
            lines.iter().filter(|line| line.cells[0] == "gated").map(|line| &*line.cells[2]).collect();
        assert_eq!(status[..2], wanted, "{release}: {status:?}");
    }
}

#[test]
fn ages_of_events_are_relative_to_the_moment() {
    let trace = run_scenario(Release::V1_34);
    let mut messages = Messages::default();
    messages.extend(trace.events());
    let seen = [50, 2050, 299_999]
        .map(Millis::new)
        .map(|now| messages.line(trace.events(), 0, now, &|_| None).cells[0].clone());
    assert_eq!(seen, ["0s", "2s", "4m59s"]);
}
