//! What choosing makes of the state.

use crate::panes::Page;
use crate::run::Run;
use crate::selection::{Look, Selection};
use crate::store::Effect;
use crate::wish::Wish;
use api::Str;
use trace::steps::Step;

/// What choosing makes of the state.
pub fn change(selection: &mut Selection, run: &Run, look: Look) -> Vec<Wish> {
    match look {
        Look::Pick(pod) => pick(selection, pod),
        Look::Choose(node) => {
            selection.node = node;
            Vec::new()
        }
        Look::Measure(resource) => {
            selection.measure = resource;
            vec![Effect::KeepMeasure.into()]
        }
        Look::Open(node) => {
            selection.node = Some(node);
            vec![Wish::Page(Page::Node)]
        }
        Look::Around(around) => {
            selection.around = Some(around);
            vec![Wish::Page(Page::Around), Wish::Unfold]
        }
        Look::Line(about, at) => {
            // Lines are about nodes and budgets too.
            let is_pod = run.trace.trace.frame(run.events_at(at)).pods.contains_key(&about);
            let mut wishes = if is_pod { choose(selection, Some(about)) } else { Vec::new() };
            wishes.push(Wish::Seek(at));
            wishes
        }
        Look::Attempt(pod, events) => {
            let mut wishes = choose(selection, Some(pod));
            wishes.extend([Wish::Page(Page::Filters), Wish::Unfold]);
            wishes.extend(change(selection, run, Look::At(events, Step::Failed)));
            wishes
        }
        Look::At(events, step) => {
            let moments = &run.trace.moments;
            let exact = moments.iter().position(|moment| moment.events == events && moment.step == step);
            let near = || moments.iter().position(|moment| moment.events >= events);
            vec![Wish::Seek(exact.or_else(near).unwrap_or(usize::MAX))]
        }
    }
}

/// A click on a pod, or beside all of them: its page opens.
fn pick(selection: &mut Selection, pod: Option<Str>) -> Vec<Wish> {
    let page = if pod.is_some() { Page::Pod } else { Page::Now };
    let mut wishes = choose(selection, pod);
    wishes.push(Wish::Page(page));
    wishes
}

fn choose(selection: &mut Selection, pod: Option<Str>) -> Vec<Wish> {
    let other = selection.pod != pod;
    selection.pod = pod;
    if other { vec![Wish::CloseQuestion] } else { Vec::new() }
}

/// Chooses a pod by its key, `namespace/name`, or a node by its name, in which no `/` can be.
pub fn restore(selection: &mut Selection, look: Option<Str>) {
    (selection.pod, selection.node) = (None, None);
    match look {
        Some(pod) if pod.contains('/') => selection.pod = Some(pod),
        node => selection.node = node,
    }
}
