//! The editor panel: the tabs Objects and YAML, problems, and notices.

use std::rc::Rc;

use findings::{Finding, Notice, Place, Problem};
use i18n::{Lang, problem_text::finding_line};
use page_state::{
    actions::{
        Action,
        builder::{BuilderMsg, ObjectMsg, Tab},
        recovery::PageNotice,
    },
    builder::update::show_tab,
    overlays::OverlayMsg,
    run::{RunMsg, Status},
    store::Store,
};
use releases::{Release, changes_by_minor};
use ui::{callback::on_action, element::draw_button};
use web_sys::Event;
use yew::{Callback, Html, html};

use crate::{
    effects::files,
    features::{
        builder::objects_tab::{self, ObjectsTab},
        editor::{
            import_summary,
            quick_fixes::{self, AddNodes},
            text_editor::{self, TextEditor},
        },
        lesson::question::draw_phrase,
    },
    view::{
        Props, View,
        dirty::{self, Slices},
    },
};

/// The slices of the state that the editor depends on: the YAML tab doesn't depend on the playhead, the Objects tab may.
pub fn editor_slices(store: &Store) -> Slices {
    let head = text_editor::SLICES | dirty::RECOVERY | dirty::CHUNKS;
    if store.builder.tab == Tab::Yaml { head } else { head | objects_tab::SLICES }
}

pub fn draw_editor(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let (store, labels) = (&view.store, view.words);
    let onchoose = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| files::import_picked_files(&event, false, &dispatch))
    };
    let is_edited = !store.is_text_running();
    let yaml = store.builder.tab == Tab::Yaml;
    let tab = |tab: Tab, name: &'static str| {
        let selected = store.builder.tab == tab;
        html! {
            <button type="button" role="tab" aria-selected={selected.to_string()} aria-controls="builder"
                onclick={on_action(dispatch, show_tab(tab))}>{ name }</button>
        }
    };
    let step = |name: &'static str, face_text: &'static str, disabled: bool, object_msg: ObjectMsg| {
        html! {
            <button type="button" class="icon" aria-label={name} title={name} {disabled} onclick={on_action(dispatch, object_msg.into())}>{ face_text }</button>
        }
    };
    html! {
        <aside class="editor" aria-label={labels.editor}>
            <div class="editor-head">
                <div class="tabs" role="tablist" aria-label={labels.editor}>{ tab(Tab::Objects, labels.build) }{ tab(Tab::Yaml, "YAML") }</div>
                { step(labels.undo, "↶", store.builder.undo_stack.is_empty(), ObjectMsg::Undo) }
                { step(labels.redo, "↷", store.builder.redo_stack.is_empty(), ObjectMsg::Redo) }
                { draw_button(labels.hide_editor, "icon", html! { "×" }, on_action(dispatch, Action::Overlays(OverlayMsg::SetEditorOpen(false)))) }
            </div>
            { draw_findings(view, dispatch) }
            <div id="builder" class="builder" role="tabpanel" aria-label={if yaml { "YAML" } else { labels.build }}>
            if yaml {
                <div class="editor-head">
                    <label class="file plain">{ labels.open_file }<input type="file" multiple=true accept=".yaml,.yml,.json,.gz,.tgz,.tar,.zip,text/*" onchange={onchoose.clone()} /></label>
                    <label class="file plain">{ labels.open_folder }<input type="file" webkitdirectory=true onchange={onchoose} /></label>
                    <span class="gap"></span>
                    <button type="button" class={if is_edited { "accent" } else { "plain" }} title={labels.run_hint} onclick={on_action(dispatch, Action::Run(RunMsg::Start))}>{ labels.run }</button>
                </div>
                <TextEditor ..Props::with_slices(text_editor::SLICES, view, dispatch) />
            } else {
                <ObjectsTab ..Props::with_slices(objects_tab::SLICES, view, dispatch) />
            }
            </div>
        </aside>
    }
}

/// Why files can't be read, one line each, from the notice with this index.
pub fn draw_unreadable(view: &View, at: usize) -> Html {
    match view.store.recovery.notices.get(at) {
        Some(PageNotice::UnreadableFiles(files)) => {
            html! { { for files.iter().map(|(name, finding)| html! { <span class="file">{ format!("{name}: {}", finding_line(view.store.lang, finding)) }</span> }) } }
        }
        _ => Html::default(),
    }
}

fn draw_findings(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let (store, labels) = (&view.store, view.words);
    let draw_finding = |finding: &Finding| {
        let Place { line, column, path, .. } = &finding.place;
        let (what, remedy) = store.lang.problem(&finding.problem);
        let times = if finding.times > 1 { format!(" (×{})", finding.times) } else { String::new() };
        let place = format!("{} {line}", labels.line);
        let go = on_action(dispatch, Action::Builder(BuilderMsg::GoToPosition(*line as usize, *column as usize)));
        html! {
            <li>
                if *line > 0 { <button type="button" class="link where" onclick={go}>{ place }</button> }
                if !path.is_empty() { <code>{ path.to_string() }</code> }
                <span>{ draw_phrase(&what) }{ times }</span>
                if !remedy.is_empty() { <em>{ draw_phrase(&remedy) }</em> }
                if let Problem::Refused(refusal) = &finding.problem { <p class="quote"><span>{ labels.upstream_says }</span><q>{ refusal.said.to_string() }</q></p> }
                if let Problem::Notice(Notice::Missing(missing)) = &finding.problem { { quick_fixes::draw_add_button(view, dispatch, missing) } }
                if let Problem::Notice(Notice::NearestRelease { minor, release, .. } | Notice::OtherRelease { minor, release, .. }) = &finding.problem {
                    { draw_release_differences(view, *minor, release) }
                }
            </li>
        }
    };
    // Notices that may change a decision are shown; the others are collapsed.
    let (matter, rest): (Vec<_>, Vec<_>) =
        store.run.manifest_summary.notices.items().iter().partition(|notice| notice.may_matter());
    let problems = store.current_problems();
    html! {
        <div id="findings" class="findings">
            { import_summary::draw_import_summary(view, dispatch) }
            if !problems.is_empty() {
                { draw_problems(store.lang, labels.problems, problems, &mut problems.iter().take(50).map(draw_finding)) }
            }
            // The empty stage invites to add something.
            if store.run.status == Status::Done && store.run.manifest_summary.nodes == 0 && !store.builder.text.trim().is_empty() {
                <AddNodes {view} {dispatch} />
            }
            if !matter.is_empty() {
                <div class="remarks"><h3>{ store.lang.offer_labels().may_matter }</h3><ul>{ for matter.into_iter().take(50).map(draw_finding) }</ul></div>
            }
            if !rest.is_empty() {
                <details><summary>{ format!("{} ({})", labels.notices, rest.len()) }</summary><ul>{ for rest.into_iter().take(200).map(draw_finding) }</ul></details>
            }
        </div>
    }
}

/// The problems that prevent a run, under a heading. A pasted scheduler message is not an error: its parts are the answer.
pub(crate) fn draw_problems(
    lang: Lang,
    heading: &str,
    problems: &[Finding],
    lines: &mut dyn Iterator<Item = Html>,
) -> Html {
    let (class, role, heading) = match problems.iter().all(Finding::explains_message) {
        true => ("explained", "status", lang.message_heading()),
        false => ("problems", "alert", heading),
    };
    html! { <div {class} {role}><h3>{ heading.to_owned() }</h3><ul>{ for lines }</ul></div> }
}

/// How the decisions of the cluster's own release differ from those of the simulated one.
fn draw_release_differences(view: &View, minor: u32, release: &str) -> Html {
    let Some(here) = Release::from_name(release) else { return Html::default() };
    let (facts, sentences) =
        (changes_by_minor::changes_between(minor, here), i18n::version_changes::words(view.store.lang));
    let text = sentences.changes_since(minor, release, facts.len());
    match facts {
        [] => html! { <p class="muted">{ text }</p> },
        facts => html! {
            <details class="differs"><summary>{ text }</summary>
                <ul>{ for facts.iter().map(|(since, fact)| html! { <li>{ sentences.version_change(*since, *fact) }</li> }) }</ul>
            </details>
        },
    }
}
