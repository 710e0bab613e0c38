//! What changes pods at their admission.

use api::ResourceQuota;

use super::{kubelet::WantedLabels, limits::Limits};

/// What is in a text that changes other objects at their admission, beside priority classes.
#[derive(Clone, Debug, Default)]
pub struct AdmissionRules {
    /// Labels of kubelets that pods ask for.
    pub labels: WantedLabels,
    /// Limit ranges, and runtime classes.
    pub limits: Limits,
    pub quotas: Vec<ResourceQuota>,
}
