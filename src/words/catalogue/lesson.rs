//! Lessons: the course, its questions, and why an answer is right or wrong.

fixed! {
    /// Fixed words of it.
    pub struct Lesson {
        course,
        course_hint,
        back,
        next,
        leave,
        leave_hint,
        goal,
        misconception,
        exam,
        exam_short,
        question,
        right,
        wrong,
        answer,
        answer_hint,
        stage_hint,
        here,
        other_run,
        own_run,
        task,
        finished,
        no_questions,
        next_lesson,
        all_lessons,
        leaves_page,
        between,
        no_node,
        nothing_fits,
        it_fits,
        it_does_not,
        predict,
        predict_hint,
        key_predict,
        show_me,
        go_on,
        comes,
        click_hint,
        too_early,
        shown,
        part_comes,
        part_failed,
    }
}

sentences! {
    /// Sentences of it. Pods come without the namespace `default`.
    pub trait Sentences {
        /// The fixed words.
        fn lesson() -> &'static Lesson;
        /// Where in a lesson one is.
        fn step_of(step: usize, all: usize) -> String;
        /// Questions answered right at the first try.
        fn score(right: usize, all: usize) -> String;
        /// Decisions predicted right at the first try.
        fn predicted(right: usize, all: usize) -> String;
        /// Which node does a pod get?
        fn which_node(pod: &str) -> String;
        /// Which pods, so many, are evicted from a node for a pod?
        fn which_victims(pod: &str, node: &str, count: usize) -> String;
        /// The filters reject a node, and why.
        fn rejected(node: &str, why: &str) -> String;
        /// The filters let a node pass.
        fn passes(node: &str) -> String;
        /// Of all nodes this one alone fits.
        fn only_node(node: &str) -> String;
        /// A node fits, but another one scores more.
        fn scores_less(node: &str, total: i64, best: &str, most: i64) -> String;
        /// The plugin that sets a node apart most from the best one, with the points of both.
        fn largest_gap(plugin: &str, own: i64, best: i64) -> String;
        /// A rule at which a candidate drops out, with its value and that of one that stays.
        fn rule_contrast(told: &str, own: (&str, &str), best: (&str, &str)) -> String;
        /// Does a pod that is tried again fit now?
        fn fits_now(pod: &str) -> String;
        /// A pod is a victim; why the preemptor does not fit with it.
        fn must_go_as(pod: &str, why: &str) -> String;
        /// A node scores most.
        fn scores_most(node: &str, total: i64) -> String;
        /// Preemption chooses a node.
        fn makes_room(node: &str) -> String;
        /// A candidate drops out at a rule.
        fn loses_at(node: &str, rule: &str) -> String;
        /// Preemption cannot help on a node; why, if that is known.
        fn no_help(node: &str, why: &str) -> String;
        /// The priority of a pod is too high for it to be a victim, or its node cannot help.
        fn not_lower(pod: &str) -> String;
        /// Preemption chooses another node.
        fn other_node(pod: &str, chosen: &str) -> String;
        /// A pod is a victim.
        fn must_go(pod: &str) -> String;
        /// A pod is put back.
        fn put_back(pod: &str) -> String;
    }
}
