//! What came of a text that a cluster gave out: what was taken, left out and assumed.

use findings::{MissingObject, Notice};

use crate::table::grammar::Grammar;

message_struct! {
    /// Fixed words of it.
    pub struct ImportLabels {
        came: "Import summary", "导入的内容";
        taken: "Used", "已采用";
        left_out: "Left out", "未采用";
        assumed: "Assumed", "已假定";
        nothing: "nothing", "无";
        switch_off: "Turn off", "关闭";
        switch_off_is:
            "Writes assumeOwners: false to the manifest: lost pods of these owners are not recreated",
            "在文本中写入 assumeOwners: false：这些属主失去的 Pod 不再重新创建";
    }
}

/// What a notice says was left out, in a word or two; nothing where it says something else.
pub(super) fn left_out_text(lang: &(impl Grammar + ?Sized), notice: &Notice) -> Option<String> {
    match notice {
        Notice::KindIgnored { kind }
        | Notice::NotSimulated { kind }
        | Notice::CustomResource { kind, .. }
        | Notice::MissingNodes { kind } => Some(kind.to_string()),
        Notice::ForeignGroup { source, .. } => Some(source.to_string()),
        Notice::FieldIgnored { kind, path } => Some(format!("{kind} {path}")),
        Notice::CutOff { line } => Some(translate!(
            lang,
            format!("everything from line {line} on, where the list breaks off"),
            format!("第 {line} 行列表中断之后的内容")
        )),
        Notice::Reduced { .. } => Some(translate!(
            lang,
            "parts of objects that can’t affect scheduling".into(),
            "对象中与调度无关的部分".into()
        )),
        Notice::QuotaOfOthers { what } => Some(translate!(
            lang,
            format!("ResourceQuota limits on {}", super::notice::join_list(lang, what)),
            format!("ResourceQuota 对 {} 的限制", super::notice::join_list(lang, what))
        )),
        _ => None,
    }
}

/// What a notice says was assumed, in a few words; nothing where it says something else.
pub(super) fn assumed_text(lang: &(impl Grammar + ?Sized), notice: &Notice) -> Option<String> {
    Some(match notice {
        Notice::NearestRelease { version, release, .. } => {
            translate!(
                lang,
                format!("{release} is used for nodes of {version}"),
                format!("由 {release} 替 {version} 的节点决策")
            )
        }
        Notice::NoPodCount { assumed } => {
            translate!(lang, format!("{assumed} pods per node"), format!("每个节点 {assumed} 个 Pod"))
        }
        Notice::NoCapacity => translate!(lang, "a node without capacity".into(), "没有容量的节点".into()),
        Notice::NoVersion { kind, version } => {
            translate!(lang, format!("{version} for a {kind}"), format!("{kind} 的版本为 {version}"))
        }
        Notice::KindImplied { kind } => {
            translate!(lang, format!("the kind {kind} for objects without one"), format!("缺少 kind 的对象为 {kind}"))
        }
        Notice::OwnersAssumed { owners } => {
            let owners = super::notice::join_list(lang, owners);
            translate!(
                lang,
                format!("controllers of owners that aren’t in the manifest ({owners}) recreate lost pods"),
                format!("文本之外的属主（{owners}）的控制器会重新创建失去的 Pod")
            )
        }
        Notice::OwnersNotSimulated { owners } => {
            let owners = super::notice::join_list(lang, owners);
            translate!(
                lang,
                format!("lost pods of {owners} are not recreated"),
                format!("{owners} 失去的 Pod 不会重新创建")
            )
        }
        Notice::JobRunTime { running, starting } => {
            let list = |jobs: &[api::Str]| super::notice::join_list(lang, jobs);
            match (running.as_slice(), starting.as_slice()) {
                (running, []) => translate!(
                    lang,
                    format!("pods of Jobs that are under way run as long as this run lasts ({})", list(running)),
                    format!("已在进行的 Job 的 Pod 一直运行到本次运行结束（{}）", list(running))
                ),
                ([], starting) => translate!(
                    lang,
                    format!("pods of new Jobs succeed after 10 s ({})", list(starting)),
                    format!("新 Job 的 Pod 在 10 s 后成功（{}）", list(starting))
                ),
                (running, starting) => translate!(
                    lang,
                    format!(
                        "pods of Jobs that are under way run as long as this run lasts ({}), those of new Jobs succeed after 10 s ({})",
                        list(running),
                        list(starting)
                    ),
                    format!(
                        "已在进行的 Job 的 Pod 一直运行到本次运行结束（{}），新 Job 的 Pod 在 10 s 后成功（{}）",
                        list(running),
                        list(starting)
                    )
                ),
            }
        }
        Notice::NoSuchNode => translate!(
            lang,
            "pods on nodes that aren’t in the manifest use no capacity".into(),
            "绑定到文本之外节点的 Pod 不占资源".into()
        ),
        Notice::SameName { kind, is_first_kept } => {
            let (en, zh) =
                if *is_first_kept { ("the first", "以前者为准") } else { ("the last", "以后者为准") };
            translate!(lang, format!("of each duplicate {kind}, {en}"), format!("同名的 {kind} {zh}"))
        }
        Notice::KubeletLabels { labels } => {
            let labels = super::notice::join_list(lang, labels);
            translate!(lang, format!("node labels {labels}"), format!("节点标签 {labels}"))
        }
        Notice::LimitRangeRequest { added } => {
            let added = super::notice::join_list(lang, added);
            translate!(lang, format!("requests {added}, from a LimitRange"), format!("来自 LimitRange 的请求 {added}"))
        }
        Notice::OwnPriority { given, .. } => {
            translate!(lang, format!("priority {given} as written"), format!("优先级按所写的 {given}"))
        }
        Notice::Missing(missing) => match missing {
            MissingObject::PriorityClass { name, .. } => {
                translate!(lang, format!("priority 0 for the class {name}"), format!("优先级类 {name} 的值为 0"))
            }
            MissingObject::RuntimeClass { name } => {
                translate!(
                    lang,
                    format!("no overhead for the RuntimeClass {name}"),
                    format!("RuntimeClass {name} 没有开销")
                )
            }
            MissingObject::Namespace { name } => {
                translate!(lang, format!("no labels for the Namespace {name}"), format!("名字空间 {name} 没有标签"))
            }
            MissingObject::StorageClass { name } if name.is_empty() => {
                translate!(lang, "no default StorageClass".into(), "没有默认 StorageClass".into())
            }
            MissingObject::StorageClass { name } => {
                translate!(lang, format!("no StorageClass {name}"), format!("没有 StorageClass {name}"))
            }
            MissingObject::Claim { name, .. } => {
                translate!(
                    lang,
                    format!("no PersistentVolumeClaim {name}"),
                    format!("没有 PersistentVolumeClaim {name}")
                )
            }
        },
        _ => return None,
    })
}
