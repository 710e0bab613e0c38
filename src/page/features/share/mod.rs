//! The views of sharing: the dialog, the handout, and the link out of an embedded page.

pub mod embed_exit;
pub mod handout;
pub mod handout_pictures;
mod handout_questions;
pub mod qr_code;
pub mod share_options;
pub mod view;
