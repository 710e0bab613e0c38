//! The manual: static pages without a program, one for each chapter and language.
//!
//! Each language is a folder of `www/manual`. Its `README.md` becomes the page `manual/`, and the order of its links is that of the chapters. Links
//! are written so that they work in the sources, too: `links.md`, `../../lessons/taints.md`, `../../handbook/glossary.yaml`.

pub(crate) mod chapter;
#[cfg(test)]
mod tests;

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

use ::lessons::handbook::Book;
use chapter::Chapter;
use i18n::{Lang, site};
use protocol::SitePart;

use crate::{
    file::{BuildResult, read_file, root},
    plain_page::{PlainPage, escape_html, language_root, site_root},
};

/// The folder of its pages, and of its sources below `www`.
const MANUAL: &str = "manual";

/// The file that lists the chapters.
const CONTENTS: &str = "README";

/// The folder with the pictures of all languages.
const PICTURES: &str = "pictures";

/// The manual in one language.
struct Manual {
    lang: Lang,
    /// The names and contents of the chapters, in order, starting with the one that lists the others.
    chapters: Vec<(String, Chapter)>,
}

/// Writes the pictures, and returns all pages. Fails if a link has no target.
pub(crate) fn build_pages(stage: &Path, languages: &[Lang]) -> BuildResult<Vec<PlainPage>> {
    let mut pages = Vec::new();
    for lang in languages {
        let manual = Manual::read_chapters(*lang)?;
        pages.extend((0..manual.chapters.len()).map(|number| manual.page(number)));
    }
    let pictures = Path::new(MANUAL).join(PICTURES);
    let (from, to) = (root().join("www").join(&pictures), stage.join(&pictures));
    fs::create_dir_all(&to).map_err(|e| e.to_string())?;
    for file in fs::read_dir(from).map_err(|e| e.to_string())?.filter_map(Result::ok) {
        fs::copy(file.path(), to.join(file.file_name())).map_err(|e| e.to_string())?;
    }
    Ok(pages)
}

/// The folder with the chapters for a language.
fn folder(lang: Lang) -> PathBuf {
    root().join("www").join(MANUAL).join(lang.content().folder())
}

/// The path of a chapter's page.
fn chapter_path(name: &str) -> String {
    if name == CONTENTS { format!("{MANUAL}/") } else { format!("{MANUAL}/{name}/") }
}

impl Manual {
    fn read_chapters(lang: Lang) -> BuildResult<Self> {
        let chapter = |name: &str| {
            let file = folder(lang).join(format!("{name}.md"));
            let with_file_name = |error| format!("{}: {error}", file.display());
            Chapter::parse(&read_file(&file)?, |to| resolve_link(lang, name, to)).map_err(with_file_name)
        };
        let contents = chapter(CONTENTS)?;
        let names = contents.links.iter().filter_map(|link| link.strip_suffix(".md"));
        let names: Vec<String> = names.filter(|name| !name.contains('/')).map(str::to_owned).collect();
        let mut chapters = vec![(CONTENTS.to_owned(), contents)];
        for name in names {
            let content = chapter(&name)?;
            chapters.push((name, content));
        }
        let manual = Self { lang, chapters };
        manual.check()?;
        Ok(manual)
    }

    /// Checks that the target heading of each link within the manual exists.
    fn check(&self) -> BuildResult {
        for (name, chapter) in &self.chapters {
            for link in chapter.links.iter().filter(|link| !link.contains('/')) {
                let (file, heading) = link.split_once('#').unwrap_or((link, ""));
                let chapter_name = file.strip_suffix(".md").unwrap_or(name);
                let target = self.chapters.iter().find(|(name, _)| name == chapter_name);
                let is_there = |target: &Chapter| {
                    heading.is_empty() || target.headings.iter().any(|other| other.anchor == heading)
                };
                if !target.is_some_and(|(_, target)| is_there(target)) {
                    return Err(format!("{}/{name}.md: {link} leads nowhere", folder(self.lang).display()));
                }
            }
        }
        Ok(())
    }

    fn page(&self, number: usize) -> PlainPage {
        let (name, chapter) = &self.chapters[number];
        let path = chapter_path(name);
        let to = |name: &str| format!("{}{}", language_root(&path), self::chapter_path(name));
        let mut body = format!("<div class=\"manual\">\n<main>\n{}", chapter.html);
        let step = |body: &mut String, number: usize, rel: &str, arrows: [&str; 2]| {
            if let Some((name, chapter)) = self.chapters.get(number) {
                let (href, title, [text_before, text_after]) = (to(name), escape_html(&chapter.title), arrows);
                let _ = writeln!(body, "<a rel=\"{rel}\" href=\"{href}\">{text_before}{title}{text_after}</a>");
            }
        };
        body += "<p class=\"links\">\n";
        step(&mut body, number.wrapping_sub(1), "prev", ["← ", ""]);
        step(&mut body, number + 1, "next", ["", " →"]);
        let _ =
            write!(body, "</p>\n</main>\n<nav aria-label=\"{}\"><ul>\n", site::words(self.lang).site_labels().chapters);
        for (name, chapter) in &self.chapters {
            let current = if *name == self.chapters[number].0 { " aria-current=\"page\"" } else { "" };
            let _ = writeln!(body, "<li><a href=\"{}\"{current}>{}</a></li>", to(name), escape_html(&chapter.title));
        }
        body += "</ul></nav>\n</div>\n";
        let (title, description) = (chapter.title.clone(), chapter.lead.clone());
        let sections = chapter.sections();
        PlainPage {
            part: SitePart::Manual,
            lang: self.lang,
            place: path,
            title,
            description,
            body,
            sections,
            own_files: None,
        }
    }
}

/// The address in the site of a link's target.
fn resolve_link(lang: Lang, chapter: &str, to: &str) -> BuildResult<String> {
    let path = chapter_path(chapter);
    let (file, rest) = to.find('#').map_or((to, ""), |at| to.split_at(at));
    if to.starts_with("https://") || file.is_empty() {
        return Ok(to.to_owned());
    }
    if !folder(lang).join(file).is_file() {
        return Err(format!("there is no {file}"));
    }
    let (language, site) = (language_root(&path), site_root(lang, &path));
    let path_parts: Vec<&str> = file.split('/').collect();
    let stem = |name: &'_ str| name.rsplit_once('.').map_or(name, |rsplit_once| rsplit_once.0).to_owned();
    match path_parts.as_slice() {
        [name] => Ok(format!("{language}{}{rest}", chapter_path(&stem(name)))),
        ["..", PICTURES, name] => Ok(format!("{site}{MANUAL}/{PICTURES}/{name}")),
        ["..", "..", "examples", name] => Ok(format!("{site}examples/{name}")),
        ["..", "..", "scenarios", name] if rest.is_empty() => Ok(format!("{language}s/{}/", stem(name))),
        ["..", "..", "lessons", name] if rest.is_empty() => Ok(format!("{language}l/{}/", stem(name))),
        ["..", "..", "essay", "en.md"] if rest.is_empty() => Ok(format!("{language}preemption/")),
        ["..", "..", "handbook", name] => {
            let book = Book::parse(&read_file(&folder(lang).join(file))?)?;
            let is_there = rest.is_empty() || book.entries.iter().any(|article| rest[1..] == article.name);
            if is_there {
                Ok(format!("{language}{}/{rest}", stem(name)))
            } else {
                Err(format!("{file} has no entry {rest}"))
            }
        }
        _ => Err(format!("the site has no page for {to}")),
    }
}
