//! `EqualPriority`: the same score of 1 for every node, so that it decides nothing.
//!
//! v1.16 keeps it for policies that name it (`EqualPriorityMap`); later releases skip the name.

use crate::cluster::NodeInfo;
use crate::framework::{Cycle, Score, Scorer};
use api::Str;
use record::NodeIx;
use record::{Evidence, Part};

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct Equal;

impl Score for Equal {
    fn prepare<'c>(&'c self, _: &Cycle<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        Ok(Some(Box::new(Self)))
    }
}

impl Scorer for Equal {
    fn score(&self, _: NodeIx, _: &NodeInfo) -> i64 {
        1
    }

    fn explain(&self, _: NodeIx, node: &NodeInfo) -> Evidence {
        Evidence::Sum(vec![Part { what: node.name().clone(), value: 1 }])
    }
}

#[cfg(test)]
mod tests {
    use crate::cluster::Objects;
    use crate::plugins::testing::{pod, scores, snapshot};

    use super::*;

    #[test]
    fn every_node_scores_one() {
        let snapshot = snapshot(&[(r#"{"metadata":{"name":"a"}}"#, &[]), (r#"{"metadata":{"name":"b"}}"#, &["{}"])]);
        assert_eq!(scores(&Equal, &pod("{}"), &snapshot, &Objects::default()), Some(vec![(1, 1), (1, 1)]));
    }
}
