//! The gallery of scenarios.

sentences! {
    /// Words of it.
    pub trait Sentences {
        fn theme(theme: Theme) -> &'static str;
    }
}

/// What scenarios are about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    FindingANode,
    TheQueue,
    Preemption,
    TieBreak,
    BudgetsAndReleases,
    Extenders,
    Volumes,
}
