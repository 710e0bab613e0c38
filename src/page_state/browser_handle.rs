//! Objects of the browser that pass through the state: files and dropped folders.

use std::{any::Any, fmt, rc::Rc};

/// An object of the browser, such as a file. The state passes it on; only the effect that receives it knows its type. A handle equals its
/// clones only.
#[derive(Clone)]
pub struct BrowserHandle(Rc<dyn Any>);

impl BrowserHandle {
    /// A handle of an object.
    pub fn new(object: impl Any) -> Self {
        Self(Rc::new(object))
    }

    /// The object, which has to be of this type.
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
