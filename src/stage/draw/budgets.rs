//! Draws PodDisruptionBudgets with their allowed disruptions, and zones with nodes that aren't ready.

use api::NamespacedName;
use runlog::ZoneState;
use scene::objects::{Guardrail, ObjectRef};
use trace::budget_guard::BudgetState;
use ui::element::{draw_button, lower_left};
use web_sys::Element;
use yew::{Callback, Html, MouseEvent, TargetCast, html};

use crate::{
    draw::{draw_ctx::DrawCtx, shield::draw_guard_shield},
    event::StageEvent,
};

/// Draws all PodDisruptionBudgets and marks the subject of the moment. With `has_menu`, each has a menu button.
pub fn draw_budgets(ctx: &DrawCtx<'_>, subject: Option<&NamespacedName>, has_menu: bool) -> Html {
    if ctx.frame.budgets.is_empty() {
        return Html::default();
    }
    let budgets = ctx.frame.budgets.iter().map(|(key, budget)| {
        let (status, name) = (&budget.status, budget.metadata.name.as_str());
        let (allowed, guard) = (status.disruptions_allowed, BudgetState::from_budget(budget));
        let class = if guard == BudgetState::Open { "budget" } else { "budget spent" };
        let text = match guard {
            BudgetState::Uncounted => ctx.lang.stage_labels().uncounted.to_owned(),
            _ => ctx.lang.budget_now(allowed, status.current_healthy, status.desired_healthy),
        };
        let about = (subject == Some(key)).then_some("");
        html! {
            <li {class} key={key.to_string()} data-subject={about} data-budget={key.to_string()}>
                { draw_guard_shield(guard) }<button type="button" class="link" onclick={ctx.on_click(StageEvent::OpenGuardrail(Guardrail::Budget(key.clone())))}>{ name.to_owned() }</button>
                if has_menu { { draw_button(ctx.lang.stage_edit_labels().menu, "icon", html! { "⋯" }, on_open_menu(ctx, ObjectRef::Budget(key.clone()))) } }<span>{ text }</span>
            </li>
        }
    });
    html! {
        <section class="budget-box">
            <h2>{ ctx.words.budgets }</h2>
            <ul class="budgets" aria-label={ctx.words.budgets}>{ for budgets }</ul>
        </section>
    }
}

/// Draws the zones in which a node isn't ready.
pub fn draw_zones(ctx: &DrawCtx<'_>) -> Html {
    if ctx.frame.zones.is_empty() {
        return Html::default();
    }
    let labels = ctx.lang.stage_labels();
    let zones = ctx.frame.zones.iter().map(|(name, zone_view)| {
        let zone = &zone_view.zone;
        let class = if zone.state == ZoneState::Normal { "budget" } else { "budget spent" };
        let face_text = if name.is_empty() { labels.without_zone } else { name.as_str() };
        let text = format!("{} · {}", zone.state.upstream_name(), ctx.lang.zone_now(zone.not_ready, zone.nodes));
        html! {
            <li {class} key={name.to_string()} data-zone={name.to_string()}>
                <button type="button" class="link" onclick={ctx.on_click(StageEvent::OpenGuardrail(Guardrail::Zone(name.clone())))}>{ face_text.to_owned() }</button><span>{ text }</span>
            </li>
        }
    });
    html! {
        <section class="budget-box zone-box">
            <h2>{ labels.zones }</h2>
            <ul class="budgets" aria-label={labels.zones}>{ for zones }</ul>
        </section>
    }
}

/// Opens the menu of an object below a button.
fn on_open_menu(ctx: &DrawCtx<'_>, object: ObjectRef) -> Callback<MouseEvent> {
    let on_event = ctx.on_event.clone();
    Callback::from(move |event: MouseEvent| {
        if let Some(element) = event.target_dyn_into::<Element>() {
            on_event.emit(StageEvent::OpenMenu { object: object.clone(), position: lower_left(&element) });
        }
    })
}
