//! Answers about random clusters, compared with independent models: the errors of `kubectl drain` follow from the pods' specs, the pods that leave and
//! their successors from a second run whose script performs the action, and what would make a pod fit from sums.

use std::{collections::BTreeMap, fmt::Write};

use schedscope::{
    api::{Millis, NamespacedName},
    protocol::{
        Answer, Change, DrainEffect, MissingSuccessor, NodeLossEffect, PodConsequence, PodFate, Question, Reply,
        StayReason, Trial,
    },
    queries::load,
    runlog::{Deletion, Event, EventKind},
    scheduler::framework::SeededChooser,
    simulation::Simulation,
    trace::Frame,
};

use crate::support::{dumps, finished_run::FinishedRun};

/// When the script performs the action of the question, in seconds: long after the cluster has settled.
const TRIAL_TIME: u64 = 600;
/// When the nodes of a lost zone return, in seconds.
const RETURN_TIME: u64 = 600_000;

/// The properties of a pod that decide what a drain or the loss of its node does to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Nature {
    Owned,
    Bare,
    Daemon,
    Mirror,
    Finished,
    Foreign,
    Stateful,
}

#[derive(Clone, Debug)]
struct ModelPod {
    nature: Nature,
    has_scratch: bool,
    has_toleration: bool,
}

#[derive(Debug, Default)]
struct ModelCluster {
    text: String,
    nodes: Vec<String>,
    /// The prefixes of pod names, such as `default/web-0-`, and the pods.
    pods: Vec<(String, ModelPod)>,
}

impl ModelCluster {
    fn random(seed: u64) -> Self {
        let mut dice = SeededChooser::new(seed);
        let mut draw = |below: usize| dice.draw_below(below);
        let mut cluster = Self::default();
        for at in 0..2 + draw(4) {
            let (zone, cpu) = (["east", "west", "north"][draw(3)], 2 + draw(6));
            let _ = write!(
                cluster.text,
                "kind: Node\nmetadata: {{name: node-{at}, labels: {{topology.kubernetes.io/zone: {zone}}}}}\n\
                 status: {{allocatable: {{cpu: {cpu}, memory: 32Gi, pods: 20}}}}\n---\n"
            );
            cluster.nodes.push(format!("node-{at}"));
        }
        for at in 0..=draw(3) {
            let kind = ["Deployment", "ReplicaSet", "StatefulSet", "DaemonSet"][draw(4)];
            let (name, replicas, has_scratch, has_toleration) =
                (format!("app-{at}"), 1 + draw(4), draw(3) == 0, draw(4) == 0);
            let spec = pod_spec("", 1 + draw(10), has_scratch, has_toleration);
            let count = if kind == "DaemonSet" { String::new() } else { format!("replicas: {replicas}, ") };
            let _ = write!(
                cluster.text,
                "kind: {kind}\nmetadata: {{name: {name}}}\nspec: {{{count}selector: {{matchLabels: {{app: {name}}}}}, template: \
                 {{metadata: {{labels: {{app: {name}}}}}, spec: {spec}}}}}\n---\n"
            );
            if kind != "DaemonSet" && draw(3) == 0 {
                let _ = write!(
                    cluster.text,
                    "kind: PodDisruptionBudget\nmetadata: {{name: {name}}}\nspec: {{minAvailable: {}, selector: {{matchLabels: \
                     {{app: {name}}}}}}}\n---\n",
                    draw(replicas + 1)
                );
            }
            let nature = match kind {
                "DaemonSet" => Nature::Daemon,
                "StatefulSet" => Nature::Stateful,
                _ => Nature::Owned,
            };
            cluster.note_pod(&name, nature, has_scratch, has_toleration);
        }
        for at in 0..draw(5) {
            let nature = [Nature::Bare, Nature::Mirror, Nature::Finished, Nature::Foreign][draw(4)];
            let (name, node) = (format!("pod-{at}"), draw(cluster.nodes.len()));
            let (has_scratch, has_toleration) = (draw(3) == 0, nature == Nature::Mirror || draw(4) == 0);
            let spec = pod_spec(&format!("nodeName: node-{node}, "), 1 + draw(4), has_scratch, has_toleration);
            let owner = |kind: &str| {
                format!(
                    ", ownerReferences: [{{apiVersion: v1, kind: {kind}, name: node-{node}, uid: u, controller: true}}]"
                )
            };
            let more = match nature {
                Nature::Mirror => format!(", annotations: {{kubernetes.io/config.mirror: x}}{}", owner("Node")),
                Nature::Foreign => owner("Widget"),
                _ => String::new(),
            };
            let phase = if nature == Nature::Finished { "Succeeded" } else { "Running" };
            let _ = write!(
                cluster.text,
                "kind: Pod\nmetadata: {{name: {name}{more}}}\nspec: {spec}\nstatus: {{phase: {phase}}}\n---\n"
            );
            cluster.note_pod(&name, nature, has_scratch, has_toleration);
        }
        cluster
    }

    fn note_pod(&mut self, name: &str, nature: Nature, has_scratch: bool, has_toleration: bool) {
        self.pods.push((format!("default/{name}"), ModelPod { nature, has_scratch, has_toleration }));
    }

    fn pod(&self, key: &str) -> &ModelPod {
        let is_named = |(prefix, _): &&(String, ModelPod)| {
            key.strip_prefix(prefix.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        };
        self.pods.iter().find(is_named).map_or_else(|| panic!("{key}"), |(_, pod)| pod)
    }

    /// The cluster's manifest with a script.
    fn with_script(&self, script: &str) -> String {
        format!("{}kind: Scenario\nscript:\n{script}", self.text)
    }

    /// The expected errors of `kubectl drain` without flags, for these pods, sorted by name.
    fn refusals(&self, keys: &[NamespacedName]) -> Vec<String> {
        let mut refusals: Vec<(&str, Vec<&str>)> = Vec::new();
        for key in keys {
            let pod = self.pod(key);
            let text = match pod.nature {
                Nature::Mirror | Nature::Finished => continue,
                Nature::Daemon => "DaemonSet-managed Pods (use --ignore-daemonsets to ignore)",
                _ if pod.has_scratch => "Pods with local storage (use --delete-emptydir-data to override)",
                Nature::Bare => "Pods that declare no controller (use --force to override)",
                _ => continue,
            };
            match refusals.iter_mut().find(|(other, _)| *other == text) {
                Some((_, keys)) => keys.push(key),
                None => refusals.push((text, vec![key])),
            }
        }
        refusals.iter().map(|(text, keys)| format!("cannot delete {text}: {}", keys.join(", "))).collect()
    }

    fn flags(&self, keys: &[NamespacedName]) -> Vec<(&'static str, Vec<NamespacedName>)> {
        let of = |needs: &dyn Fn(&ModelPod) -> bool| -> Vec<NamespacedName> {
            keys.iter().filter(|key| needs(self.pod(key))).cloned().collect()
        };
        let goes = |pod: &ModelPod| !matches!(pod.nature, Nature::Mirror | Nature::Finished | Nature::Daemon);
        let flags = [
            ("--ignore-daemonsets", of(&|pod| pod.nature == Nature::Daemon)),
            ("--delete-emptydir-data", of(&|pod| goes(pod) && pod.has_scratch)),
            ("--force", of(&|pod| pod.nature == Nature::Bare)),
        ];
        flags.into_iter().filter(|(_, keys)| !keys.is_empty()).collect()
    }
}

fn pod_spec(more: &str, tenths: usize, has_scratch: bool, has_toleration: bool) -> String {
    let volumes = if has_scratch { "volumes: [{name: v, emptyDir: {}}], " } else { "" };
    let tolerations = if has_toleration { "tolerations: [{operator: Exists, effect: NoExecute}], " } else { "" };
    format!(
        "{{{more}{volumes}{tolerations}terminationGracePeriodSeconds: 1, containers: [{{name: c, resources: {{requests: {{cpu: \
         {tenths}00m}}}}}}]}}"
    )
}

/// Script entries that apply an action to each node.
fn script_lines(nodes: &[impl std::fmt::Display], seconds: u64, action: &str) -> String {
    let mut lines = String::new();
    for node in nodes {
        let _ = writeln!(lines, "- {{at: {seconds}s, {action}: {node}}}");
    }
    lines
}

/// Runs a manifest and returns its events.
fn run(text: &str) -> Vec<Event> {
    let (_, scenario) = load::load_scenario(text, None).unwrap_or_else(|findings| panic!("{findings:?}\n{text}"));
    Simulation::new(scenario).run_to_end().1
}

/// What happens to a pod in the second run.
#[derive(Debug, PartialEq, Eq)]
enum ModelFate {
    Goes,
    Lingers,
    Stays,
}

/// What happens to these pods from [`TRIAL_TIME`] on.
fn model_fates(events: &[Event], keys: &[NamespacedName]) -> Vec<ModelFate> {
    let from = Millis::from_seconds(TRIAL_TIME);
    let later = || events.iter().filter(|event| event.at >= from);
    let fate = |key: &NamespacedName| {
        let is_asked = later().any(|event| matches!(&event.what, EventKind::Terminating { pod, .. } if pod == key));
        let is_removed = later().any(|event| matches!(&event.what, EventKind::PodRemoved(pod) if pod == key));
        match (is_asked, is_removed) {
            (true, true) => ModelFate::Goes,
            (true, false) => ModelFate::Lingers,
            (false, _) => ModelFate::Stays,
        }
    };
    keys.iter().map(fate).collect()
}

fn fate_of(fate: &PodFate) -> ModelFate {
    match fate.comes {
        PodConsequence::Goes { .. } => ModelFate::Goes,
        PodConsequence::Lingers(_) => ModelFate::Lingers,
        PodConsequence::Fails(_)
        | PodConsequence::Kept(_)
        | PodConsequence::EvictionFails(_)
        | PodConsequence::Stays(_) => ModelFate::Stays,
    }
}

/// The pods of each application at the end: the number of those with a node, and of all.
fn pods_by_app(frame: &Frame) -> BTreeMap<String, (usize, usize)> {
    let mut counts = BTreeMap::new();
    for (key, view) in frame.pods.iter().filter(|(_, view)| !view.phase.is_over()) {
        let app = key.split('-').take(2).collect::<Vec<_>>().join("-");
        let count: &mut (usize, usize) = counts.entry(app).or_default();
        count.0 += usize::from(view.node.is_some());
        count.1 += 1;
    }
    counts
}

fn final_frame(events: &[Event]) -> Frame {
    let mut frame = Frame::default();
    for event in events {
        frame.apply_event(event);
    }
    frame
}

#[test]
fn answers_about_drains_match_a_second_run() {
    let (mut refused_count, mut kept_count, mut moved_count) = (0, 0, 0);
    for seed in 0..200 {
        let cluster = ModelCluster::random(seed);
        let mut finished_run = FinishedRun::new(&cluster.text);
        let node = cluster.nodes[usize::try_from(seed).expect("a number") % cluster.nodes.len()].clone();
        let keys = finished_run.pods_on(|on| on == node);
        let case = format!("seed {seed}, {node}\n{}", cluster.text);
        let consequences = finished_run.consequences(Trial::Drain(node.as_str().into()));
        // The errors of the command without flags.
        let refusals = cluster.refusals(&keys);
        assert!(
            consequences.refusals.iter().map(|text| text.as_str()).eq(refusals.iter().map(String::as_str)),
            "{consequences:?}\n{refusals:?}\n{case}"
        );
        let plain = format!(
            "- {{at: {TRIAL_TIME}s, drain: {{node: {node}, force: false, ignoreDaemonsets: false, deleteEmptydirData: false}}}}\n"
        );
        let printed: Vec<String> = run(&cluster.with_script(&plain))
            .iter()
            .filter_map(|event| match &event.what {
                EventKind::Printed { text, .. } => Some(text.to_string()),
                _ => None,
            })
            .collect();
        let printed_refusals: Vec<&String> = printed.iter().filter(|line| line.starts_with("cannot delete ")).collect();
        assert!(printed_refusals.into_iter().eq(&refusals), "{printed:?}\n{case}");
        let flags: Vec<_> = consequences.flags.iter().map(|flag| (flag.flag.as_str(), flag.pods.clone())).collect();
        assert_eq!(flags, cluster.flags(&keys), "{case}");
        refused_count += usize::from(!refusals.is_empty());
        // The fates of the pods with `--force` and the other flags.
        let forced = format!("- {{at: {TRIAL_TIME}s, drain: {{node: {node}, force: true}}}}\n");
        let events = run(&cluster.with_script(&forced));
        let on_node: Vec<&PodFate> = consequences.fates.iter().filter(|fate| keys.contains(&fate.pod)).collect();
        let fates: Vec<ModelFate> = on_node.iter().map(|fate| fate_of(fate)).collect();
        assert!(on_node.iter().map(|fate| &fate.pod).eq(&keys), "each pod of the node, once: {case}");
        assert_eq!(fates, model_fates(&events, &keys), "{consequences:?}\n{case}");
        for fate in &on_node {
            let nature = cluster.pod(&fate.pod).nature;
            assert_eq!(fate.is_finished, nature == Nature::Finished, "{fate:?}\n{case}");
            match (&fate.comes, nature) {
                (PodConsequence::Stays(reason), Nature::Daemon) => assert_eq!(*reason, StayReason::Daemon, "{case}"),
                (PodConsequence::Stays(reason), Nature::Mirror) => assert_eq!(*reason, StayReason::Mirror, "{case}"),
                (PodConsequence::Kept(budgets), _) => {
                    assert_eq!(budgets.len(), 1, "one budget has it: {fate:?}\n{case}");
                    kept_count += 1;
                }
                (PodConsequence::Goes { why: Deletion::Drained, .. }, _) => {}
                other => panic!("{other:?}: {fate:?}\n{case}"),
            }
            let is_not_simulated = matches!(fate.missing, Some(MissingSuccessor::NotSimulated(_)));
            assert_eq!(is_not_simulated, nature == Nature::Foreign && fate.leaves_node(), "{fate:?}\n{case}");
        }
        // Each pod that leaves and has a controller gets a successor, in the same state as in the second run.
        let frame = final_frame(&events);
        for fate in on_node.iter().filter(|fate| fate.leaves_node() && !fate.is_finished) {
            // A StatefulSet creates its pods one by one, each when the previous ones are ready.
            let nature = cluster.pod(&fate.pod).nature;
            let (app, _) = fate.pod.rsplit_once('-').expect("a name with a number");
            let counts = pods_by_app(&frame).get(app).copied().unwrap_or_default();
            let is_waiting = nature == Nature::Stateful && counts.0 < counts.1;
            let is_made = matches!(nature, Nature::Owned | Nature::Stateful);
            assert!(fate.instead.is_some() == is_made || is_waiting, "{fate:?}\n{case}");
            if let Some(placement) = &fate.instead {
                let view = frame.pods.get(&placement.pod).unwrap_or_else(|| panic!("{placement:?}\n{case}"));
                assert_eq!(view.bound_to(), placement.node.as_ref(), "{placement:?}\n{case}");
                assert_eq!(placement.message.is_empty(), placement.node.is_some(), "{placement:?}\n{case}");
                moved_count += 1;
            }
        }
    }
    assert!(refused_count > 80 && kept_count > 10 && moved_count > 50, "{refused_count} {kept_count} {moved_count}");
}

#[test]
fn answers_about_lost_zones_match_a_second_run() {
    let (mut lingering, mut stateful, mut staying) = (0, 0, 0);
    for seed in 0..200 {
        let cluster = ModelCluster::random(seed);
        let mut finished_run = FinishedRun::new(&cluster.text);
        let zone_of =
            |name: &str| finished_run.frame.nodes.get(name).map(|view| view.zone().to_owned()).unwrap_or_default();
        let zone = zone_of(&cluster.nodes[usize::try_from(seed).expect("a number") % cluster.nodes.len()]);
        let lost: Vec<String> = cluster.nodes.iter().filter(|node| zone_of(node) == zone).cloned().collect();
        let keys = finished_run.pods_on(|on| lost.iter().any(|node| node == on));
        let case = format!("seed {seed}, {zone}\n{}", cluster.text);
        let consequences = finished_run.consequences(Trial::LoseZone(zone.as_str().into()));
        assert!(consequences.nodes.iter().map(|node| node.as_str()).eq(lost.iter().map(String::as_str)), "{case}");
        let script: String = script_lines(&lost, TRIAL_TIME, "unreachable");
        let events = run(&cluster.with_script(&script));
        let on_nodes: Vec<&PodFate> = consequences.fates.iter().filter(|fate| keys.contains(&fate.pod)).collect();
        assert!(on_nodes.iter().map(|fate| &fate.pod).eq(&keys), "each pod of the zone, once: {case}");
        let fates: Vec<ModelFate> = on_nodes.iter().map(|fate| fate_of(fate)).collect();
        assert_eq!(fates, model_fates(&events, &keys), "{consequences:?}\n{case}");
        let all_lost = lost.len() == cluster.nodes.len();
        for fate in &on_nodes {
            let pod = cluster.pod(&fate.pod);
            if let PodConsequence::Stays(reason) = fate.comes {
                let expected = match pod.nature {
                    Nature::Daemon => StayReason::Daemon,
                    Nature::Mirror => StayReason::Mirror,
                    _ if all_lost => StayReason::EvictionsStopped,
                    _ => StayReason::Tolerates,
                };
                assert!(all_lost || pod.has_toleration || pod.nature == Nature::Daemon, "{fate:?}\n{case}");
                assert_eq!(reason, expected, "{fate:?}\n{case}");
                staying += 1;
            } else {
                assert!(!pod.has_toleration && !all_lost, "{fate:?}\n{case}");
                lingering += usize::from(matches!(fate.comes, PodConsequence::Lingers(_)));
            }
            stateful += usize::from(fate.missing == Some(MissingSuccessor::OncePodIsGone));
        }
        // Successors that wait for the old pods' removal exist once the zone is back; then all workloads are complete again.
        let back: String = script_lines(&lost, RETURN_TIME, "ready");
        let frame = final_frame(&run(&cluster.with_script(&(script + &back))));
        let (before, after) = (pods_by_app(&finished_run.frame), pods_by_app(&frame));
        for (app, (_, count)) in &before {
            let of_app =
                |fate: &&&PodFate| fate.pod.starts_with(app.as_str()) && fate.leaves_node() && !fate.is_finished;
            let gone = on_nodes
                .iter()
                .filter(of_app)
                .filter(|fate| fate.instead.is_none() && fate.missing != Some(MissingSuccessor::OncePodIsGone));
            let expected = count - gone.count();
            assert_eq!(after.get(app).map_or(0, |(_, count)| *count), expected, "{app}: {consequences:?}\n{case}");
        }
    }
    assert!(lingering > 100 && stateful > 20 && staying > 50, "{lingering} {stateful} {staying}");
}

#[test]
fn each_evictor_of_a_pod_has_the_right_reason() {
    let mut seen = BTreeMap::<String, usize>::new();
    for seed in 0..200 {
        let cluster = ModelCluster::random(seed);
        let mut finished_run = FinishedRun::new(&cluster.text);
        let keys = finished_run.pods_on(|_| true);
        let Some(key) = keys.get(usize::try_from(seed).expect("a number") % keys.len().max(1)).cloned() else {
            continue;
        };
        let (pod, case) = (cluster.pod(&key), format!("seed {seed}, {key}\n{}", cluster.text));
        let Answer::Evictors(evictors) = finished_run.answer(Question::Evictors(key.clone())) else { panic!("{case}") };
        assert_eq!(evictors.is_finished, pod.nature == Nature::Finished, "{case}");
        let drain = match (&evictors.drain, pod.nature) {
            (DrainEffect::Left(reason), Nature::Daemon) => (*reason == StayReason::Daemon).then_some("daemon"),
            (DrainEffect::Left(reason), Nature::Mirror) => (*reason == StayReason::Mirror).then_some("mirror"),
            (DrainEffect::Goes { flags, .. }, _) => {
                let expected: Vec<&str> =
                    cluster.flags(std::slice::from_ref(&key)).into_iter().map(|(flag, _)| flag).collect();
                flags.iter().map(|flag| flag.as_str()).eq(expected).then_some("goes")
            }
            (DrainEffect::Kept(_), Nature::Owned | Nature::Stateful) => Some("kept"),
            _ => None,
        };
        let drain = drain.unwrap_or_else(|| panic!("{evictors:?}\n{case}"));
        let taint = match (&evictors.taint, pod.nature) {
            (NodeLossEffect::Stays(StayReason::Mirror), Nature::Mirror) => "mirror",
            (NodeLossEffect::Stays(StayReason::Daemon), Nature::Daemon) if pod.has_toleration => "daemon",
            (NodeLossEffect::Stays(StayReason::Tolerates), _) if pod.has_toleration => "tolerates",
            (NodeLossEffect::Goes(_), _) if !pod.has_toleration => "goes",
            other => panic!("{other:?}\n{case}"),
        };
        for what in [drain, taint] {
            *seen.entry(what.to_owned()).or_default() += 1;
        }
    }
    for what in ["daemon", "mirror", "goes", "kept", "tolerates"] {
        assert!(seen.get(what).is_some_and(|count| *count > 3), "{what}: {seen:?}");
    }
}

/// Nodes with their pods, and a pod that fits nowhere. Sizes are in tenths of a CPU.
struct FullCluster {
    text: String,
    /// Free CPU, and whether the node is cordoned.
    nodes: Vec<(i64, bool)>,
    /// The node and size of each pod, by ascending priority.
    pods: Vec<(usize, i64)>,
    request: i64,
}

impl FullCluster {
    fn random(seed: u64) -> Self {
        let mut dice = SeededChooser::new(seed);
        let mut draw = |below: usize| dice.draw_below(below);
        let (mut text, mut nodes, mut pods) = (String::new(), Vec::new(), Vec::new());
        for at in 0..2 + draw(3) {
            let (size, cordoned) = (10 + draw(30), draw(4) == 0);
            let _ = write!(
                text,
                "kind: Node\nmetadata: {{name: node-{at}}}\nspec: {{unschedulable: {cordoned}}}\nstatus: {{allocatable: {{cpu: \
                 {size}00m, memory: 32Gi, pods: 20}}}}\n---\n"
            );
            let mut free = size;
            for number in 0..draw(4) {
                let request = (1 + draw(15)).min(free);
                if request == 0 {
                    break;
                }
                free -= request;
                let _ = write!(
                    text,
                    "kind: Pod\nmetadata: {{name: pod-{at}-{number}}}\nspec: {{nodeName: node-{at}, priority: 5, containers: [{{name: c, \
                     resources: {{requests: {{cpu: {request}00m}}}}}}]}}\nstatus: {{phase: Running}}\n---\n"
                );
                pods.push((at, i64::try_from(request).expect("a number")));
            }
            nodes.push((i64::try_from(free).expect("a number"), cordoned));
        }
        let request = i64::try_from(5 + draw(30)).expect("a number");
        let _ = write!(
            text,
            "kind: Pod\nmetadata: {{name: wants}}\nspec: {{containers: [{{name: c, resources: {{requests: {{cpu: {request}00m}}}}}}]}}\n"
        );
        Self { text, nodes, pods, request }
    }
}

#[test]
fn suggestions_for_a_pending_pod_match_sums() {
    let (mut pending, mut fitting) = (0, 0);
    for seed in 0..200 {
        let cluster = FullCluster::random(seed);
        let FullCluster { text, nodes, pods, request } = &cluster;
        let mut finished_run = FinishedRun::new(text);
        let open = |at: usize| !nodes[at].1;
        if (0..nodes.len()).any(|at| open(at) && nodes[at].0 >= *request) {
            fitting += 1;
            continue;
        }
        pending += 1;
        let case = format!("seed {seed}\n{text}");
        let Answer::Help(help) = finished_run.answer(Question::Help("default/wants".into())) else { panic!("{case}") };
        let answers = help.changes;
        let change = |is_kind: &dyn Fn(&Change) -> bool| {
            answers.iter().filter_map(|answer| answer.change.as_ref()).find(|change| is_kind(change))
        };
        // The minimum that a schedulable node lacks.
        let missing = (0..nodes.len()).filter(|at| open(*at)).map(|at| request - nodes[at].0).min();
        let more_room = match change(&|change| matches!(change, Change::MoreRoom { .. })) {
            Some(Change::MoreRoom { by, .. }) => Some(by / 100),
            _ => None,
        };
        assert_eq!(more_room, missing, "{answers:?}\n{case}");
        let smaller = match change(&|change| matches!(change, Change::SmallerRequest { .. })) {
            Some(Change::SmallerRequest { by, .. }) => Some(by / 100),
            _ => None,
        };
        assert_eq!(smaller, missing.filter(|missing| missing < request), "{answers:?}\n{case}");
        let uncordon = (0..nodes.len()).any(|at| !open(at) && nodes[at].0 >= *request);
        assert_eq!(change(&|change| matches!(change, Change::Uncordon(_))).is_some(), uncordon, "{answers:?}\n{case}");
        let one_fewer = pods.iter().any(|(at, size)| open(*at) && nodes[*at].0 + size >= *request);
        assert_eq!(
            change(&|change| matches!(change, Change::OneFewer { .. })).is_some(),
            one_fewer,
            "{answers:?}\n{case}"
        );
        // With a higher priority it may preempt all other pods.
        let sizes = |at: usize| pods.iter().filter(|(on, _)| *on == at).map(|(_, size)| size).sum::<i64>();
        let preempting = (0..nodes.len()).any(|at| open(at) && sizes(at) > 0 && nodes[at].0 + sizes(at) >= *request);
        assert_eq!(
            change(&|change| matches!(change, Change::HigherPriority(_))).is_some(),
            preempting,
            "{answers:?}\n{case}"
        );
        let another = (0..nodes.len()).any(|at| nodes[at].0 + sizes(at) >= *request);
        assert_eq!(
            change(&|change| matches!(change, Change::AnotherNode(_))).is_some(),
            another,
            "{answers:?}\n{case}"
        );
    }
    assert!(pending > 60 && fitting > 20, "{pending} {fitting}");
}

/// A manifest that is large for a test, with pods that fit nowhere.
fn dump_text(nodes: usize, pods: usize) -> String {
    let mut bytes = Vec::new();
    dumps::write(&mut bytes, dumps::Size { nodes, pods, pending: pods / 10 }, 3, false).expect("bytes");
    String::from_utf8(bytes).expect("text")
}

#[test]
fn cached_rejections_do_not_change_answers() {
    // A fork caches why pods do not fit on nodes; a run from its script does not.
    let text = dump_text(12, 60);
    let mut finished_run = FinishedRun::new(&text);
    let consequences = finished_run.consequences(Trial::LoseZone("eu-west-1a".into()));
    let script: String = script_lines(&consequences.nodes, TRIAL_TIME, "unreachable");
    let events = run(&format!("{}\n---\nkind: Scenario\nscript:\n{script}", text.trim_end()));
    let keys: Vec<NamespacedName> = consequences.fates.iter().map(|fate| fate.pod.clone()).collect();
    let fates: Vec<ModelFate> = consequences.fates.iter().map(fate_of).collect();
    assert_eq!(fates, model_fates(&events, &keys));
    assert!(fates.contains(&ModelFate::Lingers));
    let frame = final_frame(&events);
    let placements: Vec<_> = consequences.fates.iter().filter_map(|fate| fate.instead.as_ref()).collect();
    assert!(!placements.is_empty());
    for placement in placements {
        assert_eq!(
            frame.pods.get(&placement.pod).and_then(|view| view.bound_to()),
            placement.node.as_ref(),
            "{placement:?}"
        );
    }
}

#[test]
fn a_long_answer_reports_progress_and_can_be_interrupted_and_canceled() {
    let mut finished_run = FinishedRun::new(&dump_text(12, 60));
    let zone = finished_run.query(Question::Consequences(Trial::LoseZone("eu-west-1a".into())));
    assert_eq!(finished_run.service.ask(zone.clone()), None);
    let mut parts = 0;
    for _ in 0..20 {
        assert_eq!(finished_run.service.advance_answer(), None, "it takes longer");
    }
    // Other questions are answered meanwhile, and the long answer continues.
    let key = finished_run.frame.pods.keys().next().expect("a pod").clone();
    let easy = finished_run.query(Question::Here(key));
    assert!(
        matches!(finished_run.service.ask(easy), Some(Reply::Answer(_, answer)) if matches!(answer.get(), Answer::Why(_)))
    );
    let mut answer = None;
    while answer.is_none() {
        if let Some(Reply::Progress(of, _, Some(part))) = finished_run.service.report_progress()
            && let Answer::Consequences(part) = part.get()
        {
            assert_eq!((of, part.nodes.len()), (zone.clone(), 4));
            parts += 1;
        }
        for _ in 0..50 {
            answer = answer.or_else(|| finished_run.service.advance_answer());
        }
    }
    assert!(parts > 1 && !finished_run.service.is_answering(), "{parts}");
    // An answer can be canceled.
    assert_eq!(finished_run.service.ask(zone.clone()), None);
    finished_run.service.advance_answer();
    finished_run.service.cancel(&zone);
    assert!(!finished_run.service.is_answering() && finished_run.service.advance_answer().is_none());
}
