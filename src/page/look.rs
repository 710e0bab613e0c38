//! What there is to see at a moment.

use std::cell::RefCell;
use std::rc::Rc;

use crate::compare::branches;
use crate::lang::Lang;
use crate::lesson::hidden;
use crate::lesson::hidden::Hidden;
use crate::shown::Shown;
use crate::store::Store;
use crate::view::{Piece, View};
use api::{Str, Table};
use record::Event;
use record::{Attempt, Tried};
use releases::Release;
use trace::Frame;
use trace::compare;
use trace::compare::Changed;
use trace::ends::{End, ends};
use trace::steps::{Moment, Step};
use wire::RunNumber;
use words::story;
use words::story::Story;

/// What there is to see of a run at the moment shown. While the detail of an attempt is still to come, or as long as the run
/// beside it waits (`holds`), the picture stays as it was; only the words go on.
pub(crate) fn view_of(store: Rc<Store>, known: &RefCell<Known>, holds: bool) -> View {
    let store = known.borrow_mut().hidden.of(store);
    let moment = store.moment().unwrap_or(Moment { events: 0, step: Step::Start, dwell: 0 });
    let wording = releases::wording(store.run.shown_release());
    let mut known = known.borrow_mut();
    let (frame, tried) = known.follow(&store.run.trace, moment.events);
    let story = known.told.at(store.player.at, &store, &frame).unwrap_or_default();
    let mut title = |at: usize| Some(known.told.at(at, &store, &frame)?.title);
    let around = [store.player.at.checked_sub(1).and_then(&mut title), title(store.player.at + 1)];
    let event = moment.events.checked_sub(1).and_then(|last| store.run.trace.trace.events().get(last)).cloned();
    let attempt = tried.as_ref().and_then(|tried| store.details.get(store.run.trace.run, tried.number)).cloned();
    let inside = !matches!(moment.step, Step::Start | Step::Event | Step::Point(_));
    let picture = Picture { run: store.run.trace.run, frame, event, moment, attempt };
    let waits = (holds || inside && picture.attempt.is_none()) && known.picture.run == picture.run;
    if !waits {
        // The tables of the last attempt stay until those of this one are there.
        let before = known.picture.attempt.take().filter(|_| known.picture.run == picture.run && tried.is_some());
        known.picture = Picture { attempt: picture.attempt.or(before), ..picture };
    }
    let Picture { frame, event, moment, attempt, .. } = known.picture.clone();
    let sheet = frame.profiles.get(attempt.as_ref().map_or(0, |attempt| attempt.profile)).cloned().unwrap_or_default();
    let words = store.lang.words();
    // Whoever predicts is not told how it ends.
    let ends = (store.edits() && !store.course.predict.on).then(|| known.ends(&store.run.trace));
    let fork = branches::fork(&store).filter(|_| !store.hurries() && !hidden::hides(&store));
    let Changed { nodes: unlike, pods: changed } =
        fork.map_or_else(Changed::default, |(_, before)| known.changed(&frame, &before.trace));
    View {
        store,
        words,
        wording,
        sheet,
        frame,
        event,
        step: moment.step,
        moment,
        tried,
        attempt,
        waits,
        story,
        around,
        beside: None,
        unlike,
        changed,
        ends,
        pieces: Piece::ALL,
        still: false,
        // Parts draw with views, so this floor knows none of them.
        part: |_, _, _| yew::Html::default(),
        other: false,
    }
}

/// What is drawn.
#[derive(Clone)]
struct Picture {
    run: RunNumber,
    frame: Rc<Frame>,
    event: Option<Rc<Event>>,
    moment: Moment,
    attempt: Option<Rc<Attempt>>,
}

impl Default for Picture {
    fn default() -> Self {
        Self {
            run: 0,
            frame: Rc::default(),
            event: None,
            moment: Moment { events: 0, step: Step::Start, dwell: 0 },
            attempt: None,
        }
    }
}

/// The stories of the moment shown and of those beside it: on the way through a run each is made once.
#[derive(Default)]
struct Told {
    run: Rc<Shown>,
    of: (Lang, Option<Release>),
    stories: Vec<(usize, Story)>,
}

impl Told {
    /// The story of a moment, kept if it can be met again.
    fn at(&mut self, at: usize, store: &Store, frame: &Frame) -> Option<Story> {
        let moment = store.run.trace.moments.get(at)?;
        let of = (store.lang, store.run.release);
        if !Rc::ptr_eq(&self.run, &store.run.trace) || self.of != of {
            *self = Self { run: Rc::clone(&store.run.trace), of, stories: Vec::new() };
        }
        self.stories.retain(|(known, _)| known.abs_diff(store.player.at) < 2);
        if let Some((_, story)) = self.stories.iter().find(|(known, _)| *known == at) {
            return Some(story.clone());
        }
        let detail =
            store.run.trace.attempt_at(moment.events).and_then(|it| store.details.get(store.run.trace.run, it));
        let wording = releases::wording(store.run.shown_release());
        let story =
            story::at(store.lang, store.run.trace.trace.events(), *moment, frame, wording, detail.map(|it| &**it));
        // The first story counts what the frame shown holds, and one in short is told again when the detail is there.
        if moment.step != Step::Start && detail.is_some() {
            self.stories.push((at, story.clone()));
        }
        Some(story)
    }
}

/// What follows from how many events of a run have happened, kept until that changes.
#[derive(Default)]
pub struct Known {
    run: Rc<Shown>,
    events: usize,
    /// The cluster.
    frame: Rc<Frame>,
    tried: Option<Rc<Tried>>,
    picture: Picture,
    told: Told,
    ends: (Rc<Shown>, Rc<Table<Str, End>>),
    changed: (Rc<Frame>, Rc<Shown>, Changed),
    hidden: Hidden,
}

impl Known {
    /// How a run ends for each pod.
    fn ends(&mut self, run: &Rc<Shown>) -> Rc<Table<Str, End>> {
        if !Rc::ptr_eq(&self.ends.0, run) {
            self.ends = (Rc::clone(run), Rc::new(ends(run.trace.events())));
        }
        Rc::clone(&self.ends.1)
    }

    /// What is otherwise than in the run before, which takes a walk through that run.
    fn changed(&mut self, frame: &Rc<Frame>, before: &Rc<Shown>) -> Changed {
        let (here, there, _) = &self.changed;
        if !(Rc::ptr_eq(here, frame) && Rc::ptr_eq(there, before)) {
            self.changed = (Rc::clone(frame), Rc::clone(before), compare::changed(frame, &before.trace));
        }
        self.changed.2.clone()
    }

    /// What is known of a moment, told from what was known of the last one.
    fn follow(&mut self, run: &Rc<Shown>, events: usize) -> (Rc<Frame>, Option<Rc<Tried>>) {
        let same = Rc::ptr_eq(&self.run, run);
        if !same || self.events != events {
            let trace = &run.trace;
            let frame = match same {
                true => trace.frame_after((self.events, &self.frame), events),
                false => trace.frame(events),
            };
            let tried = run.attempt_at(events).and_then(|number| run.tried(number)).cloned();
            (self.run, self.events) = (Rc::clone(run), events);
            (self.frame, self.tried) = (Rc::new(frame), tried);
        }
        (Rc::clone(&self.frame), self.tried.clone())
    }
}
