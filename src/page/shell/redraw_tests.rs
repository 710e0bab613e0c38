//! Tests which components are redrawn after an action, and that the others would be drawn the same.

use std::{cell::RefCell, rc::Rc};

use i18n::Lang;
use page_state::{
    actions::{
        Action,
        bookmarks::BookmarkMsg,
        builder::{BuilderMsg, Tab},
        console::ConsoleMsg,
        gallery::GalleryMsg,
        inspector::InspectorMsg,
        lesson::PredictionMsg,
        player::{PlayerMsg, Stride},
        recovery::{PageNotice, RecoveryMsg},
        selection::SelectionMsg,
        share::ShareMsg,
    },
    open_target::OpenTarget,
    overlays::OverlayMsg,
    panels::{CONSOLE_PANELS, ConsoleTab, INSPECTOR_PANELS, InspectorPage},
    selectors::branch_comparison,
    settings::{SettingsMsg, Theme},
    stage_edit::{MenuPage, ObjectMenu},
    store::Store,
    testing::InlineWorker,
};
use scene::objects::ObjectRef;
use yew::{Callback, Html, html};

use crate::{
    features::{
        bookmarks,
        builder::objects_tab,
        comparison::fork_line,
        console::{line, view as console},
        editor::{text_editor, view as editor},
        inspector::{tables, view as inspector},
        player::{narrator, view as player},
        stage::{queues, stage_picture, stage_view},
        timeline::view as timeline,
    },
    shell::{header, prerender::render_html},
    view::{
        Props, View,
        dirty::{self, Slices},
        memo_view,
        view_model::{ViewCache, build_view},
    },
};

/// A component, and how to draw it by itself.
struct ComponentUnderTest {
    name: &'static str,
    slices: fn(&Store) -> Slices,
    draw: fn(&Rc<View>, &Callback<Action>) -> Html,
}

fn stage_props(view: &Rc<View>, dispatch: &Callback<Action>, slices: Slices) -> stage_view::StageProps {
    let stage = Rc::new(stage_picture::stage_model(view));
    stage_view::StageProps { view: Rc::clone(view), stage, dispatch: dispatch.clone(), slices }
}

/// The components of a page with a run. The editor is an element of the browser, so only its redraws are tested.
const COMPONENTS: [ComponentUnderTest; 13] = [
    ComponentUnderTest {
        name: "bar",
        slices: |_| header::SLICES,
        draw: |view, dispatch| memo_view(header::draw_header, header::SLICES, view, dispatch),
    },
    ComponentUnderTest {
        name: "narrator",
        slices: |_| narrator::SLICES,
        draw: |view, dispatch| html! { <narrator::Narrator ..Props::with_slices(narrator::SLICES, view, dispatch) /> },
    },
    ComponentUnderTest {
        name: "queues",
        slices: |_| queues::SLICES,
        draw: |view, dispatch| html! { <queues::Queues ..stage_props(view, dispatch, queues::SLICES) /> },
    },
    ComponentUnderTest {
        name: "scene",
        slices: |_| stage_view::SLICES,
        draw: |view, dispatch| stage_view::draw_stage_view(&stage_props(view, dispatch, stage_view::SLICES)),
    },
    ComponentUnderTest {
        name: "inspector",
        slices: inspector::inspector_slices,
        draw: |view, dispatch| {
            memo_view(inspector::draw_inspector, inspector::inspector_slices(&view.store), view, dispatch)
        },
    },
    ComponentUnderTest {
        name: "tables",
        slices: |_| tables::SLICES,
        draw: |view, dispatch| html! { <tables::Filters ..Props::with_slices(tables::SLICES, view, dispatch) /> },
    },
    ComponentUnderTest {
        name: "player",
        slices: |_| player::SLICES,
        draw: |view, dispatch| html! { <player::Player ..Props::with_slices(player::SLICES, view, dispatch) /> },
    },
    ComponentUnderTest {
        name: "timeline",
        slices: |_| timeline::SLICES,
        draw: |view, dispatch| html! { <timeline::Timeline ..Props::with_slices(timeline::SLICES, view, dispatch) /> },
    },
    ComponentUnderTest {
        name: "bookmarks",
        slices: |_| bookmarks::SLICES,
        draw: |view, dispatch| html! { <bookmarks::Bookmarks ..Props::with_slices(bookmarks::SLICES, view, dispatch) /> },
    },
    ComponentUnderTest {
        name: "console",
        slices: |store| if store.console.is_open { console::console_slices(store) } else { line::SLICES },
        draw: |view, dispatch| {
            let slices = console::console_slices(&view.store);
            html! { <console::Console ..Props::with_slices(slices, view, dispatch) /> }
        },
    },
    ComponentUnderTest {
        name: "fork line",
        slices: |store| if branch_comparison::current_fork(store).is_some() { fork_line::SLICES } else { 0 },
        draw: |view, dispatch| html! { <fork_line::ForkLine ..Props::with_slices(fork_line::SLICES, view, dispatch) /> },
    },
    ComponentUnderTest {
        name: "editor",
        slices: |store| if store.overlays.is_editor_open { editor::editor_slices(store) } else { 0 },
        draw: |view, dispatch| match view.store.builder.tab {
            Tab::Objects => memo_view(editor::draw_editor, editor::editor_slices(&view.store), view, dispatch),
            Tab::Yaml => Html::default(),
        },
    },
    ComponentUnderTest {
        name: "text",
        slices: |store| match (store.overlays.is_editor_open, store.builder.tab) {
            (false, _) => 0,
            (true, Tab::Yaml) => text_editor::SLICES,
            (true, Tab::Objects) => objects_tab::SLICES,
        },
        draw: |_, _| Html::default(),
    },
];

/// A page with a run, at a moment within an attempt, and its view cache.
struct TestPage {
    worker: RefCell<InlineWorker>,
    view_cache: RefCell<ViewCache>,
}

impl TestPage {
    fn new() -> (Self, Store) {
        let page = Self { worker: RefCell::default(), view_cache: RefCell::default() };
        let text = include_str!("../../../www/scenarios/preemption.yaml");
        // Only a browser knows the system's color scheme.
        let light = Store { theme: Theme::Light, ..Store::with_all_chunks() };
        let store = page.apply_action(&light, Action::Open(OpenTarget::Text(text.into())));
        let at = store.run.view.decisive_moment().unwrap_or(0);
        let store = page.apply_action(&store, Action::Player(PlayerMsg::Seek(at)));
        let store = page.apply_action(&store, Action::Console(ConsoleMsg::SetOpen(true)));
        (page, store)
    }

    fn apply_action(&self, store: &Store, action: Action) -> Store {
        self.worker.borrow_mut().apply_action(store, action)
    }

    fn view(&self, store: &Store) -> Rc<View> {
        Rc::new(build_view(Rc::new(store.clone()), crate::shell::chunk_tables::ALL, &self.view_cache, false))
    }

    /// The names of the components that an action redraws.
    fn redrawn_components(&self, store: &Store, action: Action) -> Vec<&'static str> {
        let previous_view = self.view(store);
        let after = self.view(&self.apply_action(store, action));
        let changed_slices = previous_view.changed_slices(&after);
        COMPONENTS
            .iter()
            .filter(|test| is_redrawn(test, &previous_view, &after, changed_slices) == Some(true))
            .map(|test| test.name)
            .collect()
    }
}

/// Whether a component is redrawn; `None` if it is not on the page.
fn is_redrawn(component: &ComponentUnderTest, before: &View, after: &View, changed_slices: Slices) -> Option<bool> {
    let slices = (component.slices)(&after.store);
    (slices != 0).then(|| slices & changed_slices != 0 || slices != (component.slices)(&before.store))
}

fn first_node(store: &Store) -> api::Str {
    store.run.view.trace.frame_at(usize::MAX).nodes.keys().next().expect("a node").clone()
}

#[test]
fn what_is_looked_at_is_drawn_anew_and_nothing_else() {
    let (test_page, store) = TestPage::new();
    let edited_store = test_page.apply_action(&store, Action::Overlays(OverlayMsg::SetEditorOpen(true)));
    let yaml = test_page.apply_action(&edited_store, Action::Builder(BuilderMsg::SetTab(Tab::Yaml)));
    let edit_action =
        Action::Builder(BuilderMsg::EditText(format!("{}\n# more\n", store.builder.text).as_str().into()));
    let choose_node = Action::Selection(SelectionMsg::ChooseNode(Some(first_node(&store))));
    let cases: [(&str, &Store, Action, &[&str]); 9] = [
        ("a look", &store, choose_node.clone(), &["inspector", "tables"]),
        ("a look while one edits", &yaml, choose_node, &["inspector", "tables"]),
        ("a key in the text", &yaml, edit_action.clone(), &["editor", "text"]),
        ("a key in a form", &edited_store, edit_action, &["editor", "text"]),
        ("a theme", &store, Action::Settings(SettingsMsg::SetTheme(Theme::Dark)), &["bar"]),
        ("a tab of the console", &store, Action::Console(ConsoleMsg::ShowTab(ConsoleTab::Log)), &["console"]),
        ("a page", &store, Action::Inspector(InspectorMsg::ShowPage(InspectorPage::Node)), &["inspector"]),
        ("the keys", &store, Action::Overlays(OverlayMsg::SetHelpOpen(true)), &[]),
        (
            "a step",
            &yaml,
            Action::Player(PlayerMsg::StepBy(-1)),
            &["narrator", "queues", "scene", "inspector", "tables", "player", "timeline", "bookmarks", "console"],
        ),
    ];
    for (name, store, action, expected) in cases {
        assert_eq!(test_page.redrawn_components(store, action), expected, "{name}");
    }
}

/// Actions that change each slice that views depend on.
fn all_actions(store: &Store) -> Vec<Action> {
    let frame = store.run.view.trace.frame_at(store.run.events_at(store.player.moment));
    let pod = frame.pods.keys().next().expect("a pod").clone();
    let text = |more_text: &str| {
        Action::Builder(BuilderMsg::EditText(format!("{}{more_text}", store.builder.text).as_str().into()))
    };
    let mut all = vec![
        Action::Selection(SelectionMsg::ChooseNode(Some(first_node(store)))),
        Action::Selection(SelectionMsg::PickPod(Some(pod.clone()))),
        Action::Selection(SelectionMsg::OpenNode(first_node(store))),
        Action::Selection(SelectionMsg::SetMeasure(Some("memory".into()))),
        text("\n# more\n"),
        text("\n---\nkind: Node\napiVersion: v1\nmetadata: {name: new}\n"),
        Action::Builder(BuilderMsg::SetDragOver(true)),
        Action::Settings(SettingsMsg::SetLang(Lang::Zh)),
        Action::Settings(SettingsMsg::SetTheme(Theme::Dark)),
        Action::Overlays(OverlayMsg::SetHelpOpen(true)),
        Action::Overlays(OverlayMsg::SetEditorOpen(true)),
        Action::Overlays(OverlayMsg::SetPresenting(true)),
        Action::Overlays(OverlayMsg::SetLanesOpen(true)),
        Action::Gallery(GalleryMsg::SetOpen(true)),
        Action::Bookmarks(BookmarkMsg::Toggle),
        Action::Bookmarks(BookmarkMsg::Add("here".into())),
        Action::Recovery(RecoveryMsg::AddNotice(PageNotice::NewVersion)),
        Action::Overlays(OverlayMsg::SetMenu(Some(ObjectMenu {
            object: ObjectRef::Pod(pod),
            position: (1, 1),
            page: MenuPage::All,
        }))),
        Action::Prediction(PredictionMsg::SetOn(true)),
        Action::Player(PlayerMsg::Toggle),
        Action::Player(PlayerMsg::StepBy(1)),
        Action::Player(PlayerMsg::StepBy(-1)),
        Action::Player(PlayerMsg::Home),
        Action::Player(PlayerMsg::End),
        Action::Player(PlayerMsg::ChangeSpeed(1)),
        Action::Player(PlayerMsg::SetStride(Stride::Cycle)),
        Action::Player(PlayerMsg::SetScrollLock(true)),
        Action::Share(ShareMsg::SetSheetOpen(true)),
        Action::Console(ConsoleMsg::SetOpen(false)),
    ];
    all.extend(frame.pods.keys().map(|pod| Action::Selection(SelectionMsg::PickPod(Some(pod.clone())))));
    all.extend(CONSOLE_PANELS.iter().map(|panel| Action::Console(ConsoleMsg::ShowTab(panel.tab))));
    all.extend(INSPECTOR_PANELS.iter().map(|panel| Action::Inspector(InspectorMsg::ShowPage(panel.page))));
    all
}

#[test]
fn what_is_not_drawn_anew_would_look_the_same() {
    let (test_page, store) = TestPage::new();
    let dispatch = Callback::noop();
    let page = |page| test_page.apply_action(&store, Action::Inspector(InspectorMsg::ShowPage(page)));
    let edited_store = test_page.apply_action(&store, Action::Overlays(OverlayMsg::SetEditorOpen(true)));
    let pod = test_page.apply_action(&page(InspectorPage::Pod), all_actions(&store)[1].clone());
    // A moment at which a pod waits in the queue.
    let waiting_store = test_page.apply_action(&store, Action::Player(PlayerMsg::End));
    let waiting_moment = (0..waiting_store.player.moment).find(|at| {
        let frame = waiting_store.run.view.trace.frame_at(waiting_store.run.events_at(*at));
        frame.in_cycle.is_none() && frame.pods.values().any(|pod| pod.queue.is_some())
    });
    let queued = test_page.apply_action(&store, Action::Player(PlayerMsg::Seek(waiting_moment.expect("a moment"))));
    let mut compared = 0;
    for store in [&store, &edited_store, &pod, &queued, &page(InspectorPage::Node), &page(InspectorPage::Filters)] {
        let previous_view = test_page.view(store);
        let html: Vec<String> =
            COMPONENTS.iter().map(|test| render_html((test.draw)(&previous_view, &dispatch))).collect();
        for action in all_actions(store) {
            let text = format!("{action:?}");
            let after = test_page.view(&test_page.apply_action(store, action));
            let changed_slices = previous_view.changed_slices(&after);
            let same_model = stage_picture::stage_model(&previous_view) == stage_picture::stage_model(&after);
            for (test, html) in COMPONENTS.iter().zip(&html) {
                let by_model = matches!(test.name, "queues" | "scene") && !same_model;
                if is_redrawn(test, &previous_view, &after, changed_slices) == Some(false) && !by_model {
                    compared += 1;
                    assert!(
                        *html == render_html((test.draw)(&after, &dispatch)),
                        "{} is not drawn anew after {text}",
                        test.name
                    );
                }
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn a_view_differs_from_no_view_that_shows_the_same() {
    let (test_page, store) = TestPage::new();
    assert_eq!(test_page.view(&store).changed_slices(&test_page.view(&store)), dirty::OTHER);
}
