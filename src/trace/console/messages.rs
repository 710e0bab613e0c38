//! `kubectl get events`.

use std::rc::Rc;

use api::{Millis, Str, Table};
use runlog::{Event, EventKind};

use super::{ConsoleLine, LinePosition, LineSource, StoredLines, format_age};
use crate::AttemptLookup;

const TITLES: [&str; 5] = ["LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"];

/// A line for every message; when it was last seen is relative to the moment that is shown.
pub struct Messages {
    lines: StoredLines,
    by_pod: Table<Str, Vec<usize>>,
}

impl Default for Messages {
    fn default() -> Self {
        Self { lines: StoredLines::new(&TITLES), by_pod: Table::new() }
    }
}

impl Messages {
    /// The lines about a pod that have come after so many events.
    pub fn of_pod(&self, pod: &str, events: usize) -> impl Iterator<Item = &ConsoleLine> {
        let messages_of_pod = self.by_pod.get(pod).map_or(&[][..], Vec::as_slice);
        messages_of_pod
            .iter()
            .map(|&index| &self.lines.lines[index])
            .take_while(move |line| line.place.events <= events)
    }
}

impl LineSource for Messages {
    fn titles(&self) -> &'static [&'static str] {
        &TITLES
    }

    fn extend(&mut self, events: &[Rc<Event>]) {
        for (index, event) in events.iter().enumerate().skip(self.lines.events_seen) {
            let EventKind::Message { about, warning, reason, text } = &event.what else { continue };
            let (kind, name) = about.split_once('/').unwrap_or(("", about));
            let short_name = name.rsplit('/').next().unwrap_or(name);
            let cells = vec![
                String::new(),
                if *warning { "Warning" } else { "Normal" }.to_owned(),
                reason.to_string(),
                format!("{}/{short_name}", kind.to_lowercase()),
                text.to_string(),
            ];
            let about: Str = name.into();
            if kind == "Pod" {
                self.by_pod.or_default(about.clone()).push(self.lines.lines.len());
            }
            let place = LinePosition { events: index + 1, step: 0 };
            self.lines.push(ConsoleLine { place, at: event.at, about, cells, upstream: true, awaited_attempt: None });
        }
        self.lines.events_seen = events.len();
    }

    fn places(&self) -> &[LinePosition] {
        &self.lines.places
    }

    fn line(&self, _: &[Rc<Event>], index: usize, now: Millis, _: AttemptLookup<'_>) -> ConsoleLine {
        let mut line = self.lines.lines[index].clone();
        if line.at <= now {
            line.cells[0] = format_age(now, line.at);
        }
        line
    }

    fn widths(&self) -> Vec<usize> {
        self.lines.widths.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::render_lines;

    #[test]
    fn messages_stand_in_columns_as_wide_as_their_longest_words() {
        let message = |at: u64, about: &str, reason: &str, text: &str| {
            let what =
                EventKind::Message { about: about.into(), warning: false, reason: reason.into(), text: text.into() };
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
}
