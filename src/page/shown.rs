//! A run as the page shows it: the log, the moments to stop at, and the captions that come up at some of them.

use crate::lang::Lang;
use crate::player::Landmarks;
use api::manifest::Caption;
use api::{Millis, Set};
use record::Event;
use record::What;
use record::{Tried, TriedEnd, TriedPreemption};
use std::mem::discriminant;
use std::rc::Rc;
use trace::Trace;
use trace::captions::Found;
use trace::decisions::{Decision, decisions};
use trace::steps;
use trace::steps::{Moment, Step};
use wire::RunNumber;

/// A run and its moments. Two are equal if they are the same.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// The number by which the worker knows it.
    pub run: RunNumber,
    /// The log.
    pub trace: Trace,
    /// Where the playhead can stop.
    pub moments: Vec<Moment>,
    /// How many events have happened after each attempt, by the attempts' numbers.
    pub attempts: Vec<usize>,
    /// All priorities that occur, lowest first.
    pub levels: Vec<i32>,
    /// Moments worth going to.
    pub landmarks: Landmarks,
    /// What can be asked before it is shown.
    pub decisions: Vec<Decision>,
    /// The first moment of each kind: what is said there was not said before.
    pub news: Vec<usize>,
    /// Moments after which pods shut down before the next one comes, with the time until then.
    pub drains: Vec<(usize, Millis)>,
    /// Stretches of time in which nothing happens, or a pod fails again and again as it did before: from, to, and how many of its cycles.
    pub idle: Vec<(Millis, Millis, usize)>,
    /// Captions of the scenario, in order of their moments.
    pub captions: Vec<(usize, Caption)>,
    /// Where the worker found them so far.
    pub found: Vec<Found>,
    /// Whether it is no run, but what was found in files that are still read.
    pub sketch: bool,
}

impl Shown {
    /// A run as far as it has come, with those of its captions whose places were found.
    pub fn new(run: RunNumber, trace: Trace, captions: &[Caption], found: Vec<Found>) -> Self {
        let moments = steps::moments(trace.events());
        let levels = levels(&trace);
        let place = |found: &Found| Some((found.moment(&moments)?, found.caption));
        let mut places: Vec<(usize, usize)> = found.iter().filter_map(place).collect();
        places.sort_unstable();
        let captions =
            places.into_iter().filter_map(|(at, number)| Some((at, captions.get(number)?.clone()))).collect();
        let landmarks = Landmarks::of(&trace, &moments);
        let decisions = decisions(trace.events(), &moments);
        let events = trace.events().iter().enumerate();
        let attempts = events.filter(|(_, event)| matches!(event.what, What::Attempted(_))).map(|(at, _)| at + 1);
        let attempts = attempts.collect();
        let (news, drains, idle) = (news(&trace, &moments), drains(&trace, &moments), idle(&trace));
        Self {
            run,
            trace,
            moments,
            attempts,
            levels,
            landmarks,
            decisions,
            news,
            drains,
            idle,
            captions,
            found,
            sketch: false,
        }
    }

    /// The run as it was at a moment: what was known then, and nothing of what comes. Captions are left out, as they tell of more than
    /// has happened. Of an attempt that is looked at its end is not known.
    pub fn until(&self, at: usize) -> Self {
        let moments = self.moments[..=at].to_vec();
        let last = moments.last().map_or(Step::Start, |moment| moment.step);
        let count = moments.last().map_or(0, |moment| moment.events);
        let open = !matches!(last, Step::Start | Step::Event | Step::Point(_) | Step::Select | Step::Failed);
        // Events of their own: whoever keeps what he read of a run reads this one anew.
        let mut events: Vec<Event> = self.trace.events()[..count].iter().map(|event| (**event).clone()).collect();
        if let Some(Event { what: What::Attempted(tried), .. }) = events.last_mut().filter(|_| open) {
            // Before the dry runs nothing is known of them; later on, what was told of them stays.
            let dry = matches!(last, Step::Lift(_) | Step::Try(_) | Step::Reprieve(..) | Step::Verdict(_))
                || matches!(last, Step::Rung(_) | Step::Choose | Step::ExtenderPreempt(_));
            let preemption = tried.preemption.clone().map(|it| match dry {
                true => TriedPreemption { room: None, ..it },
                false => {
                    TriedPreemption { ineligible: it.ineligible, potential: it.potential, ..TriedPreemption::default() }
                }
            });
            *tried = Rc::new(Tried { end: TriedEnd::Open, post_filter: None, preemption, ..Tried::clone(tried) });
        }
        let trace = Trace::new(events);
        let events = trace.events();
        let time = events.last().map_or(Millis::ZERO, |event| event.at);
        Self {
            run: self.run,
            attempts: self.attempts.iter().copied().filter(|attempt| *attempt <= count).collect(),
            levels: levels(&trace),
            landmarks: Landmarks::of(&trace, &moments),
            decisions: self.decisions.iter().copied().filter(|decision| decision.before <= at).collect(),
            news: self.news.iter().copied().filter(|news| *news <= at).collect(),
            drains: self.drains.iter().copied().filter(|(drain, _)| *drain < at).collect(),
            idle: self.idle.iter().copied().filter(|(_, to, _)| *to <= time).collect(),
            captions: Vec::new(),
            found: Vec::new(),
            sketch: self.sketch,
            trace,
            moments,
        }
    }

    /// How long pods shut down after a moment before the next one comes.
    pub fn drain(&self, at: usize) -> Option<Millis> {
        let found = self.drains.binary_search_by_key(&at, |(moment, _)| *moment).ok()?;
        Some(self.drains[found].1)
    }

    /// The moment that tells most: the first one of those that go deepest, among those with a caption, if there are any.
    pub fn decisive(&self) -> Option<usize> {
        let depth = |at: usize| match self.moments[at].step {
            Step::Choose => 7,
            Step::Rung(_) | Step::ExtenderPreempt(_) => 6,
            Step::Lift(_) | Step::Try(_) | Step::Reprieve(..) | Step::Verdict(_) => 5,
            Step::Select | Step::ExtenderFilter(_) => 4,
            Step::PreFilter | Step::FirstPass(_) | Step::Filter(_) | Step::Score(_) => 3,
            Step::Eligible | Step::Potential => 2,
            Step::Failed => 1,
            Step::Start | Step::Event | Step::Point(_) => 0,
        };
        // Of equals the first: `max_by_key` takes the last.
        let told = self.captions.iter().map(|(at, _)| *at).rev().max_by_key(|at| depth(*at));
        told.or_else(|| (0..self.moments.len()).rev().max_by_key(|at| depth(*at)))
    }

    /// The number of the last attempt after so many events.
    pub(crate) fn attempt_at(&self, events: usize) -> Option<usize> {
        self.attempts.partition_point(|count| *count <= events).checked_sub(1)
    }

    /// An attempt in short.
    pub fn tried(&self, number: usize) -> Option<&Rc<Tried>> {
        match &self.trace.events().get(*self.attempts.get(number)? - 1)?.what {
            What::Attempted(tried) => Some(tried),
            _ => None,
        }
    }

    /// How many captions have come by a moment; the last of them is the one that is shown.
    pub(crate) fn captions_told(&self, at: usize) -> usize {
        self.captions.partition_point(|(moment, _)| *moment <= at)
    }

    /// The caption shown at a moment, and whether it is its very own.
    pub fn caption(&self, at: usize) -> Option<(&Caption, bool)> {
        let (moment, caption) = self.captions.get(self.captions_told(at).checked_sub(1)?)?;
        Some((caption, *moment == at))
    }
}

impl PartialEq for Shown {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

/// All priorities that occur, lowest first.
fn levels(trace: &Trace) -> Vec<i32> {
    let mut levels: Vec<i32> = trace
        .events()
        .iter()
        .filter_map(|event| match &event.what {
            What::PodCreated { pod, .. } => Some(pod.priority()),
            _ => None,
        })
        .collect();
    levels.sort_unstable();
    levels.dedup();
    levels
}

/// What a moment shows, as one of a kind: its step and what happened, whoever it is about.
fn news(trace: &Trace, moments: &[Moment]) -> Vec<usize> {
    let mut known = Vec::new();
    let fresh = moments.iter().enumerate().filter(|(_, moment)| {
        let what = moment.events.checked_sub(1).and_then(|last| trace.events().get(last)).map(|event| &event.what);
        let queue = if let Some(What::Queued { queue, .. }) = what { Some(*queue) } else { None };
        // The first check that fails is news, whatever passed before.
        let failed = matches!(what, Some(What::Attempted(tried)) if matches!(tried.end, TriedEnd::Failed { .. }));
        let fails = failed && matches!(moment.step, Step::Filter(_));
        let kind = (moment.step.phase(), discriminant(&moment.step), what.map(discriminant), queue, fails);
        let is_new = !known.contains(&kind);
        if is_new {
            known.push(kind);
        }
        is_new
    });
    fresh.map(|(at, _)| at).collect()
}

/// Shorter stretches are not worth a fold.
const IDLE: Millis = Millis::of_seconds(2);

/// See [`Shown::idle`].
fn idle(trace: &Trace) -> Vec<(Millis, Millis, usize)> {
    let (mut found, mut before) = (Vec::<(Millis, Millis, usize)>::new(), Millis::ZERO);
    // What failed last and how often since, as long as nothing else happened than its way through the queue.
    let (mut failed, mut since, mut cycles) = (None, Millis::ZERO, 0);
    for event in trace.events() {
        let again = match &event.what {
            What::Attempted(tried) => match &tried.end {
                TriedEnd::Failed { message, .. } => {
                    let this = Some((&tried.pod, message));
                    cycles = if failed == this { cycles + 1 } else { 0 };
                    let same = failed == this;
                    failed = this;
                    same
                }
                _ => false,
            },
            What::Queued { pod, .. } | What::Popped { pod, .. } => failed.is_some_and(|(key, _)| key == pod),
            What::Drawn { .. } | What::Message { .. } => failed.is_some(),
            _ => false,
        };
        let attempted = matches!(event.what, What::Attempted(_));
        if !again {
            if !attempted {
                failed = None;
            }
            (since, cycles) = (event.at, 0);
        }
        // Of failures that are alike the middle ones are one stretch with the waiting between them.
        if cycles > 1 && attempted {
            found.retain(|(from, ..)| *from < since);
            found.push((since, event.at, cycles));
        } else if event.at > before + IDLE && cycles < 2 {
            found.push((before, event.at, 0));
        }
        before = event.at;
    }
    found
}

/// See [`Shown::drains`].
fn drains(trace: &Trace, moments: &[Moment]) -> Vec<(usize, Millis)> {
    let events = trace.events();
    let (mut going, mut seen, mut found) = (Set::new(), 0, Vec::new());
    for (at, pair) in moments.windows(2).enumerate() {
        for event in &events[seen..pair[0].events] {
            match &event.what {
                What::Terminating { pod, .. } => drop(going.insert(pod)),
                What::PodRemoved(pod) => drop(going.remove(pod)),
                _ => {}
            }
        }
        seen = pair[0].events;
        let time = |moment: &Moment| moment.events.checked_sub(1).map_or(Millis::ZERO, |last| events[last].at);
        let passes = time(&pair[1]) - time(&pair[0]);
        if !passes.is_zero() && !going.is_empty() {
            found.push((at, passes));
        }
    }
    found
}

/// How long it takes to read a sentence that is new, in milliseconds: four words, or six Chinese characters, in a second.
pub(crate) fn reading_of(text: &str, lang: Lang) -> u32 {
    let time = if lang == Lang::Zh {
        text.chars().count() * 1000 / 6
    } else {
        text.split_whitespace().count().saturating_sub(4) * 250
    };
    u32::try_from(time).map_or(6000, |time| time.clamp(400, 6000))
}

/// How long it takes to read a caption that has just come up, in milliseconds.
pub fn reading(caption: Option<(&Caption, bool)>, lang: Lang) -> u32 {
    let Some((caption, true)) = caption else { return 0 };
    let (text, each) = if lang == Lang::Zh { (&caption.zh, 140) } else { (&caption.text, 45) };
    u32::try_from(text.chars().count()).map_or(0, |count| (count * each).clamp(1500, 9000))
}

/// Whether these are events of the run that began with this one: a run that grows keeps its events as they are.
pub(crate) fn same_run(first: Option<&Rc<Event>>, events: &[Rc<Event>]) -> bool {
    match (first, events.first()) {
        (Some(kept), Some(first)) => Rc::ptr_eq(kept, first),
        (kept, first) => kept.is_none() && first.is_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::Playing;
    use crate::opening::Opening;
    use crate::run::Running;
    use crate::store::{Action, Store};
    use crate::testing::Worker;
    use crate::update::reduce;
    use api::manifest::{Anchor, Happening};
    use record::Event;
    use trace::steps::Step;
    use wire::Happened;
    use wire::Loaded;

    #[test]
    fn the_first_check_that_fails_is_news() {
        let text = include_str!("../../www/scenarios/preemption.yaml");
        let (store, effects) = reduce(&Store::default(), Action::Open(Opening::Text(text.into())));
        let shown = Worker::default().serve(store, effects).run.trace;
        let checks = shown.moments.iter().enumerate().filter(|(_, it)| matches!(it.step, Step::Filter(_)));
        let news: Vec<bool> = checks.map(|(at, _)| shown.news.contains(&at)).collect();
        assert_eq!(&news[..3], [true, true, false], "one that passes, one that fails, and another that fails");
    }

    #[test]
    fn captions_come_at_their_moments() {
        let (store, _) = reduce(&Store::default(), Action::Open(Opening::Text("x".into())));
        let anchor = |nth| Anchor { pod: "default/a".into(), event: Happening::Popped, nth, ..Anchor::default() };
        let caption = |nth, text: &str| Caption { at: anchor(nth), text: text.into(), ..Caption::default() };
        let captions = vec![caption(3, "last"), caption(1, "first"), caption(9, "never")];
        let (store, _) = reduce(&store, Action::Run(Running::Loaded(1, Loaded { captions, ..Loaded::default() })));
        let event = |at| Event { at: Millis::new(at), what: What::Popped { pod: "default/a".into(), attempt: 1 } };
        let found = |caption, events| Found { caption, events, step: Step::Event };
        let captions = vec![found(1, 1), found(0, 3)];
        let happened = Happened { events: (0..4).map(event).collect(), captions, done: true, more: false };
        let (mut store, _) = reduce(&store, Action::Run(Running::Events(1, happened)));
        let mut seen = Vec::new();
        for forward in [true, true, true, false, false] {
            seen.push(store.caption().map(|(caption, now)| (caption.text.to_string(), now)));
            store = reduce(&store, Action::Player(Playing::StepCaption(forward))).0;
        }
        seen.push(store.caption().map(|(caption, now)| (caption.text.to_string(), now)));
        let told = |text: &str| Some((text.to_owned(), true));
        assert_eq!(seen, [None, told("first"), told("last"), told("last"), told("first"), None]);
        store = reduce(&store, Action::Player(Playing::Seek(2))).0;
        assert_eq!(store.caption().map(|(caption, now)| (caption.text.as_str(), now)), Some(("first", false)));
    }
}
