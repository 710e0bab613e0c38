//! Disruption budgets, and how many disruptions each still allows; and zones in trouble.

use yew::{Callback, Html, html};

use crate::craft::Thing;
use crate::selection::{Around, Look};
use crate::stage::scene::model::Stage;
use crate::store::Action;
use crate::view::{View, below, button, on, shield_of};
use record::Disruption;
use trace::guard::Guard;

/// The list below the queue.
pub fn budgets(view: &View, stage: &Stage, act: &Callback<Action>) -> Html {
    if view.frame.budgets.is_empty() {
        return Html::default();
    }
    let budgets = view.frame.budgets.iter().map(|(key, budget)| {
        let (status, name) = (&budget.status, budget.metadata.name.as_str());
        let (left, guard) = (status.disruptions_allowed, Guard::of(budget));
        let class = if guard == Guard::Open { "budget" } else { "budget spent" };
        let told = match guard {
            Guard::Uncounted => view.store.lang.stage().uncounted.to_owned(),
            _ => view.store.lang.budget_now(left, status.current_healthy, status.desired_healthy),
        };
        let about = (stage.budget.as_ref() == Some(key)).then_some("");
        html! {
            <li {class} key={key.to_string()} data-subject={about} data-budget={key.to_string()}>
                { shield_of(guard) }<button type="button" class="link" onclick={on(act, Action::Selection(Look::Around(Around::Budget(key.clone()))))}>{ name.to_owned() }</button>
                { button(view.store.lang.craft().menu, "icon", html! { "⋯" }, below(act, Thing::Budget(key.clone()))) }<span>{ told }</span>
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
pub fn zones(view: &View, act: &Callback<Action>) -> Html {
    if view.frame.zones.is_empty() {
        return Html::default();
    }
    let zones = view.frame.zones.iter().map(|(name, seen)| {
        let (zone, stage) = (&seen.zone, view.store.lang.stage());
        let class = if zone.state == Disruption::Normal { "budget" } else { "budget spent" };
        let face = if name.is_empty() { stage.without_zone } else { name.as_str() };
        let told = format!("{} · {}", zone.state.name(), view.store.lang.zone_now(zone.not_ready, zone.nodes));
        html! {
            <li {class} key={name.to_string()} data-zone={name.to_string()}>
                <button type="button" class="link" onclick={on(act, Action::Selection(Look::Around(Around::Zone(name.clone()))))}>{ face.to_owned() }</button><span>{ told }</span>
            </li>
        }
    });
    html! {
        <section class="budget-box zone-box">
            <h2>{ view.store.lang.stage().zones }</h2>
            <ul class="budgets" aria-label={view.store.lang.stage().zones}>{ for zones }</ul>
        </section>
    }
}
