//! The axis of the timeline: what it counts, which part of it is seen, and how a person moves that part.
#![allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // places on a screen

use std::rc::Rc;

use crate::shown::Shown;
use api::{Millis, Set};
use trace::lanes::Edge;

/// What the axis counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scale {
    /// Virtual milliseconds, with idle stretches and repeated cycles folded.
    #[default]
    Score,
    /// Virtual milliseconds.
    Time,
    /// Moments, so that a decision of no time at all still has its width.
    Steps,
}

/// A stretch of time in which little happens: nothing, or cycles that fail like those before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fold {
    /// When it begins, in virtual milliseconds.
    pub from: u64,
    /// When it ends.
    pub to: u64,
    /// How many cycles are in it.
    pub cycles: usize,
    /// Whether a person opened it, so that it is as wide as it is long.
    pub open: bool,
}

impl Fold {
    /// How long it is.
    pub fn lasts(&self) -> Millis {
        Millis::new(self.to - self.from)
    }
}

/// The axis of a run.
#[derive(Clone, PartialEq)]
pub struct Axis {
    /// What it counts.
    pub scale: Scale,
    /// In order; only the score has any.
    pub folds: Vec<Fold>,
    /// How wide a closed fold is, as if so many milliseconds passed.
    wide: u64,
    shown: Rc<Shown>,
}

impl Axis {
    /// The axis of the run that is shown. A person has opened the folds that begin at these times.
    pub fn new(scale: Scale, shown: &Rc<Shown>, opened: &Set<u64>) -> Self {
        let mut axis = Self { scale, folds: Vec::new(), wide: 0, shown: Rc::clone(shown) };
        if scale == Scale::Score {
            let end = shown.trace.events().last().map_or(0, |event| event.at.count());
            let idle: Vec<_> =
                shown.idle.iter().map(|(from, to, cycles)| (from.count(), to.count(), *cycles)).collect();
            let long: u64 = idle.iter().map(|(from, to, _)| to - from).sum();
            axis.wide = ((end - long) / 8).clamp(400, 3000);
            let worth = |(from, to, _): &&(u64, u64, usize)| to - from > axis.wide * 2;
            let fold = |&(from, to, cycles): &_| Fold { from, to, cycles, open: opened.contains(&from) };
            axis.folds = idle.iter().filter(worth).map(fold).collect();
        }
        axis
    }

    /// Where a time is on the axis.
    fn place(&self, at: u64) -> u64 {
        let mut cut = 0;
        for fold in self.folds.iter().filter(|it| !it.open).take_while(|it| it.from < at) {
            let (long, within) = (fold.to - fold.from, at.min(fold.to) - fold.from);
            cut += within - within * self.wide / long;
        }
        at - cut
    }

    /// The time at a place of the axis.
    fn real(&self, place: f64) -> f64 {
        let mut at = place.max(0.0);
        for fold in self.folds.iter().filter(|it| !it.open) {
            let (from, long) = (fold.from as f64, (fold.to - fold.from) as f64);
            if at <= from {
                break;
            }
            let within = (at - from).min(self.wide as f64);
            at += within * long / self.wide as f64 - within;
        }
        at
    }

    /// Where a fold begins and ends on the axis.
    pub fn of_fold(&self, fold: &Fold) -> (u64, u64) {
        (self.place(fold.from), self.place(fold.to))
    }

    /// Where it ends; never 0.
    pub fn length(&self) -> u64 {
        let length = match self.scale {
            Scale::Time | Scale::Score => {
                self.place(self.shown.trace.events().last().map_or(0, |event| event.at.count()))
            }
            Scale::Steps => self.shown.moments.len().saturating_sub(1) as u64,
        };
        length.max(1)
    }

    /// The shortest part that can be seen.
    fn shortest(&self) -> f64 {
        match self.scale {
            Scale::Time | Scale::Score => 20.0,
            Scale::Steps => 4.0,
        }
    }

    /// Where something happens.
    pub fn of_edge(&self, edge: Edge) -> u64 {
        match self.scale {
            Scale::Time | Scale::Score => self.place(edge.at.count()),
            Scale::Steps => self.shown.moments.partition_point(|moment| moment.events < edge.events) as u64,
        }
    }

    /// Where a moment is.
    pub fn of_moment(&self, at: usize) -> u64 {
        match self.scale {
            Scale::Time | Scale::Score => self.place(self.time(at)),
            Scale::Steps => at as u64,
        }
    }

    /// The virtual time of a moment.
    pub fn time(&self, at: usize) -> u64 {
        let last = self.shown.moments.get(at).and_then(|moment| moment.events.checked_sub(1));
        last.and_then(|last| self.shown.trace.events().get(last)).map_or(0, |event| event.at.count())
    }

    /// The moment at a place: the last one that is not later.
    pub fn moment(&self, place: f64) -> usize {
        let last = self.shown.moments.len().saturating_sub(1);
        match self.scale {
            Scale::Steps => (place.round().max(0.0) as usize).min(last),
            Scale::Time | Scale::Score => {
                let place = self.real(place) as u64;
                let (mut low, mut high) = (0, last + 1);
                while low < high {
                    let middle = usize::midpoint(low, high);
                    if self.time(middle) <= place { low = middle + 1 } else { high = middle }
                }
                low.saturating_sub(1)
            }
        }
    }

    /// All of it.
    pub fn whole(&self) -> Range {
        Range { from: 0.0, to: self.length() as f64 }
    }

    /// A part of it, as far as there is such a part.
    pub fn part(&self, wanted: Range) -> Range {
        let length = self.length() as f64;
        let span = (wanted.to - wanted.from).clamp(self.shortest().min(length), length);
        let from = wanted.from.clamp(0.0, length - span);
        Range { from, to: from + span }
    }

    /// The part between two places.
    pub fn between(&self, a: f64, b: f64) -> Range {
        let middle = f64::midpoint(a, b);
        let half = ((a - b).abs() / 2.0).max(self.shortest() / 2.0);
        self.part(Range { from: middle - half, to: middle + half })
    }

    /// Closer (below 1) or wider, with what is at `around` staying where it is.
    pub fn zoom(&self, range: Range, factor: f64, around: f64) -> Range {
        let span = ((range.to - range.from) * factor).clamp(self.shortest(), self.length() as f64);
        let share = range.share(around).clamp(0.0, 1.0);
        self.part(Range { from: around - share * span, to: around + (1.0 - share) * span })
    }

    /// Moved by the least that shows a place, with some room before and after it.
    pub fn showing(&self, range: Range, place: f64) -> Range {
        let (span, share) = (range.to - range.from, range.share(place));
        match share {
            ..0.0 => self.part(Range { from: place - span * 0.1, to: place + span * 0.9 }),
            s if s > 1.0 => self.part(Range { from: place - span * 0.9, to: place + span * 0.1 }),
            _ => range,
        }
    }

    /// Places to write at, about `wanted` of them, with what to write.
    pub fn ticks(&self, range: Range, wanted: usize) -> Vec<(u64, String)> {
        let least = ((range.to - range.from) / wanted.max(1) as f64).max(1.0) as u64;
        let mut step = 1_u64;
        while step < least {
            // 1, 2, 5, 10, 20, …
            let lead = step / 10_u64.pow(step.ilog10());
            step = if lead == 2 { step / 2 * 5 } else { step * 2 };
        }
        let (from, to) = (self.real(range.from) as u64, self.real(range.to) as u64);
        let mut ticks: Vec<(u64, String)> = Vec::new();
        let mut at = from.div_ceil(step) * step;
        while at <= to {
            // Within a fold no time is written.
            if let Some(fold) = self.folds.iter().find(|it| !it.open && it.from < at && at < it.to) {
                at = fold.to.div_ceil(step) * step;
                continue;
            }
            let place = self.place(at);
            // What is written just before a fold would stand under its length.
            let ahead = self.folds.iter().find(|it| !it.open && it.from >= at).map(|it| self.place(it.from) - place);
            if ahead.is_some_and(|room| room < step / 2) {
                at += step;
                continue;
            }
            if ticks.last().is_none_or(|(before, _)| place - before >= step / 2) {
                ticks.push((place, if self.scale == Scale::Steps { at.to_string() } else { seconds(at, step) }));
            }
            at += step;
        }
        ticks
    }
}

/// A time with as many digits as the step between two of them asks for.
fn seconds(at: u64, step: u64) -> String {
    let (minutes, rest) = (at / 60_000, at % 60_000);
    let digits = match step {
        0..10 => 3,
        10..100 => 2,
        100..1000 => 1,
        _ => 0,
    };
    let (whole, part) = (rest / 1000, format!("{:03}", rest % 1000));
    let part = if digits == 0 { String::new() } else { format!(".{}", &part[..digits]) };
    if minutes == 0 { format!("{whole}{part} s") } else { format!("{minutes}:{whole:02}{part}") }
}

/// The part of the axis that is seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Range {
    /// Where it begins.
    pub from: f64,
    /// Where it ends.
    pub to: f64,
}

impl Range {
    /// Where a place is in it: 0 at its beginning, 1 at its end.
    pub fn share(self, place: f64) -> f64 {
        (place - self.from) / (self.to - self.from)
    }

    /// The place at such a share of it.
    pub fn at(self, share: f64) -> f64 {
        self.from + share * (self.to - self.from)
    }

    /// Left edge and width of a stretch, in ten-thousandths, as far as it is seen.
    pub fn cells(self, from: u64, to: u64) -> Option<(u32, u32)> {
        let cell = |place: u64| (self.share(place as f64).clamp(0.0, 1.0) * 10_000.0).round() as u32;
        let seen = (to as f64) >= self.from && (from as f64) <= self.to;
        seen.then(|| (cell(from), cell(to)))
    }
}

/// Ten-thousandths as CSS has them.
pub fn percent(cells: u32) -> String {
    format!("{}.{:02}%", cells / 100, cells % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::{Event, What};
    use trace::Trace;

    /// Moments at 0, 1000, 1000, 4000 and 10 000 ms.
    fn axis(scale: Scale) -> Axis {
        let times = [0, 1000, 1000, 4000, 10_000];
        let event = |at| Event { at: Millis::new(at), what: What::Popped { pod: "default/a".into(), attempt: 1 } };
        Axis::new(scale, &Rc::new(Shown::new(1, Trace::new(times.map(event)), &[], Vec::new())), &Set::new())
    }

    #[test]
    fn places_and_moments() {
        let (time, steps) = (axis(Scale::Time), axis(Scale::Steps));
        assert_eq!((time.length(), steps.length()), (10_000, 5));
        let found = [0.0, 999.0, 1000.0, 3999.0, 4000.0, 99_999.0].map(|place| time.moment(place));
        assert_eq!(found, [1, 1, 3, 3, 4, 5]);
        assert_eq!([-1.0, 0.4, 2.6, 99.0].map(|place| steps.moment(place)), [0, 0, 3, 5]);
        assert_eq!((time.of_moment(3), steps.of_moment(3)), (1000, 3));
        assert_eq!(steps.of_edge(Edge { at: Millis::new(1000), events: 2 }), 2);
    }

    #[test]
    fn a_part_stays_within_the_run() {
        let axis = axis(Scale::Time);
        let range = |from, to| Range { from, to };
        assert_eq!(axis.between(3000.0, 1000.0), range(1000.0, 3000.0));
        assert_eq!(axis.between(5000.0, 5000.0), range(4990.0, 5010.0));
        assert_eq!(axis.part(range(-500.0, 500.0)), range(0.0, 1000.0));
        assert_eq!(axis.part(range(9500.0, 10_500.0)), range(9000.0, 10_000.0));
        assert_eq!(axis.zoom(axis.whole(), 0.5, 2000.0), range(1000.0, 6000.0));
        assert_eq!(axis.zoom(range(1000.0, 6000.0), 100.0, 2000.0), axis.whole());
        assert_eq!(axis.showing(range(1000.0, 2000.0), 1500.0), range(1000.0, 2000.0));
        assert_eq!(axis.showing(range(1000.0, 2000.0), 5000.0), range(4100.0, 5100.0));
        assert_eq!(axis.showing(range(5000.0, 6000.0), 2000.0), range(1900.0, 2900.0));
        assert_eq!(range(1000.0, 3000.0).cells(500, 2000), Some((0, 5000)));
        assert_eq!(range(1000.0, 3000.0).cells(3500, 4000), None);
        assert_eq!(percent(1234), "12.34%");
    }

    #[test]
    fn ticks_are_round() {
        let axis = axis(Scale::Time);
        let told = |from, to, wanted| -> Vec<String> {
            axis.ticks(Range { from, to }, wanted).into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(told(0.0, 10_000.0, 5), ["0 s", "2 s", "4 s", "6 s", "8 s", "10 s"]);
        assert_eq!(told(990.0, 1050.0, 4), ["1.00 s", "1.02 s", "1.04 s"]);
        assert_eq!(told(59_000.0, 61_000.0, 2), ["59 s", "1:00", "1:01"]);
    }

    #[test]
    fn what_is_idle_is_folded_until_it_is_opened() {
        let times = [0, 1000, 2000, 32_000, 33_000, 35_000];
        let event = |at| Event { at: Millis::new(at), what: What::Popped { pod: "default/a".into(), attempt: 1 } };
        let shown = Rc::new(Shown::new(1, Trace::new(times.map(event)), &[], Vec::new()));
        let score = Axis::new(Scale::Score, &shown, &Set::new());
        assert_eq!(score.folds, [Fold { from: 2000, to: 32_000, cycles: 0, open: false }]);
        // 5 s are left, and the fold is an eighth of that.
        assert_eq!((score.length(), score.of_fold(&score.folds[0])), (5625, (2000, 2625)));
        for at in 0..shown.moments.len() {
            let place = score.of_moment(at);
            assert_eq!(score.of_moment(score.moment(place as f64)), place, "{at}");
        }
        assert!((score.real(2312.5) - 17_000.0).abs() < 1.0);
        let ticks: Vec<String> = score.ticks(score.whole(), 6).into_iter().map(|(_, text)| text).collect();
        assert_eq!(ticks, ["0 s", "1 s", "32 s", "33 s", "34 s", "35 s"]);
        let open = Axis::new(Scale::Score, &shown, &Set::from_iter([2000]));
        assert_eq!((open.length(), open.of_moment(4)), (35_000, 32_000));
        assert_eq!(Axis::new(Scale::Time, &shown, &Set::new()).length(), 35_000);
    }
}
