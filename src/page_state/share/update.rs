//! Applies the actions of sharing. What makes files waits for the chunk `Editing` (`file_export`).

use crate::{
    share::{ShareMsg, ShareState},
    store::{EditingAction, Effect, Followup},
};

/// Does it.
pub fn update_share(share: &mut ShareState, share_msg: ShareMsg) -> Vec<Followup> {
    match share_msg {
        ShareMsg::CopyLink => return vec![Effect::CopyLink.into()],
        ShareMsg::OpenTextLink { link, or_first } => return vec![Effect::OpenTextLink(link, or_first).into()],
        ShareMsg::SetSheetOpen(is_open) => share.is_open = is_open,
        ShareMsg::SetHandoutOpen(is_open) => {
            (share.is_open, share.is_handout_open) = (false, is_open);
            let draw = is_open.then(|| Followup::Editing(EditingAction::Share(share_msg)));
            return [Followup::Pause].into_iter().chain(draw).collect();
        }
        ShareMsg::RequestExport(export) => return vec![Effect::ExportRun(export).into()],
        ShareMsg::ExportReady(..)
        | ShareMsg::ExportMarkdown
        | ShareMsg::DetailsComplete
        | ShareMsg::RestoreNames(_) => {
            return vec![Followup::Editing(EditingAction::Share(share_msg))];
        }
    }
    Vec::new()
}
