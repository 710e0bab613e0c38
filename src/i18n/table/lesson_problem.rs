//! Texts of problems in a lesson's source.

use api::{Str, nearest_name};
use findings::{ExpectedValue, Finding, FoundValue, LessonProblem, Notice, ObjectProblem, Problem, UnsupportedMarkup};

use crate::{
    languages::Speaker,
    messages::lesson_problem as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Problems of lessons.
pub trait WrittenSentences: Grammar {
    /// The problem, and how to fix it; the second is empty only for some YAML errors.
    fn lesson_problem(&self, problem: &LessonProblem) -> TitleAndText {
        match problem {
            LessonProblem::NoHead => title_and_text(
                messages::lesson_problem_no_head(self.language()),
                messages::lesson_problem_no_head_remedy(self.language()),
            ),
            LessonProblem::Text(finding) => finding_text(self, finding),
            LessonProblem::Scenario(finding) => {
                let (what, remedy) = finding_text(self, finding);
                (messages::LessonProblemScenario { line: &finding.place.line, what }.text(self.language()), remedy)
            }
            LessonProblem::NoScenario(name) => title_and_text(
                messages::LessonProblemNoScenario { name }.text(self.language()),
                messages::lesson_problem_no_scenario_remedy(self.language()),
            ),
            LessonProblem::NoRelease(name) => title_and_text(
                messages::LessonProblemNoRelease { name }.text(self.language()),
                messages::lesson_problem_no_release_remedy(self.language()),
            ),
            LessonProblem::Markup(UnsupportedMarkup::Html) => title_and_text(
                messages::lesson_problem_markup_html(self.language()),
                messages::lesson_problem_markup_html_remedy(self.language()),
            ),
            LessonProblem::Markup(UnsupportedMarkup::Picture) => title_and_text(
                messages::lesson_problem_markup_picture(self.language()),
                messages::lesson_problem_markup_picture_remedy(self.language()),
            ),
            LessonProblem::Markup(UnsupportedMarkup::NestedList) => title_and_text(
                messages::lesson_problem_markup_nested_list(self.language()),
                messages::lesson_problem_markup_nested_list_remedy(self.language()),
            ),
            LessonProblem::Markup(UnsupportedMarkup::Quote) => title_and_text(
                messages::lesson_problem_markup_quote(self.language()),
                messages::lesson_problem_markup_quote_remedy(self.language()),
            ),
            LessonProblem::Markup(UnsupportedMarkup::Rule) => title_and_text(
                messages::lesson_problem_markup_rule(self.language()),
                messages::lesson_problem_markup_rule_remedy(self.language()),
            ),
            LessonProblem::Markup(UnsupportedMarkup::Indented) => title_and_text(
                messages::lesson_problem_markup_indented(self.language()),
                messages::lesson_problem_markup_indented_remedy(self.language()),
            ),
            LessonProblem::Markup(UnsupportedMarkup::Other) => title_and_text(
                messages::lesson_problem_markup_other(self.language()),
                messages::lesson_problem_markup_other_remedy(self.language()),
            ),
            LessonProblem::Link(link_target) => title_and_text(
                messages::LessonProblemLink { link_target }.text(self.language()),
                messages::lesson_problem_link_remedy(self.language()),
            ),
            LessonProblem::Heading => title_and_text(
                messages::lesson_problem_heading(self.language()),
                messages::lesson_problem_heading_remedy(self.language()),
            ),
            LessonProblem::BeforeSteps => title_and_text(
                messages::lesson_problem_before_steps(self.language()),
                messages::lesson_problem_before_steps_remedy(self.language()),
            ),
            LessonProblem::NoSteps => title_and_text(
                messages::lesson_problem_no_steps(self.language()),
                messages::lesson_problem_no_steps_remedy(self.language()),
            ),
            LessonProblem::OpenHead => title_and_text(
                messages::lesson_problem_open_head(self.language()),
                messages::lesson_problem_open_head_remedy(self.language()),
            ),
            LessonProblem::OpenFence => title_and_text(
                messages::lesson_problem_open_fence(self.language()),
                messages::lesson_problem_open_fence_remedy(self.language()),
            ),
            LessonProblem::Head { missing } => {
                let fields = join_fields(self, missing);
                title_and_text(
                    messages::LessonProblemHead { fields, missing_count: missing.len() }.text(self.language()),
                    messages::lesson_problem_head_remedy(self.language()),
                )
            }
            LessonProblem::MissingText => title_and_text(
                messages::lesson_problem_missing_text(self.language()),
                messages::lesson_problem_missing_text_remedy(self.language()),
            ),
            LessonProblem::MissingTranslation { missing } => {
                let fields = join_fields(self, missing);
                title_and_text(
                    messages::LessonProblemMissingTranslation { fields }.text(self.language()),
                    messages::lesson_problem_missing_translation_remedy(self.language()),
                )
            }
            LessonProblem::NoStepText => title_and_text(
                messages::lesson_problem_no_step_text(self.language()),
                messages::lesson_problem_no_step_text_remedy(self.language()),
            ),
            LessonProblem::NoManifests => title_and_text(
                messages::lesson_problem_no_manifests(self.language()),
                messages::lesson_problem_no_manifests_remedy(self.language()),
            ),
            LessonProblem::TwoManifests => title_and_text(
                messages::lesson_problem_two_manifests(self.language()),
                messages::lesson_problem_two_manifests_remedy(self.language()),
            ),
            LessonProblem::NoMoment { event, pod, node, nth } => {
                let subject = match (pod.as_str(), node.as_str()) {
                    ("", "") => String::new(),
                    (name, "") | ("", name) => messages::NoMomentOfOne { name }.text(self.language()),
                    (pod, node) => messages::NoMomentOfTwo { pod, node }.text(self.language()),
                };
                title_and_text(
                    messages::NoMoment { event, subject, nth: *nth }.text(self.language()),
                    messages::no_moment_remedy(self.language()),
                )
            }
            LessonProblem::Refused { message, near } => (
                messages::ObjectRefused { message }.text(self.language()),
                near.as_ref().map_or_else(
                    || messages::object_refused_remedy(self.language()).to_owned(),
                    |name| messages::DidYouMean { name }.text(self.language()),
                ),
            ),
            LessonProblem::NothingThere(name) => title_and_text(
                messages::LessonProblemNothingThere { name }.text(self.language()),
                messages::lesson_problem_nothing_there_remedy(self.language()),
            ),
            LessonProblem::Claim(claim) => title_and_text(
                messages::LessonProblemClaim { claim }.text(self.language()),
                messages::lesson_problem_claim_remedy(self.language()),
            ),
            LessonProblem::ClaimOrder(claim) => title_and_text(
                messages::LessonProblemClaimOrder { claim }.text(self.language()),
                messages::lesson_problem_claim_order_remedy(self.language()),
            ),
            LessonProblem::NoQuestion => title_and_text(
                messages::lesson_problem_no_question(self.language()),
                messages::lesson_problem_no_question_remedy(self.language()),
            ),
            LessonProblem::Question => title_and_text(
                messages::lesson_problem_question(self.language()),
                messages::lesson_problem_question_remedy(self.language()),
            ),
            LessonProblem::AnswerBefore => title_and_text(
                messages::lesson_problem_answer_before(self.language()),
                messages::lesson_problem_answer_before_remedy(self.language()),
            ),
            LessonProblem::OnlyChoices => title_and_text(
                messages::lesson_problem_only_choices(self.language()),
                messages::lesson_problem_only_choices_remedy(self.language()),
            ),
            LessonProblem::NoAttempt => title_and_text(
                messages::lesson_problem_no_attempt(self.language()),
                messages::lesson_problem_no_attempt_remedy(self.language()),
            ),
            LessonProblem::NoPreemption => title_and_text(
                messages::lesson_problem_no_preemption(self.language()),
                messages::lesson_problem_no_preemption_remedy(self.language()),
            ),
            LessonProblem::NoFitNode => title_and_text(
                messages::lesson_problem_no_fit_node(self.language()),
                messages::lesson_problem_no_fit_node_remedy(self.language()),
            ),
            LessonProblem::NotLookedAt(node) => title_and_text(
                messages::LessonProblemNotLookedAt { node }.text(self.language()),
                messages::lesson_problem_not_looked_at_remedy(self.language()),
            ),
            LessonProblem::Right { right, of } => title_and_text(
                messages::LessonProblemRight { right, of }.text(self.language()),
                messages::lesson_problem_right_remedy(self.language()),
            ),
            LessonProblem::NoVerdict { number, answer } => title_and_text(
                messages::LessonProblemNoVerdict { number, answer }.text(self.language()),
                messages::lesson_problem_no_verdict_remedy(self.language()),
            ),
            LessonProblem::NoText { number, missing } => {
                let fields = join_fields(self, missing);
                title_and_text(
                    messages::LessonProblemNoText { number, fields }.text(self.language()),
                    messages::lesson_problem_no_text_remedy(self.language()),
                )
            }
            LessonProblem::EmptyGoal => title_and_text(
                messages::lesson_problem_empty_goal(self.language()),
                messages::lesson_problem_empty_goal_remedy(self.language()),
            ),
            LessonProblem::NoChange => title_and_text(
                messages::lesson_problem_no_change(self.language()),
                messages::lesson_problem_no_change_remedy(self.language()),
            ),
            LessonProblem::NoPod(pod) => title_and_text(
                messages::LessonProblemNoPod { pod }.text(self.language()),
                messages::lesson_problem_no_pod_remedy(self.language()),
            ),
            LessonProblem::NoNode(node) => title_and_text(
                messages::LessonProblemNoNode { node }.text(self.language()),
                messages::lesson_problem_no_node_remedy(self.language()),
            ),
            LessonProblem::GoalAlreadyReached => title_and_text(
                messages::lesson_problem_goal_already_reached(self.language()),
                messages::lesson_problem_goal_already_reached_remedy(self.language()),
            ),
        }
    }

    /// A problem with its line, and its step if it has one.
    fn lesson_problem_line(&self, line: usize, step: &str, what: &str, remedy: &str) -> String {
        messages::LessonProblemLine {
            line,
            has_step: !step.is_empty(),
            step,
            what,
            has_remedy: !remedy.is_empty(),
            remedy,
        }
        .text(self.language())
    }
}

impl<T: Speaker> WrittenSentences for T {}

/// Names of fields, formatted as code.
fn join_fields(lang: &(impl Grammar + ?Sized), fields: &[Str]) -> String {
    let quoted_fields: Vec<String> = fields.iter().map(|field| format!("`{field}`")).collect();
    lang.list(&quoted_fields.iter().map(String::as_str).collect::<Vec<_>>())
}

/// The text of a YAML problem. A lesson's fields don't belong to Kubernetes objects, so remedies don't mention kubectl.
fn finding_text(lang: &(impl Grammar + ?Sized), finding: &Finding) -> TitleAndText {
    match &finding.problem {
        Problem::Notice(Notice::FieldMisspelled { kind, path, near }) if kind.is_empty() => {
            return unknown_field_text(lang, path, Some(near));
        }
        Problem::Notice(Notice::FieldIgnored { kind, path }) if kind.is_empty() => {
            return unknown_field_text(lang, path, None);
        }
        _ => {}
    }
    let near = match &finding.problem {
        Problem::Object(ObjectProblem::Misfit {
            wanted: ExpectedValue::Word { known },
            actual: FoundValue::Scalar(word),
        }) => nearest_name(word, known.iter().map(Str::as_str)),
        _ => None,
    };
    let (what, remedy) = lang.language().problem(&finding.problem);
    let remedy = match near {
        Some(near) => messages::FindingRemedyNear { near }.text(lang.language()),
        None => remedy,
    };
    match finding.place.path.as_str() {
        "" => (what, remedy),
        // The message already names the field.
        _ if matches!(finding.problem, Problem::Notice(_)) => (what, remedy),
        path => (messages::Finding { path, what }.text(lang.language()), remedy),
    }
}

/// An unknown field of a lesson.
fn unknown_field_text(lang: &(impl Grammar + ?Sized), path: &str, near: Option<&Str>) -> TitleAndText {
    (
        messages::UnknownField { path }.text(lang.language()),
        near.map_or_else(
            || messages::unknown_field_remedy(lang.language()).to_owned(),
            |name| messages::DidYouMean { name }.text(lang.language()),
        ),
    )
}
