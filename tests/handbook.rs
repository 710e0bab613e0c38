//! The handbook: every entry is shown by its scenario, and what it claims happens there.
#![cfg(not(target_arch = "wasm32"))]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use schedscope::api::manifest;
use schedscope::lessons::handbook::Book;
use schedscope::simulation::Scenario;
use schedscope::wire::{Term, marks};

use schedscope::lessons::story;

fn www() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("www")
}

fn books() -> Vec<(String, Book)> {
    let mut files: Vec<_> =
        fs::read_dir(www().join("handbook")).expect("books").map(|entry| entry.expect("a file").path()).collect();
    files.retain(|file| file.extension().is_some_and(|it| it == "yaml"));
    files.sort();
    assert!(!files.is_empty());
    let read = |file: &PathBuf| {
        let name = file.display().to_string();
        let book =
            Book::read(&fs::read_to_string(file).expect("a book")).unwrap_or_else(|wrong| panic!("{name}: {wrong}"));
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
            wrong.extend(alone.check(&www()).err());
            let Ok(text) = entry.manifest(&www()) else { continue };
            let manifest = manifest::load(&text).expect("a manifest");
            let release = entry.release().expect("a release");
            let told = story::of(Scenario::from_manifest(&manifest, release).expect("a scenario"));
            let mut lines = told.lines();
            let broken = entry.claims.iter().find(|claim| !lines.any(|line| story::says(line, claim)));
            wrong.extend(broken.map(|claim| format!("{}: no `{claim}` (in this order) in\n{told}", entry.name)));
        }
        wrong.extend(book.check(&www()).err().filter(|_| wrong.is_empty()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_the_run_does_not_show_is_refused() {
    let entry = "title: T\nentries:\n- {name: a, title: t, text: t, zh: {title: 甲, text: 乙}, scenario: ladder, step: 'preempts:preemptor'}\n";
    let check = |text: &str| Book::read(text).and_then(|book| book.check(&www()));
    assert_eq!(check(entry), Ok(()));
    for (old, new, said) in [
        ("preempts:preemptor", "preempts:nobody", "no moment preempts:nobody"),
        ("scenario: ladder", "scenario: nothing", "nothing.yaml"),
        ("step:", "lesson: nothing, step:", "no lesson nothing"),
        ("step:", "release: v9, step:", "v9"),
        ("text: 乙", "text: ''", "missing in a language"),
        ("name: a", "name: A b", "no name for a link"),
    ] {
        let wrong = check(&entry.replace(old, new)).expect_err(said);
        assert!(wrong.contains(said), "{wrong} does not say {said}");
    }
    let twice = format!("{entry}{}", entry.lines().last().expect("the entry"));
    assert!(check(&twice).is_err_and(|wrong| wrong.contains("twice")));
}

#[test]
fn texts_name_each_term_in_one_way() {
    let glossary = books().into_iter().find(|(name, _)| name.ends_with("glossary.yaml")).expect("a glossary").1;
    let terms = glossary.terms();
    for chinese in [false, true] {
        let words = |term: &Term| if chinese { term.zh.clone() } else { term.en.clone() };
        let mut seen = BTreeMap::new();
        for (number, term) in terms.iter().enumerate() {
            let words = words(term);
            assert!(!words.is_empty(), "{}: no text names it", term.name);
            for word in words.lines() {
                assert_eq!(seen.insert(word.to_lowercase(), &term.name), None, "{word} stands for two terms");
                let found = marks(&terms, chinese, &format!("“{word}”"), &mut BTreeSet::new());
                assert!(found.iter().any(|(.., it)| *it == number), "{}: {word} is not found", term.name);
            }
        }
    }
}
