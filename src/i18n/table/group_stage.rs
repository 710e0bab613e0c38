//! Texts in the picture of a group: its band, the snapshot, the units of its preemption.

use crate::{
    languages::Speaker,
    table::grammar::{CountedNoun, Grammar},
};

message_struct! {
    /// Fixed labels in the picture of a group.
    pub struct GroupStageLabels {
        snapshot_rule: "Each member placed counts for the next ones. Nothing is bound.", "已放下的成员计入后面的尝试。尚未绑定。";
        nothing_bound: "Nothing is bound.", "尚未绑定。";
        all_back: "All go back at once. No node is kept for them.", "所有成员同时放回队列，不为它们保留任何节点。";
        awaits_victims: "Nobody is bound before the victims are gone.", "牺牲者离开之前谁也不绑定。";
        bind: "The minimum is reached: those that fit are bound, in this order.", "达到最小数量：放得下的成员按此顺序绑定。";
        bind_basic: "Those that fit are bound, in this order.", "放得下的成员按此顺序绑定。";
        may_go: "Everything of lower priority may go, unit by unit", "优先级更低的都可以被驱逐，以单元计";
        no_units: "No pod has a lower priority than the group: none may go.", "没有优先级比这个组更低的 Pod：谁也不能被驱逐。";
        no_units_short: "None may go", "谁也不能被驱逐";
        eviction: "eviction", "需驱逐";
        no_fit: "no fit", "放不下";
        all_removed: "All units are removed at once, and the whole group is tried", "同时移除全部单元，再尝试整组";
        put_back: "Put back one by one: budget breakers first, then the most important", "逐个放回：先是违反 PodDisruptionBudget 的，再按重要性";
        victims: "What could not be put back goes", "放不回去的被驱逐";
        thrown_away_title: "The dry run found these places. They are not kept.", "模拟找到了这些位置，但不会保留。";
        group_message: "The group's message", "整组的消息";
        own_message: "Its own error", "自己的错误";
        may_go_short: "What may go", "谁可以被驱逐";
        all_removed_short: "All removed at once", "全部同时移除";
        put_back_short: "Put back one by one", "逐个放回";
        goes: "What goes", "被驱逐的";
        not_kept: "These places are not kept", "这些位置不会保留";
        stays: "stays", "留下";
        victim: "victim", "牺牲者";
        next: "next", "下一个";
        waits: "waits", "等待";
        tried_now: "now", "正在试";
        asked_first: "asked first: budget", "最先放回：有预算";
        room_free: "Room is free.", "空间已腾出。";
        room_for_anyone: "Whoever is popped first may take it.", "谁先出队谁就可以占用。";
        taken_back: "taken back", "已收回";
        dry_run: "dry run of the whole group", "整组模拟";
        awaits: "waits for its victims", "等待牺牲者离开";
        no_node: "no node", "没有节点";
        thrown_away: "thrown away", "被丢弃";
        left_behind: "stays behind", "落在后面";
        reserved: "reserved", "已预留";
        tray_empty: "tray: empty", "托盘：空";
        snapshot: "Snapshot", "快照";
        member_sign: "a member of a group of pods", "Pod 组的成员";
        preemption: "Preemption:", "抢占：";
        remove: "remove all", "全部移除";
        victims_phase: "victims", "牺牲者";
        verdict: "Verdict", "结论";
        bind_all: "Bind all", "全部绑定";
        back: "Back to the queue", "放回队列";
    }
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
            1 => translate!(self, format!("A snapshot, taken at {clock}."), format!("一份快照，摄于 {clock}。")),
            2 => {
                translate!(
                    self,
                    format!("One snapshot for both, taken at {clock}."),
                    format!("两个成员共用一份快照，摄于 {clock}。")
                )
            }
            _ => translate!(
                self,
                format!("One snapshot for all {members}, taken at {clock}."),
                format!("{members} 个成员共用一份快照，摄于 {clock}。")
            ),
        }
    }

    /// `group priority 500`.
    fn group_priority_text(&self, priority: i32) -> String {
        translate!(self, format!("group priority {priority}"), format!("组优先级 {priority}"))
    }

    /// `3 of 4 members on 2 nodes`.
    fn members_on_nodes(&self, bound: usize, members: usize, nodes: usize) -> String {
        let nodes = self.count(nodes, CountedNoun::Node);
        translate!(
            self,
            format!("{bound} of {members} members on {nodes}"),
            format!("{members} 个成员中 {bound} 个在 {nodes}上")
        )
    }

    /// `3 of 5 asked · 2 left`.
    fn units_asked(&self, asked: usize, units: usize) -> String {
        let left = units.saturating_sub(asked);
        translate!(
            self,
            format!("{asked} of {units} asked · {left} left"),
            format!("{units} 个中已问 {asked} 个 · 还剩 {left} 个")
        )
    }

    /// Messages that there is no room for.
    fn more_messages(&self, messages: usize) -> String {
        match messages {
            1 => translate!(self, "and 1 more message".into(), "另有 1 条消息".into()),
            _ => translate!(self, format!("and {messages} more messages"), format!("另有 {messages} 条消息")),
        }
    }

    /// How many units there are.
    fn units_count(&self, units: usize) -> String {
        match units {
            1 => translate!(self, "1 unit".into(), "1 个单元".into()),
            _ => translate!(self, format!("{units} units"), format!("{units} 个单元")),
        }
    }

    /// `1 of 3 nominated`.
    fn nominated_of(&self, nominated: usize, members: usize) -> String {
        translate!(self, format!("{nominated} of {members} nominated"), format!("{members} 个中已提名 {nominated} 个"))
    }

    /// A pod that is no member has a claim to room of its own.
    fn rival_nominated(&self, pod: &str, node: &str) -> String {
        translate!(self, format!("{pod} is nominated to {node}."), format!("{pod} 已提名到 {node}。"))
    }

    /// While victims shut down.
    fn victims_left(&self, victims: usize, left: &str) -> String {
        let victims = self.count(victims, CountedNoun::Victim);
        translate!(self, format!("Shutting down: {victims}, {left} left."), format!("终止中：{victims}，还剩 {left}。"))
    }

    /// `2 of 5 go`.
    fn units_going(&self, going: usize, units: usize) -> String {
        translate!(self, format!("{going} of {units} go"), format!("{units} 个中驱逐 {going} 个"))
    }

    /// The pods of a unit.
    fn unit_extent(&self, pods: usize, nodes: &[&str]) -> String {
        match nodes {
            _ if pods > 1 => {
                let pods = self.count(pods, CountedNoun::Pod);
                translate!(self, format!("{pods}, as one"), format!("{pods}，作为整体"))
            }
            [node] => (*node).to_owned(),
            _ => self.count(pods, CountedNoun::Pod),
        }
    }

    /// Above the pods that a trial removed from a node.
    fn tray_left(&self, pods: usize) -> String {
        translate!(self, format!("tray: {pods}"), format!("托盘：{pods}"))
    }

    /// In the phases of a group's cycle.
    fn member_phase(&self, order: usize) -> String {
        translate!(self, format!("Member {order}:"), format!("成员 {order}："))
    }

    /// In the phases of a group's preemption.
    fn put_back_phase(&self, asked: usize, units: usize) -> String {
        translate!(self, format!("put back {asked} of {units}"), format!("放回 {asked}/{units}"))
    }

    /// In the phases of a group's preemption.
    fn victims_phase(&self, victims: usize) -> String {
        let victims = self.count(victims, CountedNoun::Victim);
        translate!(self, victims.clone(), victims)
    }
}

impl<T: Speaker> GroupStageSentences for T {}
