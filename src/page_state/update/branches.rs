//! Applies the actions on branches: each changes the manifest, the run and the playhead.

use std::rc::Rc;

use api::NamespacedName;
use releases::Release;

use crate::{
    actions::comparison::{BranchMsg, Fork},
    comparison::{
        Branch,
        branches::{branch_off, fork_text, save_current},
    },
    effects::Effect,
    outcome::UpdateOutcome,
    player::PlayheadTarget,
    run::Status,
    store::Store,
    update::run_start::start_run,
};

/// Applies an action on branches.
pub fn update_branches(store: &mut Store, branch_msg: BranchMsg) -> UpdateOutcome {
    let effects = match branch_msg {
        BranchMsg::Fork(fork) => {
            let at = PlayheadTarget::Moment(store.player.moment);
            fork_run(store, fork, at, None)
        }
        BranchMsg::TryFork { fork, about } => {
            let outcome = PlayheadTarget::OutcomeOf(about.clone(), store.current_time());
            fork_run(store, fork, outcome, Some(about).filter(|about| !about.is_empty()))
        }
        BranchMsg::ReturnToOriginal => {
            return_to_original(store);
            Vec::new()
        }
        BranchMsg::CompareRelease(release) => compare_release(store, release),
        BranchMsg::CompareManifest(label, text) => compare_text(store, label, text),
        BranchMsg::CompareBranch(other) => {
            store.branches.compared = other;
            Vec::new()
        }
        BranchMsg::SwitchBranch(target_index) => {
            switch_branch(store, target_index);
            Vec::new()
        }
    };
    effects.into()
}

/// Saves the current run as a branch and runs a fork of it. The old picture stays until the new run arrives, so that the layout doesn't
/// jump.
fn fork_run(store: &mut Store, fork: Fork, target: PlayheadTarget, about: Option<NamespacedName>) -> Vec<Effect> {
    if store.run.status == Status::Working {
        return Vec::new();
    }
    store.builder.text = fork_text(&store.run.text, store.current_time(), &fork.commands).into();
    let previous_view = (Rc::clone(&store.run.view), Rc::clone(&store.run.manifest_summary), store.player.moment);
    save_current(&mut store.branches, &store.run, store.player.moment);
    let effects = branch_off_run(store, fork.label, target);
    if let Some(branch) = store.branches.branches.last_mut() {
        (branch.is_fork, branch.about) = (true, about);
    }
    (store.run.view, store.run.manifest_summary, store.player.moment) = previous_view;
    store.run.is_stale = true;
    effects
}

/// Returns to the run that the current one was forked from, at the moment of the fork.
fn return_to_original(store: &mut Store) {
    let Some(parent) = store.branches.branches.get(store.branches.current).map(|branch| branch.parent) else { return };
    if parent != store.branches.current && store.run.status != Status::Working {
        switch_branch(store, parent);
        store.player.moment = store.branches.branches[parent].moment;
    }
}

/// Runs the same manifest under another release, to compare it with the current run.
pub fn compare_release(store: &mut Store, release: Release) -> Vec<Effect> {
    let playhead = PlayheadTarget::Time(store.current_time());
    store.builder.text = Rc::clone(&store.run.text).into();
    save_current(&mut store.branches, &store.run, store.player.moment);
    store.run.release = Some(release);
    let effects = branch_off_run(store, release.to_string(), playhead);
    store.branches.compared = Some(store.branches.current);
    effects
}

/// Runs another manifest, to compare it with the current run.
fn compare_text(store: &mut Store, label: String, text: Rc<str>) -> Vec<Effect> {
    let playhead = PlayheadTarget::Time(store.current_time());
    save_current(&mut store.branches, &store.run, store.player.moment);
    store.builder.text = text.into();
    let effects = branch_off_run(store, label, playhead);
    store.branches.compared = Some(store.branches.current);
    effects
}

fn branch_off_run(store: &mut Store, label: String, target: PlayheadTarget) -> Vec<Effect> {
    branch_off(&mut store.branches, &store.run, store.player.moment, label);
    start_run(store, Some(target))
}

/// Switches back to the parent once a run that was started for comparison is complete.
pub fn return_from_comparison(store: &mut Store) {
    let branches = &store.branches;
    if branches.compared == Some(branches.current)
        && let Some(branch) = branches.branches.get(branches.current)
    {
        let parent = branch.parent;
        switch_branch(store, parent);
        store.player.moment = store.branches.branches[parent].moment;
    }
}

/// Switches to another branch, at the same virtual time.
fn switch_branch(store: &mut Store, target_index: usize) {
    let now = store.current_time();
    let branches = &store.branches;
    if store.run.status == Status::Working
        || target_index >= branches.branches.len()
        || target_index == branches.current
    {
        return;
    }
    save_current(&mut store.branches, &store.run, store.player.moment);
    let Branch { text, release, view: trace, manifest_summary: loaded, .. } =
        store.branches.branches[target_index].clone();
    store.branches.current = target_index;
    store.builder.text = Rc::clone(&text).into();
    (store.run.text, store.run.release) = (text, release);
    (store.run.view, store.run.manifest_summary) = (trace, loaded);
    store.player.is_playing = false;
    store.player.moment = store.run.moment_at(now);
}
