//! The scheduler's source, read along with a run: what each function is there for, and what its values are.

use releases::source::Role;
use trace::calls::Name;

fixed! {
    /// Fixed words of the page.
    pub struct Calls {
        tree,
        around,
        takes,
        gives,
        fits,
        may,
        nothing,
        not_begun,
        leaves,
    }
}

sentences! {
    /// What is said about functions.
    pub trait Sentences {
        /// The fixed words.
        fn calls() -> &'static Calls;
        /// What a function is there for, in a sentence or two.
        fn does(role: Role) -> &'static str;
        /// What a value is.
        fn value(name: Name) -> &'static str;
        /// To the next call of a function.
        fn to_call(function: &str) -> String;
        /// How often it was called.
        fn called(times: usize) -> String;
    }
}
