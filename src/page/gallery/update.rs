//! What is done in the gallery.

use crate::acts::Browsing;
use crate::gallery::Gallery;
use crate::page_part::PagePart;
use crate::store::{Action, Effect};
use crate::wish::Wish;

/// Does it.
pub fn change(gallery: &mut Gallery, browsing: Browsing) -> Vec<Wish> {
    match browsing {
        Browsing::Show(open) => {
            gallery.open = open;
            Vec::new()
        }
        Browsing::Entries(_) => vec![Wish::Part(PagePart::Teaching, Action::Gallery(browsing))],
        Browsing::Watch => vec![Effect::Watch.into()],
        Browsing::Fetch(number, step) => vec![Effect::Fetch(number, step).into()],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::Errand;
    use crate::page_part::{Coming, Stands};
    use crate::store::Store;
    use crate::update::reduce;

    #[test]
    fn what_it_tells_is_fetched_once_for_a_part_that_is_there() {
        let lists = |effects: &[Effect]| {
            let wanted = [Effect::FetchEntries, Effect::Learn(Errand::Course)];
            wanted.iter().filter(|wanted| effects.contains(wanted)).count()
        };
        let open = Action::Gallery(Browsing::Show(true));
        let mut store = Store::default();
        store.parts[PagePart::Teaching as usize] = Stands::Here;
        let (shown, effects) = reduce(&store, open.clone());
        assert_eq!(lists(&effects), 2);
        assert_eq!(lists(&reduce(&shown, open.clone()).1), 0, "it is open already");
        // A part that is still to come is asked for; its coming fetches the lists, also at the second try.
        store.parts[PagePart::Teaching as usize] = Stands::Away;
        let (waits, effects) = reduce(&store, open);
        assert_eq!(lists(&effects), 0);
        assert!(effects.contains(&Effect::FetchPart(PagePart::Teaching, None)), "{effects:?}");
        let came = |store: &Store, coming: Coming| reduce(store, Action::Parts(coming));
        let (failed, effects) = came(&waits, Coming::Came(PagePart::Teaching, false));
        assert_eq!(lists(&effects), 0);
        let (again, _) = came(&failed, Coming::Again(PagePart::Teaching));
        assert_eq!(lists(&came(&again, Coming::Came(PagePart::Teaching, true)).1), 2);
    }
}
