//! 中文的配置表单。

use super::Zh;
use crate::words::catalogue::configuring::{Sentences, Word};

impl Sentences for Zh {
    #[allow(clippy::too_many_lines)] // a table
    fn word(&self, word: Word) -> &'static str {
        match word {
            Word::Scheduler => "调度器",
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
}
