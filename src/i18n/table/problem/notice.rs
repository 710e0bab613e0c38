//! Notices: what was left out or assumed, which stops nothing; and what a limit range refuses.

use api::{Kind, LimitBound, LimitRangeViolation, Str, not_found_message};
use findings::{DropReason, DroppedField, GroupSystem, Leniency, MissingObject, Notice};

use super::{
    field_error::{field_remedy, tolerated_field_text},
    foreign_text::foreign_text,
};
use crate::table::grammar::Grammar;

pub(super) fn join_list(lang: &(impl Grammar + ?Sized), items: &[Str]) -> String {
    translate!(
        lang,
        items.iter().filter(|word| !word.is_empty()).map(Str::as_str).collect::<Vec<_>>().join(", "),
        items.iter().filter(|word| !word.is_empty()).map(Str::as_str).collect::<Vec<_>>().join("、")
    )
}

/// The name that was meant, or the names that there are.
pub(super) fn nearest_or_known(
    lang: &(impl Grammar + ?Sized),
    nearest_name: Option<&Str>,
    known_names: &[Str],
) -> String {
    translate!(
        lang,
        nearest_name.map_or_else(
            || format!("one of {}", join_list(lang, known_names)),
            |nearest_name| format!("did you mean {nearest_name}?")
        ),
        nearest_name.map_or_else(
            || format!("可用的有 {}", join_list(lang, known_names)),
            |nearest_name| format!("是否想写 {nearest_name}？")
        )
    )
}

/// The version that a kind had before its present one.
fn earlier_version(kind: &str) -> &'static str {
    Kind::from_name(kind).and_then(|kind| kind.info().introduced).map_or("", |(_, earlier)| earlier)
}

/// What an API server drops, and who has it.
fn dropped_field_text(lang: &(impl Grammar + ?Sized), field: &DroppedField) -> String {
    let DroppedField { kind, path, release, reason } = field;
    match reason {
        DropReason::OtherRelease { served_by } => translate!(
            lang,
            format!("the API server of {release} does not know {path} of a {kind} and drops it. {served_by} has it"),
            format!("{release} 的 API 服务器不认识 {kind} 的 {path}，会丢弃它。{served_by} 有")
        ),
        DropReason::GateOff { gate, is_settable: true, .. } => translate!(
            lang,
            format!(
                "the feature gate {gate} is off in {release}, so the API server drops {path} of a {kind}. Set `featureGates: {{{gate}: true}}` in a Scenario document to turn it on"
            ),
            format!(
                "{release} 中特性门控 {gate} 未打开，API 服务器会丢弃 {kind} 的 {path}。在 Scenario 文档中写 `featureGates: {{{gate}: true}}` 可打开"
            )
        ),
        DropReason::GateOff { gate, served_by: Some(served_by), .. } => translate!(
            lang,
            format!(
                "the feature gate {gate} is off in {release}, so the API server drops {path} of a {kind}. {served_by} has it by default"
            ),
            format!("{release} 中特性门控 {gate} 未打开，API 服务器会丢弃 {kind} 的 {path}。{served_by} 默认有")
        ),
        DropReason::GateOff { gate, served_by: None, .. } => translate!(
            lang,
            format!("the feature gate {gate} is off in {release}, so the API server drops {path} of a {kind}"),
            format!("{release} 中特性门控 {gate} 未打开，API 服务器会丢弃 {kind} 的 {path}")
        ),
    }
}

/// What a limit range says, and what would be right.
pub(super) fn breach_text(lang: &(impl Grammar + ?Sized), breach: &LimitRangeViolation) -> (String, String) {
    let LimitRangeViolation { resource, bound, given, wanted, .. } = breach;
    translate!(
        lang,
        {
            let given_text =
                |what: &str| given.as_ref().map_or(format!("no {what} set"), |given| format!("found {given}"));
            match bound {
                LimitBound::LeastRequest => (
                    format!("requires a {resource} request of at least {wanted}: {}", given_text("request")),
                    format!("request {wanted} or more"),
                ),
                LimitBound::LeastLimit => (
                    format!("requires a {resource} limit of at least {wanted}: {}", given_text("limit")),
                    format!("set a limit of {wanted} or more"),
                ),
                LimitBound::MostRequest => (
                    format!("allows a {resource} request of at most {wanted}: {}", given_text("request")),
                    format!("request {wanted} or less"),
                ),
                LimitBound::MostLimit => (
                    format!("allows a {resource} limit of at most {wanted}: {}", given_text("limit")),
                    format!("set a limit of {wanted} or less"),
                ),
                LimitBound::Ratio => (
                    format!("allows a {resource} limit of at most {wanted} times the request: {}", given_text("limit")),
                    match given {
                        Some(_) => "raise the request or lower the limit".into(),
                        None => "set a request and a limit".into(),
                    },
                ),
            }
        },
        {
            let given_text =
                |what: &str| given.as_ref().map_or(format!("此处没有{what}"), |given| format!("此处为 {given}"));
            match bound {
                LimitBound::LeastRequest => (
                    format!("要求 {resource} 请求至少为 {wanted}：{}", given_text("请求")),
                    format!("请将请求设为 {wanted} 或更多"),
                ),
                LimitBound::LeastLimit => (
                    format!("要求 {resource} 限制至少为 {wanted}：{}", given_text("限制")),
                    format!("请将限制设为 {wanted} 或更多"),
                ),
                LimitBound::MostRequest => (
                    format!("只允许 {resource} 请求最多为 {wanted}：{}", given_text("请求")),
                    format!("请将请求设为 {wanted} 或更少"),
                ),
                LimitBound::MostLimit => (
                    format!("只允许 {resource} 限制最多为 {wanted}：{}", given_text("限制")),
                    format!("请将限制设为 {wanted} 或更少"),
                ),
                LimitBound::Ratio => (
                    format!("只允许 {resource} 限制最多为请求的 {wanted} 倍：{}", given_text("限制")),
                    "请提高请求或降低限制".into(),
                ),
            }
        }
    )
}

/// The effect of another system's group in a cluster, and how to see the same here.
fn foreign_group_text(
    lang: &(impl Grammar + ?Sized),
    system: GroupSystem,
    source: &str,
    minimum: Option<u32>,
) -> String {
    let count = minimum.map(|minimum| minimum.to_string());
    let (min_en, min_zh) = match &count {
        Some(count) => (count.as_str(), format!("凑够 {count} 个")),
        None => ("enough", "数量足够".to_owned()),
    };
    let (there_en, there_zh) = match system {
        GroupSystem::Coscheduling => (
            format!(
                "with the coscheduling plugin its pods are scheduled one by one and wait in Permit, each holding its node, until {min_en} of them do"
            ),
            format!("在 coscheduling 插件中，它的 Pod 逐个调度，各自占着节点在 Permit 等待，直到{min_zh}"),
        ),
        GroupSystem::Volcano => (
            format!("Volcano’s own scheduler places its pods together and binds them once {min_en} have a place"),
            format!("Volcano 自己的调度器把它的 Pod 一起放置，有位置的{min_zh}才绑定"),
        ),
        GroupSystem::Kueue => (
            format!(
                "Kueue holds its pods back until the quota of its queue suffices for {}; then the scheduler takes them one by one",
                if count.is_some() { min_en } else { "all" }
            ),
            format!(
                "Kueue 把它的 Pod 挡在调度之外，直到队列的配额够{}用；之后调度器逐个调度",
                count.as_ref().map_or_else(|| "全部".to_owned(), |count| format!(" {count} 个"))
            ),
        ),
    };
    let example = count.as_deref().unwrap_or("N");
    translate!(
        lang,
        format!(
            "{source}: {there_en}. Nothing acts on it here. To see a gang with the built-in scheduler of v1.36 (alpha), set featureGates: {{GenericWorkload: true, GangScheduling: true}} in the Scenario, add a PodGroup of scheduling.k8s.io/v1alpha2 with schedulingPolicy: {{gang: {{minCount: {example}}}}}, and name it in schedulingGroup.podGroupName of the pods"
        ),
        format!(
            "{source}：{there_zh}。这里没有组件处理它。要用 v1.36 内置的调度器（Alpha）看 gang，请在 Scenario 中设置 featureGates: {{GenericWorkload: true, GangScheduling: true}}，添加 scheduling.k8s.io/v1alpha2 的 PodGroup（schedulingPolicy: {{gang: {{minCount: {example}}}}}），并在 Pod 的 schedulingGroup.podGroupName 中写上它的名字"
        )
    )
}

pub(super) fn notice_text(lang: &(impl Grammar + ?Sized), notice: &Notice) -> String {
    match notice {
        Notice::KindIgnored { kind } => {
            translate!(
                lang,
                format!("{kind} doesn’t affect scheduling and is ignored"),
                format!("{kind} 与调度无关，已忽略")
            )
        }
        Notice::NoVersion { kind, version } => translate!(
            lang,
            format!(
                "{kind} without apiVersion: kubectl would reject it (apiVersion not set); here it is treated as {version}"
            ),
            format!("{kind} 缺少 apiVersion：kubectl 会拒绝（apiVersion not set）；这里按 {version} 处理")
        ),
        Notice::KindImplied { kind } => translate!(
            lang,
            format!("an object without kind is read as a {kind}, which is what its fields or its folder say"),
            format!("有对象缺少 kind：按其字段或所在的文件夹读作 {kind}")
        ),
        Notice::RepeatedKey { key } => translate!(
            lang,
            format!("the key `{key}` appears a second time in its mapping: the last one counts, as in kubectl"),
            format!("键 `{key}` 在映射中重复：与 kubectl 一样，以最后一个为准")
        ),
        Notice::Foreign { text } => foreign_text(lang, *text).0,
        Notice::LogsSkipped { containers } => translate!(
            lang,
            format!("the logs of {containers} containers are left out"),
            format!("已略去 {containers} 个容器的日志")
        ),
        Notice::HelmReleaseTrimmed => translate!(
            lang,
            "this is what Helm prints of a release: its manifests are read, without hooks, values and notes".into(),
            "这是 Helm 对 release 的输出：只读取其中的清单，不含 hook、values 和 notes".into()
        ),
        Notice::CutOff { line } => translate!(
            lang,
            format!(
                "the list breaks off in line {line}, in the middle of an object: only the objects before it are here"
            ),
            format!("列表在第 {line} 行的对象中间中断：此处只有它之前的对象")
        ),
        Notice::NotSimulated { kind } => translate!(
            lang,
            format!("{kind} isn’t simulated: the run continues as if there were none"),
            format!("未实现 {kind}：按没有它运行")
        ),
        Notice::HelmHook { hook } => translate!(
            lang,
            format!(
                "a Helm hook ({hook}): Helm creates it when its hook comes; here it is there like the other objects"
            ),
            format!("Helm 钩子（{hook}）：Helm 在钩子触发时才创建它；此处它与其他对象一样从开始就存在")
        ),
        Notice::NamespaceNodeSelector { annotation } => translate!(
            lang,
            format!(
                "{annotation} has no effect here: only an admission plugin adds it to the pods, PodNodeSelector, which is off by default, or OpenShift’s"
            ),
            format!(
                "{annotation} 在此不起作用：只有准入插件才会将它加到 Pod 上，即默认关闭的 PodNodeSelector 或 OpenShift 的插件"
            )
        ),
        Notice::HeldByFinalizer { finalizer } => translate!(
            lang,
            format!(
                "the finalizer {finalizer} holds the object: nothing here removes it, so the object stays and is being deleted"
            ),
            format!("Finalizer {finalizer} 阻止删除：此处没有组件移除它，对象会一直处于删除状态")
        ),
        Notice::MissingNodes { kind } => translate!(
            lang,
            format!(
                "{kind} stands for nodes: no controller creates them here, so only the nodes in the manifest are there"
            ),
            format!("{kind} 代表节点：此处没有控制器创建它们，只有清单中的节点")
        ),
        Notice::CustomResource { kind, makes_pods: true } => translate!(
            lang,
            format!("{kind} is a custom resource: the pods that its operator would create are missing here"),
            format!("{kind} 是自定义资源：其 Operator 会创建的 Pod 在此缺失")
        ),
        Notice::CustomResource { kind, makes_pods: false } => translate!(
            lang,
            format!("{kind} is a custom resource: no controller acts on it here"),
            format!("{kind} 是自定义资源：此处没有组件处理它")
        ),
        Notice::ForeignGroup { system, source, minimum } => foreign_group_text(lang, *system, source, *minimum),
        Notice::NoDaemons { name } => translate!(
            lang,
            format!(
                "the DaemonSet {name} has no pods: no node matches its node selector, node affinity and tolerations"
            ),
            format!("DaemonSet {name} 没有 Pod：它的节点选择算符、节点亲和性或容忍度不适合任何节点")
        ),
        Notice::SameName { kind, is_first_kept: true } => translate!(
            lang,
            format!(
                "a second {kind} with the same name: the first one is kept because an existing one can’t be changed"
            ),
            format!("有同名的第二个 {kind}：以前者为准，因为已有的对象不能这样修改")
        ),
        Notice::SameName { kind, .. } => translate!(
            lang,
            format!("a second {kind} with the same name: it replaces the first"),
            format!("有同名的第二个 {kind}：以后者为准")
        ),
        Notice::NoNamespace { name } => translate!(
            lang,
            format!("kubectl would reject it: namespaces \"{name}\" not found. Here the namespace is there"),
            format!("kubectl 会拒绝它：namespaces \"{name}\" not found。这里视为该名字空间存在")
        ),
        Notice::NoSuchNode => translate!(
            lang,
            "a pod is bound to a node that isn’t in the manifest; its requests are ignored".into(),
            "有 Pod 绑定到文本中没有的节点：不占用任何节点的资源".into()
        ),
        Notice::OtherScheduler { name } => translate!(
            lang,
            format!("a pod waits for the scheduler {name}, which isn’t running here: it stays pending"),
            format!("有 Pod 等待调度器 {name}，而它不在此运行：该 Pod 保持 Pending")
        ),
        Notice::FieldIgnored { kind, path } => {
            translate!(lang, format!("{kind}: {path} has no effect here"), format!("{kind}：{path} 在此不起作用"))
        }
        Notice::FieldMisspelled { kind, path, .. } => {
            translate!(
                lang,
                format!("{kind} has no field {path}: strict decoding error: unknown field \"{path}\""),
                format!("{kind}：没有字段 {path}：strict decoding error: unknown field \"{path}\"")
            )
        }
        Notice::FieldMisplaced { kind, path, proper } => translate!(
            lang,
            format!(
                "{kind}: {path} is in the wrong place and has no effect: {proper} is meant. kubectl would reject it: strict decoding error: unknown field \"{path}\""
            ),
            format!(
                "{kind}：{path} 的位置不对，不起作用：应为 {proper}。kubectl 会拒绝它：strict decoding error: unknown field \"{path}\""
            )
        ),
        Notice::FieldUnknown { kind, path } => translate!(
            lang,
            format!(
                "{kind} has no field {path}. kubectl would reject it: strict decoding error: unknown field \"{path}\""
            ),
            format!("{kind}：没有字段 {path}。kubectl 会拒绝它：strict decoding error: unknown field \"{path}\"")
        ),
        Notice::FieldInvalid { kind, path, error, reason } => tolerated_field_text(lang, kind, path, error, *reason),
        Notice::VersionRemoved { kind, version, minor } => {
            let message = format!("no matches for kind {:?} in version {:?}", kind.as_str(), version.as_str());
            match minor {
                0 => translate!(
                    lang,
                    format!("kubectl would reject it: {message}: it was never served by default"),
                    format!("kubectl 会拒绝它：{message}：该版本从未默认启用")
                ),
                minor => translate!(
                    lang,
                    format!("kubectl would reject it: {message}: it was removed in v1.{minor}"),
                    format!("kubectl 会拒绝它：{message}：该版本已在 v1.{minor} 中移除")
                ),
            }
        }
        Notice::NearestRelease { version, release, .. } => translate!(
            lang,
            format!(
                "the nodes run {version}: the nearest release available here, {release}, is used; choose another one above the stage"
            ),
            format!("节点运行 {version}：此处最接近的版本是 {release}，由它做决策；可在集群图上方另选版本")
        ),
        Notice::OtherRelease { version, release, .. } => translate!(
            lang,
            format!("the nodes run {version}, but {release} is used, as selected"),
            format!("节点运行 {version}，但按所选由 {release} 做决策")
        ),
        Notice::Missing(missing) => match missing {
            MissingObject::PriorityClass { name, .. } => translate!(
                lang,
                format!(
                    "no PriorityClass is named {name}: the API server would reject the pod; here it gets priority 0"
                ),
                format!("没有名为 {name} 的 PriorityClass：API 服务器会拒绝该 Pod；这里其优先级为 0")
            ),
            MissingObject::RuntimeClass { name } => translate!(
                lang,
                format!(
                    "no RuntimeClass is named {name}: the API server would reject the pod; here it gets no overhead"
                ),
                format!("没有名为 {name} 的 RuntimeClass：API 服务器会拒绝该 Pod；这里不计开销")
            ),
            MissingObject::Namespace { name } => translate!(
                lang,
                format!("the Namespace {name} isn’t in the manifest: a namespaceSelector sees none of its labels"),
                format!("文本中没有名字空间 {name}：namespaceSelector 看不到它的标签")
            ),
            MissingObject::StorageClass { name } if name.is_empty() => translate!(
                lang,
                "there is no default StorageClass: a claim without a class waits for a volume".into(),
                "没有默认 StorageClass：未指定存储类的申领会一直等待卷".into()
            ),
            MissingObject::StorageClass { name } => translate!(
                lang,
                format!("no StorageClass is named {name}: no volume will be provisioned for the claim"),
                format!("没有名为 {name} 的 StorageClass：不会为该申领制备卷")
            ),
            MissingObject::Claim { name, .. } => translate!(
                lang,
                format!("no PersistentVolumeClaim is named {name}: the pod can’t be scheduled until there is one"),
                format!("没有名为 {name} 的 PersistentVolumeClaim：Pod 在它出现之前无法调度")
            ),
        },
        Notice::OwnPriority { given, computed } => translate!(
            lang,
            format!(
                "the API server would reject the pod: the integer value of priority ({given}) must not be provided in pod spec; priority admission controller computed {computed} from the given PriorityClass name. Here its priority is {given}"
            ),
            format!(
                "API 服务器会拒绝该 Pod：the integer value of priority ({given}) must not be provided in pod spec; priority admission controller computed {computed} from the given PriorityClass name。这里其优先级为 {given}"
            )
        ),
        Notice::NotThere { resource, name, .. } => translate!(
            lang,
            format!("this has no effect: {}", not_found_message(resource, name)),
            format!("此操作不起作用：{}", not_found_message(resource, name))
        ),
        Notice::NeverMatches { operator, value } => translate!(
            lang,
            format!("{operator} compares with `{value}`: the API server accepts it, but no node matches"),
            format!("{operator} 与 `{value}` 比较：API 服务器接受它，但没有节点匹配")
        ),
        Notice::LimitRangeRequest { added } => translate!(
            lang,
            format!("a LimitRange sets requests for containers that have none: {}", join_list(lang, added)),
            format!("LimitRange 为没有请求的容器设置：{}", join_list(lang, added))
        ),
        Notice::QuotaOfOthers { what } => translate!(
            lang,
            format!("a ResourceQuota also limits {}: not enforced by this simulator", join_list(lang, what)),
            format!("ResourceQuota 还限制了 {}：此处不统计这些，因此不会因它们拒绝任何对象", join_list(lang, what))
        ),
        Notice::PodsRefused(breached) => translate!(
            lang,
            format!(
                "the API server accepts this workload but rejects its pods, so none are created: the LimitRange {} {}",
                breached.range,
                breach_text(lang, breached).0
            ),
            format!(
                "API 服务器接受该工作负载但拒绝其 Pod，因此不会创建 Pod：LimitRange {} {}",
                breached.range,
                breach_text(lang, breached).0
            )
        ),
        Notice::LaterPodsRefused { kind, name, breach: breached } => translate!(
            lang,
            format!(
                "from here on the API server rejects new pods of the {kind} {name}: the LimitRange {} {}",
                breached.range,
                breach_text(lang, breached).0
            ),
            format!(
                "从这里起，API 服务器会拒绝 {kind} {name} 的新 Pod：LimitRange {} {}",
                breached.range,
                breach_text(lang, breached).0
            )
        ),
        Notice::GateNotSimulated { name } => translate!(
            lang,
            format!("the feature gate {name} changes nothing here: it isn’t modeled"),
            format!("特性门控 {name} 在这里没有作用：未建模")
        ),
        Notice::KindBehindGate { kind, gate } => translate!(
            lang,
            format!(
                "the feature gate {gate} is off, so the API server has no {kind}: such objects are left out. Set `featureGates: {{{gate}: true}}` in a Scenario document to turn it on"
            ),
            format!(
                "特性门控 {gate} 未打开，API 服务器没有 {kind}：已忽略此类对象。在 Scenario 文档中写 `featureGates: {{{gate}: true}}` 可打开"
            )
        ),
        Notice::GateOfOtherRelease { name, release } => translate!(
            lang,
            format!(
                "{release} has no feature gate {name}, so it is left out here: its components would not start (unrecognized feature gate: {name})"
            ),
            format!("{release} 没有特性门控 {name}，在此忽略：其组件无法启动（unrecognized feature gate: {name}）")
        ),
        Notice::KindOfOtherRelease { kind, release, other } => translate!(
            lang,
            format!("the API server of {release} has no {kind}: such objects are left out. {other} has them"),
            format!("{release} 的 API 服务器没有 {kind}：已忽略此类对象。{other} 有")
        ),
        Notice::VersionOfOtherRelease { kind, version, release, minor } => {
            let message = format!("no matches for kind {:?} in version {:?}", kind.as_str(), version.as_str());
            let earlier = earlier_version(kind);
            translate!(
                lang,
                format!(
                    "{release} has this kind in {earlier} only: kubectl would reject it: {message}: it was introduced in v1.{minor}. Here it is read as {earlier}"
                ),
                format!(
                    "{release} 只有 {earlier} 版本的此种类：kubectl 会拒绝它：{message}：该版本在 v1.{minor} 中引入。这里按 {earlier} 读取"
                )
            )
        }
        Notice::FieldDropped(field) => dropped_field_text(lang, field),
        Notice::KubeletLabels { labels } => translate!(
            lang,
            format!("a node got labels that its kubelet would set, because pods use them: {}", join_list(lang, labels)),
            format!("有 Pod 用到 kubelet 设置的标签，已为节点补上：{}", join_list(lang, labels))
        ),
        Notice::OwnersAssumed { owners } => translate!(
            lang,
            format!(
                "pods have owners that aren’t in the manifest: {}. The simulator assumes their controllers keep the current replica count. Set `assumeOwners: false` in a Scenario document to turn this off",
                join_list(lang, owners)
            ),
            format!(
                "有 Pod 的属主不在文本中：{}。其控制器会按现有数量补建同样的 Pod。在 Scenario 文档中写 `assumeOwners: false` 可关闭",
                join_list(lang, owners)
            )
        ),
        Notice::OwnersNotSimulated { owners } => translate!(
            lang,
            format!(
                "pods have owners whose controllers don’t run here: {}. Their pods are not recreated",
                join_list(lang, owners)
            ),
            format!("有 Pod 的属主在此没有控制器：{}。它们的 Pod 不会重新创建", join_list(lang, owners))
        ),
        Notice::JobRunTime { running, starting } => translate!(
            lang,
            {
                let mut rules = Vec::new();
                if !running.is_empty() {
                    rules.push(format!(
                        "pods of Jobs that are under way run as long as this run lasts ({})",
                        join_list(lang, running)
                    ));
                }
                if !starting.is_empty() {
                    rules.push(format!("pods of new Jobs succeed after 10 s ({})", join_list(lang, starting)));
                }
                format!(
                    "nothing says how long the pods of a Job take: {}. The annotation schedscope.dev/run-seconds of the pod template sets it",
                    rules.join("; ")
                )
            },
            {
                let mut rules = Vec::new();
                if !running.is_empty() {
                    rules.push(format!("已在进行的 Job 的 Pod 一直运行到本次运行结束（{}）", join_list(lang, running)));
                }
                if !starting.is_empty() {
                    rules.push(format!("新 Job 的 Pod 在 10 s 后成功（{}）", join_list(lang, starting)));
                }
                format!(
                    "清单没有说明 Job 的 Pod 要运行多久：{}。可在 Pod 模板中用注解 schedscope.dev/run-seconds 设置",
                    rules.join("；")
                )
            }
        ),
        Notice::Reduced { bytes, left } if left.is_empty() => translate!(
            lang,
            format!("{bytes} bytes of the file were read: this manifest, which can be saved, has all of it"),
            format!("从文件中读取了 {bytes} 字节；这里的文本保留了全部内容，可以保存")
        ),
        Notice::Reduced { bytes, left } => translate!(
            lang,
            format!(
                "{bytes} bytes of the file were read, and only what can affect scheduling was kept: this manifest, which can be saved. Left out, with sizes in bytes: {left}"
            ),
            format!(
                "从文件中读取了 {bytes} 字节，只保留调度可能用到的内容；这里的文本就是保留的部分，可以保存。未保留的内容及其字节数：{left}"
            )
        ),
        Notice::NoCapacity => translate!(
            lang,
            "a node has neither capacity nor allocatable: only pods without requests fit on it".into(),
            "有节点既无 capacity 也无 allocatable：只能放下没有请求的 Pod".into()
        ),
        Notice::NoPodCount { assumed } => translate!(
            lang,
            format!("a node doesn’t specify how many pods it can run: {assumed} is assumed"),
            format!("有节点未说明可运行的 Pod 数：按 {assumed} 计")
        ),
        Notice::PluginNotEnabled { name, release, can_be_enabled: true } => translate!(
            lang,
            format!("no profile of {release} enables the plugin {name}: it has no effect"),
            format!("{release} 的任何配置文件都没有启用插件 {name}：它不起作用")
        ),
        Notice::PluginNotEnabled { name, release, can_be_enabled: false } => translate!(
            lang,
            format!("{release} doesn’t support custom plugins: {name} has no effect"),
            format!("{release} 没有自定义插件：{name} 不起作用")
        ),
        Notice::EqualPodsBatched { release, profile } => translate!(
            lang,
            format!(
                "{release} may batch equal pods under the profile {profile}: it has no default spread constraints. Batching (OpportunisticBatching) isn’t simulated: the second of two equal pods, one right after the other, may get another node upstream"
            ),
            format!(
                "配置文件 {profile} 没有默认的拓扑分布约束，{release} 可能对相同的 Pod 做批处理（OpportunisticBatching）。此处未实现：紧接着的第二个相同 Pod 在上游可能落在别的节点"
            )
        ),
        Notice::NotConfigured { release } => translate!(
            lang,
            format!("there is no configuration for {release}: it runs with its defaults"),
            format!("没有适用于 {release} 的配置：按默认值运行")
        ),
    }
}

pub(super) fn notice_remedy(lang: &(impl Grammar + ?Sized), notice: &Notice) -> String {
    match notice {
        Notice::Missing(MissingObject::PriorityClass { near: Some(near), .. }) => translate!(
            lang,
            format!("did you mean {near}? Otherwise add the class"),
            format!("是否想写 {near}？否则请添加该优先级类")
        ),
        Notice::FieldMisspelled { near, .. } => {
            translate!(
                lang,
                format!("did you mean {near}? kubectl would reject it"),
                format!("是否想写 {near}？kubectl 会拒绝它")
            )
        }
        Notice::VersionOfOtherRelease { kind, .. } => {
            let earlier = earlier_version(kind);
            translate!(lang, format!("write apiVersion: {earlier}"), format!("请写 apiVersion: {earlier}"))
        }
        Notice::FieldMisplaced { proper, .. } => {
            translate!(lang, format!("move it to {proper}"), format!("请移到 {proper}"))
        }
        Notice::FieldInvalid { error, reason, .. } if *reason != Leniency::FromCluster => field_remedy(lang, error),
        Notice::VersionRemoved { kind, .. } => {
            let Some(kind) = Kind::from_name(kind) else { return String::new() };
            let version = kind.info().api_version;
            translate!(lang, format!("write apiVersion: {version}"), format!("请写 apiVersion: {version}"))
        }
        Notice::RepeatedKey { .. } => translate!(lang, "keep one of the two", "只保留其中一个").into(),
        Notice::Foreign { text } => foreign_text(lang, *text).1,
        Notice::NoNamespace { name } => {
            translate!(lang, format!("add a Namespace named {name}"), format!("请添加名为 {name} 的 Namespace"))
        }
        Notice::HelmReleaseTrimmed => {
            translate!(lang, "test hooks run with helm test only", "测试 hook 只在 helm test 时运行").into()
        }
        Notice::CutOff { .. } => translate!(lang, "get the list again for the rest", "其余内容请重新获取").into(),
        Notice::NoVersion { version, .. } => {
            translate!(lang, format!("write apiVersion: {version}"), format!("请写 apiVersion: {version}"))
        }
        Notice::OwnPriority { given, .. } => translate!(
            lang,
            format!("add a PriorityClass with value {given}, and name it in priorityClassName"),
            format!("请添加 value 为 {given} 的 PriorityClass，并在 priorityClassName 中引用")
        ),
        Notice::NotThere { near: Some(nearest_name), .. } => {
            translate!(lang, format!("did you mean {nearest_name}?"), format!("是否想写 {nearest_name}？"))
        }
        Notice::NeverMatches { .. } => {
            translate!(lang, "write a whole number, in quotes".into(), "请写带引号的整数".into())
        }
        Notice::Missing(_) => translate!(lang, "add it to the manifest".into(), "可添加到文本中".into()),
        Notice::PluginNotEnabled { can_be_enabled: true, .. } => translate!(
            lang,
            "enable it in a profile of a KubeSchedulerConfiguration, at filter, score or permit".into(),
            "请在 KubeSchedulerConfiguration 的某个配置文件中于 filter、score 或 permit 启用它".into()
        ),
        Notice::PluginNotEnabled { can_be_enabled: false, .. } => {
            translate!(lang, "choose v1.20 or later".into(), "请选择 v1.20 或之后的版本".into())
        }
        Notice::PodsRefused(breached) | Notice::LaterPodsRefused { breach: breached, .. } => {
            breach_text(lang, breached).1
        }
        _ => String::new(),
    }
}
