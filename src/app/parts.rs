//! Parts of the program that are fetched when they are first needed. The page comes up without them.
//!
//! A part is a split point in `src/bin/page.rs`: whatever only it can reach is linked into a file of its own. So nothing outside of
//! this file may call what belongs to a part: it is asked for by an action or by a place on the page. Until a part is there, an
//! action waits for it, and its place says that it comes.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use wasm_bindgen_futures::spawn_local;
use yew::{Callback, Html, html};

use crate::app::compare::branches;
use crate::app::store::{Action, Effect, Stands, Store, Waiting};
use crate::app::view::{View, on};
use crate::app::{builder, crafting, editor};

/// A place on the page that belongs to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The builder and the text.
    Editor,
    /// The form of what is built on the stage.
    Form,
}

/// What a part is asked for.
pub struct Ask<'a>(Asked<'a>);

enum Asked<'a> {
    Draw(Place, &'a Rc<View>, &'a Callback<Action>),
    Change(&'a mut Store, Action),
}

/// What it answers.
pub struct Answer(Answered);

enum Answered {
    Drawn(Html),
    Effects(Vec<Effect>),
}

/// The part that reads and changes texts: the builder, the editor, building on the stage.
pub fn building(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Draw(Place::Editor, view, act) => Answered::Drawn(editor::view::editor(view, act)),
        Asked::Draw(Place::Form, view, act) => Answered::Drawn(crafting::page::edit_page(view, act)),
        Asked::Change(store, action) => Answered::Effects(match action {
            Action::Build(build) => builder::deeds::change(store, build),
            Action::Craft(craft) => crafting::update::change(store, craft),
            Action::Reconfigure(label, text) => branches::reconfigure(store, label, &text),
            _ => Vec::new(),
        }),
    })
}

/// How the program gets at a part: the two ends of a split point.
#[derive(Clone, Copy)]
pub struct Building {
    /// Fetches it, and tells whether it is there.
    pub fetch: fn() -> Pin<Box<dyn Future<Output = bool>>>,
    /// Asks it. It is there.
    pub ask: fn(Ask<'_>) -> Answer,
}

thread_local! {
    static BUILDING: Cell<Option<Building>> = const { Cell::new(AT_FIRST) };
}

/// Natively the program is one. In the page, naming the part here would link it in.
#[cfg(not(target_family = "wasm"))]
const AT_FIRST: Option<Building> = Some(Building { fetch: || Box::pin(async { true }), ask: building });
#[cfg(target_family = "wasm")]
const AT_FIRST: Option<Building> = None;

/// Says how the part is reached.
pub fn provide(building: Building) {
    BUILDING.set(Some(building));
}

fn asked(ask: Ask<'_>) -> Option<Answered> {
    BUILDING.get().map(|part| (part.ask)(ask).0)
}

/// Does what an action of the part's asks for, now or when it is there.
pub fn change(store: &mut Store, action: Action) -> Vec<Effect> {
    if store.building == Stands::Here {
        return match asked(Ask(Asked::Change(store, action))) {
            Some(Answered::Effects(effects)) => effects,
            _ => Vec::new(),
        };
    }
    store.building = Stands::Coming;
    vec![Effect::FetchPart(Some(Waiting(Rc::new(action))))]
}

/// Fetches the part where its place is seen.
pub fn want(store: &mut Store, effects: &mut Vec<Effect>) {
    let seen = (store.editor && !store.presents) || store.edits();
    if seen && store.building == Stands::Away {
        store.building = Stands::Coming;
        effects.push(Effect::FetchPart(None));
    }
}

/// Fetches the part, then does what waits for it.
pub fn fetch(act: &Callback<Action>, waiting: Option<Waiting>) {
    let Some(part) = BUILDING.get() else { return };
    let act = act.clone();
    spawn_local(async move {
        let came = (part.fetch)().await;
        act.emit(Action::PartCame(came));
        if let (true, Some(Waiting(action))) = (came, waiting) {
            act.emit((*action).clone());
        }
    });
}

/// A place of the part, or what stands there until it has come.
pub fn draw(place: Place, view: &Rc<View>, act: &Callback<Action>) -> Html {
    let lang = view.store.lang;
    if view.store.building == Stands::Here {
        return match asked(Ask(Asked::Draw(place, view, act))) {
            Some(Answered::Drawn(drawn)) => drawn,
            _ => Html::default(),
        };
    }
    let failed = view.store.building == Stands::Failed;
    let told = html! {
        <div class="coming" role="status">
            <p>{ if failed { lang.care().part_failed } else { lang.care().part_comes } }</p>
            if failed {
                <button type="button" class="plain" onclick={on(act, Action::PartAgain)}>{ lang.care().try_again }</button>
            }
        </div>
    };
    match place {
        Place::Editor => html! { <aside class="editor" aria-label={view.words.editor}>{ told }</aside> },
        Place::Form => told,
    }
}
