//! The builder: objects and forms as views on the text. Every change is an edit of the text, which stays the only truth.
//!
//! Here is what the builder knows besides the text and what a person does in it; `update` does what needs no text, `deeds` the
//! rest; `edits` and `many` make the edits. `outline` reads the text, `read` once; `form`, `priorities`, `size` and `related` are what the views show of it, as pure data.
//!
//! The builder of the page is a view on the text: its list and forms are read from the text, and whatever is done there
//! becomes edits of it (`page/builder`). A text is read for it once, when somebody asks (`builder/read`). Forms are
//! tables of fields; a field shows a value only if it can show all of it, and otherwise leaves it to the text. Undo is
//! the list of texts before. What is done to many objects is one edit with many splices.
//!
//! The forms of documents about the scheduler (`page/builder/configuring`) are a part for themselves that reads no
//! text: it is given a document and a change, and answers with the document after it, or why it cannot be. So neither
//! its fields nor its words (`words::configuring`) come with the builder, and the YAML reader does not come with it. A
//! configuration's form has lists instead of a table. Which plugins run at a point comes from the rules that the engine
//! has (`releases::config`: `order`, and `defaults`, names that a test holds against the profiles), since the page has
//! no plugins. Documents of kind `Extender` and `Plugin` have sections with tables of single nodes and rules
//! (`answering`).

mod attributes;
pub mod claims;
pub mod configuring;
pub mod deeds;
mod edits;
mod fields;
pub mod files;
mod focus;
pub mod form;
pub mod labels;
mod levels;
mod many;
pub mod objects;
pub mod outline;
mod own;
mod own_label;
pub mod palette;
mod priorities;
mod protect;
pub mod read;
mod related;
pub mod size;
mod sizer;
mod tree;
pub mod update;
pub mod writing;

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::builder::form::Prefix;
use crate::builder::read::{LastRead, Read};
use crate::run::alike;
use api::Str;
use api::problem::Finding;
use words::table::configuring::Word;
use words::table::form::Form;

pub use configuring::ConfigEdit;

/// The two ways to see a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// Objects and forms.
    #[default]
    Build,
    /// The text itself.
    Yaml,
}

/// A scenario kept in the browser.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// What it is called.
    pub name: String,
    /// Its text.
    pub text: Rc<str>,
}

/// What was typed and cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrong {
    /// Id of the object; empty where all that are chosen are meant.
    pub id: String,
    /// The field.
    pub path: String,
    /// What was typed.
    pub typed: String,
    /// Why not.
    pub why: Why,
}

/// A budget that waits for a yes, as it would cover more than the pod that was clicked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protection {
    /// Id of the object that the pod comes from.
    pub id: String,
    /// The pod that was clicked.
    pub pod: Str,
    /// Whether it has labels of its own, and not those of a template.
    pub is_alone: bool,
    /// What else it would cover, by name.
    pub others: Vec<String>,
}

/// Why something cannot be written. Words of documents about the scheduler come later than others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// In any form.
    Form(Form),
    /// In that of a document about the scheduler.
    Word(Word),
}

/// The text, and what the builder knows besides it.
#[derive(Clone, Debug, Default)]
pub struct Builder {
    /// The tab shown.
    pub tab: Tab,
    /// The text in the editor.
    pub text: Rc<str>,
    /// What was read of it.
    last_read: LastRead,
    /// Ids of the chosen objects; the last one's form is shown.
    pub chosen: Vec<String>,
    /// The object from which a span is chosen.
    anchor: Option<String>,
    /// Texts before, oldest first.
    pub past: Rc<Vec<Rc<str>>>,
    /// Texts taken back, the last one first to come again.
    pub future: Rc<Vec<Rc<str>>>,
    /// Whether the last change was typed in the text: typing is taken back as a whole.
    typing: bool,
    /// Fields with something wrong typed into them.
    pub wrong: Vec<Wrong>,
    /// Whether the last edit was refused.
    pub refused: bool,
    /// A budget that is not made before somebody says yes.
    pub protection: Option<Protection>,
    /// What is wrong with the text, where it was changed since it ran.
    pub found: Rc<Vec<Finding>>,
    /// How often that was asked.
    checks: usize,
    /// Line and column, from 1, to go to in the text.
    pub goal: Option<(usize, usize)>,
    /// How often that was asked for.
    pub goals: usize,
    /// How often a form was opened whose first field is to have the focus.
    pub opened: usize,
    /// Whether files are dragged over the page.
    pub over: bool,
    /// How many copies are made.
    pub copies: usize,
    /// Own scenarios.
    pub kept: Rc<Vec<Kept>>,
    /// The one that was forgotten last, and its place.
    pub forgotten: Option<(usize, Kept)>,
}

impl PartialEq for Builder {
    fn eq(&self, other: &Self) -> bool {
        // Every field is named, so that none that joins later is left out.
        #[rustfmt::skip]
        let Self {
            tab, text, last_read: _, chosen, anchor, past, future, typing, wrong, refused, protection, found, checks, goal, goals, opened, over, copies, kept,
            forgotten,
        } = self;
        alike(text, &other.text)
            && (tab, chosen, anchor) == (&other.tab, &other.chosen, &other.anchor)
            && (past, future, typing, wrong) == (&other.past, &other.future, &other.typing, &other.wrong)
            && (refused, found, checks, goal) == (&other.refused, &other.found, &other.checks, &other.goal)
            && *protection == other.protection
            && (goals, opened, over, copies) == (&other.goals, &other.opened, &other.over, &other.copies)
            && (kept, forgotten) == (&other.kept, &other.forgotten)
    }
}

impl Builder {
    /// A text that was, or is to be, the one in the editor, with what is in it.
    pub(crate) fn read_of(&self, text: &Rc<str>) -> Read {
        self.last_read.of(text)
    }

    /// The text with what is in it, read when it is needed, and once only.
    pub fn read(&self) -> Read {
        self.read_of(&self.text)
    }

    /// Whether the form shown is that of a document about the scheduler.
    pub fn configures(&self) -> bool {
        let kind = self.chosen.last().and_then(|id| id.split('/').next());
        self.chosen.len() == 1 && kind.is_some_and(outline::is_about_the_scheduler)
    }
}

/// How an object is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pick {
    /// It alone, and its form takes the focus.
    Open,
    /// It alone, as one walks through the list: the focus stays there.
    One,
    /// It too, or no longer.
    Toggle,
    /// All from the last one to it.
    Range,
}

/// What a person does in the builder.
#[derive(Clone, Debug)]
pub enum Build {
    /// The text was edited.
    Edit(Rc<str>),
    /// To a tab.
    Tab(Tab),
    /// To a line and column of the text, from 1.
    Go(usize, usize),
    /// To an object in the text.
    See(String),
    /// Find out what is wrong with the text as it is typed.
    Check,
    /// That is wrong with it, by the number of the question.
    Found(usize, Vec<Finding>),
    /// Choose an object.
    Choose(String, Pick),
    /// Choose these, and nothing else.
    ChooseAll(Vec<String>),
    /// Choose nothing.
    Leave,
    /// Give all chosen objects that have it this field's value: paths, and what was typed. One step to take back.
    All(Vec<(&'static str, String)>),
    /// The chosen pods go up or down one priority class.
    Raise(bool),
    /// The chosen pods get this priority class; the empty name is none.
    Class(String),
    /// Let no pod of the chosen object be evicted: make a budget for it, or widen the one that it has. Where that covers more than one pod
    /// and nobody said yes to that, it says first what it would cover. The pod is the one that was clicked.
    Protect { pod: Str, all: bool },
    /// Give the chosen object a new priority class above all others.
    NewClass,
    /// Let the chosen object's pods claim what has this key among the offers (`claims`), or no more.
    Claim(String),
    /// Add from the palette.
    Add(usize),
    /// How many copies.
    Copies(usize),
    /// Copy the chosen objects.
    Duplicate,
    /// Delete the chosen objects.
    Delete,
    /// Something was typed into a field of an object: its id, the prefix and path of the field, the text.
    Type { id: String, prefix: Prefix, path: &'static str, typed: String },
    /// Change the document about the scheduler with this id.
    Configure(String, ConfigEdit),
    /// Take a change back.
    Undo,
    /// Do it again.
    Redo,
    /// Keep the text in the browser under a name.
    KeepAs(String),
    /// Forget a kept text.
    Forget(usize),
    /// Bring the last forgotten one back.
    Recall,
    /// Give a kept text another name.
    Rename(usize, String),
    /// Names and texts out of a file: they join the own scenarios.
    Import(Vec<(String, Rc<str>)>),
    /// Own scenarios, as the browser remembers them.
    Remembered(Vec<Kept>),
    /// Save the text as a file.
    Download,
    /// Files are dragged over the page, or no longer.
    Over(bool),
    /// Let nobody keep the pods of owners that the text does not have.
    LeaveOwners,
    /// Add a text to the one that is there.
    Append(String),
}

#[cfg(test)]
mod tests;
