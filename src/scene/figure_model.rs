//! Adjustments for a figure in a text: it has no queue beside it, and its nodes keep their height whatever the reader changes.

use crate::{
    moment_ctx::MomentCtx,
    node_model::find_tile,
    stage_model::{Scene, StageModel},
};

impl StageModel {
    /// Places the waiting pod of the attempt beside the node, unless it is already drawn.
    pub fn add_waiting_pod(&mut self, ctx: &MomentCtx<'_>) {
        let Some(attempt) = ctx.attempt.filter(|_| ctx.is_in_attempt()) else { return };
        let is_drawn = self.has_tile(&attempt.pod);
        let Scene::Nodes(node_columns, _) = &mut self.scene else { return };
        let [node_column] = node_columns.as_mut_slice() else { return };
        if !is_drawn && node_column.tray.is_none() {
            node_column.waiting_pod = find_tile(ctx, &attempt.pod, &self.resource);
        }
    }

    /// Reserves space above every node's capacity for this amount of the resource, for all moments and runs.
    pub fn set_room_above(&mut self, amount: i64) {
        if let Scene::Nodes(node_columns, _) = &mut self.scene {
            for node_column in node_columns {
                node_column.overhang = amount;
            }
        }
    }

    /// Removes the filter checks.
    pub fn remove_checks(&mut self) {
        if let Scene::Nodes(node_columns, _) = &mut self.scene {
            for node_column in node_columns {
                node_column.checks.clear();
            }
        }
    }
}
