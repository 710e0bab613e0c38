//! Notices: what was left out or assumed, which stops nothing; and what a limit range refuses.

use api::Str;
use api::offer::Missing;
use api::problem::{Bound, Breach, Notice};

pub(super) fn list(words: &[Str]) -> String {
    words.iter().filter(|word| !word.is_empty()).map(Str::as_str).collect::<Vec<_>>().join("、")
}

/// 限制范围的要求，以及应如何修改。
pub(super) fn breach(breach: &Breach) -> (String, String) {
    let Breach { resource, bound, given, wanted, .. } = breach;
    let here = |what: &str| given.as_ref().map_or(format!("此处没有{what}"), |given| format!("此处为 {given}"));
    match bound {
        Bound::LeastRequest => {
            (format!("要求 {resource} 请求至少为 {wanted}：{}", here("请求")), format!("请将请求设为 {wanted} 或更多"))
        }
        Bound::LeastLimit => {
            (format!("要求 {resource} 限制至少为 {wanted}：{}", here("限制")), format!("请将限制设为 {wanted} 或更多"))
        }
        Bound::MostRequest => (
            format!("只允许 {resource} 请求最多为 {wanted}：{}", here("请求")),
            format!("请将请求设为 {wanted} 或更少"),
        ),
        Bound::MostLimit => (
            format!("只允许 {resource} 限制最多为 {wanted}：{}", here("限制")),
            format!("请将限制设为 {wanted} 或更少"),
        ),
        Bound::Ratio => {
            (format!("只允许 {resource} 限制最多为请求的 {wanted} 倍：{}", here("限制")), "请提高请求或降低限制".into())
        }
    }
}

#[allow(clippy::too_many_lines)] // one arm for each notice
pub(super) fn notice(notice: &Notice) -> String {
    match notice {
        Notice::KindIgnored { kind } => format!("{kind} 与调度无关，已忽略"),
        Notice::NotModelled { kind } => format!("未实现 {kind}：按没有它运行"),
        Notice::CustomResource { kind, makes_pods: true } => {
            format!("{kind} 是自定义资源：其 Operator 会创建的 Pod 在此缺失")
        }
        Notice::CustomResource { kind, makes_pods: false } => {
            format!("{kind} 是自定义资源：此处没有组件处理它")
        }
        Notice::NoDaemons { name } => {
            format!("DaemonSet {name} 没有 Pod：它的节点选择算符、节点亲和性或容忍度不适合任何节点")
        }
        Notice::SameName { kind, first: true } => {
            format!("有同名的第二个 {kind}：以前者为准，因为已有的对象不能这样修改")
        }
        Notice::SameName { kind, .. } => format!("有同名的第二个 {kind}：以后者为准"),
        Notice::NoSuchNode => "有 Pod 绑定到文本中没有的节点：不占用任何节点的资源".into(),
        Notice::OtherScheduler { name } => {
            format!("有 Pod 等待调度器 {name}，而它不在此运行：该 Pod 保持 Pending")
        }
        Notice::FieldIgnored { kind, path } => format!("{kind}：{path} 在此不起作用"),
        Notice::NearestRelease { version, release, .. } => {
            format!("节点运行 {version}：此处最接近的版本是 {release}，由它做决策；可在集群图上方另选版本")
        }
        Notice::OtherRelease { version, release, .. } => {
            format!("节点运行 {version}，但按所选由 {release} 做决策")
        }
        Notice::Missing(missing) => match missing {
            Missing::PriorityClass { name, .. } => {
                format!("没有名为 {name} 的 PriorityClass：API 服务器会拒绝该 Pod；这里其优先级为 0")
            }
            Missing::RuntimeClass { name } => {
                format!("没有名为 {name} 的 RuntimeClass：API 服务器会拒绝该 Pod；这里不计开销")
            }
            Missing::Namespace { name } => format!("文本中没有名字空间 {name}：namespaceSelector 看不到它的标签"),
            Missing::StorageClass { name } if name.is_empty() => {
                "没有默认 StorageClass：未指定存储类的申领会一直等待卷".into()
            }
            Missing::StorageClass { name } => format!("没有名为 {name} 的 StorageClass：不会为该申领制备卷"),
            Missing::Claim { name, .. } => {
                format!("没有名为 {name} 的 PersistentVolumeClaim：Pod 在它出现之前无法调度")
            }
        },
        Notice::LimitRangeRequest { added } => {
            format!("LimitRange 为没有请求的容器设置：{}", list(added))
        }
        Notice::QuotaOfOthers { what } => {
            format!("ResourceQuota 还限制了 {}：此处不统计这些，因此不会因它们拒绝任何对象", list(what))
        }
        Notice::PodsRefused(it) => {
            format!("API 服务器接受该工作负载但拒绝其 Pod，因此不会创建 Pod：LimitRange {} {}", it.range, breach(it).0)
        }
        Notice::LaterPodsRefused { kind, name, breach: it } => {
            format!("从这里起，API 服务器会拒绝 {kind} {name} 的新 Pod：LimitRange {} {}", it.range, breach(it).0)
        }
        Notice::KubeletLabels { labels } => format!("有 Pod 用到 kubelet 设置的标签，已为节点补上：{}", list(labels)),
        Notice::ResourceClaims => "未实现资源申领（ResourceClaim）：支持它的版本会让该 Pod 保持 Pending".into(),
        Notice::Reduced { bytes, left } => format!(
            "从文件中读取了 {bytes} 字节，只保留调度可能用到的内容；这里的文本就是保留的部分，可以保存。未保留的内容及其字节数：{left}"
        ),
        Notice::NoCapacity => "有节点既无 capacity 也无 allocatable：只能放下没有请求的 Pod".into(),
        Notice::NoPodCount { assumed } => format!("有节点未说明可运行的 Pod 数：按 {assumed} 计"),
        Notice::PluginNotEnabled { name, release, possible: true } => {
            format!("{release} 的任何配置文件都没有启用插件 {name}：它不起作用")
        }
        Notice::PluginNotEnabled { name, release, possible: false } => {
            format!("{release} 没有自定义插件：{name} 不起作用")
        }
        Notice::EqualPodsBatched { release, profile } => format!(
            "配置文件 {profile} 没有默认的拓扑分布约束，{release} 可能对相同的 Pod 做批处理（OpportunisticBatching）。此处未实现：紧接着的第二个相同 Pod 在上游可能落在别的节点"
        ),
        Notice::NotConfigured { release } => format!("没有适用于 {release} 的配置：按默认值运行"),
    }
}

pub(super) fn remedy(notice: &Notice) -> String {
    match notice {
        Notice::Missing(Missing::PriorityClass { near: Some(near), .. }) => {
            format!("是否想写 {near}？否则请添加该优先级类")
        }
        Notice::Missing(_) => "可添加到文本中".into(),
        Notice::PluginNotEnabled { possible: true, .. } => {
            "请在 KubeSchedulerConfiguration 的某个配置文件中于 filter、score 或 permit 启用它".into()
        }
        Notice::PluginNotEnabled { possible: false, .. } => "请选择 v1.20 或之后的版本".into(),
        Notice::PodsRefused(it) | Notice::LaterPodsRefused { breach: it, .. } => breach(it).1,
        _ => String::new(),
    }
}
