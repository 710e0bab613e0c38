//! The pages of the handbook: static pages without a program, one for each book and language.

use std::{fmt::Write as _, path::Path};

use ::lessons::handbook::{Article, Book};
use api::Set;
use i18n::{Lang, goal_text, site};
use protocol::{SitePart, Term, find_terms};

use crate::{
    file::{BuildResult, read_file, root, to_json, write_file},
    plain_page::{PageSection, PlainPage, STYLE, escape_html, language_root},
};

/// The books. The folder of their pages has the same name as their file, without its extension.
const BOOKS: [&str; 2] = ["behaviours", GLOSSARY];

/// The book whose entries are glossary terms, which the page marks.
const GLOSSARY: &str = "glossary";

/// Writes the style and the glossary's terms, and returns all pages. Fails if the run of an entry doesn't demonstrate it.
pub(crate) fn build_pages(stage: &Path, languages: &[Lang]) -> BuildResult<Vec<PlainPage>> {
    let www = root().join("www");
    write_file(&stage.join(STYLE), read_file(&www.join("handbook").join(STYLE))?)?;
    let mut books = Vec::new();
    for name in BOOKS {
        let file = www.join(format!("handbook/{name}.yaml"));
        let with_file_name = |error| format!("{}: {error}", file.display());
        let book = Book::parse(&read_file(&file)?).map_err(with_file_name)?;
        book.check(&www).map_err(with_file_name)?;
        books.push((name, book));
    }
    let terms = books.iter().find(|(name, _)| *name == GLOSSARY).map_or_else(Vec::new, |(_, book)| book.terms());
    write_file(&stage.join(format!("{GLOSSARY}.json")), to_json(&terms)?)?;
    let pages_of = |(name, book): &(&str, Book)| -> Vec<PlainPage> {
        languages.iter().map(|lang| entry_page(book, name, &terms, *lang)).collect()
    };
    Ok(books.iter().flat_map(pages_of).collect())
}

/// An entry as a section of its page. The words for a term are other names for it.
fn entry_section(article: &Article, terms: &[Term], lang: Lang) -> PageSection {
    let (title, text) = article.title_and_text(lang);
    let term = terms.iter().find(|term| term.name == article.name);
    let words = term.map_or("", |term| lang.pick_of(&term.en, &term.zh));
    PageSection {
        anchor: article.name.clone(),
        title: title.replace('`', ""),
        text: text.replace('`', "").trim().to_owned(),
        names: words.lines().map(str::to_owned).chain(article.other_names(lang)).collect(),
    }
}

fn entry_page(book: &Book, name: &str, terms: &[Term], lang: Lang) -> PlainPage {
    let (title, text) = book.title_and_text(lang);
    let path = format!("{name}/");
    let mut body = format!("<main>\n<h1>{}</h1>\n<p>{}</p>\n<nav><ul>\n", escape_html(title), render_code(text));
    for article in &book.entries {
        let _ = writeln!(
            body,
            "<li><a href=\"#{}\">{}</a></li>",
            article.name,
            render_code(article.title_and_text(lang).0)
        );
    }
    body += "</ul></nav>\n";
    for article in &book.entries {
        body += &render_entry(article, terms, lang, &language_root(&path));
    }
    body += "</main>\n";
    let (part, terms) = if name == GLOSSARY { (SitePart::Glossary, terms) } else { (SitePart::Behavior, &[][..]) };
    let sections = book.entries.iter().map(|article| entry_section(article, terms, lang)).collect();
    let (title, description) = (title.to_owned(), text.to_owned());
    PlainPage { part, lang, place: path, title, description, body, sections, own_files: None }
}

fn render_entry(article: &Article, terms: &[Term], lang: Lang, root: &str) -> String {
    let (title, text) = article.title_and_text(lang);
    let mut links = Vec::new();
    if !article.scenario.is_empty() {
        let watch = goal_text::words(lang).goal_labels().watch_it;
        links.push(format!("<a href=\"{root}s/{}\">{watch}</a>", escape_html(&article.scenario_path())));
    }
    if !article.lesson.is_empty() {
        links.push(format!(
            "<a href=\"{root}l/{}/\">{}</a>",
            article.lesson,
            goal_text::words(lang).goal_labels().a_lesson
        ));
    }
    links.extend(article.sources.iter().map(|source| {
        let (name, address) = source_name_and_url(source, lang);
        format!("<a href=\"{address}\" rel=\"external noreferrer\">{} ↗</a>", escape_html(&name))
    }));
    let note = match article.reason_unshown(lang) {
        "" => String::new(),
        note => format!("<p class=\"note\">{}</p>\n", render_code(note)),
    };
    format!(
        "<article id=\"{}\">\n<h2>{}</h2>\n<p>{}</p>\n{note}<p class=\"links\">{}</p>\n</article>\n",
        article.name,
        render_code(title),
        link_terms(text, terms, article, lang),
        links.join(" ")
    )
}

/// A text with `code` in it, in which terms are links to their entries. An entry doesn't link to itself.
fn link_terms(text: &str, terms: &[Term], article: &Article, lang: Lang) -> String {
    let entry_term = terms.iter().position(|term| term.name == article.name);
    let mut marked_terms: Set<usize> = entry_term.into_iter().collect();
    let mut html = String::new();
    for (at, part) in text.split('`').enumerate() {
        if at % 2 == 1 {
            let _ = write!(html, "<code>{}</code>", escape_html(part));
            continue;
        }
        let mut from = 0;
        for (term_start, term_end, number) in
            find_terms(terms, |term| lang.pick_of(&term.en, &term.zh), part, &mut marked_terms)
        {
            let (text_before, text, name) =
                (escape_html(&part[from..term_start]), escape_html(&part[term_start..term_end]), &terms[number].name);
            let _ = write!(html, "{text_before}<a class=\"term\" href=\"../{GLOSSARY}/#{name}\">{text}</a>");
            from = term_end;
        }
        html += &escape_html(&part[from..]);
    }
    html
}

/// The name of a source, and its address.
fn source_name_and_url(source: &str, lang: Lang) -> (String, String) {
    if source == "docs" {
        let address = "kubernetes.io/docs/concepts/scheduling-eviction/pod-priority-preemption/";
        let address = address.replacen("docs", lang.pick_of("docs", "zh-cn/docs"), 1);
        return (site::words(lang).site_labels().kubernetes_docs.to_owned(), format!("https://{address}"));
    }
    if source.bytes().all(|byte| byte.is_ascii_digit()) {
        return (format!("kubernetes#{source}"), format!("https://github.com/kubernetes/kubernetes/issues/{source}"));
    }
    (source.trim_start_matches("https://").to_owned(), escape_html(source))
}

/// A text in which backticks mark code, as HTML.
fn render_code(text: &str) -> String {
    let code_spans = text.split('`').enumerate();
    code_spans
        .map(|(at, part)| if at % 2 == 1 { format!("<code>{}</code>", escape_html(part)) } else { escape_html(part) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_links_to_its_moment_and_its_sources() {
        let book = "title: T\ntext: a\nzh: {title: 题, text: 甲}\nentries:\n- {name: a-b, title: A `<b>`, text: own why why, zh: {title: 甲, text: 甲乙}, \
                    sources: [docs, '126700', 'https://example.org/?a&b'], scenario: ladder, release: v1.16, step: 'preempts:preemptor', lesson: taints}\n";
        let book = Book::parse(book).expect("a book");
        let term = |name: &str, en: &str, zh: &str| Term {
            name: name.into(),
            en: en.into(),
            zh: zh.into(),
            ..Term::default()
        };
        let terms = [term("a-b", "own", "甲"), term("why", "why", "乙")];
        let [en, zh] = [Lang::En, Lang::Zh].map(|lang| entry_page(&book, "glossary", &terms, lang).compose());
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
        assert!(Book::parse("title: T\nentrys: []\n").is_err_and(|error| error.contains("entrys")));
    }
}
