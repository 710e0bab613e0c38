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
            lists(gallery)
        }
        Browsing::Entries(_) => vec![Wish::Part(PagePart::Teaching, Action::Gallery(browsing))],
        Browsing::Watch => vec![Effect::Watch.into()],
        Browsing::Fetch(number, step) => vec![Effect::Fetch(number, step).into()],
    }
}

/// Fetches what the gallery tells, if it is seen and tells nothing yet.
pub fn lists(gallery: &Gallery) -> Vec<Wish> {
    match gallery.open && gallery.entries.is_empty() {
        true => [Effect::FetchEntries, Effect::Learn(Errand::Course)].map(Wish::from).into(),
        false => Vec::new(),
    }
}
