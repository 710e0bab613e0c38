//! The gallery of scenarios.

use crate::{languages::Speaker, table::grammar::Grammar};

message_enum! {
    /// What scenarios are about.
    pub enum ScenarioTheme {
        FindingANode: "Finding a node", "寻找节点";
        TheQueue: "The queue", "队列";
        Preemption: "Preemption", "抢占";
        TieBreak: "Choosing a node, rule by rule", "逐条规则选择节点";
        BudgetsAndReleases: "Budgets and releases", "干扰预算与版本";
        Extenders: "Extenders", "扩展程序";
        Volumes: "Volumes", "卷";
        Devices: "Devices (DRA)", "设备（DRA）";
        Groups: "Groups of pods (alpha)", "Pod 组（Alpha）";
    }
}

/// Words of it.
pub trait GallerySentences: Grammar {
    fn scenario_theme(&self, theme: ScenarioTheme) -> &'static str {
        theme.text(self)
    }
}

impl<T: Speaker> GallerySentences for T {}
