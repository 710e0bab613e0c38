//! Texts of admission errors.

use api::QuotaProblem;
use findings::{AdmissionProblem, NameForm};
use releases::quota_message;

use super::{
    field_error::field_error_text,
    notice::{breach_text, nearest_or_known},
};
use crate::{
    messages::problem_admission as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

pub(super) fn admission_text(lang: &(impl Grammar + ?Sized), problem: &AdmissionProblem) -> TitleAndText {
    match problem {
        AdmissionProblem::Field(error) => field_error_text(lang, error),
        AdmissionProblem::NoName => title_and_text(
            messages::admission_no_name(lang.language()),
            messages::admission_no_name_remedy(lang.language()),
        ),
        AdmissionProblem::Malformed { text, form } => title_and_text(
            messages::AdmissionMalformed { text, name_form_example: name_form_example(lang, *form) }
                .text(lang.language()),
            name_form_rule(lang, *form),
        ),
        AdmissionProblem::TooLong { length, limit } => title_and_text(
            messages::AdmissionTooLong { length }.text(lang.language()),
            messages::AdmissionTooLongRemedy { limit }.text(lang.language()),
        ),
        AdmissionProblem::OutOfRange { value, low, high } => title_and_text(
            if value < low {
                messages::AdmissionOutOfRange { value, low }.text(lang.language())
            } else {
                messages::AdmissionOutOfRangeOtherwise { value, high }.text(lang.language())
            },
            match *high {
                i64::MAX => messages::AdmissionOutOfRangeRemedyMax { low }.text(lang.language()),
                height => messages::AdmissionOutOfRangeRemedy { low, height }.text(lang.language()),
            },
        ),
        AdmissionProblem::Percentage { text, highest: Some(highest) } => title_and_text(
            messages::AdmissionPercentage { text, highest }.text(lang.language()),
            messages::admission_percentage_remedy(lang.language()),
        ),
        AdmissionProblem::Percentage { text, highest: None } => title_and_text(
            messages::AdmissionPercentageWithoutLimit { text }.text(lang.language()),
            messages::admission_percentage_remedy(lang.language()),
        ),
        AdmissionProblem::TooManyPods { pods, limit } => title_and_text(
            messages::AdmissionTooManyPods { pods }.text(lang.language()),
            messages::AdmissionTooManyPodsRemedy { limit }.text(lang.language()),
        ),
        AdmissionProblem::SecondDefault { first } => title_and_text(
            messages::AdmissionSecondDefault { first }.text(lang.language()),
            messages::admission_second_default_remedy(lang.language()),
        ),
        AdmissionProblem::NoNodeTerms => title_and_text(
            messages::admission_no_node_terms(lang.language()),
            messages::admission_no_node_terms_remedy(lang.language()),
        ),
        AdmissionProblem::NotOneValue { operator } => title_and_text(
            messages::AdmissionNotOneValue { operator }.text(lang.language()),
            messages::admission_not_one_value_remedy(lang.language()),
        ),
        AdmissionProblem::NoSuchField { key, known } => title_and_text(
            messages::AdmissionNoSuchField { key }.text(lang.language()),
            messages::AdmissionNoSuchFieldRemedy { known }.text(lang.language()),
        ),
        AdmissionProblem::RepeatedGate { name } => title_and_text(
            messages::AdmissionRepeatedGate { name }.text(lang.language()),
            messages::admission_repeated_gate_remedy(lang.language()),
        ),
        AdmissionProblem::MinDomainsAnyway => title_and_text(
            messages::admission_min_domains_anyway(lang.language()),
            messages::admission_min_domains_anyway_remedy(lang.language()),
        ),
        AdmissionProblem::KeysWithoutSelector => title_and_text(
            messages::admission_keys_without_selector(lang.language()),
            messages::admission_keys_without_selector_remedy(lang.language()),
        ),
        AdmissionProblem::RepeatedLabelKey { key, other } => title_and_text(
            messages::AdmissionRepeatedLabelKey { key, other }.text(lang.language()),
            messages::admission_repeated_label_key_remedy(lang.language()),
        ),
        AdmissionProblem::NoContainers => title_and_text(
            messages::admission_no_containers(lang.language()),
            messages::admission_no_containers_remedy(lang.language()),
        ),
        AdmissionProblem::RepeatedContainer { name } => title_and_text(
            messages::AdmissionRepeatedContainer { name }.text(lang.language()),
            messages::admission_repeated_container_remedy(lang.language()),
        ),
        AdmissionProblem::AboveLimit { resource, request, limit } => title_and_text(
            messages::AdmissionAboveLimit { resource, request, limit }.text(lang.language()),
            messages::admission_above_limit_remedy(lang.language()),
        ),
        AdmissionProblem::BelowContainers { resource, request, containers } => title_and_text(
            messages::AdmissionBelowContainers { resource, request, containers }.text(lang.language()),
            messages::AdmissionBelowContainersRemedy { containers }.text(lang.language()),
        ),
        AdmissionProblem::AbovePod { resource, limit, pod } => title_and_text(
            messages::AdmissionAbovePod { resource, limit, pod }.text(lang.language()),
            messages::admission_above_pod_remedy(lang.language()),
        ),
        AdmissionProblem::NotOfPods { resource } => title_and_text(
            messages::AdmissionNotOfPods { resource }.text(lang.language()),
            messages::admission_not_of_pods_remedy(lang.language()),
        ),
        AdmissionProblem::LimitRange(breached) => {
            let (message, remedy) = breach_text(lang, breached);
            title_and_text(
                messages::AdmissionLimitRange { range: &breached.range, message }.text(lang.language()),
                remedy,
            )
        }
        AdmissionProblem::Quota(quota) => title_and_text(
            messages::AdmissionQuota { quota_message: quota_message(quota) }.text(lang.language()),
            match quota.why {
                QuotaProblem::Unspecified(_) => messages::admission_quota_remedy_unspecified(lang.language()),
                QuotaProblem::Exceeded(_) => messages::admission_quota_remedy_exceeded(lang.language()),
            },
        ),
        AdmissionProblem::SelectsOthers => title_and_text(
            messages::admission_selects_others(lang.language()),
            messages::admission_selects_others_remedy(lang.language()),
        ),
        AdmissionProblem::ClassPriority { given, class, value } => title_and_text(
            messages::AdmissionClassPriority { given, value, class }.text(lang.language()),
            messages::AdmissionClassPriorityRemedy { value }.text(lang.language()),
        ),
        AdmissionProblem::ClassOverhead { class } => title_and_text(
            messages::AdmissionClassOverhead { class }.text(lang.language()),
            messages::admission_class_overhead_remedy(lang.language()),
        ),
        AdmissionProblem::ClassSelector { class, value } => title_and_text(
            messages::AdmissionClassSelector { class, value }.text(lang.language()),
            messages::admission_class_selector_remedy(lang.language()),
        ),
        AdmissionProblem::LabelValue { value } => title_and_text(
            messages::AdmissionLabelValue { value }.text(lang.language()),
            messages::admission_label_value_remedy(lang.language()),
        ),
        AdmissionProblem::ReservedPriority { value, highest } => title_and_text(
            messages::AdmissionReservedPriority { value }.text(lang.language()),
            messages::AdmissionReservedPriorityRemedy { highest }.text(lang.language()),
        ),
        AdmissionProblem::MinAndMax => title_and_text(
            messages::admission_min_and_max(lang.language()),
            messages::admission_min_and_max_remedy(lang.language()),
        ),
        AdmissionProblem::PodGroup { message } => {
            title_and_text(message.to_string(), messages::admission_pod_group_remedy(lang.language()))
        }
        AdmissionProblem::NoWayToRoll => title_and_text(
            messages::admission_no_way_to_roll(lang.language()),
            messages::admission_no_way_to_roll_remedy(lang.language()),
        ),
        AdmissionProblem::NotWhole { amount } => title_and_text(
            messages::AdmissionNotWhole { amount }.text(lang.language()),
            messages::admission_not_whole_remedy(lang.language()),
        ),
        AdmissionProblem::Skew { skew } => title_and_text(
            messages::AdmissionSkew { skew }.text(lang.language()),
            messages::admission_skew_remedy(lang.language()),
        ),
        AdmissionProblem::NoTopologyKey => title_and_text(
            messages::admission_no_topology_key(lang.language()),
            messages::admission_no_topology_key_remedy(lang.language()),
        ),
        AdmissionProblem::NegativeAmount { amount } => title_and_text(
            messages::AdmissionNegativeAmount { amount }.text(lang.language()),
            messages::admission_negative_amount_remedy(lang.language()),
        ),
        AdmissionProblem::UnknownWord { word, known, near } => title_and_text(
            messages::AdmissionUnknownWord { word }.text(lang.language()),
            nearest_or_known(lang, near.as_ref(), known),
        ),
        AdmissionProblem::NoValues { operator } => title_and_text(
            messages::AdmissionNoValues { operator }.text(lang.language()),
            messages::admission_no_values_remedy(lang.language()),
        ),
        AdmissionProblem::UnwantedValues { operator } => title_and_text(
            messages::AdmissionUnwantedValues { operator }.text(lang.language()),
            messages::admission_unwanted_values_remedy(lang.language()),
        ),
    }
}

pub(super) fn name_form_example(lang: &(impl Grammar + ?Sized), form: NameForm) -> &'static str {
    match form {
        NameForm::Label | NameForm::Subdomain => messages::name_form_example_label(lang.language()),
        NameForm::Key => messages::name_form_example_key(lang.language()),
    }
}

pub(super) fn name_form_rule(lang: &(impl Grammar + ?Sized), form: NameForm) -> &'static str {
    match form {
        NameForm::Label => messages::name_form_rule_label(lang.language()),
        NameForm::Subdomain => messages::name_form_rule_subdomain(lang.language()),
        NameForm::Key => messages::name_form_rule_key(lang.language()),
    }
}
