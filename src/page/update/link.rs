//! What the page makes of a link, which may say something about all of it.

use std::rc::Rc;

use crate::builder::writing::retext;
use crate::care::{Trouble, update as care};
use crate::panes::Page;
use crate::player::Wanted;
use crate::share::link::{DEFAULT, HANDED, LANGS, QUIZ, SCENARIO, TABS};
use crate::store::{Effect, Store};
use crate::update::branches;
use crate::update::run::run;
use api::Str;
use api::link::Fields;
use api::shortened;
use releases::Release;
use trace::names::Name;

/// Opens what a link carries. What cannot be done of it is told, and the rest is done.
pub fn open(store: &mut Store, text: Rc<str>, scenario: Option<usize>, fields: &Fields) -> Vec<Effect> {
    let mut effects: Vec<Effect> =
        care::replace(&mut store.care, &store.builder.text, scenario.is_none()).into_iter().collect();
    retext(&mut store.builder, &store.run, text, false);
    store.gallery.scenario = None;
    if let Some(number) = scenario {
        store.gallery.opened(number, &store.builder.text);
    }
    store.gallery.open = false;
    (store.run.release, store.selection.pod, store.selection.node, store.inspector.page) =
        (None, None, None, Page::Now);
    store.share.beside = None;
    let mut wanted = Wanted::Moment(0);
    let mut strange = Vec::new();
    for (key, value) in fields.iter() {
        if let Known::No = read(store, &mut wanted, key, value) {
            strange.push(if value.is_empty() { key.to_owned() } else { format!("{key}={value}") });
        }
    }
    effects.extend(run(store, Some(wanted)));
    if !strange.is_empty() {
        care::tell(&mut store.care, Trouble::Strange(shortened(&strange.join(", "))));
    }
    effects
}

/// Whether something in a link is known here.
enum Known {
    Yes,
    No,
}

impl<T> From<Option<T>> for Known {
    fn from(found: Option<T>) -> Self {
        if found.is_some() { Self::Yes } else { Self::No }
    }
}

fn read(store: &mut Store, wanted: &mut Wanted, key: &str, value: &str) -> Known {
    match key {
        SCENARIO | HANDED => {}
        "step" => return Name::read(value).map(|name| *wanted = Wanted::Named(name)).into(),
        "moment" => return value.parse().ok().map(|number| *wanted = Wanted::Numbered(number)).into(),
        "release" => {
            store.run.release = Release::named(value);
            if store.run.release.is_none() {
                care::tell(&mut store.care, Trouble::UnknownRelease(shortened(value)));
            }
        }
        "pod" if value.contains('/') => store.selection.pod = Some(value.into()),
        "pod" => store.selection.pod = Some(Str::from(format!("{DEFAULT}{value}"))),
        "node" => store.selection.node = Some(value.into()),
        "tab" => {
            return TABS.iter().find(|(tab, _)| *tab == value).map(|(_, page)| store.inspector.page = *page).into();
        }
        "beside" => {
            store.share.beside = Release::named(value);
            return store.share.beside.into();
        }
        "present" => store.front.presents = true,
        // For this visit, as well.
        QUIZ => store.course.predict.on = true,
        // For this visit: a person's own choice is kept.
        "lang" => return LANGS.iter().find(|(lang, _)| *lang == value).map(|(_, lang)| store.lang = *lang).into(),
        _ => return Known::No,
    }
    Known::Yes
}

/// The run is there: what the link wants beside it follows.
pub fn ran(store: &mut Store) -> Vec<Effect> {
    let goes = store.reading.opens();
    let beside = store.share.beside.take().filter(|release| !goes && *release != store.run.shown_release());
    beside.map_or_else(Vec::new, |release| branches::compare(store, release))
}
