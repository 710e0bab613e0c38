//! A manifest that is parsed once, when its contents are first needed.

use std::{
    cell::{OnceCell, RefCell},
    rc::Rc,
};

use super::outline::Outline;
use crate::shared_text::is_same_text;

/// A manifest and, once needed, its outline. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct ParsedManifest {
    pub text: Rc<str>,
    outline: Rc<OnceCell<Outline>>,
}

impl From<Rc<str>> for ParsedManifest {
    fn from(text: Rc<str>) -> Self {
        Self { text, outline: Rc::default() }
    }
}

impl From<String> for ParsedManifest {
    fn from(text: String) -> Self {
        Rc::<str>::from(text).into()
    }
}

impl ParsedManifest {
    /// The outline, parsed on the first call.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::new(&self.text))
    }

    /// The outline if it was already parsed; for code without the parser.
    pub fn cached_outline(&self) -> Option<&Outline> {
        self.outline.get()
    }
}

impl PartialEq for ParsedManifest {
    fn eq(&self, other: &Self) -> bool {
        is_same_text(&self.text, &other.text)
    }
}

/// The last parsed manifest. All caches are equal, because a cache only saves work.
#[derive(Clone, Debug, Default)]
pub struct ParseCache(Rc<RefCell<ParsedManifest>>);

impl ParseCache {
    /// The manifest with its cached outline.
    pub fn parse(&self, text: &Rc<str>) -> ParsedManifest {
        let mut last = self.0.borrow_mut();
        if !Rc::ptr_eq(&last.text, text) {
            *last = ParsedManifest::from(Rc::clone(text));
        }
        last.clone()
    }

    /// Stores a parsed manifest.
    pub fn insert(&self, manifest: ParsedManifest) {
        *self.0.borrow_mut() = manifest;
    }
}

impl PartialEq for ParseCache {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_is_parsed_once() {
        let text: Rc<str> = "kind: Pod\nmetadata: {name: a}\n".into();
        let last = ParseCache::default();
        let (parsed_first, other) = (last.parse(&text), last.clone().parse(&text));
        assert!(std::ptr::eq(parsed_first.outline(), other.outline()));
        assert_eq!(last.parse(&"".into()).outline().entries.len(), 0);
        assert_eq!(last.parse(&text).outline(), parsed_first.outline());
    }
}
