//! Applies the actions of sharing. Actions that create files need the chunk `Editing` (`file_export`).

use crate::{
    actions::{
        Action, EditingAction,
        player::PlayerMsg,
        share::{ExportMsg, ShareMsg},
    },
    effects::{Effect, WorkerEffect},
    outcome::UpdateOutcome,
    share::ShareState,
};

/// Applies an action of sharing.
pub fn update_share(share: &mut ShareState, share_msg: ShareMsg) -> UpdateOutcome {
    match share_msg {
        ShareMsg::CopyLink => return Effect::CopyLink.into(),
        ShareMsg::OpenTextLink { link, opens_first_on_error } => {
            return Effect::OpenTextLink(link, opens_first_on_error).into();
        }
        ShareMsg::SetSheetOpen(is_open) => share.is_open = is_open,
        ShareMsg::SetHandoutOpen(is_open) => {
            (share.is_open, share.is_handout_open) = (false, is_open);
            let outcome = UpdateOutcome::from(Action::Player(PlayerMsg::Pause));
            return if is_open { outcome.then(EditingAction::RequestHandoutDetails) } else { outcome };
        }
        ShareMsg::DetailArrived(run_number, number, detail) => {
            if share.add_detail(run_number, number, &detail) {
                return Action::from(EditingAction::Export(ExportMsg::FinishMarkdown)).into();
            }
        }
        ShareMsg::RequestExport(export) => return Effect::Worker(WorkerEffect::ExportRun(export)).into(),
    }
    UpdateOutcome::default()
}
