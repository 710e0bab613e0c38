//! Applies the actions of sharing. Whatever makes files waits for the chunk `sharing` (`file_export`).

use crate::{
    chunk::Chunk,
    followup::Followup,
    share::{ShareMsg, ShareState},
    store::{Action, Effect},
};

/// Does it.
pub fn update_share(share: &mut ShareState, share_msg: ShareMsg) -> Vec<Followup> {
    match share_msg {
        ShareMsg::CopyLink => return vec![Effect::CopyLink.into()],
        ShareMsg::OpenTextLink { link, or_first } => return vec![Effect::OpenTextLink(link, or_first).into()],
        ShareMsg::SetSheetOpen(is_open) => share.is_open = is_open,
        ShareMsg::SetHandoutOpen(is_open) => {
            (share.is_open, share.is_handout_open) = (false, is_open);
            let draw = is_open.then(|| Followup::ForChunk(Chunk::Sharing, Action::Share(share_msg)));
            return [Followup::Pause].into_iter().chain(draw).collect();
        }
        ShareMsg::RequestExport(export) => return vec![Effect::ExportRun(export).into()],
        ShareMsg::ExportReady(..)
        | ShareMsg::ExportMarkdown
        | ShareMsg::DetailsComplete
        | ShareMsg::RestoreNames(_) => {
            return vec![Followup::ForChunk(Chunk::Sharing, Action::Share(share_msg))];
        }
    }
    Vec::new()
}
