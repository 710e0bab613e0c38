//! The members of a pod group: unscheduled, assumed and bound ones.
//!
//! Upstream: `podGroupStateData`. A cycle changes a copy.

use std::rc::Rc;

use api::{Str, Table};

use crate::cluster::PodInfo;

/// The members of a pod group, by uid.
#[derive(Clone, Debug, Default)]
pub struct GroupState(Table<Str, GroupMember>);

#[derive(Clone, Debug)]
struct GroupMember {
    pod: Rc<PodInfo>,
    /// The node on which it is assumed.
    assumed_on: Option<Str>,
}

impl GroupMember {
    fn node(&self) -> Option<&Str> {
        let node = &self.pod.pod.spec.node_name;
        if node.is_empty() { self.assumed_on.as_ref() } else { Some(node) }
    }
}

impl GroupState {
    /// Adds or updates a member.
    pub(super) fn put(&mut self, pod: &Rc<PodInfo>) {
        let is_bound = !pod.pod.spec.node_name.is_empty();
        let assumed_on = self.0.get(pod.uid()).and_then(|member| member.assumed_on.clone()).filter(|_| !is_bound);
        self.0.insert(pod.uid().clone(), GroupMember { pod: Rc::clone(pod), assumed_on });
    }

    pub(super) fn remove(&mut self, uid: &Str) {
        self.0.remove(uid);
    }

    pub(super) fn contains(&self, uid: &Str) -> bool {
        self.0.contains_key(uid)
    }

    /// Assumes a member on a node; ignores an unknown pod.
    pub(super) fn assume(&mut self, uid: &Str, node: &Str) {
        if let Some(member) = self.0.get_mut(uid) {
            member.assumed_on = Some(node.clone());
        }
    }

    pub(super) fn forget(&mut self, uid: &Str) {
        if let Some(member) = self.0.get_mut(uid) {
            member.assumed_on = None;
        }
    }

    /// Returns the number of members.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there are no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of assumed or bound members.
    #[must_use]
    pub fn scheduled_count(&self) -> usize {
        self.with_node().count()
    }

    /// Returns the assumed or bound members, each with its node.
    pub fn with_node(&self) -> impl Iterator<Item = (&Rc<PodInfo>, &Str)> {
        self.0.values().filter_map(|member| Some((&member.pod, member.node()?)))
    }

    /// Returns the unscheduled members.
    pub fn without_node(&self) -> impl Iterator<Item = &Rc<PodInfo>> {
        self.0.values().filter(|member| member.node().is_none()).map(|member| &member.pod)
    }

    /// Returns all members.
    pub fn all(&self) -> impl Iterator<Item = &Rc<PodInfo>> {
        self.0.values().map(|member| &member.pod)
    }

    /// Whether a member is assumed but not bound.
    #[must_use]
    pub fn is_assumed(&self, uid: &Str) -> bool {
        self.0.get(uid).is_some_and(|member| member.assumed_on.is_some())
    }
}
