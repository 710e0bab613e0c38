//! The forms of scheduler configurations.

pub mod config_view;
pub mod form_ctx;
pub mod plugin_lists;
pub mod responder_form;
