//! What changes pods at their admission.

use std::rc::Rc;

use api::{FeatureGates, GangWorkload, ResourceQuota};

use super::{kubelet::WantedLabels, limits::Limits, rare_kinds::RareAdmission};

/// What is in a text that changes other objects at their admission, beside priority classes.
#[derive(Clone, Debug, Default)]
pub struct AdmissionRules {
    /// Labels of kubelets that pods ask for.
    pub labels: WantedLabels,
    /// Limit ranges, and runtime classes.
    pub limits: Limits,
    pub quotas: Vec<ResourceQuota>,
    /// Feature gates of the cluster.
    pub gates: FeatureGates,
    /// Admits objects of rare kinds, if it is loaded. A text with such objects waits for it.
    pub rare_admission: Option<&'static RareAdmission>,
    /// Workloads that groups may be made from; nobody asks where they may come later.
    pub workloads: Option<Vec<Rc<GangWorkload>>>,
}
