//! What is done in the inspector.

use crate::acts::Inspecting;
use crate::inspector::{Inspector, asking};
use crate::run::Run;
use crate::store::Effect;
use crate::wish::Wish;

/// Does it, at the moment with this index.
pub fn change(inspector: &mut Inspector, run: &Run, at: usize, inspecting: Inspecting) -> Vec<Wish> {
    match inspecting {
        // A key leads there, too.
        Inspecting::Page(page) => (inspector.page, inspector.folded) = (page, false),
        Inspecting::Fold(folded) => {
            inspector.folded = folded;
            return vec![Effect::KeepDrawers.into()];
        }
        Inspecting::Ask(question) => inspector.asked = question.map(|question| asking::at(run, at, question)),
    }
    Vec::new()
}
