//! What care for people's work changes elsewhere on the page.

use crate::builder;
use crate::care::update;
use crate::care::update::{After, tell};
use crate::care::{Caring, Failing, Trouble, fingerprint};
use crate::opening::Opening;
use crate::page_part::Stands;
use crate::run::Status;
use crate::store::{Effect, Store};
use crate::update::opening;
use crate::update::run::again;
use crate::wish::{Wish, outside};
use api::problem::{Finding, Place, Reading};

/// Does it.
pub fn change(store: &mut Store, caring: Caring) -> Vec<Wish> {
    match caring {
        Caring::BringBack(index) => {
            return update::take_back(&mut store.care, index)
                .map_or_else(Vec::new, |text| opening::change(store, Opening::Text(text)));
        }
        Caring::Broke(failing, said) => return outside(broke(store, failing, said)),
        Caring::Mine(text) => {
            store.builder.text = text;
            store.care.own = true;
        }
        Caring::ForgetAll => {
            builder::update::forget(&mut store.builder);
            store.bookmarks.clear();
            update::forget(&mut store.care);
            return vec![Effect::ForgetAll.into()];
        }
        Caring::FetchParts => {
            store.care.troubles.retain(|told| *told != Trouble::PartNotFetched);
            // Those that are needed are fetched now, the others when they are (`after`).
            store.parts.iter_mut().filter(|it| **it == Stands::Failed).for_each(|it| *it = Stands::Away);
        }
        Caring::Save => {
            let own = store.course.taken.as_ref().and_then(|taken| taken.source.as_ref());
            return vec![own.map_or(Effect::Download, |lesson| Effect::Save(lesson.to_string(), "lesson.md")).into()];
        }
        caring => return update::change(&mut store.care, &store.builder.text, caring),
    }
    Vec::new()
}

/// The engine failed.
fn broke(store: &mut Store, failing: Failing, said: String) -> Vec<Effect> {
    // A file that ends the engine is no fault of the text that is shown.
    if let (Some(name), Failing::Died) = (store.reading.broke(), failing) {
        let finding = Finding::new(Place::default(), Reading::Refused { said: said.into() });
        tell(&mut store.care, Trouble::Unreadable([(name.into(), finding)].into()));
        let mut effects = vec![Effect::Restart];
        effects.extend(again(store));
        return effects;
    }
    let after = update::broke(&mut store.care, failing, said, fingerprint(&store.run.text));
    let mut effects = match after {
        After::Again | After::Held => vec![Effect::KeepDeaths, Effect::Restart],
        After::Dead => Vec::new(),
    };
    if after == After::Again {
        effects.extend(again(store));
    } else if store.run.status == Status::Working {
        store.run.number += 1;
        store.run.status = Status::Broken;
    }
    effects
}
