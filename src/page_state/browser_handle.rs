//! Objects of the browser that pass through the state: files and dropped folders.

use std::{any::Any, fmt, rc::Rc};

use api::ByPointer;

/// An opaque handle of a browser object, such as a file. The state only passes it on to an effect that knows its type. It equals only its
/// clones.
#[derive(Clone, PartialEq)]
pub struct BrowserHandle(ByPointer<dyn Any>);

impl BrowserHandle {
    pub fn new(object: impl Any) -> Self {
        Self(ByPointer(Rc::new(object)))
    }

    /// The object.
    ///
    /// # Panics
    /// If the object has another type.
    pub fn get<T: Any>(&self) -> &T {
        self.0.downcast_ref().expect("a handle is read as what it was made of")
    }
}

impl fmt::Debug for BrowserHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BrowserHandle")
    }
}
