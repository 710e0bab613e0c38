//! The run as `kubectl` and the scheduler's log would print it.
//!
//! A [`LineSource`] holds the lines of one of them, grows with the log of events, and never looks at an event twice, so that a step
//! of the playhead costs nothing but a search for its place. [`describe`] tells one pod at one moment.

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

/// Where a line belongs: it is there once so many events have happened, and so many steps of the last of them were looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinePosition {
    /// Events that have happened.
    pub events: usize,
    /// Steps of the last one that were looked at before this one.
    pub step: usize,
}

impl LinePosition {
    /// The place of a moment.
    #[must_use]
    pub fn of_moment(moments: &[Moment], at: usize) -> Self {
        let Some(moment) = moments.get(at) else { return Self::default() };
        let first = moments.partition_point(|other| other.events < moment.events);
        Self { events: moment.events, step: at - first }
    }

    /// The moment at which this place is reached.
    #[must_use]
    pub fn moment(self, moments: &[Moment]) -> usize {
        let first = moments.partition_point(|moment| moment.events < self.events);
        let steps = moments[first..].iter().take_while(|moment| moment.events == self.events);
        (first + steps.count().saturating_sub(1).min(self.step)).min(moments.len().saturating_sub(1))
    }
}

/// A line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConsoleLine {
    /// Where it belongs.
    pub place: LinePosition,
    /// Virtual milliseconds.
    pub at: Millis,
    /// The pod or object concerned: `namespace/name`.
    pub about: Str,
    /// The columns.
    pub cells: Vec<String>,
    /// The words are upstream's, not ours.
    pub upstream: bool,
    /// The attempt, by its number, whose detail it takes to put the line into words, while that is not at hand.
    pub awaited_attempt: Option<usize>,
}

/// Lines of a run, in order.
pub trait LineSource {
    /// Column titles; empty where a line is one sentence.
    fn titles(&self) -> &'static [&'static str];
    /// Takes in what happened since. `events` is the whole log so far.
    fn extend(&mut self, events: &[Rc<Event>]);
    /// Where each line belongs; never going back.
    fn places(&self) -> &[LinePosition];
    /// A line, as it reads at a time, with the details of attempts that are at hand.
    fn line(&self, events: &[Rc<Event>], index: usize, now: Millis, details: AttemptLookup<'_>) -> ConsoleLine;
    /// How wide each column has to be, in characters, as far as it is known.
    fn widths(&self) -> Vec<usize>;
}

/// A text with blanks up to a width. No column is wider than the longest name of Kubernetes, whatever stands in it.
fn pad_text(text: &str, width: usize) -> String {
    let width = width.min(253);
    format!("{text:<width$}")
}

/// Cells in columns, as `kubectl` sets them.
#[must_use]
pub fn format_row<S: AsRef<str>>(cells: &[S], widths: &[usize]) -> String {
    let padded = cells.iter().zip(widths).map(|(cell, &width)| pad_text(cell.as_ref(), width));
    padded.collect::<Vec<_>>().join("   ").trim_end().to_owned()
}

/// Lines of a book as text, under their titles, as they read at a time.
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

/// Seconds as `kubectl` prints ages, upstream's `duration.HumanDuration`: `37s`, `5m30s`, `3h`.
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
