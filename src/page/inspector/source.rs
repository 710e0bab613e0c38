//! The scheduler's functions as a call tree: the one at work with its values, who called it, and what came of those that returned.

use std::rc::Rc;

use gloo::timers::callback::Timeout;
use web_sys::HtmlElement;
use yew::{Callback, Html, classes, component, html, use_effect_with, use_node_ref};

use crate::acts::Playing;
use crate::store::Action;
use crate::view::{Props, View, on};
use record::Attempt;
use record::What;
use releases::source::Function;
use trace::calls;
use trace::calls::{Call, Fact, Tree};
use trace::steps::Step;
use words::calls as told;
use words::calls::words;

/// The page of the inspector.
pub fn page(view: &Rc<View>, act: &Callback<Action>) -> Html {
    html! { <Functions view={view.clone()} act={act.clone()} /> }
}

/// What the page knows of the moment shown. The picture may be that of the moment before, as long as a detail is on its way; here
/// are the names already.
struct Reading<'v> {
    view: &'v View,
    act: &'v Callback<Action>,
    tree: Tree,
    step: Step,
    what: Option<&'v What>,
    /// The last attempt of this turn, and what it found.
    tried: Option<&'v What>,
    attempt: Option<Rc<Attempt>>,
}

impl<'v> Reading<'v> {
    fn of(view: &'v View, act: &'v Callback<Action>) -> Option<Self> {
        let (store, at) = (&view.store, view.store.player.at);
        let (events, moments) = (store.run.trace.trace.events(), &store.run.trace.moments);
        let tree = Tree::at(store.run.shown_release(), events, moments, at);
        let moment = moments.get(at)?;
        let turn = calls::turn(events, moments, at);
        let told = moments[turn.start..=at].iter().rev().filter_map(|moment| calls::what(events, moment));
        let tried = told.into_iter().find(|what| matches!(what, What::Attempted(_)));
        let attempt = match tried {
            Some(What::Attempted(tried)) => store.details.get(store.run.trace.run, tried.number).cloned(),
            _ => None,
        };
        Some(Self { view, act, tree, step: moment.step, what: calls::what(events, moment), tried, attempt })
    }

    fn call(&self, function: &Function, what: Option<&What>) -> Call {
        calls::of(function.role, self.step, what, self.attempt.as_deref())
    }

    fn brief(&self, facts: &[Fact]) -> String {
        let lang = self.view.store.lang;
        let each = facts.iter().take(2).map(|fact| {
            let (name, value) = (words(lang).value(fact.name), told::brief(lang, self.view.wording, &fact.value));
            format!("{name}: {value}")
        });
        each.collect::<Vec<_>>().join(" · ")
    }

    fn row(&self, at: usize) -> Html {
        let lang = self.view.store.lang;
        let function = &self.tree.source[at];
        let (lit, caller) = (self.tree.lit == Some(at), self.tree.callers.contains(&at));
        let returned = !lit && !caller && self.tree.returned(at);
        let aside = if caller {
            // What is handed on as it is, is told once.
            let above = self.tree.callers.iter().rev().find(|above| **above < at);
            let takes = |function| self.call(function, self.what).takes;
            let handed_on = above.is_some_and(|above| takes(&self.tree.source[*above]) == takes(function));
            if handed_on { String::new() } else { self.brief(&takes(function)) }
        } else if returned {
            self.brief(&self.call(function, self.tried).gives)
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
        let times = self.tree.times(at);
        let name = html! { <code>{ function.name }</code> };
        html! {
            <li class={classes!("call", state, format!("d{}", function.depth))} key={at} aria-current={lit.then_some("step")}>
                if let Some(to) = self.tree.next(at) {
                    <button type="button" title={words(lang).to_call(function.name)} onclick={on(self.act, Action::Player(Playing::Seek(to)))}>{ name }</button>
                } else { <span>{ name }</span> }
                if times > 1 { <small title={words(lang).called(times)}>{ format!(" ×{times}") }</small> }
                if !aside.is_empty() { <small class="aside">{ if returned { format!(" → {aside}") } else { format!(" {aside}") } }</small> }
                if lit { { self.work(function) } }
            </li>
        }
    }

    /// The function at work: what it is there for, its values, and where it can be read.
    fn work(&self, function: &Function) -> Html {
        let (lang, release) = (self.view.store.lang, self.view.store.run.shown_release());
        let own = words(lang).calls();
        let call = self.call(function, self.what);
        let facts = |title: &'static str, class: &'static str, facts: &[Fact]| {
            let each = facts.iter().map(|fact| {
                let value = told::value(lang, self.view.wording, &fact.value);
                html! { <><dt>{ words(lang).value(fact.name) }</dt><dd>{ value }</dd></> }
            });
            if facts.is_empty() {
                Html::default()
            } else {
                html! { <section {class}><h4>{ title }</h4><dl>{ for each }</dl></section> }
            }
        };
        html! {
            <div class="work">
                <p>{ words(lang).does(function.role) }</p>
                { facts(own.takes, "takes", &call.takes) }
                { facts(own.gives, "gives", &call.gives) }
                if let Some(address) = function.address(release) {
                    <p><a class="link" href={address} target="_blank" rel="noopener noreferrer">{ function.file }{ " ↗" }<span class="hidden">{ own.leaves }</span></a></p>
                }
            </div>
        }
    }
}

/// All functions of the release.
#[component]
fn Functions(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let list = use_node_ref();
    {
        let list = list.clone();
        use_effect_with((view.store.player.at, view.waits), move |_| {
            // A page that comes up is not in the document yet; it will be when all effects are done.
            let later = Timeout::new(0, move || {
                if let Some(list) = list.cast::<HtmlElement>() {
                    follow(&list);
                }
            });
            move || drop(later)
        });
    }
    let own = words(view.store.lang).calls();
    let Some(moment) = Reading::of(view, act) else { return Html::default() };
    let rows = |around: bool| {
        let source = moment.tree.source.iter().enumerate();
        let own: Vec<Html> =
            source.filter(|(_, it)| it.file.is_empty() == around).map(|(at, _)| moment.row(at)).collect();
        own
    };
    html! {
        <div class="functions" ref={list}>
            <h3>{ own.tree }<small>{ format!(" {}", view.store.run.shown_release().patch()) }</small></h3>
            if moment.tree.lit.is_none() { <p class="muted">{ own.not_begun }</p> }
            <ol role="list">{ for rows(false) }</ol>
            <h3>{ own.around }</h3>
            <ol role="list">{ for rows(true) }</ol>
        </div>
    }
}

/// Scrolls the page of the inspector, so that the function at work is seen.
fn follow(list: &HtmlElement) {
    let (Ok(Some(lit)), Ok(Some(body))) = (list.query_selector(".lit"), list.closest(".inspector-body")) else {
        return;
    };
    let (window, area) = (body.get_bounding_client_rect(), lit.get_bounding_client_rect());
    let room = (window.height() - area.height()).max(0.0);
    if area.top() < window.top() {
        body.scroll_by_with_x_and_y(0.0, area.top() - window.top() - room.min(40.0));
    } else if area.bottom() > window.bottom() {
        body.scroll_by_with_x_and_y(0.0, (area.bottom() - window.bottom() + 8.0).min(area.top() - window.top()));
    }
}
