//! Actions on the manifest, its objects and the saved scenarios, with the data that they carry.

use std::{borrow::Cow, rc::Rc};

use api::NamespacedName;
use findings::Finding;
use protocol::EncodedValue;
use serde::{Deserialize, Serialize};
use serde_json::Value;

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

/// What goes before the path of a field: a pod's template, an entry of the script, one of several devices.
pub type PathPrefix = Cow<'static, str>;

/// What a person changes in a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigEdit {
    /// Something was typed into the field at this path.
    SetField { path: String, typed: String },
    /// One more profile.
    AddProfile,
    /// One more extender.
    AddExtender,
    /// An item of a list goes.
    Remove(&'static str, usize),
    /// One more rule, in the list at this path.
    AddRule(&'static str),
    /// A rule goes one place up: the first one that is about pod and node counts.
    MoveRuleUp(&'static str, usize),
    /// A plugin at a point of a profile.
    EditPlugin { profile: usize, point: &'static str, name: String, edit: PluginEdit },
    /// A point of a profile is as by default.
    ResetPoint { profile: usize, point: &'static str },
    /// A predicate or priority of a policy.
    EditPolicyList { list: &'static str, name: String, edit: PluginEdit },
    /// A list of a policy is as by default.
    ResetPolicyList(&'static str),
}

/// What happens to a plugin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PluginEdit {
    /// It runs.
    Enable,
    /// It does not.
    Disable,
    /// It counts so many times.
    SetWeight(i64),
    /// One place up.
    MoveUp,
    /// One place down.
    MoveDown,
}
