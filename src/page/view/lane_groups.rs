//! The groups in the queue, as the chunk `Study` makes and draws them.

use api::NamespacedName;
use i18n::Lang;
use stage::{pod_tile::ListTile, scene::group_model::GroupMark};
use trace::Frame;
use yew::Html;

/// All groups, with what draws them.
pub(crate) struct LaneGroups {
    pub bodies: Vec<GroupBody>,
    /// Draws a body around the tiles of members.
    pub draw_body: fn(&GroupBody, Lang, Vec<Html>) -> Html,
    /// Draws the body of pods that shut down together, as victims.
    pub draw_leaving: fn(&GroupBody, Lang, &Frame, &[&ListTile]) -> Html,
}

/// What draws them is always the same.
impl PartialEq for LaneGroups {
    fn eq(&self, other: &Self) -> bool {
        self.bodies == other.bodies
    }
}

/// What the body of a group shows around its members.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GroupBody {
    pub group: NamespacedName,
    pub mark: GroupMark,
    /// None of a basic group.
    pub minimum: Option<usize>,
    /// Members that the scheduler knows.
    pub here: usize,
    /// Those of them that have a node, in the cycle that goes on or for good.
    pub placed: usize,
    pub state: String,
    pub is_bad: bool,
    /// Members that stand somewhere else: in the picture, or on their nodes.
    pub rows: Vec<MemberRow>,
}

/// A member that is only named.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MemberRow {
    pub pod: NamespacedName,
    /// Its place in the order of the cycle, from 1.
    pub number: Option<usize>,
    pub class: &'static str,
    pub text: String,
}

impl GroupBody {
    /// Whether a pod is one of its members.
    pub(crate) fn is_of(&self, tile: &ListTile) -> bool {
        tile.pod.pod.group_key().as_ref() == Some(&self.group)
    }

    /// Whether a member is only named, as it stands somewhere else.
    pub(crate) fn has_row(&self, tile: &ListTile) -> bool {
        self.rows.iter().any(|row| row.pod == tile.key)
    }
}
