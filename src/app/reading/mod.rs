//! Large files: the worker reads them, and the page shows how far it is.

pub mod update;
pub mod view;

use web_sys::File;

use crate::api::dump::Progress;
use crate::api::files::Opened;

/// Files of more bytes than this, together, are the worker's to read.
pub const LARGE: f64 = 1_048_576.0;

/// Files that are being read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reading {
    /// Counts readings; what belongs to another one is thrown away.
    pub number: u32,
    /// What is known of the present one.
    pub now: Option<Now>,
}

/// A reading that is going on.
#[derive(Clone, Debug, PartialEq)]
pub struct Now {
    /// Whether the texts are added to the one that is there.
    add: bool,
    /// The name of the file, where it is a single one.
    name: Option<String>,
    /// Bytes of all files.
    bytes: f64,
    /// How far it is.
    read: Progress,
}

impl Reading {
    /// The engine broke: the name of what it was reading, if it was.
    pub fn broke(&mut self) -> Option<String> {
        self.number += 1;
        self.now.take().map(|now| now.name.unwrap_or_default())
    }
}

/// What happens to it.
#[derive(Clone, Debug)]
pub enum Does {
    /// Files are to be read, and opened or added.
    Begin(Vec<File>, bool),
    /// So much is read.
    Goes(u32, Progress),
    /// All is read.
    Done(u32, Opened),
    /// Enough of it.
    Stop,
}

/// Where a file lies in the folder that was chosen; empty for a file that was chosen itself.
pub fn path_in_folder(file: &File) -> String {
    let path = js_sys::Reflect::get(file, &wasm_bindgen::JsValue::from_str("webkitRelativePath"));
    path.ok().and_then(|path| path.as_string()).unwrap_or_default()
}
