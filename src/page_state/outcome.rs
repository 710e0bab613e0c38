//! What an update returns besides the next state.

use crate::{actions::Action, effects::Effect};

/// What an update answers besides the next state: what has to be done outside, and what is to happen next in the state.
#[derive(Clone, Debug, Default)]
pub struct UpdateOutcome {
    /// For the world outside.
    pub effects: Vec<Effect>,
    /// For other features, one after the other. The effects of these come after the ones above.
    pub followups: Vec<Action>,
}

impl UpdateOutcome {
    /// Whether nothing follows.
    pub fn is_empty(&self) -> bool {
        self.effects.is_empty() && self.followups.is_empty()
    }

    /// The same, and then an action.
    #[must_use]
    pub fn then(mut self, followup: impl Into<Action>) -> Self {
        self.followups.push(followup.into());
        self
    }

    /// The same, and then all that follows from something else.
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
