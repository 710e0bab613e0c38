//! What is wrong with a text as YAML, and with its objects as such.

use api::{Kind, Str};
use findings::{ExpectedValue, FoundValue, ObjectProblem, ReadingProblem};

use super::{foreign_text::foreign_text, notice::join_list};
use crate::table::grammar::{Grammar, TitleAndText, title_and_text};

pub(super) fn reading_text(lang: &(impl Grammar + ?Sized), problem: &ReadingProblem) -> TitleAndText {
    match problem {
        ReadingProblem::TooLarge { bytes, limit } => translate!(
            lang,
            title_and_text(
                format!("the manifest has {bytes} bytes"),
                format!("the limit is {} MiB; remove objects that don’t affect scheduling", limit >> 20),
            ),
            title_and_text(
                format!("文本有 {bytes} 字节"),
                format!("上限为 {} MiB；请去掉与调度无关的对象", limit >> 20)
            )
        ),
        ReadingProblem::NotUtf8 { byte } => translate!(
            lang,
            title_and_text(
                format!(
                    "the text is not UTF-8: it has the byte {byte:#04x} here, perhaps a letter in Latin-1 or Windows-1252"
                ),
                "save it as UTF-8, for example with iconv -f WINDOWS-1252 -t UTF-8",
            ),
            title_and_text(
                format!("文本不是 UTF-8：此处有字节 {byte:#04x}，可能是 Latin-1 或 Windows-1252 字符"),
                "请存为 UTF-8，例如使用 iconv -f WINDOWS-1252 -t UTF-8",
            )
        ),
        ReadingProblem::Binary => translate!(
            lang,
            title_and_text("this is not text", "a manifest is UTF-8 text; an archive is .gz, .tar.gz or .zip"),
            title_and_text("这不是文本", "清单是 UTF-8 文本；压缩文件应为 .gz、.tar.gz 或 .zip")
        ),
        ReadingProblem::Refused { message } => translate!(
            lang,
            title_and_text(
                format!("the browser can’t read it: {message}"),
                "use “Open folder” for a folder; a file may have been moved since it was chosen",
            ),
            title_and_text(format!("浏览器无法读取：{message}"), "文件夹请用“打开文件夹”打开；文件可能在选择后被移动")
        ),
        ReadingProblem::BrokenArchive => translate!(
            lang,
            title_and_text(
                "this archive is damaged or uses an unknown compression",
                "unpack it and open the files in it"
            ),
            title_and_text("压缩文件已损坏，或使用了未知的压缩方式", "请解压后打开其中的文件")
        ),
        ReadingProblem::Zip64 => translate!(
            lang,
            title_and_text(
                "this zip uses the Zip64 format (more than 4 GiB or 65,534 files), which isn’t supported",
                "repack it as .tar.gz, or unpack it and open only the files that matter: nodes, pods, workloads",
            ),
            title_and_text(
                "这个 zip 采用 Zip64 格式（用于超过 4 GiB 或 65,534 个文件），此处不能读取",
                "请打包为 .tar.gz，或解压后只打开有关的文件：节点、Pod、工作负载",
            )
        ),
        ReadingProblem::UnpacksTooLarge { limit } => translate!(
            lang,
            title_and_text(
                format!("this archive contains more than {} MiB", limit >> 20),
                "unpack it and open only the files that matter: nodes, pods, workloads",
            ),
            title_and_text(
                format!("压缩文件的内容超过 {} MiB", limit >> 20),
                "请解压，只打开有关的文件：节点、Pod、工作负载"
            )
        ),
        ReadingProblem::Truncated => translate!(
            lang,
            title_and_text(
                "the text ends in the middle of an object",
                "it was cut off when it was written or copied, or a closing bracket is missing: get it again",
            ),
            title_and_text("文本在对象中间结束", "它在写入或复制时被截断，或缺少右括号：请重新获取")
        ),
        ReadingProblem::NotJson => translate!(
            lang,
            title_and_text("this is not JSON", "check brackets, quotes and commas here and on the line before"),
            title_and_text("这不是 JSON", "请检查此行与上一行的括号、引号和逗号")
        ),
        ReadingProblem::ReducedTooLarge { limit } => translate!(
            lang,
            title_and_text(
                format!("what scheduling needs from this file is more than {} MiB", limit >> 20),
                "open fewer objects: nodes and pods of one cluster, without finished Jobs",
            ),
            title_and_text(
                format!("该文件中调度所需的内容超过 {} MiB", limit >> 20),
                "请减少对象：只打开一个集群的节点和 Pod，不含已完成的 Job",
            )
        ),
        ReadingProblem::BrokenUtf16 => translate!(
            lang,
            title_and_text("the text begins as UTF-16 but breaks here", "save it as UTF-8"),
            title_and_text("文本以 UTF-16 开头，但在此处中断", "请存为 UTF-8")
        ),
        ReadingProblem::NotYaml { words } => translate!(
            lang,
            title_and_text(
                format!("not valid YAML: {words}"),
                "check indentation, quotes and brackets here and on the line before",
            ),
            title_and_text(format!("不是合法的 YAML：{words}"), "请检查此行与上一行的缩进、引号和括号")
        ),
        ReadingProblem::Template => translate!(
            lang,
            title_and_text(
                "this is a Helm template, not a manifest yet",
                "render it first: helm template NAME CHART > all.yaml, or helm get manifest NAME for an installed release",
            ),
            title_and_text(
                "这是 Helm 模板，还不是清单",
                "请先渲染：helm template NAME CHART > all.yaml；已安装的版本可用 helm get manifest NAME",
            )
        ),
        ReadingProblem::TableForPeople => translate!(
            lang,
            title_and_text(
                "this is the table that kubectl prints for people to read",
                "run the same command with -o yaml, or with -o json"
            ),
            title_and_text("这是 kubectl 打印给人看的表格", "请用 -o yaml 或 -o json 再运行同一命令")
        ),
        ReadingProblem::Described => translate!(
            lang,
            title_and_text(
                "this is the output of kubectl describe",
                "run kubectl get with -o yaml: for example, kubectl get pods,nodes -A -o yaml",
            ),
            title_and_text(
                "这是 kubectl describe 打印给人看的内容",
                "请用 kubectl get 加 -o yaml，例如 kubectl get pods,nodes -A -o yaml",
            )
        ),
        ReadingProblem::Foreign { text } => foreign_text(lang, *text),
        ReadingProblem::MergeOfOther => translate!(
            lang,
            title_and_text("<< can only merge mappings", "write <<: *name or <<: [*a, *b]"),
            title_and_text("<< 只能合并映射，而此处不是映射", "请写 <<: *name 或 <<: [*a, *b]")
        ),
        ReadingProblem::AliasInItself => {
            translate!(
                lang,
                title_and_text("an alias inside the value that it refers to", ""),
                title_and_text("别名位于它所指的值之内", "")
            )
        }
        ReadingProblem::TooDeep { limit } => translate!(
            lang,
            title_and_text(format!("values are nested more than {limit} deep"), ""),
            title_and_text(format!("嵌套超过 {limit} 层"), "")
        ),
        ReadingProblem::TooMany { limit } => translate!(
            lang,
            title_and_text(
                format!("more than {limit} values, counting every use of an alias"),
                "remove objects that don’t matter, and aliases that multiply",
            ),
            title_and_text(format!("超过 {limit} 个值（每次引用别名都计入）"), "请去掉无关的对象和成倍展开的别名")
        ),
        ReadingProblem::KeyNotText => {
            translate!(lang, title_and_text("a key must be text", ""), title_and_text("键必须是文本", ""))
        }
        ReadingProblem::ExcessiveAliasing => translate!(
            lang,
            title_and_text(
                "document contains excessive aliasing",
                "kubectl refuses it, too: write out the values that aliases multiply",
            ),
            title_and_text(
                "别名展开过多（document contains excessive aliasing）",
                "kubectl 同样会拒绝：请直接写出由别名成倍展开的值"
            )
        ),
    }
}

pub(super) fn object_text(lang: &(impl Grammar + ?Sized), problem: &ObjectProblem) -> TitleAndText {
    match problem {
        ObjectProblem::NotAnObject { actual: found_value } => translate!(
            lang,
            title_and_text(
                format!("expected an object, found {}", found_value_text(lang, found_value)),
                "an object has apiVersion, kind and metadata",
            ),
            title_and_text(
                format!("此处应为对象，而不是{}", found_value_text(lang, found_value)),
                "对象应有 apiVersion、kind 和 metadata"
            )
        ),
        ObjectProblem::NoKind { near } => match near.as_deref().and_then(Kind::from_name) {
            None => translate!(
                lang,
                title_and_text("the object has no kind", "write kind: Pod, Node, …"),
                title_and_text("对象缺少 kind", "请写 kind: Pod、Node 等")
            ),
            Some(kind) => {
                let (kind, version) = (kind.name(), kind.info().api_version);
                translate!(
                    lang,
                    title_and_text(
                        "the object has no kind",
                        format!("its fields are those of a {kind}: write apiVersion: {version} and kind: {kind}"),
                    ),
                    title_and_text(
                        "对象缺少 kind",
                        format!("其字段属于 {kind}：请写 apiVersion: {version} 和 kind: {kind}"),
                    )
                )
            }
        },
        ObjectProblem::NoSuchKind { kind, version, near } => {
            let version = if version.is_empty() { String::new() } else { format!(" in version \"{version}\"") };
            translate!(
                lang,
                title_and_text(format!("no matches for kind \"{kind}\"{version}"), format!("did you mean {near}?")),
                title_and_text(
                    format!("no matches for kind \"{kind}\"{version}：没有这种 kind"),
                    format!("是否想写 {near}？")
                )
            )
        }
        ObjectProblem::NoSuchVersion { kind, version, known } => {
            let current = known.first().map(Str::as_str).unwrap_or_default();
            translate!(
                lang,
                title_and_text(
                    format!("no matches for kind \"{kind}\" in version \"{version}\""),
                    format!("write apiVersion: {current}")
                ),
                title_and_text(
                    format!("no matches for kind \"{kind}\" in version \"{version}\"：该 kind 没有这个版本"),
                    format!("请写 apiVersion: {current}")
                )
            )
        }
        ObjectProblem::Table => translate!(
            lang,
            title_and_text(
                "a Table contains columns for people to read, not objects",
                "run the same command with -o yaml, or with -o json",
            ),
            title_and_text("Table 只有给人看的列，没有对象", "请用 -o yaml 或 -o json 再运行同一命令")
        ),
        ObjectProblem::Answer { message } => translate!(
            lang,
            title_and_text(
                format!("this is a response from the API server, not an object: {message}"),
                "query the objects again",
            ),
            title_and_text(format!("这是 API 服务器的回答，不是对象：{message}"), "请重新查询需要的对象")
        ),
        ObjectProblem::Misfit { wanted: kind, actual: found_value } => {
            let (expected_text, remedy) = expected_value_text(lang, kind);
            translate!(
                lang,
                title_and_text(
                    format!("expected {expected_text}, found {}", found_value_text(lang, found_value)),
                    remedy
                ),
                title_and_text(
                    format!("此处应为{expected_text}，而不是{}", found_value_text(lang, found_value)),
                    remedy
                )
            )
        }
        ObjectProblem::Unquoted { text } => translate!(
            lang,
            title_and_text(format!("expected text, found {text}"), format!("write \"{text}\", with quotes")),
            title_and_text(format!("此处应为文本，而不是 {text}"), format!("请加引号，写成 \"{text}\""))
        ),
        ObjectProblem::Refused { words } => title_and_text(words.as_str(), ""),
        ObjectProblem::RepeatedKey { key } => translate!(
            lang,
            title_and_text(format!("the key `{key}` is already set in its mapping"), "keep one of the two"),
            title_and_text(format!("键 `{key}` 在映射中重复"), "只保留其中一个")
        ),
    }
}

pub(super) fn expected_value_text(
    lang: &(impl Grammar + ?Sized),
    expected_value: &ExpectedValue,
) -> (String, &'static str) {
    match expected_value {
        ExpectedValue::Text => translate!(lang, ("text".into(), ""), ("文本".into(), "")),
        ExpectedValue::Flag => translate!(lang, ("true or false".into(), ""), (" true 或 false".into(), "")),
        ExpectedValue::Whole { low: i64::MIN, high: i64::MAX } => {
            translate!(lang, ("a whole number".into(), ""), ("整数".into(), ""))
        }
        ExpectedValue::Whole { low, high } => {
            translate!(
                lang,
                (format!("a whole number from {low} to {high}"), ""),
                (format!(" {low} 到 {high} 的整数"), "")
            )
        }
        ExpectedValue::WholeOrPercentage => translate!(
            lang,
            ("a whole number or a percentage".into(), "write, for example, 1 or 50%"),
            ("整数或百分比".into(), "例如 1 或 50%")
        ),
        ExpectedValue::Quantity => translate!(
            lang,
            ("a quantity".into(), "write a number, such as 500m or 2 for cpu, 512Mi or 2Gi for memory"),
            ("数量".into(), "请写数字，例如 cpu 写 500m 或 2，memory 写 512Mi 或 2Gi")
        ),
        ExpectedValue::Time => translate!(
            lang,
            ("a time".into(), "write a time such as 2024-03-01T12:00:00Z"),
            ("时间".into(), "例如 2024-03-01T12:00:00Z")
        ),
        ExpectedValue::Word { known } => {
            translate!(
                lang,
                (format!("one of {}", join_list(lang, known)), ""),
                (format!("以下之一：{}", join_list(lang, known)), "")
            )
        }
        ExpectedValue::List => translate!(lang, ("a list".into(), ""), ("列表".into(), "")),
        ExpectedValue::Mapping => {
            translate!(lang, ("a mapping (key: value)".into(), ""), ("映射（key: value）".into(), ""))
        }
    }
}

pub(super) fn found_value_text(lang: &(impl Grammar + ?Sized), found_value: &FoundValue) -> String {
    match found_value {
        FoundValue::Nothing => translate!(lang, "nothing".into(), "空值".into()),
        FoundValue::Scalar(text) => translate!(lang, format!("`{text}`"), format!(" `{text}`")),
        FoundValue::List => translate!(lang, "a list".into(), "列表".into()),
        FoundValue::Mapping => translate!(lang, "a mapping".into(), "映射".into()),
    }
}
