//! The playable range: an embedded page may limit the playhead to a part of the run.

use trace::moment_names::{MomentName, NameMatch};

use crate::{
    run::RunState,
    share::{NamedRange, ShareState},
};

impl NamedRange {
    /// Parses `from..to`; `None` if the names of moments are invalid.
    pub fn parse(text: &str) -> Option<Self> {
        let (from, to) = text.split_once("..")?;
        let name = |text: &str| if text.is_empty() { Some(None) } else { MomentName::parse(text).map(Some) };
        Some(Self { from: name(from)?, to: name(to)?, resolved: None })
    }

    /// The first and last moment. A name that isn't in the run resolves to the nearest moment before.
    fn resolve(&self, run_state: &RunState) -> (usize, usize) {
        let at = |name: &MomentName| match name.find_moment(run_state.view.trace.events(), &run_state.view.moments) {
            NameMatch::Exact(at) | NameMatch::Near(at) => at,
        };
        let target_index = self.to.as_ref().map_or(run_state.last_moment(), at);
        (self.from.as_ref().map_or(0, at).min(target_index), target_index)
    }
}

/// The first and last moment of the playable range; `None` is the whole run. Caches the result.
pub fn playable_range(share: &mut ShareState, run_state: &RunState) -> Option<(usize, usize)> {
    let range = share.range.as_mut()?;
    let of = (run_state.view.run, run_state.last_moment());
    match range.resolved {
        Some((known, bounds)) if known == of => Some(bounds),
        _ => {
            let bounds = range.resolve(run_state);
            range.resolved = Some((of, bounds));
            Some(bounds)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        actions::{Action, player::PlayerMsg},
        open_target::OpenTarget,
        store::Store,
        testing::InlineWorker,
        update::reduce,
    };

    const TEXT: &str = include_str!("../../../www/scenarios/ladder.yaml");

    fn page(range: &str) -> Store {
        let share = ShareState { is_embedded: true, range: NamedRange::parse(range), ..ShareState::default() };
        assert!(share.range.is_some(), "{range}");
        InlineWorker::default()
            .apply_action(&Store { share, ..Store::with_all_chunks() }, Action::Open(OpenTarget::Text(TEXT.into())))
    }

    fn moment_at(store: &Store, name: &str) -> usize {
        let name = MomentName::parse(name).expect("a name");
        match name.find_moment(store.run.view.trace.events(), &store.run.view.moments) {
            NameMatch::Exact(at) => at,
            NameMatch::Near(_) => panic!("no {name:?}"),
        }
    }

    #[test]
    fn the_playhead_stays_within_the_range() {
        let store = page("popped:preemptor..preempts:preemptor");
        let (from, target_index) = (moment_at(&store, "popped:preemptor"), moment_at(&store, "preempts:preemptor"));
        assert!(0 < from && from < target_index && target_index < store.run.last_moment());
        assert_eq!((store.playable_range(), store.player.moment), ((from, target_index), from));
        for (action, expected) in [
            (Action::Player(PlayerMsg::End), target_index),
            (Action::Player(PlayerMsg::Home), from),
            (Action::Player(PlayerMsg::Seek(from - 1)), from),
            (Action::Player(PlayerMsg::Seek(target_index + 1)), target_index),
            (Action::Player(PlayerMsg::Seek(target_index - 1)), target_index - 1),
            (Action::Player(PlayerMsg::Step(false)), from),
        ] {
            assert_eq!(reduce(&store, action).0.player.moment, expected);
        }
        // Playback stops at the end, and restarts at the beginning.
        let mut playing_store = reduce(
            &reduce(&store, Action::Player(PlayerMsg::Seek(target_index - 1))).0,
            Action::Player(PlayerMsg::Toggle),
        )
        .0;
        playing_store = reduce(&playing_store, Action::Player(PlayerMsg::Tick(playing_store.player.tick_id))).0;
        assert_eq!((playing_store.player.moment, playing_store.player.is_playing), (target_index, false));
        let anew = reduce(&playing_store, Action::Player(PlayerMsg::Toggle)).0;
        assert_eq!((anew.player.moment, anew.player.is_playing), (from, true));
    }

    #[test]
    fn an_end_can_be_omitted_and_invalid_ranges_are_rejected() {
        let store = page("popped:preemptor..");
        assert_eq!(store.playable_range(), (moment_at(&store, "popped:preemptor"), store.run.last_moment()));
        let store = page("..popped:preemptor");
        assert_eq!(store.playable_range(), (0, moment_at(&store, "popped:preemptor")));
        for text in ["", "popped:preemptor", "1-2", "a b..", "..a.0"] {
            assert_eq!(NamedRange::parse(text), None, "{text}");
        }
    }

    #[test]
    fn playback_before_the_first_event_continues() {
        let share =
            ShareState { is_embedded: true, range: NamedRange::parse("popped:preemptor.."), ..ShareState::default() };
        let (store, _) =
            reduce(&Store { share, ..Store::with_all_chunks() }, Action::Open(OpenTarget::Text(TEXT.into())));
        let (store, _) = reduce(&store, Action::Player(PlayerMsg::Toggle));
        assert!(store.player.is_playing);
        assert!(reduce(&store, Action::Player(PlayerMsg::Tick(store.player.tick_id))).0.player.is_playing);
    }
}
