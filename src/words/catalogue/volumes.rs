//! What is said of volumes and claims.

use crate::catalogue::grammar::Told;
use record::VolumeReason;
use record::What;
use trace::volumes::ClaimState;

sentences! {
    /// Volumes and claims.
    pub trait Sentences {
        /// Why volumes keep a pod off a node, or off all of them.
        fn volume_reason(reason: &VolumeReason) -> String;
        /// How far a claim is.
        fn claim_state(state: &ClaimState) -> String;
        /// The node that a claim's volume is for.
        fn for_node(node: &str) -> String;
        /// Labels of the nodes from which a volume can be reached.
        fn reached_from(labels: &[String]) -> String;
        /// What becomes of volumes and claims; of other events nothing.
        fn volume_event(what: &What) -> Told;
    }
}
