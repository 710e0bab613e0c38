//! Reads recorded cases of the real kube-scheduler, and decides them with the engine. Writes decisions in the format of the recordings, which
//! `tests/conformance/README.md` describes.
#![allow(clippy::disallowed_types)] // native, and not the engine

use std::{collections::BTreeMap, rc::Rc};

use schedscope::{
    api::{
        CsiDriver, CsiNode, CsiStorageCapacity, Namespace, NamespacedName, Node, PersistentVolume,
        PersistentVolumeClaim, Pod, PodDisruptionBudget, Service, StorageClass, StorageObject, Str, Workload,
        devices::{DeviceKind, DeviceObject, DeviceRecord},
    },
    profiles::{config, exhaustive_profile, flow_policy},
    releases::Release,
    runlog::{
        Attempt, AttemptOutcome, CandidateRecord, Code, Evidence, ExtenderAnswer, ExtenderError, ExtenderRecord,
        Failure, HostChoice, Ineligible, NodeRecord, PluginId, PreemptionRecord, Purpose, Silent,
    },
    scheduler::{
        Context, RecordDepth,
        cluster::{Claims, NodeInfo, NodeTree, Objects, PodInfo, Snapshot, Storage},
        framework::{
            Chooser, Extender, ExtenderFilterAnswer, ExtenderResponder, ExtenderWait, FirstChooser, NodeVictims,
            Nominator, PodNames, Profile, RejectedNode,
        },
        schedule_pod,
    },
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A cluster, and the pod to schedule.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub(crate) struct Case {
    pub id: String,
    pub nodes: Vec<Node>,
    pub pods: Vec<Pod>,
    pub pod: String,
    pub pdbs: Vec<PodDisruptionBudget>,
    pub services: Vec<Service>,
    pub replica_sets: Vec<Workload>,
    pub namespaces: Vec<Namespace>,
    #[serde(flatten)]
    pub stored: StoredObjects,
    pub config: Config,
}

/// A case's objects for volumes and devices.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct StoredObjects {
    pub persistent_volumes: Vec<Rc<PersistentVolume>>,
    pub persistent_volume_claims: Vec<Rc<PersistentVolumeClaim>>,
    pub storage_classes: Vec<Rc<StorageClass>>,
    pub csi_nodes: Vec<Rc<CsiNode>>,
    pub csi_drivers: Vec<Rc<CsiDriver>>,
    pub csi_storage_capacities: Vec<Rc<CsiStorageCapacity>>,
    pub resource_claims: Vec<Value>,
    pub resource_slices: Vec<Value>,
    pub device_classes: Vec<Value>,
}

/// The differences of a case's profile from the default.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Config {
    pub always_check_all_predicates: bool,
    /// The node index at which the search begins; only cases of the category `sampling` have it.
    pub start_index: Option<usize>,
    pub percentage_of_nodes_to_score: Option<i64>,
    /// A `KubeSchedulerConfiguration` as users write it.
    pub component_config: Option<Value>,
    /// The index of the node at which the dry runs begin.
    pub dry_run_offset: usize,
    /// The recorded answers of each extender, by its host.
    pub extenders: BTreeMap<String, Value>,
    /// A `Policy` as users write it.
    pub policy: Option<Value>,
}

/// The profile of a case: the one in its configuration that the pod names, or the default one.
fn profile_of(case: &Case, pod: &Pod, release: Release) -> Profile {
    let configured = match (&case.config.component_config, &case.config.policy) {
        (Some(component), policy) => Some(config::component_of(release, component, policy.as_ref(), &[])),
        (None, Some(policy)) => Some(config::policy_of(release, policy)),
        (None, None) => None,
    };
    let Some(configured) = configured else {
        let mut profile = exhaustive_profile(release);
        if case.config.start_index.is_some() {
            profile.cycle.percentage_of_nodes_to_score = case.config.percentage_of_nodes_to_score.unwrap_or(0);
        }
        profile.cycle.always_checks_all = case.config.always_check_all_predicates;
        return profile;
    };
    let mut configuration = configured.unwrap_or_else(|wrong| panic!("{}: {wrong:?}", case.id));
    if case.config.start_index.is_none() && release < Release::V1_34 {
        configuration.profiles.iter_mut().for_each(|profile| profile.cycle.percentage_of_nodes_to_score = 100);
    }
    let mut profiles = configuration.profiles.into_iter();
    let wanted = pod.spec.scheduler_name.as_str();
    profiles.find(|profile| profile.scheduler == *wanted || wanted.is_empty()).expect("the pod's profile")
}

/// Decides a line, which contains a case or `{"case": …, "expect": …}`.
pub(crate) fn decide_line(line: &str, release: Release) -> Result<Value, serde_json::Error> {
    #[derive(Deserialize)]
    struct CaseLine {
        case: Case,
    }
    let case = match serde_json::from_str::<CaseLine>(line) {
        Ok(line) => line.case,
        Err(_) => serde_json::from_str(line)?,
    };
    Ok(decide(&case, release))
}

struct CaseCluster {
    profile: Profile,
    snapshot: Snapshot,
    objects: Objects,
    nominator: Nominator,
    pod: PodInfo,
    /// Indices of the nodes, in the order in which a cycle visits them.
    order: Vec<usize>,
    /// The index of the node at which the dry runs begin.
    offset: usize,
}

/// A chooser that returns the recorded offset for the dry runs, and 0 otherwise.
struct Offset(usize);

impl Chooser for Offset {
    fn choose(&mut self, purpose: Purpose, n: usize, name: &dyn Fn(usize) -> Str) -> usize {
        match purpose {
            Purpose::DryRunOffset => self.0 % n,
            _ => FirstChooser.choose(purpose, n, name),
        }
    }
}

impl CaseCluster {
    fn new(case: &Case, release: Release) -> Self {
        let incoming = case.pods.iter().find(|pod| pod.key().as_str() == case.pod);
        let incoming = incoming.unwrap_or_else(|| panic!("{}: no pod {}", case.id, case.pod));
        let mut profile = profile_of(case, incoming, release);
        for extender in profile.extenders.iter_mut().flat_map(|extenders| &mut extenders.list) {
            *extender = attach_recorded(case, extender);
        }
        let (mut snapshot, order) = node_snapshot(&case.nodes, release);
        let mut nominator = Nominator::default();
        for pod in &case.pods {
            let info = Rc::new(PodInfo::new(Rc::new(pod.clone()), &profile.accounting));
            if pod.key().as_str() == case.pod {
                // The pod has no node yet.
            } else if pod.status.phase.is_over() {
                // The scheduler does not watch finished pods.
            } else if pod.spec.node_name.is_empty() {
                if !pod.status.nominated_node_name.is_empty() {
                    nominator.add(info, &pod.status.nominated_node_name);
                }
            } else if let Some(ix) = snapshot.index(&pod.spec.node_name) {
                snapshot.add_pod(ix, info);
            }
        }
        let objects = Objects {
            storage: Rc::new(storage(&case.stored)),
            claims: devices(&case.stored),
            ..list_objects(&case.services, &case.replica_sets, &case.namespaces, &case.pdbs)
        };
        let pod = PodInfo::new(Rc::new(incoming.clone()), &profile.accounting);
        Self { profile, snapshot, objects, nominator, pod, order, offset: case.config.dry_run_offset }
    }

    /// Runs a scheduling cycle. Returns the attempt, and the node index at which the next search begins.
    ///
    /// A cycle without a recorder has the same result, although it takes short cuts.
    fn attempt(&self, has_nomination: bool, mut start: usize) -> (Attempt, usize) {
        let nominated = self.pod.pod.status.nominated_node_name.as_str();
        let (extender_wait, mut silent_start) = (ExtenderWait::default(), start);
        let context = Context {
            profile: &self.profile,
            pod: &self.pod,
            nominated_node: (has_nomination && !nominated.is_empty()).then_some(nominated),
            snapshot: &self.snapshot,
            objects: &self.objects,
            nominator: &self.nominator,
            order: Some(&self.order),
            extender_wait: &extender_wait,
            record_depth: RecordDepth::Evidence,
            member: None,
            weights: &[],
        };
        let mut attempt = Attempt::default();
        let result = schedule_pod(&context, &mut start, &mut Offset(self.offset), &mut attempt);
        let context = Context { extender_wait: &ExtenderWait::default(), ..context };
        let silent_result = schedule_pod(&context, &mut silent_start, &mut Offset(self.offset), &mut Silent);
        assert_eq!((format!("{silent_result:?}"), silent_start), (format!("{result:?}"), start));
        (attempt, start)
    }
}

/// The nodes of a case without pods, and the order in which a cycle visits them.
pub(crate) fn node_snapshot(nodes: &[Node], release: Release) -> (Snapshot, Vec<usize>) {
    let (mut snapshot, mut tree) = (Snapshot::default(), NodeTree::default());
    for node in nodes {
        snapshot.add_node(Rc::new(node.clone()));
        tree.add(node, flow_policy(release).zone_key);
    }
    let order = tree.list().iter().filter_map(|name| snapshot.index(name)).collect();
    (snapshot, order)
}

/// The objects of a case other than nodes and pods.
pub(crate) fn list_objects(
    services: &[Service],
    replica_sets: &[Workload],
    namespaces: &[Namespace],
    budgets: &[PodDisruptionBudget],
) -> Objects {
    let labels_by_name =
        namespaces.iter().map(|namespace| (namespace.metadata.name.clone(), namespace.metadata.labels.clone()));
    Objects {
        services: services.iter().cloned().map(Rc::new).collect(),
        replica_sets: replica_sets.iter().cloned().map(Rc::new).collect(),
        namespaces: labels_by_name.collect(),
        budgets: budgets.iter().cloned().map(Rc::new).collect(),
        ..Objects::default()
    }
}

/// An extender that returns its recorded answers.
#[derive(Debug)]
struct RecordedExtender {
    answers: Value,
    uids: BTreeMap<NamespacedName, Str>,
}

fn attach_recorded(case: &Case, extender: &Extender) -> Rc<Extender> {
    let answers = case.config.extenders.get(extender.spec.host()).cloned().unwrap_or_default();
    let uids = case.pods.iter().map(|pod| (pod.key(), pod.metadata.uid.clone())).collect();
    Rc::new(Extender { spec: extender.spec.clone(), responder: Some(Rc::new(RecordedExtender { answers, uids })) })
}

impl RecordedExtender {
    fn verb(&self, verb: &str) -> Result<&Value, ExtenderError> {
        let answer = &self.answers[verb];
        match (answer["httpError"].as_bool(), answer["error"].as_str()) {
            (Some(true), _) => Err(ExtenderError::Status(500)),
            (_, Some(text)) => Err(ExtenderError::ErrorText(text.into())),
            _ => Ok(answer),
        }
    }
}

fn messages(value: &Value) -> Vec<RejectedNode> {
    let pairs = value.as_object().into_iter().flatten();
    let reject = |(node, text): (&String, &Value)| RejectedNode {
        node: node.as_str().into(),
        message: text.as_str().unwrap_or_default().into(),
    };
    pairs.map(reject).collect()
}

fn names(value: &Value) -> Vec<Str> {
    value.as_array().into_iter().flatten().filter_map(|name| name.as_str().map(Str::from)).collect()
}

impl ExtenderResponder for RecordedExtender {
    fn filter(&self, _: &PodInfo, nodes: &[&NodeInfo]) -> Result<ExtenderFilterAnswer, ExtenderError> {
        let answer = self.verb("filter")?;
        let (failed, unresolvable) = (messages(&answer["failed"]), messages(&answer["failedAndUnresolvable"]));
        let dropped = names(&answer["dropped"]);
        let gone = |name: &Str| {
            dropped.contains(name) || failed.iter().chain(&unresolvable).any(|rejected| rejected.node == *name)
        };
        let mut texts: Vec<Str> = nodes.iter().map(|node| node.name().clone()).filter(|name| !gone(name)).collect();
        texts.extend(names(&answer["claims"]));
        Ok(ExtenderFilterAnswer { feasible: texts, failures: failed, unresolvable })
    }

    fn prioritize(&self, _: &PodInfo, nodes: &[&NodeInfo]) -> Result<Vec<(Str, i64)>, ExtenderError> {
        let scores = &self.verb("prioritize")?["scores"];
        Ok(nodes
            .iter()
            .filter_map(|node| Some((node.name().clone(), scores[node.name().as_str()].as_i64()?)))
            .collect())
    }

    fn preempt(
        &self,
        _: &PodInfo,
        candidates: &[NodeVictims],
        _: &dyn PodNames,
    ) -> Result<Vec<NodeVictims>, ExtenderError> {
        let nodes = &self.verb("preempt")?["nodes"];
        let uid = |key: Str| {
            self.uids.get(key.as_str()).cloned().unwrap_or_else(|| format!("uid-{}", key.replace('/', "-")).into())
        };
        let answer = |candidate: &NodeVictims| {
            let value = nodes.get(candidate.node.as_str())?;
            let victims = names(&value["victims"]).into_iter().map(uid).collect();
            Some(NodeVictims { victims, violations: value["pdbViolations"].as_i64().unwrap_or(0), ..candidate.clone() })
        };
        Ok(candidates.iter().filter_map(answer).collect())
    }
}

pub(crate) fn storage_objects(stored: &StoredObjects) -> Vec<StorageObject> {
    use StorageObject as Object;
    let objects = (stored.persistent_volumes.iter().cloned().map(Object::Volume))
        .chain(stored.persistent_volume_claims.iter().cloned().map(Object::Claim))
        .chain(stored.storage_classes.iter().cloned().map(Object::Class))
        .chain(stored.csi_nodes.iter().cloned().map(Object::CsiNode))
        .chain(stored.csi_drivers.iter().cloned().map(Object::CsiDriver))
        .chain(stored.csi_storage_capacities.iter().cloned().map(Object::Capacity));
    objects.collect()
}

pub(crate) fn storage(stored: &StoredObjects) -> Storage {
    let mut storage = Storage::default();
    for object in storage_objects(stored) {
        storage.insert(object);
    }
    storage
}

pub(crate) fn device_record(kind: DeviceKind, value: &Value) -> DeviceRecord {
    let metadata = serde_json::from_value(value["metadata"].clone()).expect("metadata");
    DeviceRecord { kind, metadata, json: value.to_string().into() }
}

pub(crate) fn device_object(kind: DeviceKind, value: &Value) -> DeviceObject {
    DeviceObject::from_record(&device_record(kind, value)).unwrap_or_else(|error| panic!("{value}: {error}"))
}

/// The case's `ResourceClaims`, `ResourceSlices` and `DeviceClasses`, if it has any.
pub(crate) fn devices(stored: &StoredObjects) -> Option<Rc<dyn Claims>> {
    // The wall time of the recordings: two years after the claims were allocated.
    const WALL: i64 = 1_790_000_000_000;
    let lists = [
        (DeviceKind::Claim, &stored.resource_claims),
        (DeviceKind::Slice, &stored.resource_slices),
        (DeviceKind::Class, &stored.device_classes),
    ];
    let mut objects = lists.iter().flat_map(|(kind, list)| list.iter().map(|value| (*kind, value))).peekable();
    objects.peek()?;
    let mut claims = schedscope::dra::create_claims();
    for (kind, value) in objects {
        claims = claims.with_object(device_object(kind, value));
    }
    claims.set_clock(WALL);
    Some(claims)
}

/// Removes empty lists, which Go omits.
pub(crate) fn prune_empty(value: Value) -> Value {
    match value {
        Value::Object(fields) => {
            let is_empty = |value: &Value| value.as_array().is_some_and(Vec::is_empty);
            fields
                .into_iter()
                .filter(|(_, value)| !is_empty(value))
                .map(|(name, value)| (name, prune_empty(value)))
                .collect::<Map<_, _>>()
                .into()
        }
        Value::Array(items) => items.into_iter().map(prune_empty).collect(),
        other => other,
    }
}

/// What each feasible node would allocate to each unallocated claim. If no claim needs an allocation, the recordings of v1.34 have an empty entry for
/// each node (none for a pod without claims), and those of v1.36 have nothing.
fn allocations(cluster: &CaseCluster, attempt: &Attempt, release: Release) -> Value {
    let Some(claims) = &cluster.objects.claims else { return Value::Null };
    let skipped = attempt.pre_filter.skipped.iter().any(|row| *row == *"DynamicResources");
    let feasible = attempt.filter.iter().filter(|record| record.is_feasible());
    let mut nodes = Map::new();
    for name in feasible.map(|record| attempt.nodes[record.node].as_str()) {
        let Some(offers) = claims.node_offers(name) else {
            if release < Release::V1_36 {
                nodes.insert(name.to_owned(), if skipped { Value::Null } else { json!({}) });
            }
            continue;
        };
        nodes.insert(name.to_owned(), offers.iter().map(offer_json).collect::<Map<_, _>>().into());
    }
    nodes.into()
}

/// The allocation that a node would give to a claim.
pub(crate) fn offer_json((claim, json): &(Str, Str)) -> (String, Value) {
    let mut value = prune_empty(serde_json::from_str(json).expect("JSON"));
    match claim.as_str() {
        "<mappings>" if value == json!([]) => value = Value::Null,
        "<spec of extended resources>" if value["devices"] == json!({}) => {
            value["devices"]["requests"] = Value::Null;
        }
        _ => {}
    }
    (claim.to_string(), value)
}

/// Decides a case. Returns the decision in the format of the recordings.
pub(crate) fn decide(case: &Case, release: Release) -> Value {
    let mut cluster = CaseCluster::new(case, release);
    let start = case.config.start_index.unwrap_or(0);
    let (attempt, next) = cluster.attempt(true, start);
    let allocations = allocations(&cluster, &attempt, release);
    let is_early = release == Release::V1_16;
    let shortcut = attempt.is_nominated_node_taken;
    // The shortcut for a nominated node evaluates one node only. Cases list all nodes, and a nominated node that failed.
    let mut filtered = attempt.clone();
    if shortcut {
        cluster.profile.cycle.percentage_of_nodes_to_score = 100;
        filtered = cluster.attempt(false, 0).0;
    } else {
        filtered.filter.extend(attempt.nominated_record.clone());
    }
    let (error, is_fit_error) = match &attempt.outcome {
        AttemptOutcome::Failed { message, is_fit_error, .. } => (Some(message.as_str()), *is_fit_error),
        _ => (None, false),
    };
    let selected: Vec<&str> = match &attempt.outcome {
        AttemptOutcome::Scheduled { ties, .. } => sorted(ties.iter().map(|&ix| attempt.nodes[ix].as_str())),
        _ => Vec::new(),
    };
    let mut decision = json!({
        "id": case.id,
        "filter": filter(&cluster.profile, &filtered, release, error.is_some() && !is_fit_error),
        "prefilter": prefilter(&cluster.profile, &attempt, is_early),
        "scores": scores(&attempt, is_early),
        "selected": selected,
        "error": error,
        "preemption": is_fit_error.then(|| preemption(&cluster.profile, &cluster.nominator, &cluster.pod, &attempt)),
    });
    // The node that is chosen among equal ones without a random choice, given the order of the snapshot.
    if let (AttemptOutcome::Scheduled { node, ties }, HostChoice::TopOfHeap) =
        (&attempt.outcome, cluster.profile.cycle.host)
        && ties.len() > 1
        && attempt.pre_filter.node_set.is_none()
    {
        decision["heapPick"] = json!(attempt.nodes[*node]);
    }
    if case.config.start_index.is_some() {
        let evaluated_nodes = |is_all: bool| -> Vec<&Str> {
            let records = attempt.filter.iter().filter(|record| is_all || record.is_feasible());
            records.map(|record| &attempt.nodes[record.node]).collect()
        };
        decision["feasible"] = json!(evaluated_nodes(false));
        decision["nextStartIndex"] = json!(next);
        decision["evaluated"] = json!(evaluated_nodes(true));
        if case.config.component_config.is_none() {
            // For early releases only the search was recorded.
            decision["evaluated"] = json!(attempt.filter.len());
            decision["scores"] = Value::Null;
            decision["preemption"] = Value::Null;
        }
    }
    if !case.config.extenders.is_empty() {
        decision["binder"] = json!(binder(&cluster.profile, &cluster.pod));
        decision["extenderScores"] = extender_scores(&attempt, release);
    }
    if cluster.objects.claims.is_some() && (error.is_none() || is_fit_error || release > Release::V1_34) {
        decision["allocations"] = if error.is_some() { json!({}) } else { allocations };
    }
    if shortcut {
        decision["shortcut"] = json!("nominatedNode");
    }
    decision
}

/// The host of the extender that would bind the pod, if any.
fn binder(profile: &Profile, pod: &PodInfo) -> Option<String> {
    let mut all = profile.extenders.iter().flat_map(|extenders| &extenders.list);
    let binds = |extender: &&Rc<Extender>| !extender.spec.bind_verb.is_empty() && extender.spec.is_interested(&pod.pod);
    all.find(binds).map(|extender| extender.spec.host().to_owned())
}

/// What each extender adds to the total scores. `null` if it fails; omitted in the latest release.
fn extender_scores(attempt: &Attempt, release: Release) -> Value {
    let filter_map = attempt.scores.extenders.iter().filter_map(|record| {
        let scores = match &record.answer {
            ExtenderAnswer::Scored { scores, factor } => scores
                .iter()
                .map(|(ix, score)| (attempt.nodes[*ix].to_string(), json!(score * factor)))
                .collect::<Map<_, _>>()
                .into(),
            ExtenderAnswer::Failed { .. } if release < Release::V1_34 => Value::Null,
            _ => return None,
        };
        Some((record.extender.to_string(), scores))
    });
    if attempt.scores.nodes.is_empty() { Value::Null } else { filter_map.collect::<Map<_, _>>().into() }
}

pub(crate) fn sorted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names
}

pub(crate) fn code_name(code: Code) -> &'static str {
    match code {
        Code::Unschedulable => "Unschedulable",
        Code::UnschedulableAndUnresolvable => "UnschedulableAndUnresolvable",
        Code::Error => "Error",
    }
}

fn reasons(profile: &Profile, failure: &Failure) -> Vec<String> {
    failure.reasons.iter().map(|reason| profile.wording.render_reason(reason)).collect()
}

pub(crate) fn filter(profile: &Profile, attempt: &Attempt, release: Release, is_error: bool) -> Value {
    let is_early = release == Release::V1_16;
    // A Score plugin can end the cycle with an error after the nodes were filtered; the filter results are then recorded.
    // An extender that is not ignorable and fails ends the cycle too.
    let refused = |record: &ExtenderRecord| matches!(record.answer, ExtenderAnswer::Failed { is_ignored: false, .. });
    if is_error && attempt.extenders.iter().any(refused) {
        return Value::Null;
    }
    let by_filter = attempt.filter.iter().flat_map(|node| &node.failed).any(|(_, failure)| failure.code == Code::Error);
    let filtered = attempt.filter.len() == attempt.nodes.len() && !by_filter;
    if is_error && !filtered {
        return Value::Null;
    }
    if let Some((row, failure)) = &attempt.pre_filter.rejected {
        let status = json!({"fits": false, "plugin": row, "code": code_name(failure.code), "reasons": reasons(profile, failure)});
        return attempt.nodes.iter().map(|name| (name.to_string(), status.clone())).collect::<Map<_, _>>().into();
    }
    let status = |record: &NodeRecord| match record.verdict() {
        Ok(()) => json!({"fits": true}),
        Err(failure) if is_early => json!({
            "fits": false,
            "predicates": record.failed.iter().map(|(row, _)| row).collect::<Vec<_>>(),
            "reasons": reasons(profile, &failure),
            "resolvable": failure.code == Code::Unschedulable,
        }),
        // Rejected by an extender without a message: early releases have no status code for it.
        Err(failure) if failure.reasons.is_empty() && release < Release::V1_34 => json!({"fits": false}),
        Err(failure) => json!({
            "fits": false,
            "plugin": record.failed.first().map_or("", |(row, _)| row.as_str()),
            "plugins": (record.failed.len() > 1).then(|| record.failed.iter().map(|(row, _)| row).collect::<Vec<_>>()),
            "code": code_name(failure.code),
            "reasons": reasons(profile, &failure),
        }),
    };
    attempt
        .filter
        .iter()
        .map(|record| (attempt.nodes[record.node].to_string(), status(record)))
        .collect::<Map<_, _>>()
        .into()
}

pub(crate) fn prefilter(profile: &Profile, attempt: &Attempt, is_early: bool) -> Value {
    match &attempt.pre_filter.rejected {
        _ if is_early => Value::Null,
        Some((row, failure)) => json!({
            "code": code_name(failure.code),
            "plugin": row,
            "reasons": reasons(profile, failure),
            "nodes": null,
        }),
        None if let Some((plugin, text)) = failed_pre_filter(attempt) => {
            json!({"code": "Error", "plugin": plugin, "reasons": [text], "nodes": null})
        }
        None => json!({"code": "Success", "plugin": "", "reasons": [], "nodes": attempt.pre_filter.node_set}),
    }
}

/// The plugin whose `PreFilter` ended the cycle, and the message.
fn failed_pre_filter(attempt: &Attempt) -> Option<(&str, &str)> {
    let AttemptOutcome::Failed { message, is_fit_error: false, .. } = &attempt.outcome else { return None };
    let (plugin, _) = message.strip_prefix("running PreFilter plugin \"")?.split_once('"')?;
    Some((plugin, message))
}

pub(crate) fn scores(attempt: &Attempt, is_early: bool) -> Value {
    let table = &attempt.scores;
    if table.nodes.is_empty() {
        return Value::Null;
    }
    for row in &table.rows {
        let adds_up: Vec<i64> = row.evidence.iter().map(Evidence::total).collect();
        assert_eq!(adds_up, row.raw, "{}: evidence of {}", attempt.pod, row.id);
    }
    let of_node = |(column, ix): (usize, &usize)| {
        let by_plugin: Map<String, Value> = table
            .rows
            .iter()
            .take(table.rows.len() - table.extenders.len())
            .map(|row| {
                let name = row.id.as_str();
                // Upstream, priority functions over the whole list of nodes have no raw scores.
                let raw = (!(is_early && name == "InterPodAffinityPriority")).then_some(row.raw[column]);
                let normalized = row.normalized[column];
                (name.into(), json!({"raw": raw, "normalized": normalized, "weighted": normalized * row.weight}))
            })
            .collect();
        (attempt.nodes[*ix].to_string(), json!({"byPlugin": by_plugin, "total": table.totals[column]}))
    };
    table.nodes.iter().enumerate().map(of_node).collect::<Map<_, _>>().into()
}

/// The result of preemption. Cleared nominations are listed for each of the tied nodes.
pub(crate) fn preemption(profile: &Profile, nominator: &Nominator, pod: &PodInfo, attempt: &Attempt) -> Value {
    let none = PreemptionRecord::default();
    let record = attempt.preemption.as_ref().unwrap_or(&none);
    // Cases have this entry if the plugin is enabled, whether or not it ran.
    if !profile.post_filters.iter().any(|row| row.plugin == PluginId::DefaultPreemption) {
        return Value::Null;
    }
    let name = |ix: &usize| attempt.nodes[*ix].as_str();
    let mut candidates = Map::new();
    for run in record.dry_runs.iter().filter(|run| run.failure.is_none()) {
        let victims: Vec<&NamespacedName> = run.victims.iter().map(|&at| &run.removed[at].pod).collect();
        candidates.insert(name(&run.node).into(), json!({"victims": victims, "pdbViolations": run.violations}));
    }
    let candidates_none = candidates.is_empty();
    let below = |node: &str| -> Vec<NamespacedName> {
        let pods = nominator.nominated_below(node, pod.priority());
        pods.iter().map(|pod| pod.pod.key()).collect()
    };
    let chosen = sorted(record.ties.iter().map(name));
    let cleared: BTreeMap<&str, Vec<NamespacedName>> = chosen.iter().map(|&node| (node, below(node))).collect();
    json!({
        "eligible": record.ineligible.is_none(),
        "ineligibleReason": record.ineligible.map(|reason| match reason {
            Ineligible::PolicyNever => "not eligible due to preemptionPolicy=Never.",
            Ineligible::WaitsForVictim => "not eligible due to a terminating pod on the nominated node.",
            // Members of pod groups have a record of their own.
            Ineligible::GroupNotFound | Ineligible::GroupHasPlacements | Ineligible::GroupPreempts => "",
        }),
        "potentialNodes": sorted(record.potential.iter().map(name)),
        "candidates": candidates,
        "chosen": chosen,
        "clearedNominations": cleared,
        "clearsOwnNomination": record.clears_own,
        "error": record.error,
        // Extenders are called only if there are candidates, so without candidates the error comes from the dry runs.
        "dryRunError": candidates_none.then(|| record.error.clone()).flatten(),
        "afterExtenders": after_extenders(attempt, record).unwrap_or_else(|| json!(candidates)),
        "message": attempt.post_filter.as_ref().map_or("", |post_filter| &post_filter.message),
    })
}

/// The candidates that remain after the extenders, if any extender was called.
fn after_extenders(attempt: &Attempt, record: &PreemptionRecord) -> Option<Value> {
    let of = |candidate: &CandidateRecord| {
        let value = json!({"victims": candidate.victims, "pdbViolations": candidate.violations});
        (attempt.nodes[candidate.node].to_string(), value)
    };
    Some(record.extender_candidates.as_ref()?.iter().map(of).collect::<Map<_, _>>().into())
}

/// Whether the scheduler starts with a configuration; if not, upstream's message, if it is known.
#[allow(dead_code)] // only the test needs it
pub(crate) fn start(config: &Value, release: Release) -> Result<(), Option<String>> {
    let configured = match (config.get("componentConfig"), config.get("policy")) {
        (Some(component), policy) => config::component_of(release, component, policy, &[]),
        (None, Some(policy)) => config::policy_of(release, policy),
        (None, None) => return Ok(()),
    };
    configured.map(|_| ()).map_err(|wrong| wrong.0.text)
}
