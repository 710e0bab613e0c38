//! A run as the page shows it: the log, the moments at which the playhead can stop, and captions.

use std::{mem::discriminant, rc::Rc};

use api::{Millis, Set, Str};
use i18n::Lang;
use manifest::Caption;
use protocol::RunNumber;
use runlog::{AttemptEnd, AttemptSummary, Event, EventKind, GroupAttemptSummary, GroupStatus, PreemptionSummary};
use scene::priority::priority_levels;
use trace::{
    Trace,
    captions::CaptionMoment,
    decisions::{Decision, find_decisions},
    group_steps::GroupStep,
    steps::{self, Moment, Step},
};

use crate::landmarks::Landmarks;

/// A run with data derived from its log. Equality is by identity.
#[derive(Clone, Debug, Default)]
pub struct RunView {
    /// The run's number in the worker.
    pub run: RunNumber,
    /// The log.
    pub trace: Trace,
    /// The moments at which the playhead can stop.
    pub moments: Vec<Moment>,
    /// The number of events up to the end of each attempt, by the attempt's index.
    pub attempt_ends: Vec<usize>,
    /// All priorities that occur, ascending.
    pub priorities: Vec<i32>,
    pub landmarks: Landmarks,
    /// The decisions that can be predicted.
    pub decisions: Vec<Decision>,
    /// The first moment of each type, ascending: its text is new to the reader.
    pub first_of_kind: Vec<usize>,
    /// (moment, duration until the next moment) where pods terminate in between.
    pub drains: Vec<(usize, Millis)>,
    /// Idle stretches, or stretches in which a pod fails repeatedly with the same message: start, end, and the number of its cycles.
    pub idle_stretches: Vec<(Millis, Millis, usize)>,
    /// Captions of the scenario, as (moment, caption), by moment.
    pub captions: Vec<(usize, Caption)>,
    /// The positions of captions that the worker has sent so far.
    pub caption_places: Vec<CaptionMoment>,
    /// Whether it is a preview of an import, not a run.
    pub is_preview: bool,
}

impl RunView {
    /// The run so far, with the captions whose positions are known.
    pub fn new(run_number: RunNumber, trace: Trace, captions: &[Caption], caption_places: Vec<CaptionMoment>) -> Self {
        let moments = steps::moments(trace.events());
        let priorities = priority_levels(&trace);
        let place = |caption_moment: &CaptionMoment| Some((caption_moment.moment(&moments)?, caption_moment.caption));
        let mut places: Vec<(usize, usize)> = caption_places.iter().filter_map(place).collect();
        places.sort_unstable();
        let captions =
            places.into_iter().filter_map(|(at, number)| Some((at, captions.get(number)?.clone()))).collect();
        let landmarks = Landmarks::find_landmarks(&trace, &moments);
        let decisions = find_decisions(trace.events(), &moments);
        let events = trace.events().iter().enumerate();
        let attempts = events.filter(|(_, event)| matches!(event.what, EventKind::Attempted(_))).map(|(at, _)| at + 1);
        let attempt_ends = attempts.collect();
        let (first_of_kind, drains, idle_stretches) =
            (first_moments_of_kind(&trace, &moments), drain_moments(&trace, &moments), idle_stretches(&trace));
        Self {
            run: run_number,
            trace,
            moments,
            attempt_ends,
            priorities,
            landmarks,
            decisions,
            first_of_kind,
            drains,
            idle_stretches,
            captions,
            caption_places,
            is_preview: false,
        }
    }

    /// The run as it was at a moment, without the future. Captions are omitted, because they refer to later events. The end of an attempt
    /// in progress is omitted.
    #[must_use]
    pub fn cut_at(&self, at: usize) -> Self {
        let moments = self.moments[..=at].to_vec();
        let last = moments.last().map_or(Step::Start, |moment| moment.step);
        let count = moments.last().map_or(0, |moment| moment.events);
        let is_open =
            !matches!(last, Step::Start | Step::Event | Step::Point(_) | Step::Group(_) | Step::Select | Step::Failed);
        // New `Rc`s: caches that compare events by identity must not reuse data of the full run.
        let mut events: Vec<Event> = self.trace.events()[..count].iter().map(|event| (**event).clone()).collect();
        if let Some(Event { what: EventKind::Attempted(tried), .. }) = events.last_mut().filter(|_| is_open) {
            // Before the dry runs nothing is known about victims; during them, the results so far stay.
            let dry = matches!(last, Step::Lift(_) | Step::Try(_) | Step::Reprieve(..) | Step::Verdict(_))
                || matches!(last, Step::Rung(_) | Step::Choose | Step::ExtenderPreempt(_));
            let preemption = tried.preemption.clone().map(|preemption| match dry {
                true => PreemptionSummary { room: None, ..preemption },
                false => PreemptionSummary {
                    ineligible: preemption.ineligible,
                    potential: preemption.potential,
                    ..PreemptionSummary::default()
                },
            });
            *tried = Rc::new(AttemptSummary {
                end: AttemptEnd::Open,
                post_filter: None,
                preemption,
                ..AttemptSummary::clone(tried)
            });
        }
        if let (Step::Group(step), Some(Event { what: EventKind::GroupAttempted(summary), .. })) =
            (last, events.last_mut())
        {
            *summary = Rc::new(summary_until(summary, step));
        }
        let trace = Trace::new(events);
        let events = trace.events();
        let time = events.last().map_or(Millis::ZERO, |event| event.at);
        Self {
            run: self.run,
            attempt_ends: self.attempt_ends.iter().copied().filter(|attempt| *attempt <= count).collect(),
            priorities: priority_levels(&trace),
            landmarks: Landmarks::find_landmarks(&trace, &moments),
            decisions: self.decisions.iter().copied().filter(|decision| decision.before <= at).collect(),
            first_of_kind: self.first_of_kind.iter().copied().filter(|news| *news <= at).collect(),
            drains: self.drains.iter().copied().filter(|(drain, _)| *drain < at).collect(),
            idle_stretches: self.idle_stretches.iter().copied().filter(|(_, to, _)| *to <= time).collect(),
            captions: Vec::new(),
            caption_places: Vec::new(),
            is_preview: self.is_preview,
            trace,
            moments,
        }
    }

    /// The duration until the next moment, if pods terminate in between.
    pub fn drain_after(&self, at: usize) -> Option<Millis> {
        let index = self.drains.binary_search_by_key(&at, |(moment, _)| *moment).ok()?;
        Some(self.drains[index].1)
    }

    /// The most relevant moment: the first with the deepest step, preferably one with a caption.
    pub fn decisive_moment(&self) -> Option<usize> {
        let depth = |at: usize| match self.moments[at].step {
            Step::Choose => 7,
            Step::Rung(_) | Step::ExtenderPreempt(_) => 6,
            Step::Lift(_) | Step::Try(_) | Step::Reprieve(..) | Step::Verdict(_) | Step::Group(_) => 5,
            Step::Select | Step::ExtenderFilter(_) => 4,
            Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) | Step::Score(_) => 3,
            Step::Eligible | Step::Potential => 2,
            Step::Failed => 1,
            Step::Start | Step::Event | Step::Point(_) => 0,
        };
        // Reversed, because `max_by_key` returns the last of equal elements.
        let decisive = self.captions.iter().map(|(at, _)| *at).rev().max_by_key(|at| depth(*at));
        decisive.or_else(|| (0..self.moments.len()).rev().max_by_key(|at| depth(*at)))
    }

    /// The index of the last attempt within this many events.
    pub fn attempt_at(&self, events: usize) -> Option<usize> {
        self.attempt_ends.partition_point(|count| *count <= events).checked_sub(1)
    }

    /// The summary of the attempt at an index.
    pub fn attempt_summary(&self, number: usize) -> Option<&Rc<AttemptSummary>> {
        match &self.trace.events().get(*self.attempt_ends.get(number)? - 1)?.what {
            EventKind::Attempted(tried) => Some(tried),
            _ => None,
        }
    }

    /// The number of captions up to a moment; the last of them is shown.
    pub fn captions_until(&self, at: usize) -> usize {
        self.captions.partition_point(|(moment, _)| *moment <= at)
    }

    /// The caption shown at a moment, and whether it belongs to exactly this moment.
    pub fn caption_at(&self, at: usize) -> Option<(&Caption, bool)> {
        let (moment, caption) = self.captions.get(self.captions_until(at).checked_sub(1)?)?;
        Some((caption, *moment == at))
    }
}

impl PartialEq for RunView {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// See [`RunView::first_of_kind`]. The type is the step and the event, regardless of the objects.
fn first_moments_of_kind(trace: &Trace, moments: &[Moment]) -> Vec<usize> {
    let mut kinds = Vec::new();
    let fresh = moments.iter().enumerate().filter(|(_, moment)| {
        let event_kind =
            moment.events.checked_sub(1).and_then(|last| trace.events().get(last)).map(|event| &event.what);
        let queue = if let Some(EventKind::Queued { queue, .. }) = event_kind { Some(*queue) } else { None };
        // The first failing filter counts as a type of its own.
        let failed =
            matches!(event_kind, Some(EventKind::Attempted(tried)) if matches!(tried.end, AttemptEnd::Failed { .. }));
        let fails = failed && matches!(moment.step, Step::Filter(_));
        let kind = (moment.step.phase(), discriminant(&moment.step), event_kind.map(discriminant), queue, fails);
        let is_new = !kinds.contains(&kind);
        if is_new {
            kinds.push(kind);
        }
        is_new
    });
    fresh.map(|(at, _)| at).collect()
}

/// Shorter idle stretches aren't listed.
const MIN_IDLE: Millis = Millis::from_seconds(2);

/// See [`RunView::idle_stretches`].
fn idle_stretches(trace: &Trace) -> Vec<(Millis, Millis, usize)> {
    let (mut stretches, mut before) = (Vec::<(Millis, Millis, usize)>::new(), Millis::ZERO);
    // The last failure, when the repetitions began, and their number, as long as nothing but its requeueing happened since.
    let (mut failed, mut since, mut cycles) = (None, Millis::ZERO, 0);
    for event in trace.events() {
        let again = match &event.what {
            EventKind::Attempted(tried) => match &tried.end {
                AttemptEnd::Failed { message, .. } => {
                    let this = Some((&tried.pod, message));
                    cycles = if failed == this { cycles + 1 } else { 0 };
                    let is_same = failed == this;
                    failed = this;
                    is_same
                }
                _ => false,
            },
            EventKind::Queued { pod, .. } | EventKind::Popped { pod, .. } => failed.is_some_and(|(key, _)| key == pod),
            EventKind::Drawn { .. } | EventKind::Message { .. } => failed.is_some(),
            _ => false,
        };
        let attempted = matches!(event.what, EventKind::Attempted(_));
        if !again {
            if !attempted {
                failed = None;
            }
            (since, cycles) = (event.at, 0);
        }
        // Repeated failures and the waits between them become one stretch, which excludes the first and the last.
        if cycles > 1 && attempted {
            stretches.retain(|(from, ..)| *from < since);
            stretches.push((since, event.at, cycles));
        } else if event.at > before + MIN_IDLE && cycles < 2 {
            stretches.push((before, event.at, 0));
        }
        before = event.at;
    }
    stretches
}

/// See [`RunView::drains`].
fn drain_moments(trace: &Trace, moments: &[Moment]) -> Vec<(usize, Millis)> {
    let events = trace.events();
    let (mut terminating, mut folded_events, mut drains) = (Set::new(), 0, Vec::new());
    for (at, pair) in moments.windows(2).enumerate() {
        for event in &events[folded_events..pair[0].events] {
            match &event.what {
                EventKind::Terminating { pod, .. } => drop(terminating.insert(pod)),
                EventKind::PodRemoved(pod) => drop(terminating.remove(pod)),
                _ => {}
            }
        }
        folded_events = pair[0].events;
        let time = |moment: &Moment| moment.events.checked_sub(1).map_or(Millis::ZERO, |last| events[last].at);
        let passes = time(&pair[1]) - time(&pair[0]);
        if !passes.is_zero() && !terminating.is_empty() {
            drains.push((at, passes));
        }
    }
    drains
}

/// The time to read a new sentence, in milliseconds: per second four words, or six characters in a language without spaces.
pub fn reading_millis(text: &str, lang: Lang) -> u32 {
    let time = if lang.has_spaces() {
        text.split_whitespace().count().saturating_sub(4) * 250
    } else {
        text.chars().count() * 1000 / 6
    };
    u32::try_from(time).map_or(6000, |time| time.clamp(400, 6000))
}

/// The time to read a caption that has just appeared, in milliseconds; 0 otherwise.
pub fn caption_millis(caption: Option<(&Caption, bool)>, lang: Lang) -> u32 {
    let Some((caption, true)) = caption else { return 0 };
    let each = if lang.content().has_spaces() { 45 } else { 140 };
    u32::try_from(lang.pick_of(&caption.text, &caption.zh).chars().count())
        .map_or(0, |count| (count * each).clamp(1500, 9000))
}

/// Whether these events belong to the run that starts with `first`: a growing run keeps its events' `Rc`s.
pub fn is_same_run(first: Option<&Rc<Event>>, events: &[Rc<Event>]) -> bool {
    match (first, events.first()) {
        (Some(event), Some(first)) => Rc::ptr_eq(event, first),
        (event, first) => event.is_none() && first.is_none(),
    }
}

/// The summary of a group's cycle as known at one of its steps, without the later parts of preemption and the status.
fn summary_until(summary: &GroupAttemptSummary, step: GroupStep) -> GroupAttemptSummary {
    let (asked, knows_victims) = match step {
        GroupStep::Placement(_) | GroupStep::Units | GroupStep::WithoutUnits => (0, false),
        GroupStep::Reprieve(at) => (at + 1, false),
        GroupStep::Victims | GroupStep::Forget => (usize::MAX, true),
        _ => return summary.clone(),
    };
    let mut known = summary.clone();
    if let (GroupStep::Placement(at), Some(placements)) = (step, &mut known.placements) {
        placements.placements.truncate(at + 1);
        placements.chosen = None;
    }
    if matches!(step, GroupStep::Placement(_)) {
        known.preemption = None;
    }
    if let Some(preemption) = known.preemption.as_mut().filter(|_| !knows_victims) {
        preemption.reprieves.truncate(asked);
        preemption.victims.clear();
        preemption.message = Str::default();
        if step == GroupStep::Units {
            preemption.fits_without_any = None;
        }
    }
    GroupAttemptSummary { is_waiting: false, status: GroupStatus::Unschedulable(Str::default()), ..known }
}

#[cfg(test)]
mod tests {
    use manifest::{Anchor, Happening};
    use protocol::{EventBatch, LoadResult, ManifestSummary};
    use runlog::Event;
    use trace::steps::Step;

    use super::*;
    use crate::{
        actions::{Action, player::PlayerMsg},
        open_target::OpenTarget,
        run::RunMsg,
        store::Store,
        testing::InlineWorker,
        update::reduce,
    };

    #[test]
    fn the_first_failing_check_counts_as_new() {
        let text = include_str!("../../www/scenarios/preemption.yaml");
        let run_view = InlineWorker::default().open_text(text).run.view;
        let checks = run_view.moments.iter().enumerate().filter(|(_, moment)| matches!(moment.step, Step::Filter(_)));
        let news: Vec<bool> = checks.map(|(at, _)| run_view.first_of_kind.contains(&at)).collect();
        assert_eq!(&news[..3], [true, true, false], "one that passes, one that fails, and another that fails");
    }

    #[test]
    fn captions_are_shown_at_their_moments() {
        let (store, _) = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Text("x".into())));
        let anchor = |nth| Anchor { pod: "default/a".into(), event: Happening::Popped, nth, ..Anchor::default() };
        let caption = |nth, text: &str| Caption { at: anchor(nth), text: text.into(), ..Caption::default() };
        let captions = vec![caption(3, "last"), caption(1, "first"), caption(9, "never")];
        let (store, _) = reduce(
            &store,
            Action::Run(RunMsg::ManifestLoaded(
                1,
                Rc::new(LoadResult {
                    summary: ManifestSummary { captions, ..ManifestSummary::default() },
                    ..LoadResult::default()
                }),
            )),
        );
        let event = |at| Event { at: Millis::new(at), what: EventKind::Popped { pod: "default/a".into(), attempt: 1 } };
        let caption_moment = |caption, events| CaptionMoment { caption, events, step: Step::Event };
        let captions = vec![caption_moment(1, 1), caption_moment(0, 3)];
        let event_batch =
            EventBatch { events: (0..4).map(event).map(Rc::new).collect(), captions, is_done: true, has_more: false };
        let (mut store, _) = reduce(&store, Action::Run(RunMsg::EventsArrived(1, Rc::new(event_batch))));
        let mut captions_seen = Vec::new();
        for forward in [true, true, true, false, false] {
            captions_seen
                .push(store.current_caption().map(|(caption, is_current)| (caption.text.to_string(), is_current)));
            store = reduce(&store, Action::Player(PlayerMsg::StepByCaption(forward))).0;
        }
        captions_seen.push(store.current_caption().map(|(caption, is_current)| (caption.text.to_string(), is_current)));
        let shown_caption = |text: &str| Some((text.to_owned(), true));
        assert_eq!(
            captions_seen,
            [None, shown_caption("first"), shown_caption("last"), shown_caption("last"), shown_caption("first"), None]
        );
        store = reduce(&store, Action::Player(PlayerMsg::Seek(2))).0;
        assert_eq!(
            store.current_caption().map(|(caption, is_current)| (caption.text.as_str(), is_current)),
            Some(("first", false))
        );
    }
}
