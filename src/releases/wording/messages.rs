//! Events, conditions and errors in the wording of each release. A release falls back to the next one for messages that
//! are the same.

use api::{
    Forbidden, LimitBound, LimitRangeViolation, Millis, QuotaExceeded, QuotaProblem, QuotaViolation, Str, Table,
};
use runlog::{ClaimsUnboundReason, ExtenderError, FailureCount, Ineligible, Reason, UpstreamMessage, Wording};

/// Renders a message of v1.16.
pub(super) fn v1_16(wording: &dyn Wording, upstream_message: &UpstreamMessage<'_>) -> String {
    match *upstream_message {
        UpstreamMessage::ExtenderRequestError { verb, url, error: ExtenderError::Status(code) } => {
            format!("Failed {verb} with extender at URL {url}, code {code}")
        }
        UpstreamMessage::ExtenderRequestError { url, error: ExtenderError::Timeout, .. } => {
            format!("Post {url}: net/http: request canceled (Client.Timeout exceeded while awaiting headers)")
        }
        UpstreamMessage::ExtenderRequestError { url, error: ExtenderError::Unreachable, .. } => {
            format!("Post {url}: dial tcp: lookup {}: no such host", host_of(url))
        }
        UpstreamMessage::ScoreError { text, .. } => text.into(),
        UpstreamMessage::FilterError { texts, .. } => aggregate_messages(texts),
        UpstreamMessage::ReserveError { pod, plugin, text } => {
            format!("error while running {plugin:?} reserve plugin for pod {pod:?}: {text}")
        }
        UpstreamMessage::PermitRejection { plugin, text, .. } => format!("rejected by {plugin:?} at permit: {text}"),
        UpstreamMessage::WaitingPodRejection { text, .. } => format!("rejected while waiting at permit: {text}"),
        UpstreamMessage::PermitTimeout { pod, after, .. } => {
            format!("pod {pod:?} rejected due to timeout after waiting {} at permit", go_duration(after))
        }
        UpstreamMessage::PreBindError { pod, plugin, text } => {
            format!("error while running {plugin:?} prebind plugin for pod {pod:?}: {text}")
        }
        UpstreamMessage::ClaimsUnbound { reason: ClaimsUnboundReason::NotProvisioned { node, .. }, .. } => {
            format!("Failed to bind volumes: selectedNode annotation value \"\" not set to scheduled node {node:?}")
        }
        UpstreamMessage::ClaimsUnbound { reason: ClaimsUnboundReason::Timeout, .. } => {
            "Failed to bind volumes: timed out waiting for the condition".into()
        }
        UpstreamMessage::BindError { pod, .. } => format!("Binding rejected: {}", bind_refused_message(pod)),
        UpstreamMessage::ClaimOfPodFailed { claim, error } => format!("Failed to create PVC {claim}: {error}"),
        _ => v1_20(wording, upstream_message),
    }
}

/// Renders a message of v1.20.
pub(super) fn v1_20(wording: &dyn Wording, upstream_message: &UpstreamMessage<'_>) -> String {
    match *upstream_message {
        // In v1.20 a `PreFilter` status counts for each node, and `PostFilter` adds no message.
        UpstreamMessage::FitError { nodes, failures, .. }
            if failures.iter().all(|count| count.failure.reasons.is_empty()) =>
        {
            // Extenders can drop every node without a message.
            format!("0/{nodes} nodes are available: .")
        }
        UpstreamMessage::FitError { nodes, failures, .. } => unavailable_message(nodes, failures, wording),
        UpstreamMessage::NoClaims
        | UpstreamMessage::NoState
        | UpstreamMessage::NotEligible(_)
        | UpstreamMessage::NoCandidate { .. }
        | UpstreamMessage::NoCandidateLeft
        | UpstreamMessage::PreemptionError { .. } => String::new(),
        UpstreamMessage::ScoreError { plugin, text } => {
            format!("running Score plugins: plugin {plugin:?} failed with: {text}")
        }
        // The first error ends the cycle.
        UpstreamMessage::FilterError { pod, plugin, texts } => {
            let text = texts.first().map_or("", Str::as_str);
            format!("running {plugin:?} filter plugin for pod {pod:?}: {text}")
        }
        UpstreamMessage::Preempted { preemptor: by, node, .. } => format!("Preempted by {by} on node {node}"),
        UpstreamMessage::Forbidden {
            resource,
            name,
            reason: Forbidden::Quota(QuotaExceeded { quota, why: QuotaProblem::Unspecified(missing) }),
        } => {
            let missing: Vec<&str> = missing.iter().map(|(what, _)| what.as_str()).collect();
            format!("{resource} {name:?} is forbidden: failed quota: {quota}: must specify {}", missing.join(","))
        }
        UpstreamMessage::ReplicaSetScaled { set, from, to } => {
            format!("Scaled {} replica set {set} to {to}", scale_direction(from, to))
        }
        UpstreamMessage::PermitRejection { pod, plugin, text } => {
            format!("rejected pod {pod:?} by permit plugin {plugin:?}: {text}")
        }
        UpstreamMessage::WaitingPodRejection { pod, text } => {
            format!("pod {pod:?} rejected while waiting on permit: {text}")
        }
        UpstreamMessage::PermitTimeout { pod, plugin, after } => {
            v1_20(wording, &UpstreamMessage::WaitingPodRejection { pod, text: &permit_timeout_message(plugin, after) })
        }
        UpstreamMessage::ClaimsUnbound { plugin, reason: why } => {
            let text = format!(
                "Failed to bind volumes: {}",
                claims_unbound_message(why, "timed out waiting for the condition")
            );
            v1_34(wording, &UpstreamMessage::PreBindError { pod: "", plugin, text: &text })
        }
        UpstreamMessage::BindError { .. } => format!("binding rejected: {}", v1_34(wording, upstream_message)),
        _ => v1_34(wording, upstream_message),
    }
}

/// Renders a message of v1.34.
pub(super) fn v1_34(wording: &dyn Wording, upstream_message: &UpstreamMessage<'_>) -> String {
    match *upstream_message {
        UpstreamMessage::NoNodes => "no nodes available to schedule pods".into(),
        UpstreamMessage::FitError { nodes, pre_filter_failure: rejected, failures, post_filter } => {
            let why = match rejected {
                Some(failure) => fit_error(nodes, &failure.render_reasons(wording)),
                None => unavailable_message(nodes, failures, wording),
            };
            if post_filter.is_empty() { why } else { format!("{why} {post_filter}") }
        }
        UpstreamMessage::ScoreError { plugin, text } => format!("running PreScore plugin {plugin:?}: {text}"),
        UpstreamMessage::ExtenderRequestError { verb, url, error: trouble } => match trouble {
            ExtenderError::Status(code) => format!("failed {verb} with extender at URL {url}, code {code}"),
            ExtenderError::ErrorText(text) => text.to_string(),
            ExtenderError::Timeout => {
                format!("Post {url:?}: context deadline exceeded (Client.Timeout exceeded while awaiting headers)")
            }
            ExtenderError::Unreachable => format!("Post {url:?}: dial tcp: lookup {}: no such host", host_of(url)),
        },
        UpstreamMessage::ExtenderUnknownNode { url, node } => {
            format!("extender {url:?} claims a filtered node {node:?} which is not found in the input node list")
        }
        UpstreamMessage::ExtenderUnknownVictim { url, uid, node } => format!(
            "extender: {url} claims to preempt pod (UID: &{{{uid}}}) on node: {node}, but the pod is not found on that node"
        ),
        UpstreamMessage::NoVictims { node } => format!("expected at least one victim pod on node {node:?}"),
        UpstreamMessage::NoCandidateLeft => "preemption: no candidate node for preemption".into(),
        UpstreamMessage::PreemptionError { text } => format!("preemption: {text}"),
        UpstreamMessage::ScoreStateMissing { plugin, key } => {
            let text = state_missing(plugin, key);
            format!("running Score plugins: plugin {plugin:?} failed with: {text}")
        }
        // The first error ends the cycle.
        UpstreamMessage::FilterError { plugin, texts, .. } => {
            let text = texts.first().map_or("", Str::as_str);
            format!("running {plugin:?} filter plugin: {text}")
        }
        UpstreamMessage::NoClaims => "no new claims to deallocate".into(),
        UpstreamMessage::NoState => "not found".into(),
        UpstreamMessage::NotEligible(why) => format!("preemption: {}", ineligible_message(why)),
        UpstreamMessage::NoCandidate { nodes, failures } => {
            format!("preemption: {}", unavailable_message(nodes, failures, wording))
        }
        UpstreamMessage::Scheduled { pod, node } => format!("Successfully assigned {pod} to {node}"),
        UpstreamMessage::Preempted { uid, node, is_binding: on_its_way, .. } => {
            let where_to = if on_its_way { " (in kube-scheduler memory)." } else { "" };
            format!("Preempted by pod {uid} on node {node}{where_to}")
        }
        UpstreamMessage::WaitingPodError { text } => format!("waiting on permit for pod: {text}"),
        UpstreamMessage::ReserveError { plugin, text, .. } => format!("running Reserve plugin {plugin:?}: {text}"),
        // `Permit` reports on one node: the chosen one.
        UpstreamMessage::PermitRejection { text, .. } | UpstreamMessage::WaitingPodRejection { text, .. } => {
            fit_error(1, &format!("1 {text}"))
        }
        UpstreamMessage::PermitTimeout { plugin, after, .. } => {
            fit_error(1, &format!("1 {}", permit_timeout_message(plugin, after)))
        }
        UpstreamMessage::ClaimsUnbound { plugin, reason: why } => {
            let text = format!("binding volumes: {}", claims_unbound_message(why, "context deadline exceeded"));
            v1_34(wording, &UpstreamMessage::PreBindError { pod: "", plugin, text: &text })
        }
        UpstreamMessage::PreBindError { plugin, text, .. } => format!("running PreBind plugin {plugin:?}: {text}"),
        UpstreamMessage::Forbidden { resource, name, reason: why } => {
            let why = match why {
                Forbidden::Quota(why) => quota_message(why),
                Forbidden::Limits(breaches) => limit_range_message(breaches),
                Forbidden::SystemClass { class, namespace } => {
                    format!("pods with {class} priorityClass is not permitted in {namespace} namespace")
                }
                Forbidden::PriorityClass(class) => format!("no PriorityClass with name {class} was found"),
            };
            format!("{resource} {name:?} is forbidden: {why}")
        }
        UpstreamMessage::BindError { plugin, pod } => {
            format!("running Bind plugin {plugin:?}: {}", bind_refused_message(pod))
        }
        UpstreamMessage::Group(message) => super::groups::group_message(message),
        UpstreamMessage::ReplicaSetScaled { set, from, to } => {
            format!("Scaled {} replica set {set} from {from} to {to}", scale_direction(from, to))
        }
        UpstreamMessage::ControllerAction { verb, pod, stateful_set: Some(set_name), claim, error } => {
            stateful_set_message(&verb.to_lowercase(), pod, set_name, claim, error)
        }
        UpstreamMessage::ClaimOfPodFailed { claim, error } => format!("failed to create PVC {claim}: {error}"),
        UpstreamMessage::ControllerAction { error: Some(error), .. } => format!("Error creating: {error}"),
        UpstreamMessage::ControllerAction { verb, pod, .. } => format!("{verb}d pod: {pod}"),
    }
}

/// Renders a message of v1.36.
pub(super) fn v1_36(wording: &dyn Wording, upstream_message: &UpstreamMessage<'_>) -> String {
    match *upstream_message {
        UpstreamMessage::ControllerAction { verb, pod, stateful_set: Some(set_name), claim, error } => {
            stateful_set_message(verb, pod, set_name, claim, error)
        }
        _ => v1_34(wording, upstream_message),
    }
}

/// Renders an event of a StatefulSet. Upstream: `recordPodEvent`, `recordClaimEvent`.
fn stateful_set_message(verb: &str, pod: &str, set_name: &str, claim: Option<&str>, error: Option<&str>) -> String {
    let what = match (claim, error) {
        (Some(claim), Some(_)) => format!("Claim {claim} for "),
        (Some(claim), None) => format!("Claim {claim} "),
        (None, _) => String::new(),
    };
    let end = match (error, claim) {
        (Some(error), _) => format!("failed error: {error}"),
        (None, Some(_)) => "success".into(),
        (None, None) => "successful".into(),
    };
    format!("{verb} {what}Pod {pod} in StatefulSet {set_name} {end}")
}

fn scale_direction(from: i32, to: i32) -> &'static str {
    if from < to { "up" } else { "down" }
}

/// Returns the message with which a limit range rejects a claim.
fn limit_range_message(breaches: &[LimitRangeViolation]) -> String {
    let format_breach = |breach: &LimitRangeViolation| {
        let end = if breach.bound == LimitBound::LeastRequest { "minimum" } else { "maximum" };
        let request_clause = breach
            .given
            .as_ref()
            .map_or_else(|| ".  No request is specified".to_owned(), |text| format!(", but request is {text}"));
        format!("{end} {} usage per PersistentVolumeClaim is {}{request_clause}", breach.resource, breach.wanted)
    };
    match breaches {
        [one] => format_breach(one),
        several => format!("[{}]", several.iter().map(format_breach).collect::<Vec<_>>().join(", ")),
    }
}

/// Returns the message with which a quota rejects an object, in the wording of the latest API server.
#[must_use]
pub fn quota_message(overdrawn: &QuotaExceeded) -> String {
    let quota = &overdrawn.quota;
    match &overdrawn.why {
        QuotaProblem::Unspecified(missing) => {
            let format_missing = |(what, containers): &(Str, Vec<Str>)| {
                let containers: Vec<&str> = containers.iter().map(Str::as_str).collect();
                format!("{what} for: {}", containers.join(","))
            };
            let missing: Vec<String> = missing.iter().map(format_missing).collect();
            format!("failed quota: {quota}: must specify {}", missing.join("; "))
        }
        QuotaProblem::Exceeded(exceeded) => {
            let list = |amount: fn(&QuotaViolation) -> &Str| {
                let pairs: Vec<String> =
                    exceeded.iter().map(|exceeded| format!("{}={}", exceeded.what, amount(exceeded))).collect();
                pairs.join(",")
            };
            let (requested_amounts, used_amounts, limited_amounts) = (
                list(|exceeded| &exceeded.requested),
                list(|exceeded| &exceeded.used),
                list(|exceeded| &exceeded.limited),
            );
            format!(
                "exceeded quota: {quota}, requested: {requested_amounts}, used: {used_amounts}, limited: {limited_amounts}"
            )
        }
    }
}

/// Returns why claims are not bound; `timeout_text` is the message of a timeout.
fn claims_unbound_message(why: ClaimsUnboundReason<'_>, timeout_text: &str) -> String {
    match why {
        ClaimsUnboundReason::NotProvisioned { claim, .. } => format!("provisioning failed for PVC {claim:?}"),
        ClaimsUnboundReason::Timeout => timeout_text.into(),
    }
}

/// Joins messages, each once with its number of occurrences. Upstream: `CreateAggregateFromMessageCountMap`.
fn aggregate_messages(texts: &[Str]) -> String {
    let mut counts: Table<&Str, usize> = Table::new();
    for text in texts {
        *counts.or_default(text) += 1;
    }
    let with_repeat_count = |(text, count): (&Str, usize)| match count {
        1 => text.to_string(),
        many => format!("{text} (repeated {many} times)"),
    };
    let texts_with_counts: Vec<String> = counts.into_iter().map(with_repeat_count).collect();
    if texts_with_counts.len() == 1 {
        texts_with_counts.concat()
    } else {
        format!("[{}]", texts_with_counts.join(", "))
    }
}

/// Returns a score plugin's message that the state of its `PreScore` is missing, which each plugin words differently.
pub(super) fn state_missing(plugin: &str, key: &str) -> String {
    let verb = match plugin {
        "TaintToleration" | "InterPodAffinity" => "failed to read",
        "SelectorSpread" => "reading",
        _ => "error reading",
    };
    format!("{verb} {key:?} from cycleState: not found")
}

/// Returns the host in a URL, without its port.
fn host_of(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split(['/', ':']).next().unwrap_or(rest)
}

/// Returns the message about why a pod may not preempt.
pub(super) fn ineligible_message(why: Ineligible) -> &'static str {
    match why {
        Ineligible::PolicyNever => "not eligible due to preemptionPolicy=Never.",
        Ineligible::WaitsForVictim => "not eligible due to a terminating pod on the nominated node.",
        Ineligible::GroupNotFound => "pod group for pod not found",
        Ineligible::GroupHasPlacements => "not eligible due to placement-based pod group scheduling limitation",
        Ineligible::GroupPreempts => "not eligible due to workload aware preemption enabled",
    }
}

fn permit_timeout_message(plugin: &str, after: Millis) -> String {
    format!("rejected due to timeout after waiting {} at plugin {plugin}", go_duration(after))
}

/// Returns the API server's message for a rejected binding.
fn bind_refused_message(pod: &str) -> String {
    format!("Operation cannot be fulfilled on pods/binding {pod:?}")
}

fn fit_error(nodes: usize, why: &str) -> String {
    if why.is_empty() {
        return format!("0/{nodes} nodes are available:");
    }
    format!("0/{nodes} nodes are available: {why}.")
}

/// Maximum number of reasons with which the next one is compared, instead of rendering it.
const MAX_COMPARED_REASONS: usize = 8;

/// Renders how many nodes have each reason, sorted by the resulting text (so `10 x` comes before `2 y`). A node counts
/// once for each of its reasons.
fn unavailable_message(nodes: usize, failures: &[FailureCount<'_>], wording: &dyn Wording) -> String {
    // Most nodes fail for the same reasons: as long as there are few, each text is rendered once.
    let mut reasons: Vec<(&Reason, usize)> = Vec::new();
    let mut counts: Table<String, usize> = Table::new();
    for FailureCount { failure, nodes } in failures {
        for reason in &failure.reasons {
            let reads_alike = |same: &Reason| std::ptr::eq(same, reason) || wording.has_same_text(same, reason);
            match reasons.iter().position(|(same, _)| reads_alike(same)) {
                Some(at) => reasons[at].1 += nodes,
                None if reasons.len() < MAX_COMPARED_REASONS => reasons.push((reason, *nodes)),
                None => *counts.or_default(wording.render_reason(reason)) += nodes,
            }
        }
    }
    for (reason, count) in reasons {
        *counts.or_default(wording.render_reason(reason)) += count;
    }
    let mut parts: Vec<String> = counts.into_iter().map(|(reason, count)| format!("{count} {reason}")).collect();
    parts.sort_unstable();
    fit_error(nodes, &parts.join(", "))
}

/// Formats a duration as Go does: `500ms`, `5s`, `1m30.5s`.
fn go_duration(millis: Millis) -> String {
    if millis.is_zero() {
        return "0s".into();
    }
    if millis.seconds() == 0 {
        return format!("{millis}ms");
    }
    let (seconds, rest) = (millis.seconds(), millis.to_millis() % 1000);
    let fraction = if rest == 0 { String::new() } else { format!(".{rest:03}").trim_end_matches('0').to_owned() };
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    match (hours, minutes) {
        (0, 0) => format!("{seconds}{fraction}s"),
        (0, _) => format!("{minutes}m{seconds}{fraction}s"),
        _ => format!("{hours}h{minutes}m{seconds}{fraction}s"),
    }
}

#[cfg(test)]
mod tests {
    use api::resources::Resource;
    use runlog::Failure;

    use super::*;
    use crate::{Release, wording};

    #[test]
    fn each_release_has_its_own_wording() {
        let (pod, node, plugin, text) = ("web-1", "node-a", "Gang", "too few");
        let cases = [
            (
                UpstreamMessage::Scheduled { pod: "default/web-1", node },
                "Successfully assigned default/web-1 to node-a",
                "Successfully assigned default/web-1 to node-a",
                "Successfully assigned default/web-1 to node-a",
            ),
            (
                UpstreamMessage::Preempted { preemptor: "default/vip", uid: "uid-7", node, is_binding: false },
                "Preempted by default/vip on node node-a",
                "Preempted by default/vip on node node-a",
                "Preempted by pod uid-7 on node node-a",
            ),
            (
                UpstreamMessage::ReserveError { pod, plugin, text },
                "error while running \"Gang\" reserve plugin for pod \"web-1\": too few",
                "running Reserve plugin \"Gang\": too few",
                "running Reserve plugin \"Gang\": too few",
            ),
            (
                UpstreamMessage::PermitRejection { pod, plugin, text },
                "rejected by \"Gang\" at permit: too few",
                "rejected pod \"web-1\" by permit plugin \"Gang\": too few",
                "0/1 nodes are available: 1 too few.",
            ),
            (
                UpstreamMessage::WaitingPodRejection { pod, text: "preempted" },
                "rejected while waiting at permit: preempted",
                "pod \"web-1\" rejected while waiting on permit: preempted",
                "0/1 nodes are available: 1 preempted.",
            ),
            (
                UpstreamMessage::PermitTimeout { pod, plugin, after: Millis::new(90_500) },
                "pod \"web-1\" rejected due to timeout after waiting 1m30.5s at permit",
                "pod \"web-1\" rejected while waiting on permit: rejected due to timeout after waiting 1m30.5s at plugin Gang",
                "0/1 nodes are available: 1 rejected due to timeout after waiting 1m30.5s at plugin Gang.",
            ),
            (
                UpstreamMessage::PreBindError { pod, plugin, text },
                "error while running \"Gang\" prebind plugin for pod \"web-1\": too few",
                "running PreBind plugin \"Gang\": too few",
                "running PreBind plugin \"Gang\": too few",
            ),
            (
                UpstreamMessage::BindError { plugin: "DefaultBinder", pod },
                "Binding rejected: Operation cannot be fulfilled on pods/binding \"web-1\"",
                "binding rejected: running Bind plugin \"DefaultBinder\": Operation cannot be fulfilled on pods/binding \"web-1\"",
                "running Bind plugin \"DefaultBinder\": Operation cannot be fulfilled on pods/binding \"web-1\"",
            ),
            (UpstreamMessage::NoClaims, "", "", "no new claims to deallocate"),
        ];
        for (upstream_message, old, young, today) in cases {
            let texts = Release::ALL.map(|release| wording(release).render(&upstream_message));
            assert_eq!(texts, [old, young, today, today]);
        }
    }

    #[test]
    fn reasons_are_counted_and_sorted_as_text() {
        let short = Failure::unschedulable(Reason::Insufficient {
            resource: Resource::Cpu,
            requested: 2,
            used: 1,
            capacity: 1,
        });
        let cordoned = Failure::unresolvable(Reason::Cordoned);
        // Failures that read alike may be counted in one or in several places.
        let failures = [
            FailureCount { failure: &short, nodes: 9 },
            FailureCount { failure: &cordoned, nodes: 2 },
            FailureCount::from(&short),
        ];
        let fit_error = |rejected, post_filter| UpstreamMessage::FitError {
            nodes: 12,
            pre_filter_failure: rejected,
            failures: &failures,
            post_filter,
        };
        let counted = "0/12 nodes are available: 10 Insufficient cpu, 2 node(s) were unschedulable.";
        let today = wording(Release::V1_34);
        assert_eq!(today.render(&fit_error(None, "")), counted);
        assert_eq!(today.render(&fit_error(None, "preemption: no")), format!("{counted} preemption: no"));
        assert_eq!(
            today.render(&fit_error(Some(&cordoned), "not found")),
            "0/12 nodes are available: node(s) were unschedulable. not found"
        );
        assert_eq!(wording(Release::V1_20).render(&fit_error(Some(&cordoned), "not found")), counted);
    }

    #[test]
    fn durations_read_as_in_go() {
        for (millis, text) in
            [(0, "0s"), (500, "500ms"), (5000, "5s"), (1500, "1.5s"), (60_000, "1m0s"), (3_600_050, "1h0m0.05s")]
        {
            assert_eq!(go_duration(Millis::new(millis)), text);
        }
    }
}
