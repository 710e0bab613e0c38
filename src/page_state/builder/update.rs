//! Applies the actions of the builder that don't need the parsed objects.

use std::rc::Rc;

use super::{Builder, text_history};
use crate::{
    actions::{
        Action,
        builder::{BuilderMsg, ObjectMsg, SavedScenario, Tab},
    },
    effects::{Effect, StorageEffect, WorkerEffect},
    outcome::UpdateOutcome,
    run::RunState,
};

/// Applies an action of the builder. The chunk `Editing` applies those on objects (`object_edits`).
pub fn update_builder(builder: &mut Builder, run_state: &RunState, build: BuilderMsg) -> UpdateOutcome {
    builder.is_edit_refused = false;
    match build {
        BuilderMsg::SetTab(tab) => builder.tab = tab,
        BuilderMsg::RestoreText(text) => builder.text = text.into(),
        BuilderMsg::EditText(text) => {
            text_history::replace_text(builder, run_state, text, true);
            return Effect::Storage(StorageEffect::SaveDraft).into();
        }
        BuilderMsg::GoToPosition(line, column) => go_to_position(builder, line, column),
        BuilderMsg::CheckText => {
            builder.check_count += 1;
            return Effect::Worker(WorkerEffect::CheckManifest { number: builder.check_count }).into();
        }
        // Ignores results for an earlier text.
        BuilderMsg::CheckResult(number, findings) if number == builder.check_count => {
            builder.problems = findings;
        }
        BuilderMsg::CheckResult(..) => {}
        BuilderMsg::SelectMany(ids) => {
            builder.protection = None;
            builder.range_anchor = ids.first().cloned();
            builder.selected_ids = ids;
        }
        BuilderMsg::ClearSelection => {
            builder.protection = None;
            builder.selected_ids.clear();
        }
        BuilderMsg::SetCopyCount(copies) => builder.copy_count = copies.clamp(1, 100),
        BuilderMsg::SaveAs(name) => {
            let name = name.trim().to_owned();
            if !name.is_empty() {
                let saved_scenarios = Rc::make_mut(&mut builder.saved_scenarios);
                saved_scenarios.retain(|saved_scenario| saved_scenario.name != name);
                saved_scenarios.push(SavedScenario { name, text: Rc::clone(&builder.text) });
                return Effect::Storage(StorageEffect::KeepScenarios).into();
            }
        }
        BuilderMsg::DeleteSaved(index) => {
            let saved_scenarios = Rc::make_mut(&mut builder.saved_scenarios);
            if index < saved_scenarios.len() {
                builder.last_deleted = Some((index, saved_scenarios.remove(index)));
                return Effect::Storage(StorageEffect::KeepScenarios).into();
            }
        }
        BuilderMsg::RestoreDeleted => {
            if let Some((index, saved_scenario)) = builder.last_deleted.take() {
                let saved_scenarios = Rc::make_mut(&mut builder.saved_scenarios);
                saved_scenarios.insert(index.min(saved_scenarios.len()), saved_scenario);
                return Effect::Storage(StorageEffect::KeepScenarios).into();
            }
        }
        BuilderMsg::RenameSaved(index, name) => {
            let saved_scenarios = Rc::make_mut(&mut builder.saved_scenarios);
            let name = name.trim();
            if !name.is_empty()
                && !saved_scenarios.iter().any(|saved_scenario| saved_scenario.name == name)
                && let Some(saved_scenario) = saved_scenarios.get_mut(index)
            {
                name.clone_into(&mut saved_scenario.name);
                return Effect::Storage(StorageEffect::KeepScenarios).into();
            }
        }
        BuilderMsg::ImportSaved(scenarios) => {
            import_scenarios(builder, scenarios);
            return Effect::Storage(StorageEffect::KeepScenarios).into();
        }
        BuilderMsg::RestoreSaved(saved_scenarios) => builder.saved_scenarios = Rc::new(saved_scenarios),
        BuilderMsg::ForgetSaved => (builder.saved_scenarios, builder.last_deleted) = (Rc::default(), None),
        BuilderMsg::Download => return Effect::DownloadText.into(),
        BuilderMsg::SetDragOver(is_over) => builder.is_dragging_files = is_over,
    }
    UpdateOutcome::default()
}

/// The action that shows a tab to the user.
pub fn show_tab(tab: Tab) -> Action {
    match tab {
        Tab::Objects => ObjectMsg::ShowObjects.into(),
        Tab::Yaml => Action::Builder(BuilderMsg::SetTab(Tab::Yaml)),
    }
}

/// Moves the caret to a line and column, both from 1, in the YAML.
pub fn go_to_position(builder: &mut Builder, line: usize, column: usize) {
    builder.tab = Tab::Yaml;
    builder.caret_target = Some((line, column));
    builder.caret_target_count += 1;
}

/// Adds scenarios from a file to the saved ones, under new names if necessary.
fn import_scenarios(builder: &mut Builder, scenarios: Vec<(String, Rc<str>)>) {
    let saved_scenarios = Rc::make_mut(&mut builder.saved_scenarios);
    for (name, text) in scenarios {
        if saved_scenarios
            .iter()
            .any(|saved_scenario| saved_scenario.text == text && saved_scenario.name.starts_with(&name))
        {
            continue;
        }
        let mut free = name.clone();
        for number in 2.. {
            if saved_scenarios.iter().all(|saved_scenario| saved_scenario.name != free) {
                break;
            }
            free = format!("{name} {number}");
        }
        saved_scenarios.push(SavedScenario { name: free, text });
    }
}
