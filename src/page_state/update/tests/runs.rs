//! Tests of the start and end of runs, and of comparisons.

use protocol::EncodedValue;
use releases::Release;

use super::*;
use crate::run::Status;

fn open_text(text: &str) -> Action {
    Action::Open(OpenTarget::Text(text.into()))
}

fn open_link(fields: &str) -> Action {
    Action::Open(OpenTarget::Link { text: "kind: Pod".into(), scenario: None, fields: LinkFields::parse(fields) })
}

/// Three further events of a run, which continues or is complete.
pub(super) fn events_arrive(run_number: u32, is_done: bool) -> Action {
    let event = |_| Event { at: Millis::ZERO, what: EventKind::Popped { pod: "default/a".into(), attempt: 1 } };
    Action::Run(RunMsg::EventsArrived(
        run_number,
        Rc::new(EventBatch { events: (0..3).map(event).map(Rc::new).collect(), is_done, ..EventBatch::default() }),
    ))
}

fn count_effects(effects: &[Effect], like: impl Fn(&Effect) -> bool) -> usize {
    effects.iter().filter(|effect| like(effect)).count()
}

#[test]
fn a_run_ends_once() {
    let ended =
        |effects: &[Effect]| count_effects(effects, |effect| *effect == Effect::Storage(StorageEffect::ClearRunning));
    let (begun, effects) = reduce(&Store::with_all_chunks(), open_text("kind: Pod"));
    assert_eq!((ended(&effects), begun.run.status), (0, Status::Working));
    let (goes_on, effects) = reduce(&begun, events_arrive(1, false));
    assert_eq!((ended(&effects), goes_on.run.status), (0, Status::Working));
    for previous_store in [begun, goes_on] {
        for (action, status) in [
            (events_arrive(1, true), Status::Done),
            (Action::Run(RunMsg::ManifestRejected(1, EncodedValue::default())), Status::Rejected),
            (Action::Run(RunMsg::Cancel), Status::Cancelled),
        ] {
            let (over, effects) = reduce(&previous_store, action);
            assert_eq!((ended(&effects), over.run.status), (1, status));
            let (_, effects) = reduce(&over, Action::Player(PlayerMsg::StepBy(1)));
            assert_eq!(ended(&effects), 0, "it is over already");
        }
        let (other, effects) = reduce(&previous_store, open_text("kind: Node"));
        assert_eq!((ended(&effects), other.run.status), (0, Status::Working), "another one has begun");
    }
}

#[test]
fn a_new_run_no_longer_needs_the_full_log() {
    let mut previous_store = finished_run(3);
    previous_store.console.is_full_log_needed = true;
    for action in [
        open_text("kind: Node"),
        open_link(""),
        Action::Run(RunMsg::Start),
        Action::Run(RunMsg::SetRelease(Release::ALL[0])),
        Action::Branches(BranchMsg::CompareRelease(Release::ALL[0])),
    ] {
        let name = format!("{action:?}");
        let (store, effects) = reduce(&previous_store, action);
        assert_eq!(
            count_effects(&effects, |effect| matches!(effect, Effect::Worker(WorkerEffect::RunManifest { .. }))),
            1,
            "{name}"
        );
        assert!(!store.console.is_full_log_needed, "{name}");
    }
    assert!(reduce(&previous_store, Action::Player(PlayerMsg::StepBy(1))).0.console.is_full_log_needed);
}

#[test]
fn a_link_starts_a_comparison_after_its_own_run() {
    let (default_release, other) = (Release::default(), Release::ALL[0]);
    let begins = |effects: &[Effect], expected: Release| {
        count_effects(
            effects,
            |effect| matches!(effect, Effect::Worker(WorkerEffect::RunManifest { release, .. }) if release.chosen == Some(expected)),
        )
    };
    let (begun, _) = reduce(&Store::with_all_chunks(), open_link(&format!("beside={other}")));
    assert_eq!(begun.branches.compared, None, "its own run comes first");
    let (goes_on, _) = reduce(&begun, events_arrive(1, false));
    assert_eq!((goes_on.branches.compared, goes_on.run.number), (None, 1));
    let (over, effects) = reduce(&begun, events_arrive(1, true));
    assert_eq!((begins(&effects, other), over.branches.compared), (1, Some(1)));
    // The comparison is complete: the page returns to the link's own run and starts nothing else.
    let (both, effects) = reduce(&over, events_arrive(2, true));
    assert_eq!(
        (both.branches.current, both.branches.compared, both.run.shown_release()),
        (0, Some(1), default_release)
    );
    assert_eq!(count_effects(&effects, |effect| matches!(effect, Effect::Worker(WorkerEffect::RunManifest { .. }))), 0);
    // The run's own release, none, or an invalid one starts no comparison.
    for fields in [format!("beside={default_release}"), String::new(), "beside=v0.9".to_owned()] {
        let (store, _) = reduce(&begun, open_link(&fields));
        let (store, effects) = reduce(&store, events_arrive(2, true));
        assert_eq!(
            count_effects(&effects, |effect| matches!(effect, Effect::Worker(WorkerEffect::RunManifest { .. }))),
            0,
            "{fields}"
        );
        assert_eq!((store.branches.compared, store.run.status), (None, Status::Done), "{fields}");
    }
    // Only unsupported fields are reported.
    let has_notice = |fields: &str| {
        reduce(&Store::with_all_chunks(), open_link(fields)).0.recovery
            != reduce(&Store::with_all_chunks(), open_link("")).0.recovery
    };
    assert!(has_notice("beside=v0.9") && !has_notice(&format!("beside={other}")));
}

#[test]
fn branches_cannot_be_switched_during_a_run() {
    let fork = BranchMsg::Fork(delete_pod_fork("default/a"));
    let (working, _) = reduce(&finished_run(3), Action::Branches(fork));
    assert_eq!(
        (working.branches.current, working.branches.branches.len(), working.run.status),
        (1, 2, Status::Working)
    );
    let switch =
        |store: &Store, target_index: usize| reduce(store, Action::Branches(BranchMsg::SwitchBranch(target_index))).0;
    assert_eq!(switch(&working, 0), working);
    let (mut over, _) = reduce(&working, events_arrive(2, true));
    over.player.is_playing = true;
    let restored_store = switch(&over, 0);
    assert!(!restored_store.player.is_playing, "another run is looked at first");
    assert_eq!((restored_store.branches.current, &**restored_store.builder.text), (0, "kind: Pod"));
    assert_eq!(switch(&restored_store, 1).branches.current, 1);
    // A branch that doesn't exist, or is already shown.
    assert_eq!([switch(&over, 2), switch(&over, 1)], [over.clone(), over.clone()]);
}
