//! What a person builds on the stage, and with what. How is said in [`crafting`](crate::crafting).

use api::Str;

/// Something in the picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Thing {
    /// A node, by its name.
    Node(Str),
    /// A pod, by namespace and name.
    Pod(Str),
    /// A disruption budget, by namespace and name.
    Budget(Str),
}

/// The menu of a thing, and where it opens, in pixels of the window.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Menu {
    /// Of which thing.
    pub thing: Thing,
    /// Left and top.
    pub at: (i32, i32),
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
pub enum Craft {
    /// Open the menu of a thing, or close the one that is open.
    Menu(Option<Menu>),
    /// Show the form of what it comes from.
    Edit(Thing),
    /// Make copies of it that are there from the start.
    Duplicate(Thing),
    /// Let it not be there from the start.
    Delete(Thing),
    /// Cordon a node from the start, or no longer.
    Cordon(Str, bool),
    /// Let a pod be on a node from the start.
    Move { pod: Str, node: Str },
    /// Give a pod a priority class; the empty name is none.
    Class { pod: Str, class: Str },
    /// Let a pod not be evicted: a budget for it is made or widened.
    Protect(Str),
    /// Make a priority class above all others, and give it to a pod.
    NewClass(Str),
    /// Let a pod claim devices by this key among the builder's offers, or no more.
    Claim { pod: Str, key: Str },
    /// Let a pod request so much of cpu (thousandths) or memory (bytes), by its first container.
    Resize { pod: Str, resource: Str, amount: i64 },
    /// Add a node or a pod: the first that the palette has.
    Add(Made),
    /// Add what the palette has at this place. A pod that is dropped on a node is there from the start.
    Drop { template: usize, node: Option<Str> },
}

/// What a card with a plus makes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Made {
    /// A node.
    Node,
    /// A pod.
    Pod,
}
