//! The lists of scenarios and lessons, and the lessons as the page gets them.

use crate::file::{Done, json, read, root, write};
use ::lessons as course;
use api::manifest;
use api::problem::InLesson;
use serde_json::Value;
use std::fs;
use std::path::Path;
use words::{Lang, written};

/// What the gallery tells of each built-in scenario: all that it says of itself.
pub(crate) fn scenarios(folder: &Path) -> Done<String> {
    let mut told = Vec::new();
    for file in fs::read_dir(folder).map_err(|e| e.to_string())?.filter_map(Result::ok).map(|file| file.path()) {
        if file.extension().is_none_or(|it| it != "yaml") {
            continue;
        }
        let manifest = manifest::load(&read(&file)?).map_err(|_| format!("{} cannot be read", file.display()))?;
        let scenario = &manifest.scenario;
        told.push(serde_json::json!({
            "name": file.file_stem().unwrap_or_default().to_string_lossy(),
            "title": {"en": scenario.title.trim(), "zh": scenario.zh.title.trim()},
            "description": {"en": scenario.description.trim(), "zh": scenario.zh.description.trim()},
            "release": scenario.release.as_deref().unwrap_or_default(),
        }));
    }
    Ok(Value::from(told).to_string())
}

/// The lessons as the page gets them: read, run and judged. One that its run contradicts is no page.
pub(crate) fn lessons(stage: &Path) -> Done {
    let (from, to) = (root().join("www/lessons"), stage.join("lessons"));
    let mut entries = Vec::new();
    for file in fs::read_dir(from).map_err(|e| e.to_string())?.filter_map(Result::ok).map(|file| file.path()) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if file.extension().is_none_or(|it| it != "md") || name == "README" {
            continue;
        }
        let wrong = |wrong: InLesson| format!("{}: {}", file.display(), written::line(Lang::En, &wrong));
        let draft = course::read(&name, &read(&file)?).map_err(wrong)?;
        let text = draft.text(&stage.join("scenarios")).map_err(wrong)?;
        let (lesson, _) = draft.finish(text).map_err(wrong)?;
        write(&to.join(format!("{name}.json")), json(&lesson)?)?;
        entries.push(lesson.entry);
    }
    entries.sort_by_key(|entry| entry.number);
    write(&to.join("index.json"), json(&entries)?)
}
