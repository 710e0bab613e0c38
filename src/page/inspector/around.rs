//! What decides beside the scheduler: the page of budgets and zones, and the ruling of the moment shown. The stage draws the same lines.

use std::rc::Rc;

use yew::{Callback, Html, classes, html};

use crate::craft::Thing;
use crate::inspector::tables::marked;
use crate::selection::{Around, Look};
use crate::store::Action;
use crate::view::{View, below, button, on, shield_of};
use api::Str;
use trace::guard::Guard;
use trace::ruling::Ruling;
use trace::steps::Step;
use words::ruling::{Item, Sheet, Tone, sheet, words};

/// Items that a table lists at most.
const ITEMS: usize = 60;
/// Budgets and zones that are told in full.
const TOLD: usize = 40;

/// All budgets and zones; the chosen one first.
pub fn page(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let own = words(view.store.lang).ruling();
    let (frame, chosen) = (&view.frame, view.store.selection.around.as_ref());
    let mut budgets: Vec<&Str> = frame.budgets.keys().collect();
    budgets.sort_by_key(|key| chosen != Some(&Around::Budget((*key).clone())));
    let mut zones = frame.zone_names();
    zones.sort_by_key(|name| (chosen != Some(&Around::Zone(name.clone())), !frame.zones.contains_key(name)));
    let told_budgets = budgets.iter().take(TOLD).filter_map(|key| {
        let ruling = Ruling::Budget(frame.ruling_of_budget(key)?);
        let guard = Guard::of(frame.budgets.get(*key)?);
        let menu =
            button(view.store.lang.craft().menu, "icon", html! { "⋯" }, below(act, Thing::Budget((*key).clone())));
        let is_chosen = chosen == Some(&Around::Budget((*key).clone()));
        Some(section(view, act, &ruling, (is_chosen, key), html! { <>{ shield_of(guard) }{ " " }</> }, menu))
    });
    let told_zones = zones.iter().take(TOLD).map(|name| {
        let ruling = Ruling::Zone(frame.ruling_of_zone(name));
        let is_chosen = chosen == Some(&Around::Zone(name.clone()));
        section(view, act, &ruling, (is_chosen, name), Html::default(), Html::default())
    });
    let (told_budgets, told_zones): (Vec<Html>, Vec<Html>) = (told_budgets.collect(), told_zones.collect());
    let budgets = html! {
        <>
            <h2>{ marked(view, act, own.budgets) }</h2>
            if told_budgets.is_empty() { <p class="muted">{ own.no_budget }</p> }
            { for told_budgets }
        </>
    };
    let zones = html! {
        <>
            <h2>{ marked(view, act, own.zones) }</h2>
            if told_zones.is_empty() { <p class="muted">{ own.no_zone }</p> }
            { for told_zones }
        </>
    };
    let zones_first = matches!(chosen, Some(Around::Zone(_)));
    html! { <div class="pod-page around">if zones_first { { zones }{ budgets } } else { { budgets }{ zones } }</div> }
}

/// The ruling of the moment shown, if it is one.
pub fn now(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let event = view.event.as_ref().filter(|_| view.step == Step::Event);
    let Some(ruling) = event.and_then(|event| Ruling::of(&event.what, &view.frame)) else { return Html::default() };
    html! { <div class="pod-page around">{ section(view, act, &ruling, (false, ""), Html::default(), Html::default()) }</div> }
}

fn section(
    view: &View,
    act: &Callback<Action>,
    ruling: &Ruling,
    (chosen, name): (bool, &str),
    before: Html,
    after: Html,
) -> Html {
    let sheet = sheet(view.store.lang, ruling, view.frame.now);
    let own = words(view.store.lang).ruling();
    let lines = sheet.lines.iter().map(|line| {
        let class = match line.tone {
            Tone::Plain => "",
            Tone::Good => "good",
            Tone::Bad => "bad",
        };
        html! {
            <tr class={class} data-line={line.name}><th scope="row">{ marked(view, act, line.name) }</th><td>{ line.value.clone() }</td><td>{ line.why.clone() }</td></tr>
        }
    });
    html! {
        <section class={classes!("ruling-table", chosen.then_some("chosen"))} data-ruling={name.to_owned()}>
            <h3>{ before }{ sheet.title.clone() }{ after }</h3>
            <table><tbody>{ for lines }</tbody></table>
            { for sheet.quote.iter().map(|said| html! { <p class="quote"><q>{ said.clone() }</q></p> }) }
            { items(view, act, ruling, &sheet) }
            <p class="upstream"><span>{ own.function }</span><code>{ sheet.function }</code></p>
        </section>
    }
}

/// What was counted, item by item.
fn items(view: &View, act: &Callback<Action>, ruling: &Ruling, sheet: &Sheet) -> Html {
    if sheet.items.is_empty() {
        let is_budget = matches!(ruling, Ruling::Budget(_));
        let own = words(view.store.lang).ruling();
        return if is_budget {
            html! { <p class="muted">{ own.none_selected }</p> }
        } else {
            Html::default()
        };
    }
    let item = |item: &Item| {
        let key: Str =
            if item.name.contains('/') { item.name.as_str().into() } else { format!("default/{}", item.name).into() };
        let look = match ruling {
            Ruling::Zone(_) => Look::Open(item.name.as_str().into()),
            _ => Look::Pick(Some(key)),
        };
        let sign = if item.counts { "✓ " } else { "✗ " };
        html! {
            <li class={if item.counts { "good" } else { "bad" }}><span aria-hidden="true">{ sign }</span>
                <button type="button" class="link" onclick={on(act, Action::Selection(look))}>{ item.name.clone() }</button>
                if !item.note.is_empty() { <small>{ format!(" {}", item.note) }</small> }</li>
        }
    };
    let more = sheet.items.len().saturating_sub(ITEMS);
    html! {
        <details open={true}><summary>{ format!("{} ({})", sheet.items_are, sheet.items.len()) }</summary>
            <ul class="ruling-list">{ for sheet.items.iter().take(ITEMS).map(item) }
                if more > 0 { <li class="muted">{ view.store.lang.and_more(more) }</li> }</ul></details>
    }
}
