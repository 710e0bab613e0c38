//! What happens in a run.

use std::rc::Rc;

use api::NamespacedName;
use runlog::Ending;
use serde::Serialize;
use simulation::Simulation;
use trace::{Frame, Phase, PodView};
use tsify::Tsify;

use super::{
    events::{Event, Queue},
    load_scenario,
    shapes::{Loaded, Options, Refused},
    to_loaded,
};

/// A run, from the start to its end.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Run {
    /// What was read.
    pub loaded: Loaded,
    /// All that happened, in order; with `pod` only what happened to it.
    pub events: Vec<Event>,
    /// The pods that are there at the end, in the order of their coming.
    pub pods: Vec<PodEnd>,
    /// Why it ended.
    pub ended: Ended,
}

/// A pod at the end of a run.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct PodEnd {
    /// `namespace/name`.
    pub pod: String,
    /// Its priority.
    pub priority: i32,
    /// The node that it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The node that preemption made room on, while it waits for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nominated: Option<String>,
    /// The queue that it waits in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<Queue>,
    /// How often it was tried.
    pub attempts: u32,
    /// Kubernetes' message of its last failed attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Whether it is being deleted.
    pub terminating: bool,
}

/// Why a run ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// Nothing is left to happen.
    Quiet,
    /// The scenario's duration is over.
    Duration,
    /// It was stopped before its end, as it has too many events, or a kubelet rejects pods without end. What happens later is not known.
    Limit,
}

/// Runs a text to its end.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn run(text: &str, options: &Options) -> Result<Run, Refused> {
    let (load_result, scenario) = load_scenario(text, options)?;
    let loaded_manifest = to_loaded(load_result, options);
    let (_, events) = Simulation::new(scenario).run_to_end();
    let mut frame = Frame::default();
    let (mut js_events, requested_pod) = (Vec::new(), options.pod_key());
    for event in &events {
        frame.apply_event(event);
        let event = Event::from_event(options.words_lang(), event);
        if requested_pod.is_none() || requested_pod == event.pod {
            js_events.push(event);
        }
    }
    if let Some(requested_pod) = requested_pod.filter(|_| js_events.is_empty()) {
        return Err(Refused::no_pod(options.words_lang(), &requested_pod));
    }
    let ended = match frame.ending {
        Some(Ending::Duration) => Ended::Duration,
        Some(Ending::Stopped(_)) => Ended::Limit,
        Some(Ending::Quiet) | None => Ended::Quiet,
    };
    Ok(Run { loaded: loaded_manifest, events: js_events, pods: pod_ends(&frame), ended })
}

fn pod_ends(frame: &Frame) -> Vec<PodEnd> {
    let mut views: Vec<_> = frame.pods.iter().collect();
    views.sort_by_key(|(_, view)| view.number);
    let pod = |(key, view): (&NamespacedName, &Rc<PodView>)| PodEnd {
        pod: key.to_string(),
        priority: view.pod.priority(),
        node: view.node.as_ref().map(ToString::to_string),
        nominated: view.nominated.as_ref().map(ToString::to_string),
        queue: view.queue.map(Into::into),
        attempts: view.attempts,
        message: Some(view.message.to_string()).filter(|text| !text.is_empty()),
        terminating: view.phase == Phase::Terminating,
    };
    views.into_iter().map(pod).collect()
}
