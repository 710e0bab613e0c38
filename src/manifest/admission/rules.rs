//! Objects that affect the admission of pods.

use std::rc::Rc;

use api::{FeatureGates, GangWorkload, ResourceQuota};

use super::{kubelet::WantedLabels, limits::Limits, rare_kinds::RareAdmission};

/// Objects and settings of a text that affect the admission of other objects, besides priority classes.
#[derive(Clone, Debug, Default)]
pub struct AdmissionRules {
    /// The kubelet labels by which pods select nodes.
    pub labels: WantedLabels,
    /// Limit ranges and runtime classes.
    pub limits: Limits,
    pub quotas: Vec<ResourceQuota>,
    pub gates: FeatureGates,
    /// Admits objects of rare kinds, if it is loaded. Texts with such objects require it.
    pub rare_admission: Option<&'static RareAdmission>,
    /// `Workload` objects from which pod groups can be created; `None` if one may be created later, so that references are not checked.
    pub workloads: Option<Vec<Rc<GangWorkload>>>,
}
