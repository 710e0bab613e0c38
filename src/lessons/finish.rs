//! A lesson as it is written becomes what the page shows, if its run bears it out.

use super::ask;
use super::read::{Draft, StepDraft};
use super::run::{Ran, run};
use super::story;
use api::manifest::Anchor;
use api::problem::{InLesson, Lesson};
use record::What;
use releases::Release;
use wire::{Goal, Lesson as Taught, LessonStep, matches};

impl Draft {
    /// All moments that it names, step by step: the step's, the one that bears out the answer, and those that judge its choices.
    fn anchors(&self) -> Vec<&Anchor> {
        let mut anchors = Vec::new();
        for step in &self.steps {
            anchors.extend(&step.head.at);
            if let Some(ask) = &step.head.ask {
                anchors.extend(&ask.then);
                anchors.extend(ask.choices.iter().filter_map(|choice| choice.happens.as_ref()));
            }
        }
        anchors
    }

    /// Whether all that it claims is in the story of its run, in this order.
    fn claimed(&self, ran: &Ran) -> Result<(), InLesson> {
        let events = ran.trace.events().iter().map(|event| &**event);
        let told = story::tell(events, &ran.attempts, ran.release);
        let mut lines = told.lines();
        for step in &self.steps {
            for (claim, at) in step.head.claims.iter().zip(&step.claimed) {
                if !lines.any(|line| story::says(line, claim)) {
                    let elsewhere = told.lines().any(|line| story::says(line, claim));
                    let claim = claim.as_str().into();
                    let problem = if elsewhere { Lesson::ClaimOrder(claim) } else { Lesson::Claim(claim) };
                    return Err(step.wrong(*at, problem));
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
            name => Release::named(name).map(Some).ok_or_else(|| InLesson::new(1, Lesson::NoRelease(name.into()))),
        }
    }

    /// Runs the lesson's text and finds its moments and answers.
    ///
    /// # Errors
    /// The first thing that the run contradicts.
    pub fn finish(&self, text: String) -> Result<(Taught, Ran), InLesson> {
        let anchors = self.anchors();
        let ran = run(&text, self.release()?, &anchors).map_err(|finding| match self.head.scenario.as_str() {
            "" => InLesson::yaml(self.brought.max(1), "", finding),
            _ => InLesson::new(1, Lesson::Scenario(Box::new(finding))),
        })?;
        let mut found = anchors.iter().zip(&ran.found);
        // `None` where the run has no such moment.
        let mut next = |wanted: bool| if wanted { found.next().map(|(anchor, at)| (*anchor, *at)) } else { None };
        let moment = |step: &StepDraft, found: Option<(&Anchor, Option<usize>)>, otherwise: usize| match found {
            None => Ok(otherwise),
            Some((_, Some(at))) => Ok(at),
            Some((anchor, None)) => Err(step.wrong(step.line, missing(anchor))),
        };
        let (mut steps, mut before) = (Vec::new(), 0);
        for step in &self.steps {
            let wrong = |problem| step.wrong(step.line, problem);
            let at = moment(step, next(step.head.at.is_some()), before)?;
            before = at;
            let ask = match &step.head.ask {
                None => None,
                Some(draft) => {
                    let then = moment(step, next(draft.then.is_some()), at)?;
                    let happens = draft.choices.iter().map(|it| next(it.happens.is_some()).map(|(_, at)| at.is_some()));
                    let happens: Vec<Option<bool>> = happens.collect();
                    let ask = ask::question(draft, &happens, &ran, at, then);
                    Some(ask.map_err(wrong)?)
                }
            };
            let task = step.head.task.as_ref().map(|task| task.goal.clone());
            if let Some(goal) = &task {
                possible(goal, &ran).map_err(wrong)?;
            }
            let (en, zh, look) = (step.en.clone(), step.zh.clone(), step.head.look.clone());
            if !look.is_empty() && !seen(&ran, at, &look) {
                return Err(wrong(Lesson::NothingThere(look)));
            }
            steps.push(LessonStep { title: step.title.clone(), en, zh, at, look, ask, task });
        }
        self.claimed(&ran)?;
        let lesson =
            Taught { entry: self.entry(), scenario: self.head.scenario.clone(), text, release: ran.release, steps };
        Ok((lesson, ran))
    }
}

impl StepDraft {
    /// Something that is wrong with it, on a line of the file.
    fn wrong(&self, line: usize, problem: Lesson) -> InLesson {
        InLesson { line, step: self.title.en.as_str().into(), problem }
    }
}

/// A moment, as its author wrote it, that the run does not have.
fn missing(anchor: &Anchor) -> Lesson {
    let event = serde_json::to_string(&anchor.event).unwrap_or_default();
    let Anchor { pod, node, nth, .. } = anchor;
    Lesson::NoMoment { event: event.trim_matches('"').into(), pod: pod.clone(), node: node.clone(), nth: *nth }
}

/// Whether a task can be one: it asks for something, of pods and nodes that there are, and the run does not do it already.
fn possible(goal: &Goal, ran: &Ran) -> Result<(), Lesson> {
    if goal.wishes().next().is_none() {
        return Err(Lesson::NoWish);
    }
    if goal.changes == Some(0) {
        return Err(Lesson::NoChange);
    }
    let created = |pattern: &str| {
        ran.trace
            .events()
            .iter()
            .any(|event| matches!(&event.what, What::PodCreated { pod, .. } if matches(pattern, &pod.key())))
    };
    if let Some(wish) = goal.wishes().find(|wish| !created(wish.pods())) {
        return Err(Lesson::NoPod(wish.pods().into()));
    }
    let end = ran.end();
    if let Some(node) = goal.on.values().find(|node| !end.nodes.contains_key(*node)) {
        return Err(Lesson::NoNode(node.as_str().into()));
    }
    if goal.met(&ran.trace) { Err(Lesson::Reached) } else { Ok(()) }
}

/// Whether a pod or node is there at a moment.
fn seen(ran: &Ran, at: usize, name: &str) -> bool {
    let frame = ran.trace.frame(ran.moments[at].events);
    frame.pods.contains_key(name) || frame.nodes.contains_key(name)
}
