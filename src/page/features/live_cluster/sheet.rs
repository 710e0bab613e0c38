//! The dialog about the cluster beside the page: what is read, or how to serve the page beside a cluster.

use std::rc::Rc;

use i18n::live_cluster::words;
use page_state::{
    actions::{
        Action,
        live_cluster::{ApiFailure, ClusterMsg},
    },
    live_cluster::{ClusterVersion, VersionState, list_calls::list_calls},
    overlays::Toast,
};
use ui::{callback::on_action, element::draw_button, modal::use_modal};
use web_sys::HtmlInputElement;
use yew::{Callback, Html, InputEvent, MouseEvent, SubmitEvent, TargetCast, component, html};

use crate::{
    effects::clipboard::copy_text,
    page_metadata,
    view::{Props, View},
};

/// The archive of the page's files, which are in a folder of its name.
const ARCHIVE: &str = "schedscope.tar";
/// Serves the page beside the API. The proxy itself refuses whatever could change something.
const PROXY_COMMAND: &str =
    "kubectl proxy --www=schedscope --www-prefix=/schedscope/ --reject-methods='^(POST|PUT|PATCH|DELETE)$'";
/// Where `kubectl proxy` serves the page by default.
const PROXY_ADDRESS: &str = "http://127.0.0.1:8001/schedscope/#cluster";

#[component]
pub(crate) fn ClusterSheet(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let labels = words(view.store.lang).cluster_labels();
    let dialog = use_modal(Some("open-gallery"));
    let close = on_action(dispatch, Action::from(ClusterMsg::Close));
    let copied = match view.store.overlays.toast {
        Some(Toast::TextCopied) => labels.copied,
        Some(Toast::ClipboardRefused) => view.store.lang.timeline_labels().refused,
        _ => "",
    };
    html! {
        <dialog ref={dialog} class="gallery cluster" aria-labelledby="cluster-title" onclose={on_action(dispatch, Action::from(ClusterMsg::Close))}>
            <header>
                <h2 id="cluster-title">{ labels.title }</h2>
                <p class="muted">{ labels.hint }</p>
                { draw_button(view.words.close, "icon", html! { "✕" }, close) }
            </header>
            <div class="cluster-body">
                { match &view.store.live_cluster.version {
                    VersionState::NotAsked | VersionState::Asking => html! { <p role="status">{ labels.asking }</p> },
                    VersionState::Found(version) => draw_choices(view, dispatch, version),
                    VersionState::Missing(failure) => draw_steps(view, dispatch, failure),
                } }
                <p><a href={page_metadata::localized_address(view.store.lang, "manual/cluster/")}>{ labels.rights }</a></p>
                <p class="muted" role="status">{ copied }</p>
            </div>
        </dialog>
    }
}

/// What is going to be read, and the button that starts it.
fn draw_choices(view: &Rc<View>, dispatch: &Callback<Action>, version: &ClusterVersion) -> Html {
    let (lang, state) = (view.store.lang, &view.store.live_cluster);
    let labels = words(lang).cluster_labels();
    let oninput = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(input) = event.target_dyn_into::<HtmlInputElement>() {
                dispatch.emit(ClusterMsg::SetNamespace(input.value().into()).into());
            }
        })
    };
    let onsubmit = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: SubmitEvent| {
            event.prevent_default();
            dispatch.emit(ClusterMsg::Read.into());
        })
    };
    let calls = list_calls(version.minor, &state.namespace);
    let mut resources: Vec<Rc<str>> = calls.iter().map(|call| Rc::clone(&call.resource)).collect();
    resources.dedup();
    html! {
        <form {onsubmit}>
            <p role="status">{ words(lang).cluster_found(&version.text) }
                if version.minor.is_none() { { " " }{ labels.unknown_version } }
                if version.is_other_minor() { { " " }{ words(lang).cluster_run_as(version.release().name()) } }
            </p>
            <label class="named">{ labels.namespace }
                <input value={state.namespace.to_string()} {oninput} list="namespaces" autocomplete="off" spellcheck="false" aria-describedby="namespace-hint" />
            </label>
            <datalist id="namespaces">{ for state.namespaces.iter().map(|name| html! { <option value={name.to_string()} /> }) }</datalist>
            <p id="namespace-hint" class="muted">{ labels.namespace_hint }</p>
            <p class="buttons"><button type="submit" class="accent" autofocus=true>{ labels.read }</button></p>
            <p class="muted">{ labels.private }</p>
            <details><summary>{ labels.what }</summary>
                <ul class="resources">{ for resources.iter().map(|resource| html! { <li><code>{ resource.to_string() }</code></li> }) }</ul>
            </details>
        </form>
    }
}

/// Why there is no cluster, and the steps to serve the page beside one.
fn draw_steps(view: &Rc<View>, dispatch: &Callback<Action>, failure: &ApiFailure) -> Html {
    let lang = view.store.lang;
    let labels = words(lang).cluster_labels();
    let archive = page_metadata::file_address(ARCHIVE);
    let fetch_command = format!("curl -fL {archive} | tar xf -");
    html! {
        <>
            <p role="status">{ version_problem(view, failure) }
                if *failure != ApiFailure::NotLocal {
                    { " " }<button type="button" class="plain" onclick={on_action(dispatch, Action::from(ClusterMsg::Open))}>{ labels.again }</button>
                }
            </p>
            <p>{ labels.how }</p>
            <ol class="steps">
                <li>{ labels.step_page }{ draw_command(view, dispatch, fetch_command) }</li>
                <li>{ labels.step_proxy }{ draw_command(view, dispatch, PROXY_COMMAND.to_owned()) }</li>
                <li>{ labels.step_open }{ draw_command(view, dispatch, PROXY_ADDRESS.to_owned()) }</li>
            </ol>
        </>
    }
}

/// A text with a button that copies it.
fn draw_command(view: &Rc<View>, dispatch: &Callback<Action>, command: String) -> Html {
    let labels = words(view.store.lang).cluster_labels();
    let name = format!("{}: {command}", labels.copy);
    let onclick = {
        let (dispatch, command) = (dispatch.clone(), command.clone());
        Callback::from(move |_: MouseEvent| copy_text(&dispatch, &command, Toast::TextCopied, None))
    };
    html! { <span class="shell"><code tabindex="0">{ command }</code><button type="button" class="plain" aria-label={name} {onclick}>{ labels.copy }</button></span> }
}

/// Why no cluster answers.
fn version_problem(view: &View, failure: &ApiFailure) -> String {
    let labels = words(view.store.lang).cluster_labels();
    match failure {
        ApiFailure::NotLocal => labels.not_local.to_owned(),
        ApiFailure::Status { code: 404, .. } => labels.no_api.to_owned(),
        failure => super::note::failure_text(view.store.lang, failure),
    }
}
