//! What is wrong with a text, in 中文. The engine says it in English, with values in between; here each of its sentences
//! stands beside its translation, `{}` being a value.

use crate::app::state::{Lang, Problem};

/// Sentences and their translations. A value that is a sentence itself is translated too.
#[rustfmt::skip]
const SENTENCES: &[(&str, &str)] = &[
    // The text as a whole.
    ("the text has {} bytes", "文本有 {} 字节"),
    ("at most {} MiB are read; leave out objects that do not matter for scheduling", "最多读取 {} MiB；请去掉与调度无关的对象"),
    ("this is not UTF-8 text", "这不是 UTF-8 文本"),
    ("save the file as UTF-8; a binary file is no manifest", "请以 UTF-8 保存；二进制文件不是清单"),
    ("this is not YAML: {}", "这不是合法的 YAML：{}"),
    ("check indentation, quotes and brackets here and in the line before", "请检查此行与上一行的缩进、引号和括号"),
    ("an alias stands inside the value that it names", "别名位于它所指的值之内"),
    ("values are nested more than {} deep", "嵌套超过 {} 层"),
    ("more than {} values, aliases counted each time", "超过 {} 个值（每次引用别名都计入）"),
    ("leave out objects that do not matter, and aliases that multiply", "请去掉无关的对象和成倍展开的别名"),
    ("a key must be text", "键必须是文本"),
    ("the key `{}` stands here a second time", "键 `{}` 在此重复"),
    ("keep one of the two", "只保留其中一个"),
    ("keep one of them", "只保留其中一个"),
    // Objects.
    ("an object has apiVersion, kind and metadata", "对象应有 apiVersion、kind 和 metadata"),
    ("an object without kind", "对象缺少 kind"),
    ("an object without a name", "对象缺少名称"),
    ("write metadata: {name: …}", "请写 metadata: {name: …}"),
    ("write kind: Pod, Node, …", "请写 kind: Pod、Node 等"),
    ("a second Scenario", "第二个 Scenario"),
    ("kind {} does not matter for scheduling and is left aside", "{} 与调度无关，未予处理"),
    ("{}: {} is not acted on", "{}：不处理 {}"),
    ("here should be text, not {}: write {}, in quotes", "此处应为文本，而不是 {}：请加引号写成 {}"),
    ("here should be {}, not {}", "此处应为{}，而不是{}"),
    ("an object", "对象"),
    ("an action", "操作"),
    ("nothing", "空值"),
    ("text", "文本"),
    ("a plain value", "普通值"),
    ("a list", "列表"),
    ("a mapping", "映射"),
    ("a mapping (key: value)", "映射（key: value）"),
    ("a whole number", "整数"),
    ("true or false", "true 或 false"),
    ("one of {}", "以下之一：{}"),
    ("invalid value: {}, expected {}", "值 {} 无效，应为{}"),
    ("invalid type: {}, expected {}", "类型 {} 不符，应为{}"),
    ("a value is missing", "缺少值"),
    ("`{}` is not a quantity; write a number such as 500m, 1.5, 2Gi or 129e6", "`{}` 不是数量；请写例如 500m、1.5、2Gi 或 129e6"),
    ("a quantity such as 500m, 1.5, 2Gi or 129e6", "数量，例如 500m、1.5、2Gi 或 129e6"),
    ("a time such as 2024-03-01T12:00:00Z", "时间，例如 2024-03-01T12:00:00Z"),
    // Admission.
    ("{} is reserved for the system", "{} 为系统保留"),
    ("at most 1000000000", "至多 1000000000"),
    ("minAvailable and maxUnavailable exclude each other", "minAvailable 与 maxUnavailable 不能同时设置"),
    ("must be greater than 0", "必须大于 0"),
    ("must not be empty", "不能为空"),
    ("write topologyKey: kubernetes.io/hostname", "请写 topologyKey: kubernetes.io/hostname"),
    ("write maxSkew: 1", "请写 maxSkew: 1"),
    ("there is no PriorityClass {}", "没有名为 {} 的 PriorityClass"),
    ("add a PriorityClass of that name", "请添加同名的 PriorityClass"),
    ("did you mean {}? Otherwise add a PriorityClass of that name", "是否想写 {}？否则请添加同名的 PriorityClass"),
    ("did you mean {}?", "是否想写 {}？"),
    ("`{}` is no label value", "`{}` 不是合法的标签值"),
    ("up to 63 letters, digits, - _ . with a letter or digit at both ends", "至多 63 个字母、数字、- _ .，首尾须为字母或数字"),
    ("{} is less than nothing", "{} 小于零"),
    ("an amount of 0 or more", "数量不得小于 0"),
    ("`{}` is not known here", "此处不认识 `{}`"),
    ("{} with {} values", "{} 带有 {} 个值"),
    ("write values: [a, b]", "请写 values: [a, b]"),
    ("leave values out", "请去掉 values"),
    ("a node says neither capacity nor allocatable: it has room for nothing but pods that ask for nothing", "有节点既无 capacity 也无 allocatable：只能放下没有请求的 Pod"),
    ("a node does not say how many pods it takes: 110 is assumed", "有节点未说明可容纳的 Pod 数：按 110 计"),
    // The scenario.
    ("there is no release {}", "没有版本 {}"),
    ("write one of {}", "请写以下之一：{}"),
    ("write - at: 5s, then the action", "请写 - at: 5s，然后是操作"),
    ("write at: 5s and, say, cordon: node-a", "请写 at: 5s 以及例如 cordon: node-a"),
    ("an action without a time", "操作缺少时间"),
    ("write at: 5s", "请写 at: 5s"),
    ("write a duration such as 37s, 1m30s or 500ms", "请写时长，例如 37s、1m30s 或 500ms"),
    ("this is no duration", "这不是时长"),
    ("an entry has exactly one action", "每一项只能有一个操作"),
    ("how many?", "多少个？"),
    ("write replicas: 3", "请写 replicas: 3"),
    ("there is no action `{}`", "没有操作 `{}`"),
    // Configurations.
    ("no configuration here is for {}: it runs with its defaults", "没有适用于 {} 的配置：按默认值运行"),
    ("must be an object", "必须是对象"),
    ("must be a list", "必须是列表"),
    ("must be a text", "必须是文本"),
    ("must be true or false", "必须是 true 或 false"),
    ("must be a whole number from {} to {}", "必须是 {} 到 {} 的整数"),
    ("unknown {} {}; did you mean {}?", "未知的 {} {}；是否想写 {}？"),
    ("unknown {} {}; there are {}", "未知的 {} {}；可用的有 {}"),
    ("{} takes no args", "{} 不接受参数"),
    ("minCandidateNodesPercentage and minCandidateNodesAbsolute cannot both be 0", "minCandidateNodesPercentage 与 minCandidateNodesAbsolute 不能同时为 0"),
    ("{} is missing", "缺少 {}"),
    ("weight must be 1", "weight 必须为 1"),
    ("weight must be positive", "weight 必须为正数"),
    ("utilization must rise from point to point", "utilization 必须逐点递增"),
    ("shape needs at least one point", "shape 至少需要一个点"),
    ("defaultConstraints need defaultingType: List", "defaultConstraints 需要 defaultingType: List"),
    ("there is a constraint of this topologyKey and whenUnsatisfiable already", "已有相同 topologyKey 与 whenUnsatisfiable 的约束"),
    ("there is a profile {} already", "已有名为 {} 的配置"),
    ("there is a {} for {} already", "{} 已有一份，适用于 {}"),
    ("{} is not supported here", "此处不支持 {}"),
    ("podMaxBackoffSeconds must be no less than podInitialBackoffSeconds", "podMaxBackoffSeconds 不得小于 podInitialBackoffSeconds"),
    ("extenders are not supported", "不支持 extender"),
    ("{} is configured already", "{} 已配置过"),
    ("RequestedToCapacityRatio needs pluginConfig with a shape", "RequestedToCapacityRatio 需要带 shape 的 pluginConfig"),
    ("RequestedToCapacityRatioPriority needs an argument", "RequestedToCapacityRatioPriority 需要参数"),
    ("{} is enabled already", "{} 已启用"),
    ("{} is enabled by default; disable it there to enable it anew", "{} 默认启用；要重新启用，请先在那里停用"),
    ("{} stays enabled at the point that needs this one; disable it there too", "{} 在依赖它的扩展点仍启用；请一并停用"),
    ("{} does not extend this point", "{} 不属于此扩展点"),
    ("{} belongs to no release here; there are {}", "{} 不属于这里的任何版本；可用的有 {}"),
    ("plugins of one's own are not supported; a Policy chooses predicates and priorities", "不支持自定义插件；请用 Policy 选择谓词与优先级"),
    ("predicates with arguments are not supported", "不支持带参数的谓词"),
    ("{} is listed already", "{} 已列出"),
];

/// A sentence in a language: 中文 where it is known, English otherwise.
pub fn say(lang: Lang, text: &str) -> String {
    if lang == Lang::En { text.to_owned() } else { translated(text) }
}

/// A remark or an error in a language.
pub fn problem(lang: Lang, problem: &Problem) -> Problem {
    if lang == Lang::En {
        return problem.clone();
    }
    Problem { what: say(lang, &problem.what), remedy: say(lang, &problem.remedy), ..problem.clone() }
}

fn translated(text: &str) -> String {
    // A count of places comes last.
    if let Some((head, count)) = text.rsplit_once(" (×") {
        return format!("{} (×{count}", translated(head));
    }
    let found = SENTENCES.iter().find_map(|(en, zh)| values(en, text).map(|values| (zh, values)));
    let Some((zh, values)) = found else { return text.to_owned() };
    let mut parts = zh.split("{}");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for (part, value) in parts.zip(values) {
        out += &translated(value);
        out += part;
    }
    out
}

/// The values in a text that is said by a pattern.
fn values<'t>(pattern: &str, text: &'t str) -> Option<Vec<&'t str>> {
    let mut parts = pattern.split("{}");
    let mut rest = text.strip_prefix(parts.next()?)?;
    let parts: Vec<&str> = parts.collect();
    let mut found = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        let end = if at + 1 == parts.len() { rest.len().checked_sub(part.len())? } else { rest.find(part)? };
        if !rest.is_char_boundary(end) || rest.get(end..end + part.len()) != Some(*part) || end == 0 {
            return None;
        }
        found.push(&rest[..end]);
        rest = &rest[end + part.len()..];
    }
    rest.is_empty().then_some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::load;

    #[test]
    fn translations_have_the_same_values() {
        for (en, zh) in SENTENCES {
            assert_eq!(en.matches("{}").count(), zh.matches("{}").count(), "{en}");
        }
    }

    #[test]
    fn what_is_wrong_is_told_in_both_languages() {
        for (text, en, zh) in [
            ("kind: Node\nmetadata: {name: a}\nstatus: []\n", "here should be a mapping", "此处应为映射"),
            ("[]", "here should be an object, not a list", "此处应为对象，而不是列表"),
            ("a: b: c", "this is not YAML", "这不是合法的 YAML"),
            (
                "kind: Pod\nmetadata: {name: a}\nspec: {priorityClassName: hgh}\n",
                "there is no PriorityClass hgh",
                "没有名为 hgh",
            ),
            ("kind: Scenario\nscript: [{at: soon, cordon: a}]\n", "this is no duration", "这不是时长"),
            ("kind: Scenario\nscript: [{at: 1s, cordn: a}]\n", "there is no action `cordn`", "没有操作 `cordn`"),
            (
                "kind: Node\nmetadata: {name: a}\nstatus: {capacity: {cpu: lots}}\n",
                "`lots` is not a quantity",
                "`lots` 不是数量",
            ),
            (
                "kind: PriorityClass\nmetadata: {name: a}\nvalue: 2000000000\n",
                "2000000000 is reserved",
                "2000000000 为系统保留",
            ),
        ] {
            let problems = load::scenario(text, None, 0).err().unwrap_or_default();
            let first = problems.first().cloned().unwrap_or_default();
            assert!(first.what.contains(en), "{text}: {}", first.what);
            let told = problem(Lang::Zh, &first);
            assert!(told.what.contains(zh), "{text}: {}", told.what);
            assert!(told.remedy.is_empty() || told.remedy != first.remedy, "{}", first.remedy);
        }
    }

    /// The sentences of the engine, with values as the sources have them, are all known here.
    #[test]
    fn every_sentence_of_a_configuration_is_known() {
        let sources = [
            include_str!("../../releases/config/mod.rs"),
            include_str!("../../releases/config/read.rs"),
            include_str!("../../releases/config/args.rs"),
            include_str!("../../releases/config/policy.rs"),
            include_str!("../../releases/config/profiles.rs"),
            include_str!("../../releases/config/component.rs"),
        ];
        let mut seen = 0;
        for source in sources {
            for call in source.split(".wrong(").skip(1) {
                let call = call.trim_start().trim_start_matches("format!(").trim_start();
                let Some(literal) = call.strip_prefix('"') else { continue };
                let end = literal.match_indices('"').map(|(at, _)| at).find(|at| !literal[..*at].ends_with('\\'));
                let mut text = String::new();
                let mut inside = false;
                for c in literal[..end.unwrap_or(0)].replace("\\\"", "\"").chars() {
                    inside = (inside || c == '{') && c != '}';
                    if !inside {
                        text.push(if c == '}' { 'X' } else { c });
                    }
                }
                seen += 1;
                assert_ne!(translated(&text), text, "no translation");
            }
        }
        assert!(seen > 25, "{seen}");
    }
}
