//! The search index: the titles of all scenarios, lessons, pages and sections in one language, with the words by which they are found.

use std::path::Path;

use i18n::Lang;
use protocol::{Bilingual, LessonEntry, SearchEntry, SitePart, search_index_file};
use serde::{Deserialize, de::DeserializeOwned};

use crate::{
    file::{BuildResult, read_file, to_json, write_file},
    plain_page::PlainPage,
};

/// An entry of `scenarios/index.json`.
#[derive(Deserialize)]
struct ListedScenario {
    name: String,
    title: Bilingual,
    description: Bilingual,
}

/// Writes the index of each language. The lists of scenarios and lessons must have been written.
pub(crate) fn write_indexes(stage: &Path, languages: &[Lang], pages: &[PlainPage]) -> BuildResult {
    let scenarios: Vec<ListedScenario> = read_list(stage, "scenarios/index.json")?;
    let lessons: Vec<LessonEntry> = read_list(stage, "lessons/index.json")?;
    for lang in languages.iter().copied() {
        let pick = |text: &Bilingual| lang.pick_of(&text.en, &text.zh).to_owned();
        let of_scenario = |scenario: &ListedScenario| SearchEntry {
            part: SitePart::Scenario,
            title: pick(&scenario.title),
            path: scenario.name.clone(),
            text: format!("{} {}", scenario.name, pick(&scenario.description)),
            names: Vec::new(),
        };
        let of_lesson = |lesson: &LessonEntry| SearchEntry {
            part: SitePart::Lesson,
            title: pick(&lesson.title),
            path: lesson.name.clone(),
            text: [&lesson.goal, &lesson.misconception].map(pick).join(" "),
            names: Vec::new(),
        };
        let own_pages = pages.iter().filter(|page| page.lang == lang);
        let mut entries: Vec<SearchEntry> = scenarios.iter().map(of_scenario).collect();
        entries.extend(lessons.iter().map(of_lesson));
        entries.extend(own_pages.flat_map(entries_of_page));
        write_file(&stage.join(search_index_file(lang.code())), to_json(&entries)?)?;
    }
    Ok(())
}

fn read_list<T: DeserializeOwned>(stage: &Path, file: &str) -> BuildResult<Vec<T>> {
    serde_json::from_str(&read_file(&stage.join(file))?).map_err(|error| format!("{file}: {error}"))
}

/// The page itself, and its sections.
fn entries_of_page(page: &PlainPage) -> Vec<SearchEntry> {
    let entry = |title: &str, path: String, text: &str, names: &[String]| SearchEntry {
        part: page.part,
        title: title.to_owned(),
        path,
        text: text.to_owned(),
        names: names.to_vec(),
    };
    let sections = page.sections.iter().map(|section| {
        // A section of a chapter is called by both names: most headings say little by themselves.
        let title = match page.part {
            SitePart::Manual | SitePart::Essay => format!("{}: {}", page.title, section.title),
            _ => section.title.clone(),
        };
        entry(&title, format!("{}#{}", page.place, section.anchor), &section.text, &section.names)
    });
    let whole_page = entry(&page.title, page.place.clone(), &page.description, &[]);
    std::iter::once(whole_page).chain(sections).collect()
}
