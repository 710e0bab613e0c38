//! Fields that the API server refuses, in its own words, and what would be right.

use findings::{FieldError, FieldRule, Leniency};
use releases::field_error_message;

use crate::table::grammar::{Grammar, TitleAndText, title_and_text};

pub(super) fn field_error_text(lang: &(impl Grammar + ?Sized), error: &FieldError) -> TitleAndText {
    let (message, remedy) = (field_error_message(error), field_remedy(lang, error));
    translate!(
        lang,
        title_and_text(format!("the API server rejects it: {message}"), remedy),
        title_and_text(format!("API 服务器会拒绝它：{message}"), remedy)
    )
}

/// A field that breaks a rule and comes in all the same.
pub(super) fn tolerated_field_text(
    lang: &(impl Grammar + ?Sized),
    kind: &str,
    path: &str,
    error: &FieldError,
    reason: Leniency,
) -> String {
    let message = field_error_message(error);
    match reason {
        Leniency::FromCluster => translate!(
            lang,
            format!(
                "{kind}: the API server would reject this as a new object: {path}: {message}. It was in a cluster, so it is used as it is"
            ),
            format!("{kind}：作为新对象会被 API 服务器拒绝：{path}: {message}。它来自集群，因此照原样使用")
        ),
        Leniency::NotNeeded => translate!(
            lang,
            format!("{kind}: the API server would reject this: {path}: {message}. Scheduling doesn’t depend on it"),
            format!("{kind}：API 服务器会拒绝它：{path}: {message}。调度不依赖于此")
        ),
        Leniency::InScript => translate!(
            lang,
            format!("{kind}: the API server rejects this, and the run goes on without it: {path}: {message}"),
            format!("{kind}：API 服务器会拒绝它，运行将在没有它的情况下继续：{path}: {message}")
        ),
        Leniency::Meant => translate!(
            lang,
            format!("{kind}: the API server would reject this: {message}. Here it counts as it is written"),
            format!("{kind}：API 服务器会拒绝它：{message}。这里按所写的处理")
        ),
        Leniency::Warning => translate!(
            lang,
            format!("{kind}: the API server accepts this with a warning: {path}: {message}"),
            format!("{kind}：API 服务器会接受它，但给出警告：{path}: {message}")
        ),
    }
}

/// What would be right.
pub(super) fn field_remedy(lang: &(impl Grammar + ?Sized), error: &FieldError) -> String {
    let value = |index: usize| error.values.get(index).map_or("", |value| value.as_str());
    match error.rule {
        FieldRule::Required => translate!(lang, "add the field", "请写上该字段").into(),
        FieldRule::UnknownWord => {
            translate!(lang, format!("one of {}", value(1)), format!("可用的有 {}", value(1)))
        }
        FieldRule::UnknownSetWord => translate!(lang, format!("write {}", value(1)), format!("请写 {}", value(1))),
        FieldRule::RangeType => translate!(
            lang,
            "write type: Container, Pod or PersistentVolumeClaim",
            "请写 type: Container、Pod 或 PersistentVolumeClaim"
        )
        .into(),
        FieldRule::Schedule => translate!(
            lang,
            "write five fields: minute, hour, day of the month, month and day of the week, such as */5 * * * *",
            "请写五个字段：分钟、小时、日、月和星期，例如 */5 * * * *"
        )
        .into(),
        FieldRule::BooleanName => translate!(lang, "write it with quotes", "请加引号").into(),
        FieldRule::Duplicate => {
            translate!(lang, "keep one of them, or change it", "只保留其中一个，或改为不同的值").into()
        }
        FieldRule::Negative => translate!(lang, "write 0 or more", "请写 0 或更大的数").into(),
        FieldRule::Deadline | FieldRule::NotPositive => translate!(lang, "write 1 or more", "请写 1 或更大的数").into(),
        FieldRule::JobRestart => translate!(
            lang,
            "a Job runs its pods to the end: write restartPolicy: Never or OnFailure",
            "Job 的 Pod 要运行到结束：请写 restartPolicy: Never 或 OnFailure"
        )
        .into(),
        FieldRule::AlwaysRestart => translate!(
            lang,
            "remove restartPolicy; for pods that run to their end use a Job",
            "请去掉 restartPolicy；要运行到结束的 Pod 请使用 Job"
        )
        .into(),
        FieldRule::RollingRecreate => translate!(
            lang,
            "remove rollingUpdate, or write type: RollingUpdate",
            "请去掉 rollingUpdate，或写 type: RollingUpdate"
        )
        .into(),
        FieldRule::ProgressDeadline => translate!(
            lang,
            "raise progressDeadlineSeconds or lower minReadySeconds",
            "请增大 progressDeadlineSeconds 或减小 minReadySeconds"
        )
        .into(),
        FieldRule::DaemonNoRoll => translate!(lang, "set one of the two to more than 0", "请让两者之一大于 0").into(),
        FieldRule::DaemonSurge => {
            translate!(lang, "write maxUnavailable: 0; its default is 1", "请写 maxUnavailable: 0；其默认值为 1").into()
        }
        FieldRule::JobSelector => translate!(
            lang,
            "remove the selector: the API server makes one, unless manualSelector: true",
            "请去掉 selector：API 服务器会自行生成，除非写 manualSelector: true"
        )
        .into(),
        FieldRule::FailurePolicyRestart => {
            translate!(lang, "write restartPolicy: Never", "请写 restartPolicy: Never").into()
        }
        FieldRule::BackoffPerIndex => {
            translate!(lang, "write completionMode: Indexed", "请写 completionMode: Indexed").into()
        }
        FieldRule::TolerationSeconds => translate!(
            lang,
            "write effect: NoExecute, or remove tolerationSeconds",
            "请写 effect: NoExecute，或去掉 tolerationSeconds"
        )
        .into(),
        FieldRule::TolerationKey => translate!(
            lang,
            "write the key of the taint, or operator: Exists to tolerate all taints",
            "请写污点的键，或写 operator: Exists 以容忍所有污点"
        )
        .into(),
        FieldRule::TolerationValue => {
            translate!(lang, "remove the value, or write operator: Equal", "请去掉 value，或写 operator: Equal").into()
        }
        FieldRule::RepeatedSpread => translate!(lang, "keep one of the constraints", "只保留其中一个约束").into(),
        FieldRule::GatedNode => {
            translate!(lang, "remove nodeName or the scheduling gates", "请去掉 nodeName 或调度门控").into()
        }
        FieldRule::VolumeTypes => translate!(lang, "make two volumes of it", "请拆分为两个卷").into(),
        FieldRule::MountVolume => translate!(
            lang,
            format!("add a volume named {} to volumes", value(0)),
            format!("请在 volumes 中添加名为 {} 的卷", value(0))
        ),
        FieldRule::PortNameLength => translate!(lang, "use a shorter name", "请使用更短的名称").into(),
        FieldRule::HostNetworkPort => translate!(
            lang,
            "write the same number in both, or remove hostPort",
            "请在两处写相同的端口，或去掉 hostPort"
        )
        .into(),
        FieldRule::LimitMissing => translate!(
            lang,
            "write the amount under limits; the request follows from it",
            "请把数量写在 limits 中；请求随之而定"
        )
        .into(),
        FieldRule::LimitDiffers => translate!(
            lang,
            format!("request {}, or lower the limit", value(2)),
            format!("请求应写 {}，或降低限制", value(2))
        ),
        FieldRule::HugePagesAlone => {
            translate!(lang, "request cpu or memory as well", "请同时请求 cpu 或 memory").into()
        }
        FieldRule::HugePagesUneven => translate!(lang, "write a whole number of pages", "请写整数个大页的大小").into(),
        FieldRule::ResourceUnknown => translate!(
            lang,
            "write cpu, memory, ephemeral-storage or hugepages-…, or a name with a domain, such as example.com/dongle",
            "请写 cpu、memory、ephemeral-storage 或 hugepages-…，或带域名的名称，例如 example.com/dongle"
        )
        .into(),
        FieldRule::ResourceOfOthers => {
            translate!(lang, "remove it: containers can’t request it", "请去掉它：容器不能请求它").into()
        }
        FieldRule::OverheadAlone => translate!(
            lang,
            "remove overhead, or write the runtimeClassName of a RuntimeClass with this overhead",
            "请去掉 overhead，或在 runtimeClassName 中写具有该开销的 RuntimeClass"
        )
        .into(),
        FieldRule::SystemClassName => {
            translate!(lang, "use a name without system- in front", "请使用不以 system- 开头的名称").into()
        }
        FieldRule::NoPolicy => {
            translate!(lang, "write basic: {} or gang: {minCount: 3}", "请写 basic: {} 或 gang: {minCount: 3}").into()
        }
        FieldRule::TwoPolicies => translate!(lang, "keep one of the two", "两者只保留一个").into(),
        FieldRule::NoTemplateSource => {
            translate!(lang, "name a Workload, or remove the field", "请写明 Workload，或去掉该字段").into()
        }
        FieldRule::PriorityTooHigh => translate!(lang, "write a smaller number", "请写更小的数").into(),
        FieldRule::TooManyItems => {
            translate!(lang, format!("keep at most {}", value(1)), format!("最多保留 {} 个", value(1)))
        }
        FieldRule::DottedName => translate!(lang, "use a name without dots", "请使用不含点号的名称").into(),
        FieldRule::UnhealthyPolicy | FieldRule::DisruptionMode => {
            translate!(lang, "write one of the two, or remove the field", "请写两者之一，或去掉该字段").into()
        }
        FieldRule::UnknownScope => translate!(
            lang,
            "write one of BestEffort, NotBestEffort, Terminating, NotTerminating, PriorityClass; v1.34 has CrossNamespacePodAffinity, too",
            "可用的有 BestEffort、NotBestEffort、Terminating、NotTerminating、PriorityClass；v1.34 还有 CrossNamespacePodAffinity"
        )
        .into(),
        FieldRule::NoClaimSource => translate!(
            lang,
            "name a ResourceClaim in resourceClaimName or a template in resourceClaimTemplateName",
            "请在 resourceClaimName 中写 ResourceClaim 的名称，或在 resourceClaimTemplateName 中写模板的名称"
        )
        .into(),
        FieldRule::TwoClaimSources => translate!(lang, "keep one of the two", "只保留其中一个").into(),
        FieldRule::ClaimNotListed => translate!(
            lang,
            "add an entry of this name to resourceClaims of the pod",
            "请在 Pod 的 resourceClaims 中添加同名条目"
        )
        .into(),
        FieldRule::QuotaScope => translate!(
            lang,
            "with BestEffort only pods can be limited, with the other scopes also cpu and memory",
            "作用域 BestEffort 只能限制 pods，其他作用域还可以限制 cpu 和 memory"
        )
        .into(),
        FieldRule::QuotaScopes => translate!(lang, "keep one of them", "只保留其中一个").into(),
        FieldRule::RangeOrder => translate!(
            lang,
            format!("lower {} or raise {}", value(1), value(3)),
            format!("请减小 {} 或增大 {}", value(1), value(3))
        ),
        FieldRule::RangeDefault => {
            translate!(lang, "write defaults for type: Container", "默认值请写在 type: Container 的条目中").into()
        }
        FieldRule::RepeatedTaint => translate!(lang, "keep one of the taints", "只保留其中一个污点").into(),
        FieldRule::AdminAccess => translate!(
            lang,
            "add a Namespace with this label, or remove adminAccess",
            "请添加带有该标签的 Namespace，或去掉 adminAccess"
        )
        .into(),
        FieldRule::OwnPreemptionPolicy => translate!(
            lang,
            format!("name a PriorityClass with preemptionPolicy: {} in priorityClassName", value(0)),
            format!("请在 priorityClassName 中引用 preemptionPolicy 为 {} 的 PriorityClass", value(0))
        ),
        FieldRule::NoSpreadSelector => translate!(lang, "write a labelSelector", "请写 labelSelector").into(),
        FieldRule::FractionalByte => {
            translate!(lang, "write whole bytes; m means thousandths", "请写整数字节；m 表示千分之一").into()
        }
    }
}
