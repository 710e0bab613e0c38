//! Editing on the stage. Changes of the initial state are edits of the manifest; changes at the current moment are forks of the run.
//!
//! `object_source` finds the manifest's object for an object on the stage, and `update` applies the edits listed in
//! [`stage_edit`](crate::stage_edit).
//!
//! Edits of the manifest use the builder's functions, so undo, drafts and links include them. A pod's object may be its workload.
//! `page/features/stage_editor` draws the menus and the form in the inspector, and implements dragging pods to nodes and priority classes
//! with a mouse, or with touch after a long press (`drag`). Every menu also has a button. While editing, each tile shows the outcome of
//! its pod at the end of the run (`trace::pod_ends`).

pub mod object_source;
pub mod update;

#[cfg(test)]
mod tests;
