//! Runs the plugins of a profile at `Reserve`, `Permit`, `PreBind` and `Bind`.
//!
//! Upstream: `schedulingCycle` after the host is chosen, then `bindingCycle` with `WaitOnPermit`.

use std::rc::Rc;

use api::{Millis, Str};
use runlog::{GroupMessage, RowId, UpstreamMessage, Wording};

use crate::{
    cluster::NodeState,
    framework::{
        CycleCtx, EnabledPoints, ExtenderSpec, MAX_PERMIT_WAIT, PermitAnswer, Placement, PreBindAnswer, Profile,
        Reservation, ReserveCtx, Wait,
    },
};

/// What plugins reserved for a pod, in the order of their rows.
pub type Reservations = Vec<Rc<dyn Reservation>>;

/// A plugin that failed or rejected the pod, with its message.
pub type PluginError = (RowId, Str);

/// Runs the `Reserve` plugins. If one fails, the reservations of the others are released. A member of a pod group gets
/// here twice: in the cycle of its group, and after it, with the reservations of that cycle as `earlier`. Upstream:
/// `RunReservePluginsReserve`.
///
/// # Errors
/// The plugin that failed, with its message.
pub fn run_reserve(
    profile: &Profile,
    placement: Placement<'_>,
    cycle: &CycleCtx<'_>,
    node: &NodeState,
    earlier: Option<&[Rc<dyn Reservation>]>,
) -> Result<Reservations, PluginError> {
    let mut reserved = Reservations::new();
    for row in &profile.reserves {
        let filter_row = profile.filters.iter().find(|filter| filter.plugin == row.plugin);
        let has_run_pre_filter = filter_row.is_some_and(|filter| filter.enabled != EnabledPoints::FilterOnly);
        match row.implementation.reserve(&ReserveCtx { placement, cycle, node, has_run_pre_filter, earlier }) {
            Ok(reservation) => reserved.extend(reservation),
            Err(text) => {
                run_unreserve(&reserved);
                return Err((row.id.clone(), text));
            }
        }
    }
    Ok(reserved)
}

/// Releases reservations, the last one first. Upstream: `RunReservePluginsUnreserve`.
pub fn run_unreserve(reserved: &[Rc<dyn Reservation>]) {
    reserved.iter().rev().for_each(|reservation| reservation.unreserve());
}

/// The result of all `Permit` plugins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PermitResult {
    /// Every plugin allows the pod.
    Allowed,
    /// A plugin rejects the pod.
    Rejected(PluginError),
    /// A plugin failed, with the status message.
    Failed(Str),
    /// At least one plugin makes the pod wait, and none rejects it.
    Wait(PermitWait),
}

/// Runs the `Permit` plugins; the first rejection or failure ends the run. Upstream: `RunPermitPlugins`.
#[must_use]
pub fn run_permit(profile: &Profile, placement: &Placement<'_>) -> PermitResult {
    let mut pending = Vec::new();
    for row in &profile.permits {
        match row.implementation.permit(placement) {
            PermitAnswer::Allow => {}
            PermitAnswer::Fail(message) => return PermitResult::Failed(message),
            PermitAnswer::Reject(text) => return PermitResult::Rejected((row.id.clone(), text)),
            PermitAnswer::Wait(wait) => {
                pending.push((row.id.clone(), Wait { timeout: wait.timeout.min(MAX_PERMIT_WAIT), ..wait }));
            }
        }
    }
    if pending.is_empty() { PermitResult::Allowed } else { PermitResult::Wait(PermitWait { pending }) }
}

/// The plugins that make a pod wait in `Permit`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PermitWait {
    pending: Vec<(RowId, Wait)>,
}

/// How a pod's wait in `Permit` ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaitEnding {
    /// The pod is allowed.
    Allowed,
    /// A plugin rejected the pod, or removed it from `Permit`, with its message.
    Rejected(PluginError),
    /// A plugin did not decide within its timeout.
    TimedOut(RowId, Millis),
}

impl PermitWait {
    /// Returns the plugins that have not decided yet.
    pub fn plugins(&self) -> impl Iterator<Item = &RowId> {
        self.pending.iter().map(|(id, _)| id)
    }

    /// Records that a plugin allows the pod. Returns whether it was the last one.
    pub fn allow(&mut self, plugin: &str) -> bool {
        self.pending.retain(|(id, _)| id.as_str() != plugin);
        self.pending.is_empty()
    }

    /// Returns upstream's message about why the pod waits.
    #[must_use]
    pub fn message(&self, wording: &dyn Wording) -> Str {
        let reasons: Vec<&str> =
            self.pending.iter().map(|(_, wait)| wait.reason.as_str()).filter(|reason| !reason.is_empty()).collect();
        UpstreamMessage::Group(GroupMessage::PermitWaits { reasons: &reasons.join(", ") }).render_with(wording)
    }

    /// Returns the shortest timeout of the plugins, after which the wait ends at the latest.
    #[must_use]
    pub fn shortest_timeout(&self) -> Millis {
        self.pending.iter().map(|(_, waiting_plugin)| waiting_plugin.timeout).min().unwrap_or_default()
    }

    /// Returns after how long the wait ends, and how, if nothing else happens. A rejection takes effect at once, an
    /// approval once all plugins have approved. With `first_allow_wins`, the first decision of any plugin counts for
    /// all: v1.16's `waitingPod.Allow` does not know which other plugins wait. Test:
    /// `waiting_ends_when_all_allow_or_one_does_not`.
    #[must_use]
    pub fn first_ending(&self, first_allow_wins: bool) -> (Millis, WaitEnding) {
        let shortest = self.shortest_timeout();
        let answers = self.pending.iter().map(|(id, waiting_plugin)| {
            let timeout = if first_allow_wins { shortest } else { waiting_plugin.timeout };
            match &waiting_plugin.verdict {
                Some((after, Ok(()))) if *after <= timeout => (*after, WaitEnding::Allowed),
                Some((after, Err(text))) if *after <= timeout => {
                    (*after, WaitEnding::Rejected((id.clone(), text.clone())))
                }
                _ => (timeout, WaitEnding::TimedOut(id.clone(), timeout)),
            }
        });
        let answers: Vec<(Millis, WaitEnding)> = answers.collect();
        let earliest_ending = |is_eligible: &dyn Fn(&WaitEnding) -> bool| {
            answers.iter().filter(|(_, ending)| is_eligible(ending)).min_by_key(|(after, _)| *after).cloned()
        };
        let ending = if first_allow_wins {
            earliest_ending(&|ending| !matches!(ending, WaitEnding::TimedOut(..)))
                .or_else(|| earliest_ending(&|_| true))
        } else {
            earliest_ending(&|ending| *ending != WaitEnding::Allowed)
        };
        ending
            .unwrap_or_else(|| (answers.iter().map(|(after, _)| *after).max().unwrap_or_default(), WaitEnding::Allowed))
    }
}

impl WaitEnding {
    /// Returns upstream's message about the rejection of the pod named `pod`, and the plugin that caused it; `None` if
    /// the pod is allowed.
    #[must_use]
    pub fn rejection_message(&self, pod: &str, wording: &dyn Wording) -> Option<(String, RowId)> {
        match self {
            Self::Allowed => None,
            Self::Rejected((id, text)) => {
                Some((wording.render(&UpstreamMessage::WaitingPodRejection { pod, text }), id.clone()))
            }
            Self::TimedOut(id, after) => Some((
                wording.render(&UpstreamMessage::PermitTimeout { pod, plugin: id.as_str(), after: *after }),
                id.clone(),
            )),
        }
    }
}

/// The result of all `PreBind` plugins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PreBindResult {
    /// The plugin that first waits until the pod's claims are bound, and its timeout.
    pub claims: Option<(RowId, Millis)>,
    /// How long the other plugins take after that, in sequence.
    pub duration: Millis,
}

/// Runs the `PreBind` plugins. Upstream: `RunPreBindPlugins`.
///
/// # Errors
/// The plugin that failed, with its message.
pub fn run_pre_bind(profile: &Profile, placement: &Placement<'_>) -> Result<PreBindResult, PluginError> {
    let mut pre_bind_result = PreBindResult::default();
    for row in &profile.pre_binds {
        match row.implementation.pre_bind(placement).map_err(|text| (row.id.clone(), text))? {
            PreBindAnswer::Duration(takes) => pre_bind_result.duration += takes,
            PreBindAnswer::WaitForClaims(longest) => pre_bind_result.claims = Some((row.id.clone(), longest)),
        }
    }
    Ok(pre_bind_result)
}

/// Returns what binds the pod: the host of the first extender that binds and is interested in the pod
/// (`extendersBinding`), or else the first plugin that can bind it (`RunBindPlugins`).
#[must_use]
pub fn binder(profile: &Profile, placement: &Placement<'_>) -> Option<RowId> {
    let mut extenders = profile.extenders.iter().flat_map(|extender| &extender.list).map(|extender| &extender.spec);
    let binds = |spec: &&ExtenderSpec| !spec.bind_verb.is_empty() && spec.is_interested(&placement.pod.pod);
    extenders.find(binds).map(|spec| spec.host().into()).or_else(|| {
        let mut rows = profile.binds.iter();
        rows.find(|row| row.implementation.can_bind(placement)).map(|row| row.id.clone())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait(timeout: u64, verdict: Option<(u64, Result<(), &str>)>) -> Wait {
        let verdict = verdict.map(|(after, answer)| (Millis::new(after), answer.map_err(Str::from)));
        Wait { timeout: Millis::new(timeout), verdict, reason: Str::default() }
    }

    #[test]
    fn waiting_ends_when_all_allow_or_one_does_not() {
        let rejected = |id: &str, text: &str| WaitEnding::Rejected((id.into(), text.into()));
        let timed_out = |id: &str, after| WaitEnding::TimedOut(id.into(), Millis::new(after));
        let cases = [
            (vec![wait(9, Some((5, Ok(()))))], (5, WaitEnding::Allowed), (5, WaitEnding::Allowed)),
            (vec![wait(9, None)], (9, timed_out("a", 9)), (9, timed_out("a", 9))),
            (vec![wait(9, Some((10, Ok(()))))], (9, timed_out("a", 9)), (9, timed_out("a", 9))),
            (vec![wait(9, Some((3, Err("no"))))], (3, rejected("a", "no")), (3, rejected("a", "no"))),
            // With two plugins both must allow the pod, but in v1.16 the first one to allow it decides.
            (
                vec![wait(9, Some((5, Ok(())))), wait(9, Some((7, Ok(()))))],
                (7, WaitEnding::Allowed),
                (5, WaitEnding::Allowed),
            ),
            (vec![wait(9, Some((5, Ok(())))), wait(8, None)], (8, timed_out("b", 8)), (5, WaitEnding::Allowed)),
            (
                vec![wait(9, Some((5, Ok(())))), wait(9, Some((6, Err("no"))))],
                (6, rejected("b", "no")),
                (5, WaitEnding::Allowed),
            ),
            (vec![wait(20, Some((12, Ok(())))), wait(8, None)], (8, timed_out("b", 8)), (8, timed_out("a", 8))),
        ];
        for (waits, today, early) in cases {
            let pending = waits.into_iter().zip(["a", "b"]).map(|(wait, id)| (RowId::from(id), wait)).collect();
            let waiting = PermitWait { pending };
            let [today, early] = [today, early].map(|(at, ending)| (Millis::new(at), ending));
            assert_eq!([waiting.first_ending(false), waiting.first_ending(true)], [today, early], "{waiting:?}");
        }
    }
}
