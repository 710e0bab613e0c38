//! Saved scenarios: stored in the browser, renamed, deleted and restored, opened from files and saved to them.

use std::rc::Rc;

use page_state::{
    actions::{
        Action,
        builder::{BuilderMsg, SavedScenario},
        gallery::GalleryMsg,
    },
    open_target::OpenTarget,
};
use ui::{callback::on_action, element::draw_button, text_field::TextField};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlInputElement, SubmitEvent};
use yew::{Callback, Html, Properties, component, html, use_state};

use crate::{effects::files, features::recovery::device_data::draw_device_data, view::View};

#[derive(Clone, PartialEq, Properties)]
pub struct SavedScenariosProps {
    pub view: Rc<View>,
    pub dispatch: Callback<Action>,
}

/// The first text field of a submitted form.
fn submitted_field(event: &SubmitEvent) -> Option<HtmlInputElement> {
    event.prevent_default();
    let form = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    form?.query_selector("input").ok().flatten()?.dyn_into().ok()
}

/// The list of saved scenarios.
#[component]
pub fn SavedScenarios(props: &SavedScenariosProps) -> Html {
    let SavedScenariosProps { view, dispatch } = props;
    let store = &view.store;
    let lang = store.lang;
    let renamed_index = use_state(|| None::<usize>);
    let is_confirmed = use_state(|| false);
    let row = |(index, saved_scenario): (usize, &SavedScenario)| {
        if *renamed_index == Some(index) {
            let onsubmit = {
                let (dispatch, renamed_index) = (dispatch.clone(), renamed_index.clone());
                Callback::from(move |event: SubmitEvent| {
                    if let Some(input) = submitted_field(&event) {
                        dispatch.emit(Action::Builder(BuilderMsg::RenameSaved(index, input.value())));
                    }
                    renamed_index.set(None);
                })
            };
            return html! {
                <li key={saved_scenario.name.clone()}><form {onsubmit}>
                    <TextField label={lang.builder_labels().new_name} value={saved_scenario.name.clone()} />
                    <button type="submit" class="plain">{ lang.builder_labels().rename }</button>
                </form></li>
            };
        }
        let remove = lang.delete_named(&saved_scenario.name);
        let rename = lang.rename_named(&saved_scenario.name);
        let onrename = {
            let renamed_index = renamed_index.clone();
            Callback::from(move |_| renamed_index.set(Some(index)))
        };
        html! {
            <li key={saved_scenario.name.clone()}>
                <button type="button" class="line" onclick={on_action(dispatch, Action::Open(OpenTarget::Text(Rc::clone(&saved_scenario.text))))}>{ saved_scenario.name.clone() }</button>
                { draw_button(&rename, "icon", html! { "✎" }, onrename) }
                { draw_button(&remove, "icon", html! { "×" }, on_action(dispatch, Action::Builder(BuilderMsg::DeleteSaved(index)))) }
            </li>
        }
    };
    let onsubmit = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: SubmitEvent| {
            if let Some(input) = submitted_field(&event) {
                dispatch.emit(Action::Builder(BuilderMsg::SaveAs(input.value())));
                input.set_value("");
            }
        })
    };
    let onfiles = {
        let dispatch = dispatch.clone();
        Callback::from(move |event: Event| files::import_picked_files(&event, true, &dispatch))
    };
    let fresh: Rc<str> = "".into();
    let on_ask = {
        let is_confirmed = is_confirmed.clone();
        Callback::from(move |_| is_confirmed.set(true))
    };
    html! {
        <details class="own">
            <summary>{ lang.builder_labels().my_scenarios }</summary>
            <form {onsubmit}>
                <input type="text" aria-label={lang.builder_labels().save_name} placeholder={lang.builder_labels().name} />
                <button type="submit" class="plain">{ lang.builder_labels().save }</button>
            </form>
            <ul>{ for store.builder.saved_scenarios.iter().enumerate().map(row) }</ul>
            if let Some((_, deleted_scenario)) = &store.builder.last_deleted {
                <p class="note" role="status">{ lang.deleted_named(&deleted_scenario.name) }{ " " }
                    <button type="button" class="link" onclick={on_action(dispatch, Action::Builder(BuilderMsg::RestoreDeleted))}>{ lang.builder_labels().restore }</button></p>
            }
            <div class="acts">
                <button type="button" class="plain" onclick={on_action(dispatch, Action::Open(OpenTarget::Text(fresh)))}>{ lang.builder_labels().start_empty }</button>
                if let Some(index) = store.gallery.scenario {
                    <button type="button" class="plain" onclick={on_action(dispatch, Action::Gallery(GalleryMsg::FetchScenario(index, false)))}>{ lang.builder_labels().reset }</button>
                }
                <button type="button" class="plain" onclick={on_action(dispatch, Action::Builder(BuilderMsg::Download))}>{ lang.builder_labels().download }</button>
                <label class="file plain">{ lang.builder_labels().add_files }<input type="file" multiple=true accept=".yaml,.yml,.json,.md,text/*" onchange={onfiles} /></label>
            </div>
            { draw_device_data(view, dispatch, *is_confirmed, on_ask) }
        </details>
    }
}
