//! The request to an extender and its answer, node by node.

use api::{Millis, NamespacedName, Str};
use runlog::{Attempt, CandidateRecord, Code, ExtenderAnswer, ExtenderRecord, PreemptionRecord};
use trace::steps::Step;

/// The limit of nodes with a line.
const MAX_LINES: usize = 8;

/// A request and its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtenderExchange {
    /// The host of the extender.
    pub extender: Str,
    /// The URL of the call.
    pub url: Str,
    /// How long the scheduler waits for the answer.
    pub duration: Millis,
    /// The request and answer, by node.
    pub lines: Vec<ExchangeLine>,
    /// The number of nodes without a line.
    pub hidden_count: usize,
    /// Whether the scheduler ignores the pods of the returned nodes from now on.
    pub is_without_pods: bool,
    /// The upstream error of a failed request, and whether it is ignored.
    pub failure: Option<(Str, bool)>,
}

/// A node in the request and in the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ExchangeLine {
    pub node: Str,
    /// The victims in the request, and the number of their PodDisruptionBudget violations.
    pub sent_victims: Option<(Vec<NamespacedName>, i64)>,
    pub reply: NodeReply,
}

/// The answer for a node.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeReply {
    /// There is no answer, because the request failed.
    None,
    /// The node stays feasible.
    Stays,
    /// The node is filtered out, with an optional message, and whether preemption may help.
    Reject(Option<Str>, bool),
    /// A score, `None` if the answer omits the node, and the factor it is multiplied by.
    Score(Option<i64>, i64),
    /// The node stays a candidate with these victims and this number of PodDisruptionBudget violations.
    Victims(Vec<NamespacedName>, i64),
    /// The node is no longer a candidate.
    NotCandidate,
}

impl ExtenderExchange {
    /// The exchange of a step; `None` if the step doesn't call an extender.
    pub fn of_step(step: Step, attempt: &Attempt) -> Option<Self> {
        match step {
            Step::ExtenderFilter(at) => Some(Self::from_request(attempt, attempt.extenders.get(at)?, None)),
            Step::Score(row) => Some(Self::from_request(attempt, attempt.scores.extender_of_row(row)?, None)),
            Step::ExtenderPreempt(at) => {
                let preemption = attempt.preemption.as_ref()?;
                Some(Self::from_request(attempt, preemption.extenders.get(at)?, Some((preemption, at))))
            }
            _ => None,
        }
    }

    fn from_request(attempt: &Attempt, request: &ExtenderRecord, about: Option<(&PreemptionRecord, usize)>) -> Self {
        let offered = about.map(|(preemption, at)| preemption.candidates_before(at));
        // Rejections take precedence over nodes that stay.
        let mut lines: Vec<ExchangeLine> =
            request.requested_nodes.iter().map(|ix| node_line(attempt, request, offered.as_deref(), *ix)).collect();
        if lines.len() > MAX_LINES {
            lines.sort_by_key(|line| match &line.reply {
                NodeReply::Reject(..) | NodeReply::NotCandidate | NodeReply::Score(Some(_), _) => 0,
                _ => 1,
            });
        }
        let hidden_count = lines.len().saturating_sub(MAX_LINES);
        lines.truncate(MAX_LINES);
        let (is_without_pods, failure) = match &request.answer {
            ExtenderAnswer::Filtered { is_bare, .. } => (*is_bare, None),
            ExtenderAnswer::Failed { text, is_ignored } => (false, Some((text.clone(), *is_ignored))),
            _ => (false, None),
        };
        let (extender, url) = (request.extender.clone(), request.url.clone());
        Self { extender, url, duration: request.took, lines, hidden_count, is_without_pods, failure }
    }
}

fn node_line(
    attempt: &Attempt,
    request: &ExtenderRecord,
    offered: Option<&[CandidateRecord]>,
    ix: usize,
) -> ExchangeLine {
    let candidate = |list: &[CandidateRecord]| {
        let candidate_record = list.iter().find(|candidate| candidate.node == ix);
        candidate_record.map(|candidate| (candidate.victims.clone(), candidate.violations))
    };
    let reply = match &request.answer {
        ExtenderAnswer::Filtered { failed, .. } => match failed.iter().find(|(node, ..)| *node == ix) {
            Some((_, message, code)) => NodeReply::Reject(message.clone(), *code == Code::Unschedulable),
            None => NodeReply::Stays,
        },
        ExtenderAnswer::Scored { scores, factor } => {
            let points = scores.iter().filter(|(node, _)| *node == ix).map(|(_, score)| *score);
            NodeReply::Score(points.reduce(i64::saturating_add), *factor)
        }
        ExtenderAnswer::Sacrificed { candidates } => candidate(candidates)
            .map_or(NodeReply::NotCandidate, |(victims, violations)| NodeReply::Victims(victims, violations)),
        ExtenderAnswer::Failed { .. } => NodeReply::None,
    };
    ExchangeLine { node: attempt.node_name(ix), sent_victims: offered.and_then(candidate), reply }
}

#[cfg(test)]
mod tests {
    use runlog::{DryRun, VictimInfo};

    use super::*;

    fn request(node_count: usize, answer: ExtenderAnswer) -> ExtenderRecord {
        ExtenderRecord {
            extender: "e".into(),
            url: "http://e/x".into(),
            requested_nodes: (0..node_count).collect(),
            took: Millis::ZERO,
            answer,
        }
    }

    fn nodes(count: usize) -> Vec<Str> {
        (0..count).map(|ix| format!("n{ix}").into()).collect()
    }

    #[test]
    fn each_node_has_an_answer() {
        let failed = vec![(1, Some("busy".into()), Code::Unschedulable), (2, None, Code::UnschedulableAndUnresolvable)];
        let filtered = ExtenderAnswer::Filtered { feasible: vec![0], failed, is_bare: true };
        let attempt = Attempt { nodes: nodes(3), extenders: vec![request(3, filtered)], ..Attempt::default() };
        let exchange = ExtenderExchange::of_step(Step::ExtenderFilter(0), &attempt).expect("an exchange");
        let replies: Vec<_> = exchange.lines.into_iter().map(|line| line.reply).collect();
        assert_eq!(
            replies,
            [NodeReply::Stays, NodeReply::Reject(Some("busy".into()), true), NodeReply::Reject(None, false)]
        );
        assert!(exchange.is_without_pods && exchange.hidden_count == 0 && exchange.failure.is_none());
        assert_eq!(ExtenderExchange::of_step(Step::Filter(0), &attempt), None);
    }

    #[test]
    fn rejected_nodes_come_first() {
        let filtered = ExtenderAnswer::Filtered {
            feasible: Vec::new(),
            failed: vec![(19, None, Code::Unschedulable)],
            is_bare: false,
        };
        let attempt = Attempt { nodes: nodes(20), extenders: vec![request(20, filtered)], ..Attempt::default() };
        let exchange = ExtenderExchange::of_step(Step::ExtenderFilter(0), &attempt).expect("an exchange");
        assert_eq!(
            (exchange.lines.len(), exchange.hidden_count, exchange.lines[0].node.as_str()),
            (MAX_LINES, 20 - MAX_LINES, "n19")
        );
    }

    #[test]
    fn victims_are_sent_and_returned() {
        let dry_run = |node, pod: &str| DryRun {
            node,
            removed: vec![VictimInfo { pod: pod.into(), ..VictimInfo::default() }],
            victims: vec![0],
            violations: 1,
            ..DryRun::default()
        };
        let candidate = |victims: &[&str]| CandidateRecord {
            node: 0,
            victims: victims.iter().map(|victim| NamespacedName::from(*victim)).collect(),
            violations: 0,
        };
        let failed_answer = ExtenderAnswer::Failed { text: "500".into(), is_ignored: false };
        let preemption = PreemptionRecord {
            dry_runs: vec![dry_run(0, "a"), dry_run(1, "b")],
            extenders: vec![
                request(2, ExtenderAnswer::Sacrificed { candidates: vec![candidate(&["a", "c"])] }),
                request(1, failed_answer),
            ],
            ..PreemptionRecord::default()
        };
        let attempt = Attempt { nodes: nodes(2), preemption: Some(preemption), ..Attempt::default() };
        let exchange = ExtenderExchange::of_step(Step::ExtenderPreempt(0), &attempt).expect("an exchange");
        assert_eq!(exchange.lines[0].sent_victims, Some((vec!["a".into()], 1)));
        assert_eq!(exchange.lines[0].reply, NodeReply::Victims(vec!["a".into(), "c".into()], 0));
        assert_eq!((&exchange.lines[1].node, &exchange.lines[1].reply), (&"n1".into(), &NodeReply::NotCandidate));
        let exchange = ExtenderExchange::of_step(Step::ExtenderPreempt(1), &attempt).expect("an exchange");
        assert_eq!(exchange.lines[0].sent_victims, Some((vec!["a".into(), "c".into()], 0)), "what the one before left");
        assert_eq!((exchange.lines[0].reply.clone(), exchange.failure), (NodeReply::None, Some(("500".into(), false))));
    }
}
