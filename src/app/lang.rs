//! The language of the page.

pub use crate::words::Lang;
