//! The pod groups in the queue, which the chunk `Study` computes and draws.

use api::NamespacedName;
use i18n::Lang;
use scene::group_model::GroupMark;
use stage::pod_tile::ListTile;
use trace::Frame;
use yew::Html;

/// All groups, with the functions that draw them.
pub(crate) struct LaneGroups {
    pub bodies: Vec<GroupBody>,
    /// Draws an outline around the tiles of members.
    pub draw_body: fn(&GroupBody, Lang, Vec<Html>) -> Html,
    /// Draws the outline around pods that terminate together as victims.
    pub draw_leaving: fn(&GroupBody, Lang, &Frame, &[&ListTile]) -> Html,
}

/// The functions are always the same.
impl PartialEq for LaneGroups {
    fn eq(&self, other: &Self) -> bool {
        self.bodies == other.bodies
    }
}

/// The outline of a group around its members.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GroupBody {
    pub group: NamespacedName,
    pub mark: GroupMark,
    /// The minimum of a gang; `None` for a basic group.
    pub minimum: Option<usize>,
    /// The number of members that exist.
    pub member_count: usize,
    /// How many of them are placed, in the current cycle or for good.
    pub placed: usize,
    pub state: String,
    pub is_bad: bool,
    /// Members that are drawn elsewhere: in the picture, or on their nodes.
    pub rows: Vec<MemberRow>,
}

/// A member that the outline only names.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MemberRow {
    pub pod: NamespacedName,
    /// Its number in the order of the cycle, from 1.
    pub number: Option<usize>,
    pub class: &'static str,
    pub text: String,
}

impl GroupBody {
    /// Whether a pod is one of its members.
    pub(crate) fn is_of(&self, tile: &ListTile) -> bool {
        tile.pod.pod.group_key().as_ref() == Some(&self.group)
    }

    /// Whether a member is only named, because it is drawn elsewhere.
    pub(crate) fn has_row(&self, tile: &ListTile) -> bool {
        self.rows.iter().any(|row| row.pod == tile.key)
    }
}
