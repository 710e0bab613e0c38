//! What a message of the scheduler means.

use findings::{Message, RejectionCause};

use super::notice::join_list;
use crate::table::grammar::{Grammar, TitleAndText, title_and_text};

pub(super) fn message_text(lang: &(impl Grammar + ?Sized), problem: &Message) -> TitleAndText {
    match problem {
        Message::Nodes { left, all, releases } => translate!(
            lang,
            title_and_text(
                format!("a scheduler message: {left} of {all} nodes are available for the pod"),
                match releases.is_empty() {
                    true => "each part is explained below; a node counts in every part that applies to it".into(),
                    false =>
                        format!("this is the wording of {}; each part is explained below", join_list(lang, releases)),
                },
            ),
            title_and_text(
                format!("调度器的消息：{all} 个节点中还剩 {left} 个可用于该 Pod"),
                match releases.is_empty() {
                    true => "下面逐项解释；一个节点会计入所有适用的项".into(),
                    false => format!("这是 {} 的用语；下面逐项解释", join_list(lang, releases)),
                },
            )
        ),
        Message::Rejected { nodes, text, why } => {
            title_and_text(format!("{nodes} × {text}"), rejection_cause_text(lang, why))
        }
        Message::Preempting { nodes, text, why } => translate!(
            lang,
            title_and_text(format!("preemption: {nodes} × {text}"), rejection_cause_text(lang, why)),
            title_and_text(format!("抢占：{nodes} × {text}"), rejection_cause_text(lang, why))
        ),
    }
}

pub(super) fn rejection_cause_text(lang: &(impl Grammar + ?Sized), reason: &RejectionCause) -> String {
    match reason {
        RejectionCause::Insufficient { resource } => translate!(
            lang,
            format!(
                "allocatable {resource} minus the requests of all pods there is less than this pod requests; actual usage doesn’t count"
            ),
            format!("可分配的 {resource} 减去该节点上所有 Pod 的请求后，少于此 Pod 的请求；容器的实际用量不计")
        ),
        RejectionCause::Taint { key: Some(key) } => translate!(
            lang,
            format!("add a toleration for the taint {key}, or remove the taint"),
            format!("请为污点 {key} 添加容忍度，或移除该污点")
        ),
        RejectionCause::Taint { key: None } => translate!(
            lang,
            "add a toleration for a taint of these nodes; kubectl describe node shows them".into(),
            "请为这些节点的污点添加容忍度；kubectl describe node 可查看污点".into()
        ),
        RejectionCause::TooManyPods => translate!(
            lang,
            "the nodes already run as many pods as status.allocatable.pods allows".into(),
            "节点上的 Pod 数已达 status.allocatable.pods".into()
        ),
        RejectionCause::Cordoned => translate!(
            lang,
            "the nodes are cordoned: kubectl uncordon makes them schedulable again".into(),
            "节点已标记为不可调度；kubectl uncordon 可恢复".into()
        ),
        RejectionCause::NodeAffinity => translate!(
            lang,
            "the nodes lack labels that the pod’s nodeSelector or required node affinity requires".into(),
            "节点缺少 Pod 的 nodeSelector 或必需的节点亲和性所要求的标签".into()
        ),
        RejectionCause::OtherNodeNamed => translate!(
            lang,
            "spec.nodeName or its affinity names another node".into(),
            "spec.nodeName 或亲和性指定了另一个节点".into()
        ),
        RejectionCause::PortTaken => translate!(
            lang,
            "another pod there has the same hostPort".into(),
            "该节点上另一个 Pod 占用了相同的 hostPort".into()
        ),
        RejectionCause::Spread => translate!(
            lang,
            "one more pod there would make the skew larger than maxSkew".into(),
            "再放一个 Pod 会使偏差超过 maxSkew".into()
        ),
        RejectionCause::SpreadLabel => translate!(
            lang,
            "the nodes lack the label that topologyKey names".into(),
            "节点缺少 topologyKey 所指的标签".into()
        ),
        RejectionCause::PodAffinity => translate!(
            lang,
            "no pod that matches the pod’s required affinity runs in the same topology domain".into(),
            "同一拓扑域中没有 Pod 必需的亲和性所要求的 Pod".into()
        ),
        RejectionCause::PodAntiAffinity => translate!(
            lang,
            "a pod that matches the pod’s required anti-affinity runs in the same topology domain".into(),
            "同一拓扑域中有 Pod 必需的反亲和性要避开的 Pod".into()
        ),
        RejectionCause::OthersAntiAffinity => translate!(
            lang,
            "the required anti-affinity of a pod running there keeps this pod away".into(),
            "该处已有 Pod 的必需反亲和性排斥此 Pod".into()
        ),
        RejectionCause::AnyPodAffinity => translate!(
            lang,
            "required pod affinity or anti-affinity; the part after it says which".into(),
            "必需的 Pod 亲和性或反亲和性；其后的一项说明是哪一种".into()
        ),
        RejectionCause::UnboundClaim => translate!(
            lang,
            "a claim has no volume yet, and its class binds immediately: check the claim, its StorageClass and the provisioner".into(),
            "申领还没有卷，而其存储类要求立即绑定：请检查申领、StorageClass 和制备器".into()
        ),
        RejectionCause::NoClaim => translate!(
            lang,
            "create the PersistentVolumeClaim in the pod’s namespace".into(),
            "请在 Pod 的名字空间中创建该 PersistentVolumeClaim".into()
        ),
        RejectionCause::NoVolume => translate!(
            lang,
            "there is no free volume that is large enough and reachable from these nodes, and none can be provisioned for them".into(),
            "没有空闲、足够大且这些节点可访问的卷，也无法为它们制备".into()
        ),
        RejectionCause::VolumeElsewhere => translate!(
            lang,
            "the volume can only be used on other nodes or in another zone".into(),
            "该卷只能在其他节点或其他可用区使用".into()
        ),
        RejectionCause::TooManyVolumes => translate!(
            lang,
            "the driver can’t attach more volumes to these nodes".into(),
            "驱动程序在这些节点上不能再挂接卷".into()
        ),
        RejectionCause::VolumeInUse => translate!(
            lang,
            "another pod there uses the disk or the claim, and it can’t be shared".into(),
            "另一个 Pod 正在使用该磁盘或申领，且不能共享".into()
        ),
        RejectionCause::NoVictims => translate!(
            lang,
            "no pod with a lower priority runs there, so there is nothing to preempt".into(),
            "该处没有优先级更低的 Pod，无可抢占".into()
        ),
        RejectionCause::NotHelped => translate!(
            lang,
            "removing pods would not change why these nodes were rejected".into(),
            "移走 Pod 也不会改变这些节点被拒绝的原因".into()
        ),
        RejectionCause::Unknown => translate!(
            lang,
            "no release here has this message: it may come from a plugin or an extender".into(),
            "此处的版本没有这种用语：可能来自其他插件或扩展程序".into()
        ),
    }
}
