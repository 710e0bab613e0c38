//! A lesson as it is written becomes what the page shows, if its run bears it out.

use super::ask;
use super::read::Draft;
use super::run::{Ran, run};
use super::story;
use crate::api::manifest::Anchor;
use crate::releases::Release;
use crate::simulation::What;
use crate::wire::{Goal, Lesson, LessonStep, matches};

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
    fn claimed(&self, ran: &Ran) -> Result<(), String> {
        let events = ran.trace.events().iter().map(|event| &**event);
        let told = story::tell(events, &ran.attempts, ran.release);
        let mut lines = told.lines();
        for step in &self.steps {
            for (claim, at) in step.head.claims.iter().zip(&step.claimed) {
                if !lines.any(|line| story::says(line, claim)) {
                    let elsewhere = told.lines().any(|line| story::says(line, claim));
                    let why = if elsewhere {
                        "happens, but not after the claims before it"
                    } else {
                        "doesn't happen in the run"
                    };
                    return Err(format!("line {at}: step `{}`: what it claims {why}: {claim}", step.title.en));
                }
            }
        }
        Ok(())
    }

    /// The release that it names.
    ///
    /// # Errors
    /// There is no such release.
    pub fn release(&self) -> Result<Option<Release>, String> {
        match self.head.release.as_str() {
            "" => Ok(None),
            name => Release::named(name).map(Some).ok_or(format!("no release is called {name}")),
        }
    }

    /// Runs the lesson's text and finds its moments and answers.
    ///
    /// # Errors
    /// The first thing that the run contradicts, in English.
    pub fn finish(&self, text: String) -> Result<(Lesson, Ran), String> {
        let anchors = self.anchors();
        let ran = run(&text, self.release()?, &anchors)?;
        let mut found = anchors.iter().zip(&ran.found);
        // `None` where the run has no such moment.
        let mut next = |wanted: bool| if wanted { found.next().map(|(anchor, at)| (*anchor, *at)) } else { None };
        let moment = |line: usize, found: Option<(&Anchor, Option<usize>)>, otherwise: usize| match found {
            None => Ok(otherwise),
            Some((_, Some(at))) => Ok(at),
            Some((anchor, None)) => Err(format!("line {line}: the run has no such moment: {}", told(anchor))),
        };
        let (mut steps, mut before) = (Vec::new(), 0);
        for step in &self.steps {
            let (line, title) = (step.line, &step.title.en);
            let at = moment(line, next(step.head.at.is_some()), before)?;
            before = at;
            let ask = match &step.head.ask {
                None => None,
                Some(draft) => {
                    let then = moment(line, next(draft.then.is_some()), at)?;
                    let happens = draft.choices.iter().map(|it| next(it.happens.is_some()).map(|(_, at)| at.is_some()));
                    let happens: Vec<Option<bool>> = happens.collect();
                    let ask = ask::question(draft, &happens, &ran, at, then);
                    Some(ask.map_err(|wrong| format!("line {line}: step `{title}`: {wrong}"))?)
                }
            };
            let task = step.head.task.as_ref().map(|task| task.goal.clone());
            if let Some(goal) = &task {
                possible(goal, &ran).map_err(|wrong| format!("line {line}: step `{title}`: {wrong}"))?;
            }
            let (en, zh, look) = (step.en.clone(), step.zh.clone(), step.head.look.clone());
            if !look.is_empty() && !seen(&ran, at, &look) {
                return Err(format!("line {line}: step `{title}`: there is no {look} at that moment"));
            }
            steps.push(LessonStep { title: step.title.clone(), en, zh, at, look, ask, task });
        }
        self.claimed(&ran)?;
        let lesson =
            Lesson { entry: self.entry(), scenario: self.head.scenario.clone(), text, release: ran.release, steps };
        Ok((lesson, ran))
    }
}

/// A moment as its author wrote it.
fn told(anchor: &Anchor) -> String {
    let Anchor { pod, node, nth, .. } = anchor;
    let of = [pod, node].into_iter().filter(|it| !it.is_empty()).map(|it| format!(" of {it}"));
    let of = of.collect::<Vec<_>>().concat();
    let event = serde_json::to_string(&anchor.event).unwrap_or_default();
    format!("{}{of}{}", event.trim_matches('"'), if *nth > 1 { format!(", number {nth}") } else { String::new() })
}

/// Whether a task can be one: it asks for something, of pods and nodes that there are, and the run does not do it already.
fn possible(goal: &Goal, ran: &Ran) -> Result<(), String> {
    if goal.wishes().next().is_none() {
        return Err("the goal wants nothing".to_owned());
    }
    if goal.changes == Some(0) {
        return Err("a goal that is not reached yet needs at least one change".to_owned());
    }
    let created = |pattern: &str| {
        ran.trace
            .events()
            .iter()
            .any(|event| matches!(&event.what, What::PodCreated { pod, .. } if matches(pattern, &pod.key())))
    };
    if let Some(wish) = goal.wishes().find(|wish| !created(wish.pods())) {
        return Err(format!("the run has no pod {}", wish.pods()));
    }
    let end = ran.end();
    if let Some(node) = goal.on.values().find(|node| !end.nodes.contains_key(*node)) {
        return Err(format!("at the end there is no node {node}"));
    }
    if goal.met(&ran.trace) { Err("the run reaches the goal already".to_owned()) } else { Ok(()) }
}

/// Whether a pod or node is there at a moment.
fn seen(ran: &Ran, at: usize, name: &str) -> bool {
    let frame = ran.trace.frame(ran.moments[at].events);
    frame.pods.contains_key(name) || frame.nodes.contains_key(name)
}
