//! Why the API server refuses an object.

use api::QuotaProblem;
use findings::{AdmissionProblem, NameForm};
use releases::quota_message;

use super::{
    field_error::field_error_text,
    notice::{breach_text, nearest_or_known},
};
use crate::table::grammar::{Grammar, TitleAndText, title_and_text};

pub(super) fn admission_text(lang: &(impl Grammar + ?Sized), problem: &AdmissionProblem) -> TitleAndText {
    match problem {
        AdmissionProblem::Field(error) => field_error_text(lang, error),
        AdmissionProblem::NoName => translate!(
            lang,
            title_and_text("the object has no name", "write metadata: {name: …}"),
            title_and_text("对象缺少名称", "请写 metadata: {name: …}")
        ),
        AdmissionProblem::Malformed { text, form } => translate!(
            lang,
            title_and_text(format!("`{text}` is not {}", name_form_example(lang, *form)), name_form_rule(lang, *form)),
            title_and_text(format!("`{text}` 不是{}", name_form_example(lang, *form)), name_form_rule(lang, *form))
        ),
        AdmissionProblem::TooLong { length, limit } => translate!(
            lang,
            title_and_text(format!("this has {length} characters"), format!("at most {limit} are allowed")),
            title_and_text(format!("此处有 {length} 个字符"), format!("至多 {limit} 个"))
        ),
        AdmissionProblem::OutOfRange { value, low, high } => translate!(
            lang,
            title_and_text(
                if value < low {
                    format!("{value} is less than {low}")
                } else {
                    format!("{value} is more than {high}")
                },
                match *high {
                    i64::MAX => format!("write {low} or more"),
                    height => format!("write a whole number from {low} to {height}"),
                },
            ),
            title_and_text(
                if value < low { format!("{value} 小于 {low}") } else { format!("{value} 大于 {high}") },
                match *high {
                    i64::MAX => format!("不得小于 {low}"),
                    height => format!("请写 {low} 到 {height} 的整数"),
                },
            )
        ),
        AdmissionProblem::Percentage { text, highest: Some(highest) } => translate!(
            lang,
            title_and_text(
                format!("`{text}` is neither a number nor a percentage up to {highest}%"),
                "write a whole number such as 1, or a percentage such as 50%",
            ),
            title_and_text(
                format!("`{text}` 既不是整数，也不是至多 {highest}% 的百分比"),
                "请写整数（例如 1）或百分比（例如 50%）",
            )
        ),
        AdmissionProblem::Percentage { text, highest: None } => translate!(
            lang,
            title_and_text(
                format!("`{text}` is neither a number nor a percentage"),
                "write a whole number such as 1, or a percentage such as 50%",
            ),
            title_and_text(format!("`{text}` 既不是整数，也不是百分比"), "请写整数（例如 1）或百分比（例如 50%）")
        ),
        AdmissionProblem::TooManyPods { pods, limit } => translate!(
            lang,
            title_and_text(
                format!("up to here the manifest asks for {pods} pods"),
                format!("the limit is {limit}, the largest cluster that Kubernetes supports; use fewer replicas"),
            ),
            title_and_text(
                format!("到此处为止，文本共要求 {pods} 个 Pod"),
                format!("至多运行 {limit} 个，即 Kubernetes 支持的最大集群；请减少副本数"),
            )
        ),
        AdmissionProblem::SecondDefault { first } => translate!(
            lang,
            title_and_text(
                format!("PriorityClass {first} is already marked as default. Only one default can exist"),
                "remove globalDefault"
            ),
            title_and_text(
                format!("PriorityClass {first} is already marked as default：只能有一个默认优先级类"),
                "请去掉 globalDefault"
            )
        ),
        AdmissionProblem::NoNodeTerms => translate!(
            lang,
            title_and_text(
                "must have at least one node selector term",
                "write a term, or remove the required node affinity"
            ),
            title_and_text("至少要有一个 nodeSelectorTerm", "请写一个条件，或去掉必需的节点亲和性")
        ),
        AdmissionProblem::NotOneValue { operator } => translate!(
            lang,
            title_and_text(format!("{operator} takes exactly one value here"), "write values: [\"…\"], with one value"),
            title_and_text(format!("{operator} 在此处只与一个值比较"), "请写 values: [\"…\"]，只写一个值")
        ),
        AdmissionProblem::NoSuchField { key, known } => translate!(
            lang,
            title_and_text(format!("`{key}` is not a valid field selector key"), format!("write {known}")),
            title_and_text(format!("`{key}` 不是 matchFields 可用的字段"), format!("请写 {known}"))
        ),
        AdmissionProblem::RepeatedGate { name } => translate!(
            lang,
            title_and_text(format!("duplicate scheduling gate {name}"), "keep one of them"),
            title_and_text(format!("调度门控 {name} 出现了两次"), "只保留其中一个")
        ),
        AdmissionProblem::MinDomainsAnyway => translate!(
            lang,
            title_and_text(
                "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
                "remove minDomains, or write whenUnsatisfiable: DoNotSchedule"
            ),
            title_and_text(
                "只有 whenUnsatisfiable 为 DoNotSchedule（而不是 ScheduleAnyway）时才能使用 minDomains",
                "请去掉 minDomains，或写 whenUnsatisfiable: DoNotSchedule"
            )
        ),
        AdmissionProblem::KeysWithoutSelector => translate!(
            lang,
            title_and_text(
                "must not be specified when labelSelector is not set",
                "write a labelSelector, or remove the keys"
            ),
            title_and_text("未设置 labelSelector 时不得指定", "请写 labelSelector，或去掉这些键")
        ),
        AdmissionProblem::RepeatedLabelKey { key, other } => translate!(
            lang,
            title_and_text(format!("`{key}` exists in both matchLabelKeys and {other}"), "keep one of them"),
            title_and_text(format!("`{key}` 同时出现在 matchLabelKeys 和 {other} 中"), "只保留其中一个")
        ),
        AdmissionProblem::NoContainers => translate!(
            lang,
            title_and_text("the pod has no containers", "write containers: [{name: app}]"),
            title_and_text("该 Pod 没有容器", "请写 containers: [{name: app}]")
        ),
        AdmissionProblem::RepeatedContainer { name } => translate!(
            lang,
            title_and_text(format!("a container named {name} already exists"), "give it another name"),
            title_and_text(format!("已有名为 {name} 的容器"), "请换一个名称")
        ),
        AdmissionProblem::AboveLimit { resource, request, limit } => translate!(
            lang,
            title_and_text(
                format!("the {resource} request {request} exceeds the limit {limit}"),
                "lower the request or raise the limit",
            ),
            title_and_text(format!("{resource} 的请求 {request} 高于限制 {limit}"), "请降低请求或提高限制")
        ),
        AdmissionProblem::BelowContainers { resource, request, containers } => translate!(
            lang,
            title_and_text(
                format!(
                    "the pod-level {resource} request {request} is below the sum of its containers’ requests, {containers}"
                ),
                format!("request {containers} or more at the pod level"),
            ),
            title_and_text(
                format!("Pod 级别的 {resource} 请求 {request} 低于其各容器请求之和 {containers}"),
                format!("Pod 级别的请求应不低于 {containers}"),
            )
        ),
        AdmissionProblem::AbovePod { resource, limit, pod } => translate!(
            lang,
            title_and_text(
                format!("the {resource} limit {limit} of the container exceeds the limit of its pod, {pod}"),
                "lower the limit of the container or raise that of the pod",
            ),
            title_and_text(
                format!("容器的 {resource} 限制 {limit} 高于 Pod 级别的限制 {pod}"),
                "请降低容器的限制或提高 Pod 级别的限制",
            )
        ),
        AdmissionProblem::NotOfPods { resource } => translate!(
            lang,
            title_and_text(
                format!("{resource} can’t be requested at the pod level"),
                "request cpu, memory or hugepages-… there, and the rest in the containers",
            ),
            title_and_text(
                format!("{resource} 不能在 Pod 级别请求"),
                "Pod 级别可写 cpu、memory 和 hugepages-…，其余请写在容器中"
            )
        ),
        AdmissionProblem::LimitRange(breached) => {
            let (message, remedy) = breach_text(lang, breached);
            translate!(
                lang,
                title_and_text(format!("the LimitRange {} {message}", breached.range), remedy),
                title_and_text(format!("LimitRange {} {message}", breached.range), remedy)
            )
        }
        AdmissionProblem::Quota(quota) => translate!(
            lang,
            title_and_text(
                format!("the API server rejects it: {}", quota_message(quota)),
                match quota.why {
                    QuotaProblem::Unspecified(_) => "set these in every container",
                    QuotaProblem::Exceeded(_) => "request less, or raise spec.hard of the quota",
                },
            ),
            title_and_text(
                format!("API 服务器会拒绝它：{}", quota_message(quota)),
                match quota.why {
                    QuotaProblem::Unspecified(_) => "请在每个容器中写明这些字段",
                    QuotaProblem::Exceeded(_) => "请减少用量，或提高该配额的 spec.hard",
                },
            )
        ),
        AdmissionProblem::SelectsOthers => translate!(
            lang,
            title_and_text("the selector doesn’t match the template’s labels", "use the same labels in both"),
            title_and_text("选择算符与模板的标签不匹配", "请在两处使用相同的标签")
        ),
        AdmissionProblem::ClassPriority { given, class, value } => translate!(
            lang,
            title_and_text(
                format!("priority {given} differs from {value}, the priority of class {class}"),
                format!("remove priority, or write {value}"),
            ),
            title_and_text(
                format!("优先级 {given} 与优先级类 {class} 的值 {value} 不一致"),
                format!("请去掉 priority，或写 {value}"),
            )
        ),
        AdmissionProblem::ClassOverhead { class } => translate!(
            lang,
            title_and_text(format!("the overhead differs from that of RuntimeClass {class}"), "remove overhead"),
            title_and_text(format!("开销与 RuntimeClass {class} 的不一致"), "请去掉 overhead")
        ),
        AdmissionProblem::ClassSelector { class, value } => translate!(
            lang,
            title_and_text(
                format!("RuntimeClass {class} requires another value of this label: {value}"),
                "remove the label, or write the same value",
            ),
            title_and_text(format!("RuntimeClass {class} 要求该标签为另一个值：{value}"), "请去掉该标签，或写相同的值")
        ),
        AdmissionProblem::LabelValue { value } => translate!(
            lang,
            title_and_text(
                format!("`{value}` is not a valid label value"),
                "up to 63 letters, digits, - _ . with a letter or digit at both ends",
            ),
            title_and_text(format!("`{value}` 不是合法的标签值"), "至多 63 个字母、数字、- _ .，首尾须为字母或数字")
        ),
        AdmissionProblem::ReservedPriority { value, highest } => translate!(
            lang,
            title_and_text(format!("{value} is reserved for system classes"), format!("at most {highest}")),
            title_and_text(format!("{value} 为系统优先级类保留"), format!("至多 {highest}"))
        ),
        AdmissionProblem::MinAndMax => translate!(
            lang,
            title_and_text("minAvailable and maxUnavailable are mutually exclusive", "set only one"),
            title_and_text("minAvailable 与 maxUnavailable 不能同时设置", "只保留其中一个")
        ),
        AdmissionProblem::PodGroup { message } => translate!(
            lang,
            title_and_text(message.to_string(), "change the group, or add what it names"),
            title_and_text(message.to_string(), "请修改该 PodGroup，或补上它引用的对象")
        ),
        AdmissionProblem::NoWayToRoll => translate!(
            lang,
            title_and_text(
                "maxUnavailable and maxSurge are both 0, so no pod could ever be replaced",
                "set one of them to more than 0",
            ),
            title_and_text("maxUnavailable 与 maxSurge 都是 0，永远无法替换任何 Pod", "请让其中一个大于 0")
        ),
        AdmissionProblem::NotWhole { amount } => translate!(
            lang,
            title_and_text(
                format!("this resource must be a whole number, not {amount}"),
                "write a whole number such as 1",
            ),
            title_and_text(format!("{amount} 不是整数，而这种资源只能按整数分配"), "请写整数，例如 1")
        ),
        AdmissionProblem::Skew { skew } => translate!(
            lang,
            title_and_text(format!("{skew} is not greater than 0"), "write maxSkew: 1"),
            title_and_text(format!("{skew} 不大于 0"), "请写 maxSkew: 1")
        ),
        AdmissionProblem::NoTopologyKey => translate!(
            lang,
            title_and_text("topologyKey must not be empty", "write topologyKey: kubernetes.io/hostname"),
            title_and_text("topologyKey 不能为空", "请写 topologyKey: kubernetes.io/hostname")
        ),
        AdmissionProblem::NegativeAmount { amount } => translate!(
            lang,
            title_and_text(format!("{amount} is less than zero"), "write 0 or more"),
            title_and_text(format!("{amount} 小于零"), "数量不得小于 0")
        ),
        AdmissionProblem::UnknownWord { word, known, near } => translate!(
            lang,
            title_and_text(format!("unknown value `{word}`"), nearest_or_known(lang, near.as_ref(), known)),
            title_and_text(format!("未知的值 `{word}`"), nearest_or_known(lang, near.as_ref(), known))
        ),
        AdmissionProblem::NoValues { operator } => translate!(
            lang,
            title_and_text(format!("{operator} needs values"), "write values: [a, b]"),
            title_and_text(format!("{operator} 需要 values"), "请写 values: [a, b]")
        ),
        AdmissionProblem::UnwantedValues { operator } => translate!(
            lang,
            title_and_text(format!("{operator} takes no values"), "remove values"),
            title_and_text(format!("{operator} 不接受 values"), "请去掉 values")
        ),
    }
}

pub(super) fn name_form_example(lang: &(impl Grammar + ?Sized), form: NameForm) -> &'static str {
    match form {
        NameForm::Label | NameForm::Subdomain => translate!(lang, "a valid name", "合法的名称"),
        NameForm::Key => translate!(lang, "a valid label key", "合法的标签键"),
    }
}

pub(super) fn name_form_rule(lang: &(impl Grammar + ?Sized), form: NameForm) -> &'static str {
    match form {
        NameForm::Label => translate!(
            lang,
            "lower-case letters, digits and -, with a letter or digit at both ends, such as web-0",
            "可用小写字母、数字和 -，首尾须为字母或数字，例如 web-0"
        ),
        NameForm::Subdomain => translate!(
            lang,
            "lower-case letters, digits, - and ., with a letter or digit at both ends, such as web-0.example",
            "可用小写字母、数字、- 和 .，首尾须为字母或数字，例如 web-0.example"
        ),
        NameForm::Key => translate!(
            lang,
            "letters, digits, - _ . with a letter or digit at both ends, such as app or example.com/app",
            "可用字母、数字、- _ .，首尾须为字母或数字，例如 app 或 example.com/app"
        ),
    }
}
