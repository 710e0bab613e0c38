//! The pictures of a hand-out: the stage at the moments that tell most, as the page draws it, for paper.

use std::cell::RefCell;
use std::rc::Rc;

use yew::{Callback, Html, html};

use crate::lesson::update::runs;
use crate::look::{Known, view_of};
use crate::stage::scene::model::Scene;
use crate::stage::{budgets, overview, picture, theatre};
use crate::store::{Action, Store};
use crate::view::View;
use crate::wish::Wish;
use api::Str;
use record::Queue;
use trace::steps::Step;
use words::{clock, short};

/// So many moments of a lesson are pictured.
const MOST: usize = 8;

/// So many pods of a queue are named.
const NAMED: usize = 12;

/// The size of a picture: that of the paper between its margins, so that words are as large as those around it.
const SIZE: (i64, i64) = (720, 420);

/// The moments that are pictured. Of a lesson those of its steps, each once; of a scenario the one that is shown, or, at the beginning and
/// at the end, where nobody chose one, the one that tells most.
pub fn moments(store: &Store) -> Vec<usize> {
    let Some(taken) = store.course.taken.as_ref() else {
        let chosen = store.player.at > 0 && store.player.at < store.run.last();
        return vec![if chosen { store.player.at } else { store.run.trace.decisive().unwrap_or(store.player.at) }];
    };
    // Its moments are those of its own run.
    if !runs(&store.run, taken) {
        return vec![store.player.at];
    }
    let mut found = Vec::new();
    for step in &taken.lesson.steps {
        if found.len() < MOST && !found.contains(&step.at) {
            found.push(step.at);
        }
    }
    found
}

/// Asks for what the attempts of these moments found, as far as it is not there.
pub fn ask(store: &Store) -> Vec<Wish> {
    let events = moments(store).into_iter().filter_map(|at| Some(store.run.trace.moments.get(at)?.events));
    events.filter_map(|events| store.run.trace.attempt_at(events)).map(Wish::Detail).collect()
}

/// What there is to see at a moment, with nothing that could be done there.
pub fn at(store: &Store, at: usize) -> View {
    let mut store = store.clone();
    (store.player.at, store.player.playing, store.front.presents) = (at, false, true);
    (store.selection.pod, store.selection.node) = (None, None);
    store.course.terms = Rc::default();
    View { still: true, ..view_of(Rc::new(store), &RefCell::new(Known::default()), false) }
}

/// Whether all is known that its picture needs.
pub(crate) fn drawable(view: &View) -> bool {
    !inside(view) || view.attempt.is_some()
}

/// Whether there are too many nodes for a picture of all.
pub(crate) fn is_large(view: &View) -> bool {
    view.frame.nodes.len() > picture::MOST
}

/// Whether the map that is on the screen belongs beside the one picture that there is: it is of the same moment, and has a node.
pub(crate) fn beside_map(store: &Store) -> bool {
    moments(store) == [store.player.at] && overview::subject(&at(store, store.player.at)).is_some()
}

/// Whether the moment is one within an attempt, which needs all that the attempt found.
fn inside(view: &View) -> bool {
    !matches!(view.step, Step::Start | Step::Event | Step::Point(_))
}

/// The picture, with what it is called. Of a large cluster it is the node that the moment is about, with the map beside it if there is one of
/// that moment; where the moment is about no node there is none.
pub(crate) fn figure(view: View, map: Option<Html>) -> Option<Html> {
    let (view, act) = (Rc::new(view), Callback::noop());
    let stage = Rc::new(picture::model(&view));
    let title = format!("{} · {}", clock(view.store.now()), view.story.title);
    let scene = match &stage.scene {
        _ if is_large(&view) => one_of_many(&view, &act, map)?,
        Scene::Rail => html! { <div class="only-rail">{ theatre::rail(&view, &stage, &act) }</div> },
        _ => picture::picture(&view, &stage, &act, SIZE),
    };
    Some(html! {
        <figure class="pictured">
            <div inert=true role="img" aria-label={title.clone()}>
                { scene }
                <div class="side">{ queues(&view) }{ budgets::budgets(&view, &stage, &act) }</div>
            </div>
            <figcaption>{ title }</figcaption>
        </figure>
    })
}

/// The node that a moment is about, as the stage draws it beside the map.
fn one_of_many(view: &View, act: &Callback<Action>, map: Option<Html>) -> Option<Html> {
    let node = overview::subject(view)?;
    let legend = map.is_some().then(|| overview::legend(view));
    Some(html! {
        <>
            <div class="of-many">{ picture::single(view, act, &node, overview::OPENED) }{ map.unwrap_or_default() }</div>
            { legend.unwrap_or_default() }
        </>
    })
}

/// Who waits where, in words.
fn queues(view: &View) -> Html {
    let (frame, words) = (&view.frame, view.words);
    let cycle: Vec<&Str> = frame.in_cycle.iter().collect();
    let of = |queue| frame.queued(queue).iter().map(|(key, _)| *key).collect::<Vec<&Str>>();
    let lanes = [
        (words.cycle, cycle),
        (words.active, of(Queue::Active)),
        (words.backoff, of(Queue::Backoff)),
        (words.unschedulable, of(Queue::Unschedulable)),
        (words.gated, of(Queue::Gated)),
    ];
    let lane = |(name, pods): (&str, Vec<&Str>)| {
        let named: Vec<&str> = pods.iter().take(NAMED).map(|pod| short(pod)).collect();
        let list = view.store.lang.list(&named);
        let more = pods.len().saturating_sub(NAMED);
        let list = if more > 0 { format!("{list} {}", view.store.lang.and_more(more)) } else { list };
        html! { <div class="lane"><h2>{ name.to_owned() }</h2><p>{ if pods.is_empty() { "–".to_owned() } else { list } }</p></div> }
    };
    html! { <div class="queues">{ for lanes.into_iter().map(lane) }</div> }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::acts::Playing;
    use crate::builder::Build;
    use crate::known;
    use crate::lesson::Learning;
    use crate::opening::Opening;
    use crate::run::Running;
    use crate::share::Sharing;
    use crate::testing::Worker;
    use crate::update::reduce;
    use wire::{Lesson, LessonStep};

    const LADDER: &str = include_str!("../../../www/scenarios/ladder.yaml");

    fn seek(store: &Store, at: usize) -> Store {
        reduce(store, Action::Player(Playing::Seek(at))).0
    }

    #[test]
    fn a_scenario_shows_the_moment_that_was_chosen_or_the_one_that_tells_most() {
        let (store, effects) = reduce(&Store::default(), Action::Open(Opening::Text(LADDER.into())));
        let mut worker = Worker::default();
        let store = worker.serve(store, effects);
        let decisive = store.run.trace.decisive().expect("it has captions");
        assert_eq!(store.run.trace.moments[decisive].step, Step::Choose);
        for (at, pictured) in [(0, decisive), (store.run.last(), decisive), (3, 3)] {
            assert_eq!(moments(&seek(&store, at)), [pictured]);
        }
        // What the attempt found comes with the hand-out, and then there is a picture.
        let start = seek(&store, 0);
        let far = Store { details: known::Details::default(), ..start };
        assert!(!drawable(&at(&far, decisive)));
        let (open, effects) = reduce(&far, Action::Share(Sharing::HandOut(true)));
        let open = worker.serve(open, effects);
        let view = at(&open, decisive);
        assert!(drawable(&view) && !view.offers() && !view.store.now().is_zero());
        assert_eq!((open.player.at, open.share.handout), (0, true), "the page stays where it is");
    }

    #[test]
    fn a_lesson_shows_each_moment_once() {
        let step = |at| LessonStep { at, ..LessonStep::default() };
        let given = |steps: Vec<LessonStep>| {
            let lesson = Lesson { text: LADDER.into(), scenario: "ladder".into(), steps, ..Lesson::default() };
            let taken = Learning::Taken { lesson: Rc::new(lesson), step: 0, visit: false };
            let (store, effects) = reduce(&Store::default(), Action::Lesson(taken));
            Worker::default().serve(store, effects)
        };
        assert_eq!(moments(&given(vec![step(0), step(4), step(4), step(9), step(0)])), [0, 4, 9]);
        assert_eq!(moments(&given((0..20).map(step).collect())).len(), MOST);
        let edited =
            reduce(&given(vec![step(0), step(4)]), Action::Builder(Build::Edit(format!("{LADDER}\n# mine\n").into())))
                .0;
        let (edited, effects) = reduce(&edited, Action::Run(Running::Start));
        let edited = Worker::default().serve(edited, effects);
        assert_eq!(moments(&edited), [edited.player.at], "another run has other moments");
    }
}
