//! A text that many states share.

use std::{fmt, ops::Deref, rc::Rc};

/// A manifest of the user, which can have tens of megabytes. Texts of different origin are compared by their contents, but the same text is not:
/// `Rc<str>` by itself compares even the bytes of one text with themselves.
#[derive(Clone, Debug, Default, Eq)]
pub struct SharedText(Rc<str>);

impl PartialEq for SharedText {
    fn eq(&self, other: &Self) -> bool {
        is_same_text(self, other)
    }
}

impl PartialEq<Rc<str>> for SharedText {
    fn eq(&self, other: &Rc<str>) -> bool {
        is_same_text(self, other)
    }
}

impl fmt::Display for SharedText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Deref for SharedText {
    type Target = Rc<str>;

    fn deref(&self) -> &Rc<str> {
        &self.0
    }
}

impl From<Rc<str>> for SharedText {
    fn from(text: Rc<str>) -> Self {
        Self(text)
    }
}

/// Whether two texts are equal; the same text is not compared.
pub fn is_same_text(a: &Rc<str>, b: &Rc<str>) -> bool {
    Rc::ptr_eq(a, b) || a == b
}
