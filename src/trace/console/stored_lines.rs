//! Lines that are rendered when their event is read, and sources that store them.

use std::rc::Rc;

use api::{Millis, Str};
use runlog::Event;

use super::{ConsoleLine, LinePosition, LineSource};
use crate::AttemptLookup;

/// The stored lines of a source.
#[derive(Clone, Debug, Default)]
pub(super) struct StoredLines {
    events_seen: usize,
    pub(super) places: Vec<LinePosition>,
    pub(super) lines: Vec<ConsoleLine>,
    widths: Vec<usize>,
}

impl StoredLines {
    pub(super) fn new(titles: &[&str]) -> Self {
        Self { widths: titles.iter().map(|title| title.len()).collect(), ..Self::default() }
    }

    /// Adds a line in upstream's wording at the current event.
    pub(super) fn push(&mut self, at: Millis, about: Str, cells: Vec<String>) {
        self.push_line(ConsoleLine { at, about, cells, is_upstream: true, ..ConsoleLine::default() });
    }

    /// Adds a line at the current event, and at the step in its place.
    pub(super) fn push_line(&mut self, line: ConsoleLine) {
        let place = LinePosition { events: self.events_seen, ..line.place };
        for (width, cell) in self.widths.iter_mut().zip(&line.cells) {
            *width = (*width).max(cell.chars().count());
        }
        self.places.push(place);
        self.lines.push(ConsoleLine { place, ..line });
    }
}

/// A source whose lines can be rendered completely when their event is read.
pub(super) trait StoredSource {
    const TITLES: &'static [&'static str];

    fn lines(&self) -> &StoredLines;

    fn lines_mut(&mut self) -> &mut StoredLines;

    /// Adds the lines of the next event.
    fn read_event(&mut self, event: &Event);

    /// The line with this index at the time `_now`.
    fn line_at(&self, index: usize, _now: Millis) -> ConsoleLine {
        self.lines().lines[index].clone()
    }
}

impl<S: StoredSource> LineSource for S {
    fn titles(&self) -> &'static [&'static str] {
        S::TITLES
    }

    fn extend(&mut self, events: &[Rc<Event>]) {
        for event in events.iter().skip(self.lines().events_seen) {
            self.lines_mut().events_seen += 1;
            self.read_event(event);
        }
    }

    fn places(&self) -> &[LinePosition] {
        &self.lines().places
    }

    fn line(&self, _: &[Rc<Event>], index: usize, now: Millis, _: AttemptLookup<'_>) -> ConsoleLine {
        self.line_at(index, now)
    }

    fn widths(&self) -> Vec<usize> {
        self.lines().widths.clone()
    }
}
