//! From what people write to what a run starts from.

use std::collections::BTreeMap;

use crate::api::Time;
use crate::api::manifest::{self, Kind, Manifest, ScenarioDoc};
use crate::releases::Release;
use crate::releases::config::{self, Configuration};

use super::scenario::{Action, Scenario, Timings, WorkloadKind};

/// 2026-01-01T00:00:00Z: when runs begin unless a scenario or its pods say otherwise.
const EPOCH: Time = Time(1_767_225_600_000);

impl Scenario {
    /// The scenario that a manifest describes, under `release` if given, else under its own, else under the one release
    /// that it configures, else under the latest.
    ///
    /// # Errors
    /// What is wrong with the configuration of a scheduler.
    pub fn from_manifest(manifest: &Manifest, release: Option<Release>) -> Result<Self, manifest::Error> {
        let mut configurations = configurations(manifest)?;
        let ScenarioDoc { title, release: own, seed, epoch, duration_seconds, timings, script, .. } =
            &manifest.scenario;
        let only = || configurations.keys().copied().next().filter(|_| configurations.len() == 1);
        let own = || own.as_ref().and_then(|name| Release::named(name));
        let release = release.or_else(own).or_else(only).unwrap_or_default();
        let mut scenario = Self {
            title: title.clone(),
            release,
            configuration: configurations.remove(&release),
            seed: *seed,
            until: duration_seconds.map(|seconds| seconds.saturating_mul(1000)),
            timings: Timings {
                bind: timings.bind_millis,
                start: timings.container_start_millis,
                controller: timings.controller_millis,
                disruption: Some(timings.disruption_millis),
            },
            ..Self::default()
        };
        for object in &manifest.objects {
            scenario.take(object.kind.clone());
        }
        // A dump was made after everything in it: its run begins then, so that no pod starts in the future.
        let started = scenario.pods.iter().filter_map(|pod| pod.status.start_time.or(pod.metadata.creation_timestamp));
        scenario.epoch = epoch.or_else(|| started.max()).unwrap_or(EPOCH);
        for timed in script {
            if let Some(action) = action(&timed.action) {
                scenario.script.push((timed.at, action));
            }
        }
        Ok(scenario)
    }

    fn take(&mut self, kind: Kind) {
        match kind {
            Kind::Node(node) => self.nodes.push(*node),
            Kind::Pod(pod) => self.pods.push(*pod),
            Kind::PriorityClass(class) => self.classes.push(*class),
            Kind::PodDisruptionBudget(budget) => self.budgets.push(*budget),
            Kind::Service(service) => self.services.push(*service),
            Kind::Namespace(namespace) => self.namespaces.push(*namespace),
            Kind::Deployment(workload) => self.workloads.push((WorkloadKind::Deployment, *workload)),
            Kind::ReplicaSet(workload) => self.workloads.push((WorkloadKind::ReplicaSet, *workload)),
            Kind::ReplicationController(workload) => {
                self.workloads.push((WorkloadKind::ReplicationController, *workload));
            }
            Kind::StatefulSet(workload) => self.workloads.push((WorkloadKind::StatefulSet, *workload)),
            Kind::DaemonSet(workload) => self.workloads.push((WorkloadKind::DaemonSet, *workload)),
            Kind::Job(workload) => self.workloads.push((WorkloadKind::Job, *workload)),
        }
    }
}

fn configurations(manifest: &Manifest) -> Result<BTreeMap<Release, Configuration>, manifest::Error> {
    let documents: Vec<_> = manifest.configurations.iter().map(|document| document.value.clone()).collect();
    config::configurations(&documents)
        .map_err(|(index, wrong)| manifest.configurations[index].error(&wrong.path, wrong.text))
}

fn action(action: &manifest::Action) -> Option<Action> {
    Some(match action {
        manifest::Action::Create(kind) | manifest::Action::Apply(kind) => match kind.clone() {
            Kind::Node(node) => Action::AddNode(node),
            Kind::Pod(pod) => Action::CreatePod(pod),
            Kind::PriorityClass(class) => Action::CreateClass(class),
            Kind::PodDisruptionBudget(budget) => Action::ApplyBudget(budget),
            Kind::Deployment(workload) => Action::CreateWorkload(WorkloadKind::Deployment, workload),
            Kind::ReplicaSet(workload) => Action::CreateWorkload(WorkloadKind::ReplicaSet, workload),
            Kind::ReplicationController(workload) => {
                Action::CreateWorkload(WorkloadKind::ReplicationController, workload)
            }
            Kind::StatefulSet(workload) => Action::CreateWorkload(WorkloadKind::StatefulSet, workload),
            Kind::DaemonSet(workload) => Action::CreateWorkload(WorkloadKind::DaemonSet, workload),
            Kind::Job(workload) => Action::CreateWorkload(WorkloadKind::Job, workload),
            Kind::Service(_) | Kind::Namespace(_) => return None,
        },
        manifest::Action::Delete(target) => {
            let key = format!("{}/{}", target.namespace, target.name).into();
            match (target.kind.as_str(), workload_kind(&target.kind)) {
                ("Pod", _) => Action::DeletePod(key),
                ("Node", _) => Action::RemoveNode(target.name.clone()),
                (_, Some(kind)) => Action::DeleteWorkload(kind, key),
                _ => return None,
            }
        }
        manifest::Action::Scale(target, replicas) => {
            let key = format!("{}/{}", target.namespace, target.name).into();
            Action::Scale(workload_kind(&target.kind)?, key, *replicas)
        }
        manifest::Action::Cordon(node) => Action::Cordon(node.clone(), true),
        manifest::Action::Uncordon(node) => Action::Cordon(node.clone(), false),
        manifest::Action::Taint(node, taint) => Action::Taint(node.clone(), taint.clone()),
        manifest::Action::Untaint(node, key) => Action::Untaint(node.clone(), key.clone()),
        manifest::Action::UpdateNode(node) => Action::UpdateNode(node.clone()),
    })
}

fn workload_kind(name: &str) -> Option<WorkloadKind> {
    use WorkloadKind as Kind;
    [Kind::Deployment, Kind::ReplicaSet, Kind::ReplicationController, Kind::StatefulSet, Kind::DaemonSet, Kind::Job]
        .into_iter()
        .find(|kind| kind.name() == name)
}
