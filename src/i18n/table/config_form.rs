//! The forms of documents about the scheduler: what fields do, what to write, and what can be done. Fields themselves are called as in the document.

use crate::{languages::Speaker, table::grammar::Grammar};

message_enum! {
    /// A word of a table.
    pub enum ConfigFormLabel {
        SchedulerNameHint: "Pods choose the profile by spec.schedulerName", "Pod 通过 spec.schedulerName 选择该配置文件";
        PercentageOfNodesHint:
            "The search stops once this percentage of all nodes is feasible; 0: depends on the size of the cluster",
            "找到该比例的可行节点后停止查找；0 表示取决于集群规模";
        HardPodAffinityWeightHint:
            "0 to 100: weight of running pods’ required affinity to this pod",
            "0 到 100：已运行的 Pod 以必需亲和性要求此 Pod 时所计的权重";
        NoPreemption: "Pods never preempt", "不进行抢占";
        AlwaysCheckAllPredicatesHint: "Collects the reasons of all failing predicates, not just the first", "收集所有谓词的原因，而不是只取第一个";
        InitialBackoffHint: "Seconds that a pod waits after its first failed attempt", "Pod 首次调度失败后等待的秒数";
        MaxBackoffHint: "Maximum backoff in seconds", "最长等待的秒数";
        ScoringStrategyHint:
            "Prefers nodes with the most room (LeastAllocated) or the least room (MostAllocated), or scores by a curve",
            "偏好空闲最多（LeastAllocated）、空闲最少（MostAllocated）的节点，或按曲线打分";
        WeightedResourcesHint: "Such as cpu=2, memory=1: weights of 1 to 100", "例如 cpu=2, memory=1：权重为 1 到 100";
        ShapeHint:
            "Utilization (0 to 100) = score (0 to 10), such as 0=0, 100=10",
            "利用率（0 到 100）=分数（0 到 10），例如 0=0, 100=10";
        IgnoredResourcesHint:
            "Extended resources that the filter ignores, such as example.com/gpu",
            "过滤时忽略的扩展资源，例如 example.com/gpu";
        BalancedResourcesHint: "Resources to balance, such as cpu, memory", "请求比例应当均衡的资源，例如 cpu, memory";
        IgnorePreferredTermsHint:
            "Ignores the preferred affinity of running pods if the pod has none itself",
            "Pod 自身没有偏好亲和性时，不计已运行 Pod 的偏好亲和性";
        DefaultingTypeHint: "System: the built-in constraints. List: the constraints below", "System：版本自带的约束；List：下面的约束";
        DefaultConstraintsHint:
            "For pods without constraints, such as topology.kubernetes.io/zone=1:ScheduleAnyway",
            "用于没有约束的 Pod，例如 topology.kubernetes.io/zone=1:ScheduleAnyway";
        AddedAffinityHint: "Node affinity for all pods of the profile, as YAML", "该配置文件下所有 Pod 的节点亲和性，以 YAML 书写";
        UrlPrefixHint:
            "URL of the extender; a document of kind Extender answers for its host",
            "询问的地址；由该主机对应的 Extender 文档作答";
        FilterVerbHint: "URL path called with the nodes that pass the filters, such as filter", "询问通过过滤的节点，例如 filter";
        PrioritizeVerbHint: "URL path called for scores from 0 to 10, such as prioritize", "询问 0 到 10 的分数，例如 prioritize";
        ExtenderWeightHint: "Weight of its scores", "其分数所乘的权重";
        PreemptVerbHint: "URL path called with the preemption candidates, such as preempt", "询问抢占的候选节点，例如 preempt";
        BindVerbHint: "Binds the pod; only one extender may do so", "由它绑定 Pod；只能有一个扩展程序如此";
        HttpTimeoutHint: "HTTP timeout", "超过此时间的应答视为失败";
        ManagedResourcesHint: "Called only for pods that request these resources", "只就请求这些资源的 Pod 询问它";
        NodeCacheCapableHint: "Receives node names instead of whole nodes", "只向它发送节点名称，而不是整个节点";
        IgnorableHint: "If it fails, the scheduler continues without it", "它失败时，调度器照常继续";
        TextRequired: "Enter a value", "请填写";
        InvalidDuration: "Enter a duration such as 5s or 500ms", "请写时长，例如 5s 或 500ms";
        InvalidPercentage: "Enter a whole number from 0 to 100", "请写 0 到 100 的整数";
        InvalidNumber: "Enter a whole number from 1 to 1,000,000", "请写 1 到 1,000,000 的整数";
        InvalidNames: "Enter names separated by commas", "请写名称，以逗号分隔";
        InvalidWeights: "Enter name=weight separated by commas; weights from 1 to 100", "请写 名称=权重，以逗号分隔；权重为 1 到 100";
        InvalidShape:
            "Enter utilization=score separated by commas, such as 0=0, 100=10",
            "请写 利用率=分数，以逗号分隔，例如 0=0, 100=10";
        InvalidConstraints:
            "Enter topologyKey=maxSkew:DoNotSchedule or ScheduleAnyway",
            "请写 topologyKey=maxSkew:DoNotSchedule 或 ScheduleAnyway";
        InvalidYaml: "Enter a YAML mapping", "请以 YAML 写一个映射";
        Weight: "Weight", "权重";
        Default: "Default", "默认值";
        Up: "Move up", "上移";
        Down: "Move down", "下移";
        Disable: "Disable", "停用";
        Enable: "Enable", "启用";
        EnableAgain: "Enable again", "重新启用";
        AvailablePlugins: "Can be enabled", "可启用";
        Changed: "changed", "已更改";
        NoPlugins: "No plugins run at this extension point.", "此扩展点上没有插件运行。";
        UseDefaults: "Use the defaults", "恢复默认";
        OtherFieldsHint: "Fields not shown here stay unchanged in the manifest.", "此处没有的字段在文本中保持不变。";
        PluginsByPoint: "Plugins by extension point", "各扩展点的插件";
        Arguments: "Arguments of plugins", "插件参数";
        AddProfile: "Profile", "配置文件";
        RemoveProfile: "Remove this profile", "删除此配置文件";
        AddExtender: "Extender", "扩展程序";
        RemoveExtender: "Remove this extender", "删除此扩展程序";
        ExtenderDocumentHint:
            "Each extender needs a document of kind Extender in the manifest, which contains its answers. Without one, the scenario can’t run.",
            "每个扩展程序由文本中的一个 Extender 文档作答；没有它，文本无法运行。";
        HostHint:
            "The host in the urlPrefix of the extender that it answers for",
            "它为哪个扩展程序作答：其 urlPrefix 中的主机";
        OtherHostHint: "The host, if it differs from the name", "主机与名称不同时填写";
        DelayHint:
            "Response time in milliseconds; the scheduler handles no other pod meanwhile",
            "每次作答所需的毫秒数；其间调度器不处理其他 Pod";
        FailedNodesHint:
            "Rejected nodes, one per line, such as node-a: the disk is old",
            "被拒绝的节点，每行一个，例如 node-a: the disk is old";
        UnresolvableNodesHint: "The same, for nodes where preemption can’t help", "同上，但抢占也无济于事";
        DroppedNodesHint:
            "Nodes rejected without a message, such as node-a, node-b",
            "不附消息而被略去的节点，例如 node-a, node-b";
        UnknownNodesHint: "Names in the answer that weren’t in the request", "应答中未被询问的名称";
        FailureStatusHint:
            "The request fails with this HTTP status, 100 to 599, such as 500",
            "请求以此 HTTP 状态码失败，100 到 599，例如 500";
        FailureErrorHint: "The answer contains only this error", "应答只有这一条错误";
        FailurePodLabelsHint:
            "It fails only for pods with these labels, such as app=web",
            "仅对带有这些标签的 Pod 出错，例如 app=web";
        ExtenderScoresHint: "Scores from 0 to 10, such as node-a=10, node-b=0", "0 到 10 的分数，例如 node-a=10, node-b=0";
        PluginScoresHint:
            "Scores from 0 to 100, such as node-a=100, node-b=0; up to 1,000,000 if they are normalized",
            "0 到 100 的分数，例如 node-a=100, node-b=0；归一化时最高 1,000,000";
        NodeVictimsHint:
            "The victims of each node, as YAML: node-a: {victims: [default/pod-1]}",
            "每个节点的牺牲者，以 YAML 书写：node-a: {victims: [default/pod-1]}";
        PluginNameHint: "Profiles enable the plugin by this name: letters, digits and -", "配置文件以此名称启用它：字母、数字和 -";
        NormalizeHint:
            "No: they stay unchanged. HighestBest: the highest becomes 100. LowestBest: the lowest is best",
            "No：保持不变；HighestBest：最高者为 100；LowestBest：最低者最好";
        RulePodLabelsHint: "Pods with these labels, such as app=web; empty: all", "带有这些标签的 Pod，例如 app=web；留空表示全部";
        RuleNodesHint: "Nodes by name, such as node-a, node-b; empty: all", "按名称指定节点，例如 node-a, node-b；留空表示全部";
        NodesWithTheseLabels: "Nodes with these labels, such as disk=ssd; empty: all", "带有这些标签的节点，例如 disk=ssd；留空表示全部";
        FreeBelowHint:
            "Nodes with less than this free, such as cpu=500m, memory=1Gi",
            "空闲资源少于此值的节点，例如 cpu=500m, memory=1Gi";
        RejectionMessageHint: "Why the node is rejected", "节点被拒绝的原因";
        PreemptionCannotHelp: "Preemption can’t help", "抢占无济于事";
        KeepNodeHint: "The node passes, whatever later rules say", "无论后面的规则如何，节点均通过";
        ExtenderScoreHint: "The score, 0 to 10", "分数，0 到 10";
        PluginScoreHint: "The score, 0 to 100; up to 1,000,000 if scores are normalized", "分数，0 到 100；归一化时最高 1,000,000";
        DropCandidateHint: "The node is no longer a candidate", "该节点不再是候选";
        KeepVictimsHint: "Only this many victims, from the first on, have to be evicted", "只需驱逐前若干个牺牲者";
        WaitHint: "How many milliseconds the pod waits; empty: it is answered immediately", "Pod 等待的毫秒数；留空表示立即作答";
        TimeoutHint: "It is rejected after this many milliseconds without an answer", "超过此毫秒数仍无应答则被拒绝";
        RejectReasonHint: "Why the pod is rejected; empty: it is allowed", "Pod 被拒绝的原因；留空表示允许";
        TimesHint:
            "How many times per pod, which is allowed after that; empty: always",
            "对每个 Pod 生效的次数，之后即允许；留空表示始终";
        WriteAWholeNumber: "Enter a whole number in this range", "请写此范围内的整数";
        InvalidLabels: "Enter key=value separated by commas, each key once", "请写 键=值，以逗号分隔，每个键只写一次";
        InvalidAmounts:
            "Enter resource=amount separated by commas, such as cpu=500m, memory=1Gi",
            "请写 资源=数量，以逗号分隔，例如 cpu=500m, memory=1Gi";
        InvalidScores:
            "Enter node=score separated by commas; whole numbers in this range",
            "请写 节点=分数，以逗号分隔；分数为此范围内的整数";
        InvalidMessages: "Enter a line for each node: its name, a colon, the message", "请为每个节点写一行：名称、冒号、消息";
        PluginIntro:
            "A custom plugin. It runs where a profile enables it by name.",
            "自定义插件。配置文件以其名称启用之处，它便运行。";
        ExtenderIntro:
            "What an extender answers in this scenario. The scheduler configuration determines when it is called.",
            "扩展程序在此场景中的应答。何时询问它由调度器配置决定。";
        NothingSet: "not set", "未设置";
        Rules: "Rules", "规则";
        RulesHint:
            "Tables for single nodes come first, then the first rule that matches the pod and the node.",
            "先看各节点的列表，再取第一条适用于 Pod 和节点的规则。";
        AddRule: "Rule", "新规则";
        RemoveRule: "Remove this rule", "删除此规则";
        AddExtenderDocument: "Document with its answers", "作答的文档";
    }
}

/// Words of these forms.
pub trait ConfiguringSentences: Grammar {
    /// A word of a table.
    fn config_label(&self, word: ConfigFormLabel) -> &'static str {
        word.text(self)
    }

    /// The release that reads the document.
    fn read_by_release(&self, release: &str) -> String {
        translate!(self, format!("Defaults are those of {release}."), format!("默认值取自 {release}。"))
    }

    /// What counts where a field is empty.
    fn default_value(&self, value: &str) -> String {
        translate!(self, format!("Default: {value}"), format!("默认：{value}"))
    }

    /// How many plugins run.
    fn plugin_count(&self, count: usize) -> String {
        translate!(
            self,
            if count == 1 { "1 plugin".into() } else { format!("{count} plugins") },
            format!("{count} 个插件")
        )
    }

    /// A profile by its name.
    fn profile_title(&self, name: &str) -> String {
        translate!(self, format!("Profile {name}"), format!("配置文件 {name}"))
    }

    /// An extender by its address.
    fn extender_title(&self, name: &str) -> String {
        translate!(self, format!("Extender {name}"), format!("扩展程序 {name}"))
    }

    /// A rule by its number.
    fn rule_title(&self, number: usize) -> String {
        translate!(self, format!("Rule {number}"), format!("规则 {number}"))
    }
}

impl<T: Speaker> ConfiguringSentences for T {}
