//! The expected number of a budget's pods, from the scale of their controllers.
//!
//! `maxUnavailable` and percentages refer to the replicas that the controllers want, not to the pods that exist: for a Deployment of ten that has
//! only four pods, 50 % are five. Each controller counts once, however many of its pods match. Upstream: `DisruptionController.getExpectedScale` and
//! its finders.

use std::rc::Rc;

use api::{Pod, Set, Str, WorkloadKind, resource_name};

use super::state::DisruptionController;
use crate::{client::Component, ids::WorkloadId};

/// The replicas that the controllers of some pods want.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct ExpectedScale {
    /// Each controller, such as `Deployment/web`, with its replicas.
    pub(super) controllers: Vec<(Str, i32)>,
    /// The number of pods without a controller.
    pub(super) unmanaged: i32,
}

impl ExpectedScale {
    pub(super) fn sum(&self) -> i32 {
        self.controllers.iter().fold(0, |sum, (_, scale)| sum.saturating_add(*scale))
    }
}

impl Component<'_, DisruptionController> {
    /// The scale of the controllers of these pods, or the error if it cannot be determined. A pod without a controller is not counted; in older
    /// releases it is an error.
    pub(super) fn expected_scale(&self, pods: &[Rc<Pod>]) -> Result<ExpectedScale, String> {
        let mut scale = ExpectedScale::default();
        // Uids of the owners seen so far, and of the controllers counted, which may be the owners' Deployments.
        let mut known = Set::<&Str>::new();
        let mut counted = Set::<Str>::new();
        for pod in pods {
            let Some(owner) = pod.metadata.controller() else {
                if !self.settings().flow.has_pdb_unhealthy_policy {
                    return Err(format!("found no controller ref for pod {:?}", pod.metadata.name));
                }
                scale.unmanaged += 1;
                continue;
            };
            // Most pods of a budget have the same owner.
            if !owner.uid.is_empty() && !known.insert(&owner.uid) {
                continue;
            }
            let number = self.workloads().find_owner(&pod.metadata.namespace, owner);
            let (name, uid, replicas) = match number.and_then(|number| self.controller_scale(number)) {
                Some(scale) => scale,
                None => self.custom_scale(pod, owner)?,
            };
            if counted.insert(uid) {
                scale.controllers.push((name, replicas));
            }
        }
        Ok(scale)
    }

    /// Name, uid and replicas of a workload; for a ReplicaSet those of its Deployment. `None` for workloads without a scale. Upstream:
    /// `getPodDeployment`, `getPodReplicaSet`, `getPodStatefulSet`, `getPodReplicationController`.
    fn controller_scale(&self, number: WorkloadId) -> Option<(Str, Str, i32)> {
        let mut stored = self.workloads().get(number)?;
        if let Some(above) = stored.owner.as_ref().and_then(|uid| self.workloads().by_uid(uid)) {
            stored = above;
        }
        let has_scale = !matches!(stored.kind, WorkloadKind::DaemonSet | WorkloadKind::Job);
        let meta = &stored.workload.metadata;
        let name = format!("{}/{}", stored.kind.name(), meta.name).into();
        has_scale.then(|| (name, meta.uid.clone(), stored.workload.spec.replicas.unwrap_or(1)))
    }

    /// The scale of any other controller: a custom resource. Upstream: `getScaleController`.
    fn custom_scale(&self, pod: &Pod, owner: &api::OwnerReference) -> Result<(Str, Str, i32), String> {
        let has_none = |resource: &str| Err(format!("{resource} does not implement the scale subresource"));
        match (owner.workload(), owner.kind.as_str()) {
            (Some(WorkloadKind::DaemonSet | WorkloadKind::Job), kind) | (None, kind @ "Node") => {
                has_none(&resource_name(kind))
            }
            (Some(_), _) => Err(format!("found no controllers for pod {:?}", pod.metadata.name)),
            (None, kind) => {
                let group = owner.api_version.split_once('/').map_or("", |(group, _)| group);
                let mut of_kind = self
                    .custom_resources()
                    .iter()
                    .filter(|custom| custom.kind == owner.kind && custom.group == group)
                    .peekable();
                if of_kind.peek().is_none() {
                    return Err(format!("no matches for kind {kind:?} in version {:?}", owner.api_version));
                }
                let name = (&pod.metadata.namespace, &owner.name);
                let Some(custom) =
                    of_kind.find(|custom_resource| (&custom_resource.namespace, &custom_resource.name) == name)
                else {
                    return Err(format!("found no controllers for pod {:?}", pod.metadata.name));
                };
                let Some(replicas) = custom.replicas else { return has_none(&custom.resource) };
                let name: Str = format!("{kind}/{}", owner.name).into();
                Ok((name.clone(), name, replicas))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_run::run_until;

    #[test]
    fn a_custom_controller_is_found_by_group_kind_namespace_and_name() {
        let found = Ok(vec![("Rollout/web".into(), 5)]);
        let no_kind = Err("no matches for kind \"Rollout\" in version \"argoproj.io/v1\"".to_owned());
        let no_object = Err("found no controllers for pod \"p\"".to_owned());
        for (version, kind, name, expected) in [
            ("argoproj.io/v1", "Rollout", "{name: web}", &found),
            // Versions of a group have the same objects.
            ("argoproj.io/v2", "Rollout", "{name: web}", &found),
            ("example.com/v1", "Rollout", "{name: web}", &no_kind),
            ("argoproj.io/v1", "Canary", "{name: web}", &no_kind),
            ("argoproj.io/v1", "Rollout", "{name: other}", &no_object),
            ("argoproj.io/v1", "Rollout", "{name: web, namespace: shop}", &no_object),
        ] {
            let text = format!(
                "{{kind: Node, metadata: {{name: n}}, status: {{allocatable: {{cpu: 4}}}}}}
---
{{apiVersion: {version}, kind: {kind}, metadata: {name}, spec: {{replicas: 5}}}}
---
{{kind: Pod, metadata: {{name: p, namespace: default, ownerReferences: [{{apiVersion: argoproj.io/v1, kind: Rollout, name: web, uid: u, controller: true}}]}}, spec: {{containers: [{{name: c}}]}}}}
---
{{kind: Scenario}}"
            );
            let (mut simulation, _) = run_until(&text, 1);
            let pods: Vec<Rc<Pod>> = simulation.pods().map(|(_, pod)| Rc::new(pod.clone())).collect();
            let controller = simulation.cluster.component::<DisruptionController>();
            let scale = controller.expected_scale(&pods).map(|scale| scale.controllers);
            assert_eq!(&scale, expected, "{version} {kind} {name}");
        }
    }
}
