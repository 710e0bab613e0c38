//! Shields: the sign of a PodDisruptionBudget, drawn because few fonts have it. Its shape and its color show the state of the budgets.

use i18n::Lang;
use trace::budget_guard::{BudgetState, GuardingBudgets};
use yew::{Html, html};

/// Draws the sign without a state.
pub fn draw_shield() -> Html {
    html! {
        <svg class="shield" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M6 0.5 11 2v4c0 2.8-2 4.6-5 5.5C3 10.600 1 8.800 1 6V2z" fill="none" stroke="currentColor" stroke-width="1.5" />
        </svg>
    }
}

/// Draws the shield of a pod whose budgets are in this state, 12 pixels wide.
pub fn draw_guard_shield(guard: BudgetState) -> Html {
    html! { <svg class={format!("shield {}", guard.name())} viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">{ draw_shield_paths(guard) }</svg> }
}

/// Draws the shield of a pod in a list, with its tooltip; empty without a budget.
pub fn draw_list_shield(lang: Lang, guards: &GuardingBudgets) -> Html {
    guards.tightest_state().map_or_else(Html::default, |guard| {
        let text = lang.pod_budgets_text(guards);
        html! { <span class="guard" title={text.clone()}>{ draw_guard_shield(guard) }<span class="hidden">{ text }</span></span> }
    })
}

/// Draws the shield within a picture. Firefox would scale a nested `svg` wrongly.
pub(crate) fn draw_shield_at(guard: BudgetState, x: i64, y: i64, size: i64) -> Html {
    html! { <g class={format!("shield {}", guard.name())} transform={format!("translate({x} {y}) scale({size}) scale(0.08333)")}>{ draw_shield_paths(guard) }</g> }
}

/// The paths of a shield, 12 units wide.
fn draw_shield_paths(guard: BudgetState) -> Html {
    let sign = match guard {
        BudgetState::Uncounted => "",
        BudgetState::Open => "M3.4 5.8 5.3 7.7 8.6 4",
        BudgetState::Closed => "M3.2 5.8h5.6",
        BudgetState::Short => "M6 2.8v3.4M6 7.7v1.2",
    };
    html! {
        <>
            <path class="plate" d="M6 0.7 10.8 2.2v3.7c0 2.7-1.9 4.4-4.8 5.3C3.1 10.3 1.2 8.6 1.2 5.9V2.2z" />
            if !sign.is_empty() { <path class="sign" d={sign} /> }
        </>
    }
}
