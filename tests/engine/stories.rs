//! Every built-in scenario, and those of `tests/stories`, as a story that a person can read, under each release.
//!
//! A story changes when the engine or a scenario does. Then look at what changed, and write it anew with
//! `STORIES=write cargo test --test engine stories`.

use std::fs;
use std::path::{Path, PathBuf};

use schedscope::api::manifest;
use schedscope::releases::Release;
use schedscope::simulation::Scenario;

use schedscope::lessons::story;

use crate::support::kept;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_path_buf()
}

#[test]
fn stories_are_as_they_were() {
    let write = kept::writes("STORIES");
    let folder = root().join("tests/stories");
    let files = |path: &Path| fs::read_dir(path).expect("a folder").map(|entry| entry.expect("a file").path());
    let mut scenarios: Vec<_> = files(&root().join("www/scenarios")).collect();
    scenarios.extend(files(&folder).filter(|path| path.extension().is_some_and(|ending| ending == "yaml")));
    scenarios.sort();
    assert!(!scenarios.is_empty());
    let mut wrong = Vec::new();
    for path in scenarios {
        let text = fs::read_to_string(&path).expect("a scenario");
        let manifest = manifest::load(&text).unwrap_or_else(|errors| panic!("{}: {errors:?}", path.display()));
        for release in Release::ALL {
            let scenario = Scenario::from_manifest(&manifest, Some(release)).expect("a scenario");
            let told = story::of(scenario);
            let name = format!("{}.{release}.txt", path.file_stem().and_then(|stem| stem.to_str()).expect("a name"));
            wrong.extend(kept::differs(&folder.join(&name), &told, write));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
