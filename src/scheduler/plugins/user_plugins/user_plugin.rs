//! A user-defined plugin: a document of kind `Plugin` defines its `Filter`, `Score` and `Permit`.
//!
//! It has no `PreFilter` and no `PreScore`, and registers for no particular events, so any event may help a pod that it
//! rejected. Upstream: `defaultEnqueueExtension`.

use std::rc::Rc;

use api::{
    Str,
    user_rules::{FilterRules, Normalize, PermitRules, PluginDoc, ScoreRules},
};
use runlog::{Evidence, Failure, NodeIx, Reason, ScorePart, Verdict};

use super::rule_selector::selects_pod;
use crate::{
    cluster::{NodeInfo, NodeState, PodInfo},
    framework::{
        ClusterEvent, CycleCtx, Filter, Judge, MAX_PERMIT_WAIT, Permit, PermitAnswer, Placement, PreFilterOutcome,
        Score, Scorer, Wait,
    },
};

const MAX: i64 = 100;

/// `Filter`: first by the table of nodes, then by the first rule that matches.
pub struct UserFilter(pub Rc<PluginDoc>);

struct UserJudge<'c> {
    rules: &'c FilterRules,
    pod: &'c PodInfo,
}

impl Filter for UserFilter {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>) -> PreFilterOutcome<'c> {
        match &self.0.filter {
            Some(rules) => PreFilterOutcome::Judge(Box::new(UserJudge { rules, pod: cycle.pod })),
            None => PreFilterOutcome::Skip,
        }
    }

    fn queueing_hint(&self, _: &CycleCtx<'_>, _: &ClusterEvent<'_>) -> Option<bool> {
        Some(true)
    }
}

impl Judge<'_> for UserJudge<'_> {
    fn judge(&self, _: NodeIx, node: &NodeState) -> Verdict {
        let Self { rules, pod } = self;
        let name = node.name();
        let text = |message: &Str| Reason::Text(message.clone());
        // If a node is in both tables, the more severe verdict wins.
        if let Some(message) = rules.failed_and_unresolvable.get(name) {
            return Err(Failure::unresolvable(text(message)));
        }
        if let Some(message) = rules.failed.get(name) {
            return Err(Failure::unschedulable(text(message)));
        }
        let rule = rules.rules.iter().find(|rule| selects_pod(&rule.r#for, pod, name, Some(node)));
        match rule.filter(|rule| !rule.keep).map(|rule| (rule.unresolvable, rule.message.clone().unwrap_or_default())) {
            None => Ok(()),
            Some((true, message)) => Err(Failure::unresolvable(Reason::Text(message))),
            Some((false, message)) => Err(Failure::unschedulable(Reason::Text(message))),
        }
    }

    fn is_node_only(&self) -> bool {
        self.rules.rules.iter().all(|rule| rule.r#for.free_below.is_empty())
    }
}

/// `Score`: first by the table of nodes, then by the first rule that matches, or else 0.
pub struct UserScore(pub Rc<PluginDoc>);

struct UserScorer<'c> {
    rules: &'c ScoreRules,
    pod: &'c PodInfo,
}

impl Score for UserScore {
    fn prepare<'c>(&'c self, cycle: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        Ok(self
            .0
            .score
            .as_ref()
            .map(|rules| -> Box<dyn Scorer + 'c> { Box::new(UserScorer { rules, pod: cycle.pod }) }))
    }
}

impl UserScorer<'_> {
    /// Returns the score and the path of its definition in the document.
    fn matching_score(&self, node: &NodeInfo) -> Option<(Str, i64)> {
        let name = node.name();
        if let Some(score) = self.rules.scores.get(name) {
            return Some((format!("scores.{name}").into(), *score));
        }
        let rules = self.rules.rules.iter().enumerate();
        let (at, rule) = rules.into_iter().find(|(_, rule)| selects_pod(&rule.r#for, self.pod, name, Some(node)))?;
        Some((format!("rules[{at}]").into(), rule.score))
    }
}

impl Scorer for UserScorer<'_> {
    fn score(&self, _: NodeIx, node: &NodeInfo) -> i64 {
        self.matching_score(node).map_or(0, |(_, score)| score)
    }

    fn normalize(&self, scores: &mut [i64]) {
        let reverse = match self.rules.normalize {
            Normalize::No => return,
            Normalize::HighestBest => false,
            Normalize::LowestBest => true,
        };
        let highest = scores.iter().copied().max().unwrap_or(0);
        for score in scores {
            let share = if highest == 0 { 0 } else { MAX * *score / highest };
            *score = if reverse { MAX - share } else { share };
        }
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        Evidence::Sum(self.matching_score(node).into_iter().map(|(what, value)| ScorePart { what, value }).collect())
    }
}

/// `Permit`: by the first rule that matches pod and node.
#[derive(Debug)]
pub struct UserPermit(pub Rc<PluginDoc>);

impl Permit for UserPermit {
    fn permit(&self, placement: &Placement<'_>) -> PermitAnswer {
        let Placement { pod, node, permit_attempt: nth, state, .. } = *placement;
        let rules = self.0.permit.as_ref().map_or(&[][..], |PermitRules { rules }| rules);
        let Some(rule) = rules.iter().find(|rule| selects_pod(&rule.r#for, pod, node, state)) else {
            return PermitAnswer::Allow;
        };
        let answer = rule.reject.clone().map_or(Ok(()), Err);
        match (rule.wait_millis, answer) {
            _ if rule.times.is_some_and(|times| nth > times) => PermitAnswer::Allow,
            (Some(after), answer) => {
                let timeout = rule.timeout_millis.unwrap_or(MAX_PERMIT_WAIT);
                PermitAnswer::Wait(Wait { timeout, verdict: Some((after, answer)), reason: Str::default() })
            }
            (None, Ok(())) => PermitAnswer::Allow,
            (None, Err(text)) => PermitAnswer::Reject(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use serde_json::json;

    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{judge_pod, node, pod, pod_hint, score_all, snapshot},
    };

    fn plugin(document: serde_json::Value) -> Rc<PluginDoc> {
        Rc::new(serde_json::from_value(document).expect("a document"))
    }

    fn json_of(name: &str, pool: &str) -> String {
        let room = r#"{"cpu":"4","memory":"4Gi","pods":9}"#;
        format!(r#"{{"metadata":{{"name":"{name}","labels":{{"pool":"{pool}"}}}},"status":{{"allocatable":{room}}}}}"#)
    }

    #[test]
    fn the_table_comes_before_the_rules() {
        let filter = UserFilter(plugin(json!({"filter": {
            "failed": {"a": "no", "b": "no"}, "failedAndUnresolvable": {"b": "never"},
            "rules": [
                {"for": {"nodes": ["c"]}, "keep": true},
                {"for": {"nodeLabels": {"pool": "old"}}, "message": "too old", "unresolvable": true},
                {"for": {"podLabels": {"app": "web"}}, "message": "not for web"}]}})));
        let (web, db) = (r#"{"metadata":{"labels":{"app":"web"}}}"#, "{}");
        let text = |words: &str| Reason::Text(words.into());
        for (incoming, name, pool, expected) in [
            (db, "a", "new", Err(Failure::unschedulable(text("no")))),
            (db, "b", "new", Err(Failure::unresolvable(text("never")))),
            (web, "c", "old", Ok(())),
            (web, "d", "old", Err(Failure::unresolvable(text("too old")))),
            (web, "d", "new", Err(Failure::unschedulable(text("not for web")))),
            (db, "d", "new", Ok(())),
        ] {
            assert_eq!(judge_pod(&filter, &pod(incoming), &node(&json_of(name, pool))), expected, "{name} {pool}");
        }
    }

    #[test]
    fn pods_that_go_change_a_verdict_only_where_rules_look_at_what_is_free() {
        let by_room = json!({"filter": {"rules": [{"for": {"freeBelow": {"cpu": "2"}}, "message": "too full"}]}});
        let by_name = json!({"filter": {"failed": {"a": "no"}}});
        let snapshot = snapshot(&[(&json_of("a", ""), &[])]);
        let (pod, objects) = (pod("{}"), Objects::default());
        let cycle = CycleCtx { pod: &pod, snapshot: &snapshot, objects: &objects, order: None };
        for (document, node_only) in [(by_room, false), (by_name, true)] {
            let filter = UserFilter(plugin(document));
            let PreFilterOutcome::Judge(judge) = filter.prepare(&cycle) else { panic!("it judges") };
            assert_eq!(judge.is_node_only(), node_only);
        }
    }

    #[test]
    fn what_is_free_counts_without_the_pods_there() {
        let by_room = json!({"filter": {"rules": [{"for": {"freeBelow": {"cpu": "2"}}, "message": "too full"}]}});
        let filter = UserFilter(plugin(by_room));
        let mut info = node(&json_of("a", ""));
        assert_eq!(judge_pod(&filter, &pod("{}"), &info), Ok(()));
        info.add_pod(pod(r#"{"spec":{"containers":[{"resources":{"requests":{"cpu":"2100m"}}}]}}"#));
        let full = Err(Failure::unschedulable(Reason::Text("too full".into())));
        assert_eq!(judge_pod(&filter, &pod("{}"), &info), full);
    }

    #[test]
    fn any_event_may_help() {
        let filter = UserFilter(plugin(json!({"filter": {}})));
        let event = ClusterEvent::AssignedPodAdd(&pod("{}"));
        assert_eq!(pod_hint(&filter, &pod("{}"), &event), Some(true));
        assert_eq!(pod_hint(&filter, &pod("{}"), &ClusterEvent::Service), Some(true));
    }

    #[test]
    fn scores_stay_or_are_brought_to_one_scale() {
        let nodes = ["a", "b", "c"].map(|name| json_of(name, if name == "c" { "" } else { "gpu" }));
        let snapshot = snapshot(&[(&nodes[0], &[]), (&nodes[1], &[]), (&nodes[2], &[])]);
        for (normalize, expected) in [
            ("No", [(70, 70), (35, 35), (0, 0)]),
            ("HighestBest", [(70, 100), (35, 50), (0, 0)]),
            ("LowestBest", [(70, 0), (35, 50), (0, 100)]),
        ] {
            let rules = json!([{"for": {"nodeLabels": {"pool": "gpu"}}, "score": 35}]);
            let score = plugin(json!({"score": {"scores": {"a": 70}, "rules": rules, "normalize": normalize}}));
            let scores = score_all(&UserScore(score), &pod("{}"), &snapshot, &Objects::default());
            assert_eq!(scores, Some(expected.to_vec()), "{normalize}");
        }
        let none = UserScore(plugin(json!({"score": {"normalize": "LowestBest"}})));
        let scores = score_all(&none, &pod("{}"), &snapshot, &Objects::default());
        assert_eq!(scores, Some(vec![(0, 100); 3]), "nobody has a score");
    }

    #[test]
    fn permit_allows_waits_and_rejects() {
        let permit = UserPermit(plugin(json!({"permit": {"rules": [
            {"for": {"podLabels": {"app": "slow"}}, "waitMillis": 500, "times": 1},
            {"for": {"podLabels": {"app": "late"}}, "waitMillis": 500, "timeoutMillis": 300, "reject": "no quorum"},
            {"for": {"freeBelow": {"cpu": "2"}}, "reject": "too full"}]}})));
        let mut full = node(&json_of("a", ""));
        full.add_pod(pod(r#"{"spec":{"containers":[{"resources":{"requests":{"cpu":"3"}}}]}}"#));
        let empty = node(&json_of("a", ""));
        let wait = |timeout, verdict: Result<(), &str>| {
            PermitAnswer::Wait(Wait {
                timeout,
                verdict: Some((Millis::new(500), verdict.map_err(Str::from))),
                reason: Str::default(),
            })
        };
        for (app, nth, state, wanted) in [
            ("slow", 1, &empty, wait(MAX_PERMIT_WAIT, Ok(()))),
            ("slow", 2, &empty, PermitAnswer::Allow),
            ("late", 9, &empty, wait(Millis::new(300), Err("no quorum"))),
            ("other", 1, &empty, PermitAnswer::Allow),
            ("other", 9, &full, PermitAnswer::Reject("too full".into())),
        ] {
            let pod = pod(&format!(r#"{{"metadata":{{"labels":{{"app":"{app}"}}}}}}"#));
            let placement = Placement { pod: &pod, node: "a", permit_attempt: nth, state: Some(state), group: None };
            assert_eq!(permit.permit(&placement), wanted, "{app} {nth}");
        }
    }
}
