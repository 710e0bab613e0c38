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
pub use config_form::ConfigEdit;
use findings::Finding;
use i18n::table::{config_form::ConfigFormLabel, form_labels::FormLabel};
use protocol::EncodedValue;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    builder::{
        feature_gates::RefusedGate,
        form::PathPrefix,
        parsed_manifest::{ParseCache, ParsedManifest},
    },
    run::is_same_text,
};

/// The two ways to see a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Objects and forms.
    #[default]
    Objects,
    /// The text itself.
    Yaml,
}

/// A scenario kept in the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedScenario {
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: Rc<str>,
}

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
#[derive(Clone, Debug, Default)]
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

impl PartialEq for Builder {
    fn eq(&self, other: &Self) -> bool {
        // Every field is named, so that none that joins later is left out.
        #[rustfmt::skip]
        let Self {
            tab, text, parse_cache: _, selected_ids: chosen, range_anchor: anchor, undo_stack: past, redo_stack: future, is_typing: typing, rejected_inputs: wrong, is_edit_refused: refused, protection, refused_gate, problems: findings, check_count: checks, caret_target: goal, caret_target_count: goals, form_open_count: opened, is_dragging_files: over, copy_count: copies, saved_scenarios,
            last_deleted: forgotten,
        } = self;
        is_same_text(text, &other.text)
            && (tab, chosen, anchor) == (&other.tab, &other.selected_ids, &other.range_anchor)
            && (past, future, typing, wrong)
                == (&other.undo_stack, &other.redo_stack, &other.is_typing, &other.rejected_inputs)
            && (refused, findings, checks, goal)
                == (&other.is_edit_refused, &other.problems, &other.check_count, &other.caret_target)
            && (protection, refused_gate) == (&other.protection, &other.refused_gate)
            && (goals, opened, over, copies)
                == (&other.caret_target_count, &other.form_open_count, &other.is_dragging_files, &other.copy_count)
            && (saved_scenarios, forgotten) == (&other.saved_scenarios, &other.last_deleted)
    }
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

/// How an object is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectMode {
    /// It alone, and its form takes the focus.
    OpenForm,
    /// It alone, as one walks through the list: the focus stays there.
    Single,
    /// It too, or no longer.
    Toggle,
    /// All from the last one to it.
    Range,
}

/// What is done in the builder, as far as the objects of the text are not needed for it.
#[derive(Clone, Debug)]
pub enum BuilderMsg {
    /// The text was edited.
    EditText(Rc<str>),
    /// The text of the last visit is there, and something else is about to be opened.
    RestoreText(Rc<str>),
    /// To a tab. A person who wants to see objects is shown what runs, too ([`ObjectMsg::ShowObjects`]).
    SetTab(Tab),
    /// To a line and column of the text, from 1.
    GoToPosition(usize, usize),
    /// Find out what is wrong with the text as it is typed.
    CheckText,
    /// That is wrong with it, by the number of the question.
    CheckResult(usize, EncodedValue<Vec<Finding>>),
    /// Choose these, and nothing else.
    SelectMany(Vec<String>),
    /// Choose nothing.
    ClearSelection,
    /// How many copies.
    SetCopyCount(usize),
    /// Keep the text in the browser under a name.
    SaveAs(String),
    /// Forget a kept text.
    DeleteSaved(usize),
    /// Bring the last forgotten one back.
    RestoreDeleted,
    /// Give a kept text another name.
    RenameSaved(usize, String),
    /// Names and texts out of a file: they join the own scenarios.
    ImportSaved(Vec<(String, Rc<str>)>),
    /// Own scenarios, as the browser remembers them.
    RestoreSaved(Vec<SavedScenario>),
    /// Nothing is kept on this device any more.
    ForgetSaved,
    /// Save the text as a file.
    Download,
    /// Files are dragged over the page, or no longer.
    SetDragOver(bool),
}

/// What is done with the objects of the text. The chunk `Editing` does it.
#[derive(Clone, Debug)]
pub enum ObjectMsg {
    /// To the tab of objects, beside what they do: what was typed runs.
    ShowObjects,
    /// To an object in the text.
    GoToObject(String),
    /// Choose an object.
    Select(String, SelectMode),
    /// Give all chosen objects that have it this field's value: paths, and what was typed. One step to take back.
    SetFields(Vec<(&'static str, String)>),
    /// The chosen pods go up or down one priority class.
    MovePriority(bool),
    /// The chosen pods get this priority class; the empty name is none.
    SetPriorityClass(String),
    /// Let no pod of the chosen object be evicted: make a budget for it, or widen the one that it has. Where that covers more than one pod
    /// and nobody said yes to that, it says first what it would cover. The pod is the one that was clicked.
    ProtectPods { pod: NamespacedName, all: bool },
    /// Give the chosen object a new priority class above all others.
    AddPriorityClass,
    /// Let the chosen object's pods claim what has this key among the offers (`claims`), or no more.
    ToggleClaim(String),
    /// Make a group of the chosen pods.
    GroupSelected,
    /// Let an object's pods join a group, or leave it: ids of both.
    ToggleMember { group: String, member: String },
    /// Delete a group and keep its pods.
    DissolveGroup(String),
    /// Make the Job with this id one whose pods start together.
    MakeGangJob(String),
    /// Switch a feature gate.
    SetGate(&'static str, bool),
    /// Give fields of a group these values: paths, and what was typed.
    SetGroupFields { group: NamespacedName, fields: Vec<(&'static str, String)> },
    /// Turn all feature gates off.
    TurnOffGates,
    /// Turn feature gates on, with all that they need.
    TurnOnGates(Vec<&'static str>),
    /// Add from the palette.
    AddTemplate(usize),
    /// Copy the chosen objects.
    DuplicateSelected,
    /// Delete the chosen objects.
    DeleteSelected,
    /// Something was typed into a field of an object: its id, the prefix and path of the field, the text.
    EditField { id: String, prefix: PathPrefix, path: &'static str, typed: String },
    /// Change the document about the scheduler with this id.
    EditConfig(String, ConfigEdit),
    /// Take a change back.
    Undo,
    /// Do it again.
    Redo,
    /// Let nobody keep the pods of owners that the text does not have.
    DropAssumedOwners,
    /// Add a text to the one that is there.
    AppendText(String),
    /// Add a document to the text.
    AppendDocument(Value),
}

#[cfg(test)]
mod group_tests;
#[cfg(test)]
mod tests;
