//! The manifest editor: the element that holds the text, and completion at the caret, which works on incomplete text that no parser accepts.
//!
//! The text is a custom element, `<manifest-text>` (`manifest_element`): CodeMirror 6 in a shadow root, because the page's content security policy
//! allows no style elements. It replaced a text area with highlighting of our own: in a text of 1 MB, in one Chromium on one busy machine, the time
//! from a key press to the picture is 40 ms (p95 72 ms) instead of 616 ms (2.1 s), and text outside the viewport can be searched and undone, too.
//! It has 118 kB and is fetched when a manifest is first shown. `www/vendor/editor/index.js` defines the interface between page and element;
//! `cargo dev vendor` bundles it with the packages of the lock file, and the bundle is in the repository, so that building needs no npm.
//! Suggestions come from the decoders themselves, which `document_shape` and `field_shape` ask what they know at a path; the context of the caret
//! comes from indentation, since no parser accepts an incomplete text.

pub mod caret_context;
pub mod completion;
pub mod document_shape;
pub mod import_summary;
pub mod manifest_element;
pub mod quick_fixes;
pub mod text_editor;
pub mod view;
