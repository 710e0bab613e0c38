//! Parts of the program that are fetched when they are first needed. The page comes up without them.
//!
//! A part is a split point in `src/web/page.rs`: whatever only it can reach is linked into a file of its own. So nothing outside of
//! this file may call what belongs to a part: it is asked for by an action or by a place on the page. Until a part is there, an
//! action waits for it, and its place says that it comes.
//!
//! The page has eleven parts. `building` is all that reads and changes texts: builder, editor, building on the stage,
//! and with them the YAML reader. `configuring` has the forms of documents about the scheduler; it comes when one of
//! them is chosen, and `building` makes the edits. `sharing` is what the share sheet holds: the QR code, all files that
//! are made in the page, and links that hold a text, there and back. `source` tells of the scheduler's functions.
//! `teaching` reads and draws lessons, and draws questions, terms, the gallery and the lanes of the timeline.
//! `inspecting` looks closer at a run: the inspector's pages behind the filters, the open console, two runs side by
//! side. These two come by themselves once a run is there. `supposing` tries what would have happened. `commanding`
//! searches all commands. `chinese` is all that the page says in 中文 without other parts: the language changes when it
//! is there, and a page that comes up in it waits for it (`words::speak`). `devices` shows devices and claims for them,
//! and comes with a text that has any; `mapping` shows more nodes than the stage has room for. `page/parts` is the only
//! way to them, by an action or by a place on the page. An action that is a part's waits until it is there; its place
//! says that it comes, or that it did not, with a way to try again.

use std::cell::Cell;
use std::future::Future;
use std::pin::Pin;
use std::rc::Rc;

use gloo::timers::future::TimeoutFuture;
use wasm_bindgen_futures::spawn_local;
use yew::{Callback, Html, MouseEvent, html};

use crate::acts::{Branching, Browsing};
use crate::builder::configuring::{Configure, Configured, deed, view as form};
use crate::builder::{Build, files};
use crate::care::{Caring, Trouble};
use crate::commands::view::Search;
use crate::compare::{beside, branches, whatif};
use crate::craft::Craft;
use crate::crafting::menu;
use crate::devices::search;
use crate::front::Showing;
use crate::gallery::view as gallery;
use crate::inspector::{going, pages, questions, source};
use crate::lang::Lang;
use crate::lesson::{Learning, question, task, terms, view as lesson, written};
use crate::needed;
use crate::page_part::{Coming, Stands};
use crate::reading::folder;
use crate::reading::folder::FileSystemEntry;
use crate::sees;
use crate::settings::Setting;
use crate::share::{Sharing, away, handout, packed, pictured, taking, view as sheet, ways};
use crate::site;
use crate::slot::Slot;
use crate::stage::draw::ruling;
use crate::stage::{overview, rack, rulings};
use crate::store::{Action, Effect, Store, Waiting};
use crate::timeline::lanes;
use crate::timeline::ruler::Ruler;
use crate::view::{Props, memo};
use crate::view::{View, on};
use crate::wish::Wish;
use crate::{builder, console, crafting, editor};
use words::table::Language;

pub use crate::page_part::PagePart;

/// What a part is asked for.
pub struct Ask<'a>(Asked<'a>);

enum Asked<'a> {
    Draw(Slot, &'a Rc<View>, &'a Callback<Action>),
    Lanes(&'a Rc<View>, &'a Callback<Action>, &'a Rc<Ruler>),
    Change(&'a mut Store, Action),
    Configure(Configure<'a>),
    Walk(Vec<FileSystemEntry>, bool, &'a Callback<Action>),
    HandOn(&'a Store, &'a Callback<Action>),
    Unpack(&'a str, bool, &'a Callback<Action>),
    Speak,
    Rack,
    Rule,
}

/// What it answers.
pub struct Answer(Answered);

enum Answered {
    Drawn(Html),
    Lanes([Html; 2]),
    Wishes(Vec<Wish>),
    Configured(Configured),
    Speaks(&'static dyn Language),
    Racks(rack::Draw),
    Rules(rulings::Draw),
    /// It is not what this part is asked for.
    Nothing,
}

/// The part that reads and changes texts: the builder, the editor, building on the stage with its menus.
pub fn building(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Draw(Slot::Editor, view, act) => {
            Answered::Drawn(memo(editor::view::editor, editor::view::sees(&view.store), view, act))
        }
        Asked::Draw(Slot::Form, view, act) => Answered::Drawn(crafting::page::edit_page(view, act)),
        Asked::Draw(Slot::Menu, view, act) => {
            Answered::Drawn(html! { <menu::OpenMenu view={Rc::clone(view)} act={act.clone()} /> })
        }
        Asked::Draw(Slot::Unreadable(at), view, _) => Answered::Drawn(editor::view::unreadable(view, at)),
        Asked::Change(Store { builder, course, run, player, .. }, action) => Answered::Wishes(match action {
            Action::Builder(Build::Configure(id, change)) => {
                builder::deeds::configure(builder, run, &id, change, configure)
            }
            Action::Builder(build) => builder::deeds::change(builder, run, build),
            Action::Crafting(craft) => crafting::update::change(builder, run, run.events_at(player.at), craft),
            Action::Branches(Branching::Reconfigure(label, text)) => {
                vec![Wish::Beside(label, branches::reconfigured(&run.text, &text))]
            }
            Action::Lesson(Learning::Count) => {
                task::count(course, run);
                Vec::new()
            }
            _ => Vec::new(),
        }),
        Asked::Walk(entries, add, act) => {
            let act = act.clone();
            spawn_local(async move { files::open(folder::files(entries).await, add, &act) });
            Answered::Wishes(Vec::new())
        }
        _ => Answered::Nothing,
    })
}

/// The part that has the forms of documents about the scheduler. The part `building` draws them within its own, and makes the edits.
pub fn configuring(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Configure(ask) => Answered::Configured(deed::change(ask)),
        Asked::Draw(_, view, act) => Answered::Drawn(form::draw(view, act)),
        _ => Answered::Nothing,
    })
}

/// The part that makes of what is seen what can be taken away, and opens links that hold a text.
pub fn sharing(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Draw(Slot::Code, view, act) => Answered::Drawn(ways::quiz_code(view, act)),
        Asked::Draw(Slot::HandOut, view, act) => Answered::Drawn(handout::paper(view, act)),
        Asked::Draw(Slot::Away, view, act) => {
            Answered::Drawn(html! { <away::Away ..Props::seeing(sees::ALL, view, act) /> })
        }
        Asked::HandOn(store, act) => {
            packed::hand_on(store, act);
            Answered::Nothing
        }
        Asked::Unpack(link, or_first, act) => {
            packed::open(link, or_first, act);
            Answered::Nothing
        }
        Asked::Draw(_, view, act) => Answered::Drawn(html! { <sheet::Sheet ..Props::seeing(sees::ALL, view, act) /> }),
        Asked::Change(store, Action::Share(Sharing::HandOut(true))) => Answered::Wishes(pictured::ask(store)),
        Asked::Change(Store { share, run, lang, builder, .. }, Action::Share(sharing)) => {
            Answered::Wishes(taking::change(share, run, *lang, &builder.text, sharing))
        }
        _ => Answered::Nothing,
    })
}

/// The part that tells of the scheduler's functions.
pub fn source(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Draw(_, view, act) => Answered::Drawn(source::page(view, act)),
        _ => Answered::Nothing,
    })
}

/// The part that teaches: lessons, questions, terms of the glossary, the lanes of the timeline with the steps of an attempt, and what goes on
/// at a moment; and all that there is to open.
pub fn teaching(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Draw(Slot::Lesson, view, act) => Answered::Drawn(lesson::teacher(view, act)),
        Asked::Draw(Slot::Question, view, act) => Answered::Drawn(question::asked(view, act)),
        Asked::Draw(Slot::Going, view, act) => Answered::Drawn(going::draw(view, act)),
        Asked::Draw(Slot::Gallery, view, act) => {
            Answered::Drawn(html! { <gallery::Gallery ..Props::seeing(sees::ALL, view, act) /> })
        }
        Asked::Lanes(view, act, ruler) => Answered::Lanes(lanes::draw(view, act, ruler)),
        Asked::Draw(_, view, act) => Answered::Drawn(terms::definition(view, act)),
        Asked::Change(Store { gallery, .. }, Action::Gallery(Browsing::Entries(json))) => {
            crate::gallery::came(gallery, &json);
            Answered::Wishes(Vec::new())
        }
        Asked::Change(Store { course, run, builder, .. }, Action::Lesson(learning)) => {
            Answered::Wishes(written::came(course, run, &builder.text, learning))
        }
        _ => Answered::Nothing,
    })
}

/// The part that looks closer at a run: what the inspector knows of an attempt, a pod and a node, the console, two runs side by side.
pub fn inspecting(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Draw(Slot::Console, view, act) => {
            Answered::Drawn(html! { <console::view::Console ..Props::seeing(console::view::SEES, view, act) /> })
        }
        Asked::Draw(Slot::Beside, view, act) => Answered::Drawn(beside::stages(view, act)),
        Asked::Draw(Slot::RunQuestions, view, act) => Answered::Drawn(questions::about_run(view, act)),
        Asked::Draw(Slot::Inspected(page), view, act) => Answered::Drawn(pages::page(page, view, act)),
        Asked::Rule => Answered::Rules(ruling::draw),
        _ => Answered::Nothing,
    })
}

/// The part that tries what would have happened.
pub fn supposing(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Draw(_, view, act) => Answered::Drawn(whatif::page(view, act)),
        _ => Answered::Nothing,
    })
}

/// The part that searches all commands.
pub fn commanding(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Draw(_, view, act) => Answered::Drawn(html! { <Search ..Props::seeing(sees::ALL, view, act) /> }),
        _ => Answered::Nothing,
    })
}

/// The part that speaks 中文.
pub fn chinese(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Speak => Answered::Speaks(words::chinese()),
        _ => Answered::Nothing,
    })
}

/// The part that shows devices and claims for them.
pub fn devices(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Draw(_, view, _) => Answered::Drawn(search::searches(view)),
        Asked::Rack => Answered::Racks(crate::devices::rack::draw),
        _ => Answered::Nothing,
    })
}

/// The part that shows many nodes as a map.
pub fn mapping(ask: Ask<'_>) -> Answer {
    Answer(match ask.0 {
        Asked::Draw(_, view, act) => {
            Answered::Drawn(html! { <overview::Overview ..Props::seeing(overview::SEES, view, act) /> })
        }
        _ => Answered::Nothing,
    })
}

/// How the program gets at a part: the two ends of a split point.
#[derive(Clone, Copy)]
pub struct Reached {
    /// Fetches it, and tells whether it is there.
    pub fetch: fn() -> Pin<Box<dyn Future<Output = bool>>>,
    /// Asks it. It is there.
    pub ask: fn(Ask<'_>) -> Answer,
}

thread_local! {
    static REACHED: Cell<[Option<Reached>; PagePart::ALL.len()]> = const { Cell::new(AT_FIRST) };
}

/// Natively the program is one. In the page, naming the parts here would link them in.
#[cfg(not(target_family = "wasm"))]
const AT_FIRST: [Option<Reached>; PagePart::ALL.len()] = [
    Some(here(building)),
    Some(here(configuring)),
    Some(here(sharing)),
    Some(here(source)),
    Some(here(teaching)),
    Some(here(inspecting)),
    Some(here(supposing)),
    Some(here(commanding)),
    Some(here(chinese)),
    Some(here(devices)),
    Some(here(mapping)),
];
#[cfg(target_family = "wasm")]
const AT_FIRST: [Option<Reached>; PagePart::ALL.len()] = [None; PagePart::ALL.len()];

#[cfg(not(target_family = "wasm"))]
const fn here(ask: fn(Ask<'_>) -> Answer) -> Reached {
    Reached { fetch: || Box::pin(async { true }), ask }
}

/// Says how a part is reached.
pub fn provide(part: PagePart, reached: Reached) {
    let mut parts = REACHED.get();
    parts[part as usize] = Some(reached);
    REACHED.set(parts);
}

fn reached(part: PagePart) -> Option<Reached> {
    REACHED.get()[part as usize]
}

fn asked(part: PagePart, ask: Ask<'_>) -> Option<Answered> {
    reached(part).map(|reached| (reached.ask)(ask).0)
}

/// Does what an action of a part's asks for, now or when it is there.
pub fn change(store: &mut Store, part: PagePart, action: Action) -> Vec<Wish> {
    if store.stands(part) == Stands::Here {
        return match asked(part, Ask(Asked::Change(store, action))) {
            Some(Answered::Wishes(wishes)) => wishes,
            _ => Vec::new(),
        };
    }
    store.parts[part as usize] = Stands::Coming;
    vec![Effect::FetchPart(part, Some(Waiting(Rc::new(action)))).into()]
}

/// What a document about the scheduler is after a change. Nothing where the part that knows is not there.
fn configure(ask: Configure<'_>) -> Option<Configured> {
    match asked(PagePart::Configuring, Ask(Asked::Configure(ask))) {
        Some(Answered::Configured(configured)) => Some(configured),
        _ => None,
    }
}

/// Fetches the parts that are needed.
pub fn want(store: &mut Store, effects: &mut Vec<Effect>) {
    for part in PagePart::ALL {
        if store.stands(part) == Stands::Away && needed::is(store, part) {
            store.parts[part as usize] = Stands::Coming;
            effects.push(Effect::FetchPart(part, None));
        }
    }
}

/// Leaves the language as it was until the part that speaks the new one is there.
pub fn speak(before: &Store, store: &mut Store, effects: &mut Vec<Effect>) {
    let stands = store.stands(PagePart::Chinese);
    if (before.lang, store.lang) == (Lang::En, Lang::Zh) && stands != Stands::Here {
        store.lang = before.lang;
        if stands != Stands::Coming {
            store.parts[PagePart::Chinese as usize] = Stands::Coming;
            let again = Waiting(Rc::new(Action::Settings(Setting::Lang(Lang::Zh))));
            effects.push(Effect::FetchPart(PagePart::Chinese, Some(again)));
        }
    }
}

/// Fetches what speaks 中文, and tells whether it is there: the page comes up in that language.
pub(crate) async fn learn_chinese() -> bool {
    let Some(reached) = reached(PagePart::Chinese) else { return false };
    let came = (reached.fetch)().await;
    if came && let Some(Answered::Speaks(chinese)) = asked(PagePart::Chinese, Ask(Asked::Speak)) {
        words::speak(chinese);
    }
    came
}

/// From here on the stage draws devices, if what draws them is there.
pub(crate) fn draw_devices() {
    if let Some(Answered::Racks(draw)) = asked(PagePart::Devices, Ask(Asked::Rack)) {
        rack::provide(draw);
    }
}

/// From here on the stage draws rulings, if what draws them is there.
pub(crate) fn draw_rulings() {
    if let Some(Answered::Rules(draw)) = asked(PagePart::Inspecting, Ask(Asked::Rule)) {
        rulings::provide(draw);
    }
}

/// Fetches a part, then does what waits for it.
pub fn fetch(act: &Callback<Action>, part: PagePart, waiting: Option<Waiting>) {
    fetch_for(act, part, move |act, came| match waiting {
        Some(Waiting(action)) if came => act.emit((*action).clone()),
        // The language says so itself.
        Some(_) if part != PagePart::Chinese => lacks_part(act),
        _ => {}
    });
}

/// Says that what was asked for cannot be done, as its part did not come.
fn lacks_part(act: &Callback<Action>) {
    act.emit(Action::Care(Caring::Trouble(Trouble::PartNotFetched)));
}

/// Fetches a part for something that is not in the page's state; it is told whether the part is there.
fn fetch_for(act: &Callback<Action>, part: PagePart, then: impl FnOnce(&Callback<Action>, bool) + 'static) {
    let Some(reached) = reached(part) else { return };
    let act = act.clone();
    spawn_local(async move {
        // Asking for a dozen files keeps a phone busy: each part has a task of its own.
        TimeoutFuture::new(0).await;
        let came = if part == PagePart::Chinese { learn_chinese().await } else { (reached.fetch)().await };
        if came && part == PagePart::Devices {
            draw_devices();
        }
        if came && part == PagePart::Inspecting {
            draw_rulings();
        }
        act.emit(Action::Parts(Coming::Came(part, came)));
        then(&act, came);
    });
}

/// Opens what is in folders that were dropped, or adds it to the text, once the part that walks through them is there.
pub fn walk(act: &Callback<Action>, entries: Vec<FileSystemEntry>, add: bool) {
    fetch_for(act, PagePart::Building, move |act, came| {
        if came {
            asked(PagePart::Building, Ask(Asked::Walk(entries, add, act)));
        } else {
            lacks_part(act);
        }
    });
}

/// Copies a link to what is shown, once the part that makes it is there.
pub fn share(act: &Callback<Action>, store: &Rc<Store>) {
    let store = Rc::clone(store);
    fetch_for(act, PagePart::Sharing, move |act, came| {
        if came {
            asked(PagePart::Sharing, Ask(Asked::HandOn(&store, act)));
        } else {
            lacks_part(act);
        }
    });
}

/// Opens the text that a link holds, once the part that unpacks it is there.
pub fn unpack(act: &Callback<Action>, link: Rc<str>, or_first: bool) {
    fetch_for(act, PagePart::Sharing, move |act, came| {
        if came {
            asked(PagePart::Sharing, Ask(Asked::Unpack(&link, or_first, act)));
        } else {
            packed::instead(Trouble::NotUnpacked, or_first, act);
        }
    });
}

/// The lanes below the axis of time, and what stands for them in the player.
pub(crate) fn lanes(view: &Rc<View>, act: &Callback<Action>, ruler: &Rc<Ruler>) -> [Html; 2] {
    if view.store.stands(Slot::Lanes.part()) == Stands::Here
        && let Some(Answered::Lanes(lanes)) = asked(Slot::Lanes.part(), Ask(Asked::Lanes(view, act, ruler)))
    {
        return lanes;
    }
    // The axis stays.
    [html! { <div class="lanes">{ ruler.head.clone() }{ draw(Slot::Lanes, view, act) }</div> }, Html::default()]
}

/// A dialog that has only this to say yet; a click closes it.
fn dialog(label: &'static str, close: Callback<MouseEvent>, told: Html) -> Html {
    html! { <div class="veil" onclick={close}><div class="dialog" role="dialog" aria-label={label}>{ told }</div></div> }
}

/// A place of a part, or what stands there until it has come.
pub fn draw(place: Slot, view: &Rc<View>, act: &Callback<Action>) -> Html {
    let (lang, part) = (view.store.lang, place.part());
    let stands = view.store.stands(part);
    if stands == Stands::Here {
        return match asked(part, Ask(Asked::Draw(place, view, act))) {
            Some(Answered::Drawn(drawn)) => drawn,
            _ => Html::default(),
        };
    }
    let failed = stands == Stands::Failed;
    let (comes, did_not) = match part {
        PagePart::Building | PagePart::Configuring => (lang.care().part_comes, lang.care().part_failed),
        PagePart::Sharing => (lang.sharing().comes, lang.sharing().failed),
        PagePart::Source => (view.words.source_comes, view.words.source_failed),
        PagePart::Inspecting
        | PagePart::Teaching
        | PagePart::Supposing
        | PagePart::Commanding
        | PagePart::Chinese
        | PagePart::Devices
        | PagePart::Mapping => (lang.panel().part_comes, lang.panel().part_failed),
    };
    let again = {
        let act = act.clone();
        move |event: MouseEvent| {
            // A click on the veil around it would close what is waited for.
            event.stop_propagation();
            act.emit(Action::Parts(Coming::Again(part)));
        }
    };
    let told = html! {
        <div class="coming" role="status">
            <p>{ if failed { did_not } else { comes } }</p>
            if failed {
                <button type="button" class="plain" onclick={again}>{ lang.care().try_again }</button>
            }
        </div>
    };
    match place {
        Slot::Console if !view.store.console.open => {
            html! { <console::line::Line ..Props::seeing(console::line::SEES, view, act) /> }
        }
        Slot::Console => html! { <section class="console" aria-label={lang.timeline().console}>{ told }</section> },
        Slot::Editor => html! { <aside class="editor" aria-label={view.words.editor}>{ told }</aside> },
        Slot::Lesson | Slot::Question => html! { <section id="narrator" class="story course">{ told }</section> },
        Slot::Commands => dialog(view.words.all_commands, on(act, Action::Front(Showing::Commands(false))), told),
        Slot::Gallery => dialog(view.words.examples, on(act, Action::Gallery(Browsing::Show(false))), told),
        Slot::Sheet => dialog(lang.sharing().title, on(act, Action::Share(Sharing::Sheet(false))), told),
        Slot::Menu => {
            html! { <div class="menu-veil" onclick={on(act, Action::Crafting(Craft::Menu(None)))}><div class="menu">{ told }</div></div> }
        }
        Slot::Form
        | Slot::Document
        | Slot::WhatIf
        | Slot::Source
        | Slot::HandOut
        | Slot::Lanes
        | Slot::Map
        | Slot::Beside
        | Slot::Inspected(_)
        | Slot::RunQuestions
        | Slot::Searches
        | Slot::Unreadable(_) => told,
        Slot::Away => away::way(view, site::address("")),
        // The question can be answered without it, without its part no term is open, and the narrator says what matters most.
        Slot::Code | Slot::Term | Slot::Going => Html::default(),
    }
}
