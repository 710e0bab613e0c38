//! Renders requests to extenders and their answers as lines.

use api::NamespacedName;
use runlog::{Attempt, CandidateRecord, Code, ExtenderAnswer, ExtenderRecord};

use super::names::{join_names, node_name};

/// One request and its answer, as one line.
pub(super) fn describe_exchange(attempt: &Attempt, request: &ExtenderRecord) -> String {
    let or_none = |text: String| if text.is_empty() { "none".to_owned() } else { text };
    let list = |texts: Vec<String>| or_none(join_names(texts.iter().map(String::as_str)));
    let answer = match &request.answer {
        ExtenderAnswer::Filtered { feasible, failed, .. } => {
            let text = or_none(join_names(feasible.iter().map(|ix| node_name(attempt, *ix))));
            let rejections = failed.iter().map(|(ix, message, code)| {
                let unresolvable_suffix = if *code == Code::Unschedulable { "" } else { " (unresolvable)" };
                format!(
                    "{}: {}{unresolvable_suffix}",
                    node_name(attempt, *ix),
                    message.as_deref().unwrap_or("no message")
                )
            });
            match rejections.collect::<Vec<_>>() {
                none if none.is_empty() => format!("keeps {text}"),
                failed => format!("keeps {text}; rejects {}", list(failed)),
            }
        }
        ExtenderAnswer::Scored { scores, factor } => {
            let score = scores.iter().map(|(ix, score)| format!("{} {score} x{factor}", node_name(attempt, *ix)));
            format!("adds {}", list(score.collect()))
        }
        ExtenderAnswer::Sacrificed { candidates } => {
            let candidate_text = |candidate_record: &CandidateRecord| {
                format!(
                    "{} without {}",
                    node_name(attempt, candidate_record.node),
                    or_none(join_names(candidate_record.victims.iter().map(NamespacedName::as_str)))
                )
            };
            format!("leaves {}", list(candidates.iter().map(candidate_text).collect()))
        }
        ExtenderAnswer::Failed { text, is_ignored: true } => format!("ignored: {text}"),
        ExtenderAnswer::Failed { text, is_ignored: false } => text.to_string(),
    };
    format!("POST {}: {answer}", request.url)
}
