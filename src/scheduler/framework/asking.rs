//! What a cycle asks its extenders. How they are asked, `scheduler::extenders` knows; only who lists extenders names that, so that a
//! program may fetch it with what reads documents about the scheduler.

use std::rc::Rc;

use crate::cluster::{NodeInfo, PodInfo, Snapshot};
use api::manifest::ExtenderDoc;
use api::{Str, Table};
use record::{Attempt, CandidateRecord, Failure, NodeIx, PreemptionRecord, ScoreRecord, Wording};

use super::extender::{Extender, Respond};
use super::policy::ExtenderPolicy;
use super::waited::Waited;

/// Whom the scheduler asks beside its plugins.
#[derive(Clone)]
pub struct Extenders {
    /// In the order in which they are asked: those that must answer first. At least one.
    pub list: Vec<Rc<Extender>>,
    /// How they are asked.
    pub how: &'static dyn Ask,
}

/// Extenders, and what a cycle asks them about.
#[derive(Clone, Copy)]
pub struct Inquiry<'c> {
    pub extenders: &'c Extenders,
    /// The pod that looks for a place.
    pub pod: &'c PodInfo,
    /// Nodes and pods on them.
    pub snapshot: &'c Snapshot,
    /// What their answers do.
    pub policy: &'c ExtenderPolicy,
    /// How long the cycle has waited for them so far.
    pub waited: &'c Waited,
    /// How reasons and messages read.
    pub wording: &'static dyn Wording,
}

/// How extenders are asked.
pub trait Ask {
    /// `findNodesThatPassExtenders`: each is asked about what the one before left over.
    ///
    /// # Errors
    /// Upstream's text, where an extender that must answer does not.
    fn filter(
        &self,
        inquiry: &Inquiry<'_>,
        feasible: Vec<NodeIx>,
        attempt: Option<&mut Attempt>,
    ) -> Result<Remaining, Str>;

    /// The end of `prioritizeNodes`: adds what extenders give. Errors are ignored.
    fn prioritize(&self, inquiry: &Inquiry<'_>, bare: &Bare, totals: &mut [i64], record: &mut ScoreRecord);

    /// What extenders leave of the candidates, each asked about what the one before left.
    ///
    /// # Errors
    /// Upstream's text, where an extender that must answer does not, or answers what will not do.
    fn preempt(
        &self,
        inquiry: &Inquiry<'_>,
        asks: Asks,
        candidates: Vec<Candidate>,
        record: &mut PreemptionRecord,
    ) -> Result<Vec<Candidate>, Str>;

    /// Who answers for an extender what a document says.
    fn played(&self, document: &ExtenderDoc) -> Rc<dyn Respond>;
}

/// Nodes that lost everything but their object on their way through an extender.
pub type Bare = Table<NodeIx, NodeInfo>;

/// What extenders make of the feasible nodes.
#[derive(Default)]
pub struct Remaining {
    /// The nodes that are left, in the order of the last answer.
    pub nodes: Vec<NodeIx>,
    /// Those of them that are bare.
    pub bare: Bare,
    /// Nodes that went, and why, where an extender or the release has something to say.
    pub rejected: Vec<(NodeIx, Option<Failure>)>,
}

/// What extenders are asked about the candidates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asks {
    /// Nothing.
    Never,
    /// The victims. Budget violations are not counted, and there may be no victim.
    ForgetsBudgets,
    /// The victims. A node without victims is an error, and so is a dry run that finds none.
    Checked,
}

/// A candidate with its victims, in the order that counts.
pub struct Candidate {
    pub node: NodeIx,
    pub victims: Vec<Rc<PodInfo>>,
    pub violations: i64,
}

impl Candidate {
    pub(crate) fn record(&self) -> CandidateRecord {
        let victims = self.victims.iter().map(|victim| victim.pod.key().into()).collect();
        CandidateRecord { node: self.node, victims, violations: self.violations }
    }
}

impl Inquiry<'_> {
    /// Whether the extender is asked about candidates for this pod.
    pub(crate) fn wants_victims(&self, extender: &Extender) -> bool {
        !extender.spec.preempt_verb.is_empty() && extender.spec.is_interested(&self.pod.pod)
    }
}
