//! The API server's messages for invalid fields. Upstream: `field.Error` of apimachinery, and the details from
//! `pkg/apis/*/validation` of v1.36.

use findings::{FieldError, FieldRule};

/// Returns the API server's message for an invalid field, without the path.
#[must_use]
pub fn field_error_message(error: &FieldError) -> String {
    let mut message = String::new();
    let mut rest = match error.rule {
        FieldRule::Required if !error.values.is_empty() => template(FieldRule::NeededHere),
        rule => template(rule),
    };
    // A number in braces is replaced by the value at that index.
    while let Some(start) = rest.find('{') {
        let (before, tail) = rest.split_at(start);
        message += before;
        let index =
            tail.get(1..2).and_then(|digit| digit.parse::<usize>().ok()).filter(|_| tail.get(2..3) == Some("}"));
        rest = match index {
            Some(index) => {
                message += error.values.get(index).map_or("", |value| value.as_str());
                &tail[3..]
            }
            None => {
                message.push('{');
                &tail[1..]
            }
        };
    }
    message + rest
}

fn template(rule: FieldRule) -> &'static str {
    match rule {
        FieldRule::Required | FieldRule::Missing => "Required value",
        FieldRule::TooLong => "Too long: may not be more than {0} bytes",
        FieldRule::UnknownWord => "Unsupported value: {0}: supported values: {1}",
        FieldRule::UnknownSetWord => "Invalid value: {0}: must be {1}",
        FieldRule::OfInitContainers => "Forbidden: may not be set for non-init containers",
        FieldRule::NoVolumeType => "Required value: must specify a volume type",
        FieldRule::HugePageSizes => "Invalid value: []string{{0}}: must use a single hugepage size in a pod spec",
        FieldRule::Invalid => "Invalid value: {0}: {1}",
        FieldRule::InvalidWhole => "Invalid value: {0}",
        FieldRule::Forbidden => "Forbidden: {0}",
        FieldRule::NeededHere => "Required value: {0}",
        FieldRule::RangeType => "Invalid value: \"{0}\": must be a standard limit type or fully qualified",
        FieldRule::Schedule => "Invalid value: \"{0}\": {1}",
        FieldRule::BooleanName => "json: cannot unmarshal bool into Go struct field ObjectMeta.{0} of type string",
        FieldRule::DuplicateObject => "Duplicate value: {0}",
        FieldRule::Duplicate => "Duplicate value: \"{0}\"",
        FieldRule::Negative => "Invalid value: {0}: must be greater than or equal to 0",
        FieldRule::Deadline => "Invalid value: {0}: must be between 1 and 2147483647, inclusive",
        FieldRule::JobRestart => "Required value: valid values: \"OnFailure\", \"Never\"",
        FieldRule::AlwaysRestart => "Unsupported value: \"{0}\": supported values: \"Always\"",
        FieldRule::RollingRecreate => "Forbidden: may not be specified when strategy `type` is 'Recreate'",
        FieldRule::ProgressDeadline => "Invalid value: {0}: must be greater than minReadySeconds",
        FieldRule::DaemonNoRoll => "Required value: cannot be 0 when maxSurge is 0",
        FieldRule::DaemonSurge => "Invalid value: {0}: may not be set when maxUnavailable is non-zero",
        FieldRule::JobSelector => "Invalid value: {0}: `selector` not auto-generated",
        FieldRule::FailurePolicyRestart => {
            "Invalid value: \"{0}\": only \"Never\" is supported when podFailurePolicy is specified"
        }
        FieldRule::BackoffPerIndex => "Invalid value: {0}: requires indexed completion mode",
        FieldRule::TolerationSeconds => {
            "Invalid value: \"{0}\": effect must be 'NoExecute' when `tolerationSeconds` is set"
        }
        FieldRule::TolerationKey => {
            "Invalid value: \"{0}\": operator must be Exists when `key` is empty, which means \"match all values and all keys\""
        }
        FieldRule::TolerationValue => "Invalid value: \"{0}\": value must be empty when `operator` is 'Exists'",
        FieldRule::RepeatedSpread => "Duplicate value: \"{{0}, {1}}\"",
        FieldRule::NoPolicy => "Invalid value: \"\": must specify one of: `basic`, `gang`",
        FieldRule::TwoPolicies => "Invalid value: \"{basic, gang}\": must specify exactly one of: `basic`, `gang`",
        FieldRule::NoTemplateSource => "Invalid value: \"\": must specify one of: `workload`",
        FieldRule::NotPositive => "Invalid value: {0}: must be greater than or equal to 1",
        FieldRule::DisruptionMode => "Unsupported value: \"{0}\": supported values: \"Pod\", \"PodGroup\"",
        FieldRule::PriorityTooHigh => "Invalid value: {0}: must be less than or equal to 1000000000",
        FieldRule::TooManyItems => "Too many: {0}: must have at most {1} {2}",
        FieldRule::DottedName => "Invalid value: \"{0}\": must not contain dots",
        FieldRule::GatedNode => "Forbidden: cannot be set until all schedulingGates have been cleared",
        FieldRule::VolumeTypes => "Forbidden: may not specify more than 1 volume type",
        FieldRule::MountVolume => "Not found: \"{0}\"",
        FieldRule::PortNameLength => "Invalid value: \"{0}\": must be no more than 15 characters",
        FieldRule::HostNetworkPort => "Invalid value: {0}: must match `containerPort` when `hostNetwork` is true",
        FieldRule::LimitMissing => "Required value: Limit must be set for non overcommitable resources",
        FieldRule::LimitDiffers => "Invalid value: \"{0}\": must be equal to {1} limit of {2}",
        FieldRule::HugePagesAlone => "Forbidden: HugePages require cpu or memory",
        FieldRule::HugePagesUneven => "Invalid value: \"{0}\": {0} is not positive integer multiple of {1}",
        FieldRule::ResourceUnknown => "Invalid value: \"{0}\": must be a standard resource type or fully qualified",
        FieldRule::ResourceOfOthers => "Invalid value: \"{0}\": must be a standard resource for containers",
        FieldRule::OverheadAlone => {
            "pod rejected: Pod Overhead set without corresponding RuntimeClass defined Overhead"
        }
        FieldRule::SystemClassName => {
            "Forbidden: priority class names with 'system-' prefix are reserved for system use only. error: {0} is not a known \
             system priority class"
        }
        FieldRule::UnhealthyPolicy => {
            "Unsupported value: \"{0}\": supported values: \"AlwaysAllow\", \"IfHealthyBudget\""
        }
        FieldRule::UnknownScope => "Invalid value: {0}: unsupported scope",
        FieldRule::NoClaimSource => {
            "Invalid value: {\"Name\":\"{0}\",\"ResourceClaimName\":null,\"ResourceClaimTemplateName\":null}: must specify one of: \
             `resourceClaimName`, `resourceClaimTemplateName`"
        }
        FieldRule::TwoClaimSources => {
            "Invalid value: {\"Name\":\"{0}\",\"ResourceClaimName\":\"{1}\",\"ResourceClaimTemplateName\":\"{2}\"}: at most one of \
             `resourceClaimName` or `resourceClaimTemplateName` may be specified"
        }
        FieldRule::ClaimNotListed => "Not found: \"{0}\": must be one of the names in pod.spec.resourceClaims{1}",
        FieldRule::QuotaScope => "Invalid value: {0}: unsupported scope applied to resource",
        FieldRule::QuotaScopes => "Invalid value: {0}: conflicting scopes",
        FieldRule::RangeOrder => "Invalid value: \"{0}\": {1} value {2} is greater than {3} value {4}",
        FieldRule::RangeDefault => "Forbidden: may not be specified when `type` is 'Pod'",
        FieldRule::RepeatedTaint => "Duplicate value: {0}: taints must be unique by key and effect pair",
        FieldRule::AdminAccess => {
            "Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true` label on the containing \
             namespace"
        }
        FieldRule::OwnPreemptionPolicy => {
            "the string value of PreemptionPolicy ({0}) must not be provided in pod spec; priority admission controller computed {1} \
             from the given PriorityClass name"
        }
        FieldRule::NoSpreadSelector => "a null labelSelector results in matching no pod",
        FieldRule::FractionalByte => "fractional byte value \"{0}\" is invalid, must be an integer",
    }
}

#[cfg(test)]
mod tests {
    use findings::{FieldError, FieldRule};

    use super::field_error_message;

    #[test]
    fn field_error_messages_have_their_value() {
        for (rule, values, message) in [
            (FieldRule::Required, &[][..], "Required value"),
            (FieldRule::RepeatedSpread, &["zone", "DoNotSchedule"], "Duplicate value: \"{zone, DoNotSchedule}\""),
            // A value that looks like a path is not one.
            (FieldRule::RepeatedSpread, &["{1}", "{0}"], "Duplicate value: \"{{1}, {0}}\""),
            (
                FieldRule::HugePagesUneven,
                &["3Mi", "hugepages-2Mi"],
                "Invalid value: \"3Mi\": 3Mi is not positive integer multiple of hugepages-2Mi",
            ),
            (
                FieldRule::RepeatedTaint,
                &["{\"key\":\"k\"}"],
                "Duplicate value: {\"key\":\"k\"}: taints must be unique by key and effect pair",
            ),
        ] {
            let values = values.iter().map(|value| (*value).into()).collect();
            assert_eq!(field_error_message(&FieldError { rule, values }), message);
        }
    }
}
