//! What `kubectl` and the scheduler's log would print.

pub mod update;

use std::rc::Rc;

use crate::panels::ConsoleTab;

/// What the console shows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Console {
    /// Its tab.
    pub tab: ConsoleTab,
    /// Whether it is open; otherwise it is its newest line.
    pub is_open: bool,
    /// Whether all words of the scheduler's log are wanted: to search it, or to copy it.
    pub is_full_log_needed: bool,
    /// Lines of it to copy as soon as they are there.
    pub lines_to_copy: Option<Rc<[usize]>>,
}
