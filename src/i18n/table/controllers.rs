//! What the controllers around the scheduler decide.

use runlog::{Reconcile, ReconcileFunction, Zone, ZoneState};

use crate::{
    languages::Speaker,
    table::grammar::{CountedNoun, Grammar, TitleAndText, title_and_text},
};

/// Controllers of nodes and of workloads.
pub trait ControllerSentences: Grammar {
    fn zone_changed(&self, zone: &Zone) -> TitleAndText {
        let Zone { name, nodes, not_ready, state, rate } = zone;
        translate!(
            self,
            {
                let zone_text =
                    if name.is_empty() { "nodes without a zone".to_owned() } else { format!("zone {name}") };
                let reason = match (state, rate) {
                    (ZoneState::Full, 0) => {
                        "No zone has a ready node, so the controller itself may be at fault: it removes its NoExecute taints and evicts no pods."
                    }
                    (ZoneState::Full, _) => {
                        "Other zones have ready nodes: one node every 10 s gets the NoExecute taint."
                    }
                    (ZoneState::Partial, 0) => {
                        "55% or more are not ready, and the zone has at most 50 nodes: no more nodes get the NoExecute taint."
                    }
                    (ZoneState::Partial, _) => {
                        "55% or more are not ready, and the zone has more than 50 nodes: one node every 100 s gets the NoExecute taint."
                    }
                    (ZoneState::Normal, _) if *not_ready == 0 => "All nodes are ready.",
                    (ZoneState::Normal, _) => "One node every 10 s gets the NoExecute taint.",
                };
                title_and_text(
                    format!("{}: {zone_text}", state.upstream_name()),
                    format!("{not_ready} of {} not ready. {reason}", self.count(*nodes, CountedNoun::Node)),
                )
            },
            {
                let zone_text = if name.is_empty() {
                    "没有可用区标签的节点".to_owned()
                } else {
                    format!("可用区 {name}")
                };
                let reason = match (state, rate) {
                    (ZoneState::Full, 0) => {
                        "所有可用区都没有就绪的节点，故障可能在控制器自身：它移除自己的 NoExecute 污点，不驱逐任何 Pod。"
                    }
                    (ZoneState::Full, _) => "其他可用区有就绪的节点：每 10 秒给一个节点加上 NoExecute 污点。",
                    (ZoneState::Partial, 0) => {
                        "至少 55% 的节点未就绪，且该可用区不超过 50 个节点：不再给任何节点加 NoExecute 污点。"
                    }
                    (ZoneState::Partial, _) => {
                        "至少 55% 的节点未就绪，且该可用区超过 50 个节点：每 100 秒给一个节点加上 NoExecute 污点。"
                    }
                    (ZoneState::Normal, _) if *not_ready == 0 => "所有节点都已就绪。",
                    (ZoneState::Normal, _) => "每 10 秒给一个节点加上 NoExecute 污点。",
                };
                title_and_text(
                    format!("{}：{zone_text}", state.upstream_name()),
                    format!("{nodes} 个节点中有 {not_ready} 个未就绪。{reason}"),
                )
            }
        )
    }

    fn controller_acted(&self, reconcile: &Reconcile) -> TitleAndText {
        let Reconcile { workload, by, wanted, has, makes, deletes, scales, .. } = reconcile;
        let (kind, key) = workload.split_once('/').unwrap_or(("", workload));
        let name = key.strip_prefix("default/").unwrap_or(key);
        let pods: Vec<&str> = deletes.iter().map(|key| key.strip_prefix("default/").unwrap_or(key)).collect();
        let function = by.upstream_name();
        translate!(
            self,
            {
                let reason = match by {
                    ReconcileFunction::StatefulSetUpdate | ReconcileFunction::DaemonSetUpdate => {
                        " It still has the old template."
                    }
                    ReconcileFunction::Proportion => {
                        " The size changed during a rollout, so each ReplicaSet is scaled in proportion."
                    }
                    ReconcileFunction::Unhealthy => " Unavailable pods of the old template are removed first.",
                    ReconcileFunction::OldReplicaSets => {
                        " As many pods of the old template are removed as can be spared."
                    }
                    ReconcileFunction::Recreate => " Recreate: all old pods are deleted before new ones are created.",
                    _ => "",
                };
                let consequence = match scales {
                    Some((set, from, to)) => format!("ReplicaSet {set}: {from} → {to}."),
                    None if pods.is_empty() => format!("Creates {}.", self.count(*makes, CountedNoun::Pod)),
                    None => format!("Deletes {}, in this order.", self.list(&pods)),
                };
                title_and_text(
                    format!("{kind} {name}"),
                    format!("{wanted} desired, {has} current. {consequence}{reason} ({function})"),
                )
            },
            {
                let reason = match by {
                    ReconcileFunction::StatefulSetUpdate | ReconcileFunction::DaemonSetUpdate => "它仍使用旧的模板。",
                    ReconcileFunction::Proportion => "滚动更新途中规模改变，因此各 ReplicaSet 按比例分配。",
                    ReconcileFunction::Unhealthy => "旧模板中不可用的 Pod 先删除。",
                    ReconcileFunction::OldReplicaSets => "旧模板的 Pod 能减多少就减多少。",
                    ReconcileFunction::Recreate => "Recreate：先删除所有旧 Pod，再创建新 Pod。",
                    _ => "",
                };
                let consequence = match scales {
                    Some((set, from, to)) => format!("ReplicaSet {set}：{from} → {to}。"),
                    None if pods.is_empty() => format!("创建 {}。", self.count(*makes, CountedNoun::Pod)),
                    None => format!("依次删除 {}。", self.list(&pods)),
                };
                title_and_text(
                    format!("{kind} {name}"),
                    format!("需要 {wanted} 个，现有 {has} 个。{consequence}{reason}（{function}）"),
                )
            }
        )
    }
}

impl<T: Speaker> ControllerSentences for T {}
