//! Pages that can be read without a program: those of the handbook, of the manual and of the essay.

use std::path::Path;

use i18n::Lang;

use crate::file::{BuildResult, write_file};

/// The style sheet of these pages, in the folder of the site.
pub(crate) const STYLE: &str = "handbook.css";

/// The books that every such page leads to: their folders, and what they are called.
const BOOKS: [(&str, &str, &str); 4] = [
    ("preemption", "How Kubernetes makes room", "Kubernetes 如何腾出空间"),
    ("manual", "Manual", "手册"),
    ("behaviours", "Surprising behaviors", "出人意料的行为"),
    ("glossary", "Glossary", "术语表"),
];

/// What a page may do besides that has a program: fetch and run it, in a thread of its own.
const PROGRAM_POLICY: &str = "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'; ";

/// A page that can be read without a program.
pub(crate) struct PlainPage {
    /// Its language.
    pub lang: Lang,
    /// Its folder below that of its language, with a slash at the end.
    pub place: String,
    /// Its title, as a text.
    pub title: String,
    /// What it is about, as a text.
    pub description: String,
    /// All below the header, as HTML.
    pub body: String,
    /// The files that only this page has.
    pub own_files: Option<OwnFiles>,
}

/// Files of a page that has a program for those who can run one. They lie in a folder of the site, given by names within the site.
pub(crate) struct OwnFiles {
    /// Its style sheet, instead of that of all such pages.
    pub style: String,
    /// Its script, a module.
    pub script: String,
    /// What else its head has, as HTML.
    pub head: String,
}

impl PlainPage {
    /// Writes it into the site's folder.
    pub(crate) fn write_to(&self, stage: &Path) -> BuildResult {
        write_file(&stage.join(language_folder(self.lang)).join(&self.place).join("index.html"), self.compose())
    }

    /// The whole page. All addresses are relative: the site may lie anywhere.
    pub(crate) fn compose(&self) -> String {
        let text = language_root(&self.place);
        let site = site_root(self.lang, &self.place);
        let (tag, other, other_tag, other_name) = match self.lang {
            Lang::En => ("en", Lang::Zh, "zh-CN", "中文"),
            Lang::Zh => ("zh-CN", Lang::En, "en", "English"),
        };
        let book = |(folder, en, zh): (&str, &'static str, &'static str)| {
            let kept_path = if self.place == format!("{folder}/") { " aria-current=\"page\"" } else { "" };
            format!(" <a href=\"{text}{folder}/\"{kept_path}>{}</a>", pick_label(self.lang, en, zh))
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
             <header><a href=\"{site}\">Schedscope</a>{books} <a class=\"other\" href=\"{site}{other}{place}\" lang=\"{other_tag}\">{other_name}</a></header>\n\
             {body}</body>\n</html>\n",
            title = escape_html(&self.title),
            description = escape_html(&self.description),
            books = BOOKS.map(book).concat(),
            other = language_folder(other),
            place = self.place,
            body = self.body,
        )
    }
}

/// The folder of the site, from a page.
pub(crate) fn site_root(lang: Lang, path: &str) -> String {
    language_root(language_folder(lang)) + &language_root(path)
}

/// The folder of the page's language, from a page.
pub(crate) fn language_root(path: &str) -> String {
    "../".repeat(path.matches('/').count())
}

/// The folder of a language.
fn language_folder(lang: Lang) -> &'static str {
    if lang == Lang::Zh { "zh/" } else { "" }
}

/// What the pages themselves say, in a language.
pub(crate) fn pick_label<T>(lang: Lang, en: T, zh: T) -> T {
    if lang == Lang::Zh { zh } else { en }
}

/// A text in HTML, or as the value of an attribute.
pub(crate) fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
