//! What releases have in common.

use crate::framework::Point;

/// The `schedulerName` of pods that choose none.
pub const DEFAULT_SCHEDULER: &str = "default-scheduler";

/// The points of the scheduling framework.
pub(super) const FRAMEWORK_POINTS: &[(Point, &str)] = &[
    (Point::QueueSort, "QueueSort"),
    (Point::PreFilter, "PreFilter"),
    (Point::Filter, "Filter"),
    (Point::PostFilter, "PostFilter"),
    (Point::PreScore, "PreScore"),
    (Point::Score, "Score"),
    (Point::NormalizeScore, "NormalizeScore"),
    (Point::Reserve, "Reserve"),
    (Point::Permit, "Permit"),
    (Point::PreBind, "PreBind"),
    (Point::Bind, "Bind"),
    (Point::PostBind, "PostBind"),
];
