//! Texts of problems and notices about a manifest. Only a chunk of the page needs them.

use findings::{Finding, Place, Problem};

use super::{
    Lang,
    table::{grammar::TitleAndText, problem::ProblemSentences},
};

lazy_catalog!(ProblemSentences);

impl Lang {
    /// The heading above the explanation of a scheduler's message.
    #[must_use]
    pub fn message_heading(self) -> &'static str {
        words(self).message_heading()
    }

    /// The problem, and how to fix it; the second may be empty.
    #[must_use]
    pub fn problem(self, problem: &Problem) -> TitleAndText {
        words(self).problem_text(problem)
    }
}

/// A finding with its place as one line, for consoles and tests.
#[must_use]
pub fn finding_line(lang: Lang, finding: &Finding) -> String {
    let (what, remedy) = lang.problem(&finding.problem);
    let Place { line, column, path, .. } = &finding.place;
    let mut line_parts = Vec::new();
    if *line > 0 {
        line_parts.push(format!("{line}:{column}"));
    }
    if !path.is_empty() {
        line_parts.push(path.to_string());
    }
    line_parts.push(if remedy.is_empty() { what } else { format!("{what} ({remedy})") });
    line_parts.join(": ")
}

#[cfg(test)]
mod tests {
    use findings::{ConfigurationProblem, ExpectedValue, FoundValue, MissingObject, Notice, Noun, ObjectProblem};

    use super::*;

    #[test]
    fn problems_have_texts_in_both_languages() {
        let class = Notice::Missing(MissingObject::PriorityClass { name: "hgh".into(), near: Some("high".into()) });
        let plugin = |nearest_name: Option<&str>| ConfigurationProblem::Unknown {
            noun: Noun::Plugin,
            name: "Fit".into(),
            known: vec!["NodeName".into(), "NodePorts".into()],
            near: nearest_name.map(Into::into),
        };
        let misfit = |expected_value| ObjectProblem::Misfit {
            wanted: expected_value,
            actual: FoundValue::Scalar("lots".into()),
        };
        for (given, en, zh) in [
            (
                Problem::from(class),
                (
                    "no PriorityClass is named hgh: the API server would reject the pod; here it gets priority 0",
                    "did you mean high? Otherwise add the class",
                ),
                (
                    "没有名为 hgh 的 PriorityClass：API 服务器会拒绝该 Pod；这里其优先级为 0",
                    "是否想写 high？否则请添加该优先级类",
                ),
            ),
            (
                plugin(Some("NodeResourcesFit")).into(),
                (
                    "unknown plugin “Fit”",
                    "did you mean “NodeResourcesFit”? For a custom plugin, add a document of kind Plugin with metadata.name: Fit",
                ),
                (
                    "未知的插件“Fit”",
                    "是否想写 “NodeResourcesFit”？若为自定义插件，请添加 metadata.name: Fit 的 Plugin 文档",
                ),
            ),
            (
                plugin(None).into(),
                (
                    "unknown plugin “Fit”",
                    "one of NodeName, NodePorts. For a custom plugin, add a document of kind Plugin with metadata.name: Fit",
                ),
                (
                    "未知的插件“Fit”",
                    "可用的有 NodeName、NodePorts。若为自定义插件，请添加 metadata.name: Fit 的 Plugin 文档",
                ),
            ),
            (
                misfit(ExpectedValue::Quantity).into(),
                (
                    "expected a quantity, found `lots`",
                    "write a number, such as 500m or 2 for cpu, 512Mi or 2Gi for memory",
                ),
                ("此处应为数量，而不是 `lots`", "请写数字，例如 cpu 写 500m 或 2，memory 写 512Mi 或 2Gi"),
            ),
            (
                misfit(ExpectedValue::Whole { low: 0, high: 100 }).into(),
                ("expected a whole number from 0 to 100, found `lots`", ""),
                ("此处应为 0 到 100 的整数，而不是 `lots`", ""),
            ),
        ] {
            assert_eq!(Lang::En.problem(&given), (en.0.to_owned(), en.1.to_owned()));
            assert_eq!(Lang::Zh.problem(&given), (zh.0.to_owned(), zh.1.to_owned()));
        }
    }

    #[test]
    fn a_line_has_the_place() {
        let place = Place { document: 1, line: 3, column: 7, path: "spec.x".into(), span: None };
        let finding = Finding::new(place, ObjectProblem::NoKind { near: None });
        assert_eq!(finding_line(Lang::En, &finding), "3:7: spec.x: the object has no kind (write kind: Pod, Node, …)");
    }
}
