//! Tests the reducer with sequences of actions.

mod runs;

use std::rc::Rc;

use api::Millis;
use i18n::Lang;
use links::LinkFields;
use manifest::ScriptCommand;
use protocol::EventBatch;
use runlog::{Event, EventKind};

use super::*;
use crate::{
    actions::{
        EditingAction,
        builder::{BuilderMsg, ObjectMsg, Tab},
        comparison::{BranchMsg, Fork},
        import::ImportMsg,
        inspector::InspectorMsg,
        player::PlayerMsg,
        recovery::{EngineMsg, PageNotice},
        share::{ExportMsg, ShareMsg},
    },
    chunk::{Chunk, ChunkMsg, LoadState, LoadedChunk},
    effects::{StorageEffect, WorkerEffect},
    open_target::OpenTarget,
    opened_files::actions_to_open,
    overlays::OverlayMsg,
    run::RunMsg,
    settings::SettingsMsg,
};

fn delete_pod_fork(pod: &str) -> Fork {
    Fork { label: "f".into(), commands: vec![ScriptCommand::DeletePod(pod.into())] }
}

fn finished_run(count: u64) -> Store {
    let (store, effects) = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Text("kind: Pod".into())));
    assert!(matches!(&effects[0], Effect::Worker(WorkerEffect::RunManifest { run: 1, .. })));
    let event = |at| Event { at: Millis::new(at), what: EventKind::Popped { pod: "default/a".into(), attempt: 1 } };
    reduce(
        &store,
        Action::Run(RunMsg::EventsArrived(
            1,
            Rc::new(EventBatch {
                events: (0..count).map(event).map(Rc::new).collect(),
                is_done: true,
                ..EventBatch::default()
            }),
        )),
    )
    .0
}

#[test]
fn playback_stops_at_the_end() {
    let mut store = finished_run(3);
    let mut effects;
    (store, effects) = reduce(&store, Action::Player(PlayerMsg::Toggle));
    while let Some(Effect::Tick { beat, .. }) = effects.first().cloned() {
        (store, effects) = reduce(&store, Action::Player(PlayerMsg::Tick(beat)));
    }
    assert_eq!((store.player.moment, store.player.is_playing), (3, false));
}

#[test]
fn outdated_ticks_and_events_of_other_runs_change_nothing() {
    let store = finished_run(3);
    let (store, _) = reduce(&store, Action::Player(PlayerMsg::Toggle));
    assert_eq!(reduce(&store, Action::Player(PlayerMsg::Tick(store.player.tick_id + 1))).0, store);
    assert_eq!(
        reduce(
            &store,
            Action::Run(RunMsg::EventsArrived(
                7,
                Rc::new(EventBatch { events: Vec::new(), is_done: true, ..EventBatch::default() })
            ))
        )
        .0,
        store
    );
}

#[test]
fn seeks_stay_within_the_run() {
    let store = finished_run(3);
    assert_eq!(reduce(&store, Action::Player(PlayerMsg::StepBy(-4))).0.player.moment, 0);
    assert_eq!(reduce(&store, Action::Player(PlayerMsg::End)).0.player.moment, 3);
    assert_eq!(reduce(&store, Action::Player(PlayerMsg::StepByEvent(true))).0.player.moment, 1);
    let end = reduce(&store, Action::Player(PlayerMsg::End)).0;
    assert_eq!(reduce(&end, Action::Player(PlayerMsg::StepByEvent(false))).0.player.moment, 2);
    for (events, at) in [(0, 0), (2, 2), (9, 3)] {
        assert_eq!(reduce(&end, Action::Player(PlayerMsg::SeekEvents(events))).0.player.moment, at);
    }
}

#[test]
fn a_link_opens_at_its_step() {
    let link =
        Action::Open(OpenTarget::Link { text: "x".into(), scenario: None, fields: LinkFields::parse("moment=2") });
    let (store, _) = reduce(&Store::with_all_chunks(), link);
    let event = |at| Event { at: Millis::new(at), what: EventKind::Popped { pod: "default/a".into(), attempt: 1 } };
    let (store, _) = reduce(
        &store,
        Action::Run(RunMsg::EventsArrived(
            1,
            Rc::new(EventBatch {
                events: (0..3).map(event).map(Rc::new).collect(),
                is_done: true,
                ..EventBatch::default()
            }),
        )),
    );
    assert_eq!(store.player.moment, 2);
}

#[test]
fn seeking_cancels_the_target_of_a_link() {
    let link =
        Action::Open(OpenTarget::Link { text: "x".into(), scenario: None, fields: LinkFields::parse("moment=2") });
    let (store, _) = reduce(&Store::with_all_chunks(), link);
    let (store, _) = reduce(&store, Action::Player(PlayerMsg::Home));
    assert_eq!(reduce(&store, runs::events_arrive(1, true)).0.player.moment, 0);
}

#[test]
fn a_link_closes_the_gallery_and_selects_a_pod_with_its_namespace() {
    for (fields, pod) in [("pod=web", Some("default/web")), ("pod=shop/web", Some("shop/web")), ("node=a", None)] {
        let mut store = finished_run(3);
        store.gallery.is_open = true;
        let link = OpenTarget::Link { text: "x".into(), scenario: None, fields: LinkFields::parse(fields) };
        let (store, _) = reduce(&store, Action::Open(link));
        assert_eq!((store.gallery.is_open, store.selection.pod.as_deref()), (false, pod), "{fields}");
    }
}

#[test]
fn only_another_scenario_closes_the_editor() {
    let mut store = Store::with_all_chunks();
    store.overlays.is_editor_open = true;
    for (scenario, stays) in [(0, true), (0, true), (1, false)] {
        store = reduce(&store, Action::Open(OpenTarget::Scenario(scenario, "kind: Node".into()))).0;
        assert_eq!(store.overlays.is_editor_open, stays, "{scenario}");
    }
}

#[test]
fn dismissing_closes_overlays_before_the_presentation() {
    let dismiss = |store: &Store| reduce(store, Action::Overlays(OverlayMsg::DismissTop));
    let mut store = finished_run(3);
    (store.overlays.is_help_open, store.overlays.is_presenting) = (true, true);
    let (store, effects) = dismiss(&store);
    assert_eq!((store.overlays.is_help_open, store.overlays.is_presenting, effects), (false, true, Vec::new()));
    let (store, effects) = dismiss(&store);
    assert_eq!((store.overlays.is_presenting, effects), (false, vec![Effect::SetFullScreen(false)]));
    assert_eq!(dismiss(&store), (store.clone(), Vec::new()));
}

#[test]
fn a_refusal_is_shown_until_the_next_edit() {
    let mut store = finished_run(3);
    store.builder.is_edit_refused = true;
    assert!(reduce(&store, Action::Player(PlayerMsg::StepBy(1))).0.builder.is_edit_refused);
    assert!(!reduce(&store, Action::Builder(BuilderMsg::ClearSelection)).0.builder.is_edit_refused);
}

#[test]
fn partial_batches_are_shown_once_complete() {
    let (store, _) = reduce(&Store::with_all_chunks(), Action::Open(OpenTarget::Text("x".into())));
    let event = |at| Event { at: Millis::new(at), what: EventKind::Popped { pod: "default/a".into(), attempt: 1 } };
    let part = |from, has_more| EventBatch {
        events: (from..from + 3).map(event).map(Rc::new).collect(),
        has_more,
        is_done: !has_more,
        ..EventBatch::default()
    };
    let (some, effects) = reduce(&store, Action::Run(RunMsg::EventsArrived(1, Rc::new(part(0, true)))));
    assert!(Rc::ptr_eq(&some.run.view, &store.run.view) && effects.is_empty());
    let (all, _) = reduce(&some, Action::Run(RunMsg::EventsArrived(1, Rc::new(part(3, false)))));
    assert_eq!(
        (all.run.view.trace.events().len(), all.run.last_moment(), all.run.pending_view.is_none()),
        (6, 6, true)
    );
    let (other, _) = reduce(&some, Action::Open(OpenTarget::Text("y".into())));
    let (other, _) = reduce(&other, Action::Run(RunMsg::EventsArrived(2, Rc::new(part(0, false)))));
    assert_eq!(other.run.view.trace.events().len(), 3, "another run has none of it");
}

/// Applies the actions that open imported files, in order.
fn run_in_worker(store: Store, effects: Vec<Effect>) -> (Store, Vec<Effect>) {
    let [Effect::OpenImport(opened_files, is_append)] = &effects[..] else { panic!("{effects:?}") };
    actions_to_open(opened_files.clone(), *is_append).into_iter().fold(
        (store, Vec::new()),
        |(store, mut effects), action| {
            let (store, more) = reduce(&store, action);
            effects.extend(more);
            (store, effects)
        },
    )
}

fn import_step(store: &Store, import_msg: ImportMsg) -> (Store, Vec<Effect>) {
    reduce(store, Action::Import(import_msg))
}

#[test]
fn a_release_chosen_during_an_import_applies_to_the_imported_file() {
    use imports::files::OpenedFiles;
    use releases::Release;

    use crate::actions::import::FileBatch;

    let (default_release, other) = (Release::default(), Release::ALL[0]);
    assert_ne!(default_release, other);
    let mut previous_store = finished_run(3);
    previous_store.run.release = Some(default_release);
    let change_release = |store: &Store| {
        let (store, _) = import_step(store, ImportMsg::Begin(FileBatch::default(), false));
        let (store, effects) = reduce(&store, Action::Run(RunMsg::SetRelease(other)));
        assert_eq!(
            (effects, store.run.number),
            (Vec::new(), previous_store.run.number),
            "the old text does not run once more"
        );
        assert_eq!((store.chosen_release(), store.run.shown_release()), (other, default_release));
        store
    };
    let of = |texts: &[&str]| OpenedFiles {
        texts: texts.iter().map(|&text| text.into()).collect(),
        ..OpenedFiles::default()
    };
    let (store, effects) = import_step(&change_release(&previous_store), ImportMsg::Finish(1, of(&["kind: Node"])));
    let (store, effects) = run_in_worker(store, effects);
    let runs = |effect: &Effect| matches!(effect, Effect::Worker(WorkerEffect::RunManifest { text, release, .. }) if release.chosen == Some(other) && text.starts_with("kind: Node"));
    assert_eq!(effects.iter().filter(|effect| runs(effect)).count(), 1, "{effects:?}");
    assert_eq!((store.chosen_release(), store.run.shown_release()), (other, other));
    // If nothing is opened, the previous run and its release stay.
    let (stopped, _) = import_step(&change_release(&previous_store), ImportMsg::Stop);
    let (nothing, effects) = import_step(&change_release(&previous_store), ImportMsg::Finish(1, of(&[])));
    let (nothing, _) = run_in_worker(nothing, effects);
    for store in [stopped, nothing] {
        assert_eq!((store.chosen_release(), store.run.number), (default_release, previous_store.run.number));
        let (store, _) = reduce(&store, Action::Open(OpenTarget::Text("kind: Pod".into())));
        assert_eq!(store.run.release, Some(default_release));
    }
    // Appending to the manifest replaces nothing.
    let (store, _) = import_step(&previous_store, ImportMsg::Begin(FileBatch::default(), true));
    let (store, effects) = reduce(&store, Action::Run(RunMsg::SetRelease(other)));
    assert!(
        matches!(effects.first(), Some(Effect::Worker(WorkerEffect::RunManifest { release, .. })) if release.chosen == Some(other)),
        "{effects:?}"
    );
    assert_eq!(store.run.shown_release(), other);
}

#[test]
fn sharing_is_rejected_during_an_import() {
    use protocol::Export;

    use crate::{actions::import::FileBatch, overlays::Toast};

    let previous_store = finished_run(3);
    let (opened_store, _) = reduce(&previous_store, Action::Share(ShareMsg::SetSheetOpen(true)));
    assert!(opened_store.share.is_open);
    let (store, _) = import_step(&opened_store, ImportMsg::Begin(FileBatch::default(), false));
    assert!(!store.share.is_open, "what it would share is about to go");
    for action in [
        Action::Share(ShareMsg::SetSheetOpen(true)),
        Action::Share(ShareMsg::CopyLink),
        Action::Share(ShareMsg::SetHandoutOpen(true)),
        Action::Share(ShareMsg::RequestExport(Export::Trace)),
        Action::from(EditingAction::Export(ExportMsg::StartMarkdown)),
    ] {
        let name = format!("{action:?}");
        let (refused_store, effects) = reduce(&store, action);
        assert_eq!(
            (refused_store.overlays.toast, effects),
            (Some(Toast::StillReading), vec![Effect::ScheduleToastEnd]),
            "{name}"
        );
        assert!(!refused_store.share.is_open && !refused_store.share.is_handout_open, "{name}");
    }
    let (stopped, _) = import_step(&store, ImportMsg::Stop);
    let (adds, _) = import_step(&previous_store, ImportMsg::Begin(FileBatch::default(), true));
    for store in [stopped, adds] {
        assert!(reduce(&store, Action::Share(ShareMsg::SetSheetOpen(true))).0.share.is_open);
        assert_eq!(reduce(&store, Action::Share(ShareMsg::CopyLink)).1, [Effect::CopyLink]);
    }
}

#[test]
fn edits_of_the_old_manifest_are_rejected_during_an_import() {
    use imports::dump::{PreviewObject, Progress};
    use protocol::Question;
    use releases::Release;
    use scene::objects::ObjectRef;

    use crate::{
        actions::import::FileBatch,
        overlays::Toast,
        stage_edit::{NewObject, StageEdit},
    };

    let node: api::Node = serde_json::from_str(r#"{"metadata": {"name": "n"}}"#).expect("a node");
    let mut previous_store = finished_run(3);
    previous_store.overlays.is_editor_open = true;
    let (reading_store, _) = import_step(&previous_store, ImportMsg::Begin(FileBatch::default(), false));
    let (sketched, _) = import_step(
        &reading_store,
        ImportMsg::MadeProgress(1, Progress::default(), vec![PreviewObject::Node(Rc::new(node))]),
    );
    let (adds, _) = import_step(&previous_store, ImportMsg::Begin(FileBatch::default(), true));
    let fork = || Action::Branches(BranchMsg::Fork(delete_pod_fork("default/a")));
    let actions = || {
        vec![
            fork(),
            Action::Branches(BranchMsg::CompareRelease(Release::ALL[0])),
            EditingAction::CompareConfiguration("r".into(), "kind: KubeSchedulerConfiguration".into()).into(),
            EditingAction::CompareGangs.into(),
            Action::Branches(BranchMsg::CompareManifest("t".into(), "kind: Node".into())),
            Action::Run(RunMsg::Start),
            Action::Inspector(InspectorMsg::SetQuestion(Some(Question::Help("default/a".into())))),
            Action::from(ObjectMsg::AddTemplate(0)),
            Action::from(ObjectMsg::AppendText("kind: Node\nmetadata: {name: n}\n".into())),
            Action::from(StageEdit::AddObject(NewObject::Node)),
            Action::from(StageEdit::DuplicateObject(ObjectRef::Pod("default/a".into()))),
            Action::Engine(EngineMsg::RunAnyway),
        ]
    };
    for store in [&reading_store, &sketched] {
        for action in actions() {
            let name = format!("{action:?}");
            let (refused_store, effects) = reduce(store, action);
            assert_eq!(effects, [Effect::ScheduleToastEnd], "{name}");
            let mut waiting_store = store.clone();
            waiting_store.overlays.toast = Some(Toast::StillReading);
            assert_eq!(refused_store, waiting_store, "{name}");
        }
    }
    // Appending to the manifest keeps it, so nothing is rejected.
    for action in actions() {
        let name = format!("{action:?}");
        assert_ne!(reduce(&adds, action).0.overlays.toast, Some(Toast::StillReading), "{name}");
    }
    assert!(matches!(reduce(&adds, fork()).1[..], [Effect::Worker(WorkerEffect::RunManifest { .. }), ..]));
    // Typed text stays and can be restored with Undo.
    let (mut typed_store, _) = reduce(&sketched, Action::Builder(BuilderMsg::EditText("kind: Pod # mine".into())));
    typed_store.builder.tab = Tab::Yaml;
    let (opened_store, effects) = import_step(
        &typed_store,
        ImportMsg::Finish(1, imports::files::OpenedFiles { texts: vec!["kind: Node".into()], ..Default::default() }),
    );
    assert_eq!(opened_store.builder.tab, Tab::Objects, "a large text is laid out when somebody asks for it");
    let (opened_store, _) = self::run_in_worker(opened_store, effects);
    assert_eq!((&**typed_store.builder.text, &**opened_store.builder.text), ("kind: Pod # mine", "kind: Node\n"));
    assert_eq!(&**reduce(&opened_store, Action::from(ObjectMsg::Undo)).0.builder.text, "kind: Pod # mine");
}

#[test]
fn opening_something_else_cancels_the_import() {
    use releases::Release;

    use crate::actions::import::FileBatch;

    let mut previous_store = finished_run(3);
    previous_store.run.release = Some(Release::default());
    for add in [false, true] {
        let (store, _) = import_step(&previous_store, ImportMsg::Begin(FileBatch::default(), add));
        let store = if add { store } else { reduce(&store, Action::Run(RunMsg::SetRelease(Release::ALL[0]))).0 };
        for action in [
            Action::Open(OpenTarget::Text("kind: Node".into())),
            Action::Open(OpenTarget::Scenario(0, "kind: Node".into())),
            Action::Open(OpenTarget::ScenarioVisit(0, "kind: Node".into())),
            Action::Open(OpenTarget::Link { text: "kind: Node".into(), scenario: None, fields: LinkFields::default() }),
        ] {
            let name = format!("{action:?}");
            let (other, effects) = reduce(&store, action);
            assert!(
                effects.contains(&Effect::Worker(WorkerEffect::StopImport)) && other.import.current.is_none(),
                "{name}: {effects:?}"
            );
            assert_eq!(&**other.builder.text, "kind: Node", "{name}");
            assert_ne!(other.run.release, Some(Release::ALL[0]), "{name}: that was chosen for the file");
            assert_eq!(
                import_step(&other, ImportMsg::Finish(1, imports::files::OpenedFiles::default())).1,
                [],
                "{name}"
            );
        }
    }
}

#[test]
fn a_run_that_ends_during_an_import_keeps_the_preview_and_starts_no_comparison() {
    use imports::dump::{PreviewObject, Progress};

    use crate::actions::import::FileBatch;

    let node: api::Node = serde_json::from_str(r#"{"metadata": {"name": "n"}}"#).expect("a node");
    let link = Action::Open(OpenTarget::Link {
        text: "kind: Pod".into(),
        scenario: None,
        fields: LinkFields::parse("beside=v1.16"),
    });
    let (store, _) = reduce(&Store::with_all_chunks(), link);
    let event = Rc::new(Event { at: Millis::ZERO, what: EventKind::Popped { pod: "default/a".into(), attempt: 1 } });
    let final_batch = || EventBatch { events: vec![event.clone(); 3], is_done: true, ..EventBatch::default() };
    let goes_beside = |(store, effects): (Store, Vec<Effect>)| store.branches.compared.is_some() && !effects.is_empty();
    assert!(
        goes_beside(reduce(&store, Action::Run(RunMsg::EventsArrived(1, Rc::new(final_batch()))))),
        "without a file it does"
    );
    let (store, _) = import_step(&store, ImportMsg::Begin(FileBatch::default(), false));
    let (store, _) =
        import_step(&store, ImportMsg::MadeProgress(1, Progress::default(), vec![PreviewObject::Node(Rc::new(node))]));
    let (store, effects) = reduce(&store, Action::Run(RunMsg::EventsArrived(1, Rc::new(final_batch()))));
    assert!(import_preview::is_preview(&store));
    assert!(
        !effects.iter().any(|effect| matches!(effect, Effect::Worker(WorkerEffect::RunManifest { .. }))),
        "{effects:?}"
    );
}

#[test]
fn a_failed_chunk_is_reported_with_a_notice() {
    let mut store = Store::with_all_chunks();
    Rc::make_mut(&mut store.run.manifest_summary).summary.claims = true;
    store.chunks.study = LoadState::Loading;
    let (failed_store, effects) = reduce(&store, Action::Chunks(ChunkMsg::Failed(Chunk::Study)));
    assert_eq!((failed_store.recovery.notices.as_slice(), effects), (&[PageNotice::PartNotFetched][..], Vec::new()));
    let (again, effects) = reduce(&failed_store, Action::Chunks(ChunkMsg::RetryFailed));
    assert_eq!(again.recovery.notices, []);
    assert_eq!(effects, [Effect::FetchChunk(Chunk::Study, None)], "it is needed, so it is fetched at once");
    let (loaded_store, _) = reduce(&failed_store, Action::Chunks(ChunkMsg::Loaded((&chunks::STUDY_UPDATES).into())));
    assert_eq!(loaded_store.recovery.notices, []);
    assert!(loaded_store.chunks.study.is_ready());
}

#[test]
fn the_language_changes_once_its_texts_are_loaded() {
    let mut store = Store::with_all_chunks();
    store.chunks.chinese = LoadState::NotNeeded;
    let fetches =
        |effects: &[Effect]| effects.iter().any(|effect| matches!(effect, Effect::FetchChunk(Chunk::Chinese, Some(_))));
    let (requested, effects) = reduce(&store, Action::Settings(SettingsMsg::SetLang(Lang::Zh)));
    assert_eq!((requested.lang, requested.chunks.chinese), (Lang::En, LoadState::Loading));
    assert!(fetches(&effects));
    // Repeated requests fetch it once.
    assert!(!fetches(&reduce(&requested, Action::Settings(SettingsMsg::SetLang(Lang::Zh))).1));
    let (failed_store, _) = reduce(&requested, Action::Chunks(ChunkMsg::Failed(Chunk::Chinese)));
    assert_eq!(
        (failed_store.lang, failed_store.overlays.toast),
        (Lang::En, Some(crate::overlays::Toast::LanguageFailed))
    );
    assert!(fetches(&reduce(&failed_store, Action::Settings(SettingsMsg::SetLang(Lang::Zh))).1));
    let (revealed_store, _) = reduce(&requested, Action::Chunks(ChunkMsg::Loaded(LoadedChunk::CHINESE)));
    assert_eq!(reduce(&revealed_store, Action::Settings(SettingsMsg::SetLang(Lang::Zh))).0.lang, Lang::Zh);
    // English needs no chunk.
    let chinese = Store { lang: Lang::Zh, ..store };
    assert_eq!(reduce(&chinese, Action::Settings(SettingsMsg::SetLang(Lang::En))).0.lang, Lang::En);
}

#[test]
fn undo_restores_typed_text_after_something_else_was_opened() {
    let type_text = |store: &Store, text: &str| reduce(store, Action::Builder(BuilderMsg::EditText(text.into()))).0;
    let undo = |store: &Store| reduce(store, ObjectMsg::Undo.into()).0;
    let typed_store = type_text(&finished_run(3), "kind: Pod # mine");
    for open_target in [
        OpenTarget::Text("kind: Node".into()),
        OpenTarget::Scenario(0, "kind: Node".into()),
        OpenTarget::Link { text: "kind: Node".into(), scenario: None, fields: LinkFields::default() },
    ] {
        let name = format!("{open_target:?}");
        // Edits of the other manifest are undone first.
        let edited_store = type_text(&reduce(&typed_store, Action::Open(open_target)).0, "kind: Node # more");
        let once = undo(&edited_store);
        let twice = undo(&once);
        assert_eq!((&**once.builder.text, &**twice.builder.text), ("kind: Node", "kind: Pod # mine"), "{name}");
    }
}
