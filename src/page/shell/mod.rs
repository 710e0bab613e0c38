//! The frame of the page: the app component, the layout, the header, the keyboard, and the tables of the chunks' entry points.

pub mod app;
pub mod chunk_tables;
#[cfg(all(test, feature = "prerender"))]
mod classroom_tests;
#[cfg(all(test, feature = "prerender"))]
mod group_tests;
pub mod header;
pub mod keyboard;
#[cfg(feature = "prerender")]
pub mod prerender;
pub mod prerender_swap;
#[cfg(all(test, feature = "prerender"))]
mod redraw_tests;
pub mod root;
#[cfg(all(test, feature = "prerender"))]
mod spoiler_tests;
