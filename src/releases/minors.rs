//! What changed in the scheduler's decisions from one minor release to the next, between those that the engine has too.
//!
//! Only what holds with the defaults of a release, and only from the release on in which it does: a feature counts from the beta that
//! switches it on. <https://kubernetes.io/docs/reference/command-line-tools-reference/feature-gates/>

use super::Release;

/// Something that an earlier release decides otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// Scores go up to 100.
    Scores,
    /// `topologySpreadConstraints` count.
    SpreadConstraints,
    /// The overhead of a runtime class counts.
    Overhead,
    /// A scheduler has several profiles.
    Profiles,
    /// `preemptionPolicy: Never` counts.
    NeverPreempts,
    /// Pods of services and workloads spread by default constraints.
    DefaultSpread,
    /// Preemption tries some of the nodes.
    Candidates,
    /// The capacity that a storage driver publishes counts.
    StorageCapacity,
    /// The nominated node is tried first.
    NominatedFirst,
    /// Pod affinity selects namespaces by their labels.
    NamespaceSelector,
    /// Other default weights.
    Weights,
    /// No `Policy` files.
    NoPolicy,
    /// Clouds' old disks count as those of CSI drivers.
    MigratedDisks,
    /// Spread constraints choose which nodes they count.
    SpreadNodes,
    /// `minDomains` counts.
    MinDomains,
    /// `matchLabelKeys` of spread constraints count.
    SpreadLabelKeys,
    /// Scheduling gates hold pods back.
    Gates,
    /// `ReadWriteOncePod` is kept.
    OncePod,
    /// Init containers that go on running count with the others.
    Sidecars,
    /// `matchLabelKeys` of pod affinity count.
    AffinityLabelKeys,
    /// Plugins say which events may help a pod.
    QueueHints,
    /// Victims are deleted while the next pods are scheduled.
    AsyncPreemption,
    /// Pods leave the backoff queue early.
    PopsBackoff,
    /// Pods are resized in place.
    Resize,
    /// Requests of whole pods count.
    PodLevel,
    /// Resource claims count.
    Claims,
    /// Another choice among the best nodes.
    Ties,
    /// A message names no taint.
    TaintText,
    /// Features that nodes declare count.
    NodeFeatures,
    /// The score of balance is another one.
    Balance,
}

/// Each fact with the minor release from which on it holds.
const FACTS: [(u32, Fact); 30] = [
    (17, Fact::Scores),
    (18, Fact::SpreadConstraints),
    (18, Fact::Overhead),
    (18, Fact::Profiles),
    (19, Fact::NeverPreempts),
    (20, Fact::DefaultSpread),
    (20, Fact::Candidates),
    (21, Fact::StorageCapacity),
    (22, Fact::NominatedFirst),
    (22, Fact::NamespaceSelector),
    (23, Fact::Weights),
    (23, Fact::NoPolicy),
    (23, Fact::MigratedDisks),
    (26, Fact::SpreadNodes),
    (27, Fact::MinDomains),
    (27, Fact::SpreadLabelKeys),
    (27, Fact::Gates),
    (27, Fact::OncePod),
    (29, Fact::Sidecars),
    (31, Fact::AffinityLabelKeys),
    (32, Fact::QueueHints),
    (33, Fact::AsyncPreemption),
    (33, Fact::PopsBackoff),
    (33, Fact::Resize),
    (34, Fact::PodLevel),
    (34, Fact::Claims),
    (35, Fact::Ties),
    (35, Fact::TaintText),
    (36, Fact::NodeFeatures),
    (36, Fact::Balance),
];

/// What tells a minor release from one that the engine has, the oldest first, each with the release from which on it holds.
#[must_use]
pub fn between(minor: u32, release: Release) -> &'static [(u32, Fact)] {
    let (from, to) = (minor.min(release.minor()), minor.max(release.minor()));
    let place = |of: u32| FACTS.partition_point(|(since, _)| *since <= of);
    &FACTS[place(from)..place(to)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use api::Set;

    #[test]
    fn facts_stand_in_order_and_once() {
        assert!(FACTS.is_sorted_by_key(|(since, _)| *since));
        assert_eq!(FACTS.iter().map(|(_, fact)| fact).collect::<Set<_>>().len(), FACTS.len());
    }

    /// The release that switches a feature gate on, or changes a default. An entry of the table that moves is a fact that is told wrong.
    #[test]
    fn each_fact_holds_from_its_release_on() {
        use Fact as F;
        let since: [(u32, &[Fact]); 16] = [
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
            let told: Vec<Fact> = FACTS.iter().filter(|(since, _)| *since == minor).map(|(_, fact)| *fact).collect();
            assert_eq!(told, new, "v1.{minor}");
        }
    }

    #[test]
    fn only_what_came_between_two_releases_tells_them_apart() {
        let told = |minor, release| between(minor, release).iter().map(|(_, fact)| *fact).collect::<Vec<_>>();
        assert_eq!(told(35, Release::V1_36), [Fact::NodeFeatures, Fact::Balance]);
        assert_eq!(told(33, Release::V1_34), [Fact::PodLevel, Fact::Claims]);
        assert_eq!(told(36, Release::V1_34), [Fact::Ties, Fact::TaintText, Fact::NodeFeatures, Fact::Balance]);
        assert_eq!(told(34, Release::V1_34), []);
        assert_eq!(told(22, Release::V1_20), [Fact::StorageCapacity, Fact::NominatedFirst, Fact::NamespaceSelector]);
        assert_eq!(between(3, Release::V1_36), FACTS);
        assert_eq!(told(99, Release::V1_36), []);
    }
}
