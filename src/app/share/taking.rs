//! Files of what is seen, to be taken away.

use std::rc::Rc;

use crate::api::alias::{Table, restored};
use crate::api::files::Opened;
use crate::app::care;
use crate::app::front::Toast;
use crate::app::share::{Gathering, Sharing, pictured};
use crate::app::store::{Effect, Store};
use crate::releases;
use crate::wire::Export;
use crate::words::export::{file, name, words};
use crate::words::markdown::{Run, told};

/// Details are gathered up to so many records of nodes: some tens of megabytes.
const MOST_RECORDS: usize = 40_000;
/// So many at most, however small.
const MOST: usize = 200;

/// What follows when a file is wanted, or something for it has come.
pub fn change(store: &mut Store, sharing: Sharing) -> Vec<Effect> {
    match sharing {
        Sharing::Made(Export::Names, made) if made.body.is_empty() => toast(store),
        Sharing::Made(Export::Names, made) => {
            let mut effects = care::update::replace(store, false);
            effects.push(Effect::Save(made.names, name(Export::Names)));
            effects.push(opened(made.body));
            effects
        }
        Sharing::Names(table) => {
            let restored = Table::read(&table).map(|table| restored(&store.builder.text, &table));
            match restored {
                Some((text, 1..)) => vec![opened(text)],
                _ => toast(store),
            }
        }
        Sharing::Made(export, made) => {
            let title = store.run.loaded.title.read(store.lang);
            vec![Effect::Save(file(store.lang, export, title, &made), name(export))]
        }
        Sharing::Tell => gather(store),
        Sharing::Gathered => {
            let gathering = store.share.gathering.take().filter(|it| it.run == store.run.trace.run);
            gathering.map(|gathering| Effect::Save(story(store, &gathering), "story.md")).into_iter().collect()
        }
        Sharing::HandOut(true) => pictured::ask(store),
        Sharing::Copy | Sharing::Sheet(_) | Sharing::HandOut(false) | Sharing::Export(_) => Vec::new(),
    }
}

/// Opens a text that was made of the present one.
fn opened(text: String) -> Effect {
    Effect::Opened(Opened { texts: vec![text], ..Opened::default() }, false)
}

fn toast(store: &mut Store) -> Vec<Effect> {
    store.front.toast = Some(Toast::NoNames);
    vec![Effect::Fade]
}

/// Asks for all that the attempts found, as far as there is room for it.
fn gather(store: &mut Store) -> Vec<Effect> {
    let run = store.run.trace.run;
    let most = (MOST_RECORDS / store.run.loaded.nodes.max(1)).clamp(1, MOST);
    let attempts: Vec<usize> = (0..store.run.trace.attempts.len()).take(most).collect();
    let missing = attempts.iter().copied().collect();
    store.share.gathering = Some(Gathering { run, missing, ..Gathering::default() });
    if attempts.is_empty() {
        return change(store, Sharing::Gathered);
    }
    vec![Effect::Details { run, attempts }]
}

/// The run as Markdown.
fn story(store: &Store, gathering: &Gathering) -> String {
    let shown = &store.run.trace;
    let run = Run {
        loaded: &store.run.loaded,
        trace: &shown.trace,
        moments: &shown.moments,
        captions: &shown.captions,
        wording: releases::wording(store.run.shown_release()),
        details: &|number| gathering.found.get(&number).map(Rc::clone),
    };
    let text = told(store.lang, &run);
    let (found, all) = (gathering.found.len(), shown.attempts.len());
    if found < all { format!("{text}\n{}\n", words(store.lang).in_short(found, all)) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::lang::Lang;
    use crate::app::store::Action;
    use crate::app::testing::Worker;
    use crate::app::update::reduce;
    use crate::wire::Export;

    const LADDER: &str = include_str!("../../../www/scenarios/ladder.yaml");
    const SCORES: &str = include_str!("../../../www/scenarios/balance.yaml");

    /// The files that come of an action.
    fn saved(text: &str, lang: Lang, action: Action) -> Vec<(String, &'static str)> {
        let (store, effects) = reduce(&Store { lang, ..Store::default() }, Action::Open(text.into()));
        let mut worker = Worker::default();
        let store = worker.serve(store, effects);
        let (store, effects) = reduce(&store, action);
        worker.saved(store, effects)
    }

    #[test]
    fn the_story_is_as_it_was() {
        let kept = [
            (LADDER, Lang::En, "ladder.en.md"),
            (LADDER, Lang::Zh, "ladder.zh.md"),
            // Here nodes are scored.
            (SCORES, Lang::En, "scores.en.md"),
        ];
        for (text, lang, kept) in kept {
            let files = saved(text, lang, Action::Share(Sharing::Tell));
            let [(story, "story.md")] = &files[..] else { panic!("{files:?}") };
            let path = format!("{}/tests/stories/{kept}", env!("CARGO_MANIFEST_DIR"));
            if std::env::var_os("STORIES").is_some_and(|wish| wish == "write") {
                std::fs::write(&path, story).expect("a story");
            }
            assert_eq!(*story, std::fs::read_to_string(&path).expect("a story"), "STORIES=write writes it anew");
        }
    }

    #[test]
    fn files_are_made_by_the_worker_and_told_by_the_page() {
        for (export, name, start) in [
            (Export::Cluster, "cluster.yaml", "# The tie-break ladder, rule by rule\n# The objects"),
            (Export::Kwok, "kwok.sh", "#!/usr/bin/env bash\n# The tie-break ladder, rule by rule\n# Lets"),
            (Export::Trace, "trace.json", "{\"format\""),
        ] {
            let files = saved(LADDER, Lang::En, Action::Share(Sharing::Export(export)));
            assert!(files.len() == 1 && files[0].1 == name && files[0].0.starts_with(start), "{files:?}");
        }
    }
}
