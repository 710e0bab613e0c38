//! Cases decided by the real kube-scheduler: reads them, decides them with the engine, writes decisions of the same
//! shape. `tests/conformance/README.md` describes the format.

use std::collections::BTreeMap;
use std::rc::Rc;

use schedscope::api::{Namespace, Node, Pod, PodDisruptionBudget, Service, Str, Workload};
use schedscope::cluster::{Objects, PodInfo, Snapshot};
use schedscope::framework::{Attempt, Code, Evidence, Failure, First, Ineligible, NodeRecord, Outcome, Profile};
use schedscope::releases::{Release, profile};
use schedscope::scheduler::{Context, Nominator, schedule};
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// A cluster and the pod to place.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub struct Case {
    pub id: String,
    pub nodes: Vec<Node>,
    pub pods: Vec<Pod>,
    pub pod: String,
    pub pdbs: Vec<PodDisruptionBudget>,
    pub services: Vec<Service>,
    pub replica_sets: Vec<Workload>,
    pub namespaces: Vec<Namespace>,
    pub config: Config,
}

/// What a case changes in the default profile.
#[derive(Deserialize, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct Config {
    pub always_check_all_predicates: bool,
}

/// Decides a line, which is a case or `{"case": …, "expect": …}`.
pub fn decide_line(line: &str, release: Release) -> Result<Value, serde_json::Error> {
    #[derive(Deserialize)]
    struct Line {
        case: Case,
    }
    let case = match serde_json::from_str::<Line>(line) {
        Ok(line) => line.case,
        Err(_) => serde_json::from_str(line)?,
    };
    Ok(decide(&case, release))
}

struct Cluster {
    profile: Profile,
    snapshot: Snapshot,
    objects: Objects,
    nominator: Nominator,
    pod: PodInfo,
}

impl Cluster {
    fn new(case: &Case, release: Release) -> Self {
        let mut profile = profile(release);
        profile.cycle.percentage_of_nodes_to_score = 100;
        profile.cycle.always_check_all = case.config.always_check_all_predicates;
        if let Some(preemption) = &mut profile.preemption {
            preemption.tries_all = true;
        }
        let mut snapshot = Snapshot::default();
        for node in &case.nodes {
            snapshot.add_node(Rc::new(node.clone()));
        }
        let mut nominator = Nominator::default();
        let mut incoming = None;
        for pod in &case.pods {
            let info = Rc::new(PodInfo::new(Rc::new(pod.clone()), &profile.accounting));
            if pod.key() == case.pod {
                incoming = Some(PodInfo::new(Rc::new(pod.clone()), &profile.accounting));
            } else if pod.status.phase == "Succeeded" || pod.status.phase == "Failed" {
                // The scheduler does not watch pods that are over.
            } else if pod.spec.node_name.is_empty() {
                if !pod.status.nominated_node_name.is_empty() {
                    nominator.add(info, &pod.status.nominated_node_name);
                }
            } else if let Some(ix) = snapshot.index(&pod.spec.node_name) {
                snapshot.add_pod(ix, info);
            }
        }
        let objects = Objects {
            services: case.services.iter().cloned().map(Rc::new).collect(),
            replica_sets: case.replica_sets.iter().cloned().map(Rc::new).collect(),
            namespaces: case
                .namespaces
                .iter()
                .map(|namespace| (namespace.metadata.name.clone(), namespace.metadata.labels.clone()))
                .collect(),
            budgets: case.pdbs.iter().cloned().map(Rc::new).collect(),
            ..Objects::default()
        };
        let pod = incoming.unwrap_or_else(|| panic!("{}: no pod {}", case.id, case.pod));
        Self { profile, snapshot, objects, nominator, pod }
    }

    fn attempt(&self, with_nomination: bool) -> Attempt {
        let nominated = self.pod.pod.status.nominated_node_name.as_str();
        let context = Context {
            profile: &self.profile,
            pod: &self.pod,
            nominated_node: (with_nomination && !nominated.is_empty()).then_some(nominated),
            snapshot: &self.snapshot,
            objects: &self.objects,
            nominator: &self.nominator,
            order: None,
        };
        let mut attempt = Attempt::default();
        schedule(&context, &mut 0, &mut First, &mut attempt);
        attempt
    }
}

/// Decides a case.
pub fn decide(case: &Case, release: Release) -> Value {
    let cluster = Cluster::new(case, release);
    let attempt = cluster.attempt(true);
    let early = release == Release::V1_16;
    let shortcut = attempt.nominated_shortcut;
    // The shortcut looks at one node; cases list all of them.
    let filtered = if shortcut { cluster.attempt(false) } else { attempt.clone() };
    let (error, fit_error) = match &attempt.outcome {
        Outcome::Failed { message, fit_error, .. } => (Some(message.as_str()), *fit_error),
        _ => (None, false),
    };
    let selected: Vec<&str> = match &attempt.outcome {
        Outcome::Scheduled { ties, .. } => sorted(ties.iter().map(|&ix| attempt.nodes[ix].as_str())),
        _ => Vec::new(),
    };
    let mut decision = json!({
        "id": case.id,
        "filter": filter(&cluster, &filtered, early, error.is_some() && !fit_error),
        "prefilter": prefilter(&cluster, &attempt, early),
        "scores": scores(&cluster, &attempt, early),
        "selected": selected,
        "error": error,
        "preemption": attempt.preemption.as_ref().map(|_| preemption(&cluster, &attempt)),
    });
    if shortcut {
        decision["shortcut"] = json!("nominatedNode");
    }
    decision
}

fn sorted<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut names: Vec<&str> = names.collect();
    names.sort_unstable();
    names
}

fn code(failure: &Failure) -> &'static str {
    match failure.code {
        Code::Unschedulable => "Unschedulable",
        Code::UnschedulableAndUnresolvable => "UnschedulableAndUnresolvable",
    }
}

fn reasons(cluster: &Cluster, failure: &Failure) -> Vec<String> {
    failure.reasons.iter().map(|reason| cluster.profile.wording.reason(reason)).collect()
}

fn filter(cluster: &Cluster, attempt: &Attempt, early: bool, is_error: bool) -> Value {
    // Scores may end a cycle in an error after all nodes were filtered; cases of early releases show the filter then.
    let filtered = attempt.filter.len() == attempt.nodes.len();
    if is_error && !(early && filtered) {
        return Value::Null;
    }
    let rows = &cluster.profile.filters;
    if let Some((row, failure)) = &attempt.pre_filter.rejected {
        let status = json!({"fits": false, "plugin": rows[*row].name, "code": code(failure), "reasons": reasons(cluster, failure)});
        return attempt.nodes.iter().map(|name| (name.to_string(), status.clone())).collect::<Map<_, _>>().into();
    }
    let status = |record: &NodeRecord| match record.verdict() {
        Ok(()) => json!({"fits": true}),
        Err(failure) if early => json!({
            "fits": false,
            "predicates": record.failed.iter().map(|(row, _)| rows[*row].name).collect::<Vec<_>>(),
            "reasons": reasons(cluster, &failure),
            "resolvable": failure.code == Code::Unschedulable,
        }),
        Err(failure) => json!({
            "fits": false,
            "plugin": record.failed.first().map_or("", |(row, _)| rows[*row].name),
            "code": code(&failure),
            "reasons": reasons(cluster, &failure),
        }),
    };
    attempt
        .filter
        .iter()
        .map(|record| (attempt.nodes[record.node].to_string(), status(record)))
        .collect::<Map<_, _>>()
        .into()
}

fn prefilter(cluster: &Cluster, attempt: &Attempt, early: bool) -> Value {
    match &attempt.pre_filter.rejected {
        _ if early => Value::Null,
        Some((row, failure)) => json!({
            "code": code(failure),
            "plugin": cluster.profile.filters[*row].name,
            "reasons": reasons(cluster, failure),
            "nodes": null,
        }),
        None => json!({"code": "Success", "plugin": "", "reasons": [], "nodes": attempt.pre_filter.node_set}),
    }
}

fn scores(cluster: &Cluster, attempt: &Attempt, early: bool) -> Value {
    let table = &attempt.scores;
    if table.nodes.is_empty() {
        return Value::Null;
    }
    for row in &table.rows {
        let adds_up: Vec<i64> = row.evidence.iter().map(Evidence::total).collect();
        assert_eq!(adds_up, row.raw, "{}: evidence of {}", attempt.pod, cluster.profile.scores[row.row].name);
    }
    let of_node = |(column, ix): (usize, &usize)| {
        let by_plugin: Map<String, Value> = table
            .rows
            .iter()
            .map(|row| {
                let name = cluster.profile.scores[row.row].name;
                // A priority function of the whole list has no raw scores upstream.
                let raw = (!(early && name == "InterPodAffinityPriority")).then_some(row.raw[column]);
                let normalized = row.normalized[column];
                (name.into(), json!({"raw": raw, "normalized": normalized, "weighted": normalized * row.weight}))
            })
            .collect();
        (attempt.nodes[*ix].to_string(), json!({"byPlugin": by_plugin, "total": table.totals[column]}))
    };
    table.nodes.iter().enumerate().map(of_node).collect::<Map<_, _>>().into()
}

fn preemption(cluster: &Cluster, attempt: &Attempt) -> Value {
    let Some(record) = &attempt.preemption else { return Value::Null };
    let name = |ix: &usize| attempt.nodes[*ix].as_str();
    let mut candidates = Map::new();
    for run in record.dry_runs.iter().filter(|run| run.failure.is_none()) {
        let victims: Vec<&Str> = run.victims.iter().map(|&at| &run.removed[at].pod).collect();
        candidates.insert(name(&run.node).into(), json!({"victims": victims, "pdbViolations": run.violations}));
    }
    let below = |node: &str| -> Vec<String> {
        let pods = cluster.nominator.below(node, cluster.pod.priority());
        pods.iter().map(|pod| pod.pod.key()).collect()
    };
    let chosen = sorted(record.ties.iter().map(name));
    let cleared: BTreeMap<&str, Vec<String>> = chosen.iter().map(|&node| (node, below(node))).collect();
    json!({
        "eligible": record.ineligible.is_none(),
        "ineligibleReason": record.ineligible.map(|reason| match reason {
            Ineligible::PolicyNever => "not eligible due to preemptionPolicy=Never.",
            Ineligible::WaitsForVictim => "not eligible due to a terminating pod on the nominated node.",
        }),
        "potentialNodes": sorted(record.potential.iter().map(name)),
        "candidates": candidates,
        "chosen": chosen,
        "clearedNominations": cleared,
        "clearsOwnNomination": record.clears_own,
        "message": record.message,
    })
}
