//! The reducer: applies an action to a state and returns the next state and effects. Only this file and its folder know all features and
//! may change the whole state.
//!
//! An action names its feature. The feature's `update` gets its own slice of the state as mutable and what it reads of others, and
//! returns effects, and follow-up actions for changes beyond its slice. Follow-ups are applied at once, each with its own follow-ups.
//! Each enum of actions has one handler, which matches all variants; the table of slices names it (`slice_table`). Actions that change the whole page are enums of their own, with
//! handlers in this folder: `open_target` replaces the manifest, and `link` opens links; `run_events` handles the run, which `run_start`
//! starts; `branches`, `lesson_run`, `predictions`, `engine`, `overlays` and `settings` are named after their actions; `chunks` passes
//! actions to the functions of a loaded chunk. `remap_click` replaces an action that has another meaning in the current state, and
//! `post_update` applies the rules that follow every action.

pub mod branches;
pub mod chunks;
pub mod engine;
pub mod first_visit;
pub mod import_guard;
pub mod lesson_run;
pub mod link;
pub mod open_target;
pub mod overlays;
pub mod post_update;
pub mod predictions;
pub mod remap_click;
pub mod run_events;
pub mod run_start;
pub mod settings;

use crate::{actions::Action, effects::Effect, outcome::UpdateOutcome, selectors::import_preview, store::Store};

/// Applies an action: the next state and the effects to run.
pub fn reduce(store: &Store, action: Action) -> (Store, Vec<Effect>) {
    let turn = post_update::UpdateCtx::new(store, &action);
    let mut next_store = store.clone();
    let action = remap_click::remap_action(store, action);
    let is_out_of_reach = import_preview::is_preview(store) && action.is_playhead_move();
    let mut effects = if is_out_of_reach { Vec::new() } else { apply_action(&mut next_store, action) };
    effects.extend(record_course_answers(store, &mut next_store));
    for follow in post_update::POST_RULES {
        follow(&turn, &mut next_store, &mut effects);
    }
    (next_store, effects)
}

/// Applies an action and then its follow-ups. `remap_click` doesn't apply to follow-ups, only to the user's actions.
fn apply_action(store: &mut Store, action: Action) -> Vec<Effect> {
    let UpdateOutcome { mut effects, followups } = dispatch_action(store, action);
    for followup in followups {
        effects.extend(apply_action(store, followup));
    }
    effects
}

/// Stores the answers to a lesson in the course that it is part of. This may also restore earlier answers of the student, and with them
/// the position of the playhead.
fn record_course_answers(before: &Store, store: &mut Store) -> Vec<Effect> {
    if store.classroom.saved.course.is_none() || before.lesson.current == store.lesson.current {
        return Vec::new();
    }
    let Some(updates) = store.chunks.editing.ready() else { return Vec::new() };
    let UpdateOutcome { mut effects, followups } =
        (updates.record_answers)(&mut store.classroom, &before.lesson, &store.lesson);
    for followup in followups {
        effects.extend(apply_action(store, followup));
    }
    effects
}

macro_rules! dispatch_action {
    ($($(#[$note:meta])* $action:ident($message:ty) = $update:expr;)*) => {
        /// Passes an action to its feature.
        fn dispatch_action(store: &mut Store, action: Action) -> UpdateOutcome {
            match action {
                $(Action::$action(message) => {
                    let update: fn(&mut Store, $message) -> UpdateOutcome = $update;
                    update(store, message)
                })*
            }
        }
    };
}

slice_table!(actions dispatch_action!);

#[cfg(test)]
mod tests;
