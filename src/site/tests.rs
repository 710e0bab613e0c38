//! Tests the site with a third language, which a machine makes from English: a row and texts of its own, but nothing that is translated by hand.

use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
    process,
};

use ::page::prerender::scenario_path;
use protocol::{Block, Inline, LessonStep, SearchEntry, SitePart};

use super::*;
use crate::file::root;

const LANGUAGES: [Lang; 3] = [Lang::En, Lang::Zh, Lang::Pseudo];

/// A folder for a site, which is deleted at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        Self(env::temp_dir().join(format!("site-{name}-{}", process::id())))
    }

    /// The pages in a language, by their path below its folder.
    fn pages(&self, lang: Lang) -> BTreeMap<PathBuf, String> {
        let start = self.0.join(lang.site_folder());
        let others: Vec<PathBuf> = LANGUAGES
            .into_iter()
            .filter(|other| *other != lang)
            .map(|other| self.0.join(other.site_folder()))
            .collect();
        let (mut pages, mut open_folders) = (BTreeMap::new(), vec![start.clone()]);
        while let Some(folder) = open_folders.pop() {
            for entry in fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
                if entry.is_dir() && !others.contains(&entry) {
                    open_folders.push(entry);
                } else if entry.ends_with("index.html") && entry != self.0.join("index.html") {
                    let path = entry.strip_prefix(&start).expect("a path below").to_owned();
                    pages.insert(path, read_file(&entry).expect("a page"));
                }
            }
        }
        pages
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Every page in English must be there in the third language, say that it is not translated, and have the same heading. Returns their number.
fn check_pages(stage: &Folder) -> usize {
    let [english, chinese, third] = LANGUAGES.map(|lang| stage.pages(lang));
    assert!(english.keys().eq(third.keys()) && english.keys().eq(chinese.keys()), "{:?}", third.keys());
    let note = |lang: Lang| lang.page_labels().untranslated;
    for (path, page) in &third {
        let path = path.display();
        assert!(page.contains("<html lang=\"en-XA\""), "{path}");
        assert!(page.contains(note(Lang::Pseudo)), "{path} does not say that it is not translated");
    }
    for (lang, pages) in [(Lang::En, &english), (Lang::Zh, &chinese)] {
        assert!(pages.values().all(|page| !page.contains(note(lang))), "{lang:?} is translated");
    }
    third.len()
}

#[test]
fn books_are_in_english_with_a_note_in_a_language_without_them() {
    let stage = Folder::new("books");
    write_file(&stage.0.join("preemption/figures-0.js"), "").expect("a file");
    let mut pages = manual::build_pages(&stage.0, &LANGUAGES).expect("a manual");
    pages.extend(handbook::build_pages(&stage.0, &LANGUAGES).expect("a handbook"));
    pages.extend(essay::build_pages(&stage.0, &LANGUAGES).expect("an essay"));
    pages.iter().try_for_each(|page| page.write_to(&stage.0)).expect("the pages");
    assert!(check_pages(&stage) > 10);
    let [english, third] =
        [Lang::En, Lang::Pseudo].map(|lang| stage.pages(lang)[Path::new("glossary/index.html")].clone());
    let heading =
        |page: &str| page.split("<h1>").nth(1).and_then(|rest| rest.split_once("</h1>")).map(|h| h.0.to_owned());
    assert!(heading(&english).is_some() && heading(&english) == heading(&third));
    assert!(third.contains("⟦Watch it happen⟧") && third.contains("href=\"../../zh/glossary/\" lang=\"zh-CN\""));
    check_search_index(&stage, &pages);
}

/// Everything in the index exists: its page, and the anchor in it.
fn check_search_index(stage: &Folder, pages: &[plain_page::PlainPage]) {
    let scenario =
        r#"[{"name": "tie", "title": {"en": "A tie", "zh": "平局"}, "description": {"en": "By lot", "zh": ""}}]"#;
    write_file(&stage.0.join("scenarios/index.json"), scenario).expect("a list");
    write_file(&stage.0.join("lessons/index.json"), "[]").expect("a list");
    search_index::write_indexes(&stage.0, &LANGUAGES, pages).expect("an index");
    for lang in LANGUAGES {
        let file = stage.0.join(protocol::search_index_file(lang.code()));
        let entries: Vec<SearchEntry> =
            serde_json::from_str(&read_file(&file).expect("an index")).expect("its entries");
        let (scenarios, rest): (Vec<_>, Vec<_>) = entries.iter().partition(|entry| entry.part == SitePart::Scenario);
        assert_eq!(scenarios.len(), 1);
        assert!(scenarios[0].title == lang.pick_of("A tie", "平局") && scenarios[0].path == "tie");
        assert!(rest.len() > 150, "{}", rest.len());
        let own_pages = stage.pages(lang);
        for SearchEntry { title, path, .. } in rest {
            let (place, anchor) = path.split_once('#').unwrap_or((path, ""));
            let page = &own_pages[Path::new(&format!("{place}index.html"))];
            assert!(anchor.is_empty() || page.contains(&format!(" id=\"{anchor}\"")), "{title}: {path}");
        }
        let finds = |words: &str, part: SitePart| {
            entries.iter().any(|entry| entry.part == part && format!("{} {}", entry.title, entry.text).contains(words))
        };
        assert!(finds("PDB", SitePart::Glossary) && finds("budget", SitePart::Behavior) || lang == Lang::Zh);
    }
}

#[test]
fn scenarios_and_lessons_are_in_english_with_a_note_in_a_language_without_them() {
    let stage = Folder::new("pages");
    let (index, site) = (read_file(&root().join("index.html")).expect("a page"), Some("https://host/"));
    let is_first = |number: &usize| scenario_path(*number).contains(FIRST_SCENARIO);
    let number = scenario_numbers().find(is_first).expect("the first scenario");
    let path = scenario_path(number);
    write_file(&stage.0.join(&path), read_file(&root().join("www").join(&path)).expect("a scenario")).expect("a file");
    let mut lesson = Lesson::default();
    (lesson.entry.name, lesson.entry.title.en) = ("own".to_owned(), "A lesson".to_owned());
    let words = vec![Block::Paragraph(vec![Inline::Text("Only in English.".to_owned())])];
    lesson.steps.push(LessonStep { en: words, ..LessonStep::default() });
    write_file(&stage.0.join("lessons/own.json"), file::to_json(&lesson).expect("JSON")).expect("a file");
    write_file(&stage.0.join("glossary.json"), "[]").expect("a file");
    let preview = Preview::new().expect("a preview").with_missing_letters();
    write_scenario_pages(&stage.0, &index, site, &LANGUAGES, &preview, number).expect("its pages");
    write_lesson_pages(&stage.0, &index, site, &LANGUAGES).expect("its pages");
    assert_eq!(check_pages(&stage), 2);
    let start = read_file(&stage.0.join("index.html")).expect("the start page");
    assert!(start.contains("<template data-still=\"Pseudo\">"));
    let third = stage.pages(Lang::Pseudo);
    assert!(third[Path::new("l/own/index.html")].contains("Only in English."));
    for page in third.values() {
        assert!(page.contains("hreflang=\"en-XA\" href=\"https://host/xa/") && page.contains("Pseudo xa en-XA\" />"));
    }
}
