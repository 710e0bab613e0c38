//! Actions that select what is looked at.

use api::{NamespacedName, Str};
use scene::objects::{Guardrail, ObjectRef};
use trace::steps::Step;

/// Ways to choose.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectionMsg {
    /// A pod, or none, with its page.
    PickPod(Option<NamespacedName>),
    /// A node, or none; the page stays.
    ChooseNode(Option<Str>),
    /// A thing in the picture; the page stays.
    SelectObject(ObjectRef),
    /// A node's own page.
    OpenNode(Str),
    /// A budget or a zone, on the page of these.
    OpenGuardrail(Guardrail),
    /// The resource that heights on the stage stand for; none for what matters at the moment.
    SetMeasure(Option<Str>),
    /// A pod, and the moment of a line about it.
    GoToPodLine(NamespacedName, usize),
    /// A pod, and the end of one of its attempts, by the number of events: what each node says.
    GoToAttempt(NamespacedName, usize),
    /// The moment that bears an answer out: so many events, and the step within the last of them.
    GoToEvidence(usize, Step),
}
