//! What changed from one minor release to the next.

use releases::changes_by_minor::VersionChange;

use crate::{languages::Speaker, messages::version_changes as messages, table::grammar::Grammar};

/// Only the builder needs these texts, so they are not part of [`Language`](super::Language).
pub trait MinorSentences: Grammar {
    /// How many changes separate a minor release from the simulated one.
    fn changes_since(&self, minor: u32, release: &str, count: usize) -> String {
        messages::ChangesSince { count, minor, release }.text(self.language())
    }

    /// A change, with the minor release that introduced it.
    fn version_change(&self, since: u32, fact: VersionChange) -> String {
        let change_text = match fact {
            VersionChange::Scores => messages::version_change_change_text_scores(self.language()),
            VersionChange::SpreadConstraints => {
                messages::version_change_change_text_spread_constraints(self.language())
            }
            VersionChange::Overhead => messages::version_change_change_text_overhead(self.language()),
            VersionChange::Profiles => messages::version_change_change_text_profiles(self.language()),
            VersionChange::NeverPreempts => messages::version_change_change_text_never_preempts(self.language()),
            VersionChange::DefaultSpread => messages::version_change_change_text_default_spread(self.language()),
            VersionChange::Candidates => messages::version_change_change_text_candidates(self.language()),
            VersionChange::StorageCapacity => messages::version_change_change_text_storage_capacity(self.language()),
            VersionChange::NominatedFirst => messages::version_change_change_text_nominated_first(self.language()),
            VersionChange::NamespaceSelector => {
                messages::version_change_change_text_namespace_selector(self.language())
            }
            VersionChange::Weights => messages::version_change_change_text_weights(self.language()),
            VersionChange::NoPolicy => messages::version_change_change_text_no_policy(self.language()),
            VersionChange::MigratedDisks => messages::version_change_change_text_migrated_disks(self.language()),
            VersionChange::SpreadNodes => messages::version_change_change_text_spread_nodes(self.language()),
            VersionChange::MinDomains => messages::version_change_change_text_min_domains(self.language()),
            VersionChange::SpreadLabelKeys => messages::version_change_change_text_spread_label_keys(self.language()),
            VersionChange::Gates => messages::version_change_change_text_gates(self.language()),
            VersionChange::OncePod => messages::version_change_change_text_once_pod(self.language()),
            VersionChange::Sidecars => messages::version_change_change_text_sidecars(self.language()),
            VersionChange::AffinityLabelKeys => {
                messages::version_change_change_text_affinity_label_keys(self.language())
            }
            VersionChange::QueueHints => messages::version_change_change_text_queue_hints(self.language()),
            VersionChange::AsyncPreemption => messages::version_change_change_text_async_preemption(self.language()),
            VersionChange::PopsBackoff => messages::version_change_change_text_pops_backoff(self.language()),
            VersionChange::Resize => messages::version_change_change_text_resize(self.language()),
            VersionChange::PodLevel => messages::version_change_change_text_pod_level(self.language()),
            VersionChange::Claims => messages::version_change_change_text_claims(self.language()),
            VersionChange::Ties => messages::version_change_change_text_ties(self.language()),
            VersionChange::TaintText => messages::version_change_change_text_taint_text(self.language()),
            VersionChange::NodeFeatures => messages::version_change_change_text_node_features(self.language()),
            VersionChange::Balance => messages::version_change_change_text_balance(self.language()),
        };
        messages::VersionChange { since, change_text }.text(self.language())
    }
}

impl<T: Speaker> MinorSentences for T {}
