//! Members that fit on no node, when they are tried, in a placement, or during preemption for their group: each is drawn above the node that
//! lacks the least for it.

use api::resources::Resource;
use trace::{group_steps::GroupStep, steps::Step};

use crate::{
    group_model::{GroupMark, MemberState},
    moment_ctx::MomentCtx,
    node_model::{IncomingPod, NewcomerPlace, NodeColumn, PodTile, Shortfall, TileState, find_tile},
};

/// Places the members that fit nowhere above nodes. The record of a dry run has only the placed members, so the shortage is computed here
/// from the pods on the nodes and the members placed before. If a node has enough of the resource, the member was rejected for another
/// reason, and no shortage is shown.
pub(crate) fn add_short_members(ctx: &MomentCtx<'_>, node_columns: &mut [NodeColumn], resource: &Resource) {
    let Some(group) = &ctx.group else { return };
    // In a placement, only its own nodes were tried. They are known if the placement is a zone.
    let zone = match ctx.step {
        Step::Group(GroupStep::Member(_) | GroupStep::WithoutUnits | GroupStep::Reprieve(_)) => None,
        Step::Group(GroupStep::Placement(_)) => match group.band.placements.last() {
            Some(placement) if node_columns.iter().any(|column| column.zone == placement.name) => Some(&placement.name),
            _ => return,
        },
        _ => return,
    };
    let is_tried = |column: &NodeColumn| zone.is_none_or(|zone| column.zone == *zone);
    // Members that were tried before have had their own steps.
    let is_shown = |order: usize| match ctx.step {
        Step::Group(GroupStep::Member(at)) => order == at + 1,
        _ => true,
    };
    let short_slots =
        group.band.slots.iter().zip(1..).filter(|(slot, _)| matches!(slot.state, MemberState::Nowhere(_)));
    for (slot, order) in short_slots.filter(|(_, order)| is_shown(*order)) {
        let Some(tile) = find_tile(ctx, &slot.pod, resource) else { continue };
        let missing: Vec<i64> =
            node_columns.iter().map(|column| tile.amount + amount_before(column, order) - column.capacity).collect();
        if missing.iter().zip(&*node_columns).any(|(missing, column)| *missing <= 0 && is_tried(column)) {
            continue;
        }
        // The node must not have a member that was placed later.
        let is_open = |column: &NodeColumn| {
            !column.is_missing
                && is_tried(column)
                && column.incoming.is_none()
                && column.tiles.iter().all(|tile| !is_after(tile.mark, order))
        };
        let nearest = (0..missing.len()).filter(|at| is_open(&node_columns[*at])).min_by_key(|at| missing[*at]);
        if nearest.is_some() {
            // A pod is drawn once: not also as nominated to this node.
            for column in node_columns.iter_mut() {
                column.nominated_pods.retain(|pod| pod.key != slot.pod);
            }
        }
        let Some((column, missing)) = nearest.map(|at| (&mut node_columns[at], missing[at])) else { continue };
        column.overhang = column.overhang.max(missing);
        let shortfall = Shortfall {
            resource: resource.clone(),
            requested: tile.amount,
            capacity: column.capacity,
            used: column.used_amount(),
            nominated: column.nominated_amount(),
            nominated_pods: column
                .nominated_pods
                .iter()
                .filter(|pod| pod.is_counted)
                .map(|pod| pod.key.clone())
                .collect(),
            missing,
        };
        let mark = tile.mark.map(|mark| GroupMark { order: Some(order), ..mark });
        column.incoming = Some(IncomingPod {
            tile: PodTile { mark, ..tile },
            place: NewcomerPlace::AboveRim(missing),
            shortfall: Some(shortfall),
            failure: None,
        });
    }
}

/// Whether the mark belongs to a member that is tried later.
fn is_after(mark: Option<GroupMark>, order: usize) -> bool {
    mark.and_then(|mark| mark.order).is_some_and(|other| other > order)
}

/// The amount used on a node when a member is tried.
fn amount_before(column: &NodeColumn, order: usize) -> i64 {
    let stands = column.tiles.iter().filter(|tile| tile.state != TileState::Placed || !is_after(tile.mark, order));
    stands.map(|tile| tile.amount).sum::<i64>() + column.nominated_amount()
}
