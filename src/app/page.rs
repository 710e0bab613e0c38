//! The root: holds the state, lets actions change it, and draws what follows.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use yew::{Callback, Component, Context, Html, html};

use crate::api::Str;
use crate::framework::{Attempt, Sheet, Wording};
use crate::releases;
use crate::simulation::{Event, What};
use crate::trace::Frame;
use crate::trace::compare::{self, Delta};
use crate::trace::steps::{Moment, Step};

use super::branches;
use super::effects::Outside;
use super::flip::{self, Flip};
use super::state::{Action, Shown, Store, reduce};

use super::text::story::{self, Story, Tables};
use super::text::{Words, words};
use super::views::scene::Scenes;
use super::{keys, views};

/// Everything that a view needs: the state, and what follows from it for the moment shown.
pub struct View {
    /// The state.
    pub store: Rc<Store>,
    /// Words of its language.
    pub words: &'static Words,
    /// Words of its release.
    pub wording: &'static dyn Wording,
    /// Names of the profile that the attempt belongs to.
    pub sheet: Rc<Sheet>,
    /// The cluster at this moment.
    pub frame: Rc<Frame>,
    /// What happened last.
    pub event: Option<Rc<Event>>,
    /// The step within it.
    pub step: Step,
    /// The attempt that it belongs to, or the last one before.
    pub attempt: Option<Rc<Attempt>>,
    /// The sentence.
    pub story: Story,
    /// Titles of the moments before and after, if there are any.
    pub around: [Option<String>; 2],
    /// Another branch at the moment that belongs to this one, and what differs.
    pub beside: Option<Beside>,
    /// Nodes that differ in the two branches: in what the attempt finds, or in the pods that they hold.
    pub unlike: BTreeSet<Str>,
    /// Whether it is the other one of two: only in one of them pods are followed as they move.
    pub other: bool,
}

/// Another run beside the one shown.
pub struct Beside {
    /// What there is to see of it.
    pub view: Rc<View>,
    /// What the present attempt finds otherwise here than there.
    pub deltas: Vec<Delta>,
}

impl Beside {
    fn new(here: &mut View, mut there: View) -> Self {
        let attempts = here.attempt.as_ref().zip(there.attempt.as_ref()).filter(|_| here.live());
        let same = attempts.filter(|(here, there)| here.pod == there.pod);
        let deltas = same.map_or_else(Vec::new, |(here, there)| compare::deltas(here, there));
        here.unlike = compare::unlike_nodes(&here.frame, &there.frame);
        here.unlike.extend(deltas.iter().filter_map(Delta::node).cloned());
        there.unlike.clone_from(&here.unlike);
        there.other = true;
        Self { view: Rc::new(there), deltas }
    }
}

impl PartialEq for View {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self, other)
    }
}

impl View {
    /// Whether the attempt is what is looked at now, not something past.
    pub fn live(&self) -> bool {
        !matches!(self.step, Step::Start | Step::Event | Step::Point(_))
    }

    /// What the step makes of the nodes of the attempt, if that is what is looked at.
    pub fn scenes(&self) -> Option<Scenes> {
        self.attempt.as_ref().filter(|_| self.live()).map(|attempt| Scenes::new(attempt, self.step))
    }
}

/// The page.
pub struct App {
    store: Rc<Store>,
    outside: Outside,
    act: Callback<Action>,
    known: RefCell<Known>,
    known_beside: RefCell<Known>,
    flip: RefCell<Flip>,
}

impl Component for App {
    type Message = Action;
    type Properties = ();

    fn create(ctx: &Context<Self>) -> Self {
        let act = ctx.link().callback(|action| action);
        let outside = Outside::new(act.clone());
        let store = Rc::new(Outside::remembered());
        keys::listen(&act);
        views::files::listen(&act);
        Outside::first(&act);
        Self {
            store,
            outside,
            act,
            known: RefCell::default(),
            known_beside: RefCell::default(),
            flip: RefCell::default(),
        }
    }

    fn update(&mut self, _: &Context<Self>, action: Action) -> bool {
        let (store, effects) = reduce(&self.store, action);
        self.store = Rc::new(store);
        for effect in effects {
            self.outside.perform(&self.store, effect);
        }
        true
    }

    fn view(&self, _: &Context<Self>) -> Html {
        html! { <views::Root view={Rc::new(self.look())} act={self.act.clone()} /> }
    }

    fn rendered(&mut self, _: &Context<Self>, _: bool) {
        self.outside.dress(&self.store);
        self.outside.recall(&self.store);
        self.flip.borrow_mut().after();
        // A stage that jumps many times a second shows less than one that waits for what is looked at longer.
        if !self.store.pace.stays && !self.store.hurries() {
            flip::follow();
        }
    }
}

impl App {
    fn look(&self) -> View {
        let before = Rc::clone(&self.known.borrow().frame);
        let mut view = view_of(Rc::clone(&self.store), &self.known);
        let moved = if Rc::ptr_eq(&before, &view.frame) { Vec::new() } else { flip::moved(&before, &view.frame) };
        // Nobody could follow a pod on trial from node to node many times a second.
        self.flip.borrow_mut().before(&moved, !self.store.hurries());
        if let Some(other) = branches::beside(&self.store) {
            let other = view_of(Rc::new(other), &self.known_beside);
            view.beside = Some(Beside::new(&mut view, other));
        }
        view
    }
}

/// What there is to see of a run at the moment shown.
fn view_of(store: Rc<Store>, known: &RefCell<Known>) -> View {
    let moment = store.moment().unwrap_or(Moment { events: 0, step: Step::Start, dwell: 0 });
    let Known { frame, attempt, .. } = known.borrow_mut().follow(&store.trace, moment.events);
    let event = moment.events.checked_sub(1).and_then(|last| store.trace.trace.events().get(last)).cloned();
    let sheet = frame.profiles.get(attempt.as_ref().map_or(0, |attempt| attempt.profile)).cloned().unwrap_or_default();
    let wording = releases::wording(store.shown_release());
    let story = story_of(&store, moment, &frame, wording);
    let title = |at: usize| store.trace.moments.get(at).map(|moment| story_of(&store, *moment, &frame, wording).title);
    let around = [store.at.checked_sub(1).and_then(title), title(store.at + 1)];
    let words = words(store.lang);
    View {
        store,
        words,
        wording,
        sheet,
        frame,
        event,
        step: moment.step,
        attempt,
        story,
        around,
        beside: None,
        unlike: BTreeSet::new(),
        other: false,
    }
}

/// What is told at a moment; `frame` is the cluster shown.
fn story_of(store: &Store, moment: Moment, frame: &Frame, wording: &'static dyn Wording) -> Story {
    let events = store.trace.trace.events();
    let event = moment.events.checked_sub(1).and_then(|last| events.get(last)).map(|event| (&event.what, event.at));
    let sheet = |profile: usize| frame.profiles.get(profile).cloned().unwrap_or_default();
    match (moment.step, event) {
        (Step::Start, _) => story::start(store.lang, frame.nodes.len(), frame.pods.len()),
        (Step::Event, Some((what, at))) => story::event(store.lang, what, at),
        (Step::Point(point), Some((what, _))) => story::point(store.lang, &sheet(0), point, what),
        (step, Some((What::Attempted(attempt), _))) => {
            let sheet = sheet(attempt.profile);
            story::step(store.lang, Tables { sheet: &sheet, wording }, attempt, step)
        }
        _ => Story::default(),
    }
}

/// What follows from how many events of a run have happened, kept until that changes.
#[derive(Clone, Default)]
struct Known {
    run: Rc<Shown>,
    events: usize,
    frame: Rc<Frame>,
    attempt: Option<Rc<Attempt>>,
}

impl Known {
    /// What is known of a moment, told from what was known of the last one.
    fn follow(&mut self, run: &Rc<Shown>, events: usize) -> Self {
        let same = Rc::ptr_eq(&self.run, run);
        if !same || self.events != events {
            let trace = &run.trace;
            let frame = match same {
                true => trace.frame_after((self.events, &self.frame), events),
                false => trace.frame(events),
            };
            let attempt =
                trace.events()[..events.min(trace.events().len())].iter().rev().find_map(|event| match &event.what {
                    What::Attempted(attempt) => Some(Rc::clone(attempt)),
                    _ => None,
                });
            *self = Self { run: Rc::clone(run), events, frame: Rc::new(frame), attempt };
        }
        self.clone()
    }
}
