//! A teacher's own lesson: read, run and judged as the build does it with those of the course.

use super::{Options, Refused};

/// A lesson as the page shows it, as JSON. `scenario` is the text of the built-in scenario that it names, if it names one.
///
/// # Errors
/// The first thing that is wrong with it, with its line.
pub fn lesson(text: &str, scenario: Option<&str>, options: &Options) -> Result<String, Refused> {
    let finished = || {
        let draft = lessons::parse_custom_lesson(&text.replace("\r\n", "\n"))?;
        let runs = match scenario {
            _ if draft.head.scenario.is_empty() => draft.manifest.clone(),
            Some(scenario) => scenario.to_owned(),
            None => return Err(draft.unknown_scenario()),
        };
        draft.build_lesson(runs).map(|(lesson, _)| lesson)
    };
    let lesson = finished().map_err(|lesson_error| Refused::for_lesson(options.words_lang(), &lesson_error))?;
    serde_json::to_string(&lesson).map_err(|error| Refused::for_arguments(&error.to_string()))
}

#[cfg(test)]
mod tests {
    use protocol::Lesson;

    use super::*;
    use crate::Lang;

    const TAINTS: &str = include_str!("../../www/lessons/taints.md");

    #[test]
    fn a_lesson_is_judged_like_those_of_the_course() {
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
    fn what_is_wrong_is_told_in_the_language_that_is_wanted() {
        let broken = TAINTS.replacen("at: {event: ", "at: {nth: 99, event: ", 1);
        for (lang, text) in [(Lang::En, "the run has no such moment"), (Lang::Zh, "本次运行中没有这一时刻")]
        {
            let options = Options { lang: Some(lang), ..Options::default() };
            let refusal = lesson(&broken, None, &options).expect_err("there is no such moment");
            let [problem] = &refusal.problems[..] else { panic!("{refusal:?}") };
            assert!(problem.message.contains(text) && problem.line.is_some_and(|line| line > 1), "{problem:?}");
        }
    }
}
