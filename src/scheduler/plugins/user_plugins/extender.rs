//! An extender whose responses are defined by a document of kind `Extender`.

use api::{
    Millis, NamespacedName, Str,
    user_rules::{ExtenderDoc, RequestFailure},
};
use runlog::ExtenderError;

use super::rule_selector::selects_pod;
use crate::{
    cluster::{NodeInfo, PodInfo},
    framework::{ExtenderFilterAnswer, ExtenderResponder, NodeVictims, PodNames, RejectedNode},
};

/// Responds as an extender according to a document: first by its table of nodes, then by the first rule that matches.
#[derive(Clone, Debug)]
pub struct ScriptedExtender(pub ExtenderDoc);

fn check_failure(failing_rule: Option<&RequestFailure>, pod: &PodInfo) -> Result<(), ExtenderError> {
    let Some(failing_rule) = failing_rule.filter(|rule| pod.labels().contains_all(&rule.pod_labels)) else {
        return Ok(());
    };
    Err(match &failing_rule.error {
        Some(text) => ExtenderError::ErrorText(text.clone()),
        None => ExtenderError::Status(failing_rule.status.unwrap_or(500)),
    })
}

impl ExtenderResponder for ScriptedExtender {
    fn filter(&self, pod: &PodInfo, nodes: &[&NodeInfo]) -> Result<ExtenderFilterAnswer, ExtenderError> {
        let answers = &self.0.filter;
        check_failure(answers.failing.as_ref(), pod)?;
        let mut answer = ExtenderFilterAnswer::default();
        let reject = |node: &Str, message: &Str| RejectedNode { node: node.clone(), message: message.clone() };
        for node in nodes {
            let name = node.name();
            let (failed_message, unresolvable_message) =
                (answers.failed.get(name), answers.failed_and_unresolvable.get(name));
            if let Some(message) = failed_message {
                answer.failures.push(reject(name, message));
            }
            if let Some(message) = unresolvable_message {
                answer.unresolvable.push(reject(name, message));
            }
            if failed_message.is_some() || unresolvable_message.is_some() || answers.dropped.contains(name) {
                continue;
            }
            match answers.rules.iter().find(|rule| selects_pod(&rule.r#for, pod, name, Some(&***node))) {
                None => answer.feasible.push(name.clone()),
                Some(rule) if rule.keep => answer.feasible.push(name.clone()),
                Some(rule) => {
                    let list = if rule.unresolvable { &mut answer.unresolvable } else { &mut answer.failures };
                    list.extend(rule.message.as_ref().map(|message| reject(name, message)));
                }
            }
        }
        answer.feasible.extend(answers.added_nodes.iter().cloned());
        Ok(answer)
    }

    fn prioritize(&self, pod: &PodInfo, nodes: &[&NodeInfo]) -> Result<Vec<(Str, i64)>, ExtenderError> {
        let answers = &self.0.prioritize;
        check_failure(answers.failing.as_ref(), pod)?;
        let score = |node: &&NodeInfo| {
            let name = node.name();
            let by_rule = || {
                let mut rules = answers.rules.iter();
                rules.find(|rule| selects_pod(&rule.r#for, pod, name, Some(&***node))).map(|rule| rule.score)
            };
            Some((name.clone(), answers.scores.get(name).copied().or_else(by_rule)?))
        };
        Ok(nodes.iter().filter_map(score).collect())
    }

    fn preempt(
        &self,
        pod: &PodInfo,
        candidates: &[NodeVictims],
        pods: &dyn PodNames,
    ) -> Result<Vec<NodeVictims>, ExtenderError> {
        let answers = &self.0.preempt;
        check_failure(answers.failing.as_ref(), pod)?;
        let uid = |name: &Str| {
            let key = if name.contains('/') { name.into() } else { NamespacedName::new("default", name) };
            pods.uid(&key).unwrap_or_else(|| name.clone())
        };
        let answer = |candidate: &NodeVictims| {
            let mut candidate = candidate.clone();
            if let Some(victims_doc) = answers.nodes.get(&candidate.node) {
                candidate.victims = victims_doc.victims.iter().map(uid).collect();
                candidate.violations = victims_doc.pdb_violations;
                return Some(candidate);
            }
            let rule = answers.rules.iter().find(|rule| selects_pod(&rule.r#for, pod, &candidate.node, None));
            if rule.is_some_and(|rule| rule.drop) {
                return None;
            }
            if let Some(kept_victims) = rule.and_then(|rule| rule.keep_victims) {
                candidate.victims.truncate(kept_victims);
            }
            Some(candidate)
        };
        Ok(candidates.iter().filter_map(answer).collect())
    }

    fn delay(&self) -> Millis {
        self.0.delay_millis
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::plugins::testing::{node, pod};

    struct Nobody;

    impl PodNames for Nobody {
        fn uid(&self, key: &NamespacedName) -> Option<Str> {
            Some(format!("uid of {key}").into())
        }
    }

    fn extender(document: serde_json::Value) -> ScriptedExtender {
        ScriptedExtender(serde_json::from_value(document).expect("a document"))
    }

    #[test]
    fn the_table_comes_before_the_rules() {
        let extender = extender(json!({"filter": {
            "failed": {"a": "no"}, "dropped": ["b"], "claims": ["z"],
            "rules": [{"for": {"nodeLabels": {"gpu": "old"}}, "message": "too old", "unresolvable": true},
                {"for": {"nodes": ["d"]}, "keep": true}, {"for": {"podLabels": {"app": "web"}}}]},
            "prioritize": {"scores": {"a": 7}, "rules": [{"for": {"nodeLabels": {"gpu": "old"}}, "score": 1}]}}));
        let labels =
            |name: &str, gpu: &str| node(&format!(r#"{{"metadata":{{"name":"{name}","labels":{{"gpu":"{gpu}"}}}}}}"#));
        let nodes = [labels("a", ""), labels("b", ""), labels("c", "old"), labels("d", ""), labels("e", "")];
        let nodes: Vec<&NodeInfo> = nodes.iter().collect();
        let (web, db) = (r#"{"metadata":{"labels":{"app":"web"}}}"#, "{}");
        for (incoming, texts) in [(web, &["d", "z"][..]), (db, &["d", "e", "z"])] {
            let answer = extender.filter(&pod(incoming), &nodes).expect("an answer");
            assert_eq!(answer.feasible, texts);
            assert_eq!(answer.failures, [RejectedNode { node: "a".into(), message: "no".into() }]);
            assert_eq!(answer.unresolvable, [RejectedNode { node: "c".into(), message: "too old".into() }]);
        }
        let scores = extender.prioritize(&pod(db), &nodes).expect("scores");
        assert_eq!(scores, [("a".into(), 7), ("c".into(), 1)]);
    }

    #[test]
    fn rules_look_at_what_is_free() {
        let extender = extender(json!({
            "filter": {"rules": [{"for": {"freeBelow": {"cpu": "2", "memory": "1Gi"}}, "message": "too full"}]},
            "prioritize": {"rules": [{"for": {"freeBelow": {"example.com/gpu": 2}}, "score": 1}, {"score": 9}]}}));
        let node = |name: &str, gpus: u32, taken: &str| {
            let mut node = node(&format!(
                r#"{{"metadata":{{"name":"{name}"}},"status":{{"allocatable":{{"cpu":"4","memory":"4Gi","example.com/gpu":{gpus}}}}}}}"#
            ));
            let requests =
                format!(r#"{{"spec":{{"containers":[{{"resources":{{"requests":{{"cpu":"{taken}"}}}}}}]}}}}"#);
            node.add_pod(pod(&requests));
            node
        };
        let nodes = [node("a", 2, "2"), node("b", 1, "2100m")];
        let nodes: Vec<&NodeInfo> = nodes.iter().collect();
        let answer = extender.filter(&pod("{}"), &nodes).expect("an answer");
        let full = RejectedNode { node: "b".into(), message: "too full".into() };
        assert_eq!((answer.feasible, answer.failures), (vec!["a".into()], vec![full]));
        let scores = extender.prioritize(&pod("{}"), &nodes).expect("scores");
        assert_eq!(scores, [("a".into(), 9), ("b".into(), 1)]);
    }

    #[test]
    fn victims_and_failures() {
        let extender = extender(json!({"preempt": {
            "nodes": {"a": {"victims": ["x", "prod/y"], "pdbViolations": 2}},
            "rules": [{"for": {"nodes": ["b"]}, "drop": true}, {"keepVictims": 1}]},
            "filter": {"failing": {"status": 503}},
            "prioritize": {"failing": {"error": "busy", "podLabels": {"app": "web"}}}}));
        let candidate =
            |node: &str| NodeVictims { node: node.into(), victims: vec!["1".into(), "2".into()], violations: 0 };
        let node_victimses = extender.preempt(&pod("{}"), &["a", "b", "c"].map(candidate), &Nobody).expect("an answer");
        let victims = |of: &[&str]| of.iter().map(|uid| Str::from(*uid)).collect::<Vec<_>>();
        assert_eq!(node_victimses.len(), 2);
        assert_eq!(
            (node_victimses[0].victims.clone(), node_victimses[0].violations),
            (victims(&["uid of default/x", "uid of prod/y"]), 2)
        );
        assert_eq!((node_victimses[1].node.as_str(), node_victimses[1].victims.clone()), ("c", victims(&["1"])));
        assert_eq!(extender.filter(&pod("{}"), &[]), Err(ExtenderError::Status(503)));
        assert_eq!(extender.prioritize(&pod("{}"), &[]), Ok(Vec::new()));
        let web = pod(r#"{"metadata":{"labels":{"app":"web"}}}"#);
        assert_eq!(extender.prioritize(&web, &[]), Err(ExtenderError::ErrorText("busy".into())));
    }
}
