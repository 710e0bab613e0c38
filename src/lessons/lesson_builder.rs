//! A lesson as it is written becomes what the page shows, if its run bears it out.

use findings::{InLesson, LessonProblem};
use manifest::Anchor;
use protocol::{Goal, GoalPart, Lesson as Taught, LessonStep, matches_pod_pattern};
use releases::Release;
use runlog::EventKind;

use super::{
    lesson_parser::{LessonDraft, StepDraft},
    lesson_run::{LessonRun, run_text},
    question_builder, story,
};

impl LessonDraft {
    /// All moments that it names, step by step: the step's, the one that bears out the answer, and those that judge its choices.
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

    /// Whether all that it claims is in the story of its run, in this order.
    fn check_claims(&self, lesson_run: &LessonRun) -> Result<(), InLesson> {
        let events = lesson_run.trace.events().iter().map(|event| &**event);
        let text = story::write_story(events, &lesson_run.attempts, lesson_run.release);
        let mut lines = text.lines();
        for step in &self.steps {
            for (claim, at) in step.head.claims.iter().zip(&step.claimed) {
                if !lines.any(|line| story::line_matches(line, claim)) {
                    let is_elsewhere = text.lines().any(|line| story::line_matches(line, claim));
                    let claim = claim.as_str().into();
                    let problem =
                        if is_elsewhere { LessonProblem::ClaimOrder(claim) } else { LessonProblem::Claim(claim) };
                    return Err(step.error_on_line(*at, problem));
                }
            }
        }
        Ok(())
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
                .ok_or_else(|| InLesson::new(1, LessonProblem::NoRelease(name.into()))),
        }
    }

    /// Runs the lesson's text and finds its moments and answers.
    ///
    /// # Errors
    /// The first thing that the run contradicts.
    pub fn build_lesson(&self, text: String) -> Result<(Taught, LessonRun), InLesson> {
        let anchors = self.anchors();
        let lesson_run =
            run_text(&text, self.release()?, &anchors).map_err(|finding| match self.head.scenario.as_str() {
                "" => InLesson::yaml(self.manifest_line.max(1), "", finding),
                _ => InLesson::new(1, LessonProblem::Scenario(Box::new(finding))),
            })?;
        let mut zip = anchors.iter().zip(&lesson_run.anchor_moments);
        // `None` where the run has no such moment.
        let mut next = |has_anchor: bool| if has_anchor { zip.next().map(|(anchor, at)| (*anchor, *at)) } else { None };
        let moment = |step: &StepDraft, path: &str, pair: Option<(&Anchor, Option<usize>)>, otherwise: usize| match pair
        {
            None => Ok(otherwise),
            Some((_, Some(at))) => Ok(at),
            Some((anchor, None)) => Err(step.error_at(path, missing_moment(anchor))),
        };
        let (mut steps, mut before) = (Vec::new(), 0);
        for step in &self.steps {
            let at = moment(step, "at", next(step.head.at.is_some()), before)?;
            before = at;
            let question = match &step.head.ask {
                None => None,
                Some(draft) => {
                    let answer_moment = moment(step, "ask.then", next(draft.then.is_some()), at)?;
                    let happens =
                        draft.choices.iter().map(|choice| next(choice.happens.is_some()).map(|(_, at)| at.is_some()));
                    let happens: Vec<Option<bool>> = happens.collect();
                    let question = question_builder::build_question(draft, &happens, &lesson_run, at, answer_moment);
                    Some(question.map_err(|problem| step.error_at(&question_field(&problem), problem))?)
                }
            };
            let task = step.head.task.as_ref().map(|task| task.goal.clone());
            if let Some(goal) = &task {
                check_goal(goal, &lesson_run).map_err(|(field, problem)| step.error_at(field, problem))?;
            }
            let (en, zh, shown_node) = (step.en.clone(), step.zh.clone(), step.head.look.clone());
            if !shown_node.is_empty() && !is_there(&lesson_run, at, &shown_node) {
                return Err(step.error_at("look", LessonProblem::NothingThere(shown_node)));
            }
            steps.push(LessonStep { title: step.title.clone(), en, zh, at, look: shown_node, ask: question, task });
        }
        self.check_claims(&lesson_run)?;
        let lesson = Taught {
            entry: self.entry(),
            scenario: self.head.scenario.clone(),
            text,
            release: lesson_run.release,
            steps,
        };
        Ok((lesson, lesson_run))
    }
}

impl StepDraft {
    /// Something that is wrong with it, on a line of the file.
    fn error_on_line(&self, line: usize, problem: LessonProblem) -> InLesson {
        InLesson { line, step: self.title.en.as_str().into(), problem }
    }

    /// The same, on the line of a field of its block.
    fn error_at(&self, path: &str, problem: LessonProblem) -> InLesson {
        let (block, first_line) = &self.block;
        let line = manifest::find_line(block, path).map_or(self.line, |line| first_line + line.max(1) - 1);
        self.error_on_line(line, problem)
    }
}

/// The field of the block that a problem of its question is about.
fn question_field(problem: &LessonProblem) -> String {
    let of_choice = |number: usize, field: &str| format!("ask.choices[{}].{field}", number.saturating_sub(1));
    match problem {
        LessonProblem::NoVerdict { number, .. } => of_choice(*number, "right"),
        LessonProblem::NoText { number, .. } => of_choice(*number, "text"),
        LessonProblem::Right { .. } | LessonProblem::OnlyChoices => "ask.choices".to_owned(),
        LessonProblem::AnswerBefore => "ask.then".to_owned(),
        LessonProblem::NoAttempt | LessonProblem::NoPreemption => "ask.kind".to_owned(),
        LessonProblem::NotLookedAt(_) => "ask.node".to_owned(),
        _ => "ask".to_owned(),
    }
}

/// A moment, as its author wrote it, that the run does not have.
fn missing_moment(anchor: &Anchor) -> LessonProblem {
    let event = serde_json::to_string(&anchor.event).unwrap_or_default();
    let Anchor { pod, node, nth, .. } = anchor;
    LessonProblem::NoMoment { event: event.trim_matches('"').into(), pod: pod.clone(), node: node.clone(), nth: *nth }
}

/// Whether a task can be one: it asks for something, of pods and nodes that there are, and the run does not do it already. Otherwise the field
/// of the block, and what is wrong with it.
fn check_goal(goal: &Goal, lesson_run: &LessonRun) -> Result<(), (&'static str, LessonProblem)> {
    const GOAL: &str = "task.goal";
    if goal.parts().next().is_none() {
        return Err((GOAL, LessonProblem::EmptyGoal));
    }
    if goal.changes == Some(0) {
        return Err(("task.goal.changes", LessonProblem::NoChange));
    }
    let created = |pattern: &str| {
        lesson_run.trace
            .events()
            .iter()
            .any(|event| matches!(&event.what, EventKind::PodCreated { pod, .. } if matches_pod_pattern(pattern, &pod.key())))
    };
    if let Some(goal_part) = goal.parts().find(|goal_part| !created(goal_part.pods())) {
        let field = match goal_part {
            GoalPart::Bound(_) => "task.goal.bound",
            GoalPart::On(..) => "task.goal.on",
            GoalPart::Evicted(_) => "task.goal.evicted",
            GoalPart::Gone(_) => "task.goal.gone",
        };
        return Err((field, LessonProblem::NoPod(goal_part.pods().into())));
    }
    let end = lesson_run.end_frame();
    if let Some(node) = goal.on.values().find(|node| !end.nodes.contains_key(*node)) {
        return Err(("task.goal.on", LessonProblem::NoNode(node.as_str().into())));
    }
    if goal.is_met_by(&lesson_run.trace) { Err((GOAL, LessonProblem::GoalAlreadyReached)) } else { Ok(()) }
}

/// Whether a pod or node is there at a moment.
fn is_there(lesson_run: &LessonRun, at: usize, name: &str) -> bool {
    let frame = lesson_run.trace.frame_at(lesson_run.moments[at].events);
    frame.pods.contains_key(name) || frame.nodes.contains_key(name)
}
