//! The language of the page.

pub use words::Lang;
