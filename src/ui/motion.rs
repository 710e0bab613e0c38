//! The visitor's preference about motion.

/// Whether the visitor prefers reduced motion.
#[must_use]
pub fn is_motion_reduced() -> bool {
    let query = gloo::utils::window().match_media("(prefers-reduced-motion: reduce)");
    query.ok().flatten().is_some_and(|query| query.matches())
}
