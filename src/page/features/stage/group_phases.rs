//! The phases of a group's cycle: its members one after the other, and its preemption.

use i18n::Lang;
use runlog::{EventKind, GroupStatus, PlacementOutcome, Point};
use trace::{
    group_cycle::GroupCycle,
    group_steps::GroupStep,
    steps::{Step, StepPhase},
};
use yew::{Html, classes, html};

use crate::view::View;

/// The phases of a member's cycle that are shown.
const MEMBER_PHASES: [Point; 4] = [Point::PreFilter, Point::Filter, Point::PostFilter, Point::Score];

/// The limit of placements among the phases.
const MAX_PLACEMENTS: usize = 3;

struct PhaseItem {
    class: Option<&'static str>,
    text: String,
    is_now: bool,
}

impl PhaseItem {
    fn new(text: impl Into<String>, is_now: bool) -> Self {
        Self { class: None, text: text.into(), is_now }
    }

    fn with_class(self, class: &'static str) -> Self {
        Self { class: Some(class), ..self }
    }
}

/// The phases of the current group cycle; `None` outside of one.
pub(crate) fn draw_group_phases(view: &View) -> Option<Html> {
    let events = view.store.run.view.trace.events();
    let last = &view.event.as_ref()?.what;
    let is_in_cycle = matches!(view.step, Step::Group(_))
        || matches!(last, EventKind::GroupPopped { .. } | EventKind::Attempted(_) | EventKind::Assumed { .. });
    let cycle = if is_in_cycle { GroupCycle::at_event(events, view.moment.events)? } else { return None };
    let items = phase_items(view, &cycle).into_iter().map(|item| {
        let class = classes!(item.class);
        html! { <li {class} aria-current={item.is_now.then_some("step")}>{ item.text }</li> }
    });
    Some(html! { <ol class="phases of-group">{ for items }</ol> })
}

fn phase_items(view: &View, cycle: &GroupCycle<'_>) -> Vec<PhaseItem> {
    let lang = view.store.lang;
    let labels = lang.group_stage_labels();
    let step = match view.step {
        Step::Group(step) => Some(step),
        _ => None,
    };
    let is_binding = !cycle.assumed.is_empty();
    let mut items = vec![
        PhaseItem::new(view.words.phase_pop, view.step == Step::Event && !is_binding),
        PhaseItem::new(labels.snapshot, step == Some(GroupStep::Snapshot)),
    ];
    let members = cycle.members();
    let trying = (view.step.is_in_attempt()).then(|| cycle.tried.saturating_sub(1));
    let ended = match (step, trying) {
        (Some(GroupStep::Snapshot), _) => 0,
        (Some(GroupStep::Member(at)), _) => at + 1,
        (None, Some(at)) => at,
        (None, None) if !is_binding => 0,
        _ => members.len(),
    };
    for (member, at) in members.iter().take(ended).zip(0..) {
        let (sign, class) = if member.node.is_some() { ("✓", "good") } else { ("✗", "bad") };
        let is_now = step == Some(GroupStep::Member(at));
        items.push(PhaseItem::new(format!("{} {sign}", at + 1), is_now).with_class(class));
    }
    if let Some(at) = trying {
        items.push(PhaseItem::new(lang.member_phase(at + 1), false).with_class("member"));
        let phase = view.step.phase();
        let current = if phase == StepPhase::Select { Some(Point::Score) } else { phase.point() };
        items.extend(MEMBER_PHASES.map(|point| PhaseItem::new(view.profile.point_name(point), current == Some(point))));
    }
    items.extend(placement_items(cycle, step));
    items.extend(preemption_items(lang, cycle, step));
    items.push(PhaseItem::new(labels.verdict, step == Some(GroupStep::Verdict)));
    let is_told = is_binding
        || matches!(step, Some(GroupStep::Verdict | GroupStep::Messages | GroupStep::Bind | GroupStep::Stragglers));
    let succeeds = cycle.summary.is_some_and(|summary| summary.status == GroupStatus::Success);
    let is_last = is_binding || matches!(step, Some(GroupStep::Messages | GroupStep::Bind | GroupStep::Stragglers));
    items.push(PhaseItem::new(if is_told && !succeeds { labels.back } else { labels.bind_all }, is_last));
    items
}

/// The last placements that were tried, and whether the group fits in each.
fn placement_items(cycle: &GroupCycle<'_>, step: Option<GroupStep>) -> Vec<PhaseItem> {
    let summary = cycle.summary.and_then(|summary| summary.placements.as_ref());
    let outcomes = summary.map_or(&[][..], |summary| &summary.placements);
    let tried = match step {
        None | Some(GroupStep::Snapshot | GroupStep::Member(_)) => 0,
        Some(GroupStep::Placement(at)) => at + 1,
        Some(_) => outcomes.len(),
    };
    let outcomes = outcomes.iter().enumerate().take(tried).skip(tried.saturating_sub(MAX_PLACEMENTS));
    let item = |(at, outcome): (usize, &PlacementOutcome)| {
        let (sign, class) = if outcome.fits { ("✓", "good") } else { ("✗", "bad") };
        PhaseItem::new(format!("{} {sign}", outcome.name), step == Some(GroupStep::Placement(at))).with_class(class)
    };
    outcomes.map(item).collect()
}

/// The phases of the preemption for the group, once it has begun.
fn preemption_items(lang: Lang, cycle: &GroupCycle<'_>, step: Option<GroupStep>) -> Vec<PhaseItem> {
    let labels = lang.group_stage_labels();
    let Some(preemption) = cycle.summary.and_then(|summary| summary.preemption.as_ref()) else { return Vec::new() };
    let units = preemption.potential.len();
    let asked = match step {
        Some(GroupStep::Units | GroupStep::WithoutUnits) => 0,
        Some(GroupStep::Reprieve(at)) => at + 1,
        Some(GroupStep::Victims | GroupStep::Forget | GroupStep::Verdict | GroupStep::Messages) => {
            preemption.reprieves.len()
        }
        _ => return Vec::new(),
    };
    let mut items = vec![
        PhaseItem::new(labels.preemption, false).with_class("member"),
        PhaseItem::new(
            format!("{} {units}", labels.remove),
            matches!(step, Some(GroupStep::Units | GroupStep::WithoutUnits)),
        ),
    ];
    if !preemption.reprieves.is_empty() {
        let is_now = matches!(step, Some(GroupStep::Reprieve(_)));
        items.push(PhaseItem::new(lang.put_back_phase(asked, units), is_now));
        let is_now = matches!(step, Some(GroupStep::Victims | GroupStep::Forget));
        // The number of victims is known only after the last reprieve.
        let text = match step {
            Some(GroupStep::Reprieve(_)) => labels.victims_phase.to_owned(),
            _ => lang.victims_phase(preemption.victims.len()),
        };
        items.push(PhaseItem::new(text, is_now));
    }
    items
}
