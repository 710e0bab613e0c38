//! Checks a custom lesson while it is written, and reports all problems at once.

use findings::InLesson;
use protocol::Lesson;

use super::custom_lesson::{CustomDraft, read_custom_draft};

/// The result of checking a lesson.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LessonCheck {
    /// The lesson, if it has no problems.
    pub lesson: Option<Lesson>,
    /// Problems, in order of lines.
    pub problems: Vec<InLesson>,
    /// Warnings: possible mistakes, and what is ignored in the manifests, in order of lines.
    pub warnings: Vec<InLesson>,
}

/// Checks a lesson. `scenario` is the manifest of the built-in scenario that it names, if it names one.
#[must_use]
pub fn check_custom_lesson(text: &str, scenario: Option<&str>) -> LessonCheck {
    let CustomDraft { draft, mut problems, mut warnings } = read_custom_draft(text);
    let built = draft.and_then(|draft| {
        let text = match (draft.head.scenario.is_empty(), scenario) {
            (true, _) => Some(draft.manifest.clone()),
            (false, Some(scenario)) => Some(scenario.to_owned()),
            (false, None) => {
                // A lesson with both a scenario and manifests has to drop one of them first.
                problems.extend(draft.manifest.is_empty().then(|| draft.unknown_scenario()));
                None
            }
        };
        draft.check_lesson(text, &mut problems, &mut warnings)
    });
    problems.sort_by_key(|problem| problem.line);
    warnings.sort_by_key(|warning| warning.line);
    let lesson = built.map(|(lesson, _)| lesson).filter(|_| problems.is_empty());
    LessonCheck { lesson, problems, warnings }
}

#[cfg(test)]
mod tests {
    use i18n::{Lang, lesson_problem::lesson_problem_line};

    use super::*;

    const TEMPLATE: &str = include_str!("../page/features/classroom/template_en.md");

    /// The line and message of each problem.
    fn problem_lines(text: &str) -> Vec<(usize, String)> {
        let check = check_custom_lesson(text, None);
        assert_eq!(check.lesson.is_none(), !check.problems.is_empty(), "{:?}", check.problems);
        check.problems.iter().map(|problem| (problem.line, lesson_problem_line(Lang::En, problem))).collect()
    }

    /// The line, from 1, with the first occurrence of some words.
    fn line_of(text: &str, words: &str) -> usize {
        text[..text.find(words).unwrap_or_else(|| panic!("no {words}"))].matches('\n').count() + 1
    }

    /// Applies replacements to a text.
    fn change(text: &str, changes: &[(&str, &str)]) -> String {
        changes.iter().fold(text.to_owned(), |text, (words, other)| {
            assert!(text.contains(words), "{words}");
            text.replacen(words, other, 1)
        })
    }

    fn assert_problems(text: &str, expected: &[(&str, &str)]) {
        let problems = problem_lines(text);
        assert_eq!(problems.len(), expected.len(), "{problems:#?}");
        for ((line, message), (words, problem)) in problems.iter().zip(expected) {
            assert_eq!(*line, line_of(text, words), "{problems:#?}");
            assert!(message.contains(problem) && message.contains(" ("), "{message} does not say {problem}");
        }
    }

    #[test]
    fn all_problems_are_reported_at_once() {
        assert!(problem_lines(TEMPLATE).is_empty());
        let text = change(
            TEMPLATE,
            &[
                ("at: {event: bound, pod: default/report}", "at: {event: bound, pod: default/repot}"),
                ("look: default/batch", "lok: default/batch"),
                ("{text: \"Yes\", happens: {event: bound, pod: default/batch}, why:", "{text: \"Yes\", why:"),
                ("bound: [default/batch]", "bound: [default/batsch]"),
                ("goal: ", "gaol: "),
                ("\n\n## Your turn", "\n\n<b>Now</b> ![a](b.png)\n\n## Your turn"),
            ],
        );
        assert_problems(
            &text,
            &[
                ("gaol: ", "no field gaol"),
                ("default/repot", "no such moment"),
                ("lok: ", "no field lok"),
                ("{text: \"Yes\", why:", "needs either `happens` or `right`"),
                ("<b>Now", "HTML is not allowed"),
                ("![a]", "pictures are not allowed"),
                ("default/batsch", "no pod default/batsch"),
            ],
        );
    }

    #[test]
    fn one_cause_is_one_problem() {
        // A step without a moment: the moments of its question and of the following steps are unknown, too.
        for (changes, expected) in [
            (
                [("at: {event: popped, pod: default/report}", "at: {event: popped, pod: default/repot}")],
                ("default/repot", "no such moment"),
            ),
            ([("at: {event: popped, pod: default/report}", "at: {evnt: popped}")], ("evnt", "no field at.evnt")),
            // Invalid YAML: neither the moment nor the question is known.
            ([("look: default/report", "look: [default/report")], ("look: [default/report", "")),
            // A block that is not closed only affects its own step.
            ([("pod: default/report}\n```\nThe", "pod: default/report}\nThe")], ("```step", "not closed")),
            ([("kind: Node\n", "kind: Nod\n")], ("kind: Nod\n", "")),
            ([("title: Where does", "titel: Where does")], ("titel", "no field titel")),
            ([("## Two nodes", "# Two nodes")], ("# Two nodes", "a heading must be")),
            ([("title: Where does", "scenario: ladder\ntitle: Where does")], ("scenario: ", "not both")),
        ] {
            let text = change(TEMPLATE, &changes);
            let problems = problem_lines(&text);
            assert_eq!(problems.len(), 1, "{changes:?}: {problems:#?}");
            let (words, problem) = expected;
            assert!(problems[0].1.contains(problem), "{problems:#?}");
            // The parser may detect it on a later line of the block.
            let line = line_of(&text, words);
            let is_yaml = changes[0].1.contains('[');
            assert!(problems[0].0 == line || is_yaml && (line..line + 8).contains(&problems[0].0), "{problems:#?}");
        }
        // Two blocks that are not closed are two problems, and the text after them is parsed.
        let text = change(
            TEMPLATE,
            &[("```\n\n## Two nodes", "\n\n## Two nodes"), ("bound: [default/batch]", "bound: [default/batsch]")],
        );
        let text = change(
            &text,
            &[("at: {event: bound, pod: default/report}\n```", "at: {event: bound, pod: default/report}")],
        );
        let problems = problem_lines(&text);
        assert_eq!(problems.len(), 2, "{problems:#?}");
        assert!(problems.iter().all(|(_, message)| message.contains("not closed")), "{problems:#?}");
        assert_eq!(problems[0].0, line_of(&text, "```yaml"));
    }

    #[test]
    fn manifests_and_claims_have_all_of_their_problems() {
        let text = change(
            TEMPLATE,
            &[("cpu: 2500m", "cpu: 25x00m"), ("cpu: 2200m", "cpu: 22x00m"), ("changes: 1}", "changes: 0}")],
        );
        let lines: Vec<usize> = problem_lines(&text).iter().map(|(line, _)| *line).collect();
        assert_eq!(lines, ["25x00m", "22x00m", "changes: 0"].map(|words| line_of(&text, words)));
        let claims = "claims:\n- nothing like it\n- default/report bound to large\n- nor this\n";
        let text = change(TEMPLATE, &[("look: default/report\n", &format!("look: default/report\n{claims}"))]);
        assert_problems(&text, &[("nothing like it", "doesn’t hold"), ("nor this", "doesn’t hold")]);
    }

    #[test]
    fn unknown_name_in_the_front_matter_has_its_line() {
        let (head, rest) = TEMPLATE.split_once("```yaml").expect("manifests");
        let steps = &rest[rest.find("## Two").expect("a step")..];
        let text =
            format!("{head}{steps}").replacen("misconception: ", "scenario: nothing-like-it\nmisconception: ", 1);
        assert_problems(&text, &[("scenario: nothing", "no scenario is named nothing-like-it")]);
        let text = TEMPLATE.replacen("misconception: ", "release: v9\nmisconception: ", 1);
        assert_problems(&text, &[("release: v9", "no release is named v9")]);
    }

    #[test]
    fn what_is_left_out_of_a_manifest_is_a_warning() {
        let text = change(
            TEMPLATE,
            &[
                ("resources: {requests: {cpu: 2500m}}", "resources: {requsts: {cpu: 2500m}}"),
                ("kind: Node\nmetadata: {name: small}", "kind: Node\nmetadata: {name: small, lables: {a: b}}"),
                ("memory: 8Gi, pods: \"110\"}}\n```", "memry: 8Gi, pods: \"110\"}}\n```"),
            ],
        );
        let check = check_custom_lesson(&text, None);
        let warnings: Vec<(usize, String)> =
            (check.warnings.iter()).map(|warning| (warning.line, lesson_problem_line(Lang::En, warning))).collect();
        for (word, proper) in [("requsts", "requests"), ("lables", "labels")] {
            let is_expected = |(line, message): &(usize, String)| {
                *line == line_of(&text, word)
                    && message.contains(word)
                    && message.contains(&format!("did you mean {proper}"))
            };
            assert!(warnings.iter().any(is_expected), "{word}: {warnings:#?}");
        }
        // The cause of the problems in the run is reported along with them.
        assert!(check.problems.iter().all(|problem| problem.line > line_of(&text, "lables")), "{:#?}", check.problems);
    }

    #[test]
    fn refused_pod_is_reported_before_missing_objects() {
        let text = change(
            TEMPLATE,
            &[(
                "      metadata: {name: batch}\n      spec:\n",
                "      metadata: {name: batch}\n      spec:\n        priorityClassName: urgnt\n",
            )],
        );
        let text = change(
            &text,
            &[("---\nkind: Node", "---\nkind: PriorityClass\nmetadata: {name: urgent}\nvalue: 100\n---\nkind: Node")],
        );
        let problems = problem_lines(&text);
        let (line, message) = &problems[0];
        assert_eq!(*line, line_of(&text, "priorityClassName"), "{problems:#?}");
        assert!(
            message.contains("no PriorityClass with name urgnt") && message.contains("did you mean urgent?"),
            "{message}"
        );
        assert!(problems.len() > 1, "what follows is a problem, too");
        let unknown = change(TEMPLATE, &[("cpu: 2200m", "memry: 2200Mi")]);
        let problems = problem_lines(&unknown);
        assert_eq!(problems[0].0, line_of(&unknown, "memry"), "{problems:#?}");
        assert!(problems.len() > 1 && problems[0].1.contains("refuses this object"), "{problems:#?}");
        // A lesson may be about the rejection.
        let (before, _) = text.split_once("## The second pod").expect("a step");
        let check = check_custom_lesson(before, None);
        assert_eq!((check.problems.as_slice(), check.lesson.is_some()), (&[][..], true));
        assert_eq!(check.warnings.len(), 1, "{:#?}", check.warnings);
    }

    #[test]
    fn a_question_about_a_node_has_to_name_it() {
        let text = change(TEMPLATE, &[("kind: node", "kind: fits")]);
        assert_problems(&text, &[("kind: fits", "needs `node:`")]);
        let text = change(&text, &[("kind: fits\n", "kind: fits\n  node: small\n")]);
        assert!(problem_lines(&text).is_empty());
    }

    #[test]
    fn a_part_without_its_translation_is_a_warning() {
        let warnings = |text: &str| {
            let check = check_custom_lesson(text, None);
            assert_eq!((check.problems.as_slice(), check.lesson.is_some()), (&[][..], true));
            let line = |warning: &InLesson| (warning.line, lesson_problem_line(Lang::En, warning));
            check.warnings.iter().map(line).collect::<Vec<_>>()
        };
        assert!(warnings(TEMPLATE).is_empty(), "one language is complete");
        let step = "`large` has 4 cpu, `small` has 2. Nothing runs yet.";
        let text = change(
            TEMPLATE,
            &[
                ("goal: ", "zh: {title: 甲, misconception: 丙}\ngoal: "),
                (step, &format!("{step}\n\n### 两个节点\n还没有 Pod。")),
                ("text: \"`report` requests 2500m. Where does it go?\"", "text: \"Where?\"\n  zh: 哪里？"),
                ("{text: \"No\", happens", "{text: \"No\", zh: 否, happens"),
            ],
        );
        let actual = warnings(&text);
        let expected = [
            ("zh: {title", "`zh.goal`"),
            ("## The first pod", "`### …`"),
            ("## Only one node", "`### …`"),
            ("## The second pod", "`### …`"),
            ("`batch` requests", "`zh`, `choices[0].zh`, `choices[0].zhWhy`, `choices[1].zhWhy`"),
            ("## Free cpu", "`### …`"),
            ("## Your turn", "`### …`"),
        ];
        assert_eq!(actual.len(), expected.len(), "{actual:#?}");
        for ((line, message), (words, missing)) in actual.iter().zip(expected) {
            assert!(*line == line_of(&text, words) && message.contains(missing), "{words} {missing}: {actual:#?}");
        }
    }
}
