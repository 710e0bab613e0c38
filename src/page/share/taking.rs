//! Files of what is seen, to be taken away.

use std::rc::Rc;

use crate::front::Toast;
use crate::lang::Lang;
use crate::run::Run;
use crate::share::{Gathering, Share, Sharing};
use crate::store::Effect;
use crate::wish::Wish;
use api::alias::{Table, restored};
use api::files::Opened;
use wire::Export;
use words::export::{file, name, words};
use words::markdown;
use words::markdown::told;

/// Details are gathered up to so many records of nodes: some tens of megabytes.
const MOST_RECORDS: usize = 40_000;
/// So many at most, however small.
const MOST: usize = 200;

/// What follows when a file is wanted, or something for it has come. `text` is the one in the editor.
pub fn change(share: &mut Share, run: &Run, lang: Lang, text: &str, sharing: Sharing) -> Vec<Wish> {
    match sharing {
        Sharing::Made(Export::Names, made) if made.body.is_empty() => vec![Wish::Tell(Toast::NoNames)],
        Sharing::Made(Export::Names, made) => {
            vec![Wish::Replace, Effect::Save(made.names, name(Export::Names)).into(), opened(made.body)]
        }
        Sharing::Names(table) => {
            let restored = Table::read(&table).map(|table| restored(text, &table));
            match restored {
                Some((text, 1..)) => vec![opened(text)],
                _ => vec![Wish::Tell(Toast::NoNames)],
            }
        }
        Sharing::Made(export, made) => {
            let title = lang.pick(&run.loaded.title);
            vec![Effect::Save(file(lang, export, title, &made), name(export)).into()]
        }
        Sharing::Tell => gather(share, run, lang),
        Sharing::Gathered => gathered(share, run, lang),
        // The page for paper asks for what it shows (`pictured`).
        Sharing::Copy | Sharing::Unpack { .. } | Sharing::Sheet(_) | Sharing::HandOut(_) | Sharing::Export(_) => {
            Vec::new()
        }
    }
}

/// Opens a text that was made of the present one.
fn opened(text: String) -> Wish {
    Effect::Opened(Opened { texts: vec![text], ..Opened::default() }, false).into()
}

/// Asks for all that the attempts found, as far as there is room for it.
fn gather(share: &mut Share, run: &Run, lang: Lang) -> Vec<Wish> {
    let most = (MOST_RECORDS / run.loaded.nodes.max(1)).clamp(1, MOST);
    let attempts: Vec<usize> = (0..run.trace.attempts.len()).take(most).collect();
    let missing = attempts.iter().copied().collect();
    share.gathering = Some(Gathering { run: run.trace.run, missing, ..Gathering::default() });
    if attempts.is_empty() {
        return gathered(share, run, lang);
    }
    vec![Effect::Details { run: run.trace.run, attempts }.into()]
}

/// Tells the run with what was gathered.
fn gathered(share: &mut Share, run: &Run, lang: Lang) -> Vec<Wish> {
    let gathering = share.gathering.take().filter(|it| it.run == run.trace.run);
    gathering.map(|gathering| Effect::Save(story(run, lang, &gathering), "story.md").into()).into_iter().collect()
}

/// The run as Markdown.
fn story(run: &Run, lang: Lang, gathering: &Gathering) -> String {
    let shown = &run.trace;
    let text = told(
        lang,
        &markdown::Run {
            loaded: &run.loaded,
            trace: &shown.trace,
            moments: &shown.moments,
            captions: &shown.captions,
            wording: releases::wording(run.shown_release()),
            details: &|number| gathering.found.get(&number).map(Rc::clone),
        },
    );
    let (found, all) = (gathering.found.len(), shown.attempts.len());
    if found < all { format!("{text}\n{}\n", words(lang).in_short(found, all)) } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::opening::Opening;
    use crate::store::{Action, Store};
    use crate::testing::Worker;
    use crate::update::reduce;
    use wire::Export;

    const LADDER: &str = include_str!("../../../www/scenarios/ladder.yaml");
    const SCORES: &str = include_str!("../../../www/scenarios/balance.yaml");

    /// The files that come of an action.
    fn saved(text: &str, lang: Lang, action: Action) -> Vec<(String, &'static str)> {
        let (store, effects) = reduce(&Store { lang, ..Store::default() }, Action::Open(Opening::Text(text.into())));
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
            let path = format!("{}/../../tests/stories/{kept}", env!("CARGO_MANIFEST_DIR"));
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
            (Export::Kwok, "kwok.sh", "#!/usr/bin/env bash\n# The tie-break ladder, rule by rule\n# Reproduces"),
            (Export::Trace, "trace.json", "{\"format\""),
        ] {
            let files = saved(LADDER, Lang::En, Action::Share(Sharing::Export(export)));
            assert!(files.len() == 1 && files[0].1 == name && files[0].0.starts_with(start), "{files:?}");
        }
    }
}
