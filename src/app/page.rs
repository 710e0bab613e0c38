//! The root: holds the state, lets actions change it, and draws what follows.

use std::cell::RefCell;
use std::rc::Rc;

use yew::{Component, Context, Html, html};

use crate::framework::{Attempt, Sheet, Wording};
use crate::releases::{self, Release};
use crate::simulation::{Event, What};
use crate::trace::Frame;
use crate::trace::steps::{Moment, Step};

use super::effects::Outside;
use super::flip::{self, Flip};
use super::state::{Action, Store, reduce};

use super::text::story::{self, Story, Tables};
use super::text::{Words, words};
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
}

/// The page.
pub struct App {
    store: Rc<Store>,
    outside: Outside,
    wording: (Release, &'static dyn Wording),
    frame: RefCell<(usize, Rc<Store>, Rc<Frame>)>,
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
        let release = Release::default();
        let wording = (release, releases::wording(release));
        let frame = RefCell::new((0, Rc::clone(&store), Rc::default()));
        Outside::first(&act);
        Self { store, outside, wording, frame, flip: RefCell::default() }
    }

    fn update(&mut self, _: &Context<Self>, action: Action) -> bool {
        let (store, effects) = reduce(&self.store, action);
        self.store = Rc::new(store);
        let release = self.store.shown_release();
        if self.wording.0 != release {
            self.wording = (release, releases::wording(release));
        }
        for effect in effects {
            self.outside.perform(&self.store, effect);
        }
        true
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        let act = ctx.link().callback(|action| action);
        html! { <views::Root view={Rc::new(self.look())} {act} /> }
    }

    fn rendered(&mut self, _: &Context<Self>, _: bool) {
        self.outside.dress(&self.store);
        self.flip.borrow_mut().play();
        flip::follow();
    }
}

impl App {
    fn look(&self) -> View {
        let store = Rc::clone(&self.store);
        let moment = store.moment().unwrap_or(Moment { events: 0, step: Step::Start, dwell: 0 });
        let frame = self.frame_of(moment.events);
        let events = store.trace.trace.events();
        let event = moment.events.checked_sub(1).and_then(|last| events.get(last)).cloned();
        let attempt = events[..moment.events.min(events.len())].iter().rev().find_map(|event| match &event.what {
            What::Attempted(attempt) => Some(Rc::clone(attempt)),
            _ => None,
        });
        let sheet =
            frame.profiles.get(attempt.as_ref().map_or(0, |attempt| attempt.profile)).cloned().unwrap_or_default();
        let tables = Tables { sheet: &sheet, wording: self.wording.1 };
        let story = match (moment.step, &attempt, &event) {
            (Step::Start, ..) => story::start(store.lang, frame.nodes.len(), frame.pods.len()),
            (Step::Event, _, Some(event)) => story::event(store.lang, &event.what, event.at),
            (Step::Point(point), _, Some(event)) => story::point(store.lang, &sheet, point, &event.what),
            (step, Some(attempt), _) => story::step(store.lang, tables, attempt, step),
            _ => Story::default(),
        };
        let words = words(store.lang);
        View { store, words, wording: self.wording.1, sheet, frame, event, step: moment.step, attempt, story }
    }

    /// The frame, kept until the moment or the run changes.
    fn frame_of(&self, events: usize) -> Rc<Frame> {
        let mut kept = self.frame.borrow_mut();
        if kept.0 != events || !Rc::ptr_eq(&kept.1.trace, &self.store.trace) {
            *kept = (events, Rc::clone(&self.store), Rc::new(self.store.trace.trace.frame(events)));
        }
        Rc::clone(&kept.2)
    }
}
