//! `kubectl get pods -o wide -w`.

use std::rc::Rc;

use crate::{Details, Frame, Phase, PodView};
use api::{Millis, Str, Table};
use record::{Event, What};

use super::{Book, Line, LinePosition, Lines, duration};

const TITLES: [&str; 9] =
    ["NAME", "READY", "STATUS", "RESTARTS", "AGE", "IP", "NODE", "NOMINATED NODE", "READINESS GATES"];

/// A line whenever a pod's line changes.
pub struct Pods {
    kept: Lines,
    frame: Frame,
    /// The cells of each pod, and since when it has been there, in virtual milliseconds.
    last: Table<Str, (Vec<String>, i64)>,
    /// The wall clock at the start, where it is known: pods may be older than the run.
    epoch: Option<i64>,
}

impl Pods {
    /// The lines of a run that began at this time, in milliseconds of the wall clock.
    #[must_use]
    pub fn since(epoch: i64) -> Self {
        Self { epoch: Some(epoch), ..Self::default() }
    }

    /// Since when a pod has been there: before the run, if it says so.
    fn born(&self, view: &PodView) -> i64 {
        let created = view.created.after(0);
        let stamp = view.pod.metadata.creation_timestamp.or(view.pod.status.start_time);
        stamp.zip(self.epoch).map_or(created, |(stamp, epoch)| created.min(stamp.0 - epoch))
    }

    fn age(&self, since: i64) -> String {
        let now = self.frame.now.after(0);
        duration(u64::try_from(now.saturating_sub(since)).unwrap_or(0) / 1000)
    }
}

impl Default for Pods {
    fn default() -> Self {
        Self { kept: Lines::new(&TITLES), frame: Frame::default(), last: Table::new(), epoch: None }
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
                let place = LinePosition { events: index + 1, step: 0 };
                self.kept.push(Line { place, at: event.at, about, cells, upstream: true, waits: None });
            }
        }
        self.kept.seen = events.len();
    }

    fn places(&self) -> &[LinePosition] {
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
            | What::Expected { pod, .. }
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
            cells.insert(4, self.age(created));
            return Some((key, cells));
        };
        let mut cells = cells(view);
        if self.last.get(&key).is_some_and(|(last, _)| *last == cells) {
            return None;
        }
        let born = self.born(view);
        self.last.insert(key.clone(), (cells.clone(), born));
        cells.insert(4, self.age(born));
        Some((key, cells))
    }
}

/// All columns but the age, which changes with time alone.
fn cells(view: &PodView) -> Vec<String> {
    let pod = &view.pod;
    let containers = pod.spec.containers.len().max(1);
    let ready = if matches!(view.phase, Phase::Running | Phase::Terminating) { containers } else { 0 };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pods_that_are_older_than_the_run_say_so() {
        let json = r#"{"metadata":{"name":"a","namespace":"default"},"spec":{"nodeName":"n","containers":[{}]},
            "status":{"phase":"Running","startTime":"2026-01-01T00:00:00Z"}}"#;
        let pod: Rc<api::Pod> = Rc::new(serde_json::from_str(json).expect("a pod"));
        let start = pod.status.start_time.expect("a time").0;
        let created = Rc::new(Event { at: Millis::ZERO, what: What::PodCreated { pod, by: Str::default() } });
        for (mut book, wanted) in [(Pods::since(start + 40 * 60_000), "40m"), (Pods::default(), "0s")] {
            book.extend(std::slice::from_ref(&created));
            assert_eq!(book.kept.lines[0].cells[4], wanted);
        }
    }
}
