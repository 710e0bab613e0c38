//! A rollout that waits: its old and new pods, what `kubectl rollout status` prints, and its deadline.

use api::Millis;
use runlog::Rollout;

use crate::{
    format_clock,
    languages::Speaker,
    short_pod_name,
    table::grammar::{CountedNoun, Grammar},
};

/// Old pods that are named at most.
const MAX_PODS: usize = 4;

/// Sentences of it.
pub trait RolloutSentences: Grammar {
    /// How far a rollout is, and what becomes of it if nothing changes.
    fn rollout(&self, rollout: &Rollout, now: Millis) -> String {
        let Rollout { replicas, updated, updated_available, max_surge, max_unavailable, .. } = rollout;
        let (deployment, line) = (short_pod_name(&rollout.deployment), rollout.status_line());
        let old_count = rollout.old_pods.len();
        let names: Vec<&str> = rollout.old_pods.iter().take(MAX_PODS).map(|pod| short_pod_name(pod)).collect();
        let names = self.list(&names);
        let deadline = self.progress_deadline(rollout, now);
        translate!(
            self,
            {
                let more = if old_count > MAX_PODS { ", …" } else { "" };
                let pods = self.count(old_count, CountedNoun::Pod);
                let bounds = if rollout.recreates {
                    "Old pods have to go before new ones come (Recreate).".to_owned()
                } else {
                    format!("maxSurge allows {max_surge} more, maxUnavailable {max_unavailable} fewer.")
                };
                format!(
                    "It is a new pod of the rollout of Deployment {deployment}, which waits: {updated} of {replicas} new pods are created, \
                     {updated_available} available; {pods} of the old template remain ({names}{more}). {bounds} kubectl rollout status: \
                     “{line}” {deadline}"
                )
            },
            {
                let more = if old_count > MAX_PODS { "……" } else { "" };
                let bounds = if rollout.recreates {
                    "旧 Pod 离开之后才创建新的（Recreate）。".to_owned()
                } else {
                    format!("maxSurge 允许多 {max_surge} 个，maxUnavailable 允许少 {max_unavailable} 个。")
                };
                format!(
                    "它是 Deployment {deployment} 滚动更新中的新 Pod，更新正在等待：{replicas} 个新 Pod 已创建 {updated} 个，可用 \
                     {updated_available} 个；旧模板的 Pod 还有 {old_count} 个（{names}{more}）。{bounds}kubectl rollout status：“{line}”{deadline}"
                )
            }
        )
    }

    /// When a rollout without progress counts as failed, and what that changes: nothing but its condition.
    fn progress_deadline(&self, rollout: &Rollout, now: Millis) -> String {
        let Some(deadline) = rollout.deadline else {
            return translate!(self, "It has no progress deadline.".into(), "它没有进度期限。".into());
        };
        let at = rollout.progressed_at + deadline;
        let (seconds, clock) = (deadline.seconds(), format_clock(at.round_down_to(Millis::new(100))));
        let name = short_pod_name(&rollout.deployment);
        if at <= now {
            return translate!(
                self,
                format!(
                    "Its progress deadline passed at {clock} ({seconds} s without progress): kubectl rollout status fails with \
                     “deployment {name:?} exceeded its progress deadline”. The old pods keep running, and nothing is rolled back."
                ),
                format!(
                    "它的进度期限已于 {clock} 到期（{seconds} s 没有进展）：kubectl rollout status 以“deployment {name:?} exceeded its \
                     progress deadline”失败。旧 Pod 继续运行，也不会回滚。"
                )
            );
        }
        translate!(
            self,
            format!(
                "Without progress, its deadline passes at {clock} (progressDeadlineSeconds: {seconds}), and kubectl rollout status fails. The \
                 old pods keep running, and nothing is rolled back."
            ),
            format!(
                "如果没有进展，期限于 {clock} 到期（progressDeadlineSeconds：{seconds}），kubectl rollout status 随之失败。旧 Pod 继续运行，也不会回滚。"
            )
        )
    }
}

impl<T: Speaker> RolloutSentences for T {}
