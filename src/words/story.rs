//! One story for each moment: what happens, and why.

use std::rc::Rc;

use api::{Millis, Str};
use record::{
    Attempt, DryRun, ExtenderAnswer, ExtenderRecord, Failure, Outcome, Point, QueueEvent, RowId, Sheet, Tried,
    TriedEnd, Wording,
};
use record::{Event, Queue, What};
use trace::Frame;
use trace::steps::{Moment, Step};

use super::table::grammar::Told;
use super::{Lang, clock, short};

/// Upstream's words.
type Words = &'static dyn Wording;

/// What is told at one moment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Story {
    /// What happened.
    pub title: String,
    /// Why, with the numbers.
    pub text: String,
    /// Upstream's own words, where there are any.
    pub quote: String,
}

impl From<Told> for Story {
    fn from((title, text): Told) -> Self {
        Self { title, text, quote: String::new() }
    }
}

/// What is told at a moment; `frame` is the cluster as it is then, `detail` the attempt that the moment is in.
pub fn at(
    lang: Lang,
    events: &[Rc<Event>],
    moment: Moment,
    frame: &Frame,
    wording: Words,
    detail: Option<&Attempt>,
) -> Story {
    let event = moment.events.checked_sub(1).and_then(|last| events.get(last)).map(|event| (&event.what, event.at));
    let sheet = frame.profiles.first().cloned().unwrap_or_default();
    match (moment.step, event) {
        (Step::Start, _) => lang.start(frame.nodes.len(), frame.pods.len()).into(),
        (Step::Event, Some((What::Popped { pod, attempt }, at))) => {
            let early = backoff_left(&events[..moment.events - 1], pod, at);
            early
                .map_or_else(
                    || lang.popped(short(pod), *attempt),
                    |left| lang.popped_early(short(pod), *attempt, &clock(left)),
                )
                .into()
        }
        (Step::Event, Some((what, at))) => self::event(lang, what, at),
        (Step::Point(point), Some((what, _))) => self::point(lang, &sheet, point, what),
        (step, Some((What::Attempted(tried), _))) => match detail {
            Some(attempt) => self::step(lang, wording, attempt, step),
            None => in_short(&sheet, tried, step),
        },
        _ => Story::default(),
    }
}

/// How long a pod that leaves its queue would have had to wait for the end of its backoff, if it was waiting for that.
fn backoff_left(before: &[Rc<Event>], pod: &Str, now: Millis) -> Option<Millis> {
    let queued = before.iter().rev().find_map(|event| match &event.what {
        What::Queued { pod: queued, queue, until, .. } if queued == pod => Some((*queue, *until)),
        _ => None,
    });
    match queued? {
        (Queue::Backoff, Some(until)) => Some(until.since(now)).filter(|left| !left.is_zero()),
        _ => None,
    }
}

/// What is told of a step before the detail of its attempt is there.
fn in_short(sheet: &Sheet, tried: &Tried, step: Step) -> Story {
    let point = step.phase().point().map_or("", |point| sheet.point(point));
    let pod = short(&tried.pod);
    let quote = match (&tried.end, step) {
        (TriedEnd::Failed { message, .. }, Step::Failed) => message.to_string(),
        _ => String::new(),
    };
    Story { title: format!("{pod} · {point}").trim_end_matches(" · ").to_owned(), text: String::new(), quote }
}

/// An event that is no attempt.
pub fn event(lang: Lang, what: &What, now: Millis) -> Story {
    match what {
        What::NodeAdded(node) => lang.node_added(&node.metadata.name),
        What::NodeUpdated(node) => lang.node_updated(&node.metadata.name),
        What::NodeRemoved(name) => lang.node_removed(name),
        What::ZoneChanged(zone) => lang.zone_changed(zone),
        What::Reconciled(reconcile) => lang.reconciled(reconcile),
        What::BudgetUpdated(budget) => {
            let status = &budget.status;
            let (healthy, desired) = (status.current_healthy, status.desired_healthy);
            lang.budget_updated(&budget.metadata.name, healthy, desired, status.disruptions_allowed)
        }
        What::BudgetCounted(count) => lang.budget_counted(count),
        What::EvictionAnswered(eviction) => lang.eviction_answered(eviction),
        What::PodCreated { pod, by } => {
            let (key, node) = (pod.key(), &pod.spec.node_name);
            match by.as_str() {
                "" if !node.is_empty() => lang.pod_created_on(short(&key), node),
                "" => lang.pod_created(short(&key)),
                by => lang.pod_created_by(short(&key), by),
            }
        }
        What::Queued { pod, queue, by, until } => queued(lang, pod, *queue, *by, *until, now),
        What::Popped { pod, attempt } => lang.popped(short(pod), *attempt),
        What::Nominated { pod, node } => lang.nominated(short(pod), node),
        What::Expected { pod, node } => lang.expected(short(pod), node),
        What::NominationCleared { pod, by: Some(by) } => lang.nomination_lost(short(pod), short(by)),
        What::NominationCleared { pod, by: None } => lang.nomination_cleared(short(pod)),
        What::Assumed { pod, node } => lang.assumed(short(pod), node),
        What::Bound { pod, node } => lang.bound(short(pod), node),
        What::Waits { pod, node, plugins, until } => {
            let plugins: Vec<&str> = plugins.iter().map(RowId::as_str).collect();
            lang.waits(short(pod), node, &plugins, &clock(until.since(now)))
        }
        What::Allowed { pod, node } => lang.allowed(short(pod), node),
        What::PreBinding { pod, node, claims, until } if claims.is_empty() => {
            lang.pre_binding(short(pod), node, &clock(until.since(now)))
        }
        What::PreBinding { pod, claims, until, .. } => {
            let claims: Vec<&str> = claims.iter().map(|claim| short(claim)).collect();
            lang.binding_volumes(short(pod), &claims, &clock(until.since(now)))
        }
        What::Unreserved { pod, node, at: Point::Bind } => lang.bind_failed(short(pod), node),
        What::Unreserved { pod, node, at } => lang.unreserved(short(pod), node, *at),
        What::Creating(pod) => lang.creating(short(pod)),
        What::Running { pod, .. } => lang.running(short(pod)),
        What::Succeeded(pod) => lang.succeeded(short(pod)),
        What::Terminating { pod, until, why } => lang.terminating(short(pod), &clock(until.since(now)), why),
        What::PodRemoved(pod) => lang.pod_removed(short(pod)),
        What::PodUpdated(pod) => lang.pod_updated(short(&pod.key())),
        What::Script { text, by_kubectl, .. } => lang.script(text, *by_kubectl),
        What::Printed { text, .. } => lang.printed(text),
        What::End(ending) => lang.ended(*ending),
        What::PriorityClassRemoved(name) => lang.class_removed(name),
        What::BudgetRemoved(key) => lang.budget_removed(short(key)),
        What::StorageApplied(_)
        | What::StorageRemoved(_)
        | What::DeviceApplied(_)
        | What::DeviceRemoved(_)
        | What::VolumesReserved { .. }
        | What::Provisioning { .. }
        | What::Provisioned { .. }
        | What::ProvisioningFailed { .. }
        | What::ClaimBound { .. } => lang.volume_event(what),
        What::Profiles(_)
        | What::Attempted(_)
        | What::Drawn { .. }
        | What::Message { .. }
        | What::PriorityClassAdded(_) => lang.changed(),
    }
    .into()
}

/// A point around the binding: what the scheduler and the plugins do there.
fn point(lang: Lang, sheet: &Sheet, point: Point, what: &What) -> Story {
    let (What::Assumed { pod, node } | What::Bound { pod, node }) = what else { return Story::default() };
    (sheet.point(point).to_owned(), lang.point(point, short(pod), node)).into()
}

fn queued(lang: Lang, pod: &str, queue: Queue, by: QueueEvent, until: Option<Millis>, now: Millis) -> Told {
    let (pod, to) = (short(pod), lang.words().queue(queue));
    let backoff = || match until {
        Some(until) if until > now => lang.backoff_left(&clock(until - now)),
        _ => String::new(),
    };
    match (by, queue) {
        (QueueEvent::ScheduleAttemptFailure, Queue::Unschedulable) => lang.queued_unschedulable(pod, to, &backoff()),
        (QueueEvent::PodAdd, _) => lang.queued_new(pod, to),
        (QueueEvent::BackoffComplete, _) => lang.queued_backoff_over(pod, to),
        _ => lang.queued_by(pod, to, by.as_str(), &backoff()),
    }
}

fn node(attempt: &Attempt, index: usize) -> &str {
    attempt.nodes.get(index).map_or("?", |name| name.as_str())
}

fn shorts(keys: &[Str]) -> Vec<&str> {
    keys.iter().map(|key| short(key)).collect()
}

/// A step within an attempt.
fn step(lang: Lang, wording: Words, attempt: &Attempt, step: Step) -> Story {
    let pod = short(&attempt.pod);
    match step {
        Step::PreFilter => pre_filter(lang, wording, attempt),
        Step::FirstPass(index) => attempt.filter.get(index).map_or_else(Story::default, |record| {
            lang.first_pass(pod, node(attempt, record.node), &shorts(&record.nominated)).into()
        }),
        Step::Filter(index) => filter(lang, wording, attempt, index),
        Step::ExtenderFilter(index) => {
            attempt.extenders.get(index).map_or_else(Story::default, |request| extender(lang, attempt, request))
        }
        Step::Score(index) => match attempt.scores.asked(index) {
            Some(request) => extender(lang, attempt, request),
            None => score(lang, attempt, index),
        },
        Step::Select => select(lang, attempt),
        Step::Eligible => match attempt.preemption.as_ref().and_then(|it| it.ineligible) {
            Some(why) => lang.may_not_preempt(lang.ineligible(why)).into(),
            None => lang.may_preempt(pod).into(),
        },
        Step::Potential => potential(lang, attempt),
        Step::Lift(run) | Step::Try(run) | Step::Reprieve(run, _) | Step::Verdict(run) => {
            match attempt.preemption.as_ref().and_then(|it| it.dry_runs.get(run)) {
                Some(dry) => dry_run(lang, wording, attempt, dry, step),
                None => Story::default(),
            }
        }
        Step::Rung(index) => rung(lang, attempt, index),
        Step::ExtenderPreempt(index) => {
            let requests = attempt.preemption.as_ref().map_or(&[][..], |preemption| &preemption.extenders);
            requests.get(index).map_or_else(Story::default, |request| extender(lang, attempt, request))
        }
        Step::Choose => choose(lang, attempt),
        Step::Failed => {
            let Outcome::Failed { message, .. } = &attempt.outcome else { return Story::default() };
            let chosen = attempt.preemption.as_ref().and_then(|it| it.chosen);
            let failure = lang.not_scheduled(pod, chosen.map(|chosen| node(attempt, chosen)));
            Story { quote: message.to_string(), ..failure.into() }
        }
        Step::Start | Step::Event | Step::Point(_) => Story::default(),
    }
}

/// Names of nodes, or what a list of nodes says, at most so many.
const NAMED: usize = 6;

/// A request to an extender and its answer.
fn extender(lang: Lang, attempt: &Attempt, request: &ExtenderRecord) -> Story {
    let (name, asked) = (request.extender.as_str(), request.asked.len());
    match &request.answer {
        ExtenderAnswer::Filtered { kept, bare, failed } => {
            let names: Vec<_> = kept.iter().take(NAMED).map(|ix| node(attempt, *ix)).collect();
            let text = lang.extender_filtered(name, asked, &names, *bare);
            let said: Vec<&str> = failed.iter().filter_map(|(_, message, _)| message.as_deref()).take(NAMED).collect();
            Story { title: lang.extender_kept(name, kept.len(), asked), text, quote: said.join(", ") }
        }
        ExtenderAnswer::Scored { scores, factor } => {
            let scores: Vec<_> = scores.iter().take(NAMED).map(|(ix, score)| (node(attempt, *ix), *score)).collect();
            (lang.extender_points(name), lang.extender_scored(name, &scores, *factor)).into()
        }
        ExtenderAnswer::Sacrificed { candidates } => {
            let left: Vec<_> = candidates.iter().take(NAMED).map(|candidate| node(attempt, candidate.node)).collect();
            let text = lang.extender_sacrificed(name, asked, &left);
            (lang.extender_left(name, candidates.len(), asked), text).into()
        }
        ExtenderAnswer::Failed { text, ignored } => {
            let consequence = if *ignored { lang.exchange().ignored } else { lang.exchange().counts };
            Story { quote: text.to_string(), ..(lang.extender_trouble(name, *ignored), consequence.to_owned()).into() }
        }
    }
}

fn pre_filter(lang: Lang, wording: Words, attempt: &Attempt) -> Story {
    let pre = &attempt.pre_filter;
    if let Some((row, failure)) = &pre.rejected {
        let why = lang.because(row.as_str(), &lang.failure(failure));
        return Story { title: lang.rejected_everywhere(), text: why, quote: quote(wording, failure) };
    }
    let skipped: Vec<_> = pre.skipped.iter().map(RowId::as_str).collect();
    lang.pre_filter(pre.node_set.as_ref().map(Vec::len), &skipped).into()
}

fn quote(wording: Words, failure: &Failure) -> String {
    failure.reasons.iter().map(|reason| wording.reason(reason)).collect::<Vec<_>>().join(", ")
}

fn filter(lang: Lang, wording: Words, attempt: &Attempt, index: usize) -> Story {
    let Some(record) = attempt.filter.get(index) else { return Story::default() };
    let (name, pod) = (node(attempt, record.node), short(&attempt.pod));
    let (title, mut text, quote) = match record.judged() {
        Ok(()) => (lang.fits(pod, name), lang.every_filter_passes(pod, name), String::new()),
        Err(failure) => {
            let by = record.failed.first().map_or("", |(row, _)| row.as_str());
            let why = lang.failure(&failure);
            let text = if by.is_empty() { why } else { lang.because(by, &why) };
            (lang.does_not_fit(pod, name), text, quote(wording, &failure))
        }
    };
    if !record.nominated.is_empty() {
        text += &lang.with_nominated(&shorts(&record.nominated), record.pass);
    }
    Story { title, text, quote }
}

fn score(lang: Lang, attempt: &Attempt, index: usize) -> Story {
    let Some(row) = attempt.scores.rows.get(index) else { return Story::default() };
    let best = row.normalized.iter().copied().max().unwrap_or(0);
    let scored = attempt.scores.nodes.iter().zip(&row.normalized);
    let leaders: Vec<_> = scored.filter(|(_, score)| **score == best).map(|(ix, _)| node(attempt, *ix)).collect();
    let text = if leaders.len() == row.normalized.len() {
        lang.all_score(best, row.weight)
    } else {
        lang.best_score(&leaders, best, row.weight)
    };
    (row.id.to_string(), text).into()
}

fn select(lang: Lang, attempt: &Attempt) -> Story {
    let Outcome::Scheduled { node: winner, ties } = &attempt.outcome else { return Story::default() };
    let name = node(attempt, *winner);
    let text = match attempt.scores.totals.iter().copied().max() {
        None => lang.only_feasible(name),
        Some(best) => lang.best_total(name, best, ties.len(), attempt.host),
    };
    (lang.goes_to(short(&attempt.pod), name), text).into()
}

fn potential(lang: Lang, attempt: &Attempt) -> Story {
    let Some(preemption) = &attempt.preemption else { return Story::default() };
    let names: Vec<_> = preemption.potential.iter().take(6).map(|ix| node(attempt, *ix)).collect();
    lang.potential(preemption.potential.len(), attempt.nodes.len(), &names).into()
}

fn removed<'d>(dry: &'d DryRun, indices: &[usize]) -> Vec<&'d str> {
    indices.iter().filter_map(|ix| dry.removed.get(*ix)).map(|it| short(&it.pod)).collect()
}

fn dry_run(lang: Lang, wording: Words, attempt: &Attempt, dry: &DryRun, step: Step) -> Story {
    let (name, pod) = (node(attempt, dry.node), short(&attempt.pod));
    match (step, &dry.failure) {
        (Step::Lift(_), _) => {
            let names: Vec<_> = dry.removed.iter().map(|it| short(&it.pod)).collect();
            lang.dry_run(name, pod, &names).into()
        }
        (Step::Try(_), Some((_, failure))) => {
            Story { title: lang.does_not_fit_alone(pod), text: lang.failure(failure), quote: quote(wording, failure) }
        }
        (Step::Try(_), None) => lang.fits_alone(pod, name).into(),
        (Step::Reprieve(_, index), _) => reprieve(lang, wording, attempt, dry, index),
        (_, Some((_, failure))) => (lang.no_candidate(name), lang.failure(failure)).into(),
        _ => lang.candidate(name, &removed(dry, &dry.victims), dry.violations).into(),
    }
}

fn reprieve(lang: Lang, wording: Words, attempt: &Attempt, dry: &DryRun, index: usize) -> Story {
    let Some(reprieve) = dry.reprieves.get(index) else { return Story::default() };
    let (name, pod) = (node(attempt, dry.node), short(&attempt.pod));
    let asked = dry.removed.get(reprieve.pod).map_or("?", |it| short(&it.pod));
    let budgets = shorts(&reprieve.violates);
    match &reprieve.failure {
        None => lang.reprieved(asked, name, pod, &budgets).into(),
        Some((row, failure)) => {
            let why = lang.because(row.as_str(), &lang.failure(failure));
            Story { quote: quote(wording, failure), ..lang.victim(asked, name, pod, &why, &budgets).into() }
        }
    }
}

fn rung(lang: Lang, attempt: &Attempt, index: usize) -> Story {
    let Some(rung) = attempt.preemption.as_ref().and_then(|it| it.ladder.get(index)) else { return Story::default() };
    let kept: Vec<_> = rung.kept.iter().map(|ix| node(attempt, *ix)).collect();
    let of = rung.values.len();
    let text = if kept.len() == of && of > 1 { lang.all_equal(of) } else { lang.remain(of, &kept) };
    (lang.rule(rung.rule).0, text).into()
}

fn choose(lang: Lang, attempt: &Attempt) -> Story {
    let Some(preemption) = &attempt.preemption else { return Story::default() };
    let Some(chosen) = preemption.chosen else { return Story::default() };
    let victims = preemption.victims_on(chosen);
    let victims: Vec<_> = victims.iter().map(|victim| short(victim)).collect();
    lang.chosen(node(attempt, chosen), &victims, preemption.ties.len()).into()
}
