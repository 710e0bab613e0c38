//! Replaces the manifest, and keeps the previous ones for undo.

use std::rc::Rc;

use crate::{
    actions::Action,
    builder::{Builder, edits::EditResult, parsed_manifest::ParsedManifest},
    effects::{Effect, StorageEffect},
    outcome::UpdateOutcome,
    run::{RunMsg, RunState},
};

/// The limit of undo steps.
const MAX_UNDO: usize = 200;

/// Replaces the manifest. The previous one can be restored if something has run; consecutive typing is one undo step.
pub fn replace_text(builder: &mut Builder, run_state: &RunState, text: Rc<str>, is_typing: bool) {
    if builder.text == text {
        return;
    }
    if run_state.number > 0 && (!is_typing || !builder.is_typing) {
        let past = Rc::make_mut(&mut builder.undo_stack);
        past.push(builder.text.clone());
        if past.len() > MAX_UNDO {
            past.remove(0);
        }
    }
    builder.redo_stack = Rc::default();
    builder.is_typing = is_typing;
    builder.rejected_inputs.clear();
    builder.is_edit_refused = false;
    builder.protection = None;
    builder.refused_gate = None;
    builder.text = text.into();
}

/// Applies an edit of the manifest and the selection; an edit that fails changes nothing but the refusal flag.
pub fn apply_edit(
    builder: &mut Builder,
    run_state: &RunState,
    edit: impl FnOnce(&ParsedManifest, &[String]) -> EditResult,
) -> UpdateOutcome {
    match edit(&builder.parse_current(), &builder.selected_ids) {
        Ok((manifest, chosen)) => {
            // Rejected inputs of other fields stay visible.
            let rejected_input = std::mem::take(&mut builder.rejected_inputs);
            builder.parse_cache.insert(manifest.clone());
            replace_text(builder, run_state, manifest.text, false);
            builder.rejected_inputs = rejected_input;
            builder.range_anchor = chosen.last().cloned();
            builder.selected_ids = chosen;
            run_and_save()
        }
        Err(_) => {
            builder.is_edit_refused = true;
            UpdateOutcome::default()
        }
    }
}

/// Runs and saves a changed manifest.
pub fn run_and_save() -> UpdateOutcome {
    UpdateOutcome::from(Effect::Storage(StorageEffect::SaveDraft)).then(Action::Run(RunMsg::RunEdited))
}
