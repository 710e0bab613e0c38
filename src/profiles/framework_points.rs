//! What releases have in common.

use runlog::Point;

/// The points of the scheduling framework.
pub(crate) const FRAMEWORK_POINTS: &[(Point, &str)] = &[
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
