//! What would have happened: a run forked at a past moment, with the branches before it kept.
//!
//! A fork is the same text with one more document of kind `Script`, whose action comes a millisecond after the moment. The
//! engine is deterministic, so everything up to there is as it was, and a link to the fork needs nothing else.

use std::rc::Rc;

use serde_json::Value;

use crate::compare::{Branch, Branches};
use crate::run::{Run, alike};
use crate::store::Store;
use api::manifest::edit;
use api::{Millis, Set, Str};
use releases::Release;
use trace::{Frame, PodView, compare};

/// A pod that is elsewhere, or otherwise, at the end of another branch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The pod.
    pub pod: Str,
    /// How it ends in the other branch: status and node.
    pub there: String,
    /// How it ends in this one.
    pub here: String,
}

/// The script that does something (entries in YAML) right after a moment.
fn script(at: Millis, entries: &[String]) -> String {
    let mut text = "\n---\napiVersion: schedscope.dev/v1alpha1\nkind: Script\nscript:\n".to_owned();
    let time = format!("- at: {}ms\n", at + Millis::new(1));
    for entry in entries {
        text += &time;
        text.extend(entry.lines().flat_map(|line| ["  ", line, "\n"]));
    }
    text
}

/// The text of a fork: something is done right after a moment.
pub fn forked(text: &str, at: Millis, entries: &[String]) -> Rc<str> {
    format!("{}{}", text.trim_end(), script(at, entries)).into()
}

/// A text with another configuration (YAML) for the scheduler. Takes the place of a document of the same kind and version; what
/// cannot be read is left for the run to complain about.
pub(crate) fn reconfigured(text: &str, configuration: &str) -> Rc<str> {
    let kind_of = |document: &Value| (document.get("kind").cloned(), document.get("apiVersion").cloned());
    let wanted = edit::read(configuration).ok().and_then(|documents| documents.first().map(kind_of));
    let documents = edit::read(text).unwrap_or_default();
    let same = documents.iter().enumerate().filter(|(_, document)| Some(kind_of(document)) == wanted);
    let same: Vec<usize> = same.map(|(index, _)| index).collect();
    let without = edit::remove_documents(text, &same).unwrap_or_else(|_| text.to_owned());
    format!("{}\n---\n{}\n", without.trim_end(), configuration.trim()).into()
}

/// Notes the present run in its branch, with the moment shown.
pub fn keep(branches: &mut Branches, run: &Run, at: usize) {
    if branches.all.is_empty() {
        branches.all.push(Branch::default());
        branches.shown = 0;
    }
    let (text, trace, loaded) = (Rc::clone(&run.text), Rc::clone(&run.trace), Rc::clone(&run.loaded));
    if let Some(branch) = branches.all.get_mut(branches.shown) {
        let (label, parent, forked) = (std::mem::take(&mut branch.label), branch.parent, branch.forked);
        let release = Some(run.shown_release());
        *branch = Branch { label, parent, forked, at, text, release, trace, loaded };
    }
}

/// A branch leaves the one shown, and is shown.
pub(crate) fn branch_off(branches: &mut Branches, run: &Run, at: usize, label: String) {
    if branches.all.is_empty() || branches.all[branches.shown].trace != run.trace {
        keep(branches, run, at);
    }
    branches.all.push(Branch { label, parent: branches.shown, ..Branch::default() });
    branches.shown = branches.all.len() - 1;
}

/// The release of the run beside the one shown, if nothing else tells them apart.
pub(crate) fn other_release(store: &Store) -> Option<Release> {
    let branch =
        store.branches.all.get(store.branches.beside?).filter(|branch| alike(&branch.text, &store.run.text))?;
    Some(branch.loaded.release).filter(|release| *release != store.run.shown_release())
}

/// The run beside the one shown, at the moment that belongs to the one shown.
pub fn beside(store: &Store) -> Option<Store> {
    let number = store.branches.beside.filter(|beside| *beside != store.branches.shown)?;
    let branch = store.branches.all.get(number)?;
    let (trace, loaded, release) = (Rc::clone(&branch.trace), Rc::clone(&branch.loaded), branch.release);
    let (here, there) = (&store.run.trace, &trace);
    let (ours, theirs) = (here.trace.events(), there.trace.events());
    let moment = store.moment()?;
    let own = here.attempt_at(moment.events).and_then(|number| store.details.get(here.run, number));
    let same = compare::same_attempt(ours, moment, theirs).and_then(|number| store.details.get(there.run, number));
    let details = own.zip(same).map(|(own, same)| (&**own, &**same));
    let at = compare::counterpart((ours, &here.moments), store.player.at, (theirs, &there.moments), details);
    let mut other = store.clone();
    (other.run.trace, other.run.loaded, other.run.release) = (trace, loaded, release);
    (other.player.at, other.branches.shown, other.branches.beside) = (at, number, None);
    Some(other)
}

/// The branch that is shown and the one that it left, if it is a fork; not while one stands beside it, or while it is still to come.
pub fn fork(store: &Store) -> Option<(&Branch, &Branch)> {
    let branches = &store.branches;
    let here = branches.all.get(branches.shown)?;
    let shows = branches.beside.is_none() && here.forked && !store.run.stale;
    Some((here, branches.all.get(here.parent)?)).filter(|_| shows)
}

/// How this branch ends otherwise than the one that it is compared with: the one beside it, or else the first, or the
/// second if this is the first.
pub(crate) fn ending_differently(store: &Store) -> Vec<Difference> {
    let other = store
        .branches
        .beside
        .filter(|beside| *beside != store.branches.shown)
        .unwrap_or(usize::from(store.branches.shown == 0));
    let Some(other) = store.branches.all.get(other) else { return Vec::new() };
    let (there, here) = (other.trace.trace.frame(usize::MAX), store.run.trace.trace.frame(usize::MAX));
    let told = |frame: &Frame, key: &Str| frame.pods.get(key).map_or_else(|| "—".to_owned(), |pod| ending(pod));
    let keys: Set<&Str> = there.pods.keys().chain(here.pods.keys()).collect();
    let compared =
        keys.into_iter().map(|key| Difference { pod: key.clone(), there: told(&there, key), here: told(&here, key) });
    compared.filter(|difference| difference.there != difference.here).collect()
}

/// How a branch ends, against the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The branch.
    pub branch: usize,
    /// What was done; empty of the first one.
    pub label: String,
    /// Pods that have a node.
    pub placed: usize,
    /// Pods that have none.
    pub pending: usize,
    /// Pods of both that have another node, or one where they had none, or none where they had one.
    pub elsewhere: usize,
    /// Pods of the first one that are not there.
    pub gone: usize,
}

/// How all branches end, one after the other.
pub(crate) fn endings(store: &Store) -> Vec<Ending> {
    let end = |number: usize, branch: &Branch| {
        // What is shown may have gone on since its branch was kept.
        let trace = if number == store.branches.shown { &store.run.trace } else { &branch.trace };
        trace.trace.frame(usize::MAX)
    };
    let Some(first) = store.branches.all.first().map(|branch| end(0, branch)) else { return Vec::new() };
    let on = |pod: &PodView| pod.bound_to().cloned();
    let told = |(number, branch): (usize, &Branch)| {
        let frame = end(number, branch);
        let placed = frame.pods.values().filter(|pod| on(pod).is_some()).count();
        let there = first.pods.iter().map(|(key, was)| (was, frame.pods.get(key)));
        let (mut elsewhere, mut gone) = (0, 0);
        for (was, is) in there {
            match is {
                Some(is) if on(is) != on(was) => elsewhere += 1,
                None => gone += 1,
                Some(_) => {}
            }
        }
        let (label, pending) = (branch.label.clone(), frame.pods.values().count() - placed);
        Ending { branch: number, label, placed, pending, elsewhere, gone }
    };
    store.branches.all.iter().enumerate().map(told).collect()
}

fn ending(pod: &PodView) -> String {
    match pod.bound_to() {
        Some(node) => format!("{} · {node}", pod.status()),
        None => pod.status().to_owned(),
    }
}

/// An object as JSON, which is YAML too.
pub fn object(kind: &str, object: &impl serde::Serialize) -> Option<String> {
    let mut value = serde_json::to_value(object).ok()?;
    value.as_object_mut()?.insert("kind".into(), kind.into());
    serde_json::to_string(&value).ok()
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::acts::{Branching, Playing};
    use crate::look::view_of;
    use crate::opening::Opening;
    use crate::player::Landmark;
    use crate::store::Action;
    use crate::testing::Worker;
    use crate::update::reduce;

    #[test]
    fn a_fork_keeps_the_past_and_the_branch_before_it() {
        let (store, effects) = reduce(
            &Store::default(),
            Action::Open(Opening::Scenario(0, include_str!("../../../www/scenarios/preemption.yaml").into())),
        );
        let mut worker = Worker::default();
        let store = worker.serve(store, effects);
        let at = store.run.trace.landmarks.next(Landmark::Preemption, 0).expect("a preemption");
        let before = reduce(&store, Action::Player(Playing::Seek(at))).0;
        let fork = Action::Branches(Branching::Fork {
            label: "add node".into(),
            entries: vec![
                "create: {kind: Node, metadata: {name: more}, status: {allocatable: {cpu: 4, memory: 8Gi}}}".into(),
            ],
        });
        let (store, effects) = reduce(&before, fork);
        let after = worker.serve(store, effects);
        assert_eq!((after.player.at, after.now()), (before.player.at, before.now()));
        let past = before.moment().expect("a moment").events;
        assert_eq!(after.run.trace.trace.events()[..past], before.run.trace.trace.events()[..past]);
        assert!(after.run.trace.trace.frame(usize::MAX).nodes.contains_key("more"));
        assert!(!ending_differently(&after).is_empty());
        let ends = endings(&after);
        let told: Vec<(&str, usize)> = ends.iter().map(|it| (it.label.as_str(), it.elsewhere + it.gone)).collect();
        assert_eq!((told[0], told[1].0, told.len()), (("", 0), "add node", 2), "{ends:?}");
        assert!(told[1].1 > 0, "{ends:?}");
        let all = after.run.trace.trace.frame(usize::MAX).pods.values().count();
        assert_eq!(ends[1].placed + ends[1].pending, all);
        let back = reduce(&after, Action::Branches(Branching::Switch(0))).0;
        assert_eq!((back.run.trace.clone(), &back.run.text), (before.run.trace.clone(), &before.run.text));
        assert_eq!(back.branches.all.len(), 2);
        let again = reduce(&back, Action::Branches(Branching::Switch(1))).0;
        assert_eq!(again.run.trace, after.run.trace);
        let (other, effects) = reduce(&again, Action::Branches(Branching::Release(Release::V1_16)));
        let other = worker.serve(other, effects);
        // The other run is there, and the page is back where it was, with the other beside it.
        assert_eq!((other.run.shown_release(), other.branches.all.len(), other.branches.shown), (Release::V1_34, 3, 1));
        assert_eq!((other.run.trace.clone(), other.player.at), (again.run.trace.clone(), again.player.at));
        let beside = super::beside(&other).expect("a run beside it");
        assert_eq!((beside.run.shown_release(), beside.moment().map(|moment| moment.step)), {
            (Release::V1_16, other.moment().map(|moment| moment.step))
        });
        assert_eq!(super::beside(&reduce(&other, Action::Branches(Branching::Beside(None))).0), None);
        assert_eq!(reduce(&other, Action::Branches(Branching::Switch(1))).0.run.shown_release(), Release::V1_34);
        assert!(reduce(&again, Action::Open(Opening::Text("kind: Pod".into()))).0.branches.all.is_empty());
    }

    #[test]
    fn what_a_fork_changed_is_marked_and_nothing_else() {
        let text = "kind: Node\nmetadata: {name: a}\nstatus: {allocatable: {cpu: 1, memory: 4Gi}}\n---\nkind: Node\nmetadata: {name: b}\nspec: {unschedulable: true}\nstatus: {allocatable: {cpu: 4, memory: 4Gi}}\n---\nkind: Pod\nmetadata: {name: fits}\nspec: {containers: [{name: c, resources: {requests: {cpu: 1}}}]}\n---\nkind: Pod\nmetadata: {name: wants}\nspec: {containers: [{name: c, resources: {requests: {cpu: 2}}}]}\n";
        let (store, effects) = reduce(&Store::default(), Action::Open(Opening::Text(text.into())));
        let mut worker = Worker::default();
        let store = reduce(&worker.serve(store, effects), Action::Player(Playing::End)).0;
        let marks = |store: &Store| {
            let view = view_of(Rc::new(store.clone()), &RefCell::default(), false);
            let told = |all: &Set<Str>| all.iter().map(Str::to_string).collect::<Vec<_>>().join(" ");
            (told(&view.unlike), told(&view.changed))
        };
        assert_eq!(marks(&store), (String::new(), String::new()));
        let (label, about) = ("uncordon b".into(), "default/wants".into());
        let tried = Action::Branches(Branching::Try { label, entries: vec!["uncordon: b".into()], about });
        let (forked, effects) = reduce(&store, tried);
        assert_eq!(marks(&forked), (String::new(), String::new()), "the picture is still the one before");
        let forked = worker.serve(forked, effects);
        assert_eq!(
            fork(&forked).map(|(here, before)| (here.label.as_str(), before.label.as_str())),
            Some(("uncordon b", ""))
        );
        assert_eq!(marks(&reduce(&forked, Action::Player(Playing::End)).0), ("b".into(), "default/wants".into()));
        for at in 0..=store.player.at {
            let early = reduce(&forked, Action::Player(Playing::Seek(at))).0;
            let passed = early.now() > store.now();
            assert!(
                passed || marks(&early) == (String::new(), String::new()),
                "nothing of what both have is marked: {at}"
            );
        }
        assert!(fork(&reduce(&forked, Action::Branches(Branching::Back)).0).is_none());
        assert!(fork(&reduce(&forked, Action::Branches(Branching::Beside(Some(0)))).0).is_none());
    }
}
