//! Which questions stand open at the moment shown.

use crate::inspector::{Kind, Open};
use crate::panes::Page;
use crate::run::Run;
use crate::store::Store;
use api::Str;
use trace::Frame;
use wire::{Asked, Question, RunNumber};

/// All that is to be answered now.
pub fn questions(store: &Store) -> Vec<Asked> {
    let mut open: Vec<Asked> = store.inspector.what_helps.iter().cloned().collect();
    match store.inspector.page {
        Page::Pod => open.extend(store.selection.pod.as_ref().and_then(|pod| of_pod(store, pod))),
        Page::Node if !store.hurries() => {
            if let (Some(node), Some(moment)) = (&store.selection.node, store.moment()) {
                let frame = store.run.trace.trace.frame(moment.events);
                open.extend(of_node(store, &frame, node).into_iter().map(|(_, asked)| asked));
            }
        }
        _ => {}
    }
    open.extend(store.console.reads_log.then(|| log(store.run.trace.run)));
    open
}

/// A question at the moment with this index.
pub fn at(run: &Run, at: usize, question: Question) -> Asked {
    Asked { run: run.trace.run, events: run.events_at(at), question }
}

/// The question about a pod that was opened on its page.
pub fn of_pod(store: &Store, pod: &Str) -> Option<Asked> {
    let Open { kind, at: then } = store.inspector.question?;
    let pod = pod.clone();
    let question = match kind {
        Kind::Here => Question::Here(pod),
        Kind::Pending => Question::Pending(pod),
        Kind::Gone => Question::Gone(pod),
        Kind::Spared => Question::Spared(pod),
        Kind::NotThere => Question::NotThere(pod, store.selection.node.clone()?),
    };
    Some(at(&store.run, then, question))
}

/// On the page of a node: why the pod that was tried last, and the chosen one, are there or are not. `frame` is the cluster at
/// the moment shown.
pub fn of_node(store: &Store, frame: &Frame, node: &Str) -> Vec<(Str, Asked)> {
    let events = store.moment().map_or(0, |moment| moment.events);
    let last =
        store.run.trace.attempt_at(events).and_then(|number| store.run.trace.tried(number)).map(|tried| &tried.pod);
    let chosen = store.selection.pod.as_ref().filter(|key| Some(*key) != last);
    let about = last.into_iter().chain(chosen).map(|key| {
        let there = frame.pods.get(key).is_some_and(|view| view.node.as_ref() == Some(node));
        let question = match there {
            true => Question::Here(key.clone()),
            false => Question::NotThere(key.clone(), node.clone()),
        };
        (key.clone(), at(&store.run, store.player.at, question))
    });
    about.collect()
}

/// A question at the moment shown.
pub fn now(store: &Store, question: Question) -> Asked {
    at(&store.run, store.player.at, question)
}

/// The scheduler's log of the run shown, with all its words.
pub fn log(run: RunNumber) -> Asked {
    Asked { run, events: 0, question: Question::Log }
}
