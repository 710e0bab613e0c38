//! `kubectl get events`.

use std::rc::Rc;

use crate::Details;
use api::{Millis, Str, Table};
use record::{Event, What};

use super::{Book, Line, LinePosition, Lines, age};

const TITLES: [&str; 5] = ["LAST SEEN", "TYPE", "REASON", "OBJECT", "MESSAGE"];

/// A line for every message; when it was last seen is told as of the moment that is looked at.
pub struct Messages {
    kept: Lines,
    of: Table<Str, Vec<usize>>,
}

impl Default for Messages {
    fn default() -> Self {
        Self { kept: Lines::new(&TITLES), of: Table::new() }
    }
}

impl Messages {
    /// The lines about a pod that have come after so many events.
    pub fn of(&self, pod: &str, events: usize) -> impl Iterator<Item = &Line> {
        let all = self.of.get(pod).map_or(&[][..], Vec::as_slice);
        all.iter().map(|&index| &self.kept.lines[index]).take_while(move |line| line.place.events <= events)
    }
}

impl Book for Messages {
    fn titles(&self) -> &'static [&'static str] {
        &TITLES
    }

    fn extend(&mut self, events: &[Rc<Event>]) {
        for (index, event) in events.iter().enumerate().skip(self.kept.seen) {
            let What::Message { about, warning, reason, text } = &event.what else { continue };
            let (kind, name) = about.split_once('/').unwrap_or(("", about));
            let short = name.rsplit('/').next().unwrap_or(name);
            let cells = vec![
                String::new(),
                if *warning { "Warning" } else { "Normal" }.to_owned(),
                reason.to_string(),
                format!("{}/{short}", kind.to_lowercase()),
                text.to_string(),
            ];
            let about: Str = name.into();
            if kind == "Pod" {
                self.of.or_default(about.clone()).push(self.kept.lines.len());
            }
            let place = LinePosition { events: index + 1, step: 0 };
            self.kept.push(Line { place, at: event.at, about, cells, upstream: true, waits: None });
        }
        self.kept.seen = events.len();
    }

    fn places(&self) -> &[LinePosition] {
        &self.kept.places
    }

    fn line(&self, _: &[Rc<Event>], index: usize, now: Millis, _: Details<'_>) -> Line {
        let mut line = self.kept.lines[index].clone();
        if line.at <= now {
            line.cells[0] = age(now, line.at);
        }
        line
    }

    fn widths(&self) -> Vec<usize> {
        self.kept.widths.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::console::text;

    #[test]
    fn messages_stand_in_columns_as_wide_as_their_longest_words() {
        let message = |at: u64, about: &str, reason: &str, text: &str| {
            let what = What::Message { about: about.into(), warning: false, reason: reason.into(), text: text.into() };
            Rc::new(Event { at: Millis::of_seconds(at), what })
        };
        let events = [message(0, "Pod/default/a", "Scheduled", "one"), message(5, "Node/a", "NodeReady", "two")];
        let mut book = Messages::default();
        book.extend(&events);
        let told = text(&book, &events, 0..2, Millis::of_seconds(7), &|_| None);
        assert_eq!(
            told,
            "LAST SEEN   TYPE     REASON      OBJECT   MESSAGE\n\
             7s          Normal   Scheduled   pod/a    one\n\
             2s          Normal   NodeReady   node/a   two\n"
        );
    }
}
