//! Tests that the whole page, as HTML with all its attributes, reveals nothing of the future at a question.

use std::rc::Rc;

use i18n::{Lang, story};
use page_state::{
    actions::{Action, inspector::InspectorMsg, lesson::PredictionMsg, player::PlayerMsg, selection::SelectionMsg},
    open_target::OpenTarget,
    panels::{CONSOLE_PANELS, ConsoleTab, INSPECTOR_PANELS, InspectorPage},
    selectors::spoiler_guard,
    settings::Theme,
    store::Store,
    testing::InlineWorker,
};
use protocol::Question;
use runlog::EventKind;
use yew::{Callback, html};

use crate::{
    shell::{prerender::render_html, root::Root},
    view::{
        View,
        view_model::{ViewCache, build_view},
    },
};

const SCENARIOS: [(&str, &str); 8] = [
    ("first-pod", include_str!("../../../www/scenarios/first-pod.yaml")),
    ("reprieve", include_str!("../../../www/scenarios/reprieve.yaml")),
    ("rung-priority", include_str!("../../../www/scenarios/rung-priority.yaml")),
    ("rung-count", include_str!("../../../www/scenarios/rung-count.yaml")),
    ("budget", include_str!("../../../www/scenarios/budget.yaml")),
    ("whole-or-not", include_str!("../../../www/scenarios/whole-or-not.yaml")),
    ("as-one", include_str!("../../../www/scenarios/as-one.yaml")),
    ("cross-node", include_str!("../../../www/scenarios/cross-node.yaml")),
];

/// The number of moments before a question that are checked.
const MOMENTS_BEFORE: usize = 16;

fn apply_action(store: &Store, worker: &mut InlineWorker, action: Action) -> Store {
    worker.apply_action(store, action)
}

/// Renders the page as HTML, with its console open on this tab.
fn render_page(store: &Store, tab: ConsoleTab) -> String {
    let mut store = store.clone();
    // There is no system color scheme at build time.
    (store.theme, store.console.is_open, store.console.tab) = (Theme::Light, true, tab);
    let view = Rc::new(View {
        is_prerender: true,
        ..build_view(Rc::new(store), crate::shell::chunk_tables::ALL, &ViewCache::default().into(), false)
    });
    render_html(html! { <Root {view} dispatch={Callback::noop()} /> })
}

fn escape_html(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#x27;")
}

/// Texts that must not be revealed: sentences of later moments, messages and kubectl's lines of later events, captions and the title.
fn list_secrets(store: &Store) -> Vec<String> {
    let (run_view, lang) = (&store.run.view, store.lang);
    let events = run_view.trace.events();
    let count = run_view.moments[store.player.moment].events;
    let wording = releases::wording(store.run.shown_release());
    let step_texts = |at: usize| {
        let moment = run_view.moments[at];
        let detail = run_view.attempt_at(moment.events).and_then(|number| store.detail_cache.get(run_view.run, number));
        let story = story::moment_text(
            lang,
            events,
            moment,
            &run_view.trace.frame_at(moment.events),
            wording,
            detail.map(|detail| &**detail),
        );
        [story.title, story.text, story.quote]
    };
    let messages = |from: usize, target_index: usize| {
        events[from..target_index].iter().filter_map(|event| match &event.what {
            EventKind::Message { text, .. } | EventKind::Printed { text, .. } | EventKind::Script { text, .. } => {
                Some(text.to_string())
            }
            _ => None,
        })
    };
    let early_texts: Vec<String> = (0..=store.player.moment).flat_map(step_texts).chain(messages(0, count)).collect();
    let captions = run_view.captions.iter().flat_map(|(_, caption)| [caption.text.to_string(), caption.zh.to_string()]);
    let title = [&store.run.manifest_summary.title, &store.run.manifest_summary.description]
        .map(|bilingual| lang.pick(bilingual).trim().to_owned());
    let later =
        (store.player.moment + 1..run_view.moments.len()).flat_map(step_texts).chain(messages(count, events.len()));
    // The name of a plugin alone, as the title of its step, reveals nothing.
    let profiles = run_view.trace.frame_at(usize::MAX).profiles;
    let is_plugin_name = |text: &str| {
        let mut rows = profiles.iter().flat_map(|profile| profile.filters.iter().chain(&profile.scores));
        rows.any(|row| row.id.as_str() == text)
    };
    // Neither does a title that is part of an earlier text.
    let fresh = |text: &String| {
        text.chars().count() > 24
            && !is_plugin_name(text)
            && !early_texts.iter().any(|earlier| earlier.contains(text.as_str()))
    };
    later.filter(fresh).chain(captions).chain(title).filter(|text| text.chars().count() > 6).collect()
}

fn find_leaks(html: &str, secrets: &[String]) -> Vec<String> {
    secrets.iter().filter(|text| html.contains(&escape_html(text))).cloned().collect()
}

#[test]
fn page_at_a_question_hides_the_future() {
    for (name, text) in SCENARIOS {
        for lang in [Lang::En, Lang::Zh] {
            let mut worker = InlineWorker::default();
            let begun = Store { lang, ..Store::with_all_chunks() };
            let mut store = apply_action(&begun, &mut worker, Action::Open(OpenTarget::Text(text.into())));
            let free = store.clone();
            store = apply_action(&store, &mut worker, Action::Prediction(PredictionMsg::SetOn(true)));
            store = apply_action(&store, &mut worker, Action::Player(PlayerMsg::End));
            let mut questions = 0;
            while spoiler_guard::has_open_question(&store) {
                questions += 1;
                let hides = list_secrets(&store);
                assert!(hides.len() > 3, "{name}: there is something to tell");
                let pod = store.run.view.attempt_summary(0).map(|attempt_summary| attempt_summary.pod.clone());
                let pages = INSPECTOR_PANELS.iter().map(|panel| panel.page);
                let tabs = CONSOLE_PANELS.iter().map(|panel| panel.tab);
                for (page, tab) in pages.zip(tabs.cycle()) {
                    let mut looked = store.clone();
                    looked.selection.pod = pod.clone();
                    looked.selection.node = looked.run.view.trace.frame_at(usize::MAX).node_order.first().cloned();
                    looked.inspector.page = page;
                    looked.inspector.query = None;
                    // At the question, and at the moments before it.
                    let moments_back =
                        if page == InspectorPage::Now { MOMENTS_BEFORE.min(store.player.moment) } else { 1 };
                    for steps_back in 0..=moments_back {
                        let mut moment = looked.clone();
                        moment.player.moment -= steps_back;
                        let texts = find_leaks(&render_page(&moment, tab), &hides);
                        assert!(
                            texts.is_empty(),
                            "{name}, question {questions}, {page:?}, {tab:?}, {steps_back} before: {texts:#?}"
                        );
                    }
                }
                // Checks that the test finds leaks: the same page without a question has some.
                let mut opened_store = free.clone();
                opened_store.player.moment = store.player.moment;
                assert!(
                    !find_leaks(&render_page(&opened_store, ConsoleTab::Messages), &hides).is_empty(),
                    "{name}: nothing was to be found"
                );
                store = apply_action(&store, &mut worker, Action::Prediction(PredictionMsg::Reveal));
                store = apply_action(&store, &mut worker, Action::Player(PlayerMsg::End));
            }
            assert!(questions > 0, "{name} asks something");
        }
    }
}

#[test]
fn trial_shows_the_new_node_and_links_back() {
    let text = "kind: Node\nmetadata: {name: a, labels: {topology.kubernetes.io/zone: east}}\nstatus: {allocatable: {cpu: 2, memory: 4Gi}}\n---\nkind: Pod\nmetadata: {name: there}\nspec: {nodeName: a, containers: [{name: c, resources: {requests: {cpu: 1500m}}}]}\n---\nkind: Pod\nmetadata: {name: wants}\nspec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n";
    let mut worker = InlineWorker::default();
    let store = apply_action(&Store::with_all_chunks(), &mut worker, Action::Open(OpenTarget::Text(text.into())));
    let store = apply_action(&store, &mut worker, Action::Player(PlayerMsg::End));
    let store =
        apply_action(&store, &mut worker, Action::Selection(SelectionMsg::PickPod(Some("default/wants".into()))));
    let ask_question = |store: &Store, worker: &mut InlineWorker, question| {
        apply_action(store, worker, Action::Inspector(InspectorMsg::SetQuestion(Some(question))))
    };
    let asking_store = ask_question(&store, &mut worker, Question::Help("default/wants".into()));
    let text_before = render_page(&asking_store, ConsoleTab::Pods);
    for expected in ["make wants fit", "Try it"] {
        assert!(text_before.contains(expected), "no {expected} in\n{text_before}");
    }
    let answer = asking_store.inspector.query.as_ref().and_then(|query| asking_store.answer_cache.get(query)).cloned();
    let Some(protocol::Answer::Help(help)) = answer.as_deref() else { panic!("{answer:?}") };
    let answers = &help.changes;
    let fork =
        crate::features::inspector::remedies::remedy_fork(&"default/wants".into(), &answers[0]).expect("a script");
    let forth = page_state::actions::comparison::BranchMsg::TryFork { fork, about: "default/wants".into() };
    let trial = apply_action(&asking_store, &mut worker, Action::Branches(forth));
    assert!(
        matches!(&trial.run.view.trace.events()[trial.run.events_at(trial.player.moment) - 1].what, EventKind::Bound { pod, .. } if pod == "default/wants")
    );
    let text_after = render_page(&trial, ConsoleTab::Pods);
    for expected in ["Tried: wants goes to a.", "Back to the parent run"] {
        assert!(text_after.contains(expected), "no {expected} in\n{text_after}");
    }
    let restored_store = apply_action(
        &trial,
        &mut worker,
        Action::Branches(page_state::actions::comparison::BranchMsg::ReturnToOriginal),
    );
    assert_eq!(
        (restored_store.run.view.run, restored_store.player.moment),
        (asking_store.run.view.run, asking_store.player.moment)
    );
    assert!(render_page(&restored_store, ConsoleTab::Pods).contains("Try it"));
    // A question about a node or zone can be tried in the same way.
    let node = apply_action(&restored_store, &mut worker, Action::Selection(SelectionMsg::OpenNode("a".into())));
    for (question, expected) in [
        (Question::Consequences(protocol::Trial::Drain("a".into())), "With --force, 1 pod leaves it"),
        (Question::Consequences(protocol::Trial::LoseZone("east".into())), "Losing zone east takes down 1 node"),
    ] {
        let page = render_page(&ask_question(&node, &mut worker, question), ConsoleTab::Pods);
        for expected in ["Can I drain it?", "What if zone east is lost?", expected, "See it happen"] {
            assert!(page.contains(expected), "no {expected} in\n{page}");
        }
    }
}
