//! The edits that the user can make on the stage. [`stage_editor`](crate::stage_editor) applies them.

use api::{NamespacedName, Str};
use scene::objects::ObjectRef;

/// The menu of an object on the stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectMenu {
    pub object: ObjectRef,
    /// The left and top edge in the window, in CSS pixels.
    pub position: (i32, i32),
    pub page: MenuPage,
}

/// The content of an object's menu.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MenuPage {
    /// All actions.
    #[default]
    All,
    /// The priority classes for a pod.
    Classes,
    /// The devices that a pod can claim.
    Claims,
}

/// Edits of objects on the stage. All but the form change the manifest.
#[derive(Clone, Debug)]
pub enum StageEdit {
    /// Opens the form of the manifest's object.
    OpenForm(ObjectRef),
    /// Duplicates the object in the manifest.
    DuplicateObject(ObjectRef),
    /// Deletes the object from the manifest.
    DeleteObject(ObjectRef),
    /// Cordons a node in the manifest, or uncordons it.
    SetCordoned(Str, bool),
    /// Sets the `nodeName` of a pod.
    MovePod { pod: NamespacedName, node: Str },
    /// Sets the priority class of a pod; an empty name removes it.
    SetPriorityClass { pod: NamespacedName, class: Str },
    /// Protects a pod from eviction: creates or widens a PodDisruptionBudget.
    ProtectPod(NamespacedName),
    /// Adds a priority class above all others and assigns it to a pod.
    AddPriorityClass(NamespacedName),
    /// Adds or removes the claim with this key of the builder's claim options.
    ToggleClaim { pod: NamespacedName, key: Str },
    /// Sets the request of the pod's first container: CPU in millicores, memory in bytes.
    ResizeRequest { pod: NamespacedName, resource: Str, amount: i64 },
    /// Adds a node or pod with the first template of the palette.
    AddObject(NewObject),
    /// Adds the template at an index of the palette. A pod dropped on a node gets its `nodeName`.
    DropTemplate { template: usize, node: Option<Str> },
}

/// What a card with a plus sign adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewObject {
    Node,
    Pod,
}
