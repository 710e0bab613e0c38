//! A text is read once, when its contents are needed.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use super::outline::Outline;
use crate::run::alike;

/// A text and, once it was needed, its outline. Copies share it.
#[derive(Clone, Debug, Default)]
pub struct Read {
    /// The text.
    pub text: Rc<str>,
    outline: Rc<OnceCell<Outline>>,
}

impl From<Rc<str>> for Read {
    fn from(text: Rc<str>) -> Self {
        Self { text, outline: Rc::default() }
    }
}

impl From<String> for Read {
    fn from(text: String) -> Self {
        Rc::<str>::from(text).into()
    }
}

impl Read {
    /// What is in the text.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::new(&self.text))
    }

    /// The same if it was needed before: whoever has no reader asks for this.
    pub fn known(&self) -> Option<&Outline> {
        self.outline.get()
    }
}

impl PartialEq for Read {
    fn eq(&self, other: &Self) -> bool {
        alike(&self.text, &other.text)
    }
}

/// The text that was read last. It only saves work, so that one is like another.
#[derive(Clone, Debug, Default)]
pub struct LastRead(Rc<RefCell<Read>>);

impl LastRead {
    /// A text with its outline.
    pub fn of(&self, text: &Rc<str>) -> Read {
        let mut last = self.0.borrow_mut();
        if !Rc::ptr_eq(&last.text, text) {
            *last = Read::from(Rc::clone(text));
        }
        last.clone()
    }

    /// Remembers what is read already.
    pub fn keep(&self, read: Read) {
        *self.0.borrow_mut() = read;
    }
}

impl PartialEq for LastRead {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_read_once() {
        let text: Rc<str> = "kind: Pod\nmetadata: {name: a}\n".into();
        let last = LastRead::default();
        let (one, other) = (last.of(&text), last.clone().of(&text));
        assert!(std::ptr::eq(one.outline(), other.outline()));
        assert_eq!(last.of(&"".into()).outline().entries.len(), 0);
        assert_eq!(last.of(&text).outline(), one.outline());
    }
}
