//! Texts for input that is meant for other programs.

use findings::ForeignText;

use crate::{
    messages::problem_foreign_text as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

/// What the input is, and how to get manifests from it.
pub(super) fn foreign_text(lang: &(impl Grammar + ?Sized), text: ForeignText) -> TitleAndText {
    match text {
        ForeignText::Compose => title_and_text(
            messages::foreign_compose(lang.language()),
            messages::foreign_compose_remedy(lang.language()),
        ),
        ForeignText::HelmValues => title_and_text(
            messages::foreign_helm_values(lang.language()),
            messages::foreign_helm_values_remedy(lang.language()),
        ),
        ForeignText::HelmChart => title_and_text(
            messages::foreign_helm_chart(lang.language()),
            messages::foreign_helm_chart_remedy(lang.language()),
        ),
        ForeignText::Kustomization => title_and_text(
            messages::foreign_kustomization(lang.language()),
            messages::foreign_kustomization_remedy(lang.language()),
        ),
        ForeignText::Kubeconfig => title_and_text(
            messages::foreign_kubeconfig(lang.language()),
            messages::foreign_kubeconfig_remedy(lang.language()),
        ),
        ForeignText::Placeholders => title_and_text(
            messages::foreign_placeholders(lang.language()),
            messages::foreign_placeholders_remedy(lang.language()),
        ),
        ForeignText::SchedulerLog => title_and_text(
            messages::foreign_scheduler_log(lang.language()),
            messages::foreign_scheduler_log_remedy(lang.language()),
        ),
        ForeignText::Log => {
            title_and_text(messages::foreign_log(lang.language()), messages::foreign_log_remedy(lang.language()))
        }
        ForeignText::Usage => {
            title_and_text(messages::foreign_usage(lang.language()), messages::foreign_usage_remedy(lang.language()))
        }
        ForeignText::HelmRelease => title_and_text(
            messages::foreign_helm_release(lang.language()),
            messages::foreign_helm_release_remedy(lang.language()),
        ),
        ForeignText::Terraform => title_and_text(
            messages::foreign_terraform(lang.language()),
            messages::foreign_terraform_remedy(lang.language()),
        ),
        ForeignText::JsonPatch => title_and_text(
            messages::foreign_json_patch(lang.language()),
            messages::foreign_json_patch_remedy(lang.language()),
        ),
        ForeignText::Diff => {
            title_and_text(messages::foreign_diff(lang.language()), messages::foreign_diff_remedy(lang.language()))
        }
        ForeignText::WebPage => title_and_text(
            messages::foreign_web_page(lang.language()),
            messages::foreign_web_page_remedy(lang.language()),
        ),
    }
}
