//! What the picture of a moment has besides where it stands for itself, as a figure in a text: no queue stands beside it, and none of its
//! nodes changes its height, whatever a reader changes.

use crate::{
    moment_ctx::MomentCtx,
    node_model::find_tile,
    stage_model::{Scene, StageModel},
};

impl StageModel {
    /// Puts the pod of the attempt beside the node while it waits: it is on no node, and none is tried for it.
    pub fn add_waiting_pod(&mut self, ctx: &MomentCtx<'_>) {
        let Some(attempt) = ctx.attempt.filter(|_| ctx.is_in_attempt()) else { return };
        let is_drawn = self.has_tile(&attempt.pod);
        let Scene::Nodes(node_columns, _) = &mut self.scene else { return };
        let [node_column] = node_columns.as_mut_slice() else { return };
        if !is_drawn && node_column.tray.is_none() {
            node_column.waiting_pod = find_tile(ctx, &attempt.pod, &self.resource);
        }
    }

    /// Gives every node room above its rim for so much of the resource, at whatever moment of whatever run.
    pub fn set_room_above(&mut self, amount: i64) {
        if let Scene::Nodes(node_columns, _) = &mut self.scene {
            for node_column in node_columns {
                node_column.overhang = amount;
            }
        }
    }

    /// Leaves the checks of the filters out.
    pub fn remove_checks(&mut self) {
        if let Scene::Nodes(node_columns, _) = &mut self.scene {
            for node_column in node_columns {
                node_column.checks.clear();
            }
        }
    }
}
