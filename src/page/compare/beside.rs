//! Two branches side by side: both stages at moments that belong together, and what differs at them and in the whole run.

use std::rc::Rc;

use yew::{Callback, Html, component, html, use_memo};

use crate::acts::{Branching, Playing};
use crate::compare::branches::ending_differently;
use crate::stage::{queues, theatre};
use crate::store::Action;
use crate::view::{Beside, Props, View, button, on};
use trace::compare::{Parting, partings};
use words::{clock, compare, short};

/// Differences of the whole run that are listed.
const MOST: usize = 200;

/// Both stages.
pub fn stages(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let Some(beside) = &view.beside else { return Html::default() };
    let (here, there) = (view, &beside.view);
    let stage = |view: &Rc<View>| {
        html! {
            <section class="half" aria-label={name(view)}>
                <h2><span>{ name(view) }</span><small>{ format!("{} · {}", clock(view.store.now()), view.story.title) }</small></h2>
                { queues::phases(view) }
                { theatre::theatre(&theatre::props(view, act)) }
            </section>
        }
    };
    html! {
        <>
            <Differences view={view.clone()} {act} />
            <div class="duo">{ stage(here) }{ stage(there) }</div>
        </>
    }
}

/// The release, and the label of the branch where it says something more.
fn name(view: &View) -> String {
    let store = &view.store;
    let label = store.branches.all.get(store.branches.shown).map_or("", |branch| branch.label.as_str());
    let release = store.run.shown_release().name();
    match label {
        label if label == release => release.to_owned(),
        "" => format!("{release} · {}", view.words.branch_first),
        label => format!("{release} · {label}"),
    }
}

#[component]
fn Differences(props: &Props) -> Html {
    let Props { view, act, .. } = props;
    let (store, words) = (&view.store, view.words);
    let there = view.beside.as_ref().map(|beside| beside.view.store.run.trace.clone());
    let parted = use_memo((store.run.trace.clone(), there), |(here, there)| {
        there.as_ref().map_or_else(Vec::new, |there| partings(here.trace.events(), there.trace.events()))
    });
    let Some(beside) = &view.beside else { return Html::default() };
    let heads = [name(view), name(&beside.view)];
    html! {
        <section class="versus" aria-label={words.beside}>
            <header>
                <h2>{ words.beside }</h2>
                { button(words.close, "icon", html! { "×" }, on(act, Action::Branches(Branching::Beside(None)))) }
            </header>
            { at_this_step(view, beside, &heads) }
            <details>
                <summary>{ format!("{} ({})", words.parted, parted.len()) }</summary>
                { whole_run(props, &parted, &heads) }
            </details>
        </section>
    }
}

fn at_this_step(view: &View, beside: &Beside, heads: &[String; 2]) -> Html {
    let (lang, words) = (view.store.lang, view.words);
    let says = compare::words(lang);
    let rows = beside.deltas.iter().take(MOST).map(|delta| {
        let [what, here, there] = says.delta(delta);
        html! { <tr><th scope="row">{ what }</th><td>{ here }</td><td>{ there }</td></tr> }
    });
    if beside.deltas.is_empty() {
        let pods = view.unlike.len();
        let text = if pods == 0 { words.alike.to_owned() } else { lang.nodes_differ(pods) };
        return html! { <p class="muted" aria-live="polite">{ text }</p> };
    }
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={words.differs_now}><table class="differences" aria-live="polite">
            <caption>{ words.differs_now }</caption>
            <thead><tr><td></td>{ for heads.iter().map(|head| html! { <th scope="col">{ head.clone() }</th> }) }</tr></thead>
            <tbody>{ for rows }</tbody>
        </table></div>
    }
}

fn whole_run(props: &Props, parted: &[Parting], heads: &[String; 2]) -> Html {
    let Props { view, act, .. } = props;
    let (says, words) = (compare::words(view.store.lang), view.words);
    let attempts = parted.iter().take(MOST).map(|parting| {
        let name = says.nth_attempt(short(&parting.attempt.0), parting.attempt.1);
        let head = match parting.here.1 {
            Some(count) => html! { <button type="button" class="link" onclick={on(act, Action::Player(Playing::SeekEvents(count)))}>{ name }</button> },
            None => html! { { name } },
        };
        html! { <tr><th scope="row">{ head }</th><td>{ says.end(&parting.here.0) }</td><td>{ says.end(&parting.there.0) }</td></tr> }
    });
    let endings = ending_differently(&view.store);
    let endings = endings.iter().take(MOST).map(|it| {
        html! { <tr><th scope="row">{ format!("{} · {}", short(&it.pod), words.at_the_end) }</th><td>{ it.here.clone() }</td><td>{ it.there.clone() }</td></tr> }
    });
    html! {
        <div class="scroll" tabindex="0" role="region" aria-label={words.parted}><table class="differences">
            <thead><tr><td></td>{ for heads.iter().map(|head| html! { <th scope="col">{ head.clone() }</th> }) }</tr></thead>
            <tbody>{ for attempts }{ for endings }</tbody>
        </table></div>
    }
}
