//! What is wrong with a scenario, and with the scheduler's configuration.

use api::Str;
use findings::{ConfigurationProblem, Noun, ScenarioProblem};
use manifest::ACTIONS;

use super::{
    notice::{join_list, nearest_or_known},
    reading::found_value_text,
};
use crate::table::grammar::{Grammar, TitleAndText, title_and_text};

pub(super) fn scenario_text(lang: &(impl Grammar + ?Sized), problem: &ScenarioProblem) -> TitleAndText {
    match problem {
        ScenarioProblem::Second => {
            translate!(
                lang,
                title_and_text("a second Scenario", "keep one of them"),
                title_and_text("第二个 Scenario", "只保留其中一个")
            )
        }
        ScenarioProblem::UnknownRelease { name, known } => translate!(
            lang,
            title_and_text(format!("unknown release {name}"), format!("use one of {}", join_list(lang, known))),
            title_and_text(format!("未知的版本 {name}"), format!("请写以下之一：{}", join_list(lang, known)))
        ),
        ScenarioProblem::UnknownGate { name, release, other } => translate!(
            lang,
            title_and_text(
                format!("{release} has no feature gate {name}: unrecognized feature gate: {name}"),
                other.as_ref().map_or_else(String::new, |other| format!(
                    "{other} has it: choose release: {other}, or leave it out"
                ))
            ),
            title_and_text(
                format!("{release} 没有特性门控 {name}：unrecognized feature gate: {name}"),
                other
                    .as_ref()
                    .map_or_else(String::new, |other| format!("{other} 有：请选择 release: {other}，或去掉它"))
            )
        ),
        ScenarioProblem::GateDependency { text } => translate!(
            lang,
            title_and_text(text.to_string(), "turn on what it needs, too"),
            title_and_text(text.to_string(), "请同时打开它所依赖的特性门控")
        ),
        ScenarioProblem::ScriptNotAList { actual: found_value } => translate!(
            lang,
            title_and_text(
                format!("expected a list, found {}", found_value_text(lang, found_value)),
                "write - at: 5s, then the action"
            ),
            title_and_text(
                format!("此处应为列表，而不是{}", found_value_text(lang, found_value)),
                "请写 - at: 5s，然后写操作"
            )
        ),
        ScenarioProblem::NotAnEntry { actual: found_value } => translate!(
            lang,
            title_and_text(
                format!("expected an action, found {}", found_value_text(lang, found_value)),
                "write at: 5s and, for example, cordon: node-a",
            ),
            title_and_text(
                format!("此处应为操作，而不是{}", found_value_text(lang, found_value)),
                "请写 at: 5s，再写操作，例如 cordon: node-a"
            )
        ),
        ScenarioProblem::NoTime => {
            translate!(
                lang,
                title_and_text("the action has no time", "write at: 5s"),
                title_and_text("操作缺少时间", "请写 at: 5s")
            )
        }
        ScenarioProblem::NotADuration { actual: found_value } => translate!(
            lang,
            title_and_text(
                format!("expected a duration, found {}", found_value_text(lang, found_value)),
                "write a duration such as 37s, 1m30s or 500ms",
            ),
            title_and_text(
                format!("此处应为时长，而不是{}", found_value_text(lang, found_value)),
                "请写时长，例如 37s、1m30s 或 500ms"
            )
        ),
        ScenarioProblem::SecondExtender { host } => translate!(
            lang,
            title_and_text(format!("another Extender already answers for {host}"), ""),
            title_and_text(format!("已有另一个 Extender 为 {host} 作答"), "")
        ),
        ScenarioProblem::NoExtender { host } => translate!(
            lang,
            title_and_text(
                format!("no document answers for the extender {host}"),
                format!("add a document of kind Extender with host: {host}"),
            ),
            title_and_text(format!("没有文档为扩展程序 {host} 作答"), format!("请添加 host: {host} 的 Extender 文档"))
        ),
        ScenarioProblem::SecondPlugin { name } => translate!(
            lang,
            title_and_text(format!("a plugin named {name} already exists"), "rename one of them"),
            title_and_text(format!("已有另一个名为 {name} 的插件"), "请为其中一个改名")
        ),
        ScenarioProblem::BuiltInPlugin { name, release } => translate!(
            lang,
            title_and_text(format!("{name} is built into {release}"), "choose another name"),
            title_and_text(format!("{release} 自带名为 {name} 的插件"), "请为您的插件改名")
        ),
        ScenarioProblem::PluginOfNothing => translate!(
            lang,
            title_and_text("the plugin implements no extension point", "define filter, score or permit"),
            title_and_text("该插件没有扩展任何扩展点", "请在 filter、score 或 permit 下写明其规则")
        ),
        ScenarioProblem::TooManyRules { rules, limit } => translate!(
            lang,
            title_and_text(format!("{rules} rules at one extension point"), format!("write at most {limit}")),
            title_and_text(format!("一个扩展点上有 {rules} 条规则"), format!("最多 {limit} 条"))
        ),
        ScenarioProblem::NotOneAction => translate!(
            lang,
            title_and_text("an entry must have exactly one action", format!("one of {}", ACTIONS.join(", "))),
            title_and_text("每一项只能有一个操作", format!("可用的有 {}", ACTIONS.join("、")))
        ),
        ScenarioProblem::UnknownAction { name, near } => translate!(
            lang,
            title_and_text(
                format!("unknown action `{name}`"),
                nearest_or_known(lang, near.as_ref(), &ACTIONS.map(Str::from))
            ),
            title_and_text(
                format!("未知的操作 `{name}`"),
                nearest_or_known(lang, near.as_ref(), &ACTIONS.map(Str::from))
            )
        ),
        ScenarioProblem::NoReplicas => translate!(
            lang,
            title_and_text("scale needs a number of replicas", "write replicas: 3"),
            title_and_text("scale 需要副本数", "请写 replicas: 3")
        ),
    }
}

pub(super) fn configuration_text(lang: &(impl Grammar + ?Sized), problem: &ConfigurationProblem) -> TitleAndText {
    match problem {
        ConfigurationProblem::Unknown { noun: kind, name, known, near } => {
            let nearest_name = near.as_ref().map(|nearest_name| format!("“{nearest_name}”").into());
            translate!(
                lang,
                {
                    let text = if *kind == Noun::Plugin {
                        user_plugin_hint(name, nearest_name.is_some())
                    } else {
                        String::new()
                    };
                    title_and_text(
                        format!("unknown {} “{name}”", noun_text(lang, *kind)),
                        nearest_or_known(lang, nearest_name.as_ref(), known) + &text,
                    )
                },
                {
                    let text = if *kind == Noun::Plugin {
                        let stop = if nearest_name.is_some() { "" } else { "。" };
                        format!("{stop}若为自定义插件，请添加 metadata.name: {name} 的 Plugin 文档")
                    } else {
                        String::new()
                    };
                    title_and_text(
                        format!("未知的{}“{name}”", noun_text(lang, *kind)),
                        nearest_or_known(lang, nearest_name.as_ref(), known) + &text,
                    )
                }
            )
        }
        ConfigurationProblem::UnknownVersion { version, known } => translate!(
            lang,
            {
                let known_names: Vec<Str> =
                    known.iter().map(|(version, of)| format!("{version} ({of})").into()).collect();
                title_and_text(
                    format!("no release here uses {version}"),
                    format!("one of {}", join_list(lang, &known_names)),
                )
            },
            {
                let known_names: Vec<Str> =
                    known.iter().map(|(version, of)| format!("{version}（{of}）").into()).collect();
                title_and_text(
                    format!("{version} 不属于这里的任何版本"),
                    format!("可用的有 {}", join_list(lang, &known_names)),
                )
            }
        ),
        ConfigurationProblem::Missing { field } => {
            translate!(
                lang,
                title_and_text(format!("{field} is missing"), ""),
                title_and_text(format!("缺少 {field}"), "")
            )
        }
        ConfigurationProblem::NoQueueSort => translate!(
            lang,
            title_and_text("no QueueSort plugin is enabled", "enable PrioritySort at queueSort"),
            title_and_text("没有插件为队列排序", "请在 queueSort 处启用 PrioritySort")
        ),
        ConfigurationProblem::LabelContradiction { label } => translate!(
            lang,
            title_and_text(
                format!("label {label} is required to be both present and absent"),
                "remove it from one list"
            ),
            title_and_text(format!("标签 {label} 既必须存在又必须不存在"), "请从其中一个列表中删除")
        ),
        ConfigurationProblem::OneArgument { kinds } => translate!(
            lang,
            title_and_text(format!("{kinds} arguments, but exactly one is required"), ""),
            title_and_text(format!("有 {kinds} 个参数，需要恰好一个"), "")
        ),
        ConfigurationProblem::BadName { name } => translate!(
            lang,
            title_and_text(
                format!("“{name}” is not a valid name"),
                "use two or more letters or digits, with - between them"
            ),
            title_and_text(format!("“{name}”不能用作名称"), "请用至少两个字母或数字，中间可用 -")
        ),
        ConfigurationProblem::OtherWeight { name, than } => translate!(
            lang,
            title_and_text(
                format!("{name} and {than} map to the same plugin, but their weights differ"),
                "give both the same weight"
            ),
            title_and_text(format!("{name} 与 {than} 会成为同一个插件，但权重不同"), "请使用相同的权重")
        ),
        ConfigurationProblem::WeightsOverflow => {
            translate!(
                lang,
                title_and_text("the sum of the weights is too large", ""),
                title_and_text("权重之和过大", "")
            )
        }
        ConfigurationProblem::Redeclared { name, by } => translate!(
            lang,
            title_and_text(format!("{name} maps to the same plugin as {by}"), "keep one of them"),
            title_and_text(format!("{name} 与 {by} 会成为同一个插件"), "只保留一个")
        ),
        ConfigurationProblem::NotExtended { name } => translate!(
            lang,
            title_and_text(format!("{name} is not an extended resource"), "use a name such as example.com/gpu"),
            title_and_text(format!("{name} 不是扩展资源"), "请使用类似 example.com/gpu 的名称")
        ),
        ConfigurationProblem::RepeatedResource { name } => translate!(
            lang,
            title_and_text(format!("another extender already manages {name}"), ""),
            title_and_text(format!("{name} 已由另一个扩展程序管理"), "")
        ),
        ConfigurationProblem::GroupWithSlash { group } => translate!(
            lang,
            title_and_text(format!("“{group}” is not a resource group"), "write only the part before the /"),
            title_and_text(format!("“{group}”不是资源组"), "只写 / 之前的部分")
        ),
        ConfigurationProblem::TwoBinders { binders } => translate!(
            lang,
            title_and_text(format!("{binders} extenders have a bindVerb"), "only one extender can bind pods"),
            title_and_text(format!("{binders} 个扩展程序设置了 bindVerb"), "只能由一个扩展程序绑定 Pod")
        ),
        ConfigurationProblem::OtherArguments { kind, wanted } => translate!(
            lang,
            title_and_text(format!("these are {kind}, but the plugin takes {wanted}"), ""),
            title_and_text(format!("参数类型为 {kind}，此插件需要 {wanted}"), "")
        ),
        ConfigurationProblem::NoResourceWeight { name } => translate!(
            lang,
            title_and_text(format!("the weight of {name} is not allowed"), "use a weight from 1 to 100"),
            title_and_text(format!("{name} 的权重无效"), "请使用 1 到 100 的权重")
        ),
        ConfigurationProblem::PluginsOfOwn => translate!(
            lang,
            title_and_text(
                "custom plugins are not supported",
                "use a Policy to choose predicates and priorities; custom plugins work in v1.20 and later",
            ),
            title_and_text("不支持自定义插件", "请用 Policy 选择谓词与优先级；自定义插件可用于 v1.20 及之后的版本")
        ),
        ConfigurationProblem::NoArguments { plugin } => {
            translate!(
                lang,
                title_and_text(format!("{plugin} takes no args"), ""),
                title_and_text(format!("{plugin} 不接受 args"), "")
            )
        }
        ConfigurationProblem::NoCandidates => translate!(
            lang,
            title_and_text("minCandidateNodesPercentage and minCandidateNodesAbsolute cannot both be 0", ""),
            title_and_text("minCandidateNodesPercentage 与 minCandidateNodesAbsolute 不能同时为 0", "")
        ),
        ConfigurationProblem::WeightNotOne => {
            translate!(lang, title_and_text("weight must be 1", ""), title_and_text("weight 必须为 1", ""))
        }
        ConfigurationProblem::NoWeight => {
            translate!(lang, title_and_text("weight must be positive", ""), title_and_text("weight 必须为正数", ""))
        }
        ConfigurationProblem::NotRising => {
            translate!(
                lang,
                title_and_text("utilization must increase from point to point", ""),
                title_and_text("utilization 必须逐点递增", "")
            )
        }
        ConfigurationProblem::NoPoints => {
            translate!(
                lang,
                title_and_text("shape needs at least one point", ""),
                title_and_text("shape 至少需要一个点", "")
            )
        }
        ConfigurationProblem::ConstraintsOfSystem => translate!(
            lang,
            title_and_text("defaultConstraints require defaultingType: List", ""),
            title_and_text("defaultConstraints 需要 defaultingType: List", "")
        ),
        ConfigurationProblem::RepeatedConstraint => translate!(
            lang,
            title_and_text("a constraint with this topologyKey and whenUnsatisfiable already exists", ""),
            title_and_text("已有 topologyKey 与 whenUnsatisfiable 相同的约束", "")
        ),
        ConfigurationProblem::RepeatedProfile { name } => translate!(
            lang,
            title_and_text(format!("a profile named “{name}” already exists"), ""),
            title_and_text(format!("已有名为“{name}”的配置文件"), "")
        ),
        ConfigurationProblem::RepeatedDocument { kind, release } => translate!(
            lang,
            title_and_text(format!("a {kind} for {release} already exists"), "keep one of them"),
            title_and_text(format!("{release} 已有一份 {kind}"), "只保留其中一份")
        ),
        ConfigurationProblem::BackoffOrder => translate!(
            lang,
            title_and_text("podMaxBackoffSeconds must not be less than podInitialBackoffSeconds", ""),
            title_and_text("podMaxBackoffSeconds 不得小于 podInitialBackoffSeconds", "")
        ),
        ConfigurationProblem::RepeatedArguments { plugin } => {
            translate!(
                lang,
                title_and_text(format!("{plugin} is already configured"), ""),
                title_and_text(format!("{plugin} 已配置过"), "")
            )
        }
        ConfigurationProblem::NoShape { name } => translate!(
            lang,
            title_and_text(format!("{name} needs a shape"), "set one in its arguments"),
            title_and_text(format!("{name} 需要 shape"), "请在其参数中给出")
        ),
        ConfigurationProblem::Repeated { name } => translate!(
            lang,
            title_and_text(format!("{name} is already listed"), "keep one of the two"),
            title_and_text(format!("{name} 已列出"), "只保留其中一个")
        ),
        ConfigurationProblem::EnabledByDefault { plugin } => translate!(
            lang,
            title_and_text(format!("{plugin} is enabled by default"), "disable it here to enable it elsewhere"),
            title_and_text(format!("{plugin} 默认启用"), "要在其他位置重新启用，请先在此停用")
        ),
        ConfigurationProblem::NoBinder { scheduler } => translate!(
            lang,
            title_and_text(
                match scheduler {
                    Some(name) => {
                        format!("at least one bind plugin is needed for profile with scheduler name \"{name}\"")
                    }
                    None => "at least one bind plugin is needed".into(),
                },
                "leave DefaultBinder enabled at bind",
            ),
            title_and_text(
                match scheduler {
                    Some(name) => format!("schedulerName 为 \"{name}\" 的配置文件至少需要一个 bind 插件"),
                    None => "至少需要一个 bind 插件".into(),
                },
                "请在 bind 处保留 DefaultBinder",
            )
        ),
        ConfigurationProblem::OtherPoint { plugin } => translate!(
            lang,
            title_and_text(format!("{plugin} doesn’t implement this extension point"), ""),
            title_and_text(format!("{plugin} 不属于此扩展点"), "")
        ),
    }
}

/// What else an unknown plugin may be, behind a question or a list.
pub(super) fn user_plugin_hint(name: &str, question: bool) -> String {
    let stop = if question { "" } else { "." };
    format!("{stop} For a custom plugin, add a document of kind Plugin with metadata.name: {name}")
}

pub(super) fn noun_text(lang: &(impl Grammar + ?Sized), noun: Noun) -> &'static str {
    match noun {
        Noun::Field => translate!(lang, "field", "字段"),
        Noun::Kind => translate!(lang, "kind", "种类"),
        Noun::Plugin => translate!(lang, "plugin", "插件"),
        Noun::Predicate => translate!(lang, "predicate", "谓词"),
        Noun::Priority => translate!(lang, "priority", "优先级函数"),
        Noun::Strategy => translate!(lang, "strategy", "策略"),
        Noun::DefaultingType => translate!(lang, "type", "类型"),
        Noun::Action => translate!(lang, "action", "操作"),
        Noun::Argument => translate!(lang, "argument", "参数"),
    }
}
