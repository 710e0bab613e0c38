//! The page of groups: what each is, its members in the order in which they are tried, the units of its preemption, and why it waits.

use std::rc::Rc;

use api::{DisruptionMode, NamespacedName, PodGroup};
use i18n::{Lang, MemberCounts, short_pod_name};
use runlog::{EventKind, GroupAttemptSummary, GroupStatus};
use stage::scene::group_model::GroupScene;
use trace::{Phase, group_cycle::GroupCycle};
use yew::{Html, html};

use crate::view::View;

/// Groups that are told in full.
const MAX_GROUPS: usize = 20;

/// All groups; the one of the chosen pod, or the one whose cycle it is, first.
pub fn draw_groups(view: &Rc<View>) -> Html {
    let labels = view.store.lang.group_labels();
    let chosen_pod = view.store.selection.pod.as_ref().and_then(|pod| view.frame.pods.get(pod));
    let chosen = chosen_pod.and_then(|view| view.pod.group_key());
    let events = view.store.run.view.trace.events();
    let scene = GroupScene::at_moment(events, &view.frame, view.moment);
    let current = chosen.or_else(|| scene.map(|scene| scene.band.group));
    let mut groups: Vec<(&NamespacedName, &Rc<PodGroup>)> = view.frame.pod_groups.iter().collect();
    groups.sort_by_key(|(key, _)| current.as_ref() != Some(*key));
    let sections = groups.into_iter().take(MAX_GROUPS).map(|(key, group)| draw_group(view, key, group));
    html! { <div class="groups">if view.frame.pod_groups.is_empty() { <p class="muted">{ labels.no_groups }</p> }{ for sections }</div> }
}

fn draw_group(view: &View, key: &NamespacedName, group: &PodGroup) -> Html {
    let (lang, labels) = (view.store.lang, view.store.lang.group_labels());
    let is_member = |view: &&Rc<trace::PodView>| !view.phase.is_over() && view.pod.group_key().as_ref() == Some(key);
    let members: Vec<_> = view.frame.pods.values().filter(is_member).collect();
    let with_node = members.iter().filter(|view| view.node.is_some() && view.phase > Phase::Pending).count();
    let is_gang = group.min_count().is_some();
    let condition = group.scheduled_condition().map_or_else(
        || labels.none_yet.to_owned(),
        |condition| format!("{}={} {}: {}", condition.r#type, condition.status, condition.reason, condition.message),
    );
    let mode = if group.is_disrupted_as_a_whole() { DisruptionMode::PodGroup } else { DisruptionMode::Pod };
    let events = view.store.run.view.trace.events();
    let past = &events[..view.moment.events.min(events.len())];
    let cycle = past.iter().enumerate().rev().find_map(|(at, event)| match &event.what {
        EventKind::GroupPopped { group, .. } if group == key => GroupCycle::at_event(events, at + 1),
        _ => None,
    });
    // Of the cycle that goes on only what is past is told.
    let running = GroupScene::at_moment(events, &view.frame, view.moment)
        .filter(|scene| scene.band.group == *key && scene.band.succeeds.is_none());
    html! {
        <section class="group-page">
            <h3>{ key.name() }<small>{ format!(" {}", lang.group_kind(members.len(), is_gang)) }</small></h3>
            <dl>
                if let Some(minimum) = group.min_count() { <dt>{ labels.minimum }</dt><dd>{ minimum }</dd> }
                <dt>{ labels.members }</dt><dd>{ format!("{} · {}: {with_node}", members.len(), labels.with_node) }</dd>
                <dt>{ labels.priority }</dt><dd>{ group.priority() }</dd>
                <dt>{ labels.disruption }</dt><dd>{ format!("{mode:?}") }</dd>
                <dt>{ labels.condition }</dt><dd>{ condition }</dd>
            </dl>
            if let Some(cycle) = &cycle {
                <h4>{ labels.order }</h4>
                { draw_members(lang, cycle, running.as_ref()) }
                <h4>{ labels.why_order }</h4>
                <p>{ lang.order_reason(short_pod_name(cycle.popped)) }</p>
                if let Some(summary) = cycle.summary.filter(|_| running.is_none()) {
                    { draw_units(lang, summary) }
                    if with_node < members.len() { { draw_reason(lang, group, summary) } }
                }
            }
        </section>
    }
}

fn draw_members(lang: Lang, cycle: &GroupCycle<'_>, running: Option<&GroupScene>) -> Html {
    let tried = running.map_or(usize::MAX, |scene| scene.tried_count());
    let rows = cycle.order.iter().enumerate().map(|(at, pod)| {
        let members = cycle.summary.map_or(&[][..], |summary| &summary.members);
        let member = members.iter().take(tried).find(|member| member.pod == *pod);
        let (class, text) = match member {
            None => ("soft", String::new()),
            Some(member) => match &member.node {
                Some(node) if member.requires_preemption => ("soft", lang.needs_room_on(node)),
                Some(node) => ("good", format!("✓ {node}")),
                None => ("bad", format!("✗ {}", lang.fits_nowhere())),
            },
        };
        let permit = member.map(|member| lang.permit_line(member)).unwrap_or_default();
        html! { <li {class}><b>{ format!("{} {}", at + 1, short_pod_name(pod)) }</b>{ format!(" {text}") }if !permit.is_empty() { <small>{ format!(" · {permit}") }</small> }</li> }
    });
    html! { <ol role="list" class="group-order">{ for rows }</ol> }
}

/// The units of a preemption for the group, in the order in which they were put back.
fn draw_units(lang: Lang, summary: &GroupAttemptSummary) -> Html {
    let labels = lang.group_labels();
    let Some(preemption) = summary.preemption.as_ref().filter(|preemption| !preemption.potential.is_empty()) else {
        return Html::default();
    };
    let unit = |(at, is_spared): (usize, Option<bool>)| {
        let unit = preemption.potential.get(at)?;
        let pods: Vec<&str> = unit.pods.iter().map(|pod| short_pod_name(pod)).collect();
        let (class, text) = match is_spared {
            Some(true) => ("good", format!("✓ {}", labels.stays)),
            Some(false) => ("bad", format!("✗ {}", labels.goes)),
            None => ("soft", labels.not_asked.to_owned()),
        };
        let name = lang.unit_name(unit);
        Some(
            html! { <li {class}><b>{ format!("{} {name}", unit.priority) }</b>{ format!(" {text}") }<small>{ format!(" · {}", pods.join(", ")) }</small></li> },
        )
    };
    let asked = preemption.reprieves.iter().map(|(at, is_spared)| (*at, Some(*is_spared)));
    let is_asked = |at: &usize| preemption.reprieves.iter().any(|(other, _)| other == at);
    let others = (0..preemption.potential.len()).filter(|at| !is_asked(at)).map(|at| (at, None));
    html! { <><h4>{ labels.units }</h4><ol role="list" class="group-order">{ for asked.chain(others).filter_map(unit) }</ol></> }
}

/// Why the group waits, by its last cycle.
fn draw_reason(lang: Lang, group: &PodGroup, summary: &GroupAttemptSummary) -> Html {
    if summary.status == GroupStatus::Success {
        return Html::default();
    }
    let placed = summary.members.iter().filter(|member| member.node.is_some()).count();
    let counts = MemberCounts { placed, members: summary.members.len(), minimum: group.min_count() };
    html! {
        <>
            <h4>{ lang.group_labels().why_pending }</h4>
            <p>{ lang.group_verdict(group.key().name(), summary, counts).1 }{ format!(" {}", lang.placed_of(counts)) }</p>
            if !summary.status.message().is_empty() { <p class="quote"><q>{ summary.status.message().to_owned() }</q></p> }
        </>
    }
}
