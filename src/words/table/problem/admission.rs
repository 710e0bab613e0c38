//! Why the API server refuses an object.

use super::notice::{breach, nearest};
use crate::table::grammar::{Grammar, Told, told};
use api::problem::{Admission, Form, Overdraft};
use releases::overdrawn;

pub(super) fn admission(lang: &(impl Grammar + ?Sized), problem: &Admission) -> Told {
    match problem {
        Admission::NoName => say!(
            lang,
            told("the object has no name", "write metadata: {name: …}"),
            told("对象缺少名称", "请写 metadata: {name: …}")
        ),
        Admission::Malformed { text, form } => say!(
            lang,
            told(format!("`{text}` is not {}", name(lang, *form)), form_rule(lang, *form)),
            told(format!("`{text}` 不是{}", name(lang, *form)), form_rule(lang, *form))
        ),
        Admission::TooLong { length, limit } => say!(
            lang,
            told(format!("this has {length} characters"), format!("at most {limit} are allowed")),
            told(format!("此处有 {length} 个字符"), format!("至多 {limit} 个"))
        ),
        Admission::OutOfRange { value, low, high } => say!(
            lang,
            told(
                if value < low {
                    format!("{value} is less than {low}")
                } else {
                    format!("{value} is more than {high}")
                },
                match *high {
                    i64::MAX => format!("write {low} or more"),
                    high => format!("write a whole number from {low} to {high}"),
                },
            ),
            told(
                if value < low { format!("{value} 小于 {low}") } else { format!("{value} 大于 {high}") },
                match *high {
                    i64::MAX => format!("不得小于 {low}"),
                    high => format!("请写 {low} 到 {high} 的整数"),
                },
            )
        ),
        Admission::Percentage { text, highest: Some(highest) } => say!(
            lang,
            told(
                format!("`{text}` is neither a number nor a percentage up to {highest}%"),
                "write a whole number such as 1, or a percentage such as 50%",
            ),
            told(
                format!("`{text}` 既不是整数，也不是至多 {highest}% 的百分比"),
                "请写整数（例如 1）或百分比（例如 50%）",
            )
        ),
        Admission::Percentage { text, highest: None } => say!(
            lang,
            told(
                format!("`{text}` is neither a number nor a percentage"),
                "write a whole number such as 1, or a percentage such as 50%",
            ),
            told(format!("`{text}` 既不是整数，也不是百分比"), "请写整数（例如 1）或百分比（例如 50%）")
        ),
        Admission::TooManyPods { pods, limit } => say!(
            lang,
            told(
                format!("up to here the manifest asks for {pods} pods"),
                format!("the limit is {limit}, the largest cluster that Kubernetes supports; use fewer replicas"),
            ),
            told(
                format!("到此处为止，文本共要求 {pods} 个 Pod"),
                format!("至多运行 {limit} 个，即 Kubernetes 支持的最大集群；请减少副本数"),
            )
        ),
        Admission::SecondDefault { first } => say!(
            lang,
            told(
                format!("PriorityClass {first} is already marked as default. Only one default can exist"),
                "remove globalDefault"
            ),
            told(
                format!("PriorityClass {first} is already marked as default：只能有一个默认优先级类"),
                "请去掉 globalDefault"
            )
        ),
        Admission::NoNodeTerms => say!(
            lang,
            told("must have at least one node selector term", "write a term, or remove the required node affinity"),
            told("至少要有一个 nodeSelectorTerm", "请写一个条件，或去掉必需的节点亲和性")
        ),
        Admission::NotOneValue { operator } => say!(
            lang,
            told(format!("{operator} takes exactly one value here"), "write values: [\"…\"], with one value"),
            told(format!("{operator} 在此处只与一个值比较"), "请写 values: [\"…\"]，只写一个值")
        ),
        Admission::NoSuchField { key, known } => say!(
            lang,
            told(format!("`{key}` is not a valid field selector key"), format!("write {known}")),
            told(format!("`{key}` 不是 matchFields 可用的字段"), format!("请写 {known}"))
        ),
        Admission::RepeatedGate { name } => say!(
            lang,
            told(format!("duplicate scheduling gate {name}"), "keep one of them"),
            told(format!("调度门控 {name} 出现了两次"), "只保留其中一个")
        ),
        Admission::MinDomainsAnyway => say!(
            lang,
            told(
                "can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ScheduleAnyway",
                "remove minDomains, or write whenUnsatisfiable: DoNotSchedule"
            ),
            told(
                "只有 whenUnsatisfiable 为 DoNotSchedule（而不是 ScheduleAnyway）时才能使用 minDomains",
                "请去掉 minDomains，或写 whenUnsatisfiable: DoNotSchedule"
            )
        ),
        Admission::KeysWithoutSelector => say!(
            lang,
            told("must not be specified when labelSelector is not set", "write a labelSelector, or remove the keys"),
            told("未设置 labelSelector 时不得指定", "请写 labelSelector，或去掉这些键")
        ),
        Admission::RepeatedLabelKey { key, other } => say!(
            lang,
            told(format!("`{key}` exists in both matchLabelKeys and {other}"), "keep one of them"),
            told(format!("`{key}` 同时出现在 matchLabelKeys 和 {other} 中"), "只保留其中一个")
        ),
        Admission::NoContainers => say!(
            lang,
            told("the pod has no containers", "write containers: [{name: app}]"),
            told("该 Pod 没有容器", "请写 containers: [{name: app}]")
        ),
        Admission::RepeatedContainer { name } => say!(
            lang,
            told(format!("a container named {name} already exists"), "give it another name"),
            told(format!("已有名为 {name} 的容器"), "请换一个名称")
        ),
        Admission::AboveLimit { resource, request, limit } => say!(
            lang,
            told(
                format!("the {resource} request {request} exceeds the limit {limit}"),
                "lower the request or raise the limit",
            ),
            told(format!("{resource} 的请求 {request} 高于限制 {limit}"), "请降低请求或提高限制")
        ),
        Admission::BelowContainers { resource, request, containers } => say!(
            lang,
            told(
                format!(
                    "the pod-level {resource} request {request} is below the sum of its containers’ requests, {containers}"
                ),
                format!("request {containers} or more at the pod level"),
            ),
            told(
                format!("Pod 级别的 {resource} 请求 {request} 低于其各容器请求之和 {containers}"),
                format!("Pod 级别的请求应不低于 {containers}"),
            )
        ),
        Admission::AbovePod { resource, limit, pod } => say!(
            lang,
            told(
                format!("the {resource} limit {limit} of the container exceeds the limit of its pod, {pod}"),
                "lower the limit of the container or raise that of the pod",
            ),
            told(
                format!("容器的 {resource} 限制 {limit} 高于 Pod 级别的限制 {pod}"),
                "请降低容器的限制或提高 Pod 级别的限制",
            )
        ),
        Admission::NotOfPods { resource } => say!(
            lang,
            told(
                format!("{resource} can’t be requested at the pod level"),
                "request cpu, memory or hugepages-… there, and the rest in the containers",
            ),
            told(
                format!("{resource} 不能在 Pod 级别请求"),
                "Pod 级别可写 cpu、memory 和 hugepages-…，其余请写在容器中"
            )
        ),
        Admission::LimitRange(breached) => {
            let (says, remedy) = breach(lang, breached);
            say!(
                lang,
                told(format!("the LimitRange {} {says}", breached.range), remedy),
                told(format!("LimitRange {} {says}", breached.range), remedy)
            )
        }
        Admission::Quota(quota) => say!(
            lang,
            told(
                format!("the API server rejects it: {}", overdrawn(quota)),
                match quota.why {
                    Overdraft::Unspecified(_) => "set these in every container",
                    Overdraft::Exceeded(_) => "request less, or raise spec.hard of the quota",
                },
            ),
            told(
                format!("API 服务器会拒绝它：{}", overdrawn(quota)),
                match quota.why {
                    Overdraft::Unspecified(_) => "请在每个容器中写明这些字段",
                    Overdraft::Exceeded(_) => "请减少用量，或提高该配额的 spec.hard",
                },
            )
        ),
        Admission::SelectsOthers => say!(
            lang,
            told("the selector doesn’t match the template’s labels", "use the same labels in both"),
            told("选择算符与模板的标签不匹配", "请在两处使用相同的标签")
        ),
        Admission::ClassPriority { given, class, value } => say!(
            lang,
            told(
                format!("priority {given} differs from {value}, the priority of class {class}"),
                format!("remove priority, or write {value}"),
            ),
            told(
                format!("优先级 {given} 与优先级类 {class} 的值 {value} 不一致"),
                format!("请去掉 priority，或写 {value}"),
            )
        ),
        Admission::ClassOverhead { class } => say!(
            lang,
            told(format!("the overhead differs from that of RuntimeClass {class}"), "remove overhead"),
            told(format!("开销与 RuntimeClass {class} 的不一致"), "请去掉 overhead")
        ),
        Admission::ClassSelector { class, value } => say!(
            lang,
            told(
                format!("RuntimeClass {class} requires another value of this label: {value}"),
                "remove the label, or write the same value",
            ),
            told(format!("RuntimeClass {class} 要求该标签为另一个值：{value}"), "请去掉该标签，或写相同的值")
        ),
        Admission::LabelValue { value } => say!(
            lang,
            told(
                format!("`{value}` is not a valid label value"),
                "up to 63 letters, digits, - _ . with a letter or digit at both ends",
            ),
            told(format!("`{value}` 不是合法的标签值"), "至多 63 个字母、数字、- _ .，首尾须为字母或数字")
        ),
        Admission::ReservedPriority { value, highest } => say!(
            lang,
            told(format!("{value} is reserved for system classes"), format!("at most {highest}")),
            told(format!("{value} 为系统优先级类保留"), format!("至多 {highest}"))
        ),
        Admission::MinAndMax => say!(
            lang,
            told("minAvailable and maxUnavailable are mutually exclusive", "set only one"),
            told("minAvailable 与 maxUnavailable 不能同时设置", "只保留其中一个")
        ),
        Admission::NoWayToRoll => say!(
            lang,
            told(
                "maxUnavailable and maxSurge are both 0, so no pod could ever be replaced",
                "set one of them to more than 0",
            ),
            told("maxUnavailable 与 maxSurge 都是 0，永远无法替换任何 Pod", "请让其中一个大于 0")
        ),
        Admission::NotWhole { amount } => say!(
            lang,
            told(format!("this resource must be a whole number, not {amount}"), "write a whole number such as 1",),
            told(format!("{amount} 不是整数，而这种资源只能按整数分配"), "请写整数，例如 1")
        ),
        Admission::Skew { skew } => say!(
            lang,
            told(format!("{skew} is not greater than 0"), "write maxSkew: 1"),
            told(format!("{skew} 不大于 0"), "请写 maxSkew: 1")
        ),
        Admission::NoTopologyKey => say!(
            lang,
            told("topologyKey must not be empty", "write topologyKey: kubernetes.io/hostname"),
            told("topologyKey 不能为空", "请写 topologyKey: kubernetes.io/hostname")
        ),
        Admission::NegativeAmount { amount } => say!(
            lang,
            told(format!("{amount} is less than zero"), "write 0 or more"),
            told(format!("{amount} 小于零"), "数量不得小于 0")
        ),
        Admission::UnknownWord { word, known, near } => say!(
            lang,
            told(format!("unknown value `{word}`"), nearest(lang, near.as_ref(), known)),
            told(format!("未知的值 `{word}`"), nearest(lang, near.as_ref(), known))
        ),
        Admission::NoValues { operator } => say!(
            lang,
            told(format!("{operator} needs values"), "write values: [a, b]"),
            told(format!("{operator} 需要 values"), "请写 values: [a, b]")
        ),
        Admission::UnwantedValues { operator } => say!(
            lang,
            told(format!("{operator} takes no values"), "remove values"),
            told(format!("{operator} 不接受 values"), "请去掉 values")
        ),
    }
}

pub(super) fn name(lang: &(impl Grammar + ?Sized), form: Form) -> &'static str {
    match form {
        Form::Label | Form::Subdomain => say!(lang, "a valid name", "合法的名称"),
        Form::Key => say!(lang, "a valid label key", "合法的标签键"),
    }
}

pub(super) fn form_rule(lang: &(impl Grammar + ?Sized), form: Form) -> &'static str {
    match form {
        Form::Label => say!(
            lang,
            "lower-case letters, digits and -, with a letter or digit at both ends, such as web-0",
            "可用小写字母、数字和 -，首尾须为字母或数字，例如 web-0"
        ),
        Form::Subdomain => say!(
            lang,
            "lower-case letters, digits, - and ., with a letter or digit at both ends, such as web-0.example",
            "可用小写字母、数字、- 和 .，首尾须为字母或数字，例如 web-0.example"
        ),
        Form::Key => say!(
            lang,
            "letters, digits, - _ . with a letter or digit at both ends, such as app or example.com/app",
            "可用字母、数字、- _ .，首尾须为字母或数字，例如 app 或 example.com/app"
        ),
    }
}
