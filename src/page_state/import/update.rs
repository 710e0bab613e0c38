//! Applies the actions of an import.

use super::{CurrentImport, ImportState, is_scenario};
use crate::{
    actions::{
        Action,
        builder::{BuilderMsg, Tab},
        import::{FileBatch, ImportMsg},
        live_cluster::ClusterMsg,
        player::PlayerMsg,
        recovery::RecoveryMsg,
        share::ShareMsg,
    },
    effects::{Effect, WorkerEffect},
    outcome::UpdateOutcome,
};

/// Applies an action of imports. The page keeps its state until all files are read, but playback pauses.
pub fn update_import(import_state: &mut ImportState, import_msg: ImportMsg) -> UpdateOutcome {
    match import_msg {
        ImportMsg::Begin(FileBatch { files, prior_result }, add) => {
            import_state.import_number += 1;
            let name = if let [only] = &files[..] { Some(only.name.clone()) } else { None };
            let bytes = files.iter().map(|file| file.bytes).sum();
            (import_state.preview, import_state.release) = (None, None);
            import_state.current =
                Some(CurrentImport { is_append: add, name, bytes, prior_result, ..CurrentImport::default() });
            let mut outcome = UpdateOutcome::from(Effect::Worker(WorkerEffect::ReadFiles {
                number: import_state.import_number,
                files,
            }))
            .then(Action::Player(PlayerMsg::Pause))
            .then(Action::Recovery(RecoveryMsg::ForgetFiles));
            if import_state.is_replacing() {
                // The shared run is about to be replaced.
                outcome = outcome.then(Action::Share(ShareMsg::SetHandoutOpen(false)));
            }
            return outcome;
        }
        ImportMsg::BeginCluster(keeps_picture) => {
            import_state.import_number += 1;
            (import_state.preview, import_state.release) = (None, None);
            import_state.current = Some(CurrentImport { is_cluster: true, keeps_picture, ..CurrentImport::default() });
            return UpdateOutcome::from(Action::Player(PlayerMsg::Pause))
                .then(Action::Recovery(RecoveryMsg::ForgetFiles))
                .then(Action::Share(ShareMsg::SetHandoutOpen(false)))
                .then(ClusterMsg::Begin(import_state.import_number));
        }
        ImportMsg::WalkFolders(entries, add) => return Effect::WalkFolders(entries, add).into(),
        ImportMsg::MadeProgress(number, read, seen) if number == import_state.import_number => {
            if let Some(current_import) = &mut import_state.current {
                current_import.progress = read;
                if !current_import.keeps_picture {
                    import_state.add_to_preview(seen);
                }
            }
        }
        ImportMsg::Finish(number, mut opened) if number == import_state.import_number => {
            if let Some(current_import) = import_state.current.take() {
                opened.skipped_files += current_import.prior_result.skipped_files;
                opened.unreadable.extend(current_import.prior_result.unreadable);
                if !opened.texts.iter().any(|text| is_scenario(text)) {
                    import_state.take_release();
                }
                // Large manifests aren't edited as text, so the editor isn't laid out until it is opened.
                return UpdateOutcome::from(Effect::OpenImport(opened, current_import.is_append))
                    .then(Action::Builder(BuilderMsg::SetTab(Tab::Objects)));
            }
        }
        ImportMsg::MadeProgress(..) | ImportMsg::Finish(..) => {}
        ImportMsg::Stop => return stop_import(import_state).into(),
    }
    UpdateOutcome::default()
}

/// Cancels the running import.
pub fn stop_import(import_state: &mut ImportState) -> Option<Effect> {
    import_state.import_number += 1;
    (import_state.preview, import_state.release) = (None, None);
    import_state.current.take().map(|_| Effect::Worker(WorkerEffect::StopImport))
}

#[cfg(test)]
mod tests {
    use api::Millis;
    use imports::{dump::Progress, files::OpenedFiles};

    use super::*;
    use crate::{actions::player::PlayerMsg, import::Rc, store::Store};

    #[test]
    fn messages_of_another_import_are_ignored() {
        let mut import_state = ImportState::default();
        let begun = update_import(&mut import_state, ImportMsg::Begin(FileBatch::default(), true));
        assert_eq!(begun.effects, [Effect::Worker(WorkerEffect::ReadFiles { number: 1, files: Vec::new() })]);
        let some = Progress { bytes: 7, objects: 1 };
        update_import(&mut import_state, ImportMsg::MadeProgress(0, some, Vec::new()));
        assert_eq!(import_state.current.as_ref().map(|current_import| current_import.progress.bytes), Some(0));
        update_import(&mut import_state, ImportMsg::MadeProgress(1, some, Vec::new()));
        assert_eq!(import_state.current.as_ref().map(|current_import| current_import.progress.bytes), Some(7));
        assert_eq!(
            update_import(&mut import_state, ImportMsg::Stop).effects,
            [Effect::Worker(WorkerEffect::StopImport)]
        );
        assert_eq!(
            update_import(&mut import_state, ImportMsg::Finish(1, OpenedFiles::default())).effects,
            [],
            "it was stopped"
        );
        // Files left out before reading are reported with the result.
        let opened_files = OpenedFiles { skipped_files: 2, ..OpenedFiles::default() };
        update_import(
            &mut import_state,
            ImportMsg::Begin(FileBatch { prior_result: opened_files, ..FileBatch::default() }, true),
        );
        let read = OpenedFiles { skipped_files: 1, ..OpenedFiles::default() };
        let all = OpenedFiles { skipped_files: 3, ..OpenedFiles::default() };
        assert_eq!(
            update_import(&mut import_state, ImportMsg::Finish(3, read)).effects,
            [Effect::OpenImport(all, true)]
        );
        assert_eq!(
            (update_import(&mut import_state, ImportMsg::Stop).effects, import_state.current),
            (Vec::new(), None),
            "there is nothing to stop"
        );
    }

    #[test]
    fn the_preview_is_drawn_until_the_run_starts() {
        use imports::dump::PreviewObject;
        use protocol::EventBatch;
        use runlog::{Event, EventKind};

        use crate::{
            actions::Action,
            open_target::OpenTarget,
            run::{RunMsg, Status},
            selectors::import_preview,
            update::reduce,
        };

        let node: api::Node = serde_json::from_str(r#"{"metadata": {"name": "n"}}"#).expect("a node");
        let node = std::rc::Rc::new(node);
        let reduce_action = |store: &Store, action: Action| reduce(store, action).0;
        let reduce_import = |store: &Store, import_msg: ImportMsg| reduce_action(store, Action::Import(import_msg));
        let nodes = |store: &Store| {
            import_preview::preview_store(store)
                .map(|preview_store| preview_store.run.view.trace.frame_at(usize::MAX).nodes.len())
        };
        let node_added = || Rc::new(Event { at: Millis::ZERO, what: EventKind::NodeAdded(node.clone()) });
        let old = EventBatch {
            events: vec![node_added(), node_added(), node_added()],
            is_done: true,
            ..EventBatch::default()
        };
        let store = reduce_action(
            &reduce_action(&Store::with_all_chunks(), Action::Open(OpenTarget::Text("x".into()))),
            Action::Run(RunMsg::EventsArrived(1, Rc::new(old))),
        );
        let store = reduce_import(&store, ImportMsg::Begin(FileBatch::default(), false));
        assert_eq!(nodes(&store), None, "nothing is found yet: the run stays");
        let store = reduce_import(
            &store,
            ImportMsg::MadeProgress(1, Progress::default(), vec![PreviewObject::Node(node.clone())]),
        );
        assert_eq!(nodes(&store), Some(1));
        // Playback and seeking have no effect.
        let at = store.player.moment;
        let store = reduce_action(
            &reduce_action(&store, Action::Player(PlayerMsg::Toggle)),
            Action::Player(PlayerMsg::Seek(0)),
        );
        assert!(!store.player.is_playing && store.player.moment == at);
        assert_eq!(nodes(&reduce_import(&store, ImportMsg::Stop)), None, "the run before is back");
        let store = reduce_import(&store, ImportMsg::Finish(1, OpenedFiles::default()));
        assert_eq!(nodes(&store), None, "nothing is opened, so the run before is back");
        let store = reduce_action(&store, Action::Open(OpenTarget::Text("y".into())));
        assert_eq!((nodes(&store), store.run.status), (Some(1), Status::Working), "its run is not there yet");
        assert_eq!(nodes(&reduce_action(&store, Action::Run(RunMsg::Cancel))), None);
        let first_batch = EventBatch { events: vec![node_added()], ..EventBatch::default() };
        let store = reduce_action(&store, Action::Run(RunMsg::EventsArrived(store.run.number, Rc::new(first_batch))));
        assert_eq!(nodes(&store), None, "it is");
        // Appending to the manifest replaces nothing.
        let store = reduce_import(&store, ImportMsg::Begin(FileBatch::default(), true));
        let store =
            reduce_import(&store, ImportMsg::MadeProgress(2, Progress::default(), vec![PreviewObject::Node(node)]));
        assert_eq!(nodes(&store), None);
    }
}
