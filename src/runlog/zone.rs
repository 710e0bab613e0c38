//! The state of a zone in the node lifecycle controller.

use api::Str;
use serde::{Deserialize, Serialize};

/// What share of a zone's nodes is not ready. Upstream: `ZoneState`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ZoneState {
    /// Less than 55 % of the nodes, or no more than two.
    Normal,
    /// At least 55 % of the nodes, and more than two.
    Partial,
    /// All nodes.
    Full,
}

impl ZoneState {
    /// Returns the state of a zone with `nodes` nodes, of which `not_ready` are not ready. Upstream:
    /// `ComputeZoneState`, with the default `--unhealthy-zone-threshold` of 0.55.
    #[must_use]
    pub fn from_counts(nodes: usize, not_ready: usize) -> Self {
        let in_hundredths = not_ready.saturating_mul(100) >= nodes.saturating_mul(55);
        match not_ready {
            1.. if not_ready == nodes => Self::Full,
            3.. if in_hundredths => Self::Partial,
            _ => Self::Normal,
        }
    }

    /// Returns upstream's name of the state.
    #[must_use]
    pub fn upstream_name(self) -> &'static str {
        match self {
            Self::Normal => "Normal",
            Self::Partial => "PartialDisruption",
            Self::Full => "FullDisruption",
        }
    }
}

/// The state of a zone at a moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Zone {
    /// Region and zone; empty for nodes without these labels.
    pub name: Str,
    /// Number of nodes.
    pub nodes: usize,
    /// Number of nodes that are not ready.
    pub not_ready: usize,
    pub state: ZoneState,
    /// Number of its nodes that the controller may taint with `NoExecute` in 100 seconds: 10, 1 or 0.
    pub rate: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_disrupted_by_more_than_two_nodes_and_a_share() {
        for (nodes, not_ready, expected) in [
            (0, 0, ZoneState::Normal),
            (3, 0, ZoneState::Normal),
            (3, 2, ZoneState::Normal),
            (3, 3, ZoneState::Full),
            (1, 1, ZoneState::Full),
            (2, 1, ZoneState::Normal),
            (5, 3, ZoneState::Partial),
            (20, 10, ZoneState::Normal),
            (20, 11, ZoneState::Partial),
            (100, 54, ZoneState::Normal),
            (100, 55, ZoneState::Partial),
        ] {
            assert_eq!(ZoneState::from_counts(nodes, not_ready), expected, "{not_ready} of {nodes}");
        }
    }
}
