//! Runs a manifest.

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

/// A completed run.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct Run {
    /// What the manifest contains.
    pub loaded: Loaded,
    /// All events, in order; with `pod` only those of that pod.
    pub events: Vec<Event>,
    /// The pods that exist at the end, in order of creation.
    pub pods: Vec<PodEnd>,
    /// Why the run ended.
    pub ended: Ended,
}

/// A pod at the end of a run.
#[derive(Clone, Debug, Tsify, Serialize)]
pub struct PodEnd {
    /// The key of the pod, `namespace/name`.
    pub pod: String,
    /// Its priority.
    pub priority: i32,
    /// The node that it is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The node that it is nominated to, while it waits for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nominated: Option<String>,
    /// The queue that it is in.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub queue: Option<Queue>,
    /// The number of scheduling attempts.
    pub attempts: u32,
    /// Kubernetes' message about its last failed attempt.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// Whether it is being deleted.
    pub terminating: bool,
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Tsify, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// There is nothing left to do.
    Quiet,
    /// The scenario's duration is over.
    Duration,
    /// It was stopped early, because it has too many events, or a kubelet keeps rejecting pods. What would happen later is unknown.
    Limit,
}

/// Runs a manifest to its end.
///
/// # Errors
/// All problems of the manifest.
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
