//! What can be added to a text that lacks it.

use api::offer::Size;

fixed! {
    /// Fixed words of it.
    pub struct Offer {
        size,
        how_many,
        add_nodes,
        value,
        may_matter,
    }
}

sentences! {
    /// Sentences of it.
    pub trait Sentences {
        /// The fixed words.
        fn offer() -> &'static Offer;
        /// A size of nodes, with what they have.
        fn size(size: Size) -> String;
        /// Adds an object of this kind and name.
        fn add_object(kind: &str, name: &str) -> String;
    }
}
