//! The scheduler's functions as a call tree: the active one with its values, its callers, and the results of those that returned.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use i18n::call_text::{self, words};
use page_state::actions::{Action, player::PlayerMsg};
use releases::call_graph::Function;
use runlog::{Attempt, EventKind};
use trace::{
    calls::{self, CallTree, FunctionCall, NamedValue},
    steps::Step,
};
use ui::callback::on_action;
use web_sys::HtmlElement;
use yew::{Callback, Html, classes, component, html, use_effect_with, use_node_ref};

use crate::view::{Props, View};

/// The Source page of the inspector.
pub fn draw_source(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    html! { <Functions view={view.clone()} dispatch={dispatch.clone()} /> }
}

/// The data of the current moment. While a detail is being fetched, the view may still show the previous moment; the call tree already shows this
/// one.
struct SourceCtx<'v> {
    view: &'v View,
    dispatch: &'v Callback<Action>,
    tree: CallTree,
    step: Step,
    event_kind: Option<&'v EventKind>,
    /// The last attempt of this cycle, and its record.
    last_attempt: Option<&'v EventKind>,
    attempt: Option<Rc<Attempt>>,
}

impl<'v> SourceCtx<'v> {
    fn from_view(view: &'v View, dispatch: &'v Callback<Action>) -> Option<Self> {
        let (store, at) = (&view.store, view.store.player.moment);
        let (events, moments) = (store.run.view.trace.events(), &store.run.view.moments);
        let tree = CallTree::at_moment(store.run.shown_release(), events, moments, at);
        let moment = moments.get(at)?;
        let cycle = calls::cycle_moments(events, moments, at);
        let cycle_events = moments[cycle.start..=at].iter().rev().filter_map(|moment| calls::event_at(events, moment));
        let attempted_event = cycle_events.into_iter().find(|event_kind| matches!(event_kind, EventKind::Attempted(_)));
        let attempt = match attempted_event {
            Some(EventKind::Attempted(tried)) => store.detail_cache.get(store.run.view.run, tried.number).cloned(),
            _ => None,
        };
        Some(Self {
            view,
            dispatch,
            tree,
            step: moment.step,
            event_kind: calls::event_at(events, moment),
            last_attempt: attempted_event,
            attempt,
        })
    }

    fn call_values(&self, function: &Function, event_kind: Option<&EventKind>) -> FunctionCall {
        calls::call_of(function.role, self.step, event_kind, self.attempt.as_deref())
    }

    fn brief_text(&self, facts: &[NamedValue]) -> String {
        let lang = self.view.store.lang;
        let each = facts.iter().take(2).map(|fact| {
            let (name, value) =
                (words(lang).value_name(fact.name), call_text::brief_value(lang, self.view.wording, &fact.value));
            format!("{name}: {value}")
        });
        each.collect::<Vec<_>>().join(" · ")
    }

    fn draw_row(&self, at: usize) -> Html {
        let lang = self.view.store.lang;
        let function = &self.tree.source[at];
        let (lit, caller) = (self.tree.active == Some(at), self.tree.callers.contains(&at));
        let returned = !lit && !caller && self.tree.has_returned(at);
        let caller_note = if caller {
            // Arguments that a caller passes on unchanged are shown once.
            let above = self.tree.callers.iter().rev().find(|above| **above < at);
            let takes = |function| self.call_values(function, self.event_kind).arguments;
            let handed_on = above.is_some_and(|above| takes(&self.tree.source[*above]) == takes(function));
            if handed_on { String::new() } else { self.brief_text(&takes(function)) }
        } else if returned {
            self.brief_text(&self.call_values(function, self.last_attempt).results)
        } else {
            String::new()
        };
        let state = if lit {
            "lit"
        } else if caller {
            "caller"
        } else if returned {
            "returned"
        } else {
            "idle"
        };
        let times = self.tree.call_count(at);
        let name = html! { <code>{ function.name }</code> };
        html! {
            <li class={classes!("call", state, format!("d{}", function.depth))} key={at} aria-current={lit.then_some("step")}>
                if let Some(target_index) = self.tree.next_call(at) {
                    <button type="button" title={words(lang).next_call_of(function.name)} onclick={on_action(self.dispatch, Action::Player(PlayerMsg::Seek(target_index)))}>{ name }</button>
                } else { <span>{ name }</span> }
                if times > 1 { <small title={words(lang).called_times(times)}>{ format!(" ×{times}") }</small> }
                if !caller_note.is_empty() { <small class="aside">{ if returned { format!(" → {caller_note}") } else { format!(" {caller_note}") } }</small> }
                if lit { { self.draw_function(function) } }
            </li>
        }
    }

    /// The active function: its purpose, its values, and a link to its source.
    fn draw_function(&self, function: &Function) -> Html {
        let (lang, release) = (self.view.store.lang, self.view.store.run.shown_release());
        let calls = words(lang).call_labels();
        let call = self.call_values(function, self.event_kind);
        let facts = |title: &'static str, class: &'static str, facts: &[NamedValue]| {
            let each = facts.iter().map(|fact| {
                let value = call_text::render_value(lang, self.view.wording, &fact.value);
                html! { <><dt>{ words(lang).value_name(fact.name) }</dt><dd>{ value }</dd></> }
            });
            if facts.is_empty() {
                Html::default()
            } else {
                html! { <section {class}><h4>{ title }</h4><dl>{ for each }</dl></section> }
            }
        };
        html! {
            <div class="work">
                <p>{ words(lang).role_description(function.role) }</p>
                { facts(calls.takes, "takes", &call.arguments) }
                { facts(calls.gives, "gives", &call.results) }
                if let Some(address) = function.source_url(release) {
                    <p><a class="link" href={address} target="_blank" rel="noopener noreferrer">{ function.file }{ " ↗" }<span class="hidden">{ calls.leaves }</span></a></p>
                }
            </div>
        }
    }
}

/// All functions of the release.
#[component]
fn Functions(props: &Props) -> Html {
    let Props { view, dispatch, .. } = props;
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with((view.store.player.moment, view.is_waiting_for_detail), move |_| {
            // The page is added to the document only after all effects have run.
            let later = Timeout::new(0, move || {
                if let Some(list) = list.cast::<HtmlElement>() {
                    scroll_to_function(&list);
                }
            });
            move || drop(later)
        });
    }
    let calls = words(view.store.lang).call_labels();
    let Some(moment) = SourceCtx::from_view(view, dispatch) else { return Html::default() };
    let rows = |around: bool| {
        let source = moment.tree.source.iter().enumerate();
        let htmls: Vec<Html> = source
            .filter(|(_, function)| function.file.is_empty() == around)
            .map(|(at, _)| moment.draw_row(at))
            .collect();
        htmls
    };
    html! {
        <div class="functions" ref={list}>
            <h3>{ calls.tree }<small>{ format!(" {}", view.store.run.shown_release().patch()) }</small></h3>
            if moment.tree.active.is_none() { <p class="muted">{ calls.not_begun }</p> }
            <ol role="list">{ for rows(false) }</ol>
            <h3>{ calls.around }</h3>
            <ol role="list">{ for rows(true) }</ol>
        </div>
    }
}

/// Scrolls the page of the inspector so that the active function is visible.
fn scroll_to_function(list: &HtmlElement) {
    let (Ok(Some(lit)), Ok(Some(body))) = (list.query_selector(".lit"), list.closest(".inspector-body")) else {
        return;
    };
    let (window, area) = (body.get_bounding_client_rect(), lit.get_bounding_client_rect());
    let free_height = (window.height() - area.height()).max(0.0);
    if area.top() < window.top() {
        body.scroll_by_with_x_and_y(0.0, area.top() - window.top() - free_height.min(40.0));
    } else if area.bottom() > window.bottom() {
        body.scroll_by_with_x_and_y(0.0, (area.bottom() - window.bottom() + 8.0).min(area.top() - window.top()));
    }
}
