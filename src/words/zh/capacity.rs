//! 还能放下多少个同样的 Pod。

use super::Zh;
use crate::api::Str;
use crate::wire::Enough;
use crate::words::catalogue::capacity::{Capacity, Sentences};
use crate::words::catalogue::grammar::Grammar as _;
use crate::words::short;

/// 最多列出的 Pod 数。
const NAMED: usize = 8;

static CAPACITY: Capacity = Capacity {
    more: "还能放下多少个同样的 Pod？",
    more_preempting: "允许抢占时呢？",
    full: "再多一个就放不下了：",
    how: "在这次运行的副本中试出：从当前时刻起逐个创建该 Pod 的副本，不带属主引用和调度门控。已在等待的 Pod 可能先占用资源。",
};

impl Sentences for Zh {
    fn capacity(&self) -> &'static Capacity {
        &CAPACITY
    }

    fn more_fit(&self, count: usize) -> String {
        if count == 0 { "一个也放不下。".into() } else { format!("还能放下 {count} 个。") }
    }

    fn more_on(&self, node: &str, count: usize) -> String {
        format!("{node}：{count}")
    }

    fn more_preempt(&self, victims: &[Str]) -> String {
        let names: Vec<&str> = victims.iter().take(NAMED).map(|pod| short(pod)).collect();
        let more = if victims.len() > NAMED { "……" } else { "" };
        format!("它们会抢占 {} 个 Pod：{}{more}。", victims.len(), self.list(&names))
    }

    fn more_end(&self, end: &Enough) -> String {
        match end {
            Enough::Full(_) => String::new(),
            Enough::Most => "没有再往下试：可能还有空间。".into(),
            Enough::NotSeen => "在试下一个之前，运行已经结束或过长。没有运行的调度器不会处理它的 Pod。".into(),
        }
    }
}
