//! The inspector: what is known of the chosen pod, the chosen node and the attempt. Here is what can be asked about a pod.

pub mod answer;
pub mod asking;
mod capacity;
pub mod going;
mod life;
mod node;
pub mod pages;
mod pod;
mod questions;
pub mod source;
mod tables;
pub mod view;

use crate::app::store::{Page, Store};
use crate::trace::steps::Step;

/// Whether something is seen that comes with the part `inspecting`.
pub fn looks_closer(store: &Store) -> bool {
    let page = || match store.page {
        Page::Scores | Page::Preemption | Page::Pod | Page::Node => true,
        Page::Now => store.moment().is_some_and(|moment| of_decision(moment.step)),
        Page::Filters | Page::WhatIf | Page::Source | Page::Edit => false,
    };
    !store.presents && (store.open || !store.folded && page()) || store.beside.is_some()
}

/// Whether a step is one behind the filters.
fn of_decision(step: Step) -> bool {
    let before = matches!(step, Step::Start | Step::Event | Step::Point(_) | Step::PreFilter);
    !before && !matches!(step, Step::FirstPass(_) | Step::Filter(_) | Step::ExtenderFilter(_))
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
