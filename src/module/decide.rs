//! One decision, with all that led to it.

use serde_json::{Value, json};

use super::decision::{
    Candidate, Cell, Cluster, Decision, Judged, NodeScore, NodeTotal, NodeVerdict, PluginScores, PluginVerdict,
    Preemption, RuleApplied, RuleValue,
};
use super::shapes::{Options, Problem, Refused, Release, number};
use answers::{Decided, Undecided};
use api::problem::{Finding, Notice, Place};
use record::{Attempt, Code, Failure, NodeRecord, Outcome, PreemptionRecord, Rung, SheetRow};
use trace::cells;
use trace::cells::Cell as Found;
use words::Lang;
use words::evidence;

/// Decides a pod in a cluster that stands still: no time passes before it, and where Kubernetes draws, the first is taken.
///
/// # Errors
/// Everything that is wrong with the objects.
pub fn decide(cluster: &Cluster, options: &Options) -> Result<Decision, Refused> {
    let lang = options.words();
    let key = key(&cluster.pod).ok_or_else(|| Refused::not_a_pod(lang))?;
    cluster.refuse_twins(lang)?;
    let (text, names) = listed(cluster);
    let read = answers::load::scenario(&text, options.release.map(|it| it.0));
    let (loaded, scenario) =
        read.map_err(|found| Refused { problems: found.iter().map(|it| problem(lang, it, &names)).collect() })?;
    let release = scenario.release;
    let Decided { attempt, sheet } = answers::decide(scenario, &key).map_err(|why| match why {
        Undecided::NoPod => Refused::no_pod(lang, &key),
        Undecided::HasNode(node) => Refused::has_node(lang, &key, &node),
        Undecided::NoScheduler(name) => {
            let finding = Finding::new(Place::default(), Notice::OtherScheduler { name });
            Refused { problems: vec![Problem::new(lang, &finding)] }
        }
    })?;
    let told = Teller { lang, wording: releases::wording(release), attempt: &attempt };
    let (node, ties, message) = match &attempt.outcome {
        Outcome::Scheduled { node, ties } => (Some(told.node(*node)), told.nodes(ties), None),
        Outcome::Failed { message, .. } => (None, Vec::new(), Some(message.to_string())),
        Outcome::Open => (None, Vec::new(), None),
    };
    Ok(Decision {
        pod: key,
        release: Release(release),
        node,
        message,
        nodes: told.verdicts(&sheet.filters),
        scores: told.scores(),
        totals: told.totals(),
        ties,
        preemption: attempt.preemption.as_ref().map(|found| told.preemption(found)),
        notices: loaded.notices.iter().map(|notice| problem(lang, notice, &names)).collect(),
    })
}

/// `namespace/name` of a pod.
fn key(pod: &Value) -> Option<String> {
    let metadata = pod.get("metadata")?;
    let name = metadata.get("name")?.as_str()?;
    let namespace = metadata.get("namespace").and_then(Value::as_str).unwrap_or("default");
    Some(format!("{namespace}/{name}"))
}

/// The objects as a text with one on each line, and what the caller calls each of them.
fn listed(cluster: &Cluster) -> (String, Vec<String>) {
    let (mut text, mut names) = (String::new(), Vec::new());
    let mut add = |object: &Value, kind: Option<&str>, name: String| {
        let mut object = object.clone();
        if let (Some(kind), Some(map)) = (kind, object.as_object_mut()) {
            map.insert("apiVersion".into(), json!("v1"));
            map.insert("kind".into(), json!(kind));
        }
        text += &object.to_string();
        text.push('\n');
        names.push(name);
    };
    for (at, node) in cluster.nodes.iter().enumerate() {
        add(node, Some("Node"), format!("nodes[{at}]"));
    }
    for (at, pod) in cluster.pods.iter().enumerate().filter(|(_, pod)| !cluster.is_copy(pod)) {
        add(pod, Some("Pod"), format!("pods[{at}]"));
    }
    add(&cluster.pod, Some("Pod"), "pod".into());
    for (at, object) in cluster.objects.iter().enumerate() {
        add(object, None, format!("objects[{at}]"));
    }
    (text, names)
}

/// A finding in a list of objects: it is in one of them, and there is no line.
fn problem(lang: Lang, finding: &Finding, names: &[String]) -> Problem {
    let mut problem = Problem::new(lang, finding);
    let object = problem.line.take().and_then(|line| names.get(line as usize - 1));
    problem.column = None;
    problem.field = match (object, problem.field.take()) {
        (Some(object), Some(field)) => Some(format!("{object}.{field}")),
        (Some(object), None) => Some(object.clone()),
        (None, field) => field,
    };
    problem
}

/// Puts a record into words.
struct Teller<'a> {
    lang: words::Lang,
    wording: &'static dyn record::Wording,
    attempt: &'a Attempt,
}

impl Teller<'_> {
    fn node(&self, ix: usize) -> String {
        self.attempt.nodes.get(ix).map_or_else(String::new, ToString::to_string)
    }

    fn nodes(&self, indices: &[usize]) -> Vec<String> {
        indices.iter().map(|ix| self.node(*ix)).collect()
    }

    fn verdicts(&self, filters: &[SheetRow]) -> Vec<NodeVerdict> {
        let looked = |ix: usize| self.attempt.filter.iter().find(|record| record.node == ix);
        (0..self.attempt.nodes.len()).map(|ix| self.verdict(ix, looked(ix), filters)).collect()
    }

    fn verdict(&self, ix: usize, record: Option<&NodeRecord>, filters: &[SheetRow]) -> NodeVerdict {
        let node = self.node(ix);
        let none = |row: &SheetRow, verdict| PluginVerdict {
            plugin: row.id.to_string(),
            verdict,
            reasons: Vec::new(),
            why: None,
            preemption_may_help: None,
        };
        let Some(record) = record else {
            // Who rejects a pod before the filters rejects it on all nodes.
            let rejected = self.attempt.pre_filter.rejected.as_ref();
            let plugin = |row: &SheetRow| match rejected.filter(|(by, _)| *by == row.id) {
                Some((_, failure)) => self.failed(row, failure),
                None => none(row, Cell::NotAsked),
            };
            let verdict = if rejected.is_some() { Judged::Failed } else { Judged::NotChecked };
            return NodeVerdict { node, verdict, plugins: filters.iter().map(plugin).collect() };
        };
        let plugin = |(row, cell): (&SheetRow, Found)| match cell {
            Found::Pass => none(row, Cell::Passed),
            Found::Skip => none(row, Cell::Skipped),
            Found::Blank => none(row, Cell::NotAsked),
            Found::Fail => match record.failed.iter().find(|(by, _)| *by == row.id) {
                Some((_, failure)) => self.failed(row, failure),
                None => none(row, Cell::Failed),
            },
        };
        let cells = cells::cells(self.attempt, record, filters);
        let verdict = match (record.fits(), &record.outside) {
            (true, _) => Judged::Passed,
            (_, Some(_)) => Judged::NotChecked,
            (false, None) => Judged::Failed,
        };
        NodeVerdict { node, verdict, plugins: filters.iter().zip(cells).map(plugin).collect() }
    }

    fn failed(&self, row: &SheetRow, failure: &Failure) -> PluginVerdict {
        PluginVerdict {
            plugin: row.id.to_string(),
            verdict: Cell::Failed,
            reasons: failure.reasons.iter().map(|reason| self.wording.reason(reason)).collect(),
            why: Some(self.lang.failure(failure)),
            preemption_may_help: Some(failure.code == Code::Unschedulable),
        }
    }

    fn scores(&self) -> Vec<PluginScores> {
        let scores = &self.attempt.scores;
        let row = |row: &record::ScoreRowRecord| {
            let node = |(column, ix): (usize, &usize)| NodeScore {
                node: self.node(*ix),
                raw: number(row.raw[column]),
                normalized: number(row.normalized[column]),
                weighted: number(row.normalized[column].saturating_mul(row.weight)),
                why: row.evidence.get(column).map(|it| evidence::lines(self.lang, it)).unwrap_or_default(),
            };
            let nodes = scores.nodes.iter().enumerate().map(node).collect();
            PluginScores { plugin: row.id.to_string(), weight: number(row.weight), nodes }
        };
        scores.rows.iter().map(row).collect()
    }

    fn totals(&self) -> Vec<NodeTotal> {
        let scores = &self.attempt.scores;
        let mut totals: Vec<(usize, i64)> = scores.nodes.iter().copied().zip(scores.totals.iter().copied()).collect();
        totals.sort_by_key(|(_, total)| std::cmp::Reverse(*total));
        totals.into_iter().map(|(ix, total)| NodeTotal { node: self.node(ix), total: number(total) }).collect()
    }

    fn preemption(&self, found: &PreemptionRecord) -> Preemption {
        let candidate = |run: &record::DryRun| Candidate {
            node: self.node(run.node),
            victims: run.victims.iter().map(|ix| run.removed[*ix].pod.to_string()).collect(),
            violations: run.violations,
        };
        let rule = |rung: &Rung| RuleApplied {
            rule: self.lang.rule(rung.rule).0,
            values: rung
                .values
                .iter()
                .map(|(ix, value)| RuleValue { node: self.node(*ix), value: number(*value) })
                .collect(),
            kept: self.nodes(&rung.kept),
        };
        let victims = found.chosen.map(|chosen| found.victims_on(chosen)).unwrap_or_default();
        Preemption {
            ineligible: found.ineligible.map(|why| self.lang.ineligible(why)),
            potential: self.nodes(&found.potential),
            candidates: found.dry_runs.iter().filter(|run| run.failure.is_none()).map(candidate).collect(),
            rules: found.ladder.iter().map(rule).collect(),
            node: found.chosen.map(|chosen| self.node(chosen)),
            victims: victims.iter().map(ToString::to_string).collect(),
        }
    }
}
