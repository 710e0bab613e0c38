//! What-if trials: something is done to the cluster in a copy of the run, which is followed to its end: what is reported is
//! what that run shows.

use std::rc::Rc;

use api::{Millis, NamespacedName, Pod, Set, Str, Table, WorkloadKind};
use protocol::{Consequences, PodConsequence, PodFate, PodPlacement, Trial, copy_pod};
use runlog::{Attempt, Deletion, Event, EventKind};
use simulation::{Action, Drain, Readiness, Simulation};
use trace::{Frame, PodView};

/// How many events are followed at most.
const MAX_EVENTS: usize = 200_000;

/// What a trial does to the cluster.
#[derive(Default)]
pub(super) struct TrialSetup {
    pub actions: Vec<Action>,
    /// The nodes that the actions are about.
    pub nodes: Vec<Str>,
    /// The pod that the actions create.
    pub copy: Option<NamespacedName>,
}

/// The setup of a trial at a moment when the cluster is that of `frame`.
pub(super) fn trial_setup(trial: &Trial, frame: &Frame) -> TrialSetup {
    match trial {
        Trial::Drain(node) => {
            let drain = Drain { node: node.clone(), force: true, ..Drain::default() };
            TrialSetup { actions: vec![Action::Drain(drain)], nodes: vec![node.clone()], copy: None }
        }
        Trial::LoseZone(zone) => {
            let is_in_zone = |name: &&Str| frame.nodes.get(*name).is_some_and(|view| view.zone() == zone.as_str());
            let nodes: Vec<Str> = frame.node_order.iter().filter(is_in_zone).cloned().collect();
            let silent = |node: &Str| Action::SetReadiness(node.clone(), Readiness::Unreachable);
            TrialSetup { actions: nodes.iter().map(silent).collect(), nodes, copy: None }
        }
        Trial::Class { like, class } => {
            let pod_and_class = frame.pods.get(like).zip(frame.classes.get(class));
            let Some((view, class)) = pod_and_class else { return TrialSetup::default() };
            let copy = copy_pod(&view.pod, Some(class), |key| frame.pods.contains_key(key));
            let key = copy.key();
            TrialSetup { actions: vec![Action::create_pod(copy)], nodes: Vec::new(), copy: Some(key) }
        }
    }
}

/// The cluster before a trial and at its end.
struct RunFrames<'f> {
    before: &'f Frame,
    end: &'f Frame,
}

/// What a copy of the run showed.
#[derive(Default)]
struct TrialObservations {
    /// Pods that were asked to stop: when after the moment, and why.
    deletions: Vec<(NamespacedName, Deletion)>,
    /// Pods that are gone, and how long after the moment.
    removals: Table<NamespacedName, Millis>,
    /// Pods that controllers made, in order.
    created: Vec<Rc<Pod>>,
    /// Budgets that the copy's preemption violates.
    violated_budgets: Set<Str>,
}

/// Follows a copy of a run in which something is done at `from`. `before` is the cluster until then, `anyway` what follows in the run as
/// it is.
pub(super) fn follow_trial(
    mut run: Simulation,
    from: Millis,
    before: &Frame,
    anyway: &[Rc<Event>],
    trial: &Trial,
    nodes: Vec<Str>,
    copy: Option<NamespacedName>,
) -> Consequences {
    let (mut end, mut observations, mut count, mut is_ended) = (before.clone(), TrialObservations::default(), 0, false);
    if copy.is_some() {
        run = run.with_recording();
    }
    loop {
        let Some(events) = run.step() else {
            is_ended = true;
            break;
        };
        count += events.len();
        for event in events.iter().filter(|event| event.at >= from) {
            observations.observe_event(from, event);
            end.apply_event(event);
        }
        if let Some(attempt) = run.last_attempt().filter(|attempt| copy.as_ref() == Some(&attempt.pod)) {
            observations.note_violations(attempt);
        }
        if count > MAX_EVENTS {
            break;
        }
    }
    let ends_trial = |event: &Rc<Event>| match &event.what {
        EventKind::Terminating { pod, .. } => Some(pod.clone()),
        _ => None,
    };
    let goes_anyway: Set<NamespacedName> = anyway.iter().filter_map(ends_trial).collect();
    let drains = matches!(trial, Trial::Drain(_));
    let on_nodes = |pod_view: &PodView| {
        pod_view.node.as_ref().is_some_and(|node| nodes.contains(node)) && !pod_view.phase.is_over()
    };
    let first = before.pods.iter().filter(|(_, view)| on_nodes(view)).map(|(key, _)| key);
    let others = observations.deletions.iter().filter(|(pod, why)| {
        let because = matches!(why, Deletion::Preempted { .. } | Deletion::Tainted | Deletion::Orphaned);
        because && !goes_anyway.contains(pod) && before.pods.get(pod).is_none_or(|view| !on_nodes(view))
    });
    let drained = before.pods.values().filter(|view| drains && on_nodes(view)).map(|view| &*view.pod);
    let flags = Drain::needed_flags(drained);
    let keys: Vec<NamespacedName> = first.chain(others.map(|(pod, _)| pod)).cloned().collect();
    let mut replacements = observations.created.clone();
    let frames = RunFrames { before, end: &end };
    let fates = keys.into_iter().map(|key| observations.pod_fate(key, drains, &frames, &mut replacements)).collect();
    let copy = copy.map(|key| pod_placement(&key, &end));
    Consequences {
        nodes,
        fates,
        copy,
        flags,
        violated: observations.violated_budgets.into_iter().collect(),
        ended: is_ended,
    }
}

impl TrialObservations {
    fn observe_event(&mut self, from: Millis, event: &Event) {
        match &event.what {
            EventKind::Terminating { pod, why, .. } => self.deletions.push((pod.clone(), why.clone())),
            EventKind::PodRemoved(pod) => drop(self.removals.insert(pod.clone(), event.at - from)),
            EventKind::PodCreated { pod, .. } => self.created.push(Rc::clone(pod)),
            _ => {}
        }
    }

    /// Notes the budgets that the victims violate, as the dry run on the chosen node counted them.
    fn note_violations(&mut self, attempt: &Attempt) {
        let dry_run_on_chosen = attempt
            .preemption
            .as_ref()
            .and_then(|preemption| preemption.dry_runs.iter().find(|dry_run| Some(dry_run.node) == preemption.chosen));
        let victims = dry_run_on_chosen
            .into_iter()
            .flat_map(|dry_run| dry_run.reprieves.iter().filter(|reprieve| dry_run.victims.contains(&reprieve.pod)));
        self.violated_budgets.extend(victims.flat_map(|victim| victim.violates.iter().cloned()));
    }

    /// What became of a pod. A pod that its owner made meanwhile takes its place, each that of one.
    fn pod_fate(
        &self,
        pod: NamespacedName,
        drains: bool,
        frames: &RunFrames<'_>,
        created_pods: &mut Vec<Rc<Pod>>,
    ) -> PodFate {
        let RunFrames { before, end } = frames;
        let view_before = before.pods.get(&pod);
        let node = view_before.and_then(|view| view.node.clone()).unwrap_or_default();
        let pod_object = view_before.map(|view| Rc::clone(&view.pod));
        let pod_object = pod_object.or_else(|| self.created.iter().find(|item| item.key() == pod).cloned());
        let owner = |pod: &Pod| {
            let owner = pod.metadata.controller()?;
            Some((owner.workload(), owner.name.clone(), pod.metadata.namespace.clone()))
        };
        let pod_owner = pod_object.as_deref().and_then(owner);
        let why = self.deletions.iter().find(|(going, _)| *going == pod).map(|(_, why)| why.clone());
        let consequence = match why {
            Some(why) => match self.removals.get(&pod) {
                Some(after) => PodConsequence::Goes { after: *after, why },
                None => PodConsequence::Lingers(why),
            },
            None if drains && pod_owner.as_ref().is_some_and(|(kind, ..)| *kind == Some(WorkloadKind::DaemonSet)) => {
                PodConsequence::Daemon
            }
            None if drains && pod_object.as_ref().is_some_and(|pod| pod.is_mirror()) => PodConsequence::Mirror,
            None => match (end.pods.get(&pod), &pod_object) {
                (Some(view), Some(object)) if drains && view.node.as_ref() == Some(&node) && !view.phase.is_over() => {
                    let budgets = end.budgets_of(object);
                    PodConsequence::Kept(budgets.iter().map(|budget| NamespacedName::of(&budget.metadata)).collect())
                }
                _ => PodConsequence::Stays,
            },
        };
        let leaves = matches!(consequence, PodConsequence::Goes { .. } | PodConsequence::Lingers(_));
        let next = created_pods.iter().position(|pod| leaves && pod_owner.is_some() && owner(pod) == pod_owner);
        let replacement = next.map(|at| pod_placement(&created_pods.remove(at).key(), end));
        PodFate { pod, node, owned: pod_owner.is_some(), comes: consequence, instead: replacement }
    }
}

fn pod_placement(pod: &NamespacedName, end: &Frame) -> PodPlacement {
    let view = end.pods.get(pod);
    let node = view.and_then(|view| view.bound_to().cloned());
    let message = view.filter(|_| node.is_none()).map(|view| view.message.clone()).unwrap_or_default();
    PodPlacement { pod: pod.clone(), node, message }
}

#[cfg(test)]
mod tests {
    use protocol::{Answer, Question};

    use super::*;
    use crate::test_support::answer_to;

    /// What comes of a trial after all that happens by itself.
    fn consequences_of(text: &str, trial: Trial) -> Consequences {
        // The script begins at the tenth second.
        match answer_to(text, None, Some(Millis::from_seconds(10)), Question::Comes(trial)) {
            Answer::Comes(consequences) => consequences,
            other => panic!("{other:?}"),
        }
    }

    fn node(name: &str, zone: &str, cpu: u32) -> String {
        format!(
            "kind: Node\nmetadata: {{name: {name}, labels: {{topology.kubernetes.io/zone: {zone}}}}}\nstatus: {{allocatable: {{cpu: {cpu}, memory: 8Gi, pods: 20}}}}\n---\n"
        )
    }

    fn pod(name: &str, on: &str, more: &str) -> String {
        format!(
            "kind: Pod\nmetadata: {{name: {name}, labels: {{app: {name}}}}}\nspec: {{nodeName: {on:?}, {more} containers: [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]}}\n{}---\n",
            if on.is_empty() { "" } else { "status: {phase: Running}\n" }
        )
    }

    fn deployment(name: &str, replicas: u32) -> String {
        format!(
            "kind: Deployment\nmetadata: {{name: {name}}}\nspec: {{replicas: {replicas}, selector: {{matchLabels: {{app: {name}}}}}, template: {{metadata: {{labels: {{app: {name}}}}}, spec: {{containers: [{{name: c, resources: {{requests: {{cpu: 1}}}}}}]}}}}}}\n---\n"
        )
    }

    fn budget(app: &str, least: u32) -> String {
        format!(
            "kind: PodDisruptionBudget\nmetadata: {{name: {app}}}\nspec: {{minAvailable: {least}, selector: {{matchLabels: {{app: {app}}}}}}}\n---\n"
        )
    }

    const SCRIPT: &str = "kind: Scenario\ndurationSeconds: 900\nscript: [{at: 10s, create: {kind: Pod, metadata: {name: late}, spec: {containers: [{name: c}]}}}]\n";

    /// The fates in short: what becomes of each pod, and where the one is that takes its place.
    fn fate_lines(consequences: &Consequences) -> Vec<String> {
        let place = |pod_placement: &PodPlacement| pod_placement.node.as_deref().unwrap_or("pending").to_owned();
        let fate = |pod_fate: &PodFate| {
            let comes = match &pod_fate.comes {
                PodConsequence::Goes { why, .. } => format!("{why:?}"),
                PodConsequence::Lingers(why) => format!("lingers {why:?}"),
                PodConsequence::Kept(budgets) => format!("kept {}", budgets.join(",")),
                other => format!("{other:?}"),
            };
            let app = pod_fate.pod.trim_start_matches("default/").split('-').next().unwrap_or_default();
            let instead = pod_fate
                .instead
                .as_ref()
                .map_or_else(String::new, |pod_placement| format!(" -> {}", place(pod_placement)));
            format!("{app} {} {comes}{instead}", pod_fate.node)
        };
        consequences
            .fates
            .iter()
            .map(fate)
            .chain(consequences.copy.iter().map(|copy| format!("copy -> {}", place(copy))))
            .collect()
    }

    #[test]
    fn a_drain_tells_who_is_kept_who_moves_and_who_waits() {
        let cluster = [node("a", "z", 4), node("b", "z", 1)].concat();
        let text = [cluster.clone(), pod("lone", "a", ""), deployment("web", 2), SCRIPT.into()].concat();
        let consequences = consequences_of(&text, Trial::Drain("a".into()));
        // One of both is on b already, whose room it takes.
        assert_eq!(fate_lines(&consequences), ["lone a Drained", "web a Drained -> pending"]);
        assert_eq!(
            (consequences.nodes.as_slice(), consequences.ended, consequences.pending_pods().count()),
            (&[Str::from("a")][..], true, 1)
        );
        let roomy = text.replace("cpu: 1, memory", "cpu: 3, memory");
        assert!(
            fate_lines(&consequences_of(&roomy, Trial::Drain("a".into()))).iter().all(|line| !line.contains("pending"))
        );
        let consequences = consequences_of(&[text, budget("web", 2)].join("\n---\n"), Trial::Drain("a".into()));
        assert_eq!(fate_lines(&consequences), ["lone a Drained", "web a kept default/web"]);
        assert_eq!(consequences_of(&cluster, Trial::Drain("none".into())).fates, []);
    }

    #[test]
    fn a_drain_ignores_pods_that_the_kubelet_runs_and_names_the_flags_it_needs() {
        let owned = |name: &str, kind: &str, annotations: &str, volumes: &str| {
            format!(
                "kind: Pod\nmetadata: {{name: {name}, annotations: {{{annotations}}}, ownerReferences: [{{apiVersion: v1, kind: {kind}, \
                 name: a, controller: true}}]}}\nspec: {{nodeName: a, {volumes}containers: [{{name: c}}]}}\nstatus: {{phase: Running}}\n---\n"
            )
        };
        let mirror = |name: &str| owned(name, "Node", "kubernetes.io/config.mirror: x", "");
        let scratch = "volumes: [{name: v, emptyDir: {}}], ";
        let control_plane = [node("a", "z", 4), mirror("etcd"), mirror("apiserver"), SCRIPT.into()].concat();
        let consequences = consequences_of(&control_plane, Trial::Drain("a".into()));
        assert_eq!(fate_lines(&consequences), ["apiserver a Mirror", "etcd a Mirror"]);
        assert_eq!(consequences.flags, [] as [&str; 0]);
        for (more, flags) in [
            (owned("own", "Custom", "", ""), &[][..]),
            (owned("proxy", "DaemonSet", "", scratch), &["--ignore-daemonsets"]),
            (pod("lone", "a", ""), &["--force"]),
            (owned("own", "Custom", "", scratch), &["--delete-emptydir-data"]),
            (pod("lone", "a", scratch), &["--delete-emptydir-data", "--force"]),
            (pod("done", "a", scratch).replace("Running", "Succeeded"), &[]),
        ] {
            let consequences =
                consequences_of(&[more.clone(), control_plane.clone()].concat(), Trial::Drain("a".into()));
            assert_eq!(consequences.flags, flags, "{more}");
        }
    }

    #[test]
    fn a_copy_of_a_controllers_pod_is_not_adopted() {
        let class = "kind: PriorityClass\nmetadata: {name: high}\nvalue: 100\n---\n";
        let text = [class.into(), node("a", "z", 2), deployment("web", 1), pod("low", "a", ""), SCRIPT.into()].concat();
        let question = |like: &str| Trial::Class { like: like.into(), class: "high".into() };
        let mut run = crate::test_support::FinishedRun::new(&text, None, Some(Millis::from_seconds(10)));
        let web = run.frame.pods.keys().find(|key| key.starts_with("default/web")).expect("a pod").clone();
        let Answer::Comes(consequences) = run.answer_to(Question::Comes(question(&web))) else { panic!("no answer") };
        assert!(consequences.copy.as_ref().is_some_and(|copy| copy.node.as_deref() == Some("a")), "{consequences:?}");
        assert_eq!(consequences.fates.len(), 1, "{consequences:?}");
    }

    #[test]
    fn what_a_budget_lets_go_one_after_the_other_goes_in_the_end() {
        let text =
            [node("a", "z", 4), node("b", "z", 4), deployment("web", 4), budget("web", 3), SCRIPT.into()].concat();
        let consequences = consequences_of(&text, Trial::Drain("a".into()));
        let after =
            |fate: &PodFate| if let PodConsequence::Goes { after, .. } = fate.comes { after } else { Millis::ZERO };
        let times: Vec<Millis> = consequences.fates.iter().map(after).collect();
        assert!(times.len() == 2 && times[0] != times[1], "{consequences:?}");
        assert!(
            consequences.fates.iter().all(|fate| fate
                .instead
                .as_ref()
                .is_some_and(|pod_placement| pod_placement.node.as_deref() == Some("b")))
        );
    }

    #[test]
    fn pods_of_a_lost_zone_start_elsewhere_or_wait() {
        let text =
            [node("a", "east", 4), node("b", "west", 1), pod("lone", "a", ""), deployment("web", 3), SCRIPT.into()]
                .concat();
        let consequences = consequences_of(&text, Trial::LoseZone("east".into()));
        let lines = fate_lines(&consequences);
        assert_eq!(lines[0], "lone a lingers Tainted", "nothing says that it stopped");
        let (late, web) = lines[1..].split_last().expect("more than one");
        assert!(web.len() == 2 && web.iter().all(|text| *text == "web a lingers Tainted -> pending"), "{lines:?}");
        assert_eq!(late, "late  lingers Tainted", "the scheduler does not know yet that the node is silent");
        assert_eq!(consequences.nodes, ["a"]);
        assert_eq!(consequences_of(&text, Trial::LoseZone("north".into())).nodes, [] as [Str; 0]);
    }

    #[test]
    fn a_class_is_tried_with_a_copy() {
        let classes = "kind: PriorityClass\nmetadata: {name: high}\nvalue: 100\n---\nkind: PriorityClass\nmetadata: {name: low}\nvalue: -5\n---\n";
        let text =
            [classes.into(), node("a", "z", 1), pod("there", "a", ""), pod("wants", "", ""), SCRIPT.into()].concat();
        let of = |class: &str| {
            fate_lines(&consequences_of(&text, Trial::Class { like: "default/wants".into(), class: class.into() }))
        };
        assert_eq!(of("high"), [r#"there a Preempted { by: "default/wants-copy" }"#, "copy -> a"]);
        // A budget that allows no eviction is violated where no other node helps; one that allows it is not.
        for (least, violated) in [(1, &["there"][..]), (0, &[])] {
            let trial = Trial::Class { like: "default/wants".into(), class: "high".into() };
            let consequences = consequences_of(&[budget("there", least), text.clone()].concat(), trial);
            assert_eq!(fate_lines(&consequences), of("high"));
            assert!(
                consequences.violated.iter().map(|violated| violated.as_str()).eq(violated.iter().copied()),
                "{least}: {consequences:?}"
            );
        }
        assert_eq!(of("low"), ["copy -> pending"]);
    }
}
