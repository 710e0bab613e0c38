//! What an action means where the page stands.

use crate::craft::{Craft, Thing};
use crate::lesson::update::meant;
use crate::panes::Page;
use crate::selection::{Around, Look};
use crate::store::{Action, Store};

/// What is done in the place of an action; mostly the action itself.
pub fn of(store: &Store, action: Action) -> Action {
    // While something is asked or a lesson is taken, a click may answer.
    let action = meant(store, &action).map_or(action, Action::Lesson);
    // Whoever builds goes from form to form.
    match action {
        Action::Selection(Look::Pick(Some(pod))) if store.inspector.page == Page::Edit => {
            Action::Crafting(Craft::Edit(Thing::Pod(pod)))
        }
        Action::Selection(Look::Open(node)) if store.inspector.page == Page::Edit => {
            Action::Crafting(Craft::Edit(Thing::Node(node)))
        }
        Action::Selection(Look::Around(Around::Budget(key))) if store.inspector.page == Page::Edit => {
            Action::Crafting(Craft::Edit(Thing::Budget(key)))
        }
        action => action,
    }
}
