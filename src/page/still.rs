//! The page as it is before its program is there: a built-in scenario at one moment, drawn natively by the views that draw it later.

use std::cell::RefCell;
use std::future::Future;
use std::pin::pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use yew::{Callback, Html, LocalServerRenderer, Properties, component, html};

use crate::acts::Playing;
use crate::gallery;
use crate::lang::Lang;
use crate::lesson::Learning;
use crate::lesson::view::{Whole, WholeProps};
use crate::look::{Known, view_of};
use crate::opening::Opening;
use crate::parts;
use crate::root::Root;
use crate::sees;
use crate::settings::Theme;
use crate::stage::draw::pen;
use crate::stage::draw::pen::Area;
use crate::stage::picture;
use crate::store::{Action, Store};
use crate::testing::Worker;
use crate::update::reduce;
use crate::view::{Props, View};
use trace::names::{Name, Way};
use wire::{Lesson, Term};

pub use crate::gallery::{FIRST, file};

/// The numbers of all built-in scenarios.
pub fn all() -> impl Iterator<Item = usize> {
    gallery::numbered().flat_map(|(_, scenarios)| scenarios).map(|(number, _)| number)
}

/// A built-in scenario with its run.
pub struct Scenario {
    number: usize,
    run: Store,
    worker: RefCell<Worker>,
}

/// A picture of a moment.
pub struct Still {
    /// The scenario's title.
    pub title: String,
    /// What the scenario shows.
    pub description: String,
    /// The page, as HTML.
    pub page: String,
}

impl Scenario {
    /// Runs the text of a scenario, by its number.
    pub fn new(number: usize, text: &str) -> Self {
        parts::draw_devices();
        parts::draw_rulings();
        let store = Store { theme: Theme::Light, ..Store::default() };
        let (store, effects) = reduce(&store, Action::Open(Opening::Scenario(number, text.into())));
        let mut worker = Worker::default();
        let run = worker.serve(store, effects);
        Self { number, run, worker: RefCell::new(worker) }
    }

    /// A lesson at its first step, drawn in a language; and all that it says, to be read.
    pub fn taught(lesson: &Rc<Lesson>, terms: &Rc<Vec<Term>>, lang: Lang) -> (Still, String) {
        let store = Store { theme: Theme::Light, lang, ..Store::default() };
        let taken = Learning::Taken { lesson: Rc::clone(lesson), step: 0, visit: false };
        let (store, effects) = reduce(&store, Action::Lesson(taken));
        let mut worker = Worker::default();
        let run = worker.serve(store, effects);
        let at = run.player.at;
        let scenario = Self { number: 0, run, worker: RefCell::new(worker) };
        let entry = &lesson.entry;
        let page = scenario.draw(at, lang).page;
        let read = |text: &wire::Bilingual| lang.pick(text).to_owned();
        let props = WholeProps { lesson: Rc::clone(lesson), lang, terms: Rc::clone(terms) };
        let whole = rendered(LocalServerRenderer::<Whole>::with_props(props).hydratable(false).render());
        (Still { title: read(&entry.title), description: read(&entry.goal), page }, whole)
    }

    /// The moment that tells most.
    pub fn decisive(&self) -> usize {
        self.run.run.trace.decisive().unwrap_or(0)
    }

    /// Draws a moment.
    pub fn draw(&self, at: usize, lang: Lang) -> Still {
        Self::drawn(self.view(at, lang))
    }

    /// Draws what a first visit begins with.
    pub fn welcome(&self, lang: Lang) -> Result<Still, String> {
        let name = Name::read(gallery::EVE);
        match name.map(|name| name.find(self.run.run.trace.trace.events(), &self.run.run.trace.moments)) {
            Some(Way::Exact(at)) => {
                let view = self.view(at, lang);
                let mut store = Store::clone(&view.store);
                store.front.welcomes = true;
                Ok(Self::drawn(View { store: Rc::new(store), ..view }))
            }
            _ => Err(format!("{} has no moment {}", self.name(), gallery::EVE)),
        }
    }

    fn drawn(view: View) -> Still {
        let loaded = Rc::clone(&view.store.run.loaded);
        let read = |text: &wire::Bilingual| view.store.lang.pick(text).trim().to_owned();
        let (title, description) = (read(&loaded.title), read(&loaded.description));
        let props = Props::seeing(sees::ALL, &Rc::new(view), &Callback::noop());
        let page = rendered(LocalServerRenderer::<Root>::with_props(props).hydratable(false).render());
        Still { title, description, page: inert(&page) }
    }

    /// A moment as other sites show it beside a link: the title, what is told, and the stage. An SVG of this size, whose colours the
    /// style sheet knows.
    pub fn preview(&self, at: usize, lang: Lang, (w, h): (i64, i64)) -> String {
        const MARGIN: i64 = 40;
        // It is seen at half its size or less, so all of it is larger than on the page: 8 for 5.
        let smaller = |pixels: i64| pixels * 5 / 8;
        let (view, act) = (self.view(at, lang), Callback::noop());
        let room = w - 2 * MARGIN;
        let title = lang.pick(&view.store.run.loaded.title).trim();
        let told =
            view.store.caption().map_or("", |(caption, _)| if lang == Lang::Zh { &caption.zh } else { &caption.text });
        let (title, below) = pen::lines(MARGIN, 26, 44, "text strong", &pen::wrap(title, 44, room, 2));
        let (told, below) = pen::lines(MARGIN, below + 6, 25, "soft", &pen::wrap(told, 25, room, 3));
        let stage = picture::model(&view);
        let below = below + 22;
        let stage = picture::picture(&view, &stage, &act, (smaller(room), smaller(h - below - MARGIN / 2)));
        let sheet = Area::new(0, 0, w, h);
        let drawn = html! {
            <svg xmlns="http://www.w3.org/2000/svg" class="picture" width={w.to_string()} height={h.to_string()} viewBox={format!("0 0 {w} {h}")}>
                { pen::rect(sheet, "paper", 0) }
                { title }
                { told }
                <g transform={format!("translate({MARGIN} {below}) scale(1.6)")}>{ stage }</g>
            </svg>
        };
        rendered(LocalServerRenderer::<Drawn>::with_props(DrawnProps { drawn }).hydratable(false).render())
    }

    fn view(&self, at: usize, lang: Lang) -> View {
        let (store, effects) = reduce(&Store { lang, ..self.run.clone() }, Action::Player(Playing::Seek(at)));
        let store = self.worker.borrow_mut().serve(store, effects);
        View { still: true, part: parts::draw, ..view_of(Rc::new(store), &Known::default().into(), false) }
    }

    /// The name of the scenario.
    pub fn name(&self) -> &'static str {
        gallery::name(self.number)
    }
}

#[derive(Clone, PartialEq, Properties)]
struct DrawnProps {
    drawn: Html,
}

/// A drawing by itself.
#[component]
fn Drawn(props: &DrawnProps) -> Html {
    props.drawn.clone()
}

/// A drawing as HTML.
#[cfg(test)]
pub(crate) fn html_of(drawn: Html) -> String {
    rendered(LocalServerRenderer::<Drawn>::with_props(DrawnProps { drawn }).hydratable(false).render())
}

/// What comes of a drawing: nothing in it waits for anything.
fn rendered(drawing: impl Future<Output = String>) -> String {
    let mut drawing = pin!(drawing);
    let mut context = Context::from_waker(Waker::noop());
    loop {
        if let Poll::Ready(drawn) = drawing.as_mut().poll(&mut context) {
            return drawn;
        }
    }
}

/// What does nothing yet says so. In a text there is no `<`, so only elements begin like this.
fn inert(page: &str) -> String {
    let page = page.replace(" disabled=\"disabled\"", "");
    let page = page.replace("<button ", "<button disabled ").replace("<input ", "<input inert ");
    let page = page.replace("<select ", "<select inert ");
    page.replace("role=\"button\" tabindex=\"0\"", "role=\"button\" aria-disabled=\"true\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::Inspecting;

    #[test]
    fn every_scenario_has_its_picture_in_every_language() {
        for number in all() {
            let file = format!("{}/../../www/{}", env!("CARGO_MANIFEST_DIR"), gallery::file(number));
            let scenario = Scenario::new(number, &std::fs::read_to_string(&file).expect("a scenario"));
            let at = scenario.decisive();
            let (caption, now) = scenario.run.run.trace.caption(at).expect("a caption");
            assert!(now, "{file}");
            for lang in [Lang::En, Lang::Zh] {
                let Still { title, description, page } = scenario.draw(at, lang);
                assert!(!title.is_empty() && !description.is_empty(), "{file}");
                let told = if lang == Lang::Zh { &caption.zh } else { &caption.text };
                let mut wanted = vec![format!(">{title}</p>"), told.replace('&', "&amp;").replace('<', "&lt;")];
                let frame = scenario.run.run.trace.trace.frame(scenario.run.run.trace.moments[at].events);
                let known = ["class=\"for-phone\"", "class=\"for-large\"", "class=\"marks\"", "class=\"grip\""];
                wanted.extend(known.map(str::to_owned));
                for it in wanted {
                    assert!(page.contains(&it), "{file} {lang:?} lacks {it}");
                }
                // Candidates stand without the other nodes, and of a large cluster only some are named.
                let named = frame.nodes.keys().filter(|node| page.contains(&format!(">{node}<"))).count();
                assert!(named >= frame.nodes.len().min(2), "{file} {lang:?} names {named} nodes");
                assert!(!page.contains("<script") && !page.contains(" onclick="), "{file}");
                assert!(!page.contains(" style=") && page.contains(" data-style="), "{file}");
                let (buttons, disabled) = ("<button ", "<button disabled ");
                assert_eq!(page.matches(buttons).count(), page.matches(disabled).count());
            }
        }
    }

    /// A view of a state, as the page would draw it.
    fn page(store: Store, say: impl FnOnce(&mut View)) -> String {
        let mut view =
            View { still: true, part: parts::draw, ..view_of(Rc::new(store), &Known::default().into(), false) };
        say(&mut view);
        Scenario::drawn(view).page
    }

    #[test]
    fn files_that_are_read_are_drawn_and_nothing_plays() {
        use crate::reading::{Batch, Does, sketch};
        use api::dump::{Progress, Seen};

        let node = |name: &str| {
            let json = format!(
                r#"{{"metadata": {{"name": "{name}"}}, "status": {{"allocatable": {{"cpu": "4", "memory": "8Gi", "pods": "9"}}}}}}"#
            );
            Seen::Node(Rc::new(serde_json::from_str(&json).expect("a node")))
        };
        let pod = |name: &str, node: &str| {
            let json = format!(
                r#"{{"metadata": {{"name": "{name}", "namespace": "d"}}, "spec": {{"nodeName": "{node}", "containers": [{{"resources": {{"requests": {{"cpu": "1"}}}}}}]}}, "status": {{"phase": "Running"}}}}"#
            );
            Seen::Pod(Rc::new(serde_json::from_str(&json).expect("a pod")))
        };
        let seen = vec![node("east"), node("west"), pod("one", "west"), pod("two", "")];
        let does = |store: &Store, does: Does| reduce(store, Action::Reading(does)).0;
        let store = does(&Store { theme: Theme::Light, ..Store::default() }, Does::Begin(Batch::default(), false));
        let store = does(&store, Does::Goes(1, Progress { bytes: 0, objects: 4 }, seen));
        let read = page(sketch::state(&store).expect("a sketch"), sketch::told);
        for wanted in [
            "Opening the file",
            "The first 2 nodes and 2 pods in the file, in their current state.",
            ">east<",
            ">west<",
            "sketched",
            "<main id=\"stage\" inert",
            "<progress",
            "4 objects",
        ] {
            assert!(read.contains(wanted), "no {wanted} in\n{read}");
        }
        let store = does(&store, Does::Done(1, api::files::Opened::default()));
        let store = reduce(&store, Action::Open(Opening::Text("kind: Node".into()))).0;
        let ready = page(sketch::state(&store).expect("a sketch"), sketch::told);
        assert!(ready.contains("its run is being prepared") && !ready.contains("<progress"), "{ready}");
        if let Some(out) = std::env::var_os("STILL_OUT") {
            std::fs::write(std::path::Path::new(&out).join("read.html"), read).expect("a file");
            std::fs::write(std::path::Path::new(&out).join("ready.html"), ready).expect("a file");
        }
    }

    #[test]
    fn the_hand_out_of_a_large_cluster_shows_the_node_with_the_map_beside_it() {
        use crate::share::{Sharing, pictured};
        use record::What;
        use trace::steps::Step;

        let node = |number: usize| {
            format!(
                "kind: Node\nmetadata: {{name: n-{number:03}}}\nstatus: {{capacity: {{cpu: 4, memory: 8Gi, pods: 9}}}}\n---\n"
            )
        };
        let pod = "kind: Pod\nmetadata: {name: web}\nspec: {nodeSelector: {kubernetes.io/hostname: n-105}, containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n";
        let text = (0..=picture::MOST).map(node).collect::<String>() + pod;
        let mut worker = Worker::default();
        let mut act = |store: &Store, action| {
            let (store, effects) = reduce(store, action);
            worker.serve(store, effects)
        };
        let store = act(&Store { theme: Theme::Light, ..Store::default() }, Action::Open(Opening::Text(text.into())));
        let events = store.run.trace.trace.events();
        let is_bound = |at: usize| matches!(events[at - 1].what, What::Bound { .. });
        let place = |wanted: &dyn Fn(Step, usize) -> bool| {
            let found = store.run.trace.moments.iter().position(|it| it.events > 0 && wanted(it.step, it.events));
            found.unwrap_or_else(|| panic!("{:?}", store.run.problems))
        };
        let bound = place(&|step, events| matches!(step, Step::Event | Step::Point(_)) && is_bound(events));
        let selected = place(&|step, _| step == Step::Select);
        let drawn = |store: &Store, map: Option<Html>| {
            let view = pictured::at(store, store.player.at);
            assert!(pictured::is_large(&view) && pictured::drawable(&view));
            let drawn = pictured::figure(view, map)?;
            Some(rendered(LocalServerRenderer::<Drawn>::with_props(DrawnProps { drawn }).hydratable(false).render()))
        };
        for at in [bound, selected] {
            let store = act(&store, Action::Player(Playing::Seek(at)));
            let store = act(&store, Action::Share(Sharing::HandOut(true)));
            assert!(pictured::beside_map(&store), "the map on the screen is of this moment");
            let page = drawn(&store, Some(html! { <b>{ "the map" }</b> })).expect("a picture");
            for wanted in ["data-node=\"n-105\"", ">n-105<", ">web<", "the map", "overview-legend"] {
                assert!(page.contains(wanted), "no {wanted} in\n{page}");
            }
            assert!(!page.contains("n-104"), "one node, not all");
            let alone = drawn(&store, None).expect("a picture");
            assert!(alone.contains(">n-105<") && !alone.contains("overview-legend"), "{alone}");
        }
        // A moment that is about no node has the map alone.
        let start = act(&store, Action::Player(Playing::Seek(0)));
        assert!(!pictured::beside_map(&start) && drawn(&start, None).is_none());
    }

    #[test]
    fn the_page_asks_what_if() {
        let text = include_str!("../../www/scenarios/budget.yaml");
        let scenario = Scenario::new(gallery::named("budget").expect("a scenario"), text);
        let act = |store: &Store, action| {
            let (store, effects) = reduce(store, action);
            scenario.worker.borrow_mut().serve(store, effects)
        };
        let store = act(
            &act(&scenario.run, Action::Player(Playing::End)),
            Action::Inspector(Inspecting::Page(crate::panes::Page::WhatIf)),
        );
        let store = act(&store, Action::Inspector(Inspecting::Ask(Some(wire::Question::Rebalance))));
        let drawn = page(store, |_| {});
        for wanted in [
            "Which pods would land on a different node now?",
            "Each pod is taken off its node",
            "Change a number from the start",
            "type=\"number\"",
        ] {
            assert!(drawn.contains(wanted), "no {wanted} in\n{drawn}");
        }
        if let Some(out) = std::env::var_os("STILL_OUT") {
            std::fs::write(std::path::Path::new(&out).join("whatif.html"), drawn).expect("a file");
        }
    }

    /// A text's run at the moment that `wanted` knows, with this page of the inspector.
    fn run_of(text: &str, shows: crate::panes::Page, wanted: impl Fn(&Store, usize) -> bool) -> Store {
        let mut worker = Worker::default();
        let mut act = |store: &Store, action| {
            let (store, effects) = reduce(store, action);
            worker.serve(store, effects)
        };
        let store = act(&Store { theme: Theme::Light, ..Store::default() }, Action::Open(Opening::Text(text.into())));
        let moments = 0..store.run.trace.moments.len();
        let at = moments.rev().find(|at| wanted(&store, *at)).unwrap_or_else(|| panic!("{:?}", store.run.problems));
        let store = act(&store, Action::Player(Playing::Seek(at)));
        act(&store, Action::Inspector(Inspecting::Page(shows)))
    }

    #[test]
    fn a_native_sidecar_counts_wherever_requests_are_told() {
        use crate::panes::Page;
        use crate::selection::Look;

        let text = "kind: Node\nmetadata: {name: n}\nstatus: {allocatable: {cpu: 2500m, memory: 8Gi, pods: '10'}}\n---\n\
            kind: Pod\nmetadata: {name: p}\nspec: {initContainers: [{name: s, restartPolicy: Always, resources: {requests: {cpu: '2'}}}], \
            containers: [{name: c, resources: {requests: {cpu: '1'}}}]}\n";
        let filtered =
            |store: &Store, at: usize| matches!(store.run.trace.moments[at].step, trace::steps::Step::Filter(_));
        let store = run_of(text, Page::Pod, filtered);
        let (store, _) = reduce(&store, Action::Selection(Look::Pick(Some("default/p".into()))));
        let drawn = page(store, |_| {});
        for wanted in ["requests 3 cpu; 2.5 of 2.5 free: 0.5 short", "p doesn’t fit on n", "Needs 3", "3 cpu, 0"] {
            assert!(drawn.contains(wanted), "no {wanted} in\n{drawn}");
        }
        assert!(!drawn.contains("2 cpu"), "{drawn}");
    }

    #[test]
    fn pods_of_candidates_that_were_not_chosen_say_that_they_are_spared() {
        let text = include_str!("../../www/scenarios/ladder.yaml");
        let chosen = |store: &Store, at: usize| store.run.trace.moments[at].step == trace::steps::Step::Choose;
        let store = run_of(text, crate::panes::Page::Preemption, chosen);
        for (lang, stage, cards) in [
            (Lang::En, "✓ spared", "spared: its node was not chosen"),
            (Lang::Zh, "✓ 不被抢占", "不被抢占：未选中其节点"),
        ] {
            let drawn = page(Store { lang, ..store.clone() }, |_| {});
            assert!(drawn.contains(cards), "no {cards} in\n{drawn}");
            assert!(drawn.contains(stage) || drawn.contains(&stage["✓ ".len()..]), "no {stage} in\n{drawn}");
            // One candidate has victims: on its card, and on the stage.
            let of_card = format!("{}: NodeResourcesFit", lang.words().goes);
            let victims = store.run.trace.trace.frame(store.run.trace.moments[store.player.at].events);
            assert!(drawn.matches(&of_card).count() < victims.pods.len() / 2, "{drawn}");
        }
    }

    #[test]
    fn rows_of_a_low_ladder_do_not_cover_each_other() {
        let text = include_str!("../../www/scenarios/ladder.yaml");
        let scenario = Scenario::new(gallery::named("ladder").expect("a scenario"), text);
        let moments = &scenario.run.run.trace.moments;
        let at = moments
            .iter()
            .position(|moment| matches!(&moment.step, trace::steps::Step::Rung(3)))
            .expect("the fourth rule");
        let view = scenario.view(at, Lang::En);
        for height in [60, 90, 140, 200, 300, 600] {
            let stage = picture::model(&view);
            let drawn = html_of(picture::picture(&view, &stage, &Callback::noop(), (940, height)));
            let rows: Vec<&str> = drawn.split("class=\"rule\"").skip(1).collect();
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
    fn a_caption_does_not_stand_below_a_heading_that_announces_words_of_kubectl() {
        let text = include_str!("../../www/scenarios/drain.yaml");
        let refused = |store: &Store, at: usize| {
            store.run.trace.caption(at).is_some_and(|(caption, now)| now && caption.text.starts_with("Two replicas"))
        };
        let store = run_of(text, crate::panes::Page::Now, refused);
        let drawn = page(store, |_| {});
        let heading = "<h2>kubectl has printed a message</h2>";
        assert!(drawn.contains(heading) && !drawn.contains("kubectl prints"), "{drawn}");
    }

    #[test]
    fn a_lesson_has_its_code_as_code_wherever_it_stands() {
        use crate::lesson::question::phrase;
        let drawn = |text: &str| html_of(html! { <p>{ phrase(text) }</p> });
        assert_eq!(drawn("an extender with `filterVerb`."), "<p>an extender with <code>filterVerb</code>.</p>");
        assert_eq!(drawn("a ` alone"), "<p>a ` alone</p>");
        let both = |text: &str| wire::Bilingual { en: text.into(), zh: text.into() };
        let choice =
            |right| wire::LessonChoice { name: both("`a`"), right, why: both("as `b` says"), ..Default::default() };
        let ask = wire::Ask {
            question: both("what of `c`?"),
            choices: vec![choice(true), choice(false)],
            note: both("`d`"),
            ..Default::default()
        };
        let step = wire::LessonStep { ask: Some(ask.clone()), ..Default::default() };
        let lesson = Lesson { steps: vec![step], ..Lesson::default() };
        let props = WholeProps { lesson: Rc::new(lesson), lang: Lang::En, terms: Rc::default() };
        let whole = rendered(LocalServerRenderer::<Whole>::with_props(props).hydratable(false).render());
        let store = Store::default();
        let given = crate::lesson::Given { first: Some(true), last: Some(0), found: 1, done: true };
        let asked = html_of(crate::lesson::question::question(&store, &Callback::noop(), &ask, given));
        for page in [whole, asked] {
            assert!(
                !page.contains('`') && page.contains("<code>a</code>") && page.contains("<code>b</code>"),
                "{page}"
            );
        }
    }

    #[test]
    fn the_decisive_moment_goes_deepest() {
        let text = include_str!("../../www/scenarios/ladder.yaml");
        let scenario = Scenario::new(gallery::named("ladder").expect("a scenario"), text);
        let moment = scenario.run.run.trace.moments[scenario.decisive()];
        assert_eq!(moment.step, trace::steps::Step::Choose);
        assert!(scenario.draw(scenario.decisive(), Lang::En).page.contains("data-verdict"));
    }
}
