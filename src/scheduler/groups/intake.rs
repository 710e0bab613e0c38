//! Selects the members for a group's cycle among those that were popped.

use std::rc::Rc;

use api::Str;
use runlog::{GroupMessage, UpstreamMessage, Wording};

use super::registry::GroupRegistry;
use crate::{cluster::PodInfo, queue::MemberOrder};

/// The popped members by what happens to them. Whether enough remain is checked only at `Permit`.
#[derive(Debug, Default)]
pub struct Intake {
    /// Members to try, in order.
    pub members: Vec<Rc<PodInfo>>,
    /// Members that are being deleted: they are dropped, with an event.
    pub deleted: Vec<Rc<PodInfo>>,
    /// Members that already have a node: they are dropped.
    pub assumed: Vec<Rc<PodInfo>>,
}

/// Sorts the popped members by what happens to them.
///
/// # Errors
/// Upstream's message if they name different schedulers. Every member then fails with it.
pub fn take_members(order: &MemberOrder, registry: &GroupRegistry, wording: &dyn Wording) -> Result<Intake, Str> {
    let scheduler = |pod: &PodInfo| pod.pod.spec.scheduler_name.clone();
    let mut pods = order.members.iter().map(|popped| &popped.pod);
    if let Some(first) = order.members.first().map(|popped| scheduler(&popped.pod))
        && let Some(other) = pods.find(|pod| scheduler(pod) != first)
    {
        let other = scheduler(other);
        let message = GroupMessage::MixedSchedulers { one: &other, other: &first };
        return Err(UpstreamMessage::Group(message).render_with(wording));
    }
    let mut intake = Intake::default();
    for pod in order.members.iter().map(|popped| &popped.pod) {
        let state = registry.group_of(pod).and_then(|group| registry.state(&group));
        let list = if pod.pod.is_terminating() {
            &mut intake.deleted
        } else if state.is_some_and(|state| state.is_assumed(pod.uid())) {
            &mut intake.assumed
        } else {
            &mut intake.members
        };
        list.push(Rc::clone(pod));
    }
    Ok(intake)
}
