//! The language of the page.

pub use i18n::Lang;
