//! Short names of the steps of an attempt.
//!
//! Only the chunk with lessons needs these texts, so they are not part of [`Language`](super::table::Language).

use runlog::{Attempt, AttemptEnd, AttemptSummary, NodeRecord, Point, ProfileSummary};
use trace::steps::Step;

use super::{Lang, short_pod_name, table::step_names::OpenedSentences};

lazy_catalog!(OpenedSentences);

/// The short name of a step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StepName {
    /// The title shared with neighboring steps of the same group; empty for a step without a group.
    pub group: String,
    pub name: String,
    /// Whether the step succeeded, if it can fail.
    pub is_success: Option<bool>,
}

/// The short name of a step, with the release's names of extension points. `detail` has the results, once available.
pub fn step_name(
    lang: Lang,
    profile_summary: &ProfileSummary,
    attempt_summary: &AttemptSummary,
    detail: Option<&Attempt>,
    step: Step,
) -> StepName {
    let (sentences, opened) = (words(lang), words(lang).step_labels());
    let point = step.phase().point().map_or("", |point| profile_summary.point_name(point));
    let node = |index: usize| detail.and_then(|detail| detail.nodes.get(index)).map(ToString::to_string);
    let plain = |name: &str| StepName { group: point.to_owned(), name: name.to_owned(), is_success: None };
    let filtered = |at: usize| -> (String, Option<&NodeRecord>) {
        let record = detail.and_then(|detail| detail.filter.get(at));
        (record.and_then(|record| node(record.node)).unwrap_or_else(|| sentences.nth_node(at + 1)), record)
    };
    let dry = |run: usize| {
        let record =
            detail.and_then(|detail| detail.preemption.as_ref()).and_then(|preemption| preemption.dry_runs.get(run));
        let on = record.and_then(|record| node(record.node)).unwrap_or_else(|| sentences.nth_node(run + 1));
        (sentences.dry_run_on(&on), record)
    };
    match step {
        Step::Start | Step::Event => StepName::default(),
        Step::PreFilter => StepName { group: String::new(), ..plain(point) },
        Step::FirstPass(at) => plain(&format!("{}, {}", filtered(at).0, opened.with_nominated)),
        Step::Filter(at) => {
            let (name, record) = filtered(at);
            StepName { is_success: record.map(NodeRecord::passes_filters), ..plain(&name) }
        }
        Step::ExtenderFilter(at) => plain(
            detail.and_then(|detail| detail.extenders.get(at)).map_or("Extender", |request| request.extender.as_str()),
        ),
        Step::Score(at) => {
            let row = detail.and_then(|detail| detail.scores.rows.get(at));
            plain(&row.map_or_else(|| (at + 1).to_string(), |row| row.id.to_string()))
        }
        Step::Select => {
            let AttemptEnd::Scheduled { node, .. } = &attempt_summary.end else { return StepName::default() };
            StepName {
                group: lang.page_labels().phase_select.to_owned(),
                name: node.to_string(),
                is_success: Some(true),
            }
        }
        Step::Eligible => {
            let may = attempt_summary.preemption.as_ref().map(|preemption| preemption.ineligible.is_none());
            StepName { is_success: may, ..plain(opened.eligible) }
        }
        Step::Potential => plain(opened.potential),
        Step::Lift(run) => StepName { group: dry(run).0, name: opened.remove.into(), is_success: None },
        Step::Try(run) => {
            let (group, record) = dry(run);
            StepName {
                group,
                name: opened.try_without.into(),
                is_success: record.map(|record| record.failure.is_none()),
            }
        }
        Step::Reprieve(run, at) => {
            let (group, record) = dry(run);
            let reprieve = record.and_then(|record| record.reprieves.get(at));
            let pod = record.zip(reprieve).and_then(|(dry_run, asked)| dry_run.removed.get(asked.pod));
            let name = pod
                .map_or_else(|| sentences.nth_pod(at + 1), |victim_info| short_pod_name(&victim_info.pod).to_owned());
            StepName { group, name, is_success: reprieve.map(|reprieve| reprieve.failure.is_none()) }
        }
        Step::Verdict(run) => {
            let candidate = attempt_summary
                .preemption
                .as_ref()
                .and_then(|preemption| preemption.dry_runs.get(run))
                .is_some_and(|run| run.is_candidate);
            let name = if candidate { opened.candidate } else { opened.no_candidate };
            StepName { group: dry(run).0, name: name.into(), is_success: Some(candidate) }
        }
        Step::ExtenderPreempt(at) => {
            let requests = detail
                .and_then(|detail| detail.preemption.as_ref())
                .map_or(&[][..], |preemption| &preemption.extenders);
            StepName {
                group: opened.ladder.into(),
                ..plain(requests.get(at).map_or("Extender", |request| request.extender.as_str()))
            }
        }
        Step::Rung(at) => {
            let rule = attempt_summary.preemption.as_ref().and_then(|preemption| preemption.ladder.get(at));
            let name = rule.map_or_else(String::new, |rule| sentences.short_rule_name(*rule));
            StepName { group: opened.ladder.into(), name, is_success: None }
        }
        Step::Choose => {
            let name = attempt_summary.room().map_or_else(String::new, |room| room.node.to_string());
            StepName { group: opened.ladder.into(), name, is_success: Some(true) }
        }
        Step::Group(_) => plain(profile_summary.point_name(Point::Permit)),
        Step::Failed => StepName { group: String::new(), name: opened.failed.into(), is_success: Some(false) },
        Step::Point(at) => StepName { group: opened.binding.into(), ..plain(profile_summary.point_name(at)) },
    }
}
