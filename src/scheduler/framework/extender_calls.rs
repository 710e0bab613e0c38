//! What a cycle asks its extenders. How they are asked, `scheduler::extenders` knows; only who lists extenders names that, so that a
//! program may fetch it with what reads documents about the scheduler.

use std::rc::Rc;

use api::{Str, Table, user_rules::ExtenderDoc};
use runlog::{Attempt, CandidateRecord, Failure, NodeIx, PreemptionRecord, ScoreRecord, Wording};

use super::{
    extender::{Extender, ExtenderResponder},
    extender_wait::ExtenderWait,
    policy::ExtenderPolicy,
};
use crate::cluster::{NodeInfo, PodInfo, Snapshot};

/// Whom the scheduler asks beside its plugins.
#[derive(Clone)]
pub struct Extenders {
    /// In the order in which they are asked: those that must answer first. At least one.
    pub list: Vec<Rc<Extender>>,
    /// How they are asked.
    pub caller: &'static dyn ExtenderCaller,
}

/// Extenders, and what a cycle asks them about.
#[derive(Clone, Copy)]
pub struct ExtenderCtx<'c> {
    pub extenders: &'c Extenders,
    /// The pod that looks for a place.
    pub pod: &'c PodInfo,
    /// Nodes and pods on them.
    pub snapshot: &'c Snapshot,
    /// What their answers do.
    pub policy: &'c ExtenderPolicy,
    /// How long the cycle has waited for them so far.
    pub extender_wait: &'c ExtenderWait,
    /// How reasons and messages read.
    pub wording: &'static dyn Wording,
}

/// How extenders are asked.
pub trait ExtenderCaller {
    /// `findNodesThatPassExtenders`: each is asked about what the one before left over.
    ///
    /// # Errors
    /// Upstream's text, where an extender that must answer does not.
    fn filter(
        &self,
        extender_ctx: &ExtenderCtx<'_>,
        feasible: Vec<NodeIx>,
        attempt: Option<&mut Attempt>,
    ) -> Result<ExtenderFiltered, Str>;

    /// The end of `prioritizeNodes`: adds what extenders give. Errors are ignored.
    fn prioritize(
        &self,
        extender_ctx: &ExtenderCtx<'_>,
        without_pods: &NodesWithoutPods,
        totals: &mut [i64],
        record: &mut ScoreRecord,
    );

    /// What extenders leave of the candidates, each asked about what the one before left.
    ///
    /// # Errors
    /// Upstream's text, where an extender that must answer does not, or answers what will not do.
    fn preempt(
        &self,
        extender_ctx: &ExtenderCtx<'_>,
        extender_calls: ExtenderCalls,
        candidates: Vec<PreemptionCandidate>,
        preemption_record: &mut PreemptionRecord,
    ) -> Result<Vec<PreemptionCandidate>, Str>;

    /// Who answers for an extender what a document says.
    fn scripted_responder(&self, document: &ExtenderDoc) -> Rc<dyn ExtenderResponder>;
}

/// Nodes that lost everything but their object on their way through an extender.
pub type NodesWithoutPods = Table<NodeIx, NodeInfo>;

/// What extenders make of the feasible nodes.
#[derive(Default)]
pub struct ExtenderFiltered {
    /// The nodes that are left, in the order of the last answer.
    pub nodes: Vec<NodeIx>,
    /// Those of them that are bare.
    pub without_pods: NodesWithoutPods,
    /// Nodes that went, and why, where an extender or the release has something to say.
    pub rejections: Vec<(NodeIx, Option<Failure>)>,
}

/// What extenders are asked about the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExtenderCalls {
    /// Nothing.
    Never,
    /// The victims. Budget violations are not counted, and there may be no victim.
    Lenient,
    /// The victims. A node without victims is an error, and so is a dry run that finds none.
    Strict,
}

/// A candidate with its victims, in the order that counts.
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
    /// Whether the extender is asked about candidates for this pod.
    pub(crate) fn wants_victims(&self, extender: &Extender) -> bool {
        !extender.spec.preempt_verb.is_empty() && extender.spec.is_interested(&self.pod.pod)
    }
}
