//! The edits that a person can make on the stage. [`stage_editor`](crate::stage_editor) applies and draws them.

use api::{NamespacedName, Str};
use scene::objects::ObjectRef;

/// The menu of a thing, and where it opens, in pixels of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectMenu {
    /// Of which thing.
    pub object: ObjectRef,
    /// Left and top.
    pub position: (i32, i32),
    /// What it lists.
    pub page: MenuPage,
}

/// What the menu of a thing lists.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MenuPage {
    /// All that can be done to it.
    #[default]
    All,
    /// The priority classes that a pod can get.
    Classes,
    /// The devices that a pod can claim.
    Claims,
}

/// What a person does with things in the picture.
#[derive(Clone, Debug)]
pub enum StageEdit {
    /// Show the form of what it comes from.
    OpenForm(ObjectRef),
    /// Make copies of it that are there from the start.
    DuplicateObject(ObjectRef),
    /// Let it not be there from the start.
    DeleteObject(ObjectRef),
    /// Cordon a node from the start, or no longer.
    SetCordoned(Str, bool),
    /// Let a pod be on a node from the start.
    MovePod { pod: NamespacedName, node: Str },
    /// Give a pod a priority class; the empty name is none.
    SetPriorityClass { pod: NamespacedName, class: Str },
    /// Let a pod not be evicted: a budget for it is made or widened.
    ProtectPod(NamespacedName),
    /// Make a priority class above all others, and give it to a pod.
    AddPriorityClass(NamespacedName),
    /// Let a pod claim devices by this key among the builder's offers, or no more.
    ToggleClaim { pod: NamespacedName, key: Str },
    /// Let a pod request so much of cpu (thousandths) or memory (bytes), by its first container.
    ResizeRequest { pod: NamespacedName, resource: Str, amount: i64 },
    /// Add a node or a pod: the first that the palette has.
    AddObject(NewObject),
    /// Add what the palette has at this place. A pod that is dropped on a node is there from the start.
    DropTemplate { template: usize, node: Option<Str> },
}

/// What a card with a plus makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NewObject {
    /// A node.
    Node,
    /// A pod.
    Pod,
}
