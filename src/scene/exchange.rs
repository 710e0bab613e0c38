//! What an extender is asked and what it answers, node by node.

use api::{Millis, NamespacedName, Str};
use runlog::{Attempt, CandidateRecord, Code, ExtenderAnswer, ExtenderRecord, PreemptionRecord};
use trace::steps::Step;

/// Nodes that have a line.
const MAX_LINES: usize = 8;

/// A request and its answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExtenderExchange {
    /// The extender, by its host.
    pub extender: Str,
    /// Where it is asked.
    pub url: Str,
    /// How long the scheduler waits for the answer.
    pub duration: Millis,
    /// What is sent and what comes back for it.
    pub lines: Vec<ExchangeLine>,
    /// Nodes without a line.
    pub hidden_count: usize,
    /// The nodes that come back count as empty from now on.
    pub is_without_pods: bool,
    /// Upstream's words where the request failed, and whether that is ignored.
    pub failure: Option<(Str, bool)>,
}

/// A node in a request and in the answer.
#[derive(Clone, Debug, PartialEq)]
pub struct ExchangeLine {
    /// The node.
    pub node: Str,
    /// The victims that are sent, and how many of them violate a budget.
    pub sent_victims: Option<(Vec<NamespacedName>, i64)>,
    /// The answer.
    pub reply: NodeReply,
}

/// What an extender says of a node.
#[derive(Clone, Debug, PartialEq)]
pub enum NodeReply {
    /// Nothing: the request failed.
    None,
    /// It stays.
    Stays,
    /// It goes: the message, if any, and whether eviction may help.
    Reject(Option<Str>, bool),
    /// So many points, each counted so often; nothing if the answer does not name the node.
    Score(Option<i64>, i64),
    /// It stays a candidate with these victims, of whom so many violate a budget.
    Victims(Vec<NamespacedName>, i64),
    /// It is no candidate any more.
    NotCandidate,
}

impl ExtenderExchange {
    /// The exchange of a step; `None` if no extender is asked then.
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
        // What goes wrong is worth more than one more node that is kept.
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
            ExtenderAnswer::Filtered { bare, .. } => (*bare, None),
            ExtenderAnswer::Failed { text, ignored } => (false, Some((text.clone(), *ignored))),
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
    fn each_node_has_its_answer() {
        let failed = vec![(1, Some("busy".into()), Code::Unschedulable), (2, None, Code::UnschedulableAndUnresolvable)];
        let filtered = ExtenderAnswer::Filtered { feasible: vec![0], failed, bare: true };
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
    fn of_many_nodes_those_that_go_come_first() {
        let filtered = ExtenderAnswer::Filtered {
            feasible: Vec::new(),
            failed: vec![(19, None, Code::Unschedulable)],
            bare: false,
        };
        let attempt = Attempt { nodes: nodes(20), extenders: vec![request(20, filtered)], ..Attempt::default() };
        let exchange = ExtenderExchange::of_step(Step::ExtenderFilter(0), &attempt).expect("an exchange");
        assert_eq!(
            (exchange.lines.len(), exchange.hidden_count, exchange.lines[0].node.as_str()),
            (MAX_LINES, 20 - MAX_LINES, "n19")
        );
    }

    #[test]
    fn victims_go_there_and_come_back() {
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
        let failed_answer = ExtenderAnswer::Failed { text: "500".into(), ignored: false };
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
