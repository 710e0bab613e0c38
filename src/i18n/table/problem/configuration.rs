//! Texts of problems in a scenario and in the scheduler's configuration.

use api::Str;
use findings::{ConfigurationProblem, Noun, ScenarioProblem};
use manifest::ACTIONS;

use super::{
    notice::{join_list, nearest_or_known},
    reading::found_value_text,
};
use crate::{
    messages::problem_configuration as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

pub(super) fn scenario_text(lang: &(impl Grammar + ?Sized), problem: &ScenarioProblem) -> TitleAndText {
    match problem {
        ScenarioProblem::Second => title_and_text(
            messages::scenario_second(lang.language()),
            messages::scenario_second_remedy(lang.language()),
        ),
        ScenarioProblem::UnknownRelease { name, known } => title_and_text(
            messages::ScenarioUnknownRelease { name }.text(lang.language()),
            messages::ScenarioUnknownReleaseRemedy { known: join_list(lang, known) }.text(lang.language()),
        ),
        ScenarioProblem::UnknownGate { name, release, other } => title_and_text(
            messages::UnknownGate { release, name }.text(lang.language()),
            other
                .as_ref()
                .map_or_else(String::new, |other| messages::UnknownGateRemedy { other }.text(lang.language())),
        ),
        ScenarioProblem::GateDependency { text } => {
            title_and_text(text.to_string(), messages::scenario_gate_dependency_remedy(lang.language()))
        }
        ScenarioProblem::ScriptNotAList { actual: found_value } => title_and_text(
            messages::ScenarioScriptNotAList { found_value: found_value_text(lang, found_value) }.text(lang.language()),
            messages::scenario_script_not_a_list_remedy(lang.language()),
        ),
        ScenarioProblem::NotAnEntry { actual: found_value } => title_and_text(
            messages::ScenarioNotAnEntry { found_value: found_value_text(lang, found_value) }.text(lang.language()),
            messages::scenario_not_an_entry_remedy(lang.language()),
        ),
        ScenarioProblem::NoTime => title_and_text(
            messages::scenario_no_time(lang.language()),
            messages::scenario_no_time_remedy(lang.language()),
        ),
        ScenarioProblem::NotADuration { actual: found_value } => title_and_text(
            messages::ScenarioNotADuration { found_value: found_value_text(lang, found_value) }.text(lang.language()),
            messages::scenario_not_a_duration_remedy(lang.language()),
        ),
        ScenarioProblem::SecondExtender { host } => {
            title_and_text(messages::ScenarioSecondExtender { host }.text(lang.language()), "")
        }
        ScenarioProblem::NoExtender { host } => title_and_text(
            messages::ScenarioNoExtender { host }.text(lang.language()),
            messages::ScenarioNoExtenderRemedy { host }.text(lang.language()),
        ),
        ScenarioProblem::SecondPlugin { name } => title_and_text(
            messages::ScenarioSecondPlugin { name }.text(lang.language()),
            messages::scenario_second_plugin_remedy(lang.language()),
        ),
        ScenarioProblem::BuiltInPlugin { name, release } => title_and_text(
            messages::ScenarioBuiltInPlugin { name, release }.text(lang.language()),
            messages::scenario_built_in_plugin_remedy(lang.language()),
        ),
        ScenarioProblem::PluginOfNothing => title_and_text(
            messages::scenario_plugin_of_nothing(lang.language()),
            messages::scenario_plugin_of_nothing_remedy(lang.language()),
        ),
        ScenarioProblem::TooManyRules { rules, limit } => title_and_text(
            messages::ScenarioTooManyRules { rules }.text(lang.language()),
            messages::ScenarioTooManyRulesRemedy { limit }.text(lang.language()),
        ),
        ScenarioProblem::NotOneAction => title_and_text(
            messages::not_one_action(lang.language()),
            messages::NotOneActionRemedy { actions: lang.list(&ACTIONS) }.text(lang.language()),
        ),
        ScenarioProblem::UnknownAction { name, near } => title_and_text(
            messages::ScenarioUnknownAction { name }.text(lang.language()),
            nearest_or_known(lang, near.as_ref(), &ACTIONS.map(Str::from)),
        ),
        ScenarioProblem::NoReplicas => title_and_text(
            messages::scenario_no_replicas(lang.language()),
            messages::scenario_no_replicas_remedy(lang.language()),
        ),
    }
}

pub(super) fn configuration_text(lang: &(impl Grammar + ?Sized), problem: &ConfigurationProblem) -> TitleAndText {
    match problem {
        ConfigurationProblem::Unknown { noun: kind, name, known, near } => {
            let nearest_name = near.as_ref().map(|nearest_name| format!("“{nearest_name}”").into());

            let mut remedy = nearest_or_known(lang, nearest_name.as_ref(), known);
            if *kind == Noun::Plugin {
                remedy += &custom_plugin_hint(lang, name, nearest_name.is_some());
            }
            title_and_text(messages::UnknownName { kind: noun_text(lang, *kind), name }.text(lang.language()), remedy)
        }
        ConfigurationProblem::UnknownVersion { version, known } => {
            let versions: Vec<String> = known
                .iter()
                .map(|(version, release)| messages::VersionOfRelease { version, release }.text(lang.language()))
                .collect();
            title_and_text(
                messages::UnknownVersion { version }.text(lang.language()),
                messages::UnknownVersionRemedy { versions: lang.list_texts(&versions) }.text(lang.language()),
            )
        }
        ConfigurationProblem::Missing { field } => {
            title_and_text(messages::ConfigurationMissing { field }.text(lang.language()), "")
        }
        ConfigurationProblem::NoQueueSort => title_and_text(
            messages::configuration_no_queue_sort(lang.language()),
            messages::configuration_no_queue_sort_remedy(lang.language()),
        ),
        ConfigurationProblem::LabelContradiction { label } => title_and_text(
            messages::ConfigurationLabelContradiction { label }.text(lang.language()),
            messages::configuration_label_contradiction_remedy(lang.language()),
        ),
        ConfigurationProblem::OneArgument { kinds } => {
            title_and_text(messages::ConfigurationOneArgument { kinds }.text(lang.language()), "")
        }
        ConfigurationProblem::BadName { name } => title_and_text(
            messages::ConfigurationBadName { name }.text(lang.language()),
            messages::configuration_bad_name_remedy(lang.language()),
        ),
        ConfigurationProblem::OtherWeight { name, than } => title_and_text(
            messages::ConfigurationOtherWeight { name, than }.text(lang.language()),
            messages::configuration_other_weight_remedy(lang.language()),
        ),
        ConfigurationProblem::WeightsOverflow => {
            title_and_text(messages::configuration_weights_overflow(lang.language()), "")
        }
        ConfigurationProblem::Redeclared { name, by } => title_and_text(
            messages::ConfigurationRedeclared { name, by }.text(lang.language()),
            messages::configuration_redeclared_remedy(lang.language()),
        ),
        ConfigurationProblem::NotExtended { name } => title_and_text(
            messages::ConfigurationNotExtended { name }.text(lang.language()),
            messages::configuration_not_extended_remedy(lang.language()),
        ),
        ConfigurationProblem::RepeatedResource { name } => {
            title_and_text(messages::ConfigurationRepeatedResource { name }.text(lang.language()), "")
        }
        ConfigurationProblem::GroupWithSlash { group } => title_and_text(
            messages::ConfigurationGroupWithSlash { group }.text(lang.language()),
            messages::configuration_group_with_slash_remedy(lang.language()),
        ),
        ConfigurationProblem::TwoBinders { binders } => title_and_text(
            messages::ConfigurationTwoBinders { binders }.text(lang.language()),
            messages::configuration_two_binders_remedy(lang.language()),
        ),
        ConfigurationProblem::OtherArguments { kind, wanted } => {
            title_and_text(messages::ConfigurationOtherArguments { kind, wanted }.text(lang.language()), "")
        }
        ConfigurationProblem::NoResourceWeight { name } => title_and_text(
            messages::ConfigurationNoResourceWeight { name }.text(lang.language()),
            messages::configuration_no_resource_weight_remedy(lang.language()),
        ),
        ConfigurationProblem::PluginsOfOwn => title_and_text(
            messages::configuration_plugins_of_own(lang.language()),
            messages::configuration_plugins_of_own_remedy(lang.language()),
        ),
        ConfigurationProblem::NoArguments { plugin } => {
            title_and_text(messages::ConfigurationNoArguments { plugin }.text(lang.language()), "")
        }
        ConfigurationProblem::NoCandidates => {
            title_and_text(messages::configuration_no_candidates(lang.language()), "")
        }
        ConfigurationProblem::WeightNotOne => {
            title_and_text(messages::configuration_weight_not_one(lang.language()), "")
        }
        ConfigurationProblem::NoWeight => title_and_text(messages::configuration_no_weight(lang.language()), ""),
        ConfigurationProblem::NotRising => title_and_text(messages::configuration_not_rising(lang.language()), ""),
        ConfigurationProblem::NoPoints => title_and_text(messages::configuration_no_points(lang.language()), ""),
        ConfigurationProblem::ConstraintsOfSystem => {
            title_and_text(messages::configuration_constraints_of_system(lang.language()), "")
        }
        ConfigurationProblem::RepeatedConstraint => {
            title_and_text(messages::configuration_repeated_constraint(lang.language()), "")
        }
        ConfigurationProblem::RepeatedProfile { name } => {
            title_and_text(messages::ConfigurationRepeatedProfile { name }.text(lang.language()), "")
        }
        ConfigurationProblem::RepeatedDocument { kind, release } => title_and_text(
            messages::ConfigurationRepeatedDocument { kind, release }.text(lang.language()),
            messages::configuration_repeated_document_remedy(lang.language()),
        ),
        ConfigurationProblem::BackoffOrder => {
            title_and_text(messages::configuration_backoff_order(lang.language()), "")
        }
        ConfigurationProblem::RepeatedArguments { plugin } => {
            title_and_text(messages::ConfigurationRepeatedArguments { plugin }.text(lang.language()), "")
        }
        ConfigurationProblem::NoShape { name } => title_and_text(
            messages::ConfigurationNoShape { name }.text(lang.language()),
            messages::configuration_no_shape_remedy(lang.language()),
        ),
        ConfigurationProblem::Repeated { name } => title_and_text(
            messages::ConfigurationRepeated { name }.text(lang.language()),
            messages::configuration_repeated_remedy(lang.language()),
        ),
        ConfigurationProblem::EnabledByDefault { plugin } => title_and_text(
            messages::ConfigurationEnabledByDefault { plugin }.text(lang.language()),
            messages::configuration_enabled_by_default_remedy(lang.language()),
        ),
        ConfigurationProblem::NoBinder { scheduler } => title_and_text(
            match scheduler {
                Some(name) => messages::ConfigurationNoBinderName { name }.text(lang.language()),
                None => messages::configuration_no_binder_none(lang.language()).into(),
            },
            messages::configuration_no_binder_remedy(lang.language()),
        ),
        ConfigurationProblem::OtherPoint { plugin } => {
            title_and_text(messages::ConfigurationOtherPoint { plugin }.text(lang.language()), "")
        }
    }
}

/// A hint that an unknown plugin may be a custom one, after a question or a list.
fn custom_plugin_hint(lang: &(impl Grammar + ?Sized), name: &str, after_question: bool) -> String {
    messages::CustomPluginHint { name, after_question }.text(lang.language())
}

pub(super) fn noun_text(lang: &(impl Grammar + ?Sized), noun: Noun) -> &'static str {
    match noun {
        Noun::Field => messages::noun_field(lang.language()),
        Noun::Kind => messages::noun_kind(lang.language()),
        Noun::Plugin => messages::noun_plugin(lang.language()),
        Noun::Predicate => messages::noun_predicate(lang.language()),
        Noun::Priority => messages::noun_priority(lang.language()),
        Noun::Strategy => messages::noun_strategy(lang.language()),
        Noun::DefaultingType => messages::noun_defaulting_type(lang.language()),
        Noun::Action => messages::noun_action(lang.language()),
        Noun::Argument => messages::noun_argument(lang.language()),
    }
}
