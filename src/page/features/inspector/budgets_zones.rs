//! The page of budgets and zones, and the ruling at the current moment. The stage draws the same lines.

use std::rc::Rc;

use api::NamespacedName;
use i18n::ruling_text::{RulingItem, RulingText, Tone, render_ruling, words};
use page_state::actions::{Action, selection::SelectionMsg};
use scene::objects::{Guardrail, ObjectRef};
use stage::draw::shield::draw_guard_shield;
use trace::{budget_guard::BudgetState, ruling::Ruling, steps::Step};
use ui::{callback::on_action, element::draw_button};
use yew::{Callback, Html, classes, html};

use crate::{
    features::inspector::tables::draw_heading,
    view::{View, on_open_menu},
};

/// The maximum number of items in a table.
const MAX_ITEMS: usize = 60;
/// The maximum number of budgets and zones that are shown in full.
const MAX_FULL_SECTIONS: usize = 40;

/// All budgets and zones, the selected one first.
pub fn draw_budgets_zones(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let ruling_labels = words(view.store.lang).ruling_labels();
    let (frame, selected) = (&view.frame, view.store.selection.guardrail.as_ref());
    let mut budgets: Vec<&NamespacedName> = frame.budgets.keys().collect();
    budgets.sort_by_key(|key| selected != Some(&Guardrail::Budget((*key).clone())));
    let mut zones = frame.zone_names();
    zones.sort_by_key(|name| (selected != Some(&Guardrail::Zone(name.clone())), !frame.zones.contains_key(name)));
    let budget_sections = budgets.iter().take(MAX_FULL_SECTIONS).filter_map(|key| {
        let ruling = Ruling::Budget(frame.ruling_of_budget(key)?);
        let guard = BudgetState::from_budget(frame.budgets.get(*key)?);
        let menu = draw_button(
            view.store.lang.stage_edit_labels().menu,
            "icon",
            html! { "⋯" },
            on_open_menu(dispatch, ObjectRef::Budget((*key).clone())),
        );
        let is_chosen = selected == Some(&Guardrail::Budget((*key).clone()));
        Some(draw_section(
            view,
            dispatch,
            &ruling,
            is_chosen,
            key,
            html! { <>{ draw_guard_shield(guard) }{ " " }</> },
            menu,
        ))
    });
    let told_zones = zones.iter().take(MAX_FULL_SECTIONS).map(|name| {
        let ruling = Ruling::Zone(frame.ruling_of_zone(name));
        let is_chosen = selected == Some(&Guardrail::Zone(name.clone()));
        draw_section(view, dispatch, &ruling, is_chosen, name, Html::default(), Html::default())
    });
    let (budget_sections, told_zones): (Vec<Html>, Vec<Html>) = (budget_sections.collect(), told_zones.collect());
    let budgets = html! {
        <>
            <h2>{ draw_heading(view, dispatch, ruling_labels.budgets) }</h2>
            if budget_sections.is_empty() { <p class="muted">{ ruling_labels.no_budget }</p> }
            { for budget_sections }
        </>
    };
    let zones = html! {
        <>
            <h2>{ draw_heading(view, dispatch, ruling_labels.zones) }</h2>
            if told_zones.is_empty() { <p class="muted">{ ruling_labels.no_zone }</p> }
            { for told_zones }
        </>
    };
    let zones_first = matches!(selected, Some(Guardrail::Zone(_)));
    html! { <div class="pod-page around">if zones_first { { zones }{ budgets } } else { { budgets }{ zones } }</div> }
}

/// The ruling at the current moment, if its event is one.
pub fn draw_current_ruling(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let event = view.event.as_ref().filter(|_| view.step == Step::Event);
    let Some(ruling) = event.and_then(|event| Ruling::from_event(&event.what, &view.frame)) else {
        return Html::default();
    };
    html! { <div class="pod-page around">{ draw_section(view, dispatch, &ruling, false, "", Html::default(), Html::default()) }</div> }
}

fn draw_section(
    view: &View,
    dispatch: &Callback<Action>,
    ruling: &Ruling,
    is_selected: bool,
    name: &str,
    before: Html,
    after: Html,
) -> Html {
    let ruling_text = render_ruling(view.store.lang, ruling, view.frame.now);
    let ruling_labels = words(view.store.lang).ruling_labels();
    let lines = ruling_text.lines.iter().map(|line| {
        let class = match line.tone {
            Tone::Plain => "",
            Tone::Good => "good",
            Tone::Bad => "bad",
        };
        html! {
            <tr class={class} data-line={line.name}><th scope="row">{ draw_heading(view, dispatch, line.name) }</th><td>{ line.value.clone() }</td><td>{ line.source.clone() }</td></tr>
        }
    });
    html! {
        <section class={classes!("ruling-table", is_selected.then_some("chosen"))} data-ruling={name.to_owned()}>
            <h3>{ before }{ ruling_text.title.clone() }{ after }</h3>
            <table><tbody>{ for lines }</tbody></table>
            { for ruling_text.quote.iter().map(|quote| html! { <p class="quote"><q>{ quote.clone() }</q></p> }) }
            { draw_items(view, dispatch, ruling, &ruling_text) }
            <p class="upstream"><span>{ ruling_labels.function }</span><code>{ ruling_text.function }</code></p>
        </section>
    }
}

/// The items that were counted.
fn draw_items(view: &View, dispatch: &Callback<Action>, ruling: &Ruling, ruling_text: &RulingText) -> Html {
    if ruling_text.items.is_empty() {
        let is_budget = matches!(ruling, Ruling::Budget(_));
        let ruling_labels = words(view.store.lang).ruling_labels();
        return if is_budget {
            html! { <p class="muted">{ ruling_labels.none_selected }</p> }
        } else {
            Html::default()
        };
    }
    let draw_item = |draw_item: &RulingItem| {
        let key = if draw_item.name.contains('/') {
            NamespacedName::from(draw_item.name.as_str())
        } else {
            NamespacedName::new("default", &draw_item.name)
        };
        let selection_msg = match ruling {
            Ruling::Zone(_) => SelectionMsg::OpenNode(draw_item.name.as_str().into()),
            _ => SelectionMsg::PickPod(Some(key)),
        };
        let sign = if draw_item.is_counted { "✓ " } else { "✗ " };
        html! {
            <li class={if draw_item.is_counted { "good" } else { "bad" }}><span aria-hidden="true">{ sign }</span>
                <button type="button" class="link" onclick={on_action(dispatch, Action::Selection(selection_msg))}>{ draw_item.name.clone() }</button>
                if !draw_item.note.is_empty() { <small>{ format!(" {}", draw_item.note) }</small> }</li>
        }
    };
    let hidden_count = ruling_text.items.len().saturating_sub(MAX_ITEMS);
    html! {
        <details open={true}><summary>{ format!("{} ({})", ruling_text.items_title, ruling_text.items.len()) }</summary>
            <ul class="ruling-list">{ for ruling_text.items.iter().take(MAX_ITEMS).map(draw_item) }
                if hidden_count > 0 { <li class="muted">{ view.store.lang.and_more(hidden_count) }</li> }</ul></details>
    }
}
