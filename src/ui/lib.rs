//! Generic building blocks for Yew programs: a text field, a virtual list, a modal dialog, memoized views, the clipboard, downloads, web storage,
//! locks between tabs, and capturing an element as SVG or PNG.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)]
// Only views: clocks and hash maps can't influence the engine.
// Yew makes a public type of each component, so its props must be public, too.
#![allow(unreachable_pub)]

pub mod callback;
pub mod clipboard;
pub mod download;
pub mod element;
pub mod memo;
pub mod modal;
pub mod motion;
pub mod name_lock;
pub mod redraw;
pub mod svg_capture;
pub mod text_field;
pub mod virtual_list;
pub mod web_storage;
