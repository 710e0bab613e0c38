//! 中文的任务与术语。

use super::Zh;
use crate::catalogue::teach::{Sentences, Teach};

static WORDS: Teach = Teach {
    watch_it: "查看这一刻",
    a_lesson: "课程",
    reached: "完成：引擎确认已达到目标。",
    not_reached: "这次运行尚未达到目标。",
    change_it: "修改场景",
    wanted: "引擎检查的内容",
};

impl Sentences for Zh {
    fn teach(&self) -> &'static Teach {
        &WORDS
    }

    fn wants_bound(&self, pods: &str) -> String {
        format!("{pods} 得到节点")
    }

    fn wants_on(&self, pods: &str, node: &str) -> String {
        format!("{pods} 在 {node} 上")
    }

    fn wants_evicted(&self, pods: &str) -> String {
        format!("抢占驱逐 {pods}")
    }

    fn wants_gone(&self, pods: &str) -> String {
        format!("结束时 {pods} 已不在")
    }

    fn wants_changes(&self, most: usize, made: usize) -> String {
        format!("对场景最多修改 {most} 处（目前 {made} 处）")
    }

    fn whole_object(&self, object: &str) -> String {
        format!("{object}：整个对象")
    }
}
