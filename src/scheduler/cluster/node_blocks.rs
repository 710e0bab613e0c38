//! The amounts of all nodes, next to each other: a search over thousands of nodes that compares nothing else would
//! otherwise wait for memory at each of them.
//!
//! Successive pods are often equal, such as those of a Deployment, and each changes one node. So a block also keeps its
//! last answers.

use std::{
    cell::{Ref, RefCell},
    rc::Rc,
};

use runlog::NodeIx;

use super::{NodeAmounts, NodeInfo, PlainRequest, PlainRoom, PlainScore};

/// The number of nodes in a block.
const BLOCK_LENGTH: usize = 64;

/// What a block is asked about each of its nodes; the amounts of the node alone decide the answer.
pub(crate) trait AmountQuestion: Clone + PartialEq + 'static {
    type Answer: Copy + 'static;

    fn answer(&self, node: &NodeAmounts) -> Self::Answer;

    /// Where a block keeps its answers to the last question of this kind.
    fn last_answers(block: &NodeBlock) -> &RefCell<LastAnswers<Self>>;
}

/// Plain scores, each with its weight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WeightedScores(pub(crate) Vec<(PlainScore, i64)>);

/// The answer is what the node is short of, see [`PlainRoom::shortages`].
impl AmountQuestion for PlainRequest {
    type Answer = u8;

    fn answer(&self, node: &NodeAmounts) -> u8 {
        node.room.shortages(self)
    }

    fn last_answers(block: &NodeBlock) -> &RefCell<LastAnswers<Self>> {
        &block.shortages
    }
}

/// The answer is the sum.
impl AmountQuestion for WeightedScores {
    type Answer = i64;

    fn answer(&self, node: &NodeAmounts) -> i64 {
        self.0.iter().map(|(score, weight)| score.score(node) * weight).sum()
    }

    fn last_answers(block: &NodeBlock) -> &RefCell<LastAnswers<Self>> {
        &block.scores
    }
}

/// The last question that a block was asked, and the answer for each node.
#[derive(Clone, Debug)]
pub(crate) struct LastAnswers<Q: AmountQuestion> {
    question: Option<Q>,
    of_nodes: Vec<Q::Answer>,
}

impl<Q: AmountQuestion> Default for LastAnswers<Q> {
    fn default() -> Self {
        Self { question: None, of_nodes: Vec::new() }
    }
}

impl<Q: AmountQuestion> LastAnswers<Q> {
    /// Answers anew for a node that has changed.
    fn update(&mut self, at: usize, node: &NodeAmounts) {
        if let (Some(question), Some(answer)) = (&self.question, self.of_nodes.get_mut(at)) {
            *answer = question.answer(node);
        }
    }
}

/// The amounts of all nodes, in the order of the snapshot. Clones share every block that neither of them changes.
#[derive(Clone, Debug, Default)]
pub(super) struct NodeBlocks(Vec<Rc<NodeBlock>>);

#[derive(Clone, Debug, Default)]
pub(crate) struct NodeBlock {
    nodes: Vec<NodeAmounts>,
    shortages: RefCell<LastAnswers<PlainRequest>>,
    scores: RefCell<LastAnswers<WeightedScores>>,
}

impl FromIterator<NodeAmounts> for NodeBlocks {
    fn from_iter<I: IntoIterator<Item = NodeAmounts>>(nodes: I) -> Self {
        let mut blocks = Self::default();
        nodes.into_iter().for_each(|node| blocks.push(node));
        blocks
    }
}

impl NodeBlocks {
    /// Adds a node at the end.
    pub(super) fn push(&mut self, node: NodeAmounts) {
        if self.0.last().is_none_or(|block| block.nodes.len() == BLOCK_LENGTH) {
            self.0.push(Rc::default());
        }
        if let Some(block) = self.0.last_mut().map(Rc::make_mut) {
            block.nodes.push(node);
            (block.shortages, block.scores) = Default::default();
        }
    }

    /// Replaces the amounts of a node that has changed.
    pub(super) fn set(&mut self, node_ix: NodeIx, node: NodeAmounts) {
        let NodeBlock { nodes, shortages, scores } = Rc::make_mut(&mut self.0[node_ix / BLOCK_LENGTH]);
        let at = node_ix % BLOCK_LENGTH;
        nodes[at] = node;
        shortages.get_mut().update(at, &node);
        scores.get_mut().update(at, &node);
    }

    /// Whether these are the amounts of the nodes. Used by assertions only.
    pub(super) fn belong_to(&self, nodes: &[Rc<NodeInfo>]) -> bool {
        let amounts = self.0.iter().flat_map(|block| &block.nodes);
        amounts.copied().eq(nodes.iter().map(|node| NodeAmounts::of_node(node)))
    }

    pub(super) fn room_of(&self, node_ix: NodeIx) -> PlainRoom {
        self.0[node_ix / BLOCK_LENGTH].nodes[node_ix % BLOCK_LENGTH].room
    }

    /// Returns the answer to a question for each node.
    pub(super) fn ask<Q: AmountQuestion>(&self, question: Q) -> AnswersOfNodes<'_, Q> {
        AnswersOfNodes { blocks: self, question, answers: self.0.iter().map(|_| None).collect() }
    }
}

impl NodeBlock {
    fn ask<Q: AmountQuestion>(&self, question: &Q) -> Ref<'_, [Q::Answer]> {
        let last_answers = Q::last_answers(self);
        if last_answers.borrow().question.as_ref() != Some(question) {
            let of_nodes = self.nodes.iter().map(|node| question.answer(node)).collect();
            *last_answers.borrow_mut() = LastAnswers { question: Some(question.clone()), of_nodes };
        }
        Ref::map(last_answers.borrow(), |last_answers| &*last_answers.of_nodes)
    }
}

/// The answers to a question. A block is asked when the search reaches its first node.
pub(crate) struct AnswersOfNodes<'b, Q: AmountQuestion> {
    blocks: &'b NodeBlocks,
    question: Q,
    answers: Vec<Option<Ref<'b, [Q::Answer]>>>,
}

impl<Q: AmountQuestion> AnswersOfNodes<'_, Q> {
    #[inline]
    pub(crate) fn of_node(&mut self, node_ix: NodeIx) -> Q::Answer {
        let (block, at) = (node_ix / BLOCK_LENGTH, node_ix % BLOCK_LENGTH);
        self.answers[block].get_or_insert_with(|| self.blocks.0[block].ask(&self.question))[at]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{
        cluster::{NonZeroRequest, Snapshot},
        plugins::testing::{node, pod},
    };

    /// A change of the cluster; numbers of nodes are taken modulo their count.
    #[derive(Clone, Debug)]
    enum NodeEdit {
        Add { cpu: u8, memory: u8 },
        Replace { node: usize, cpu: u8, memory: u8 },
        Remove(usize),
        AddPod { node: usize, cpu: u8 },
        RemovePod(usize),
    }

    fn edit() -> impl Strategy<Value = NodeEdit> {
        let size = || (0_u8..4, 0_u8..4);
        prop_oneof![
            1 => size().prop_map(|(cpu, memory)| NodeEdit::Add { cpu, memory }),
            2 => (0_usize..200, size()).prop_map(|(node, (cpu, memory))| NodeEdit::Replace { node, cpu, memory }),
            1 => (0_usize..200).prop_map(NodeEdit::Remove),
            6 => (0_usize..200, 0_u8..5).prop_map(|(node, cpu)| NodeEdit::AddPod { node, cpu }),
            3 => (0_usize..200).prop_map(NodeEdit::RemovePod),
        ]
    }

    fn new_node(name: &str, cpu: u8, memory: u8) -> Rc<api::Node> {
        let allocatable = format!(r#"{{"cpu":"{cpu}","memory":"{memory}Gi","pods":"3"}}"#);
        Rc::clone(
            &node(&format!(r#"{{"metadata":{{"name":"{name}"}},"status":{{"allocatable":{allocatable}}}}}"#)).node,
        )
    }

    fn apply(snapshot: &mut Snapshot, edit: &NodeEdit, number: usize) {
        let count = snapshot.nodes().len();
        let at = |node: usize| node % count;
        match *edit {
            NodeEdit::Add { cpu, memory } => {
                snapshot.add_node(new_node(&format!("new-{number}"), cpu, memory));
            }
            NodeEdit::Replace { node, cpu, memory } => {
                let name = snapshot.nodes()[at(node)].name().clone();
                assert!(snapshot.update_node(new_node(&name, cpu, memory)));
            }
            NodeEdit::Remove(node) => {
                let name = snapshot.nodes()[at(node)].name().clone();
                snapshot.remove_node(&name);
            }
            NodeEdit::AddPod { node, cpu } => {
                let requests = format!(r#"{{"cpu":"{cpu}","memory":"512Mi"}}"#);
                let spec = format!(r#"{{"containers":[{{"resources":{{"requests":{requests}}}}}]}}"#);
                let json = format!(r#"{{"metadata":{{"uid":"{number}"}},"spec":{spec}}}"#);
                snapshot.add_pod(at(node), pod(&json));
            }
            NodeEdit::RemovePod(node) => {
                let uid = snapshot.nodes()[at(node)].pods().first().map(|pod| pod.uid().clone());
                uid.map(|uid| snapshot.remove_pod(at(node), &uid));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Whatever changes between two questions, and whether or not a clone asks another one, the answers are those of
        /// the nodes.
        #[test]
        fn answers_are_those_of_the_nodes(edits in prop::collection::vec((edit(), 0_usize..3, any::<bool>()), 1..40)) {
            let mut snapshot = Snapshot::default();
            for number in 0..130 {
                snapshot.add_node(new_node(&format!("n{number}"), number % 4, number % 3));
            }
            let requests = [[1000, 1 << 30, 0], [3000, 0, i64::MIN], [i64::MIN; 3]].map(PlainRequest);
            let least = |milli_cpu, skips_missing_resources| {
                let pod = NonZeroRequest { milli_cpu, memory: 200 << 20 };
                PlainScore::Least { pod, max: 100, skips_missing_resources }
            };
            let balance = PlainScore::Balance { milli_cpu: 700, memory: 1 << 29 };
            let scores = [vec![(least(100, true), 1), (balance, 2)], vec![(least(900, false), 3)], vec![(balance, 1)]]
                .map(WeightedScores);
            let mut copies = Vec::new();
            for (number, (edit, question, clones)) in edits.into_iter().enumerate() {
                if clones {
                    copies.push(snapshot.clone());
                }
                apply(&mut snapshot, &edit, number);
                for (snapshot, question) in [(Some(&snapshot), question), (copies.last(), (question + number) % 3)] {
                    let Some(snapshot) = snapshot else { continue };
                    let mut shortages = snapshot.shortages_for(requests[question]);
                    let mut sums = snapshot.scores_by(scores[question].clone());
                    for (node_ix, node) in snapshot.nodes().iter().enumerate() {
                        let amounts = NodeAmounts::of_node(node);
                        prop_assert_eq!(shortages.of_node(node_ix), amounts.room.shortages(&requests[question]));
                        prop_assert_eq!(sums.of_node(node_ix), scores[question].answer(&amounts));
                        prop_assert_eq!(snapshot.room_of(node_ix), amounts.room);
                    }
                }
            }
        }
    }
}
