//! Every built-in scenario, and those of `tests/stories`, as a story that a person can read, under each release.
//!
//! A story changes when the engine or a scenario does. Then look at what changed, and write it anew with
//! `STORIES=write cargo test --test engine stories`.

use std::fs;

use schedscope::{lessons::story, releases::Release};

use crate::support::{recorded_text, texts};

#[test]
fn stories_are_as_they_were() {
    let write = recorded_text::should_write("STORIES");
    let scenarios = [texts::files("www/scenarios", "yaml"), texts::files("tests/stories", "yaml")].concat();
    assert!(!scenarios.is_empty());
    let mut wrong = Vec::new();
    for file in scenarios {
        let text = fs::read_to_string(&file).expect("a scenario");
        for release in Release::ALL {
            let story = story::story_of(texts::scenario(&text, release));
            let path = texts::place(&format!("tests/stories/{}.{release}.txt", texts::name(&file)));
            wrong.extend(recorded_text::describe_difference(&path, &story, write));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
