//! Checks a teacher's own lesson in the same way as the build checks those of the course.

use lessons::LessonCheck;
use protocol::Lesson;
use serde::Serialize;

use super::{Options, Problem, Refused};

/// A lesson with warnings about possible mistakes.
#[derive(Serialize)]
struct CheckedLesson<'l> {
    #[serde(flatten)]
    lesson: &'l Lesson,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Problem>,
}

/// Checks a lesson and returns it as JSON, as the page shows it. `scenario` is the manifest of the built-in scenario that it names, if it names
/// one. Warnings are included if there are any.
///
/// # Errors
/// All problems, each with its line, followed by warnings, whose code is `Call.LessonWarning`.
pub fn lesson(text: &str, scenario: Option<&str>, options: &Options) -> Result<String, Refused> {
    let lang = options.words_lang();
    let LessonCheck { lesson, problems, warnings } =
        lessons::check_custom_lesson(&text.replace("\r\n", "\n"), scenario);
    let Some(lesson) = lesson else { return Err(Refused::for_lesson(lang, &problems, &warnings)) };
    let warnings = warnings.iter().map(|warning| Problem::from_lesson(lang, warning)).collect();
    serde_json::to_string(&CheckedLesson { lesson: &lesson, warnings })
        .map_err(|error| Refused::for_arguments(&error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TAINTS: &str = include_str!("../../www/lessons/taints.md");

    #[test]
    fn custom_lesson_is_checked_like_a_built_in_one() {
        let lesson = |text: &str| lesson(text, None, &Options::default()).map_err(|refusal| refusal.message());
        let json = lesson(&TAINTS.replace('\n', "\r\n")).expect("a lesson");
        let read: Lesson = serde_json::from_str(&json).expect("a lesson");
        assert!(read.entry.name.is_empty() && read.steps.iter().any(|step| step.ask.is_some()));
        let (text_before, _) = TAINTS.split_once("at: {event: ").expect("a moment");
        let field_line = text_before.matches('\n').count() + 1;
        let broken = TAINTS.replacen("at: {event: ", "at: {nth: 99, event: ", 1);
        let error = lesson(&broken).expect_err("there is no such moment");
        assert!(
            error.contains(&format!("line {field_line}: step `")) && error.contains("the run has no such moment"),
            "{error}"
        );
        let error = lesson(&TAINTS.replacen("---\n", "---\nscenario: nothing\n", 1)).expect_err("no scenario");
        assert!(error.contains("can name a scenario or include manifests"), "{error}");
    }

    #[test]
    fn all_problems_have_lines_and_warnings_do_not_fail() {
        let template = include_str!("../page/features/classroom/template_en.md");
        let broken =
            template.replacen("pod: default/report}", "pod: default/repot}", 1).replacen("goal: {", "gaol: {", 1);
        let refusal = lesson(&broken, None, &Options::default()).expect_err("two problems");
        let lines: Vec<_> = refusal.problems.iter().filter_map(|problem| problem.line).collect();
        assert!(lines.len() == 2 && lines[0] < lines[1], "{refusal:?}");
        assert_eq!(refusal.message().lines().count(), 2);
        // A possible cause is listed after the problems, as a warning.
        let misspelt = broken.replacen("{name: small}", "{name: small, lables: {a: b}}", 1);
        let refusal = lesson(&misspelt, None, &Options::default()).expect_err("two problems");
        let last = refusal.problems.last().expect("a warning");
        assert!(refusal.problems.len() == 3 && last.code == "Call.LessonWarning", "{refusal:?}");
        assert_eq!(refusal.message().lines().count(), 2);
        let half = template.replacen("goal: ", "zh: {title: 甲}\ngoal: ", 1);
        let json = lesson(&half, None, &Options::default()).map_err(|refusal| refusal.message()).expect("a lesson");
        let warnings = serde_json::from_str::<serde_json::Value>(&json).expect("JSON")["warnings"].take();
        assert!(
            warnings[0]["line"] == 3 && warnings[0]["message"].as_str().is_some_and(|text| text.contains("zh.goal"))
        );
        assert!(serde_json::from_str::<Lesson>(&json).is_ok(), "earlier pages read it, too");
    }

    #[test]
    fn the_templates_of_the_page_are_lessons() {
        for template in [
            include_str!("../page/features/classroom/template_en.md"),
            include_str!("../page/features/classroom/template_zh.md"),
        ] {
            let json = lesson(template, None, &Options::default()).map_err(|refusal| refusal.message());
            let read: Lesson = serde_json::from_str(&json.expect("a lesson")).expect("a lesson");
            assert!(protocol::is_lesson(template));
            let questions = read.steps.iter().filter(|step| step.ask.is_some()).count();
            let tasks = read.steps.iter().filter(|step| step.task.is_some()).count();
            assert_eq!((read.steps.len(), questions, tasks), (6, 2, 1));
        }
    }

    #[test]
    fn problems_are_in_the_requested_language() {
        let broken = TAINTS.replacen("at: {event: ", "at: {nth: 99, event: ", 1);
        for (lang, text) in [(i18n::Lang::En, "the run has no such moment"), (i18n::Lang::Zh, "本次运行中没有这一时刻")]
        {
            let options = Options { lang: Some(crate::Lang(lang)), ..Options::default() };
            let refusal = lesson(&broken, None, &options).expect_err("there is no such moment");
            let [problem] = &refusal.problems[..] else { panic!("{refusal:?}") };
            assert!(problem.message.contains(text) && problem.line.is_some_and(|line| line > 1), "{problem:?}");
        }
    }
}
