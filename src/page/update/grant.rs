//! What features want beyond their own part of the state is done here.

use crate::craft::Thing;
use crate::inspector::asking;
use crate::page_part::PagePart;
use crate::panes::Page;
use crate::share::Sharing;
use crate::store::{Action, Effect, Store};
use crate::update::{branches, learning, run};
use crate::wish::Wish;
use crate::{care, console, known, parts, player};

/// Does what is wanted, in this order.
pub fn grant(store: &mut Store, wishes: Vec<Wish>) -> Vec<Effect> {
    wishes.into_iter().flat_map(|wish| one(store, wish)).collect()
}

fn one(store: &mut Store, wish: Wish) -> Vec<Effect> {
    match wish {
        Wish::Outside(effect) => return vec![effect],
        Wish::NameLesson => learning::name(store),
        Wish::Part(part, action) => {
            let wishes = parts::change(store, part, action);
            return grant(store, wishes);
        }
        Wish::Advance => {
            store.player.at = player::update::on(store);
            return beat(store);
        }
        Wish::Beat => return beat(store),
        Wish::Pause => store.player.playing = false,
        Wish::Menu(menu) => store.front.menu = menu,
        Wish::Gather(run, number, detail) => {
            if store.share.gathers(run, number, &detail) {
                return one(store, Wish::Part(PagePart::Sharing, Action::Share(Sharing::Gathered)));
            }
        }
        Wish::CopyLog => {
            return console::update::copied(&mut store.console, &store.answers, &asking::log(store.run.trace.run));
        }
        Wish::Seek(at) => store.player.seek(&store.run, at),
        Wish::Page(page) => store.inspector.page = page,
        Wish::Unfold => store.inspector.folded = false,
        Wish::CloseQuestion => store.inspector.asked = None,
        Wish::Choose(Thing::Node(name)) => store.selection.node = Some(name),
        Wish::Choose(Thing::Pod(key)) => store.selection.pod = Some(key),
        Wish::Choose(Thing::Budget(_)) => {}
        Wish::Form => {
            (store.inspector.page, store.inspector.folded, store.front.presents) = (Page::Edit, false, false);
        }
        Wish::Warn(trouble) => care::update::tell(&mut store.care, trouble),
        Wish::Tell(toast) => {
            store.front.toast = Some(toast);
            return vec![Effect::Fade];
        }
        Wish::Replace => return run::replace(store),
        Wish::Again => return run::again(store),
        Wish::Rerun => return run::rerun(store),
        Wish::FromStart => return run::keeping(store, None),
        Wish::Beside(label, text) => return branches::retext(store, label, text),
        Wish::Detail(number) => return known::update::detail(&mut store.details, store.run.trace.run, number),
        Wish::Stand => return learning::stand(store),
        Wish::Resume(lesson, text) => return learning::resume(store, &lesson, text),
        Wish::CloseGallery => store.gallery.open = false,
    }
    Vec::new()
}

/// Asks for the next beat while it plays.
fn beat(store: &mut Store) -> Vec<Effect> {
    if !store.player.playing {
        return Vec::new();
    }
    store.player.beat += 1;
    vec![Effect::Tick { beat: store.player.beat, after: store.pause() }]
}
