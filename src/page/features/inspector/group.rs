//! The page of pod groups: facts about each, its members in the order in which they are tried, the units of its preemption, and why it waits.

use std::rc::Rc;

use api::{DisruptionMode, NamespacedName, PodGroup, Str};
use i18n::{Lang, group_facts, short_pod_name};
use page_state::actions::Action;
use runlog::{AttemptOutcome, Event, EventKind, GroupAttemptSummary, RowId};
use scene::group_model::{BandStage, GroupScene};
use trace::{Phase, group_cycle::GroupCycle, group_steps::GroupStep, group_wait::find_group_wait, steps::Step};
use yew::{Callback, Html, classes, html};

use crate::{
    features::inspector::questions,
    view::{View, detail_request::DetailRequest},
};

/// The maximum number of groups that are shown in full.
const MAX_GROUPS: usize = 20;

/// All groups, starting with that of the selected pod, or else the one in its cycle.
pub fn draw_groups(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let labels = view.store.lang.group_labels();
    let chosen_pod = view.store.selection.pod.as_ref().and_then(|pod| view.frame.pods.get(pod));
    let chosen = chosen_pod.and_then(|view| view.pod.group_key());
    let events = view.store.run.view.trace.events();
    let scene = GroupScene::at_moment(events, &view.frame, view.moment);
    let current = chosen.or_else(|| scene.map(|scene| scene.band.group));
    let mut groups: Vec<(&NamespacedName, &Rc<PodGroup>)> = view.frame.pod_groups.iter().collect();
    groups.sort_by_key(|(key, _)| current.as_ref() != Some(*key));
    let sections = groups.into_iter().take(MAX_GROUPS).map(|(key, group)| draw_group(view, dispatch, key, group));
    html! { <div class="groups">if view.frame.pod_groups.is_empty() { <p class="muted">{ labels.no_groups }</p> }{ for sections }</div> }
}

fn draw_group(view: &Rc<View>, dispatch: &Callback<Action>, key: &NamespacedName, group: &PodGroup) -> Html {
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
        EventKind::GroupPopped { group, .. } if group == key => Some((at, GroupCycle::at_event(events, at + 1)?)),
        _ => None,
    });
    let begun = cycle.as_ref().map_or(past.len(), |(at, _)| *at);
    let cycle = cycle.map(|(_, cycle)| cycle);
    // Only the past of the current cycle is shown.
    let scene = GroupScene::at_moment(events, &view.frame, view.moment).filter(|scene| scene.band.group == *key);
    let waits = scene.as_ref().is_some_and(|scene| matches!(scene.band.stage, BandStage::Awaits(_)));
    let running = scene.filter(|scene| scene.band.succeeds.is_none());
    html! {
        <section class="group-page">
            <h3>{ key.name() }<small>{ format!(" {}", lang.group_kind(members.len().max(group.min_count().unwrap_or(0)), is_gang)) }</small></h3>
            <dl>
                if let Some(minimum) = group.min_count() { <dt>{ labels.minimum }</dt><dd>{ minimum }</dd> }
                <dt>{ labels.members }</dt><dd>{ format!("{} · {}: {with_node}", members.len(), labels.with_node) }</dd>
                <dt>{ labels.priority }</dt><dd>{ group.priority() }</dd>
                <dt>{ labels.disruption }</dt><dd>{ mode.to_string() }</dd>
                <dt>{ labels.condition }</dt><dd>{ condition }</dd>
            </dl>
            if let Some(cycle) = &cycle {
                <h4>{ labels.order }</h4>
                { draw_members(lang, cycle, running.as_ref(), view.step) }
                <h4>{ labels.why_order }</h4>
                <p>{ lang.order_reason(short_pod_name(cycle.popped)) }</p>
                if let Some(summary) = cycle.summary.filter(|_| running.is_none()) {
                    if summary.preemption.is_some() { { draw_units(lang, summary, usize::MAX, None) } }
                    { draw_messages(view, dispatch, summary, &past[begun..]) }
                }
            }
            if running.is_none() { { draw_reason(view, key) } }
            if waits { { questions::draw_group_questions(view, dispatch, key) } }
        </section>
    }
}

fn draw_members(lang: Lang, cycle: &GroupCycle<'_>, running: Option<&GroupScene>, step: Step) -> Html {
    if running.is_some()
        && let Step::Group(placement @ GroupStep::Placement(_)) = step
        && let Some(nodes) = cycle.simulated_nodes(placement)
    {
        return draw_members_in_placement(lang, cycle, placement, nodes);
    }
    let tried = running.map_or(usize::MAX, |scene| scene.tried_count());
    let rows = cycle.order.iter().enumerate().map(|(at, pod)| {
        let member = cycle.members().iter().take(tried).find(|member| member.pod == *pod);
        let (class, text) = match member {
            None => ("soft", String::new()),
            Some(member) => match &member.node {
                Some(node) if member.requires_preemption => ("soft", lang.needs_room_on(node)),
                Some(node) => ("good", format!("✓ {node}")),
                None => ("bad", format!("✗ {}", lang.fits_nowhere(None))),
            },
        };
        let permit = member.map(|member| lang.permit_line(member)).unwrap_or_default();
        let reservation = member.and_then(|member| member.reservation.as_ref());
        let reserved = reservation.map(|reservation| lang.member_reservation(reservation));
        html! { <li {class}><b>{ format!("{} {}", at + 1, short_pod_name(pod)) }</b>{ format!(" {text}") }if !permit.is_empty() { <small>{ format!(" · {permit}") }</small> }if let Some(text) = reserved { <small class="why">{ text }</small> }</li> }
    });
    html! { <ol role="list" class="group-order">{ for rows }</ol> }
}

/// The members with their nodes in one placement, in the order in which they are tried.
fn draw_members_in_placement(lang: Lang, cycle: &GroupCycle<'_>, placement: GroupStep, nodes: &[Option<Str>]) -> Html {
    let rows = cycle.members().iter().zip(nodes).zip(1..).map(|((member, node), number)| {
        let (class, text) = match node {
            Some(node) => ("good", format!("✓ {node}")),
            None => ("bad", format!("✗ {}", lang.fits_nowhere(cycle.placement_name(placement).map(Str::as_str)))),
        };
        html! { <li {class}><b>{ format!("{number} {}", short_pod_name(&member.pod)) }</b>{ format!(" {text}") }</li> }
    });
    html! { <ol role="list" class="group-order">{ for rows }</ol> }
}

/// The preemption for a whole group up to the current moment; `None` outside of one.
pub fn draw_group_preemption(view: &View) -> Option<Html> {
    let Step::Group(step) = view.step else { return None };
    let (asked, current) = match step {
        GroupStep::Units | GroupStep::WithoutUnits => (0, None),
        GroupStep::Reprieve(at) => (at + 1, Some(at)),
        GroupStep::Placement(_) | GroupStep::Member(_) | GroupStep::Snapshot => return None,
        _ => (usize::MAX, None),
    };
    let events = view.store.run.view.trace.events();
    let summary = GroupCycle::at_event(events, view.moment.events)?.summary?;
    let preemption = summary.preemption.as_ref()?;
    let (facts, group) = (group_facts::words(view.store.lang), short_pod_name(&summary.group));
    let priority = preemption.priority.unwrap_or(0);
    let without_any = preemption.fits_without_any.filter(|_| step != GroupStep::Units);
    Some(html! {
        <>
            <h3>{ facts.may_remove_below(group, priority) }</h3>
            <p>{ facts.group_priority_counts() }{ " " }{ facts.fits_without(group, preemption.potential.len(), without_any) }</p>
            { draw_units(view.store.lang, summary, asked, current) }
            if !preemption.message.is_empty() && asked > 0 { <p class="quote"><q>{ preemption.message.to_string() }</q></p> }
            <h4>{ facts.each_question_title() }</h4>
            <p>{ facts.each_question() }</p>
        </>
    })
}

/// The units of the preemption, in the order in which they are reprieved. `asked` of them have been tried, `current` is being tried.
fn draw_units(lang: Lang, summary: &GroupAttemptSummary, asked: usize, current: Option<usize>) -> Html {
    let (labels, facts) = (lang.group_labels(), group_facts::words(lang));
    let Some(preemption) = summary.preemption.as_ref().filter(|preemption| !preemption.potential.is_empty()) else {
        return Html::default();
    };
    let group = short_pod_name(&summary.group);
    let unit = |(place, at, is_spared): (Option<usize>, usize, Option<bool>)| {
        let unit = preemption.potential.get(at)?;
        let pods: Vec<&str> = unit.pods.iter().map(|pod| short_pod_name(pod)).collect();
        let (class, text) = match is_spared {
            Some(true) => ("good", format!("✓ {}", labels.stays)),
            Some(false) => ("bad", format!("✗ {}", labels.goes)),
            None => ("soft", labels.not_asked.to_owned()),
        };
        let name = lang.unit_name(unit);
        let reason = match is_spared {
            Some(is_reprieved) => facts.unit_put_back(group, &name, is_reprieved, unit.is_violating),
            None if unit.is_violating => facts.asked_for_budget().to_owned(),
            None => String::new(),
        };
        let is_now = place.is_some() && place == current;
        Some(html! {
            <li class={classes!(class, is_now.then_some("now"))} aria-current={is_now.then_some("step")}><b>{ format!("{} {name}", unit.priority) }</b>{ format!(" {text}") }
                if pods != [name.as_str()] { <small>{ format!(" · {}", pods.join(", ")) }</small> }
                if !reason.is_empty() { <small class="why">{ reason }</small> }
            </li>
        })
    };
    let in_order = preemption.reprieves.iter().enumerate();
    let in_order = in_order.map(|(place, (at, is_spared))| (Some(place), *at, (place < asked).then_some(*is_spared)));
    let is_listed = |at: &usize| preemption.reprieves.iter().any(|(other, _)| other == at);
    let others = (0..preemption.potential.len()).filter(|at| !is_listed(at)).map(|at| (None, at, None));
    html! { <><h4>{ labels.units }</h4><ol role="list" class="group-order">{ for in_order.chain(others).filter_map(unit) }</ol></> }
}

/// The messages to members and victims after a cycle, with the plugins that rejected a member. `since` are the events from the cycle on.
fn draw_messages(view: &View, dispatch: &Callback<Action>, summary: &GroupAttemptSummary, since: &[Rc<Event>]) -> Html {
    let facts = group_facts::words(view.store.lang);
    let run_view = &view.store.run.view;
    let message_of = |pod: &NamespacedName, wanted: &str| {
        since.iter().find_map(|event| match &event.what {
            EventKind::Message { about, reason, text, .. }
                if **reason == *wanted && about.strip_prefix("Pod/") == Some(pod.as_str()) =>
            {
                Some(text.to_string())
            }
            _ => None,
        })
    };
    let queue_of = |pod: &NamespacedName| {
        since.iter().find_map(|event| match &event.what {
            EventKind::Queued { pod: queued, queue, .. } if queued == pod => Some(*queue),
            _ => None,
        })
    };
    let attempt_of = |pod: &NamespacedName| {
        since.iter().find_map(|event| match &event.what {
            EventKind::Attempted(attempt) if attempt.pod == *pod => Some(attempt.number),
            _ => None,
        })
    };
    // Members with the same message share a row.
    let mut messages: Vec<(String, Vec<&NamespacedName>)> = Vec::new();
    for member in &summary.members {
        let Some(message) = message_of(&member.pod, "FailedScheduling") else { continue };
        match messages.iter_mut().find(|(text, _)| *text == message) {
            Some((_, pods)) => pods.push(&member.pod),
            None => messages.push((message, vec![&member.pod])),
        }
    }
    let row = |(message, pods): &(String, Vec<&NamespacedName>)| {
        let names: Vec<&str> = pods.iter().map(|pod| short_pod_name(pod)).collect();
        let attempt = pods.first().and_then(|pod| attempt_of(pod));
        let detail = attempt.map(|number| (number, view.store.detail_cache.get(run_view.run, number)));
        let plugins = match detail {
            Some((_, Some(attempt))) => match &attempt.outcome {
                AttemptOutcome::Failed { rows, .. } => {
                    let names: Vec<String> = rows.iter().map(RowId::name).map(|name| name.to_string()).collect();
                    facts.rejected_by(&names.iter().map(String::as_str).collect::<Vec<_>>())
                }
                _ => facts.rejected_by(&[]),
            },
            _ => String::new(),
        };
        let queue = pods.first().and_then(|pod| queue_of(pod)).map(|queue| view.words.queue_name(queue));
        html! {
            <li>
                if let Some((number, None)) = detail { <DetailRequest run={run_view.run} {number} dispatch={dispatch.clone()} /> }
                <b>{ facts.member_names(&names) }</b>
                if let Some(queue) = queue { <small>{ format!(" → {queue}") }</small> }
                if !plugins.is_empty() { <small class="why">{ plugins }</small> }
                <p class="quote"><q>{ message.clone() }</q></p>
            </li>
        }
    };
    let units = summary.preemption.iter().flat_map(|preemption| {
        preemption.victims.iter().filter_map(|victim| preemption.potential.get(*victim)).flat_map(|unit| &unit.pods)
    });
    let victim_message = units.clone().find_map(|pod| message_of(pod, "Preempted"));
    html! {
        <>
            if !messages.is_empty() { <h4>{ facts.members_messages() }</h4><ul role="list" class="group-order">{ for messages.iter().map(row) }</ul> }
            if let Some(message) = victim_message { <><h4>{ facts.victims_messages() }</h4><p class="quote"><q>{ message }</q></p></> }
        </>
    }
}

/// Why the group waits, and upstream's condition.
fn draw_reason(view: &View, key: &NamespacedName) -> Html {
    let events = view.store.run.view.trace.events();
    let Some(finding) = find_group_wait(events, view.moment.events, &view.frame, key) else { return Html::default() };
    let lang = view.store.lang;
    html! {
        <>
            <h4>{ lang.group_labels().why_pending }</h4>
            <p>{ group_facts::words(lang).group_wait(short_pod_name(key), &finding.wait, view.frame.now) }</p>
        </>
    }
}
