//! Resource quotas: limits on the total usage in a namespace.
//!
//! <https://kubernetes.io/docs/concepts/policy/resource-quotas/>

use api::{
    ApiObject, Container, Operator, PersistentVolumeClaim, Pod, PodSpec, Quantity, QuotaExceeded, QuotaProblem,
    QuotaScope, QuotaViolation, ResourceQuota, ResourceRequirements, ScopedSelector, Set, StorageObject, Str, Table,
    shorten,
};
use findings::AdmissionProblem as Refusal;

use super::{
    fault::{Fault, new_fault},
    limits::{format_milli, pod_level_amounts},
};

/// Resources that each container has to specify if a quota limits them.
const REQUIRED_BY_QUOTA: [&str; 6] =
    ["cpu", "limits.cpu", "limits.memory", "memory", "requests.cpu", "requests.memory"];

/// One object in thousandths, the unit of all amounts here.
const ONE_MILLI: i128 = 1000;

/// Used amounts by resource, in thousandths.
type Usage = Table<Str, i128>;

/// Whether the usage of a resource is counted here. Quotas may limit any kind of object.
#[must_use]
pub fn is_counted(what: &str) -> bool {
    let of_class = |resource: &str| matches!(resource, "requests.storage" | "persistentvolumeclaims");
    match what.split_once(".storageclass.storage.k8s.io/") {
        Some((_, what)) => of_class(what),
        None => {
            matches!(what, "pods" | "count/pods" | "count/persistentvolumeclaims")
                || matches!(what, "limits.cpu" | "limits.memory" | "limits.ephemeral-storage")
                || of_class(what)
                || is_native(what)
                || what.starts_with("requests.")
        }
    }
}

/// All quotas with their current usage.
#[derive(Clone, Debug, Default)]
pub struct QuotaLedger {
    accounts: Vec<QuotaAccount>,
    /// The code that computes usage, if it is loaded: few texts have quotas.
    counting: Option<&'static QuotaCounting>,
}

/// The functions that compute usage and check quotas.
#[derive(Debug)]
struct QuotaCounting {
    count_pod: fn(&mut [QuotaAccount], &Pod, i128),
    count_claim: fn(&mut [QuotaAccount], &PersistentVolumeClaim, i128),
    check_pod: fn(&[QuotaAccount], &Str, &PodSpec) -> Result<(), QuotaExceeded>,
}

/// Only the code that creates accounts may refer to it.
static QUOTA_COUNTING: QuotaCounting = QuotaCounting { count_pod, count_claim, check_pod };

#[derive(Clone, Debug)]
struct QuotaAccount {
    quota: ResourceQuota,
    used: Usage,
}

impl QuotaLedger {
    /// Quotas with no usage yet.
    #[must_use]
    pub fn new(quotas: &[ResourceQuota]) -> Self {
        let new_account = |quota: &ResourceQuota| QuotaAccount { quota: quota.clone(), used: Usage::new() };
        Self { accounts: quotas.iter().map(new_account).collect(), counting: Some(&QUOTA_COUNTING) }
    }

    /// Adds a quota, or replaces the one with the same name. Existing objects count, and are never removed.
    pub fn put_quota<'o>(
        &mut self,
        quota: ResourceQuota,
        pods: impl Iterator<Item = &'o Pod>,
        claims: impl Iterator<Item = &'o PersistentVolumeClaim>,
    ) {
        let object_meta = &quota.metadata;
        let at = self.accounts.iter().position(|account| account.has_name(&object_meta.namespace, &object_meta.name));
        let mut single_quota_ledger = Self::new(&[quota]);
        pods.for_each(|pod| single_quota_ledger.count_pod(pod, 1));
        claims.for_each(|claim| single_quota_ledger.count_claim(claim, 1));
        match at {
            Some(at) => self.accounts.splice(at..=at, single_quota_ledger.accounts).for_each(drop),
            None => self.accounts.append(&mut single_quota_ledger.accounts),
        }
        self.counting = single_quota_ledger.counting;
    }

    #[must_use]
    pub fn quota(&self, namespace: &str, name: &str) -> Option<&ResourceQuota> {
        self.accounts.iter().find(|account| account.has_name(namespace, name)).map(|account| &account.quota)
    }

    /// Removes a quota.
    pub fn remove(&mut self, namespace: &str, name: &str) {
        self.accounts.retain(|account| !account.has_name(namespace, name));
    }

    /// All quotas.
    pub fn quotas(&self) -> impl Iterator<Item = &ResourceQuota> {
        self.accounts.iter().map(|account| &account.quota)
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.accounts.is_empty()
    }

    /// Counts an existing object.
    pub fn count_existing(&mut self, api_object: &ApiObject) {
        match api_object {
            ApiObject::Pod(pod) => self.count_pod(pod, 1),
            ApiObject::Storage(StorageObject::Claim(claim)) => self.count_claim(claim, 1),
            _ => {}
        }
    }

    /// Counts a new object, unless a quota rejects it.
    ///
    /// # Errors
    /// The quota that rejects it.
    pub fn admit_new(&mut self, api_object: &ApiObject) -> Result<(), Fault> {
        let new_refusal = |why| new_fault("spec", Refusal::Quota(Box::new(why)));
        match api_object {
            ApiObject::Pod(pod) => self.check_pod(&pod.metadata.namespace, &pod.spec).map_err(new_refusal)?,
            ApiObject::Storage(StorageObject::Claim(claim)) => self.check_claim(claim).map_err(new_refusal)?,
            _ => {}
        }
        self.count_existing(api_object);
        Ok(())
    }

    /// Adds (1) or subtracts (-1) the usage of a pod.
    pub fn count_pod(&mut self, pod: &Pod, times: i128) {
        if let Some(counting) = self.counting {
            (counting.count_pod)(&mut self.accounts, pod, times);
        }
    }

    /// Adds (1) or subtracts (-1) the usage of a claim.
    pub fn count_claim(&mut self, claim: &PersistentVolumeClaim, times: i128) {
        if let Some(counting) = self.counting {
            (counting.count_claim)(&mut self.accounts, claim, times);
        }
    }

    /// Checks whether a new pod with this spec is within all quotas.
    ///
    /// # Errors
    /// The first quota that rejects it.
    pub fn check_pod(&self, namespace: &Str, pod_spec: &PodSpec) -> Result<(), QuotaExceeded> {
        self.counting.map_or(Ok(()), |counting| (counting.check_pod)(&self.accounts, namespace, pod_spec))
    }

    /// Checks whether a new claim is within all quotas.
    ///
    /// # Errors
    /// The first quota that rejects it.
    pub fn check_claim(&self, claim: &PersistentVolumeClaim) -> Result<(), QuotaExceeded> {
        let usage = claim_usage(claim);
        self.accounts
            .iter()
            .filter(|account| account.covers_claim(claim))
            .try_for_each(|account| account.check_usage(&usage))
    }
}

fn count_pod(accounts: &mut [QuotaAccount], pod: &Pod, times: i128) {
    let mut usage = None;
    for account in accounts.iter_mut().filter(|account| account.covers_pod(&pod.metadata.namespace, &pod.spec)) {
        account.add_usage(usage.get_or_insert_with(|| pod_usage(pod)), times);
    }
}

fn count_claim(accounts: &mut [QuotaAccount], claim: &PersistentVolumeClaim, times: i128) {
    for account in accounts.iter_mut().filter(|account| account.covers_claim(claim)) {
        account.add_usage(&claim_usage(claim), times);
    }
}

fn check_pod(accounts: &[QuotaAccount], namespace: &Str, pod_spec: &PodSpec) -> Result<(), QuotaExceeded> {
    let covering: Vec<&QuotaAccount> =
        accounts.iter().filter(|account| account.covers_pod(namespace, pod_spec)).collect();
    if covering.is_empty() {
        return Ok(());
    }
    // Whether required resources are specified is checked for every quota before any usage.
    covering.iter().try_for_each(|account| account.check_specified(pod_spec))?;
    let usage = spec_usage(pod_spec);
    covering.iter().try_for_each(|account| account.check_usage(&usage))
}

impl QuotaAccount {
    fn has_name(&self, namespace: &str, name: &str) -> bool {
        self.quota.metadata.namespace == *namespace && self.quota.metadata.name == *name
    }

    fn covers_pod(&self, namespace: &Str, pod_spec: &PodSpec) -> bool {
        let quota_spec = &self.quota.spec;
        let selected = quota_spec.scope_selector.as_ref().map_or(&[][..], |selector| &selector.match_expressions);
        self.quota.metadata.namespace == *namespace
            && quota_spec.scopes.iter().all(|scope| in_scope(scope, pod_spec))
            && selected.iter().all(|selector| is_selected(selector, pod_spec))
    }

    /// Scopes apply to pods, so that a quota with scopes covers no claims.
    fn covers_claim(&self, claim: &PersistentVolumeClaim) -> bool {
        let spec = &self.quota.spec;
        self.quota.metadata.namespace == claim.metadata.namespace
            && spec.scopes.is_empty()
            && spec.scope_selector.as_ref().is_none_or(|selector| selector.match_expressions.is_empty())
    }

    fn add_usage(&mut self, usage: &Usage, times: i128) {
        for (what, _) in self.quota.spec.hard.iter() {
            if let Some(amount) = usage.get(what) {
                *self.used.or_default(what.clone()) += amount * times;
            }
        }
    }

    fn quota_name(&self) -> Str {
        shorten(&self.quota.metadata.name)
    }

    /// Checks that all containers specify cpu and memory if the quota limits them. They need not if the pod has pod-level resources.
    fn check_specified(&self, pod_spec: &PodSpec) -> Result<(), QuotaExceeded> {
        if pod_spec
            .resources
            .as_ref()
            .is_some_and(|resource| !resource.requests.is_empty() || !resource.limits.is_empty())
        {
            return Ok(());
        }
        let mut missing = Vec::new();
        for what in REQUIRED_BY_QUOTA.into_iter().filter(|resource| self.quota.spec.hard.contains(resource)) {
            let declares_resource = |container: &&Container| {
                let (list, name) = match what.split_once('.') {
                    Some(("limits", name)) => (&container.resources.limits, name),
                    Some((_, name)) => (&container.resources.requests, name),
                    None => (&container.resources.requests, what),
                };
                list.contains(name)
            };
            let silent = pod_spec
                .containers
                .iter()
                .chain(&pod_spec.init_containers)
                .filter(|container| !declares_resource(container));
            let names: Set<Str> = silent.map(|container| shorten(&container.name)).collect();
            if !names.is_empty() {
                missing.push((what.into(), names.into_iter().collect()));
            }
        }
        if missing.is_empty() {
            return Ok(());
        }
        Err(QuotaExceeded { quota: self.quota_name(), why: QuotaProblem::Unspecified(missing) })
    }

    fn check_usage(&self, usage: &Usage) -> Result<(), QuotaExceeded> {
        let mut exceeded = Vec::new();
        for (what, hard) in self.quota.spec.hard.iter() {
            let Some(requested) = usage.get(what).copied() else { continue };
            let used_milli = self.used.get(what).copied().unwrap_or_default();
            if used_milli + requested > i128::from(hard.milli_value()) {
                let format_amount = |amount: i128| {
                    let amount = i64::try_from(amount).unwrap_or(i64::MAX);
                    format_milli(amount).map_or_else(Str::default, |quantity| quantity.as_str().into())
                };
                exceeded.push(QuotaViolation {
                    what: shorten(what),
                    requested: format_amount(requested),
                    used: format_amount(used_milli),
                    limited: shorten(hard.as_str()),
                });
            }
        }
        if exceeded.is_empty() {
            return Ok(());
        }
        Err(QuotaExceeded { quota: self.quota_name(), why: QuotaProblem::Exceeded(exceeded) })
    }
}

/// Whether a pod is in a scope. An unknown scope contains no pods.
fn in_scope(scope: &QuotaScope, pod_spec: &PodSpec) -> bool {
    match scope {
        QuotaScope::BestEffort => is_best_effort(pod_spec),
        QuotaScope::NotBestEffort => !is_best_effort(pod_spec),
        QuotaScope::Terminating => !pod_spec.active_deadline_seconds.is_absent(),
        QuotaScope::NotTerminating => pod_spec.active_deadline_seconds.is_absent(),
        QuotaScope::PriorityClass => !pod_spec.priority_class_name.is_empty(),
        QuotaScope::CrossNamespacePodAffinity => has_cross_namespace_affinity(pod_spec),
        QuotaScope::Unset | QuotaScope::Other(_) => false,
    }
}

fn is_selected(selector: &ScopedSelector, pod_spec: &PodSpec) -> bool {
    let names_the_class = selector.values.contains(&pod_spec.priority_class_name);
    match (&selector.scope_name, &selector.operator) {
        (QuotaScope::PriorityClass, Operator::In) => names_the_class,
        (QuotaScope::PriorityClass, Operator::NotIn) => !names_the_class,
        (scope, Operator::DoesNotExist) => !in_scope(scope, pod_spec),
        (scope, _) => in_scope(scope, pod_spec),
    }
}

/// Whether no container has a request or limit of cpu or memory.
fn is_best_effort(pod_spec: &PodSpec) -> bool {
    let containers = pod_spec.containers.iter().chain(&pod_spec.init_containers).map(|container| &container.resources);
    let has_cpu_or_memory = |requirements: &ResourceRequirements| {
        let lists = [&requirements.requests, &requirements.limits];
        lists.iter().any(|list| ["cpu", "memory"].iter().any(|name| list.get(name).is_some_and(|list| !list.is_zero())))
    };
    !containers.chain(&pod_spec.resources).any(has_cpu_or_memory)
}

/// Whether a pod affinity or anti-affinity term applies to other namespaces.
fn has_cross_namespace_affinity(pod_spec: &PodSpec) -> bool {
    let affinity =
        pod_spec.affinity.iter().flat_map(|affinity| [&affinity.pod_affinity, &affinity.pod_anti_affinity]).flatten();
    let terms = affinity.flat_map(|pod_affinity| {
        pod_affinity.required.iter().chain(pod_affinity.preferred.iter().map(|weighted| &weighted.pod_affinity_term))
    });
    terms.into_iter().any(|term| !term.namespaces.is_empty() || term.namespace_selector.is_some())
}

/// The usage of a pod. A pod that is over only counts as an object.
fn pod_usage(pod: &Pod) -> Usage {
    if pod.status.phase.is_over() {
        return Usage::from_iter([("count/pods".into(), ONE_MILLI)]);
    }
    spec_usage(&pod.spec)
}

fn spec_usage(pod_spec: &PodSpec) -> Usage {
    let mut usage = Usage::from_iter([("count/pods".into(), ONE_MILLI), ("pods".into(), ONE_MILLI)]);
    let overhead = |name: &Str| pod_spec.overhead.get(name).map_or(0, Quantity::milli_value);
    let mut add = |name: String, amount: i128| {
        *usage.or_default(name.into()) += amount;
    };
    let mut requests = pod_level_amounts(pod_spec, |resources| &resources.requests);
    for (name, _) in pod_spec.overhead.iter().filter(|(name, _)| !requests.contains(name)).collect::<Vec<_>>() {
        requests.insert_if_absent(name, &Quantity::default());
    }
    for (name, amount) in requests.iter() {
        let amount = i128::from(amount.milli_value()) + i128::from(overhead(name));
        // Only requests of extended resources are counted.
        if is_native(name) {
            add(name.to_string(), amount);
        }
        add(format!("requests.{name}"), amount);
    }
    for (name, amount) in pod_level_amounts(pod_spec, |resources| &resources.limits).iter() {
        if matches!(name.as_str(), "cpu" | "memory" | "ephemeral-storage") {
            // Overhead is added only if there is a limit.
            let extra = if amount.is_zero() { 0 } else { overhead(name) };
            add(format!("limits.{name}"), i128::from(amount.milli_value()) + i128::from(extra));
        }
    }
    usage
}

fn is_native(name: &str) -> bool {
    matches!(name, "cpu" | "memory" | "ephemeral-storage") || name.starts_with("hugepages-")
}

/// The usage of a claim: one object and its size, in total and for its storage class.
fn claim_usage(claim: &PersistentVolumeClaim) -> Usage {
    let size = claim.spec.resources.requests.get("storage").map_or(0, Quantity::milli_value);
    let counts = [("persistentvolumeclaims", ONE_MILLI), ("requests.storage", i128::from(size))];
    let mut usage = Usage::from_iter(counts.map(|(what, amount)| (what.into(), amount)));
    usage.insert("count/persistentvolumeclaims".into(), ONE_MILLI);
    let class = claim.class();
    if !class.is_empty() {
        for (what, amount) in counts {
            usage.insert(format!("{class}.storageclass.storage.k8s.io/{what}").into(), amount);
        }
    }
    usage
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spec(json: &str) -> PodSpec {
        serde_json::from_str(json).expect("a spec")
    }

    fn ledger(json: &str) -> QuotaLedger {
        let spec = serde_json::from_str(json).expect("a quota");
        let metadata = api::ObjectMeta { name: "q".into(), namespace: "d".into(), ..Default::default() };
        QuotaLedger::new(&[ResourceQuota { metadata, spec }])
    }

    /// Whether a quota covers a pod, found by a limit of 0 pods.
    #[test]
    fn scopes_choose_pods() {
        let plain = r#"{"containers": [{"name": "c"}]}"#;
        let asks =
            r#"{"containers": [{"name": "c", "resources": {"requests": {"cpu": "1"}}}], "priorityClassName": "high"}"#;
        let short = r#"{"activeDeadlineSeconds": 5, "initContainers": [{"resources": {"limits": {"memory": "1"}}}]}"#;
        let far = r#"{"affinity": {"podAffinity": {"preferredDuringSchedulingIgnoredDuringExecution":
            [{"podAffinityTerm": {"namespaces": ["other"]}}]}}}"#;
        let select = |operator: &str| {
            format!(
                r#""scopeSelector": {{"matchExpressions": [{{"scopeName": "PriorityClass", "operator": "{operator}", "values": ["high"]}}]}}"#
            )
        };
        for (scope, counted) in [
            (r#""scopes": []"#.to_owned(), [true, true, true, true]),
            (r#""scopes": ["BestEffort"]"#.to_owned(), [true, false, false, true]),
            (r#""scopes": ["NotBestEffort"]"#.to_owned(), [false, true, true, false]),
            (r#""scopes": ["Terminating"]"#.to_owned(), [false, false, true, false]),
            (r#""scopes": ["NotTerminating", "BestEffort"]"#.to_owned(), [true, false, false, true]),
            (r#""scopes": ["PriorityClass"]"#.to_owned(), [false, true, false, false]),
            (r#""scopes": ["CrossNamespacePodAffinity"]"#.to_owned(), [false, false, false, true]),
            (r#""scopes": ["Unheard"]"#.to_owned(), [false; 4]),
            (select("In"), [false, true, false, false]),
            (select("NotIn"), [true, false, true, true]),
            (select("Exists"), [false, true, false, false]),
            (select("DoesNotExist"), [true, false, true, true]),
        ] {
            let ledger = ledger(&format!(r#"{{"hard": {{"pods": "0"}}, {scope}}}"#));
            let are_refused = [plain, asks, short, far].map(|pod| ledger.check_pod(&"d".into(), &spec(pod)).is_err());
            assert_eq!(are_refused, counted, "{scope}");
            assert!(ledger.check_pod(&"other".into(), &spec(plain)).is_ok(), "{scope}");
        }
    }

    #[test]
    fn a_pod_is_counted_as_the_scheduler_counts_it() {
        let pod = spec(
            r#"{"overhead": {"cpu": "250m"}, "initContainers": [{"resources": {"requests": {"cpu": "2"}}}], "containers": [
            {"resources": {"requests": {"cpu": "500m", "memory": "1Gi", "nvidia.com/gpu": "2"}, "limits": {"cpu": "1", "nvidia.com/gpu": "2"}}},
            {"resources": {"requests": {"cpu": "1", "memory": "1Gi"}}}]}"#,
        );
        let texts: Vec<String> = spec_usage(&pod).iter().map(|(what, amount)| format!("{what}={amount}")).collect();
        let wanted = "count/pods=1000 cpu=2250 limits.cpu=1250 memory=2147483648000 pods=1000 requests.cpu=2250 \
                      requests.memory=2147483648000 requests.nvidia.com/gpu=2000";
        assert_eq!(texts.join(" "), wanted);
    }

    #[test]
    fn containers_have_to_say_what_is_counted() {
        let ledger =
            ledger(r#"{"hard": {"limits.cpu": "9", "requests.memory": "9Gi", "requests.nvidia.com/gpu": "1"}}"#);
        let check = |json: &str| ledger.check_pod(&"d".into(), &spec(json));
        let silent = check(r#"{"containers": [{"name": "b"}, {"name": "a", "resources": {"limits": {"cpu": "1"}}}]}"#);
        let names = |names: &[&str]| names.iter().map(|name| Str::from(*name)).collect::<Vec<_>>();
        let missing = vec![("limits.cpu".into(), names(&["b"])), ("requests.memory".into(), names(&["a", "b"]))];
        assert_eq!(silent, Err(QuotaExceeded { quota: "q".into(), why: QuotaProblem::Unspecified(missing) }));
        let whole = r#"{"resources": {"requests": {"memory": "1Gi"}}, "containers": [{"name": "a"}]}"#;
        assert_eq!(check(whole), Ok(()), "the pod speaks for its containers");
    }
}
