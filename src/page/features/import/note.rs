//! The progress of an import, and the button that stops it.

use std::rc::Rc;

use page_state::{
    actions::{Action, import::ImportMsg},
    import::CurrentImport,
    run::RunMsg,
};
use ui::callback::on_action;
use yew::{Callback, Html, html};

use crate::view::View;

/// A note with the progress of an import; empty without one.
pub fn draw_import_note(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let store = &view.store;
    let Some(CurrentImport { name, bytes, progress: read, is_cluster, .. }) = &store.import.current else {
        return if store.run.view.is_preview { draw_preparing_note(view, dispatch) } else { Html::default() };
    };
    if *is_cluster {
        // The bar of the cluster has the progress.
        return Html::default();
    }
    #[allow(clippy::cast_precision_loss)] // no file has as many bytes as a float counts
    let share = if *bytes > 0.0 { (read.bytes as f64 / bytes * 100.0).floor().min(100.0) } else { 100.0 };
    let name = name.as_deref().unwrap_or(store.lang.notice_labels().several_files);
    html! {
        <div class="trouble reading">
            <p>{ store.lang.files_loading(name, share, read.objects) }</p>
            <progress max="100" value={share.to_string()} aria-label={name.to_owned()}></progress>
            <button type="button" class="plain" onclick={on_action(dispatch, Action::Import(ImportMsg::Stop))}>{ view.words.cancel }</button>
        </div>
    }
}

/// Shown while the file has been read and the run has no events yet.
fn draw_preparing_note(view: &View, dispatch: &Callback<Action>) -> Html {
    html! {
        <div class="trouble prepares">
            <p>{ view.store.lang.notice_labels().sketch_ready }</p>
            <button type="button" class="plain" onclick={on_action(dispatch, Action::Run(RunMsg::Cancel))}>{ view.words.cancel }</button>
        </div>
    }
}

/// Describes the preview of a large file as the current moment.
pub fn set_preview_story(view: &mut View) {
    let (nodes, pods) = (view.frame.nodes.len(), view.frame.pods.len());
    let lang = view.store.lang;
    let text = match &view.store.import.current {
        Some(_) => lang.preview_counts(nodes, pods),
        None => lang.notice_labels().sketch_ready.to_owned(),
    };
    view.story = (lang.notice_labels().sketch.to_owned(), text).into();
    view.neighbor_titles = [None, None];
}
