//! Answers about drains and lost nodes and zones, for every node of random clusters, compared with separate runs: one without the action, one whose
//! script performs it, and one in which the lost nodes return at the end. Each number in the answer's sentence is counted from the events of these runs.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write,
};

use schedscope::{
    api::{Millis, NamespacedName, Pod, WorkloadKind},
    i18n::{Lang, answer_text::render_answer},
    protocol::{Answer, Consequences, Extent, MissingSuccessor, PodConsequence, PodFate, Question, Trial},
    queries::load,
    runlog::{Event, EventKind, EvictionAnswer},
    scheduler::framework::SeededChooser,
    simulation::Simulation,
    trace::{Frame, Phase},
};

use crate::support::finished_run::FinishedRun;

/// When the script performs the action of the question, in seconds: long after the cluster has settled.
const TRIAL_TIME: u64 = 600;
/// When the nodes of a lost zone return, in seconds.
const RETURN_TIME: u64 = 600_000;

/// A cluster with workloads that create their pods during the run, and Jobs that already have pods on nodes.
struct RandomCluster {
    text: String,
    nodes: Vec<String>,
}

impl RandomCluster {
    fn new(seed: u64) -> Self {
        let mut dice = SeededChooser::new(seed);
        let mut draw = |below: usize| dice.draw_below(below);
        let (mut text, mut nodes) = (String::new(), Vec::new());
        for at in 0..3 + draw(3) {
            let (zone, cpu) = (["east", "west"][draw(2)], 2 + draw(5));
            let _ = write!(
                text,
                "kind: Node\nmetadata: {{name: node-{at}, labels: {{topology.kubernetes.io/zone: {zone}}}}}\n\
                 status: {{allocatable: {{cpu: {cpu}, memory: 32Gi, pods: 20}}}}\n---\n"
            );
            nodes.push(format!("node-{at}"));
        }
        for at in 0..=draw(3) {
            let kind = ["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"][draw(4)];
            let (name, tenths, replicas) = (format!("app-{at}"), 1 + draw(12), 1 + draw(4));
            let count = if kind == "DaemonSet" { String::new() } else { format!("replicas: {replicas}, ") };
            let _ = write!(
                text,
                "kind: {kind}\nmetadata: {{name: {name}}}\nspec: {{{count}selector: {{matchLabels: {{app: {name}}}}}, template: \
                 {{metadata: {{labels: {{app: {name}}}}}, spec: {}}}}}\n---\n",
                pod_spec("", tenths)
            );
            for budget in 0..draw(3) {
                let _ = write!(
                    text,
                    "kind: PodDisruptionBudget\nmetadata: {{name: {name}-{budget}}}\nspec: {{minAvailable: {}, selector: \
                     {{matchLabels: {{app: {name}}}}}}}\n---\n",
                    draw(replicas + 1)
                );
            }
            // A pod that was evicted before the run.
            if kind == "ReplicaSet" && draw(2) == 0 {
                let _ = write!(
                    text,
                    "kind: Pod\nmetadata: {{name: {name}-a-old, labels: {{app: {name}}}, ownerReferences: [{{apiVersion: apps/v1, kind: \
                     ReplicaSet, name: {name}, uid: uid-{name}, controller: true}}]}}\nspec: {}\nstatus: {{phase: Failed, reason: \
                     Evicted}}\n---\n",
                    pod_spec(&format!("nodeName: node-{}, ", draw(nodes.len())), tenths)
                );
            }
        }
        for at in 0..draw(4) {
            let (name, count, limit, tenths) = (format!("job-{at}"), 1 + draw(4), draw(3), 1 + draw(8));
            let policy = ["", "podReplacementPolicy: Failed, "][draw(2)];
            let mode = ["NonIndexed", "Indexed"][draw(2)];
            let _ = write!(
                text,
                "kind: Job\nmetadata: {{name: {name}, uid: uid-{name}}}\nspec: {{{policy}completionMode: {mode}, parallelism: {count}, \
                 completions: {}, backoffLimit: {limit}, selector: {{matchLabels: {{job: {name}}}}}, template: {{metadata: {{labels: {{job: \
                 {name}}}}}, spec: {}}}}}\nstatus: {{active: {count}, startTime: \"2026-01-01T00:00:00Z\"}}\n---\n",
                count + draw(2),
                pod_spec("restartPolicy: Never, ", tenths)
            );
            for number in 0..count {
                let index = if mode == "Indexed" {
                    format!("annotations: {{batch.kubernetes.io/job-completion-index: '{number}'}}, ")
                } else {
                    String::new()
                };
                let node = format!("nodeName: node-{}, restartPolicy: Never, ", draw(nodes.len()));
                let _ = write!(
                    text,
                    "kind: Pod\nmetadata: {{name: {name}-{number}, {index}labels: {{job: {name}}}, ownerReferences: [{{apiVersion: batch/v1, \
                     kind: Job, name: {name}, uid: uid-{name}, controller: true}}]}}\nspec: {}\nstatus: {{phase: Running, conditions: \
                     [{{type: Ready, status: 'True'}}]}}\n---\n",
                    pod_spec(&node, tenths)
                );
            }
        }
        Self { text, nodes }
    }

    fn run(&self, script: &str) -> Vec<Event> {
        let text = format!("{}kind: Scenario\nscript:\n{script}", self.text);
        let (_, scenario) = load::load_scenario(&text, None).unwrap_or_else(|findings| panic!("{findings:?}\n{text}"));
        Simulation::new(scenario).run_to_end().1
    }
}

fn pod_spec(more: &str, tenths: usize) -> String {
    format!(
        "{{{more}terminationGracePeriodSeconds: 1, containers: [{{name: c, image: i, resources: {{requests: {{cpu: {tenths}00m}}}}}}]}}"
    )
}

/// What a trial would do, as data and as the sentence of the page.
fn describe_consequences(run: &mut FinishedRun, trial: Trial) -> (Consequences, String) {
    let question = Question::Consequences(trial);
    let answer = run.answer_at_once(question.clone());
    let sentence = render_answer(Lang::En, Millis::ZERO, &question, &answer).sentence;
    match answer {
        Answer::Consequences(consequences) => (consequences, sentence),
        other => panic!("{other:?}"),
    }
}

/// A pod that leaves in the separate run.
#[derive(Debug)]
struct ModelDeparture {
    pod: NamespacedName,
    owner: Option<(WorkloadKind, String)>,
    is_gone: bool,
}

/// What happens in the separate run from [`TRIAL_TIME`] on.
struct ModelRun {
    /// Earlier pods that leave, in order, without those that had finished before.
    departures: Vec<ModelDeparture>,
    failed_jobs: BTreeSet<String>,
    /// Pods whose eviction fails permanently.
    errors: BTreeSet<NamespacedName>,
    /// The number of created pods that exist at the end, by owner: bound and pending ones.
    created: BTreeMap<(WorkloadKind, String), (usize, usize)>,
}

fn owner_of(pod: &Pod) -> Option<(WorkloadKind, String)> {
    let owner = pod.metadata.controller()?;
    Some((owner.workload()?, owner.name.to_string()))
}

impl ModelRun {
    fn new(events: &[Event], before: &Frame) -> Self {
        let from = Millis::from_seconds(TRIAL_TIME);
        let mut model = Self {
            departures: Vec::new(),
            failed_jobs: BTreeSet::new(),
            errors: BTreeSet::new(),
            created: BTreeMap::new(),
        };
        let (mut uids, mut end) = (BTreeSet::new(), Frame::default());
        for event in events {
            end.apply_event(event);
            if event.at < from {
                continue;
            }
            match &event.what {
                EventKind::Terminating { pod, .. } => model.depart(before, pod, false),
                EventKind::PodRemoved(pod) => model.depart(before, pod, true),
                EventKind::PodCreated { pod, .. } => drop(uids.insert(pod.metadata.uid.clone())),
                EventKind::Message { about, reason, .. } if *reason == "BackoffLimitExceeded" => {
                    model.failed_jobs.insert(about.trim_start_matches("Job/default/").to_owned());
                }
                EventKind::EvictionAnswered(eviction) if matches!(eviction.answer, EvictionAnswer::Refused { code, .. } if code != 429) =>
                {
                    model.errors.insert(eviction.pod.clone());
                }
                _ => {}
            }
        }
        for view in end.pods.values() {
            let is_there = uids.contains(&view.pod.metadata.uid) && view.phase != Phase::Terminating;
            if let Some(owner) = owner_of(&view.pod).filter(|_| is_there) {
                let counts = model.created.entry(owner).or_default();
                if view.bound_to().is_some() { counts.0 += 1 } else { counts.1 += 1 }
            }
        }
        model
    }

    fn depart(&mut self, before: &Frame, pod: &NamespacedName, is_gone: bool) {
        if let Some(departure) = self.departures.iter_mut().find(|departure| departure.pod == *pod) {
            departure.is_gone |= is_gone;
        } else if let Some(view) = before.pods.get(pod).filter(|view| !view.phase.is_over()) {
            self.departures.push(ModelDeparture { pod: pod.clone(), owner: owner_of(&view.pod), is_gone });
        }
    }
}

/// The expected numbers in the sentence about replacements: elsewhere, Pending, after the old pod's removal, not yet, and never because the Job failed.
fn model_replacements(model: &ModelRun, anyway: &BTreeSet<NamespacedName>, back: Option<&ModelRun>) -> [usize; 5] {
    let mut leaving: BTreeMap<&(WorkloadKind, String), usize> = BTreeMap::new();
    for departure in model.departures.iter().filter(|departure| !anyway.contains(&departure.pod)) {
        if let Some(owner) = &departure.owner {
            *leaving.entry(owner).or_default() += 1;
        }
    }
    let mut counts = [0; 5];
    for (owner, count) in leaving {
        let (bound, pending) = model.created.get(owner).copied().unwrap_or_default();
        // All pods of an owner are equal, so it does not matter which one replaces which.
        let placed = bound.min(count);
        let waiting = pending.min(count - placed);
        let rest = count - placed - waiting;
        counts[0] += placed;
        counts[1] += waiting;
        if owner.0 == WorkloadKind::Job && model.failed_jobs.contains(&owner.1) {
            counts[4] += rest;
            continue;
        }
        let later = back.map_or(0, |back| {
            let (bound_then, pending_then) = back.created.get(owner).copied().unwrap_or_default();
            (bound_then + pending_then).saturating_sub(placed + waiting).min(rest)
        });
        counts[2] += later;
        counts[3] += rest - later;
    }
    counts
}

/// Parses these numbers from the sentence.
fn stated_replacements(sentence: &str) -> [usize; 5] {
    let list = sentence.split_once("Replacements: ").and_then(|(_, rest)| rest.split_once('.'));
    let mut counts = [0; 5];
    for part in list.map_or("", |(list, _)| list).split(", ").filter(|part| !part.is_empty()) {
        let Some((number, what)) = part.split_once(' ') else { panic!("{part}") };
        // The second half of a part that contains a comma.
        let Ok(number) = number.parse::<usize>() else { continue };
        let starts = [
            ["starts elsewhere", "start elsewhere"],
            ["stays Pending", "stay Pending"],
            ["comes once", "come once"],
            ["hasn’t come", "haven’t come"],
            ["doesn’t come", "don’t come"],
        ];
        let at = starts.iter().position(|starts| starts.iter().any(|start| what.starts_with(start)));
        counts[at.unwrap_or_else(|| panic!("{part}"))] = number;
    }
    counts
}

/// Compares an answer with the separate runs. Returns whether a Job fails, a pod on another node leaves, an eviction fails, and a successor comes later.
fn check(
    cluster: &RandomCluster,
    finished_run: &mut FinishedRun,
    trial: Trial,
    nodes: &[String],
    script: &str,
    back: Option<&str>,
) -> [bool; 4] {
    let (consequences, sentence) = describe_consequences(finished_run, trial);
    let case = format!("{sentence}\n{consequences:#?}\n{script}{}", cluster.text);
    assert_eq!(consequences.extent, Extent::ToEnd, "{case}");
    let before = &finished_run.frame;
    let model = ModelRun::new(&cluster.run(script), before);
    let base = ModelRun::new(&cluster.run(&format!("- {{at: {TRIAL_TIME}s, cordon: none}}\n")), before);
    let anyway: BTreeSet<NamespacedName> = base.departures.iter().map(|departure| departure.pod.clone()).collect();
    let back = back.map(|back| ModelRun::new(&cluster.run(&format!("{script}{back}")), before));
    // Exactly the pods that leave, on all nodes.
    let leaving = |fate: &&PodFate| fate.leaves_node() && !fate.is_new && !fate.is_finished;
    let stated: BTreeSet<(&NamespacedName, bool)> = consequences
        .fates
        .iter()
        .filter(leaving)
        .map(|fate| (&fate.pod, matches!(fate.comes, PodConsequence::Goes { .. })))
        .collect();
    let expected: BTreeSet<(&NamespacedName, bool)> = model
        .departures
        .iter()
        .filter(|departure| !anyway.contains(&departure.pod))
        .map(|departure| (&departure.pod, departure.is_gone))
        .collect();
    assert_eq!(stated, expected, "{case}");
    let is_on_nodes = |pod: &NamespacedName| {
        before
            .pods
            .get(pod)
            .and_then(|view| view.node.as_ref())
            .is_some_and(|node| nodes.iter().any(|name| *name == **node))
    };
    let elsewhere = expected.iter().filter(|(pod, _)| !is_on_nodes(pod)).count();
    let stated_elsewhere = match elsewhere {
        0 => None,
        1 => Some("Because of it, 1 pod elsewhere goes, too.".to_owned()),
        count => Some(format!("Because of it, {count} pods elsewhere go, too.")),
    };
    assert_eq!(stated_elsewhere.is_some(), sentence.contains("Because of it, "), "{case}");
    assert!(stated_elsewhere.is_none_or(|text| sentence.contains(&text)), "{case}");
    // The Jobs that fail.
    let failing: BTreeSet<String> = model.failed_jobs.difference(&base.failed_jobs).cloned().collect();
    let stated_jobs: BTreeSet<String> =
        consequences.failed_jobs.iter().map(|failed| failed.job.name().to_owned()).collect();
    assert_eq!(stated_jobs, failing, "{case}");
    assert!(failing.iter().all(|job| sentence.contains(&format!("Job {job} fails (BackoffLimitExceeded)"))), "{case}");
    // The evictions that fail permanently.
    let is_error = |fate: &&PodFate| matches!(fate.comes, PodConsequence::EvictionFails(_));
    let errors: BTreeSet<NamespacedName> =
        consequences.fates.iter().filter(is_error).map(|fate| fate.pod.clone()).collect();
    assert_eq!(errors, model.errors, "{case}");
    assert_eq!(sentence.contains("with an error (500)"), !errors.is_empty(), "{case}");
    // The replacements.
    assert_eq!(stated_replacements(&sentence), model_replacements(&model, &anyway, back.as_ref()), "{case}");
    let successors: Vec<&NamespacedName> = consequences
        .fates
        .iter()
        .filter(|fate| !fate.is_new)
        .filter_map(|fate| fate.instead.as_ref().map(|placement| &placement.pod))
        .collect();
    assert_eq!(successors.iter().collect::<BTreeSet<_>>().len(), successors.len(), "one place each: {case}");
    assert!(consequences.fates.iter().all(|fate| !fate.is_finished || fate.instead.is_none()), "{case}");
    let is_late = |fate: &PodFate| fate.missing == Some(MissingSuccessor::OncePodIsGone);
    [!failing.is_empty(), elsewhere > 0, !errors.is_empty(), consequences.fates.iter().any(is_late)]
}

#[test]
fn sentences_about_consequences_match_separate_runs() {
    let mut seen = [0; 4];
    for seed in 0..80 {
        let cluster = RandomCluster::new(seed);
        let mut finished_run = FinishedRun::new(&cluster.text);
        let node = cluster.nodes[usize::try_from(seed).expect("a number") % cluster.nodes.len()].clone();
        let zone = finished_run.frame.nodes.get(node.as_str()).map(|view| view.zone().to_owned()).expect("a node");
        let is_lost =
            |name: &&String| finished_run.frame.nodes.get(name.as_str()).is_some_and(|view| view.zone() == zone);
        let lost: Vec<String> = cluster.nodes.iter().filter(is_lost).cloned().collect();
        let lines = |seconds: u64, action: &str| -> String {
            let lines: Vec<String> =
                lost.iter().map(|node| format!("- {{at: {seconds}s, {action}: {node}}}\n")).collect();
            lines.concat()
        };
        let drain = format!("- {{at: {TRIAL_TIME}s, drain: {{node: {node}, force: true}}}}\n");
        let results = [
            check(
                &cluster,
                &mut finished_run,
                Trial::Drain(node.as_str().into()),
                std::slice::from_ref(&node),
                &drain,
                None,
            ),
            check(
                &cluster,
                &mut finished_run,
                Trial::LoseZone(zone.as_str().into()),
                &lost,
                &lines(TRIAL_TIME, "unreachable"),
                Some(&lines(RETURN_TIME, "ready")),
            ),
        ];
        for (count, has) in
            seen.iter_mut().zip(results.concat().chunks(4).fold([false; 4], |all, part| {
                [all[0] || part[0], all[1] || part[1], all[2] || part[2], all[3] || part[3]]
            }))
        {
            *count += usize::from(has);
        }
    }
    assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
}
