//! Texts of reading a running cluster.

use crate::{languages::Speaker, messages::live_cluster as messages, table::grammar::Grammar};

message_struct! {
    /// Fixed labels.
    pub struct LiveClusterLabels from live_cluster;
}

/// Sentences.
pub trait LiveClusterSentences: Grammar {
    fn cluster_labels(&self) -> &'static LiveClusterLabels {
        LiveClusterLabels::of(self)
    }

    /// An API server of this version answers.
    fn cluster_found(&self, version: &str) -> String {
        messages::Found { version }.text(self.language())
    }

    /// The release under which a cluster of another minor version is run.
    fn cluster_run_as(&self, release: &str) -> String {
        messages::RunAs { release }.text(self.language())
    }

    /// The objects so far and those that are known to exist, and the complete lists of all.
    fn cluster_progress(&self, objects: u64, known: u64, done: usize, lists: usize) -> String {
        messages::Progress { objects: amount(objects), known, done, lists }.text(self.language())
    }

    /// The objects of a list so far, and those to come.
    fn list_objects(&self, objects: u64, remaining: u64) -> String {
        messages::ListObjects { objects: amount(objects), remaining: amount(remaining) }.text(self.language())
    }

    /// The server asked to wait.
    fn list_pausing(&self, seconds: u32) -> String {
        messages::Pausing { seconds: amount(seconds.into()) }.text(self.language())
    }

    /// The visitor may not list a resource; with the command that shows this.
    fn list_forbidden(&self, command: &str) -> String {
        messages::Forbidden { command }.text(self.language())
    }

    /// The server answered with a status.
    fn server_status(&self, code: u16, message: &str) -> String {
        messages::Status { code, message }.text(self.language())
    }

    /// The connection broke, with the browser's message.
    fn connection_broken(&self, message: &str) -> String {
        messages::Broken { message }.text(self.language())
    }

    /// Why the list of a resource is incomplete.
    fn list_failed(&self, resource: &str, problem: &str) -> String {
        messages::ListFailed { resource, problem }.text(self.language())
    }

    /// The version of the open cluster, and the minutes since it was read.
    fn cluster_opened(&self, version: &str, minutes: u64) -> String {
        messages::Opened { version, minutes: amount(minutes) }.text(self.language())
    }

    /// The seconds since the server last said something to those who watch.
    fn cluster_last_word(&self, seconds: u64) -> String {
        messages::LastWord { seconds: amount(seconds) }.text(self.language())
    }

    /// The number of changes that were seen while following.
    fn changes_seen(&self, changes: u64) -> String {
        messages::ChangesSeen { changes: amount(changes) }.text(self.language())
    }

    /// A pod was bound.
    fn seen_bound(&self, node: &str) -> String {
        messages::SeenBound { node }.text(self.language())
    }

    /// A pod was nominated.
    fn seen_nominated(&self, node: &str) -> String {
        messages::SeenNominated { node }.text(self.language())
    }

    /// A moment that was seen: its time, what happened, and its place among those that can be shown.
    fn seen_moment(&self, time: &str, what: &str, index: usize, count: usize) -> String {
        messages::Moment { time, what, index, count }.text(self.language())
    }

    /// A pod is being deleted, for a reason.
    fn seen_leaving_for(&self, reason: &str) -> String {
        messages::SeenLeavingFor { reason }.text(self.language())
    }

    /// The number of lists that were left out.
    fn lists_left_out(&self, lists: usize) -> String {
        messages::LeftOut { lists }.text(self.language())
    }
}

impl<T: Speaker> LiveClusterSentences for T {}

/// A number as the one that a plural depends on.
fn amount(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
