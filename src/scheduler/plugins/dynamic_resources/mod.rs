//! `DynamicResources`: claims for devices. Claims are not simulated, so a pod has none; what is left is what the plugin
//! says about such a pod.
//!
//! **Score.** Where a release scores how well devices suit a pod, the row stands in every table of scores, since upstream's plugin
//! has no `PreScore` by which it could leave itself out: raw 0, normalized 0. Upstream: `dynamicresources.Score`, normalized =
//! max × raw / largest raw, and 0 for all where that is 0.

use crate::framework::{Chooser, Cycle, PostFilter, PostFiltered, Score, Scorer, Unfit, ZeroForAll};
use api::Str;
use record::NodeIx;
use record::{Code, Said};

/// The plugin.
#[derive(Clone, Copy, Debug)]
pub struct DynamicResources;

impl PostFilter for DynamicResources {
    fn run(&self, unfit: &Unfit<'_, '_>, _: &mut dyn Chooser, _: bool) -> PostFiltered {
        let wording = unfit.wording;
        // A plugin that rejected the pod for good ended `PreFilter` before this one left its state.
        let rejected = unfit.filters.record.rejected.as_ref();
        if rejected.is_some_and(|(_, failure)| failure.code == Code::UnschedulableAndUnresolvable) {
            return PostFiltered::error(wording.say(&Said::NoState));
        }
        PostFiltered::unschedulable(wording.say(&Said::NoClaims))
    }
}

impl Score for DynamicResources {
    fn prepare<'c>(&'c self, _: &Cycle<'c>, _: &'c [NodeIx]) -> Result<Option<Box<dyn Scorer + 'c>>, Str> {
        Ok(Some(Box::new(ZeroForAll)))
    }
}

#[cfg(test)]
mod tests {
    use crate::cluster::Objects;
    use crate::plugins::testing::{pod, scores, snapshot};

    use super::*;

    #[test]
    fn every_node_scores_nothing() {
        let snapshot = snapshot(&[(r#"{"metadata":{"name":"a"}}"#, &[]), (r#"{"metadata":{"name":"b"}}"#, &[])]);
        let found = scores(&DynamicResources, &pod("{}"), &snapshot, &Objects::default());
        assert_eq!(found, Some(vec![(0, 0), (0, 0)]));
    }
}
