//! A teacher's own lesson: read, run and judged as the build does it with those of the course.

use super::Refused;
use crate::lessons;

/// A lesson as the page shows it, as JSON. `scenario` is the text of the built-in scenario that it names, if it names one.
///
/// # Errors
/// The first thing that is wrong with it, in English, with its line.
pub fn lesson(text: &str, scenario: Option<&str>) -> Result<String, Refused> {
    let finished = || {
        let draft = lessons::read("", &text.replace("\r\n", "\n"))?;
        let named = &draft.head.scenario;
        let runs = match scenario {
            _ if named.is_empty() => draft.manifest.clone(),
            Some(scenario) => scenario.to_owned(),
            None => return Err(format!("line 1: no scenario is called {named}")),
        };
        let (lesson, _) = draft.finish(runs)?;
        serde_json::to_string(&lesson).map_err(|error| error.to_string())
    };
    finished().map_err(|wrong: String| Refused::lesson(&wrong))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::Lesson;

    const TAINTS: &str = include_str!("../../www/lessons/taints.md");

    #[test]
    fn a_lesson_is_judged_like_those_of_the_course() {
        let lesson = |text: &str| lesson(text, None).map_err(|refused| refused.message());
        let json = lesson(&TAINTS.replace('\n', "\r\n")).expect("a lesson");
        let read: Lesson = serde_json::from_str(&json).expect("a lesson");
        assert!(read.entry.name.is_empty() && read.steps.iter().any(|step| step.ask.is_some()));
        let (before, _) = TAINTS.split_once("at: {event: ").expect("a moment");
        let step =
            before.lines().count() - before.lines().rev().position(|line| line.starts_with("## ")).expect("a step");
        let broken = TAINTS.replacen("at: {event: ", "at: {nth: 99, event: ", 1);
        let wrong = lesson(&broken).expect_err("there is no such moment");
        assert!(wrong.contains(&format!("line {step}: the run has no such moment")), "{wrong}");
        let wrong = lesson(&TAINTS.replacen("---\n", "---\nscenario: nothing\n", 1)).expect_err("no scenario");
        assert!(wrong.contains("either names a scenario or brings manifests"), "{wrong}");
    }
}
