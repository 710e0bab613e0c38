//! 关于卷和申领的说明。

use super::Zh;
use crate::catalogue::grammar::{Told, told};
use crate::catalogue::volumes::Sentences;
use crate::{amount, clock};
use record::What;
use record::{Unbindable, VolumeReason};
use trace::volumes::ClaimState;

impl Sentences for Zh {
    fn volume_reason(&self, reason: &VolumeReason) -> String {
        use VolumeReason as Reason;
        match reason {
            Reason::DiskConflict { volume, disk, pod } => {
                format!("卷 {volume} 需要磁盘 {disk}，而此处 {pod} 正在使用它。")
            }
            Reason::ClaimInUse { claim } => {
                format!("申领 {claim} 只允许一个 Pod 使用（ReadWriteOncePod），且已有 Pod 在用。")
            }
            Reason::TooManyVolumes { driver, used, new, limit } => {
                format!("此处已挂接 {used} 个 {driver} 卷，还要增加 {new} 个，超过上限 {limit}。")
            }
            Reason::AffinityMismatch { claim, volume } => format!("从此节点无法访问申领 {claim} 的卷 {volume}。"),
            Reason::NothingToBind { claim, class, why } => {
                let why = match why {
                    Unbindable::NoProvisioner => format!("存储类 {class} 也不会制备"),
                    Unbindable::Topology => format!("存储类 {class} 也不会在此处制备"),
                    Unbindable::OtherNode => "正在为另一个节点制备".into(),
                };
                format!("此处没有适合申领 {claim} 的卷，{why}。")
            }
            Reason::NotEnoughStorage { claim, class, requested } => {
                let requested = amount("memory", *requested);
                format!("申领 {claim} 请求 {requested}；存储类 {class} 的驱动在此处没有足够空间。")
            }
            Reason::VolumeGone { claim, volume } => format!("申领 {claim} 指向的卷 {volume} 不存在。"),
            Reason::OtherZone { volume, key, zones } => {
                let zones = zones.replace("__", "、");
                format!("卷 {volume} 的 {key} 为 {zones}，与此节点不符。")
            }
            Reason::ClaimNotFound { claim } => format!("没有申领 {claim}。"),
            Reason::ClaimTerminating { claim } => format!("申领 {claim} 正在被删除。"),
            Reason::ClaimLost { claim, volume } => format!("申领 {claim} 失去了它的卷 {volume}。"),
            Reason::ClaimAwaited { claim } => format!("临时卷的申领 {claim} 尚未创建。"),
            Reason::ClaimOfOther { claim, pod } => format!("申领 {claim} 不是为 {pod} 创建的。"),
            Reason::UnboundImmediate { claim } => {
                format!("申领 {claim} 还没有卷，而其存储类不等待 Pod：要先有卷。")
            }
            Reason::VolumeNotFound { volume } => format!("没有卷 {volume}。"),
        }
    }

    fn claim_state(&self, state: &ClaimState) -> String {
        match state {
            ClaimState::Missing => "没有这个申领。".into(),
            ClaimState::AwaitsConsumer => "尚无卷：其存储类等待为 Pod 选定节点。".into(),
            ClaimState::Pending => "尚无卷。".into(),
            ClaimState::Provisioning(left) => format!("正在制备卷，{} 后就绪。", clock(*left)),
            ClaimState::Reserved(volume) => format!("{volume} 已为它预留，尚未绑定。"),
            ClaimState::Bound(volume) => format!("已绑定到 {volume}。"),
        }
    }

    fn for_node(&self, node: &str) -> String {
        format!("调度器为它选定了 {node}。")
    }

    fn reached_from(&self, labels: &[String]) -> String {
        format!("可从带有 {} 的节点访问该卷。", labels.join("、"))
    }

    fn volume_event(&self, what: &What) -> Told {
        match what {
            What::StorageApplied(object) => told("存储变化", format!("{} 已创建或更新。", object.key())),
            What::StorageRemoved(key) => told("存储删除", format!("{key} 已删除。")),
            What::VolumesReserved { pod, node, bind, provision } => {
                let found: Vec<String> = bind.iter().map(|(claim, volume)| format!("{claim} → {volume}")).collect();
                let made: Vec<&str> = provision.iter().map(|claim| claim.as_str()).collect();
                let found = (!found.is_empty()).then(|| format!("已预留 {}", found.join("、")));
                let made = (!made.is_empty()).then(|| format!("将为此节点制备 {}", made.join("、")));
                let all: Vec<String> = found.into_iter().chain(made).collect();
                told("为 Pod 预留卷", format!("{pod} 在绑定到 {node} 之前等待：{}。", all.join("；")))
            }
            What::Provisioning { claim, class, .. } => {
                told("正在制备卷", format!("存储类 {class} 的制备器正在为 {claim} 制备卷。"))
            }
            What::Provisioned { claim, volume } => told("卷制备完成", format!("{volume} 已为 {claim} 准备好。")),
            What::ProvisioningFailed { claim } => told("卷制备失败", format!("未能为 {claim} 制备卷，将会重试。")),
            What::ClaimBound { claim, volume } => told("申领已绑定", format!("{claim} 绑定到卷 {volume}。")),
            _ => told("", String::new()),
        }
    }
}
