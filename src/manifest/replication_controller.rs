//! Decodes a `ReplicationController`.

use api::{LabelSelector, Labels, ObjectMeta, PodTemplate, Workload, WorkloadSpec};
use serde::Deserialize;

/// `v1.ReplicationController`, whose selector is a plain map of labels.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct ReplicationController {
    metadata: ObjectMeta,
    spec: ReplicationControllerSpec,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct ReplicationControllerSpec {
    replicas: Option<i32>,
    selector: Option<Labels>,
    template: PodTemplate,
}

impl From<ReplicationController> for Workload {
    fn from(controller: ReplicationController) -> Self {
        let ReplicationControllerSpec { replicas, selector, template } = controller.spec;
        let selector = selector.map(|match_labels| LabelSelector { match_labels, ..LabelSelector::default() });
        Self {
            metadata: controller.metadata,
            spec: WorkloadSpec { replicas, selector, template, ..WorkloadSpec::default() },
            ..Self::default()
        }
    }
}
