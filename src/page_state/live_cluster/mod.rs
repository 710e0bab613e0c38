//! The cluster beside the page: `kubectl proxy` serves the page and, at the root of the same address, the API of a cluster. The page reads it by list
//! calls and opens it as a run that begins at that moment.
//!
//! Nothing is asked before the dialog is open, and nothing ever of a host that is not this machine. `list_calls` has the lists that are read,
//! `reading` their state machine: which page is asked for next, and what an answer other than a page means. `following` watches what happens in a
//! cluster that was read: each change leads to a moment that can be opened, as a run that begins there. The reading is an import
//! ([`crate::import`]), so the first nodes and pods are drawn while it goes on. The worker reduces each page (`imports::dump`), and the main
//! thread never parses one.
//!
//! The text says that it comes from a cluster ([`manifest::is_from_cluster`]). Such a text is neither stored as a draft nor put into the
//! browser's history (`update/post_update`).

mod cluster_version;
pub mod following;
pub mod list_calls;
mod namespaces;
pub mod reading;
pub mod update;

use std::rc::Rc;

use crate::actions::live_cluster::ApiFailure;
pub use cluster_version::ClusterVersion;
pub use following::Following;
pub use reading::{LeftOut, ListFailure, ListReading, ListStatus, Reading, ReadingPhase, SeenMoment};

/// The most objects of a cluster whose changes are shown as they are seen.
const MAX_TRACKED_OBJECTS: u64 = 20_000;

/// The state of reading a running cluster.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LiveCluster {
    /// Whether the dialog is open.
    pub is_open: bool,
    /// What is known of the cluster beside the page.
    pub version: VersionState,
    /// The namespace that is read; empty for all.
    pub namespace: Rc<str>,
    /// The namespaces that are offered: the first ones of the cluster. None of them, if the visitor may not list them.
    pub namespaces: Vec<Rc<str>>,
    /// The current reading.
    pub reading: Option<Reading>,
    /// The cluster that was read last.
    pub opened: Option<OpenedCluster>,
    /// Whether and how the cluster is followed that was read last.
    pub following: Option<Following>,
    /// The moment that the next import opens, instead of reading the cluster.
    shows_next: Option<SeenMoment>,
    /// Whether the cluster is followed once it is read again.
    follows_next: bool,
    /// Whether the latest moment is shown, so that the next one will be as soon as it is seen.
    is_at_latest: bool,
    /// The number of the last request for the version.
    version_request: u32,
}

/// What is known of the cluster beside the page.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum VersionState {
    #[default]
    NotAsked,
    Asking,
    Found(ClusterVersion),
    /// There is none, and why.
    Missing(ApiFailure),
}

/// A cluster that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenedCluster {
    pub version: ClusterVersion,
    /// When it was read, in milliseconds since 1970.
    pub read_at: f64,
    /// The time now, in the same unit.
    pub now: f64,
    /// The lists that were left out, by the resource of each.
    pub left_out: Vec<(Rc<str>, LeftOut)>,
    /// Whether it was opened before everything was read.
    pub is_partial: bool,
    /// The moment that is shown: after this number of the changes that were seen since.
    pub shown: u64,
    /// The number of its reading, and its lists.
    reading_number: u32,
    lists: Vec<ListReading>,
}

impl OpenedCluster {
    /// The seconds since it was read.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // the result of `max` is no less than zero
    pub fn age_seconds(&self) -> u64 {
        ((self.now - self.read_at) / 1000.0).max(0.0) as u64
    }
}

impl LiveCluster {
    /// Whether the dialog or a note about a cluster may be visible.
    pub fn is_visible(&self) -> bool {
        self.is_open || self.reading.is_some() || self.opened.is_some()
    }

    /// Forgets a reading whose import ended or was replaced. Returns whether it has requests that were not answered.
    pub fn end_reading(&mut self, import_number: Option<u32>) -> bool {
        let reading = self.reading.take_if(|reading| Some(reading.number) != import_number);
        reading.is_some_and(|reading| reading.phase == ReadingPhase::Asking)
    }

    /// Whether the cluster is being followed.
    pub fn is_followed(&self) -> bool {
        self.following.as_ref().is_some_and(|following| !following.has_ended)
    }

    /// The latest moment that was seen, if it is not shown and should be. A large cluster takes seconds to open; there, the user chooses.
    fn latest_to_show(&self) -> Option<u64> {
        let opened =
            self.opened.as_ref().filter(|_| self.is_at_latest && self.is_followed() && self.reading.is_none())?;
        let objects = opened.lists.iter().fold(0_u64, |objects, list| objects.saturating_add(list.objects));
        let latest = self.following.as_ref()?.latest_moment();
        (latest > opened.shown && objects <= MAX_TRACKED_OBJECTS).then_some(latest)
    }

    /// Ends following the cluster, and forgets what was seen. Returns whether it was followed.
    pub fn forget_followed(&mut self) -> bool {
        self.following.take().is_some_and(|following| !following.has_ended)
    }
}
