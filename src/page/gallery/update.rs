//! What is done in the gallery.

use crate::acts::Browsing;
use crate::gallery::Gallery;
use crate::lesson::Errand;
use crate::page_part::PagePart;
use crate::store::{Action, Effect};
use crate::wish::Wish;

/// Does it.
pub fn change(gallery: &mut Gallery, browsing: Browsing) -> Vec<Wish> {
    match browsing {
        Browsing::Show(open) => {
            gallery.open = open;
            if open && gallery.entries.is_empty() {
                return [Effect::FetchEntries, Effect::Learn(Errand::Course)].map(Wish::from).into();
            }
        }
        Browsing::Entries(_) => return vec![Wish::Part(PagePart::Teaching, Action::Gallery(browsing))],
        Browsing::Watch => return vec![Effect::Watch.into()],
        Browsing::Fetch(number, step) => return vec![Effect::Fetch(number, step).into()],
    }
    Vec::new()
}
