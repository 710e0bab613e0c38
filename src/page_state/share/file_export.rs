//! Exports of the current run as files.

use std::rc::Rc;

use i18n::{
    Lang,
    export::{file_name, render_file, words},
    markdown::{self, render_run},
};
use imports::{
    anonymize::{NameTable, restore_names},
    files::OpenedFiles,
};
use manifest::without_cluster_note;
use protocol::{Export, ExportedFile};

use crate::{
    actions::{Action, recovery::RecoveryMsg, share::ExportMsg},
    effects::{Effect, WorkerEffect},
    outcome::UpdateOutcome,
    overlays::{OverlayMsg, Toast},
    run::RunState,
    share::{DetailCollection, ShareState},
};

/// The limit of node records requested for an export: some tens of megabytes.
const MAX_RECORDS: usize = 40_000;
/// The limit of attempts requested for an export, however small.
const MAX_ATTEMPTS: usize = 200;

/// Applies an action of an export. `text` is the manifest in the editor.
pub fn update_export(
    share: &mut ShareState,
    run_state: &RunState,
    lang: Lang,
    text: &str,
    export_msg: ExportMsg,
) -> UpdateOutcome {
    match export_msg {
        ExportMsg::FileReady(export, made) => save_export(run_state, lang, export, made.get()),
        ExportMsg::RestoreNames(table) => {
            let restored = NameTable::parse(&table).map(|table| restore_names(text, &table));
            match restored {
                Some((text, 1..)) => open_text(text).into(),
                _ => show_no_names(),
            }
        }
        ExportMsg::StartMarkdown => request_details(share, run_state, lang),
        ExportMsg::FinishMarkdown => finish_markdown(share, run_state, lang),
    }
}

/// Saves a file created by the worker.
fn save_export(run_state: &RunState, lang: Lang, export: Export, file: &ExportedFile) -> UpdateOutcome {
    match export {
        Export::Names if file.body.is_empty() => show_no_names(),
        Export::Names => {
            let text = without_cluster_note(&file.body.text());
            let effects = vec![Effect::SaveFile(file.names.clone(), file_name(Export::Names)), open_text(text)];
            UpdateOutcome::from(effects).then(Action::Recovery(RecoveryMsg::SetDraftAside))
        }
        export => {
            let title = lang.pick(&run_state.manifest_summary.title);
            Effect::SaveFile(render_file(lang, export, title, file), file_name(export)).into()
        }
    }
}

/// Opens a manifest derived from the current one.
fn open_text(text: String) -> Effect {
    Effect::OpenImport(OpenedFiles { texts: vec![text], ..OpenedFiles::default() }, false)
}

fn show_no_names() -> UpdateOutcome {
    Action::Overlays(OverlayMsg::SetToast(Some(Toast::NoNamesReplaced))).into()
}

/// Requests the details of the first attempts, up to the limits.
fn request_details(share: &mut ShareState, run_state: &RunState, lang: Lang) -> UpdateOutcome {
    let most = (MAX_RECORDS / run_state.manifest_summary.nodes.max(1)).clamp(1, MAX_ATTEMPTS);
    let attempts: Vec<usize> = (0..run_state.view.attempt_ends.len()).take(most).collect();
    let missing = attempts.iter().copied().collect();
    share.export = Some(DetailCollection { run: run_state.view.run, missing, ..DetailCollection::default() });
    if attempts.is_empty() {
        return finish_markdown(share, run_state, lang);
    }
    Effect::Worker(WorkerEffect::RequestDetails { run: run_state.view.run, attempts }).into()
}

/// Writes the Markdown with the collected details.
fn finish_markdown(share: &mut ShareState, run_state: &RunState, lang: Lang) -> UpdateOutcome {
    let detail_collection = share.export.take().filter(|export| export.run == run_state.view.run);
    detail_collection
        .map(|collection| Effect::SaveFile(run_as_markdown(run_state, lang, &collection), "story.md"))
        .into()
}

/// The run as Markdown.
fn run_as_markdown(run_state: &RunState, lang: Lang, detail_collection: &DetailCollection) -> String {
    let run_view = &run_state.view;
    let text = render_run(
        lang,
        &markdown::RunReport {
            loaded: &run_state.manifest_summary,
            trace: &run_view.trace,
            moments: &run_view.moments,
            captions: &run_view.captions,
            wording: releases::wording(run_state.shown_release()),
            details: &|number| detail_collection.details.get(&number).map(Rc::clone),
        },
    );
    let (detail_count, attempt_count) = (detail_collection.details.len(), run_view.attempt_ends.len());
    if detail_count < attempt_count {
        format!("{text}\n{}\n", words(lang).attempts_told(detail_count, attempt_count))
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use protocol::Export;
    use releases::Release;

    use super::*;
    use crate::{
        actions::{EditingAction, share::ShareMsg},
        open_target::OpenTarget,
        store::Store,
        testing::InlineWorker,
        update::reduce,
    };

    const LADDER: &str = include_str!("../../../www/scenarios/ladder.yaml");
    const SCORES: &str = include_str!("../../../www/scenarios/balance.yaml");

    /// The files saved by an action.
    fn saved_files(text: &str, lang: Lang, action: Action) -> Vec<(String, &'static str)> {
        let mut worker = InlineWorker::default();
        let mut store = Store { lang, ..Store::with_all_chunks() };
        // The recorded release, for manifests that name none.
        store.run.fallback_release = Release::V1_34;
        let store = worker.apply_action(&store, Action::Open(OpenTarget::Text(text.into())));
        let (store, effects) = reduce(&store, action);
        worker.saved_files(store, effects)
    }

    #[test]
    fn markdown_exports_match_the_recorded_ones() {
        let cases = [
            (LADDER, Lang::En, "ladder.en.md"),
            (LADDER, Lang::Zh, "ladder.zh.md"),
            // This scenario scores nodes.
            (SCORES, Lang::En, "scores.en.md"),
        ];
        for (text, lang, file) in cases {
            let files = saved_files(text, lang, EditingAction::Export(ExportMsg::StartMarkdown).into());
            let [(story, "story.md")] = &files[..] else { panic!("{files:?}") };
            let path = format!("{}/../../tests/stories/{file}", env!("CARGO_MANIFEST_DIR"));
            if std::env::var_os("UPDATE_EXPECT").is_some() {
                std::fs::write(&path, story).expect("a story");
            }
            assert_eq!(*story, std::fs::read_to_string(&path).expect("a story"), "UPDATE_EXPECT=1 records it anew");
        }
    }

    #[test]
    fn worker_exports_are_saved_with_their_names() {
        for (export, name, expected_start) in [
            (Export::Cluster, "cluster.yaml", "# The tie-break ladder, rule by rule\n# The objects"),
            (Export::Kwok, "kwok.sh", "#!/usr/bin/env bash\n# The tie-break ladder, rule by rule\n# Reproduces"),
            (Export::Trace, "trace.json", "{\"format\""),
        ] {
            let files = saved_files(LADDER, Lang::En, Action::Share(ShareMsg::RequestExport(export)));
            assert!(files.len() == 1 && files[0].1 == name && files[0].0.starts_with(expected_start), "{files:?}");
        }
    }
}
