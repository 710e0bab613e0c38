//! What `kubectl` and the scheduler's log would print.

mod book;
pub mod line;
pub mod pending;
pub mod update;
pub mod view;

use std::rc::Rc;

use crate::panes::ConsoleTab;

/// What the console shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Console {
    /// Its tab.
    pub tab: ConsoleTab,
    /// Whether it is open; otherwise it is its newest line.
    pub open: bool,
    /// Whether all words of the scheduler's log are wanted: to search it, or to copy it.
    pub(crate) reads_log: bool,
    /// Lines of it to copy as soon as they are there.
    pub copies: Option<Rc<[usize]>>,
}

/// What is done in the console.
#[derive(Clone, Debug)]
pub enum Printing {
    /// To a tab.
    Tab(ConsoleTab),
    /// Open it, or close it to a line.
    Open(bool),
    /// All words of the scheduler's log are wanted, or no longer.
    ReadLog(bool),
    /// Copy these lines of the scheduler's log.
    CopyLog(Rc<[usize]>),
}
