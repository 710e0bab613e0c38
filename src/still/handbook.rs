//! The pages of the handbook: plain pages without a program, one for each book and language.

use crate::file::{Done, json, read, root, write};
use crate::plain::{Plain, STYLE, escaped, own, word};
use ::lessons::handbook::{Article, Book};
use api::Set;
use std::fmt::Write as _;
use std::path::Path;
use wire::{Term, marks};
use words::Lang;

/// The books: the folder of their pages is named as their file is.
const BOOKS: [&str; 2] = ["behaviours", GLOSSARY];

/// The book whose entries are terms: those that the page marks, too.
const GLOSSARY: &str = "glossary";

/// Writes them all. An entry whose run doesn't show it is no page.
pub(crate) fn pages(stage: &Path) -> Done {
    let www = root().join("www");
    write(&stage.join(STYLE), read(&www.join("handbook").join(STYLE))?)?;
    let mut books = Vec::new();
    for name in BOOKS {
        let file = www.join(format!("handbook/{name}.yaml"));
        let wrong = |wrong| format!("{}: {wrong}", file.display());
        let book = Book::read(&read(&file)?).map_err(wrong)?;
        book.check(&www).map_err(wrong)?;
        books.push((name, book));
    }
    let terms = books.iter().find(|(name, _)| *name == GLOSSARY).map_or_else(Vec::new, |(_, book)| book.terms());
    write(&stage.join(format!("{GLOSSARY}.json")), json(&terms)?)?;
    for (name, book) in &books {
        for lang in [Lang::En, Lang::Zh] {
            page(book, name, &terms, lang).place_in(stage)?;
        }
    }
    Ok(())
}

fn page(book: &Book, name: &str, terms: &[Term], lang: Lang) -> Plain {
    let (title, text) = book.said(lang);
    let place = format!("{name}/");
    let mut body = format!("<main>\n<h1>{}</h1>\n<p>{}</p>\n<nav><ul>\n", escaped(title), marked(text));
    for entry in &book.entries {
        let _ = writeln!(body, "<li><a href=\"#{}\">{}</a></li>", entry.name, marked(entry.said(lang).0));
    }
    body += "</ul></nav>\n";
    for entry in &book.entries {
        body += &article(entry, terms, lang, &own(&place));
    }
    body += "</main>\n";
    Plain { lang, place, title: title.to_owned(), description: text.to_owned(), body }
}

fn article(entry: &Article, terms: &[Term], lang: Lang, own: &str) -> String {
    let (title, text) = entry.said(lang);
    let mut links = Vec::new();
    if !entry.scenario.is_empty() {
        let watch = word(lang, "Watch it happen", "查看这一刻");
        links.push(format!("<a href=\"{own}s/{}\">{watch}</a>", escaped(&entry.shows())));
    }
    if !entry.lesson.is_empty() {
        links.push(format!("<a href=\"{own}l/{}/\">{}</a>", entry.lesson, word(lang, "Lesson", "课程")));
    }
    links.extend(entry.sources.iter().map(|source| {
        let (name, address) = source_of(source, lang);
        format!("<a href=\"{address}\" rel=\"external noreferrer\">{} ↗</a>", escaped(&name))
    }));
    let note = match entry.unshown(lang) {
        "" => String::new(),
        note => format!("<p class=\"note\">{}</p>\n", marked(note)),
    };
    format!(
        "<article id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n{note}<p class=\"links\">{}</p>\n</article>\n",
        entry.name,
        marked(title),
        linked(text, terms, entry, lang),
        links.join(" ")
    )
}

/// A text with `code` in it, in which terms are links to their entries. An entry doesn't link to itself.
fn linked(text: &str, terms: &[Term], entry: &Article, lang: Lang) -> String {
    let own = terms.iter().position(|term| term.name == entry.name);
    let mut seen: Set<usize> = own.into_iter().collect();
    let mut out = String::new();
    for (at, part) in text.split('`').enumerate() {
        if at % 2 == 1 {
            let _ = write!(out, "<code>{}</code>", escaped(part));
            continue;
        }
        let mut from = 0;
        for (start, end, number) in marks(terms, lang == Lang::Zh, part, &mut seen) {
            let (before, said, name) = (escaped(&part[from..start]), escaped(&part[start..end]), &terms[number].name);
            let _ = write!(out, "{before}<a class=\"term\" href=\"../{GLOSSARY}/#{name}\">{said}</a>");
            from = end;
        }
        out += &escaped(&part[from..]);
    }
    out
}

/// What a source is called, and where it is.
fn source_of(source: &str, lang: Lang) -> (String, String) {
    if source == "docs" {
        let address = "kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/";
        let address = if lang == Lang::Zh { address.replacen("docs", "zh-cn/docs", 1) } else { address.to_owned() };
        return (word(lang, "Kubernetes documentation", "Kubernetes 文档").to_owned(), format!("https://{address}"));
    }
    if source.bytes().all(|byte| byte.is_ascii_digit()) {
        return (format!("kubernetes#{source}"), format!("https://github.com/kubernetes/kubernetes/issues/{source}"));
    }
    (source.trim_start_matches("https://").to_owned(), escaped(source))
}

/// A text with `code` in it.
fn marked(text: &str) -> String {
    let parts = text.split('`').enumerate();
    parts
        .map(|(at, part)| if at % 2 == 1 { format!("<code>{}</code>", escaped(part)) } else { escaped(part) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_links_to_its_moment_and_its_sources() {
        let book = "title: T\ntext: a\nzh: {title: 题, text: 甲}\nentries:\n- {name: a-b, title: A `<b>`, text: own why why, zh: {title: 甲, text: 甲乙}, \
                    sources: [docs, '126700', 'https://example.org/?a&b'], scenario: ladder, release: v1.16, step: 'preempts:preemptor', lesson: taints}\n";
        let book = Book::read(book).expect("a book");
        let term = |name: &str, en: &str, zh: &str| Term {
            name: name.into(),
            en: en.into(),
            zh: zh.into(),
            ..Term::default()
        };
        let terms = [term("a-b", "own", "甲"), term("why", "why", "乙")];
        let [en, zh] = [Lang::En, Lang::Zh].map(|lang| page(&book, "glossary", &terms, lang).compose());
        for part in [
            "<h2>A <code>&lt;b></code></h2>",
            "href=\"../s/ladder/#step=preempts:preemptor&amp;release=v1.16\"",
            "href=\"../l/taints/\"",
            "href=\"https://github.com/kubernetes/kubernetes/issues/126700\"",
            "href=\"https://example.org/?a&amp;b\"",
            "href=\"../zh/glossary/\"",
            "<p>own <a class=\"term\" href=\"../glossary/#why\">why</a> why</p>",
            "href=\"../handbook.css\"",
        ] {
            assert!(en.contains(part), "{part} is not in {en}");
        }
        for part in [
            "href=\"../s/ladder/#",
            "href=\"../../glossary/\"",
            "href=\"../../handbook.css\"",
            "<h2>甲</h2>",
            "<p>甲<a class=\"term\" href=\"../glossary/#why\">乙</a></p>",
            "zh-cn/docs",
        ] {
            assert!(zh.contains(part), "{part} is not in {zh}");
        }
        assert!(Book::read("title: T\nentrys: []\n").is_err_and(|wrong| wrong.contains("entrys")));
    }
}
