//! What actions make of a state.

use crate::api::link::Fields;
use crate::simulation::{Event, What};

use super::*;

fn ran(count: u64) -> Store {
    let (store, effects) = reduce(&Store { speed: 2, ..Store::default() }, Action::Open("kind: Pod".into()));
    assert!(matches!(&effects[0], Effect::Run { run: 1, .. }));
    let event = |at| Event { at, what: What::Popped { pod: "default/a".into(), attempt: 1 } };
    reduce(
        &store,
        Action::Events(1, Happened { events: (0..count).map(event).collect(), done: true, ..Happened::default() }),
    )
    .0
}

#[test]
fn plays_to_the_end_and_stops() {
    let mut store = ran(3);
    let mut effects;
    (store, effects) = reduce(&store, Action::Toggle);
    while let Some(Effect::Tick { beat, .. }) = effects.first().cloned() {
        (store, effects) = reduce(&store, Action::Tick(beat));
    }
    assert_eq!((store.at, store.playing), (3, false));
}

#[test]
fn late_ticks_and_events_of_other_runs_change_nothing() {
    let store = ran(3);
    let (store, _) = reduce(&store, Action::Toggle);
    assert_eq!(reduce(&store, Action::Tick(store.beat + 1)).0, store);
    assert_eq!(
        reduce(&store, Action::Events(7, Happened { events: Vec::new(), done: true, ..Happened::default() })).0,
        store
    );
}

#[test]
fn seeks_stay_within_the_run() {
    let store = ran(3);
    assert_eq!(reduce(&store, Action::Step(-4)).0.at, 0);
    assert_eq!(reduce(&store, Action::End).0.at, 3);
    assert_eq!(reduce(&store, Action::StepEvent(true)).0.at, 1);
    let end = reduce(&store, Action::End).0;
    assert_eq!(reduce(&end, Action::StepEvent(false)).0.at, 2);
}

#[test]
fn a_link_opens_at_its_step() {
    let link = Action::Link { text: "x".into(), scenario: None, fields: Fields::read("moment=2") };
    let (store, _) = reduce(&Store::default(), link);
    let event = |at| Event { at, what: What::Popped { pod: "default/a".into(), attempt: 1 } };
    let (store, _) = reduce(
        &store,
        Action::Events(1, Happened { events: (0..3).map(event).collect(), done: true, ..Happened::default() }),
    );
    assert_eq!(store.at, 2);
}

#[test]
fn what_more_follows_is_shown_with_it() {
    let (store, _) = reduce(&Store::default(), Action::Open("x".into()));
    let event = |at| Event { at, what: What::Popped { pod: "default/a".into(), attempt: 1 } };
    let part = |from, more| Happened {
        events: (from..from + 3).map(event).collect(),
        more,
        done: !more,
        ..Happened::default()
    };
    let (some, effects) = reduce(&store, Action::Events(1, part(0, true)));
    assert!(Rc::ptr_eq(&some.trace, &store.trace) && effects.is_empty());
    let (all, _) = reduce(&some, Action::Events(1, part(3, false)));
    assert_eq!((all.trace.trace.events().len(), all.last(), all.coming.is_none()), (6, 6, true));
    let (other, _) = reduce(&some, Action::Open("y".into()));
    let (other, _) = reduce(&other, Action::Events(2, part(0, false)));
    assert_eq!(other.trace.trace.events().len(), 3, "another run has none of it");
}
