//! Texts of notices, which are warnings only: what was left out or assumed; and of limit range violations.

use api::{Kind, LimitBound, LimitRangeViolation, Str, not_found_message};
use findings::{DropReason, DroppedField, GroupSystem, Leniency, MissingObject, Notice};

use super::{
    field_error::{field_remedy, tolerated_field_text},
    foreign_text::foreign_text,
};
use crate::{messages::problem_notice as messages, table::grammar::Grammar};

pub(super) fn join_list(lang: &(impl Grammar + ?Sized), items: &[Str]) -> String {
    items
        .iter()
        .filter(|word| !word.is_empty())
        .map(Str::as_str)
        .collect::<Vec<_>>()
        .join(lang.language().punctuation().list)
}

/// The most similar name, or all known names.
pub(super) fn nearest_or_known(
    lang: &(impl Grammar + ?Sized),
    nearest_name: Option<&Str>,
    known_names: &[Str],
) -> String {
    match nearest_name {
        None => messages::KnownNames { names: join_list(lang, known_names) }.text(lang.language()),
        Some(name) => messages::DidYouMean { name }.text(lang.language()),
    }
}

/// The previous version of a kind.
fn earlier_version(kind: &str) -> &'static str {
    Kind::from_name(kind).and_then(|kind| kind.info().introduced).map_or("", |(_, earlier)| earlier)
}

/// The field that an API server drops, and where it exists.
fn dropped_field_text(lang: &(impl Grammar + ?Sized), field: &DroppedField) -> String {
    let DroppedField { kind, path, release, reason } = field;
    match reason {
        DropReason::OtherRelease { served_by } => {
            messages::DroppedFieldOtherRelease { release, path, kind, served_by }.text(lang.language())
        }
        DropReason::GateOff { gate, is_settable: true, .. } => {
            messages::DroppedFieldGateOff { gate, release, path, kind }.text(lang.language())
        }
        DropReason::GateOff { gate, served_by: Some(served_by), .. } => {
            messages::DroppedFieldGateOnElsewhere { gate, release, path, kind, served_by }.text(lang.language())
        }
        DropReason::GateOff { gate, served_by: None, .. } => {
            messages::DroppedFieldGateNeverOn { gate, release, path, kind }.text(lang.language())
        }
    }
}

/// A limit range violation, and the remedy.
pub(super) fn breach_text(lang: &(impl Grammar + ?Sized), breach: &LimitRangeViolation) -> (String, String) {
    let LimitRangeViolation { resource, bound, given, wanted, .. } = breach;

    let is_limit = matches!(bound, LimitBound::LeastLimit | LimitBound::MostLimit | LimitBound::Ratio);
    let actual = match given {
        Some(given) => messages::BreachFound { given }.text(lang.language()),
        None if is_limit => messages::breach_without_limit(lang.language()).to_owned(),
        None => messages::breach_without_request(lang.language()).to_owned(),
    };
    match bound {
        LimitBound::LeastRequest => (
            messages::BreachLeastRequest { resource, wanted, actual }.text(lang.language()),
            messages::BreachLeastRequestRemedy { wanted }.text(lang.language()),
        ),
        LimitBound::LeastLimit => (
            messages::BreachLeastLimit { resource, wanted, actual }.text(lang.language()),
            messages::BreachLeastLimitRemedy { wanted }.text(lang.language()),
        ),
        LimitBound::MostRequest => (
            messages::BreachMostRequest { resource, wanted, actual }.text(lang.language()),
            messages::BreachMostRequestRemedy { wanted }.text(lang.language()),
        ),
        LimitBound::MostLimit => (
            messages::BreachMostLimit { resource, wanted, actual }.text(lang.language()),
            messages::BreachMostLimitRemedy { wanted }.text(lang.language()),
        ),
        LimitBound::Ratio => (
            messages::BreachRatio { resource, wanted, actual }.text(lang.language()),
            messages::BreachRatioRemedy { has_values: given.is_some() }.text(lang.language()).to_owned(),
        ),
    }
}

/// The effect of another system's group in a cluster, and the equivalent here.
fn foreign_group_text(
    lang: &(impl Grammar + ?Sized),
    system: GroupSystem,
    source: &str,
    minimum: Option<u32>,
) -> String {
    let count = minimum.map(|minimum| minimum.to_string());
    let effect = match (system, &count) {
        (GroupSystem::Coscheduling, Some(count)) => {
            messages::ForeignGroupEffectCoscheduling { count }.text(lang.language())
        }
        (GroupSystem::Coscheduling, None) => {
            messages::foreign_group_effect_coscheduling_none(lang.language()).to_owned()
        }
        (GroupSystem::Volcano, Some(count)) => messages::ForeignGroupEffectVolcano { count }.text(lang.language()),
        (GroupSystem::Volcano, None) => messages::foreign_group_effect_volcano_none(lang.language()).to_owned(),
        (GroupSystem::Kueue, Some(count)) => messages::ForeignGroupEffectKueue { count }.text(lang.language()),
        (GroupSystem::Kueue, None) => messages::foreign_group_effect_kueue_none(lang.language()).to_owned(),
    };
    let example = count.as_deref().unwrap_or("N");
    messages::ForeignGroup { source, effect, example }.text(lang.language())
}

pub(super) fn notice_text(lang: &(impl Grammar + ?Sized), notice: &Notice) -> String {
    match notice {
        Notice::KindIgnored { kind } => messages::NoticeKindIgnored { kind }.text(lang.language()),
        Notice::NoVersion { kind, version } => messages::NoticeNoVersion { kind, version }.text(lang.language()),
        Notice::KindImplied { kind } => messages::NoticeKindImplied { kind }.text(lang.language()),
        Notice::RepeatedKey { key } => messages::NoticeRepeatedKey { key }.text(lang.language()),
        Notice::Foreign { text } => foreign_text(lang, *text).0,
        Notice::LogsSkipped { containers } => messages::NoticeLogsSkipped { containers }.text(lang.language()),
        Notice::HelmReleaseTrimmed => messages::notice_helm_release_trimmed(lang.language()).into(),
        Notice::CutOff { line } => messages::NoticeCutOff { line }.text(lang.language()),
        Notice::NotSimulated { kind } => messages::NoticeNotSimulated { kind }.text(lang.language()),
        Notice::HelmHook { hook } => messages::NoticeHelmHook { hook }.text(lang.language()),
        Notice::NamespaceNodeSelector { annotation } => {
            messages::NoticeNamespaceNodeSelector { annotation }.text(lang.language())
        }
        Notice::HeldByFinalizer { finalizer } => messages::NoticeHeldByFinalizer { finalizer }.text(lang.language()),
        Notice::MissingNodes { kind } => messages::NoticeMissingNodes { kind }.text(lang.language()),
        Notice::CustomResource { kind, makes_pods: true } => {
            messages::NoticeCustomResource { kind }.text(lang.language())
        }
        Notice::CustomResource { kind, makes_pods: false } => {
            messages::NoticeCustomResourceIdle { kind }.text(lang.language())
        }
        Notice::ForeignGroup { system, source, minimum } => foreign_group_text(lang, *system, source, *minimum),
        Notice::NoDaemons { name } => messages::NoticeNoDaemons { name }.text(lang.language()),
        Notice::SameName { kind, is_first_kept: true } => messages::NoticeSameName { kind }.text(lang.language()),
        Notice::SameName { kind, .. } => messages::NoticeSameNameReplaces { kind }.text(lang.language()),
        Notice::NoNamespace { name } => messages::NoticeNoNamespace { name }.text(lang.language()),
        Notice::NoSuchNode => messages::notice_no_such_node(lang.language()).into(),
        Notice::OtherScheduler { name } => messages::NoticeOtherScheduler { name }.text(lang.language()),
        Notice::FieldIgnored { kind, path } => messages::NoticeFieldIgnored { kind, path }.text(lang.language()),
        Notice::FieldMisspelled { kind, path, .. } => {
            messages::NoticeFieldMisspelled { kind, path }.text(lang.language())
        }
        Notice::FieldMisplaced { kind, path, proper } => {
            messages::NoticeFieldMisplaced { kind, path, proper }.text(lang.language())
        }
        Notice::FieldUnknown { kind, path } => messages::NoticeFieldUnknown { kind, path }.text(lang.language()),
        Notice::FieldInvalid { kind, path, error, reason } => tolerated_field_text(lang, kind, path, error, *reason),
        Notice::VersionRemoved { kind, version, minor } => {
            let message = format!("no matches for kind {:?} in version {:?}", kind.as_str(), version.as_str());
            match minor {
                0 => messages::NoticeVersionRemovedNone { message }.text(lang.language()),
                minor => messages::NoticeVersionRemovedMany { message, minor }.text(lang.language()),
            }
        }
        Notice::NearestRelease { version, release, .. } => {
            messages::NoticeNearestRelease { version, release }.text(lang.language())
        }
        Notice::OtherRelease { version, release, .. } => {
            messages::NoticeOtherRelease { version, release }.text(lang.language())
        }
        Notice::Missing(missing) => match missing {
            MissingObject::PriorityClass { name, .. } => {
                messages::NoticeMissingPriorityClass { name }.text(lang.language())
            }
            MissingObject::RuntimeClass { name } => messages::NoticeMissingRuntimeClass { name }.text(lang.language()),
            MissingObject::Namespace { name } => messages::NoticeMissingNamespace { name }.text(lang.language()),
            MissingObject::StorageClass { name } if name.is_empty() => {
                messages::notice_missing_storage_class_no_name(lang.language()).into()
            }
            MissingObject::StorageClass { name } => messages::NoticeMissingStorageClass { name }.text(lang.language()),
            MissingObject::Claim { name, .. } => messages::NoticeMissingClaim { name }.text(lang.language()),
        },
        Notice::OwnPriority { given, computed } => {
            messages::NoticeOwnPriority { given, computed }.text(lang.language())
        }
        Notice::NotThere { resource, name, .. } => {
            messages::NoticeNotThere { not_found_message: not_found_message(resource, name) }.text(lang.language())
        }
        Notice::NeverMatches { operator, value } => {
            messages::NoticeNeverMatches { operator, value }.text(lang.language())
        }
        Notice::LimitRangeRequest { added } => {
            messages::NoticeLimitRangeRequest { added: join_list(lang, added) }.text(lang.language())
        }
        Notice::QuotaOfOthers { what } => {
            messages::NoticeQuotaOfOthers { what: join_list(lang, what) }.text(lang.language())
        }
        Notice::PodsRefused(breached) => {
            messages::NoticePodsRefused { range: &breached.range, breach: breach_text(lang, breached).0 }
                .text(lang.language())
        }
        Notice::LaterPodsRefused { kind, name, breach: breached } => messages::NoticeLaterPodsRefused {
            kind,
            name,
            range: &breached.range,
            breach: breach_text(lang, breached).0,
        }
        .text(lang.language()),
        Notice::GateNotSimulated { name } => messages::NoticeGateNotSimulated { name }.text(lang.language()),
        Notice::KindBehindGate { kind, gate } => messages::NoticeKindBehindGate { gate, kind }.text(lang.language()),
        Notice::GateOfOtherRelease { name, release } => {
            messages::NoticeGateOfOtherRelease { release, name }.text(lang.language())
        }
        Notice::KindOfOtherRelease { kind, release, other } => {
            messages::NoticeKindOfOtherRelease { release, kind, other }.text(lang.language())
        }
        Notice::VersionOfOtherRelease { kind, version, release, minor } => {
            let message = format!("no matches for kind {:?} in version {:?}", kind.as_str(), version.as_str());
            let earlier = earlier_version(kind);
            messages::NoticeVersionOfOtherRelease { release, earlier, message, minor }.text(lang.language())
        }
        Notice::FieldDropped(field) => dropped_field_text(lang, field),
        Notice::KubeletLabels { labels } => {
            messages::NoticeKubeletLabels { labels: join_list(lang, labels) }.text(lang.language())
        }
        Notice::OwnersAssumed { owners } => {
            messages::NoticeOwnersAssumed { owners: join_list(lang, owners) }.text(lang.language())
        }
        Notice::OwnersNotSimulated { owners } => {
            messages::NoticeOwnersNotSimulated { owners: join_list(lang, owners) }.text(lang.language())
        }
        Notice::JobRunTime { running, starting } => {
            let mut rules = Vec::new();
            if !running.is_empty() {
                rules.push(messages::JobRunTimeRunning { jobs: join_list(lang, running) }.text(lang.language()));
            }
            if !starting.is_empty() {
                rules.push(messages::JobRunTimeStarting { jobs: join_list(lang, starting) }.text(lang.language()));
            }
            messages::JobRunTime { rules: lang.join_clauses(&rules) }.text(lang.language())
        }
        Notice::Reduced { bytes, left } if left.is_empty() => {
            messages::NoticeReducedNoLeft { bytes }.text(lang.language())
        }
        Notice::Reduced { bytes, left } => messages::NoticeReduced { bytes, left }.text(lang.language()),
        Notice::NoCapacity => messages::notice_no_capacity(lang.language()).into(),
        Notice::NoPodCount { assumed } => messages::NoticeNoPodCount { assumed }.text(lang.language()),
        Notice::PluginNotEnabled { name, release, can_be_enabled: true } => {
            messages::NoticePluginNotEnabled { release, name }.text(lang.language())
        }
        Notice::PluginNotEnabled { name, release, can_be_enabled: false } => {
            messages::NoticePluginsNotSupported { release, name }.text(lang.language())
        }
        Notice::EqualPodsBatched { release, profile } => {
            messages::NoticeEqualPodsBatched { release, profile }.text(lang.language())
        }
        Notice::NotConfigured { release } => messages::NoticeNotConfigured { release }.text(lang.language()),
    }
}

pub(super) fn notice_remedy(lang: &(impl Grammar + ?Sized), notice: &Notice) -> String {
    match notice {
        Notice::Missing(MissingObject::PriorityClass { near: Some(near), .. }) => {
            messages::NoticeRemedyMissingPriorityClass { near }.text(lang.language())
        }
        Notice::FieldMisspelled { near, .. } => messages::NoticeRemedyFieldMisspelled { near }.text(lang.language()),
        Notice::VersionOfOtherRelease { kind, .. } => {
            let earlier = earlier_version(kind);
            messages::NoticeRemedyVersionOfOtherRelease { earlier }.text(lang.language())
        }
        Notice::FieldMisplaced { proper, .. } => messages::NoticeRemedyFieldMisplaced { proper }.text(lang.language()),
        Notice::FieldInvalid { error, reason, .. } if *reason != Leniency::FromCluster => field_remedy(lang, error),
        Notice::VersionRemoved { kind, .. } => {
            let Some(kind) = Kind::from_name(kind) else { return String::new() };
            let version = kind.info().api_version;
            messages::NoticeRemedyVersionRemoved { version }.text(lang.language())
        }
        Notice::RepeatedKey { .. } => messages::notice_remedy_repeated_key(lang.language()).into(),
        Notice::Foreign { text } => foreign_text(lang, *text).1,
        Notice::NoNamespace { name } => messages::NoticeRemedyNoNamespace { name }.text(lang.language()),
        Notice::HelmReleaseTrimmed => messages::notice_remedy_helm_release_trimmed(lang.language()).into(),
        Notice::CutOff { .. } => messages::notice_remedy_cut_off(lang.language()).into(),
        Notice::NoVersion { version, .. } => messages::NoticeRemedyNoVersion { version }.text(lang.language()),
        Notice::OwnPriority { given, .. } => messages::NoticeRemedyOwnPriority { given }.text(lang.language()),
        Notice::NotThere { near: Some(nearest_name), .. } => {
            messages::NoticeRemedyNotThere { nearest_name }.text(lang.language())
        }
        Notice::NeverMatches { .. } => messages::notice_remedy_never_matches(lang.language()).into(),
        Notice::Missing(_) => messages::notice_remedy_missing(lang.language()).into(),
        Notice::PluginNotEnabled { can_be_enabled: true, .. } => {
            messages::notice_remedy_plugin_not_enabled(lang.language()).into()
        }
        Notice::PluginNotEnabled { can_be_enabled: false, .. } => {
            messages::notice_remedy_plugins_not_supported(lang.language()).into()
        }
        Notice::PodsRefused(breached) | Notice::LaterPodsRefused { breach: breached, .. } => {
            breach_text(lang, breached).1
        }
        _ => String::new(),
    }
}
