//! Texts about a group that is retried again and again at one instant.

use trace::group_loop::{Change, NextChange, TightLoop};

use crate::{
    format_clock,
    languages::Speaker,
    short_pod_name,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Tight loops of groups.
pub trait GroupLoopSentences: Grammar {
    /// A group is retried without a pause.
    fn group_held(&self, group: &str, tight_loop: &TightLoop) -> TitleAndText {
        let times = tight_loop.tries;
        let unchanged = self.unchanged_until(tight_loop.next.as_ref());
        translate!(
            self,
            title_and_text(
                "Tight loop",
                format!(
                    "{group} was tried {times} times in this instant. {unchanged} kube-scheduler would go on trying without a pause; the simulator moves on."
                )
            ),
            title_and_text(
                "无间断重试",
                format!(
                    "{group} 在这一瞬间尝试了 {times} 次。{unchanged}kube-scheduler 会不停地重试，模拟器则继续向前。"
                )
            )
        )
    }

    /// The next event that can end a tight loop.
    fn unchanged_until(&self, next: Option<&NextChange>) -> String {
        let Some(NextChange { at, change }) = next else {
            return translate!(
                self,
                "Nothing changes until something else happens.".into(),
                "在别的事情发生之前结果不会变。".into()
            );
        };
        let clock = format_clock(*at);
        match change {
            Change::PodEnds(pod) => {
                let pod = short_pod_name(pod);
                translate!(
                    self,
                    format!("Nothing changes until {pod} ends at {clock}."),
                    format!("在 {pod} 于 {clock} 结束之前结果不会变。")
                )
            }
            Change::PodComes(pod) => {
                let pod = short_pod_name(pod);
                translate!(
                    self,
                    format!("Nothing changes until {pod} is created at {clock}."),
                    format!("在 {pod} 于 {clock} 创建之前结果不会变。")
                )
            }
            Change::NodeComes(node) => translate!(
                self,
                format!("Nothing changes until {node} is added at {clock}."),
                format!("在 {node} 于 {clock} 加入之前结果不会变。")
            ),
            Change::Other => translate!(
                self,
                format!("Nothing changes before {clock}, when something else happens."),
                format!("在 {clock} 发生别的事情之前结果不会变。")
            ),
        }
    }

    /// How often a group was tried, next to its messages.
    fn loop_title(&self, tries: usize) -> String {
        translate!(self, format!("Tried {tries} times in this instant"), format!("这一瞬间尝试了 {tries} 次"))
    }

    /// What kube-scheduler would do.
    fn loop_rule(&self) -> &'static str {
        translate!(
            self,
            "kube-scheduler goes on as fast as it can; the simulator moves on.",
            "kube-scheduler 会尽快重试下去；模拟器则继续向前。"
        )
    }
}

impl<T: Speaker> GroupLoopSentences for T {}
