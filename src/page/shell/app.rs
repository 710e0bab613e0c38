//! The app component: holds the state, applies actions to it, and draws the page.

use std::{cell::RefCell, rc::Rc};

use gloo::timers::callback::Timeout;
use i18n::Lang;
use page_state::{
    actions::Action,
    overlays::{OverlayMsg, Toast},
    run::RunMsg,
    selectors::{branch_comparison, import_preview, lessons},
    store::Store,
    update::reduce,
};
use protocol::RunNumber;
use stage::flip::FlipAnimation;
use ui::redraw;
use yew::{Callback, Component, Context, Html, Properties, html};

use crate::{
    effects::{chunk_loader::PageSplitPoints, effect_runner::EffectRunner, embed, files},
    features::{import::note, stage::subject_scroll, stage_editor::drag},
    shell::{
        keyboard::{self, LatestStore},
        prerender_swap::{self, PrerenderSwap},
        root::Root,
    },
    view::{
        PagePiece, View,
        view_model::{ViewCache, build_view},
    },
};

#[derive(Clone, Properties)]
pub struct AppProps {
    /// Replaces the prerendered picture with the page.
    pub swap: PrerenderSwap,
    /// The language that the page starts in.
    pub lang: Lang,
    /// The language that the user prefers, whose texts may be missing.
    pub preferred_lang: Lang,
    pub split_points: PageSplitPoints,
}

impl PartialEq for AppProps {
    fn eq(&self, other: &Self) -> bool {
        // The page is mounted once, so the other props never change.
        self.swap == other.swap
    }
}

#[allow(clippy::large_enum_variant)] // It is moved once.
pub enum AppMsg {
    Dispatch(Action),
    /// Draw one more piece of the page while it is still hidden.
    DrawNextPiece,
}

pub struct App {
    store: Rc<Store>,
    latest: LatestStore,
    effects: EffectRunner,
    dispatch: Callback<Action>,
    /// The number of pieces that are drawn, of [`PagePiece::ALL`]. A phone takes a second to draw all of them, so while the page is hidden, each
    /// piece is drawn in a task of its own, between which the browser can respond.
    drawn_pieces: usize,
    grow_timer: Option<Timeout>,
    view_cache: RefCell<ViewCache>,
    compared_cache: RefCell<ViewCache>,
    flip: RefCell<FlipAnimation>,
    /// The moment with which the page appeared: it is drawn without animations, as in the prerendered picture.
    first_moment: Option<(RunNumber, usize)>,
    /// The last moment for which the page scrolled, and whether its detail was available: other changes don't scroll.
    followed_moment: Option<(RunNumber, usize, bool)>,
}

impl Component for App {
    type Message = AppMsg;
    type Properties = AppProps;

    fn create(ctx: &Context<Self>) -> Self {
        let dispatch = ctx.link().callback(AppMsg::Dispatch);
        let effect_runner = EffectRunner::new(dispatch.clone(), ctx.props().split_points);
        let AppProps { lang, preferred_lang, .. } = ctx.props();
        let store = Rc::new(EffectRunner::restore_store(*lang));
        if lang != preferred_lang {
            dispatch.emit(Action::Overlays(OverlayMsg::SetToast(Some(Toast::LanguageFailed))));
        }
        let latest = Rc::new(RefCell::new(Rc::clone(&store)));
        keyboard::listen_for_keys(&dispatch, Rc::clone(&latest));
        if !store.share.is_embedded {
            files::listen_for_drops(&dispatch);
            drag::listen_for_drags(&dispatch);
        }
        effect_runner.open_first();
        Self {
            store,
            latest,
            effects: effect_runner,
            dispatch,
            drawn_pieces: 0,
            grow_timer: None,
            view_cache: RefCell::default(),
            compared_cache: RefCell::default(),
            flip: RefCell::new(FlipAnimation::new("stage")),
            first_moment: None,
            followed_moment: None,
        }
    }

    fn update(&mut self, _: &Context<Self>, message: AppMsg) -> bool {
        let action = match message {
            AppMsg::Dispatch(action) => action,
            AppMsg::DrawNextPiece => {
                self.drawn_pieces += 1;
                return true;
            }
        };
        // Events that are not to be shown yet don't change the page.
        let draws = !matches!(&action, Action::Run(RunMsg::EventsArrived(_, happened)) if happened.has_more);
        let (store, effects) = reduce(&self.store, action);
        self.store = Rc::new(store);
        self.latest.replace(Rc::clone(&self.store));
        for effect in effects {
            self.effects.run_effect(&self.store, effect);
        }
        draws
    }

    fn view(&self, ctx: &Context<Self>) -> Html {
        if self.drawn_pieces <= PagePiece::BuildView as usize {
            return Html::default();
        }
        html! { <Root view={Rc::new(self.build_current_view(ctx.props().swap.is_revealed()))} dispatch={self.dispatch.clone()} /> }
    }

    fn rendered(&mut self, ctx: &Context<Self>, _: bool) {
        self.effects.apply_appearance(&self.store);
        redraw::run_tasks();
        let swap = &ctx.props().swap;
        if !swap.is_revealed() {
            if prerender_swap::has_nothing_to_draw(&self.store) {
                return;
            }
            if self.drawn_pieces < PagePiece::ALL {
                let link = ctx.link().clone();
                self.grow_timer = Some(Timeout::new(0, move || link.send_message(AppMsg::DrawNextPiece)));
                return;
            }
            if prerender_swap::is_waiting_for_picture(&self.store) {
                return;
            }
            swap.reveal();
            self.dispatch.emit(Action::Overlays(OverlayMsg::PageRevealed));
            self.first_moment = Some((self.store.run.view.run, self.store.player.moment));
        }
        if self.store.share.is_embedded {
            embed::report_height();
        }
        let current_moment = (self.store.run.view.run, self.store.player.moment);
        self.first_moment = self.first_moment.filter(|first_moment| *first_moment == current_moment);
        // During fast playback, scrolling at every moment would show less than staying.
        let run_view = &self.store.run.view;
        let attempt = run_view.attempt_at(self.store.run.events_at(current_moment.1));
        let detail = attempt.is_some_and(|number| self.store.detail_cache.get(run_view.run, number).is_some());
        let moved = self.followed_moment.replace((current_moment.0, current_moment.1, detail))
            != Some((current_moment.0, current_moment.1, detail));
        let stays = self.store.player.mode.is_scroll_locked || self.store.overlays.is_welcome_open;
        if moved && self.first_moment.is_none() && !stays && !self.store.is_fast() {
            // A tile that is still moving would scroll the page to its start.
            self.flip.borrow_mut().finish_glides();
            let is_lesson_first = lessons::is_at_step(&self.store) && !self.store.share.is_embedded;
            subject_scroll::scroll_to_subject(is_lesson_first);
        }
        self.flip.borrow_mut().start_glides();
    }
}

impl App {
    /// Builds the current view. Moving pods are animated once the page is visible.
    fn build_current_view(&self, holds_glide: bool) -> View {
        let view_of = |store, known, holds| View {
            drawn_pieces: self.drawn_pieces,
            ..build_view(store, self.effects.loaded_chunks(), known, holds)
        };
        if let Some(state) = import_preview::preview_store(&self.store) {
            let mut view = view_of(Rc::new(state), &self.view_cache, false);
            note::set_preview_story(&mut view);
            return view;
        }
        let mut view = view_of(Rc::clone(&self.store), &self.view_cache, false);
        // Pods that move many times a second could not be followed with the eyes.
        if holds_glide && !self.store.is_fast() {
            self.flip.borrow_mut().record_places();
        }
        if let Some((other, study)) = branch_comparison::compared_store(&self.store).zip(view.chunks.study) {
            let other = view_of(Rc::new(other), &self.compared_cache, view.is_waiting_for_detail);
            view.compared = Some((study.pair_views)(&mut view, other));
        }
        view
    }
}
