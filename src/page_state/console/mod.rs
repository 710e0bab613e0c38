//! The console: the output of `kubectl` commands, and the scheduler's log.

pub mod update;

use std::rc::Rc;

use crate::panels::ConsoleTab;

/// The state of the console.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Console {
    pub tab: ConsoleTab,
    /// Whether it is expanded; otherwise it shows only the latest line.
    pub is_open: bool,
    /// Whether the complete texts of the scheduler's log are needed, for search and copying.
    pub is_full_log_needed: bool,
    /// The indices of log lines to copy once their texts have arrived.
    pub lines_to_copy: Option<Rc<[usize]>>,
}
