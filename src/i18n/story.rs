//! The story text of each moment: what happens, and why.

use std::rc::Rc;

use api::{Condition, ConditionType, Millis, NamespacedName, Node, Str};
use runlog::{
    Attempt, AttemptEnd, AttemptOutcome, AttemptSummary, DryRun, Event, EventKind, ExtenderAnswer, ExtenderRecord,
    LadderRule, Point, ProfileSummary, Queue, QueueEvent, RowId, Wording,
};
use trace::{
    Frame,
    steps::{Moment, Step},
};

pub use super::moment_story::MomentText;
use super::{
    Lang, format_clock, group_story::group_moment_text, node_changes::changes_of_node, short_pod_name,
    table::grammar::TitleAndText,
};

const SECOND: Millis = Millis::from_seconds(1);

/// The wording of a release.
type WordingRef = &'static dyn Wording;

/// The story text of a moment; `frame` is the cluster at the moment, `detail` the attempt that the moment belongs to.
pub fn moment_text(
    lang: Lang,
    events: &[Rc<Event>],
    moment: Moment,
    frame: &Frame,
    wording: WordingRef,
    detail: Option<&Attempt>,
) -> MomentText {
    let event = moment.events.checked_sub(1).and_then(|last| events.get(last)).map(|event| (&event.what, event.at));
    let profile_summary = frame.profiles.first().cloned().unwrap_or_default();
    if let Some(text) = group_moment_text(lang, events, moment, frame) {
        return text;
    }
    match (moment.step, event) {
        (Step::Start, _) => lang.run_start(frame.nodes.len(), frame.pods.len()).into(),
        (Step::Event, Some((EventKind::Popped { pod, attempt }, time))) => {
            let early = remaining_backoff(&events[..moment.events - 1], pod, time);
            early
                .map_or_else(
                    || lang.pod_popped(short_pod_name(pod), *attempt),
                    |remaining_backoff| {
                        lang.pod_popped_early(short_pod_name(pod), *attempt, &format_clock(remaining_backoff))
                    },
                )
                .into()
        }
        (Step::Event, Some((EventKind::NodeUpdated(node), _))) => {
            node_update_text(lang, &events[..moment.events - 1], node)
        }
        (Step::Event, Some((event_kind, time))) => {
            let text = self::event_text(lang, event_kind, time);
            match dropped_group(event_kind, frame) {
                Some(group) => MomentText { text: lang.with_dropped_group(&text.text, group.name()), ..text },
                None => text,
            }
        }
        (Step::Point(point), Some((event_kind, _))) => self::point_text(lang, &profile_summary, point, event_kind),
        (step, Some((EventKind::Attempted(tried), _))) => match detail {
            Some(attempt) => self::step_text(lang, wording, attempt, step),
            None => step_summary(&profile_summary, tried, step),
        },
        _ => MomentText::default(),
    }
}

/// The missing group that a newly created pod names.
fn dropped_group<'f>(event_kind: &EventKind, frame: &'f Frame) -> Option<&'f NamespacedName> {
    let pod = match event_kind {
        EventKind::PodCreated { pod, .. } => pod.key(),
        EventKind::Queued { pod, by: QueueEvent::PodAdd, .. } => pod.clone(),
        _ => return None,
    };
    frame.pods.get(&pod)?.dropped_group.as_ref()
}

/// The text of a node's update, with its changes.
pub fn node_update_text(lang: Lang, earlier_events: &[Rc<Event>], node: &Node) -> MomentText {
    let changes = changes_of_node(lang, earlier_events, node);
    let changes: Vec<&str> = changes.iter().map(String::as_str).collect();
    match &changes[..] {
        [] => lang.node_updated(&node.metadata.name).into(),
        changes => lang.node_changed(&node.metadata.name, changes).into(),
    }
}

/// The remaining backoff of a pod that leaves the backoff queue early.
fn remaining_backoff(earlier_events: &[Rc<Event>], pod: &NamespacedName, now: Millis) -> Option<Millis> {
    let queued = earlier_events.iter().rev().find_map(|event| match &event.what {
        EventKind::Queued { pod: queued, queue, until, .. } if queued == pod => Some((*queue, *until)),
        _ => None,
    });
    match queued? {
        (Queue::Backoff, Some(until)) => {
            Some(until.saturating_since(now)).filter(|remaining_backoff| !remaining_backoff.is_zero())
        }
        _ => None,
    }
}

/// The text of a step before the detail of its attempt has arrived.
fn step_summary(profile_summary: &ProfileSummary, attempt_summary: &AttemptSummary, step: Step) -> MomentText {
    let point = step.phase().point().map_or("", |point| profile_summary.point_name(point));
    let pod = short_pod_name(&attempt_summary.pod);
    let quote = match (&attempt_summary.end, step) {
        (AttemptEnd::Failed { message, .. }, Step::Failed) => message.to_string(),
        _ => String::new(),
    };
    MomentText { title: format!("{pod} · {point}").trim_end_matches(" · ").to_owned(), text: String::new(), quote }
}

/// The text of an event that isn't an attempt.
pub fn event_text(lang: Lang, event_kind: &EventKind, now: Millis) -> MomentText {
    match event_kind {
        EventKind::NodeAdded(node) => lang.node_added(&node.metadata.name),
        EventKind::NodeUpdated(node) => lang.node_updated(&node.metadata.name),
        EventKind::NodeRemoved(name) => lang.node_removed(name),
        EventKind::ZoneChanged(zone) => lang.zone_changed(zone),
        EventKind::Reconciled(reconcile) => lang.controller_acted(reconcile),
        EventKind::BudgetUpdated(budget) => {
            let status = &budget.status;
            let (healthy, desired) = (status.current_healthy, status.desired_healthy);
            lang.budget_updated(&budget.metadata.name, healthy, desired, status.disruptions_allowed)
        }
        EventKind::BudgetCounted(count) => lang.budget_counted(count),
        EventKind::EvictionAnswered(eviction) => lang.eviction_answered(eviction),
        EventKind::PodCreated { pod, by, .. } => {
            let (key, node) = (pod.key(), &pod.spec.node_name);
            match by.as_str() {
                "" if !node.is_empty() => lang.pod_created_on(short_pod_name(&key), node),
                "" => lang.pod_created(short_pod_name(&key)),
                by => lang.pod_created_by(short_pod_name(&key), by),
            }
        }
        EventKind::Queued { pod, queue, by, until } => queued_text(lang, pod, *queue, *by, *until, now),
        EventKind::Popped { pod, attempt } => lang.pod_popped(short_pod_name(pod), *attempt),
        EventKind::Nominated { pod, node } => lang.pod_nominated(short_pod_name(pod), node),
        EventKind::Expected { pod, node } => lang.node_expected(short_pod_name(pod), node),
        EventKind::NominationCleared { pod, by: Some(by) } => {
            lang.nomination_lost(short_pod_name(pod), short_pod_name(by))
        }
        EventKind::NominationCleared { pod, by: None } => lang.nomination_cleared(short_pod_name(pod)),
        EventKind::Assumed { pod, node } => lang.pod_assumed(short_pod_name(pod), node),
        EventKind::Bound { pod, node } => lang.pod_bound(short_pod_name(pod), node),
        EventKind::Waits { pod, node, plugins, until } => {
            let plugins: Vec<&str> = plugins.iter().map(RowId::as_str).collect();
            lang.pod_waits_in_permit(short_pod_name(pod), node, &plugins, &format_clock(until.saturating_since(now)))
        }
        EventKind::Allowed { pod, node } => lang.permit_allowed(short_pod_name(pod), node),
        EventKind::PreBinding { pod, node, claims, until } if claims.is_empty() => {
            lang.pod_pre_binding(short_pod_name(pod), node, &format_clock(until.saturating_since(now)))
        }
        EventKind::PreBinding { pod, claims, until, .. } => {
            let claims: Vec<&str> = claims.iter().map(|claim| short_pod_name(claim)).collect();
            lang.binding_volumes(short_pod_name(pod), &claims, &format_clock(until.saturating_since(now)))
        }
        EventKind::Unreserved { pod, node, at: Point::Bind } => lang.binding_failed(short_pod_name(pod), node),
        EventKind::Unreserved { pod, node, at } => lang.pod_unreserved(short_pod_name(pod), node, *at),
        EventKind::Creating(pod) => lang.containers_creating(short_pod_name(pod)),
        EventKind::Running { pod, .. } => lang.pod_running(short_pod_name(pod)),
        EventKind::Succeeded(pod) => lang.pod_succeeded(short_pod_name(pod)),
        EventKind::Failed { pod, reason } => lang.pod_failed(short_pod_name(pod), reason),
        EventKind::Terminating { pod, until, why } => {
            lang.pod_terminating(short_pod_name(pod), &format_clock(until.saturating_since(now)), why)
        }
        EventKind::PodRemoved(pod) => lang.pod_removed(short_pod_name(pod)),
        EventKind::PodUpdated(pod) => {
            let is_pending = |condition: &&Condition| condition.r#type == ConditionType::PodResizePending;
            match pod.status.conditions.iter().find(is_pending) {
                Some(condition) => lang.resize_pending(
                    short_pod_name(&pod.key()),
                    condition.reason == *"Infeasible",
                    &condition.message,
                ),
                None => lang.pod_updated(short_pod_name(&pod.key())),
            }
        }
        EventKind::Script { text, is_by_kubectl, .. } => lang.script_action(text, *is_by_kubectl),
        EventKind::Printed { text, .. } => lang.kubectl_output(text),
        EventKind::End(run_ending) => lang.run_ended(*run_ending),
        EventKind::PriorityClassRemoved(name) => lang.class_removed(name),
        EventKind::BudgetRemoved(key) => lang.budget_removed(short_pod_name(key)),
        EventKind::StorageApplied(_)
        | EventKind::StorageRemoved(_)
        | EventKind::DeviceApplied(_)
        | EventKind::DeviceRemoved(_)
        | EventKind::VolumesReserved { .. }
        | EventKind::Provisioning { .. }
        | EventKind::Provisioned { .. }
        | EventKind::ProvisioningFailed { .. }
        | EventKind::ClaimBound { .. } => lang.volume_event(event_kind),
        EventKind::PodGroupUpdated(_)
        | EventKind::PodGroupRemoved(_)
        | EventKind::HeldBack { .. }
        | EventKind::GroupPopped { .. }
        | EventKind::GroupAttempted(_)
        | EventKind::GroupHeld(_) => lang.group_event(event_kind),
        EventKind::Profiles(_)
        | EventKind::Attempted(_)
        | EventKind::Drawn { .. }
        | EventKind::Message { .. }
        | EventKind::PriorityClassAdded(_) => lang.object_changed(),
    }
    .into()
}

/// The text of an extension point of the binding cycle.
fn point_text(lang: Lang, profile_summary: &ProfileSummary, point: Point, event_kind: &EventKind) -> MomentText {
    let (EventKind::Assumed { pod, node } | EventKind::Bound { pod, node }) = event_kind else {
        return MomentText::default();
    };
    (profile_summary.point_name(point).to_owned(), lang.point_description(point, short_pod_name(pod), node)).into()
}

fn queued_text(
    lang: Lang,
    pod: &str,
    queue: Queue,
    by: QueueEvent,
    until: Option<Millis>,
    now: Millis,
) -> TitleAndText {
    let (pod, queue_name) = (short_pod_name(pod), lang.page_labels().queue_name(queue));
    let backoff = || match until.filter(|until| *until > now).map(|until| until - now) {
        // Since v1.34, a backoff ends with the full second before its end.
        Some(wait) if by == QueueEvent::ScheduleAttemptFailure && wait != wait.round_down_to(SECOND) => {
            lang.shortened_backoff(&format_clock(wait.round_down_to(SECOND) + SECOND), &format_clock(wait))
        }
        Some(wait) => lang.remaining_backoff(&format_clock(wait)),
        None => String::new(),
    };
    match (by, queue) {
        (QueueEvent::ScheduleAttemptFailure, Queue::Unschedulable) => {
            lang.queued_unschedulable(pod, queue_name, &backoff())
        }
        (QueueEvent::ScheduleAttemptFailure, _) => {
            lang.queued_after_failure(pod, queue_name, queue == Queue::Backoff, &backoff())
        }
        (QueueEvent::PodAdd, _) => lang.queued_new(pod, queue_name),
        (QueueEvent::BackoffComplete, _) => lang.queued_backoff_over(pod, queue_name),
        _ => lang.queued_by(pod, queue_name, by.as_str(), &backoff()),
    }
}

fn node_name(attempt: &Attempt, index: usize) -> &str {
    attempt.nodes.get(index).map_or("?", |name| name.as_str())
}

fn short_pod_names(keys: &[NamespacedName]) -> Vec<&str> {
    keys.iter().map(|key| short_pod_name(key)).collect()
}

/// The text of a step of an attempt.
fn step_text(lang: Lang, wording: WordingRef, attempt: &Attempt, step: Step) -> MomentText {
    let pod = short_pod_name(&attempt.pod);
    match step {
        Step::PreFilter => pre_filter_text(lang, wording, attempt),
        Step::FirstPass(index) => attempt.filter.get(index).map_or_else(MomentText::default, |record| {
            lang.first_pass_result(pod, node_name(attempt, record.node), &short_pod_names(&record.nominated)).into()
        }),
        Step::Filter(index) => filter_text(lang, wording, attempt, index),
        Step::ExtenderFilter(index) => attempt
            .extenders
            .get(index)
            .map_or_else(MomentText::default, |request| extender_text(lang, attempt, request)),
        Step::Score(index) => match attempt.scores.extender_of_row(index) {
            Some(request) => extender_text(lang, attempt, request),
            None => score_text(lang, attempt, index),
        },
        Step::Select => select_text(lang, attempt),
        Step::Eligible => match attempt.preemption.as_ref().and_then(|preemption| preemption.ineligible) {
            Some(reason) => lang.may_not_preempt(lang.ineligible_text(reason)).into(),
            None => lang.may_preempt(pod).into(),
        },
        Step::Potential => potential_text(lang, attempt),
        Step::Lift(run) | Step::Try(run) | Step::Reprieve(run, _) | Step::Verdict(run) => {
            match attempt.preemption.as_ref().and_then(|preemption| preemption.dry_runs.get(run)) {
                Some(dry) => dry_run_text(lang, wording, attempt, dry, step),
                None => MomentText::default(),
            }
        }
        Step::Rung(index) => rung_text(lang, attempt, index),
        Step::ExtenderPreempt(index) => {
            let requests = attempt.preemption.as_ref().map_or(&[][..], |preemption| &preemption.extenders);
            requests.get(index).map_or_else(MomentText::default, |request| extender_text(lang, attempt, request))
        }
        Step::Choose => choose_text(lang, attempt),
        Step::Failed => {
            let AttemptOutcome::Failed { message, .. } = &attempt.outcome else { return MomentText::default() };
            let chosen_node = attempt.preemption.as_ref().and_then(|preemption| preemption.chosen);
            let failure = lang.pod_not_scheduled(pod, chosen_node.map(|chosen| node_name(attempt, chosen)));
            MomentText { quote: message.to_string(), ..failure.into() }
        }
        Step::Start | Step::Event | Step::Point(_) | Step::Group(_) => MomentText::default(),
    }
}

/// The limit of listed names.
const MAX_NAMES: usize = 6;

/// The text of a request to an extender and its answer.
fn extender_text(lang: Lang, attempt: &Attempt, request: &ExtenderRecord) -> MomentText {
    let (name, requested_nodes) = (request.extender.as_str(), request.requested_nodes.len());
    match &request.answer {
        ExtenderAnswer::Filtered { feasible, is_bare, failed } => {
            let names: Vec<_> = feasible.iter().take(MAX_NAMES).map(|ix| node_name(attempt, *ix)).collect();
            let text = lang.extender_filter_answer(name, requested_nodes, &names, *is_bare);
            let texts: Vec<&str> =
                failed.iter().filter_map(|(_, message, _)| message.as_deref()).take(MAX_NAMES).collect();
            MomentText {
                title: lang.extender_kept_nodes(name, feasible.len(), requested_nodes),
                text,
                quote: texts.join(", "),
            }
        }
        ExtenderAnswer::Scored { scores, factor } => {
            let scores: Vec<_> =
                scores.iter().take(MAX_NAMES).map(|(ix, score)| (node_name(attempt, *ix), *score)).collect();
            (lang.extender_gave_points(name), lang.extender_score_answer(name, &scores, *factor)).into()
        }
        ExtenderAnswer::Sacrificed { candidates } => {
            let kept_nodes: Vec<_> =
                candidates.iter().take(MAX_NAMES).map(|candidate| node_name(attempt, candidate.node)).collect();
            let text = lang.extender_preempt_answer(name, requested_nodes, &kept_nodes);
            (lang.extender_left_candidates(name, candidates.len(), requested_nodes), text).into()
        }
        ExtenderAnswer::Failed { text, is_ignored } => {
            let consequence = if *is_ignored { lang.exchange_labels().ignored } else { lang.exchange_labels().counts };
            MomentText {
                quote: text.to_string(),
                ..(lang.extender_failure(name, *is_ignored), consequence.to_owned()).into()
            }
        }
    }
}

fn pre_filter_text(lang: Lang, wording: WordingRef, attempt: &Attempt) -> MomentText {
    let pre = &attempt.pre_filter;
    if let Some((row, failure)) = &pre.rejected {
        let reason = lang.rejected_because(row.as_str(), &lang.failure_text(failure));
        return MomentText { title: lang.rejected_everywhere(), text: reason, quote: failure.render_reasons(wording) };
    }
    let skipped: Vec<_> = pre.skipped.iter().map(RowId::as_str).collect();
    lang.pre_filter_result(pre.node_set.as_ref().map(Vec::len), &skipped).into()
}

fn filter_text(lang: Lang, wording: WordingRef, attempt: &Attempt, index: usize) -> MomentText {
    let Some(record) = attempt.filter.get(index) else { return MomentText::default() };
    let (name, pod) = (node_name(attempt, record.node), short_pod_name(&attempt.pod));
    let (title, mut text, quote) = match record.filter_verdict() {
        Ok(()) => (lang.pod_fits(pod, name), lang.every_filter_passes(pod, name), String::new()),
        Err(failure) => {
            let rejecting_plugin = record.failed.first().map_or("", |(row, _)| row.as_str());
            let reason = lang.failure_text(&failure);
            let text =
                if rejecting_plugin.is_empty() { reason } else { lang.rejected_because(rejecting_plugin, &reason) };
            (lang.does_not_fit(pod, name), text, failure.render_reasons(wording))
        }
    };
    if attempt.is_nominated_node_taken {
        text += &lang.nominated_node_is_tried_alone(name);
    }
    if !record.nominated.is_empty() {
        text += &lang.with_nominated(&short_pod_names(&record.nominated), record.pass);
    }
    MomentText { title, text, quote }
}

fn score_text(lang: Lang, attempt: &Attempt, index: usize) -> MomentText {
    let Some(row) = attempt.scores.rows.get(index) else { return MomentText::default() };
    let best = row.normalized.iter().copied().max().unwrap_or(0);
    let scored = attempt.scores.nodes.iter().zip(&row.normalized);
    let leaders: Vec<_> = scored.filter(|(_, score)| **score == best).map(|(ix, _)| node_name(attempt, *ix)).collect();
    let text = if leaders.len() == row.normalized.len() {
        lang.all_nodes_score(leaders.len(), best, row.weight)
    } else {
        lang.best_score(&leaders, best, row.weight)
    };
    (row.id.to_string(), text).into()
}

fn select_text(lang: Lang, attempt: &Attempt) -> MomentText {
    let AttemptOutcome::Scheduled { node: winner, ties } = &attempt.outcome else { return MomentText::default() };
    let name = node_name(attempt, *winner);
    let text = match attempt.scores.totals.iter().copied().max() {
        None if attempt.is_nominated_node_taken => lang.nominated_node_is_selected(name),
        None => lang.only_feasible(name),
        Some(best) => lang.best_total(name, best, ties.len(), attempt.host),
    };
    (lang.pod_goes_to(short_pod_name(&attempt.pod), name), text).into()
}

fn potential_text(lang: Lang, attempt: &Attempt) -> MomentText {
    let Some(preemption) = &attempt.preemption else { return MomentText::default() };
    let names: Vec<_> = preemption.potential.iter().take(6).map(|ix| node_name(attempt, *ix)).collect();
    lang.potential_nodes(preemption.potential.len(), attempt.nodes.len(), &names).into()
}

fn removed_pods<'d>(dry: &'d DryRun, indices: &[usize]) -> Vec<&'d str> {
    indices.iter().filter_map(|ix| dry.removed.get(*ix)).map(|victim_info| short_pod_name(&victim_info.pod)).collect()
}

fn dry_run_text(lang: Lang, wording: WordingRef, attempt: &Attempt, dry: &DryRun, step: Step) -> MomentText {
    let (name, pod) = (node_name(attempt, dry.node), short_pod_name(&attempt.pod));
    match (step, &dry.failure) {
        (Step::Lift(_), _) => {
            let names: Vec<_> = dry.removed.iter().map(|victim_info| short_pod_name(&victim_info.pod)).collect();
            lang.dry_run_start(name, pod, &names).into()
        }
        (Step::Try(_), Some((_, failure))) => MomentText {
            title: lang.does_not_fit_alone(pod),
            text: lang.failure_text(failure),
            quote: failure.render_reasons(wording),
        },
        (Step::Try(_), None) => lang.fits_alone(pod, name).into(),
        (Step::Reprieve(_, index), _) => reprieve_text(lang, wording, attempt, dry, index),
        (_, Some((_, failure))) => (lang.node_is_no_candidate(name), lang.failure_text(failure)).into(),
        _ => lang.node_is_candidate(name, &removed_pods(dry, &dry.victims), dry.violations).into(),
    }
}

fn reprieve_text(lang: Lang, wording: WordingRef, attempt: &Attempt, dry: &DryRun, index: usize) -> MomentText {
    let Some(reprieve) = dry.reprieves.get(index) else { return MomentText::default() };
    let (name, pod) = (node_name(attempt, dry.node), short_pod_name(&attempt.pod));
    let victim_candidate = dry.removed.get(reprieve.pod).map_or("?", |victim_info| short_pod_name(&victim_info.pod));
    let budgets: Vec<&str> = reprieve.violates.iter().map(Str::as_str).collect();
    match &reprieve.failure {
        None => lang.pod_reprieved(victim_candidate, name, pod, &budgets).into(),
        Some((row, failure)) => {
            let reason = lang.rejected_because(row.as_str(), &lang.failure_text(failure));
            MomentText {
                quote: failure.render_reasons(wording),
                ..lang.pod_is_victim(victim_candidate, name, pod, &reason, &budgets).into()
            }
        }
    }
}

fn rung_text(lang: Lang, attempt: &Attempt, index: usize) -> MomentText {
    let Some(rung) = attempt.preemption.as_ref().and_then(|preemption| preemption.ladder.get(index)) else {
        return MomentText::default();
    };
    let texts: Vec<_> = rung.kept.iter().map(|ix| node_name(attempt, *ix)).collect();
    let of = rung.values.len();
    let mut text = if texts.len() == of && of > 1 { lang.all_equal(of) } else { lang.nodes_remain(of, &texts) };
    // Start times are recorded as negative numbers: the smallest is the latest.
    let starts = rung.values.iter().map(|(_, value)| *value).filter(|_| rung.rule == LadderRule::LatestStart);
    if let Some(latest) = starts.clone().min()
        && let Some(next) = starts.filter(|start| *start > latest).min()
    {
        text += &lang.latest_start(Millis::new(next.abs_diff(latest)));
    }
    (lang.rule_text(rung.rule).0, text).into()
}

fn choose_text(lang: Lang, attempt: &Attempt) -> MomentText {
    let Some(preemption) = &attempt.preemption else { return MomentText::default() };
    let Some(chosen_node) = preemption.chosen else { return MomentText::default() };
    let victims = preemption.victims_on(chosen_node);
    let victims: Vec<_> = victims.iter().map(|victim| short_pod_name(victim)).collect();
    lang.node_chosen(node_name(attempt, chosen_node), &victims, preemption.ties.len()).into()
}
