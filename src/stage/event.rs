//! Events of the user in the picture. The program that shows the picture handles them.

use api::{NamespacedName, Str};
use scene::objects::{Guardrail, ObjectRef};

/// An event of the user in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StageEvent {
    /// Selects a pod, or clears the selection.
    SelectPod(Option<NamespacedName>),
    /// Opens the page of a node.
    OpenNode(Str),
    /// Opens the page of a budget or zone.
    OpenGuardrail(Guardrail),
    /// Opens the menu of an object at this position in the window, in CSS pixels: left and top.
    OpenMenu { object: ObjectRef, position: (i32, i32) },
    /// Sets the resource that heights show; `None` chooses the relevant one.
    SetMeasure(Option<Str>),
}
