//! Lessons in English.

use super::En;
use crate::catalogue::lesson::{Lesson, Sentences};

const WORDS: Lesson = Lesson {
    course: "Course",
    course_hint: "Lessons of five to ten minutes. Each removes one misconception; the engine checks your answers.",
    back: "Back",
    next: "Next",
    leave: "Leave the lesson",
    leave_hint: "The scenario stays open.",
    goal: "Goal",
    misconception: "A common misconception",
    exam: "CKA: Workloads and Scheduling",
    exam_short: "CKA",
    question: "Question",
    right: "Right.",
    wrong: "Not quite.",
    answer: "Answer",
    answer_hint: "Try again, or go on: the next step has the answer.",
    stage_hint: "You can also click it in the picture.",
    here: "Back to this step’s moment",
    other_run: "This run is no longer the lesson’s.",
    own_run: "Back to the lesson’s run",
    task: "Your turn",
    finished: "End of the lesson",
    no_questions: "No question was answered.",
    next_lesson: "Next lesson",
    all_lessons: "All lessons",
    leaves_page: "leaves this page",
    between: " ",
    no_node: "No node: it stays pending",
    nothing_fits: "No node passes all filters, and preemption finds no room.",
    it_fits: "It fits",
    it_does_not: "It doesn’t fit",
    predict: "Predict",
    predict_hint: "Predict: stop before each decision and ask how it comes out",
    key_predict: "Predict each decision before it is shown",
    show_me: "Show me",
    go_on: "Watch it",
    comes: "The question is on its way.",
    click_hint: "Click it in the picture.",
    too_early: "It is evicted too, but another one comes before it.",
    shown: "The answer:",
    part_comes: "The lesson is on its way.",
    part_failed: "The lesson could not be loaded.",
};

impl Sentences for En {
    fn lesson(&self) -> &'static Lesson {
        &WORDS
    }

    fn step_of(&self, step: usize, all: usize) -> String {
        format!("{step} of {all}")
    }

    fn score(&self, right: usize, all: usize) -> String {
        format!("{right} of {all} right at the first try")
    }

    fn predicted(&self, right: usize, all: usize) -> String {
        format!("{right} of {all} predicted")
    }

    fn which_node(&self, pod: &str) -> String {
        format!("Which node does {pod} get, by its score or by preemption?")
    }

    fn which_victims(&self, pod: &str, node: &str, count: usize) -> String {
        match count {
            1 => format!("Which pod is evicted from {node} for {pod}?"),
            _ => format!("Which {count} pods are evicted from {node} for {pod}? Take them in the order of eviction."),
        }
    }

    fn rejected(&self, node: &str, why: &str) -> String {
        format!("{node} is rejected: {why}")
    }

    fn passes(&self, node: &str) -> String {
        format!("{node} passes every filter.")
    }

    fn only_node(&self, node: &str) -> String {
        format!("{node} is the only node that passes every filter, so nothing is scored.")
    }

    fn scores_less(&self, node: &str, total: i64, best: &str, most: i64) -> String {
        format!("{node} fits and scores {total}, but {best} scores {most}.")
    }

    fn largest_gap(&self, plugin: &str, own: i64, best: i64) -> String {
        format!("The largest difference is {plugin}: {own} against {best}.")
    }

    fn rule_contrast(&self, told: &str, own: (&str, &str), best: (&str, &str)) -> String {
        format!("{told} ({}: {}; {}: {})", own.0, own.1, best.0, best.1)
    }

    fn fits_now(&self, pod: &str) -> String {
        format!("{pod} is tried again. Does it fit on any node now?")
    }

    fn must_go_as(&self, pod: &str, why: &str) -> String {
        format!("{pod} is a victim: with it put back, the preemptor no longer fits. {why}")
    }

    fn scores_most(&self, node: &str, total: i64) -> String {
        format!("{node} fits and has the highest score: {total}.")
    }

    fn makes_room(&self, node: &str) -> String {
        format!("No node has room, so preemption makes some: {node} is chosen.")
    }

    fn loses_at(&self, node: &str, rule: &str) -> String {
        format!("{node} is a candidate, but drops out at a rule: {rule}")
    }

    fn no_help(&self, node: &str, why: &str) -> String {
        if why.is_empty() {
            format!("Evicting pods on {node} can’t help.")
        } else {
            format!("Evicting pods on {node} can’t help: {why}")
        }
    }

    fn not_lower(&self, pod: &str) -> String {
        format!("No dry run removes {pod}: its priority isn’t lower, or its node isn’t tried.")
    }

    fn other_node(&self, pod: &str, chosen: &str) -> String {
        format!("{pod} isn’t on {chosen}, the node that is chosen.")
    }

    fn must_go(&self, pod: &str) -> String {
        format!("{pod} is a victim: with it put back, the preemptor would no longer fit.")
    }

    fn put_back(&self, pod: &str) -> String {
        format!("The dry run removes {pod}, then puts it back: the preemptor still fits.")
    }
}
