//! What the browser's address names, and how it changes. What the parts of a link mean is said in `share::link`.

use std::rc::Rc;

use gloo::utils::window;
use wasm_bindgen::JsValue;
use yew::Callback;

use crate::care::{Caring, Trouble};
use crate::fetching::{fetch_lesson, fetched, open_scenario};
use crate::gallery;
use crate::lang::Lang;
use crate::lesson;
use crate::lesson::Taken;
use crate::memory;
use crate::opening::Opening;
use crate::share::Sharing;
use crate::share::link as said;
use crate::share::link::{HANDED, SCENARIO, fields, fragment};
use crate::site;
use crate::store::{Action, Store};
use api::link;
use api::link::{Fields, LinkError};
use api::shortened;
use wire::is_lesson;

/// The page that fetches files.
const OPEN: &str = "open.html";

fn hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// Whether the address names anything.
pub fn names() -> bool {
    hash().len() > 1 || site::opens().is_some() || site::teaches().is_some()
}

/// Whether the address names a lesson.
pub fn teaches() -> bool {
    lesson::addressed(&hash()).is_some()
}

/// Opens what the address names. Where that is nothing, or nothing that can be opened, the first scenario is shown if nothing
/// else is; what is wrong is told.
pub fn open(act: &Callback<Action>, or_first: bool) {
    follow(act, &hash(), or_first);
}

/// Opens what a fragment names, or without one the page of a scenario.
pub fn follow(act: &Callback<Action>, hash: &str, or_first: bool) {
    let fields = Fields::read(hash);
    if let Some((name, step)) = lesson::addressed(hash) {
        return fetch_lesson(act, name.to_owned(), step, false, or_first);
    }
    if let Some(name) = site::teaches().filter(|_| hash.len() < 2) {
        return fetch_lesson(act, name, 0, false, or_first);
    }
    if let Some((number, at)) = site::opens().filter(|_| hash.len() < 2) {
        return open_scenario(act, number, move |number, text| Opening::At(number, text, at));
    }
    if ["url", "gist"].iter().any(|key| fields.get(key).is_some()) {
        // A page of its own asks and fetches: this one's policy lets it fetch nothing from elsewhere.
        let _ = window().location().replace(&site::address(&format!("{OPEN}{hash}")));
        return;
    }
    if let Some(text) = fields.get(HANDED).and_then(|_| memory::handed()) {
        let text: Rc<str> = text.into();
        return act.emit(match is_lesson(&text) {
            true => Action::Open(Opening::Text(text)),
            false => Action::Open(Opening::Link { text, scenario: None, fields }),
        });
    }
    let wrong = match (named(hash), fields.get(SCENARIO)) {
        // By its name alone it opens as it was written.
        (Some(number), Some(_)) if fields.iter().count() == 1 => return open_scenario(act, number, Opening::Scenario),
        (Some(number), _) => {
            let open = move |number, text| Opening::Link { text, scenario: Some(number), fields };
            return open_scenario(act, number, open);
        }
        (None, Some(name)) => Trouble::UnknownScenario(shortened(name)),
        (None, None) if link::holds_text(hash) => {
            return act.emit(Action::Share(Sharing::Unpack { link: hash.into(), or_first }));
        }
        (None, None) => Trouble::Link(LinkError::NotALink),
    };
    if or_first {
        let bare = hash.len() < 2 && !site::embedded();
        let then = if bare { Opening::Welcome } else { Opening::Scenario };
        open_scenario(act, gallery::first(), then);
    }
    if hash.len() > 1 {
        act.emit(Action::Care(Caring::Trouble(wrong)));
    }
}

/// The built-in scenario that a fragment names: by its own words or, where it only says what to show, by the page's path.
fn named(hash: &str) -> Option<usize> {
    let fields = Fields::read(hash);
    match fields.get(SCENARIO) {
        Some(name) => gallery::named(name),
        None => site::opens().filter(|_| !link::holds_text(hash)).map(|(number, _)| number),
    }
}

/// A link to what is shown.
pub struct Link {
    /// The address.
    pub address: String,
    /// The same for a frame in another page.
    pub(crate) embedded: String,
    /// A picture of it that the build drew.
    pub picture: Option<String>,
}

/// A link to what is shown; none if it would be too long. A built-in scenario has a page of its own, of which other sites can
/// show a preview.
pub fn link(store: &Store) -> Option<Link> {
    // A lesson has an address of its own.
    if store.course.taken.is_some() {
        return fragment(store).map(|fragment| to("", &fragment, None));
    }
    saying(store, &fields(store))
}

/// A link that asks how the decision comes out which the moment shown belongs to. Lessons have questions of their own.
pub fn quiz(store: &Store) -> Option<Link> {
    saying(store, &said::quiz(store).filter(|_| store.course.taken.is_none())?)
}

fn saying(store: &Store, fields: &Fields) -> Option<Link> {
    let Some(number) = store.gallery.runs(&store.run.text).filter(|_| site::has_pages()) else {
        return Some(to("", &said::with(store, fields)?, None));
    };
    let zh = if store.lang == Lang::Zh { "zh/" } else { "" };
    let page = format!("{zh}s/{}/", gallery::name(number));
    Some(to(&page, &fields.to_string(), Some(format!("{page}preview.png"))))
}

fn to(page: &str, fragment: &str, picture: Option<String>) -> Link {
    let hash = if fragment.is_empty() { "" } else { "#" };
    Link {
        address: site::address(&format!("{page}{hash}{fragment}")),
        embedded: site::address(&format!("{page}?embed{hash}{fragment}")),
        picture: picture.map(|file| site::address(&file)),
    }
}

/// Puts a fragment into the address, without a step in the browser's history.
pub fn replace(fragment: &str) {
    let Ok(history) = window().history() else { return };
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&with(fragment)));
}

/// A built-in scenario is opened as a step in the browser's history, which keeps the text that was left.
pub fn visit(store: &Store, left: &str) {
    if let Some(number) = store.gallery.scenario {
        step_to(left, &format!("{SCENARIO}={}", gallery::name(number)));
    }
}

/// A lesson is taken as a step in the browser's history.
pub fn take(taken: &Taken, left: &str) {
    step_to(left, &lesson::fragment(taken));
}

fn step_to(left: &str, fragment: &str) {
    let Ok(history) = window().history() else { return };
    // What was left without a change is left by its name, at the moment that the address names.
    let before = fetched(|texts| texts.iter().find(|(_, text)| ***text == *left).map(|(number, _)| *number));
    let left = match before {
        Some(before) if hash().len() > 1 && named(&hash()) == Some(before) => hash(),
        Some(before) => format!("#{SCENARIO}={}", gallery::name(before)),
        None => left.to_owned(),
    };
    // A text that is too long for the browser's history is still there as a draft.
    let _ = history.replace_state(&JsValue::from_str(&left), "");
    let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&with(fragment)));
}

/// The address names nothing any more, unless it is the scenario that is shown.
pub(crate) fn unlink(store: &Store) {
    let hash = hash();
    let named = named(&hash).filter(|number| fetched(|texts| texts.get(number) == Some(&store.builder.text)));
    if (hash.len() > 1 || site::opens().is_some()) && named.is_none() {
        replace("");
    }
}

fn with(fragment: &str) -> String {
    let (path, query) = (site::page(), window().location().search().unwrap_or_default());
    let hash = if fragment.is_empty() { String::new() } else { format!("#{fragment}") };
    format!("{path}{query}{hash}")
}
