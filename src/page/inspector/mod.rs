//! The inspector: what is known of the chosen pod, the chosen node and the attempt. Here is what can be asked about a pod.

pub mod answer;
pub mod asking;
mod capacity;
pub mod closer;
pub mod going;
mod life;
mod node;
pub mod pages;
mod pod;
mod questions;
pub mod source;
pub mod tables;
pub mod update;
pub mod view;

use crate::panes::Page;
use wire::Asked;

/// What the inspector shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Inspector {
    /// Its page.
    pub page: Page,
    /// Whether it is folded away.
    pub folded: bool,
    /// The question that stands open about the chosen pod.
    pub question: Option<Open>,
    /// What would help: the question asked last.
    pub what_helps: Option<Asked>,
}

/// Kinds of questions about the chosen pod.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Why is it there?
    Here,
    /// Why does it wait?
    Pending,
    /// Why does it have to go?
    Gone,
    /// Why did preemption not take it?
    Spared,
    /// Why is it not on the chosen node?
    NotThere,
}

/// A question that stands open, and the moment at which it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Open {
    /// What is asked.
    pub kind: Kind,
    /// The index of the moment.
    pub at: usize,
}
