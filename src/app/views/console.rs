//! What `kubectl` would print, and the lanes.

use std::rc::Rc;

use yew::{Callback, Html, component, html, use_memo};

use crate::app::page::View;
use crate::app::state::{Action, Console as Tab};
use crate::trace::console::{self, Line, MESSAGE_COLUMNS, POD_COLUMNS};

use super::{Props, lanes, on};

/// The tabs.
#[component]
pub fn Console(props: &Props) -> Html {
    let Props { view, act } = props;
    let (store, words) = (&view.store, view.words);
    let trace = Rc::as_ptr(&store.trace);
    let (pods, messages) = {
        let shown = Rc::clone(&store.trace);
        let both = use_memo(trace, move |_| (console::pods(&shown.trace), console::messages(&shown.trace)));
        (Rc::clone(&both), both)
    };
    let tabs =
        [(Tab::Pods, words.console_pods), (Tab::Messages, words.console_messages), (Tab::Lanes, words.console_lanes)];
    let tabs = tabs.iter().map(|(tab, name)| {
        let selected = store.console == *tab;
        html! {
            <button type="button" role="tab" aria-selected={selected.to_string()} aria-controls="console"
                onclick={on(act, Action::Console(*tab))}>{ *name }</button>
        }
    });
    html! {
        <section class="console" aria-label={words.console_pods}>
            <div class="tabs" role="tablist">{ for tabs }</div>
            <div id="console" class="console-body" role="tabpanel" tabindex="0" aria-label={words.console_pods}>
                { match store.console {
                    Tab::Pods => table(view, act, &POD_COLUMNS, &pods.0),
                    Tab::Messages => table(view, act, &MESSAGE_COLUMNS, &messages.1),
                    Tab::Lanes => lanes::draw(view, act),
                } }
            </div>
        </section>
    }
}

/// Lines told so far; those of this very moment are marked.
fn table(view: &View, act: &Callback<Action>, columns: &[&str], lines: &[Line]) -> Html {
    let now = view.store.moment().map_or(0, |moment| moment.events);
    let told = lines.partition_point(|line| line.events <= now);
    let before = view.store.at.checked_sub(1).and_then(|at| view.store.trace.moments.get(at)).map_or(0, |it| it.events);
    // The newest lines are what matters; thousands of rows would only slow the page down.
    let rows = lines[told.saturating_sub(400)..told].iter().rev().map(|line| {
        let fresh = line.events > before;
        let seek = on(act, Action::SeekEvents(line.events));
        let chosen = view.store.pod.as_ref() == Some(&line.about);
        let class = match (fresh, chosen) {
            (true, _) => "fresh",
            (false, true) => "chosen",
            _ => "",
        };
        html! {
            <tr {class} key={line.events}>
                { for line.cells.iter().enumerate().map(|(index, cell)| if index == 0 {
                    html! { <th scope="row"><button type="button" onclick={seek.clone()}>{ cell.clone() }</button></th> }
                } else {
                    html! { <td>{ cell.clone() }</td> }
                }) }
            </tr>
        }
    });
    html! {
        <table>
            <thead><tr>{ for columns.iter().map(|name| html! { <th scope="col">{ *name }</th> }) }</tr></thead>
            <tbody>{ for rows }</tbody>
        </table>
    }
}
