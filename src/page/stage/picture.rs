//! The picture of a view: its model, and the model drawn as SVG.

use yew::{Callback, Html, html};

use crate::page_part::{PagePart, Stands};
use crate::stage::draw::pen;
use crate::stage::draw::pen::{Pen, Sources, lines, wrap};
use crate::stage::draw::{exchange, ladder, nodes, scores};
use crate::stage::rulings;
use crate::stage::scene::model::{Scene, Stage};
use crate::stage::scene::sight;
use crate::stage::scene::sight::{Sight, Subject};
use crate::store::Action;
use crate::view::View;
use api::Str;

/// More nodes than this are drawn as a map.
pub const MOST: usize = 200;

/// Makes a picture of what a view shows.
fn with<T>(view: &View, make: impl FnOnce(&Sight<'_>) -> T) -> T {
    let shown = &view.store.run.trace;
    let moment = view.moment;
    let tried = shown.attempts.iter().enumerate().take_while(|(_, events)| **events <= moment.events);
    let tried = tried.filter_map(|(number, events)| Some((*events, &**shown.tried(number)?)));
    make(&Sight {
        frame: &view.frame,
        event: view.event.as_ref().map(|event| &event.what),
        step: view.step,
        attempt: view.attempt.as_ref(),
        wanted: view.store.selection.measure.as_ref(),
        sheet: &view.sheet,
        doomed: sight::doomed(tried, &shown.trace, &view.frame, moment),
        left: sight::left(&shown.trace, moment.events),
    })
}

/// The model of what a view shows. Of a large cluster there is only the map.
pub fn model(view: &View) -> Stage {
    if view.frame.nodes.len() > MOST { Stage::default() } else { with(view, Stage::of) }
}

/// The node that an event is about.
pub fn concerned(view: &View) -> Option<Str> {
    let node = with(view, |sight| if let Subject::Node(node) = sight.concerned() { Some(node) } else { None });
    node.filter(|name| view.frame.nodes.contains_key(name))
}

/// What the drawings of a view need to know.
pub fn pen<'a>(view: &'a View, stage: &'a Stage, act: &'a Callback<Action>, (w, h): (i64, i64)) -> Pen<'a> {
    let drains = if view.store.player.playing { view.store.run.trace.drain(view.store.player.at) } else { None };
    Pen {
        lang: view.store.lang,
        words: view.words,
        levels: &view.store.run.trace.levels,
        chosen: view.store.selection.pod.as_ref(),
        told: stage.pod.as_ref(),
        unlike: &view.unlike,
        changed: &view.changed,
        nodes: stage.queued.is_none() && stage.budget.is_none(),
        act,
        named: !view.other && !view.still,
        ends: view.ends.as_deref(),
        drains: drains.map(|passes| (view.store.player.at, passes, view.store.pause())),
        resource: &stage.resource,
        base: pen::base(w, h),
        devices: (view.store.stands(PagePart::Devices) == Stands::Here).then(|| Sources {
            frame: &view.frame,
            attempt: view.attempt.as_deref().filter(|_| view.live()).map(|attempt| (attempt, view.step)),
        }),
    }
}

fn svg(view: &View, subject: String, (w, h): (i64, i64), drawn: Html) -> Html {
    html! {
        <svg class="picture" viewBox={format!("0 0 {w} {h}")} width={w.to_string()} height={h.to_string()} role="group" aria-label={view.words.nodes}>
            <g class="camera" key={subject}>{ drawn }</g>
        </svg>
    }
}

/// The scene as SVG.
pub fn picture(view: &View, stage: &Stage, act: &Callback<Action>, (w, h): (i64, i64)) -> Html {
    let pen = pen(view, stage, act, (w, h));
    let drawn = match &stage.scene {
        Scene::Nodes(vessels, focus) => nodes::draw(&pen, vessels, *focus, w, h),
        Scene::Ladder(it) => ladder::draw(&pen, it, w, h),
        Scene::Scores(it) => scores::draw(&pen, it, w, h),
        Scene::Exchange(it) => exchange::draw(&pen, it, w, h),
        Scene::Ruling(_) if view.store.stands(PagePart::Inspecting) == Stands::Failed => {
            let said = wrap(view.store.lang.panel().part_failed, pen.base, w - 2 * pen.base, 8);
            lines(pen.base, pen.base, pen.base, "soft", &said).0
        }
        Scene::Ruling(it) => rulings::draw(&pen, it, view.frame.now, (w, h)),
        Scene::Rail => Html::default(),
    };
    svg(view, stage.subject(), (w, h), drawn)
}

/// What is decided beside the scheduler at the moment shown, where a map takes the place of the stage.
pub fn ruling(view: &View, act: &Callback<Action>, size: (i64, i64)) -> Option<Html> {
    let ruling = with(view, |sight| sight.ruling())?;
    let stage = Stage { scene: Scene::Ruling(Box::new(ruling)), ..Stage::default() };
    Some(html! { <div class="single">{ picture(view, &stage, act, size) }</div> })
}

/// One node of many, whatever the moment is about.
pub fn single(view: &View, act: &Callback<Action>, node: &Str, size: (i64, i64)) -> Html {
    let stage = with(view, |sight| Stage::single(sight, node));
    let drawn = picture(view, &stage, act, size);
    html! { <div class="single" data-node={node.to_string()}>{ drawn }</div> }
}
