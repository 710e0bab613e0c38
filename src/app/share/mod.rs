//! Sharing: links to what is shown, what links say, and the page inside of another.

pub mod away;
pub mod embed;
pub mod sheet;
pub mod taking;
pub mod update;
pub mod view;

use std::rc::Rc;

use crate::releases::Release;
use crate::wire::{Export, Made};

/// What the page knows about it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Share {
    /// Whether the sheet is seen.
    pub open: bool,
    /// Whether the page stands inside of another: it shows, and changes nothing.
    pub embedded: bool,
    /// Whether it plays as soon as the run is there.
    pub autoplay: bool,
    /// The built-in scenario as it came: a text that is still this one goes by its name.
    original: Rc<str>,
    /// The release that the link wants beside this one, once the run is there.
    beside: Option<Release>,
}

/// What is done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sharing {
    /// Copy a link to this moment.
    Copy,
    /// Show or hide the sheet.
    Sheet(bool),
    /// Have a file made of the run.
    Export(Export),
    /// The worker has made it.
    Made(Export, Made),
}
