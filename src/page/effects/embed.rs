//! The page embedded in another one: `?embed`, with `theme`, `lang`, `autoplay`, `range` and `load=click`. It stores nothing, doesn't capture focus
//! or wheel, and sends its preferred height to the embedding page.

use std::cell::Cell;

use gloo::utils::{document, window};
use js_sys::{Object, Reflect};
use links::LinkFields;
use page_state::{
    settings::Theme,
    share::{NamedRange, ShareState},
};
use web_sys::Element;

thread_local! {
    /// The height that was sent last, in CSS pixels.
    static REPORTED_HEIGHT: Cell<i32> = const { Cell::new(0) };
}

/// The options for an embedded page from the address; `None` if the page is not embedded.
pub fn embed_options() -> Option<(ShareState, Theme)> {
    let query = LinkFields::parse(&window().location().search().unwrap_or_default());
    query.get("embed")?;
    let autoplay = query.get("autoplay").is_some() && !ui::motion::is_motion_reduced();
    let theme = match query.get("theme") {
        Some("light") => Theme::Light,
        Some("dark") => Theme::Dark,
        _ => Theme::System,
    };
    let range = query.get("range").and_then(|text| {
        let range = NamedRange::parse(text);
        if range.is_none() {
            // Logged for the author of the embedding page; its readers are not concerned.
            gloo::console::error!(format!(
                "range={text} is no range: write two moments as step= names them, as in range=popped:web..bound:web"
            ));
        }
        range
    });
    Some((ShareState { is_embedded: true, is_autoplay: autoplay, range, ..ShareState::default() }, theme))
}

/// Sends the height at which nothing has to scroll to the embedding page.
pub(crate) fn report_height() {
    let find = |selector| document().query_selector(selector).ok().flatten();
    let (Some(page), Some(stage)) = (find(".page"), find("#stage")) else { return };
    let beyond = |element: &Element| (element.scroll_height() - element.client_height()).max(0);
    let height = page.client_height() + beyond(&stage);
    let parent = window().parent().ok().flatten().filter(|parent| *parent != window());
    if let (Some(parent), false) = (parent, REPORTED_HEIGHT.replace(height) == height) {
        let message = Object::new();
        // Setting a property of a plain object can't fail.
        let _ = Reflect::set(&message, &"schedscope".into(), &"height".into());
        let _ = Reflect::set(&message, &"height".into(), &height.into());
        // The height is no secret, so any page may receive it.
        let _ = parent.post_message(&message, "*");
    }
}
