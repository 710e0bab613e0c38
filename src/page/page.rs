//! The page: holds the state, lets actions change it, and draws what follows.

use std::cell::RefCell;
use std::rc::Rc;

use gloo::timers::callback::Timeout;
use yew::{Callback, Component, Context, Html, Properties, html};

use crate::builder::files;
use crate::compare::branches;
use crate::crafting::drag;
use crate::curtain;
use crate::curtain::Curtain;
use crate::front::{Showing, Toast};
use crate::keys;
use crate::keys::Latest;
use crate::lang::Lang;
use crate::look::{Known, view_of};
use crate::outside::Outside;
use crate::parts;
use crate::reading::sketch;
use crate::root::Root;
use crate::run::Running;
use crate::share::embed;
use crate::stage::flip;
use crate::stage::flip::Flip;
use crate::store::{Action, Store};
use crate::update::reduce;
use crate::view::{Beside, Piece, View};
use wire::RunNumber;

/// What the page gets.
#[derive(Clone, PartialEq, Properties)]
pub struct AppProps {
    /// What hangs before it at first.
    pub curtain: Curtain,
    /// The language that it comes up in.
    pub lang: Lang,
    /// The one that was wanted, whose words may not have come.
    pub wanted: Lang,
}

/// What the page is told.
#[allow(clippy::large_enum_variant)] // It is moved once.
pub enum Message {
    /// Something that a person or the engine does.
    Act(Action),
    /// Draw one more piece behind the picture.
    Grow,
}

/// The page.
pub struct App {
    store: Rc<Store>,
    latest: Latest,
    outside: Outside,
    act: Callback<Action>,
    /// How many pieces of the page are drawn of [`Piece::ALL`]. A phone takes a second to draw all of them: behind the picture each is
    /// drawn in a task of its own, so that the browser answers in between.
    pieces: usize,
    grows: Option<Timeout>,
    known: RefCell<Known>,
    known_beside: RefCell<Known>,
    flip: RefCell<Flip>,
    /// The moment that the page came up with: it stands as the picture before it stood.
    came: Option<(RunNumber, usize)>,
    /// The moment that was followed last, and whether its detail was there: whatever else changes moves nothing.
    followed: Option<(RunNumber, usize, bool)>,
}

impl Component for App {
    type Message = Message;
    type Properties = AppProps;

    fn create(ctx: &Context<Self>) -> Self {
        let act = ctx.link().callback(Message::Act);
        let outside = Outside::new(act.clone());
        let AppProps { lang, wanted, .. } = ctx.props();
        let store = Rc::new(Outside::remembered(*lang));
        if lang != wanted {
            act.emit(Action::Front(Showing::Toast(Some(Toast::NoLanguage))));
        }
        let latest = Rc::new(RefCell::new(Rc::clone(&store)));
        keys::listen(&act, Rc::clone(&latest));
        if !store.share.embedded {
            files::listen(&act);
            drag::listen(&act);
        }
        outside.first();
        outside.keep_offline();
        Self {
            store,
            latest,
            outside,
            act,
            pieces: 0,
            grows: None,
            known: RefCell::default(),
            known_beside: RefCell::default(),
            flip: RefCell::default(),
            came: None,
            followed: None,
        }
    }

    fn update(&mut self, _: &Context<Self>, message: Message) -> bool {
        let action = match message {
            Message::Act(action) => action,
            Message::Grow => {
                self.pieces += 1;
                return true;
            }
        };
        // What is not to be shown yet changes nothing on the page.
        let draws = !matches!(&action, Action::Run(Running::Events(_, happened)) if happened.more);
        let (store, effects) = reduce(&self.store, action);
        self.store = Rc::new(store);
        self.latest.replace(Rc::clone(&self.store));
        for effect in effects {
            self.outside.perform(&self.store, effect);
        }
        draws
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        if self.pieces <= Piece::View as usize {
            return Html::default();
        }
        html! { <Root view={Rc::new(self.look(ctx.props().curtain.risen()))} act={self.act.clone()} /> }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        self.outside.dress(&self.store);
        let curtain = &ctx.props().curtain;
        if !curtain.risen() {
            if curtain::empty(&self.store) {
                return;
            }
            if self.pieces < Piece::ALL {
                let link = ctx.link().clone();
                self.grows = Some(Timeout::new(0, move || link.send_message(Message::Grow)));
                return;
            }
            if curtain::waits(&self.store) {
                return;
            }
            curtain.rise();
            self.act.emit(Action::Front(Showing::Came));
            self.came = Some((self.store.run.trace.run, self.store.player.at));
        }
        if self.store.share.embedded {
            embed::tell_height();
        }
        let now = (self.store.run.trace.run, self.store.player.at);
        self.came = self.came.filter(|came| *came == now);
        // A stage that jumps many times a second shows less than one that waits for what is looked at longer.
        let shown = &self.store.run.trace;
        let attempt = shown.attempt_at(self.store.run.events_at(now.1));
        let detail = attempt.is_some_and(|number| self.store.details.get(shown.run, number).is_some());
        let moved = self.followed.replace((now.0, now.1, detail)) != Some((now.0, now.1, detail));
        if moved && self.came.is_none() && !self.store.player.pace.stays && !self.store.hurries() {
            // A tile that still came from the queue would lead the page there.
            self.flip.borrow_mut().rest();
            flip::follow();
        }
        self.flip.borrow_mut().after();
        self.flip.borrow_mut().sink();
    }
}

impl App {
    /// What there is to see. What moves is followed once the page is seen.
    fn look(&self, seen: bool) -> View {
        let view_of =
            |store, known, holds| View { pieces: self.pieces, part: parts::draw, ..view_of(store, known, holds) };
        if let Some(state) = sketch::state(&self.store) {
            let mut view = view_of(Rc::new(state), &self.known, false);
            sketch::told(&mut view);
            return view;
        }
        let mut view = view_of(Rc::clone(&self.store), &self.known, false);
        // Nobody could follow pods that move many times a second.
        if seen && !self.store.hurries() {
            self.flip.borrow_mut().before();
        }
        if let Some(other) = branches::beside(&self.store) {
            let other = view_of(Rc::new(other), &self.known_beside, view.waits);
            view.beside = Some(Beside::new(&mut view, other));
        }
        view
    }
}
