//! The lanes of pod groups in the timeline: which pods belong to each.

use api::{NamespacedName, Table};

/// The lane of a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupLane {
    pub group: NamespacedName,
    /// The minimum number of members of a gang; `None` for a basic group.
    pub minimum: Option<usize>,
    /// Whether the group exists; pods may refer to one that is never created.
    pub is_in_cluster: bool,
    /// Indices of its members' lanes, in order of creation.
    pub members: Vec<usize>,
}

impl GroupLane {
    /// How many members must run: at least one, also in a basic group.
    #[must_use]
    pub fn required_count(&self) -> usize {
        self.minimum.unwrap_or(1).max(1)
    }

    /// The height of the staircase in members: their number, or the minimum if that is larger.
    #[must_use]
    pub fn height(&self) -> usize {
        self.members.len().max(self.required_count())
    }
}

/// The lanes of all groups, in order of first occurrence.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupLanes {
    lanes: Vec<GroupLane>,
    by_group: Table<NamespacedName, usize>,
}

impl GroupLanes {
    /// The groups that existed, each with its index.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &GroupLane)> {
        self.lanes.iter().enumerate().filter(|(_, lane)| lane.is_in_cluster)
    }

    #[must_use]
    pub fn get(&self, index: usize) -> Option<&GroupLane> {
        self.lanes.get(index)
    }

    #[must_use]
    pub fn position_of(&self, group: &NamespacedName) -> Option<usize> {
        self.by_group.get(group).copied()
    }

    /// The index of the group that a pod's lane belongs to.
    #[must_use]
    pub fn group_of_member(&self, lane: usize) -> Option<usize> {
        self.iter().find(|(_, group)| group.members.contains(&lane)).map(|(index, _)| index)
    }

    pub(crate) fn set_group(&mut self, group: NamespacedName, minimum: Option<usize>) {
        let lane = self.lane_mut(group);
        (lane.minimum, lane.is_in_cluster) = (minimum, true);
    }

    pub(crate) fn add_member(&mut self, group: NamespacedName, lane: usize) {
        let members = &mut self.lane_mut(group).members;
        if !members.contains(&lane) {
            members.push(lane);
        }
    }

    fn lane_mut(&mut self, group: NamespacedName) -> &mut GroupLane {
        let lanes = &mut self.lanes;
        let index = *self.by_group.or_insert_with(group.clone(), || {
            lanes.push(GroupLane { group, minimum: None, is_in_cluster: false, members: Vec::new() });
            lanes.len() - 1
        });
        &mut self.lanes[index]
    }
}
