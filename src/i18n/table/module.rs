//! Error messages of the JavaScript module.

use crate::{
    languages::Speaker,
    messages::module as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// Error messages.
pub trait ModuleSentences: Grammar {
    /// The arguments have the wrong shape; `text` is the message of their parser.
    fn module_arguments(&self, text: &str) -> String {
        messages::ModuleArguments { text }.text(self.language())
    }

    /// No pod has this name.
    fn module_no_pod(&self, pod: &str) -> String {
        messages::ModuleNoPod { pod }.text(self.language())
    }

    /// The pod already has a node.
    fn module_has_node(&self, pod: &str, node: &str) -> String {
        messages::ModuleHasNode { pod, node }.text(self.language())
    }

    /// The object isn't a pod.
    fn module_not_a_pod(&self) -> String {
        messages::module_not_a_pod(self.language()).into()
    }

    /// A value isn't one of the allowed words.
    fn module_no_such_word(&self, word: &str, known_names: &[&str], nearest_name: Option<&str>) -> TitleAndText {
        title_and_text(
            messages::NoSuchWord { word, names: known_names.join(self.language().punctuation().list) }
                .text(self.language()),
            nearest_name.map_or_else(String::new, |name| messages::DidYouMean { name }.text(self.language())),
        )
    }

    /// An unknown key.
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

    /// A value that JSON can't represent, by its name in JavaScript.
    fn module_not_json(&self, name: &str) -> TitleAndText {
        title_and_text(
            messages::ModuleNotJsonTitle { name }.text(self.language()),
            messages::module_not_json(self.language()),
        )
    }

    /// An object contains itself; `outer` is the location of its first occurrence.
    fn module_cyclic(&self, outer: &str) -> TitleAndText {
        title_and_text(
            messages::ModuleCyclicTitle { outer }.text(self.language()),
            messages::module_cyclic(self.language()),
        )
    }

    /// A getter or proxy threw an error, with a message that may be empty.
    fn module_threw(&self, error: &str) -> TitleAndText {
        title_and_text(
            messages::ModuleThrewTitle { has_error: !error.is_empty(), error }.text(self.language()),
            messages::module_threw(self.language()),
        )
    }

    /// An object already exists.
    fn module_duplicate(&self, object: &str, first: &str) -> TitleAndText {
        title_and_text(
            messages::ModuleDuplicateTitle { object, first }.text(self.language()),
            messages::module_duplicate(self.language()),
        )
    }
}

impl<T: Speaker> ModuleSentences for T {}
