//! Actions of the console.

use std::rc::Rc;

use crate::panels::ConsoleTab;

/// Actions of the console.
#[derive(Clone, Debug)]
pub enum ConsoleMsg {
    ShowTab(ConsoleTab),
    /// Expands the console, or collapses it to one line.
    SetOpen(bool),
    /// Whether the complete texts of the scheduler's log are needed, for search and copying.
    NeedFullLog(bool),
    /// Copies these lines of the scheduler's log to the clipboard.
    CopyLog(Rc<[usize]>),
    /// Texts of the log arrived; copies the requested lines once all of them are complete.
    CopyReadyLines,
}
