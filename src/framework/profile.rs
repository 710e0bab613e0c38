//! A scheduler's configuration as tables: which plugins, in which order, with which weight, and how a cycle goes.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::api::Str;
use crate::cluster::Accounting;

use super::{Bind, Extender, FilterRow, Permit, Point, PostFilter, PreBind, Reserve, Row, RowId, ScoreRow, Wording};

/// One scheduler profile of one release.
pub struct Profile {
    /// The `schedulerName` by which pods choose it.
    pub scheduler: Str,
    /// The points of a cycle, by the names that the release gives them, in running order.
    pub points: &'static [(Point, &'static str)],
    /// Filters in running order.
    pub filters: Vec<FilterRow>,
    /// Places in `filters` in the order in which `PreFilter` runs; none where that is the order of the filters.
    pub pre_filters: Vec<usize>,
    /// Scores in running order.
    pub scores: Vec<ScoreRow>,
    /// The best normalized score of a plugin.
    pub best_score: i64,
    /// What is tried for a pod that fits nowhere.
    pub post_filters: Vec<Row<dyn PostFilter>>,
    /// Who sets something aside for a pod that has its node.
    pub reserves: Vec<Row<dyn Reserve>>,
    /// Who may hold back its binding.
    pub permits: Vec<Row<dyn Permit>>,
    /// Who prepares the node.
    pub pre_binds: Vec<Row<dyn PreBind>>,
    /// Who tells the API server.
    pub binds: Vec<Row<dyn Bind>>,
    /// Whom the scheduler asks beside its plugins, in this order: those that must answer first.
    pub extenders: Vec<Rc<Extender>>,
    /// How requests add up.
    pub accounting: Accounting,
    /// How a cycle goes.
    pub cycle: CyclePolicy,
    /// How reasons and messages read.
    pub wording: &'static dyn Wording,
}

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
    pub prefilter_skips: bool,
    /// A pre-filter rejection that preemption may help lets the other pre-filters run.
    pub prefilter_runs_on: bool,
    /// Where nothing is scored, the first feasible node will do.
    pub one_without_scores: bool,
    /// Where no plugin extends `PostFilter`, a failure ends the pod's own nomination.
    pub no_post_filter_clears: bool,
    /// Upstream may give a pod a node of the equal pod before it, without new scores (`OpportunisticBatching`). That is not modelled, and
    /// whoever brings such a configuration is told.
    pub batches_equal_pods: bool,
    /// The feasible node that ends a search, one more than is wanted, counts as looked at.
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
    pub dropped_for_good: bool,
    /// Nodes that come back whole instead of by name have lost their pods, and what these use, and their images.
    pub bare_nodes: bool,
    /// Any event may help a pod that an extender rejected; the scheduler notes it as a plugin of this name.
    pub rejects_as: Option<&'static str>,
}

/// Which of the nodes with the best total is taken.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum HostChoice {
    /// Any of them, by chance.
    #[default]
    Drawn,
    /// The one that comes to the top of a binary heap of the feasible nodes, in which nodes change places only for a higher
    /// total. Nothing is drawn, unless there are extenders ([`Profile::host`]).
    TopOfHeap,
}

impl Profile {
    /// How one of several nodes with the best total is taken. The heap puts a number of chance beside each total where there are
    /// extenders, whether or not they gave scores; without them all of these are 0.
    #[must_use]
    pub fn host(&self) -> HostChoice {
        if self.extenders.is_empty() { self.cycle.host } else { HostChoice::Drawn }
    }

    /// Whether an event of this name may help a pod that this row took out of `Permit`: the row asks to hear of it, or is a
    /// plugin that does not say which events it wants. Upstream: `defaultEnqueueExtension`.
    #[must_use]
    pub fn hears(&self, row: &RowId, event: &str) -> bool {
        self.permits.iter().any(|permit| permit.id == *row)
            || self.post_filters.iter().any(|after| after.id == *row && after.run.hears(event))
    }
}
