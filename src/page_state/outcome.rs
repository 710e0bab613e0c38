//! The result of an update besides the changed slice.

use crate::{actions::Action, effects::Effect};

/// Effects on the outside world, and follow-up actions.
#[derive(Clone, Debug, Default)]
pub struct UpdateOutcome {
    /// Effects on the outside world.
    pub effects: Vec<Effect>,
    /// Actions of other features, in order. Their effects come after the ones above.
    pub followups: Vec<Action>,
}

impl UpdateOutcome {
    /// Whether there are neither effects nor follow-ups.
    pub fn is_empty(&self) -> bool {
        self.effects.is_empty() && self.followups.is_empty()
    }

    /// Adds a follow-up action.
    #[must_use]
    pub fn then(mut self, followup: impl Into<Action>) -> Self {
        self.followups.push(followup.into());
        self
    }

    /// Appends the effects and follow-ups of another outcome.
    #[must_use]
    pub fn join(mut self, other: Self) -> Self {
        self.effects.extend(other.effects);
        self.followups.extend(other.followups);
        self
    }
}

impl From<Effect> for UpdateOutcome {
    fn from(effect: Effect) -> Self {
        vec![effect].into()
    }
}

impl From<Vec<Effect>> for UpdateOutcome {
    fn from(effects: Vec<Effect>) -> Self {
        Self { effects, followups: Vec::new() }
    }
}

impl From<Option<Effect>> for UpdateOutcome {
    fn from(effect: Option<Effect>) -> Self {
        Vec::from_iter(effect).into()
    }
}

impl From<Action> for UpdateOutcome {
    fn from(followup: Action) -> Self {
        Self { effects: Vec::new(), followups: vec![followup] }
    }
}
