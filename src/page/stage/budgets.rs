//! Disruption budgets, and how many disruptions each still allows; and zones in trouble.

use runlog::ZoneState;
use trace::budget_guard::BudgetState;
use ui::{callback::on_action, element::draw_button};
use yew::{Callback, Html, html};

use crate::{
    selection::{Guardrail, SelectionMsg},
    stage::scene::stage_model::StageModel,
    stage_edit::ObjectRef,
    store::Action,
    view::{View, draw_guard_shield, on_open_menu},
};

/// The list below the queue.
pub fn draw_budgets(view: &View, stage: &StageModel, dispatch: &Callback<Action>) -> Html {
    if view.frame.budgets.is_empty() {
        return Html::default();
    }
    let budgets = view.frame.budgets.iter().map(|(key, budget)| {
        let (status, name) = (&budget.status, budget.metadata.name.as_str());
        let (allowed, guard) = (status.disruptions_allowed, BudgetState::from_budget(budget));
        let class = if guard == BudgetState::Open { "budget" } else { "budget spent" };
        let text = match guard {
            BudgetState::Uncounted => view.store.lang.stage_labels().uncounted.to_owned(),
            _ => view.store.lang.budget_now(allowed, status.current_healthy, status.desired_healthy),
        };
        let about = (stage.budget.as_ref() == Some(key)).then_some("");
        html! {
            <li {class} key={key.to_string()} data-subject={about} data-budget={key.to_string()}>
                { draw_guard_shield(guard) }<button type="button" class="link" onclick={on_action(dispatch, Action::Selection(SelectionMsg::OpenGuardrail(Guardrail::Budget(key.clone()))))}>{ name.to_owned() }</button>
                { draw_button(view.store.lang.stage_edit_labels().menu, "icon", html! { "⋯" }, on_open_menu(dispatch, ObjectRef::Budget(key.clone()))) }<span>{ text }</span>
            </li>
        }
    });
    html! {
        <section class="budget-box">
            <h2>{ view.words.budgets }</h2>
            <ul class="budgets" aria-label={view.words.budgets}>{ for budgets }</ul>
        </section>
    }
}

/// The zones in which a node is not ready, below them.
pub fn draw_zones(view: &View, dispatch: &Callback<Action>) -> Html {
    if view.frame.zones.is_empty() {
        return Html::default();
    }
    let zones = view.frame.zones.iter().map(|(name, zone_view)| {
        let (zone, stage) = (&zone_view.zone, view.store.lang.stage_labels());
        let class = if zone.state == ZoneState::Normal { "budget" } else { "budget spent" };
        let face_text = if name.is_empty() { stage.without_zone } else { name.as_str() };
        let text = format!("{} · {}", zone.state.upstream_name(), view.store.lang.zone_now(zone.not_ready, zone.nodes));
        html! {
            <li {class} key={name.to_string()} data-zone={name.to_string()}>
                <button type="button" class="link" onclick={on_action(dispatch, Action::Selection(SelectionMsg::OpenGuardrail(Guardrail::Zone(name.clone()))))}>{ face_text.to_owned() }</button><span>{ text }</span>
            </li>
        }
    });
    html! {
        <section class="budget-box zone-box">
            <h2>{ view.store.lang.stage_labels().zones }</h2>
            <ul class="budgets" aria-label={view.store.lang.stage_labels().zones}>{ for zones }</ul>
        </section>
    }
}
