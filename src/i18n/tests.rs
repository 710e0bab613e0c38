//! Tests that all displayed text comes from the Fluent files, and that the languages follow their own rules.

use std::{
    fs,
    path::{Path, PathBuf},
    rc::Rc,
};

use runlog::EventKind;
use simulation::{Scenario, Simulation};
use trace::{Trace, steps};

use super::{Lang, pseudo::strip_marked, story};

fn files(folder: &str, extension: &str) -> Vec<(PathBuf, String)> {
    let mut files = Vec::new();
    let mut open_folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(folder)];
    while let Some(folder) = open_folders.pop() {
        for dir_entry in fs::read_dir(folder).expect("a folder") {
            let path = dir_entry.expect("an entry").path();
            if path.is_dir() {
                open_folders.push(path);
            } else if path.extension().is_some_and(|name| name == extension) {
                let text = fs::read_to_string(&path).expect("a text");
                files.push((path, text));
            }
        }
    }
    files.sort();
    assert!(!files.is_empty(), "{folder} has files");
    files
}

fn has_letters(text: &str) -> bool {
    text.chars().any(char::is_alphabetic)
}

#[test]
fn every_story_of_every_scenario_comes_from_the_tables() {
    let mut moment_count = 0;
    for (path, text) in files("www/scenarios", "yaml") {
        let manifest = manifest::load(&text).expect("a manifest");
        let scenario = Scenario::from_manifest(&manifest).expect("a scenario");
        let wording = releases::wording(scenario.release);
        let mut attempts = Vec::new();
        let (_, events) = Simulation::new(scenario).run_with_attempts(|attempt| attempts.push(Rc::clone(attempt)));
        let trace = Trace::new(events);
        let frame = trace.frame_at(1);
        let rows = frame
            .profiles
            .iter()
            .flat_map(|profile_summary| profile_summary.filters.iter().chain(&profile_summary.scores))
            .map(|row| row.id.as_str());
        let points =
            frame.profiles.iter().flat_map(|profile_summary| &profile_summary.points).map(|(_, name)| name.as_str());
        let names: Vec<&str> = rows.chain(points).collect();
        for moment in steps::moments(trace.events()) {
            let last = moment.events.checked_sub(1).map(|last| &trace.events()[last].what);
            let detail = match last {
                Some(EventKind::Attempted(tried)) => attempts.get(tried.number).map(|attempt| &**attempt),
                _ => None,
            };
            let at = |lang| story::moment_text(lang, trace.events(), moment, &frame, wording, detail);
            let [english, chinese, pseudo] = [Lang::En, Lang::Zh, Lang::Pseudo].map(at);
            moment_count += 1;
            assert!(!english.title.is_empty() && !chinese.title.is_empty(), "{path:?}: {moment:?} has no title");
            assert_eq!(english.text.is_empty(), chinese.text.is_empty(), "{path:?}: {moment:?}");
            // Names of plugins and extension points come from the release.
            let is_plugin_name = names.contains(&pseudo.title.as_str());
            assert!(is_plugin_name || !has_letters(&strip_marked(&pseudo.title)), "{path:?}: {}", pseudo.title);
            assert!(!has_letters(&strip_marked(&pseudo.text)), "{path:?}: {}", pseudo.text);
        }
    }
    assert!(moment_count > 1000, "{moment_count}");
}

/// Chinese has its own punctuation.
#[test]
fn chinese_has_full_width_punctuation() {
    let chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    let mut mismatches = Vec::new();
    for (path, text) in files("www/i18n/zh", "ftl") {
        for (number, line) in text.lines().enumerate() {
            let chars: Vec<char> = line.chars().collect();
            let half = chars.windows(2).any(|pair| chinese(pair[0]) && ",:;.?!(".contains(pair[1]));
            if half {
                mismatches.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
}

/// Texts that are the same in every language: names, codes, and an example of a script.
const NAMES: [&str; 6] = ["Schedscope", "Pod", "YAML", "en", "zh-CN", "scale: {name: web, replicas: 5}"];

/// Views contain no text of their own, neither as a child of an element nor in an accessible attribute.
#[test]
fn views_take_every_word_from_the_tables() {
    let mut mismatches = Vec::new();
    let is_test = |path: &Path| path.file_stem().is_some_and(|name| name.to_string_lossy().ends_with("_tests"));
    for (path, text) in files("src/page", "rs").into_iter().filter(|(path, _)| !is_test(path)) {
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        for (number, line) in code.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//")) {
            let after = |symbol: &str| line.match_indices(symbol).map(|(at, _)| at + symbol.len()).collect::<Vec<_>>();
            let starts = ["{ \"", "aria-label=\"", "title=\"", "placeholder=\"", "alt=\""].into_iter().flat_map(after);
            let mut texts = starts.map(|at| line[at..].split('"').next().unwrap_or_default());
            // A class chosen by a condition isn't text: it has no markup around it.
            let shown = line.contains('<') || line.contains("aria-label");
            let has_plain_text =
                shown && texts.any(|text| has_letters(text) && !NAMES.contains(&text) && !line.contains("class={"));
            let chinese = line.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)) && !line.contains("//");
            if has_plain_text || chinese && !line.contains("\"中文\"") {
                mismatches.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
}
