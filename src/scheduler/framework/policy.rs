//! What differs between releases in the course of a cycle.

use runlog::HostChoice;

/// What differs between releases in the course of a cycle.
#[derive(Clone, Copy, Debug)]
pub struct CyclePolicy {
    /// Percentage of nodes after which the search for feasible ones may stop; 0 adapts to the cluster's size.
    pub percentage_of_nodes_to_score: i64,
    /// Go on after the first failing row of a node and collect the reasons of all.
    pub always_check_all: bool,
    /// Try the pod's own nominated node alone first.
    pub nominated_node_first: bool,
    /// A filter that has nothing to say about a pod is left out; else it counts as having passed every node.
    pub skip_supported: bool,
    /// A pre-filter rejection that preemption may help lets the other pre-filters run.
    pub collects_pre_filter_rejections: bool,
    /// Where nothing is scored, the first feasible node will do.
    pub first_feasible_without_scores: bool,
    /// Where no plugin extends `PostFilter`, a failure ends the pod's own nomination.
    pub clears_nomination_without_post_filter: bool,
    /// Upstream may give a pod a node of the equal pod before it, without new scores (`OpportunisticBatching`). That is not modeled, and
    /// a configuration that would do so gets a notice.
    pub batches_equal_pods: bool,
    /// The feasible node that ends a search, one more than is wanted, counts as looked at: v1.16's `genericScheduler.findNodesThatFit`
    /// takes it from the node tree before it knows that it has enough. The recorded runs of v1.16 hold it.
    pub surplus_node_counts: bool,
    /// Which of the nodes with the best total is taken.
    pub host: HostChoice,
    /// What extenders' answers do.
    pub extenders: ExtenderPolicy,
}

/// What differs between releases in what extenders' answers do.
#[derive(Clone, Copy, Debug)]
pub struct ExtenderPolicy {
    /// What a score is multiplied with beside the extender's weight: its scale of 0 to 10 becomes that of the plugins.
    pub score_factor: i64,
    /// Nodes can be rejected for good; else such a node is left out as if nothing had been said of it.
    pub knows_unresolvable: bool,
    /// A node that is left out without a message is out of preemption's reach.
    pub dropped_nodes_unresolvable: bool,
    /// Nodes that come back whole instead of by name have lost their pods, and what these use, and their images: `HTTPExtender.Filter`
    /// makes a `NodeInfo` of the object alone, and scores see an empty node. The recorded decisions with extenders hold it.
    pub returned_nodes_lose_pods: bool,
    /// Any event may help a pod that an extender rejected; the scheduler notes it as a plugin of this name.
    pub rejection_plugin_name: Option<&'static str>,
}
