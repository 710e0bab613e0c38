//! Limit ranges: the defaults that they set for containers, and the requests and limits that they forbid.
//!
//! <https://kubernetes.io/docs/concepts/policy/limit-range/>

use api::{
    Container, LimitBound, LimitRange, LimitRangeItem, LimitRangeViolation, LimitType, PersistentVolumeClaim, PodSpec,
    Quantity, ResourceList, ResourceRequirements, RestartPolicy, Str, Workload, shorten,
};
use findings::{AdmissionProblem as Refusal, Notice};

use super::{
    fault::{Fault, Faults, new_fault},
    runtimes::RuntimeClasses,
};

/// Limit ranges and runtime classes: the objects whose later changes affect the pods of existing workloads.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    ranges: Vec<LimitRange>,
    pub runtimes: RuntimeClasses,
}

impl Limits {
    /// Adds a limit range, or replaces the one with the same name.
    pub fn put_range(&mut self, range: LimitRange) {
        let object_meta = &range.metadata;
        let same = |other: &&mut LimitRange| has_name(other, &object_meta.namespace, &object_meta.name);
        match self.ranges.iter_mut().find(same) {
            Some(other) => *other = range,
            None => self.ranges.push(range),
        }
    }

    /// Whether there are no limit ranges and no runtime classes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty() && self.runtimes.is_empty()
    }

    /// Adds or replaces those of `other`.
    pub fn merge(&mut self, other: Self) {
        other.ranges.into_iter().for_each(|range| self.put_range(range));
        self.runtimes.merge(other.runtimes);
    }

    #[must_use]
    pub fn range(&self, namespace: &str, name: &str) -> Option<&LimitRange> {
        self.ranges.iter().find(|range| has_name(range, namespace, name))
    }

    /// All limit ranges.
    pub fn ranges(&self) -> impl Iterator<Item = &LimitRange> {
        self.ranges.iter()
    }

    /// Removes a limit range.
    pub fn remove(&mut self, namespace: &str, name: &str) {
        self.ranges.retain(|range| !has_name(range, namespace, name));
    }

    /// Whether a namespace has a limit range.
    #[must_use]
    pub fn has_range_in(&self, namespace: &str) -> bool {
        self.ranges.iter().any(|range| range.metadata.namespace == *namespace)
    }

    /// Whether a limit range or a runtime class, present or future, may change the pods of a workload.
    #[must_use]
    pub fn may_change(&self, namespace: &str, template: &PodSpec) -> bool {
        self.has_range_in(namespace) || !template.runtime_class_name.is_empty()
    }

    /// Applies the limit ranges and runtime classes to the template of a workload again, which affects new pods only, and returns the first
    /// violation, which prevents new pods.
    pub fn readmit_workload(
        &self,
        workload: &mut Workload,
        assumed: &mut Vec<Notice>,
    ) -> Option<Box<LimitRangeViolation>> {
        let (namespace, spec) = (&workload.metadata.namespace, &mut workload.spec);
        match &spec.original_pod_spec {
            Some(plain) => spec.template.spec = (**plain).clone(),
            None if self.may_change(namespace, &spec.template.spec) => {
                spec.original_pod_spec = Some(Box::new(spec.template.spec.clone()));
            }
            None => return None,
        }
        self.apply_defaults(&mut spec.template.spec, namespace, assumed);
        fill_pod_level(&mut spec.template.spec);
        let mut refusals = Vec::new();
        self.runtimes.apply_class(&mut spec.template.spec, "", &mut Vec::new(), &mut refusals);
        self.check_pod(&spec.template.spec, namespace, "", &mut refusals);
        spec.has_refused_pods = !refusals.is_empty();
        refusals.into_iter().find_map(|fault| match fault.refusal {
            Refusal::LimitRange(breach) => Some(breach),
            _ => None,
        })
    }

    /// Sets the default requests and limits of the namespace's limit ranges on containers without any.
    pub fn apply_defaults(&self, pod_spec: &mut PodSpec, namespace: &Str, assumed: &mut Vec<Notice>) {
        for (_, item) in self.items_for(namespace, &LimitType::Container) {
            let (requests, limits) = default_limits(item);
            for container in pod_spec.init_containers.iter_mut().chain(&mut pod_spec.containers) {
                if let Some(defaulted) = fill_defaults(container, &requests, &limits) {
                    assumed.push(Notice::LimitRangeRequest { added: defaulted });
                }
            }
        }
    }

    /// Finds violations of the namespace's limit ranges in a pod.
    pub fn check_pod(&self, pod_spec: &PodSpec, namespace: &Str, base: &str, faults: &mut Faults) {
        for (range, item) in self.items_for(namespace, &LimitType::Container) {
            for (list, containers) in
                [("initContainers", &pod_spec.init_containers), ("containers", &pod_spec.containers)]
            {
                for (index, container) in containers.iter().enumerate() {
                    let path = format!("{base}.{list}[{index}].resources");
                    check_item(range, item, &container.resources, &path, faults);
                }
            }
        }
        for (range, item) in self.items_for(namespace, &LimitType::Pod) {
            let pod_total = ResourceRequirements {
                requests: pod_level_amounts(pod_spec, |resources| &resources.requests),
                limits: pod_level_amounts(pod_spec, |resources| &resources.limits),
            };
            check_item(range, item, &pod_total, base, faults);
        }
    }

    /// Finds violations of the namespace's limit ranges in a claim.
    pub fn check_claim(&self, claim: &PersistentVolumeClaim, faults: &mut Faults) {
        for (range, item) in self.items_for(&claim.metadata.namespace, &LimitType::PersistentVolumeClaim) {
            let requested_storage = claim.spec.resources.requests.get("storage");
            let path = "spec.resources.requests.storage";
            let bounds = [
                (LimitBound::LeastRequest, item.min.get("storage")),
                (LimitBound::MostRequest, item.max.get("storage")),
            ];
            for (bound, allowed_storage) in bounds {
                let Some(limit_amount) = allowed_storage else { continue };
                let breaks = requested_storage.is_none_or(|actual| match bound {
                    LimitBound::LeastRequest => actual.value() < limit_amount.value(),
                    _ => actual.value() > limit_amount.value(),
                });
                if breaks {
                    faults.push(check_bound(range, "storage", bound, requested_storage, limit_amount, path.to_owned()));
                }
            }
        }
    }

    /// The violations of the first limit range that forbids a claim.
    #[must_use]
    pub fn claim_violations(&self, claim: &PersistentVolumeClaim) -> Vec<LimitRangeViolation> {
        let mut faults = Vec::new();
        self.check_claim(claim, &mut faults);
        let breach = |fault: Fault| match fault.refusal {
            Refusal::LimitRange(breach) => Some(*breach),
            _ => None,
        };
        let mut breaches: Vec<LimitRangeViolation> = faults.into_iter().filter_map(breach).collect();
        if let Some(first) = breaches.first().map(|breach| breach.range.clone()) {
            breaches.retain(|breach| breach.range == first);
        }
        breaches
    }

    fn items_for<'r>(
        &'r self,
        namespace: &'r Str,
        kind: &'r LimitType,
    ) -> impl Iterator<Item = (&'r LimitRange, &'r LimitRangeItem)> {
        let ranges = self.ranges.iter().filter(move |range| range.metadata.namespace == *namespace);
        let items = ranges.flat_map(|range| range.spec.limits.iter().map(move |item| (range, item)));
        items.filter(move |(_, item)| item.r#type == *kind)
    }
}

fn has_name(range: &LimitRange, namespace: &str, name: &str) -> bool {
    range.metadata.namespace == *namespace && range.metadata.name == *name
}

/// Default limits and requests of a container, for each resource: the limit is `default`, else `max`; the request is `defaultRequest`, else that
/// limit, else `min`.
fn default_limits(item: &LimitRangeItem) -> (ResourceList, ResourceList) {
    let mut limits = item.default.clone();
    item.max.iter().for_each(|(name, amount)| limits.insert_if_absent(name, amount));
    let mut requests = item.default_request.clone();
    for list in [&limits, &item.min] {
        list.iter().for_each(|(name, amount)| requests.insert_if_absent(name, amount));
    }
    (requests, limits)
}

/// Fills in missing requests and limits, and returns the new requests as `cpu=100m`; `None` if there are none.
fn fill_defaults(container: &mut Container, requests: &ResourceList, limits: &ResourceList) -> Option<Vec<Str>> {
    let requirements = &mut container.resources;
    let mut defaulted_fields = Vec::new();
    for (name, amount) in requests.iter().filter(|(name, _)| !requirements.requests.contains(name)).collect::<Vec<_>>()
    {
        defaulted_fields.push(format!("{name}={}", amount.as_str()).into());
        requirements.requests.insert_if_absent(name, amount);
    }
    limits.iter().for_each(|(name, amount)| requirements.limits.insert_if_absent(name, amount));
    (!defaulted_fields.is_empty()).then_some(defaulted_fields)
}

/// Compares requests and limits with an item of a limit range.
fn check_item(
    range: &LimitRange,
    item: &LimitRangeItem,
    requirements: &ResourceRequirements,
    path: &str,
    faults: &mut Faults,
) {
    let mut refuse = |resource: &Str, bound: LimitBound, actual: Option<&Quantity>, allowed: &Quantity| {
        let list = match bound {
            LimitBound::LeastRequest | LimitBound::MostRequest => "requests",
            LimitBound::LeastLimit | LimitBound::MostLimit | LimitBound::Ratio => "limits",
        };
        // The sums over a pod have no field of their own.
        let path = if item.r#type == LimitType::Pod { path.to_owned() } else { format!("{path}.{list}.{resource}") };
        faults.push(check_bound(range, resource, bound, actual, allowed, path));
    };
    for (resource, min_amount) in item.min.iter() {
        let (request, limit) = (requirements.requests.get(resource), requirements.limits.get(resource));
        if request.is_none_or(|request| request.milli_value() < min_amount.milli_value()) {
            refuse(resource, LimitBound::LeastRequest, request, min_amount);
        } else if limit.is_some_and(|limit| limit.milli_value() < min_amount.milli_value()) {
            refuse(resource, LimitBound::LeastLimit, limit, min_amount);
        }
    }
    for (resource, max_amount) in item.max.iter() {
        let (request, limit) = (requirements.requests.get(resource), requirements.limits.get(resource));
        if limit.is_none_or(|limit| limit.milli_value() > max_amount.milli_value()) {
            refuse(resource, LimitBound::MostLimit, limit, max_amount);
        } else if request.is_some_and(|request| request.milli_value() > max_amount.milli_value()) {
            refuse(resource, LimitBound::MostRequest, request, max_amount);
        }
    }
    for (resource, ratio) in item.max_limit_request_ratio.iter() {
        let (request, limit) = (requirements.requests.get(resource), requirements.limits.get(resource));
        let (request_milli, limit_milli) =
            (request.map_or(0, Quantity::milli_value), limit.map_or(0, Quantity::milli_value));
        // Both sides in thousandths: limit / request > ratio, without a division.
        let max_limit_micro = i128::from(request_milli) * i128::from(ratio.milli_value());
        if request_milli <= 0 || limit_milli <= 0 || i128::from(limit_milli) * 1000 > max_limit_micro {
            refuse(resource, LimitBound::Ratio, limit, ratio);
        }
    }
}

fn check_bound(
    range: &LimitRange,
    resource: &str,
    bound: LimitBound,
    actual: Option<&Quantity>,
    allowed: &Quantity,
    path: String,
) -> Fault {
    let format_quantity = |quantity: &Quantity| shorten(quantity.as_str());
    new_fault(
        path,
        Refusal::LimitRange(Box::new(LimitRangeViolation {
            range: shorten(&range.metadata.name),
            resource: shorten(resource),
            bound,
            given: actual.map(format_quantity),
            wanted: format_quantity(allowed),
        })),
    )
}

/// Fills in missing pod-level requests: the sum over the containers, or else the pod-level limits.
pub(super) fn fill_pod_level(pod_spec: &mut PodSpec) {
    let Some(requirements) =
        pod_spec.resources.as_ref().filter(|resource| !resource.requests.is_empty() || !resource.limits.is_empty())
    else {
        return;
    };
    let (mut requests, limits) = (requirements.requests.clone(), requirements.limits.clone());
    let containers = pod_level_amounts(pod_spec, |resources| &resources.requests);
    for (name, amount) in containers.iter().chain(limits.iter()).filter(|(name, _)| is_pod_level_resource(name)) {
        requests.insert_if_absent(name, amount);
    }
    pod_spec.resources = Some(ResourceRequirements { requests, limits });
}

/// The amounts of a whole pod: the pod-level ones, or else the sum over containers, or that of an init container if it is larger.
pub(super) fn pod_level_amounts(
    pod_spec: &PodSpec,
    list: impl Fn(&ResourceRequirements) -> &ResourceList,
) -> ResourceList {
    let name_map = pod_spec.resources.as_ref().map(|resources| list(resources).clone()).unwrap_or_default();
    sum_of_containers(pod_spec, list, name_map)
}

/// Whether a resource can be requested at pod level.
pub(super) fn is_pod_level_resource(name: &str) -> bool {
    matches!(name, "cpu" | "memory") || name.starts_with("hugepages-")
}

/// Adds to `total` the amounts of the resources that it lacks, summed over all containers.
pub(super) fn sum_of_containers(
    spec: &PodSpec,
    list: impl Fn(&ResourceRequirements) -> &ResourceList,
    mut total: ResourceList,
) -> ResourceList {
    let container_amount =
        |container: &Container, name: &str| list(&container.resources).get(name).map_or(0, Quantity::milli_value);
    let is_sidecar = |container: &Container| container.restart_policy == Some(RestartPolicy::Always);
    let mut names: Vec<&Str> = Vec::new();
    for container in spec.init_containers.iter().chain(&spec.containers) {
        names.extend(list(&container.resources).iter().map(|(name, _)| name));
    }
    for name in names {
        if total.contains(name) {
            continue;
        }
        let (mut sidecars, mut init_peak) = (0_i64, 0_i64);
        for container in &spec.init_containers {
            let with_sidecars = sidecars.saturating_add(container_amount(container, name));
            init_peak = init_peak.max(with_sidecars);
            if is_sidecar(container) {
                sidecars = with_sidecars;
            }
        }
        let together = spec
            .containers
            .iter()
            .fold(sidecars, |sum, container| sum.saturating_add(container_amount(container, name)));
        if let Some(amount) = format_milli(together.max(init_peak)) {
            total.insert(name.clone(), amount);
        }
    }
    total
}

/// Formats an amount in thousandths.
pub(super) fn format_milli(milli: i64) -> Option<Quantity> {
    let (whole_units, rest) = (milli / 1000, milli % 1000);
    if rest != 0 {
        return Quantity::parse(&format!("{milli}m"));
    }
    let unit = [(1 << 30, "Gi"), (1 << 20, "Mi"), (1 << 10, "Ki")];
    let largest_unit = unit.iter().find(|(size, _)| whole_units != 0 && whole_units % size == 0);
    Quantity::parse(
        &largest_unit.map_or_else(|| whole_units.to_string(), |(size, name)| format!("{}{name}", whole_units / size)),
    )
}
