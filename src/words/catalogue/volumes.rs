//! What is said of volumes and claims.

use crate::framework::VolumeReason;
use crate::simulation::What;
use crate::words::catalogue::grammar::Told;

sentences! {
    /// Volumes and claims.
    pub trait Sentences {
        /// Why volumes keep a pod off a node, or off all of them.
        fn volume_reason(reason: &VolumeReason) -> String;
        /// What becomes of volumes and claims; of other events nothing.
        fn volume_event(what: &What) -> Told;
    }
}
