//! Why a pod stays where it is.

use protocol::StayReason;

use crate::{format_clock, languages::Speaker, table::grammar::Grammar};

/// Sentences of it.
pub trait StaySentences: Grammar {
    /// Why a pod stays: in a drain, or on a node that is not well.
    fn stay_reason(&self, reason: StayReason, in_drain: bool) -> String {
        match reason {
            StayReason::Daemon if in_drain => translate!(
                self,
                "stays: kubectl drain ignores DaemonSet pods".into(),
                "保留：kubectl drain 忽略 DaemonSet Pod".into()
            ),
            StayReason::Daemon => translate!(
                self,
                "stays: DaemonSet pods tolerate an unreachable node".into(),
                "保留：DaemonSet Pod 容忍失联的节点".into()
            ),
            StayReason::Mirror if in_drain => translate!(
                self,
                "stays: kubectl drain ignores mirror pods".into(),
                "保留：kubectl drain 忽略镜像 Pod".into()
            ),
            StayReason::Mirror => translate!(
                self,
                "stays: a mirror pod tolerates every NoExecute taint".into(),
                "保留：镜像 Pod 容忍所有 NoExecute 污点".into()
            ),
            StayReason::Finished => {
                translate!(self, "stays: it finished before".into(), "保留：它此前已结束".into())
            }
            StayReason::Tolerates => translate!(
                self,
                "stays: it tolerates the NoExecute taints of its node indefinitely".into(),
                "保留：它一直容忍其节点的 NoExecute 污点".into()
            ),
            StayReason::ToleratesFor(time) => translate!(
                self,
                format!("stays: it tolerates the taint for {}, and the run ends before", format_clock(time)),
                format!("保留：它容忍该污点 {}，运行在此之前结束", format_clock(time))
            ),
            StayReason::EvictionsStopped => translate!(
                self,
                "stays: no node in any zone is ready, so evictions stop".into(),
                "保留：所有可用区都没有就绪的节点，因此停止驱逐".into()
            ),
            StayReason::NotTainted => translate!(
                self,
                "stays: its node has no NoExecute taint yet when the run ends".into(),
                "保留：运行结束时其节点尚无 NoExecute 污点".into()
            ),
            StayReason::Terminating => {
                translate!(self, "was already Terminating".into(), "此前已在终止".into())
            }
            StayReason::EndsAnyway => {
                translate!(self, "ends in this run anyway".into(), "在这次运行中本来就会结束".into())
            }
            StayReason::NotFollowed(time) => {
                let time = format_clock(time.round_down_to(api::Millis::new(100)));
                translate!(
                    self,
                    format!("not known: nothing evicts it within {time}, as far as the run was followed"),
                    format!("尚不确定：跟踪运行 {time} 期间没有什么驱逐它")
                )
            }
            StayReason::NotReached => translate!(
                self,
                "stays: nothing evicts it before the run ends".into(),
                "保留：运行结束前没有什么驱逐它".into()
            ),
        }
    }
}

impl<T: Speaker> StaySentences for T {}
