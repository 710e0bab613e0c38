//! A field of these forms.

use words::table::configuring::Word;

use super::inputs::Input;

/// A field. It is called as in the document.
pub struct Field {
    /// Where it stands below its section.
    pub path: &'static str,
    /// What to write, and what it does.
    pub help: Word,
    /// What the release does where it is empty.
    pub default: &'static str,
    /// How it is typed.
    pub input: Input,
}

/// A field of a table.
pub const fn field(path: &'static str, help: Word, default: &'static str, input: Input) -> Field {
    Field { path, help, default, input }
}
