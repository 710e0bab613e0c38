//! Runs that begin, end, and stand beside each other.

use super::*;
use crate::run::Status;
use releases::Release;

fn open(text: &str) -> Action {
    Action::Open(Opening::Text(text.into()))
}

fn link(fields: &str) -> Action {
    Action::Open(Opening::Link { text: "kind: Pod".into(), scenario: None, fields: Fields::read(fields) })
}

/// Three events more of a run, which goes on or is over.
pub(super) fn happens(run: u32, done: bool) -> Action {
    let event = |_| Event { at: Millis::ZERO, what: What::Popped { pod: "default/a".into(), attempt: 1 } };
    Action::Run(Running::Events(run, Happened { events: (0..3).map(event).collect(), done, ..Happened::default() }))
}

fn many(effects: &[Effect], like: impl Fn(&Effect) -> bool) -> usize {
    effects.iter().filter(|effect| like(effect)).count()
}

#[test]
fn a_run_ends_once() {
    let ended = |effects: &[Effect]| many(effects, |effect| *effect == Effect::Ended);
    let (begun, effects) = reduce(&Store::default(), open("kind: Pod"));
    assert_eq!((ended(&effects), begun.run.status), (0, Status::Working));
    let (goes_on, effects) = reduce(&begun, happens(1, false));
    assert_eq!((ended(&effects), goes_on.run.status), (0, Status::Working));
    for before in [begun, goes_on] {
        for (action, status) in [
            (happens(1, true), Status::Done),
            (Action::Run(Running::Rejected(1, Vec::new())), Status::Rejected),
            (Action::Run(Running::Cancel), Status::Cancelled),
        ] {
            let (over, effects) = reduce(&before, action);
            assert_eq!((ended(&effects), over.run.status), (1, status));
            let (_, effects) = reduce(&over, Action::Player(Playing::StepBy(1)));
            assert_eq!(ended(&effects), 0, "it is over already");
        }
        let (other, effects) = reduce(&before, open("kind: Node"));
        assert_eq!((ended(&effects), other.run.status), (0, Status::Working), "another one has begun");
    }
}

#[test]
fn a_new_run_closes_what_was_read_of_the_old_one() {
    let mut before = ran(3);
    before.console.reads_log = true;
    for action in [
        open("kind: Node"),
        link(""),
        Action::Run(Running::Start),
        Action::Run(Running::Release(Release::ALL[0])),
        Action::Branches(Branching::Release(Release::ALL[0])),
    ] {
        let name = format!("{action:?}");
        let (store, effects) = reduce(&before, action);
        assert_eq!(many(&effects, |effect| matches!(effect, Effect::Run { .. })), 1, "{name}");
        assert!(!store.console.reads_log, "{name}");
    }
    assert!(reduce(&before, Action::Player(Playing::StepBy(1))).0.console.reads_log);
}

#[test]
fn a_link_brings_a_run_beside_its_own() {
    let (own, other) = (Release::default(), Release::ALL[0]);
    let begins = |effects: &[Effect], wanted: Release| {
        many(effects, |effect| matches!(effect, Effect::Run { release, .. } if *release == Some(wanted)))
    };
    let (begun, _) = reduce(&Store::default(), link(&format!("beside={other}")));
    assert_eq!(begun.branches.beside, None, "its own run comes first");
    let (goes_on, _) = reduce(&begun, happens(1, false));
    assert_eq!((goes_on.branches.beside, goes_on.run.number), (None, 1));
    let (over, effects) = reduce(&begun, happens(1, true));
    assert_eq!((begins(&effects, other), over.branches.beside), (1, Some(1)));
    // The one beside is there: the page is back at the link's own, and nothing more begins.
    let (both, effects) = reduce(&over, happens(2, true));
    assert_eq!((both.branches.shown, both.branches.beside, both.run.shown_release()), (0, Some(1), own));
    assert_eq!(many(&effects, |effect| matches!(effect, Effect::Run { .. })), 0);
    // The release of the run itself, none, or what is no release: nothing stands beside.
    for fields in [format!("beside={own}"), String::new(), "beside=v0.9".to_owned()] {
        let (store, _) = reduce(&begun, link(&fields));
        let (store, effects) = reduce(&store, happens(2, true));
        assert_eq!(many(&effects, |effect| matches!(effect, Effect::Run { .. })), 0, "{fields}");
        assert_eq!((store.branches.beside, store.run.status), (None, Status::Done), "{fields}");
    }
    // Only what is not understood is told.
    let told =
        |fields: &str| reduce(&Store::default(), link(fields)).0.care != reduce(&Store::default(), link("")).0.care;
    assert!(told("beside=v0.9") && !told(&format!("beside={other}")));
}

#[test]
fn nobody_goes_to_another_branch_while_one_is_at_work() {
    let fork = Branching::Fork { label: "f".into(), entries: vec!["delete: {kind: Pod, name: a}".into()] };
    let (working, _) = reduce(&ran(3), Action::Branches(fork));
    assert_eq!((working.branches.shown, working.branches.all.len(), working.run.status), (1, 2, Status::Working));
    let switch = |store: &Store, to: usize| reduce(store, Action::Branches(Branching::Switch(to))).0;
    assert_eq!(switch(&working, 0), working);
    let (mut over, _) = reduce(&working, happens(2, true));
    over.player.playing = true;
    let back = switch(&over, 0);
    assert!(!back.player.playing, "another run is looked at first");
    assert_eq!((back.branches.shown, &*back.builder.text), (0, "kind: Pod"));
    assert_eq!(switch(&back, 1).branches.shown, 1);
    // There is no such branch, or it is shown already.
    assert_eq!([switch(&over, 2), switch(&over, 1)], [over.clone(), over.clone()]);
}
