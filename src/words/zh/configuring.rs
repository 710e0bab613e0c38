//! 中文的配置表单。

use super::Zh;
use crate::catalogue::configuring::{Sentences, Word};

impl Sentences for Zh {
    #[allow(clippy::too_many_lines)] // a table
    fn word(&self, word: Word) -> &'static str {
        match word {
            Word::PodsChooseItByThisName => "Pod 通过 spec.schedulerName 选择该配置文件",
            Word::SearchStopsEarly => "找到该比例的可行节点后停止查找；0 表示取决于集群规模",
            Word::RequiredAffinityOfOthers => "0 到 100：已运行的 Pod 以必需亲和性要求此 Pod 时所计的权重",
            Word::NoPreemption => "不进行抢占",
            Word::AllPredicatesAreAsked => "收集所有谓词的原因，而不是只取第一个",
            Word::FirstBackoff => "Pod 首次调度失败后等待的秒数",
            Word::LongestBackoff => "最长等待的秒数",
            Word::HowRoomScores => "偏好空闲最多（LeastAllocated）、空闲最少（MostAllocated）的节点，或按曲线打分",
            Word::ResourcesWithWeights => "例如 cpu=2, memory=1：权重为 1 到 100",
            Word::ShapeOfTheRatio => "利用率（0 到 100）=分数（0 到 10），例如 0=0, 100=10",
            Word::ResourcesThatDoNotCount => "过滤时忽略的扩展资源，例如 example.com/gpu",
            Word::ResourcesToBalance => "请求比例应当均衡的资源，例如 cpu, memory",
            Word::PreferencesOfOthers => "Pod 自身没有偏好亲和性时，不计已运行 Pod 的偏好亲和性",
            Word::SystemOrList => "System：版本自带的约束；List：下面的约束",
            Word::ConstraintsOfPodsWithout => "用于没有约束的 Pod，例如 topology.kubernetes.io/zone=1:ScheduleAnyway",
            Word::AffinityForAllPods => "该配置文件下所有 Pod 的节点亲和性，以 YAML 书写",
            Word::AddressOfTheExtender => "询问的地址；由该主机对应的 Extender 文档作答",
            Word::AskedAfterTheFilters => "询问通过过滤的节点，例如 filter",
            Word::AskedForScores => "询问 0 到 10 的分数，例如 prioritize",
            Word::WhatItsScoresAreTimes => "其分数所乘的权重",
            Word::AskedAboutVictims => "询问抢占的候选节点，例如 preempt",
            Word::ItBindsThePod => "由它绑定 Pod；只能有一个扩展程序如此",
            Word::AnswersLaterThanThisFail => "超过此时间的应答视为失败",
            Word::OnlyPodsThatAskForThese => "只就请求这些资源的 Pod 询问它",
            Word::ItKnowsTheNodes => "只向它发送节点名称，而不是整个节点",
            Word::ItsErrorsDoNotCount => "它失败时，调度器照常继续",
            Word::WriteAText => "请填写",
            Word::WriteADuration => "请写时长，例如 5s 或 500ms",
            Word::WriteAPercentage => "请写 0 到 100 的整数",
            Word::WriteANumber => "请写 1 到 1,000,000 的整数",
            Word::WriteNames => "请写名称，以逗号分隔",
            Word::WriteWeights => "请写 名称=权重，以逗号分隔；权重为 1 到 100",
            Word::WriteAShape => "请写 利用率=分数，以逗号分隔，例如 0=0, 100=10",
            Word::WriteConstraints => "请写 topologyKey=maxSkew:DoNotSchedule 或 ScheduleAnyway",
            Word::WriteYaml => "请以 YAML 写一个映射",
            Word::Weight => "权重",
            Word::Default => "默认值",
            Word::Up => "上移",
            Word::Down => "下移",
            Word::Disable => "停用",
            Word::Enable => "启用",
            Word::EnableADefault => "重新启用",
            Word::CanBeEnabled => "可启用",
            Word::Changed => "已更改",
            Word::NothingRuns => "此扩展点上没有插件运行。",
            Word::AsByDefault => "恢复默认",
            Word::TheTextMaySayMore => "此处没有的字段在文本中保持不变。",
            Word::PluginsByPoint => "各扩展点的插件",
            Word::Arguments => "插件参数",
            Word::AddProfile => "配置文件",
            Word::RemoveProfile => "删除此配置文件",
            Word::AddExtender => "扩展程序",
            Word::RemoveExtender => "删除此扩展程序",
            Word::ADocumentAnswers => "每个扩展程序由文本中的一个 Extender 文档作答；没有它，文本无法运行。",
            Word::TheHostThatItAnswersFor => "它为哪个扩展程序作答：其 urlPrefix 中的主机",
            Word::AnotherHost => "主机与名称不同时填写",
            Word::HowLongAnAnswerTakes => "每次作答所需的毫秒数；其间调度器不处理其他 Pod",
            Word::NodesThatWillNotDo => "被拒绝的节点，每行一个，例如 node-a: the disk is old",
            Word::NodesWherePreemptionCannotHelp => "同上，但抢占也无济于事",
            Word::NodesLeftOut => "不附消息而被略去的节点，例如 node-a, node-b",
            Word::NamesThatWereNotAskedAbout => "应答中未被询问的名称",
            Word::TheRequestFailsWithThisStatus => "请求以此 HTTP 状态码失败，100 到 599，例如 500",
            Word::TheAnswerIsAnError => "应答只有这一条错误",
            Word::ItFailsOnlyForPodsWith => "仅对带有这些标签的 Pod 出错，例如 app=web",
            Word::ScoresUpTo10 => "0 到 10 的分数，例如 node-a=10, node-b=0",
            Word::ScoresUpTo100 => "0 到 100 的分数，例如 node-a=100, node-b=0；归一化时最高 1,000,000",
            Word::VictimsOfNodes => "每个节点的牺牲者，以 YAML 书写：node-a: {victims: [default/pod-1]}",
            Word::ProfilesEnableItByThisName => "配置文件以此名称启用它：字母、数字和 -",
            Word::WhatBecomesOfScores => "No：保持不变；HighestBest：最高者为 100；LowestBest：最低者最好",
            Word::PodsWithTheseLabels => "带有这些标签的 Pod，例如 app=web；留空表示全部",
            Word::TheseNodes => "按名称指定节点，例如 node-a, node-b；留空表示全部",
            Word::NodesWithTheseLabels => "带有这些标签的节点，例如 disk=ssd；留空表示全部",
            Word::NodesWithLessFree => "空闲资源少于此值的节点，例如 cpu=500m, memory=1Gi",
            Word::WhyTheNodeWillNotDo => "节点被拒绝的原因",
            Word::PreemptionCannotHelp => "抢占无济于事",
            Word::TheNodeWillDo => "无论后面的规则如何，节点均通过",
            Word::ScoreUpTo10 => "分数，0 到 10",
            Word::ScoreUpTo100 => "分数，0 到 100；归一化时最高 1,000,000",
            Word::NoCandidateAnyMore => "该节点不再是候选",
            Word::OnlySoManyVictims => "只需驱逐前若干个牺牲者",
            Word::HowLongThePodWaits => "Pod 等待的毫秒数；留空表示立即作答",
            Word::RejectedAfterThis => "超过此毫秒数仍无应答则被拒绝",
            Word::WhyThePodIsRejected => "Pod 被拒绝的原因；留空表示允许",
            Word::HowOftenForAPod => "对每个 Pod 生效的次数，之后即允许；留空表示始终",
            Word::WriteAWholeNumber => "请写此范围内的整数",
            Word::WriteLabels => "请写 键=值，以逗号分隔，每个键只写一次",
            Word::WriteAmounts => "请写 资源=数量，以逗号分隔，例如 cpu=500m, memory=1Gi",
            Word::WriteScores => "请写 节点=分数，以逗号分隔；分数为此范围内的整数",
            Word::WriteMessages => "请为每个节点写一行：名称、冒号、消息",
            Word::AProfileEnablesIt => "自定义插件。配置文件以其名称启用之处，它便运行。",
            Word::ItAnswersForItsHost => "扩展程序在此场景中的应答。何时询问它由调度器配置决定。",
            Word::SaysNothing => "未设置",
            Word::Rules => "规则",
            Word::TheFirstRuleCounts => "先看各节点的列表，再取第一条适用于 Pod 和节点的规则。",
            Word::AddRule => "新规则",
            Word::RemoveRule => "删除此规则",
            Word::AddItsAnswers => "作答的文档",
        }
    }

    fn read_by(&self, release: &str) -> String {
        format!("默认值取自 {release}。")
    }

    fn default_is(&self, value: &str) -> String {
        format!("默认：{value}")
    }

    fn plugins(&self, count: usize) -> String {
        format!("{count} 个插件")
    }

    fn profile(&self, name: &str) -> String {
        format!("配置文件 {name}")
    }

    fn extender(&self, name: &str) -> String {
        format!("扩展程序 {name}")
    }

    fn rule(&self, number: usize) -> String {
        format!("规则 {number}")
    }
}
