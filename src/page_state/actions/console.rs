//! Actions of the console.

use std::rc::Rc;

use crate::panels::ConsoleTab;

/// What is done in the console.
#[derive(Clone, Debug)]
pub enum ConsoleMsg {
    /// To a tab.
    ShowTab(ConsoleTab),
    /// Open it, or close it to a line.
    SetOpen(bool),
    /// All words of the scheduler's log are wanted, or no longer.
    NeedFullLog(bool),
    /// Copy these lines of the scheduler's log.
    CopyLog(Rc<[usize]>),
    /// Words of the log may have come that these lines wait for.
    CopyReadyLines,
}
