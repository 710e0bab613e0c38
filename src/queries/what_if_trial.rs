//! What-if trials: something is done to the cluster in a copy of the run, which is followed to its end: what is reported is
//! what that run shows.

use std::rc::Rc;

use api::{Millis, NamespacedName, Pod, Set, Str, Table, WorkloadKind};
use protocol::{
    Answer, AnswerProgress, Consequences, DrainFlag, LateSuccessor, PodConsequence, PodFate, PodPlacement, StayReason,
    Trial, copy_pod,
};
use runlog::{Attempt, Deletion, Event, EventKind};
use simulation::{Action, Drain, Readiness, Simulation};
use trace::{Frame, Phase, PodView};

use super::{
    active_runs::ActiveRun,
    answer_task::AnswerTask,
    stay_reason::{are_all_down, is_daemon, stay_reason},
};

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

/// The pod of a view, with the phase that it has by now.
pub(super) fn current_pod(view: &PodView) -> Rc<Pod> {
    if !view.phase.is_over() || view.pod.status.phase.is_over() {
        return Rc::clone(&view.pod);
    }
    let mut pod = (*view.pod).clone();
    pod.status.phase = match view.phase {
        Phase::Failed => api::PodPhase::Failed,
        _ => api::PodPhase::Succeeded,
    };
    Rc::new(pod)
}

/// A copy of the run in which something is done, as far as it was followed.
pub(super) struct TrialRun {
    trial: Trial,
    run: Simulation,
    /// When it is done.
    from: Millis,
    /// The cluster until then, and as far as the copy has come.
    before: Frame,
    end: Frame,
    nodes: Vec<Str>,
    copy: Option<NamespacedName>,
    /// Pods that go in the run as it is.
    goes_anyway: Set<NamespacedName>,
    /// Pods that are on the nodes before.
    pods_on_nodes: Vec<NamespacedName>,
    /// How many of them are likely to go, and how many were asked to.
    expected_deletions: usize,
    deletion_count: usize,
    observations: TrialObservations,
    event_count: usize,
    is_ended: bool,
}

/// What a copy of the run showed.
#[derive(Default)]
struct TrialObservations {
    /// Pods that were asked to stop, in order.
    deleted_pods: Vec<NamespacedName>,
    /// Why each was, at first.
    deletions: Table<NamespacedName, Deletion>,
    /// Pods that are gone, and how long after the moment.
    removals: Table<NamespacedName, Millis>,
    /// Pods that controllers made, in order.
    created: Vec<Rc<Pod>>,
    /// What the scheduler said last of each pod that it did not place.
    messages: Table<NamespacedName, Str>,
    /// Budgets that the copy's preemption violates.
    violated_budgets: Set<Str>,
}

/// A controller: its kind and name, and the namespace.
type OwnerKey = (Option<WorkloadKind>, Str, Str);

fn owner_key(pod: &Pod) -> Option<OwnerKey> {
    let owner = pod.metadata.controller()?;
    Some((owner.workload(), owner.name.clone(), pod.metadata.namespace.clone()))
}

impl TrialRun {
    /// A copy of a run in which something is done at `from`. `before` is the cluster until then, `anyway` what follows in the run as it is.
    pub(super) fn new(
        run: Simulation,
        from: Millis,
        before: Frame,
        anyway: &[Rc<Event>],
        trial: Trial,
        setup: TrialSetup,
    ) -> Self {
        let TrialSetup { nodes, copy, .. } = setup;
        let ends_pod = |event: &Rc<Event>| match &event.what {
            EventKind::Terminating { pod, .. } => Some(pod.clone()),
            _ => None,
        };
        let lost_nodes: Set<&Str> = nodes.iter().collect();
        let on_nodes = |view: &PodView| view.node.as_ref().is_some_and(|node| lost_nodes.contains(node));
        let pods_on_nodes: Vec<NamespacedName> =
            before.pods.iter().filter(|(_, view)| on_nodes(view)).map(|(key, _)| key.clone()).collect();
        let is_expected = |key: &&NamespacedName| {
            before.pods.get(*key).is_some_and(|view| !is_daemon(&view.pod) && !view.pod.is_mirror())
        };
        let expected_deletions = pods_on_nodes.iter().filter(is_expected).count();
        let run = if copy.is_some() { run.with_recording() } else { run };
        Self {
            trial,
            run,
            from,
            end: before.clone(),
            before,
            nodes,
            copy,
            goes_anyway: anyway.iter().filter_map(ends_pod).collect(),
            pods_on_nodes,
            expected_deletions,
            deletion_count: 0,
            observations: TrialObservations::default(),
            event_count: 0,
            is_ended: false,
        }
    }

    fn is_drain(&self) -> bool {
        matches!(self.trial, Trial::Drain(_))
    }

    fn is_on_nodes(&self, pod: &str) -> bool {
        self.pods_on_nodes.binary_search_by(|key| key.as_str().cmp(pod)).is_ok()
    }

    /// What it comes to, as far as the copy was followed.
    pub(super) fn consequences(&self) -> Consequences {
        let others = self.observations.deleted_pods.iter().filter(|pod| {
            let why = self.observations.deletions.get(*pod);
            let is_preempted = why.is_some_and(|why| why.preemptor().is_some());
            let because =
                is_preempted || matches!(why, Some(Deletion::Tainted | Deletion::DeviceTainted | Deletion::Orphaned));
            because && !self.goes_anyway.contains(*pod) && !self.is_on_nodes(pod)
        });
        let mut named = Set::new();
        let keys = self.pods_on_nodes.iter().chain(others).filter(|key| named.insert((*key).clone()));
        let keys: Vec<&NamespacedName> = keys.collect();
        let mut successors = self.successors();
        let all_down = are_all_down(self.end.nodes.values().map(|view| &*view.node));
        let fates = keys.into_iter().map(|key| self.pod_fate(key, all_down, &mut successors)).collect();
        let (refusals, flags) = self.plain_drain();
        Consequences {
            nodes: self.nodes.clone(),
            fates,
            copy: self.copy.as_ref().map(|key| self.pod_placement(key)),
            refusals,
            flags,
            violated: self.observations.violated_budgets.iter().cloned().collect(),
            ended: self.is_ended || self.event_count <= MAX_EVENTS,
        }
    }

    /// What the command says without flags, and what flags it needs; nothing where this is no drain.
    fn plain_drain(&self) -> (Vec<Str>, Vec<DrainFlag>) {
        let Trial::Drain(node) = &self.trial else { return Default::default() };
        let views = self.pods_on_nodes.iter().filter_map(|key| self.before.pods.get(key));
        let pods: Vec<Rc<Pod>> = views.map(|view| current_pod(view)).collect();
        let refusals = Drain::without_flags(node.clone()).refusals(pods.iter().map(|pod| &**pod));
        let flags = Drain::needed_flags(pods.iter().map(|pod| &**pod)).into_iter();
        (
            refusals,
            flags.map(|needed_flag| DrainFlag { flag: needed_flag.flag.into(), pods: needed_flag.pods }).collect(),
        )
    }

    /// Pods that controllers made and that are there at the end, by their owner, the last one first.
    fn successors(&self) -> Table<OwnerKey, Vec<NamespacedName>> {
        let mut successors: Table<OwnerKey, Vec<NamespacedName>> = Table::new();
        for pod in self.observations.created.iter().rev() {
            let key = pod.key();
            let is_there = self.end.pods.get(&key).is_some_and(|view| {
                view.phase != Phase::Terminating
                    && (pod.metadata.uid.is_empty() || view.pod.metadata.uid == pod.metadata.uid)
            });
            if let Some(owner) = owner_key(pod).filter(|_| is_there) {
                successors.or_default(owner).push(key);
            }
        }
        successors
    }

    /// What became of a pod. A pod that its owner made meanwhile takes its place, each that of one.
    fn pod_fate(
        &self,
        pod: &NamespacedName,
        all_down: bool,
        successors: &mut Table<OwnerKey, Vec<NamespacedName>>,
    ) -> PodFate {
        let view_before = self.before.pods.get(pod);
        let node = view_before.and_then(|view| view.node.clone()).unwrap_or_default();
        let created = || self.observations.created.iter().find(|created| created.key() == *pod).cloned();
        let pod_object = view_before.map(|view| Rc::clone(&view.pod)).or_else(created);
        let owner = pod_object.as_deref().and_then(owner_key);
        let finished = view_before.is_some_and(|view| view.phase.is_over());
        let comes = match self.observations.deletions.get(pod) {
            Some(why) => match self.observations.removals.get(pod) {
                Some(after) => PodConsequence::Goes { after: *after, why: why.clone() },
                None => PodConsequence::Lingers(why.clone()),
            },
            None => match (&pod_object, view_before) {
                (Some(object), Some(view)) => self.stay(pod, object, view, all_down),
                _ => PodConsequence::Stays(StayReason::NotReached),
            },
        };
        let leaves = matches!(comes, PodConsequence::Goes { .. } | PodConsequence::Lingers(_));
        let successor = owner.as_ref().filter(|_| leaves).and_then(|owner| successors.get_mut(owner)?.pop());
        let instead = successor.map(|key| self.pod_placement(&key));
        let later = match &owner {
            Some((kind, ..)) if leaves && instead.is_none() && !finished => match kind {
                None => pod_object
                    .as_deref()
                    .and_then(|pod| pod.metadata.controller())
                    .map(|owner| LateSuccessor::Unmodelled(owner.kind.clone())),
                Some(_) => matches!(comes, PodConsequence::Lingers(_)).then_some(LateSuccessor::OncePodIsGone),
            },
            _ => None,
        };
        PodFate { pod: pod.clone(), node, owned: owner.is_some(), finished, comes, instead, later }
    }

    fn pod_placement(&self, pod: &NamespacedName) -> PodPlacement {
        let node = self.end.pods.get(pod).and_then(|view| view.bound_to().cloned());
        let message = self.observations.messages.get(pod).filter(|_| node.is_none()).cloned();
        PodPlacement { pod: pod.clone(), node, message: message.unwrap_or_default() }
    }

    /// Why a pod stays that nobody asked to stop.
    fn stay(&self, key: &NamespacedName, pod: &Pod, view: &PodView, all_down: bool) -> PodConsequence {
        let is_over = view.phase.is_over();
        if self.is_drain() {
            let reason = match () {
                () if is_daemon(pod) && !is_over => StayReason::Daemon,
                () if pod.is_mirror() => StayReason::Mirror,
                () if view.phase == Phase::Terminating => StayReason::Terminating,
                () => match self.end.pods.get(key) {
                    Some(end) if end.node == view.node && (is_over || !end.phase.is_over()) => {
                        let budgets = self.end.budgets_of(pod);
                        return PodConsequence::Kept(
                            budgets.iter().map(|budget| NamespacedName::of(&budget.metadata)).collect(),
                        );
                    }
                    _ => StayReason::EndsAnyway,
                },
            };
            return PodConsequence::Stays(reason);
        }
        let reason = match self.end.pods.get(key) {
            _ if view.phase == Phase::Terminating => StayReason::Terminating,
            None => StayReason::EndsAnyway,
            Some(end) if end.phase.is_over() && !is_over => StayReason::EndsAnyway,
            Some(_) => match view.node.as_ref().and_then(|node| self.end.nodes.get(node)) {
                Some(node_view) => stay_reason(pod, &node_view.node, all_down),
                None => StayReason::NotReached,
            },
        };
        PodConsequence::Stays(reason)
    }
}

impl AnswerTask for TrialRun {
    fn advance(&mut self, _: &ActiveRun) -> bool {
        if self.is_ended || self.event_count > MAX_EVENTS {
            return true;
        }
        let Some(events) = self.run.step() else {
            self.is_ended = true;
            return true;
        };
        self.event_count += events.len();
        for event in events.iter().filter(|event| event.at >= self.from) {
            if let EventKind::Terminating { pod, .. } = &event.what {
                self.deletion_count += usize::from(self.is_on_nodes(pod));
            }
            self.observations.observe_event(self.from, event);
            self.end.apply_event(event);
        }
        if let Some(attempt) = self.run.last_attempt().filter(|attempt| self.copy.as_ref() == Some(&attempt.pod)) {
            self.observations.note_violations(attempt);
        }
        false
    }

    fn progress(&self) -> AnswerProgress {
        let total = self.expected_deletions.max(1);
        AnswerProgress { done: self.deletion_count.min(total), total }
    }

    fn answer(&mut self) -> Option<Answer> {
        Some(Answer::Comes(self.consequences()))
    }
}

impl TrialObservations {
    fn observe_event(&mut self, from: Millis, event: &Event) {
        match &event.what {
            EventKind::Terminating { pod, why, .. } => {
                self.deletions.or_insert_with(pod.clone(), || why.clone());
                self.deleted_pods.push(pod.clone());
            }
            EventKind::PodRemoved(pod) => drop(self.removals.insert(pod.clone(), event.at - from)),
            EventKind::PodCreated { pod, .. } => self.created.push(Rc::clone(pod)),
            EventKind::Message { about, reason, text, .. } if *reason == "FailedScheduling" => {
                if let Some(pod) = about.strip_prefix("Pod/") {
                    self.messages.insert(pod.into(), text.clone());
                }
            }
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
                PodConsequence::Stays(reason) => format!("Stays({reason:?})"),
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
        assert_eq!(fate_lines(&consequences), ["apiserver a Stays(Mirror)", "etcd a Stays(Mirror)"]);
        assert_eq!((consequences.flags, consequences.refusals), (Vec::new(), Vec::new()));
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
            let needed: Vec<&str> = consequences.flags.iter().map(|drain_flag| drain_flag.flag.as_str()).collect();
            assert_eq!(needed, flags, "{more}");
            assert_eq!(consequences.refusals.is_empty(), flags.is_empty(), "{more}");
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
