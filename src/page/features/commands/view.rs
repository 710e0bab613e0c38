//! The command palette as a dialog: a search field, and below it the matching commands.

use page_state::{actions::Action, overlays::OverlayMsg};
use ui::modal::use_modal;
use web_sys::{HtmlElement, HtmlInputElement};
use yew::{
    Callback, Html, InputEvent, KeyboardEvent, TargetCast, component, html, use_effect_with, use_node_ref, use_state_eq,
};

use crate::{features::commands, view::Props};

#[component]
pub fn CommandSearch(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let labels = i18n::command::words(view.store.lang).command_labels();
    let (query, cursor) = (use_state_eq(String::new), use_state_eq(|| 0_usize));
    let (dialog, list) = (use_modal(None), use_node_ref());
    let all = commands::list_commands(&view.store);
    let palette_commands = commands::search_commands(&all, &query);
    let cursor_row = (*cursor).min(palette_commands.len().saturating_sub(1));
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
    let run_actions = {
        let (dispatch, close) = (dispatch.clone(), close.clone());
        move |actions: &[Action]| {
            close.emit(());
            for action in actions {
                dispatch.emit(action.clone());
            }
        }
    };
    let onkeydown = {
        let (run_actions, cursor) = (run_actions.clone(), cursor.clone());
        let (count, actions) =
            (palette_commands.len(), palette_commands.get(cursor_row).map(|command| command.actions.clone()));
        Callback::from(move |key: KeyboardEvent| {
            match key.key().as_str() {
                "ArrowDown" => cursor.set(if cursor_row + 1 < count { cursor_row + 1 } else { 0 }),
                "ArrowUp" => cursor.set(if cursor_row > 0 { cursor_row - 1 } else { count.saturating_sub(1) }),
                "Enter" => {
                    if let Some(actions) = &actions {
                        run_actions(actions);
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
    let rows = palette_commands.iter().enumerate().map(|(at, command)| {
        let onclick = {
            let (run_actions, actions) = (run_actions.clone(), command.actions.clone());
            Callback::from(move |_| run_actions(&actions))
        };
        html! {
            <li key={command.name.clone()} id={format!("command-{at}")} role="option" aria-selected={(at == cursor_row).to_string()} {onclick}>
                <span>{ command.name.clone() }</span>
                if !command.key.is_empty() { <kbd>{ command.key }</kbd> }
            </li>
        }
    });
    let active = (!palette_commands.is_empty()).then(|| format!("command-{cursor_row}"));
    html! {
        <dialog ref={dialog} class="commands" aria-label={labels.title} onclose={close.reform(|_| ())}>
            <input type="text" role="combobox" aria-expanded="true" aria-controls="commands" aria-autocomplete="list" aria-activedescendant={active}
                aria-label={labels.search} placeholder={labels.search} autocomplete="off" autofocus=true value={(*query).clone()} {oninput} {onkeydown} />
            <ul id="commands" ref={list} role="listbox" aria-label={labels.title}>{ for rows }</ul>
            <p class="muted" role="status">{ if palette_commands.is_empty() { labels.none } else { "" } }</p>
        </dialog>
    }
}
