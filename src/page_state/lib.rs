//! The state of the page: the slice of each feature, the actions, and the updates that apply them. Nothing here draws or uses the
//! browser, so all of it is tested natively.
//!
//! From the bottom up: [`actions`] change the state and [`effects`] affect the outside world; an update returns both as an [`outcome`].
//! All features read the run ([`run`], [`run_view`]) and the [`overlays`]. A feature has a slice of the state and an `update` that
//! changes it; both are named by its row in `slice_table`. [`store`] is the whole state, [`selectors`] derive data from it, and
//! [`update`], the reducer, calls the features and is the only module that changes the whole state.
//!
//! [`chunk`] and [`chunk_needs`](selectors::chunk_needs) track which chunks of the program are loaded or needed; [`worker_protocol`]
//! converts messages to and from the worker. `testing` is a worker without a thread.

#[macro_use]
mod slice_table;

pub mod actions;
pub mod bookmarks;
pub mod browser_handle;
pub mod builder;
pub mod chunk;
pub mod classroom;
pub mod comparison;
pub mod console;
pub mod effects;
pub mod field;
pub mod gallery;
pub mod import;
pub mod inspector;
pub mod landmarks;
pub mod lesson;
pub mod live_cluster;
pub mod open_target;
pub mod opened_files;
pub mod outcome;
pub mod overlays;
pub mod panels;
pub mod player;
pub mod recovery;
pub mod run;
pub mod run_view;
pub mod selection;
pub mod selectors;
pub mod settings;
pub mod share;
pub mod shared_text;
pub mod stage_edit;
pub mod stage_editor;
pub mod store;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod update;
pub mod worker_cache;
pub mod worker_protocol;
