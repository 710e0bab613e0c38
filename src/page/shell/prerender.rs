//! The prerendered page, visible before its program has loaded: a built-in scenario at one moment, drawn natively by the same views.

use std::{
    cell::RefCell,
    future::Future,
    pin::pin,
    rc::Rc,
    task::{Context, Poll, Waker},
};

use i18n::Lang;
pub use page_state::gallery::{FIRST_SCENARIO, river_path, scenario_path};
use page_state::{
    actions::{Action, lesson::LessonMsg, player::PlayerMsg},
    gallery,
    open_target::OpenTarget,
    settings::Theme,
    store::Store,
    testing::InlineWorker,
};
use protocol::{Lesson, Term};
use stage::draw::text_layout::{self, Area, Size};
use trace::moment_names::{MomentName, NameMatch};
use yew::{Callback, Html, LocalServerRenderer, Properties, component, html};

use crate::{
    features::{
        lesson::view::{FullLesson, FullLessonProps},
        river::still_picture,
        stage::stage_picture,
    },
    shell::{chunk_tables, root::Root},
    view::{
        Props, View, dirty,
        view_model::{ViewCache, build_view},
    },
};

pub fn scenario_numbers() -> impl Iterator<Item = usize> {
    gallery::numbered_scenarios().flat_map(|(_, scenarios)| scenarios).map(|(number, _)| number)
}

/// A built-in scenario with its run.
pub struct PrerenderScenario {
    number: usize,
    run: Store,
    worker: RefCell<InlineWorker>,
}

/// A page that the site writes as HTML, so that it is there before the program has started.
pub struct PrerenderedPage {
    pub title: String,
    pub description: String,
    /// The page, as HTML.
    pub page: String,
}

impl PrerenderScenario {
    /// Runs a scenario's manifest.
    pub fn new(number: usize, text: &str) -> Self {
        let store = Store { theme: Theme::Light, ..Store::with_all_chunks() };
        let mut worker = InlineWorker::default();
        let run_store = worker.apply_action(&store, Action::Open(OpenTarget::Scenario(number, text.into())));
        Self { number, run: run_store, worker: RefCell::new(worker) }
    }

    /// A lesson at its first step, drawn in a language; and its full text.
    pub fn prerender_lesson(lesson: &Rc<Lesson>, terms: &Rc<Vec<Term>>, lang: Lang) -> (PrerenderedPage, String) {
        let store = Store { theme: Theme::Light, lang, ..Store::with_all_chunks() };
        let parsed = LessonMsg::LessonParsed { lesson: Rc::clone(lesson), step: 0, is_visit: false };
        let mut worker = InlineWorker::default();
        let run_store = worker.apply_action(&store, Action::Lesson(parsed));
        let at = run_store.player.moment;
        let scenario = Self { number: 0, run: run_store, worker: RefCell::new(worker) };
        let lesson_entry = &lesson.entry;
        let page = scenario.prerender_moment(at, lang).page;
        let pick_text = |text: &protocol::Bilingual| lang.pick(text).to_owned();
        let props = FullLessonProps { lesson: Rc::clone(lesson), lang, terms: Rc::clone(terms) };
        let page_html =
            block_on_render(LocalServerRenderer::<FullLesson>::with_props(props).hydratable(false).render());
        (
            PrerenderedPage { title: pick_text(&lesson_entry.title), description: pick_text(&lesson_entry.goal), page },
            page_html,
        )
    }

    /// The index of the run's most important moment.
    pub fn decisive_moment(&self) -> usize {
        self.run.run.view.decisive_moment().unwrap_or(0)
    }

    /// Draws the page at a moment.
    pub fn prerender_moment(&self, at: usize, lang: Lang) -> PrerenderedPage {
        Self::prerender_view(self.view_at(at, lang))
    }

    /// Draws the page of a first visit.
    pub fn prerender_welcome(&self, lang: Lang) -> Result<PrerenderedPage, String> {
        let name = MomentName::parse(gallery::FIRST_MOMENT);
        match name.map(|name| name.find_moment(self.run.run.view.trace.events(), &self.run.run.view.moments)) {
            Some(NameMatch::Exact(at)) => {
                let view = self.view_at(at, lang);
                let mut store = Store::clone(&view.store);
                store.overlays.is_welcome_open = true;
                Ok(Self::prerender_view(View { store: Rc::new(store), ..view }))
            }
            _ => Err(format!("{} has no moment {}", self.name(), gallery::FIRST_MOMENT)),
        }
    }

    fn prerender_view(view: View) -> PrerenderedPage {
        let load_result = Rc::clone(&view.store.run.manifest_summary);
        let pick_text = |text: &protocol::Bilingual| view.store.lang.pick(text).trim().to_owned();
        let (title, description) = (pick_text(&load_result.title), pick_text(&load_result.description));
        let props = Props::with_slices(dirty::ALL, &Rc::new(view), &Callback::noop());
        let page = block_on_render(LocalServerRenderer::<Root>::with_props(props).hydratable(false).render());
        PrerenderedPage { title, description, page: mark_inert(&page) }
    }

    /// The river of the run in small, for the gallery and for an embedded page that waits for a click: an SVG, styled by the style sheet.
    pub fn thumbnail_svg(&self) -> String {
        render_to_string(still_picture::draw_small_river(&self.run))
    }

    /// Whether the run has a river that tells more than its most important moment.
    pub fn has_story(&self) -> bool {
        still_picture::river_of(&self.run).has_story()
    }

    /// A preview of a moment for other sites that show a link: the title, the narrator's text, and the river, or the stage if the river says
    /// little. An SVG of this size, in pixels, styled by the style sheet.
    pub fn preview_svg(&self, at: usize, lang: Lang, (w, h): (i64, i64)) -> String {
        const MARGIN: i64 = 40;
        // It is displayed at half its size or less, so everything is larger than on the page, by 8 to 5.
        let smaller = |pixels: i64| pixels * 5 / 8;
        let (view, dispatch) = (self.view_at(at, lang), Callback::noop());
        let available_width = w - 2 * MARGIN;
        let title = lang.pick(&view.store.run.manifest_summary.title).trim();
        let text = view.store.current_caption().map_or("", |(caption, _)| lang.pick_caption(caption));
        let text_layout::TextBlock { html: title, bottom: next_y } = text_layout::draw_lines(
            MARGIN,
            26,
            44,
            "text strong",
            &text_layout::wrap_text(title, 44, available_width, 2),
        );
        let text_layout::TextBlock { html, bottom: next_y } = text_layout::draw_lines(
            MARGIN,
            next_y + 6,
            25,
            "soft",
            &text_layout::wrap_text(text, 25, available_width, 3),
        );
        let next_y = next_y + 22;
        let size = Size::new(smaller(available_width), smaller(h - next_y - MARGIN / 2));
        let river = still_picture::river_of(&view.store);
        let picture = if river.has_story() {
            still_picture::draw_large_river(&view.store, &river, size)
        } else {
            stage_picture::draw_stage(&view, &stage_picture::stage_model(&view), &dispatch, size)
        };
        let sheet = Area::new(0, 0, w, h);
        let svg = html! {
            <svg xmlns="http://www.w3.org/2000/svg" class="picture" width={w.to_string()} height={h.to_string()} viewBox={format!("0 0 {w} {h}")}>
                { text_layout::draw_rect(sheet, "paper", 0) }
                { title }
                { html }
                <g transform={format!("translate({MARGIN} {next_y}) scale(1.6)")}>{ picture }</g>
            </svg>
        };
        render_to_string(svg)
    }

    fn view_at(&self, at: usize, lang: Lang) -> View {
        let store = self
            .worker
            .borrow_mut()
            .apply_action(&Store { lang, ..self.run.clone() }, Action::Player(PlayerMsg::Seek(at)));
        View {
            is_prerender: true,
            ..build_view(Rc::new(store), chunk_tables::ALL, &ViewCache::default().into(), false)
        }
    }

    pub fn name(&self) -> &'static str {
        gallery::scenario_name(self.number)
    }
}

#[derive(Clone, PartialEq, Properties)]
struct RenderedHtmlProps {
    html: Html,
}

/// A component that draws given HTML.
#[component]
fn RenderedHtml(props: &RenderedHtmlProps) -> Html {
    props.html.clone()
}

/// Renders HTML to a string.
#[cfg(test)]
pub(crate) fn render_html(html: Html) -> String {
    render_to_string(html)
}

fn render_to_string(html: Html) -> String {
    block_on_render(
        LocalServerRenderer::<RenderedHtml>::with_props(RenderedHtmlProps { html }).hydratable(false).render(),
    )
}

/// The result of rendering, which never waits for anything.
fn block_on_render(captured_svg: impl Future<Output = String>) -> String {
    let mut captured_svg = pin!(captured_svg);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(drawn) = captured_svg.as_mut().poll(&mut context) {
            return drawn;
        }
    }
}

/// Disables all buttons and inputs. Text contains no `<`, so only elements begin like this.
fn mark_inert(page: &str) -> String {
    let page = page.replace(" disabled=\"disabled\"", "");
    let page = page.replace("<button ", "<button disabled ").replace("<input ", "<input inert ");
    let page = page.replace("<select ", "<select inert ");
    page.replace("role=\"button\" tabindex=\"0\"", "role=\"button\" aria-disabled=\"true\"")
}

#[cfg(test)]
mod tests {
    use page_state::{
        actions::{inspector::InspectorMsg, lesson::PredictionMsg},
        selectors::import_preview,
        update::reduce,
    };

    use super::*;

    #[test]
    fn every_scenario_has_its_picture_in_every_language() {
        for number in scenario_numbers() {
            let file = format!("{}/../../www/{}", env!("CARGO_MANIFEST_DIR"), gallery::scenario_path(number));
            let scenario = PrerenderScenario::new(number, &std::fs::read_to_string(&file).expect("a scenario"));
            let at = scenario.decisive_moment();
            let (caption, is_current) = scenario.run.run.view.caption_at(at).expect("a caption");
            assert!(is_current, "{file}");
            for lang in Lang::ALL.iter().copied() {
                let PrerenderedPage { title, description, page } = scenario.prerender_moment(at, lang);
                assert!(!title.is_empty() && !description.is_empty(), "{file}");
                let text = lang.pick_of(&caption.text, &caption.zh);
                let mut expected = vec![format!(">{title}</p>"), text.replace('&', "&amp;").replace('<', "&lt;")];
                let frame = scenario.run.run.view.trace.frame_at(scenario.run.run.view.moments[at].events);
                let marks = ["class=\"for-phone\"", "class=\"for-large\"", "class=\"marks\"", "class=\"grip\""];
                expected.extend(marks.map(str::to_owned));
                for text in expected {
                    assert!(page.contains(&text), "{file} {lang:?} lacks {text}");
                }
                // Candidates are shown without the other nodes, of a large cluster only some nodes are named, and the queue is shown without nodes.
                let shows_queue = page.contains("class=\"queue-scene\"");
                let named_count = frame.nodes.keys().filter(|node| page.contains(&format!(">{node}<"))).count();
                assert!(
                    shows_queue || named_count >= frame.nodes.len().min(2),
                    "{file} {lang:?} names {named_count} nodes"
                );
                assert!(!page.contains("<script") && !page.contains(" onclick="), "{file}");
                assert!(!page.contains(" style=") && page.contains(" data-style="), "{file}");
                let (buttons, disabled) = ("<button ", "<button disabled ");
                assert_eq!(page.matches(buttons).count(), page.matches(disabled).count());
            }
        }
    }

    /// The view of a state, as the page would draw it.
    fn page(store: Store, say: impl FnOnce(&mut View)) -> String {
        let mut view = View {
            is_prerender: true,
            ..build_view(Rc::new(store), chunk_tables::ALL, &ViewCache::default().into(), false)
        };
        say(&mut view);
        PrerenderScenario::prerender_view(view).page
    }

    #[test]
    fn files_that_are_read_are_drawn_and_nothing_plays() {
        use imports::dump::{PreviewObject, Progress};
        use page_state::actions::import::{FileBatch, ImportMsg};

        let node = |name: &str| {
            let json = format!(
                r#"{{"metadata": {{"name": "{name}"}}, "status": {{"allocatable": {{"cpu": "4", "memory": "8Gi", "pods": "9"}}}}}}"#
            );
            PreviewObject::Node(Rc::new(serde_json::from_str(&json).expect("a node")))
        };
        let pod = |name: &str, node: &str| {
            let json = format!(
                r#"{{"metadata": {{"name": "{name}", "namespace": "d"}}, "spec": {{"nodeName": "{node}", "containers": [{{"resources": {{"requests": {{"cpu": "1"}}}}}}]}}, "status": {{"phase": "Running"}}}}"#
            );
            PreviewObject::Pod(Rc::new(serde_json::from_str(&json).expect("a pod")))
        };
        let objects = vec![node("east"), node("west"), pod("one", "west"), pod("two", "")];
        let import = |store: &Store, import: ImportMsg| reduce(store, Action::Import(import)).0;
        let store = import(
            &Store { theme: Theme::Light, ..Store::with_all_chunks() },
            ImportMsg::Begin(FileBatch::default(), false),
        );
        let store = import(&store, ImportMsg::MadeProgress(1, Progress { bytes: 0, objects: 4 }, objects));
        let preview_page = page(
            import_preview::preview_store(&store).expect("a sketch"),
            crate::features::import::note::set_preview_story,
        );
        for expected in [
            "Reading the cluster",
            "The first 2 nodes and 2 pods in the file, in their current state.",
            ">east<",
            ">west<",
            "sketched",
            "<main id=\"stage\" inert",
            "<progress",
            "4 objects",
        ] {
            assert!(preview_page.contains(expected), "no {expected} in\n{preview_page}");
        }
        let store = import(&store, ImportMsg::Finish(1, imports::files::OpenedFiles::default()));
        let store = reduce(&store, Action::Open(OpenTarget::Text("kind: Node".into()))).0;
        let ready = page(
            import_preview::preview_store(&store).expect("a sketch"),
            crate::features::import::note::set_preview_story,
        );
        assert!(ready.contains("the run is being prepared") && !ready.contains("<progress"), "{ready}");
        if let Some(out_folder) = std::env::var_os("STILL_OUT") {
            std::fs::write(std::path::Path::new(&out_folder).join("read.html"), preview_page).expect("a file");
            std::fs::write(std::path::Path::new(&out_folder).join("ready.html"), ready).expect("a file");
        }
    }

    #[test]
    fn handout_of_a_large_cluster_has_node_and_map() {
        use page_state::actions::share::ShareMsg;
        use runlog::EventKind;
        use trace::steps::Step;

        use crate::features::share::handout_pictures;

        let node = |number: usize| {
            format!(
                "kind: Node\nmetadata: {{name: n-{number:03}}}\nstatus: {{capacity: {{cpu: 4, memory: 8Gi, pods: 9}}}}\n---\n"
            )
        };
        let pod = "kind: Pod\nmetadata: {name: web}\nspec: {nodeSelector: {kubernetes.io/hostname: n-105}, containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n";
        let text = (0..=scene::stage_model::MAX_CARDS).map(node).collect::<String>() + pod;
        let mut worker = InlineWorker::default();
        let mut reduce_action = |store: &Store, action| worker.apply_action(store, action);
        let store = reduce_action(
            &Store { theme: Theme::Light, ..Store::with_all_chunks() },
            Action::Open(OpenTarget::Text(text.into())),
        );
        let events = store.run.view.trace.events();
        let is_bound = |at: usize| matches!(events[at - 1].what, EventKind::Bound { .. });
        let order_index = |is_wanted: &dyn Fn(Step, usize) -> bool| {
            let moment = store
                .run
                .view
                .moments
                .iter()
                .position(|moment| moment.events > 0 && is_wanted(moment.step, moment.events));
            moment.unwrap_or_else(|| panic!("{:?}", store.run.problems))
        };
        let bound_moment =
            order_index(&|step, events| matches!(step, Step::Event | Step::Point(_)) && is_bound(events));
        let selected = order_index(&|step, _| step == Step::Select);
        let render_figure = |store: &Store, map: Option<Html>| {
            let view = handout_pictures::view_at(store, chunk_tables::ALL, store.player.moment);
            assert!(handout_pictures::has_many_nodes(&view) && handout_pictures::is_drawable(&view));
            let html = handout_pictures::draw_figure(view, map)?;
            Some(block_on_render(
                LocalServerRenderer::<RenderedHtml>::with_props(RenderedHtmlProps { html }).hydratable(false).render(),
            ))
        };
        for at in [bound_moment, selected] {
            let store = reduce_action(&store, Action::Player(PlayerMsg::Seek(at)));
            let store = reduce_action(&store, Action::Share(ShareMsg::SetHandoutOpen(true)));
            assert!(handout_pictures::is_beside_map(&store), "the map on the screen is of this moment");
            let page = render_figure(&store, Some(html! { <b>{ "the map" }</b> })).expect("a picture");
            for expected in ["data-node=\"n-105\"", ">n-105<", ">web<", "the map", "overview-legend"] {
                assert!(page.contains(expected), "no {expected} in\n{page}");
            }
            assert!(!page.contains("n-104"), "one node, not all");
            let protect_alone_text = render_figure(&store, None).expect("a picture");
            assert!(
                protect_alone_text.contains(">n-105<") && !protect_alone_text.contains("overview-legend"),
                "{protect_alone_text}"
            );
        }
        // A moment that is about no node only has the map.
        let store_at_start = reduce_action(&store, Action::Player(PlayerMsg::Seek(0)));
        assert!(!handout_pictures::is_beside_map(&store_at_start) && render_figure(&store_at_start, None).is_none());
    }

    #[test]
    fn the_page_asks_what_if() {
        let text = include_str!("../../../www/scenarios/budget.yaml");
        let scenario = PrerenderScenario::new(gallery::scenario_number("budget").expect("a scenario"), text);
        let reduce_action = |store: &Store, action| scenario.worker.borrow_mut().apply_action(store, action);
        let store = reduce_action(
            &reduce_action(&scenario.run, Action::Player(PlayerMsg::End)),
            Action::Inspector(InspectorMsg::ShowPage(page_state::panels::InspectorPage::WhatIf)),
        );
        let store =
            reduce_action(&store, Action::Inspector(InspectorMsg::SetQuestion(Some(protocol::Question::Rebalance))));
        let html = page(store, |_| {});
        for expected in [
            "Which pods would land on a different node now?",
            "Each pod is taken off its node",
            "Change a number from the start",
            "type=\"number\"",
        ] {
            assert!(html.contains(expected), "no {expected} in\n{html}");
        }
        if let Some(out_folder) = std::env::var_os("STILL_OUT") {
            std::fs::write(std::path::Path::new(&out_folder).join("whatif.html"), html).expect("a file");
        }
    }

    #[test]
    fn a_long_answer_shows_how_far_it_is_and_can_be_stopped() {
        use page_state::{
            actions::worker_cache::CacheMsg,
            effects::{Effect, WorkerEffect},
        };
        use protocol::{Answer, AnswerProgress, Move, Question, Rebalance};

        let text = include_str!("../../../www/scenarios/budget.yaml");
        let scenario = PrerenderScenario::new(gallery::scenario_number("budget").expect("a scenario"), text);
        let (store, _) = reduce(&scenario.run, Action::Player(PlayerMsg::End));
        let what_if = InspectorMsg::ShowPage(page_state::panels::InspectorPage::WhatIf);
        let (store, _) = reduce(&store, Action::Inspector(what_if));
        let ask = |question| Action::Inspector(InspectorMsg::SetQuestion(question));
        let (store, _) = reduce(&store, ask(Some(Question::Rebalance)));
        let query = store.inspector.query.clone().expect("a question");
        let moves = vec![Move { pod: "default/web".into(), from: "node-1".into(), to: Some("node-2".into()) }];
        let part = Answer::Rebalance(Rebalance { moves, decided_pods: 7, ..Rebalance::default() });
        let progress = AnswerProgress { done: 7, total: 20 };
        let arrived = CacheMsg::AnswerProgressed(query.clone(), progress, Some(part.into()));
        let (store, _) = reduce(&store, Action::Cache(arrived));
        let html = page(store.clone(), |_| {});
        for expected in ["Trying… 35 %", "<progress", ">Stop</button>", "So far:", "1 of 7 pods would land"] {
            assert!(html.contains(expected), "no {expected} in\n{html}");
        }
        // After it was stopped, the rest is not computed, and the partial answer stays.
        let (stopped, effects) = reduce(&store, Action::Cache(CacheMsg::AnswerStopped(query.clone())));
        let cancels = |effect: &Effect| matches!(effect, Effect::Worker(WorkerEffect::CancelQuery(of)) if *of == query);
        assert!(effects.iter().any(cancels), "{effects:?}");
        let html = page(stopped.clone(), |_| {});
        assert!(html.contains("Stopped.") && html.contains("1 of 7 pods would land") && !html.contains("<progress"));
        // Asked again, it starts over; closed, it is dropped.
        let (closed, effects) = reduce(&store, ask(None));
        assert!(effects.iter().any(cancels), "{effects:?}");
        let (_, effects) = reduce(&closed, ask(Some(Question::Rebalance)));
        let asks = |effect: &Effect| matches!(effect, Effect::Worker(WorkerEffect::SendQuery(_)));
        assert!(effects.iter().any(asks), "{effects:?}");
        assert!(!reduce(&stopped, ask(None)).1.iter().any(cancels), "it is dropped already");
    }

    #[test]
    fn a_message_of_a_scheduler_is_answered_and_no_error() {
        use crate::features::editor::view::draw_problems;

        let draw = |text: &str| {
            let store = InlineWorker::default().open_text(text);
            let problems = store.current_problems();
            assert!(!problems.is_empty(), "{text}");
            let html = draw_problems(Lang::En, "This can’t run", problems, &mut std::iter::empty());
            block_on_render(
                LocalServerRenderer::<RenderedHtml>::with_props(RenderedHtmlProps { html }).hydratable(false).render(),
            )
        };
        let html = draw("0/3 nodes are available: 3 Insufficient cpu.");
        assert!(html.contains("What this scheduler message says") && html.contains("role=\"status\""), "{html}");
        assert!(!html.contains("This can’t run") && !html.contains("alert"), "{html}");
        let html = draw("kind: Node\nmetadata: {name: a}\nstatus: {capacity: {cpu: lots}}\n");
        assert!(html.contains("This can’t run") && html.contains("role=\"alert\""), "{html}");
    }

    /// Runs a manifest to the moment that `is_wanted` accepts, with this page of the inspector.
    fn run_of(text: &str, page: page_state::panels::InspectorPage, is_wanted: impl Fn(&Store, usize) -> bool) -> Store {
        let mut worker = InlineWorker::default();
        let mut reduce_action = |store: &Store, action| worker.apply_action(store, action);
        let store = reduce_action(
            &Store { theme: Theme::Light, ..Store::with_all_chunks() },
            Action::Open(OpenTarget::Text(text.into())),
        );
        let moments = 0..store.run.view.moments.len();
        let at = moments.rev().find(|at| is_wanted(&store, *at)).unwrap_or_else(|| panic!("{:?}", store.run.problems));
        let store = reduce_action(&store, Action::Player(PlayerMsg::Seek(at)));
        reduce_action(&store, Action::Inspector(InspectorMsg::ShowPage(page)))
    }

    #[test]
    fn requests_on_the_page_include_native_sidecars() {
        use page_state::{actions::selection::SelectionMsg, panels::InspectorPage};

        let text = "kind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: 2500m, memory: 8Gi, pods: '10'}}\n---\n\
            kind: Pod\nmetadata: {name: p}\nspec: {initContainers: [{name: s, restartPolicy: Always, resources: {requests: {cpu: '2'}}}], \
            containers: [{name: c, resources: {requests: {cpu: '1'}}}]}\n";
        let filtered =
            |store: &Store, at: usize| matches!(store.run.view.moments[at].step, trace::steps::Step::Filter(_));
        let store = run_of(text, InspectorPage::Pod, filtered);
        let (store, _) = reduce(&store, Action::Selection(SelectionMsg::PickPod(Some("default/p".into()))));
        let html = page(store, |_| {});
        for expected in ["requests 3 cpu; 2.5 of 2.5 free: 0.5 short", "p doesn’t fit on n", "Needs 3", "3 cpu, 0"] {
            assert!(html.contains(expected), "no {expected} in\n{html}");
        }
        assert!(!html.contains("2 cpu"), "{html}");
    }

    const GANG: &str = include_str!("../../stage/gang.yaml");

    /// The run of a gang at its last step that `is_wanted` accepts.
    fn gang_at(is_wanted: impl Fn(trace::group_steps::GroupStep) -> bool) -> Store {
        run_of(
            GANG,
            page_state::panels::InspectorPage::Now,
            |store, at| matches!(store.run.view.moments[at].step, trace::steps::Step::Group(step) if is_wanted(step)),
        )
    }

    #[test]
    fn a_group_is_one_body_and_its_members_are_ghosts() {
        use trace::group_steps::GroupStep;

        let html = page(gang_at(|step| step == GroupStep::Member(1)), |_| {});
        if let Ok(folder) = std::env::var("PICTURES") {
            let mut store = gang_at(|step| step == GroupStep::Member(1));
            std::fs::write(format!("{folder}/member.html"), page(store.clone(), |_| {})).expect("a file");
            store.theme = Theme::Dark;
            std::fs::write(format!("{folder}/member-dark.html"), page(store, |_| {})).expect("a file");
            let verdict = gang_at(|step| step == GroupStep::Verdict);
            std::fs::write(format!("{folder}/verdict.html"), page(verdict, |_| {})).expect("a file");
            let asked = gang_at(|step| matches!(step, GroupStep::Reprieve(_)));
            std::fs::write(format!("{folder}/asked.html"), page(asked, |_| {})).expect("a file");
        }
        for expected in ["class=\"group-body gang", "placed, not bound", "One snapshot for all 3", "minimum 3"] {
            assert!(html.contains(expected), "no {expected} in\n{html}");
        }
        assert!(html.matches(" ghost").count() >= 2, "{html}");
        // All members return to the queue: while the group waits for its victims, none is placed.
        let failed = |store: &Store, at: usize| {
            let view = &store.run.view;
            let event = view.moments[at].events.checked_sub(1).map(|last| &view.trace.events()[last].what);
            matches!(event, Some(runlog::EventKind::GroupAttempted(summary)) if !matches!(summary.status, runlog::GroupStatus::Success))
                && view.moments[at].step == trace::steps::Step::Group(GroupStep::Verdict)
        };
        let html = page(run_of(GANG, page_state::panels::InspectorPage::Now, failed), |_| {});
        assert!(!html.contains(" ghost") && html.contains("of 3 nominated"), "{html}");
    }

    #[test]
    fn pods_of_candidates_that_were_not_chosen_say_that_they_are_spared() {
        let text = include_str!("../../../www/scenarios/ladder.yaml");
        let is_choice = |store: &Store, at: usize| store.run.view.moments[at].step == trace::steps::Step::Choose;
        let store = run_of(text, page_state::panels::InspectorPage::Preemption, is_choice);
        for (lang, stage, cards) in [
            (Lang::En, "✓ spared", "spared: its node was not chosen"),
            (Lang::Zh, "✓ 不被抢占", "不被抢占：未选中其节点"),
        ] {
            let html = page(Store { lang, ..store.clone() }, |_| {});
            assert!(html.contains(cards), "no {cards} in\n{html}");
            assert!(html.contains(stage) || html.contains(&stage["✓ ".len()..]), "no {stage} in\n{html}");
            // One candidate has victims: they are shown on its card, and on the stage.
            let of_card = format!("{}: NodeResourcesFit", lang.page_labels().goes);
            let victims = store.run.view.trace.frame_at(store.run.view.moments[store.player.moment].events);
            assert!(html.matches(&of_card).count() < victims.pods.len() / 2, "{html}");
        }
    }

    #[test]
    fn rows_of_a_low_ladder_do_not_cover_each_other() {
        let text = include_str!("../../../www/scenarios/ladder.yaml");
        let scenario = PrerenderScenario::new(gallery::scenario_number("ladder").expect("a scenario"), text);
        let moments = &scenario.run.run.view.moments;
        let at = moments
            .iter()
            .position(|moment| matches!(&moment.step, trace::steps::Step::Rung(3)))
            .expect("the fourth rule");
        let view = scenario.view_at(at, Lang::En);
        for height in [60, 90, 140, 200, 300, 600] {
            let stage = stage_picture::stage_model(&view);
            let html = render_html(stage_picture::draw_stage(&view, &stage, &Callback::noop(), Size::new(940, height)));
            let rows: Vec<&str> = html.split("class=\"rule\"").skip(1).collect();
            let tops: Vec<i64> = rows
                .iter()
                .map(|row| {
                    let (_, y) = row.split_once(" y=\"").expect("a place");
                    y.split_once('"').and_then(|(y, _)| y.parse().ok()).expect("a number")
                })
                .collect();
            assert!(tops.windows(2).all(|pair| pair[1] - pair[0] >= 20), "{height}: {tops:?}");
            assert!(rows.iter().any(|row| row.contains("4. ")), "{height}: the rule of this moment is missing");
            assert_eq!(rows.len() == 5, height >= 200, "{height}: {}", rows.len());
        }
    }

    #[test]
    fn caption_is_not_under_the_heading_for_kubectl() {
        let text = include_str!("../../../www/scenarios/drain.yaml");
        let is_rejected_at = |store: &Store, at: usize| {
            store
                .run
                .view
                .caption_at(at)
                .is_some_and(|(caption, is_current)| is_current && caption.text.starts_with("Two replicas"))
        };
        let store = run_of(text, page_state::panels::InspectorPage::Now, is_rejected_at);
        let html = page(store, |_| {});
        let heading = "<h2>kubectl has printed a message</h2>";
        assert!(html.contains(heading) && !html.contains("kubectl prints"), "{html}");
    }

    #[test]
    fn code_in_lessons_is_marked_as_code() {
        use crate::features::lesson::question::draw_phrase;
        let render_phrase = |text: &str| render_html(html! { <p>{ draw_phrase(text) }</p> });
        assert_eq!(render_phrase("an extender with `filterVerb`."), "<p>an extender with <code>filterVerb</code>.</p>");
        assert_eq!(render_phrase("a ` alone"), "<p>a ` alone</p>");
        let both = |text: &str| protocol::Bilingual { en: text.into(), zh: text.into() };
        let choice = |is_right| protocol::LessonChoice {
            name: both("`a`"),
            is_right,
            why: both("as `b` says"),
            ..Default::default()
        };
        let question = protocol::LessonQuestion {
            question: both("what of `c`?"),
            choices: vec![choice(true), choice(false)],
            note: both("`d`"),
            ..Default::default()
        };
        let step = protocol::LessonStep { ask: Some(question.clone()), ..Default::default() };
        let lesson = Lesson { steps: vec![step], ..Lesson::default() };
        let props = FullLessonProps { lesson: Rc::new(lesson), lang: Lang::En, terms: Rc::default() };
        let page_html =
            block_on_render(LocalServerRenderer::<FullLesson>::with_props(props).hydratable(false).render());
        let store = Store::with_all_chunks();
        let answers = page_state::lesson::QuestionAnswers {
            first_correct: Some(true),
            last_choice: Some(0),
            found_choices: 1,
            is_done: true,
            ..Default::default()
        };
        let question_html = render_html(crate::features::lesson::question::draw_question(
            &store,
            &Callback::noop(),
            &question,
            answers,
            |choice| Action::Prediction(PredictionMsg::Answer(choice)),
        ));
        for page in [page_html, question_html] {
            assert!(
                !page.contains('`') && page.contains("<code>a</code>") && page.contains("<code>b</code>"),
                "{page}"
            );
        }
    }

    #[test]
    fn the_decisive_moment_goes_deepest() {
        let text = include_str!("../../../www/scenarios/ladder.yaml");
        let scenario = PrerenderScenario::new(gallery::scenario_number("ladder").expect("a scenario"), text);
        let moment = scenario.run.run.view.moments[scenario.decisive_moment()];
        assert_eq!(moment.step, trace::steps::Step::Choose);
        assert!(scenario.prerender_moment(scenario.decisive_moment(), Lang::En).page.contains("data-verdict"));
    }
}
