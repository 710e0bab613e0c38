//! What `kubectl` and the scheduler's log would print: its newest line, or all of it.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::{HtmlInputElement, InputEvent};
use yew::{
    Callback, Html, Properties, TargetCast, UseStateHandle, classes, component, html, use_effect_with, use_memo,
    use_mut_ref, use_state_eq,
};

use crate::acts::Playing;
use crate::console::Printing;
use crate::console::book::BookCache;
use crate::console::line::line;
use crate::console::pending;
use crate::console::pending::Pending;
use crate::front::Toast;
use crate::handing;
use crate::inspector::asking;
use crate::known::Knowing;
use crate::panes::ConsoleTab;
use crate::sees;
use crate::sees::Sees;
use crate::selection::Look;
use crate::store::Action;
use crate::view::{Props, View, button, on};
use crate::window::{Window, row_height};
use api::Str;
use trace::console;
use trace::console::{Book, LinePosition, Log, Messages, Pods, describe};
use wire::RunNumber;

/// The books of the run that is shown, each begun when it is first looked at.
#[derive(Default)]
struct Shelf {
    pods: Rc<RefCell<BookCache<Pods>>>,
    messages: Rc<RefCell<BookCache<Messages>>>,
    log: Rc<RefCell<BookCache<Log>>>,
}

/// What the console draws.
pub(crate) const SEES: Sees = crate::console::line::SEES | sees::POD | sees::CONSOLE | sees::KNOWN;

/// The tabs.
#[component]
pub fn Console(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, words, more) = (&view.store, view.words, view.store.lang.timeline());
    let shelf = use_mut_ref(Shelf::default);
    let query = use_state_eq(String::new);
    let later = use_state_eq(|| false);
    let tall = use_state_eq(|| false);
    let known = pending::known(store);
    let pending = use_memo(known, |known| pending::at_the_end(store, *known));
    // Only while somebody looks: in a large cluster it takes some milliseconds.
    let at_step = use_state_eq(|| false);
    let opened = use_state_eq(|| None::<Str>);
    let events = store.moment().map_or(0, |moment| moment.events);
    let seen = (*at_step && store.console.open && store.console.tab == ConsoleTab::Pending)
        .then_some((store.run.trace.run, events));
    let now = use_memo(seen, |seen| {
        seen.map(|(_, events)| Rc::new(Pending::of(&store.run.trace.trace, events, &view.frame)))
    });
    let pending_name = store.lang.pending(pending.count);
    let mut tabs = vec![
        (ConsoleTab::Pending, pending_name.as_str()),
        (ConsoleTab::Pods, words.console_pods),
        (ConsoleTab::Messages, words.console_messages),
        (ConsoleTab::Describe, more.describe),
        (ConsoleTab::Log, more.log),
    ];
    if store.run.loaded.claims {
        tabs.insert(2, (ConsoleTab::Devices, more.get_devices));
    }
    let name = tabs.iter().find(|(tab, _)| *tab == store.console.tab).map_or("", |(_, name)| *name).to_owned();
    let buttons = tabs.iter().map(|(tab, name)| {
        let selected = store.console.tab == *tab;
        html! {
            <button type="button" role="tab" aria-selected={selected.to_string()} aria-controls="console"
                onclick={on(act, Action::Console(Printing::Tab(*tab)))}>{ (*name).to_owned() }</button>
        }
    });
    let search = {
        let query = query.clone();
        Callback::from(move |event: InputEvent| query.set(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let searches = store.console.tab == ConsoleTab::Log && !query.is_empty();
    {
        let act = act.clone();
        use_effect_with(searches, move |searches| act.emit(Action::Console(Printing::ReadLog(*searches))));
    }
    if !store.console.open {
        return line(view, act, &shelf.borrow().pods, &pending);
    }
    let told = {
        let shelf = shelf.borrow();
        match store.console.tab {
            ConsoleTab::Pods => {
                list(view, act, &shelf.pods, || Pods::since(store.run.loaded.epoch), (&query, *later), &name)
            }
            ConsoleTab::Messages => list(view, act, &shelf.messages, Messages::default, (&query, *later), &name),
            ConsoleTab::Log => {
                let begin = || Log::new(releases::wording(store.run.loaded.release));
                list(view, act, &shelf.log, begin, (&query, *later), &name)
            }
            ConsoleTab::Pending => {
                let none = if now.is_some() { more.none_pending_now } else { more.none_pending };
                waiting(view, act, (*now).as_ref().unwrap_or(&pending), (&query, none), &name)
            }
            ConsoleTab::Devices => devices(view, act, &query, &name, &opened),
            ConsoleTab::Describe => described(view, act, &shelf.messages, &query),
        }
    };
    let (face, size) = if *tall { ("▾", more.lower) } else { ("▴", more.taller) };
    let search_name = more.search;
    let is_list = matches!(store.console.tab, ConsoleTab::Pods | ConsoleTab::Messages | ConsoleTab::Log);
    html! {
        <section class={if *tall { "console tall" } else { "console" }} aria-label={more.console}>
            <div class="console-head">
                <div class="tabs" role="tablist" aria-label={more.console}>{ for buttons }</div>
                <div class="console-tools">
                        <span class="muted found" role="status">{ told.found }</span>
                        <input type="search" value={(*query).clone()} oninput={search} placeholder={search_name} aria-label={search_name} />
                        if is_list {
                            <label title={more.later_is}>
                                <input type="checkbox" checked={*later} onchange={toggle(&later)} />{ more.later }
                            </label>
                        }
                        if store.console.tab == ConsoleTab::Pending {
                            <label title={more.at_step_is}>
                                <input type="checkbox" checked={*at_step} onchange={toggle(&at_step)} />{ more.at_step }
                            </label>
                        }
                    <button type="button" class="plain" onclick={told.copy}>{ more.copy }</button>
                    { button(size, "icon", html! { face }, toggle(&tall)) }
                    { button(store.lang.stage().console_close, "icon", html! { "×" }, on(act, Action::Console(Printing::Open(false)))) }
                </div>
            </div>
            <div id="console" class="console-body" role="tabpanel" aria-label={name}>{ told.body }</div>
        </section>
    }
}

/// Pods that are pending: each is a way to its last attempt.
fn waiting(
    view: &Rc<View>,
    act: &Callback<Action>,
    pending: &Rc<Pending>,
    (query, none): (&str, &'static str),
    name: &str,
) -> Told {
    let (lang, more) = (view.store.lang, view.store.lang.timeline());
    let lines: Rc<[_]> = pending.lines(query).into();
    let count = lines.len();
    let shown = lines.iter().filter(|(_, pod)| pod.is_some()).count();
    let found = if query.is_empty() { String::new() } else { view.store.lang.found(shown, pending.count) };
    let copy = {
        let (pending, lines) = (Rc::clone(pending), Rc::clone(&lines));
        copier(act, move || pending.text(&lines, lang))
    };
    let draw = {
        let (pending, view, act) = (Rc::clone(pending), Rc::clone(view), act.clone());
        Callback::from(move |row: usize| pending.draw(&view, &act, lines[row]))
    };
    let body = html! {
        <>
            if count == 0 { <p class="muted">{ if pending.count == 0 { none } else { more.no_lines } }</p> }
            <Window {count} row={row_height()} label={name.to_owned()} {draw} />
        </>
    };
    Told { body, found, copy }
}

fn toggle<E: 'static>(state: &UseStateHandle<bool>) -> Callback<E> {
    let state = state.clone();
    Callback::from(move |_| state.set(!*state))
}

/// A line on screen that waits for the detail of an attempt.
#[derive(Clone, PartialEq, Properties)]
struct Waiting {
    run: RunNumber,
    number: usize,
    act: Callback<Action>,
}

/// Asks for the detail.
#[component]
fn Waits(props: &Waiting) -> Html {
    let Waiting { act, .. } = props.clone();
    use_effect_with((props.run, props.number), move |(run, number)| {
        act.emit(Action::Known(Knowing::Wanted(*run, *number)));
    });
    Html::default()
}

/// A tab's inside, and what its tools say and do.
#[derive(Default)]
struct Told {
    body: Html,
    found: String,
    copy: Callback<web_sys::MouseEvent>,
}

fn copier(act: &Callback<Action>, text: impl Fn() -> String + 'static) -> Callback<web_sys::MouseEvent> {
    let act = act.clone();
    Callback::from(move |_| handing::copy(&act, &text(), Toast::Text, None))
}

/// A book as a list in which every line is a way to its moment.
fn list<B: Book + 'static>(
    view: &Rc<View>,
    act: &Callback<Action>,
    kept: &Rc<RefCell<BookCache<B>>>,
    begin: impl FnOnce() -> B,
    (query, later): (&str, bool),
    name: &str,
) -> Told {
    let (shown, at) = (Rc::clone(&view.store.run.trace), view.store.player.at);
    // The log's words are the worker's; the other books know all of theirs.
    let waits = view.store.console.tab == ConsoleTab::Log;
    let more = view.store.lang.timeline();
    let (now, time) = (LinePosition::of(&shown.moments, at), view.frame.now);
    let before = at.checked_sub(1).map(|at| LinePosition::of(&shown.moments, at));
    let (count, told, fresh, head, width, found) = {
        let mut kept = kept.borrow_mut();
        kept.read(shown.trace.events(), begin);
        let words = if waits { view.store.answers.get(&asking::log(view.store.run.trace.run)).cloned() } else { None };
        let words = match words.as_deref() {
            Some(wire::Told::Log(words)) => Some(words.as_slice()),
            _ => None,
        };
        kept.search(shown.trace.events(), query, words);
        let told = kept.told(now);
        let count = if later { kept.count() } else { told };
        let fresh = before.map_or(told, |before| kept.told(before));
        let Some(book) = &kept.book else { return Told::default() };
        let width = book.widths().iter().map(|width| width + 3).sum::<usize>();
        let head = match book.titles() {
            [] => html! { <div class="line head whose">{ more.log_note }</div> },
            titles => {
                html! { <div class="line head" aria-hidden="true">{ console::row(titles, &book.widths()) }</div> }
            }
        };
        let all = if later { book.places().len() } else { book.places().partition_point(|place| *place <= now) };
        let found = if query.is_empty() { String::new() } else { view.store.lang.found(count, all) };
        (count, told, fresh, head, width, found)
    };
    let draw = {
        let (kept, shown, act, store) = (Rc::clone(kept), Rc::clone(&shown), act.clone(), Rc::clone(&view.store));
        Callback::from(move |row: usize| {
            let kept = kept.borrow();
            let Some(book) = &kept.book else { return Html::default() };
            let detail = |number: usize| store.details.get(shown.run, number).cloned();
            let line = book.line(shown.trace.events(), kept.line(row), time, &detail);
            let class = classes!(
                "line",
                (!line.upstream).then_some("own"),
                (row >= told).then_some("later"),
                (row >= fresh && row < told).then_some("fresh"),
                store.selection.pod.as_ref().is_some_and(|pod| *pod == line.about).then_some("chosen"),
            );
            let current = (row + 1 == told).then_some("step");
            let seek = on(&act, Action::Selection(Look::Line(line.about.clone(), line.place.moment(&shown.moments))));
            html! {
                <li key={row} aria-setsize={count.to_string()} aria-posinset={(row + 1).to_string()}>
                    <button type="button" {class} aria-current={current} onclick={seek}>{ console::row(&line.cells, &book.widths()) }</button>
                    if let Some(number) = line.waits { <Waits run={shown.run} {number} act={act.clone()} /> }
                </li>
            }
        })
    };
    let copy = if waits {
        let (kept, act) = (Rc::clone(kept), act.clone());
        Callback::from(move |_| {
            let kept = kept.borrow();
            act.emit(Action::Console(Printing::CopyLog((0..count).map(|row| kept.line(row)).collect())));
        })
    } else {
        let kept = Rc::clone(kept);
        copier(act, move || {
            let kept = kept.borrow();
            let lines = (0..count).map(|row| kept.line(row));
            kept.book
                .as_ref()
                .map_or_else(String::new, |book| console::text(book, shown.trace.events(), lines, time, &|_| None))
        })
    };
    let body = html! {
        <>
            if count == 0 { <p class="muted">{ more.no_lines }</p> }
            <Window {count} row={row_height()} follow={told.checked_sub(1)} {width} label={name.to_owned()} {head} head_height={row_height()} {draw} />
        </>
    };
    Told { body, found, copy }
}

/// Claims and slices at this moment; a line that is opened has its description below it.
fn devices(
    view: &Rc<View>,
    act: &Callback<Action>,
    query: &str,
    name: &str,
    opened: &UseStateHandle<Option<Str>>,
) -> Told {
    let store = &view.store;
    let events = store.moment().map_or(0, |moment| moment.events);
    let log = store.run.trace.trace.events();
    let mut lines = console::devices::lines(&view.frame, &log[..events.min(log.len())]);
    let all = lines.len();
    let wanted = query.to_lowercase();
    lines.retain(|(line, _)| line.to_lowercase().contains(&wanted));
    let found = if query.is_empty() { String::new() } else { store.lang.found(lines.len(), all) };
    let described = |key: &Str| {
        let told = if opened.as_ref() == Some(key) { describe::device(&view.frame, key) } else { Vec::new() };
        told.into_iter().map(|line| line.text)
    };
    let rows = lines.iter().map(|(line, key)| {
        let Some(key) = key else { return html! { <li class="line">{ line.clone() }</li> } };
        let is_open = opened.as_ref() == Some(key);
        let onclick = {
            let (opened, key) = (opened.clone(), key.clone());
            Callback::from(move |_| opened.set((!is_open).then(|| key.clone())))
        };
        html! {
            <>
                <li key={key.to_string()}><button type="button" class="line" aria-expanded={is_open.to_string()} {onclick}>{ line.clone() }</button></li>
                { for described(key).map(|line| html! { <li class="line below">{ line }</li> }) }
            </>
        }
    });
    let body = html! {
        <div class="window" tabindex="0" role="group" aria-label={name.to_owned()}><ol class="described">{ for rows }</ol></div>
    };
    let text: String = lines
        .iter()
        .flat_map(|(line, key)| std::iter::once(line.clone()).chain(key.iter().flat_map(described).collect::<Vec<_>>()))
        .flat_map(|line| [line, "\n".to_owned()])
        .collect();
    Told { body, found, copy: copier(act, move || text.clone()) }
}

/// The chosen pod, or the one that is being scheduled, as it is described at this moment.
fn described(view: &Rc<View>, act: &Callback<Action>, messages: &RefCell<BookCache<Messages>>, query: &str) -> Told {
    let (store, more) = (&view.store, view.store.lang.timeline());
    let Some(pod) = store.selection.pod.as_ref().or_else(|| view.tried.as_ref().map(|tried| &tried.pod)) else {
        return Told { body: html! { <p class="muted">{ more.no_describe }</p> }, ..Told::default() };
    };
    let mut messages = messages.borrow_mut();
    let messages = messages.read(store.run.trace.trace.events(), Messages::default);
    let events = store.moment().map_or(0, |moment| moment.events);
    let mut lines = describe::pod(&view.frame, pod, messages.of(pod, events));
    let all = lines.len();
    let wanted = query.to_lowercase();
    lines.retain(|line| line.text.to_lowercase().contains(&wanted));
    let found = if query.is_empty() { String::new() } else { view.store.lang.found(lines.len(), all) };
    let rows = lines.iter().map(|line| match line.place {
        Some(place) => {
            let seek = on(act, Action::Player(Playing::Seek(place.moment(&store.run.trace.moments))));
            html! { <li><button type="button" class="line" onclick={seek}>{ line.text.clone() }</button></li> }
        }
        None => html! { <li class="line">{ line.text.clone() }</li> },
    });
    let body = html! { <div class="window" tabindex="0" role="group" aria-label={more.describe}><ol class="described">{ for rows }</ol></div> };
    let text: String = lines.iter().flat_map(|line| [line.text.as_str(), "\n"]).collect();
    Told { body, found, copy: copier(act, move || text.clone()) }
}
