//! The builder: objects and forms as views on the text. Every change is an edit of the text, which stays the only truth.
//!
//! `pod_groups` makes groups of pods, `feature_gates` turns on what they need.
//!
//! This file has the builder's state besides the text, and its actions; `update` applies those that need no text, `object_edits` the others;
//! `edits` and `bulk_edit` make the edits. A text is parsed once, on demand (`parsed_manifest`), and `outline` lists its objects. `form`,
//! `priorities`, `request_size` and `relations` are what the views show of it, as plain data.
//!
//! Forms are tables of fields (`form`). A field shows a value only if it can show all of it, and otherwise leaves it to the text
//! (`field_input`). Undo is a list of earlier texts. A change to many objects is one edit with many splices.
//!
//! The forms of scheduler configurations (`config_form`) read no text: they take a document and a change, and return the changed document, or why
//! the change is impossible. A configuration's form has lists instead of a table. Which plugins run at a point comes from the table of plugins
//! (`releases::plugins`), since the page has no plugins. Documents of kind `Extender` and `Plugin` have sections with tables of single nodes and
//! rules (`responder_schema`).

pub mod attributes;
pub mod bulk_edit;
pub mod claims;
pub mod config_form;
pub mod edits;
pub mod feature_gates;
pub mod field_input;
pub mod form;
pub mod form_checks;
pub mod form_presets;
pub mod group_forecast;
pub mod labels;
pub mod object_edits;
pub mod outline;
pub mod own_label;
pub mod palette;
pub mod parsed_manifest;
pub mod pod_groups;
pub mod priorities;
pub mod protection_edits;
pub mod relations;
pub mod request_size;
pub mod text_history;
pub mod update;

use std::rc::Rc;

use api::NamespacedName;
use findings::Finding;
use i18n::table::{config_form::ConfigFormLabel, form_labels::FormLabel};
use protocol::EncodedValue;

use crate::{
    actions::builder::{SavedScenario, Tab},
    builder::{
        feature_gates::RefusedGate,
        parsed_manifest::{ParseCache, ParsedManifest},
    },
};

/// What was typed and cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedInput {
    /// Id of the object; empty where all that are chosen are meant.
    pub id: String,
    /// The field.
    pub path: String,
    /// What was typed.
    pub input: String,
    /// Why not.
    pub reason: InputError,
}

/// A budget that waits for a yes, as it would cover more than the pod that was clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protection {
    /// Id of the object that the pod comes from.
    pub id: String,
    /// The pod that was clicked.
    pub pod: NamespacedName,
    /// Whether it has labels of its own, and not those of a template.
    pub is_alone: bool,
    /// What else it would cover, by name.
    pub others: Vec<String>,
}

/// Why something cannot be written. Words of documents about the scheduler come later than others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputError {
    /// In any form.
    Object(FormLabel),
    /// In that of a document about the scheduler.
    Config(ConfigFormLabel),
}

/// The text, and what the builder knows besides it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Builder {
    /// The tab shown.
    pub tab: Tab,
    /// The text in the editor.
    pub text: Rc<str>,
    /// What was read of it.
    parse_cache: ParseCache,
    /// Ids of the chosen objects; the last one's form is shown.
    pub selected_ids: Vec<String>,
    /// The object from which a span is chosen.
    range_anchor: Option<String>,
    /// Texts before, oldest first.
    pub undo_stack: Rc<Vec<Rc<str>>>,
    /// Texts taken back, the last one first to come again.
    pub redo_stack: Rc<Vec<Rc<str>>>,
    /// Whether the last change was typed in the text: typing is taken back as a whole.
    is_typing: bool,
    /// Fields with something wrong typed into them.
    pub rejected_inputs: Vec<RejectedInput>,
    /// Whether the last edit was refused.
    pub is_edit_refused: bool,
    /// A budget that is not made before somebody says yes.
    pub protection: Option<Protection>,
    /// A feature gate that was not switched.
    pub refused_gate: Option<RefusedGate>,
    /// What is wrong with the text, where it was changed since it ran.
    pub problems: EncodedValue<Vec<Finding>>,
    /// How often that was asked.
    check_count: usize,
    /// Line and column, from 1, to go to in the text.
    pub caret_target: Option<(usize, usize)>,
    /// How often that was asked for.
    pub caret_target_count: usize,
    /// How often a form was opened whose first field is to have the focus.
    pub form_open_count: usize,
    /// Whether files are dragged over the page.
    pub is_dragging_files: bool,
    /// How many copies are made.
    pub copy_count: usize,
    /// Own scenarios.
    pub saved_scenarios: Rc<Vec<SavedScenario>>,
    /// The one that was forgotten last, and its place.
    pub last_deleted: Option<(usize, SavedScenario)>,
}

impl Builder {
    /// A text that was, or is to be, the one in the editor, with what is in it.
    pub fn parse_text(&self, text: &Rc<str>) -> ParsedManifest {
        self.parse_cache.parse(text)
    }

    /// The text with what is in it, read when it is needed, and once only.
    pub fn parse_current(&self) -> ParsedManifest {
        self.parse_text(&self.text)
    }

    /// Whether the form shown is that of a document about the scheduler.
    pub fn has_config_form(&self) -> bool {
        let kind = self.selected_ids.last().and_then(|id| id.split('/').next());
        self.selected_ids.len() == 1 && kind.is_some_and(outline::is_scheduler_document)
    }
}

#[cfg(test)]
mod group_tests;
#[cfg(test)]
mod tests;
