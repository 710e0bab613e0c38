//! What differs between releases in the course of a cycle.

use runlog::HostChoice;

/// The differences between releases in the scheduling cycle.
#[derive(Clone, Copy, Debug)]
pub struct CyclePolicy {
    /// `percentageOfNodesToScore`: the share of nodes, in percent, that is enough to end the search for feasible ones;
    /// 0 derives it from the cluster's size.
    pub percentage_of_nodes_to_score: i64,
    /// `alwaysCheckAllPredicates`: whether all rows are evaluated for a node that already failed, to collect all
    /// reasons.
    pub always_checks_all: bool,
    /// Whether the pod's own nominated node is tried first, alone.
    pub tries_nominated_node_first: bool,
    /// Whether a filter can skip a pod; otherwise it counts as having passed every node.
    pub supports_skip: bool,
    /// Whether the other plugins' `PreFilter` still runs after a rejection that preemption may resolve.
    pub collects_pre_filter_rejections: bool,
    /// Whether the first feasible node is taken if there are no scores.
    pub takes_first_feasible_without_scores: bool,
    /// Whether a failure clears the pod's own nomination if no plugin extends `PostFilter`.
    pub clears_nomination_without_post_filter: bool,
    /// Whether upstream can reuse the node list of an equal pod without new scores (`OpportunisticBatching`). That is
    /// not modeled; a configuration for which it would matter gets a notice.
    pub batches_equal_pods: bool,
    /// Whether the feasible node after the last wanted one counts as evaluated: v1.16's
    /// `genericScheduler.findNodesThatFit` takes it from the node tree before it knows that it has enough.
    pub counts_surplus_node: bool,
    /// How one of the nodes with the best total is chosen.
    pub host: HostChoice,
    /// How responses of extenders are interpreted.
    pub extenders: ExtenderPolicy,
}

/// The differences between releases in how responses of extenders are interpreted.
#[derive(Clone, Copy, Debug)]
pub struct ExtenderPolicy {
    /// The factor that scales an extender's score of 0 to 10 to that of plugins, in addition to its weight.
    pub score_factor: i64,
    /// Whether extenders can reject nodes as unresolvable; otherwise such nodes count as dropped without a message.
    pub supports_unresolvable: bool,
    /// Whether a node that is dropped without a message is unresolvable.
    pub dropped_nodes_unresolvable: bool,
    /// Whether nodes that an extender returns as objects instead of names lose their pods and images:
    /// `HTTPExtender.Filter` creates a `NodeInfo` from the object alone, and scores see an empty node.
    pub returned_nodes_lose_pods: bool,
    /// The plugin name under which the scheduler records a rejection by an extender, so that any event may help the
    /// pod.
    pub rejection_plugin_name: Option<&'static str>,
}
