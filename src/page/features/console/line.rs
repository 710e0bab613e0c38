//! The closed console: the newest line of `kubectl get pods -w`, and the pods that are pending at the end.

use std::cell::RefCell;

use page_state::{
    actions::{Action, console::ConsoleMsg},
    panels::ConsoleTab,
    selectors::run_end,
};
use trace::console::{LinePosition, LineSource, PodWatch};
use ui::callback::on_action;
use yew::{Callback, Html, component, html, use_memo, use_mut_ref};

use crate::{
    features::console::{
        book_cache::BookCache,
        pending_pods::{self, PendingPods},
    },
    view::{
        Props, View,
        dirty::{self, Slices},
    },
};

/// The slices of the state that the line depends on.
pub(crate) const SLICES: Slices = dirty::LANG | dirty::RUN | dirty::MOMENT;

/// The line while the chunk with the whole console is not loaded.
#[component]
pub fn ConsoleLine(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let pods = use_mut_ref(BookCache::default);
    let pending =
        use_memo(run_end::run_end_key(&view.store), |run_end| pending_pods::pending_at_end(&view.store, *run_end));
    draw_line(view, dispatch, &pods, &pending)
}

/// The line, rendered from a given book.
pub fn draw_line(
    view: &View,
    dispatch: &Callback<Action>,
    pods: &RefCell<BookCache<PodWatch>>,
    pending: &PendingPods,
) -> Html {
    let (store, timeline_labels) = (&view.store, view.store.lang.timeline_labels());
    html! {
        <section class="console" aria-label={timeline_labels.console}>
            <button type="button" class="console-line" aria-expanded="false" title={store.lang.stage_labels().console_line} onclick={on_action(dispatch, Action::Console(ConsoleMsg::SetOpen(true)))}>
                <span aria-hidden="true">{ "▴ " }</span><span>{ timeline_labels.console }</span><code>{ newest_line(view, pods) }</code></button>
            if pending.count > 0 {
                <button type="button" class="console-pending" onclick={on_show_pending(dispatch)}>{ store.lang.pods_pending(pending.count) }</button>
            }
        </section>
    }
}

fn on_show_pending(dispatch: &Callback<Action>) -> Callback<web_sys::MouseEvent> {
    let dispatch = dispatch.clone();
    Callback::from(move |_| {
        dispatch.emit(Action::Console(ConsoleMsg::ShowTab(ConsoleTab::Pending)));
        dispatch.emit(Action::Console(ConsoleMsg::SetOpen(true)));
    })
}

/// The last line that `kubectl get pods -w` printed.
fn newest_line(view: &View, book_cache: &RefCell<BookCache<PodWatch>>) -> String {
    let mut book_cache = book_cache.borrow_mut();
    let events = view.store.run.view.trace.events();
    book_cache.read_to(events, || PodWatch::starting_at(view.store.run.manifest_summary.epoch));
    book_cache.search_lines(events, "", None);
    let last = book_cache
        .rows_until(LinePosition::of_moment(&view.store.run.view.moments, view.store.player.moment))
        .checked_sub(1);
    let line = last.and_then(|last| Some(book_cache.book.as_ref()?.line(events, last, view.frame.now, &|_| None)));
    line.map(|line| line.cells.join("   ")).unwrap_or_default()
}
