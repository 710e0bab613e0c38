//! What the JavaScript module says of calls that cannot be answered.

use crate::{
    languages::Speaker,
    messages::module as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Refusals.
pub trait ModuleSentences: Grammar {
    /// The arguments are not of the right shape; `text` is the message of their parser.
    fn module_arguments(&self, text: &str) -> String {
        messages::ModuleArguments { text }.text(self.language())
    }

    /// No pod has that name.
    fn module_no_pod(&self, pod: &str) -> String {
        messages::ModuleNoPod { pod }.text(self.language())
    }

    /// The pod has a node already.
    fn module_has_node(&self, pod: &str, node: &str) -> String {
        messages::ModuleHasNode { pod, node }.text(self.language())
    }

    /// What should be the pod is none.
    fn module_not_a_pod(&self) -> String {
        messages::module_not_a_pod(self.language()).into()
    }

    /// A word is none of those that can be chosen.
    fn module_no_such_word(&self, word: &str, known_names: &[&str], nearest_name: Option<&str>) -> TitleAndText {
        title_and_text(
            messages::NoSuchWord { word, names: known_names.join(self.language().punctuation().list) }
                .text(self.language()),
            nearest_name.map_or_else(String::new, |name| messages::DidYouMean { name }.text(self.language())),
        )
    }

    /// A key that nothing reads.
    fn module_unknown_key(&self, key: &str, known_names: &[&str], nearest_name: Option<&str>) -> TitleAndText {
        title_and_text(
            messages::UnknownKey { key }.text(self.language()),
            match nearest_name {
                None => messages::KnownKeys { names: known_names.join(self.language().punctuation().list) }
                    .text(self.language()),
                Some(name) => messages::DidYouMean { name }.text(self.language()),
            },
        )
    }

    /// A value that JSON doesn't have, by its name in JavaScript.
    fn module_not_json(&self, name: &str) -> TitleAndText {
        title_and_text(
            messages::ModuleNotJsonTitle { name }.text(self.language()),
            messages::module_not_json(self.language()),
        )
    }

    /// An object that is inside itself; `outer` is where it stands first.
    fn module_cyclic(&self, outer: &str) -> TitleAndText {
        title_and_text(
            messages::ModuleCyclicTitle { outer }.text(self.language()),
            messages::module_cyclic(self.language()),
        )
    }

    /// A getter or a proxy threw an error, perhaps one without words.
    fn module_threw(&self, error: &str) -> TitleAndText {
        title_and_text(
            messages::ModuleThrewTitle { has_error: !error.is_empty(), error }.text(self.language()),
            messages::module_threw(self.language()),
        )
    }

    /// An object that is there already.
    fn module_duplicate(&self, object: &str, first: &str) -> TitleAndText {
        title_and_text(
            messages::ModuleDuplicateTitle { object, first }.text(self.language()),
            messages::module_duplicate(self.language()),
        )
    }
}

impl<T: Speaker> ModuleSentences for T {}
