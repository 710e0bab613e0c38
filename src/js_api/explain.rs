//! A run as a story in sentences.

use std::cell::RefCell;

use api::{Millis, Set};
use i18n::{fact_text, story};
use queries::explanation::Explainer;
use runlog::EventKind;
use serde::Serialize;
use simulation::Replay;
use trace::{
    Frame, Trace,
    steps::{self, Moment},
};
use tsify::Tsify;

use super::{
    load_scenario,
    shapes::{Options, Refused, Release, js_millis},
};

/// The story of a run.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Explanation {
    /// Title of the scenario.
    pub title: String,
    /// What the scenario shows, in a sentence.
    pub description: String,
    /// The release whose scheduler ran.
    pub release: Release,
    /// All moments at which the page would stop, in order.
    pub steps: Vec<StoryStep>,
    /// The final state of each pod, with reasons.
    pub pods: Vec<PodStory>,
}

/// A moment of the run.
#[derive(Clone, Debug, PartialEq, Tsify, Serialize)]
pub struct StoryStep {
    /// The time: milliseconds of virtual time since the start.
    pub at: f64,
    /// The number of events that have happened by then.
    pub events: usize,
    /// The pod concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pod: Option<String>,
    /// What happened.
    pub title: String,
    /// Why, with the numbers.
    pub text: String,
    /// Kubernetes' own message, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quote: Option<String>,
}

/// A pod at the end of a run.
#[derive(Clone, Debug, PartialEq, Tsify, Serialize)]
pub struct PodStory {
    /// The key of the pod, `namespace/name`.
    pub pod: String,
    /// The node that it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// Whether it existed and is gone.
    pub gone: bool,
    /// Why it is on its node, pending, or gone.
    pub why: Vec<String>,
}

/// Tells the story of a manifest's run.
///
/// # Errors
/// All problems of the manifest, or that it has no such pod.
pub fn explain(text: &str, options: &Options) -> Result<Explanation, Refused> {
    let lang = options.words_lang();
    let (load_result, scenario) = load_scenario(text, options)?;
    let release = scenario.release;
    let mut replay = Replay::new(scenario);
    let mut trace = Trace::default();
    while let Some(events) = replay.step() {
        trace.extend(events);
    }
    let replay = RefCell::new(replay);
    let details = |number: usize| replay.borrow_mut().detail(number);
    let events = trace.events();
    let (mut frame, mut applied) = (Frame::default(), 0);
    let mut build_step = |moment: &Moment| {
        for event in &events[applied..moment.events] {
            frame.apply_event(event);
        }
        applied = moment.events;
        let last = moment.events.checked_sub(1).map(|last| &events[last]);
        let detail = last.and_then(|event| match &event.what {
            EventKind::Attempted(tried) => details(tried.number),
            _ => None,
        });
        let pod = last.and_then(|event| super::Event::from_event(lang, event).pod);
        let story = story::moment_text(lang, events, *moment, &frame, releases::wording(release), detail.as_deref());
        StoryStep {
            at: js_millis(last.map_or(Millis::ZERO, |event| event.at)),
            events: moment.events,
            pod,
            title: story.title,
            text: story.text,
            quote: Some(story.quote).filter(|text| !text.is_empty()),
        }
    };
    let requested_pod = options.pod_key();
    let steps: Vec<StoryStep> = steps::moments(events).iter().map(&mut build_step).collect();
    let mut pods = Vec::new();
    let mut explained_pods = Set::new();
    let (end, past) = (trace.frame_at(events.len()), Explainer::new(&trace, events.len(), release, &details));
    for event in events {
        let EventKind::PodCreated { pod, .. } = &event.what else { continue };
        let key = pod.key();
        if requested_pod.as_ref().is_some_and(|wanted| *key != **wanted) || !explained_pods.insert(key.clone()) {
            continue;
        }
        let view = end.pods.get(&key);
        let node = view.and_then(|view| view.node.clone());
        let leaves = view.is_none_or(|view| view.deletion.is_some());
        let observations = match (&node, leaves) {
            (_, true) => past.why_gone(&key),
            (Some(_), _) => past.why_here(&key),
            (None, _) => past.why_pending(&key),
        };
        pods.push(PodStory {
            pod: key.to_string(),
            node: node.as_ref().map(ToString::to_string),
            gone: view.is_none(),
            why: observations.iter().map(|finding| fact_text::fact_text(lang, end.now, &finding.fact)).collect(),
        });
    }
    if let Some(requested_pod) = requested_pod.as_ref().filter(|_| pods.is_empty()) {
        return Err(Refused::no_pod(lang, requested_pod));
    }
    let steps = steps.into_iter().filter(|step| requested_pod.is_none() || step.pod == requested_pod).collect();
    Ok(Explanation {
        title: lang.pick(&load_result.title).to_owned(),
        description: lang.pick(&load_result.description).to_owned(),
        release: Release(release),
        steps,
        pods,
    })
}
