//! The interface between a cycle and its extenders. The implementation, `scheduler::extenders`, is referenced only by
//! the code that configures extenders, so that a program can load it on demand.

use std::rc::Rc;

use api::{Str, Table, user_rules::ExtenderDoc};
use runlog::{Attempt, CandidateRecord, Failure, NodeIx, PreemptionRecord, ScoreRecord, Wording};

use super::{
    extender::{Extender, ExtenderResponder},
    extender_wait::ExtenderWait,
    policy::ExtenderPolicy,
};
use crate::cluster::{NodeInfo, PodInfo, Snapshot};

/// The configured extenders, and how to call them.
#[derive(Clone)]
pub struct Extenders {
    /// The extenders in the order in which they are called: those that are not ignorable come first. Not empty.
    pub list: Vec<Rc<Extender>>,
    /// The implementation of the calls.
    pub caller: &'static dyn ExtenderCaller,
}

/// Extenders, with what a cycle passes to them.
#[derive(Clone, Copy)]
pub struct ExtenderCtx<'c> {
    pub extenders: &'c Extenders,
    /// The pod that is being scheduled.
    pub pod: &'c PodInfo,
    /// The nodes of the cycle with their pods.
    pub snapshot: &'c Snapshot,
    /// How the release interprets their responses.
    pub policy: &'c ExtenderPolicy,
    /// How long the cycle has waited for extenders so far.
    pub extender_wait: &'c ExtenderWait,
    /// How the release words its messages.
    pub wording: &'static dyn Wording,
}

/// Calls extenders in the course of a cycle.
pub trait ExtenderCaller {
    /// Calls each extender with the nodes that the previous one left. Upstream: `findNodesThatPassExtenders`.
    ///
    /// # Errors
    /// Upstream's message, if an extender that is not ignorable fails.
    fn filter(
        &self,
        extender_ctx: &ExtenderCtx<'_>,
        feasible: Vec<NodeIx>,
        attempt: Option<&mut Attempt>,
    ) -> Result<ExtenderFiltered, Str>;

    /// Adds the extenders' weighted scores to `totals`. Failures are ignored. Upstream: the end of `prioritizeNodes`.
    fn prioritize(
        &self,
        extender_ctx: &ExtenderCtx<'_>,
        without_pods: &NodesWithoutPods,
        totals: &mut [i64],
        record: &mut ScoreRecord,
    );

    /// Returns the candidates that the extenders leave, each called with those that the previous one left.
    ///
    /// # Errors
    /// Upstream's message, if an extender that is not ignorable fails or its response is invalid.
    fn preempt(
        &self,
        extender_ctx: &ExtenderCtx<'_>,
        extender_calls: ExtenderCalls,
        candidates: Vec<PreemptionCandidate>,
        preemption_record: &mut PreemptionRecord,
    ) -> Result<Vec<PreemptionCandidate>, Str>;

    /// Returns a responder that follows a document.
    fn scripted_responder(&self, document: &ExtenderDoc) -> Rc<dyn ExtenderResponder>;
}

/// Nodes that came back from an extender as bare objects: their entries have lost pods and images.
pub type NodesWithoutPods = Table<NodeIx, NodeInfo>;

/// The result of the extenders' `Filter`.
#[derive(Default)]
pub struct ExtenderFiltered {
    /// The remaining nodes, in the order of the last response.
    pub nodes: Vec<NodeIx>,
    /// The remaining nodes that an extender returned as bare objects.
    pub without_pods: NodesWithoutPods,
    /// Removed nodes, each with its failure if the extender or the release provides one.
    pub rejections: Vec<(NodeIx, Option<Failure>)>,
}

/// How extenders are called with the candidates of preemption.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtenderCalls {
    /// They are not called.
    Never,
    /// They get the victims. The number of budget violations is not updated, and a candidate may have no victim.
    Lenient,
    /// They get the victims. A candidate without victims is an error, and so is a dry run that finds none.
    Strict,
}

/// A candidate of preemption with its victims, in order of importance.
pub struct PreemptionCandidate {
    pub node: NodeIx,
    pub victims: Vec<Rc<PodInfo>>,
    pub violations: i64,
}

impl PreemptionCandidate {
    pub(crate) fn candidate_record(&self) -> CandidateRecord {
        let victims = self.victims.iter().map(|victim| victim.pod.key()).collect();
        CandidateRecord { node: self.node, victims, violations: self.violations }
    }
}

impl ExtenderCtx<'_> {
    /// Whether the extender is called with the candidates for this pod.
    pub(crate) fn wants_victims(&self, extender: &Extender) -> bool {
        !extender.spec.preempt_verb.is_empty() && extender.spec.is_interested(&self.pod.pod)
    }
}
