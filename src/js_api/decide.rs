//! One scheduling decision with everything that led to it.

use api::NamespacedName;
use findings::{Finding, Notice, Place};
use i18n::{Lang, evidence};
use queries::{DecideError, PodDecision};
use runlog::{Attempt, AttemptOutcome, Code, Failure, NodeRecord, PluginRow, PreemptionRecord, Rung};
use serde_json::{Value, json};
use trace::filter_cells::{self, FilterCell as Found};

use super::{
    decision::{
        Candidate, Cell, Cluster, Decision, Judged, NodeScore, NodeTotal, NodeVerdict, PluginScores, PluginVerdict,
        Preemption, RuleApplied, RuleValue,
    },
    shapes::{Options, Problem, Refused, Release, js_number},
};

/// Schedules a pod in a static cluster: no time passes before it, and where Kubernetes draws at random, the first one is taken.
///
/// # Errors
/// All problems of the objects.
pub fn decide(cluster: &Cluster, options: &Options) -> Result<Decision, Refused> {
    let lang = options.words_lang();
    let key = pod_key(&cluster.pod).ok_or_else(|| Refused::not_a_pod(lang))?;
    cluster.refuse_twins(lang)?;
    let (text, names) = list_objects(cluster);
    let load_result = queries::load::load_scenario(&text, options.release.map(|release| release.0));
    let (loaded, scenario) = load_result.map_err(|findings| Refused {
        problems: findings.iter().map(|finding| finding_to_problem(lang, finding, &names)).collect(),
    })?;
    let release = scenario.release;
    let PodDecision { attempt, sheet } = queries::decide(scenario, &key).map_err(|error| match error {
        DecideError::NoPod => Refused::no_pod(lang, &key),
        DecideError::HasNode(node) => Refused::has_node(lang, &key, &node),
        DecideError::NoScheduler(name) => {
            let finding = Finding::new(Place::default(), Notice::OtherScheduler { name });
            Refused { problems: vec![Problem::new(lang, &finding)] }
        }
    })?;
    let decision_writer = DecisionWriter { lang, wording: releases::wording(release), attempt: &attempt };
    let (node, ties, message) = match &attempt.outcome {
        AttemptOutcome::Scheduled { node, ties } => {
            (Some(decision_writer.node_name(*node)), decision_writer.node_names(ties), None)
        }
        AttemptOutcome::Failed { message, .. } => (None, Vec::new(), Some(message.to_string())),
        AttemptOutcome::Open => (None, Vec::new(), None),
    };
    Ok(Decision {
        pod: key.to_string(),
        release: Release(release),
        node,
        message,
        nodes: decision_writer.node_verdicts(&sheet.filters),
        scores: decision_writer.plugin_scores(),
        totals: decision_writer.node_totals(),
        ties,
        preemption: attempt.preemption.as_ref().map(|preemption| decision_writer.preemption_record(preemption)),
        notices: loaded.notices.iter().map(|notice| finding_to_problem(lang, notice, &names)).collect(),
    })
}

/// The key of a pod; `None` without a name.
fn pod_key(pod: &Value) -> Option<NamespacedName> {
    let metadata = pod.get("metadata")?;
    let name = metadata.get("name")?.as_str()?;
    let namespace = metadata.get("namespace").and_then(Value::as_str).unwrap_or("default");
    Some(NamespacedName::new(namespace, name))
}

/// The objects as a manifest with one object per line, and the caller's name for each of them.
fn list_objects(cluster: &Cluster) -> (String, Vec<String>) {
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

/// A finding in that manifest as a problem of an object, without a position in the text.
fn finding_to_problem(lang: Lang, finding: &Finding, names: &[String]) -> Problem {
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

/// Renders the record of an attempt.
struct DecisionWriter<'a> {
    lang: i18n::Lang,
    wording: &'static dyn runlog::Wording,
    attempt: &'a Attempt,
}

impl DecisionWriter<'_> {
    fn node_name(&self, ix: usize) -> String {
        self.attempt.nodes.get(ix).map_or_else(String::new, ToString::to_string)
    }

    fn node_names(&self, indices: &[usize]) -> Vec<String> {
        indices.iter().map(|ix| self.node_name(*ix)).collect()
    }

    fn node_verdicts(&self, filters: &[PluginRow]) -> Vec<NodeVerdict> {
        let looked = |ix: usize| self.attempt.filter.iter().find(|record| record.node == ix);
        (0..self.attempt.nodes.len()).map(|ix| self.node_verdict(ix, looked(ix), filters)).collect()
    }

    fn node_verdict(&self, ix: usize, record: Option<&NodeRecord>, filters: &[PluginRow]) -> NodeVerdict {
        let node = self.node_name(ix);
        let none = |row: &PluginRow, verdict| PluginVerdict {
            plugin: row.id.to_string(),
            verdict,
            reasons: Vec::new(),
            why: None,
            preemption_may_help: None,
        };
        let Some(record) = record else {
            // A plugin that rejects a pod before the filters rejects it on all nodes.
            let rejected = self.attempt.pre_filter.rejected.as_ref();
            let plugin = |row: &PluginRow| match rejected.filter(|(rejecting_row, _)| *rejecting_row == row.id) {
                Some((_, failure)) => self.plugin_failure(row, failure),
                None => none(row, Cell::NotAsked),
            };
            let verdict = if rejected.is_some() { Judged::Failed } else { Judged::NotChecked };
            return NodeVerdict { node, verdict, plugins: filters.iter().map(plugin).collect() };
        };
        let plugin = |(row, cell): (&PluginRow, Found)| match cell {
            Found::Pass => none(row, Cell::Passed),
            Found::Skip => none(row, Cell::Skipped),
            Found::Blank => none(row, Cell::NotAsked),
            Found::Fail => match record.failed.iter().find(|(failed_row, _)| *failed_row == row.id) {
                Some((_, failure)) => self.plugin_failure(row, failure),
                None => none(row, Cell::Failed),
            },
        };
        let cells = filter_cells::filter_cells(self.attempt, record, filters);
        let verdict = match (record.is_feasible(), &record.outside_node_set) {
            (true, _) => Judged::Passed,
            (_, Some(_)) => Judged::NotChecked,
            (false, None) => Judged::Failed,
        };
        NodeVerdict { node, verdict, plugins: filters.iter().zip(cells).map(plugin).collect() }
    }

    fn plugin_failure(&self, row: &PluginRow, failure: &Failure) -> PluginVerdict {
        PluginVerdict {
            plugin: row.id.to_string(),
            verdict: Cell::Failed,
            reasons: failure.reasons.iter().map(|reason| self.wording.render_reason(reason)).collect(),
            why: Some(self.lang.failure_text(failure)),
            preemption_may_help: Some(failure.code == Code::Unschedulable),
        }
    }

    fn plugin_scores(&self) -> Vec<PluginScores> {
        let scores = &self.attempt.scores;
        let row = |row: &runlog::ScoreRowRecord| {
            let node = |(column, ix): (usize, &usize)| NodeScore {
                node: self.node_name(*ix),
                raw: js_number(row.raw[column]),
                normalized: js_number(row.normalized[column]),
                weighted: js_number(row.normalized[column].saturating_mul(row.weight)),
                why: row
                    .evidence
                    .get(column)
                    .map(|evidence| evidence::evidence_lines(self.lang, evidence))
                    .unwrap_or_default(),
            };
            let nodes = scores.nodes.iter().enumerate().map(node).collect();
            PluginScores { plugin: row.id.to_string(), weight: js_number(row.weight), nodes }
        };
        scores.rows.iter().map(row).collect()
    }

    fn node_totals(&self) -> Vec<NodeTotal> {
        let scores = &self.attempt.scores;
        let mut totals: Vec<(usize, i64)> = scores.nodes.iter().copied().zip(scores.totals.iter().copied()).collect();
        totals.sort_by_key(|(_, total)| std::cmp::Reverse(*total));
        totals.into_iter().map(|(ix, total)| NodeTotal { node: self.node_name(ix), total: js_number(total) }).collect()
    }

    fn preemption_record(&self, record: &PreemptionRecord) -> Preemption {
        let candidate = |dry_run: &runlog::DryRun| Candidate {
            node: self.node_name(dry_run.node),
            victims: dry_run.victims.iter().map(|ix| dry_run.removed[*ix].pod.to_string()).collect(),
            violations: dry_run.violations,
        };
        let rule = |rung: &Rung| RuleApplied {
            rule: self.lang.rule_text(rung.rule).0,
            values: rung
                .values
                .iter()
                .map(|(ix, value)| RuleValue { node: self.node_name(*ix), value: js_number(*value) })
                .collect(),
            kept: self.node_names(&rung.kept),
        };
        let victims = record.chosen.map(|chosen| record.victims_on(chosen)).unwrap_or_default();
        Preemption {
            ineligible: record.ineligible.map(|reason| self.lang.ineligible_text(reason)),
            potential: self.node_names(&record.potential),
            candidates: record.dry_runs.iter().filter(|dry_run| dry_run.failure.is_none()).map(candidate).collect(),
            rules: record.ladder.iter().map(rule).collect(),
            node: record.chosen.map(|chosen| self.node_name(chosen)),
            victims: victims.iter().map(ToString::to_string).collect(),
        }
    }
}
