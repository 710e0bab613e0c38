//! What is wrong with a scenario, and with the scheduler's configuration.

use super::notice::{list, nearest};
use super::reading::found_there;
use crate::table::grammar::{Grammar, Told, told};
use api::Str;
use api::manifest::ACTIONS;
use api::problem::{Configuration, Noun, Scenario};

pub(super) fn scenario(lang: &(impl Grammar + ?Sized), problem: &Scenario) -> Told {
    match problem {
        Scenario::Second => {
            say!(lang, told("a second Scenario", "keep one of them"), told("第二个 Scenario", "只保留其中一个"))
        }
        Scenario::UnknownRelease { name, known } => say!(
            lang,
            told(format!("unknown release {name}"), format!("use one of {}", list(lang, known))),
            told(format!("未知的版本 {name}"), format!("请写以下之一：{}", list(lang, known)))
        ),
        Scenario::ScriptNotAList { found } => say!(
            lang,
            told(format!("expected a list, found {}", found_there(lang, found)), "write - at: 5s, then the action"),
            told(format!("此处应为列表，而不是{}", found_there(lang, found)), "请写 - at: 5s，然后写操作")
        ),
        Scenario::NotAnEntry { found } => say!(
            lang,
            told(
                format!("expected an action, found {}", found_there(lang, found)),
                "write at: 5s and, for example, cordon: node-a",
            ),
            told(
                format!("此处应为操作，而不是{}", found_there(lang, found)),
                "请写 at: 5s，再写操作，例如 cordon: node-a"
            )
        ),
        Scenario::NoTime => {
            say!(lang, told("the action has no time", "write at: 5s"), told("操作缺少时间", "请写 at: 5s"))
        }
        Scenario::NotADuration { found } => say!(
            lang,
            told(
                format!("expected a duration, found {}", found_there(lang, found)),
                "write a duration such as 37s, 1m30s or 500ms",
            ),
            told(format!("此处应为时长，而不是{}", found_there(lang, found)), "请写时长，例如 37s、1m30s 或 500ms")
        ),
        Scenario::SecondExtender { host } => say!(
            lang,
            told(format!("another Extender already answers for {host}"), ""),
            told(format!("已有另一个 Extender 为 {host} 作答"), "")
        ),
        Scenario::NoExtender { host } => say!(
            lang,
            told(
                format!("no document answers for the extender {host}"),
                format!("add a document of kind Extender with host: {host}"),
            ),
            told(format!("没有文档为扩展程序 {host} 作答"), format!("请添加 host: {host} 的 Extender 文档"))
        ),
        Scenario::SecondPlugin { name } => say!(
            lang,
            told(format!("a plugin named {name} already exists"), "rename one of them"),
            told(format!("已有另一个名为 {name} 的插件"), "请为其中一个改名")
        ),
        Scenario::BuiltInPlugin { name, release } => say!(
            lang,
            told(format!("{name} is built into {release}"), "choose another name"),
            told(format!("{release} 自带名为 {name} 的插件"), "请为您的插件改名")
        ),
        Scenario::PluginOfNothing => say!(
            lang,
            told("the plugin implements no extension point", "define filter, score or permit"),
            told("该插件没有扩展任何扩展点", "请在 filter、score 或 permit 下写明其规则")
        ),
        Scenario::TooManyRules { rules, limit } => say!(
            lang,
            told(format!("{rules} rules at one extension point"), format!("write at most {limit}")),
            told(format!("一个扩展点上有 {rules} 条规则"), format!("最多 {limit} 条"))
        ),
        Scenario::NotOneAction => say!(
            lang,
            told("an entry must have exactly one action", format!("one of {}", ACTIONS.join(", "))),
            told("每一项只能有一个操作", format!("可用的有 {}", ACTIONS.join("、")))
        ),
        Scenario::UnknownAction { name, near } => say!(
            lang,
            told(format!("unknown action `{name}`"), nearest(lang, near.as_ref(), &ACTIONS.map(Str::from))),
            told(format!("未知的操作 `{name}`"), nearest(lang, near.as_ref(), &ACTIONS.map(Str::from)))
        ),
        Scenario::NoReplicas => say!(
            lang,
            told("scale needs a number of replicas", "write replicas: 3"),
            told("scale 需要副本数", "请写 replicas: 3")
        ),
    }
}

pub(super) fn configuration(lang: &(impl Grammar + ?Sized), problem: &Configuration) -> Told {
    match problem {
        Configuration::Unknown { noun: kind, name, known, near } => {
            let near = near.as_ref().map(|near| format!("“{near}”").into());
            say!(
                lang,
                {
                    let own = if *kind == Noun::Plugin { own_plugin(name, near.is_some()) } else { String::new() };
                    told(format!("unknown {} “{name}”", noun(lang, *kind)), nearest(lang, near.as_ref(), known) + &own)
                },
                {
                    let own = if *kind == Noun::Plugin {
                        let stop = if near.is_some() { "" } else { "。" };
                        format!("{stop}若为自定义插件，请添加 metadata.name: {name} 的 Plugin 文档")
                    } else {
                        String::new()
                    };
                    told(format!("未知的{}“{name}”", noun(lang, *kind)), nearest(lang, near.as_ref(), known) + &own)
                }
            )
        }
        Configuration::UnknownVersion { version, known } => say!(
            lang,
            {
                let known: Vec<Str> = known.iter().map(|(version, of)| format!("{version} ({of})").into()).collect();
                told(format!("no release here uses {version}"), format!("one of {}", list(lang, &known)))
            },
            {
                let known: Vec<Str> = known.iter().map(|(version, of)| format!("{version}（{of}）").into()).collect();
                told(format!("{version} 不属于这里的任何版本"), format!("可用的有 {}", list(lang, &known)))
            }
        ),
        Configuration::Missing { field } => {
            say!(lang, told(format!("{field} is missing"), ""), told(format!("缺少 {field}"), ""))
        }
        Configuration::NoQueueSort => say!(
            lang,
            told("no QueueSort plugin is enabled", "enable PrioritySort at queueSort"),
            told("没有插件为队列排序", "请在 queueSort 处启用 PrioritySort")
        ),
        Configuration::LabelContradiction { label } => say!(
            lang,
            told(format!("label {label} is required to be both present and absent"), "remove it from one list"),
            told(format!("标签 {label} 既必须存在又必须不存在"), "请从其中一个列表中删除")
        ),
        Configuration::OneArgument { found } => say!(
            lang,
            told(format!("{found} arguments, but exactly one is required"), ""),
            told(format!("有 {found} 个参数，需要恰好一个"), "")
        ),
        Configuration::BadName { name } => say!(
            lang,
            told(format!("“{name}” is not a valid name"), "use two or more letters or digits, with - between them"),
            told(format!("“{name}”不能用作名称"), "请用至少两个字母或数字，中间可用 -")
        ),
        Configuration::OtherWeight { name, than } => say!(
            lang,
            told(
                format!("{name} and {than} map to the same plugin, but their weights differ"),
                "give both the same weight"
            ),
            told(format!("{name} 与 {than} 会成为同一个插件，但权重不同"), "请使用相同的权重")
        ),
        Configuration::WeightsOverflow => {
            say!(lang, told("the sum of the weights is too large", ""), told("权重之和过大", ""))
        }
        Configuration::Redeclared { name, by } => say!(
            lang,
            told(format!("{name} maps to the same plugin as {by}"), "keep one of them"),
            told(format!("{name} 与 {by} 会成为同一个插件"), "只保留一个")
        ),
        Configuration::NotExtended { name } => say!(
            lang,
            told(format!("{name} is not an extended resource"), "use a name such as example.com/gpu"),
            told(format!("{name} 不是扩展资源"), "请使用类似 example.com/gpu 的名称")
        ),
        Configuration::RepeatedResource { name } => say!(
            lang,
            told(format!("another extender already manages {name}"), ""),
            told(format!("{name} 已由另一个扩展程序管理"), "")
        ),
        Configuration::GroupWithSlash { group } => say!(
            lang,
            told(format!("“{group}” is not a resource group"), "write only the part before the /"),
            told(format!("“{group}”不是资源组"), "只写 / 之前的部分")
        ),
        Configuration::TwoBinders { found } => say!(
            lang,
            told(format!("{found} extenders have a bindVerb"), "only one extender can bind pods"),
            told(format!("{found} 个扩展程序设置了 bindVerb"), "只能由一个扩展程序绑定 Pod")
        ),
        Configuration::OtherArguments { kind, wanted } => say!(
            lang,
            told(format!("these are {kind}, but the plugin takes {wanted}"), ""),
            told(format!("参数类型为 {kind}，此插件需要 {wanted}"), "")
        ),
        Configuration::NoResourceWeight { name } => say!(
            lang,
            told(format!("the weight of {name} is not allowed"), "use a weight from 1 to 100"),
            told(format!("{name} 的权重无效"), "请使用 1 到 100 的权重")
        ),
        Configuration::PluginsOfOwn => say!(
            lang,
            told(
                "custom plugins are not supported",
                "use a Policy to choose predicates and priorities; custom plugins work in v1.20 and later",
            ),
            told("不支持自定义插件", "请用 Policy 选择谓词与优先级；自定义插件可用于 v1.20 及之后的版本")
        ),
        Configuration::NoArguments { plugin } => {
            say!(lang, told(format!("{plugin} takes no args"), ""), told(format!("{plugin} 不接受 args"), ""))
        }
        Configuration::NoCandidates => say!(
            lang,
            told("minCandidateNodesPercentage and minCandidateNodesAbsolute cannot both be 0", ""),
            told("minCandidateNodesPercentage 与 minCandidateNodesAbsolute 不能同时为 0", "")
        ),
        Configuration::WeightNotOne => say!(lang, told("weight must be 1", ""), told("weight 必须为 1", "")),
        Configuration::NoWeight => say!(lang, told("weight must be positive", ""), told("weight 必须为正数", "")),
        Configuration::NotRising => {
            say!(lang, told("utilization must increase from point to point", ""), told("utilization 必须逐点递增", ""))
        }
        Configuration::NoPoints => {
            say!(lang, told("shape needs at least one point", ""), told("shape 至少需要一个点", ""))
        }
        Configuration::ConstraintsOfSystem => say!(
            lang,
            told("defaultConstraints require defaultingType: List", ""),
            told("defaultConstraints 需要 defaultingType: List", "")
        ),
        Configuration::RepeatedConstraint => say!(
            lang,
            told("a constraint with this topologyKey and whenUnsatisfiable already exists", ""),
            told("已有 topologyKey 与 whenUnsatisfiable 相同的约束", "")
        ),
        Configuration::RepeatedProfile { name } => say!(
            lang,
            told(format!("a profile named “{name}” already exists"), ""),
            told(format!("已有名为“{name}”的配置文件"), "")
        ),
        Configuration::RepeatedDocument { kind, release } => say!(
            lang,
            told(format!("a {kind} for {release} already exists"), "keep one of them"),
            told(format!("{release} 已有一份 {kind}"), "只保留其中一份")
        ),
        Configuration::BackoffOrder => say!(
            lang,
            told("podMaxBackoffSeconds must not be less than podInitialBackoffSeconds", ""),
            told("podMaxBackoffSeconds 不得小于 podInitialBackoffSeconds", "")
        ),
        Configuration::RepeatedArguments { plugin } => {
            say!(lang, told(format!("{plugin} is already configured"), ""), told(format!("{plugin} 已配置过"), ""))
        }
        Configuration::NoShape { name } => say!(
            lang,
            told(format!("{name} needs a shape"), "set one in its arguments"),
            told(format!("{name} 需要 shape"), "请在其参数中给出")
        ),
        Configuration::Repeated { name } => say!(
            lang,
            told(format!("{name} is already listed"), "keep one of the two"),
            told(format!("{name} 已列出"), "只保留其中一个")
        ),
        Configuration::EnabledByDefault { plugin } => say!(
            lang,
            told(format!("{plugin} is enabled by default"), "disable it here to enable it elsewhere"),
            told(format!("{plugin} 默认启用"), "要在其他位置重新启用，请先在此停用")
        ),
        Configuration::NoBinder { scheduler } => say!(
            lang,
            told(
                match scheduler {
                    Some(name) => {
                        format!("at least one bind plugin is needed for profile with scheduler name \"{name}\"")
                    }
                    None => "at least one bind plugin is needed".into(),
                },
                "leave DefaultBinder enabled at bind",
            ),
            told(
                match scheduler {
                    Some(name) => format!("schedulerName 为 \"{name}\" 的配置文件至少需要一个 bind 插件"),
                    None => "至少需要一个 bind 插件".into(),
                },
                "请在 bind 处保留 DefaultBinder",
            )
        ),
        Configuration::OtherPoint { plugin } => say!(
            lang,
            told(format!("{plugin} doesn’t implement this extension point"), ""),
            told(format!("{plugin} 不属于此扩展点"), "")
        ),
    }
}

/// What else an unknown plugin may be, behind a question or a list.
pub(super) fn own_plugin(name: &str, question: bool) -> String {
    let stop = if question { "" } else { "." };
    format!("{stop} For a custom plugin, add a document of kind Plugin with metadata.name: {name}")
}

pub(super) fn noun(lang: &(impl Grammar + ?Sized), noun: Noun) -> &'static str {
    match noun {
        Noun::Field => say!(lang, "field", "字段"),
        Noun::Kind => say!(lang, "kind", "种类"),
        Noun::Plugin => say!(lang, "plugin", "插件"),
        Noun::Predicate => say!(lang, "predicate", "谓词"),
        Noun::Priority => say!(lang, "priority", "优先级函数"),
        Noun::Strategy => say!(lang, "strategy", "策略"),
        Noun::DefaultingType => say!(lang, "type", "类型"),
        Noun::Action => say!(lang, "action", "操作"),
        Noun::Argument => say!(lang, "argument", "参数"),
    }
}
