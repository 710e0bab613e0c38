//! The builder and the manifests: tabs, what is wrong, remarks.

use std::rc::Rc;

use web_sys::Event;
use yew::{Callback, Html, html};

use crate::builder::objects;
use crate::builder::objects::Objects;
use crate::builder::{Build, Tab, files};
use crate::care::Trouble;
use crate::editor::came;
use crate::editor::offers;
use crate::editor::offers::Nodes;
use crate::editor::text;
use crate::editor::text::TextEditor;
use crate::front::Showing;
use crate::run::{Running, Status};
use crate::sees;
use crate::sees::Sees;
use crate::store::Action;
use crate::store::Store;
use crate::view::Props;
use crate::view::{View, button, on};
use api::problem::{Finding, Notice, Place, Problem};
use releases::{Release, minors};
use words::problem::line;

/// What the editor draws: the text does not follow the playhead, its objects may.
pub fn sees(store: &Store) -> Sees {
    let head = text::SEES | sees::CARE | sees::PARTS;
    if store.builder.tab == Tab::Yaml { head } else { head | objects::SEES }
}

/// The editor.
pub fn editor(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let (store, words) = (&view.store, view.words);
    let onchoose = {
        let act = act.clone();
        Callback::from(move |event: Event| files::take(&event, false, &act))
    };
    let edited = !store.runs_as_written();
    let yaml = store.builder.tab == Tab::Yaml;
    let tab = |tab: Tab, name: &'static str| {
        let selected = store.builder.tab == tab;
        html! {
            <button type="button" role="tab" aria-selected={selected.to_string()} aria-controls="builder"
                onclick={on(act, Action::Builder(Build::Tab(tab)))}>{ name }</button>
        }
    };
    let step = |name: &'static str, face: &'static str, disabled: bool, build: Build| {
        html! {
            <button type="button" class="icon" aria-label={name} title={name} {disabled} onclick={on(act, Action::Builder(build))}>{ face }</button>
        }
    };
    html! {
        <aside class="editor" aria-label={words.editor}>
            <div class="editor-head">
                <div class="tabs" role="tablist" aria-label={words.editor}>{ tab(Tab::Build, words.build) }{ tab(Tab::Yaml, "YAML") }</div>
                { step(words.undo, "↶", store.builder.past.is_empty(), Build::Undo) }
                { step(words.redo, "↷", store.builder.future.is_empty(), Build::Redo) }
                { button(words.hide_editor, "icon", html! { "×" }, on(act, Action::Front(Showing::Editor(false)))) }
            </div>
            { findings(view, act) }
            <div id="builder" class="builder" role="tabpanel" aria-label={if yaml { "YAML" } else { words.build }}>
            if yaml {
                <div class="editor-head">
                    <label class="file plain">{ words.open_file }<input type="file" multiple=true accept=".yaml,.yml,.json,.gz,.tgz,.tar,.zip,text/*" onchange={onchoose.clone()} /></label>
                    <label class="file plain">{ words.open_folder }<input type="file" webkitdirectory=true onchange={onchoose} /></label>
                    <span class="gap"></span>
                    <button type="button" class={if edited { "accent" } else { "plain" }} title={words.run_hint} onclick={on(act, Action::Run(Running::Start))}>{ words.run }</button>
                </div>
                <TextEditor ..Props::seeing(text::SEES, view, act) />
            } else {
                <Objects ..Props::seeing(objects::SEES, view, act) />
            }
            </div>
        </aside>
    }
}

/// Why files cannot be read, each in a line: the trouble at a place.
pub fn unreadable(view: &View, at: usize) -> Html {
    match view.store.care.troubles.get(at) {
        Some(Trouble::Unreadable(files)) => {
            html! { { for files.iter().map(|(name, finding)| html! { <span class="file">{ format!("{name}: {}", line(view.store.lang, finding)) }</span> }) } }
        }
        _ => Html::default(),
    }
}

fn findings(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let (store, words) = (&view.store, view.words);
    let item = |finding: &Finding| {
        let Place { line, column, path, .. } = &finding.place;
        let (what, remedy) = store.lang.problem(&finding.problem);
        let times = if finding.times > 1 { format!(" (×{})", finding.times) } else { String::new() };
        let place = format!("{} {line}", words.line);
        let go = on(act, Action::Builder(Build::Go(*line as usize, *column as usize)));
        html! {
            <li>
                if *line > 0 { <button type="button" class="link where" onclick={go}>{ place }</button> }
                if !path.is_empty() { <code>{ path.to_string() }</code> }
                <span>{ what }{ times }</span>
                if !remedy.is_empty() { <em>{ remedy }</em> }
                if let Problem::Refused(refused) = &finding.problem { <p class="quote"><span>{ words.upstream_says }</span><q>{ refused.said.to_string() }</q></p> }
                if let Problem::Notice(Notice::Missing(missing)) = &finding.problem { { offers::add(view, act, missing) } }
                if let Problem::Notice(Notice::NearestRelease { minor, release, .. } | Notice::OtherRelease { minor, release, .. }) = &finding.problem {
                    { differences(view, *minor, release) }
                }
            </li>
        }
    };
    // What may change a decision stands open; the rest is counted.
    let (matter, rest): (Vec<_>, Vec<_>) = store.run.loaded.notices.iter().partition(|it| it.may_matter());
    let problems = store.problems();
    html! {
        <div id="findings" class="findings">
            { came::notice(view, act) }
            if !problems.is_empty() {
                <div class="problems" role="alert"><h3>{ words.problems }</h3><ul>{ for problems.iter().take(50).map(item) }</ul></div>
            }
            if store.run.status == Status::Done && store.run.loaded.nodes == 0 {
                <Nodes {view} {act} />
            }
            if !matter.is_empty() {
                <div class="remarks"><h3>{ store.lang.offer().may_matter }</h3><ul>{ for matter.into_iter().take(50).map(item) }</ul></div>
            }
            if !rest.is_empty() {
                <details><summary>{ format!("{} ({})", words.notices, rest.len()) }</summary><ul>{ for rest.into_iter().take(200).map(item) }</ul></details>
            }
        </div>
    }
}

/// What the cluster's own release decides otherwise than the one that decides here.
fn differences(view: &View, minor: u32, release: &str) -> Html {
    let Some(here) = Release::named(release) else { return Html::default() };
    let (facts, words) = (minors::between(minor, here), words::minors::words(view.store.lang));
    let told = words.differs(minor, release, facts.len());
    match facts {
        [] => html! { <p class="muted">{ told }</p> },
        facts => html! {
            <details class="differs"><summary>{ told }</summary>
                <ul>{ for facts.iter().map(|(since, fact)| html! { <li>{ words.fact(*since, *fact) }</li> }) }</ul>
            </details>
        },
    }
}
