//! Notices: what was left out or assumed, which stops nothing; and what a limit range refuses.

use crate::table::grammar::Grammar;
use api::offer::Missing;
use api::problem::{Bound, Breach, Notice};
use api::{Str, not_found};

pub(super) fn list(lang: &(impl Grammar + ?Sized), words: &[Str]) -> String {
    say!(
        lang,
        words.iter().filter(|word| !word.is_empty()).map(Str::as_str).collect::<Vec<_>>().join(", "),
        words.iter().filter(|word| !word.is_empty()).map(Str::as_str).collect::<Vec<_>>().join("、")
    )
}

/// The name that was meant, or the names that there are.
pub(super) fn nearest(lang: &(impl Grammar + ?Sized), near: Option<&Str>, known: &[Str]) -> String {
    say!(
        lang,
        near.map_or_else(|| format!("one of {}", list(lang, known)), |near| format!("did you mean {near}?")),
        near.map_or_else(|| format!("可用的有 {}", list(lang, known)), |near| format!("是否想写 {near}？"))
    )
}

/// What a limit range says, and what would be right.
pub(super) fn breach(lang: &(impl Grammar + ?Sized), breach: &Breach) -> (String, String) {
    let Breach { resource, bound, given, wanted, .. } = breach;
    say!(
        lang,
        {
            let here = |what: &str| given.as_ref().map_or(format!("no {what} set"), |given| format!("found {given}"));
            match bound {
                Bound::LeastRequest => (
                    format!("requires a {resource} request of at least {wanted}: {}", here("request")),
                    format!("request {wanted} or more"),
                ),
                Bound::LeastLimit => (
                    format!("requires a {resource} limit of at least {wanted}: {}", here("limit")),
                    format!("set a limit of {wanted} or more"),
                ),
                Bound::MostRequest => (
                    format!("allows a {resource} request of at most {wanted}: {}", here("request")),
                    format!("request {wanted} or less"),
                ),
                Bound::MostLimit => (
                    format!("allows a {resource} limit of at most {wanted}: {}", here("limit")),
                    format!("set a limit of {wanted} or less"),
                ),
                Bound::Ratio => (
                    format!("allows a {resource} limit of at most {wanted} times the request: {}", here("limit")),
                    match given {
                        Some(_) => "raise the request or lower the limit".into(),
                        None => "set a request and a limit".into(),
                    },
                ),
            }
        },
        {
            let here =
                |what: &str| given.as_ref().map_or(format!("此处没有{what}"), |given| format!("此处为 {given}"));
            match bound {
                Bound::LeastRequest => (
                    format!("要求 {resource} 请求至少为 {wanted}：{}", here("请求")),
                    format!("请将请求设为 {wanted} 或更多"),
                ),
                Bound::LeastLimit => (
                    format!("要求 {resource} 限制至少为 {wanted}：{}", here("限制")),
                    format!("请将限制设为 {wanted} 或更多"),
                ),
                Bound::MostRequest => (
                    format!("只允许 {resource} 请求最多为 {wanted}：{}", here("请求")),
                    format!("请将请求设为 {wanted} 或更少"),
                ),
                Bound::MostLimit => (
                    format!("只允许 {resource} 限制最多为 {wanted}：{}", here("限制")),
                    format!("请将限制设为 {wanted} 或更少"),
                ),
                Bound::Ratio => (
                    format!("只允许 {resource} 限制最多为请求的 {wanted} 倍：{}", here("限制")),
                    "请提高请求或降低限制".into(),
                ),
            }
        }
    )
}

pub(super) fn notice(lang: &(impl Grammar + ?Sized), notice: &Notice) -> String {
    match notice {
        Notice::KindIgnored { kind } => {
            say!(lang, format!("{kind} doesn’t affect scheduling and is ignored"), format!("{kind} 与调度无关，已忽略"))
        }
        Notice::NoVersion { kind, version } => say!(
            lang,
            format!(
                "{kind} without apiVersion: kubectl would reject it (apiVersion not set); here it is treated as {version}"
            ),
            format!("{kind} 缺少 apiVersion：kubectl 会拒绝（apiVersion not set）；这里按 {version} 处理")
        ),
        Notice::NotModelled { kind } => say!(
            lang,
            format!("{kind} isn’t simulated: the run continues as if there were none"),
            format!("未实现 {kind}：按没有它运行")
        ),
        Notice::CustomResource { kind, makes_pods: true } => say!(
            lang,
            format!("{kind} is a custom resource: the pods that its operator would create are missing here"),
            format!("{kind} 是自定义资源：其 Operator 会创建的 Pod 在此缺失")
        ),
        Notice::CustomResource { kind, makes_pods: false } => say!(
            lang,
            format!("{kind} is a custom resource: no controller acts on it here"),
            format!("{kind} 是自定义资源：此处没有组件处理它")
        ),
        Notice::NoDaemons { name } => say!(
            lang,
            format!(
                "the DaemonSet {name} has no pods: no node matches its node selector, node affinity and tolerations"
            ),
            format!("DaemonSet {name} 没有 Pod：它的节点选择算符、节点亲和性或容忍度不适合任何节点")
        ),
        Notice::SameName { kind, first: true } => say!(
            lang,
            format!(
                "a second {kind} with the same name: the first one is kept because an existing one can’t be changed"
            ),
            format!("有同名的第二个 {kind}：以前者为准，因为已有的对象不能这样修改")
        ),
        Notice::SameName { kind, .. } => say!(
            lang,
            format!("a second {kind} with the same name: it replaces the first"),
            format!("有同名的第二个 {kind}：以后者为准")
        ),
        Notice::NoSuchNode => say!(
            lang,
            "a pod is bound to a node that isn’t in the manifest; its requests are ignored".into(),
            "有 Pod 绑定到文本中没有的节点：不占用任何节点的资源".into()
        ),
        Notice::OtherScheduler { name } => say!(
            lang,
            format!("a pod waits for the scheduler {name}, which isn’t running here: it stays pending"),
            format!("有 Pod 等待调度器 {name}，而它不在此运行：该 Pod 保持 Pending")
        ),
        Notice::FieldIgnored { kind, path } => {
            say!(lang, format!("{kind}: {path} has no effect here"), format!("{kind}：{path} 在此不起作用"))
        }
        Notice::FieldMisspelt { kind, path, .. } => {
            say!(lang, format!("{kind} has no field {path}"), format!("{kind}：没有字段 {path}"))
        }
        Notice::NearestRelease { version, release, .. } => say!(
            lang,
            format!(
                "the nodes run {version}: the nearest release available here, {release}, is used; choose another one above the stage"
            ),
            format!("节点运行 {version}：此处最接近的版本是 {release}，由它做决策；可在集群图上方另选版本")
        ),
        Notice::OtherRelease { version, release, .. } => say!(
            lang,
            format!("the nodes run {version}, but {release} is used, as selected"),
            format!("节点运行 {version}，但按所选由 {release} 做决策")
        ),
        Notice::Missing(missing) => match missing {
            Missing::PriorityClass { name, .. } => say!(
                lang,
                format!(
                    "no PriorityClass is named {name}: the API server would reject the pod; here it gets priority 0"
                ),
                format!("没有名为 {name} 的 PriorityClass：API 服务器会拒绝该 Pod；这里其优先级为 0")
            ),
            Missing::RuntimeClass { name } => say!(
                lang,
                format!(
                    "no RuntimeClass is named {name}: the API server would reject the pod; here it gets no overhead"
                ),
                format!("没有名为 {name} 的 RuntimeClass：API 服务器会拒绝该 Pod；这里不计开销")
            ),
            Missing::Namespace { name } => say!(
                lang,
                format!("the Namespace {name} isn’t in the manifest: a namespaceSelector sees none of its labels"),
                format!("文本中没有名字空间 {name}：namespaceSelector 看不到它的标签")
            ),
            Missing::StorageClass { name } if name.is_empty() => say!(
                lang,
                "there is no default StorageClass: a claim without a class waits for a volume".into(),
                "没有默认 StorageClass：未指定存储类的申领会一直等待卷".into()
            ),
            Missing::StorageClass { name } => say!(
                lang,
                format!("no StorageClass is named {name}: no volume will be provisioned for the claim"),
                format!("没有名为 {name} 的 StorageClass：不会为该申领制备卷")
            ),
            Missing::Claim { name, .. } => say!(
                lang,
                format!("no PersistentVolumeClaim is named {name}: the pod can’t be scheduled until there is one"),
                format!("没有名为 {name} 的 PersistentVolumeClaim：Pod 在它出现之前无法调度")
            ),
        },
        Notice::OwnPriority { given, computed } => say!(
            lang,
            format!(
                "the API server would reject the pod: the integer value of priority ({given}) must not be provided in pod spec; priority admission controller computed {computed} from the given PriorityClass name. Here its priority is {given}"
            ),
            format!(
                "API 服务器会拒绝该 Pod：the integer value of priority ({given}) must not be provided in pod spec; priority admission controller computed {computed} from the given PriorityClass name。这里其优先级为 {given}"
            )
        ),
        Notice::NotThere { resource, name, .. } => say!(
            lang,
            format!("this has no effect: {}", not_found(resource, name)),
            format!("此操作不起作用：{}", not_found(resource, name))
        ),
        Notice::NeverMatches { operator, value } => say!(
            lang,
            format!("{operator} compares with `{value}`: the API server accepts it, but no node matches"),
            format!("{operator} 与 `{value}` 比较：API 服务器接受它，但没有节点匹配")
        ),
        Notice::LimitRangeRequest { added } => say!(
            lang,
            format!("a LimitRange sets requests for containers that have none: {}", list(lang, added)),
            format!("LimitRange 为没有请求的容器设置：{}", list(lang, added))
        ),
        Notice::QuotaOfOthers { what } => say!(
            lang,
            format!("a ResourceQuota also limits {}: not enforced by this simulator", list(lang, what)),
            format!("ResourceQuota 还限制了 {}：此处不统计这些，因此不会因它们拒绝任何对象", list(lang, what))
        ),
        Notice::PodsRefused(breached) => say!(
            lang,
            format!(
                "the API server accepts this workload but rejects its pods, so none are created: the LimitRange {} {}",
                breached.range,
                breach(lang, breached).0
            ),
            format!(
                "API 服务器接受该工作负载但拒绝其 Pod，因此不会创建 Pod：LimitRange {} {}",
                breached.range,
                breach(lang, breached).0
            )
        ),
        Notice::LaterPodsRefused { kind, name, breach: breached } => say!(
            lang,
            format!(
                "from here on the API server rejects new pods of the {kind} {name}: the LimitRange {} {}",
                breached.range,
                breach(lang, breached).0
            ),
            format!(
                "从这里起，API 服务器会拒绝 {kind} {name} 的新 Pod：LimitRange {} {}",
                breached.range,
                breach(lang, breached).0
            )
        ),
        Notice::KubeletLabels { labels } => say!(
            lang,
            format!("a node got labels that its kubelet would set, because pods use them: {}", list(lang, labels)),
            format!("有 Pod 用到 kubelet 设置的标签，已为节点补上：{}", list(lang, labels))
        ),
        Notice::OwnersAssumed { owners } => say!(
            lang,
            format!(
                "pods have owners that aren’t in the manifest: {}. The simulator assumes their controllers keep the current replica count. Set `assumeOwners: false` in a Scenario document to turn this off",
                list(lang, owners)
            ),
            format!(
                "有 Pod 的属主不在文本中：{}。其控制器会按现有数量补建同样的 Pod。在 Scenario 文档中写 `assumeOwners: false` 可关闭",
                list(lang, owners)
            )
        ),
        Notice::OwnersUnplayed { owners } => say!(
            lang,
            format!(
                "pods have owners whose controllers don’t run here: {}. Their pods are not recreated",
                list(lang, owners)
            ),
            format!("有 Pod 的属主在此没有控制器：{}。它们的 Pod 不会重新创建", list(lang, owners))
        ),
        Notice::NoClaims { release } => say!(
            lang,
            format!("{release} doesn’t support resource claims: pods are scheduled as if they requested no devices"),
            format!("{release} 没有资源申领（ResourceClaim）：它放置 Pod 时，就像 Pod 没有申请任何设备")
        ),
        Notice::Reduced { bytes, left } => say!(
            lang,
            format!(
                "{bytes} bytes of the file were read, and only what can affect scheduling was kept: this manifest, which can be saved. Left out, with sizes in bytes: {left}"
            ),
            format!(
                "从文件中读取了 {bytes} 字节，只保留调度可能用到的内容；这里的文本就是保留的部分，可以保存。未保留的内容及其字节数：{left}"
            )
        ),
        Notice::NoCapacity => say!(
            lang,
            "a node has neither capacity nor allocatable: only pods without requests fit on it".into(),
            "有节点既无 capacity 也无 allocatable：只能放下没有请求的 Pod".into()
        ),
        Notice::NoPodCount { assumed } => say!(
            lang,
            format!("a node doesn’t specify how many pods it can run: {assumed} is assumed"),
            format!("有节点未说明可运行的 Pod 数：按 {assumed} 计")
        ),
        Notice::PluginNotEnabled { name, release, possible: true } => say!(
            lang,
            format!("no profile of {release} enables the plugin {name}: it has no effect"),
            format!("{release} 的任何配置文件都没有启用插件 {name}：它不起作用")
        ),
        Notice::PluginNotEnabled { name, release, possible: false } => say!(
            lang,
            format!("{release} doesn’t support custom plugins: {name} has no effect"),
            format!("{release} 没有自定义插件：{name} 不起作用")
        ),
        Notice::EqualPodsBatched { release, profile } => say!(
            lang,
            format!(
                "{release} may batch equal pods under the profile {profile}: it has no default spread constraints. Batching (OpportunisticBatching) isn’t simulated: the second of two equal pods, one right after the other, may get another node upstream"
            ),
            format!(
                "配置文件 {profile} 没有默认的拓扑分布约束，{release} 可能对相同的 Pod 做批处理（OpportunisticBatching）。此处未实现：紧接着的第二个相同 Pod 在上游可能落在别的节点"
            )
        ),
        Notice::NotConfigured { release } => say!(
            lang,
            format!("there is no configuration for {release}: it runs with its defaults"),
            format!("没有适用于 {release} 的配置：按默认值运行")
        ),
    }
}

pub(super) fn remedy(lang: &(impl Grammar + ?Sized), notice: &Notice) -> String {
    match notice {
        Notice::Missing(Missing::PriorityClass { near: Some(near), .. }) => say!(
            lang,
            format!("did you mean {near}? Otherwise add the class"),
            format!("是否想写 {near}？否则请添加该优先级类")
        ),
        Notice::FieldMisspelt { near, .. } => {
            say!(
                lang,
                format!("did you mean {near}? kubectl would reject it"),
                format!("是否想写 {near}？kubectl 会拒绝它")
            )
        }
        Notice::NoVersion { version, .. } => {
            say!(lang, format!("write apiVersion: {version}"), format!("请写 apiVersion: {version}"))
        }
        Notice::OwnPriority { given, .. } => say!(
            lang,
            format!("add a PriorityClass with value {given}, and name it in priorityClassName"),
            format!("请添加 value 为 {given} 的 PriorityClass，并在 priorityClassName 中引用")
        ),
        Notice::NotThere { near: Some(near), .. } => {
            say!(lang, format!("did you mean {near}?"), format!("是否想写 {near}？"))
        }
        Notice::NeverMatches { .. } => {
            say!(lang, "write a whole number, in quotes".into(), "请写带引号的整数".into())
        }
        Notice::Missing(_) => say!(lang, "add it to the manifest".into(), "可添加到文本中".into()),
        Notice::PluginNotEnabled { possible: true, .. } => say!(
            lang,
            "enable it in a profile of a KubeSchedulerConfiguration, at filter, score or permit".into(),
            "请在 KubeSchedulerConfiguration 的某个配置文件中于 filter、score 或 permit 启用它".into()
        ),
        Notice::PluginNotEnabled { possible: false, .. } => {
            say!(lang, "choose v1.20 or later".into(), "请选择 v1.20 或之后的版本".into())
        }
        Notice::PodsRefused(breached) | Notice::LaterPodsRefused { breach: breached, .. } => breach(lang, breached).1,
        _ => String::new(),
    }
}
