//! Actions of the inspector.

use protocol::Question;

use crate::panels::InspectorPage;

/// What is done in the inspector.
#[derive(Clone, Debug)]
pub enum InspectorMsg {
    /// To a page, which is seen then.
    ShowPage(InspectorPage),
    /// The same, but where the inspector is folded away, it stays so.
    TurnToPage(InspectorPage),
    /// Fold it away, or open it.
    SetFolded(bool),
    /// Ask a question about the moment shown, or close the one that is open.
    SetQuestion(Option<Question>),
}
