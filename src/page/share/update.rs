//! What is done to share what is shown, until the part of the program is there that makes it (`taking`).

use crate::page_part::PagePart;
use crate::share::{Share, Sharing};
use crate::store::{Action, Effect};
use crate::wish::Wish;

/// Does it.
pub fn change(share: &mut Share, sharing: Sharing) -> Vec<Wish> {
    match sharing {
        Sharing::Copy => return vec![Effect::Share.into()],
        Sharing::Unpack { link, or_first } => return vec![Effect::Unpack(link, or_first).into()],
        Sharing::Sheet(open) => share.open = open,
        Sharing::HandOut(open) => {
            (share.open, share.handout) = (false, open);
            let drawn = open.then(|| Wish::Part(PagePart::Sharing, Action::Share(sharing)));
            return [Wish::Pause].into_iter().chain(drawn).collect();
        }
        Sharing::Export(export) => return vec![Effect::Export(export).into()],
        Sharing::Made(..) | Sharing::Tell | Sharing::Gathered | Sharing::Names(_) => {
            return vec![Wish::Part(PagePart::Sharing, Action::Share(sharing))];
        }
    }
    Vec::new()
}
