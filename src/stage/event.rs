//! What a person does with the picture. What follows from it, those decide who show it.

use api::{NamespacedName, Str};
use scene::objects::{Guardrail, ObjectRef};

/// What a person does with the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StageEvent {
    /// Selects a pod; or the selected one no longer.
    SelectPod(Option<NamespacedName>),
    /// Opens a node.
    OpenNode(Str),
    /// Opens a budget or a zone.
    OpenGuardrail(Guardrail),
    /// Opens the menu of a thing at a place, in pixels of the window: left and top.
    OpenMenu { object: ObjectRef, position: (i32, i32) },
    /// Chooses the resource that heights stand for; none for what matters at the moment.
    SetMeasure(Option<Str>),
}
