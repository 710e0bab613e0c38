//! Texts of rulings of budgets, zones and controllers, as lines for the stage and the inspector.
//!
//! Only a chunk of the page needs these texts, so they are not part of [`Language`](super::table::Language).

use api::{ConditionStatus, Millis};
use runlog::{Demand, Eviction, EvictionAnswer, Reconcile};
use trace::ruling::{BudgetRuling, NotReadyShare, Ruling, SelectedPod, ZoneNode, ZoneRuling};

use super::{Lang, format_clock, short_pod_name};
pub use crate::table::ruling::RulingSentences;

lazy_catalog!(RulingSentences);

/// The limit of pods that don't count and are named in a line.
const MAX_PODS: usize = 3;

/// The meaning of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// An input.
    #[default]
    Plain,
    /// A positive result.
    Good,
    /// A negative result.
    Bad,
}

/// A line with a name, a value, and the source of the value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulingLine {
    pub name: &'static str,
    pub value: String,
    pub source: String,
    pub tone: Tone,
}

/// A pod or node in the list below the lines, and whether it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulingItem {
    pub name: String,
    pub note: String,
    pub is_counted: bool,
}

/// The text of a ruling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulingText {
    pub title: String,
    pub lines: Vec<RulingLine>,
    /// The messages of the API server.
    pub quote: Vec<String>,
    /// The title of the list of counted items.
    pub items_title: &'static str,
    pub items: Vec<RulingItem>,
    /// The upstream function.
    pub function: &'static str,
}

/// The text of a ruling at time `now`.
pub fn render_ruling(lang: Lang, ruling: &Ruling, now: Millis) -> RulingText {
    let ruling_text = match ruling {
        Ruling::Budget(budget) => self::render_budget(lang, budget),
        Ruling::Eviction(eviction, budget) => self::render_eviction(lang, eviction, budget.as_ref()),
        Ruling::Zone(zone) => self::render_zone(lang, zone, now),
        Ruling::Reconcile(reconcile) => self::render_reconcile(lang, reconcile),
    };
    RulingText { function: ruling.function(), ..ruling_text }
}

fn new_line(name: &'static str, value: impl ToString, reason: impl Into<String>) -> RulingLine {
    RulingLine { name, value: value.to_string(), source: reason.into(), tone: Tone::Plain }
}

fn verdict_line(name: &'static str, value: impl ToString, reason: impl Into<String>, good: bool) -> RulingLine {
    RulingLine { tone: if good { Tone::Good } else { Tone::Bad }, ..new_line(name, value, reason) }
}

/// The arithmetic of a PodDisruptionBudget.
pub fn render_budget(lang: Lang, budget_ruling: &BudgetRuling) -> RulingText {
    let (sentences, ruling_labels) = (words(lang), words(lang).ruling_labels());
    let (status, name) = (&budget_ruling.budget.status, short_pod_name(budget_ruling.budget.metadata.name.as_str()));
    let spec = &budget_ruling.budget.spec;
    let of_spec = match (&spec.max_unavailable, &spec.min_available) {
        (Some(value), _) => Demand::MaxUnavailable(value.clone()),
        (None, Some(value)) => Demand::MinAvailable(value.clone()),
        (None, None) => Demand::Nothing,
    };
    let ruling_text = RulingText {
        title: sentences.budget_title(name, &of_spec),
        items_title: ruling_labels.pods,
        items: budget_ruling.pods.iter().map(|pod| pod_item(lang, pod, of_spec.needs_scale())).collect(),
        ..RulingText::default()
    };
    let allowed = status.disruptions_allowed;
    let Some(count) = budget_ruling.count() else {
        let numbers = [
            (ruling_labels.expected, status.expected_pods),
            (ruling_labels.desired, status.desired_healthy),
            (ruling_labels.healthy, status.current_healthy),
        ];
        if *status == api::PodDisruptionBudgetStatus::default() {
            return RulingText {
                lines: vec![verdict_line(ruling_labels.allowed, allowed, ruling_labels.uncounted, false)],
                ..ruling_text
            };
        }
        let mut lines: Vec<RulingLine> = numbers.map(|(name, number)| new_line(name, number, "")).into();
        lines.push(verdict_line(ruling_labels.allowed, allowed, ruling_labels.from_text, allowed > 0));
        return RulingText { lines, ..ruling_text };
    };
    if let Some(reason) = &count.failed {
        let lines = vec![
            new_line(ruling_labels.expected, "?", reason.as_str()),
            new_line(ruling_labels.desired, status.desired_healthy, ""),
            new_line(ruling_labels.healthy, status.current_healthy, sentences.pods_selected(count.pods)),
            verdict_line(ruling_labels.allowed, allowed, ruling_labels.no_count, false),
        ];
        return RulingText { lines, ..ruling_text };
    }
    let (expected, desired, healthy) = (status.expected_pods, status.desired_healthy, status.current_healthy);
    let scales: Vec<(&str, i32)> = count.scales.iter().map(|(owner, scale)| (owner.as_str(), *scale)).collect();
    let mut from = match (count.demand.needs_scale(), scales.is_empty()) {
        (true, false) => sentences.scale_source(&scales),
        (true, true) if count.unmanaged > 0 || count.pods == 0 => sentences.no_controller().to_owned(),
        (_, _) => sentences.pods_selected(count.pods),
    };
    if count.unmanaged > 0 && !scales.is_empty() {
        from += &sentences.unmanaged_pods(count.unmanaged);
    }
    let away = count
        .unhealthy
        .iter()
        .take(MAX_PODS)
        .map(|(pod, reason)| sentences.name_with_note(pod, lang.unhealthy_reason(*reason)));
    let mut away: Vec<String> = away.collect();
    let total_count = usize::try_from(count.pods.saturating_sub(healthy)).unwrap_or(0);
    if total_count > away.len() {
        away.push(sentences.more_pods(total_count - away.len()));
    }
    let (sum, reason) = if expected <= 0 {
        (count.allowed.to_string(), ruling_labels.none_expected.to_owned())
    } else if healthy < desired {
        (count.allowed.to_string(), sentences.healthy_enough(healthy, desired))
    } else {
        (format!("{healthy} − {desired} = {}", count.allowed), String::new())
    };
    let mut lines = vec![
        new_line(ruling_labels.expected, expected, from),
        new_line(
            ruling_labels.desired,
            desired,
            sentences.desired_formula(&count.demand, expected, expected.saturating_sub(desired)),
        ),
        new_line(ruling_labels.healthy, healthy, sentences.healthy_formula(count.pods, &away)),
        verdict_line(ruling_labels.allowed, sum, reason, count.allowed > 0),
    ];
    if budget_ruling.evictions_since_count() != 0 {
        lines.push(verdict_line(
            ruling_labels.allowed_now,
            allowed,
            sentences.evictions_since(budget_ruling.evictions_since_count()),
            allowed > 0,
        ));
    }
    RulingText { lines, ..ruling_text }
}

fn pod_item(lang: Lang, pod: &SelectedPod, by_scale: bool) -> RulingItem {
    let ruling_labels = words(lang).ruling_labels();
    let note = match (pod.unhealthy, &pod.owner) {
        (Some(reason), _) => lang.unhealthy_reason(reason).to_owned(),
        (None, None) if by_scale => ruling_labels.no_controller.to_owned(),
        (None, owner) => owner.as_ref().map_or_else(String::new, ToString::to_string),
    };
    RulingItem { name: short_pod_name(&pod.pod).to_owned(), note, is_counted: pod.unhealthy.is_none() }
}

fn render_eviction(lang: Lang, eviction: &Eviction, budget: Option<&BudgetRuling>) -> RulingText {
    let (sentences, ruling_labels) = (words(lang), words(lang).ruling_labels());
    let pod = short_pod_name(&eviction.pod);
    let name = budget.map(|budget| budget.budget.metadata.name.as_str());
    let mut ruling_text = RulingText { title: sentences.eviction_title(pod, name), ..RulingText::default() };
    if let Some(budget) = budget {
        let status = &budget.budget.status;
        let (healthy, desired, allowed) = (status.current_healthy, status.desired_healthy, status.disruptions_allowed);
        ruling_text.lines.push(new_line(ruling_labels.healthy, healthy, ""));
        ruling_text.lines.push(new_line(ruling_labels.desired, desired, ""));
        let (before, reason) = match &eviction.answer {
            EvictionAnswer::Granted { left } => {
                (left.saturating_add(1), sentences.one_disruption_spent(left.saturating_add(1), *left))
            }
            _ => (allowed, String::new()),
        };
        ruling_text.lines.push(new_line(ruling_labels.allowed, before, reason));
        ruling_text.items_title = ruling_labels.pods;
        ruling_text.items = self::render_budget(lang, budget).items;
    }
    ruling_text.lines.push(match &eviction.answer {
        EvictionAnswer::Refused { code, message, cause, .. } => {
            ruling_text.quote =
                [message, cause].into_iter().filter(|text| !text.is_empty()).map(ToString::to_string).collect();
            let status = match code {
                429 => "Too Many Requests",
                403 => "Forbidden",
                _ => "Internal Server Error",
            };
            verdict_line(ruling_labels.answer, code, status, false)
        }
        _ => verdict_line(ruling_labels.answer, ruling_labels.yes, lang.eviction_answered(eviction).1, true),
    });
    ruling_text
}

/// The state of a zone and its taint rate.
pub fn render_zone(lang: Lang, zone_ruling: &ZoneRuling, now: Millis) -> RulingText {
    let (sentences, ruling_labels) = (words(lang), words(lang).ruling_labels());
    let NotReadyShare { not_ready, nodes, percent } = zone_ruling.not_ready_share();
    let state = zone_ruling.zone.as_ref().map_or(runlog::ZoneState::Normal, |zone| zone.state);
    let rate = zone_ruling.zone.as_ref().map_or(10, |zone| zone.rate);
    let since = zone_ruling.since.map_or_else(
        || ruling_labels.from_start.to_owned(),
        |time| sentences.state_since(&format_clock(time), &format_clock(now.saturating_since(time))),
    );
    let (value, reason) = sentences.taint_rate(rate, state, nodes);
    let share = if not_ready == 0 { ruling_labels.all_ready } else { ruling_labels.threshold };
    RulingText {
        title: sentences.zone_title(&zone_ruling.name),
        lines: vec![
            new_line(ruling_labels.not_ready, sentences.not_ready_share(not_ready, nodes, percent), share),
            verdict_line(ruling_labels.state, state.upstream_name(), since, state == runlog::ZoneState::Normal),
            verdict_line(ruling_labels.rate, value, reason, rate > 0),
        ],
        items_title: ruling_labels.nodes,
        items: zone_ruling.nodes.iter().map(|node| node_item(lang, node)).collect(),
        ..RulingText::default()
    }
}

fn node_item(lang: Lang, node: &ZoneNode) -> RulingItem {
    let ruling_labels = words(lang).ruling_labels();
    let ready = match node.ready {
        ConditionStatus::True => "",
        ConditionStatus::False => ruling_labels.not_ready,
        _ => "Unknown",
    };
    let taint = if node.is_tainted { ruling_labels.tainted } else { "" };
    let notes: Vec<&str> = [ready, taint].into_iter().filter(|text| !text.is_empty()).collect();
    RulingItem {
        name: node.node.to_string(), note: notes.join(" · "), is_counted: node.ready == ConditionStatus::True
    }
}

fn render_reconcile(lang: Lang, reconcile: &Reconcile) -> RulingText {
    let (sentences, ruling_labels) = (words(lang), words(lang).ruling_labels());
    let (kind, key) = reconcile.workload.split_once('/').unwrap_or(("", &reconcile.workload));
    let mut lines = vec![
        new_line(ruling_labels.wants, reconcile.wanted, ""),
        new_line(ruling_labels.has, reconcile.has, ""),
        new_line(ruling_labels.ready, reconcile.ready, ""),
    ];
    let deleted_pods: Vec<&str> = reconcile.deletes.iter().map(|key| short_pod_name(key)).collect();
    lines.push(match &reconcile.scales {
        Some((set, from, to)) => {
            verdict_line(ruling_labels.scales, format!("{from} → {to}"), format!("ReplicaSet {set}"), to > from)
        }
        None if deleted_pods.is_empty() => verdict_line(
            ruling_labels.creates,
            reconcile.makes,
            sentences.creates_of_missing(reconcile.makes, reconcile.wanted.saturating_sub(reconcile.has)),
            true,
        ),
        None => verdict_line(ruling_labels.deletes, deleted_pods.len(), "", false),
    });
    if let Some(backoff) = reconcile.backoff {
        let waited = if backoff < Millis::from_seconds(1) {
            format!("{} ms", backoff.to_millis())
        } else {
            format_clock(backoff)
        };
        lines.push(new_line(ruling_labels.backoff, waited, ruling_labels.in_vain));
    }
    RulingText {
        title: format!("{kind} {}", short_pod_name(key)),
        lines,
        items_title: if deleted_pods.is_empty() { "" } else { ruling_labels.of_this_order },
        items: deleted_pods
            .into_iter()
            .map(|pod| RulingItem { name: pod.to_owned(), note: String::new(), is_counted: false })
            .collect(),
        ..RulingText::default()
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use api::{PodDisruptionBudget, Str};
    use runlog::{BudgetCount, ReconcileFunction, UnhealthyReason, Zone, ZoneState};
    use trace::LatestCount;

    use super::*;

    fn ruling_of_count(spec: &str, allowed_now: i32, count: BudgetCount) -> BudgetRuling {
        let status = format!(
            r#"{{"expectedPods":{},"desiredHealthy":{},"currentHealthy":{},"disruptionsAllowed":{allowed_now}}}"#,
            count.expected, count.desired, count.healthy
        );
        let text = format!(r#"{{"metadata":{{"name":"web","namespace":"default"}},"spec":{spec},"status":{status}}}"#);
        let mut budget: PodDisruptionBudget = serde_json::from_str(&text).expect("a budget");
        budget.metadata.name = "web".into();
        let demand = match (&budget.spec.max_unavailable, &budget.spec.min_available) {
            (Some(value), _) => Demand::MaxUnavailable(value.clone()),
            (_, Some(value)) => Demand::MinAvailable(value.clone()),
            _ => Demand::Nothing,
        };
        let count = Rc::new(BudgetCount { budget: "default/web".into(), demand, ..count });
        let pods = ["a", "b"].map(|name| SelectedPod { pod: name.into(), owner: None, unhealthy: None });
        BudgetRuling {
            budget: Rc::new(budget),
            latest_count: Some(LatestCount { counted_at: Millis::ZERO, count }),
            pods: pods.into(),
        }
    }

    fn ruling_lines(ruling_text: &RulingText) -> Vec<String> {
        let line =
            |ruling_line: &RulingLine| format!("{}: {} | {}", ruling_line.name, ruling_line.value, ruling_line.source);
        ruling_text.lines.iter().map(line).collect()
    }

    #[test]
    fn budget_ruling_has_its_arithmetic() {
        let scale = |replicas| vec![(Str::from("Deployment/web"), replicas)];
        let numbers = |pods, expected, desired, healthy, allowed| BudgetCount {
            pods,
            expected,
            desired,
            healthy,
            allowed,
            ..BudgetCount::default()
        };
        let percent = BudgetCount {
            scales: scale(6),
            unhealthy: vec![("web-4".into(), UnhealthyReason::NotReady)],
            ..numbers(5, 6, 4, 4, 0)
        };
        let away = BudgetCount { scales: scale(4), ..numbers(4, 4, 3, 4, 1) };
        let unmanaged_count = BudgetCount { unmanaged: 2, ..numbers(2, 0, 0, 2, 0) };
        let failed = BudgetCount { failed: Some("no scale".into()), ..numbers(2, 3, 2, 2, 0) };
        let budget_count = BudgetCount {
            unhealthy: vec![
                ("web-1".into(), UnhealthyReason::Terminating),
                ("web-2".into(), UnhealthyReason::Terminating),
            ],
            ..numbers(3, 3, 2, 1, 0)
        };
        for (spec, healthy_pods, count, expected_lines) in [
            (
                r#"{"minAvailable":"60%"}"#,
                0,
                percent,
                &[
                    "Expected: 6 | Deployment/web: 6 desired",
                    "Desired healthy: 4 | minAvailable: 60% of 6, rounded up",
                    "Healthy: 4 | of 5 pods; not counted: web-4 (not ready)",
                    "Allowed: 4 − 4 = 0 | ",
                ][..],
            ),
            (
                r#"{"maxUnavailable":1}"#,
                0,
                away,
                &[
                    "Expected: 4 | Deployment/web: 4 desired",
                    "Desired healthy: 3 | 4 − 1, by maxUnavailable: 1",
                    "Healthy: 4 | of 4 pods",
                    "Allowed: 4 − 3 = 1 | ",
                    "Allowed now: 0 | evictions allowed since the count: 1",
                ],
            ),
            (
                r#"{"maxUnavailable":1}"#,
                0,
                unmanaged_count,
                &[
                    "Expected: 0 | no controller defines a replica count",
                    "Desired healthy: 0 | 0 − 0, by maxUnavailable: 1",
                    "Healthy: 2 | of 2 pods",
                    "Allowed: 0 | no pods are expected, so none may be evicted",
                ],
            ),
            (
                r#"{"maxUnavailable":1}"#,
                0,
                failed,
                &[
                    "Expected: ? | no scale",
                    "Desired healthy: 2 | ",
                    "Healthy: 2 | the selector matches 2 pods",
                    "Allowed: 0 | SyncFailed: nothing may be evicted",
                ],
            ),
            (
                r#"{"minAvailable":2}"#,
                0,
                budget_count,
                &[
                    "Expected: 3 | the selector matches 3 pods",
                    "Desired healthy: 2 | minAvailable: 2",
                    "Healthy: 1 | of 3 pods; not counted: web-1 (being deleted), web-2 (being deleted)",
                    "Allowed: 0 | 1 − 2, but not below 0",
                ],
            ),
        ] {
            assert_eq!(
                ruling_lines(&render_budget(Lang::En, &ruling_of_count(spec, healthy_pods, count))),
                expected_lines,
                "{spec}"
            );
        }
        // Bare pods are healthy, but don't count if the controller's scale does.
        let items = |spec| render_budget(Lang::En, &ruling_of_count(spec, 0, numbers(2, 2, 1, 2, 1))).items;
        assert!(
            items(r#"{"maxUnavailable":1}"#)
                .iter()
                .all(|item| item.is_counted && item.note.starts_with("no controller"))
        );
        assert!(items(r#"{"minAvailable":1}"#).iter().all(|item| item.is_counted && item.note.is_empty()));
    }

    #[test]
    fn eviction_ruling_names_its_budget() {
        let eviction = |answer| Eviction { pod: "default/web-1".into(), budget: Some("default/web".into()), answer };
        let count =
            || BudgetCount { pods: 3, expected: 3, desired: 2, healthy: 3, allowed: 1, ..BudgetCount::default() };
        let allowed = render_eviction(
            Lang::En,
            &eviction(EvictionAnswer::Granted { left: 0 }),
            Some(&ruling_of_count(r#"{"minAvailable":2}"#, 0, count())),
        );
        let expected_lines = [
            "Healthy: 3 | ",
            "Desired healthy: 2 | ",
            "Allowed: 1 | 1 − 1 = 0 left",
            "Answer: allowed | This uses one disruption of web; 0 left.",
        ];
        assert_eq!(ruling_lines(&allowed), expected_lines);
        assert_eq!(allowed.title, "Eviction of web-1, budget web");
        let no =
            EvictionAnswer::Refused { code: 429, message: "Cannot evict pod.".into(), cause: "It needs 2.".into() };
        let refused_eviction =
            render_eviction(Lang::En, &eviction(no), Some(&ruling_of_count(r#"{"minAvailable":2}"#, 0, count())));
        assert_eq!(ruling_lines(&refused_eviction)[3], "Answer: 429 | Too Many Requests");
        assert_eq!(refused_eviction.quote, ["Cannot evict pod.", "It needs 2."]);
        let free = Eviction { budget: None, ..eviction(EvictionAnswer::Unprotected) };
        assert_eq!(
            ruling_lines(&render_eviction(Lang::En, &free, None)),
            ["Answer: allowed | No disruption budget selects the pod."]
        );
    }

    #[test]
    fn zone_ruling_has_its_eviction_rate() {
        for (nodes, not_ready, state, rate, expected_lines) in [
            (
                5,
                3,
                ZoneState::Partial,
                0,
                [
                    "Not ready: 3 of 5 = 60% | at least 55% and 3 nodes: PartialDisruption; all nodes: FullDisruption",
                    "State: PartialDisruption | since 9 m 00 s, for 1 m 00 s",
                    "Rate: 0 | 5 nodes, at most 50: no more nodes get the NoExecute taint",
                ],
            ),
            (
                60,
                40,
                ZoneState::Partial,
                1,
                [
                    "Not ready: 40 of 60 = 66% | at least 55% and 3 nodes: PartialDisruption; all nodes: FullDisruption",
                    "State: PartialDisruption | since 9 m 00 s, for 1 m 00 s",
                    "Rate: 0.01 per s | one node every 100 s gets the NoExecute taint",
                ],
            ),
            (
                5,
                0,
                ZoneState::Normal,
                10,
                [
                    "Not ready: 0 of 5 = 0% | all nodes are ready",
                    "State: Normal | since 9 m 00 s, for 1 m 00 s",
                    "Rate: 0.1 per s | one node every 10 s gets the NoExecute taint",
                ],
            ),
            (
                5,
                5,
                ZoneState::Full,
                0,
                [
                    "Not ready: 5 of 5 = 100% | at least 55% and 3 nodes: PartialDisruption; all nodes: FullDisruption",
                    "State: FullDisruption | since 9 m 00 s, for 1 m 00 s",
                    "Rate: 0 | no zone has a ready node: no NoExecute taint, no eviction",
                ],
            ),
        ] {
            let zone = Zone { name: "a".into(), nodes, not_ready, state, rate };
            let since = Some(Millis::from_seconds(540));
            let ruling = ZoneRuling { zone: Some(Rc::new(zone)), name: "a".into(), since, nodes: Vec::new() };
            assert_eq!(ruling_lines(&render_zone(Lang::En, &ruling, Millis::from_seconds(600))), expected_lines);
        }
    }

    #[test]
    fn controller_ruling_has_its_numbers() {
        let base = Reconcile {
            workload: "ReplicaSet/default/web".into(),
            by: ReconcileFunction::ReplicaSet,
            wanted: 3,
            has: 1,
            ready: 1,
            backoff: None,
            makes: 2,
            deletes: Vec::new(),
            scales: None,
        };
        let common = ["Desired: 3 | ", "Current: 1 | ", "Ready: 1 | "];
        for (reconcile, expected_lines) in [
            (base.clone(), &["Creates: 2 | "][..]),
            (Reconcile { makes: 1, ..base.clone() }, &["Creates: 1 | of 2 missing: one at a time"]),
            (
                Reconcile { backoff: Some(Millis::new(80)), ..base.clone() },
                &["Creates: 2 | ", "Backoff: 80 ms | the last attempt failed"],
            ),
            (Reconcile { deletes: vec!["default/web-1".into()], ..base.clone() }, &["Deletes: 1 | "]),
            (
                Reconcile { scales: Some(("web-5d".into(), 2, 3)), ..base.clone() },
                &["Scales: 2 → 3 | ReplicaSet web-5d"],
            ),
        ] {
            let ruling_text = render_ruling(Lang::En, &Ruling::Reconcile(Rc::new(reconcile)), Millis::ZERO);
            assert_eq!(ruling_lines(&ruling_text)[..3], common);
            assert_eq!(ruling_lines(&ruling_text)[3..], *expected_lines);
            assert_eq!(
                (ruling_text.title.as_str(), ruling_text.function),
                ("ReplicaSet web", "ReplicaSetController.manageReplicas")
            );
        }
    }
}
