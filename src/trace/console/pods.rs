//! The output of `kubectl get pods -o wide -w`.

use api::{Condition, ConditionStatus, NamespacedName, Str, Table};
use runlog::{Event, EventKind};

use super::{
    ConsoleLine, LinePosition, format_duration,
    stored_lines::{StoredLines, StoredSource},
};
use crate::{Frame, Phase, PodView};

/// A line for each change of a pod's columns.
pub struct PodWatch {
    lines: StoredLines,
    frame: Frame,
    /// The cells of each pod, and its creation time in virtual milliseconds, which is negative if the pod is older than the run.
    last: Table<NamespacedName, (Vec<String>, i64)>,
    /// The wall-clock time of the start in milliseconds, if known: pods may be older than the run.
    epoch: Option<i64>,
}

impl PodWatch {
    /// Lines of a run that began at this wall-clock time, in milliseconds.
    #[must_use]
    pub fn starting_at(epoch: i64) -> Self {
        Self { epoch: Some(epoch), ..Self::default() }
    }

    /// The creation time of a pod in virtual milliseconds, which is negative if the pod is older than the run.
    fn created_at(&self, pod_view: &PodView) -> i64 {
        let created = pod_view.created.added_to_wall(0);
        let start_time = pod_view.pod.metadata.creation_timestamp.or(pod_view.pod.status.start_time);
        start_time.zip(self.epoch).map_or(created, |(start_time, epoch)| created.min(start_time.0 - epoch))
    }

    fn format_age(&self, since: i64) -> String {
        let now = self.frame.now.added_to_wall(0);
        format_duration(u64::try_from(now.saturating_sub(since)).unwrap_or(0) / 1000)
    }
}

impl Default for PodWatch {
    fn default() -> Self {
        Self { lines: StoredLines::new(Self::TITLES), frame: Frame::default(), last: Table::new(), epoch: None }
    }
}

impl StoredSource for PodWatch {
    const TITLES: &'static [&'static str] =
        &["NAME", "READY", "STATUS", "RESTARTS", "AGE", "IP", "NODE", "NOMINATED NODE", "READINESS GATES"];

    fn lines(&self) -> &StoredLines {
        &self.lines
    }

    fn lines_mut(&mut self) -> &mut StoredLines {
        &mut self.lines
    }

    fn read_event(&mut self, event: &Event) {
        self.frame.apply_event(event);
        if let Some((about, cells)) = self.pod_of_event(event).and_then(|key| self.changed_line(key)) {
            // A binding has a step for each of its extension points, and is written at the second one.
            let step = usize::from(matches!(event.what, EventKind::Bound { .. }));
            let place = LinePosition { step, ..LinePosition::default() };
            let (at, about) = (event.at, about.into());
            self.lines.push_line(ConsoleLine { place, at, about, cells, is_upstream: true, ..ConsoleLine::default() });
        }
    }
}

impl PodWatch {
    /// The pod whose columns an event may change.
    fn pod_of_event(&self, event: &Event) -> Option<NamespacedName> {
        match &event.what {
            // Whether its scheduling gates have an effect is known once it is queued.
            EventKind::PodCreated { pod, .. }
                if !pod.spec.scheduling_gates.is_empty() && pod.spec.node_name.is_empty() =>
            {
                None
            }
            EventKind::Queued { pod, .. } if !self.last.contains_key(pod) => Some(pod.clone()),
            EventKind::PodCreated { pod, .. } | EventKind::PodUpdated(pod) => Some(pod.key()),
            EventKind::Nominated { pod, .. }
            | EventKind::Expected { pod, .. }
            | EventKind::NominationCleared { pod, .. }
            | EventKind::Bound { pod, .. }
            | EventKind::Running { pod, .. }
            | EventKind::Terminating { pod, .. }
            | EventKind::Creating(pod)
            | EventKind::Succeeded(pod)
            | EventKind::Failed { pod, .. }
            | EventKind::PodRemoved(pod) => Some(pod.clone()),
            _ => None,
        }
    }

    /// The columns of a pod, if they differ from the last ones printed.
    fn changed_line(&mut self, pod_key: NamespacedName) -> Option<(NamespacedName, Vec<String>)> {
        let Some(view) = self.frame.pods.get(&pod_key) else {
            // A deleted pod is printed once more with its last columns, except that none of its containers is ready.
            let (mut cells, created) = self.last.remove(&pod_key)?;
            cells[1] = format!("0/{}", cells[1].rsplit('/').next().unwrap_or("1"));
            cells.insert(4, self.format_age(created));
            return Some((pod_key, cells));
        };
        let mut cells = pod_cells(view);
        if self.last.get(&pod_key).is_some_and(|(last, _)| *last == cells) {
            return None;
        }
        let born = self.created_at(view);
        self.last.insert(pod_key.clone(), (cells.clone(), born));
        cells.insert(4, self.format_age(born));
        Some((pod_key, cells))
    }
}

/// All columns except the age, which changes by time alone.
fn pod_cells(pod_view: &PodView) -> Vec<String> {
    let pod = &pod_view.pod;
    let containers = pod.spec.containers.len().max(1);
    let is_unready =
        Condition::ready_condition(&pod.status.conditions).is_some_and(|ready| ready.status != ConditionStatus::True);
    let unready = match &pod.status.container_statuses[..] {
        // Only the pod's condition is known, not that of each container.
        statuses if is_unready && statuses.iter().all(|status| status.ready.is_none()) => containers,
        statuses => statuses.iter().filter(|status| status.ready == Some(false)).count(),
    };
    let may_be_ready = matches!(pod_view.phase, Phase::Running | Phase::Terminating) && pod_view.node.is_some();
    let ready = if may_be_ready { containers.saturating_sub(unready) } else { 0 };
    let restarts = pod.status.container_statuses.iter().map(|status| status.restart_count);
    let or_none = |text: Option<&Str>| text.filter(|t| !t.is_empty()).map_or("<none>".to_owned(), Str::to_string);
    vec![
        pod.metadata.name.to_string(),
        format!("{ready}/{containers}"),
        pod_view.status().to_string(),
        restarts.fold(0, i32::saturating_add).to_string(),
        or_none(Some(&pod_view.ip)),
        or_none(pod_view.bound_to()),
        or_none(pod_view.nominated.as_ref()),
        "<none>".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use api::Millis;

    use super::*;
    use crate::console::LineSource;

    #[test]
    fn pods_that_are_older_than_the_run_say_so() {
        let json = r#"{"metadata":{"name":"a","namespace":"default"},"spec":{"nodeName":"n","containers":[{}]},
            "status":{"phase":"Running","startTime":"2026-01-01T00:00:00Z"}}"#;
        let pod: Rc<api::Pod> = Rc::new(serde_json::from_str(json).expect("a pod"));
        let start = pod.status.start_time.expect("a time").0;
        let created = Rc::new(Event {
            at: Millis::ZERO,
            what: EventKind::PodCreated { pod, by: Str::default(), dropped_group: None },
        });
        for (mut book, wanted) in [(PodWatch::starting_at(start + 40 * 60_000), "40m"), (PodWatch::default(), "0s")] {
            book.extend(std::slice::from_ref(&created));
            assert_eq!(book.lines.lines[0].cells[4], wanted);
        }
    }
}
