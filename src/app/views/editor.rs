//! The builder and the manifests: line numbers, errors beside their line, remarks.

use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Event, HtmlElement, HtmlInputElement, HtmlTextAreaElement};
use yew::{Callback, Html, InputEvent, component, html, use_node_ref};

use crate::app::builder::{Build, Tab};
use crate::app::page::View;
use crate::app::state::{Action, Problem, Status};

use super::build::Objects;
use super::{Props, button, on};

/// The editor.
#[component]
pub fn Editor(props: &Props) -> Html {
    let Props { view, act } = props;
    let (store, words) = (&view.store, view.words);
    let gutter = use_node_ref();
    let oninput = {
        let act = act.clone();
        Callback::from(move |event: InputEvent| {
            if let Some(area) = event.target().and_then(|it| it.dyn_into::<HtmlTextAreaElement>().ok()) {
                act.emit(Action::Edit(area.value().into()));
            }
        })
    };
    let onscroll = {
        let gutter = gutter.clone();
        Callback::from(move |event: Event| {
            let area = event.target().and_then(|it| it.dyn_into::<HtmlElement>().ok());
            if let (Some(area), Some(gutter)) = (area, gutter.cast::<HtmlElement>()) {
                gutter.set_scroll_top(area.scroll_top());
            }
        })
    };
    let ondrop = {
        let act = act.clone();
        Callback::from(move |event: DragEvent| {
            let file = event.data_transfer().and_then(|it| it.files()).and_then(|files| files.get(0));
            if let Some(file) = file {
                event.prevent_default();
                open(file, &act);
            }
        })
    };
    let ondragover = Callback::from(|event: DragEvent| event.prevent_default());
    let onchoose = {
        let act = act.clone();
        Callback::from(move |event: Event| {
            let input = event.target().and_then(|it| it.dyn_into::<HtmlInputElement>().ok());
            if let Some(file) = input.and_then(|it| it.files()).and_then(|files| files.get(0)) {
                open(file, &act);
            }
        })
    };
    let edited = store.text != store.ran;
    let yaml = store.builder.tab == Tab::Yaml;
    let tab = |tab: Tab, name: &'static str| {
        let selected = store.builder.tab == tab;
        html! {
            <button type="button" role="tab" aria-selected={selected.to_string()} aria-controls="builder"
                onclick={on(act, Action::Build(Build::Tab(tab)))}>{ name }</button>
        }
    };
    let step = |name: &'static str, face: &'static str, disabled: bool, build: Build| {
        html! {
            <button type="button" class="icon" aria-label={name} title={name} {disabled} onclick={on(act, Action::Build(build))}>{ face }</button>
        }
    };
    html! {
        <aside class="editor" aria-label={words.editor} {ondrop} {ondragover}>
            <div class="editor-head">
                <div class="tabs" role="tablist" aria-label={words.editor}>{ tab(Tab::Build, words.build) }{ tab(Tab::Yaml, "YAML") }</div>
                { step(words.undo, "↶", store.builder.past.is_empty(), Build::Undo) }
                { step(words.redo, "↷", store.builder.future.is_empty(), Build::Redo) }
                { button(words.hide_editor, "icon", html! { "×" }, on(act, Action::Editor(false))) }
            </div>
            { findings(view, act) }
            <div id="builder" class="builder" role="tabpanel" aria-label={if yaml { "YAML" } else { words.build }}>
            if yaml {
                <div class="editor-head">
                    <label class="file plain">{ words.open_file }<input type="file" accept=".yaml,.yml,.json,text/*" onchange={onchoose} /></label>
                    <span class="gap"></span>
                    <button type="button" class={if edited { "accent" } else { "plain" }} title={words.run_hint} onclick={on(act, Action::Run)}>{ words.run }</button>
                </div>
                <div class="sheet">
                    <div class="gutter" ref={gutter} aria-hidden="true">{ lines(&store.text, &store.problems) }</div>
                    <textarea {oninput} {onscroll} value={store.text.to_string()} spellcheck="false" autocapitalize="off" autocomplete="off"
                        wrap="off" aria-label={words.manifests} aria-describedby="findings" placeholder={words.drop_hint} />
                </div>
            } else {
                <Objects {view} {act} />
            }
            </div>
        </aside>
    }
}

fn open(file: web_sys::File, act: &Callback<Action>) {
    let act = act.clone();
    wasm_bindgen_futures::spawn_local(async move {
        let text = gloo::file::futures::read_as_text(&gloo::file::File::from(file)).await;
        match text {
            Ok(text) => act.emit(Action::Open(text.into())),
            Err(error) => gloo::console::warn!(format!("the file cannot be read: {error}")),
        }
    });
}

fn lines(text: &str, problems: &[Problem]) -> Html {
    let count = text.lines().count().max(1) + usize::from(text.ends_with('\n'));
    if problems.is_empty() {
        let numbers: Vec<String> = (1..=count).map(|line| line.to_string()).collect();
        return html! { <pre>{ numbers.join("\n") }</pre> };
    }
    let numbers = (1..=count).map(|line| match problems.iter().find(|problem| problem.line == line) {
        Some(problem) => html! { <><mark title={problem.what.clone()}>{ format!("✗ {line}") }</mark>{ "\n" }</> },
        None => html! { { format!("{line}\n") } },
    });
    html! { <pre>{ for numbers }</pre> }
}

fn findings(view: &View, act: &Callback<Action>) -> Html {
    let (store, words) = (&view.store, view.words);
    let item = |problem: &Problem| {
        html! {
            <li>
                if problem.line > 0 { <b class="where">{ format!("{} {}", words.line, problem.line) }</b> }
                if !problem.path.is_empty() { <code>{ problem.path.clone() }</code> }
                <span>{ problem.what.clone() }</span>
                if !problem.remedy.is_empty() { <em>{ problem.remedy.clone() }</em> }
            </li>
        }
    };
    let notices = &store.loaded.notices;
    html! {
        <div id="findings" class="findings">
            if !store.problems.is_empty() {
                <div class="problems" role="alert"><h3>{ words.problems }</h3><ul>{ for store.problems.iter().take(50).map(item) }</ul></div>
            }
            if store.status == Status::Done && store.loaded.nodes == 0 {
                <div class="offer"><span>{ words.no_nodes }</span>
                    <button type="button" class="accent" onclick={on(act, Action::AddNodes(3))}>{ words.add_nodes }</button></div>
            }
            if !notices.is_empty() {
                <details><summary>{ format!("{} ({})", words.notices, notices.len()) }</summary><ul>{ for notices.iter().take(200).map(item) }</ul></details>
            }
        </div>
    }
}
