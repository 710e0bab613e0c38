//! How a language counts and lists.

/// A title and a sentence or two.
pub type Told = (String, String);

pub fn told(title: impl Into<String>, text: impl Into<String>) -> Told {
    (title.into(), text.into())
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Noun {
    Node,
    Pod,
    Victim,
    Candidate,
    Disruption,
    Zone,
    Point,
}

sentences! {
    /// Plurals and lists.
    pub trait Grammar {
        /// `1 node`, `2 nodes`.
        fn count(count: usize, of: Noun) -> String;
        /// `a, b, c`.
        fn list(items: &[&str]) -> String;
    }
}
