//! Texts of fields that the API server rejects: its message, and the remedy.

use findings::{FieldError, FieldRule, Leniency};
use releases::field_error_message;

use crate::{
    messages::problem_field_error as messages,
    table::grammar::{Grammar, TitleAndText, title_and_text},
};

pub(super) fn field_error_text(lang: &(impl Grammar + ?Sized), error: &FieldError) -> TitleAndText {
    let (message, remedy) = (field_error_message(error), field_remedy(lang, error));
    title_and_text(messages::FieldError { message }.text(lang.language()), remedy)
}

/// A field that breaks a rule but is accepted.
pub(super) fn tolerated_field_text(
    lang: &(impl Grammar + ?Sized),
    kind: &str,
    path: &str,
    error: &FieldError,
    reason: Leniency,
) -> String {
    let message = field_error_message(error);
    match reason {
        Leniency::FromCluster => messages::ToleratedFieldFromCluster { kind, path, message }.text(lang.language()),
        Leniency::NotNeeded => messages::ToleratedFieldNotNeeded { kind, path, message }.text(lang.language()),
        Leniency::InScript => messages::ToleratedFieldInScript { kind, path, message }.text(lang.language()),
        Leniency::Meant => messages::ToleratedFieldMeant { kind, message }.text(lang.language()),
        Leniency::Warning => messages::ToleratedFieldWarning { kind, path, message }.text(lang.language()),
    }
}

/// The remedy.
pub(super) fn field_remedy(lang: &(impl Grammar + ?Sized), error: &FieldError) -> String {
    let value = |index: usize| error.values.get(index).map_or("", |value| value.as_str());
    match error.rule {
        FieldRule::Required | FieldRule::Missing => messages::field_remedy_required(lang.language()).into(),
        // Their messages say what to do.
        FieldRule::Invalid
        | FieldRule::Forbidden
        | FieldRule::NeededHere
        | FieldRule::TooLong
        | FieldRule::InvalidWhole => String::new(),
        FieldRule::OfInitContainers => messages::field_remedy_of_init_containers(lang.language()).into(),
        FieldRule::NoVolumeType => messages::field_remedy_no_volume_type(lang.language()).into(),
        FieldRule::HugePageSizes => messages::field_remedy_huge_page_sizes(lang.language()).into(),
        FieldRule::UnknownWord => messages::FieldRemedyUnknownWord { value: value(1) }.text(lang.language()),
        FieldRule::UnknownSetWord => messages::FieldRemedyUnknownSetWord { value: value(1) }.text(lang.language()),
        FieldRule::RangeType => messages::field_remedy_range_type(lang.language()).into(),
        FieldRule::Schedule => messages::field_remedy_schedule(lang.language()).into(),
        FieldRule::BooleanName => messages::field_remedy_boolean_name(lang.language()).into(),
        FieldRule::Duplicate | FieldRule::DuplicateObject => messages::field_remedy_duplicate(lang.language()).into(),
        FieldRule::Negative => messages::field_remedy_negative(lang.language()).into(),
        FieldRule::Deadline | FieldRule::NotPositive => messages::field_remedy_deadline(lang.language()).into(),
        FieldRule::JobRestart => messages::field_remedy_job_restart(lang.language()).into(),
        FieldRule::AlwaysRestart => messages::field_remedy_always_restart(lang.language()).into(),
        FieldRule::RollingRecreate => messages::field_remedy_rolling_recreate(lang.language()).into(),
        FieldRule::ProgressDeadline => messages::field_remedy_progress_deadline(lang.language()).into(),
        FieldRule::DaemonNoRoll => messages::field_remedy_daemon_no_roll(lang.language()).into(),
        FieldRule::DaemonSurge => messages::field_remedy_daemon_surge(lang.language()).into(),
        FieldRule::JobSelector => messages::field_remedy_job_selector(lang.language()).into(),
        FieldRule::FailurePolicyRestart => messages::field_remedy_failure_policy_restart(lang.language()).into(),
        FieldRule::BackoffPerIndex => messages::field_remedy_backoff_per_index(lang.language()).into(),
        FieldRule::TolerationSeconds => messages::field_remedy_toleration_seconds(lang.language()).into(),
        FieldRule::TolerationKey => messages::field_remedy_toleration_key(lang.language()).into(),
        FieldRule::TolerationValue => messages::field_remedy_toleration_value(lang.language()).into(),
        FieldRule::RepeatedSpread => messages::field_remedy_repeated_spread(lang.language()).into(),
        FieldRule::GatedNode => messages::field_remedy_gated_node(lang.language()).into(),
        FieldRule::VolumeTypes => messages::field_remedy_volume_types(lang.language()).into(),
        FieldRule::MountVolume => messages::FieldRemedyMountVolume { value: value(0) }.text(lang.language()),
        FieldRule::PortNameLength => messages::field_remedy_port_name_length(lang.language()).into(),
        FieldRule::HostNetworkPort => messages::field_remedy_host_network_port(lang.language()).into(),
        FieldRule::LimitMissing => messages::field_remedy_limit_missing(lang.language()).into(),
        FieldRule::LimitDiffers => messages::FieldRemedyLimitDiffers { value: value(2) }.text(lang.language()),
        FieldRule::HugePagesAlone => messages::field_remedy_huge_pages_alone(lang.language()).into(),
        FieldRule::HugePagesUneven => messages::field_remedy_huge_pages_uneven(lang.language()).into(),
        FieldRule::ResourceUnknown => messages::field_remedy_resource_unknown(lang.language()).into(),
        FieldRule::ResourceOfOthers => messages::field_remedy_resource_of_others(lang.language()).into(),
        FieldRule::OverheadAlone => messages::field_remedy_overhead_alone(lang.language()).into(),
        FieldRule::SystemClassName => messages::field_remedy_system_class_name(lang.language()).into(),
        FieldRule::NoPolicy => messages::field_remedy_no_policy(lang.language()).into(),
        FieldRule::TwoPolicies => messages::field_remedy_two_policies(lang.language()).into(),
        FieldRule::NoTemplateSource => messages::field_remedy_no_template_source(lang.language()).into(),
        FieldRule::PriorityTooHigh => messages::field_remedy_priority_too_high(lang.language()).into(),
        FieldRule::TooManyItems => messages::FieldRemedyTooManyItems { value: value(1) }.text(lang.language()),
        FieldRule::DottedName => messages::field_remedy_dotted_name(lang.language()).into(),
        FieldRule::UnhealthyPolicy | FieldRule::DisruptionMode => {
            messages::field_remedy_unhealthy_policy(lang.language()).into()
        }
        FieldRule::UnknownScope => messages::field_remedy_unknown_scope(lang.language()).into(),
        FieldRule::NoClaimSource => messages::field_remedy_no_claim_source(lang.language()).into(),
        FieldRule::TwoClaimSources => messages::field_remedy_two_claim_sources(lang.language()).into(),
        FieldRule::ClaimNotListed => messages::field_remedy_claim_not_listed(lang.language()).into(),
        FieldRule::QuotaScope => messages::field_remedy_quota_scope(lang.language()).into(),
        FieldRule::QuotaScopes => messages::field_remedy_quota_scopes(lang.language()).into(),
        FieldRule::RangeOrder => {
            messages::RangeOrderRemedy { maximum: value(1), minimum: value(3) }.text(lang.language())
        }
        FieldRule::RangeDefault => messages::field_remedy_range_default(lang.language()).into(),
        FieldRule::RepeatedTaint => messages::field_remedy_repeated_taint(lang.language()).into(),
        FieldRule::AdminAccess => messages::field_remedy_admin_access(lang.language()).into(),
        FieldRule::OwnPreemptionPolicy => {
            messages::FieldRemedyOwnPreemptionPolicy { value: value(0) }.text(lang.language())
        }
        FieldRule::NoSpreadSelector => messages::field_remedy_no_spread_selector(lang.language()).into(),
        FieldRule::FractionalByte => messages::field_remedy_fractional_byte(lang.language()).into(),
    }
}
