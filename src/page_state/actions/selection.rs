//! Actions on the selection.

use api::{NamespacedName, Str};
use scene::objects::{Guardrail, ObjectRef};
use trace::steps::Step;

/// Actions on the selection.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectionMsg {
    /// Selects a pod and opens its page, or clears the selection.
    PickPod(Option<NamespacedName>),
    /// Selects a node or clears it; the inspector's page stays.
    ChooseNode(Option<Str>),
    /// Selects an object on the stage; the inspector's page stays.
    SelectObject(ObjectRef),
    /// Opens the page of a node.
    OpenNode(Str),
    /// Selects a budget or zone and opens its page.
    OpenGuardrail(Guardrail),
    /// Sets the resource that heights on the stage show; `None` chooses the resource that is relevant at the moment.
    SetMeasure(Option<Str>),
    /// Selects a pod and seeks to the moment of a line about it.
    GoToPodLine(NamespacedName, usize),
    /// Selects a pod and seeks to the end of one of its attempts, given as a number of events, with the result of each node.
    GoToAttempt(NamespacedName, usize),
    /// Seeks to the evidence of an answer: a number of events, and the step within the last one.
    GoToEvidence(usize, Step),
}
