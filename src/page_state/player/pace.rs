//! The pace of playback: how long each moment is shown.

use i18n::{Lang, story};

use super::{FRAME_MILLIS, Player, SPEEDS};
use crate::{run::RunState, run_view, worker_cache::DetailCache};

/// What determines the pace: the run, the known details of its attempts, and the language of the texts.
#[derive(Clone, Copy)]
pub struct Pace<'a> {
    pub run: &'a RunState,
    /// The cached details of its attempts.
    pub details: &'a DetailCache,
    pub lang: Lang,
}

impl Pace<'_> {
    /// How long a moment is shown at a speed, in hundredths of a millisecond.
    pub fn pause_at(&self, at: usize, speed: usize) -> u32 {
        let run_view = &self.run.view;
        let dwell = run_view.moments.get(at).map_or(500, |moment| moment.dwell);
        let read_millis = match run_view.caption_at(at) {
            Some((_, true)) => run_view::caption_millis(run_view.caption_at(at), self.lang),
            _ if run_view.first_of_kind.binary_search(&at).is_ok() => self.reading_millis_at(at),
            _ => 0,
        };
        dwell.max(read_millis).max(self.drain_millis_at(at)) * 10_000 / SPEEDS[speed]
    }

    /// How long the current moment is shown during playback, in milliseconds.
    pub fn current_pause(&self, player: &Player) -> u32 {
        (self.pause_at(player.moment, player.speed) / 100).max(FRAME_MILLIS)
    }

    /// The time to read the text of a moment, in milliseconds.
    fn reading_millis_at(&self, at: usize) -> u32 {
        let run_view = &self.run.view;
        let Some(moment) = run_view.moments.get(at) else { return 0 };
        let detail = run_view.attempt_at(moment.events).and_then(|number| self.details.get(run_view.run, number));
        let (frame, wording) = (run_view.trace.frame_at(moment.events), releases::wording(self.run.shown_release()));
        let story = story::moment_text(
            self.lang,
            run_view.trace.events(),
            *moment,
            &frame,
            wording,
            detail.map(|detail| &**detail),
        );
        run_view::reading_millis(&story.text, self.lang)
    }

    /// How long terminating pods are shown after a moment, in milliseconds: a tenth of the virtual time, at most 4 s.
    fn drain_millis_at(&self, at: usize) -> u32 {
        let drain = self.run.view.drain_after(at);
        drain.map_or(0, |passes| u32::try_from(passes.to_millis() / 10).unwrap_or(u32::MAX).min(4000))
    }
}
