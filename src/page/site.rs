//! Where the page lies: the folder that the addresses of its files begin with, and the scenario or lesson that a page of its own shows.

use gloo::utils::{document, window};

use crate::gallery;
use crate::lang::Lang;
use api::link::Fields;

/// What the build wrote into the page.
struct Site {
    /// The folder of the site, as an address.
    root: String,
    /// The path of this page.
    path: String,
    /// Its scenario, if it is the page of one, and the moment of its picture.
    opens: Option<(usize, usize)>,
    /// Its lesson, if it is the page of one.
    teaches: Option<String>,
    /// Whether it stands inside of another page.
    embedded: bool,
    /// Whether the build drew pages for the scenarios.
    pages: bool,
}

thread_local! {
    static SITE: Site = Site::read();
}

/// What the build wrote into the page under this name.
pub fn meta(name: &str) -> Option<String> {
    document().query_selector(&format!("meta[name={name}]")).ok()??.get_attribute("content")
}

impl Site {
    fn read() -> Self {
        let base = document().base_uri().ok().flatten().unwrap_or_default();
        let root = web_sys::Url::new_with_base(&meta("root").unwrap_or_default(), &base);
        let opens = meta("opens").and_then(|opens| {
            let (name, at) = opens.split_once(' ')?;
            Some((gallery::named(name)?, at.parse().ok()?))
        });
        let teaches = meta("opens").and_then(|opens| opens.strip_prefix("lesson ").map(str::to_owned));
        let query = Fields::read(&window().location().search().unwrap_or_default());
        let embedded = query.get("embed").is_some();
        let pages = document().query_selector("#app[data-still]").is_ok_and(|it| it.is_some());
        Self { root: root.map_or(base, |root| root.href()), path: path(), opens, teaches, pages, embedded }
    }
}

fn path() -> String {
    window().location().pathname().unwrap_or_default()
}

/// Looks where the page lies. The browser's address changes later.
pub fn look() {
    SITE.with(|_| ());
}

/// The address of a page of the site in a language: each but the first has a folder of its own.
pub(crate) fn in_language(lang: Lang, place: &str) -> String {
    let folder = if lang == Lang::Zh { "zh/" } else { "" };
    address(&format!("{folder}{place}"))
}

/// The address of a file of the site.
pub fn address(file: &str) -> String {
    SITE.with(|site| format!("{}{file}", site.root))
}

/// Whether all stands below each other, as on a phone (`www/styles/index.css`).
pub(crate) fn is_narrow() -> bool {
    window().match_media("(max-width: 1000px)").ok().flatten().is_some_and(|query| query.matches())
}

/// Whether the page stands inside of another one.
pub(crate) fn embedded() -> bool {
    SITE.with(|site| site.embedded)
}

/// Whether the built-in scenarios have pages of their own: a build may leave them out.
pub(crate) fn has_pages() -> bool {
    SITE.with(|site| site.pages)
}

/// The scenario that the browser's address names without a fragment, and the moment of its picture.
pub fn opens() -> Option<(usize, usize)> {
    SITE.with(|site| site.opens.filter(|_| site.path == path()))
}

/// The lesson that the browser's address names without a fragment.
pub fn teaches() -> Option<String> {
    SITE.with(|site| site.teaches.clone().filter(|_| site.path == path()))
}

/// The page as whose address a text is shown: a page of a scenario shows nothing else.
pub fn page() -> String {
    SITE.with(|site| if site.opens.is_some() || site.teaches.is_some() { site.root.clone() } else { path() })
}
