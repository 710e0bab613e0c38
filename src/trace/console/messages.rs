//! The output of `kubectl get events`.

use api::{Millis, PodGroup, Str, Table};
use runlog::{Event, EventKind};

use super::{
    ConsoleLine, format_age,
    stored_lines::{StoredLines, StoredSource},
};

/// A line for each Kubernetes event, and for each condition of a group, since upstream records no event for these. The column LAST SEEN is relative
/// to the current moment.
pub struct Messages {
    lines: StoredLines,
    by_pod: Table<Str, Vec<usize>>,
}

impl Default for Messages {
    fn default() -> Self {
        Self { lines: StoredLines::new(Self::TITLES), by_pod: Table::new() }
    }
}

impl Messages {
    /// The lines about a pod within the first `events` events.
    pub fn of_pod(&self, pod: &str, events: usize) -> impl Iterator<Item = &ConsoleLine> {
        let messages_of_pod = self.by_pod.get(pod).map_or(&[][..], Vec::as_slice);
        messages_of_pod
            .iter()
            .map(|&index| &self.lines.lines[index])
            .take_while(move |line| line.place.events <= events)
    }

    /// Adds the condition of a group, which is the only report about the group's cycles.
    fn push_condition(&mut self, at: Millis, group: &PodGroup) {
        let Some(condition) = group.scheduled_condition() else { return };
        let cells = vec![
            String::new(),
            "Status".to_owned(),
            condition.reason.to_string(),
            format!("podgroup/{}", group.metadata.name),
            format!("{}={} {}", condition.r#type, condition.status, condition.message).trim_end().to_owned(),
        ];
        self.lines.push_line(ConsoleLine { at, about: group.key().into(), cells, ..ConsoleLine::default() });
    }
}

impl StoredSource for Messages {
    const TITLES: &'static [&'static str] = &["LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"];

    fn lines(&self) -> &StoredLines {
        &self.lines
    }

    fn lines_mut(&mut self) -> &mut StoredLines {
        &mut self.lines
    }

    fn read_event(&mut self, event: &Event) {
        if let EventKind::PodGroupUpdated(group) = &event.what {
            self.push_condition(event.at, group);
        }
        let EventKind::Message { about, is_warning, reason, text } = &event.what else { return };
        let (kind, name) = about.split_once('/').unwrap_or(("", about));
        let short_name = name.rsplit('/').next().unwrap_or(name);
        let cells = vec![
            String::new(),
            if *is_warning { "Warning" } else { "Normal" }.to_owned(),
            reason.to_string(),
            format!("{}/{short_name}", kind.to_lowercase()),
            text.to_string(),
        ];
        let about: Str = name.into();
        if kind == "Pod" {
            self.by_pod.or_default(about.clone()).push(self.lines.lines.len());
        }
        self.lines.push(event.at, about, cells);
    }

    fn line_at(&self, index: usize, now: Millis) -> ConsoleLine {
        let mut line = self.lines.lines[index].clone();
        if line.at <= now {
            line.cells[0] = format_age(now, line.at);
        }
        line
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use super::*;
    use crate::console::{LineSource, render_lines};

    #[test]
    fn kubectl_columns_fit_the_longest_cell() {
        let message = |at: u64, about: &str, reason: &str, text: &str| {
            let what =
                EventKind::Message { about: about.into(), is_warning: false, reason: reason.into(), text: text.into() };
            Rc::new(Event { at: Millis::from_seconds(at), what })
        };
        let events = [message(0, "Pod/default/a", "Scheduled", "one"), message(5, "Node/a", "NodeReady", "two")];
        let mut book = Messages::default();
        book.extend(&events);
        let text = render_lines(&book, &events, 0..2, Millis::from_seconds(7), &|_| None);
        assert_eq!(
            text,
            "LAST SEEN   TYPE     REASON      OBJECT   MESSAGE\n\
             7s          Normal   Scheduled   pod/a    one\n\
             2s          Normal   NodeReady   node/a   two\n"
        );
    }

    #[test]
    fn the_condition_of_a_group_is_a_line_of_ours() {
        let group = |conditions: &str| {
            let json = format!(
                r#"{{"metadata":{{"namespace":"default","name":"train"}},"status":{{"conditions":[{conditions}]}}}}"#
            );
            let what = EventKind::PodGroupUpdated(Rc::new(serde_json::from_str(&json).expect("a group")));
            Rc::new(Event { at: Millis::ZERO, what })
        };
        let message = "pod group is unschedulable";
        let events = [
            group(""),
            group(&format!(
                r#"{{"type":"PodGroupScheduled","status":"False","reason":"Unschedulable","message":"{message}"}}"#
            )),
        ];
        let mut book = Messages::default();
        book.extend(&events);
        assert_eq!(book.places().len(), 1);
        let line = book.line(&events, 0, Millis::ZERO, &|_| None);
        assert!(!line.is_upstream);
        assert_eq!(
            line.cells[1..],
            ["Status", "Unschedulable", "podgroup/train", "PodGroupScheduled=False pod group is unschedulable"]
        );
    }
}
