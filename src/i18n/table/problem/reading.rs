//! Texts of YAML errors, and of objects with invalid structure.

use api::{Kind, Str};
use findings::{ExpectedValue, FoundValue, ObjectProblem, ReadingProblem};

use super::{foreign_text::foreign_text, notice::join_list};
use crate::{
    messages::problem_reading as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

pub(super) fn reading_text(lang: &(impl Grammar + ?Sized), problem: &ReadingProblem) -> TitleAndText {
    match problem {
        ReadingProblem::TooLarge { bytes, limit } => title_and_text(
            messages::ReadingTooLarge { bytes }.text(lang.language()),
            messages::ReadingTooLargeRemedy { mebibytes: limit >> 20 }.text(lang.language()),
        ),
        ReadingProblem::NotUtf8 { byte } => title_and_text(
            messages::ReadingNotUtf8 { byte: format_args!("{byte:#04x}") }.text(lang.language()),
            messages::reading_not_utf8_remedy(lang.language()),
        ),
        ReadingProblem::Binary => {
            title_and_text(messages::reading_binary(lang.language()), messages::reading_binary_remedy(lang.language()))
        }
        ReadingProblem::Refused { message } => title_and_text(
            messages::ReadingRefused { message }.text(lang.language()),
            messages::reading_refused_remedy(lang.language()),
        ),
        ReadingProblem::BrokenArchive => title_and_text(
            messages::reading_broken_archive(lang.language()),
            messages::reading_broken_archive_remedy(lang.language()),
        ),
        ReadingProblem::Zip64 => {
            title_and_text(messages::reading_zip64(lang.language()), messages::reading_zip64_remedy(lang.language()))
        }
        ReadingProblem::UnpacksTooLarge { limit } => title_and_text(
            messages::ReadingUnpacksTooLarge { mebibytes: limit >> 20 }.text(lang.language()),
            messages::reading_unpacks_too_large_remedy(lang.language()),
        ),
        ReadingProblem::Truncated => title_and_text(
            messages::reading_truncated(lang.language()),
            messages::reading_truncated_remedy(lang.language()),
        ),
        ReadingProblem::NotJson => title_and_text(
            messages::reading_not_json(lang.language()),
            messages::reading_not_json_remedy(lang.language()),
        ),
        ReadingProblem::ReducedTooLarge { limit } => title_and_text(
            messages::ReadingReducedTooLarge { mebibytes: limit >> 20 }.text(lang.language()),
            messages::reading_reduced_too_large_remedy(lang.language()),
        ),
        ReadingProblem::BrokenUtf16 => title_and_text(
            messages::reading_broken_utf16(lang.language()),
            messages::reading_broken_utf16_remedy(lang.language()),
        ),
        ReadingProblem::NotYaml { words } => title_and_text(
            messages::ReadingNotYaml { words }.text(lang.language()),
            messages::reading_not_yaml_remedy(lang.language()),
        ),
        ReadingProblem::Template => title_and_text(
            messages::reading_template(lang.language()),
            messages::reading_template_remedy(lang.language()),
        ),
        ReadingProblem::TableForPeople => title_and_text(
            messages::reading_table_for_people(lang.language()),
            messages::reading_table_for_people_remedy(lang.language()),
        ),
        ReadingProblem::Described => title_and_text(
            messages::reading_described(lang.language()),
            messages::reading_described_remedy(lang.language()),
        ),
        ReadingProblem::Foreign { text } => foreign_text(lang, *text),
        ReadingProblem::MergeOfOther => title_and_text(
            messages::reading_merge_of_other(lang.language()),
            messages::reading_merge_of_other_remedy(lang.language()),
        ),
        ReadingProblem::AliasInItself => title_and_text(messages::reading_alias_in_itself(lang.language()), ""),
        ReadingProblem::TooDeep { limit } => {
            title_and_text(messages::ReadingTooDeep { limit }.text(lang.language()), "")
        }
        ReadingProblem::TooMany { limit } => title_and_text(
            messages::ReadingTooMany { limit }.text(lang.language()),
            messages::reading_too_many_remedy(lang.language()),
        ),
        ReadingProblem::KeyNotText => title_and_text(messages::reading_key_not_text(lang.language()), ""),
        ReadingProblem::ExcessiveAliasing => title_and_text(
            messages::reading_excessive_aliasing(lang.language()),
            messages::reading_excessive_aliasing_remedy(lang.language()),
        ),
    }
}

pub(super) fn object_text(lang: &(impl Grammar + ?Sized), problem: &ObjectProblem) -> TitleAndText {
    match problem {
        ObjectProblem::NotAnObject { actual: found_value } => title_and_text(
            messages::ObjectNotAnObject { found_value: found_value_text(lang, found_value) }.text(lang.language()),
            messages::object_not_an_object_remedy(lang.language()),
        ),
        ObjectProblem::NoKind { near } => match near.as_deref().and_then(Kind::from_name) {
            None => title_and_text(
                messages::object_no_kind_none(lang.language()),
                messages::object_no_kind_none_remedy(lang.language()),
            ),
            Some(kind) => {
                let (kind, version) = (kind.name(), kind.info().api_version);
                title_and_text(
                    messages::object_no_kind_kind(lang.language()),
                    messages::ObjectNoKindKindRemedy { kind, version }.text(lang.language()),
                )
            }
        },
        ObjectProblem::NoSuchKind { kind, version, near } => {
            let version = if version.is_empty() { String::new() } else { format!(" in version \"{version}\"") };
            title_and_text(
                messages::ObjectNoSuchKind { kind, version }.text(lang.language()),
                messages::ObjectNoSuchKindRemedy { near }.text(lang.language()),
            )
        }
        ObjectProblem::NoSuchVersion { kind, version, known } => {
            let current = known.first().map(Str::as_str).unwrap_or_default();
            title_and_text(
                messages::ObjectNoSuchVersion { kind, version }.text(lang.language()),
                messages::ObjectNoSuchVersionRemedy { current }.text(lang.language()),
            )
        }
        ObjectProblem::Table => {
            title_and_text(messages::object_table(lang.language()), messages::object_table_remedy(lang.language()))
        }
        ObjectProblem::Answer { message } => title_and_text(
            messages::ObjectAnswer { message }.text(lang.language()),
            messages::object_answer_remedy(lang.language()),
        ),
        ObjectProblem::Misfit { wanted: kind, actual: found_value } => {
            let (expected_text, remedy) = expected_value_text(lang, kind);
            title_and_text(
                messages::ObjectMisfit { expected_text, found_value: found_value_text(lang, found_value) }
                    .text(lang.language()),
                remedy,
            )
        }
        ObjectProblem::Unquoted { text } => title_and_text(
            messages::ObjectUnquoted { text }.text(lang.language()),
            messages::ObjectUnquotedRemedy { text }.text(lang.language()),
        ),
        ObjectProblem::Refused { words } => title_and_text(words.as_str(), ""),
        ObjectProblem::RepeatedKey { key } => title_and_text(
            messages::ObjectRepeatedKey { key }.text(lang.language()),
            messages::object_repeated_key_remedy(lang.language()),
        ),
    }
}

pub(super) fn expected_value_text(
    lang: &(impl Grammar + ?Sized),
    expected_value: &ExpectedValue,
) -> (String, &'static str) {
    match expected_value {
        ExpectedValue::Text => (messages::expected_value_text(lang.language()).into(), ""),
        ExpectedValue::Flag => (messages::expected_value_flag(lang.language()).into(), ""),
        ExpectedValue::Whole { low: i64::MIN, high: i64::MAX } => {
            (messages::expected_value_whole(lang.language()).into(), "")
        }
        ExpectedValue::Whole { low, high } => {
            (messages::ExpectedValueWholeInRange { low, high }.text(lang.language()), "")
        }
        ExpectedValue::WholeOrPercentage => (
            messages::expected_value_whole_or_percentage(lang.language()).into(),
            messages::expected_value_whole_or_percentage_remedy(lang.language()),
        ),
        ExpectedValue::Quantity => (
            messages::expected_value_quantity(lang.language()).into(),
            messages::expected_value_quantity_remedy(lang.language()),
        ),
        ExpectedValue::Time => (
            messages::expected_value_time(lang.language()).into(),
            messages::expected_value_time_remedy(lang.language()),
        ),
        ExpectedValue::Word { known } => {
            (messages::ExpectedValueWord { known: join_list(lang, known) }.text(lang.language()), "")
        }
        ExpectedValue::List => (messages::expected_value_list(lang.language()).into(), ""),
        ExpectedValue::Mapping => (messages::expected_value_mapping(lang.language()).into(), ""),
    }
}

pub(super) fn found_value_text(lang: &(impl Grammar + ?Sized), found_value: &FoundValue) -> String {
    match found_value {
        FoundValue::Nothing => messages::found_value_nothing(lang.language()).into(),
        FoundValue::Scalar(text) => messages::FoundValueScalar { text }.text(lang.language()),
        FoundValue::List => messages::found_value_list(lang.language()).into(),
        FoundValue::Mapping => messages::found_value_mapping(lang.language()).into(),
    }
}
