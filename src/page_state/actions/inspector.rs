//! Actions of the inspector.

use api::Str;
use protocol::Question;

use crate::panels::InspectorPage;

/// Actions of the inspector.
#[derive(Clone, Debug)]
pub enum InspectorMsg {
    /// Shows a page, and unfolds the inspector.
    ShowPage(InspectorPage),
    /// Switches to a page, and leaves a folded inspector folded.
    TurnToPage(InspectorPage),
    /// Folds or unfolds the inspector.
    SetFolded(bool),
    /// Opens a what-if question about the current moment, or closes the open one.
    SetQuestion(Option<Question>),
    /// Chooses the field, as links have it.
    SetField(Str),
}
