//! Words that tables of the builder hold by key: fields, what to write in them, what is wrong, templates, relations, themes.

use crate::languages::Speaker;
use crate::table::grammar::Grammar;

keyed! {
    /// A word of a table.
    pub enum Form {
        Cpu: "CPU", "CPU";
        Name: "Name", "名称";
        LowerCaseDigitsAndDashes: "Lower case, digits and dashes", "小写字母、数字和连字符";
        Namespace: "Namespace", "名字空间";
        EmptyMeansDefault: "Empty: default", "留空为 default";
        Labels: "Labels", "标签";
        SuchAsAppWebTier: "Such as app=web, tier=front", "例如 app=web, tier=front";
        CoresSuchAs4Or: "Cores, such as 4 or 500m", "核数，例如 4 或 500m";
        Memory: "Memory", "内存";
        SuchAs16Gi: "Such as 16Gi", "例如 16Gi";
        MostPods: "Maximum pods", "最多 Pod 数";
        Usually110: "Usually 110", "通常为 110";
        Taints: "Taints", "污点";
        KeyValueNoScheduleAlsoPreferNoSchedule:
            "key=value:NoSchedule, also PreferNoSchedule, NoExecute",
            "key=value:NoSchedule，或 PreferNoSchedule、NoExecute";
        Cordoned: "Cordoned", "已标记为不可调度";
        NewPodsStayAway: "No new pods are scheduled here", "不会调度新的 Pod";
        Replicas: "Replicas", "副本数";
        HowManyPods: "How many pods", "Pod 数量";
        AtOnce: "Parallelism", "并行数";
        PodsThatRunAtOnce: "Pods that run at once", "同时运行的 Pod 数";
        InAll: "Completions", "完成数";
        PodsThatHaveToSucceed: "Pods that have to succeed", "需成功的 Pod 数";
        LabelsOfItsPods: "Pod labels", "Pod 标签";
        ItsSelectorMustMatchThem: "The selector must match them", "须与选择算符匹配";
        CpuRequested: "CPU request", "CPU 请求";
        SuchAs500mOr2: "Such as 500m or 2", "例如 500m 或 2";
        MemoryRequested: "Memory request", "内存请求";
        SuchAs512Mi: "Such as 512Mi", "例如 512Mi";
        PriorityClass: "Priority class", "优先级类";
        WhoGoesFirstAndWho: "Higher classes are scheduled first and may preempt lower ones", "决定谁先调度、谁可抢占";
        Preemption: "Preemption", "抢占";
        NeverWaitsInsteadOfPushing: "Never: waits instead of preempting", "Never：等待而不抢占";
        RunsOn: "Node name", "节点名称";
        SetItIsOnThat: "If set, the pod skips the scheduler", "设置后 Pod 不经过调度器";
        NodeLabelsWanted: "Node selector", "节点选择算符";
        OnlyNodesWithTheseLabels: "Only nodes with these labels", "仅限带这些标签的节点";
        Tolerations: "Tolerations", "容忍度";
        KeyValueNoScheduleKeyAlone:
            "key=value:NoSchedule, key alone, or * for all",
            "key=value:NoSchedule、仅 key，或 * 表示全部";
        Company: "Pod affinity", "Pod 亲和性";
        RelativeToPodsWithThe: "To pods with the same labels", "针对标签相同的 Pod";
        Spread: "Topology spread", "拓扑分布";
        EvenlyAmongPodsWithThe: "Evenly, among pods with the same labels", "标签相同的 Pod 均匀分布";
        GracePeriod: "Grace period", "宽限期";
        SecondsToEndUsually30: "Seconds to shut down, usually 30", "终止所需的秒数，通常为 30";
        Gates: "Scheduling gates", "调度门控";
        HeldBackWhileThereAre: "The pod waits until all are removed", "全部移除之前 Pod 等待";
        Priority: "Priority", "优先级数值";
        UsuallyLeftToTheClass: "Usually set by the class", "通常由优先级类设置";
        Value: "Value", "数值";
        HigherGoesFirstAtMost: "Higher goes first; at most 1000000000", "越大越先；至多 1000000000";
        ForPodsWithoutAClass: "Global default", "全局默认";
        AtMostOneClass: "At most one class", "至多一个";
        NeverItsPodsWait: "Never: its pods wait instead of preempting", "Never：其 Pod 只等待";
        ProtectsPodsWith: "Protected pods", "受保护的 Pod";
        SuchAsAppWeb: "Such as app=web", "例如 app=web";
        MustStay: "Min available", "最少可用";
        ANumberOr50: "A number or 50%", "数量或 50%";
        MayBeAway: "Max unavailable", "最多不可用";
        InsteadOfMustStay: "Instead of Min available", "与“最少可用”二选一";
        PodsWith: "Pod selector", "Pod 选择算符";
        When: "When", "时间";
        SuchAs10sOr1m30s: "Such as 10s or 1m30s", "例如 10s 或 1m30s";
        Node: "Node", "节点";
        NewPodsStayAwayFrom: "No new pods are scheduled there", "不会调度新的 Pod 到此节点";
        NewPodsMayComeAgain: "New pods can be scheduled there again", "恢复调度新的 Pod";
        ItsPodsAreEvictedAs: "Its pods are evicted, as budgets allow", "在预算允许下驱逐其上的 Pod";
        ItsKubeletSaysThatIt: "Its kubelet reports NotReady", "其 kubelet 报告 NotReady";
        ItsKubeletSaysNothingAny: "Its kubelet stops reporting", "其 kubelet 停止报告";
        ItIsWellAgain: "It is ready again", "恢复就绪";
        ItGetsTheTaint: "The node that gets the taint", "添加污点的节点";
        Key: "Key", "键";
        SuchAsMaintenance: "Such as maintenance", "例如 maintenance";
        Value2: "Value", "值";
        MayBeEmpty: "May be empty", "可为空";
        Effect: "Effect", "效果";
        NoExecuteEndsPodsThatRun: "NoExecute also evicts running pods", "NoExecute 还会驱逐运行中的 Pod";
        Kind: "Kind", "类型";
        SuchAsPod: "Such as Pod", "例如 Pod";
        WhichOne: "Which one", "哪一个";
        WhatIsScaled: "What is scaled", "扩缩的对象类型";
        HowManyPodsFromThen: "How many pods from then on", "此后的 Pod 数量";
        NeverOnTheSameNode: "never on the same node", "绝不在同一节点";
        RatherNotOnTheSame: "preferably not on the same node", "尽量不在同一节点";
        OnTheSameNode: "on the same node", "同一节点";
        InTheSameZone: "in the same zone", "同一可用区";
        OverNodesStrictly: "over nodes, strictly", "严格分散到节点";
        OverZonesStrictly: "over zones, strictly", "严格分散到可用区";
        OverNodesIfPossible: "over nodes, if possible", "尽量分散到节点";
        OverZonesIfPossible: "over zones, if possible", "尽量分散到可用区";
        AnObjectNeedsAName: "An object needs a name", "对象必须有名称";
        SayWhen: "Enter a time", "请填写时间";
        UseLowerCaseLettersDigits: "Use lower-case letters, digits, - and .", "请使用小写字母、数字、- 和 .";
        WriteATimeSuchAs: "Enter a time such as 10s, 1m30s or 500ms", "请填写时间，例如 10s、1m30s 或 500ms";
        WriteAnAmountSuchAs: "Enter an amount such as 500m, 2 or 4Gi", "请填写数量，例如 500m、2 或 4Gi";
        WriteAWholeNumber: "Enter a whole number", "请填写整数";
        WriteANumberOrA: "Enter a number or a percentage", "请填写数量或百分比";
        WriteKeyValueWithCommas: "Enter key=value, separated by commas", "请写 key=value，以逗号分隔";
        WriteKeyValueNoSchedulePreferNoSchedule:
            "Enter key=value:NoSchedule, PreferNoSchedule or NoExecute",
            "请写 key=value:NoSchedule、PreferNoSchedule 或 NoExecute";
        WriteKeyValueNoScheduleKey: "Enter key=value:NoSchedule, key, or *", "请写 key=value:NoSchedule、key 或 *";
        GiveThePodALabel: "Give the pod a label first", "请先为 Pod 添加标签";
        ChooseOneOfTheList: "Choose one from the list", "请从列表中选择";
        AtMost1000000000MoreIs:
            "At most 1000000000: higher values are reserved for system classes",
            "至多 1000000000，更大的值留给系统优先级类";
        ThisIsTooLargeA: "This number is too large", "数值超出范围";
        OnlyOneOfTheTwo: "Only one of the two. Clear Max unavailable first.", "两项只能填一项：请先清空“最多不可用”";
        OnlyOneOfTheTwo2: "Only one of the two. Clear Min available first.", "两项只能填一项：请先清空“最少可用”";
        ItsSelectorWantsOtherLabels: "Its selector needs other labels: see YAML", "与其选择算符不符：见 YAML";
        Protects: "Protects", "保护";
        Selects: "Selects", "选中";
        UsedBy: "Used by", "使用者";
        RunsFromTheStart: "Pods from the start", "一开始就在此的 Pod";
        Holds: "Objects in it", "其中的对象";
        ItsSelectorTakesTheseToo: "Its selector also matches", "选择算符还匹配";
        NodesWithTheseLabels: "Nodes with these labels", "带这些标签的节点";
        ProtectedBy: "Protected by", "受其保护";
        MustBeWith: "Required affinity to", "必须靠近";
        RatherWith: "Preferred affinity to", "尽量靠近";
        NeverWith: "Required anti-affinity to", "必须远离";
        RatherNotWith: "Preferred anti-affinity to", "尽量远离";
        SpreadsAmong: "Spread among", "与之均匀分布";
        Small2Cpu4Gi: "Small · 2 cpu, 4Gi", "小型 · 2 cpu，4Gi";
        Standard4Cpu16Gi: "Standard · 4 cpu, 16Gi", "标准 · 4 cpu，16Gi";
        Large16Cpu64Gi: "Large · 16 cpu, 64Gi", "大型 · 16 cpu，64Gi";
        GPU8Cpu64Gi2: "GPU · 8 cpu, 64Gi, 2 GPUs", "GPU · 8 cpu，64Gi，2 块 GPU";
        ControlPlaneTainted: "Control plane, tainted", "控制平面（带污点）";
        ThreeNodesInThreeZones: "Three nodes in three zones", "三个可用区各一个节点";
        Small500m512Mi: "Small · 500m, 512Mi", "小型 · 500m，512Mi";
        Big2Cpu4Gi: "Big · 2 cpu, 4Gi", "大型 · 2 cpu，4Gi";
        BestEffortNoRequests: "Best effort, no requests", "BestEffort（没有请求）";
        HighPriority2Cpu: "High priority · 2 cpu", "高优先级 · 2 cpu";
        GPU4Cpu1GPU: "GPU · 4 cpu, 1 GPU", "GPU · 4 cpu，1 块 GPU";
        CriticalForTheCluster: "Cluster-critical", "对集群关键";
        HeldByASchedulingGate: "With a scheduling gate", "带调度门控";
        ThreeSpreadOverNodes: "Three, spread over nodes", "三个，分散到各节点";
        TwoThatKeepApart: "Two with anti-affinity", "两个，互相排斥（反亲和性）";
        DeploymentX3: "Deployment ×3", "Deployment ×3";
        StatefulSetX3: "StatefulSet ×3", "StatefulSet ×3";
        ReplicaSetX2: "ReplicaSet ×2", "ReplicaSet ×2";
        DaemonSet: "DaemonSet", "DaemonSet";
        JobX2: "Job ×2", "Job ×2";
        High1000: "High · 1000", "高 · 1000";
        Low10: "Low · 10", "低 · 10";
        DefaultForAll100: "Global default · 100", "全局默认 · 100";
        HighNeverPreempts: "High, never preempts", "高，不抢占";
        TheTwoOfTheSystem: "The two system classes", "两个系统优先级类";
        Keep2OfAppWeb: "Keep 2 of app=web", "保留 app=web 中的 2 个";
        ServiceForAppWeb: "Service for app=web", "app=web 的 Service";
        LaterAnUrgentPodComes: "Later: create an urgent pod", "稍后：创建紧急 Pod";
        LaterANodeIsCordoned: "Later: a node is cordoned", "稍后：将一个节点标记为不可调度";
        LaterANodeIsDrained: "Later: a node is drained", "稍后：腾空一个节点";
        LaterANodeFails: "Later: a node fails", "稍后：一个节点失联";
        LaterANodeIsTainted: "Later: a node is tainted", "稍后：给节点加污点";
        LaterAPodIsDeleted: "Later: a pod is deleted", "稍后：删除一个 Pod";
        LaterADeploymentIsScaled: "Later: a Deployment is scaled", "稍后：扩缩 Deployment";
        LaterANodeJoins: "Later: a node joins", "稍后：加入一个节点";
        PriorityClassOfAll: "Priority class of all", "全部的优先级类";
        NamespaceOfAll: "Namespace of all", "全部的名字空间";
        CpuRequestedByAll: "CPU request of all", "全部的 CPU 请求";
        MemoryRequestedByAll: "Memory request of all", "全部的内存请求";
        NodeWithTwoGpus: "Node with 2 GPUs (DRA)", "带 2 个 GPU 的节点（DRA）";
        NodeWithAGpuInParts: "Node with a GPU in MIG parts", "GPU 分为 MIG 分区的节点";
        PodWithAClaim: "Pod with a claim for a GPU", "带 GPU 申领的 Pod";
        ClaimForAGpu: "Claim that pods can share", "可由多个 Pod 共享的申领";
        ClassOfGpus: "Class of GPUs", "GPU 设备类";
        ItsDevicesAreThere: "The node that has the devices", "拥有这些设备的节点";
        Driver: "Driver", "驱动";
        SuchAsGpuExampleCom: "Such as gpu.example.com", "例如 gpu.example.com";
        Pool: "Pool", "资源池";
        UsuallyTheNodesName: "Usually the name of the node", "通常为节点名称";
        Expression: "CEL expression", "CEL 表达式";
        MustBeTrueOfADevice: "Must be true of a device", "对设备必须为真";
        ExtendedResource: "Extended resource", "扩展资源";
        PodsMayRequestIt: "v1.36: pods that request this resource get a device", "v1.36：请求此资源的 Pod 会得到设备";
        DeviceClass: "Device class", "设备类";
        WhatKindOfDevice: "What kind of device", "哪一类设备";
        Count: "Count", "数量";
        HowManyDevices: "How many devices; empty: 1", "多少个设备，留空为 1";
        DeviceCount: "Devices", "设备数";
        MoreAreLikeTheLast: "How many; new ones are copies of the last", "数量；新增的与最后一个相同";
        AttributesOfAll: "Attributes of all", "全部设备的属性";
        CapacityOfAll: "Capacity of all", "全部设备的容量";
        Attributes: "Attributes", "属性";
        SuchAsModelL4:
            "Such as model=l4, cores=16, ecc=true, driver=1.2.3; text in quotes",
            "例如 model=l4, cores=16, ecc=true, driver=1.2.3；引号内为字符串";
        Capacity: "Capacity", "容量";
        SuchAsMemory24Gi: "Such as memory=24Gi", "例如 memory=24Gi";
        KeyValueNoScheduleOrNoExecute: "key=value:NoSchedule, also NoExecute", "key=value:NoSchedule，或 NoExecute";
        CounterSet: "Counter set", "计数器集";
        WhoseCountersItTakes: "The set whose counters it takes", "所消耗的计数器集";
        TakesOfIt: "Takes", "消耗";
        SuchAsMemory20Gi: "Such as memory=20Gi", "例如 memory=20Gi";
        Counters: "Counters", "计数器";
        PartsShareThem: "Parts of the pool share them, such as memory=40Gi", "资源池中的分区共享，例如 memory=40Gi";
        Requests: "Requests", "请求数";
        EachForDevices: "How many; each requests devices of one class", "数量；每个请求针对一类设备";
        Request: "Request", "请求";
        AlikeIn: "Same attribute", "相同的属性";
        AllHaveTheSameValue:
            "All devices have the same value, such as gpu.example.com/model",
            "所有设备取值相同，例如 gpu.example.com/model";
        Amount: "Allocation mode", "分配模式";
        AllIsEveryDevice: "All: every device that fits", "All：所有符合条件的设备";
        DeviceClaims: "Claim a device", "申领设备";
        EachClickClaimsOrNot: "Click to claim it; click again to release it", "点击即申领，再次点击则取消";
        SharedClaim: "shared", "共享";
        OwnClaim: "one for each pod", "每个 Pod 各一个";
        OwnClaimOfThisClass: "new template", "新建模板";
        AGpuWithAllItTakes: "A GPU: class, devices and template", "一个 GPU：设备类、设备和模板";
        NotInThisText: "not in the manifest", "不在此文本中";
        ItsDevices: "Its devices", "其设备";
        TheApiServerTakesNoMore: "The API server doesn’t allow more than that", "超出 API 服务器允许的数量";
        WriteNameValueWithCommas:
            "Enter name=value separated by commas; names of letters, digits and _",
            "请写 name=value，以逗号分隔；名称由字母、数字和 _ 组成";
        WriteNameAmountWithCommas: "Enter name=amount, such as memory=24Gi", "请写 name=数量，例如 memory=24Gi";
        AllHasNoCount: "All and a count are mutually exclusive. Clear one first.", "All 与数量只能填一项：请先清空其一";
        DevicesHaveNoPreferNoSchedule: "Devices support only NoSchedule and NoExecute", "设备只有 NoSchedule 和 NoExecute";
        ThisNameIsTaken: "This name is already in use", "该名称已被使用";
        ConfigurationOfLate: "Configuration · v1.34, v1.36", "配置 · v1.34、v1.36";
        ConfigurationOfV120: "Configuration · v1.20", "配置 · v1.20";
        PolicyOfV116: "Policy · v1.16", "Policy · v1.16";
        AnswersOfAnExtender: "Extender answers", "扩展程序的应答";
        PluginOfOnesOwn: "Custom plugin", "自定义插件";
    }
}

/// Words by key.
pub trait FormSentences: Grammar {
    fn form(&self, word: Form) -> &'static str {
        word.text(self)
    }
}

impl<T: Speaker> FormSentences for T {}
