//! Disruption budgets, and how many disruptions each still allows.

use yew::{Callback, Html, html};

use crate::craft::{Craft, Thing};
use crate::stage::scene::model::Stage;
use crate::store::Action;
use crate::view::{View, below, button, on, shield_of};
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
                { shield_of(guard) }<button type="button" class="link" onclick={on(act, Action::Crafting(Craft::Edit(Thing::Budget(key.clone()))))}>{ name.to_owned() }</button>
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
