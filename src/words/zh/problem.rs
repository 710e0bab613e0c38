//! 文本中的问题：哪里不对，应如何写。

use crate::catalogue::grammar::{Told, told};
use crate::catalogue::problem::Sentences;
use api::Str;
use api::manifest::ACTIONS;
use api::problem::{
    Admission, Configuration, Form, Found, Message, Noun, Object, Overdraft, Problem, Reading, Scenario, Unfit, Wanted,
};
use releases::overdrawn;

use super::notice::{breach, list, notice, remedy};

impl Sentences for super::Zh {
    fn problem(&self, problem: &Problem) -> Told {
        match problem {
            Problem::Reading(it) => reading(it),
            Problem::Object(it) => object(it),
            Problem::Admission(it) => admission(it),
            Problem::Scenario(it) => scenario(it),
            Problem::Configuration(it) => configuration(it),
            Problem::Refused(it) => self.problem(&it.problem),
            Problem::Message(it) => message(it),
            Problem::Notice(it) => (notice(it), remedy(it)),
        }
    }
}

/// The name that was meant, or the names that there are.
fn nearest(near: Option<&Str>, known: &[Str]) -> String {
    near.map_or_else(|| format!("可用的有 {}", list(known)), |near| format!("是否想写 {near}？"))
}

fn reading(problem: &Reading) -> Told {
    match problem {
        Reading::TooLarge { bytes, limit } => {
            told(format!("文本有 {bytes} 字节"), format!("上限为 {} MiB；请去掉与调度无关的对象", limit >> 20))
        }
        Reading::NotUtf8 { byte } => told(
            format!("文本不是 UTF-8：此处有字节 {byte:#04x}，可能是 Latin-1 或 Windows-1252 字符"),
            "请存为 UTF-8，例如使用 iconv -f WINDOWS-1252 -t UTF-8",
        ),
        Reading::Binary => told("这不是文本", "清单是 UTF-8 文本；压缩文件应为 .gz、.tar.gz 或 .zip"),
        Reading::Refused { said } => {
            told(format!("浏览器无法读取：{said}"), "文件夹请用“打开文件夹”打开；文件可能在选择后被移动")
        }
        Reading::BrokenArchive => told("压缩文件已损坏，或使用了未知的压缩方式", "请解压后打开其中的文件"),
        Reading::Zip64 => told(
            "这个 zip 采用 Zip64 格式（用于超过 4 GiB 或 65,534 个文件），此处不能读取",
            "请打包为 .tar.gz，或解压后只打开有关的文件：节点、Pod、工作负载",
        ),
        Reading::UnpacksTooLarge { limit } => {
            told(format!("压缩文件的内容超过 {} MiB", limit >> 20), "请解压，只打开有关的文件：节点、Pod、工作负载")
        }
        Reading::Truncated => told("文件在对象中间结束", "文件在写入或复制时被截断：请重新获取"),
        Reading::NotJson => told("这不是 JSON", "请检查此行与上一行的括号、引号和逗号"),
        Reading::ReducedTooLarge { limit } => told(
            format!("该文件中调度所需的内容超过 {} MiB", limit >> 20),
            "请减少对象：只打开一个集群的节点和 Pod，不含已完成的 Job",
        ),
        Reading::BrokenUtf16 => told("文本以 UTF-16 开头，但在此处中断", "请存为 UTF-8"),
        Reading::NotYaml { words } => told(format!("不是合法的 YAML：{words}"), "请检查此行与上一行的缩进、引号和括号"),
        Reading::Template => told(
            "这是 Helm 模板，还不是清单",
            "请先渲染：helm template NAME CHART > all.yaml；已安装的版本可用 helm get manifest NAME",
        ),
        Reading::TableForPeople => told("这是 kubectl 打印给人看的表格", "请用 -o yaml 或 -o json 再运行同一命令"),
        Reading::Described => told(
            "这是 kubectl describe 打印给人看的内容",
            "请用 kubectl get 加 -o yaml，例如 kubectl get pods,nodes -A -o yaml",
        ),
        Reading::MergeOfOther => told("<< 只能合并映射，而此处不是映射", "请写 <<: *name 或 <<: [*a, *b]"),
        Reading::AliasInItself => told("别名位于它所指的值之内", ""),
        Reading::TooDeep { limit } => told(format!("嵌套超过 {limit} 层"), ""),
        Reading::TooMany { limit } => {
            told(format!("超过 {limit} 个值（每次引用别名都计入）"), "请去掉无关的对象和成倍展开的别名")
        }
        Reading::KeyNotText => told("键必须是文本", ""),
        Reading::RepeatedKey { key } => told(format!("键 `{key}` 重复"), "只保留其中一个"),
    }
}

fn object(problem: &Object) -> Told {
    match problem {
        Object::NotAnObject { found } => {
            told(format!("此处应为对象，而不是{}", self::found(found)), "对象应有 apiVersion、kind 和 metadata")
        }
        Object::NoKind => told("对象缺少 kind", "请写 kind: Pod、Node 等"),
        Object::Table => told("Table 只有给人看的列，没有对象", "请用 -o yaml 或 -o json 再运行同一命令"),
        Object::Answer { said } => told(format!("这是 API 服务器的回答，不是对象：{said}"), "请重新查询需要的对象"),
        Object::Misfit { wanted: kind, found } => {
            let (wanted, remedy) = wanted(kind);
            told(format!("此处应为{wanted}，而不是{}", self::found(found)), remedy)
        }
        Object::Unquoted { text } => told(format!("此处应为文本，而不是 {text}"), format!("请加引号，写成 \"{text}\"")),
        Object::Refused { words } => told(words.as_str(), ""),
    }
}

fn wanted(wanted: &Wanted) -> (String, &'static str) {
    match wanted {
        Wanted::Text => ("文本".into(), ""),
        Wanted::Flag => (" true 或 false".into(), ""),
        Wanted::Whole { low: i64::MIN, high: i64::MAX } => ("整数".into(), ""),
        Wanted::Whole { low, high } => (format!(" {low} 到 {high} 的整数"), ""),
        Wanted::WholeOrPercentage => ("整数或百分比".into(), "例如 1 或 50%"),
        Wanted::Quantity => ("数量".into(), "请写数字，例如 500m、1.5、2Gi 或 129e6"),
        Wanted::Time => ("时间".into(), "例如 2024-03-01T12:00:00Z"),
        Wanted::Word { known } => (format!("以下之一：{}", list(known)), ""),
        Wanted::List => ("列表".into(), ""),
        Wanted::Mapping => ("映射（key: value）".into(), ""),
    }
}

fn found(found: &Found) -> String {
    match found {
        Found::Nothing => "空值".into(),
        Found::Scalar(text) => format!(" `{text}`"),
        Found::List => "列表".into(),
        Found::Mapping => "映射".into(),
    }
}

fn admission(problem: &Admission) -> Told {
    match problem {
        Admission::NoName => told("对象缺少名称", "请写 metadata: {name: …}"),
        Admission::Malformed { text, form } => told(format!("`{text}` 不是{}", name(*form)), form_rule(*form)),
        Admission::TooLong { length, limit } => told(format!("此处有 {length} 个字符"), format!("至多 {limit} 个")),
        Admission::OutOfRange { value, low, high } => told(
            if value < low { format!("{value} 小于 {low}") } else { format!("{value} 大于 {high}") },
            match *high {
                i64::MAX => format!("不得小于 {low}"),
                high => format!("请写 {low} 到 {high} 的整数"),
            },
        ),
        Admission::Percentage { text, highest: Some(highest) } => told(
            format!("`{text}` 既不是整数，也不是至多 {highest}% 的百分比"),
            "请写整数（例如 1）或百分比（例如 50%）",
        ),
        Admission::Percentage { text, highest: None } => {
            told(format!("`{text}` 既不是整数，也不是百分比"), "请写整数（例如 1）或百分比（例如 50%）")
        }
        Admission::TooManyPods { pods, limit } => told(
            format!("到此处为止，文本共要求 {pods} 个 Pod"),
            format!("至多运行 {limit} 个，即 Kubernetes 支持的最大集群；请减少副本数"),
        ),
        Admission::NoContainers => told("该 Pod 没有容器", "请写 containers: [{name: app}]"),
        Admission::RepeatedContainer { name } => told(format!("已有名为 {name} 的容器"), "请换一个名称"),
        Admission::AboveLimit { resource, request, limit } => {
            told(format!("{resource} 的请求 {request} 高于限制 {limit}"), "请降低请求或提高限制")
        }
        Admission::BelowContainers { resource, request, containers } => told(
            format!("Pod 级别的 {resource} 请求 {request} 低于其各容器请求之和 {containers}"),
            format!("Pod 级别的请求应不低于 {containers}"),
        ),
        Admission::AbovePod { resource, limit, pod } => told(
            format!("容器的 {resource} 限制 {limit} 高于 Pod 级别的限制 {pod}"),
            "请降低容器的限制或提高 Pod 级别的限制",
        ),
        Admission::NotOfPods { resource } => {
            told(format!("{resource} 不能在 Pod 级别请求"), "Pod 级别可写 cpu、memory 和 hugepages-…，其余请写在容器中")
        }
        Admission::LimitRange(it) => {
            let (says, remedy) = breach(it);
            told(format!("LimitRange {} {says}", it.range), remedy)
        }
        Admission::Quota(it) => told(
            format!("API 服务器会拒绝它：{}", overdrawn(it)),
            match it.why {
                Overdraft::Unspecified(_) => "请在每个容器中写明这些字段",
                Overdraft::Exceeded(_) => "请减少用量，或提高该配额的 spec.hard",
            },
        ),
        Admission::SelectsOthers => told("选择算符与模板的标签不匹配", "请在两处使用相同的标签"),
        Admission::ClassPriority { given, class, value } => told(
            format!("优先级 {given} 与优先级类 {class} 的值 {value} 不一致"),
            format!("请去掉 priority，或写 {value}"),
        ),
        Admission::ClassOverhead { class } => told(format!("开销与 RuntimeClass {class} 的不一致"), "请去掉 overhead"),
        Admission::ClassSelector { class, value } => {
            told(format!("RuntimeClass {class} 要求该标签为另一个值：{value}"), "请去掉该标签，或写相同的值")
        }
        Admission::LabelValue { value } => {
            told(format!("`{value}` 不是合法的标签值"), "至多 63 个字母、数字、- _ .，首尾须为字母或数字")
        }
        Admission::ReservedPriority { value, highest } => {
            told(format!("{value} 为系统优先级类保留"), format!("至多 {highest}"))
        }
        Admission::MinAndMax => told("minAvailable 与 maxUnavailable 不能同时设置", "只保留其中一个"),
        Admission::NoWayToRoll => told("maxUnavailable 与 maxSurge 都是 0，永远无法替换任何 Pod", "请让其中一个大于 0"),
        Admission::NotWhole { amount } => {
            told(format!("{amount} 不是整数，而这种资源只能按整数分配"), "请写整数，例如 1")
        }
        Admission::Skew { skew } => told(format!("{skew} 不大于 0"), "请写 maxSkew: 1"),
        Admission::NoTopologyKey => told("topologyKey 不能为空", "请写 topologyKey: kubernetes.io/hostname"),
        Admission::NegativeAmount { amount } => told(format!("{amount} 小于零"), "数量不得小于 0"),
        Admission::UnknownWord { word, known, near } => {
            told(format!("未知的值 `{word}`"), nearest(near.as_ref(), known))
        }
        Admission::NoValues { operator } => told(format!("{operator} 需要 values"), "请写 values: [a, b]"),
        Admission::UnwantedValues { operator } => told(format!("{operator} 不接受 values"), "请去掉 values"),
    }
}

fn name(form: Form) -> &'static str {
    match form {
        Form::Label | Form::Subdomain => "合法的名称",
        Form::Key => "合法的标签键",
    }
}

fn form_rule(form: Form) -> &'static str {
    match form {
        Form::Label => "可用小写字母、数字和 -，首尾须为字母或数字，例如 web-0",
        Form::Subdomain => "可用小写字母、数字、- 和 .，首尾须为字母或数字，例如 web-0.example",
        Form::Key => "可用字母、数字、- _ .，首尾须为字母或数字，例如 app 或 example.com/app",
    }
}

fn scenario(problem: &Scenario) -> Told {
    match problem {
        Scenario::Second => told("第二个 Scenario", "只保留其中一个"),
        Scenario::UnknownRelease { name, known } => {
            told(format!("未知的版本 {name}"), format!("请写以下之一：{}", list(known)))
        }
        Scenario::ScriptNotAList { found } => {
            told(format!("此处应为列表，而不是{}", self::found(found)), "请写 - at: 5s，然后写操作")
        }
        Scenario::NotAnEntry { found } => {
            told(format!("此处应为操作，而不是{}", self::found(found)), "请写 at: 5s，再写操作，例如 cordon: node-a")
        }
        Scenario::NoTime => told("操作缺少时间", "请写 at: 5s"),
        Scenario::NotADuration { found } => {
            told(format!("此处应为时长，而不是{}", self::found(found)), "请写时长，例如 37s、1m30s 或 500ms")
        }
        Scenario::SecondExtender { host } => told(format!("已有另一个 Extender 为 {host} 作答"), ""),
        Scenario::NoExtender { host } => {
            told(format!("没有文档为扩展程序 {host} 作答"), format!("请添加 host: {host} 的 Extender 文档"))
        }
        Scenario::SecondPlugin { name } => told(format!("已有另一个名为 {name} 的插件"), "请为其中一个改名"),
        Scenario::BuiltInPlugin { name, release } => {
            told(format!("{release} 自带名为 {name} 的插件"), "请为您的插件改名")
        }
        Scenario::PluginOfNothing => told("该插件没有扩展任何扩展点", "请在 filter、score 或 permit 下写明其规则"),
        Scenario::TooManyRules { rules, limit } => {
            told(format!("一个扩展点上有 {rules} 条规则"), format!("最多 {limit} 条"))
        }
        Scenario::NotOneAction => told("每一项只能有一个操作", format!("可用的有 {}", ACTIONS.join("、"))),
        Scenario::UnknownAction { name, near } => {
            told(format!("未知的操作 `{name}`"), nearest(near.as_ref(), &ACTIONS.map(Str::from)))
        }
        Scenario::NoReplicas => told("scale 需要副本数", "请写 replicas: 3"),
    }
}

fn configuration(problem: &Configuration) -> Told {
    match problem {
        Configuration::Unknown { noun: kind, name, known, near } => {
            let near = near.as_ref().map(|near| format!("\"{near}\"").into());
            let own = if *kind == Noun::Plugin {
                let stop = if near.is_some() { "" } else { "。" };
                format!("{stop}若为自定义插件，请添加 metadata.name: {name} 的 Plugin 文档")
            } else {
                String::new()
            };
            told(format!("未知的{} \"{name}\"", noun(*kind)), nearest(near.as_ref(), known) + &own)
        }
        Configuration::UnknownVersion { version, known } => {
            let known: Vec<Str> = known.iter().map(|(version, of)| format!("{version}（{of}）").into()).collect();
            told(format!("{version} 不属于这里的任何版本"), format!("可用的有 {}", list(&known)))
        }
        Configuration::Missing { field } => told(format!("缺少 {field}"), ""),
        Configuration::NoQueueSort => told("没有插件为队列排序", "请在 queueSort 处启用 PrioritySort"),
        Configuration::LabelContradiction { label } => {
            told(format!("标签 {label} 既必须存在又必须不存在"), "请从其中一个列表中删除")
        }
        Configuration::OneArgument { found } => told(format!("有 {found} 个参数，需要恰好一个"), ""),
        Configuration::BadName { name } => told(format!("“{name}”不能用作名称"), "请用至少两个字母或数字，中间可用 -"),
        Configuration::OtherWeight { name, than } => {
            told(format!("{name} 与 {than} 会成为同一个插件，但权重不同"), "请使用相同的权重")
        }
        Configuration::WeightsOverflow => told("权重之和过大", ""),
        Configuration::Redeclared { name, by } => told(format!("{name} 与 {by} 会成为同一个插件"), "只保留一个"),
        Configuration::NotExtended { name } => {
            told(format!("{name} 不是扩展资源"), "请使用类似 example.com/gpu 的名称")
        }
        Configuration::RepeatedResource { name } => told(format!("{name} 已由另一个扩展程序管理"), ""),
        Configuration::GroupWithSlash { group } => told(format!("“{group}”不是资源组"), "只写 / 之前的部分"),
        Configuration::TwoBinders { found } => {
            told(format!("{found} 个扩展程序设置了 bindVerb"), "只能由一个扩展程序绑定 Pod")
        }
        Configuration::OtherArguments { kind, wanted } => told(format!("参数类型为 {kind}，此插件需要 {wanted}"), ""),
        Configuration::NoResourceWeight { name } => told(format!("{name} 的权重无效"), "请使用 1 到 100 的权重"),
        Configuration::PluginsOfOwn => {
            told("不支持自定义插件", "请用 Policy 选择谓词与优先级；自定义插件可用于 v1.20 及之后的版本")
        }
        Configuration::NoArguments { plugin } => told(format!("{plugin} 不接受 args"), ""),
        Configuration::NoCandidates => {
            told("minCandidateNodesPercentage 与 minCandidateNodesAbsolute 不能同时为 0", "")
        }
        Configuration::WeightNotOne => told("weight 必须为 1", ""),
        Configuration::NoWeight => told("weight 必须为正数", ""),
        Configuration::NotRising => told("utilization 必须逐点递增", ""),
        Configuration::NoPoints => told("shape 至少需要一个点", ""),
        Configuration::ConstraintsOfSystem => told("defaultConstraints 需要 defaultingType: List", ""),
        Configuration::RepeatedConstraint => told("已有 topologyKey 与 whenUnsatisfiable 相同的约束", ""),
        Configuration::RepeatedProfile { name } => told(format!("已有名为 \"{name}\" 的配置文件"), ""),
        Configuration::RepeatedDocument { kind, release } => {
            told(format!("{release} 已有一份 {kind}"), "只保留其中一份")
        }
        Configuration::BackoffOrder => told("podMaxBackoffSeconds 不得小于 podInitialBackoffSeconds", ""),
        Configuration::RepeatedArguments { plugin } => told(format!("{plugin} 已配置过"), ""),
        Configuration::NoShape { name } => told(format!("{name} 需要 shape"), "请在其参数中给出"),
        Configuration::Repeated { name } => told(format!("{name} 已列出"), "只保留其中一个"),
        Configuration::EnabledByDefault { plugin } => {
            told(format!("{plugin} 默认启用"), "要在其他位置重新启用，请先在此停用")
        }
        Configuration::NoBinder { scheduler } => told(
            match scheduler {
                Some(name) => format!("schedulerName 为 \"{name}\" 的配置文件至少需要一个 bind 插件"),
                None => "至少需要一个 bind 插件".into(),
            },
            "请在 bind 处保留 DefaultBinder",
        ),
        Configuration::OtherPoint { plugin } => told(format!("{plugin} 不属于此扩展点"), ""),
    }
}

fn noun(noun: Noun) -> &'static str {
    match noun {
        Noun::Field => "字段",
        Noun::Kind => "种类",
        Noun::Plugin => "插件",
        Noun::Predicate => "谓词",
        Noun::Priority => "优先级函数",
        Noun::Strategy => "策略",
        Noun::DefaultingType => "类型",
        Noun::Action => "操作",
        Noun::Argument => "参数",
    }
}

fn message(problem: &Message) -> Told {
    match problem {
        Message::Nodes { left, all, releases } => told(
            format!("调度器的消息：{all} 个节点中还剩 {left} 个可用于该 Pod"),
            match releases.is_empty() {
                true => "下面逐项解释；一个节点会计入所有适用的项".into(),
                false => format!("这是 {} 的用语；下面逐项解释", list(releases)),
            },
        ),
        Message::Rejected { nodes, said, why } => told(format!("{nodes} × {said}"), unfit(why)),
        Message::Preempting { nodes, said, why } => told(format!("抢占：{nodes} × {said}"), unfit(why)),
    }
}

fn unfit(why: &Unfit) -> String {
    match why {
        Unfit::Insufficient { resource } => {
            return format!("可分配的 {resource} 减去该节点上所有 Pod 的请求后，少于此 Pod 的请求；容器的实际用量不计");
        }
        Unfit::Taint { key: Some(key) } => return format!("请为污点 {key} 添加容忍度，或移除该污点"),
        Unfit::Taint { key: None } => "请为这些节点的污点添加容忍度；kubectl describe node 可查看污点",
        Unfit::TooManyPods => "节点上的 Pod 数已达 status.allocatable.pods",
        Unfit::Cordoned => "节点已标记为不可调度；kubectl uncordon 可恢复",
        Unfit::NodeAffinity => "节点缺少 Pod 的 nodeSelector 或必需的节点亲和性所要求的标签",
        Unfit::OtherNodeNamed => "spec.nodeName 或亲和性指定了另一个节点",
        Unfit::PortTaken => "该节点上另一个 Pod 占用了相同的 hostPort",
        Unfit::Spread => "再放一个 Pod 会使偏差超过 maxSkew",
        Unfit::SpreadLabel => "节点缺少 topologyKey 所指的标签",
        Unfit::PodAffinity => "同一拓扑域中没有 Pod 必需的亲和性所要求的 Pod",
        Unfit::PodAntiAffinity => "同一拓扑域中有 Pod 必需的反亲和性要避开的 Pod",
        Unfit::OthersAntiAffinity => "该处已有 Pod 的必需反亲和性排斥此 Pod",
        Unfit::AnyPodAffinity => "必需的 Pod 亲和性或反亲和性；其后的一项说明是哪一种",
        Unfit::UnboundClaim => "申领还没有卷，而其存储类要求立即绑定：请检查申领、StorageClass 和制备器",
        Unfit::NoClaim => "请在 Pod 的名字空间中创建该 PersistentVolumeClaim",
        Unfit::NoVolume => "没有空闲、足够大且这些节点可访问的卷，也无法为它们制备",
        Unfit::VolumeElsewhere => "该卷只能在其他节点或其他可用区使用",
        Unfit::TooManyVolumes => "驱动程序在这些节点上不能再挂接卷",
        Unfit::VolumeInUse => "另一个 Pod 正在使用该磁盘或申领，且不能共享",
        Unfit::NoVictims => "该处没有优先级更低的 Pod，无可抢占",
        Unfit::NotHelped => "移走 Pod 也不会改变这些节点被拒绝的原因",
        Unfit::Unknown => "此处的版本没有这种用语：可能来自其他插件或扩展程序",
    }
    .into()
}
