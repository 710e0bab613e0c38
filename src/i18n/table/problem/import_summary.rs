//! Texts of the summary of a cluster dump: what was used, left out and assumed.

use findings::{MissingObject, Notice};

use crate::{messages::problem_import_summary as messages, table::grammar::Grammar};

message_struct! {
    /// Labels of the summary of a cluster dump.
    pub struct ImportLabels from problem_import_summary;
}

/// What a notice lists as left out, in one or two words; `None` for other notices.
pub(super) fn left_out_text(lang: &(impl Grammar + ?Sized), notice: &Notice) -> Option<String> {
    match notice {
        Notice::KindIgnored { kind }
        | Notice::NotSimulated { kind }
        | Notice::CustomResource { kind, .. }
        | Notice::MissingNodes { kind } => Some(kind.to_string()),
        Notice::ForeignGroup { source, .. } => Some(source.to_string()),
        Notice::FieldIgnored { kind, path } => Some(format!("{kind} {path}")),
        Notice::CutOff { line } => Some(messages::LeftOutCutOff { line }.text(lang.language())),
        Notice::Reduced { .. } => Some(messages::left_out_reduced(lang.language()).into()),
        Notice::QuotaOfOthers { what } => {
            Some(messages::LeftOutQuotaOfOthers { what: super::notice::join_list(lang, what) }.text(lang.language()))
        }
        _ => None,
    }
}

/// What a notice lists as assumed, in a few words; `None` for other notices.
pub(super) fn assumed_text(lang: &(impl Grammar + ?Sized), notice: &Notice) -> Option<String> {
    Some(match notice {
        Notice::NearestRelease { version, release, .. } => {
            messages::AssumedNearestRelease { release, version }.text(lang.language())
        }
        Notice::NoPodCount { assumed } => messages::AssumedNoPodCount { assumed }.text(lang.language()),
        Notice::NoCapacity => messages::assumed_no_capacity(lang.language()).into(),
        Notice::NoVersion { kind, version } => messages::AssumedNoVersion { version, kind }.text(lang.language()),
        Notice::KindImplied { kind } => messages::AssumedKindImplied { kind }.text(lang.language()),
        Notice::OwnersAssumed { owners } => {
            let owners = super::notice::join_list(lang, owners);
            messages::AssumedOwnersAssumed { owners }.text(lang.language())
        }
        Notice::OwnersNotSimulated { owners } => {
            let owners = super::notice::join_list(lang, owners);
            messages::AssumedOwnersNotSimulated { owners }.text(lang.language())
        }
        Notice::JobRunTime { running, starting } => {
            let list = |jobs: &[api::Str]| super::notice::join_list(lang, jobs);
            match (running.as_slice(), starting.as_slice()) {
                (running, []) => messages::AssumedJobRunTime { running: list(running) }.text(lang.language()),
                ([], starting) => messages::AssumedJobRunTimeOfNew { starting: list(starting) }.text(lang.language()),
                (running, starting) => {
                    messages::AssumedJobRunTimeOfBoth { running: list(running), starting: list(starting) }
                        .text(lang.language())
                }
            }
        }
        Notice::NoSuchNode => messages::assumed_no_such_node(lang.language()).into(),
        Notice::SameName { kind, is_first_kept } => {
            messages::AssumedSameName { kind, is_first_kept: *is_first_kept }.text(lang.language())
        }
        Notice::KubeletLabels { labels } => {
            let labels = super::notice::join_list(lang, labels);
            messages::AssumedKubeletLabels { labels }.text(lang.language())
        }
        Notice::LimitRangeRequest { added } => {
            let added = super::notice::join_list(lang, added);
            messages::AssumedLimitRangeRequest { added }.text(lang.language())
        }
        Notice::OwnPriority { given, .. } => messages::AssumedOwnPriority { given }.text(lang.language()),
        Notice::Missing(missing) => match missing {
            MissingObject::PriorityClass { name, .. } => {
                messages::AssumedMissingPriorityClass { name }.text(lang.language())
            }
            MissingObject::RuntimeClass { name } => messages::AssumedMissingRuntimeClass { name }.text(lang.language()),
            MissingObject::Namespace { name } => messages::AssumedMissingNamespace { name }.text(lang.language()),
            MissingObject::StorageClass { name } if name.is_empty() => {
                messages::assumed_missing_storage_class_no_name(lang.language()).into()
            }
            MissingObject::StorageClass { name } => messages::AssumedMissingStorageClass { name }.text(lang.language()),
            MissingObject::Claim { name, .. } => messages::AssumedMissingClaim { name }.text(lang.language()),
        },
        _ => return None,
    })
}
