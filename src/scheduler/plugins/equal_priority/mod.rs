//! `EqualPriority`: gives every node a score of 1, so that it does not influence the decision.
//!
//! v1.16 keeps it for policies that name it (`EqualPriorityMap`); later releases ignore the name.

use api::Str;
use runlog::{Evidence, NodeIx, ScorePart};

use crate::{
    cluster::NodeInfo,
    framework::{CycleCtx, Score, Scorer},
};

#[derive(Clone, Copy, Debug)]
pub struct EqualPriority;

impl Score for EqualPriority {
    fn prepare<'c>(&'c self, _: &CycleCtx<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        Ok(Some(Box::new(Self)))
    }
}

impl Scorer for EqualPriority {
    fn score(&self, _: NodeIx, _: &NodeInfo) -> i64 {
        1
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        Evidence::Sum(vec![ScorePart { what: node.name().clone(), value: 1 }])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        cluster::Objects,
        plugins::testing::{pod, score_all, snapshot},
    };

    #[test]
    fn every_node_scores_one() {
        let snapshot = snapshot(&[(r#"{"metadata":{"name":"a"}}"#, &[]), (r#"{"metadata":{"name":"b"}}"#, &["{}"])]);
        assert_eq!(score_all(&EqualPriority, &pod("{}"), &snapshot, &Objects::default()), Some(vec![(1, 1), (1, 1)]));
    }
}
