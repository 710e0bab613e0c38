//! Static pages that need no program: those of the handbook, the manual and the essay.

use std::path::Path;

use i18n::{Lang, labels::PageLabels};
use protocol::SitePart;

use crate::file::{BuildResult, write_file};

/// The style sheet of static pages, in the folder of the site.
pub(crate) const STYLE: &str = "handbook.css";

/// A book: its folder and its name.
type Book = (&'static str, fn(&PageLabels) -> &'static str);

/// The books that every such page links to.
const BOOKS: [Book; 4] = [
    ("preemption", |labels| labels.essay),
    ("manual", |labels| labels.manual),
    ("behaviours", |labels| labels.behaviours),
    ("glossary", |labels| labels.glossary),
];

/// The content security policy for pages that fetch a program and run it in a worker.
const PROGRAM_POLICY: &str = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; ";

/// A static page.
pub(crate) struct PlainPage {
    pub part: SitePart,
    pub lang: Lang,
    /// Its folder below that of its language, with a slash at the end.
    pub place: String,
    /// Its title, as plain text.
    pub title: String,
    /// Its description, as plain text.
    pub description: String,
    /// Everything below the header, as HTML.
    pub body: String,
    /// What a search finds in it, besides the page itself.
    pub sections: Vec<PageSection>,
    /// The files that only this page has.
    pub own_files: Option<OwnFiles>,
}

/// The files of a page that also has a program, given by their paths in the site.
pub(crate) struct OwnFiles {
    /// Its style sheet, instead of `STYLE`.
    pub style: String,
    /// Its script, a module.
    pub script: String,
    /// Additional elements of its head, as HTML.
    pub head: String,
}

/// A part of a page with an anchor of its own.
pub(crate) struct PageSection {
    pub anchor: String,
    pub title: String,
    /// The text by which a search finds it, besides its title.
    pub text: String,
    /// Other names for what its title says.
    pub names: Vec<String>,
}

impl PlainPage {
    /// Writes it into the folder of the site.
    pub(crate) fn write_to(&self, stage: &Path) -> BuildResult {
        write_file(&stage.join(self.lang.site_folder()).join(&self.place).join("index.html"), self.compose())
    }

    /// The whole page. All addresses are relative, so that the site may be in any folder.
    pub(crate) fn compose(&self) -> String {
        let language = language_root(&self.place);
        let site = site_root(self.lang, &self.place);
        let labels = self.lang.page_labels();
        let book = |(folder, name): Book| {
            let current = if self.place == format!("{folder}/") { " aria-current=\"page\"" } else { "" };
            format!(" <a href=\"{language}{folder}/\"{current}>{}</a>", name(labels))
        };
        let translation = |lang: Lang| {
            let (folder, code, name) = (lang.site_folder(), lang.code(), lang.own_name());
            format!(" <a class=\"other\" href=\"{site}{folder}{}\" lang=\"{code}\">{name}</a>", self.place)
        };
        let note = match self.lang.has_content() {
            true => String::new(),
            false => format!("<p class=\"note\">{}</p>\n", labels.untranslated),
        };
        let (style, policy, head) = match &self.own_files {
            None => (STYLE, "", String::new()),
            Some(files) => {
                let script = format!("<script type=\"module\" src=\"{site}{}\"></script>\n", files.script);
                (files.style.as_str(), PROGRAM_POLICY, script + &files.head)
            }
        };
        format!(
            "<!doctype html>\n<html lang=\"{tag}\">\n<head>\n<meta charset=\"utf-8\" />\n\
             <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; {policy}style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'\" />\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\" />\n<meta name=\"referrer\" content=\"no-referrer\" />\n\
             <meta name=\"color-scheme\" content=\"light dark\" />\n<meta name=\"description\" content=\"{description}\" />\n<title>{title} · Schedscope</title>\n\
             <link rel=\"icon\" href=\"data:,\" />\n<link rel=\"stylesheet\" href=\"{site}{style}\" />\n{head}</head>\n<body>\n\
             <header><a href=\"{site}\">Schedscope</a>{books}{translations}</header>\n{note}\
             {body}</body>\n</html>\n",
            title = escape_html(&self.title),
            description = escape_html(&self.description),
            books = BOOKS.map(book).concat(),
            tag = self.lang.code(),
            translations = self.lang.others().map(translation).collect::<String>(),
            body = self.body,
        )
    }
}

/// The relative path from a page to the folder of the site.
pub(crate) fn site_root(lang: Lang, path: &str) -> String {
    language_root(lang.site_folder()) + &language_root(path)
}

/// The relative path from a page to the folder of its language.
pub(crate) fn language_root(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// Escapes a text for HTML, including values of attributes.
pub(crate) fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
