//! The keyboard.

use gloo::events::{EventListener, EventListenerOptions};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement, KeyboardEvent, MouseEvent};
use yew::Callback;

use crate::acts::{Browsing, Inspecting, Playing};
use crate::bookmarks::Marking;
use crate::builder::Build;
use crate::front::Showing;
use crate::lesson::Learning;
use crate::panes::Page;
use crate::player::{Landmark, Stride};
use crate::run::Running;
use crate::share::Sharing;
use crate::site;
use crate::store::Action;

/// Listens for as long as the page is there.
pub fn listen(act: &Callback<Action>) {
    let act = act.clone();
    let options = EventListenerOptions::enable_prevent_default();
    let window = gloo::utils::window();
    EventListener::new_with_options(&window, "keydown", options, move |event| {
        let Some(key) = event.dyn_ref::<KeyboardEvent>() else { return };
        // A page inside of another is there to be watched.
        if let Some(action) = meaning(key).filter(|action| !site::embedded() || watches(action)) {
            key.prevent_default();
            act.emit(action);
        }
    })
    .forget();
    // A tab that a pointer chose lets go of the keyboard: the arrows go on stepping. Whoever came by keyboard stays on it.
    EventListener::new(&window, "click", |event| {
        let Some(click) = event.dyn_ref::<MouseEvent>().filter(|click| click.detail() > 0) else { return };
        let at = click.target().and_then(|target| target.dyn_into::<Element>().ok());
        if let Some(tab) = at.and_then(|at| at.closest("[role=tab]").ok().flatten()?.dyn_into::<HtmlElement>().ok()) {
            // Without it the arrows go from tab to tab.
            let _ = tab.blur();
        }
    })
    .forget();
}

/// Whether the page presents, as its class says.
fn presents() -> bool {
    gloo::utils::document().query_selector(".page.presents").is_ok_and(|it| it.is_some())
}

/// Whether a lesson is taken, as the page's class says.
fn taught() -> bool {
    gloo::utils::document().query_selector(".page.taught").is_ok_and(|it| it.is_some())
}

/// Whether decisions are predicted, as the button says.
fn predicts() -> bool {
    gloo::utils::document().query_selector(".predict[aria-pressed=true]").is_ok_and(|it| it.is_some())
}

/// Whether it only moves the playhead.
fn watches(action: &Action) -> bool {
    matches!(
        action,
        Action::Player(
            Playing::Toggle
                | Playing::Step(_)
                | Playing::Next(_)
                | Playing::Stride(_)
                | Playing::Stay(_)
                | Playing::StepEvent(_)
                | Playing::StepCaption(_)
                | Playing::Home
                | Playing::End
                | Playing::Speed(_)
        )
    )
}

fn meaning(key: &KeyboardEvent) -> Option<Action> {
    let name = key.key();
    let at = key.target().and_then(|target| target.dyn_into::<Element>().ok());
    let tag = at.as_ref().map(Element::tag_name).unwrap_or_default();
    let inside = |selector: &str| at.as_ref().is_some_and(|it| it.closest(selector).is_ok_and(|found| found.is_some()));
    let typing = matches!(tag.as_str(), "TEXTAREA" | "MANIFEST-TEXT" | "SELECT")
        || inside("input:not([type=range], [type=checkbox])");
    if key.ctrl_key() || key.meta_key() {
        return match name.as_str() {
            "z" | "Z" if !typing => Some(Action::Builder(if key.shift_key() { Build::Redo } else { Build::Undo })),
            "y" | "Y" if !typing => Some(Action::Builder(Build::Redo)),
            "s" | "S" => Some(Action::Share(Sharing::Copy)),
            "Enter" => Some(Action::Run(Running::Start)),
            _ => None,
        };
    }
    // What is typed belongs to the text; Space and arrows on a control belong to the control.
    if key.alt_key() || typing || inside("input:not([type=range])") {
        return None;
    }
    if inside("dialog") {
        return (name == "Escape").then_some(Action::Front(Showing::Dismiss));
    }
    let on_control = inside("button, a, summary, [role=button]");
    let on_tabs = inside("[role=tablist]");
    if name == "Delete" && inside(".objects") {
        return Some(Action::Builder(Build::Delete));
    }
    Some(match (name.as_str(), key.shift_key()) {
        (" ", _) if !on_control => Action::Player(Playing::Toggle),
        ("ArrowRight", false) if !on_tabs => Action::Player(Playing::Step(true)),
        ("ArrowLeft", false) if !on_tabs => Action::Player(Playing::Step(false)),
        ("ArrowRight", true) => Action::Player(Playing::StepEvent(true)),
        ("ArrowLeft", true) => Action::Player(Playing::StepEvent(false)),
        ("Home", _) => Action::Player(Playing::Home),
        ("End", _) => Action::Player(Playing::End),
        ("+" | "=", _) => Action::Player(Playing::Speed(1)),
        ("-", _) => Action::Player(Playing::Speed(-1)),
        ("n" | "N", _) => Action::Player(Playing::Next(Landmark::Preemption)),
        ("f" | "F", _) => Action::Player(Playing::Next(Landmark::Failure)),
        ("o" | "O", _) => Action::Player(Playing::Next(Landmark::Binding)),
        ("p" | "P", _) => Action::Front(Showing::Present(!presents())),
        // A presenter's remote knows these two.
        ("PageDown", _) if taught() => Action::Player(Playing::StepCaption(true)),
        ("PageUp", _) if taught() => Action::Player(Playing::StepCaption(false)),
        ("PageDown", _) if presents() => Action::Player(Playing::Step(true)),
        ("PageUp", _) if presents() => Action::Player(Playing::Step(false)),
        ("." | ">", _) => Action::Player(Playing::Step(true)),
        ("," | "<", _) => Action::Player(Playing::Step(false)),
        ("1", _) => Action::Player(Playing::Stride(Stride::Check)),
        ("2", _) => Action::Player(Playing::Stride(Stride::Phase)),
        ("3", _) => Action::Player(Playing::Stride(Stride::Cycle)),
        ("c" | "C", back) => Action::Player(Playing::StepCaption(!back)),
        ("s" | "S", _) => Action::Inspector(Inspecting::Page(Page::Source)),
        ("g" | "G", _) => Action::Gallery(Browsing::Show(true)),
        ("b" | "B", _) => Action::Bookmarks(Marking::Toggle),
        ("q" | "Q", _) => Action::Lesson(Learning::Predict(!predicts())),
        ("?", _) => Action::Front(Showing::Help(true)),
        ("Escape", _) => Action::Front(Showing::Dismiss),
        _ => return None,
    })
}
