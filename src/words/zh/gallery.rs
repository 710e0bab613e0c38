//! The gallery of scenarios in Chinese.

use super::Zh;
use crate::catalogue::gallery::{Sentences, Theme};

impl Sentences for Zh {
    fn theme(&self, theme: Theme) -> &'static str {
        match theme {
            Theme::FindingANode => "寻找节点",
            Theme::TheQueue => "队列",
            Theme::Preemption => "抢占",
            Theme::TieBreak => "逐条规则选择节点",
            Theme::BudgetsAndReleases => "干扰预算与版本",
            Theme::Extenders => "扩展程序",
            Theme::Volumes => "卷",
        }
    }
}
