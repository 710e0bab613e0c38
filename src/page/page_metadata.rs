//! The address that the page is served from, which is the base of its files' addresses, and the scenario or lesson of a page that shows just one.

use gloo::utils::{document, window};
use i18n::Lang;
use links::LinkFields;
use page_state::gallery;

/// Data that the build wrote into the page's metadata.
struct PageMetadata {
    /// The address of the site's folder.
    root: String,
    /// The path of this page.
    path: String,
    /// The scenario and the moment of its picture, if this is the page of a scenario.
    scenario_page: Option<(usize, usize)>,
    /// The lesson, if this is the page of a lesson.
    lesson_page: Option<String>,
    /// Whether the page is embedded in another one.
    is_embedded: bool,
    /// Whether the build created pages for the scenarios.
    has_pages: bool,
}

thread_local! {
    static METADATA: PageMetadata = PageMetadata::from_page();
}

/// The content of the page's `meta` element with this name.
pub fn meta_content(name: &str) -> Option<String> {
    document().query_selector(&format!("meta[name={name}]")).ok()??.get_attribute("content")
}

impl PageMetadata {
    fn from_page() -> Self {
        let base = document().base_uri().ok().flatten().unwrap_or_default();
        let root = web_sys::Url::new_with_base(&meta_content("root").unwrap_or_default(), &base);
        let scenario_page = meta_content("opens").and_then(|opens| {
            let (name, at) = opens.split_once(' ')?;
            Some((gallery::scenario_number(name)?, at.parse().ok()?))
        });
        let lesson_page = meta_content("opens").and_then(|opens| opens.strip_prefix("lesson ").map(str::to_owned));
        let query = LinkFields::parse(&window().location().search().unwrap_or_default());
        let is_embedded = query.get("embed").is_some();
        let has_pages =
            document().query_selector("#app[data-still]").is_ok_and(|query_selector| query_selector.is_some());
        Self {
            root: root.map_or(base, |root| root.href()),
            path: location_path(),
            scenario_page,
            lesson_page,
            has_pages,
            is_embedded,
        }
    }
}

fn location_path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// Reads the page's metadata, which must happen before the browser's address changes.
pub fn read_page_metadata() {
    METADATA.with(|_| ());
}

/// The address of a page of the site in a language: all but English have a folder of their own.
pub(crate) fn localized_address(lang: Lang, path: &str) -> String {
    file_address(&format!("{}{path}", lang.site_folder()))
}

/// The address of a file of the site, by its path.
pub fn file_address(file: &str) -> String {
    METADATA.with(|metadata| format!("{}{file}", metadata.root))
}

/// Whether the layout is a single column, as on a phone (`www/styles/index.css`).
pub(crate) fn is_narrow() -> bool {
    window().match_media("(max-width: 1000px)").ok().flatten().is_some_and(|query| query.matches())
}

/// Whether the page is embedded in another one.
pub(crate) fn is_embedded() -> bool {
    METADATA.with(|metadata| metadata.is_embedded)
}

/// Whether the built-in scenarios have pages of their own: a build may omit them.
pub(crate) fn has_pages() -> bool {
    METADATA.with(|metadata| metadata.has_pages)
}

/// The scenario that the browser's address refers to without a fragment, and the moment of its picture.
pub fn page_scenario() -> Option<(usize, usize)> {
    METADATA.with(|metadata| metadata.scenario_page.filter(|_| metadata.path == location_path()))
}

/// The lesson that the browser's address refers to without a fragment.
pub fn page_lesson() -> Option<String> {
    METADATA.with(|metadata| metadata.lesson_page.clone().filter(|_| metadata.path == location_path()))
}

/// The path for the address of a custom manifest: the page of a scenario or lesson shows nothing else.
pub fn scenario_page_path() -> String {
    METADATA.with(|metadata| {
        if metadata.scenario_page.is_some() || metadata.lesson_page.is_some() {
            metadata.root.clone()
        } else {
            location_path()
        }
    })
}
