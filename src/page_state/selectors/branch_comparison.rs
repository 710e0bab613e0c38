//! The compared run, and the outcomes of branches.

use std::rc::Rc;

use api::{NamespacedName, Set};
use releases::Release;
use trace::{Frame, PodView, compare};

use crate::{comparison::Branch, shared_text::is_same_text, store::Store};

/// A pod whose final status or node differs between two branches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndDifference {
    pub pod: NamespacedName,
    /// The final status and node in the other branch.
    pub other_end: String,
    /// The final status and node in the current branch.
    pub own_end: String,
}

/// The release of the compared run, if it runs the same manifest under another release.
pub fn compared_release(store: &Store) -> Option<Release> {
    let branch = store
        .branches
        .branches
        .get(store.branches.compared?)
        .filter(|branch| is_same_text(&branch.text, &store.run.text))?;
    Some(branch.manifest_summary.release).filter(|release| *release != store.run.shown_release())
}

/// The state of the compared run at the moment that corresponds to the current one; `None` before the chunk `Study` is loaded.
pub fn compared_store(store: &Store) -> Option<Store> {
    store.branches.compared?;
    (store.chunks.study.ready()?.find_compared)(store)
}

/// See [`compared_store`]; the corresponding moment is found by the events of both runs.
pub(crate) fn find_compared(store: &Store) -> Option<Store> {
    let number = store.branches.compared.filter(|branch_index| *branch_index != store.branches.current)?;
    let branch = store.branches.branches.get(number)?;
    let (trace, load_result, release) = (Rc::clone(&branch.view), Rc::clone(&branch.manifest_summary), branch.release);
    let (here, run_view) = (&store.run.view, &trace);
    let (ours, theirs) = (here.trace.events(), run_view.trace.events());
    let moment = store.moment()?;
    let attempt = here.attempt_at(moment.events).and_then(|number| store.detail_cache.get(here.run, number));
    let same_attempt =
        compare::matching_attempt(ours, moment, theirs).and_then(|number| store.detail_cache.get(run_view.run, number));
    let details = attempt.zip(same_attempt).map(|(attempt, same_attempt)| (&**attempt, &**same_attempt));
    let at = compare::counterpart_moment(
        compare::RunMoments { events: ours, moments: &here.moments },
        store.player.moment,
        compare::RunMoments { events: theirs, moments: &run_view.moments },
        details,
    );
    let mut other = store.clone();
    (other.run.view, other.run.manifest_summary, other.run.release) = (trace, load_result, release);
    (other.player.moment, other.branches.current, other.branches.compared) = (at, number, None);
    Some(other)
}

/// The current branch, if it is a fork, and its parent. `None` during a comparison or before the fork has run.
pub fn current_fork(store: &Store) -> Option<(&Branch, &Branch)> {
    let branches = &store.branches;
    let branch = branches.branches.get(branches.current)?;
    let is_shown = branches.compared.is_none() && branch.is_fork && !store.run.is_stale;
    Some((branch, branches.branches.get(branch.parent)?)).filter(|_| is_shown)
}

/// The pods that end differently in the current branch and another one: the compared branch, otherwise the first, or the second if the
/// first is current.
pub fn end_differences(store: &Store) -> Vec<EndDifference> {
    let other = store
        .branches
        .compared
        .filter(|branch_index| *branch_index != store.branches.current)
        .unwrap_or(usize::from(store.branches.current == 0));
    let Some(other) = store.branches.branches.get(other) else { return Vec::new() };
    let (other_end, own_end) = (other.view.trace.frame_at(usize::MAX), store.run.view.trace.frame_at(usize::MAX));
    let pod_end =
        |frame: &Frame, key: &NamespacedName| frame.pods.get(key).map_or_else(|| "—".to_owned(), |pod| end_text(pod));
    let keys: Set<&NamespacedName> = other_end.pods.keys().chain(own_end.pods.keys()).collect();
    let compared = keys.into_iter().map(|key| EndDifference {
        pod: key.clone(),
        other_end: pod_end(&other_end, key),
        own_end: pod_end(&own_end, key),
    });
    compared.filter(|difference| difference.other_end != difference.own_end).collect()
}

/// The outcome of a branch, relative to the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BranchEnd {
    /// The index of the branch.
    pub branch: usize,
    /// The label of the fork; empty for the first branch.
    pub label: String,
    /// The number of pods with a node.
    pub scheduled: usize,
    /// The number of pods without a node.
    pub pending: usize,
    /// The number of pods in both branches whose node differs.
    pub moved: usize,
    /// The number of pods of the first branch that are missing.
    pub missing: usize,
}

/// The outcomes of all branches, in order.
pub fn branch_ends(store: &Store) -> Vec<BranchEnd> {
    let end = |number: usize, branch: &Branch| {
        // The current run may have advanced since its branch was saved.
        let trace = if number == store.branches.current { &store.run.view } else { &branch.view };
        trace.trace.frame_at(usize::MAX)
    };
    let Some(first) = store.branches.branches.first().map(|branch| end(0, branch)) else { return Vec::new() };
    let on = |pod: &PodView| pod.bound_to().cloned();
    let branch_end = |(number, branch): (usize, &Branch)| {
        let frame = end(number, branch);
        let placed = frame.pods.values().filter(|pod| on(pod).is_some()).count();
        let pod_pairs = first.pods.iter().map(|(key, pod_before)| (pod_before, frame.pods.get(key)));
        let (mut moved_pods, mut gone_pods) = (0, 0);
        for (pod_before, pod_after) in pod_pairs {
            match pod_after {
                Some(is) if on(is) != on(pod_before) => moved_pods += 1,
                None => gone_pods += 1,
                Some(_) => {}
            }
        }
        let (label, pending) = (branch.label.clone(), frame.pods.values().count() - placed);
        BranchEnd { branch: number, label, scheduled: placed, pending, moved: moved_pods, missing: gone_pods }
    };
    store.branches.branches.iter().enumerate().map(branch_end).collect()
}

fn end_text(pod: &PodView) -> String {
    match pod.bound_to() {
        Some(node) => format!("{} · {node}", pod.status()),
        None => pod.status().to_string(),
    }
}
