//! The axis of the timeline: its scale, its visible range, and zooming.
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // places on a screen

use std::rc::Rc;

use api::{Millis, Set};
use page_state::run_view::RunView;
use trace::lanes::Edge;

/// The scale of the axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisScale {
    /// Virtual milliseconds with idle stretches and repeated cycles folded, and an equal total width for moments, each the same: a decision takes
    /// no virtual time, but each of its steps must be reachable.
    #[default]
    Folded,
    /// Virtual milliseconds.
    Time,
    /// Moments, so that each step of a decision has the same width.
    Steps,
}

/// A stretch of time in which little happens: nothing, or cycles that fail like those before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisFold {
    /// Its start, in virtual milliseconds.
    pub from: u64,
    /// Its end, in virtual milliseconds.
    pub to: u64,
    /// The number of cycles in it.
    pub cycles: usize,
    /// Whether the user opened it, so that its width is its duration.
    pub is_open: bool,
    /// The first moment within it, and the first one after it: while folded, moments have no width of their own.
    moment_span: (usize, usize),
}

impl AxisFold {
    pub fn duration(&self) -> Millis {
        Millis::new(self.to - self.from)
    }
}

/// The axis of a run.
#[derive(Clone, PartialEq)]
pub struct TimeAxis {
    pub scale: AxisScale,
    /// The folds in order; only the scale `Folded` has any.
    pub folds: Vec<AxisFold>,
    /// The width of a closed fold, in milliseconds.
    fold_width: u64,
    /// The width of a moment, in milliseconds, in addition to the time that passes.
    moment_width: u64,
    run_view: Rc<RunView>,
}

impl TimeAxis {
    /// The axis of a run. `opened` are the start times of the folds that the user opened.
    pub fn new(scale: AxisScale, run_view: &Rc<RunView>, opened: &Set<u64>) -> Self {
        let mut axis = Self { scale, folds: Vec::new(), fold_width: 0, moment_width: 0, run_view: Rc::clone(run_view) };
        if scale == AxisScale::Folded {
            let end = run_view.trace.events().last().map_or(0, |event| event.at.to_millis());
            let idle: Vec<_> = run_view
                .idle_stretches
                .iter()
                .map(|(from, to, cycles)| (from.to_millis(), to.to_millis(), *cycles))
                .collect();
            let long: u64 = idle.iter().map(|(from, to, _)| to - from).sum();
            axis.fold_width = ((end - long) / 4).clamp(400, 6000);
            let worth = |(from, to, _): &&(u64, u64, usize)| to - from > axis.fold_width * 2;
            let fold = |&(from, to, cycles): &(u64, u64, usize)| {
                let moments = (axis.first_moment_at(from + 1), axis.first_moment_at(to));
                AxisFold { from, to, cycles, is_open: opened.contains(&from), moment_span: moments }
            };
            let folds = idle.iter().filter(worth).map(fold).collect();
            axis.folds = folds;
            axis.moment_width = (axis.visible_millis(end)
                / axis.counted_moments(run_view.moments.len().saturating_sub(1)).max(1))
            .max(1);
        }
        axis
    }

    /// The number of visible milliseconds up to a time.
    fn visible_millis(&self, at: u64) -> u64 {
        let mut hidden_length = 0;
        for fold in self.folds.iter().filter(|fold| !fold.is_open).take_while(|fold| fold.from < at) {
            let (long, offset_in_fold) = (fold.to - fold.from, at.min(fold.to) - fold.from);
            hidden_length += offset_in_fold - offset_in_fold * self.fold_width / long;
        }
        at - hidden_length
    }

    /// The number of moments up to this one that have a width.
    fn counted_moments(&self, at: usize) -> u64 {
        let folds = self.folds.iter().filter(|fold| !fold.is_open).take_while(|fold| fold.moment_span.0 <= at);
        let away: usize = folds.map(|fold| (at + 1).min(fold.moment_span.1).saturating_sub(fold.moment_span.0)).sum();
        at.saturating_sub(away) as u64
    }

    /// The place of a time on the axis, before its moments.
    fn place_of_time(&self, at: u64) -> u64 {
        let before =
            if self.moment_width == 0 { 0 } else { self.counted_moments(self.first_moment_at(at).saturating_sub(1)) };
        self.visible_millis(at) + before * self.moment_width
    }

    /// The index of the first moment at or after a time.
    fn first_moment_at(&self, at: u64) -> usize {
        let (mut low, mut high) = (0, self.run_view.moments.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if self.time_of_moment(middle) < at { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// The time at a place of the axis.
    fn time_at(&self, axis_position: f64) -> f64 {
        let mut at = axis_position.max(0.0);
        if self.moment_width > 0 {
            // The time between two moments precedes the width of the later one.
            let last = self.moment_at(axis_position);
            let passed =
                self.visible_millis(self.time_of_moment(last)) as f64 + (at - self.moment_place(last) as f64).max(0.0);
            let until = self
                .visible_millis(self.time_of_moment((last + 1).min(self.run_view.moments.len().saturating_sub(1))))
                as f64;
            at = passed.min(until);
        }
        for fold in self.folds.iter().filter(|fold| !fold.is_open) {
            let (from, long) = (fold.from as f64, (fold.to - fold.from) as f64);
            if at <= from {
                break;
            }
            let offset_in_fold = (at - from).min(self.fold_width as f64);
            at += offset_in_fold * long / self.fold_width as f64 - offset_in_fold;
        }
        at
    }

    /// The places at which a fold begins and ends.
    pub(crate) fn fold_bounds(&self, fold: &AxisFold) -> (u64, u64) {
        // It begins after all moments of its first instant.
        let last = self.counted_moments(fold.moment_span.0.saturating_sub(1));
        (self.visible_millis(fold.from) + last * self.moment_width, self.place_of_time(fold.to))
    }

    /// The length of the axis, at least 1.
    pub fn length(&self) -> u64 {
        let length = match self.scale {
            AxisScale::Time => self.run_view.trace.events().last().map_or(0, |event| event.at.to_millis()),
            AxisScale::Folded => {
                let end = self.run_view.trace.events().last().map_or(0, |event| event.at.to_millis());
                self.visible_millis(end)
                    + self.moment_width * self.counted_moments(self.run_view.moments.len().saturating_sub(1))
            }
            AxisScale::Steps => self.run_view.moments.len().saturating_sub(1) as u64,
        };
        length.max(1)
    }

    /// The minimum length of the visible range.
    fn min_length(&self) -> f64 {
        match self.scale {
            AxisScale::Time | AxisScale::Folded => 20.0,
            AxisScale::Steps => 4.0,
        }
    }

    /// The place of a point of a lane.
    pub(crate) fn edge_place(&self, edge: Edge) -> u64 {
        let moment = || self.run_view.moments.partition_point(|moment| moment.events < edge.events);
        match self.scale {
            AxisScale::Time => edge.at.to_millis(),
            AxisScale::Folded => {
                self.visible_millis(edge.at.to_millis()) + self.moment_width * self.counted_moments(moment())
            }
            AxisScale::Steps => moment() as u64,
        }
    }

    /// The place of a time of another run, whose moments differ.
    pub(crate) fn time_place(&self, at: Millis) -> u64 {
        match self.scale {
            AxisScale::Time => at.to_millis(),
            AxisScale::Folded => self.place_of_time(at.to_millis()),
            AxisScale::Steps => self.first_moment_at(at.to_millis()) as u64,
        }
    }

    /// The place of a moment.
    pub(crate) fn moment_place(&self, at: usize) -> u64 {
        match self.scale {
            AxisScale::Time => self.time_of_moment(at),
            AxisScale::Folded => {
                self.visible_millis(self.time_of_moment(at)) + self.moment_width * self.counted_moments(at)
            }
            AxisScale::Steps => at as u64,
        }
    }

    /// The place of the playhead: at a moment, or some time later.
    pub(crate) fn playhead_place(&self, moment: usize, elapsed: Millis) -> u64 {
        let time = self.time_of_moment(moment) + elapsed.to_millis();
        let last = self.run_view.moments.len().saturating_sub(1);
        let mut at = moment;
        while !elapsed.is_zero() && at < last && self.time_of_moment(at + 1) <= time {
            at += 1;
        }
        let next = (at + 1).min(last);
        let (place, since) = (self.moment_place(at), self.time_of_moment(at));
        let width = self.moment_place(next).saturating_sub(place);
        let duration = self.time_of_moment(next).saturating_sub(since).max(1);
        place + width * (time - since).min(duration) / duration
    }

    /// The virtual time of a moment, in milliseconds.
    pub fn time_of_moment(&self, at: usize) -> u64 {
        let last = self.run_view.moments.get(at).and_then(|moment| moment.events.checked_sub(1));
        last.and_then(|last| self.run_view.trace.events().get(last)).map_or(0, |event| event.at.to_millis())
    }

    /// The moment at a place: the last one that is not later.
    pub fn moment_at(&self, axis_position: f64) -> usize {
        let last = self.run_view.moments.len().saturating_sub(1);
        match self.scale {
            AxisScale::Steps => (axis_position.round().max(0.0) as usize).min(last),
            AxisScale::Time | AxisScale::Folded => {
                let axis_position = axis_position.max(0.0) as u64;
                let (mut low, mut high) = (0, last + 1);
                while low < high {
                    let middle = usize::midpoint(low, high);
                    if self.moment_place(middle) <= axis_position { low = middle + 1 } else { high = middle }
                }
                low.saturating_sub(1)
            }
        }
    }

    /// The range of the whole axis.
    pub fn full_range(&self) -> AxisRange {
        AxisRange { from: 0.0, to: self.length() as f64 }
    }

    /// The length of a range, bounded by the minimum and by the length of the axis.
    fn bounded_span(&self, span: f64) -> f64 {
        let length = self.length() as f64;
        span.clamp(self.min_length().min(length), length)
    }

    /// The closest valid range.
    pub fn clamp_range(&self, range: AxisRange) -> AxisRange {
        let (span, length) = (self.bounded_span(range.to - range.from), self.length() as f64);
        let from = range.from.clamp(0.0, length - span);
        AxisRange { from, to: from + span }
    }

    /// The range between two places, at least of minimum length.
    pub fn range_between(&self, a: f64, b: f64) -> AxisRange {
        let middle = f64::midpoint(a, b);
        let half = ((a - b).abs() / 2.0).max(self.min_length() / 2.0);
        self.clamp_range(AxisRange { from: middle - half, to: middle + half })
    }

    /// Zooms in (`factor` below 1) or out around a place, which keeps its position.
    pub fn zoom_range(&self, range: AxisRange, factor: f64, around: f64) -> AxisRange {
        let span = self.bounded_span((range.to - range.from) * factor);
        let share = range.share_of(around).clamp(0.0, 1.0);
        self.clamp_range(AxisRange { from: around - share * span, to: around + (1.0 - share) * span })
    }

    /// The range moved by the least distance that shows a place with a margin.
    pub(crate) fn range_showing(&self, range: AxisRange, axis_position: f64) -> AxisRange {
        let (span, share) = (range.to - range.from, range.share_of(axis_position));
        match share {
            ..0.0 => self.clamp_range(AxisRange { from: axis_position - span * 0.1, to: axis_position + span * 0.9 }),
            s if s > 1.0 => {
                self.clamp_range(AxisRange { from: axis_position - span * 0.9, to: axis_position + span * 0.1 })
            }
            _ => range,
        }
    }

    /// The times of events, as far as there is room for their labels.
    fn event_ticks(&self, range: AxisRange, least: u64) -> Vec<(u64, String)> {
        let mut ticks: Vec<(u64, String)> = Vec::new();
        let mut from = range.from.max(0.0) as u64;
        while from as f64 <= range.to {
            let nearest_moment = self.moment_at(from as f64);
            let at = if self.moment_place(nearest_moment) < from { nearest_moment + 1 } else { nearest_moment };
            if at >= self.run_view.moments.len() {
                break;
            }
            let (time, axis_position) =
                (self.time_of_moment(at), self.place_of_time(self.time_of_moment(at)).max(from));
            let round = [1000, 100, 10].into_iter().find(|step| time % step == 0).unwrap_or(1);
            let text = format_seconds(time, round);
            if ticks.last().is_none_or(|(_, before)| *before != text) && axis_position as f64 <= range.to {
                ticks.push((axis_position, text));
            }
            from = self.moment_place(at).max(axis_position) + least;
        }
        ticks
    }

    /// About `count` places with their labels.
    pub fn tick_labels(&self, range: AxisRange, count: usize) -> Vec<(u64, String)> {
        let least = ((range.to - range.from) / count.max(1) as f64).max(1.0) as u64;
        if self.scale == AxisScale::Folded {
            return self.event_ticks(range, least);
        }
        let mut step = 1_u64;
        while step < least {
            // Steps are 1, 2, 5, 10, 20, …
            let lead = step / 10_u64.pow(step.ilog10());
            step = if lead == 2 { step / 2 * 5 } else { step * 2 };
        }
        let (from, to) = (self.time_at(range.from) as u64, self.time_at(range.to) as u64);
        let mut ticks: Vec<(u64, String)> = Vec::new();
        let mut at = from.div_ceil(step) * step;
        while at <= to {
            // There are no labels within a fold.
            if let Some(fold) = self.folds.iter().find(|fold| !fold.is_open && fold.from < at && at < fold.to) {
                at = fold.to.div_ceil(step) * step;
                continue;
            }
            let axis_position = self.place_of_time(at);
            // A label just before a fold would overlap the fold's own.
            let ahead = self
                .folds
                .iter()
                .find(|fold| !fold.is_open && fold.from >= at)
                .map(|axis_fold| self.place_of_time(axis_fold.from) - axis_position);
            if ahead.is_some_and(|room_ahead| room_ahead < step / 2) {
                at += step;
                continue;
            }
            if ticks.last().is_none_or(|(before, _)| axis_position - before >= step / 2) {
                ticks.push((
                    axis_position,
                    if self.scale == AxisScale::Steps { at.to_string() } else { format_seconds(at, step) },
                ));
            }
            at += step;
        }
        ticks
    }
}

/// A time with as many digits as needed to distinguish steps of this size, in milliseconds.
fn format_seconds(at: u64, step: u64) -> String {
    let (minutes, rest) = (at / 60_000, at % 60_000);
    let digits = match step {
        0..10 => 3,
        10..100 => 2,
        100..1000 => 1,
        _ => 0,
    };
    let (integer_part, part) = (rest / 1000, format!("{:03}", rest % 1000));
    let part = if digits == 0 { String::new() } else { format!(".{}", &part[..digits]) };
    if minutes == 0 { format!("{integer_part}{part} s") } else { format!("{minutes}:{integer_part:02}{part}") }
}

/// An axis and its visible range.
#[derive(Clone, Copy)]
pub struct AxisWindow<'a> {
    pub axis: &'a TimeAxis,
    pub range: AxisRange,
}

/// A range of the axis.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AxisRange {
    pub from: f64,
    pub to: f64,
}

impl AxisRange {
    /// The position of a place in the range: 0 at its start, 1 at its end.
    pub fn share_of(self, axis_position: f64) -> f64 {
        (axis_position - self.from) / (self.to - self.from)
    }

    /// The place at such a position.
    pub fn place_at(self, share: f64) -> f64 {
        self.from + share * (self.to - self.from)
    }

    /// The left and right edge of a stretch, in ten-thousandths of the range; `None` if it is not visible.
    pub fn to_cells(self, from: u64, to: u64) -> Option<(u32, u32)> {
        let cell = |axis_position: u64| (self.share_of(axis_position as f64).clamp(0.0, 1.0) * 10_000.0).round() as u32;
        let is_visible = (to as f64) >= self.from && (from as f64) <= self.to;
        is_visible.then(|| (cell(from), cell(to)))
    }
}

/// Ten-thousandths as a CSS percentage.
pub fn cells_to_percent(cells: u32) -> String {
    format!("{}.{:02}%", cells / 100, cells % 100)
}

#[cfg(test)]
mod tests {
    use runlog::{Event, EventKind};
    use trace::Trace;

    use super::*;

    /// Moments at 0, 1000, 1000, 4000 and 10 000 ms.
    fn axis(scale: AxisScale) -> TimeAxis {
        let times = [0, 1000, 1000, 4000, 10_000];
        let event = |at| Event { at: Millis::new(at), what: EventKind::Popped { pod: "default/a".into(), attempt: 1 } };
        TimeAxis::new(scale, &Rc::new(RunView::new(1, Trace::new(times.map(event)), &[], Vec::new())), &Set::new())
    }

    #[test]
    fn places_and_moments() {
        let (time, steps) = (axis(AxisScale::Time), axis(AxisScale::Steps));
        assert_eq!((time.length(), steps.length()), (10_000, 5));
        let moments = [0.0, 999.0, 1000.0, 3999.0, 4000.0, 99_999.0].map(|axis_position| time.moment_at(axis_position));
        assert_eq!(moments, [1, 1, 3, 3, 4, 5]);
        assert_eq!([-1.0, 0.4, 2.6, 99.0].map(|axis_position| steps.moment_at(axis_position)), [0, 0, 3, 5]);
        assert_eq!((time.moment_place(3), steps.moment_place(3)), (1000, 3));
        assert_eq!(steps.edge_place(Edge { at: Millis::new(1000), events: 2 }), 2);
    }

    #[test]
    fn a_part_stays_within_the_run() {
        let axis = axis(AxisScale::Time);
        let range = |from, to| AxisRange { from, to };
        assert_eq!(axis.range_between(3000.0, 1000.0), range(1000.0, 3000.0));
        assert_eq!(axis.range_between(5000.0, 5000.0), range(4990.0, 5010.0));
        assert_eq!(axis.clamp_range(range(-500.0, 500.0)), range(0.0, 1000.0));
        assert_eq!(axis.clamp_range(range(9500.0, 10_500.0)), range(9000.0, 10_000.0));
        assert_eq!(axis.zoom_range(axis.full_range(), 0.5, 2000.0), range(1000.0, 6000.0));
        assert_eq!(axis.zoom_range(range(1000.0, 6000.0), 100.0, 2000.0), axis.full_range());
        assert_eq!(axis.range_showing(range(1000.0, 2000.0), 1500.0), range(1000.0, 2000.0));
        assert_eq!(axis.range_showing(range(1000.0, 2000.0), 5000.0), range(4100.0, 5100.0));
        assert_eq!(axis.range_showing(range(5000.0, 6000.0), 2000.0), range(1900.0, 2900.0));
        assert_eq!(range(1000.0, 3000.0).to_cells(500, 2000), Some((0, 5000)));
        assert_eq!(range(1000.0, 3000.0).to_cells(3500, 4000), None);
        assert_eq!(cells_to_percent(1234), "12.34%");
    }

    #[test]
    fn a_run_may_be_shorter_than_the_shortest_part() {
        let event = |at| Event { at: Millis::new(at), what: EventKind::Popped { pod: "default/a".into(), attempt: 1 } };
        for times in [&[][..], &[0], &[0, 3], &[0, 19]] {
            let run_view = Rc::new(RunView::new(1, Trace::new(times.iter().map(|at| event(*at))), &[], Vec::new()));
            for scale in [AxisScale::Folded, AxisScale::Time, AxisScale::Steps] {
                let axis = TimeAxis::new(scale, &run_view, &Set::new());
                let (full_range, least) = (axis.full_range(), axis.min_length().min(axis.full_range().to));
                for (factor, axis_position) in [(0.1, -5.0), (0.1, 0.5), (1.0, 100.0), (10.0, 0.0)] {
                    let AxisRange { from, to } = axis.zoom_range(full_range, factor, axis_position);
                    assert!(
                        from >= 0.0 && to <= full_range.to && to - from >= least,
                        "{times:?} {scale:?}: {from} {to}"
                    );
                }
            }
        }
    }

    #[test]
    fn ticks_are_round() {
        let axis = axis(AxisScale::Time);
        let tick_texts = |from, to, tick_count| -> Vec<String> {
            axis.tick_labels(AxisRange { from, to }, tick_count).into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(tick_texts(0.0, 10_000.0, 5), ["0 s", "2 s", "4 s", "6 s", "8 s", "10 s"]);
        assert_eq!(tick_texts(990.0, 1050.0, 4), ["1.00 s", "1.02 s", "1.04 s"]);
        assert_eq!(tick_texts(59_000.0, 61_000.0, 2), ["59 s", "1:00", "1:01"]);
    }

    #[test]
    fn what_is_idle_is_folded_until_it_is_opened() {
        let times = [0, 1000, 2000, 32_000, 33_000, 35_000];
        let event = |at| Event { at: Millis::new(at), what: EventKind::Popped { pod: "default/a".into(), attempt: 1 } };
        let run_view = Rc::new(RunView::new(1, Trace::new(times.map(event)), &[], Vec::new()));
        let score = TimeAxis::new(AxisScale::Folded, &run_view, &Set::new());
        assert_eq!(
            score.folds.iter().map(|fold| (fold.from, fold.to, fold.cycles)).collect::<Vec<_>>(),
            [(2000, 32_000, 0)]
        );
        // 5 s are visible, the fold adds a quarter of that, and the six moments after the start add as much again.
        assert_eq!((score.moment_width, score.length()), (1041, 6250 + 6 * 1041));
        assert_eq!(score.fold_bounds(&score.folds[0]), (2000 + 3 * 1041, 3250 + 3 * 1041));
        for at in 0..run_view.moments.len() {
            assert_eq!(score.moment_at(score.moment_place(at) as f64), at);
        }
        // Moments of the same time are side by side.
        let steps: Vec<u64> =
            (1..run_view.moments.len()).map(|at| score.moment_place(at) - score.moment_place(at - 1)).collect();
        assert!(steps.iter().all(|step| *step >= 1041), "{steps:?}");
        assert!((score.time_at(2000.0 + 3.0 * 1041.0 + 625.0) - 17_000.0).abs() < 1.0);
        let ticks: Vec<String> = score.tick_labels(score.full_range(), 12).into_iter().map(|(_, text)| text).collect();
        assert_eq!(ticks, ["0 s", "1 s", "2 s", "32 s", "33 s", "35 s"], "when something happens");
        let open_axis = TimeAxis::new(AxisScale::Folded, &run_view, &Set::from_iter([2000]));
        assert_eq!((open_axis.moment_width, open_axis.moment_place(4)), (35_000 / 6, 32_000 + 4 * (35_000 / 6)));
        assert_eq!(TimeAxis::new(AxisScale::Time, &run_view, &Set::new()).length(), 35_000);
    }
}
