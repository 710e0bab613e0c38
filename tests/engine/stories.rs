//! The story of each built-in scenario, and of those in `tests/stories`: all events as lines of text. It is recorded in full for the latest release,
//! and for each earlier release as a diff from the next one.
//!
//! If a change of the engine or of a scenario changes stories, record them anew with `UPDATE_EXPECT=1 cargo test --test engine stories`, and review
//! the diff.

use std::{fmt::Write as _, fs};

use schedscope::{lessons::story, releases::Release};
use similar::TextDiff;

use crate::support::{recorded_text, texts};

/// A diff without context. Together with one text, it determines the other.
fn diff_lines(base: (&str, &str), other: (&str, &str)) -> String {
    TextDiff::from_lines(base.1, other.1).unified_diff().context_radius(0).header(base.0, other.0).to_string()
}

#[test]
fn stories_are_unchanged() {
    let scenarios = [texts::files("www/scenarios", "yaml"), texts::files("tests/stories", "yaml")].concat();
    assert!(!scenarios.is_empty());
    let [earlier @ .., latest] = Release::ALL;
    let mut differences = Vec::new();
    for file in scenarios {
        let text = fs::read_to_string(&file).expect("a scenario");
        let story_under = |release: Release| (release.to_string(), story::story_of(texts::scenario(&text, release)));
        let (latest_name, latest_story) = story_under(latest);
        let (mut diffs, mut later) = (String::new(), (latest_name, latest_story.clone()));
        for (name, story) in earlier.into_iter().rev().map(story_under) {
            let diff = diff_lines((&later.0, &later.1), (&name, &story));
            // An empty diff has no header either.
            let _ = if diff.is_empty() { writeln!(diffs, "{name}: the same") } else { write!(diffs, "{diff}") };
            later = (name, story);
        }
        let place = |ending: &str| texts::place(&format!("tests/stories/{}.{ending}", texts::name(&file)));
        differences.extend(recorded_text::describe_difference(&place(&format!("{latest}.txt")), &latest_story));
        differences.extend(recorded_text::describe_difference(&place("earlier.diff"), &diffs));
    }
    recorded_text::assert_unchanged(&differences);
}

#[test]
fn a_diff_has_every_line_that_differs() {
    let (base, other) = ("a\nb\nc\n", "a\nx\nc\nd\n");
    let diff = diff_lines(("v1.36", base), ("v1.34", other));
    assert_eq!(diff, "--- v1.36\n+++ v1.34\n@@ -2 +2 @@\n-b\n+x\n@@ -3,0 +4 @@\n+d\n");
    assert_eq!(diff_lines(("v1.36", base), ("v1.34", base)), "");
}
