//! What changed from one minor release to the next.

use releases::changes_by_minor::VersionChange;

use crate::{languages::Speaker, table::grammar::Grammar};

/// Only the builder has these words: they are no part of [`Language`](super::Language).
pub trait MinorSentences: Grammar {
    /// How many facts tell a minor release from the one that decides.
    fn changes_since(&self, minor: u32, release: &str, count: usize) -> String {
        translate!(
            self,
            match count {
                0 => format!("No decision is known to differ between v1.{minor} and {release}"),
                1 => format!("What differs between v1.{minor} and {release}: 1 change"),
                _ => format!("What differs between v1.{minor} and {release}: {count} changes"),
            },
            match count {
                0 => format!("v1.{minor} 与 {release} 之间没有已知的决策差异"),
                _ => format!("v1.{minor} 与 {release} 之间的差异：{count} 处"),
            }
        )
    }

    /// A fact, with the minor release from which on it holds.
    fn version_change(&self, since: u32, fact: VersionChange) -> String {
        let change_text = match fact {
            VersionChange::Scores => translate!(
                self,
                "plugins score nodes from 0 to 100; before, from 0 to 10, so ties were more common",
                "插件按 0 到 100 打分；此前为 0 到 10，因此得分相同的节点更多"
            ),
            VersionChange::SpreadConstraints => translate!(
                self,
                "topologySpreadConstraints take effect; before, they were ignored",
                "topologySpreadConstraints 生效；此前被忽略"
            ),
            VersionChange::Overhead => translate!(
                self,
                "the overhead of a RuntimeClass counts toward the pod’s requests; before, it did not",
                "RuntimeClass 的开销计入请求；此前不计"
            ),
            VersionChange::Profiles => translate!(
                self,
                "one scheduler can have several profiles, chosen by schedulerName",
                "一个调度器可以有多个配置文件（profile），由 schedulerName 选择"
            ),
            VersionChange::NeverPreempts => translate!(
                self,
                "pods with preemptionPolicy: Never don’t preempt; before, the field was ignored",
                "preemptionPolicy: Never 的 Pod 不驱逐任何 Pod；此前该字段被忽略"
            ),
            VersionChange::DefaultSpread => translate!(
                self,
                "pods of a Service or a workload are spread by default topology constraints; before, by SelectorSpread",
                "Service 或工作负载的 Pod 按默认拓扑约束分布；此前由 SelectorSpread 处理"
            ),
            VersionChange::Candidates => translate!(
                self,
                "preemption tries a tenth of the nodes (at least 100), starting at a random one; before, all of them",
                "抢占从随机节点开始尝试十分之一的节点，至少 100 个；此前尝试所有节点"
            ),
            VersionChange::StorageCapacity => translate!(
                self,
                "the storage capacity that a CSI driver publishes counts for volumes yet to be provisioned",
                "为尚待制备的卷考虑 CSI 驱动公布的容量"
            ),
            VersionChange::NominatedFirst => translate!(
                self,
                "the node that a pod is nominated to is tried first, and taken if the pod fits there",
                "先尝试 Pod 的提名节点，放得下就选它"
            ),
            VersionChange::NamespaceSelector => {
                translate!(
                    self,
                    "the namespaceSelector of pod affinity takes effect",
                    "Pod 亲和性的 namespaceSelector 生效"
                )
            }
            VersionChange::Weights => translate!(
                self,
                "default weights (configuration v1beta3): TaintToleration 3, NodeAffinity 2, InterPodAffinity 2; before, 1 each",
                "默认权重（配置 v1beta3）：TaintToleration 为 3，NodeAffinity 为 2，InterPodAffinity 为 2；此前均为 1"
            ),
            VersionChange::NoPolicy => {
                translate!(self, "Policy files are no longer supported", "不再能用 Policy 文件配置调度器")
            }
            VersionChange::MigratedDisks => translate!(
                self,
                "in-tree AWS, Azure and GCE disks count as volumes of the CSI driver",
                "AWS、Azure 和 GCE 的树内磁盘按相应 CSI 驱动的卷计数"
            ),
            VersionChange::SpreadNodes => translate!(
                self,
                "nodeAffinityPolicy and nodeTaintsPolicy determine which nodes a spread constraint counts; before, these fields were ignored",
                "nodeAffinityPolicy 和 nodeTaintsPolicy 决定分布约束统计哪些节点；此前这些字段被忽略"
            ),
            VersionChange::MinDomains => {
                translate!(self, "minDomains of a spread constraint takes effect", "分布约束的 minDomains 生效")
            }
            VersionChange::SpreadLabelKeys => {
                translate!(self, "matchLabelKeys of a spread constraint take effect", "分布约束的 matchLabelKeys 生效")
            }
            VersionChange::Gates => translate!(
                self,
                "schedulingGates hold a pod back; before, it was scheduled right away",
                "schedulingGates 阻止 Pod 被调度；此前 Pod 会立即被调度"
            ),
            VersionChange::OncePod => translate!(
                self,
                "a ReadWriteOncePod volume that another pod uses rejects every node, and preemption can free it",
                "另一个 Pod 正在使用的 ReadWriteOncePod 卷会使所有节点被拒绝，抢占可以释放它"
            ),
            VersionChange::Sidecars => translate!(
                self,
                "requests of init containers with restartPolicy: Always are added to those of the regular containers",
                "restartPolicy: Always 的 Init 容器与普通容器一起计算请求"
            ),
            VersionChange::AffinityLabelKeys => translate!(
                self,
                "matchLabelKeys and mismatchLabelKeys of pod affinity take effect",
                "Pod 亲和性的 matchLabelKeys 和 mismatchLabelKeys 生效"
            ),
            VersionChange::QueueHints => translate!(
                self,
                "a pod that didn’t fit is retried only after events that its plugins consider helpful",
                "放不下的 Pod 只在其插件认为有帮助的事件之后重试"
            ),
            VersionChange::AsyncPreemption => translate!(
                self,
                "victims are deleted while the next pods are already being scheduled",
                "终止牺牲者的同时，已在调度后面的 Pod"
            ),
            VersionChange::PopsBackoff => translate!(
                self,
                "when activeQ is empty, a pod that is still backing off is tried early",
                "activeQ 中没有 Pod 时，提前尝试仍在退避的 Pod"
            ),
            VersionChange::Resize => translate!(
                self,
                "requests of running pods can be resized in place, and count as the kubelet has allocated them",
                "运行中 Pod 的请求可以就地调整，并按 kubelet 分配的数量计算"
            ),
            VersionChange::PodLevel => {
                translate!(
                    self,
                    "pod-level requests (spec.resources) take effect",
                    "Pod 级别的请求（spec.resources）生效"
                )
            }
            VersionChange::Claims => {
                translate!(self, "resource claims (DRA) take effect by default", "资源申领（DRA）默认生效")
            }
            VersionChange::Ties => translate!(
                self,
                "ties are no longer broken uniformly: usually the first node wins",
                "在得分相同的节点中不再均匀随机选择：多半取第一个"
            ),
            VersionChange::TaintText => translate!(
                self,
                "messages count nodes with untolerated taints together and no longer name the taint (already in v1.34.2)",
                "消息把有不可容忍污点的节点合并计数，不再写出污点（v1.34.2 起已如此）"
            ),
            VersionChange::NodeFeatures => translate!(
                self,
                "nodes declare features of their kubelet, and pods that need one fit only there",
                "节点声明其 kubelet 的特性，需要某特性的 Pod 只能放到声明了它的节点"
            ),
            VersionChange::Balance => translate!(
                self,
                "NodeResourcesBalancedAllocation scores how much a pod improves the balance; before, how balanced the node is with it",
                "NodeResourcesBalancedAllocation 按 Pod 使均衡改善多少打分；此前按放置后节点的均衡程度打分"
            ),
        };
        translate!(self, format!("v1.{since}: {change_text}"), format!("v1.{since}：{change_text}"))
    }
}

impl<T: Speaker> MinorSentences for T {}
