//! Which components draw anew after an action, and that those which do not would have drawn the same.

use std::cell::RefCell;
use std::rc::Rc;

use yew::{Callback, Html, html};

use crate::acts::{Browsing, Inspecting, Playing};
use crate::bookmarks::Marking;
use crate::bookmarks::view as bookmarks;
use crate::builder::{Build, Tab, objects};
use crate::care::{Caring, Trouble};
use crate::console::{Printing, line, view as console};
use crate::craft::{Craft, Menu, MenuPage, Thing};
use crate::editor::{text, view as editor};
use crate::front::Showing;
use crate::header;
use crate::inspector::{tables, view as inspector};
use crate::lang::Lang;
use crate::lesson::Learning;
use crate::look::{Known, view_of};
use crate::opening::Opening;
use crate::panes::{ConsoleTab, Page};
use crate::player::{Stride, narrator, view as player};
use crate::sees;
use crate::sees::Sees;
use crate::selection::Look;
use crate::settings::{Setting, Theme};
use crate::share::Sharing;
use crate::stage::{picture, queues, theatre};
use crate::still::html_of;
use crate::store::{Action, Store};
use crate::testing::Worker;
use crate::timeline::view as timeline;
use crate::update::reduce;
use crate::view::{Props, View, memo};

/// A component, and how it is drawn by itself.
struct Drawn {
    name: &'static str,
    sees: fn(&Store) -> Sees,
    draw: fn(&Rc<View>, &Callback<Action>) -> Html,
}

fn stage(view: &Rc<View>, act: &Callback<Action>, sees: Sees) -> theatre::TheatreProps {
    theatre::TheatreProps { sees, ..theatre::props(view, act) }
}

/// What draws by itself on a page that shows a run. The text is an element of the browser, so it is only counted.
const ALL: [Drawn; 12] = [
    Drawn { name: "bar", sees: |_| header::SEES, draw: |view, act| memo(header::header, header::SEES, view, act) },
    Drawn {
        name: "narrator",
        sees: |_| narrator::SEES,
        draw: |view, act| html! { <narrator::Narrator ..Props::seeing(narrator::SEES, view, act) /> },
    },
    Drawn {
        name: "queues",
        sees: |_| queues::SEES,
        draw: |view, act| html! { <queues::Queues ..stage(view, act, queues::SEES) /> },
    },
    Drawn {
        name: "scene",
        sees: |_| theatre::SEES,
        draw: |view, act| theatre::theatre(&stage(view, act, theatre::SEES)),
    },
    Drawn {
        name: "inspector",
        sees: inspector::sees,
        draw: |view, act| memo(inspector::inspector, inspector::sees(&view.store), view, act),
    },
    Drawn {
        name: "tables",
        sees: |_| tables::SEES,
        draw: |view, act| html! { <tables::Filters ..Props::seeing(tables::SEES, view, act) /> },
    },
    Drawn {
        name: "player",
        sees: |_| player::SEES,
        draw: |view, act| html! { <player::Player ..Props::seeing(player::SEES, view, act) /> },
    },
    Drawn {
        name: "timeline",
        sees: |_| timeline::SEES,
        draw: |view, act| html! { <timeline::Timeline ..Props::seeing(timeline::SEES, view, act) /> },
    },
    Drawn {
        name: "bookmarks",
        sees: |_| bookmarks::SEES,
        draw: |view, act| html! { <bookmarks::Bookmarks ..Props::seeing(bookmarks::SEES, view, act) /> },
    },
    Drawn {
        name: "console",
        sees: |store| if store.console.open { console::SEES } else { line::SEES },
        draw: |view, act| html! { <console::Console ..Props::seeing(console::SEES, view, act) /> },
    },
    Drawn {
        name: "editor",
        sees: |store| if store.front.editor { editor::sees(store) } else { 0 },
        draw: |view, act| match view.store.builder.tab {
            Tab::Build => memo(editor::editor, editor::sees(&view.store), view, act),
            Tab::Yaml => Html::default(),
        },
    },
    Drawn {
        name: "text",
        sees: |store| match (store.front.editor, store.builder.tab) {
            (false, _) => 0,
            (true, Tab::Yaml) => text::SEES,
            (true, Tab::Build) => objects::SEES,
        },
        draw: |_, _| Html::default(),
    },
];

/// A page with a run, at a moment within an attempt, and what it knows of its views.
struct Seen {
    worker: RefCell<Worker>,
    known: RefCell<Known>,
}

impl Seen {
    fn new() -> (Self, Store) {
        let seen = Self { worker: RefCell::default(), known: RefCell::default() };
        let text = include_str!("../../www/scenarios/preemption.yaml");
        // What the system is like, only a browser knows.
        let light = Store { theme: Theme::Light, ..Store::default() };
        let store = seen.after(&light, Action::Open(Opening::Text(text.into())));
        let at = store.run.trace.decisive().unwrap_or(0);
        let store = seen.after(&store, Action::Player(Playing::Seek(at)));
        let store = seen.after(&store, Action::Console(Printing::Open(true)));
        (seen, store)
    }

    fn after(&self, store: &Store, action: Action) -> Store {
        let (store, effects) = reduce(store, action);
        self.worker.borrow_mut().serve(store, effects)
    }

    fn view(&self, store: &Store) -> Rc<View> {
        Rc::new(view_of(Rc::new(store.clone()), &self.known, false))
    }

    /// The names of those that draw anew.
    fn drawn(&self, store: &Store, action: Action) -> Vec<&'static str> {
        let before = self.view(store);
        let after = self.view(&self.after(store, action));
        let changed = before.differs(&after);
        ALL.iter().filter(|it| draws(it, &before, &after, changed) == Some(true)).map(|it| it.name).collect()
    }
}

/// Whether it draws anew; nothing if it is not on the page.
fn draws(it: &Drawn, before: &View, after: &View, changed: Sees) -> Option<bool> {
    let sees = (it.sees)(&after.store);
    (sees != 0).then(|| sees & changed != 0 || sees != (it.sees)(&before.store))
}

fn node(store: &Store) -> api::Str {
    store.run.trace.trace.frame(usize::MAX).nodes.keys().next().expect("a node").clone()
}

#[test]
fn what_is_looked_at_is_drawn_anew_and_nothing_else() {
    let (seen, store) = Seen::new();
    let edited = seen.after(&store, Action::Front(Showing::Editor(true)));
    let yaml = seen.after(&edited, Action::Builder(Build::Tab(Tab::Yaml)));
    let typed = Action::Builder(Build::Edit(format!("{}\n# more\n", store.builder.text).as_str().into()));
    let look = Action::Selection(Look::Choose(Some(node(&store))));
    let cases: [(&str, &Store, Action, &[&str]); 9] = [
        ("a look", &store, look.clone(), &["inspector", "tables"]),
        ("a look while one edits", &yaml, look, &["inspector", "tables"]),
        ("a key in the text", &yaml, typed.clone(), &["editor", "text"]),
        ("a key in a form", &edited, typed, &["editor", "text"]),
        ("a theme", &store, Action::Settings(Setting::Theme(Theme::Dark)), &["bar"]),
        ("a tab of the console", &store, Action::Console(Printing::Tab(ConsoleTab::Log)), &["console"]),
        ("a page", &store, Action::Inspector(Inspecting::Page(Page::Node)), &["inspector"]),
        ("the keys", &store, Action::Front(Showing::Help(true)), &[]),
        (
            "a step",
            &yaml,
            Action::Player(Playing::StepBy(-1)),
            &["narrator", "queues", "scene", "inspector", "tables", "player", "timeline", "bookmarks", "console"],
        ),
    ];
    for (name, store, action, wanted) in cases {
        assert_eq!(seen.drawn(store, action), wanted, "{name}");
    }
}

/// All that may happen to a page, as far as its views can tell.
fn actions(store: &Store) -> Vec<Action> {
    let frame = store.run.trace.trace.frame(store.run.events_at(store.player.at));
    let pod = frame.pods.keys().next().expect("a pod").clone();
    let text = |more: &str| Action::Builder(Build::Edit(format!("{}{more}", store.builder.text).as_str().into()));
    let mut all = vec![
        Action::Selection(Look::Choose(Some(node(store)))),
        Action::Selection(Look::Pick(Some(pod.clone()))),
        Action::Selection(Look::Open(node(store))),
        Action::Selection(Look::Measure(Some("memory".into()))),
        text("\n# more\n"),
        text("\n---\nkind: Node\napiVersion: v1\nmetadata: {name: new}\n"),
        Action::Builder(Build::Over(true)),
        Action::Settings(Setting::Lang(Lang::Zh)),
        Action::Settings(Setting::Theme(Theme::Dark)),
        Action::Front(Showing::Help(true)),
        Action::Front(Showing::Editor(true)),
        Action::Front(Showing::Present(true)),
        Action::Front(Showing::Lanes(true)),
        Action::Gallery(Browsing::Show(true)),
        Action::Bookmarks(Marking::Toggle),
        Action::Bookmarks(Marking::Add("here".into())),
        Action::Care(Caring::Trouble(Trouble::NewBuild)),
        Action::Crafting(Craft::Menu(Some(Menu { thing: Thing::Pod(pod), at: (1, 1), page: MenuPage::All }))),
        Action::Lesson(Learning::Predict(true)),
        Action::Player(Playing::Toggle),
        Action::Player(Playing::StepBy(1)),
        Action::Player(Playing::StepBy(-1)),
        Action::Player(Playing::Home),
        Action::Player(Playing::End),
        Action::Player(Playing::Speed(1)),
        Action::Player(Playing::Stride(Stride::Cycle)),
        Action::Player(Playing::Stay(true)),
        Action::Share(Sharing::Sheet(true)),
        Action::Console(Printing::Open(false)),
    ];
    all.extend(frame.pods.keys().map(|pod| Action::Selection(Look::Pick(Some(pod.clone())))));
    let tabs = [ConsoleTab::Messages, ConsoleTab::Describe, ConsoleTab::Log, ConsoleTab::Pending];
    all.extend(tabs.map(|tab| Action::Console(Printing::Tab(tab))));
    let pages =
        [Page::Filters, Page::Scores, Page::Preemption, Page::Pod, Page::Node, Page::Around, Page::Source, Page::Edit];
    all.extend(pages.map(|page| Action::Inspector(Inspecting::Page(page))));
    all
}

#[test]
fn what_is_not_drawn_anew_would_look_the_same() {
    let (seen, store) = Seen::new();
    let act = Callback::noop();
    let page = |page| seen.after(&store, Action::Inspector(Inspecting::Page(page)));
    let edited = seen.after(&store, Action::Front(Showing::Editor(true)));
    let pod = seen.after(&page(Page::Pod), actions(&store)[1].clone());
    // A pod waits in the queue.
    let waits = seen.after(&store, Action::Player(Playing::End));
    let waits = (0..waits.player.at).find(|at| {
        let frame = waits.run.trace.trace.frame(waits.run.events_at(*at));
        frame.in_cycle.is_none() && frame.pods.values().any(|pod| pod.queue.is_some())
    });
    let queued = seen.after(&store, Action::Player(Playing::Seek(waits.expect("a moment"))));
    let mut compared = 0;
    for store in [&store, &edited, &pod, &queued, &page(Page::Node), &page(Page::Filters)] {
        let before = seen.view(store);
        let html: Vec<String> = ALL.iter().map(|it| html_of((it.draw)(&before, &act))).collect();
        for action in actions(store) {
            let said = format!("{action:?}");
            let after = seen.view(&seen.after(store, action));
            let changed = before.differs(&after);
            let same_model = picture::model(&before) == picture::model(&after);
            for (it, html) in ALL.iter().zip(&html) {
                let by_model = matches!(it.name, "queues" | "scene") && !same_model;
                if draws(it, &before, &after, changed) == Some(false) && !by_model {
                    compared += 1;
                    assert!(*html == html_of((it.draw)(&after, &act)), "{} is not drawn anew after {said}", it.name);
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn a_view_differs_from_no_view_that_shows_the_same() {
    let (seen, store) = Seen::new();
    assert_eq!(seen.view(&store).differs(&seen.view(&store)), sees::OTHER);
}
