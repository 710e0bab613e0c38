//! From what people write to what a run starts from.

use std::rc::Rc;

use serde_json::Value;

use api::devices::DeviceKind;
use api::manifest;
use api::manifest::{Manifest, PermitDoc, ScenarioDoc, Target};
use api::problem;
use api::problem::{Finding, Problem};
use api::{Kind, Millis, Str, Time, Workload};
use profiles::config;
use profiles::config::{Configuration, Configurations, Configure, Mistake, Wrong};
use releases::Release;
use scheduler::cluster::Claims;
use scheduler::framework::{Extender, Extenders, LONGEST_WAIT};
use scheduler::plugins::scripted::PermitRule;

use super::action::{Action, Drain, Readiness};
use super::scenario::{Scenario, Timings};
use api::WorkloadKind;

/// 2026-01-01T00:00:00Z: when runs begin unless a scenario or its pods say otherwise.
const EPOCH: Time = Time(1_767_225_600_000);

impl Scenario {
    /// The scenario that a manifest describes, under `release` if given, else under its own, else under the first release
    /// that its one configuration is for, else under the one nearest to its kubelets, else under the latest.
    ///
    /// # Errors
    /// A release that does not exist, or what is wrong with the configuration of a scheduler.
    pub fn from_manifest(manifest: &Manifest, release: Option<Release>) -> Result<Self, Finding> {
        let claims = match manifest.wants_claims() {
            true => Some(claims::begin(manifest).map_err(|mut found| found.swap_remove(0))?.0),
            false => None,
        };
        Self::configured(manifest, release, config::configurations, claims)
    }

    /// The same, where `configure` reads the documents about the scheduler, and `claims` is who knows claims for devices, if the text has any
    /// of that.
    ///
    /// # Errors
    /// The same.
    pub fn configured(
        manifest: &Manifest,
        release: Option<Release>,
        configure: Configure,
        claims: Option<Rc<dyn Claims>>,
    ) -> Result<Self, Finding> {
        let own = own_release(&manifest.scenario)?;
        let Configurations { mut found, mut refused, default_of } = configurations(manifest, configure)?;
        let ScenarioDoc {
            title,
            seed,
            epoch,
            duration_seconds,
            timings,
            permit,
            bind_failures,
            provision_failures,
            script,
            ..
        } = &manifest.scenario;
        let only = found.keys().copied().next().filter(|_| manifest.configurations.len() == 1);
        let release = resolved(manifest, release.or(own).or(only));
        let configuration = found.remove(&release);
        if let (None, Some(wrong)) = (&configuration, refused.remove(&release)) {
            return Err(told(manifest, wrong));
        }
        let configuration = configuration.or_else(|| default_of(release));
        named_anew(manifest, release)?;
        let mut scenario = Self {
            title: title.clone(),
            release,
            configuration,
            seed: *seed,
            until: duration_seconds.map(Millis::of_seconds),
            timings: Timings {
                permit: timings.permit_millis,
                pre_bind: timings.pre_bind_millis,
                bind: timings.bind_millis,
                start: timings.container_start_millis,
                controller: timings.controller_millis,
                provision: timings.provision_millis,
                disruption: Some(timings.disruption_millis),
            },
            node_life: true,
            permits: permit.iter().map(permit_rule).collect(),
            bind_failures: bind_failures
                .iter()
                .map(|failure| (format!("{}/{}", failure.namespace, failure.name).into(), failure.times))
                .collect(),
            provision_failures: provision_failures
                .iter()
                .map(|failure| (format!("{}/{}", failure.namespace, failure.name).into(), failure.times))
                .collect(),
            claims,
            quotas: manifest.quotas.clone(),
            limits: manifest.limits.clone(),
            customs: manifest.customs.clone(),
            ..Self::default()
        };
        if let Some(configuration) = &mut scenario.configuration {
            play_extenders(configuration, manifest)?;
        }
        for object in &manifest.objects {
            scenario.take(object.kind.clone());
        }
        if manifest.scenario.assume_owners {
            scenario.assume_owners();
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
            Kind::Storage(object) => self.storage.push(object),
            Kind::Device(object) => self.devices.push(*object),
            other => self.workloads.extend(workload(other).map(|(kind, workload)| (kind, *workload))),
        }
    }
}

/// The release under which a manifest without documents about the scheduler runs.
///
/// # Errors
/// Its own release does not exist.
pub fn release_of(manifest: &Manifest, release: Option<Release>) -> Result<Release, Finding> {
    let own = own_release(&manifest.scenario)?;
    Ok(resolved(manifest, release.or(own)))
}

fn resolved(manifest: &Manifest, wanted: Option<Release>) -> Release {
    let kubelet = || Some(Release::nearest(manifest.kubelet.as_ref()?.minor));
    wanted.or_else(kubelet).unwrap_or_default()
}

fn own_release(scenario: &ScenarioDoc) -> Result<Option<Release>, Finding> {
    let Some(name) = &scenario.release else { return Ok(None) };
    let unknown = || {
        let known = Release::ALL.map(|release| Str::from(release.name())).into();
        Finding::new(scenario.release_place.clone(), problem::Scenario::UnknownRelease { name: name.clone(), known })
    };
    Release::named(name).map(Some).ok_or_else(unknown)
}

/// A rule, and the plugin that follows it.
fn permit_rule(permit: &PermitDoc) -> (Str, PermitRule) {
    let rule = PermitRule {
        pod: format!("{}/{}", permit.namespace, permit.name).into(),
        wait: permit.wait_millis,
        timeout: permit.timeout_millis.unwrap_or(LONGEST_WAIT),
        reject: permit.reject.clone(),
        times: permit.times,
    };
    (permit.plugin.clone(), rule)
}

fn configurations(manifest: &Manifest, configure: Configure) -> Result<Configurations, Finding> {
    let documents: Vec<Value> = manifest.configurations.iter().map(|document| document.value.clone()).collect();
    configure(&documents, &manifest.plugins).map_err(|wrong| told(manifest, wrong))
}

/// Gives every extender of a configuration the document that plays it.
fn play_extenders(configuration: &mut Configuration, manifest: &Manifest) -> Result<(), Finding> {
    let extenders = configuration.profiles.iter_mut().filter_map(|profile| profile.extenders.as_mut());
    for (extender, how) in extenders.flat_map(|Extenders { list, how }| list.iter_mut().map(|it| (it, *how))) {
        let host = extender.spec.host();
        let Some(document) = manifest.extenders.iter().find(|document| document.host() == host) else {
            let place = manifest.configurations.iter().find(|it| it.value.get("extenders").is_some());
            let place = place.map(|it| it.place("extenders")).unwrap_or_default();
            return Err(Finding::new(place, problem::Scenario::NoExtender { host: host.into() }));
        };
        *extender = Rc::new(Extender { spec: extender.spec.clone(), responder: Some(how.played(document)) });
    }
    Ok(())
}

/// Plugins of one's own have names that nobody else has: neither the release nor the `permit` of the scenario.
fn named_anew(manifest: &Manifest, release: Release) -> Result<(), Finding> {
    let built_in = releases::documents::built_in(release).unwrap_or_default();
    for plugin in &manifest.plugins {
        let name = plugin.metadata.name.clone();
        let problem = if built_in.contains(&name.as_str()) {
            problem::Scenario::BuiltInPlugin { name, release: release.name().into() }
        } else if manifest.scenario.permit.iter().any(|rule| rule.plugin == name) {
            problem::Scenario::SecondPlugin { name }
        } else {
            continue;
        };
        return Err(Finding::new(plugin.place.clone(), problem));
    }
    Ok(())
}

/// What is wrong with a configuration, and where.
fn told(manifest: &Manifest, (index, wrong): (usize, Wrong)) -> Finding {
    let place = manifest.configurations[index].place(&wrong.path);
    let Mistake { problem, text, .. } = *wrong.0;
    let problem = match text {
        Some(said) => Problem::Refused(Box::new(problem::Refused { problem, said: said.into() })),
        None => problem,
    };
    Finding::new(place, problem)
}

fn action(action: &manifest::Action) -> Option<Action> {
    Some(match action {
        manifest::Action::Create(kind) => Action::New(Box::new(
            self::action(&manifest::Action::Apply(kind.clone(), Vec::new())).map(|made| match made {
                Action::ApplyWorkload(kind, workload) => Action::CreateWorkload(kind, workload),
                Action::ApplyPod(pod, _) => Action::CreatePod(pod),
                made => made,
            })?,
        )),
        manifest::Action::Apply(kind, nulls) => match kind.clone() {
            Kind::Node(node) => Action::AddNode(node),
            Kind::Pod(pod) => Action::ApplyPod(pod, nulls.clone()),
            Kind::PriorityClass(class) => Action::CreateClass(class),
            Kind::PodDisruptionBudget(budget) => Action::ApplyBudget(budget),
            Kind::Service(service) => Action::ApplyService(service),
            Kind::Namespace(namespace) => Action::ApplyNamespace(namespace),
            Kind::Storage(object) => Action::ApplyStorage(object),
            Kind::Device(object) => Action::ApplyDevice(object),
            other => {
                let (kind, workload) = workload(other)?;
                Action::ApplyWorkload(kind, workload)
            }
        },
        manifest::Action::Quota(quota) => Action::ApplyQuota(quota.clone()),
        manifest::Action::Limits(range) => Action::ApplyLimits(range.clone()),
        manifest::Action::Runtime(class) => Action::ApplyRuntime(class.clone()),
        manifest::Action::Delete(target) => {
            let key = format!("{}/{}", target.namespace, target.name).into();
            match (target.kind.as_str(), WorkloadKind::named(&target.kind)) {
                ("Pod", _) => Action::DeletePod(key),
                ("Node", _) => Action::RemoveNode(target.name.clone()),
                ("PodDisruptionBudget", _) => Action::DeleteBudget(key),
                ("PriorityClass", _) => Action::DeleteClass(target.name.clone()),
                ("Service", _) => Action::DeleteService(key),
                ("ResourceQuota", _) => Action::DeleteQuota(target.namespace.clone(), target.name.clone()),
                ("RuntimeClass", _) => Action::DeleteRuntime(target.name.clone()),
                ("LimitRange", _) => Action::DeleteLimits(target.namespace.clone(), target.name.clone()),
                (_, Some(kind)) => Action::DeleteWorkload(kind, key),
                (kind, None) if let Some(device) = DeviceKind::of(kind) => {
                    let namespace = if device.is_namespaced() { target.namespace.clone() } else { Str::default() };
                    Action::DeleteDevice(device, namespace, target.name.clone())
                }
                (kind, None) if is_storage(kind) => {
                    let scoped = matches!(kind, "PersistentVolumeClaim" | "CSIStorageCapacity");
                    let namespace = if scoped { target.namespace.clone() } else { Str::default() };
                    Action::DeleteStorage(kind.into(), namespace, target.name.clone())
                }
                _ => return None,
            }
        }
        manifest::Action::Scale(target, replicas) => {
            let key = format!("{}/{}", target.namespace, target.name).into();
            Action::Scale(WorkloadKind::named(&target.kind)?, key, *replicas)
        }
        manifest::Action::Cordon(node) => Action::Cordon(node.clone(), true),
        manifest::Action::Uncordon(node) => Action::Cordon(node.clone(), false),
        manifest::Action::Taint(node, taint) => Action::Taint(node.clone(), taint.clone()),
        manifest::Action::Untaint(node, key) => Action::Untaint(node.clone(), key.clone()),
        manifest::Action::UpdateNode(node) => Action::UpdateNode(node.clone()),
        manifest::Action::Label(target, labels) if target.kind == "Node" => {
            Action::LabelNode(target.name.clone(), labels.clone())
        }
        manifest::Action::Label(target, labels) => Action::LabelPod(pod(target), labels.clone()),
        manifest::Action::Resize(target, container, requests) => {
            Action::ResizePod { pod: pod(target), container: container.clone(), requests: requests.clone() }
        }
        manifest::Action::Ungate(target, gates) => Action::Ungate(pod(target), gates.clone()),
        manifest::Action::Evict(target) => Action::Evict(pod(target)),
        manifest::Action::Drain(drain) => Action::Drain(Drain {
            node: drain.node.clone(),
            force: drain.force,
            ignore_daemon_sets: drain.ignore_daemonsets,
            delete_empty_dirs: drain.delete_emptydir_data,
            disable_eviction: drain.disable_eviction,
            grace: drain.grace_period_seconds.filter(|seconds| *seconds >= 0),
            timeout: drain.timeout_seconds.filter(|seconds| *seconds > 0).map(Millis::of_seconds),
        }),
        manifest::Action::NotReady(node) => Action::SetReadiness(node.clone(), Readiness::NotReady),
        manifest::Action::Unreachable(node) => Action::SetReadiness(node.clone(), Readiness::Unreachable),
        manifest::Action::Ready(node) => Action::SetReadiness(node.clone(), Readiness::Ready),
    })
}

fn is_storage(kind: &str) -> bool {
    matches!(
        kind,
        "PersistentVolume"
            | "PersistentVolumeClaim"
            | "StorageClass"
            | "CSINode"
            | "CSIDriver"
            | "CSIStorageCapacity"
            | "VolumeAttachment"
    )
}

fn pod(target: &Target) -> Str {
    format!("{}/{}", target.namespace, target.name).into()
}

/// The workload that an object is, if it is one.
fn workload(kind: Kind) -> Option<(WorkloadKind, Box<Workload>)> {
    Some(match kind {
        Kind::Deployment(workload) => (WorkloadKind::Deployment, workload),
        Kind::ReplicaSet(workload) => (WorkloadKind::ReplicaSet, workload),
        Kind::ReplicationController(workload) => (WorkloadKind::ReplicationController, workload),
        Kind::StatefulSet(workload) => (WorkloadKind::StatefulSet, workload),
        Kind::DaemonSet(workload) => (WorkloadKind::DaemonSet, workload),
        Kind::Job(workload) => (WorkloadKind::Job, workload),
        _ => return None,
    })
}
