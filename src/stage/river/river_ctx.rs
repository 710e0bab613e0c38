//! What a river is drawn with.

use api::NamespacedName;
use i18n::{Lang, format_amount};
use trace::{
    lanes::Edge,
    river::{PodLife, River, ShutdownCause},
};

/// The time axis. Places are those of the timeline.
pub struct RiverScale<'a> {
    /// The place of a point in time.
    pub place: &'a dyn Fn(Edge) -> u64,
    /// The length of the axis.
    pub length: u64,
    /// Idle stretches that are folded: where they begin and end.
    pub folds: Vec<(u64, u64)>,
    /// Instants that have a width, because several steps are taken in them: where they begin and end.
    pub instants: Vec<(u64, u64)>,
    /// Labels of the axis.
    pub ticks: Vec<(u64, String)>,
}

/// What is drawn of a river.
pub struct RiverCtx<'a> {
    pub lang: Lang,
    pub river: &'a River,
    pub scale: &'a RiverScale<'a>,
    /// All priorities, ascending.
    pub priorities: &'a [i32],
    /// The pod that stands out; the others step back.
    pub selected_pod: Option<&'a NamespacedName>,
}

impl RiverCtx<'_> {
    /// An amount with its resource: `2 cpu`.
    pub(super) fn amount_text(&self, amount: i64) -> String {
        let resource = &self.river.resource;
        format!("{} {}", format_amount(resource, amount), resource.name())
    }

    /// Whether a pod stands out: it is the selected one, or its victim.
    pub(super) fn is_chosen(&self, life: &PodLife) -> bool {
        self.selected_pod.is_some_and(|selected| {
            let is_victim = |cause: &ShutdownCause| matches!(cause, ShutdownCause::Preempted(by) if by == selected);
            let shutdowns = life.stays.iter().filter_map(|stay| stay.shutdown.as_ref());
            life.pod == *selected || shutdowns.map(|shutdown| &shutdown.cause).any(is_victim)
        })
    }

    /// The classes of everything that belongs to a pod.
    pub(super) fn life_class(&self, life: &PodLife) -> String {
        let level = scene::priority::priority_class(self.priorities, life.priority);
        format!("life {level}{}", if self.is_chosen(life) { " chosen" } else { "" })
    }
}
