//! The browser's address: what it refers to, and how it changes. The parts of a link are defined in `page_state/selectors/share_link`.

use std::rc::Rc;

use api::shorten;
use gloo::utils::window;
use links::{self, LinkError, LinkFields};
use manifest::is_from_cluster;
use page_state::{
    actions::{
        Action,
        live_cluster::ClusterMsg,
        recovery::{PageNotice, RecoveryMsg},
        share::ShareMsg,
    },
    gallery,
    lesson::{self, LessonProgress},
    open_target::OpenTarget,
    overlays::OverlayMsg,
    selectors::share_link::{
        self as share_link, FORMAT_FIELD, HANDOFF_FIELD, SCENARIO_FIELD, fallback_release, link_fields, link_fragment,
        scenario_fragment,
    },
    store::Store,
    update::link::{has_only_look, keep_look},
};
use protocol::is_lesson;
use releases::Release;
use wasm_bindgen::JsValue;
use yew::Callback;

use crate::{
    effects::{
        fetch::{fetch_lesson, open_scenario, with_scenario_cache},
        storage,
    },
    page_metadata,
};

/// The page that fetches files from other sites.
const FETCH_PAGE: &str = "open.html";

/// The fragment that opens the dialog about the cluster beside the page.
const CLUSTER_FRAGMENT: &str = "#cluster";

fn location_hash() -> String {
    window().location().hash().unwrap_or_default()
}

/// Whether the address refers to something that can be opened.
pub fn has_target() -> bool {
    let hash = location_hash();
    hash.len() > 1 && !has_look() || page_metadata::page_scenario().is_some() || page_metadata::page_lesson().is_some()
}

/// Whether the address only sets the appearance of the page, or opens the dialog about the cluster beside it.
pub fn has_look() -> bool {
    let hash = location_hash();
    has_only_look(&hash) || hash == CLUSTER_FRAGMENT
}

/// Whether the address refers to a lesson.
pub fn has_lesson() -> bool {
    lesson::lesson_in_fragment(&location_hash()).is_some()
}

/// Opens what the address refers to, and reports errors. If there is nothing to open and the page shows nothing yet (`is_page_empty`), the first
/// scenario is opened.
pub fn open_current(dispatch: &Callback<Action>, is_page_empty: bool) {
    open_fragment(dispatch, &location_hash(), is_page_empty);
}

/// Opens what a fragment refers to; without one, the scenario or lesson of the page's path.
pub fn open_fragment(dispatch: &Callback<Action>, hash: &str, is_page_empty: bool) {
    if has_only_look(hash) {
        dispatch.emit(Action::Overlays(OverlayMsg::ApplyLook(hash.into())));
        return open_fragment(dispatch, "", is_page_empty);
    }
    if hash == CLUSTER_FRAGMENT {
        dispatch.emit(ClusterMsg::Open.into());
        if is_page_empty {
            open_fragment(dispatch, "", true);
        }
        return;
    }
    let fields = LinkFields::parse(hash);
    if let Some((name, step)) = lesson::lesson_in_fragment(hash) {
        dispatch.emit(Action::Overlays(OverlayMsg::ApplyLook(hash.into())));
        return fetch_lesson(dispatch, name.to_owned(), step, false, is_page_empty);
    }
    if let Some(name) = page_metadata::page_lesson().filter(|_| hash.len() < 2) {
        return fetch_lesson(dispatch, name, 0, false, is_page_empty);
    }
    if let Some((number, at)) = page_metadata::page_scenario().filter(|_| hash.len() < 2) {
        return open_scenario(dispatch, number, move |number, text| OpenTarget::ScenarioAt(number, text, at));
    }
    if ["url", "gist"].iter().any(|key| fields.get(key).is_some()) {
        // A separate page asks for consent and fetches the file, because the content security policy of this page doesn't allow other sites.
        let _ = window().location().replace(&page_metadata::file_address(&format!("{FETCH_PAGE}{hash}")));
        return;
    }
    if let Some(text) = fields.get(HANDOFF_FIELD).and_then(|_| storage::take_handoff()) {
        let text: Rc<str> = text.into();
        return dispatch.emit(match is_lesson(&text) {
            true => Action::Open(OpenTarget::Text(text)),
            false => Action::Open(OpenTarget::Link { text, scenario: None, fields }),
        });
    }
    let notice = match (scenario_in_fragment(hash), fields.get(SCENARIO_FIELD)) {
        // A link with nothing but a name opens the scenario in its original form.
        (Some(number), Some(_)) if fields.iter().all(|(key, _)| [SCENARIO_FIELD, FORMAT_FIELD].contains(&key)) => {
            let fallback = fallback_release(fields.get(FORMAT_FIELD)).unwrap_or_default();
            let to_target = move |number, text| OpenTarget::ScenarioLink { number, text, fallback };
            return open_scenario(dispatch, number, to_target);
        }
        (Some(number), _) => {
            let to_target = move |number, text| OpenTarget::Link { text, scenario: Some(number), fields };
            return open_scenario(dispatch, number, to_target);
        }
        (None, Some(name)) => PageNotice::UnknownScenario(shorten(name)),
        (None, None) if links::has_text(hash) => {
            return dispatch.emit(Action::Share(ShareMsg::OpenTextLink {
                link: hash.into(),
                opens_first_on_error: is_page_empty,
            }));
        }
        (None, None) => PageNotice::BadLink(LinkError::NotALink),
    };
    if is_page_empty {
        let is_bare = hash.len() < 2 && !page_metadata::is_embedded();
        let to_target = if is_bare { OpenTarget::FirstVisit } else { OpenTarget::Scenario };
        open_scenario(dispatch, gallery::first_scenario(), to_target);
    }
    if hash.len() > 1 {
        dispatch.emit(Action::Recovery(RecoveryMsg::AddNotice(notice)));
    }
}

/// The built-in scenario that a fragment refers to: by name or, if the fragment only says what to show, by the page's path.
fn scenario_in_fragment(hash: &str) -> Option<usize> {
    let fields = LinkFields::parse(hash);
    match fields.get(SCENARIO_FIELD) {
        Some(name) => gallery::scenario_number(name),
        None => page_metadata::page_scenario().filter(|_| !links::has_text(hash)).map(|(number, _)| number),
    }
}

/// A link to the current view.
pub struct Link {
    pub address: String,
    /// The address for a frame in another page.
    pub(crate) embed_address: String,
    /// The picture of the scenario that the build drew, if there is one.
    pub picture: Option<String>,
}

/// A link to the current view; `None` if it would be too long. A built-in scenario has a page of its own, of which other sites can show a preview.
pub fn share_link(store: &Store) -> Option<Link> {
    // A lesson's address has no page of its own.
    if store.lesson.current.is_some() {
        return link_fragment(store).map(|fragment| build_link(store, "", &fragment, None));
    }
    link_with_fields(store, &link_fields(store))
}

/// A link that opens the current view as a presentation.
pub fn present_link(store: &Store) -> Option<Link> {
    let mut presenting = store.clone();
    presenting.overlays.is_presenting = true;
    share_link(&presenting)
}

/// A link that asks the reader to predict the decision at the current moment. `None` in lessons, which have questions of their own.
pub fn quiz_link(store: &Store) -> Option<Link> {
    link_with_fields(store, &share_link::quiz_fields(store).filter(|_| store.lesson.current.is_none())?)
}

fn link_with_fields(store: &Store, fields: &LinkFields) -> Option<Link> {
    let Some(number) = store.gallery.unchanged_scenario(&store.run.text).filter(|_| page_metadata::has_pages()) else {
        return Some(build_link(store, "", &share_link::fragment_with(store, fields)?, None));
    };
    let page = format!("{}s/{}/", store.lang.site_folder(), gallery::scenario_name(number));
    Some(build_link(store, &page, &fields.to_string(), Some(format!("{page}preview.png"))))
}

fn build_link(store: &Store, page: &str, fragment: &str, picture: Option<String>) -> Link {
    let hash = if fragment.is_empty() { "" } else { "#" };
    // The theme of an embedded page is set before its program runs, and only the program reads the fragment.
    let theme = share_link::theme_name(store).map_or_else(String::new, |name| format!("&theme={name}"));
    Link {
        address: page_metadata::file_address(&format!("{page}{hash}{fragment}")),
        embed_address: page_metadata::file_address(&format!("{page}?embed{theme}{hash}{fragment}")),
        picture: picture.map(|file| page_metadata::file_address(&file)),
    }
}

/// Replaces the fragment of the address without adding a history entry.
pub fn replace_fragment(fragment: &str) {
    let Ok(history) = window().history() else { return };
    let _ = history.replace_state_with_url(&JsValue::NULL, "", Some(&url_with_fragment(fragment)));
}

/// Adds a history entry for a built-in scenario; the previous entry stores the manifest that was left.
pub fn push_scenario(store: &Store, previous_text: &str) {
    if let Some(number) = store.gallery.scenario {
        let name = gallery::scenario_name(number);
        push_history(previous_text, &scenario_fragment(name, store.run.fallback_release));
    }
}

/// Adds a history entry for a lesson.
pub fn push_lesson(store: &Store, progress: &LessonProgress, previous_text: &str) {
    push_history(previous_text, &step_fragment(store, progress));
}

/// Sets the address to the step of a lesson without adding a history entry.
pub fn replace_step(store: &Store, progress: &LessonProgress) {
    replace_fragment(&step_fragment(store, progress));
}

fn step_fragment(store: &Store, progress: &LessonProgress) -> String {
    // A custom lesson is not in the address: after a reload it continues from the draft.
    keep_look(store, &lesson::step_fragment(progress), &location_hash())
}

fn push_history(previous_text: &str, fragment: &str) {
    let Ok(history) = window().history() else { return };
    // An unchanged built-in scenario is stored by its name, at the moment that the address has.
    let before = with_scenario_cache(|texts| {
        texts.iter().find(|(_, text)| ***text == *previous_text).map(|(number, _)| *number)
    });
    let previous_text = match before {
        Some(before) if location_hash().len() > 1 && scenario_in_fragment(&location_hash()) == Some(before) => {
            location_hash()
        }
        Some(before) => format!("#{}", scenario_fragment(gallery::scenario_name(before), Release::default())),
        // The objects of a cluster are not kept in the browser's history.
        None if is_from_cluster(previous_text) => CLUSTER_FRAGMENT.to_owned(),
        None => previous_text.to_owned(),
    };
    // A manifest that is too long for the browser's history is still stored as a draft.
    let _ = history.replace_state(&JsValue::from_str(&previous_text), "");
    let _ = history.push_state_with_url(&JsValue::NULL, "", Some(&url_with_fragment(fragment)));
}

/// Removes the fragment from the address, unless it refers to the current scenario. The appearance is kept while a lesson is open.
pub(crate) fn clear_fragment(store: &Store) {
    let hash = location_hash();
    let scenario = scenario_in_fragment(&hash)
        .filter(|number| with_scenario_cache(|texts| texts.get(number) == Some(&store.builder.text)));
    if (hash.len() > 1 || page_metadata::page_scenario().is_some()) && scenario.is_none() {
        let is_in_lesson = store.lesson.current.is_some();
        replace_fragment(&if is_in_lesson { keep_look(store, "", &hash) } else { String::new() });
    }
}

fn url_with_fragment(fragment: &str) -> String {
    let (path, query) = (page_metadata::scenario_page_path(), window().location().search().unwrap_or_default());
    let hash = if fragment.is_empty() { String::new() } else { format!("#{fragment}") };
    format!("{path}{query}{hash}")
}
