//! What the whole page says at a question, as HTML with all its attributes: nothing of what comes later.

use std::rc::Rc;

use yew::{Callback, html};

use crate::acts::{Inspecting, Playing};
use crate::lang::Lang;
use crate::lesson::{Learning, hidden};
use crate::look::{Known, view_of};
use crate::opening::Opening;
use crate::panes::{ConsoleTab, Page};
use crate::root::Root;
use crate::selection::Look;
use crate::settings::Theme;
use crate::still::html_of;
use crate::store::{Action, Store};
use crate::testing::Worker;
use crate::update::reduce;
use crate::view::View;
use record::What;
use wire::Question;
use words::story;

const SCENARIOS: [(&str, &str); 6] = [
    ("first-pod", include_str!("../../../www/scenarios/first-pod.yaml")),
    ("reprieve", include_str!("../../../www/scenarios/reprieve.yaml")),
    ("rung-priority", include_str!("../../../www/scenarios/rung-priority.yaml")),
    ("rung-count", include_str!("../../../www/scenarios/rung-count.yaml")),
    ("budget", include_str!("../../../www/scenarios/budget.yaml")),
    ("cross-node", include_str!("../../../www/scenarios/cross-node.yaml")),
];

/// So many moments before a question are looked at.
const WAY: usize = 16;

fn act(store: &Store, worker: &mut Worker, action: Action) -> Store {
    let (store, effects) = reduce(store, action);
    worker.serve(store, effects)
}

/// The page as HTML, with its console open on this tab.
fn drawn(store: &Store, tab: ConsoleTab) -> String {
    let mut store = store.clone();
    // The build has no system that could be dark.
    (store.theme, store.console.open, store.console.tab) = (Theme::Light, true, tab);
    let view = Rc::new(View { still: true, ..view_of(Rc::new(store), &Known::default().into(), false) });
    html_of(html! { <Root {view} act={Callback::noop()} /> })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#x27;")
}

/// What may not be said yet: sentences of later moments, messages and kubectl's lines of later events, captions and the title.
fn secrets(store: &Store) -> Vec<String> {
    let (run, lang) = (&store.run.trace, store.lang);
    let events = run.trace.events();
    let count = run.moments[store.player.at].events;
    let wording = releases::wording(store.run.shown_release());
    let said = |at: usize| {
        let moment = run.moments[at];
        let detail = run.attempt_at(moment.events).and_then(|it| store.details.get(run.run, it));
        let story = story::at(lang, events, moment, &run.trace.frame(moment.events), wording, detail.map(|it| &**it));
        [story.title, story.text, story.quote]
    };
    let told = |from: usize, to: usize| {
        events[from..to].iter().filter_map(|event| match &event.what {
            What::Message { text, .. } | What::Printed { text, .. } | What::Script { text, .. } => {
                Some(text.to_string())
            }
            _ => None,
        })
    };
    let early: Vec<String> = (0..=store.player.at).flat_map(said).chain(told(0, count)).collect();
    let captions = run.captions.iter().flat_map(|(_, it)| [it.text.to_string(), it.zh.to_string()]);
    let title = [&store.run.loaded.title, &store.run.loaded.description].map(|it| lang.pick(it).trim().to_owned());
    let later = (store.player.at + 1..run.moments.len()).flat_map(said).chain(told(count, events.len()));
    // A title that is part of what was said already tells nothing new.
    let fresh = |text: &String| text.chars().count() > 24 && !early.iter().any(|it| it.contains(text.as_str()));
    later.filter(fresh).chain(captions).chain(title).filter(|it| it.chars().count() > 6).collect()
}

fn leaks(html: &str, secrets: &[String]) -> Vec<String> {
    secrets.iter().filter(|text| html.contains(&escaped(text))).cloned().collect()
}

#[test]
fn the_page_at_a_question_says_nothing_of_what_comes() {
    for (name, text) in SCENARIOS {
        for lang in [Lang::En, Lang::Zh] {
            let mut worker = Worker::default();
            let begun = Store { lang, ..Store::default() };
            let mut store = act(&begun, &mut worker, Action::Open(Opening::Text(text.into())));
            let free = store.clone();
            store = act(&store, &mut worker, Action::Lesson(Learning::Predict(true)));
            store = act(&store, &mut worker, Action::Player(Playing::End));
            let mut questions = 0;
            while hidden::asks(&store) {
                questions += 1;
                let hides = secrets(&store);
                assert!(hides.len() > 3, "{name}: there is something to tell");
                let pod = store.run.trace.tried(0).map(|tried| tried.pod.clone());
                let pages = [
                    Page::Now,
                    Page::Filters,
                    Page::Scores,
                    Page::Preemption,
                    Page::Pod,
                    Page::Node,
                    Page::Around,
                    Page::WhatIf,
                ];
                let tabs = [
                    ConsoleTab::Pods,
                    ConsoleTab::Messages,
                    ConsoleTab::Describe,
                    ConsoleTab::Log,
                    ConsoleTab::Pending,
                ];
                for (page, tab) in pages.into_iter().zip(tabs.into_iter().cycle()) {
                    let mut looked = store.clone();
                    looked.selection.pod = pod.clone();
                    looked.selection.node = looked.run.trace.trace.frame(usize::MAX).node_order.first().cloned();
                    looked.inspector.page = page;
                    looked.inspector.asked = None;
                    // At the question, and on the way to it.
                    let way = if page == Page::Now { WAY.min(store.player.at) } else { 1 };
                    for back in 0..=way {
                        let mut moment = looked.clone();
                        moment.player.at -= back;
                        let found = leaks(&drawn(&moment, tab), &hides);
                        assert!(
                            found.is_empty(),
                            "{name}, question {questions}, {page:?}, {tab:?}, {back} before: {found:#?}"
                        );
                    }
                }
                // The test finds what leaks: the same page without a question tells.
                let mut open = free.clone();
                open.player.at = store.player.at;
                assert!(
                    !leaks(&drawn(&open, ConsoleTab::Messages), &hides).is_empty(),
                    "{name}: nothing was to be found"
                );
                store = act(&store, &mut worker, Action::Lesson(Learning::Reveal));
                store = act(&store, &mut worker, Action::Player(Playing::End));
            }
            assert!(questions > 0, "{name} asks something");
        }
    }
}

#[test]
fn what_is_tried_says_where_the_pod_went_and_leads_back() {
    let text = "kind: Node\nmetadata: {name: a, labels: {topology.kubernetes.io/zone: east}}\nstatus: {allocatable: {cpu: 2, memory: 4Gi}}\n---\nkind: Pod\nmetadata: {name: there}\nspec: {nodeName: a, containers: [{name: c, resources: {requests: {cpu: 1500m}}}]}\n---\nkind: Pod\nmetadata: {name: wants}\nspec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n";
    let mut worker = Worker::default();
    let store = act(&Store::default(), &mut worker, Action::Open(Opening::Text(text.into())));
    let store = act(&store, &mut worker, Action::Player(Playing::End));
    let store = act(&store, &mut worker, Action::Selection(Look::Pick(Some("default/wants".into()))));
    let ask = |store: &Store, worker: &mut Worker, question| {
        act(store, worker, Action::Inspector(Inspecting::Ask(Some(question))))
    };
    let asked = ask(&store, &mut worker, Question::Help("default/wants".into()));
    let before = drawn(&asked, ConsoleTab::Pods);
    for wanted in ["make wants fit", "Try it"] {
        assert!(before.contains(wanted), "no {wanted} in\n{before}");
    }
    let told = asked.inspector.asked.as_ref().and_then(|it| asked.answers.get(it)).cloned();
    let Some(wire::Told::Help(answers)) = told.as_deref() else { panic!("{told:?}") };
    let (entries, label) = crate::inspector::answer::script("default/wants", &answers[0]).expect("a script");
    let forth = crate::acts::Branching::Try { label, entries, about: "default/wants".into() };
    let tried = act(&asked, &mut worker, Action::Branches(forth));
    assert!(
        matches!(&tried.run.trace.trace.events()[tried.run.events_at(tried.player.at) - 1].what, What::Bound { pod, .. } if pod == "default/wants")
    );
    let after = drawn(&tried, ConsoleTab::Pods);
    for wanted in ["Tried: wants goes to a.", "Back to the parent run"] {
        assert!(after.contains(wanted), "no {wanted} in\n{after}");
    }
    let back = act(&tried, &mut worker, Action::Branches(crate::acts::Branching::Back));
    assert_eq!((back.run.trace.run, back.player.at), (asked.run.trace.run, asked.player.at));
    assert!(drawn(&back, ConsoleTab::Pods).contains("Try it"));
    // A node and its zone are asked about in the same way.
    let node = act(&back, &mut worker, Action::Selection(Look::Open("a".into())));
    for (question, wanted) in [
        (Question::Comes(wire::Trial::Drain("a".into())), "Yes, a can be drained: 1 pod leaves it"),
        (Question::Comes(wire::Trial::LoseZone("east".into())), "Losing zone east takes down 1 node"),
    ] {
        let page = drawn(&ask(&node, &mut worker, question), ConsoleTab::Pods);
        for wanted in ["Can I drain it?", "What if zone east is lost?", wanted, "See it happen"] {
            assert!(page.contains(wanted), "no {wanted} in\n{page}");
        }
    }
}
