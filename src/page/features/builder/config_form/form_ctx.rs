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

/// The context of a configuration form: the document, how to change it, and its problems.
pub struct ConfigFormCtx<'f> {
    /// The view model of the page.
    pub view: &'f View,
    pub dispatch: &'f Callback<Action>,
    /// The parsed manifest.
    pub outline: &'f Outline,
    /// The document that the form edits.
    pub entry: &'f OutlineItem,
    /// The release that the document is for; the current one, if it is for all releases.
    pub release: Release,
    pub words: &'static dyn ConfiguringSentences,
}

/// A path with dots only, as in findings.
fn dotted_path(path: &str) -> String {
    path.replace('[', ".").replace(']', "")
}

/// Whether a path is at or below another one.
pub fn is_within(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

impl ConfigFormCtx<'_> {
    /// A click handler that changes the document.
    pub fn on_edit(&self, change: ConfigEdit) -> Callback<MouseEvent> {
        on_action(self.dispatch, Action::from(ObjectMsg::EditConfig(self.entry.id.clone(), change)))
    }

    /// A button that goes to the document in the YAML tab.
    pub fn yaml_link(&self) -> Html {
        let see = on_action(self.dispatch, Action::from(ObjectMsg::GoToObject(self.entry.id.clone())));
        html! { <button type="button" class="link" onclick={see}>{ self.view.store.lang.builder_labels().see_yaml }</button> }
    }

    /// The problems of this document, each with its path.
    pub fn document_problems(&self) -> impl Iterator<Item = (String, &Finding)> {
        let document = u32::try_from(self.entry.place.document + 1).unwrap_or(u32::MAX);
        let is_document = self.entry.place.steps.is_empty();
        let all = self.view.store.current_problems().iter();
        all.filter(move |finding| is_document && finding.place.document == document)
            .map(|finding| (dotted_path(&finding.place.path), finding))
    }

    /// A problem with its remedy.
    pub fn draw_problem(&self, finding: &Finding) -> Html {
        let (what, remedy) = self.view.store.lang.problem(&finding.problem);
        html! { <p class="wrong" role="alert">{ "✗ " }{ what }if !remedy.is_empty() { <small>{ " " }{ remedy }</small> }</p> }
    }

    /// The problems at or below a path.
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
