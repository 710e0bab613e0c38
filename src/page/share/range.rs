//! A part of a run: inside of another page the playhead may be kept between two moments.

use crate::run::Run;
use crate::share::{Range, Share};
use trace::names::{Name, Way};

impl Range {
    /// Reads one; `None` if it names no moments.
    pub fn read(text: &str) -> Option<Self> {
        let (from, to) = text.split_once("..")?;
        let name = |text: &str| if text.is_empty() { Some(None) } else { Name::read(text).map(Some) };
        Some(Self { from: name(from)?, to: name(to)?, known: None })
    }

    /// The first and the last moment. One that is not in the run is the nearest before it.
    fn find(&self, run: &Run) -> (usize, usize) {
        let at = |name: &Name| match name.find(run.trace.trace.events(), &run.trace.moments) {
            Way::Exact(at) | Way::Near(at) => at,
        };
        let to = self.to.as_ref().map_or(run.last(), at);
        (self.from.as_ref().map_or(0, at).min(to), to)
    }
}

/// The first and the last moment of the part of the run that is to be walked, if not all of it is.
pub fn walked(share: &mut Share, run: &Run) -> Option<(usize, usize)> {
    let range = share.range.as_mut()?;
    let of = (run.trace.run, run.last());
    match range.known {
        Some((known, bounds)) if known == of => Some(bounds),
        _ => {
            let bounds = range.find(run);
            range.known = Some((of, bounds));
            Some(bounds)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::Playing;
    use crate::opening::Opening;
    use crate::store::{Action, Store};
    use crate::testing::Worker;
    use crate::update::reduce;

    const TEXT: &str = include_str!("../../../www/scenarios/ladder.yaml");

    fn page(range: &str) -> Store {
        let share = Share { embedded: true, range: Range::read(range), ..Share::default() };
        assert!(share.range.is_some(), "{range}");
        let (store, effects) = reduce(&Store { share, ..Store::default() }, Action::Open(Opening::Text(TEXT.into())));
        Worker::default().serve(store, effects)
    }

    fn at(store: &Store, name: &str) -> usize {
        let name = Name::read(name).expect("a name");
        match name.find(store.run.trace.trace.events(), &store.run.trace.moments) {
            Way::Exact(at) => at,
            Way::Near(_) => panic!("no {name:?}"),
        }
    }

    #[test]
    fn the_playhead_stays_within() {
        let store = page("popped:preemptor..preempts:preemptor");
        let (from, to) = (at(&store, "popped:preemptor"), at(&store, "preempts:preemptor"));
        assert!(0 < from && from < to && to < store.run.last());
        assert_eq!((store.bounds(), store.player.at), ((from, to), from));
        for (action, wanted) in [
            (Action::Player(Playing::End), to),
            (Action::Player(Playing::Home), from),
            (Action::Player(Playing::Seek(from - 1)), from),
            (Action::Player(Playing::Seek(to + 1)), to),
            (Action::Player(Playing::Seek(to - 1)), to - 1),
            (Action::Player(Playing::Step(false)), from),
        ] {
            assert_eq!(reduce(&store, action).0.player.at, wanted);
        }
        // It plays to the end, and there anew from the beginning.
        let mut plays =
            reduce(&reduce(&store, Action::Player(Playing::Seek(to - 1))).0, Action::Player(Playing::Toggle)).0;
        plays = reduce(&plays, Action::Player(Playing::Tick(plays.player.beat))).0;
        assert_eq!((plays.player.at, plays.player.playing), (to, false));
        let anew = reduce(&plays, Action::Player(Playing::Toggle)).0;
        assert_eq!((anew.player.at, anew.player.playing), (from, true));
    }

    #[test]
    fn an_end_may_be_left_out_and_other_words_are_no_range() {
        let store = page("popped:preemptor..");
        assert_eq!(store.bounds(), (at(&store, "popped:preemptor"), store.run.last()));
        let store = page("..popped:preemptor");
        assert_eq!(store.bounds(), (0, at(&store, "popped:preemptor")));
        for text in ["", "popped:preemptor", "1-2", "a b..", "..a.0"] {
            assert_eq!(Range::read(text), None, "{text}");
        }
    }

    #[test]
    fn whoever_plays_before_anything_has_happened_plays_on() {
        let share = Share { embedded: true, range: Range::read("popped:preemptor.."), ..Share::default() };
        let (store, _) = reduce(&Store { share, ..Store::default() }, Action::Open(Opening::Text(TEXT.into())));
        let (store, _) = reduce(&store, Action::Player(Playing::Toggle));
        assert!(store.player.playing);
        assert!(reduce(&store, Action::Player(Playing::Tick(store.player.beat))).0.player.playing);
    }
}
