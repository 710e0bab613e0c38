//! What `kubectl` and the scheduler's log would print, and the lanes.

use std::cell::RefCell;
use std::rc::Rc;

use web_sys::{HtmlInputElement, InputEvent};
use yew::{Callback, Html, TargetCast, UseStateHandle, classes, component, html, use_mut_ref, use_state_eq};

use crate::app::effects;
use crate::app::page::View;
use crate::app::state::{Action, Console as Tab, Toast};
use crate::app::text::panel::fill;
use crate::app::text::timeline;
use crate::releases;
use crate::simulation::Event;
use crate::trace::console::{self, Book, Log, Messages, Place, Pods, describe};

use super::bookmarks::Bookmarks;
use super::lanes::Timeline;
use super::window::{Window, row_height};
use super::{Props, button, on};

/// A book of the run that is shown, and what was looked for in it.
struct Kept<B> {
    first: Option<Rc<Event>>,
    book: Option<B>,
    query: String,
    searched: usize,
    found: Vec<usize>,
}

/// Whether these are events of the run that began with this one: a run that grows keeps its events as they are.
pub(super) fn same_run(first: Option<&Rc<Event>>, events: &[Rc<Event>]) -> bool {
    match (first, events.first()) {
        (Some(kept), Some(first)) => Rc::ptr_eq(kept, first),
        (kept, first) => kept.is_none() && first.is_none(),
    }
}

impl<B> Default for Kept<B> {
    fn default() -> Self {
        Self { first: None, book: None, query: String::new(), searched: 0, found: Vec::new() }
    }
}

impl<B: Book> Kept<B> {
    /// The book up to date: begun anew for another run, else read on from where it was.
    fn read(&mut self, events: &[Rc<Event>], begin: impl FnOnce() -> B) -> &mut B {
        if !same_run(self.first.as_ref(), events) {
            *self = Self { first: events.first().cloned(), ..Self::default() };
        }
        let book = self.book.get_or_insert_with(begin);
        book.extend(events);
        book
    }

    /// Finds the lines that have a text in them.
    fn search(&mut self, events: &[Rc<Event>], query: &str) {
        let Some(book) = &self.book else { return };
        if self.query != query {
            (self.query, self.searched) = (query.to_owned(), 0);
            self.found.clear();
        }
        if query.is_empty() {
            return;
        }
        let wanted = query.to_lowercase();
        for index in self.searched..book.places().len() {
            if book.line(events, index, 0).cells.iter().any(|cell| cell.to_lowercase().contains(&wanted)) {
                self.found.push(index);
            }
        }
        self.searched = book.places().len();
    }

    /// How many lines there are to show.
    fn count(&self) -> usize {
        if self.query.is_empty() { self.book.as_ref().map_or(0, |book| book.places().len()) } else { self.found.len() }
    }

    /// The line behind a row.
    fn line(&self, row: usize) -> usize {
        if self.query.is_empty() { row } else { self.found[row] }
    }

    /// How many rows have come by a place.
    fn told(&self, place: Place) -> usize {
        let Some(book) = &self.book else { return 0 };
        let told = book.places().partition_point(|other| *other <= place);
        if self.query.is_empty() { told } else { self.found.partition_point(|line| *line < told) }
    }
}

/// The books of the run that is shown, each begun when it is first looked at.
#[derive(Default)]
struct Shelf {
    pods: Rc<RefCell<Kept<Pods>>>,
    messages: Rc<RefCell<Kept<Messages>>>,
    log: Rc<RefCell<Kept<Log>>>,
}

/// The tabs.
#[component]
pub fn Console(props: &Props) -> Html {
    let Props { view, act } = props;
    let (store, words, more) = (&view.store, view.words, timeline::words(view.store.lang));
    let shelf = use_mut_ref(Shelf::default);
    let query = use_state_eq(String::new);
    let later = use_state_eq(|| false);
    let tall = use_state_eq(|| false);
    let tabs = [
        (Tab::Pods, words.console_pods),
        (Tab::Messages, words.console_messages),
        (Tab::Describe, more.describe),
        (Tab::Log, more.log),
        (Tab::Lanes, words.console_lanes),
    ];
    let name = tabs.iter().find(|(tab, _)| *tab == store.console).map_or("", |(_, name)| *name);
    let buttons = tabs.iter().map(|(tab, name)| {
        let selected = store.console == *tab;
        html! {
            <button type="button" role="tab" aria-selected={selected.to_string()} aria-controls="console"
                onclick={on(act, Action::Console(*tab))}>{ *name }</button>
        }
    });
    let search = {
        let query = query.clone();
        Callback::from(move |event: InputEvent| query.set(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let told = {
        let shelf = shelf.borrow();
        match store.console {
            Tab::Pods => list(view, act, &shelf.pods, Pods::default, (&query, *later), name),
            Tab::Messages => list(view, act, &shelf.messages, Messages::default, (&query, *later), name),
            Tab::Log => {
                let begin = || Log::new(releases::wording(store.loaded.release));
                list(view, act, &shelf.log, begin, (&query, *later), name)
            }
            Tab::Describe => described(view, act, &shelf.messages, &query),
            Tab::Lanes => {
                Told { body: html! { <Timeline {view} {act} query={(*query).clone()} /> }, ..Told::default() }
            }
        }
    };
    let (face, size) = if *tall { ("▾", more.lower) } else { ("▴", more.taller) };
    let search_name = if store.console == Tab::Lanes { more.search_pods } else { more.search };
    let is_list = matches!(store.console, Tab::Pods | Tab::Messages | Tab::Log);
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
                        if store.console != Tab::Lanes {
                            <button type="button" class="plain" onclick={told.copy}>{ more.copy }</button>
                        }
                        <Bookmarks {view} {act} />
                    { button(size, "icon", html! { face }, toggle(&tall)) }
                </div>
            </div>
            <div id="console" class="console-body" role="tabpanel" aria-label={name}>{ told.body }</div>
        </section>
    }
}

fn toggle<E: 'static>(state: &UseStateHandle<bool>) -> Callback<E> {
    let state = state.clone();
    Callback::from(move |_| state.set(!*state))
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
    Callback::from(move |_| effects::copy(&act, &text(), Toast::Text, Toast::Refused))
}

/// A book as a list in which every line is a way to its moment.
fn list<B: Book + 'static>(
    view: &Rc<View>,
    act: &Callback<Action>,
    kept: &Rc<RefCell<Kept<B>>>,
    begin: impl FnOnce() -> B,
    (query, later): (&str, bool),
    name: &str,
) -> Told {
    let (shown, at) = (Rc::clone(&view.store.trace), view.store.at);
    let more = timeline::words(view.store.lang);
    let (now, time) = (Place::of(&shown.moments, at), view.frame.now);
    let before = at.checked_sub(1).map(|at| Place::of(&shown.moments, at));
    let (count, told, fresh, head, width, found) = {
        let mut kept = kept.borrow_mut();
        kept.read(shown.trace.events(), begin);
        kept.search(shown.trace.events(), query);
        let told = kept.told(now);
        let count = if later { kept.count() } else { told };
        let fresh = before.map_or(told, |before| kept.told(before));
        let Some(book) = &kept.book else { return Told::default() };
        let width = book.widths().iter().map(|width| width + 3).sum::<usize>();
        let head = match book.titles() {
            [] => html! { <div class="line head whose">{ more.log_note }</div> },
            titles => html! { <div class="line head" aria-hidden="true">{ console::row(titles, book.widths()) }</div> },
        };
        let all = if later { book.places().len() } else { book.places().partition_point(|place| *place <= now) };
        let found = if query.is_empty() { String::new() } else { fill(more.found, &[&count, &all]) };
        (count, told, fresh, head, width, found)
    };
    let draw = {
        let (kept, shown, act, chosen) = (Rc::clone(kept), Rc::clone(&shown), act.clone(), view.store.pod.clone());
        Callback::from(move |row: usize| {
            let kept = kept.borrow();
            let Some(book) = &kept.book else { return Html::default() };
            let line = book.line(shown.trace.events(), kept.line(row), time);
            let class = classes!(
                "line",
                (!line.upstream).then_some("own"),
                (row >= told).then_some("later"),
                (row >= fresh && row < told).then_some("fresh"),
                chosen.as_ref().is_some_and(|pod| *pod == line.about).then_some("chosen"),
            );
            let current = (row + 1 == told).then_some("step");
            let seek = on(&act, Action::Seek(line.place.moment(&shown.moments)));
            html! {
                <li key={row} aria-setsize={count.to_string()} aria-posinset={(row + 1).to_string()}>
                    <button type="button" {class} aria-current={current} onclick={seek}>{ console::row(&line.cells, book.widths()) }</button>
                </li>
            }
        })
    };
    let copy = {
        let kept = Rc::clone(kept);
        copier(act, move || {
            let kept = kept.borrow();
            let lines = (0..count).map(|row| kept.line(row));
            kept.book.as_ref().map_or_else(String::new, |book| console::text(book, shown.trace.events(), lines, time))
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

/// The chosen pod, or the one that is being scheduled, as it is described at this moment.
fn described(view: &Rc<View>, act: &Callback<Action>, messages: &RefCell<Kept<Messages>>, query: &str) -> Told {
    let (store, more) = (&view.store, timeline::words(view.store.lang));
    let Some(pod) = store.pod.as_ref().or_else(|| view.attempt.as_ref().map(|attempt| &attempt.pod)) else {
        return Told { body: html! { <p class="muted">{ more.no_describe }</p> }, ..Told::default() };
    };
    let mut messages = messages.borrow_mut();
    let messages = messages.read(store.trace.trace.events(), Messages::default);
    let events = store.moment().map_or(0, |moment| moment.events);
    let mut lines = describe::pod(&view.frame, pod, messages.of(pod, events));
    let all = lines.len();
    let wanted = query.to_lowercase();
    lines.retain(|line| line.text.to_lowercase().contains(&wanted));
    let found = if query.is_empty() { String::new() } else { fill(more.found, &[&lines.len(), &all]) };
    let rows = lines.iter().map(|line| match line.place {
        Some(place) => {
            let seek = on(act, Action::Seek(place.moment(&store.trace.moments)));
            html! { <li><button type="button" class="line" onclick={seek}>{ line.text.clone() }</button></li> }
        }
        None => html! { <li class="line">{ line.text.clone() }</li> },
    });
    let body = html! { <div class="window" tabindex="0" role="group" aria-label={more.describe}><ol class="described">{ for rows }</ol></div> };
    let text: String = lines.iter().flat_map(|line| [line.text.as_str(), "\n"]).collect();
    Told { body, found, copy: copier(act, move || text.clone()) }
}
