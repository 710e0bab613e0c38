//! The lists of scenarios and lessons, and the lessons as data for the page.

use std::{fs, path::Path};

use ::lessons as course;
use findings::InLesson;
use i18n::{Lang, lesson_problem};
use serde_json::Value;

use crate::file::{BuildResult, read_file, root, to_json, write_file};

/// The entries of all built-in scenarios in the gallery, as JSON.
pub(crate) fn scenario_list_json(folder: &Path) -> BuildResult<String> {
    let mut values = Vec::new();
    for file in fs::read_dir(folder).map_err(|e| e.to_string())?.filter_map(Result::ok).map(|file| file.path()) {
        if file.extension().is_none_or(|extension| extension != "yaml") {
            continue;
        }
        let manifest = manifest::load(&read_file(&file)?).map_err(|_| format!("{} cannot be read", file.display()))?;
        let scenario = &manifest.scenario;
        values.push(serde_json::json!({
            "name": file.file_stem().unwrap_or_default().to_string_lossy(),
            "title": {"en": scenario.title.trim(), "zh": scenario.zh.title.trim()},
            "description": {"en": scenario.description.trim(), "zh": scenario.zh.description.trim()},
            "release": scenario.release.as_deref().unwrap_or_default(),
        }));
    }
    Ok(Value::from(values).to_string())
}

/// Builds all lessons and writes them as JSON. Fails if a run contradicts its lesson.
pub(crate) fn write_lessons(stage: &Path) -> BuildResult {
    let (from, to) = (root().join("www/lessons"), stage.join("lessons"));
    let mut entries = Vec::new();
    for file in fs::read_dir(from).map_err(|e| e.to_string())?.filter_map(Result::ok).map(|file| file.path()) {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if file.extension().is_none_or(|extension| extension != "md") || name == "README" {
            continue;
        }
        let lesson_error = |lesson_error: InLesson| {
            format!("{}: {}", file.display(), lesson_problem::lesson_problem_line(Lang::En, &lesson_error))
        };
        let draft = course::parse_lesson(&name, &read_file(&file)?).map_err(lesson_error)?;
        let text = draft.text(&stage.join("scenarios")).map_err(lesson_error)?;
        let (lesson, _) = draft.build_lesson(text).map_err(lesson_error)?;
        write_file(&to.join(format!("{name}.json")), to_json(&lesson)?)?;
        entries.push(lesson.entry);
    }
    entries.sort_by_key(|lesson_entry| lesson_entry.number);
    write_file(&to.join("index.json"), to_json(&entries)?)
}
