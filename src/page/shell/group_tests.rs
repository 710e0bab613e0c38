//! Tests of pod groups outside of the stage: in the queue, in the lanes, in the inspector and in the console. If the environment variable
//! `PICTURES` is set to a folder, each page is written there, for a browser to show.

use std::{fs, rc::Rc};

use i18n::Lang;
use page_state::{
    actions::{Action, EditingAction, comparison::BranchMsg, inspector::InspectorMsg, player::PlayerMsg},
    overlays::OverlayMsg,
    panels::{ConsoleTab, InspectorPage},
    selectors::branch_comparison,
    settings::Theme,
    store::Store,
    testing::InlineWorker,
};
use runlog::EventKind;
use trace::{group_steps::GroupStep, steps::Step};
use yew::{Callback, html};

use crate::{
    features::comparison::side_by_side,
    shell::{prerender::render_html, root::Root},
    view::{
        View,
        view_model::{ViewCache, build_view},
    },
};

macro_rules! scenario {
    ($name:literal) => {
        include_str!(concat!("../../../www/scenarios/", $name, ".yaml"))
    };
}

struct TestPage {
    store: Store,
    worker: InlineWorker,
}

impl TestPage {
    fn open(text: &str) -> Self {
        let mut worker = InlineWorker::default();
        let store = worker.open_text(text);
        Self { store: Store { theme: Theme::Light, ..store }, worker }
    }

    fn apply(&mut self, action: Action) {
        self.store = self.worker.apply_action(&self.store, action);
    }

    /// Goes to the first moment that `is_wanted` accepts.
    fn seek(&mut self, is_wanted: impl Fn(&EventKind, Step) -> bool) {
        let run_view = &self.store.run.view;
        let events = run_view.trace.events();
        let is_moment = |moment: &trace::steps::Moment| {
            moment.events.checked_sub(1).is_some_and(|last| is_wanted(&events[last].what, moment.step))
        };
        let at = run_view.moments.iter().position(is_moment).expect("a moment");
        self.apply(Action::Player(PlayerMsg::Seek(at)));
    }

    fn show(&mut self, page: InspectorPage) {
        self.apply(Action::Inspector(InspectorMsg::ShowPage(page)));
    }

    /// Renders the page as HTML in both languages; returns the English one.
    fn render(&self, name: &str) -> String {
        let [zh, en] = [Lang::Zh, Lang::En].map(|lang| {
            let store = Rc::new(Store { lang, ..self.store.clone() });
            let build = |store: Rc<Store>| {
                build_view(store, crate::shell::chunk_tables::ALL, &ViewCache::default().into(), false)
            };
            let mut view = View { is_prerender: true, ..build(Rc::clone(&store)) };
            if let Some(other) = branch_comparison::compared_store(&store) {
                view.compared = Some(side_by_side::pair_views(&mut view, build(Rc::new(other))));
            }
            let view = Rc::new(view);
            render_html(html! { <Root {view} dispatch={Callback::noop()} /> })
        });
        if let Ok(folder) = std::env::var("PICTURES") {
            for (page, language) in [(&en, "en"), (&zh, "zh")] {
                fs::write(format!("{folder}/{name}.{language}.html"), page).expect("a file");
            }
        }
        en
    }
}

#[track_caller]
fn assert_has(html: &str, expected: &[&str]) {
    for text in expected {
        let escaped = text.replace('\'', "&#x27;");
        assert!(html.contains(&escaped), "no {text} in {} bytes", html.len());
    }
}

fn is_group_step(step: Step, wanted: GroupStep) -> bool {
    step == Step::Group(wanted)
}

#[test]
fn incomplete_gang_is_drawn_as_one_with_its_reason() {
    let mut page = TestPage::open(scenario!("two-jobs"));
    page.seek(|what, _| matches!(what, EventKind::HeldBack { pod, .. } if *pod == *"default/job-a-2"));
    page.show(InspectorPage::Group);
    let html = page.render("incomplete");
    assert_has(&html, &["3 of 4 here · gated", "Why is this group pending?", "It isn’t tried before all 4 are here."]);
    assert_eq!(html.matches("data-group=\"default/job-a\"").count(), 1, "one body");
}

#[test]
fn placed_members_are_rows_that_name_their_node() {
    let mut page = TestPage::open(scenario!("two-jobs"));
    page.seek(|_, step| is_group_step(step, GroupStep::Member(1)));
    let html = page.render("placed");
    assert_has(
        &html,
        &[
            "member-row placed",
            "2 of 4 placed · minimum 4",
            "Permit: Wait (2 bound or placed, minimum 4)",
            "phases of-group",
        ],
    );
    assert_eq!(html.matches("class=\"member-row placed").count(), 2);
}

#[test]
fn after_a_failed_cycle_the_group_has_its_messages_and_its_reason() {
    let mut page = TestPage::open(scenario!("whole-or-not"));
    page.seek(|what, _| matches!(what, EventKind::GroupHeld(_)));
    page.show(InspectorPage::Group);
    let html = page.render("failed");
    assert_has(
        &html,
        &[
            "1 of 2 fit · minimum 2",
            "Messages to the members",
            "pod group is unschedulable, waiting for minCount pods from a gang to be scheduled",
            "rejected by: NodeResourcesFit",
            "1 of 2 members of blue fit, 2 are needed: all go back.",
            "Tried 3 times in this instant",
            "Nothing changes ",
        ],
    );
}

#[test]
fn units_are_listed_with_what_came_of_them() {
    let mut page = TestPage::open(scenario!("as-one"));
    page.seek(|_, step| is_group_step(step, GroupStep::Reprieve(1)));
    page.show(InspectorPage::Preemption);
    let html = page.render("units");
    assert_has(
        &html,
        &[
            "etl may remove what is below",
            "Each question is the whole group again",
            "aria-current=\"step\"",
            "not asked",
        ],
    );
    // Terminating victims have a lane, with the remaining time.
    page.seek(|what, _| matches!(what, EventKind::Terminating { why, .. } if why.preemptor().is_some()));
    let html = page.render("leaving");
    assert_has(&html, &["data-lane=\"leaving\"", "Terminating", "class=\"leaves\""]);
}

#[test]
fn group_lanes_are_drawn_beside_those_with_gates_off() {
    let mut page = TestPage::open(scenario!("two-jobs"));
    page.apply(Action::Overlays(OverlayMsg::SetLanesOpen(true)));
    page.seek(|what, _| matches!(what, EventKind::Running { pod, .. } if *pod == *"default/job-a-3"));
    let html = page.render("lanes");
    assert_has(&html, &["stair reached", "stair-minimum", "class=\"hidden\">job-a, minCount 4, 4 of 4 run"]);
    assert!(!html.contains("stair below\" data-style"), "a gang runs whole");
    page.apply(EditingAction::CompareGangs.into());
    let html = page.render("lanes-beside");
    assert_has(
        &html,
        &[
            "stair below\" data-style",
            "stair reached\" data-style",
            "v1.36 · gangs off",
            "v1.36 · gangs on",
            "job-a, minCount 4, gangs off, 3 of 4 run",
            "in part, and never whole: job-a with 3 of 4.",
            "one whole group after the other: job-a from ",
        ],
    );
    // The run with the gates off is above.
    let rows = ["gangs off, 3 of 4 run", "gangs on, 4 of 4 run"].map(|text| html.find(text).expect("a row"));
    assert!(rows[0] < rows[1]);
    page.apply(Action::Branches(BranchMsg::CompareBranch(None)));
    assert!(!page.render("lanes-alone").contains("stair below\" data-style"));
}

#[test]
fn the_console_prints_groups_as_kubectl_does() {
    let mut page = TestPage::open(scenario!("whole-or-not"));
    page.apply(Action::Player(PlayerMsg::End));
    (page.store.console.is_open, page.store.console.tab) = (true, ConsoleTab::PodGroups);
    assert_has(&page.render("podgroups"), &["kubectl get podgroups -w", "POLICY", "Gang", "Unschedulable"]);
}
