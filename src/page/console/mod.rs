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
    pub reads_log: bool,
    /// Lines of it to copy as soon as they are there.
    pub copies: Option<Rc<[usize]>>,
}
