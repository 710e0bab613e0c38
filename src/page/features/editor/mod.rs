//! The text as people type it: the element that holds it, and what can be completed where the caret is, in text that is not finished
//! and that no parser reads.
//!
//! The text itself is an element, `<manifest-text>` (`manifest_element`): CodeMirror 6 in a shadow root, because the
//! page's policy allows no style elements. It was measured against a text area with colors of our own, which it
//! replaced: from a key to the picture in a text of 1 MB, in one Chromium on one busy machine, 40 ms (p95 72 ms)
//! against 616 ms (2.1 s), and a text that is not in sight can be found and undone too. It weighs 118 kB and comes when
//! a text is first shown. Our few lines (`www/vendor/editor/index.js`) say what page and element tell each other;
//! `cargo dev vendor` bundles them with the packages of the lock file, and the bundle stands in the repository, so that
//! building needs no npm. What fits at the caret comes from the decoders themselves, which `shape` asks what they know
//! at a path; the caret's place comes from indentation, since no parser reads a text that is not finished.

pub mod caret_context;
pub mod completion;
pub mod document_shape;
pub mod import_summary;
pub mod manifest_element;
pub mod quick_fixes;
pub mod text_editor;
pub mod view;
