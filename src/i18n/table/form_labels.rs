//! Words that tables of the builder hold by key: fields, what to write in them, what is wrong, templates, relations, themes.

use crate::{languages::Speaker, table::grammar::Grammar};

message_enum! {
    /// A word of a table.
    pub enum FormLabel {
        EmptyStage: "An empty cluster", "空的集群";
        EmptyStageHint:
            "Add a node, or drag a node or a pod from the list in Build onto the stage. A file with manifests can be dropped here, too.",
            "添加一个节点，或把“构建”列表中的节点或 Pod 拖到这里。也可以把清单文件拖放到这里。";
        PasteCluster: "Paste your cluster", "粘贴自己的集群";
        Cpu: "CPU", "CPU";
        Name: "Name", "名称";
        NameHint: "Lower case, digits and dashes", "小写字母、数字和连字符";
        Namespace: "Namespace", "名字空间";
        NamespaceHint: "Empty: default", "留空为 default";
        Labels: "Labels", "标签";
        LabelsExample: "Such as app=web, tier=front", "例如 app=web, tier=front";
        NodeCpuHint: "Cores, such as 4 or 500m", "核数，例如 4 或 500m";
        Memory: "Memory", "内存";
        NodeMemoryExample: "Such as 16Gi", "例如 16Gi";
        MaxPods: "Maximum pods", "最多 Pod 数";
        MaxPodsHint: "Usually 110", "通常为 110";
        Taints: "Taints", "污点";
        TaintsHint:
            "key=value:NoSchedule, also PreferNoSchedule, NoExecute",
            "key=value:NoSchedule，或 PreferNoSchedule、NoExecute";
        Cordoned: "Cordoned", "已标记为不可调度";
        CordonedHint: "No new pods are scheduled here", "不会调度新的 Pod";
        Replicas: "Replicas", "副本数";
        ReplicasHint: "How many pods", "Pod 数量";
        Parallelism: "Parallelism", "并行数";
        ParallelismHint: "Pods that run at once", "同时运行的 Pod 数";
        Completions: "Completions", "完成数";
        CompletionsHint: "Pods that have to succeed", "需成功的 Pod 数";
        PodLabels: "Pod labels", "Pod 标签";
        PodLabelsHint: "The selector must match them", "须与选择算符匹配";
        CpuRequest: "CPU request", "CPU 请求";
        CpuRequestExample: "Such as 500m or 2", "例如 500m 或 2";
        MemoryRequest: "Memory request", "内存请求";
        MemoryRequestExample: "Such as 512Mi", "例如 512Mi";
        PriorityClass: "Priority class", "优先级类";
        PriorityClassHint: "Higher classes are scheduled first and may preempt lower ones", "决定谁先调度、谁可抢占";
        Preemption: "Preemption", "抢占";
        PreemptionPolicyHint: "Never: waits instead of preempting", "Never：等待而不抢占";
        NodeName: "Node name", "节点名称";
        NodeNameHint: "If set, the pod skips the scheduler", "设置后 Pod 不经过调度器";
        NodeSelector: "Node selector", "节点选择算符";
        NodeSelectorHint: "Only nodes with these labels", "仅限带这些标签的节点";
        Tolerations: "Tolerations", "容忍度";
        TolerationsHint:
            "key=value:NoSchedule, key alone, or * for all",
            "key=value:NoSchedule、仅 key，或 * 表示全部";
        PodAffinity: "Pod affinity", "Pod 亲和性";
        PodAffinityHint: "To pods with the same labels", "针对标签相同的 Pod";
        TopologySpread: "Topology spread", "拓扑分布";
        TopologySpreadHint: "Evenly, among pods with the same labels", "标签相同的 Pod 均匀分布";
        GracePeriod: "Grace period", "宽限期";
        GracePeriodHint: "Seconds to shut down, usually 30", "终止所需的秒数，通常为 30";
        SchedulingGates: "Scheduling gates", "调度门控";
        SchedulingGatesHint: "The pod waits until all are removed", "全部移除之前 Pod 等待";
        Priority: "Priority", "优先级数值";
        PriorityHint: "Usually set by the class", "通常由优先级类设置";
        Value: "Value", "数值";
        PriorityValueHint: "Higher goes first; at most 1000000000", "越大越先；至多 1000000000";
        GlobalDefault: "Global default", "全局默认";
        GlobalDefaultHint: "At most one class", "至多一个";
        ClassPreemptionPolicyHint: "Never: its pods wait instead of preempting", "Never：其 Pod 只等待";
        ProtectedPods: "Protected pods", "受保护的 Pod";
        SelectorExample: "Such as app=web", "例如 app=web";
        MinAvailable: "Min available", "最少可用";
        NumberOrPercentageHint: "A number or 50%", "数量或 50%";
        MaxUnavailable: "Max unavailable", "最多不可用";
        MaxUnavailableHint: "Instead of Min available", "与“最少可用”二选一";
        PodSelector: "Pod selector", "Pod 选择算符";
        When: "When", "时间";
        TimeExample: "Such as 10s or 1m30s", "例如 10s 或 1m30s";
        Node: "Node", "节点";
        CordonActionHint: "No new pods are scheduled there", "不会调度新的 Pod 到此节点";
        UncordonActionHint: "New pods can be scheduled there again", "恢复调度新的 Pod";
        DrainActionHint: "Its pods are evicted, as budgets allow", "在预算允许下驱逐其上的 Pod";
        NotReadyActionHint: "Its kubelet reports NotReady", "其 kubelet 报告 NotReady";
        UnreachableActionHint: "Its kubelet stops reporting", "其 kubelet 停止报告";
        ReadyActionHint: "It is ready again", "恢复就绪";
        TaintNodeHint: "The node that gets the taint", "添加污点的节点";
        Key: "Key", "键";
        TaintKeyExample: "Such as maintenance", "例如 maintenance";
        TaintValue: "Value", "值";
        TaintValueHint: "May be empty", "可为空";
        Effect: "Effect", "效果";
        TaintEffectHint: "NoExecute also evicts running pods", "NoExecute 还会驱逐运行中的 Pod";
        Kind: "Kind", "类型";
        KindExample: "Such as Pod", "例如 Pod";
        ObjectNameHint: "Which one", "哪一个";
        ScaledKindHint: "What is scaled", "扩缩的对象类型";
        ScaledReplicasHint: "How many pods from then on", "此后的 Pod 数量";
        RequiredNodeAntiAffinity: "never on the same node", "绝不在同一节点";
        PreferredNodeAntiAffinity: "preferably not on the same node", "尽量不在同一节点";
        SameNodeAffinity: "on the same node", "同一节点";
        SameZoneAffinity: "in the same zone", "同一可用区";
        HardNodeSpread: "over nodes, strictly", "严格分散到节点";
        HardZoneSpread: "over zones, strictly", "严格分散到可用区";
        SoftNodeSpread: "over nodes, if possible", "尽量分散到节点";
        SoftZoneSpread: "over zones, if possible", "尽量分散到可用区";
        NameRequired: "An object needs a name", "对象必须有名称";
        TimeRequired: "Enter a time", "请填写时间";
        InvalidName: "Use lower-case letters, digits, - and .", "请使用小写字母、数字、- 和 .";
        InvalidTime: "Enter a time such as 10s, 1m30s or 500ms", "请填写时间，例如 10s、1m30s 或 500ms";
        InvalidAmount: "Enter an amount such as 500m, 2 or 4Gi", "请填写数量，例如 500m、2 或 4Gi";
        WriteAWholeNumber: "Enter a whole number", "请填写整数";
        InvalidNumberOrPercentage: "Enter a number or a percentage", "请填写数量或百分比";
        InvalidLabels: "Enter key=value, separated by commas", "请写 key=value，以逗号分隔";
        InvalidTaints:
            "Enter key=value:NoSchedule, PreferNoSchedule or NoExecute",
            "请写 key=value:NoSchedule、PreferNoSchedule 或 NoExecute";
        InvalidTolerations: "Enter key=value:NoSchedule, key, or *", "请写 key=value:NoSchedule、key 或 *";
        PodLabelRequired: "Give the pod a label first", "请先为 Pod 添加标签";
        InvalidChoice: "Choose one from the list", "请从列表中选择";
        PriorityTooHigh:
            "At most 1000000000: higher values are reserved for system classes",
            "至多 1000000000，更大的值留给系统优先级类";
        NumberTooLarge: "This number is too large", "数值超出范围";
        MaxUnavailableIsSet: "Only one of the two. Clear Max unavailable first.", "两项只能填一项：请先清空“最多不可用”";
        MinAvailableIsSet: "Only one of the two. Clear Min available first.", "两项只能填一项：请先清空“最少可用”";
        SelectorMismatch: "Its selector needs other labels: see YAML", "与其选择算符不符：见 YAML";
        Protects: "Protects", "保护";
        Selects: "Selects", "选中";
        UsedBy: "Used by", "使用者";
        InitialPods: "Pods from the start", "一开始就在此的 Pod";
        ContainedObjects: "Objects in it", "其中的对象";
        AlsoMatched: "Its selector also matches", "选择算符还匹配";
        NodesWithTheseLabels: "Nodes with these labels", "带这些标签的节点";
        ProtectedBy: "Protected by", "受其保护";
        RequiredAffinityTo: "Required affinity to", "必须靠近";
        PreferredAffinityTo: "Preferred affinity to", "尽量靠近";
        RequiredAntiAffinityTo: "Required anti-affinity to", "必须远离";
        PreferredAntiAffinityTo: "Preferred anti-affinity to", "尽量远离";
        SpreadAmong: "Spread among", "与之均匀分布";
        SmallNode: "Small · 2 cpu, 4Gi", "小型 · 2 cpu，4Gi";
        StandardNode: "Standard · 4 cpu, 16Gi", "标准 · 4 cpu，16Gi";
        LargeNode: "Large · 16 cpu, 64Gi", "大型 · 16 cpu，64Gi";
        GpuNode: "GPU · 8 cpu, 64Gi, 2 GPUs", "GPU · 8 cpu，64Gi，2 块 GPU";
        ControlPlaneNode: "Control plane, tainted", "控制平面（带污点）";
        NodesInThreeZones: "Three nodes in three zones", "三个可用区各一个节点";
        SmallPod: "Small · 500m, 512Mi", "小型 · 500m，512Mi";
        BigPod: "Big · 2 cpu, 4Gi", "大型 · 2 cpu，4Gi";
        BestEffortPod: "Best effort, no requests", "BestEffort（没有请求）";
        HighPriorityPod: "High priority · 2 cpu", "高优先级 · 2 cpu";
        GpuPod: "GPU · 4 cpu, 1 GPU", "GPU · 4 cpu，1 块 GPU";
        ClusterCriticalPod: "Cluster-critical", "对集群关键";
        GatedPod: "With a scheduling gate", "带调度门控";
        SpreadPods: "Three, spread over nodes", "三个，分散到各节点";
        AntiAffinityPods: "Two with anti-affinity", "两个，互相排斥（反亲和性）";
        DeploymentX3: "Deployment ×3", "Deployment ×3";
        StatefulSetX3: "StatefulSet ×3", "StatefulSet ×3";
        ReplicaSetX2: "ReplicaSet ×2", "ReplicaSet ×2";
        DaemonSet: "DaemonSet", "DaemonSet";
        JobX2: "Job ×2", "Job ×2";
        High1000: "High · 1000", "高 · 1000";
        Low10: "Low · 10", "低 · 10";
        GlobalDefaultClass: "Global default · 100", "全局默认 · 100";
        HighNeverPreempts: "High, never preempts", "高，不抢占";
        SystemClasses: "The two system classes", "两个系统优先级类";
        BudgetForAppWeb: "Keep 2 of app=web", "保留 app=web 中的 2 个";
        ServiceForAppWeb: "Service for app=web", "app=web 的 Service";
        LaterUrgentPod: "Later: create an urgent pod", "稍后：创建紧急 Pod";
        LaterCordon: "Later: a node is cordoned", "稍后：将一个节点标记为不可调度";
        LaterDrain: "Later: a node is drained", "稍后：腾空一个节点";
        LaterNodeFailure: "Later: a node fails", "稍后：一个节点失联";
        LaterTaint: "Later: a node is tainted", "稍后：给节点加污点";
        LaterPodDeletion: "Later: a pod is deleted", "稍后：删除一个 Pod";
        LaterScale: "Later: a Deployment is scaled", "稍后：扩缩 Deployment";
        LaterNode: "Later: a node joins", "稍后：加入一个节点";
        PriorityClassOfAll: "Priority class of all", "全部的优先级类";
        NamespaceOfAll: "Namespace of all", "全部的名字空间";
        CpuRequestOfAll: "CPU request of all", "全部的 CPU 请求";
        MemoryRequestOfAll: "Memory request of all", "全部的内存请求";
        NodeWithTwoGpus: "Node with 2 GPUs (DRA)", "带 2 个 GPU 的节点（DRA）";
        NodeWithMigParts: "Node with a GPU in MIG parts", "GPU 分为 MIG 分区的节点";
        PodWithAClaim: "Pod with a claim for a GPU", "带 GPU 申领的 Pod";
        SharedGpuClaim: "Claim that pods can share", "可由多个 Pod 共享的申领";
        ClassOfGpus: "Class of GPUs", "GPU 设备类";
        DeviceNodeHint: "The node that has the devices", "拥有这些设备的节点";
        Driver: "Driver", "驱动";
        DriverExample: "Such as gpu.example.com", "例如 gpu.example.com";
        Pool: "Pool", "资源池";
        PoolHint: "Usually the name of the node", "通常为节点名称";
        Expression: "CEL expression", "CEL 表达式";
        ExpressionHint: "Must be true of a device", "对设备必须为真";
        ExtendedResource: "Extended resource", "扩展资源";
        ExtendedResourceHint: "v1.36: pods that request this resource get a device", "v1.36：请求此资源的 Pod 会得到设备";
        DeviceClass: "Device class", "设备类";
        DeviceClassHint: "What kind of device", "哪一类设备";
        Count: "Count", "数量";
        DeviceCountHint: "How many devices; empty: 1", "多少个设备，留空为 1";
        DeviceCount: "Devices", "设备数";
        DevicesHint: "How many; new ones are copies of the last", "数量；新增的与最后一个相同";
        AttributesOfAll: "Attributes of all", "全部设备的属性";
        CapacityOfAll: "Capacity of all", "全部设备的容量";
        Attributes: "Attributes", "属性";
        AttributesExample:
            "Such as model=l4, cores=16, ecc=true, driver=1.2.3; text in quotes",
            "例如 model=l4, cores=16, ecc=true, driver=1.2.3；引号内为字符串";
        Capacity: "Capacity", "容量";
        CapacityExample: "Such as memory=24Gi", "例如 memory=24Gi";
        DeviceTaintsHint: "key=value:NoSchedule, also NoExecute", "key=value:NoSchedule，或 NoExecute";
        CounterSet: "Counter set", "计数器集";
        CounterSetHint: "The set whose counters it takes", "所消耗的计数器集";
        CounterConsumption: "Takes", "消耗";
        CounterConsumptionExample: "Such as memory=20Gi", "例如 memory=20Gi";
        Counters: "Counters", "计数器";
        CountersHint: "Parts of the pool share them, such as memory=40Gi", "资源池中的分区共享，例如 memory=40Gi";
        Requests: "Requests", "请求数";
        RequestsHint: "How many; each requests devices of one class", "数量；每个请求针对一类设备";
        Request: "Request", "请求";
        SameAttribute: "Same attribute", "相同的属性";
        SameAttributeHint:
            "All devices have the same value, such as gpu.example.com/model",
            "所有设备取值相同，例如 gpu.example.com/model";
        AllocationMode: "Allocation mode", "分配模式";
        AllocationModeHint: "All: every device that fits", "All：所有符合条件的设备";
        DeviceClaims: "Claim a device", "申领设备";
        DeviceClaimsHint: "Click to claim it; click again to release it", "点击即申领，再次点击则取消";
        SharedClaim: "shared", "共享";
        ClaimPerPod: "one for each pod", "每个 Pod 各一个";
        NewClaimTemplate: "new template", "新建模板";
        CompleteGpuSetup: "A GPU: class, devices and template", "一个 GPU：设备类、设备和模板";
        NotInThisText: "not in the manifest", "不在此文本中";
        ItsDevices: "Its devices", "其设备";
        AboveApiServerLimit: "The API server doesn’t allow more than that", "超出 API 服务器允许的数量";
        InvalidAttributes:
            "Enter name=value separated by commas; names of letters, digits and _",
            "请写 name=value，以逗号分隔；名称由字母、数字和 _ 组成";
        InvalidCapacity: "Enter name=amount, such as memory=24Gi", "请写 name=数量，例如 memory=24Gi";
        AllExcludesCount: "All and a count are mutually exclusive. Clear one first.", "All 与数量只能填一项：请先清空其一";
        InvalidDeviceTaintEffect: "Devices support only NoSchedule and NoExecute", "设备只有 NoSchedule 和 NoExecute";
        PodGroup: "Pod group", "Pod 组";
        PodGroupHint: "Scheduled together with the pods of this group", "与该组的 Pod 一起调度";
        GroupPolicy: "Policy", "策略";
        GroupPolicyHint:
            "gang: the minimum starts together, or nobody; basic: one cycle, and each that fits starts",
            "gang：达到最小数量才一起启动，否则都不启动；basic：同一周期，放得下的就启动";
        MinCount: "Minimum (minCount)", "最小数量（minCount）";
        MinCountHint: "So many pods start together, or none", "这么多 Pod 一起启动，否则都不启动";
        DisruptionMode: "Disruption mode", "干扰模式";
        DisruptionModeHint:
            "PodGroup: preemption for a group takes all its pods or none; Pod: one by one",
            "PodGroup：为其他组抢占时，要么驱逐全部 Pod，要么一个也不驱逐；Pod：逐个驱逐";
        GroupPriorityClassHint: "Of the group; its pods have priorities of their own", "组的优先级类；其 Pod 另有各自的优先级";
        GroupPriorityHint: "Usually set by the class; empty: 0", "通常由优先级类设置；留空为 0";
        GroupTopology: "Topology key", "拓扑键";
        GroupTopologyHint:
            "All pods go to nodes with the same value of this label, such as topology.kubernetes.io/zone",
            "所有 Pod 都在此标签取值相同的节点上，例如 topology.kubernetes.io/zone";
        GroupPriorityMismatch:
            "The priority must be that of the group’s priority class, or of the default class",
            "优先级必须等于该组优先级类（或默认优先级类）的数值";
        CompletionMode: "Completion mode", "完成模式";
        CompletionModeHint: "Indexed: each pod has a number", "Indexed：每个 Pod 有一个序号";
        GangOfThree: "Gang of 3 pods", "3 个 Pod 的 gang";
        IndexedJobGang: "Job as a gang · 3", "作为 gang 的 Job · 3";
        NameInUse: "This name is already in use", "该名称已被使用";
        ConfigurationV1_34: "Configuration · v1.34, v1.36", "配置 · v1.34、v1.36";
        ConfigurationV1_20: "Configuration · v1.20", "配置 · v1.20";
        PolicyV1_16: "Policy · v1.16", "Policy · v1.16";
        AnswersOfAnExtender: "Extender answers", "扩展程序的应答";
        CustomPlugin: "Custom plugin", "自定义插件";
    }
}

/// Words by key.
pub trait FormSentences: Grammar {
    fn form_label(&self, word: FormLabel) -> &'static str {
        word.text(self)
    }
}

impl<T: Speaker> FormSentences for T {}
