//! How far files are read, and the way to stop it.

use yew::{Callback, Html, html};

use super::{Does, Now};
use crate::run::Running;
use crate::store::Action;
use crate::view::{View, on};

/// A note with the share that is read; nothing where nothing is.
pub fn note(view: &View, act: &Callback<Action>) -> Html {
    let store = &view.store;
    let Some(Now { name, bytes, read, .. }) = &store.reading.now else {
        return if store.run.trace.sketch { prepares(view, act) } else { Html::default() };
    };
    #[allow(clippy::cast_precision_loss)] // no file has as many bytes as a float counts
    let share = if *bytes > 0.0 { (read.bytes as f64 / bytes * 100.0).floor().min(100.0) } else { 100.0 };
    let name = name.as_deref().unwrap_or(store.lang.care().several_files);
    html! {
        <div class="trouble reading">
            <p>{ store.lang.reading(name, share, read.objects) }</p>
            <progress max="100" value={share.to_string()} aria-label={name.to_owned()}></progress>
            <button type="button" class="plain" onclick={on(act, Action::Reading(Does::Stop))}>{ view.words.cancel }</button>
        </div>
    }
}

/// All is read, and nothing of the run is there yet.
fn prepares(view: &View, act: &Callback<Action>) -> Html {
    html! {
        <div class="trouble prepares">
            <p>{ view.store.lang.care().sketch_ready }</p>
            <button type="button" class="plain" onclick={on(act, Action::Run(Running::Cancel))}>{ view.words.cancel }</button>
        </div>
    }
}
