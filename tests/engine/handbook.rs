//! The handbook: each entry's claims must hold in the run of its scenario.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::PathBuf,
};

use schedscope::{
    api::Set,
    lessons::{handbook::Book, story},
    manifest,
    protocol::{Term, find_terms},
    simulation::Scenario,
};

use crate::support::texts;

fn books() -> Vec<(String, Book)> {
    let files = texts::files("www/handbook", "yaml");
    assert!(!files.is_empty());
    let read = |file: &PathBuf| {
        let name = file.display().to_string();
        let book =
            Book::parse(&fs::read_to_string(file).expect("a book")).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
        (name, book)
    };
    files.iter().map(read).collect()
}

#[test]
fn every_entry_has_its_moment_and_its_claims_hold() {
    let mut wrong = Vec::new();
    for (name, book) in books() {
        assert!(!book.entries.is_empty(), "{name} is empty");
        for entry in &book.entries {
            let alone = Book { entries: vec![entry.clone()], ..book.clone() };
            wrong.extend(alone.check(&texts::place("www")).err());
            if entry.scenario.is_empty() {
                continue;
            }
            let Ok(text) = entry.manifest(&texts::place("www")) else { continue };
            let release = entry.release().expect("a release");
            let manifest = manifest::load_for(&text, release).expect("a manifest");
            let text = story::story_of(Scenario::from_manifest(&manifest).expect("a scenario"));
            let mut lines = text.lines();
            let broken = entry.claims.iter().find(|claim| !lines.any(|line| story::line_matches(line, claim)));
            wrong.extend(broken.map(|claim| format!("{}: no `{claim}` (in this order) in\n{text}", entry.name)));
        }
        wrong.extend(book.check(&texts::place("www")).err().filter(|_| wrong.is_empty()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn claims_that_the_run_contradicts_are_rejected() {
    let entry = "title: T\nentries:\n- {name: a, title: t, text: t, zh: {title: 甲, text: 乙}, scenario: ladder, step: 'preempts:preemptor'}\n";
    let check = |text: &str| Book::parse(text).and_then(|book| book.check(&texts::place("www")));
    assert_eq!(check(entry), Ok(()));
    for (old, new, text) in [
        ("preempts:preemptor", "preempts:nobody", "no moment preempts:nobody"),
        ("scenario: ladder", "scenario: nothing", "nothing.yaml"),
        ("step:", "lesson: nothing, step:", "no lesson nothing"),
        ("step:", "release: v9, step:", "v9"),
        ("text: 乙", "text: ''", "missing in a language"),
        ("name: a", "name: A b", "no name for a link"),
    ] {
        let wrong = check(&entry.replace(old, new)).expect_err(text);
        assert!(wrong.contains(text), "{wrong} does not say {text}");
    }
    // An entry without a scenario has a note with the reason, in both languages.
    let noted = entry
        .replace("scenario: ladder, step: 'preempts:preemptor'", "note: n")
        .replace("text: 乙", "text: 乙, note: 注");
    assert_eq!(check(&noted), Ok(()));
    for wrong in [
        noted.replace(", note: 注", ""),
        noted.replace("note: n", "note: n, scenario: ladder, step: 'preempts:preemptor'"),
    ] {
        assert!(check(&wrong).is_err_and(|wrong| wrong.contains("note")), "{wrong}");
    }
    let twice = format!("{entry}{}", entry.lines().last().expect("the entry"));
    assert!(check(&twice).is_err_and(|wrong| wrong.contains("twice")));
}

#[test]
fn texts_use_one_translation_for_each_term() {
    let glossary = books().into_iter().find(|(name, _)| name.ends_with("glossary.yaml")).expect("a glossary").1;
    let terms = glossary.terms();
    for chinese in [false, true] {
        let words = |term: &Term| if chinese { term.zh.clone() } else { term.en.clone() };
        let mut seen = BTreeMap::new();
        for (number, term) in terms.iter().enumerate() {
            let words = words(term);
            assert!(!words.is_empty(), "{}: no text names it", term.name);
            assert!(!term.shows.starts_with('/'), "{}: a term is shown", term.name);
            for word in words.lines() {
                assert_eq!(seen.insert(word.to_lowercase(), &term.name), None, "{word} stands for two terms");
                let text = format!("“{word}”");
                let matches =
                    find_terms(&terms, |term| if chinese { &term.zh } else { &term.en }, &text, &mut Set::new());
                assert!(matches.iter().any(|(.., n)| *n == number), "{}: {word} is not found", term.name);
            }
        }
    }
}

/// The behaviors that the handbook must have, by their sources. Some sources describe several.
#[test]
fn every_source_has_its_entries() {
    const SOURCES: [&str; 25] = [
        "docs",
        "91492",
        "129136",
        "72124",
        "126700",
        "106780",
        "129948",
        "95752",
        "140984",
        "141227",
        "70622",
        "130429",
        "93505",
        "https://github.com/kubernetes/community/pull/1228",
        "126479",
        "86373",
        "72122",
        "66627",
        "94814",
        "78009",
        "116978",
        "105220",
        "129138",
        "https://github.com/kubernetes/kubernetes/blob/v1.34.1/pkg/scheduler/framework/preemption/preemption.go",
        "https://kubernetes.io/docs/tasks/run-application/configure-pdb/",
    ];
    let book = books().into_iter().find(|(name, _)| name.ends_with("behaviours.yaml")).expect("behaviours").1;
    let known: BTreeSet<&str> = book.entries.iter().flat_map(|entry| &entry.sources).map(String::as_str).collect();
    let missing: Vec<&&str> = SOURCES.iter().filter(|source| !known.contains(**source)).collect();
    assert!(missing.is_empty(), "{missing:?}");
    assert!(book.entries.iter().all(|entry| !entry.sources.is_empty()), "an entry has no source");
}
