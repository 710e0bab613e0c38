//! What actions make of a state.

mod runs;

use std::rc::Rc;

use api::link::Fields;
use record::{Event, What};
use wire::Happened;

use super::*;
use crate::acts::{Branching, Inspecting, Playing};
use crate::builder::{Build, Tab};
use crate::care::Caring;
use crate::front::Showing;
use crate::lang::Lang;
use crate::opening::Opening;
use crate::page_part::Coming;
use crate::run::Running;
use crate::settings::Setting;
use crate::share::Sharing;
use api::Millis;

fn ran(count: u64) -> Store {
    let (store, effects) = reduce(&Store::default(), Action::Open(Opening::Text("kind: Pod".into())));
    assert!(matches!(&effects[0], Effect::Run { run: 1, .. }));
    let event = |at| Event { at: Millis::new(at), what: What::Popped { pod: "default/a".into(), attempt: 1 } };
    reduce(
        &store,
        Action::Run(Running::Events(
            1,
            Happened { events: (0..count).map(event).collect(), done: true, ..Happened::default() },
        )),
    )
    .0
}

#[test]
fn plays_to_the_end_and_stops() {
    let mut store = ran(3);
    let mut effects;
    (store, effects) = reduce(&store, Action::Player(Playing::Toggle));
    while let Some(Effect::Tick { beat, .. }) = effects.first().cloned() {
        (store, effects) = reduce(&store, Action::Player(Playing::Tick(beat)));
    }
    assert_eq!((store.player.at, store.player.playing), (3, false));
}

#[test]
fn late_ticks_and_events_of_other_runs_change_nothing() {
    let store = ran(3);
    let (store, _) = reduce(&store, Action::Player(Playing::Toggle));
    assert_eq!(reduce(&store, Action::Player(Playing::Tick(store.player.beat + 1))).0, store);
    assert_eq!(
        reduce(
            &store,
            Action::Run(Running::Events(7, Happened { events: Vec::new(), done: true, ..Happened::default() }))
        )
        .0,
        store
    );
}

#[test]
fn seeks_stay_within_the_run() {
    let store = ran(3);
    assert_eq!(reduce(&store, Action::Player(Playing::StepBy(-4))).0.player.at, 0);
    assert_eq!(reduce(&store, Action::Player(Playing::End)).0.player.at, 3);
    assert_eq!(reduce(&store, Action::Player(Playing::StepEvent(true))).0.player.at, 1);
    let end = reduce(&store, Action::Player(Playing::End)).0;
    assert_eq!(reduce(&end, Action::Player(Playing::StepEvent(false))).0.player.at, 2);
    for (events, at) in [(0, 0), (2, 2), (9, 3)] {
        assert_eq!(reduce(&end, Action::Player(Playing::SeekEvents(events))).0.player.at, at);
    }
}

#[test]
fn a_link_opens_at_its_step() {
    let link = Action::Open(Opening::Link { text: "x".into(), scenario: None, fields: Fields::read("moment=2") });
    let (store, _) = reduce(&Store::default(), link);
    let event = |at| Event { at: Millis::new(at), what: What::Popped { pod: "default/a".into(), attempt: 1 } };
    let (store, _) = reduce(
        &store,
        Action::Run(Running::Events(
            1,
            Happened { events: (0..3).map(event).collect(), done: true, ..Happened::default() },
        )),
    );
    assert_eq!(store.player.at, 2);
}

#[test]
fn whoever_goes_elsewhere_is_not_taken_to_the_step_of_a_link() {
    let link = Action::Open(Opening::Link { text: "x".into(), scenario: None, fields: Fields::read("moment=2") });
    let (store, _) = reduce(&Store::default(), link);
    let (store, _) = reduce(&store, Action::Player(Playing::Home));
    assert_eq!(reduce(&store, runs::happens(1, true)).0.player.at, 0);
}

#[test]
fn a_link_closes_the_gallery_and_chooses_a_pod_of_its_namespace() {
    for (fields, pod) in [("pod=web", Some("default/web")), ("pod=shop/web", Some("shop/web")), ("node=a", None)] {
        let mut store = ran(3);
        store.gallery.open = true;
        let link = Opening::Link { text: "x".into(), scenario: None, fields: Fields::read(fields) };
        let (store, _) = reduce(&store, Action::Open(link));
        assert_eq!((store.gallery.open, store.selection.pod.as_deref()), (false, pod), "{fields}");
    }
}

#[test]
fn another_scenario_closes_the_editor_and_the_same_one_does_not() {
    let mut store = Store::default();
    store.front.editor = true;
    for (scenario, stays) in [(0, true), (0, true), (1, false)] {
        store = reduce(&store, Action::Open(Opening::Scenario(scenario, "kind: Node".into()))).0;
        assert_eq!(store.front.editor, stays, "{scenario}");
    }
}

#[test]
fn what_stands_in_front_goes_first_and_then_nobody_presents() {
    let dismiss = |store: &Store| reduce(store, Action::Front(Showing::Dismiss));
    let mut store = ran(3);
    (store.front.help, store.front.presents) = (true, true);
    let (store, effects) = dismiss(&store);
    assert_eq!((store.front.help, store.front.presents, effects), (false, true, Vec::new()));
    let (store, effects) = dismiss(&store);
    assert_eq!((store.front.presents, effects), (false, vec![Effect::FullScreen(false)]));
    assert_eq!(dismiss(&store), (store.clone(), Vec::new()));
}

#[test]
fn a_refusal_is_told_until_something_else_is_done() {
    let mut store = ran(3);
    store.builder.refused = true;
    assert!(reduce(&store, Action::Player(Playing::StepBy(1))).0.builder.refused);
    assert!(!reduce(&store, Action::Builder(Build::Leave)).0.builder.refused);
}

#[test]
fn what_more_follows_is_shown_with_it() {
    let (store, _) = reduce(&Store::default(), Action::Open(Opening::Text("x".into())));
    let event = |at| Event { at: Millis::new(at), what: What::Popped { pod: "default/a".into(), attempt: 1 } };
    let part = |from, more| Happened {
        events: (from..from + 3).map(event).collect(),
        more,
        done: !more,
        ..Happened::default()
    };
    let (some, effects) = reduce(&store, Action::Run(Running::Events(1, part(0, true))));
    assert!(Rc::ptr_eq(&some.run.trace, &store.run.trace) && effects.is_empty());
    let (all, _) = reduce(&some, Action::Run(Running::Events(1, part(3, false))));
    assert_eq!((all.run.trace.trace.events().len(), all.run.last(), all.run.coming.is_none()), (6, 6, true));
    let (other, _) = reduce(&some, Action::Open(Opening::Text("y".into())));
    let (other, _) = reduce(&other, Action::Run(Running::Events(2, part(0, false))));
    assert_eq!(other.run.trace.trace.events().len(), 3, "another run has none of it");
}

/// What the page does with what was read, action by action.
fn opened(store: Store, effects: Vec<Effect>) -> (Store, Vec<Effect>) {
    use std::cell::RefCell;

    let [Effect::Opened(opened, add)] = &effects[..] else { panic!("{effects:?}") };
    let acted = Rc::new(RefCell::new(Vec::new()));
    let heard = Rc::clone(&acted);
    let act = yew::Callback::from(move |action| heard.borrow_mut().push(action));
    builder::files::opened(opened.clone(), *add, &act);
    acted.take().into_iter().fold((store, Vec::new()), |(store, mut effects), action| {
        let (store, more) = reduce(&store, action);
        effects.extend(more);
        (store, effects)
    })
}

fn reads(store: &Store, does: reading::Does) -> (Store, Vec<Effect>) {
    reduce(store, Action::Reading(does))
}

#[test]
fn a_release_that_is_chosen_while_a_file_is_read_is_for_that_file() {
    use api::files::Opened;
    use reading::{Batch, Does};
    use releases::Release;

    let (own, other) = (Release::default(), Release::ALL[0]);
    assert_ne!(own, other);
    let mut before = ran(3);
    before.run.release = Some(own);
    let chosen = |store: &Store| {
        let (store, _) = reads(store, Does::Begin(Batch::default(), false));
        let (store, effects) = reduce(&store, Action::Run(Running::Release(other)));
        assert_eq!((effects, store.run.number), (Vec::new(), before.run.number), "the old text does not run once more");
        assert_eq!((store.chosen_release(), store.run.shown_release()), (other, own));
        store
    };
    let of = |texts: &[&str]| Opened { texts: texts.iter().map(|&it| it.into()).collect(), ..Opened::default() };
    let (store, effects) = reads(&chosen(&before), Does::Done(1, of(&["kind: Node"])));
    let (store, effects) = opened(store, effects);
    let runs = |effect: &Effect| matches!(effect, Effect::Run { text, release, .. } if *release == Some(other) && text.starts_with("kind: Node"));
    assert_eq!(effects.iter().filter(|effect| runs(effect)).count(), 1, "{effects:?}");
    assert_eq!((store.chosen_release(), store.run.shown_release()), (other, other));
    // Where nothing is opened the run before stays, with its release.
    let (stopped, _) = reads(&chosen(&before), Does::Stop);
    let (nothing, effects) = reads(&chosen(&before), Does::Done(1, of(&[])));
    let (nothing, _) = opened(nothing, effects);
    for store in [stopped, nothing] {
        assert_eq!((store.chosen_release(), store.run.number), (own, before.run.number));
        let (store, _) = reduce(&store, Action::Open(Opening::Text("kind: Pod".into())));
        assert_eq!(store.run.release, Some(own));
    }
    // What is added to a text takes the place of nothing.
    let (store, _) = reads(&before, Does::Begin(Batch::default(), true));
    let (store, effects) = reduce(&store, Action::Run(Running::Release(other)));
    assert!(matches!(effects.first(), Some(Effect::Run { release, .. }) if *release == Some(other)), "{effects:?}");
    assert_eq!(store.run.shown_release(), other);
}

#[test]
fn what_is_being_read_is_not_shared() {
    use crate::front::Toast;
    use reading::{Batch, Does};
    use wire::Export;

    let before = ran(3);
    let (open, _) = reduce(&before, Action::Share(Sharing::Sheet(true)));
    assert!(open.share.open);
    let (store, _) = reads(&open, Does::Begin(Batch::default(), false));
    assert!(!store.share.open, "what it would share is about to go");
    for sharing in
        [Sharing::Sheet(true), Sharing::Copy, Sharing::HandOut(true), Sharing::Export(Export::Trace), Sharing::Tell]
    {
        let (told, effects) = reduce(&store, Action::Share(sharing.clone()));
        assert_eq!((told.front.toast, effects), (Some(Toast::Reading), vec![Effect::Fade]), "{sharing:?}");
        assert!(!told.share.open && !told.share.handout, "{sharing:?}");
    }
    let (stopped, _) = reads(&store, Does::Stop);
    let (adds, _) = reads(&before, Does::Begin(Batch::default(), true));
    for store in [stopped, adds] {
        assert!(reduce(&store, Action::Share(Sharing::Sheet(true))).0.share.open);
        assert_eq!(reduce(&store, Action::Share(Sharing::Copy)).1, [Effect::Share]);
    }
}

#[test]
fn what_starts_from_the_old_text_waits_while_a_file_is_read() {
    use crate::craft::{Craft, Made, Thing};
    use crate::front::Toast;
    use api::dump::{Progress, Seen};
    use reading::{Batch, Does};
    use releases::Release;
    use wire::Question;

    let node: api::Node = serde_json::from_str(r#"{"metadata": {"name": "n"}}"#).expect("a node");
    let mut before = ran(3);
    before.front.editor = true;
    let (reading, _) = reads(&before, Does::Begin(Batch::default(), false));
    let (drawn, _) = reads(&reading, Does::Goes(1, Progress::default(), vec![Seen::Node(Rc::new(node))]));
    let (adds, _) = reads(&before, Does::Begin(Batch::default(), true));
    let fork = || {
        Action::Branches(Branching::Fork { label: "f".into(), entries: vec!["delete: {kind: Pod, name: a}".into()] })
    };
    let actions = || {
        vec![
            fork(),
            Action::Branches(Branching::Release(Release::ALL[0])),
            Action::Branches(Branching::Reconfigure("r".into(), "kind: KubeSchedulerConfiguration".into())),
            Action::Branches(Branching::Retext("t".into(), "kind: Node".into())),
            Action::Run(Running::Start),
            Action::Inspector(Inspecting::Ask(Some(Question::Help("default/a".into())))),
            Action::Builder(Build::Add(0)),
            Action::Builder(Build::Append("kind: Node\nmetadata: {name: n}\n".into())),
            Action::Crafting(Craft::Add(Made::Node)),
            Action::Crafting(Craft::Duplicate(Thing::Pod("default/a".into()))),
            Action::Care(Caring::RunAnyway),
        ]
    };
    for store in [&reading, &drawn] {
        for action in actions() {
            let name = format!("{action:?}");
            let (told, effects) = reduce(store, action);
            assert_eq!(effects, [Effect::Fade], "{name}");
            let mut waits = store.clone();
            waits.front.toast = Some(Toast::Reading);
            assert_eq!(told, waits, "{name}");
        }
    }
    // What is added to a text leaves it where it is.
    for action in actions() {
        let name = format!("{action:?}");
        assert_ne!(reduce(&adds, action).0.front.toast, Some(Toast::Reading), "{name}");
    }
    assert!(matches!(reduce(&adds, fork()).1[..], [Effect::Run { .. }, ..]));
    // What is typed stays, and comes back with Undo.
    let (mut typed, _) = reduce(&drawn, Action::Builder(Build::Edit("kind: Pod # mine".into())));
    typed.builder.tab = Tab::Yaml;
    let (opened, effects) =
        reads(&typed, Does::Done(1, api::files::Opened { texts: vec!["kind: Node".into()], ..Default::default() }));
    assert_eq!(opened.builder.tab, Tab::Build, "a large text is laid out when somebody asks for it");
    let (opened, _) = self::opened(opened, effects);
    assert_eq!((&*typed.builder.text, &*opened.builder.text), ("kind: Pod # mine", "kind: Node\n"));
    assert_eq!(&*reduce(&opened, Action::Builder(Build::Undo)).0.builder.text, "kind: Pod # mine");
}

#[test]
fn whoever_opens_something_else_ends_the_reading() {
    use reading::{Batch, Does};
    use releases::Release;

    let mut before = ran(3);
    before.run.release = Some(Release::default());
    for add in [false, true] {
        let (store, _) = reads(&before, Does::Begin(Batch::default(), add));
        let store = if add { store } else { reduce(&store, Action::Run(Running::Release(Release::ALL[0]))).0 };
        for action in [
            Action::Open(Opening::Text("kind: Node".into())),
            Action::Open(Opening::Scenario(0, "kind: Node".into())),
            Action::Open(Opening::Visit(0, "kind: Node".into())),
            Action::Open(Opening::Link { text: "kind: Node".into(), scenario: None, fields: Fields::default() }),
        ] {
            let name = format!("{action:?}");
            let (other, effects) = reduce(&store, action);
            assert!(effects.contains(&Effect::StopReading) && other.reading.now.is_none(), "{name}: {effects:?}");
            assert_eq!(&*other.builder.text, "kind: Node", "{name}");
            assert_ne!(other.run.release, Some(Release::ALL[0]), "{name}: that was chosen for the file");
            assert_eq!(reads(&other, Does::Done(1, api::files::Opened::default())).1, [], "{name}");
        }
    }
}

#[test]
fn a_run_that_goes_on_while_a_file_is_read_neither_hides_the_file_nor_goes_to_others() {
    use api::dump::{Progress, Seen};
    use reading::{Batch, Does};

    let node: api::Node = serde_json::from_str(r#"{"metadata": {"name": "n"}}"#).expect("a node");
    let link =
        Action::Open(Opening::Link { text: "kind: Pod".into(), scenario: None, fields: Fields::read("beside=v1.16") });
    let (store, _) = reduce(&Store::default(), link);
    let event = Event { at: Millis::ZERO, what: What::Popped { pod: "default/a".into(), attempt: 1 } };
    let over = || Happened { events: vec![event.clone(); 3], done: true, ..Happened::default() };
    let goes_beside = |(store, effects): (Store, Vec<Effect>)| store.branches.beside.is_some() && !effects.is_empty();
    assert!(goes_beside(reduce(&store, Action::Run(Running::Events(1, over())))), "without a file it does");
    let (store, _) = reads(&store, Does::Begin(Batch::default(), false));
    let (store, _) = reads(&store, Does::Goes(1, Progress::default(), vec![Seen::Node(Rc::new(node))]));
    let (store, effects) = reduce(&store, Action::Run(Running::Events(1, over())));
    assert!(reading::sketch::stands(&store));
    assert!(!effects.iter().any(|effect| matches!(effect, Effect::Run { .. })), "{effects:?}");
}

#[test]
fn a_part_that_did_not_come_is_told_where_no_place_says_so() {
    let mut store = Store::default();
    store.run.loaded = Rc::new(wire::Loaded { claims: true, ..wire::Loaded::default() });
    store.parts[PagePart::Devices as usize] = Stands::Coming;
    let comes = |store: &Store, came| reduce(store, Action::Parts(Coming::Came(PagePart::Devices, came)));
    let (failed, effects) = comes(&store, false);
    assert_eq!((failed.care.troubles.as_slice(), effects), (&[Trouble::PartNotFetched][..], Vec::new()));
    let (again, effects) = reduce(&failed, Action::Care(Caring::FetchParts));
    assert_eq!(again.care.troubles, []);
    assert_eq!(effects, [Effect::FetchPart(PagePart::Devices, None)], "it is needed, so it is fetched at once");
    let (came, _) = comes(&failed, true);
    assert_eq!((came.care.troubles.as_slice(), came.stands(PagePart::Devices)), (&[][..], Stands::Here));
}

#[test]
fn the_language_changes_when_its_words_are_there() {
    let mut store = Store::default();
    store.parts[PagePart::Chinese as usize] = Stands::Away;
    let fetches =
        |effects: &[Effect]| effects.iter().any(|it| matches!(it, Effect::FetchPart(PagePart::Chinese, Some(_))));
    let (asked, effects) = reduce(&store, Action::Settings(Setting::Lang(Lang::Zh)));
    assert_eq!((asked.lang, asked.stands(PagePart::Chinese)), (Lang::En, Stands::Coming));
    assert!(fetches(&effects));
    // It is fetched once, however often it is asked for.
    assert!(!fetches(&reduce(&asked, Action::Settings(Setting::Lang(Lang::Zh))).1));
    let (failed, _) = reduce(&asked, Action::Parts(Coming::Came(PagePart::Chinese, false)));
    assert_eq!((failed.lang, failed.front.toast), (Lang::En, Some(crate::front::Toast::NoLanguage)));
    assert!(fetches(&reduce(&failed, Action::Settings(Setting::Lang(Lang::Zh))).1));
    let (came, _) = reduce(&asked, Action::Parts(Coming::Came(PagePart::Chinese, true)));
    assert_eq!(reduce(&came, Action::Settings(Setting::Lang(Lang::Zh))).0.lang, Lang::Zh);
    // The way back needs nothing.
    let chinese = Store { lang: Lang::Zh, ..store };
    assert_eq!(reduce(&chinese, Action::Settings(Setting::Lang(Lang::En))).0.lang, Lang::En);
}

#[test]
fn what_was_typed_comes_back_after_something_else_was_opened() {
    let build = |store: &Store, build: Build| reduce(store, Action::Builder(build)).0;
    let typed = build(&ran(3), Build::Edit("kind: Pod # mine".into()));
    for opening in [
        Opening::Text("kind: Node".into()),
        Opening::Scenario(0, "kind: Node".into()),
        Opening::Link { text: "kind: Node".into(), scenario: None, fields: Fields::default() },
    ] {
        let name = format!("{opening:?}");
        // What is typed into the other text is taken back first.
        let more = build(&reduce(&typed, Action::Open(opening)).0, Build::Edit("kind: Node # more".into()));
        let once = build(&more, Build::Undo);
        let twice = build(&once, Build::Undo);
        assert_eq!((&*once.builder.text, &*twice.builder.text), ("kind: Node", "kind: Pod # mine"), "{name}");
    }
}
