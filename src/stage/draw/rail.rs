//! Draws the rail: all nodes in small, each with its state at the step.

use scene::{
    node_model::TileState,
    stage_model::{RailEntry, Scene, StageModel},
};
use yew::{Html, classes, html};

use crate::{
    draw::{draw_ctx::DrawCtx, node_text, thumbnail},
    event::StageEvent,
};

/// Draws all nodes of the rail.
pub fn draw_rail(ctx: &DrawCtx<'_>, model: &StageModel) -> Html {
    let most = model.rail.iter().map(|entry| entry.node.capacity).max().unwrap_or(1).max(1);
    let is_alone = matches!(model.scene, Scene::RailOnly);
    // The rope of a group needs space on the left.
    let is_roped = model.group.is_some() && model.rail.iter().any(|entry| !ghost_orders(entry).is_empty());
    let hue = model.group.as_ref().map_or(0, |band| band.mark.hue);
    let roped = is_roped.then(|| classes!("roped", format!("g{hue}")));
    let count: usize = model.rail.iter().map(|entry| 1 + entry.equal_nodes.len()).sum();
    html! {
        <section class="rail" aria-label={ctx.words.nodes}>
            <h2>{ ctx.words.nodes }<span class="count">{ count }</span></h2>
            { for zones_of_rail(&model.rail, is_alone).into_iter().map(|(zone, entries)| html! {
                <>
                    if let Some(zone) = zone { <h3>{ zone_title(ctx, zone, &entries) }</h3> }
                    <ul class={roped.clone()}>{ for entries.into_iter().map(|entry| draw_item(ctx, entry, most, is_alone)) }</ul>
                </>
            }) }
        </section>
    }
}

/// The nodes by zone if the rail is the whole picture and there are zones; otherwise all of them together.
fn zones_of_rail(rail: &[RailEntry], is_alone: bool) -> Vec<(Option<&str>, Vec<&RailEntry>)> {
    if !is_alone || rail.iter().all(|entry| entry.node.zone.is_empty()) {
        return vec![(None, rail.iter().collect())];
    }
    let mut zones: Vec<(Option<&str>, Vec<&RailEntry>)> = Vec::new();
    for entry in rail {
        let zone = Some(entry.node.zone.as_str());
        match zones.iter_mut().find(|(other, _)| *other == zone) {
            Some((_, entries)) => entries.push(entry),
            None => zones.push((zone, vec![entry])),
        }
    }
    zones
}

/// The name of a zone, and its number of nodes.
fn zone_title(ctx: &DrawCtx<'_>, zone: &str, entries: &[&RailEntry]) -> String {
    let count: usize = entries.iter().map(|entry| 1 + entry.equal_nodes.len()).sum();
    let name = if zone.is_empty() { ctx.lang.stage_labels().without_zone } else { zone };
    format!("{name} · {count}")
}

/// The numbers of the members that are placed on a node, but not bound.
fn ghost_orders(entry: &RailEntry) -> Vec<usize> {
    let ghosts = entry.node.tiles.iter().filter(|tile| tile.state == TileState::Placed);
    let mut orders: Vec<usize> = ghosts.filter_map(|tile| tile.mark.and_then(|mark| mark.order)).collect();
    orders.sort_unstable();
    orders
}

fn draw_item(ctx: &DrawCtx<'_>, rail_entry: &RailEntry, most: i64, is_alone: bool) -> Html {
    let name = &rail_entry.node.node;
    let (class, text) = node_text::verdict_text(ctx, &rail_entry.node.verdict);
    let text = match text.as_str() {
        "" if rail_entry.node.is_missing => ctx.lang.stage_labels().missing.to_owned(),
        "" => node_text::fullness_text(ctx, &rail_entry.node),
        _ => text,
    };
    let state = node_text::node_state_text(ctx, &rail_entry.node);
    let has_stack = is_alone && !rail_entry.equal_nodes.is_empty();
    let orders = ghost_orders(rail_entry);
    let guards = thumbnail::thumbnail_budgets(rail_entry);
    let title = (!guards.0.is_empty()).then(|| ctx.lang.protecting_budgets_text(&guards));
    let unlike = ctx.differing_nodes.contains(name);
    let class_of = classes!("mini-node", rail_entry.is_on_stage.then_some("on"), unlike.then_some("unlike"));
    html! {
        <li key={name.to_string()} class={(!orders.is_empty()).then_some("tied")}>
            { for orders.iter().map(|order| html! { <i class="bead" aria-hidden="true">{ order.to_string() }</i> }) }
            <button type="button" class={class_of} data-mini={name.to_string()} {title} aria-current={rail_entry.is_on_stage.then_some("true")}
                onclick={ctx.on_click(StageEvent::OpenNode(name.clone()))}>
                <span class="mini-told"><b>{ name.to_string() }</b><span class={class}>{ text }</span>
                    if !state.is_empty() { <span class="node-state">{ state }</span> }
                    if !rail_entry.equal_nodes.is_empty() { <small title={rail_entry.equal_nodes.join(", ")}>{ ctx.lang.more_alike(rail_entry.equal_nodes.len()) }</small> }
                    if unlike { <span class="hidden">{ ctx.words.differs }</span> }</span>
                { thumbnail::draw_thumbnail(ctx.priorities, rail_entry, most) }
                if has_stack { { thumbnail::draw_stack(rail_entry) } }
                if !guards.0.is_empty() { <span class="hidden">{ ctx.lang.protecting_budgets_text(&guards) }</span> }
            </button>
        </li>
    }
}
