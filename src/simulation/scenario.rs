//! The scenario that a run starts from.

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

use super::action::Action;

/// A cluster at the start of a run, and what will be done to it. Everything in it has been through admission.
#[derive(Default)]
pub struct Scenario {
    /// For people.
    pub title: Str,
    /// Whose decisions are replayed.
    pub release: Release,
    /// How the scheduler is to run. A text always says: by its documents, or as its release does by default.
    pub configuration: Option<Configuration>,
    /// Which feature gates of the cluster are on.
    pub gates: FeatureGates,
    /// Seed of every draw.
    pub seed: u64,
    /// Wall time of the start.
    pub epoch: Time,
    /// When the run ends at the latest.
    pub end_at: Option<Millis>,
    /// How long things take.
    pub timings: Timings,
    /// Whether nodes are watched: `NoExecute` taints evict, and pods of deleted nodes are collected.
    pub node_lifecycle: bool,
    /// What happens to pods in `Permit`, with the name of the plugin that does it.
    pub permits: Vec<(Str, PermitRule)>,
    /// How often the binding of a pod fails.
    pub bind_failures: Table<NamespacedName, u32>,
    /// How often making a volume for a claim fails.
    pub provision_failures: Table<NamespacedName, u32>,
    /// Nodes, in the order in which the scheduler meets them.
    pub nodes: Vec<Node>,
    /// Pods, bound or pending.
    pub pods: Vec<Pod>,
    /// Groups of pods.
    pub pod_groups: Vec<PodGroup>,
    /// What groups are made from.
    pub gang_workloads: Vec<GangWorkload>,
    pub classes: Vec<PriorityClass>,
    pub budgets: Vec<PodDisruptionBudget>,
    pub services: Vec<Service>,
    pub namespaces: Vec<Namespace>,
    /// Volumes, claims, classes, …
    pub storage: Vec<StorageObject>,
    /// Who knows claims for devices, where the text has any of that.
    pub claims: Option<Rc<dyn Claims>>,
    /// Claims for devices, slices, classes, …
    pub devices: Vec<DeviceObject>,
    /// Quotas: what comes beyond them is refused.
    pub quotas: Vec<ResourceQuota>,
    /// Limit ranges and runtime classes, which the pods of workloads have been through.
    pub limits: Limits,
    pub workloads: Vec<(WorkloadKind, Workload)>,
    /// Runs that were recorded of a scheduler alone had no controllers: budgets counted the pods that match, whatever they ask for.
    pub without_controllers: bool,
    /// Custom resources that may own pods: their scale counts for budgets.
    pub customs: Vec<CustomResource>,
    /// Workloads that only say which pods belong together; no pods are made for them.
    pub selectors: Vec<(WorkloadKind, Workload)>,
    /// How many workloads of each kind pods name and the text does not have, so that they are assumed.
    pub inferred_owners: Table<Str, usize>,
    /// How many other owners of each kind pods name: nothing here plays their controllers, so no pod of theirs is made anew.
    pub unmodelled_owners: Table<Str, usize>,
    /// Jobs that are under way: they have pods on nodes, or their status counts some. How long their pods run is not known, so those that say
    /// nothing of it run on as long as the run lasts, as do those that are created in their place.
    pub running_jobs: Set<NamespacedName>,
    /// What happens, in order of time.
    pub script: Vec<(Millis, Action)>,
}

/// The plugin that does what a scenario says, if the scenario does not name one.
const SCRIPTED: &str = "Scripted";

impl Scenario {
    /// Finds the Jobs that are under way.
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

    /// Jobs whose pods do not say how long they run, by whether they are [under way](Self::running_jobs) or begin in the run.
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

    /// Whether it has objects that come with the [controllers](super::Controllers).
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

    /// Adds to a profile the plugins that do what the scenario says at `Permit` and `PreBind`.
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

/// How long things take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timings {
    /// How long pods wait in `Permit` that no rule names.
    pub permit: Millis,
    /// How long `PreBind` takes.
    pub pre_bind: Millis,
    /// From the decision (and `Permit`, and `PreBind`) to the binding.
    pub bind: Millis,
    /// From the binding to running containers.
    pub start: Millis,
    /// From a change to what a controller does about it.
    pub controller: Millis,
    /// From a claim to the volume that is made for it.
    pub provision: Millis,
    /// From a change to the new status of a budget; `None`: budgets keep the status that they have.
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
