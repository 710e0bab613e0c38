//! Builds a lesson from its draft, if the run confirms what it says.

use std::slice::Iter;

use api::Str;
use findings::{Finding, InLesson, LessonProblem, MissingObject, Notice, Problem};
use manifest::Anchor;
use protocol::{
    Goal, GoalPart, LOOK_AT_FIELD, LOOK_AT_RIVER, Lesson as Taught, LessonQuestion, LessonStep, matches_pod_pattern,
};
use releases::Release;
use runlog::EventKind;

use super::{
    lesson_parser::{AskDraft, LessonDraft, StepDraft},
    lesson_run::{LessonRun, run_with_findings},
    question_builder, story,
};

impl LessonDraft {
    /// The anchors of all moments, step by step: the step's, the one that shows the answer, and those that determine which choices are right.
    fn anchors(&self) -> Vec<&Anchor> {
        let mut anchors = Vec::new();
        for step in &self.steps {
            anchors.extend(&step.head.at);
            if let Some(ask_draft) = &step.head.ask {
                anchors.extend(&ask_draft.then);
                anchors.extend(ask_draft.choices.iter().filter_map(|choice| choice.happens.as_ref()));
            }
        }
        anchors
    }

    /// Checks that the story of the run contains all claims, in this order.
    fn check_claims(&self, lesson_run: &LessonRun, problems: &mut Vec<InLesson>) {
        let events = lesson_run.trace.events().iter().map(|event| &**event);
        let text = story::write_story(events, &lesson_run.attempts, lesson_run.release);
        let mut lines = text.lines();
        for step in &self.steps {
            for (claim, at) in step.head.claims.iter().zip(&step.claimed) {
                let before = lines.clone();
                if !lines.any(|line| story::line_matches(line, claim)) {
                    // A missing claim doesn't affect the next one.
                    lines = before;
                    let is_elsewhere = text.lines().any(|line| story::line_matches(line, claim));
                    let claim = claim.as_str().into();
                    let problem =
                        if is_elsewhere { LessonProblem::ClaimOrder(claim) } else { LessonProblem::Claim(claim) };
                    problems.push(step.error_on_line(*at, problem));
                }
            }
        }
    }

    /// The release that it names.
    ///
    /// # Errors
    /// There is no such release.
    pub fn release(&self) -> Result<Option<Release>, InLesson> {
        match self.head.release.as_str() {
            "" => Ok(None),
            name => Release::from_name(name)
                .map(Some)
                .ok_or_else(|| InLesson::new(self.head_line("release"), LessonProblem::NoRelease(name.into()))),
        }
    }

    /// Runs the lesson's manifest and finds its moments and answers.
    ///
    /// # Errors
    /// The first statement that the run contradicts.
    pub fn build_lesson(&self, text: String) -> Result<(Taught, LessonRun), InLesson> {
        let mut problems = Vec::new();
        // Warnings don't stop a build.
        let built = self.check_lesson(Some(text), &mut problems, &mut Vec::new());
        match (problems.into_iter().next(), built) {
            (None, Some(built)) => Ok(built),
            (Some(problem), _) => Err(problem),
            // Missing parts were reported when the lesson was parsed.
            (None, None) => Err(InLesson::new(1, LessonProblem::NoManifests)),
        }
    }

    /// Builds the lesson and collects all problems. What depends on a part that could not be parsed, or on a run that failed, is not checked.
    pub(super) fn check_lesson(
        &self,
        text: Option<String>,
        problems: &mut Vec<InLesson>,
        warnings: &mut Vec<InLesson>,
    ) -> Option<(Taught, LessonRun)> {
        let anchors = self.anchors();
        let lesson_run = text.and_then(|text| Some((self.run_lesson(&text, &anchors, problems)?, text)));
        let mut anchor_moments = AnchorMoments {
            // Without a run, no moments are known.
            moments: lesson_run.as_ref().map(|(run, _)| run.anchor_moments.iter()),
        };
        let mut ctx = StepCtx { lesson_run: lesson_run.as_ref().map(|(run, _)| run), before: Some(0), problems };
        let steps: Vec<Option<LessonStep>> =
            self.steps.iter().map(|step| ctx.check_step(step, &mut anchor_moments)).collect();
        let (lesson_run, text) = lesson_run?;
        self.check_claims(&lesson_run, problems);
        report_manifest_findings(self, &lesson_run, problems, warnings);
        let lesson = Taught {
            entry: self.entry(),
            scenario: self.head.scenario.clone(),
            text,
            release: lesson_run.release,
            steps: steps.into_iter().collect::<Option<_>>()?,
        };
        Some((lesson, lesson_run))
    }

    /// Runs its manifest; `None` if it is unknown what to run, or under which release.
    fn run_lesson(&self, text: &str, anchors: &[&Anchor], problems: &mut Vec<InLesson>) -> Option<LessonRun> {
        let release = self.release().map_err(|problem| problems.push(problem)).ok()?;
        let is_ambiguous = !self.head.scenario.is_empty() && !self.manifest.is_empty();
        if ["scenario", "release"].iter().any(|field| self.unread_head.may_have(field))
            || self.is_manifest_unread
            || is_ambiguous
            || text.is_empty()
        {
            return None;
        }
        let in_lesson = |finding| match self.head.scenario.as_str() {
            "" => InLesson::yaml(self.manifest_line.max(1), "", finding),
            _ => InLesson::new(self.head_line("scenario"), LessonProblem::Scenario(Box::new(finding))),
        };
        run_with_findings(text, release, anchors)
            .map_err(|findings| problems.extend(findings.into_iter().map(in_lesson)))
            .ok()
    }
}

/// Iterates over the moments of the anchors, in the order of [`LessonDraft::anchors`].
struct AnchorMoments<'r> {
    moments: Option<Iter<'r, Option<usize>>>,
}

/// The moment of an anchor.
#[derive(Clone, Copy)]
enum AnchorMoment {
    /// There is no run.
    Unknown,
    /// The run has no such moment.
    Missing,
    At(usize),
}

impl AnchorMoments<'_> {
    fn next_moment(&mut self) -> AnchorMoment {
        match self.moments.as_mut().and_then(Iterator::next) {
            None => AnchorMoment::Unknown,
            Some(moment) => moment.map_or(AnchorMoment::Missing, AnchorMoment::At),
        }
    }
}

/// The context in which a step is checked.
struct StepCtx<'r> {
    lesson_run: Option<&'r LessonRun>,
    /// The moment of the previous step; `None` if it is unknown.
    before: Option<usize>,
    problems: &'r mut Vec<InLesson>,
}

impl StepCtx<'_> {
    /// The moment of an anchor; reports a problem if the run doesn't have it. `None` if it is unknown.
    fn find_moment(
        &mut self,
        step: &StepDraft,
        path: &str,
        anchor: &Anchor,
        moments: &mut AnchorMoments<'_>,
    ) -> Option<usize> {
        match moments.next_moment() {
            AnchorMoment::At(moment) => return Some(moment),
            AnchorMoment::Missing => self.problems.push(step.error_at(path, missing_moment(anchor))),
            AnchorMoment::Unknown => {}
        }
        None
    }

    /// Checks a step; `None` if it has a problem or its moment is unknown.
    fn check_step(&mut self, step: &StepDraft, moments: &mut AnchorMoments<'_>) -> Option<LessonStep> {
        let at = match &step.head.at {
            Some(anchor) => self.find_moment(step, "at", anchor, moments),
            // A field that could not be parsed may have set the moment.
            None => self.before.filter(|_| step.unread.is_empty()),
        };
        self.before = at;
        let question = step.head.ask.as_ref().map(|draft| self.check_question(step, draft, at, moments));
        let task = step.head.task.as_ref().map(|task| task.goal.clone());
        if let Some(goal) = &task {
            let goal_problems = check_goal(goal, self.lesson_run);
            self.problems.extend(goal_problems.into_iter().map(|(field, problem)| step.error_at(field, problem)));
        }
        let (en, zh, shown_node) = (step.en.clone(), step.zh.clone(), step.head.look.clone());
        if let (Some(lesson_run), Some(at)) = (self.lesson_run, at)
            && let Some(subject) = subject_of_look(&shown_node)
            && !is_there(lesson_run, at, &subject)
        {
            self.problems.push(step.error_at("look", LessonProblem::NothingThere(subject)));
        }
        let ask = match question {
            None => None,
            Some(question) => Some(question?),
        };
        Some(LessonStep { title: step.title.clone(), en, zh, at: at?, look: shown_node, ask, task })
    }

    /// Checks the texts of a question, and if they are complete, its answers.
    fn check_question(
        &mut self,
        step: &StepDraft,
        draft: &AskDraft,
        at: Option<usize>,
        moments: &mut AnchorMoments<'_>,
    ) -> Option<LessonQuestion> {
        let answer_moment = match &draft.then {
            Some(anchor) => self.find_moment(step, "ask.then", anchor, moments).or(at),
            None => at,
        };
        let happens = |moment| match moment {
            AnchorMoment::Unknown => None,
            AnchorMoment::Missing => Some(false),
            AnchorMoment::At(_) => Some(true),
        };
        let happens: Vec<Option<bool>> = draft
            .choices
            .iter()
            .map(|choice| choice.happens.as_ref().and_then(|_| happens(moments.next_moment())))
            .collect();
        let mut problems = question_builder::check_words(draft);
        let mut question = None;
        if let (true, Some(lesson_run), Some(at), Some(answer_moment)) =
            (problems.is_empty(), self.lesson_run, at, answer_moment)
        {
            match question_builder::build_question(draft, &happens, lesson_run, at, answer_moment) {
                Ok(built) => question = Some(built),
                Err(problem) => problems.push(problem),
            }
        }
        self.problems.extend(problems.into_iter().map(|problem| step.error_at(&question_field(&problem), problem)));
        question
    }
}

/// Reports the notices about the lesson's own manifests as warnings, with rejections of objects that the script creates. A rejection that explains
/// one of the problems becomes a problem itself.
fn report_manifest_findings(
    draft: &LessonDraft,
    lesson_run: &LessonRun,
    problems: &mut Vec<InLesson>,
    warnings: &mut Vec<InLesson>,
) {
    if !draft.head.scenario.is_empty() {
        return;
    }
    let first_line = draft.manifest_line.max(1);
    let mut notices: Vec<&Finding> = lesson_run.notices.iter().filter(|notice| notice.may_matter()).collect();
    for refused in lesson_run.refused_creations(&draft.manifest) {
        let mut near = None;
        // The notice is about the same class; it is redundant, because a rejected pod has no priority.
        notices.retain(|notice| match missing_class(notice) {
            Some((name, nearest))
                if refused.message.ends_with(&format!("no PriorityClass with name {name} was found")) =>
            {
                near = nearest.or(near.take());
                false
            }
            _ => true,
        });
        let is_cause = problems.iter().any(|problem| is_about(&problem.problem, &refused.object));
        let problem = LessonProblem::Refused { message: refused.message, near };
        let finding = InLesson::new(first_line - 1 + refused.line, problem);
        if is_cause { &mut *problems } else { &mut *warnings }.push(finding);
    }
    warnings.extend(notices.into_iter().map(|notice| InLesson::yaml(first_line, "", notice.clone())));
}

/// The name of a missing priority class, and the most similar existing one.
fn missing_class(notice: &Finding) -> Option<(&Str, Option<Str>)> {
    match &notice.problem {
        Problem::Notice(Notice::Missing(MissingObject::PriorityClass { name, near })) => Some((name, near.clone())),
        _ => None,
    }
}

/// Whether a problem is that an object doesn't exist, or that nothing happens to it.
fn is_about(problem: &LessonProblem, object: &str) -> bool {
    match problem {
        LessonProblem::NoMoment { pod, .. } => *pod == *object,
        LessonProblem::NothingThere(name) => *name == *object,
        LessonProblem::NoPod(pattern) => matches_pod_pattern(pattern, object),
        LessonProblem::NoAttempt => true,
        _ => false,
    }
}

impl StepDraft {
    /// A problem of this step, at a line of the file.
    fn error_on_line(&self, line: usize, problem: LessonProblem) -> InLesson {
        InLesson { line, step: self.title.en.as_str().into(), problem }
    }

    /// A problem of this step, at the line of a field of its block.
    fn error_at(&self, path: &str, problem: LessonProblem) -> InLesson {
        self.error_on_line(self.field_line(path), problem)
    }

    /// The line of the file with a field of its block.
    pub(super) fn field_line(&self, path: &str) -> usize {
        let (block, first_line) = &self.block;
        manifest::find_line(block, path).map_or(self.line, |line| first_line + line.max(1) - 1)
    }
}

/// The field of the block that a problem of its question is about.
/// The pod or node that a step shows. Of a field, it is the pod; links omit the default namespace.
fn subject_of_look(look: &Str) -> Option<Str> {
    let subject = match look.strip_prefix(LOOK_AT_FIELD) {
        None => look.strip_prefix(LOOK_AT_RIVER).map_or_else(|| look.clone(), Str::from),
        Some(field) => match field.split(':').next().unwrap_or_default() {
            "" => Str::default(),
            pod if pod.contains('/') => pod.into(),
            pod => format!("default/{pod}").into(),
        },
    };
    (!subject.is_empty()).then_some(subject)
}

fn question_field(problem: &LessonProblem) -> String {
    let of_choice = |number: usize, field: &str| format!("ask.choices[{}].{field}", number.saturating_sub(1));
    match problem {
        LessonProblem::NoVerdict { number, .. } => of_choice(*number, "right"),
        LessonProblem::NoText { number, .. } => of_choice(*number, "text"),
        LessonProblem::Right { .. } | LessonProblem::OnlyChoices => "ask.choices".to_owned(),
        LessonProblem::AnswerBefore => "ask.then".to_owned(),
        LessonProblem::NoAttempt | LessonProblem::NoPreemption => "ask.kind".to_owned(),
        LessonProblem::NotLookedAt(_) | LessonProblem::NoFitNode => "ask.node".to_owned(),
        _ => "ask".to_owned(),
    }
}

/// The problem that the run has no such moment.
fn missing_moment(anchor: &Anchor) -> LessonProblem {
    let event = serde_json::to_string(&anchor.event).unwrap_or_default();
    let Anchor { pod, node, nth, .. } = anchor;
    LessonProblem::NoMoment { event: event.trim_matches('"').into(), pod: pod.clone(), node: node.clone(), nth: *nth }
}

/// Checks the goal of a task: it must have requirements, its pods and nodes must exist, and the run must not meet it already. Returns the fields of
/// the block with their problems.
fn check_goal(goal: &Goal, lesson_run: Option<&LessonRun>) -> Vec<(&'static str, LessonProblem)> {
    const GOAL: &str = "task.goal";
    if goal.parts().next().is_none() {
        return vec![(GOAL, LessonProblem::EmptyGoal)];
    }
    let mut problems = Vec::new();
    if goal.changes == Some(0) {
        problems.push(("task.goal.changes", LessonProblem::NoChange));
    }
    let Some(lesson_run) = lesson_run else { return problems };
    let created = |pattern: &str| {
        lesson_run.trace
            .events()
            .iter()
            .any(|event| matches!(&event.what, EventKind::PodCreated { pod, .. } if matches_pod_pattern(pattern, &pod.key())))
    };
    for goal_part in goal.parts().filter(|goal_part| !created(goal_part.pods())) {
        let field = match goal_part {
            GoalPart::Bound(_) => "task.goal.bound",
            GoalPart::On(..) => "task.goal.on",
            GoalPart::Evicted(_) => "task.goal.evicted",
            GoalPart::Gone(_) => "task.goal.gone",
        };
        problems.push((field, LessonProblem::NoPod(goal_part.pods().into())));
    }
    let end = lesson_run.end_frame();
    for node in goal.on.values().filter(|node| !end.nodes.contains_key(*node)) {
        problems.push(("task.goal.on", LessonProblem::NoNode(node.as_str().into())));
    }
    if problems.is_empty() && goal.is_met_by(&lesson_run.trace) {
        problems.push((GOAL, LessonProblem::GoalAlreadyReached));
    }
    problems
}

/// Whether a pod or node exists at a moment.
fn is_there(lesson_run: &LessonRun, at: usize, name: &str) -> bool {
    let frame = lesson_run.trace.frame_at(lesson_run.moments[at].events);
    frame.pods.contains_key(name) || frame.nodes.contains_key(name)
}
