//! What all parts of these forms need: the document, the way to change it, and what is wrong in it.

use yew::{Callback, Html, MouseEvent, html};

use crate::builder::Build;
use crate::builder::outline::{Outline, OutlineItem};
use crate::store::Action;
use crate::view::{View, on};
use api::problem::Finding;
use releases::Release;
use words::table::configuring::ConfiguringSentences;

use super::{ConfigEdit, value};

/// What all parts of the form need.
pub struct Form<'f> {
    /// The page.
    pub view: &'f View,
    /// The way to act.
    pub act: &'f Callback<Action>,
    /// The text.
    pub outline: &'f Outline,
    /// The document.
    pub entry: &'f OutlineItem,
    /// The release that it is for; the one that runs, where it is for all.
    pub release: Release,
    /// Words of the language.
    pub words: &'static dyn ConfiguringSentences,
}

/// A path as findings have it, with dots alone.
fn dotted(path: &str) -> String {
    path.replace('[', ".").replace(']', "")
}

/// Whether a path leads to what is at another one, or below it.
pub fn within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

impl Form<'_> {
    /// A click that changes the document.
    pub fn on(&self, change: ConfigEdit) -> Callback<MouseEvent> {
        on(self.act, Action::Builder(Build::Configure(self.entry.id.clone(), change)))
    }

    /// The way to the text.
    pub fn see_yaml(&self) -> Html {
        let see = on(self.act, Action::Builder(Build::See(self.entry.id.clone())));
        html! { <button type="button" class="link" onclick={see}>{ self.view.store.lang.build().see_yaml }</button> }
    }

    /// What is wrong in this document.
    pub fn problems(&self) -> impl Iterator<Item = (String, &Finding)> {
        let document = u32::try_from(self.entry.place.document + 1).unwrap_or(u32::MAX);
        let alone = self.entry.place.steps.is_empty();
        let all = self.view.store.problems().iter();
        all.filter(move |it| alone && it.place.document == document).map(|it| (dotted(&it.place.path), it))
    }

    /// A problem, and what would be right.
    pub fn tell(&self, finding: &Finding) -> Html {
        let (what, remedy) = self.view.store.lang.problem(&finding.problem);
        html! { <p class="wrong" role="alert">{ "✗ " }{ what }if !remedy.is_empty() { <small>{ " " }{ remedy }</small> }</p> }
    }

    /// What is wrong at a path, or below it.
    pub fn found(&self, path: &str) -> Html {
        let path = value::numbered(&self.entry.value, path);
        let found: Vec<Html> =
            self.problems().filter(|(at, _)| within(at, &path)).map(|(_, finding)| self.tell(finding)).collect();
        html! { <>{ for found }</> }
    }
}
