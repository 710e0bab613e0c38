//! `kubectl get pods -o wide -w`.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::api::Str;
use crate::simulation::{Event, Millis, What};
use crate::trace::{Details, Frame, PodView};

use super::{Book, Line, Lines, Place, age};

const TITLES: [&str; 9] =
    ["NAME", "READY", "STATUS", "RESTARTS", "AGE", "IP", "NODE", "NOMINATED NODE", "READINESS GATES"];

/// A line whenever a pod's line changes.
pub struct Pods {
    kept: Lines,
    frame: Frame,
    last: BTreeMap<Str, (Vec<String>, u64)>,
}

impl Default for Pods {
    fn default() -> Self {
        Self { kept: Lines::new(&TITLES), frame: Frame::default(), last: BTreeMap::new() }
    }
}

impl Book for Pods {
    fn titles(&self) -> &'static [&'static str] {
        &TITLES
    }

    fn extend(&mut self, events: &[Rc<Event>]) {
        for (index, event) in events.iter().enumerate().skip(self.kept.seen) {
            self.frame.apply(event);
            if let Some((about, cells)) = self.concerned(event).and_then(|key| self.changed(key)) {
                let place = Place { events: index + 1, step: 0 };
                self.kept.push(Line { place, at: event.at, about, cells, upstream: true, waits: None });
            }
        }
        self.kept.seen = events.len();
    }

    fn places(&self) -> &[Place] {
        &self.kept.places
    }

    fn line(&self, _: &[Rc<Event>], index: usize, _: Millis, _: Details<'_>) -> Line {
        self.kept.lines[index].clone()
    }

    fn widths(&self) -> Vec<usize> {
        self.kept.widths.clone()
    }
}

impl Pods {
    /// The pod whose line an event may change.
    fn concerned(&self, event: &Event) -> Option<Str> {
        match &event.what {
            // Whether its gates count for anything is known when it is queued.
            What::PodCreated { pod, .. } if !pod.spec.scheduling_gates.is_empty() && pod.spec.node_name.is_empty() => {
                None
            }
            What::Queued { pod, .. } if !self.last.contains_key(pod) => Some(pod.clone()),
            What::PodCreated { pod, .. } | What::PodUpdated(pod) => Some(pod.key().into()),
            What::Nominated { pod, .. }
            | What::NominationCleared { pod, .. }
            | What::Bound { pod, .. }
            | What::Running { pod, .. }
            | What::Terminating { pod, .. }
            | What::Creating(pod)
            | What::Succeeded(pod)
            | What::PodRemoved(pod) => Some(pod.clone()),
            _ => None,
        }
    }

    /// The line of a pod, if it is another one than before.
    fn changed(&mut self, key: Str) -> Option<(Str, Vec<String>)> {
        let Some(view) = self.frame.pods.get(&key) else {
            // A pod that is gone is told once more as it was last, with nothing of it ready.
            let (mut cells, created) = self.last.remove(&key)?;
            cells[1] = format!("0/{}", cells[1].rsplit('/').next().unwrap_or("1"));
            cells.insert(4, age(self.frame.now, created));
            return Some((key, cells));
        };
        let mut told = cells(view);
        if self.last.get(&key).is_some_and(|(cells, _)| *cells == told) {
            return None;
        }
        self.last.insert(key.clone(), (told.clone(), view.created));
        told.insert(4, age(self.frame.now, view.created));
        Some((key, told))
    }
}

/// All columns but the age, which changes by itself.
fn cells(view: &PodView) -> Vec<String> {
    let pod = &view.pod;
    let containers = pod.spec.containers.len().max(1);
    let ready = if matches!(view.status(), "Running" | "Terminating") { containers } else { 0 };
    let or_none = |text: Option<&Str>| text.filter(|t| !t.is_empty()).map_or("<none>".to_owned(), Str::to_string);
    vec![
        pod.metadata.name.to_string(),
        format!("{ready}/{containers}"),
        view.status().to_owned(),
        "0".to_owned(),
        or_none(Some(&view.ip)),
        or_none(view.bound_to()),
        or_none(view.nominated.as_ref()),
        "<none>".to_owned(),
    ]
}
