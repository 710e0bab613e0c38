//! The state of the page: what each feature knows (its slice), what can happen (actions), and what follows from it (updates). Nothing here
//! draws or touches the browser, so all of it is tested natively.
//!
//! [`store`] has the whole state and the two kinds of messages: actions change it, effects concern the outside world. A feature's `update`
//! changes its own slice, and returns effects and follow-up actions; [`update`] calls it, and is the only module that changes the whole state.
//! [`chunk`] and [`chunk_needs`] say which parts of the program are loaded or needed; [`worker_protocol`] translates messages to and from the
//! worker. `testing` is a worker without a thread.

pub mod bookmarks;
pub mod browser_handle;
pub mod builder;
pub mod chunk;
pub mod chunk_needs;
pub mod classroom;
pub mod comparison;
pub mod console;
pub mod gallery;
pub mod import;
pub mod inspector;
pub mod lesson;
pub mod open_target;
pub mod opened_files;
pub mod overlays;
pub mod panes;
pub mod player;
pub mod recovery;
pub mod run;
pub mod run_view;
pub mod selection;
pub mod settings;
pub mod share;
pub mod shared_actions;
pub mod stage_edit;
pub mod stage_editor;
pub mod store;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
pub mod update;
pub mod worker_cache;
pub mod worker_protocol;
