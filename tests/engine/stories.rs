//! Every built-in scenario, and those of `tests/stories`, as a story that a person can read, under each release: whole under the latest, and
//! under each earlier one as a diff from the release after it.
//!
//! A story changes when the engine or a scenario does. Then look at what changed, and write it anew with
//! `STORIES=write cargo test --test engine stories`.

use std::{fmt::Write as _, fs};

use schedscope::{lessons::story, releases::Release};
use similar::TextDiff;

use crate::support::{recorded_text, texts};

/// The lines in which a text differs from another one. With the other one it tells the whole text.
fn diff_lines(base: (&str, &str), other: (&str, &str)) -> String {
    TextDiff::from_lines(base.1, other.1).unified_diff().context_radius(0).header(base.0, other.0).to_string()
}

#[test]
fn stories_are_as_they_were() {
    let write = recorded_text::should_write("STORIES");
    let scenarios = [texts::files("www/scenarios", "yaml"), texts::files("tests/stories", "yaml")].concat();
    assert!(!scenarios.is_empty());
    let [earlier @ .., latest] = Release::ALL;
    let mut wrong = Vec::new();
    for file in scenarios {
        let text = fs::read_to_string(&file).expect("a scenario");
        let story_under = |release: Release| (release.to_string(), story::story_of(texts::scenario(&text, release)));
        let (latest_name, latest_story) = story_under(latest);
        let (mut diffs, mut later) = (String::new(), (latest_name, latest_story.clone()));
        for (name, story) in earlier.into_iter().rev().map(story_under) {
            let diff = diff_lines((&later.0, &later.1), (&name, &story));
            // A diff without lines has no header either.
            let _ = if diff.is_empty() { writeln!(diffs, "{name}: the same") } else { write!(diffs, "{diff}") };
            later = (name, story);
        }
        let place = |ending: &str| texts::place(&format!("tests/stories/{}.{ending}", texts::name(&file)));
        wrong.extend(recorded_text::describe_difference(&place(&format!("{latest}.txt")), &latest_story, write));
        wrong.extend(recorded_text::describe_difference(&place("earlier.diff"), &diffs, write));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_diff_tells_every_line_that_differs() {
    let (base, other) = ("a\nb\nc\n", "a\nx\nc\nd\n");
    let diff = diff_lines(("v1.36", base), ("v1.34", other));
    assert_eq!(diff, "--- v1.36\n+++ v1.34\n@@ -2 +2 @@\n-b\n+x\n@@ -3,0 +4 @@\n+d\n");
    assert_eq!(diff_lines(("v1.36", base), ("v1.34", base)), "");
}
