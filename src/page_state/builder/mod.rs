//! The builder: objects and forms as views of the manifest. Every change is an edit of the manifest, which stays the only source of
//! truth.
//!
//! `pod_groups` creates groups of pods, and `feature_gates` turns on the gates that they need.
//!
//! This file has the builder's state besides the manifest; `update` applies actions that don't need the parsed objects, and
//! `object_edits` the others; `edits` and `bulk_edit` are the edits. A manifest is parsed once, on demand (`parsed_manifest`), and
//! `outline` lists its objects. `form`, `priorities`, `request_size` and `relations` are the data of the views.
//!
//! Forms are tables of fields (`form`). A field shows a value only if it can express it completely, and otherwise leaves it to the YAML
//! editor (`field_input`). Undo is a stack of earlier manifests. A change of many objects is one edit with many splices.
//!
//! The forms of scheduler configurations (`config_form`) don't read the manifest: they take a document and an edit, and return the
//! changed document, or why the edit is impossible. A configuration's form has lists instead of a table. The plugins at an extension
//! point come from a table (`releases::plugins`), since the page has no plugins. Documents of kind `Extender` and `Plugin` have sections
//! with tables by node, and rules (`responder_schema`).

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
    shared_text::SharedText,
};

/// Input of a form that can't be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RejectedInput {
    /// The id of the object; empty for bulk edits.
    pub id: String,
    /// The path of the field.
    pub path: String,
    pub input: String,
    pub reason: InputError,
}

/// A PodDisruptionBudget that needs confirmation, because it would cover more than the clicked pod.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protection {
    /// The id of the object that the pod comes from.
    pub id: String,
    pub pod: NamespacedName,
    /// Whether it is a pod of its own, not created from a workload's template.
    pub is_alone: bool,
    /// The names of the others that it would cover.
    pub others: Vec<String>,
}

/// Why input can't be written. The labels of configuration forms are loaded later than others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputError {
    /// An error in an object's form.
    Object(FormLabel),
    /// An error in the form of a scheduler document.
    Config(ConfigFormLabel),
}

/// The manifest and the state of the builder.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Builder {
    /// The open tab.
    pub tab: Tab,
    /// The manifest in the editor.
    pub text: SharedText,
    parse_cache: ParseCache,
    /// The ids of the selected objects; the form of the last one is shown.
    pub selected_ids: Vec<String>,
    /// The id of the object from which a range is selected.
    range_anchor: Option<String>,
    /// Earlier manifests, oldest first.
    pub undo_stack: Rc<Vec<SharedText>>,
    /// Undone manifests, the next to redo last.
    pub redo_stack: Rc<Vec<SharedText>>,
    /// Whether the last change was typing, which is undone as a whole.
    is_typing: bool,
    pub rejected_inputs: Vec<RejectedInput>,
    /// Whether the last edit couldn't be applied.
    pub is_edit_refused: bool,
    /// A PodDisruptionBudget that waits for confirmation.
    pub protection: Option<Protection>,
    /// A feature gate that couldn't be switched.
    pub refused_gate: Option<RefusedGate>,
    /// The problems of an edited manifest that hasn't run.
    pub problems: EncodedValue<Vec<Finding>>,
    /// The number of the last validation request.
    check_count: usize,
    /// The line and column, from 1, that the caret moves to.
    pub caret_target: Option<(usize, usize)>,
    /// The number of requests to move the caret.
    pub caret_target_count: usize,
    /// The number of requests to open a form and focus its first field.
    pub form_open_count: usize,
    pub is_dragging_files: bool,
    /// The number of copies that `DuplicateSelected` makes.
    pub copy_count: usize,
    /// The saved scenarios.
    pub saved_scenarios: Rc<Vec<SavedScenario>>,
    /// The saved scenario that was deleted last, with its index.
    pub last_deleted: Option<(usize, SavedScenario)>,
}

impl Builder {
    /// A manifest with its cached outline.
    pub fn parse_text(&self, text: &Rc<str>) -> ParsedManifest {
        self.parse_cache.parse(text)
    }

    /// The manifest in the editor with its cached outline, parsed when first needed.
    pub fn parse_current(&self) -> ParsedManifest {
        self.parse_text(&self.text)
    }

    /// Whether the form of a scheduler document is open.
    pub fn has_config_form(&self) -> bool {
        let kind = self.selected_ids.last().and_then(|id| id.split('/').next());
        self.selected_ids.len() == 1 && kind.is_some_and(outline::is_scheduler_document)
    }
}

#[cfg(test)]
mod group_tests;
#[cfg(test)]
mod tests;
