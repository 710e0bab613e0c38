//! 各次要版本之间的变化。

use super::Zh;
use crate::catalogue::minors::Sentences;
use releases::minors::Fact;

impl Sentences for Zh {
    fn differs(&self, minor: u32, release: &str, count: usize) -> String {
        match count {
            0 => format!("v1.{minor} 与 {release} 之间没有已知的决策差异"),
            _ => format!("v1.{minor} 与 {release} 之间的差异：{count} 处"),
        }
    }

    fn fact(&self, since: u32, fact: Fact) -> String {
        let says = match fact {
            Fact::Scores => "插件按 0 到 100 打分；此前为 0 到 10，因此得分相同的节点更多",
            Fact::SpreadConstraints => "topologySpreadConstraints 生效；此前被忽略",
            Fact::Overhead => "RuntimeClass 的开销计入请求；此前不计",
            Fact::Profiles => "一个调度器可以有多个配置文件（profile），由 schedulerName 选择",
            Fact::NeverPreempts => "preemptionPolicy: Never 的 Pod 不驱逐任何 Pod；此前该字段被忽略",
            Fact::DefaultSpread => "Service 或工作负载的 Pod 按默认拓扑约束分布；此前由 SelectorSpread 处理",
            Fact::Candidates => "抢占从随机节点开始尝试十分之一的节点，至少 100 个；此前尝试所有节点",
            Fact::StorageCapacity => "为尚待制备的卷考虑 CSI 驱动公布的容量",
            Fact::NominatedFirst => "先尝试 Pod 的提名节点，放得下就选它",
            Fact::NamespaceSelector => "Pod 亲和性的 namespaceSelector 生效",
            Fact::Weights => {
                "默认权重（配置 v1beta3）：TaintToleration 为 3，NodeAffinity 为 2，InterPodAffinity 为 2；此前均为 1"
            }
            Fact::NoPolicy => "不再能用 Policy 文件配置调度器",
            Fact::MigratedDisks => "AWS、Azure 和 GCE 的树内磁盘按相应 CSI 驱动的卷计数",
            Fact::SpreadNodes => "nodeAffinityPolicy 和 nodeTaintsPolicy 决定分布约束统计哪些节点；此前这些字段被忽略",
            Fact::MinDomains => "分布约束的 minDomains 生效",
            Fact::SpreadLabelKeys => "分布约束的 matchLabelKeys 生效",
            Fact::Gates => "schedulingGates 阻止 Pod 被调度；此前 Pod 会立即被调度",
            Fact::OncePod => "另一个 Pod 正在使用的 ReadWriteOncePod 卷会使所有节点被拒绝，抢占可以释放它",
            Fact::Sidecars => "restartPolicy: Always 的 Init 容器与普通容器一起计算请求",
            Fact::AffinityLabelKeys => "Pod 亲和性的 matchLabelKeys 和 mismatchLabelKeys 生效",
            Fact::QueueHints => "放不下的 Pod 只在其插件认为有帮助的事件之后重试",
            Fact::AsyncPreemption => "终止牺牲者的同时，已在调度后面的 Pod",
            Fact::PopsBackoff => "activeQ 中没有 Pod 时，提前尝试仍在退避的 Pod",
            Fact::Resize => "运行中 Pod 的请求可以就地调整，并按 kubelet 分配的数量计算",
            Fact::PodLevel => "Pod 级别的请求（spec.resources）生效",
            Fact::Claims => "资源申领（DRA）默认生效",
            Fact::Ties => "在得分相同的节点中不再均匀随机选择：多半取第一个",
            Fact::TaintText => "消息把有不可容忍污点的节点合并计数，不再写出污点（v1.34.2 起已如此）",
            Fact::NodeFeatures => "节点声明其 kubelet 的特性，需要某特性的 Pod 只能放到声明了它的节点",
            Fact::Balance => {
                "NodeResourcesBalancedAllocation 按 Pod 使均衡改善多少打分；此前按放置后节点的均衡程度打分"
            }
        };
        format!("v1.{since}：{says}")
    }
}
