//! What changed in the scheduler's decisions between minor releases, including those that the engine does not simulate.
//!
//! Only changes that take effect with a release's defaults, from the release on in which they do: a feature counts from
//! the beta that enables it. <https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/>

use super::Release;

/// A change of the scheduler's behavior.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum VersionChange {
    /// Scores are 0 to 100 instead of 0 to 10.
    Scores,
    /// `topologySpreadConstraints` are honored.
    SpreadConstraints,
    /// The overhead of a runtime class counts as a request.
    Overhead,
    /// A scheduler can have several profiles.
    Profiles,
    /// `preemptionPolicy: Never` is honored.
    NeverPreempts,
    /// Pods of services and workloads are spread by default constraints.
    DefaultSpread,
    /// Preemption tries only some of the nodes.
    Candidates,
    /// The capacity that a CSI driver publishes is checked.
    StorageCapacity,
    /// The pod's own nominated node is tried first.
    NominatedFirst,
    /// Pod affinity supports `namespaceSelector`.
    NamespaceSelector,
    /// Some scores have other default weights.
    Weights,
    /// `Policy` files are no longer supported.
    NoPolicy,
    /// Disks of in-tree cloud plugins count as volumes of CSI drivers.
    MigratedDisks,
    /// Spread constraints define which nodes they count (`nodeAffinityPolicy`, `nodeTaintsPolicy`).
    SpreadNodes,
    /// `minDomains` is honored.
    MinDomains,
    /// `matchLabelKeys` of spread constraints is honored.
    SpreadLabelKeys,
    /// Scheduling gates are supported.
    Gates,
    /// `ReadWriteOncePod` is enforced.
    OncePod,
    /// Requests of sidecars (restartable init containers) are added to those of containers.
    Sidecars,
    /// `matchLabelKeys` of pod affinity is honored.
    AffinityLabelKeys,
    /// Queueing hints of plugins determine which events may help a pod.
    QueueHints,
    /// Victims are deleted asynchronously, while the next pods are scheduled.
    AsyncPreemption,
    /// Pods are popped from `backoffQ` if `activeQ` is empty.
    PopsBackoff,
    /// Pods can be resized in place.
    Resize,
    /// Pod-level resource requests are honored.
    PodLevel,
    /// `ResourceClaim`s are allocated (DRA).
    Claims,
    /// One of the best nodes is no longer chosen at random, but by a heap.
    Ties,
    /// The message about an untolerated taint no longer names the taint.
    TaintText,
    /// Features that nodes declare are checked.
    NodeFeatures,
    /// The score of balanced allocation has a new formula.
    Balance,
}

/// Each change with the minor release from which on it holds.
const CHANGES: [(u32, VersionChange); 30] = [
    (17, VersionChange::Scores),
    (18, VersionChange::SpreadConstraints),
    (18, VersionChange::Overhead),
    (18, VersionChange::Profiles),
    (19, VersionChange::NeverPreempts),
    (20, VersionChange::DefaultSpread),
    (20, VersionChange::Candidates),
    (21, VersionChange::StorageCapacity),
    (22, VersionChange::NominatedFirst),
    (22, VersionChange::NamespaceSelector),
    (23, VersionChange::Weights),
    (23, VersionChange::NoPolicy),
    (23, VersionChange::MigratedDisks),
    (26, VersionChange::SpreadNodes),
    (27, VersionChange::MinDomains),
    (27, VersionChange::SpreadLabelKeys),
    (27, VersionChange::Gates),
    (27, VersionChange::OncePod),
    (29, VersionChange::Sidecars),
    (31, VersionChange::AffinityLabelKeys),
    (32, VersionChange::QueueHints),
    (33, VersionChange::AsyncPreemption),
    (33, VersionChange::PopsBackoff),
    (33, VersionChange::Resize),
    (34, VersionChange::PodLevel),
    (34, VersionChange::Claims),
    (35, VersionChange::Ties),
    (35, VersionChange::TaintText),
    (36, VersionChange::NodeFeatures),
    (36, VersionChange::Balance),
];

/// Returns the changes between a minor release and one that the engine simulates, the oldest first, each with the minor
/// release from which on it holds.
#[must_use]
pub fn changes_between(minor: u32, release: Release) -> &'static [(u32, VersionChange)] {
    let (from, to) = (minor.min(release.minor()), minor.max(release.minor()));
    let place = |minor: u32| CHANGES.partition_point(|(since, _)| *since <= minor);
    &CHANGES[place(from)..place(to)]
}

#[cfg(test)]
mod tests {
    use api::Set;

    use super::*;

    #[test]
    fn changes_are_sorted_and_unique() {
        assert!(CHANGES.is_sorted_by_key(|(since, _)| *since));
        assert_eq!(CHANGES.iter().map(|(_, fact)| fact).collect::<Set<_>>().len(), CHANGES.len());
    }

    /// The minor release that enables each feature gate or changes each default. Moving an entry to another release
    /// would state a wrong fact.
    #[test]
    fn each_fact_holds_from_its_release_on() {
        use VersionChange as F;
        let since: [(u32, &[VersionChange]); 16] = [
            (17, &[F::Scores]),
            (18, &[F::SpreadConstraints, F::Overhead, F::Profiles]),
            (19, &[F::NeverPreempts]),
            (20, &[F::DefaultSpread, F::Candidates]),
            (21, &[F::StorageCapacity]),
            (22, &[F::NominatedFirst, F::NamespaceSelector]),
            (23, &[F::Weights, F::NoPolicy, F::MigratedDisks]),
            (26, &[F::SpreadNodes]),
            (27, &[F::MinDomains, F::SpreadLabelKeys, F::Gates, F::OncePod]),
            (29, &[F::Sidecars]),
            (31, &[F::AffinityLabelKeys]),
            (32, &[F::QueueHints]),
            (33, &[F::AsyncPreemption, F::PopsBackoff, F::Resize]),
            (34, &[F::PodLevel, F::Claims]),
            (35, &[F::Ties, F::TaintText]),
            (36, &[F::NodeFeatures, F::Balance]),
        ];
        for minor in 16..=36 {
            let new = since.iter().find(|(since, _)| *since == minor).map_or(&[][..], |(_, facts)| facts);
            let version_changes: Vec<VersionChange> =
                CHANGES.iter().filter(|(since, _)| *since == minor).map(|(_, fact)| *fact).collect();
            assert_eq!(version_changes, new, "v1.{minor}");
        }
    }

    #[test]
    fn difference_of_releases_lists_only_changes_between_them() {
        let facts_between =
            |minor, release| changes_between(minor, release).iter().map(|(_, fact)| *fact).collect::<Vec<_>>();
        assert_eq!(facts_between(35, Release::V1_36), [VersionChange::NodeFeatures, VersionChange::Balance]);
        assert_eq!(facts_between(33, Release::V1_34), [VersionChange::PodLevel, VersionChange::Claims]);
        assert_eq!(
            facts_between(36, Release::V1_34),
            [VersionChange::Ties, VersionChange::TaintText, VersionChange::NodeFeatures, VersionChange::Balance]
        );
        assert_eq!(facts_between(34, Release::V1_34), []);
        assert_eq!(
            facts_between(22, Release::V1_20),
            [VersionChange::StorageCapacity, VersionChange::NominatedFirst, VersionChange::NamespaceSelector]
        );
        assert_eq!(changes_between(3, Release::V1_36), CHANGES);
        assert_eq!(facts_between(99, Release::V1_36), []);
    }
}
