//! The command palette as a dialog: a search field, and below it the results.

use std::rc::Rc;

use gloo::utils::window;
use i18n::Lang;
use page_state::{actions::Action, overlays::OverlayMsg};
use protocol::{SearchEntry, search_index_file};
use ui::modal::use_modal;
use wasm_bindgen_futures::spawn_local;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::{
    Callback, Html, InputEvent, KeyboardEvent, TargetCast, component, hook, html, use_effect_with, use_node_ref,
    use_state_eq,
};

use super::hits::{self, HitTarget};
use crate::{effects::fetch::fetch_file, features::commands, page_metadata, view::Props};

/// The index of the site in a language, which is fetched when the search opens: `None` until then, and empty if it can't be fetched.
#[hook]
fn use_search_index(lang: Lang) -> Option<Rc<Vec<SearchEntry>>> {
    let index = use_state_eq(|| None);
    use_effect_with(lang, {
        let index = index.clone();
        move |lang| {
            let file = search_index_file(lang.code());
            spawn_local(async move {
                let json = fetch_file(&file).await.unwrap_or_default();
                index.set(Some(hits::parse_index(&json)));
            });
        }
    });
    (*index).clone()
}

/// Performs the actions of a result, or opens its page in a tab of its own, so that the run stays open.
fn open_target(target: &HitTarget, lang: Lang, dispatch: &Callback<Action>) {
    match target {
        HitTarget::Actions(actions) => actions.iter().for_each(|action| dispatch.emit(action.clone())),
        HitTarget::Page(path) => {
            let address = page_metadata::localized_address(lang, path);
            // A browser that blocks the tab says so itself.
            let _ = window().open_with_url_and_target_and_features(&address, "_blank", "noopener");
        }
    }
}

#[component]
pub fn CommandSearch(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let labels = i18n::command::words(view.store.lang).command_labels();
    let (query, cursor) = (use_state_eq(String::new), use_state_eq(|| 0_usize));
    let (dialog, list) = (use_modal(None), use_node_ref());
    let index = use_search_index(view.store.lang);
    let entries = index.as_ref().map_or(&[][..], |entries| entries.as_slice());
    let search_hits =
        hits::find_hits(&commands::list_commands(&view.store), &view.frame, entries, view.store.lang, &query);
    let cursor_row = (*cursor).min(search_hits.len().saturating_sub(1));
    use_effect_with((cursor_row, (*query).clone()), {
        let list = list.clone();
        move |_| {
            let list = list.cast::<HtmlElement>();
            let selected_row = list.as_ref().and_then(|list| list.query_selector("[aria-selected=true]").ok()?);
            if let (Some(list), Some(selected_row)) = (list, selected_row) {
                let (area, row) = (list.get_bounding_client_rect(), selected_row.get_bounding_client_rect());
                let hidden_height = (row.bottom() - area.bottom()).max(0.0) - (area.top() - row.top()).max(0.0);
                #[allow(clippy::cast_possible_truncation)] // pixels
                list.set_scroll_top(list.scroll_top() + hidden_height as i32);
            }
        }
    });
    let close = dispatch.reform(|()| Action::Overlays(OverlayMsg::SetCommandsOpen(false)));
    let open = {
        let (dispatch, close, lang) = (dispatch.clone(), close.clone(), view.store.lang);
        move |target: &HitTarget| {
            close.emit(());
            open_target(target, lang, &dispatch);
        }
    };
    let onkeydown = {
        let (open, cursor) = (open.clone(), cursor.clone());
        let (count, target) = (search_hits.len(), search_hits.get(cursor_row).map(|hit| hit.target.clone()));
        Callback::from(move |key: KeyboardEvent| {
            match key.key().as_str() {
                "ArrowDown" => cursor.set(if cursor_row + 1 < count { cursor_row + 1 } else { 0 }),
                "ArrowUp" => cursor.set(if cursor_row > 0 { cursor_row - 1 } else { count.saturating_sub(1) }),
                "Enter" => {
                    if let Some(target) = &target {
                        open(target);
                    }
                }
                _ => return,
            }
            key.prevent_default();
        })
    };
    let oninput = {
        let (query, cursor) = (query.clone(), cursor.clone());
        Callback::from(move |event: InputEvent| {
            query.set(event.target_unchecked_into::<HtmlInputElement>().value());
            cursor.set(0);
        })
    };
    let active = (!search_hits.is_empty()).then(|| format!("command-{cursor_row}"));
    let status = match &index {
        Some(entries) if entries.is_empty() && !query.trim().is_empty() => labels.no_index,
        _ if search_hits.is_empty() => labels.none,
        _ => "",
    };
    let rows = search_hits.into_iter().enumerate().map(|(at, hit)| {
        let onclick = {
            let (open, target) = (open.clone(), hit.target);
            Callback::from(move |_| open(&target))
        };
        html! {
            <li key={at} id={format!("command-{at}")} role="option" aria-selected={(at == cursor_row).to_string()} {onclick}>
                <span>{ hit.name }</span>
                if !hit.part.is_empty() { <small>{ hit.part }</small> }
                if !hit.key.is_empty() { <kbd>{ hit.key }</kbd> }
            </li>
        }
    });
    html! {
        <dialog ref={dialog} class="commands" aria-label={labels.title} onclose={close.reform(|_| ())}>
            <input type="text" role="combobox" aria-expanded="true" aria-controls="commands" aria-autocomplete="list" aria-activedescendant={active}
                aria-label={labels.search} placeholder={labels.search} autocomplete="off" autofocus=true value={(*query).clone()} {oninput} {onkeydown} />
            <ul id="commands" ref={list} role="listbox" aria-label={labels.title}>{ for rows }</ul>
            <p class="muted" role="status">{ status }</p>
        </dialog>
    }
}
