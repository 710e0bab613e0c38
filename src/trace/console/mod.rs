//! The run as `kubectl` and the scheduler's log print it.
//!
//! A [`LineSource`] holds the lines of one of these outputs. It grows with the run's log and reads each event once, so a step of the playhead only
//! has to look up a position. [`describe`] describes one pod at one moment.

pub mod describe;
pub mod devices;
mod extender;
mod log;
mod messages;
mod names;
mod pod_groups;
mod pods;
mod stored_lines;

use std::rc::Rc;

use api::{Millis, Str};
pub use log::Log;
pub use messages::Messages;
pub use pod_groups::PodGroupWatch;
pub use pods::PodWatch;
use runlog::Event;

use super::{AttemptLookup, steps::Moment};

/// The position of a line in a run: the line is visible after so many events, and after so many steps of the last event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinePosition {
    /// The number of events up to and including the line's.
    pub events: usize,
    /// The number of steps of the last event that precede this one.
    pub step: usize,
}

impl LinePosition {
    /// The position of the moment with index `at`.
    #[must_use]
    pub fn of_moment(moments: &[Moment], at: usize) -> Self {
        let Some(moment) = moments.get(at) else { return Self::default() };
        let first = moments.partition_point(|other| other.events < moment.events);
        Self { events: moment.events, step: at - first }
    }

    /// The index of the moment at which the position is reached.
    #[must_use]
    pub fn moment(self, moments: &[Moment]) -> usize {
        let first = moments.partition_point(|moment| moment.events < self.events);
        let steps = moments[first..].iter().take_while(|moment| moment.events == self.events);
        (first + steps.count().saturating_sub(1).min(self.step)).min(moments.len().saturating_sub(1))
    }
}

/// A line of console output.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConsoleLine {
    pub place: LinePosition,
    /// The virtual time of the line's event.
    pub at: Millis,
    /// The pod or object concerned, as `namespace/name`.
    pub about: Str,
    /// The cells, one for each column.
    pub cells: Vec<String>,
    /// Whether the wording is upstream's, not ours.
    pub is_upstream: bool,
    /// The number of the attempt whose detail is needed to render the line, if that is not available yet.
    pub awaited_attempt: Option<usize>,
}

/// The lines of one output, in order.
pub trait LineSource {
    /// The column titles; empty if a line has a single column.
    fn titles(&self) -> &'static [&'static str];
    /// Reads new events. `events` is the whole log so far.
    fn extend(&mut self, events: &[Rc<Event>]);
    /// The position of each line, in ascending order.
    fn places(&self) -> &[LinePosition];
    /// Renders the line with this index at the time `now`, using the details that are available.
    fn line(&self, events: &[Rc<Event>], index: usize, now: Millis, details: AttemptLookup<'_>) -> ConsoleLine;
    /// The width of each column in characters, as far as known.
    fn widths(&self) -> Vec<usize>;
}

/// Pads a text to a width, limited to the length of the longest Kubernetes name.
fn pad_text(text: &str, width: usize) -> String {
    let width = width.min(253);
    format!("{text:<width$}")
}

/// Cells in columns, separated as in `kubectl`'s output.
#[must_use]
pub fn format_row<S: AsRef<str>>(cells: &[S], widths: &[usize]) -> String {
    let padded = cells.iter().zip(widths).map(|(cell, &width)| pad_text(cell.as_ref(), width));
    padded.collect::<Vec<_>>().join("   ").trim_end().to_owned()
}

/// The lines with these indices as text, under their column titles, at a time.
#[must_use]
pub fn render_lines(
    book: &dyn LineSource,
    events: &[Rc<Event>],
    lines: impl Iterator<Item = usize>,
    now: Millis,
    details: AttemptLookup<'_>,
) -> String {
    let (mut text, widths) = (String::new(), book.widths());
    if !book.titles().is_empty() {
        text = format_row(book.titles(), &widths) + "\n";
    }
    for index in lines {
        text += &format_row(&book.line(events, index, now, details).cells, &widths);
        text += "\n";
    }
    text
}

/// A duration as `kubectl` prints ages: `37s`, `5m30s`, `3h`. Upstream: `duration.HumanDuration`.
#[must_use]
pub fn format_duration(seconds: u64) -> String {
    let pair = |large_count: u64, unit: &str, small_count: u64, small: &str| match small_count {
        0 => format!("{large_count}{unit}"),
        rest => format!("{large_count}{unit}{rest}{small}"),
    };
    match seconds {
        0..120 => format!("{seconds}s"),
        120..600 => pair(seconds / 60, "m", seconds % 60, "s"),
        600..10_800 => format!("{}m", seconds / 60),
        10_800..28_800 => pair(seconds / 3600, "h", seconds % 3600 / 60, "m"),
        28_800..172_800 => format!("{}h", seconds / 3600),
        172_800..691_200 => pair(seconds / 86_400, "d", seconds % 86_400 / 3600, "h"),
        _ => format!("{}d", seconds / 86_400),
    }
}

fn format_age(now: Millis, since: Millis) -> String {
    format_duration(now.saturating_since(since).seconds())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steps::Step;

    #[test]
    fn ages_are_kubectls() {
        let cases = [
            (119, "119s"),
            (120, "2m"),
            (330, "5m30s"),
            (600, "10m"),
            (10_800, "3h"),
            (10_860, "3h1m"),
            (30_000, "8h"),
        ];
        for (seconds, wanted) in cases {
            assert_eq!(format_duration(seconds), wanted);
        }
    }

    #[test]
    fn places_and_moments_agree() {
        let moment = |events| Moment { events, step: Step::Event, dwell: 0 };
        let moments = [moment(2), moment(3), moment(5), moment(5), moment(5), moment(8)];
        for at in 0..moments.len() {
            assert_eq!(LinePosition::of_moment(&moments, at).moment(&moments), at);
        }
        let at = |events, step| LinePosition { events, step }.moment(&moments);
        assert_eq!([at(1, 0), at(4, 0), at(5, 1), at(5, 9), at(7, 0), at(99, 0)], [0, 2, 3, 4, 5, 5]);
    }
}
