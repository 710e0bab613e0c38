//! The search over all commands: what a person can do without pointing at something, each by its name and its key. It comes with a part
//! of its own; keys themselves are heard by `keys`.

pub mod view;

use crate::acts::{Inspecting, Playing};
use crate::builder::Build;
use crate::console::Printing;
use crate::craft::{Craft, Made, Menu, MenuPage, Thing};
use crate::front::Showing;
use crate::keys;
use crate::keys::Press;
use crate::lang::Lang;
use crate::opening::Opening;
use crate::panes::{ConsoleTab, Page};
use crate::player::Stride;
use crate::run::Running;
use crate::settings::{Setting, Theme};
use crate::share::Sharing;
use crate::store::{Action, Store};
use releases::Release;
use wire::{Question, Trial};
use words::table::command::Command as Words;
use words::{evictors, outlook, short};

/// Where a menu opens that nothing was pointed at for, in pixels of the window.
const MIDDLE: (i32, i32) = (480, 160);

/// A command: its name, the key that does the same, and what it does where the page stands.
pub struct Command {
    /// What it is called.
    pub name: String,
    /// Its key as the list of keys writes it; empty without one.
    pub key: &'static str,
    /// What it does.
    pub does: Vec<Action>,
}

/// The name of a command, and its key.
type ByKey = (fn(&Words) -> &'static str, &'static str, Press);

/// What keys do, as they are written and as a browser calls them. What each does is said by the table of keys alone.
const BY_KEY: [ByKey; 28] = [
    (|it| it.play, "Space", Press::of(" ")),
    (|it| it.forward, "→", Press::of(".")),
    (|it| it.back, "←", Press::of(",")),
    (|it| it.next_preemption, "N", Press::of("n")),
    (|it| it.next_failure, "F", Press::of("f")),
    (|it| it.next_binding, "O", Press::of("o")),
    (|it| it.next_caption, "C", Press::of("c")),
    (|it| it.last_caption, "Shift + C", Press::shift("c")),
    (|it| it.next_event, "Shift + →", Press::shift("ArrowRight")),
    (|it| it.last_event, "Shift + ←", Press::shift("ArrowLeft")),
    (|it| it.home, "Home", Press::of("Home")),
    (|it| it.end, "End", Press::of("End")),
    (|it| it.faster, "+", Press::of("+")),
    (|it| it.slower, "−", Press::of("-")),
    (|it| it.lanes, "T", Press::of("t")),
    (|it| it.bookmark, "B", Press::of("b")),
    (|it| it.follow, "V", Press::of("v")),
    (|it| it.predict, "Q", Press::of("q")),
    (|it| it.present, "P", Press::of("p")),
    (|it| it.gallery, "G", Press::of("g")),
    (|it| it.builder, "E", Press::of("e")),
    (|it| it.run, "Ctrl + Enter", Press::ctrl("enter")),
    (|it| it.undo, "Ctrl + Z", Press::ctrl("z")),
    (|it| it.redo, "Ctrl + Y", Press::ctrl("y")),
    (|it| it.copy_link, "Ctrl + S", Press::ctrl("s")),
    (|it| it.inspector, "I", Press::of("i")),
    (|it| it.console, "L", Press::of("l")),
    (|it| it.keys, "?", Press::of("?")),
];

/// The keys of the first strides.
const STRIDES: [&str; Stride::ALL.len()] = ["1", "2", "3", "", "", ""];

/// All commands that mean something where the page stands.
pub fn all(store: &Store) -> Vec<Command> {
    let (own, fixed, lang) = (words::command::words(store.lang).command(), store.lang.words(), store.lang);
    let by_key = BY_KEY.iter().filter_map(|(name, key, press)| {
        let does = vec![keys::means(store, *press)?];
        Some(Command { name: name(own).to_owned(), key, does })
    });
    let one = |name: &str, does: Action| Command { name: name.to_owned(), key: "", does: vec![does] };
    let mut all: Vec<Command> = by_key.collect();
    all.extend(Stride::ALL.into_iter().zip(STRIDES).map(|(stride, key)| {
        let does = vec![Action::Player(Playing::Stride(stride))];
        Command { name: stride.name(fixed).to_owned(), key, does }
    }));
    all.extend([
        Command {
            does: vec![Action::Open(Opening::Text("".into())), Action::Front(Showing::Editor(true))],
            ..one(own.new, Action::Front(Showing::Editor(true)))
        },
        one(own.add_pod, Action::Crafting(Craft::Add(Made::Pod))),
        one(own.add_node, Action::Crafting(Craft::Add(Made::Node))),
        one(own.share, Action::Share(Sharing::Sheet(true))),
        one(own.save, Action::Builder(Build::Download)),
        Command {
            does: vec![Action::Console(Printing::Tab(ConsoleTab::Pending)), Action::Console(Printing::Open(true))],
            ..one(own.pending, Action::Console(Printing::Open(true)))
        },
    ]);
    let pages = [
        (Page::Now, fixed.page_now, ""),
        (Page::Filters, fixed.page_filters, ""),
        (Page::Scores, fixed.page_scores, ""),
        (Page::Preemption, fixed.page_preemption, ""),
        (Page::Pod, fixed.page_pod, ""),
        (Page::Node, fixed.node, ""),
        (Page::Around, fixed.page_around, ""),
        (Page::WhatIf, fixed.page_whatif, ""),
        (Page::Source, fixed.page_source, "S"),
        (Page::Edit, lang.craft().page, ""),
    ];
    all.extend(pages.map(|(page, name, key)| {
        let does = vec![Action::Inspector(Inspecting::Page(page))];
        Command { name: format!("{} {name}", own.page), key, does }
    }));
    all.extend(about_chosen(store));
    all.extend(
        Release::ALL.iter().map(|release| {
            one(&format!("{} {}", own.release, release.name()), Action::Run(Running::Release(*release)))
        }),
    );
    let other = if lang == Lang::En { Lang::Zh } else { Lang::En };
    all.extend([
        one(own.light, Action::Settings(Setting::Theme(Theme::Light))),
        one(own.dark, Action::Settings(Setting::Theme(Theme::Dark))),
        one(own.language, Action::Settings(Setting::Lang(other))),
    ]);
    all
}

/// What can be done for the chosen pod, and asked about it and the chosen node.
fn about_chosen(store: &Store) -> Vec<Command> {
    let (evicting, outlook) = (evictors::words(store.lang).evicting(), outlook::words(store.lang).outlook());
    let one = |about: &str, name: &str, does: Vec<Action>| Command {
        name: format!("{}: {name}", short(about)),
        key: "",
        does,
    };
    let ask = |page: Page, question: Question| {
        vec![Action::Inspector(Inspecting::Page(page)), Action::Inspector(Inspecting::Ask(Some(question)))]
    };
    let mut all = Vec::new();
    if let Some(pod) = store.selection.pod.clone() {
        let classes = Menu { thing: Thing::Pod(pod.clone()), at: MIDDLE, page: MenuPage::Classes };
        all.extend([
            one(&pod, evicting.protect, vec![Action::Crafting(Craft::Protect(pod.clone()))]),
            one(&pod, evicting.priority, vec![Action::Crafting(Craft::Menu(Some(classes)))]),
            one(&pod, evicting.ask, ask(Page::Pod, Question::Evictors(pod.clone()))),
        ]);
    }
    if let Some(node) = &store.selection.node {
        all.push(one(node, outlook.drain, ask(Page::Node, Question::Comes(Trial::Drain(node.clone())))));
    }
    all
}

/// Those that have every word of a search in their name or their key.
pub fn found<'c>(all: &'c [Command], query: &str) -> Vec<&'c Command> {
    let query = query.to_lowercase();
    let fits = |it: &&Command| {
        let told = format!("{} {}", it.name, it.key).to_lowercase();
        query.split_whitespace().all(|word| told.contains(word))
    };
    all.iter().filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Worker;
    use crate::update::reduce;

    fn store() -> Store {
        let text = include_str!("../../../www/scenarios/preemption.yaml");
        let (store, effects) = reduce(&Store::default(), Action::Open(Opening::Text(text.into())));
        Worker::default().serve(store, effects)
    }

    #[test]
    fn every_key_of_the_table_has_its_command() {
        let all = all(&store());
        let known: Vec<String> = all.iter().flat_map(|it| &it.does).map(|it| format!("{it:?}")).collect();
        for action in keys::actions(&store()) {
            // It is open already, and what stands in a list is chosen there.
            if matches!(action, Action::Front(Showing::Commands(_) | Showing::Dismiss) | Action::Builder(Build::Delete))
            {
                continue;
            }
            assert!(known.contains(&format!("{action:?}")), "{action:?}");
        }
    }

    #[test]
    fn each_has_a_name_of_its_own_in_every_language() {
        for lang in [Lang::En, Lang::Zh] {
            let all = all(&Store { lang, ..store() });
            assert!(all.len() >= BY_KEY.len() + STRIDES.len() + 20, "{}", all.len());
            let names = all.iter().map(|it| it.name.as_str()).collect::<api::Set<&str>>();
            assert_eq!(names.iter().count(), all.len());
        }
    }

    #[test]
    fn what_is_chosen_can_be_protected_and_asked_about() {
        let mut store = store();
        assert!(found(&all(&store), "protect").is_empty());
        (store.selection.pod, store.selection.node) = (Some("default/web".into()), Some("node-a".into()));
        let all = all(&store);
        let names = ["protect", "priority…", "evict", "drain"].map(|query| found(&all, query)[0].name.clone());
        let told = [
            "web: Protect this pod",
            "web: Give it a priority…",
            "web: What would evict it?",
            "node-a: Can I drain it?",
        ];
        assert_eq!(names, told);
    }

    #[test]
    fn a_search_finds_words_of_names_and_keys() {
        let all = all(&store());
        let names = |query| found(&all, query).iter().map(|it| it.name.clone()).collect::<Vec<_>>();
        assert_eq!(names("NEXT  preem"), ["Go to the next preemption"]);
        assert_eq!(names("ctrl enter"), ["Run the manifest as it is"]);
        assert_eq!(names("no such thing").len(), 0);
        assert_eq!(names("").len(), all.len());
    }
}
