//! Sharing: links to what is shown, and what links say.

pub mod update;

use std::rc::Rc;

use crate::releases::Release;

/// What the page knows about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Share {
    /// The built-in scenario as it came: a text that is still this one goes by its name.
    original: Rc<str>,
    /// The release that the link wants beside this one, once the run is there.
    beside: Option<Release>,
}
