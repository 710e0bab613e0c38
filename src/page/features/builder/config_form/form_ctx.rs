//! The context of the configuration forms: the document, the callback that changes it, and its problems.

use findings::Finding;
use i18n::table::config_form::ConfiguringSentences;
use page_state::{
    actions::{
        Action,
        builder::{ConfigEdit, ObjectMsg},
    },
    builder::{
        config_form::value_path,
        outline::{Outline, OutlineItem},
    },
};
use releases::Release;
use ui::callback::on_action;
use yew::{Callback, Html, MouseEvent, html};

use crate::view::View;

/// What all parts of the form need.
pub struct ConfigFormCtx<'f> {
    /// The page.
    pub view: &'f View,
    /// Sends an action to the store.
    pub dispatch: &'f Callback<Action>,
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
fn dotted_path(path: &str) -> String {
    path.replace('[', ".").replace(']', "")
}

/// Whether a path leads to what is at another one, or below it.
pub fn is_within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

impl ConfigFormCtx<'_> {
    /// A click that changes the document.
    pub fn on_edit(&self, change: ConfigEdit) -> Callback<MouseEvent> {
        on_action(self.dispatch, Action::from(ObjectMsg::EditConfig(self.entry.id.clone(), change)))
    }

    /// The way to the text.
    pub fn yaml_link(&self) -> Html {
        let see = on_action(self.dispatch, Action::from(ObjectMsg::GoToObject(self.entry.id.clone())));
        html! { <button type="button" class="link" onclick={see}>{ self.view.store.lang.builder_labels().see_yaml }</button> }
    }

    /// What is wrong in this document.
    pub fn document_problems(&self) -> impl Iterator<Item = (String, &Finding)> {
        let document = u32::try_from(self.entry.place.document + 1).unwrap_or(u32::MAX);
        let is_document = self.entry.place.steps.is_empty();
        let all = self.view.store.current_problems().iter();
        all.filter(move |finding| is_document && finding.place.document == document)
            .map(|finding| (dotted_path(&finding.place.path), finding))
    }

    /// A problem, and what would be right.
    pub fn draw_problem(&self, finding: &Finding) -> Html {
        let (what, remedy) = self.view.store.lang.problem(&finding.problem);
        html! { <p class="wrong" role="alert">{ "✗ " }{ what }if !remedy.is_empty() { <small>{ " " }{ remedy }</small> }</p> }
    }

    /// What is wrong at a path, or below it.
    pub fn draw_problems_within(&self, path: &str) -> Html {
        let path = value_path::numbered_path(&self.entry.value, path);
        let htmls: Vec<Html> = self
            .document_problems()
            .filter(|(at, _)| is_within(at, &path))
            .map(|(_, finding)| self.draw_problem(finding))
            .collect();
        html! { <>{ for htmls }</> }
    }
}
