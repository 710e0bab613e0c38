//! The console while it is closed: the newest line of `kubectl get pods -w`, and who is pending at the end.

use std::cell::RefCell;

use yew::{Callback, Html, component, html, use_memo, use_mut_ref};

use crate::console::Printing;
use crate::console::book::BookCache;
use crate::console::pending;
use crate::console::pending::Pending;
use crate::panes::ConsoleTab;
use crate::sees;
use crate::sees::Sees;
use crate::store::Action;
use crate::view::{Props, View, on};
use trace::console::{Book, LinePosition, Pods};

/// What the line draws.
pub(crate) const SEES: Sees = sees::LANG | sees::RUN | sees::MOMENT;

/// The line, as long as there is nothing to open.
#[component]
pub fn Line(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let pods = use_mut_ref(BookCache::default);
    let pending = use_memo(pending::known(&view.store), |known| pending::at_the_end(&view.store, *known));
    line(view, act, &pods, &pending)
}

/// The line, with the book that it is read from.
pub fn line(view: &View, act: &Callback<Action>, pods: &RefCell<BookCache<Pods>>, pending: &Pending) -> Html {
    let (store, more) = (&view.store, view.store.lang.timeline());
    html! {
        <section class="console" aria-label={more.console}>
            <button type="button" class="console-line" aria-expanded="false" title={store.lang.stage().console_line} onclick={on(act, Action::Console(Printing::Open(true)))}>
                <span aria-hidden="true">{ "▴ " }</span><span>{ more.console }</span><code>{ newest(view, pods) }</code></button>
            if pending.count > 0 {
                <button type="button" class="console-pending" onclick={show_pending(act)}>{ store.lang.pending(pending.count) }</button>
            }
        </section>
    }
}

fn show_pending(act: &Callback<Action>) -> Callback<web_sys::MouseEvent> {
    let act = act.clone();
    Callback::from(move |_| {
        act.emit(Action::Console(Printing::Tab(ConsoleTab::Pending)));
        act.emit(Action::Console(Printing::Open(true)));
    })
}

/// The line that `kubectl get pods -w` printed last.
fn newest(view: &View, kept: &RefCell<BookCache<Pods>>) -> String {
    let mut kept = kept.borrow_mut();
    let events = view.store.run.trace.trace.events();
    kept.read(events, || Pods::since(view.store.run.loaded.epoch));
    kept.search(events, "", None);
    let last = kept.told(LinePosition::of(&view.store.run.trace.moments, view.store.player.at)).checked_sub(1);
    let line = last.and_then(|last| Some(kept.book.as_ref()?.line(events, last, view.frame.now, &|_| None)));
    line.map(|line| line.cells.join("   ")).unwrap_or_default()
}
