//! Objects of the browser that pass through the state: files and dropped folders.

use std::{any::Any, fmt, rc::Rc};

/// An opaque handle of a browser object, such as a file. The state only passes it on to an effect that knows its type. It equals only its
/// clones.
#[derive(Clone)]
pub struct BrowserHandle(Rc<dyn Any>);

impl BrowserHandle {
    pub fn new(object: impl Any) -> Self {
        Self(Rc::new(object))
    }

    /// The object.
    ///
    /// # Panics
    /// If the object has another type.
    pub fn get<T: Any>(&self) -> &T {
        self.0.downcast_ref().expect("a handle is read as what it was made of")
    }
}

impl PartialEq for BrowserHandle {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

impl fmt::Debug for BrowserHandle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BrowserHandle")
    }
}
