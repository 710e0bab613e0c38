//! The scenario of a run.

use std::rc::Rc;

use api::{
    ConditionType, FeatureGates, GangWorkload, Millis, Namespace, NamespacedName, Node, OwnerReference, Pod,
    PodDisruptionBudget, PodGroup, PriorityClass, ResourceQuota, Service, Set, StorageObject, Str, Table, Time,
    Workload, WorkloadKind, annotations::RUN_SECONDS, devices::DeviceObject,
};
use manifest::{CustomResource, admission::Limits};
use profiles::config::Configuration;
use releases::Release;
use runlog::PluginId;
use scheduler::{
    cluster::Claims,
    framework::{PointRow, Profile},
    plugins::user_plugins::{PermitRule, ScriptedPermit, ScriptedPreBind},
};

use super::action::ClusterAction;

/// The initial state of a cluster, and the script of a run. Its objects have passed admission.
#[derive(Default)]
pub struct Scenario {
    /// For display.
    pub title: Str,
    pub release: Release,
    /// The configuration of the scheduler; `None` for the default of the release. A scenario from a manifest always has one.
    pub configuration: Option<Configuration>,
    /// Feature gates of the cluster.
    pub gates: FeatureGates,
    /// Seed of all random draws.
    pub seed: u64,
    /// Wall-clock time of the start.
    pub epoch: Time,
    /// The latest end of the run.
    pub end_at: Option<Millis>,
    pub timings: Timings,
    /// Whether node lifecycle controllers run: `NoExecute` taints evict pods, and pods of deleted nodes are removed.
    pub has_node_lifecycle: bool,
    /// Rules for `Permit`, each with the name of the plugin that applies it.
    pub permits: Vec<(Str, PermitRule)>,
    /// How many bindings of a pod fail.
    pub bind_failures: Table<NamespacedName, u32>,
    /// How many attempts to provision a volume for a claim fail.
    pub provision_failures: Table<NamespacedName, u32>,
    /// Nodes, in the order in which the scheduler's cache receives them.
    pub nodes: Vec<Node>,
    /// Bound and pending pods.
    pub pods: Vec<Pod>,
    pub pod_groups: Vec<PodGroup>,
    /// The `Workload` objects (`scheduling.k8s.io`) with the templates of pod groups.
    pub gang_workloads: Vec<GangWorkload>,
    pub classes: Vec<PriorityClass>,
    pub budgets: Vec<PodDisruptionBudget>,
    pub services: Vec<Service>,
    pub namespaces: Vec<Namespace>,
    /// Volumes, claims, storage classes and other storage objects.
    pub storage: Vec<StorageObject>,
    /// The device support, if the manifest has device objects or claims.
    pub claims: Option<Rc<dyn Claims>>,
    /// Device claims, templates, slices and classes.
    pub devices: Vec<DeviceObject>,
    pub quotas: Vec<ResourceQuota>,
    /// Limit ranges and runtime classes, which have been applied to the templates of `workloads`.
    pub limits: Limits,
    pub workloads: Vec<(WorkloadKind, Workload)>,
    /// Whether the run was recorded from a scheduler without controllers, so that budgets expect the number of matching pods.
    pub has_no_controllers: bool,
    /// Custom resources that may own pods; their scale counts for budgets.
    pub customs: Vec<CustomResource>,
    /// Workloads that are only listed for the scheduler's plugins; no pods are created for them.
    pub selectors: Vec<(WorkloadKind, Workload)>,
    /// The number of inferred workloads of each kind: pods refer to them, but the manifest lacks them.
    pub inferred_owners: Table<Str, usize>,
    /// The number of other owners of each kind. Their controllers are not modeled, so their pods are not replaced.
    pub unsimulated_owners: Table<Str, usize>,
    /// Jobs with bound pods or with counts in their status. It is unknown when their pods complete, so pods without the annotation `RUN_SECONDS`, and
    /// those that replace them, run until the run ends.
    pub running_jobs: Set<NamespacedName>,
    /// Actions in the order of their times.
    pub script: Vec<(Millis, ClusterAction)>,
}

/// The name of the plugin for rules without a plugin name.
const SCRIPTED: &str = "Scripted";

impl Scenario {
    /// Sets `running_jobs`.
    pub(super) fn find_running_jobs(&mut self) {
        let is_job = |owner: &&OwnerReference| owner.workload() == Some(WorkloadKind::Job);
        let job_of_pod = |pod: &Pod| {
            let owner = pod.metadata.pod_controller().filter(is_job)?;
            Some(NamespacedName::new(&pod.metadata.namespace, &owner.name))
        };
        let pods = self.pods.iter().filter(|pod| !pod.spec.node_name.is_empty());
        let counting = self.workloads.iter().filter(|(kind, workload)| {
            *kind == WorkloadKind::Job && (workload.status.succeeded > 0 || workload.status.failed > 0)
        });
        let counting = counting.map(|(_, job)| NamespacedName::of(&job.metadata));
        self.running_jobs = pods.filter_map(job_of_pod).chain(counting).collect();
    }

    /// The Jobs whose pods have no run time, partitioned into those that [run already](Self::running_jobs) and those that start in the run.
    #[must_use]
    pub fn jobs_without_run_time(&self) -> (Vec<NamespacedName>, Vec<NamespacedName>) {
        let is_open = |(kind, job): &&(WorkloadKind, Workload)| {
            let is_over = [ConditionType::Complete, ConditionType::Failed];
            *kind == WorkloadKind::Job
                && !job.spec.template.metadata.annotations.contains(RUN_SECONDS)
                && !is_over.iter().any(|condition| job.status.has_condition(condition))
        };
        let jobs = self.workloads.iter().filter(is_open).map(|(_, job)| NamespacedName::of(&job.metadata));
        jobs.partition(|job| self.running_jobs.contains(job))
    }

    /// Whether the scenario has objects whose code is loaded with the [controllers](super::Controllers).
    #[must_use]
    pub fn needs_controllers(&self) -> bool {
        !self.namespaces.is_empty()
            || !self.services.is_empty()
            || !self.devices.is_empty()
            || !self.storage.is_empty()
            || !self.gang_workloads.is_empty()
            || !self.pod_groups.is_empty()
            || !self.selectors.is_empty()
            || !self.workloads.is_empty()
            || self.claims.is_some()
            || !self.quotas.is_empty()
            || !self.limits.is_empty()
    }

    /// Adds the plugins that apply the scenario's rules at `Permit` and `PreBind` to a profile.
    pub(super) fn add_scripted_plugins(&self, profile: &mut Profile) {
        let mut names: Vec<&str> = self.permits.iter().map(|(name, _)| name.as_str()).collect();
        if !self.timings.permit.is_zero() && !names.contains(&SCRIPTED) {
            names.push(SCRIPTED);
        }
        names.sort_unstable();
        names.dedup();
        for name in names {
            let rules = self.permits.iter().filter(|(plugin, _)| *plugin == *name).map(|(_, rule)| rule.clone());
            let wait = if name == SCRIPTED { self.timings.permit } else { Millis::ZERO };
            let permit = Box::new(ScriptedPermit { wait, rules: rules.collect() });
            profile.permits.push(PointRow::new(PluginId::Scripted, name, permit));
        }
        if !self.timings.pre_bind.is_zero() {
            let pre_bind = Box::new(ScriptedPreBind { takes: self.timings.pre_bind });
            profile.pre_binds.push(PointRow::new(PluginId::Scripted, SCRIPTED, pre_bind));
        }
    }
}

/// The virtual duration of each kind of operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timings {
    /// How long pods without a rule wait in `Permit`.
    pub permit: Millis,
    pub pre_bind: Millis,
    /// From the end of `PreBind` to the binding at the API server.
    pub bind: Millis,
    /// From the binding until the containers run.
    pub start: Millis,
    /// From a change until a controller reacts to it.
    pub controller: Millis,
    /// How long provisioning a volume takes.
    pub provision: Millis,
    /// From a change until a budget's status is updated; `None` if budgets keep their status.
    pub disruption: Option<Millis>,
}

impl Default for Timings {
    fn default() -> Self {
        Self {
            permit: Millis::ZERO,
            pre_bind: Millis::ZERO,
            bind: Millis::new(50),
            start: Millis::from_seconds(2),
            controller: Millis::new(100),
            provision: Millis::from_seconds(3),
            disruption: Some(Millis::new(100)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_job_runs_already_if_it_has_counts_or_a_bound_pod() {
        let pod = |owner: &str, spec: &str| {
            format!(
                "---
{{kind: Pod, metadata: {{name: p, ownerReferences: [{{apiVersion: batch/v1, kind: {owner}, name: j, controller: true}}]}}, spec: {{restartPolicy: Never, {spec} containers: [{{name: c}}]}}}}
"
            )
        };
        for (status, pod, is_running) in [
            ("", String::new(), false),
            ("succeeded: 0", String::new(), false),
            ("succeeded: 1", String::new(), true),
            ("failed: 1", String::new(), true),
            ("", pod("Job", "nodeName: n,"), true),
            ("", pod("Job", ""), false),
            ("", pod("StatefulSet", "nodeName: n,"), false),
        ] {
            let text = format!(
                "{{kind: Node, metadata: {{name: n}}, status: {{allocatable: {{cpu: 4}}}}}}
---
{{kind: Job, metadata: {{name: j}}, spec: {{completions: 3, template: {{spec: {{restartPolicy: Never, containers: [{{name: c}}]}}}}}}, status: {{{status}}}}}
{pod}---
{{kind: Scenario, assumeOwners: false}}"
            );
            let manifest = manifest::load(&text).unwrap_or_else(|findings| panic!("{findings:?}\n{text}"));
            let scenario = Scenario::from_manifest(&manifest).unwrap_or_else(|findings| panic!("{findings:?}\n{text}"));
            let (running, starting) = scenario.jobs_without_run_time();
            assert_eq!((running.len(), starting.len()), if is_running { (1, 0) } else { (0, 1) }, "{status}{pod}");
        }
    }
}
