//! What any Yew program in a browser needs, without anything of this one: a text field, a long list, a modal dialog, memoized views, the
//! clipboard, downloads, web storage, locks between tabs, and a picture of an element as SVG or PNG.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]
// pixels are drawn, nothing is decided
// Yew makes a public type of each component, and what it takes has to be public too.
#![allow(unreachable_pub)]

pub mod callback;
pub mod clipboard;
pub mod download;
pub mod element;
pub mod memo;
pub mod modal;
pub mod name_lock;
pub mod redraw;
pub mod svg_capture;
pub mod text_field;
pub mod virtual_list;
pub mod web_storage;
