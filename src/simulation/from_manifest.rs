//! Converts a manifest to a scenario.

use std::rc::Rc;

use api::{
    ApiObject, FeatureGates, Kind, Millis, NamespacedName, Node, ObjectKey, Pod, PodDisruptionBudget, PriorityClass,
    Str, Table, Time, Workload, WorkloadKind,
};
use findings::{Finding, Problem};
use manifest::{BindFailure, Manifest, ManifestObject, PermitDoc, ScenarioDoc, Target};
use profiles::{
    config,
    config::{ConfigErrorDetails, Configuration, Configurations, DocumentError},
};
use releases::Release;
use scheduler::{
    cluster::Claims,
    framework::{Extender, Extenders, MAX_PERMIT_WAIT},
    plugins::user_plugins::PermitRule,
};
use serde_json::Value;

use super::{
    action::{ClusterAction, Drain, Readiness},
    scenario::{Scenario, Timings},
};

/// 2026-01-01T00:00:00Z: the start time of runs if neither the scenario nor its pods define one.
const DEFAULT_EPOCH: Time = Time(1_767_225_600_000);

impl Scenario {
    /// The scenario of a manifest, under the release that the manifest was read for.
    ///
    /// # Errors
    /// An invalid scheduler configuration, feature gate or user-defined plugin.
    pub fn from_manifest(manifest: &Manifest) -> Result<Self, Finding> {
        Self::from_manifest_with(manifest, manifest.uses_device_claims().then(dra::create_claims))
    }

    /// Like [`Self::from_manifest`], with the given device support, if the manifest needs any.
    ///
    /// # Errors
    /// An invalid scheduler configuration, feature gate or user-defined plugin.
    pub fn from_manifest_with(manifest: &Manifest, claims: Option<Rc<dyn Claims>>) -> Result<Self, Finding> {
        let Configurations { mut by_release, refusals: mut refused } = configurations(manifest)?;
        let release = manifest.release;
        let configuration = by_release.remove(&release);
        if let (None, Some(wrong)) = (&configuration, refused.remove(&release)) {
            return Err(configuration_finding(manifest, wrong));
        }
        let configuration = Some(configuration.unwrap_or_else(|| Configuration::default_of(release)));
        check_plugin_names(manifest, release)?;
        let mut scenario = Self {
            gates: feature_gates(manifest)?,
            claims,
            quotas: manifest.quotas.clone(),
            limits: manifest.limits.clone(),
            customs: manifest.customs.clone(),
            ..Self::of_simple_objects(manifest, release, configuration)
        };
        if let Some(configuration) = &mut scenario.configuration {
            attach_extenders(configuration, manifest)?;
        }
        for object in &manifest.objects {
            scenario.take_other_object(object.kind.clone());
        }
        if manifest.scenario.assume_owners {
            scenario.infer_owners();
        }
        scenario.find_running_jobs();
        Ok(scenario)
    }

    /// The scenario of a [simple](Manifest::is_simple) manifest. It refers to no code that only other manifests need, so that this can be loaded on
    /// demand. `None` if the code of its release is loaded on demand.
    pub fn from_simple_manifest(manifest: &Manifest) -> Option<Self> {
        debug_assert!(manifest.is_simple(), "any other manifest may have more");
        let release = manifest.release;
        let deployment = |object: &ManifestObject| match &object.kind {
            ApiObject::Deployment(deployment) => Some((WorkloadKind::Deployment, Workload::clone(deployment))),
            _ => None,
        };
        let configuration = Configuration::default_of_latest(release)?;
        Some(Self {
            workloads: manifest.objects.iter().filter_map(deployment).collect(),
            ..Self::of_simple_objects(manifest, release, Some(configuration))
        })
    }

    /// The scenario with the nodes, pods, priority classes and budgets of a manifest.
    fn of_simple_objects(manifest: &Manifest, release: Release, configuration: Option<Configuration>) -> Self {
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
        let failures = |failures: &[BindFailure]| -> Table<NamespacedName, u32> {
            let entry = |failure: &BindFailure| (NamespacedName::new(&failure.namespace, &failure.name), failure.times);
            failures.iter().map(entry).collect()
        };
        let mut scenario = Self {
            title: title.clone(),
            release,
            configuration,
            seed: *seed,
            end_at: duration_seconds.map(Millis::from_seconds),
            timings: Timings {
                permit: timings.permit_millis,
                pre_bind: timings.pre_bind_millis,
                bind: timings.bind_millis,
                start: timings.container_start_millis,
                controller: timings.controller_millis,
                provision: timings.provision_millis,
                disruption: Some(timings.disruption_millis),
            },
            has_node_lifecycle: true,
            permits: permit.iter().map(permit_rule).collect(),
            bind_failures: failures(bind_failures),
            provision_failures: failures(provision_failures),
            ..Self::default()
        };
        for object in &manifest.objects {
            match &object.kind {
                ApiObject::Node(node) => scenario.nodes.push(Node::clone(node)),
                ApiObject::Pod(pod) => scenario.pods.push(Pod::clone(pod)),
                ApiObject::PriorityClass(class) => scenario.classes.push(PriorityClass::clone(class)),
                ApiObject::PodDisruptionBudget(budget) => scenario.budgets.push(PodDisruptionBudget::clone(budget)),
                _ => {}
            }
        }
        // A dump is newer than everything in it, so its run begins at the latest time in it: no pod starts in the future.
        let latest = scenario.pods.iter().filter_map(latest_time).max();
        scenario.epoch = epoch.or(latest).unwrap_or(DEFAULT_EPOCH);
        for timed in script {
            if let Some(action) = convert_action(&timed.action) {
                scenario.script.push((timed.at, action));
            }
        }
        scenario
    }

    fn take_other_object(&mut self, kind: ApiObject) {
        match kind {
            ApiObject::PodGroup(group) => self.pod_groups.push(*group),
            ApiObject::Workload(workload) => self.gang_workloads.push(*workload),
            ApiObject::Service(service) => self.services.push(*service),
            ApiObject::Namespace(namespace) => self.namespaces.push(*namespace),
            ApiObject::Storage(object) => self.storage.push(object),
            ApiObject::Device(object) => self.devices.push(object),
            // The simple objects have been added, and the manifest lists the last three separately, because admission needs them first.
            ApiObject::Node(_)
            | ApiObject::Pod(_)
            | ApiObject::PriorityClass(_)
            | ApiObject::PodDisruptionBudget(_)
            | ApiObject::ResourceQuota(_)
            | ApiObject::LimitRange(_)
            | ApiObject::RuntimeClass(_) => {}
            other => self.workloads.extend(other.into_workload().map(|(kind, workload)| (kind, *workload))),
        }
    }
}

/// The enabled feature gates, or an error if one of them depends on a disabled one.
fn feature_gates(manifest: &Manifest) -> Result<FeatureGates, Finding> {
    manifest.gates.missing_dependency().map_or(Ok(manifest.gates), |text| {
        Err(Finding::new(manifest.scenario.gates_place.clone(), findings::ScenarioProblem::GateDependency { text }))
    })
}

/// The latest time in a pod: when it started, was created, or its deletion was requested.
fn latest_time(pod: &Pod) -> Option<Time> {
    let started = pod.status.start_time.or(pod.metadata.creation_timestamp);
    let deleted = pod.metadata.deletion_timestamp.map(|ends| {
        let grace = pod.metadata.deletion_grace_period_seconds.unwrap_or(0);
        Time(ends.0.saturating_sub(grace.saturating_mul(1000)))
    });
    started.max(deleted)
}

/// A rule for `Permit`, and the name of the plugin that applies it.
fn permit_rule(permit: &PermitDoc) -> (Str, PermitRule) {
    let rule = PermitRule {
        pod: NamespacedName::new(&permit.namespace, &permit.name),
        wait: permit.wait_millis,
        timeout: permit.timeout_millis.unwrap_or(MAX_PERMIT_WAIT),
        reject: permit.reject.clone(),
        times: permit.times,
    };
    (permit.plugin.clone(), rule)
}

fn configurations(manifest: &Manifest) -> Result<Configurations, Finding> {
    let documents: Vec<Value> = manifest.configurations.iter().map(|document| document.value.clone()).collect();
    let plugins: Vec<_> = manifest.plugins.iter().map(|plugin| plugin.document.clone()).collect();
    config::configurations(&documents, &plugins).map_err(|wrong| configuration_finding(manifest, wrong))
}

/// Connects each extender of a configuration with the document that defines its responses.
fn attach_extenders(configuration: &mut Configuration, manifest: &Manifest) -> Result<(), Finding> {
    let extenders = configuration.profiles.iter_mut().filter_map(|profile| profile.extenders.as_mut());
    for (extender, how) in
        extenders.flat_map(|Extenders { list, caller: how }| list.iter_mut().map(|extender| (extender, *how)))
    {
        let host = extender.spec.host();
        let Some(document) = manifest.extenders.iter().find(|document| document.host() == host) else {
            let place =
                manifest.configurations.iter().find(|configuration| configuration.value.get("extenders").is_some());
            let place = place.map(|place| place.place_of("extenders")).unwrap_or_default();
            return Err(Finding::new(place, findings::ScenarioProblem::NoExtender { host: host.into() }));
        };
        *extender =
            Rc::new(Extender { spec: extender.spec.clone(), responder: Some(how.scripted_responder(document)) });
    }
    Ok(())
}

/// Checks that user-defined plugins have unique names, other than those of the release and of the scenario's `permit` rules.
fn check_plugin_names(manifest: &Manifest, release: Release) -> Result<(), Finding> {
    let built_in = releases::documents::built_in_plugins(release).unwrap_or_default();
    for plugin in &manifest.plugins {
        let name = plugin.document.metadata.name.clone();
        let problem = if built_in.contains(&name.as_str()) {
            findings::ScenarioProblem::BuiltInPlugin { name, release: release.name().into() }
        } else if manifest.scenario.permit.iter().any(|rule| rule.plugin == name) {
            findings::ScenarioProblem::SecondPlugin { name }
        } else {
            continue;
        };
        return Err(Finding::new(plugin.place.clone(), problem));
    }
    Ok(())
}

/// A finding about a configuration, with its place in the manifest.
fn configuration_finding(manifest: &Manifest, document_error: DocumentError) -> Finding {
    let DocumentError { index, error } = document_error;
    let place = manifest.configurations[index].place_of(&error.path);
    let ConfigErrorDetails { problem, text, .. } = *error.0;
    let problem = match text {
        Some(text) => Problem::Refused(Box::new(findings::StartupRefused { problem, said: text.into() })),
        None => problem,
    };
    Finding::new(place, problem)
}

fn convert_action(action: &manifest::ScriptAction) -> Option<ClusterAction> {
    Some(match action {
        manifest::ScriptAction::Create(object) => ClusterAction::Create(object.clone()),
        manifest::ScriptAction::Apply(object, nulls) => ClusterAction::Apply(object.clone(), nulls.clone()),
        manifest::ScriptAction::Delete(target) => {
            let kind = Kind::from_name(&target.kind)?;
            ClusterAction::Delete(ObjectKey::new(kind, &target.namespace, &target.name))
        }
        manifest::ScriptAction::Scale(target, replicas) => {
            let key = target_key(target);
            ClusterAction::Scale(WorkloadKind::from_name(&target.kind)?, key, *replicas)
        }
        manifest::ScriptAction::Cordon(node) => ClusterAction::Cordon(node.clone(), true),
        manifest::ScriptAction::Uncordon(node) => ClusterAction::Cordon(node.clone(), false),
        manifest::ScriptAction::Taint(node, taint) => ClusterAction::Taint(node.clone(), taint.clone()),
        manifest::ScriptAction::Untaint(node, key, effect) => {
            ClusterAction::Untaint(node.clone(), key.clone(), effect.clone())
        }
        manifest::ScriptAction::UpdateNode(node) => ClusterAction::UpdateNode(node.clone()),
        manifest::ScriptAction::Label(target, labels) => {
            ClusterAction::Label(ObjectKey::new(target.labeled_kind(), &target.namespace, &target.name), labels.clone())
        }
        manifest::ScriptAction::Resize(target, container, requests) => ClusterAction::ResizePod {
            pod: target_key(target),
            container: container.clone(),
            requests: requests.clone(),
        },
        manifest::ScriptAction::Ungate(target, gates) => ClusterAction::Ungate(target_key(target), gates.clone()),
        manifest::ScriptAction::Evict(target) => ClusterAction::Evict(target_key(target)),
        manifest::ScriptAction::Drain(drain) => ClusterAction::Drain(Drain {
            node: drain.node.clone(),
            force: drain.force,
            ignore_daemon_sets: drain.ignore_daemonsets,
            delete_empty_dirs: drain.delete_emptydir_data,
            disable_eviction: drain.disable_eviction,
            grace: drain.grace_period_seconds.filter(|seconds| *seconds >= 0),
            timeout: drain.timeout_seconds.filter(|seconds| *seconds > 0).map(Millis::from_seconds),
        }),
        manifest::ScriptAction::NotReady(node) => ClusterAction::SetReadiness(node.clone(), Readiness::NotReady),
        manifest::ScriptAction::Unreachable(node) => ClusterAction::SetReadiness(node.clone(), Readiness::Unreachable),
        manifest::ScriptAction::Ready(node) => ClusterAction::SetReadiness(node.clone(), Readiness::Ready),
        manifest::ScriptAction::Reject(rejected) => ClusterAction::Reject(rejected.clone()),
    })
}

fn target_key(target: &Target) -> NamespacedName {
    NamespacedName::new(&target.namespace, &target.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_latest_time_of_a_pod_is_its_start_or_when_its_deletion_was_requested() {
        let created = r#""creationTimestamp":"2026-01-02T10:00:00Z""#;
        let ends = r#""deletionTimestamp":"2026-01-02T10:01:00Z""#;
        let with_grace = format!(r#"{created},{ends},"deletionGracePeriodSeconds":30"#);
        for (metadata, start, expected) in [
            (String::new(), None, None),
            (created.to_owned(), None, Some("2026-01-02T10:00:00Z")),
            (created.to_owned(), Some("2026-01-02T10:00:05Z"), Some("2026-01-02T10:00:05Z")),
            (with_grace.clone(), None, Some("2026-01-02T10:00:30Z")),
            (with_grace, Some("2026-01-02T10:00:40Z"), Some("2026-01-02T10:00:40Z")),
            (format!("{created},{ends}"), None, Some("2026-01-02T10:01:00Z")),
        ] {
            let status = start.map_or_else(String::new, |start| format!(r#""startTime":"{start}""#));
            let json = format!(r#"{{"metadata":{{{metadata}}},"status":{{{status}}}}}"#);
            let pod: Pod = serde_json::from_str(&json).expect("a pod");
            assert_eq!(latest_time(&pod), expected.and_then(Time::parse), "{json}");
        }
    }

    /// As with `kubectl drain --grace-period=0`, pods may have no time at all.
    #[test]
    fn a_drain_has_a_grace_period_unless_it_is_negative_and_a_timeout_unless_it_is_zero() {
        for (grace_period_seconds, timeout_seconds, expected) in [
            (None, None, (None, None)),
            (Some(-1), Some(0), (None, None)),
            (Some(0), Some(1), (Some(0), Some(Millis::from_seconds(1)))),
            (Some(30), Some(60), (Some(30), Some(Millis::from_seconds(60)))),
        ] {
            let document =
                manifest::DrainDoc { grace_period_seconds, timeout_seconds, ..manifest::DrainDoc::default() };
            let action = convert_action(&manifest::ScriptAction::Drain(document));
            let Some(ClusterAction::Drain(drain)) = action else { panic!("{action:?}") };
            assert_eq!((drain.grace, drain.timeout), expected);
        }
    }
}
