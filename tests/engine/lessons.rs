//! Every lesson: its moments exist, the run answers its questions, its claims hold, and its tasks can be solved.

use std::{collections::BTreeSet, fs};

use schedscope::{
    findings::InLesson,
    i18n::{Lang, lesson_problem},
    lessons::{self, LessonDraft, story},
    manifest,
    protocol::{Block, Inline, Lesson},
    queries,
    simulation::Scenario,
};

use crate::support::texts;

fn problem_line(wrong: &InLesson) -> String {
    lesson_problem::lesson_problem_line(Lang::En, wrong)
}

/// All lessons, each with its manifest.
fn course() -> Vec<(LessonDraft, String)> {
    let mut files = texts::files("www/lessons", "md");
    files.retain(|file| !file.ends_with("README.md"));
    let read = |file: &std::path::PathBuf| {
        let name = file.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let draft = lessons::parse_lesson(name, &fs::read_to_string(file).expect("a lesson"));
        let draft = draft.unwrap_or_else(|wrong| panic!("{name}: {}", problem_line(&wrong)));
        let text = draft
            .text(&texts::place("www/scenarios"))
            .unwrap_or_else(|wrong| panic!("{name}: {}", problem_line(&wrong)));
        (draft, text)
    };
    files.iter().map(read).collect()
}

fn story(draft: &LessonDraft, text: &str) -> String {
    let release = draft.release().expect("a release");
    let manifest = manifest::load_for(text, release).expect("a manifest");
    story::story_of(Scenario::from_manifest(&manifest).expect("a scenario"))
}

#[test]
fn every_lesson_agrees_with_its_run() {
    for (draft, text) in course() {
        let name = &draft.name;
        let (lesson, _) = draft.build_lesson(text.clone()).unwrap_or_else(|wrong| {
            let wrong = problem_line(&wrong);
            let story_text = if wrong.contains("this claim") { story(&draft, &text) } else { String::new() };
            panic!("{name}: {wrong}\n{story_text}")
        });
        assert!((5..=9).contains(&lesson.steps.len()), "{name}: {} steps", lesson.steps.len());
        assert!(lesson.steps.iter().any(|step| step.ask.is_some()), "{name} asks nothing");
        assert!(lesson.steps.last().is_some_and(|step| step.ask.is_none()), "{name}: what answers the last question?");
        assert!(draft.steps.iter().any(|step| !step.head.claims.is_empty()), "{name} claims nothing");
        let (loaded, _) =
            queries::load::load_scenario(&text, None).unwrap_or_else(|findings| panic!("{name}: {findings:?}"));
        assert!(loaded.notices.is_empty(), "{name}: {:?}", loaded.notices);
    }
}

#[test]
fn every_task_can_be_solved() {
    let mut done = 0;
    for (draft, text) in course() {
        for task in draft.steps.iter().filter_map(|step| step.head.task.as_ref()) {
            let (name, solution) = (&draft.name, &task.solution);
            assert_eq!(text.matches(&solution.replace).count(), 1, "{name}: `{}` stands once", solution.replace);
            let before = lessons::run_text(&text, draft.release().expect("a release"), &[]).expect("a run");
            assert!(!task.goal.is_met_by(&before.trace), "{name}: nothing is left to do");
            let changed = text.replace(&solution.replace, &solution.by);
            let ran = lessons::run_text(&changed, draft.release().expect("a release"), &[]).expect("a run");
            assert!(task.goal.is_met_by(&ran.trace), "{name}: the solution does not reach the goal");
            let changes = manifest::diff_texts(&text, &changed).expect("two texts");
            assert!(task.goal.changes.is_none_or(|most| changes.len() <= most), "{name}: {changes:?}");
            done += 1;
        }
    }
    assert!(done > 0);
}

#[test]
fn the_course_is_in_order_and_in_both_languages() {
    let course = course();
    let numbers: BTreeSet<u32> = course.iter().map(|(draft, _)| draft.head.number).collect();
    assert_eq!(numbers.len(), course.len(), "two lessons have one number");
    assert!(!numbers.contains(&0), "a lesson has no number");
    for (draft, text) in course {
        let (lesson, _) = draft.build_lesson(text).expect("a lesson");
        for step in &lesson.steps {
            let (en, zh) = (words(&step.en), words(&step.zh));
            let chinese = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
            assert!(!en.chars().any(chinese), "{}: 中文 in {en}", draft.name);
            assert!(zh.chars().any(chinese), "{}: no 中文 in {zh}", draft.name);
            let mut before = ' ';
            for c in zh.chars() {
                assert!(!(chinese(before) && ",.;:?!".contains(c)), "{}: half-width {c} in {zh}", draft.name);
                before = c;
            }
            // Texts in the narrator's place must be short.
            assert!(en.split_whitespace().count() <= 110, "{}: `{}` is too long", draft.name, step.title.en);
        }
    }
}

fn words(blocks: &[Block]) -> String {
    let line = |line: &Vec<Inline>| -> String {
        line.iter()
            .map(|line| match line {
                Inline::Text(text)
                | Inline::Strong(text)
                | Inline::Emphasis(text)
                | Inline::Code(text)
                | Inline::Link(text, _) => text.as_str(),
            })
            .collect()
    };
    let block = |block: &Block| match block {
        Block::Paragraph(inlines) => line(inlines),
        Block::List(items) => items.iter().map(line).collect::<Vec<_>>().join("\n"),
        Block::Code(_) => String::new(),
    };
    blocks.iter().map(block).collect::<Vec<_>>().join("\n")
}

const BROKEN: &str = "---
title: A
goal: B
misconception: C
scenario: first-pod
zh: {title: 甲, goal: 乙, misconception: 丙}
---
## One
```step
at: {event: popped, pod: default/web}
look: default/web
claims: [\"default/web bound to node-c\"]
ask: {kind: node, text: Where?, zh: 哪里？, then: {event: selected, pod: default/web}}
```
Text
### 一
文
";

#[test]
fn lessons_that_the_run_contradicts_are_rejected() {
    let finish = |text: &str| -> Result<Lesson, InLesson> {
        let draft = lessons::parse_lesson("broken", text)?;
        let text = draft.text(&texts::place("www/scenarios"))?;
        draft.build_lesson(text).map(|(lesson, _)| lesson)
    };
    let lesson = finish(BROKEN).expect("it is whole");
    let right: Vec<&str> = lesson.steps[0]
        .ask
        .iter()
        .flat_map(|ask| &ask.choices)
        .filter(|choice| choice.is_right)
        .map(|choice| choice.name.en.as_str())
        .collect();
    assert_eq!(right, ["node-c"]);
    let choice = "text: a, zh: 甲, why: b, zhWhy: 乙";
    for (old, new, text) in [
        ("pod: default/web}\nlook", "pod: default/wob}\nlook", "no such moment"),
        ("look: default/web", "look: default/nobody", "no default/nobody"),
        (
            "bound to node-c",
            "bound to node-a",
            "line 12: step `One`: this claim doesn’t hold in the run: default/web bound to node-a",
        ),
        (
            "[\"default/web bound",
            "[\"default/web running\", \"default/web bound",
            "not after the claims before it: default/web bound",
        ),
        ("scenario: first-pod", "scenario: nothing", "nothing"),
        ("then: {event: selected", "then: {event: created", "before the question"),
        ("scenario: first-pod", "scenario: first-pod\nrelease: v9", "v9"),
        ("kind: node", "kind: victim", "doesn’t preempt any pod"),
        ("kind: node", "kind: fits, node: node-z", "check node node-z"),
        ("kind: node", &format!("choices: [{{{choice}, right: true}}, {{{choice}, right: true}}]"), "2 of 2"),
        (
            "kind: node",
            &format!("choices: [{{{choice}, happens: {{event: bound, node: node-a}}}}, {{{choice}, right: false}}]"),
            "0 of 2",
        ),
        (
            "kind: node",
            &format!("choices: [{{{choice}, right: true}}, {{text: c, zh: 丙, zhWhy: 丁, right: false}}]"),
            "answer 2 has no `why`",
        ),
        ("text: Where?, zh: 哪里？, ", "", "the question has no text"),
        ("ask: {kind: node", "task: {goal: {bound: [default/web]}}\nask: {kind: node", "already reaches the goal"),
        ("ask: {kind: node", "task: {goal: {on: {default/web: node-c}}}\nask: {kind: node", "already reaches the goal"),
        ("ask: {kind: node", "task: {goal: {on: {default/web: node-z}}}\nask: {kind: node", "no node node-z"),
        ("ask: {kind: node", "task: {goal: {gone: [default/wob]}}\nask: {kind: node", "no pod default/wob"),
        (
            "ask: {kind: node",
            "task: {goal: {evicted: [default/web], changes: 0}}\nask: {kind: node",
            "at least one change",
        ),
        ("ask: {kind: node", "task: {goal: {changes: 1}}\nask: {kind: node", "has no conditions"),
    ] {
        assert!(BROKEN.contains(old), "{old}");
        let broken = BROKEN.replace(old, new);
        let wrong = finish(&broken).expect_err(text);
        let line = wrong.line;
        // Problems within a step have the line of the field.
        let changed = BROKEN.lines().zip(broken.lines()).position(|(before, after)| before != after);
        assert!(wrong.step.is_empty() || changed == Some(line - 1), "{text}: line {line}, not {changed:?}");
        let [wrong, zh] = [Lang::En, Lang::Zh].map(|lang| lesson_problem::lesson_problem_line(lang, &wrong));
        assert!(wrong.contains(text), "{wrong} does not say {text}");
        assert!(wrong.starts_with(&format!("line {line}: ")) && line > 0, "{wrong} does not say where");
        assert!(zh.starts_with(&format!("第 {line} 行：")), "{zh}");
    }
}
