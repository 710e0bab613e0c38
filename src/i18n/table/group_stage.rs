//! Texts in the picture of a group: its band, the snapshot, the units of its preemption.

use crate::{
    languages::Speaker,
    messages::group_stage as messages,
    table::grammar::{CountedNoun, Grammar},
};

message_struct! {
    /// Fixed labels in the picture of a group.
    pub struct GroupStageLabels from group_stage;
}

/// The picture of a group.
pub trait GroupStageSentences: Grammar {
    /// Fixed labels in the picture of a group.
    fn group_stage_labels(&self) -> &'static GroupStageLabels {
        GroupStageLabels::of(self)
    }

    /// Above the nodes.
    fn snapshot_taken(&self, members: usize, clock: &str) -> String {
        match members {
            1 => messages::SnapshotTakenOne { clock }.text(self.language()),
            2 => messages::SnapshotTakenTwo { clock }.text(self.language()),
            _ => messages::SnapshotTakenMany { members, clock }.text(self.language()),
        }
    }

    /// `group priority 500`.
    fn group_priority_text(&self, priority: i32) -> String {
        messages::GroupPriority { priority }.text(self.language())
    }

    /// `3 of 4 members on 2 nodes`.
    fn members_on_nodes(&self, bound: usize, members: usize, nodes: usize) -> String {
        let nodes = self.count(nodes, CountedNoun::Node);
        messages::MembersOnNodes { bound, members, nodes }.text(self.language())
    }

    /// The units that were put back, with what became of them, and in short.
    fn units_asked(&self, units: usize, stay: usize, victims: usize) -> [String; 2] {
        let asked = stay + victims;
        let whole = messages::UnitsAsked { asked, units, stay, victims }.text(self.language());
        [whole, messages::UnitsAskedShort { asked, units }.text(self.language())]
    }

    /// The number of messages that don't fit.
    fn more_messages(&self, messages: usize) -> String {
        match messages {
            1 => messages::more_messages_one(self.language()).into(),
            _ => messages::MoreMessagesMany { messages }.text(self.language()),
        }
    }

    /// The number of units.
    fn units_count(&self, units: usize) -> String {
        match units {
            1 => messages::units_count_one(self.language()).into(),
            _ => messages::UnitsCountMany { units }.text(self.language()),
        }
    }

    /// `1 of 3 nominated`.
    fn nominated_of(&self, nominated: usize, members: usize) -> String {
        messages::NominatedOf { nominated, members }.text(self.language())
    }

    /// A pod outside the group is nominated to the node.
    fn rival_nominated(&self, pod: &str, node: &str) -> String {
        messages::RivalNominated { pod, node }.text(self.language())
    }

    /// The number of victims that are still terminating.
    fn victims_left(&self, victims: usize, left: &str) -> String {
        let victims = self.count(victims, CountedNoun::Victim);
        messages::VictimsLeft { victims, left }.text(self.language())
    }

    /// `2 of 5 go`.
    fn units_going(&self, going: usize, units: usize) -> String {
        messages::UnitsGoing { going, units }.text(self.language())
    }

    /// The pods of a unit.
    fn unit_extent(&self, pods: usize, nodes: &[&str]) -> String {
        match nodes {
            _ if pods > 1 => {
                let pods = self.count(pods, CountedNoun::Pod);
                messages::UnitExtent { pods }.text(self.language())
            }
            [node] => (*node).to_owned(),
            _ => self.count(pods, CountedNoun::Pod),
        }
    }

    /// What the place of units in the order of reprieves follows from, the longer text first. `is_group` is `None` if their priority has only
    /// groups or only single pods.
    fn unit_order_texts(&self, priority: i32, is_violating: bool, is_group: Option<bool>) -> [String; 2] {
        let language = self.language();
        let short = messages::UnitOrderPriority { priority }.text(language);
        let kind = match is_group {
            None => short.clone(),
            Some(true) => messages::UnitOrderGroups { priority }.text(language),
            Some(false) => messages::UnitOrderPods { priority }.text(language),
        };
        let long = if is_violating { messages::UnitOrderBudget { order: &kind }.text(language) } else { kind };
        [long, short]
    }

    /// How many members fit in a placement.
    fn placement_count(&self, placement: &str, placed: usize, members: usize) -> String {
        messages::PlacementCount { placement, placed, members }.text(self.language())
    }

    /// The free amount of a node.
    fn node_free(&self, amount: &str) -> String {
        messages::NodeFree { amount }.text(self.language())
    }

    /// The number of pods in the tray of a node.
    fn tray_left(&self, pods: usize) -> String {
        messages::TrayLeft { pods }.text(self.language())
    }

    /// In the phases of a group's cycle.
    fn member_phase(&self, order: usize) -> String {
        messages::MemberPhase { order }.text(self.language())
    }

    /// In the phases of a group's preemption.
    fn put_back_phase(&self, asked: usize, units: usize) -> String {
        messages::PutBackPhase { asked, units }.text(self.language())
    }

    /// In the phases of a group's preemption.
    fn victims_phase(&self, victims: usize) -> String {
        self.count(victims, CountedNoun::Victim)
    }
}

impl<T: Speaker> GroupStageSentences for T {}
