//! Parses a scheduler's message that a user pastes: an event, a condition of a pod, or a line of a log.
//!
//! The meaning of a part is derived from the messages of the simulated releases; releases between them have nearly the
//! same messages.

use api::{NamespacedName, Str};
use findings::{Finding, Message, Place, Problem, RejectionCause};
use runlog::{Reason, Unbindable, VolumeReason};

use super::{Release, wording};

const NODES: &str = " nodes are available: ";
/// What precedes the result of preemption.
const PREEMPTION: &str = "preemption: ";
/// Maximum number of explained messages: a text can contain the same one a thousand times.
const MAX_MESSAGES: usize = 8;
/// Maximum number of explained parts of a message; there are fewer reasons than that.
const MAX_PARTS: usize = 100;

/// Explains the messages in a text part by part, each at its position.
#[must_use]
pub fn explain_messages(text: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut texts = Vec::new();
    for (number, line) in (1_u32..).zip(text.lines()) {
        let Some(first) = line.find(NODES) else { continue };
        let counts_start = node_counts_start(&line[..first]);
        if texts.len() == MAX_MESSAGES || texts.contains(&&line[counts_start..]) {
            continue;
        }
        texts.push(&line[counts_start..]);
        explain_message(number, line, &mut findings);
    }
    findings
}

/// A scheduler's message about a pod that fits on no node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SchedulerMessage {
    /// The number of nodes in the cluster.
    pub nodes: u64,
    /// Why the filters rejected nodes.
    pub rejections: Vec<MessageReason>,
    /// Why preemption did not help.
    pub preemption: Vec<MessageReason>,
    /// The names of the releases that use these words for all rejections; empty if no single release does.
    pub releases: Vec<Str>,
}

/// A reason in a message, with the number of nodes that it applies to: all of them if the message has no number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MessageReason {
    pub nodes: u64,
    pub text: Str,
    pub cause: RejectionCause,
}

/// Parses the whole text of a condition or event; `None` if it does not say how many nodes are available.
#[must_use]
pub fn parse_message(text: &str) -> Option<SchedulerMessage> {
    let mut message: Option<SchedulerMessage> = None;
    for finding in explain_messages(text) {
        let Problem::Message(part) = finding.problem else { continue };
        match (part, &mut message) {
            (Message::Nodes { all, releases, .. }, None) => {
                let (rejections, preemption) = (Vec::new(), Vec::new());
                message = Some(SchedulerMessage { nodes: all, rejections, preemption, releases });
            }
            (Message::Rejected { nodes, text, why }, Some(message)) => {
                message.rejections.push(MessageReason { nodes, text, cause: why });
            }
            (Message::Preempting { nodes, text, why }, Some(message)) => {
                message.preemption.push(MessageReason { nodes, text, cause: why });
            }
            _ => return None,
        }
    }
    // The message to a pod that may not preempt has no numbers.
    if let Some(message) = &mut message
        && message.preemption.is_empty()
        && let Some((_, why)) = text.split_once(PREEMPTION)
    {
        let text = why.trim_end().trim_end_matches('.').into();
        message.preemption.push(MessageReason { nodes: message.nodes, text, cause: RejectionCause::Unknown });
    }
    message
}

/// Returns where the counts (`0/12`) at the end of `before` begin.
fn node_counts_start(before: &str) -> usize {
    before.trim_end_matches(|c: char| c.is_ascii_digit() || c == '/').len()
}

fn explain_message(number: u32, line: &str, findings: &mut Vec<Finding>) {
    // Positions are computed in the order of the line, which may be long.
    let mut last = (0, 1);
    let mut place = |at: usize| {
        let (start, columns) = if at < last.0 { (0, 1) } else { last };
        let column = columns + line[start..at].chars().count();
        last = (at, column);
        Place { document: 1, line: number, column: u32::try_from(column).unwrap_or(u32::MAX), ..Place::default() }
    };
    let (mut rest, mut times) = (0, 0);
    while times < MAX_MESSAGES
        && let Some(at) = line[rest..].find(NODES).map(|at| at + rest)
    {
        let preempting = line[..at].contains(PREEMPTION);
        let begin = at + NODES.len();
        rest = begin;
        times += 1;
        let counts_start = node_counts_start(&line[..at]);
        let counts = line[counts_start..at]
            .split_once('/')
            .and_then(|(feasible_nodes, total_nodes)| Some((feasible_nodes.parse().ok()?, total_nodes.parse().ok()?)));
        let Some((feasible_nodes, total_nodes)) = counts else { continue };
        let parts = split_parts(&line[begin..begin + parts_end(&line[begin..])]);
        let parts: Vec<_> = parts.into_iter().map(|part| (find_meaning(part.text), part)).collect();
        if !preempting {
            let all_say = |release: &Release| parts.iter().all(|((releases, _), _)| releases.contains(release));
            let releases = Release::ALL.into_iter().filter(all_say).map(|release| Str::from(release.name())).collect();
            findings.push(Finding::new(
                place(counts_start),
                Message::Nodes { left: feasible_nodes, all: total_nodes, releases },
            ));
        }
        for ((_, why), part) in parts {
            let (text, nodes) = (part.text.into(), part.nodes.unwrap_or(total_nodes));
            let message = match preempting {
                true => Message::Preempting { nodes, text, why },
                false => Message::Rejected { nodes, text, why },
            };
            findings.push(Finding::new(place(begin + part.offset), message));
        }
    }
}

/// Returns where the parts end: at the end of their sentence.
fn parts_end(text: &str) -> usize {
    let sentence_ends = [". ", ".\"", ".\\\"", ".;", ".'"];
    sentence_ends.iter().filter_map(|end| text.find(end)).min().unwrap_or(text.trim_end().trim_end_matches('.').len())
}

/// A part of a message: a reason and the number of nodes that have it.
struct MessagePart<'t> {
    offset: usize,
    nodes: Option<u64>,
    text: &'t str,
}

/// Splits a message at commas that are followed by a number; some parts contain commas themselves.
fn split_parts(text: &str) -> Vec<MessagePart<'_>> {
    let leading_count = |text: &str| {
        let (count, _) = text.split_once(' ')?;
        count.parse::<u64>().ok().map(|nodes| (nodes, count.len() + 1))
    };
    let mut starts = vec![0];
    starts.extend(text.match_indices(", ").map(|(at, _)| at + 2).filter(|at| leading_count(&text[*at..]).is_some()));
    let part_ends = starts.iter().skip(1).map(|next| next - 2).chain([text.len()]);
    let part = |(start, end): (&usize, usize)| {
        let part_text = &text[*start..end];
        let (nodes, skip) = leading_count(part_text).map_or((None, 0), |(nodes, skip)| (Some(nodes), skip));
        MessagePart { offset: *start, nodes, text: &part_text[skip..] }
    };
    starts.iter().zip(part_ends).map(part).filter(|part| !part.text.is_empty()).take(MAX_PARTS).collect()
}

/// Returns the releases that have exactly this text, and what it means.
fn find_meaning(text: &str) -> (Vec<Release>, RejectionCause) {
    let (mut releases, mut cause) = (Vec::new(), None);
    for (reason, why) in candidate_reasons(text) {
        let matching_releases: Vec<Release> =
            Release::ALL.into_iter().filter(|release| wording(*release).render_reason(&reason) == text).collect();
        if !matching_releases.is_empty() {
            releases.extend(matching_releases);
            cause.get_or_insert(why);
        }
    }
    (releases, cause.or_else(|| similar_meaning(text)).unwrap_or(RejectionCause::Unknown))
}

/// Returns the cause that a message states in a release that is not simulated but similar.
fn similar_meaning(text: &str) -> Option<RejectionCause> {
    let starts = [
        ("node(s) had taint", RejectionCause::Taint { key: parse_taint(text).map(|(key, _)| key) }),
        ("node(s) had untolerated taint", RejectionCause::Taint { key: parse_taint(text).map(|(key, _)| key) }),
        ("node(s) didn't match Pod's node affinity", RejectionCause::NodeAffinity),
        ("node(s) didn't match node selector", RejectionCause::NodeAffinity),
        ("node(s) had volume node affinity conflict", RejectionCause::VolumeElsewhere),
        ("node(s) didn't match pod topology spread constraints (missing", RejectionCause::SpreadLabel),
        ("node(s) didn't match pod topology spread constraints", RejectionCause::Spread),
    ];
    starts.into_iter().find(|(start, _)| text.starts_with(start)).map(|(_, why)| why)
}

/// Parses key and value in `{key: value}`.
fn parse_taint(text: &str) -> Option<(Str, Str)> {
    let (_, key_and_value) = text.split_once('{')?;
    let (key, value) = key_and_value.split_once('}')?.0.split_once(": ")?;
    Some((key.into(), value.into()))
}

/// Returns the reasons that the text may stand for, given the names in it. The releases' wordings decide which one it
/// is.
fn candidate_reasons(text: &str) -> Vec<(Reason, RejectionCause)> {
    let resource = Str::from(text.strip_prefix("Insufficient ").unwrap_or_default());
    let (key, value) = parse_taint(text).unwrap_or_default();
    let non_empty_key = Some(key.clone()).filter(|key| !key.is_empty());
    let claim = Str::from(text.split('"').nth(1).unwrap_or_default());
    let volume = |reason, why| (Reason::Volume(reason), why);
    vec![
        (Reason::TooManyPods { pods: 0, allowed: 0 }, RejectionCause::TooManyPods),
        (
            Reason::Insufficient { resource: resource.clone().into(), requested: 0, used: 0, capacity: 0 },
            RejectionCause::Insufficient { resource },
        ),
        (Reason::Cordoned, RejectionCause::Cordoned),
        (Reason::UntoleratedTaint { key, value }, RejectionCause::Taint { key: non_empty_key }),
        (Reason::NodeSelectorMismatch, RejectionCause::NodeAffinity),
        (Reason::OtherNodeNamed, RejectionCause::OtherNodeNamed),
        (Reason::PortTaken { port: 0 }, RejectionCause::PortTaken),
        (Reason::SpreadLabelMissing { key: Str::default() }, RejectionCause::SpreadLabel),
        (
            Reason::SpreadSkew { key: Str::default(), count: 0, self_match: 0, min: 0, max_skew: 0 },
            RejectionCause::Spread,
        ),
        (Reason::PodAffinity, RejectionCause::PodAffinity),
        (Reason::PodAntiAffinity, RejectionCause::PodAntiAffinity),
        (Reason::ExistingPodsAntiAffinity, RejectionCause::OthersAntiAffinity),
        (Reason::PodAffinityOrAntiAffinity, RejectionCause::AnyPodAffinity),
        (Reason::NoVictims, RejectionCause::NoVictims),
        (Reason::PreemptionNotHelpful, RejectionCause::NotHelped),
        volume(VolumeReason::ClaimNotFound { claim: claim.clone() }, RejectionCause::NoClaim),
        volume(VolumeReason::UnboundImmediate { claim: claim.clone() }, RejectionCause::UnboundClaim),
        volume(
            VolumeReason::NothingToBind { claim: claim.clone(), class: Str::default(), why: Unbindable::Topology },
            RejectionCause::NoVolume,
        ),
        volume(
            VolumeReason::NotEnoughStorage { claim: claim.clone(), class: Str::default(), requested: 0 },
            RejectionCause::NoVolume,
        ),
        volume(
            VolumeReason::AffinityMismatch { claim: claim.clone(), volume: Str::default() },
            RejectionCause::VolumeElsewhere,
        ),
        volume(
            VolumeReason::OtherZone { volume: Str::default(), key: Str::default(), zones: Str::default() },
            RejectionCause::VolumeElsewhere,
        ),
        volume(
            VolumeReason::TooManyVolumes { driver: Str::default(), used: 0, new: 0, limit: 0 },
            RejectionCause::TooManyVolumes,
        ),
        volume(
            VolumeReason::DiskConflict { volume: Str::default(), disk: Str::default(), pod: NamespacedName::default() },
            RejectionCause::VolumeInUse,
        ),
        volume(VolumeReason::ClaimInUse { claim }, RejectionCause::VolumeInUse),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained_lines(text: &str) -> Vec<Message> {
        let message = |finding: Finding| match finding.problem {
            Problem::Message(message) => message,
            other => panic!("{other:?}"),
        };
        explain_messages(text).into_iter().map(message).collect()
    }

    #[test]
    fn every_part_is_explained_in_the_words_of_each_release() {
        let insufficient = |resource: &str| RejectionCause::Insufficient { resource: resource.into() };
        let taint = |key: &str| RejectionCause::Taint { key: Some(key.into()) };
        let all = ["v1.16", "v1.20", "v1.34", "v1.36"];
        for (text, counts, releases, parts, preempting) in [
            ("0/3 nodes are available: 3 Insufficient cpu.", (0, 3), &all[..], vec![(3, insufficient("cpu"))], vec![]),
            (
                "警告：0/3 nodes are available: 3 Insufficient cpu.",
                (0, 3),
                &all[..],
                vec![(3, insufficient("cpu"))],
                vec![],
            ),
            (
                "0/12 nodes are available: 1 Insufficient pods, 2 Insufficient nvidia.com/gpu, 9 node(s) had taints that the pod didn't tolerate.",
                (0, 12),
                &["v1.16"],
                vec![
                    (1, RejectionCause::TooManyPods),
                    (2, insufficient("nvidia.com/gpu")),
                    (9, RejectionCause::Taint { key: None }),
                ],
                vec![],
            ),
            (
                "  Warning  FailedScheduling  5s  default-scheduler  0/2 nodes are available: 1 node(s) had taint {node-role.kubernetes.io/master: }, that the pod didn't tolerate, 1 Too many pods.",
                (0, 2),
                &["v1.20"],
                vec![(1, taint("node-role.kubernetes.io/master")), (1, RejectionCause::TooManyPods)],
                vec![],
            ),
            (
                "message: '0/4 nodes are available: 1 node(s) had untolerated taint {gpu: yes}, 1 node(s) were unschedulable, 2 node(s) didn''t match x. preemption: 0/4 nodes are available: 1 No preemption victims found for incoming pod, 3 Preemption is not helpful for scheduling.'",
                (0, 4),
                &[],
                vec![(1, taint("gpu")), (1, RejectionCause::Cordoned), (2, RejectionCause::Unknown)],
                vec![(1, RejectionCause::NoVictims), (3, RejectionCause::NotHelped)],
            ),
            (
                r#"I1 schedule_one.go:1] "Unable to schedule pod; no fit; waiting" pod="a/b" err="0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector. no new claims to deallocate, preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.""#,
                (0, 1),
                &["v1.34", "v1.36"],
                vec![(1, RejectionCause::NodeAffinity)],
                vec![(1, RejectionCause::NotHelped)],
            ),
            (
                "0/5 nodes are available: 5 node(s) had untolerated taint(s).",
                (0, 5),
                &["v1.36"],
                vec![(5, RejectionCause::Taint { key: None })],
                vec![],
            ),
            (
                "0/3 nodes are available: pod has unbound immediate PersistentVolumeClaims. preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.",
                (0, 3),
                &all,
                vec![(3, RejectionCause::UnboundClaim)],
                vec![(3, RejectionCause::NotHelped)],
            ),
            (
                r#"0/3 nodes are available: persistentvolumeclaim "data" not found."#,
                (0, 3),
                &all,
                vec![(3, RejectionCause::NoClaim)],
                vec![],
            ),
        ] {
            let names: Vec<Str> = releases.iter().map(|name| Str::from(*name)).collect();
            let (left, all) = counts;
            let messages = explained_lines(text);
            assert_eq!(messages.first(), Some(&Message::Nodes { left, all, releases: names }), "{text}");
            let (mut rejected, mut tried) = (Vec::new(), Vec::new());
            for message in messages {
                match message {
                    Message::Rejected { nodes, why, .. } => rejected.push((nodes, why)),
                    Message::Preempting { nodes, why, .. } => tried.push((nodes, why)),
                    Message::Nodes { .. } => {}
                }
            }
            assert_eq!((rejected, tried), (parts, preempting), "{text}");
        }
    }

    #[test]
    fn a_condition_is_parsed_as_a_whole() {
        let reason = |nodes: u64, text: &str, cause: RejectionCause| MessageReason { nodes, text: text.into(), cause };
        let cpu = || RejectionCause::Insufficient { resource: "cpu".into() };
        for (text, nodes, rejections, preemption) in [
            (
                "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) were strange. no new claims to deallocate, preemption: 0/3 nodes are available: 1 No preemption victims found for incoming pod, 2 Preemption is not helpful for scheduling.",
                3,
                vec![reason(1, "Insufficient cpu", cpu()), reason(2, "node(s) were strange", RejectionCause::Unknown)],
                vec![
                    reason(1, "No preemption victims found for incoming pod", RejectionCause::NoVictims),
                    reason(2, "Preemption is not helpful for scheduling", RejectionCause::NotHelped),
                ],
            ),
            (
                "0/2 nodes are available: 2 Insufficient cpu. preemption: not eligible due to preemptionPolicy=Never.",
                2,
                vec![reason(2, "Insufficient cpu", cpu())],
                vec![reason(2, "not eligible due to preemptionPolicy=Never", RejectionCause::Unknown)],
            ),
        ] {
            let message = parse_message(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((message.nodes, message.rejections, message.preemption), (nodes, rejections, preemption));
        }
        for text in ["", "no nodes available to schedule pods", "running Bind plugin: pods \"a\" not found"] {
            assert_eq!(parse_message(text), None, "{text}");
        }
    }

    #[test]
    fn parts_have_their_places_and_a_message_counts_once() {
        let line = "é 0/2 nodes are available: 1 Insufficient cpu, 1 Too many pods.";
        let findings = explain_messages(&format!("{line}\n{line}\n"));
        let columns: Vec<u32> = findings.iter().map(|finding| finding.place.column).collect();
        assert_eq!(columns, [3, 28, 48]);
        assert_eq!(explain_messages("no nodes here"), []);
    }
}
