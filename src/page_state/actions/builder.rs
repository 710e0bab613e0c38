//! Actions on the manifest, its objects and the saved scenarios, with the data that they carry.

use std::{borrow::Cow, rc::Rc};

use api::NamespacedName;
use findings::Finding;
use protocol::EncodedValue;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The tabs of the builder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The list of objects and their forms.
    #[default]
    Objects,
    /// The YAML editor.
    Yaml,
}

/// A scenario that the user saved in the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedScenario {
    pub name: String,
    /// The manifest.
    pub text: Rc<str>,
}

/// How an object is added to the selection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SelectMode {
    /// Selects only this object and moves the focus to its form.
    OpenForm,
    /// Selects only this object and leaves the focus in the list, for keyboard navigation.
    Single,
    /// Adds the object to the selection or removes it.
    Toggle,
    /// Selects the range from the last selected object to this one.
    Range,
}

/// Actions of the builder that don't need the parsed objects.
#[derive(Clone, Debug)]
pub enum BuilderMsg {
    /// The manifest was edited as text.
    EditText(Rc<str>),
    /// Restores the manifest of the last visit before something else opens.
    RestoreText(Rc<str>),
    /// Switches to a tab. The page shows objects with [`ObjectMsg::ShowObjects`], which also runs the edited manifest.
    SetTab(Tab),
    /// Moves the caret to a line and column, both from 1.
    GoToPosition(usize, usize),
    /// Validates the manifest as typed, without running it.
    CheckText,
    /// The result of the validation with this number.
    CheckResult(usize, EncodedValue<Vec<Finding>>),
    /// Selects exactly the objects with these ids.
    SelectMany(Vec<String>),
    ClearSelection,
    /// Sets the number of copies that `DuplicateSelected` makes.
    SetCopyCount(usize),
    /// Saves the manifest in the browser under a name.
    SaveAs(String),
    /// Deletes the saved scenario at an index.
    DeleteSaved(usize),
    /// Restores the saved scenario that was deleted last.
    RestoreDeleted,
    /// Renames the saved scenario at an index.
    RenameSaved(usize, String),
    /// Adds scenarios from a file, as (name, manifest), to the saved ones.
    ImportSaved(Vec<(String, Rc<str>)>),
    /// The saved scenarios were loaded from the browser's storage.
    RestoreSaved(Vec<SavedScenario>),
    /// All saved scenarios were deleted from this device.
    ForgetSaved,
    /// Downloads the manifest as a file.
    Download,
    /// Whether files are being dragged over the page.
    SetDragOver(bool),
}

/// Actions on the objects of the manifest. The chunk `Editing` applies them.
#[derive(Clone, Debug)]
pub enum ObjectMsg {
    /// Opens the tab of objects and runs the manifest if it was edited.
    ShowObjects,
    /// Moves the caret to the object with this id in the YAML.
    GoToObject(String),
    /// Selects the object with this id.
    Select(String, SelectMode),
    /// Sets fields, as (path, input), in all selected objects that have them. One undo step.
    SetFields(Vec<(&'static str, String)>),
    /// Moves the selected pods one priority class up (`true`) or down.
    MovePriority(bool),
    /// Sets the priority class of the selected pods; an empty name removes it.
    SetPriorityClass(String),
    /// Protects the pods of the selected object from eviction: creates a PodDisruptionBudget or widens the existing one. If that covers
    /// further pods and `is_for_all` is false, it asks for confirmation first. `pod` is the clicked pod.
    ProtectPods {
        pod: NamespacedName,
        is_for_all: bool,
    },
    /// Gives the selected object a new priority class above all others.
    AddPriorityClass,
    /// Adds or removes the claim with this key ([`ClaimOption`](crate::builder::claims::ClaimOption)) for the selected object's pods.
    ToggleClaim(String),
    /// Creates a PodGroup of the selected pods.
    GroupSelected,
    /// Adds the pods of `member` to a group or removes them; both are ids.
    ToggleMember {
        group: String,
        member: String,
    },
    /// Deletes the group with this id and keeps its pods.
    DissolveGroup(String),
    /// Turns the Job with this id into a gang: an Indexed Job whose pods start together.
    MakeGangJob(String),
    /// Turns a feature gate on or off.
    SetGate(&'static str, bool),
    /// Sets fields, as (path, input), of a group.
    SetGroupFields {
        group: NamespacedName,
        fields: Vec<(&'static str, String)>,
    },
    /// Turn all feature gates off.
    TurnOffGates,
    /// Turns feature gates on, with the gates that they depend on.
    TurnOnGates(Vec<&'static str>),
    /// Adds the template at an index of the palette.
    AddTemplate(usize),
    /// Copies the selected objects.
    DuplicateSelected,
    DeleteSelected,
    /// Text was entered into a form field of the object with this id, at `prefix` and `path`.
    EditField {
        id: String,
        prefix: PathPrefix,
        path: &'static str,
        typed: String,
    },
    /// Edits the scheduler document with this id.
    EditConfig(String, ConfigEdit),
    Undo,
    Redo,
    /// Sets `assumeOwners: false`, so that no controller is assumed for pods whose owners are missing in the manifest.
    DropAssumedOwners,
    /// Appends YAML to the manifest.
    AppendText(String),
    /// Appends a document to the manifest.
    AppendDocument(Value),
}

/// The part of a path before a field: a pod template, an entry of the script, an item of a list of devices.
pub type PathPrefix = Cow<'static, str>;

/// A change of a scheduler configuration or policy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConfigEdit {
    /// Text was entered into the field at this path.
    SetField { path: String, typed: String },
    /// Adds a profile.
    AddProfile,
    /// Adds an extender.
    AddExtender,
    /// Removes an item of the list at a path.
    Remove(&'static str, usize),
    /// Adds a rule to the list at a path.
    AddRule(&'static str),
    /// Moves a rule up by one. The first rule that matches a pod and node applies.
    MoveRuleUp(&'static str, usize),
    /// Edits a plugin at an extension point of a profile.
    EditPlugin { profile: usize, point: &'static str, name: String, edit: PluginEdit },
    /// Resets an extension point of a profile to its default plugins.
    ResetPoint { profile: usize, point: &'static str },
    /// Edits a predicate or priority of a policy.
    EditPolicyList { list: &'static str, name: String, edit: PluginEdit },
    /// Resets a list of a policy to its default.
    ResetPolicyList(&'static str),
}

/// A change of one plugin in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PluginEdit {
    Enable,
    Disable,
    /// Sets the score weight.
    SetWeight(i64),
    /// Moves it up by one.
    MoveUp,
    /// Moves it down by one.
    MoveDown,
}
