//! Own scenarios: kept in the browser, renamed, forgotten and brought back, opened from files and saved to them.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, SubmitEvent};
use yew::{Callback, Html, Properties, component, html, use_state};

use crate::acts::Browsing;
use crate::builder::{Build, Kept};
use crate::care::keeping::keeping;
use crate::opening::Opening;
use crate::store::Action;
use crate::typing::TextField;
use crate::view::{View, button, on};

/// What the list is made of.
#[derive(Clone, PartialEq, Properties)]
pub struct OwnProps {
    pub view: Rc<View>,
    pub act: Callback<Action>,
}

/// The text in the first field of a form.
fn typed(event: &SubmitEvent) -> Option<HtmlInputElement> {
    event.prevent_default();
    let form = event.target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
    form?.query_selector("input").ok().flatten()?.dyn_into().ok()
}

/// The list.
#[component]
pub fn Own(props: &OwnProps) -> Html {
    let OwnProps { view, act } = props;
    let store = &view.store;
    let lang = store.lang;
    let renaming = use_state(|| None::<usize>);
    let sure = use_state(|| false);
    let row = |(index, kept): (usize, &Kept)| {
        if *renaming == Some(index) {
            let onsubmit = {
                let (act, renaming) = (act.clone(), renaming.clone());
                Callback::from(move |event: SubmitEvent| {
                    if let Some(input) = typed(&event) {
                        act.emit(Action::Builder(Build::Rename(index, input.value())));
                    }
                    renaming.set(None);
                })
            };
            return html! {
                <li key={kept.name.clone()}><form {onsubmit}>
                    <TextField label={lang.build().new_name} value={kept.name.clone()} />
                    <button type="submit" class="plain">{ lang.build().rename }</button>
                </form></li>
            };
        }
        let remove = lang.delete_named(&kept.name);
        let rename = lang.rename_named(&kept.name);
        let onrename = {
            let renaming = renaming.clone();
            Callback::from(move |_| renaming.set(Some(index)))
        };
        html! {
            <li key={kept.name.clone()}>
                <button type="button" class="line" onclick={on(act, Action::Open(Opening::Text(Rc::clone(&kept.text))))}>{ kept.name.clone() }</button>
                { button(&rename, "icon", html! { "✎" }, onrename) }
                { button(&remove, "icon", html! { "×" }, on(act, Action::Builder(Build::Forget(index)))) }
            </li>
        }
    };
    let onsubmit = {
        let act = act.clone();
        Callback::from(move |event: SubmitEvent| {
            if let Some(input) = typed(&event) {
                act.emit(Action::Builder(Build::KeepAs(input.value())));
                input.set_value("");
            }
        })
    };
    let onfiles = {
        let act = act.clone();
        Callback::from(move |event: Event| super::files::take(&event, true, &act))
    };
    let fresh: Rc<str> = "".into();
    let asked = {
        let sure = sure.clone();
        Callback::from(move |_| sure.set(true))
    };
    html! {
        <details class="own">
            <summary>{ lang.build().my_scenarios }</summary>
            <form {onsubmit}>
                <input type="text" aria-label={lang.build().save_name} placeholder={lang.build().name} />
                <button type="submit" class="plain">{ lang.build().save }</button>
            </form>
            <ul>{ for store.builder.kept.iter().enumerate().map(row) }</ul>
            if let Some((_, gone)) = &store.builder.forgotten {
                <p class="note" role="status">{ lang.deleted_named(&gone.name) }{ " " }
                    <button type="button" class="link" onclick={on(act, Action::Builder(Build::Recall))}>{ lang.build().restore }</button></p>
            }
            <div class="acts">
                <button type="button" class="plain" onclick={on(act, Action::Open(Opening::Text(fresh)))}>{ lang.build().start_empty }</button>
                if let Some(index) = store.gallery.scenario {
                    <button type="button" class="plain" onclick={on(act, Action::Gallery(Browsing::Fetch(index, false)))}>{ lang.build().reset }</button>
                }
                <button type="button" class="plain" onclick={on(act, Action::Builder(Build::Download))}>{ lang.build().download }</button>
                <label class="file plain">{ lang.build().add_files }<input type="file" multiple=true accept=".yaml,.yml,.json,.md,text/*" onchange={onfiles} /></label>
            </div>
            { keeping(view, act, *sure, asked) }
        </details>
    }
}
