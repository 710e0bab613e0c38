//! What is said of volumes and claims.

use runlog::{EventKind, Unbindable, VolumeReason};
use trace::volumes::ClaimState;

use crate::{
    format_amount, format_clock,
    languages::Speaker,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Volumes and claims.
pub trait VolumeSentences: Grammar {
    /// Why volumes keep a pod off a node, or off all of them.
    fn volume_reason(&self, reason: &VolumeReason) -> String {
        use VolumeReason as Reason;
        match reason {
            Reason::DiskConflict { volume, disk, pod } => translate!(
                self,
                format!("Its volume {volume} needs the disk {disk}, which {pod} is using here."),
                format!("卷 {volume} 需要磁盘 {disk}，而此处 {pod} 正在使用它。")
            ),
            Reason::ClaimInUse { claim } => translate!(
                self,
                format!("Only one pod may use the claim {claim} (ReadWriteOncePod), and one already does."),
                format!("申领 {claim} 只允许一个 Pod 使用（ReadWriteOncePod），且已有 Pod 在用。")
            ),
            Reason::TooManyVolumes { driver, used, new, limit } => translate!(
                self,
                format!(
                    "{used} volumes of {driver} are attached here, and {new} more would exceed the limit of {limit}."
                ),
                format!("此处已挂接 {used} 个 {driver} 卷，还要增加 {new} 个，超过上限 {limit}。")
            ),
            Reason::AffinityMismatch { claim, volume } => translate!(
                self,
                format!("The volume {volume} of the claim {claim} can’t be reached from this node."),
                format!("从此节点无法访问申领 {claim} 的卷 {volume}。")
            ),
            Reason::NothingToBind { claim, class, why } => {
                let why = match why {
                    Unbindable::NoProvisioner => {
                        translate!(
                            self,
                            format!("and the class {class} doesn’t provision any"),
                            format!("存储类 {class} 也不会制备")
                        )
                    }
                    Unbindable::Topology => translate!(
                        self,
                        format!("and the class {class} doesn’t provision any here"),
                        format!("存储类 {class} 也不会在此处制备")
                    ),
                    Unbindable::OtherNode => {
                        translate!(
                            self,
                            "one is being provisioned for another node".into(),
                            "正在为另一个节点制备".into()
                        )
                    }
                };
                translate!(
                    self,
                    format!("No volume here matches the claim {claim}, {why}."),
                    format!("此处没有适合申领 {claim} 的卷，{why}。")
                )
            }
            Reason::NotEnoughStorage { claim, class, requested } => {
                let requested = format_amount("memory", *requested);
                translate!(
                    self,
                    format!(
                        "The claim {claim} requests {requested}; the driver of the class {class} doesn’t have that much capacity here."
                    ),
                    format!("申领 {claim} 请求 {requested}；存储类 {class} 的驱动在此处没有足够空间。")
                )
            }
            Reason::VolumeGone { claim, volume } => translate!(
                self,
                format!("The claim {claim} refers to the volume {volume}, which doesn’t exist."),
                format!("申领 {claim} 指向的卷 {volume} 不存在。")
            ),
            Reason::OtherZone { volume, key, zones } => translate!(
                self,
                {
                    let zones = zones.replace("__", ", ");
                    format!("Volume {volume} requires {key} in {zones}; this node’s label doesn’t match.")
                },
                {
                    let zones = zones.replace("__", "、");
                    format!("卷 {volume} 的 {key} 为 {zones}，与此节点不符。")
                }
            ),
            Reason::ClaimNotFound { claim } => {
                translate!(self, format!("The claim {claim} doesn’t exist."), format!("没有申领 {claim}。"))
            }
            Reason::ClaimTerminating { claim } => {
                translate!(self, format!("The claim {claim} is being deleted."), format!("申领 {claim} 正在被删除。"))
            }
            Reason::ClaimLost { claim, volume } => translate!(
                self,
                format!("The claim {claim} has lost its volume {volume}."),
                format!("申领 {claim} 失去了它的卷 {volume}。")
            ),
            Reason::ClaimAwaited { claim } => translate!(
                self,
                format!("The claim {claim} of an ephemeral volume hasn’t been created yet."),
                format!("临时卷的申领 {claim} 尚未创建。")
            ),
            Reason::ClaimOfOther { claim, pod } => translate!(
                self,
                format!("The claim {claim} was not created for {pod}."),
                format!("申领 {claim} 不是为 {pod} 创建的。")
            ),
            Reason::UnboundImmediate { claim } => translate!(
                self,
                format!(
                    "The claim {claim} has no volume yet. Its class binds immediately, so the volume must be bound before the pod can be scheduled."
                ),
                format!("申领 {claim} 还没有卷，而其存储类不等待 Pod：要先有卷。")
            ),
            Reason::VolumeNotFound { volume } => {
                translate!(self, format!("The volume {volume} doesn’t exist."), format!("没有卷 {volume}。"))
            }
        }
    }

    /// How far a claim is.
    fn claim_state(&self, state: &ClaimState) -> String {
        match state {
            ClaimState::Missing => translate!(self, "This claim doesn’t exist.".into(), "没有这个申领。".into()),
            ClaimState::AwaitsConsumer => translate!(
                self,
                "No volume yet: its class waits until a node is chosen for the pod.".into(),
                "尚无卷：其存储类等待为 Pod 选定节点。".into()
            ),
            ClaimState::Pending => translate!(self, "No volume yet.".into(), "尚无卷。".into()),
            ClaimState::Provisioning(left) => translate!(
                self,
                format!("A volume is being provisioned; it will be ready in {}.", format_clock(*left)),
                format!("正在制备卷，{} 后就绪。", format_clock(*left))
            ),
            ClaimState::Reserved(volume) => translate!(
                self,
                format!("{volume} is reserved for it but not bound yet."),
                format!("{volume} 已为它预留，尚未绑定。")
            ),
            ClaimState::Bound(volume) => {
                translate!(self, format!("Bound to {volume}."), format!("已绑定到 {volume}。"))
            }
        }
    }

    /// The node that a claim's volume is for.
    fn volume_for_node(&self, node: &str) -> String {
        translate!(self, format!("The scheduler chose {node} for it."), format!("调度器为它选定了 {node}。"))
    }

    /// Labels of the nodes from which a volume can be reached.
    fn volume_reachable_from(&self, labels: &[String]) -> String {
        translate!(
            self,
            format!("Its volume can be reached from nodes with {}.", labels.join(", ")),
            format!("可从带有 {} 的节点访问该卷。", labels.join("、"))
        )
    }

    /// What becomes of volumes, devices and claims; of other events nothing.
    fn volume_event(&self, event_kind: &EventKind) -> TitleAndText {
        match event_kind {
            EventKind::StorageApplied(object) => translate!(
                self,
                title_and_text("Storage changed", format!("{} was created or updated.", object.key())),
                title_and_text("存储变化", format!("{} 已创建或更新。", object.key()))
            ),
            EventKind::StorageRemoved(key) => translate!(
                self,
                title_and_text("Storage removed", format!("{key} was deleted.")),
                title_and_text("存储删除", format!("{key} 已删除。"))
            ),
            EventKind::DeviceApplied(object) => translate!(
                self,
                title_and_text("Devices changed", format!("{} was created or updated.", object.key())),
                title_and_text("设备变化", format!("{} 已创建或更新。", object.key()))
            ),
            EventKind::DeviceRemoved(key) => translate!(
                self,
                title_and_text("Devices changed", format!("{key} was deleted.")),
                title_and_text("设备变化", format!("{key} 已删除。"))
            ),
            EventKind::VolumesReserved { pod, node, bind, provision } => {
                let reserved: Vec<String> = bind.iter().map(|(claim, volume)| format!("{claim} → {volume}")).collect();
                let provisioned: Vec<&str> = provision.iter().map(|claim| claim.as_str()).collect();
                translate!(
                    self,
                    {
                        let reserved = (!reserved.is_empty()).then(|| format!("{} reserved", reserved.join(", ")));
                        let provisioned_text = (!provisioned.is_empty())
                            .then(|| format!("to be provisioned for this node: {}", provisioned.join(", ")));
                        let all: Vec<String> = reserved.into_iter().chain(provisioned_text).collect();
                        title_and_text(
                            "Volumes reserved",
                            format!("{pod} waits on {node} before it is bound: {}.", all.join("; ")),
                        )
                    },
                    {
                        let reserved = (!reserved.is_empty()).then(|| format!("已预留 {}", reserved.join("、")));
                        let provisioned_text =
                            (!provisioned.is_empty()).then(|| format!("将为此节点制备 {}", provisioned.join("、")));
                        let all: Vec<String> = reserved.into_iter().chain(provisioned_text).collect();
                        title_and_text("为 Pod 预留卷", format!("{pod} 在绑定到 {node} 之前等待：{}。", all.join("；")))
                    }
                )
            }
            EventKind::Provisioning { claim, class, .. } => translate!(
                self,
                title_and_text(
                    "Provisioning a volume",
                    format!("The provisioner of the class {class} is creating a volume for {claim}."),
                ),
                title_and_text("正在制备卷", format!("存储类 {class} 的制备器正在为 {claim} 制备卷。"))
            ),
            EventKind::Provisioned { claim, volume } => translate!(
                self,
                title_and_text("Volume provisioned", format!("{volume} is ready for {claim}.")),
                title_and_text("卷制备完成", format!("{volume} 已为 {claim} 准备好。"))
            ),
            EventKind::ProvisioningFailed { claim } => translate!(
                self,
                title_and_text(
                    "Provisioning failed",
                    format!("No volume could be created for {claim}. The provisioner will retry.")
                ),
                title_and_text("卷制备失败", format!("未能为 {claim} 制备卷，将会重试。"))
            ),
            EventKind::ClaimBound { claim, volume } => translate!(
                self,
                title_and_text("Claim bound", format!("{claim} is bound to the volume {volume}.")),
                title_and_text("申领已绑定", format!("{claim} 绑定到卷 {volume}。"))
            ),
            _ => title_and_text("", String::new()),
        }
    }
}

impl<T: Speaker> VolumeSentences for T {}
