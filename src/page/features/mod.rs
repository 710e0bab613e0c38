//! The views, a folder for each feature. A view draws from the [`View`](crate::view::View) and dispatches actions.

pub mod bookmarks;
pub mod builder;
pub mod classroom;
pub mod commands;
pub mod comparison;
pub mod console;
pub mod editor;
pub mod field;
pub mod gallery;
pub mod import;
pub mod inspector;
pub mod intro_loop;
pub mod lesson;
pub mod live_cluster;
pub mod player;
pub mod popover;
pub mod presenter;
pub mod recovery;
pub mod river;
pub mod share;
pub mod stage;
pub mod stage_editor;
pub mod timeline;
pub mod welcome;
