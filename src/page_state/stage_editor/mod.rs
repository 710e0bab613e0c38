//! Building on the stage: what a person does to the things in the picture. What is so from the start is an edit of the text; what
//! happens at the moment shown is a fork of the run.
//!
//! `object_source` finds the object of the text that a thing in the picture comes from, `update` does what is asked, `menu`, `edit_page` and `drag`
//! draw. The edits are listed in [`stage_edit`](crate::stage_edit).
//!
//! Whoever builds on the stage changes one of two things. What is so from the start is an edit of the text, made by the
//! builder's own functions, so undo, the draft and the link know it. What happens at the moment shown is a fork.
//! `stage_editor` finds the object of the text that a thing in the picture comes from (a pod's may be its workload), opens
//! its menu, shows its form in the inspector, and lets pods be dragged, to nodes and to priority classes, by a mouse or
//! by a finger that rests first (`page/features/stage_editor/drag`). Every menu can be reached by a button too. Meanwhile each tile says
//! how the run ends for its pod (`trace::pod_ends`).

pub mod object_source;
pub mod update;

#[cfg(test)]
mod tests;
