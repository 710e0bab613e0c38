//! Texts about what happens between the steps of attempts.
//!
//! Only the chunk with lessons needs these texts, so they are not part of [`Language`](super::table::Language).

use runlog::{Point, ProfileSummary};
use trace::current_activity::{ActivityKind, NextCycle, PodActivity};

use super::{Lang, format_clock, short_pod_name, table::activity::GoingSentences};

lazy_catalog!(GoingSentences);

/// The text of an activity of a pod, with the release's names of extension points.
pub fn render_activity(lang: Lang, profile_summary: &ProfileSummary, pod_activity: &PodActivity) -> String {
    let (sentences, pod, node) = (words(lang), short_pod_name(&pod_activity.pod), pod_activity.node.as_str());
    match &pod_activity.kind {
        ActivityKind::At(point) => {
            let bind = matches!(point, Point::PreBind | Point::Bind | Point::PostBind);
            sentences.pod_at_point(pod, node, profile_summary.point_name(*point), bind)
        }
        ActivityKind::InCycle => sentences.pod_in_cycle(pod),
        ActivityKind::InPermit(left) => sentences.pod_in_permit(pod, node, &format_clock(*left)),
        ActivityKind::InPreBind(left, claims) => {
            let claims: Vec<&str> = claims.iter().map(|claim| short_pod_name(claim)).collect();
            sentences.pod_in_pre_bind(pod, node, &format_clock(*left), &claims)
        }
        ActivityKind::Binding => sentences.pod_in_binding(pod, node),
        ActivityKind::Starting => sentences.pod_starts(pod, node),
        ActivityKind::Terminating(left, by) => {
            sentences.pod_shuts_down(pod, &format_clock(*left), by.as_ref().map(|by| short_pod_name(by)))
        }
        ActivityKind::Nominated => sentences.pod_waits_for_victims(pod, node),
    }
}

/// The text of the next scheduling cycle.
pub fn render_next_cycle(lang: Lang, next: &NextCycle) -> String {
    let words = words(lang);
    match next {
        NextCycle::Active(pod, priority, of) => words.next_cycle_active(short_pod_name(pod), *priority, *of),
        NextCycle::Backoff(pod, left) => words.next_cycle_backoff(short_pod_name(pod), &format_clock(*left)),
        NextCycle::Event(waiting) => words.next_cycle_event(*waiting),
        NextCycle::Nobody => words.no_next_cycle(),
    }
}
