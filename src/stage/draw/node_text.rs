//! Texts beside a node: its verdict, its usage, and what is missing.

use i18n::{ResourceUsage, short_pod_name};
use runlog::Failure;
use scene::node_model::{ColumnVerdict, IncomingPod, NewcomerPlace, NodeColumn, Shortfall};

use crate::draw::{
    draw_ctx::DrawCtx,
    tiles::{amount_with_unit, with_unit},
};

/// The CSS class of a verdict, and a short text with a sign.
pub(crate) fn verdict_text(ctx: &DrawCtx<'_>, verdict: &ColumnVerdict) -> (&'static str, String) {
    let labels = ctx.lang.stage_labels();
    match verdict {
        ColumnVerdict::NotJudged => ("", String::new()),
        ColumnVerdict::Fits => ("good", format!("✓ {}", labels.fits)),
        ColumnVerdict::Fails(failure, _) => ("bad", format!("✗ {}", failure_text(ctx, failure))),
        ColumnVerdict::PreemptionNoHelp(None) => ("bad", format!("✗ {}", labels.no_help)),
        ColumnVerdict::PreemptionNoHelp(Some(failure)) => {
            ("bad", format!("✗ {} · {}", failure_text(ctx, failure), labels.no_help))
        }
        ColumnVerdict::PreemptionMightHelp => ("maybe", format!("? {}", labels.might_help)),
        ColumnVerdict::DryRun => ("maybe", labels.trial.to_owned()),
        ColumnVerdict::Candidate(victims, violations) => {
            ("good", format!("✓ {}", ctx.lang.candidate_with(*victims, *violations)))
        }
        ColumnVerdict::NotCandidate(failure) => {
            ("bad", format!("✗ {} · {}", labels.no_candidate, failure_text(ctx, failure)))
        }
        ColumnVerdict::NotChosen => ("bad", format!("✗ {}", labels.dropped)),
        ColumnVerdict::Chosen => ("good", format!("✓ {}", labels.chosen)),
        ColumnVerdict::Score(total) => ("maybe", ctx.lang.total_points(*total)),
    }
}

/// All reasons of a failure, in two or three words each.
pub(crate) fn failure_text(ctx: &DrawCtx<'_>, failure: &Failure) -> String {
    failure.reasons.iter().map(|reason| ctx.lang.brief_reason(reason)).collect::<Vec<_>>().join(", ")
}

/// The used amount and capacity of a column.
pub(crate) fn fullness_text(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> String {
    let trial = node_column.tray.is_some();
    let usage = ResourceUsage::new(ctx.resource, node_column.used_amount(), node_column.capacity);
    ctx.lang.requested_of(&usage.used, &with_unit(ctx.resource, usage.capacity), trial)
}

/// [`fullness_text`], and the number of pods if the node takes no more.
pub(crate) fn fullness_and_pods_text(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> String {
    let (fullness, (pods, allowed)) = (fullness_text(ctx, node_column), node_column.pods);
    let has_slot = allowed <= 0 || i64::try_from(pods).is_ok_and(|pods| pods < allowed);
    if has_slot || ctx.resource.is_pods() {
        fullness
    } else {
        format!("{fullness} · {}", ctx.lang.pods_of(pods, allowed))
    }
}

/// The longest possible [`fullness_text`]: that of a dry run that fills the node.
pub(crate) fn longest_fullness_text(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> String {
    let usage = ResourceUsage::new(ctx.resource, node_column.capacity, node_column.capacity);
    ctx.lang.requested_of(&usage.used, &with_unit(ctx.resource, usage.capacity), true)
}

/// The used amount and capacity as numbers only.
pub(crate) fn short_fullness_text(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> String {
    let usage = ResourceUsage::new(ctx.resource, node_column.used_amount(), node_column.capacity);
    format!("{} / {}", usage.used, with_unit(ctx.resource, usage.capacity))
}

/// Further facts about a node: its other resource, its pods, its taints.
pub(crate) fn node_facts_text(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> String {
    facts_text(ctx, node_column, node_column.other_resource.1, node_column.pods.0)
}

/// Roughly the longest possible [`node_facts_text`] while pods change: that of a full node.
pub(crate) fn longest_facts_text(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> String {
    let pods = usize::try_from(node_column.pods.1).unwrap_or(0).max(node_column.pods.0);
    facts_text(ctx, node_column, node_column.other_resource.2, pods)
}

fn facts_text(ctx: &DrawCtx<'_>, node_column: &NodeColumn, used: i64, pods: usize) -> String {
    let (resource, _, capacity) = &node_column.other_resource;
    let mut facts = Vec::new();
    if node_column.is_missing {
        facts.push(ctx.lang.stage_labels().missing.to_owned());
    }
    if *capacity > 0 {
        let usage = ResourceUsage::new(resource, used, *capacity);
        facts.push(ctx.lang.other_of(resource, &usage.used, &usage.capacity));
    }
    if node_column.pods.1 > 0 {
        facts.push(ctx.lang.pods_of(pods, node_column.pods.1));
    }
    facts.extend(node_column.is_not_ready.then(|| ctx.lang.stage_labels().not_ready.to_owned()));
    facts.extend(node_column.is_cordoned.then(|| ctx.words.cordoned.to_owned()));
    facts.extend(preference_text(ctx, node_column));
    facts.extend(node_column.taints.iter().cloned());
    facts.join(" · ")
}

/// What keeps new pods away from a node, or evicts pods: not ready, cordoned, and its other taints. Before it, whether the pod prefers the node.
pub(crate) fn node_state_text(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> String {
    let mut texts: Vec<String> = preference_text(ctx, node_column).into_iter().collect();
    texts.extend(node_column.is_not_ready.then(|| ctx.lang.stage_labels().not_ready.to_owned()));
    texts.extend(node_column.is_cordoned.then(|| ctx.words.cordoned.to_owned()));
    texts.extend(node_column.own_taints().cloned());
    texts.join(" · ")
}

/// The weight with which the pod being scheduled prefers the node.
pub(crate) fn preference_text(ctx: &DrawCtx<'_>, node_column: &NodeColumn) -> Option<String> {
    let weight = node_column.preferred_weight;
    (weight != 0).then(|| ctx.lang.preferred_with_weight(weight))
}

/// The request of the pod being tried.
pub(crate) fn needs_text(ctx: &DrawCtx<'_>, newcomer: &IncomingPod) -> String {
    let pod = short_pod_name(&newcomer.tile.key);
    match newcomer.tile.amount {
        0 => ctx.lang.needs_nothing(pod),
        wanted => ctx.lang.pod_needs(pod, &amount_with_unit(ctx.resource, wanted)),
    }
}

/// Whether the pod fits, or the missing amount.
pub(crate) fn outcome_text(ctx: &DrawCtx<'_>, newcomer: &IncomingPod) -> (&'static str, String) {
    let short =
        newcomer.shortfall.as_ref().map(|shortfall| with_unit(&shortfall.resource, format_shortage(shortfall).short));
    match (newcomer.place, &newcomer.failure) {
        (NewcomerPlace::Inside, _) => ("good", format!("✓ {}", ctx.lang.stage_labels().fits)),
        (NewcomerPlace::AboveRim(above_rim), _) => {
            let short = short.unwrap_or_else(|| amount_with_unit(ctx.resource, above_rim));
            ("bad", format!("✗ {}", ctx.lang.too_few(&short)))
        }
        (NewcomerPlace::NotAdmitted, Some(failure)) => ("bad", format!("✗ {}", failure_text(ctx, failure))),
        (NewcomerPlace::NotAdmitted, None) => ("bad", "✗".to_owned()),
    }
}

/// The complete arithmetic of the missing amount.
pub(crate) fn shortfall_text(ctx: &DrawCtx<'_>, shortfall: &Shortfall) -> String {
    let sum = format_shortage(shortfall);
    let nominated_names: Vec<&str> = shortfall.nominated_pods.iter().map(|key| short_pod_name(key)).collect();
    let promised = (shortfall.nominated != 0).then_some((sum.promised.as_str(), nominated_names.as_slice()));
    let capacity = with_unit(&shortfall.resource, sum.capacity);
    ctx.lang.resource_shortage(&sum.needs, &sum.used_on_node, &capacity, promised, &sum.short)
}

/// The formatted numbers of a shortfall.
pub(crate) fn format_shortage(shortfall: &Shortfall) -> i18n::ShortageTexts {
    i18n::ShortageTexts::with_promises(
        &shortfall.resource,
        shortfall.requested,
        shortfall.used,
        shortfall.nominated,
        shortfall.capacity,
    )
}
