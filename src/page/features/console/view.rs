//! The open console: tabs with the output of `kubectl` and the scheduler's log.

use std::{borrow::Cow, cell::RefCell, rc::Rc};

use api::Str;
use page_state::{
    actions::{Action, console::ConsoleMsg, player::PlayerMsg, selection::SelectionMsg},
    inspector,
    overlays::Toast,
    panels::{CONSOLE_PANELS, ConsoleTab},
    selectors::run_end,
    store::Store,
};
use trace::console::{self, LinePosition, LineSource, Log, Messages, PodGroupWatch, PodWatch, describe};
use ui::{
    callback::on_action,
    element::draw_button,
    virtual_list::{VirtualList, row_height},
};
use web_sys::{HtmlInputElement, InputEvent};
use yew::{
    Callback, Html, TargetCast, UseStateHandle, classes, component, html, use_effect_with, use_memo, use_mut_ref,
    use_state_eq,
};

use crate::{
    effects::clipboard,
    features::console::{
        book_cache::BookCache,
        line::draw_line,
        pending_pods::{self, PendingPods},
        pending_view,
    },
    view::{
        Props, View,
        detail_request::DetailRequest,
        dirty::{self, Slices},
    },
};

/// The books of the current run, each started when its tab is first opened.
#[derive(Default)]
struct ConsoleBooks {
    pods: Rc<RefCell<BookCache<PodWatch>>>,
    messages: Rc<RefCell<BookCache<Messages>>>,
    pod_groups: Rc<RefCell<BookCache<PodGroupWatch>>>,
    log: Rc<RefCell<BookCache<Log>>>,
}

/// The slices of the state that the console depends on. Only the list of pending pods has questions.
pub(crate) fn console_slices(store: &Store) -> Slices {
    let slices = crate::features::console::line::SLICES | dirty::POD | dirty::CONSOLE | dirty::CACHE;
    match store.console.tab {
        ConsoleTab::Pending => slices | dirty::INSPECTOR | dirty::BRANCHES | dirty::LESSON,
        _ => slices,
    }
}

/// The tabs with their content.
#[component]
pub fn Console(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let (store, timeline_labels) = (&view.store, view.store.lang.timeline_labels());
    let console_books = use_mut_ref(ConsoleBooks::default);
    let query = use_state_eq(String::new);
    let later = use_state_eq(|| false);
    let tall = use_state_eq(|| false);
    let run_end = run_end::run_end_key(store);
    let pending = use_memo(run_end, |run_end| pending_pods::pending_at_end(store, *run_end));
    // Only while it is visible: in a large cluster it takes some milliseconds.
    let at_step = use_state_eq(|| false);
    let opened_rows = use_state_eq(|| None::<Str>);
    let events = store.moment().map_or(0, |moment| moment.events);
    let seen_moment = (*at_step && store.console.is_open && store.console.tab == ConsoleTab::Pending)
        .then_some((store.run.view.run, events));
    let pending_pods = use_memo(seen_moment, |seen_moment| {
        seen_moment.map(|(_, events)| Rc::new(PendingPods::at_moment(&store.run.view.trace, events, &view.frame)))
    });
    let (has_groups, has_claims) = (!view.frame.pod_groups.is_empty(), store.run.manifest_summary.claims);
    let offered_panels = CONSOLE_PANELS.iter().filter(|panel| panel.offer.is_met(has_groups, has_claims));
    let tabs: Vec<(ConsoleTab, Cow<'static, str>)> =
        offered_panels.map(|panel| (panel.tab, (panel.label)(store.lang, pending.count))).collect();
    let name = tabs.iter().find(|(tab, _)| *tab == store.console.tab).map_or("", |(_, name)| name).to_owned();
    let buttons = tabs.iter().map(|(tab, name)| {
        let selected = store.console.tab == *tab;
        html! {
            <button type="button" role="tab" aria-selected={selected.to_string()} aria-controls="console"
                onclick={on_action(dispatch, Action::Console(ConsoleMsg::ShowTab(*tab)))}>{ name.clone() }</button>
        }
    });
    let search = {
        let query = query.clone();
        Callback::from(move |event: InputEvent| query.set(event.target_unchecked_into::<HtmlInputElement>().value()))
    };
    let searches = store.console.tab == ConsoleTab::Log && !query.is_empty();
    {
        let dispatch = dispatch.clone();
        use_effect_with(searches, move |searches| dispatch.emit(Action::Console(ConsoleMsg::NeedFullLog(*searches))));
    }
    if !store.console.is_open {
        return draw_line(view, dispatch, &console_books.borrow().pods, &pending);
    }
    let tab_content = {
        let console_books = console_books.borrow();
        match store.console.tab {
            ConsoleTab::Pods => draw_book(
                view,
                dispatch,
                &console_books.pods,
                || PodWatch::starting_at(store.run.manifest_summary.epoch),
                &query,
                *later,
                &name,
            ),
            ConsoleTab::Messages => {
                draw_book(view, dispatch, &console_books.messages, Messages::default, &query, *later, &name)
            }
            ConsoleTab::Log => {
                let begin = || Log::new(releases::wording(store.run.manifest_summary.release));
                draw_book(view, dispatch, &console_books.log, begin, &query, *later, &name)
            }
            ConsoleTab::Pending => {
                let none = if pending_pods.is_some() {
                    timeline_labels.none_pending_now
                } else {
                    timeline_labels.none_pending
                };
                let list = PendingList {
                    pending: Rc::clone((*pending_pods).as_ref().unwrap_or(&pending)),
                    is_at_end: pending_pods.is_none(),
                };
                draw_pending(view, dispatch, &list, &query, none, &name)
            }
            ConsoleTab::Devices => {
                let lines = console::devices::device_lines(&view.frame, past_events(view));
                draw_object_lines(view, dispatch, lines, &query, &name, &opened_rows)
            }
            ConsoleTab::PodGroups => {
                draw_book(view, dispatch, &console_books.pod_groups, PodGroupWatch::default, &query, *later, &name)
            }
            ConsoleTab::Describe => draw_description(view, dispatch, &console_books.messages, &query),
        }
    };
    let (face_text, size) = if *tall { ("▾", timeline_labels.lower) } else { ("▴", timeline_labels.taller) };
    let search_name = timeline_labels.search;
    let is_list = store.console.tab.panel().is_list;
    html! {
        <section class={if *tall { "console tall" } else { "console" }} aria-label={timeline_labels.console}>
            <div class="console-head">
                <div class="tabs" role="tablist" aria-label={timeline_labels.console}>{ for buttons }</div>
                <div class="console-tools">
                        <span class="muted found" role="status">{ tab_content.count_text }</span>
                        <input type="search" value={(*query).clone()} oninput={search} placeholder={search_name} aria-label={search_name} />
                        if is_list {
                            <label title={timeline_labels.later_is}>
                                <input type="checkbox" checked={*later} onchange={on_toggle(&later)} />{ timeline_labels.later }
                            </label>
                        }
                        if store.console.tab == ConsoleTab::Pending {
                            <label title={timeline_labels.at_step_is}>
                                <input type="checkbox" checked={*at_step} onchange={on_toggle(&at_step)} />{ timeline_labels.at_step }
                            </label>
                        }
                    <button type="button" class="plain" onclick={tab_content.copy}>{ timeline_labels.copy }</button>
                    { draw_button(size, "icon", html! { face_text }, on_toggle(&tall)) }
                    { draw_button(store.lang.stage_labels().console_close, "icon", html! { "×" }, on_action(dispatch, Action::Console(ConsoleMsg::SetOpen(false)))) }
                </div>
            </div>
            <div id="console" class="console-body" role="tabpanel" aria-label={name}>{ tab_content.body }</div>
        </section>
    }
}

/// Pending pods, and whether they are those at the end of the run.
struct PendingList {
    pending: Rc<PendingPods>,
    is_at_end: bool,
}

/// Pending pods, each with a link to its last attempt, and with the changes that would make it fit.
fn draw_pending(
    view: &Rc<View>,
    dispatch: &Callback<Action>,
    list: &PendingList,
    query: &str,
    empty_text: &'static str,
    name: &str,
) -> TabContent {
    let (lang, timeline_labels) = (view.store.lang, view.store.lang.timeline_labels());
    let PendingList { pending, is_at_end } = list;
    let lines: Rc<[_]> = pending.matching_lines(query).into();
    let count = lines.len();
    let pod_count = lines.iter().filter(|(_, pod)| pod.is_some()).count();
    let text = if query.is_empty() { String::new() } else { view.store.lang.lines_found(pod_count, pending.count) };
    let copy = {
        let (pending, lines) = (Rc::clone(pending), Rc::clone(&lines));
        on_copy(dispatch, move || pending.lines_as_text(&lines, lang))
    };
    let draw = {
        let (pending, is_at_end) = (Rc::clone(pending), *is_at_end);
        let (view, dispatch) = (Rc::clone(view), dispatch.clone());
        Callback::from(move |row: usize| pending_view::draw_line(&view, &dispatch, &pending, is_at_end, lines[row]))
    };
    let body = html! {
        <>
            if count == 0 { <p class="muted">{ if pending.count == 0 { empty_text } else { timeline_labels.no_lines } }</p> }
            <VirtualList {count} row={row_height()} label={name.to_owned()} {draw} />
            { pending_view::draw_answer(view, dispatch) }
        </>
    };
    TabContent { body, count_text: text, copy }
}

fn on_toggle<E: 'static>(state: &UseStateHandle<bool>) -> Callback<E> {
    let state = state.clone();
    Callback::from(move |_| state.set(!*state))
}

/// The content of a tab, with the state of its toolbar.
#[derive(Default)]
struct TabContent {
    body: Html,
    count_text: String,
    copy: Callback<web_sys::MouseEvent>,
}

fn on_copy(dispatch: &Callback<Action>, text: impl Fn() -> String + 'static) -> Callback<web_sys::MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |_| clipboard::copy_text(&dispatch, &text(), Toast::TextCopied, None))
}

/// A book as a list in which every line leads to its moment.
fn draw_book<B: LineSource + 'static>(
    view: &Rc<View>,
    dispatch: &Callback<Action>,
    book_cache: &Rc<RefCell<BookCache<B>>>,
    begin: impl FnOnce() -> B,
    query: &str,
    shows_later: bool,
    name: &str,
) -> TabContent {
    let (run_view, at) = (Rc::clone(&view.store.run.view), view.store.player.moment);
    // Only the worker can render all lines of the log; the other books are complete.
    let is_waiting = view.store.console.tab == ConsoleTab::Log;
    let timeline_labels = view.store.lang.timeline_labels();
    let (current_position, time) = (LinePosition::of_moment(&run_view.moments, at), view.frame.now);
    let before = at.checked_sub(1).map(|at| LinePosition::of_moment(&run_view.moments, at));
    let (count, rows_now, fresh, head, width, text) = {
        let mut cache = book_cache.borrow_mut();
        cache.read_to(run_view.trace.events(), begin);
        let log_answer = if is_waiting {
            view.store.answer_cache.get(&inspector::log_query(view.store.run.view.run)).cloned()
        } else {
            None
        };
        let log_texts = match log_answer.as_deref() {
            Some(protocol::Answer::Log(log_texts)) => Some(log_texts.as_slice()),
            _ => None,
        };
        cache.search_lines(run_view.trace.events(), query, log_texts);
        let rows_now = cache.rows_until(current_position);
        let count = if shows_later { cache.row_count() } else { rows_now };
        let fresh = before.map_or(rows_now, |before| cache.rows_until(before));
        let Some(book) = &cache.book else { return TabContent::default() };
        let width = book.widths().iter().map(|width| width + 3).sum::<usize>();
        let head = match book.titles() {
            [] => html! { <div class="line head whose">{ timeline_labels.log_note }</div> },
            titles => {
                html! { <div class="line head" aria-hidden="true">{ console::format_row(titles, &book.widths()) }</div> }
            }
        };
        let total_count = if shows_later {
            book.places().len()
        } else {
            book.places().partition_point(|position| *position <= current_position)
        };
        let text = if query.is_empty() { String::new() } else { view.store.lang.lines_found(count, total_count) };
        (count, rows_now, fresh, head, width, text)
    };
    let draw = {
        let (book_cache, run_view, dispatch, store) =
            (Rc::clone(book_cache), Rc::clone(&run_view), dispatch.clone(), Rc::clone(&view.store));
        Callback::from(move |row: usize| {
            let cache = book_cache.borrow();
            let Some(book) = &cache.book else { return Html::default() };
            let detail = |number: usize| store.detail_cache.get(run_view.run, number).cloned();
            let line = book.line(run_view.trace.events(), cache.line_of_row(row), time, &detail);
            let class = classes!(
                "line",
                (!line.is_upstream).then_some("own"),
                (row >= rows_now).then_some("later"),
                (row >= fresh && row < rows_now).then_some("fresh"),
                store.selection.pod.as_ref().is_some_and(|pod| *pod.as_text() == line.about).then_some("chosen"),
            );
            let current = (row + 1 == rows_now).then_some("step");
            let seek = on_action(
                &dispatch,
                Action::Selection(SelectionMsg::GoToPodLine(
                    line.about.clone().into(),
                    line.place.moment(&run_view.moments),
                )),
            );
            html! {
                <li key={row} aria-setsize={count.to_string()} aria-posinset={(row + 1).to_string()}>
                    <button type="button" {class} aria-current={current} onclick={seek}>{ console::format_row(&line.cells, &book.widths()) }</button>
                    if let Some(number) = line.awaited_attempt { <DetailRequest run={run_view.run} {number} dispatch={dispatch.clone()} /> }
                </li>
            }
        })
    };
    let copy = if is_waiting {
        let (book_cache, dispatch) = (Rc::clone(book_cache), dispatch.clone());
        Callback::from(move |_| {
            let cache = book_cache.borrow();
            dispatch.emit(Action::Console(ConsoleMsg::CopyLog((0..count).map(|row| cache.line_of_row(row)).collect())));
        })
    } else {
        let book_cache = Rc::clone(book_cache);
        on_copy(dispatch, move || {
            let cache = book_cache.borrow();
            let lines = (0..count).map(|row| cache.line_of_row(row));
            cache.book.as_ref().map_or_else(String::new, |book| {
                console::render_lines(book, run_view.trace.events(), lines, time, &|_| None)
            })
        })
    };
    let body = html! {
        <>
            if count == 0 { <p class="muted">{ timeline_labels.no_lines }</p> }
            <VirtualList {count} row={row_height()} row_in_view={rows_now.checked_sub(1)} {width} label={name.to_owned()} {head} head_height={row_height()} {draw} />
        </>
    };
    TabContent { body, count_text: text, copy }
}

/// The events up to the current moment.
fn past_events(view: &View) -> &[Rc<runlog::Event>] {
    let events = view.store.moment().map_or(0, |moment| moment.events);
    let log = view.store.run.view.trace.events();
    &log[..events.min(log.len())]
}

/// Objects at the current moment; an opened line has its description below it.
fn draw_object_lines(
    view: &Rc<View>,
    dispatch: &Callback<Action>,
    mut lines: Vec<(String, Option<Str>)>,
    query: &str,
    name: &str,
    opened_rows: &UseStateHandle<Option<Str>>,
) -> TabContent {
    let store = &view.store;
    let total_count = lines.len();
    let lowercase_query = query.to_lowercase();
    lines.retain(|(line, _)| line.to_lowercase().contains(&lowercase_query));
    let count_text = if query.is_empty() { String::new() } else { store.lang.lines_found(lines.len(), total_count) };
    let described = |key: &Str| {
        let describe_lines =
            if opened_rows.as_ref() == Some(key) { describe::describe_device(&view.frame, key) } else { Vec::new() };
        describe_lines.into_iter().map(|line| line.text)
    };
    let rows = lines.iter().map(|(line, key)| {
        let Some(key) = key else { return html! { <li class="line">{ line.clone() }</li> } };
        let is_open = opened_rows.as_ref() == Some(key);
        let onclick = {
            let (opened_rows, key) = (opened_rows.clone(), key.clone());
            Callback::from(move |_| opened_rows.set((!is_open).then(|| key.clone())))
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
    TabContent { body, count_text, copy: on_copy(dispatch, move || text.clone()) }
}

/// The description of the selected pod, or of the pod that is being scheduled, at the current moment.
fn draw_description(
    view: &Rc<View>,
    dispatch: &Callback<Action>,
    messages: &RefCell<BookCache<Messages>>,
    query: &str,
) -> TabContent {
    let (store, timeline_labels) = (&view.store, view.store.lang.timeline_labels());
    let Some(pod) = store
        .selection
        .pod
        .as_ref()
        .or_else(|| view.attempt_summary.as_ref().map(|attempt_summary| &attempt_summary.pod))
    else {
        return TabContent {
            body: html! { <p class="muted">{ timeline_labels.no_describe }</p> },
            ..TabContent::default()
        };
    };
    let mut messages = messages.borrow_mut();
    let messages = messages.read_to(store.run.view.trace.events(), Messages::default);
    let events = store.moment().map_or(0, |moment| moment.events);
    let mut lines = describe::describe_pod(&view.frame, pod, messages.of_pod(pod, events));
    let total_count = lines.len();
    let lowercase_query = query.to_lowercase();
    lines.retain(|line| line.text.to_lowercase().contains(&lowercase_query));
    let count_text =
        if query.is_empty() { String::new() } else { view.store.lang.lines_found(lines.len(), total_count) };
    let rows = lines.iter().map(|line| match line.place {
        Some(position) => {
            let seek = on_action(dispatch, Action::Player(PlayerMsg::Seek(position.moment(&store.run.view.moments))));
            html! { <li><button type="button" class="line" onclick={seek}>{ line.text.clone() }</button></li> }
        }
        None => html! { <li class="line">{ line.text.clone() }</li> },
    });
    let body = html! { <div class="window" tabindex="0" role="group" aria-label={timeline_labels.describe}><ol class="described">{ for rows }</ol></div> };
    let text: String = lines.iter().flat_map(|line| [line.text.as_str(), "\n"]).collect();
    TabContent { body, count_text, copy: on_copy(dispatch, move || text.clone()) }
}
