//! The lanes of pod groups: a staircase for each, whose height is the number of running members, next to that of a compared run.

use api::{NamespacedName, Set, Str};
use i18n::{format_clock, group_facts, short_pod_name};
use page_state::store::Store;
use runlog::EventKind;
use scene::group_model::group_mark;
use trace::{
    group_stairs::{GroupActivity, Stair, stair_at, stairs},
    lanes::{Edge, Lane, Lanes},
};
use ui::element::with_style;
use yew::{Callback, Html, MouseEvent, classes, html};

use crate::view::{
    View,
    timeline::{
        axis::{AxisWindow, cells_to_percent},
        pointer::PointerGrip,
    },
};

/// The minimum width of a step with text, in ten-thousandths of the visible width.
const MIN_TEXT_WIDTH: u32 = 900;

/// Which of two runs a lane belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunSide {
    Shown,
    /// The run that the current one is compared with.
    Compared,
}

/// A group with its members in both runs, as lane indices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupRow {
    pub group: NamespacedName,
    minimum: Option<usize>,
    needed: usize,
    shown_members: Vec<usize>,
    compared_members: Vec<usize>,
    /// The runs from top to bottom: first the one without the group.
    pub sides: Vec<RunSide>,
    /// The run that doesn't have the group because its feature gates are off.
    unknown_to: Option<RunSide>,
}

impl GroupRow {
    /// The groups of both runs. With the gates off, a run has no groups; pods with the same names as members then count as members.
    pub fn list_rows(shown: &Lanes, compared: Option<&Lanes>) -> Vec<Self> {
        let mut rows: Vec<Self> = Vec::new();
        for (_, lane) in shown.pod_groups.iter() {
            let in_compared = compared.and_then(|other| {
                let group = other.pod_groups.position_of(&lane.group).and_then(|group| other.pod_groups.get(group));
                group.filter(|group| group.is_in_cluster)
            });
            let compared_members = match (compared, in_compared) {
                (Some(_), Some(group)) => group.members.clone(),
                (Some(other), None) => shown.namesakes(&lane.members, other),
                (None, _) => Vec::new(),
            };
            let sides = match (compared, in_compared) {
                (None, _) => vec![RunSide::Shown],
                (Some(_), Some(_)) => vec![RunSide::Shown, RunSide::Compared],
                (Some(_), None) => vec![RunSide::Compared, RunSide::Shown],
            };
            rows.push(Self {
                group: lane.group.clone(),
                minimum: lane.minimum,
                needed: lane.required_count(),
                shown_members: lane.members.clone(),
                compared_members,
                sides,
                unknown_to: (compared.is_some() && in_compared.is_none()).then_some(RunSide::Compared),
            });
        }
        for (_, lane) in compared.iter().flat_map(|other| other.pod_groups.iter()) {
            if rows.iter().any(|row| row.group == lane.group) {
                continue;
            }
            rows.push(Self {
                group: lane.group.clone(),
                minimum: lane.minimum,
                needed: lane.required_count(),
                shown_members: compared.map_or_else(Vec::new, |other| other.namesakes(&lane.members, shown)),
                compared_members: lane.members.clone(),
                sides: vec![RunSide::Shown, RunSide::Compared],
                unknown_to: Some(RunSide::Shown),
            });
        }
        rows
    }

    /// The members of all rows in the current run.
    pub fn all_members(rows: &[Self]) -> Set<usize> {
        rows.iter().flat_map(|row| &row.shown_members).copied().collect()
    }

    /// How many members must run at once.
    pub fn required_count(&self) -> usize {
        self.needed
    }

    /// The lanes of the members in a run.
    pub fn members(&self, side: RunSide) -> &[usize] {
        match side {
            RunSide::Shown => &self.shown_members,
            RunSide::Compared => &self.compared_members,
        }
    }

    /// The key under which `LaneListState` stores that it is collapsed.
    pub fn fold_key(&self) -> Str {
        format!("PodGroup/{}", self.group).into()
    }
}

/// Short names of the two runs: whether they have gangs, or else their releases.
pub fn run_labels(view: &View) -> Option<[String; 2]> {
    let compared = view.compared.as_ref()?;
    let (shown, other) = (&view.store, &compared.view.store);
    let label = |store: &Store, other: &Store| {
        let labels = store.lang.group_labels();
        match (store.run.manifest_summary.gangs, other.run.manifest_summary.gangs) {
            (Some(true), Some(false)) => labels.gangs_on.to_owned(),
            (Some(false), Some(true)) => labels.gangs_off.to_owned(),
            _ => store.run.shown_release().name().to_owned(),
        }
    };
    Some([label(shown, other), label(other, shown)])
}

/// A staircase: the track, and the name of the group if it is the group's first row.
pub struct GroupRowCtx<'r> {
    pub row: &'r GroupRow,
    pub side: RunSide,
    /// The lanes of the run of this side.
    pub lanes: &'r Lanes,
    pub run_label: Option<&'r str>,
    pub is_open: bool,
    pub on_toggle: Callback<MouseEvent>,
}

pub fn draw_group_row(view: &View, window: AxisWindow<'_>, ctx: &GroupRowCtx<'_>) -> Html {
    let GroupRowCtx { row, side, lanes, run_label, is_open, on_toggle } = ctx;
    let facts = group_facts::words(view.store.lang);
    let run_view = match (side, &view.compared) {
        (RunSide::Compared, Some(compared)) => &compared.view,
        _ => view,
    };
    let members: Vec<&Lane> = row.members(*side).iter().filter_map(|lane| lanes.lanes.get(*lane)).collect();
    let steps = stairs(&members, row.needed);
    let events = run_view.store.moment().map_or(0, |moment| moment.events);
    let state = stair_at(&steps, events).map_or_else(String::new, |stair| {
        let running = facts.members_running(stair.running, members.len());
        format!(", {running}, {}", facts.group_activity(stair.activity))
    });
    let name = short_pod_name(&row.group);
    let minimum = row.minimum.map_or_else(String::new, |minimum| format!(", minCount {minimum}"));
    let label = format!("{name}{minimum}{}{state}", run_label.map_or_else(String::new, |run| format!(", {run}")));
    let hollow = (row.unknown_to == Some(*side)).then_some("hollow");
    let mark = [Some(view), view.compared.as_ref().map(|compared| &*compared.view)]
        .into_iter()
        .flatten()
        .filter_map(|view| group_mark(&view.frame, &row.group))
        .min_by_key(|mark| mark.is_hollow);
    let hue = mark.map(|mark| format!("g{}", mark.hue));
    let letter = name.chars().next().map(|letter| letter.to_ascii_uppercase().to_string()).unwrap_or_default();
    let content = html! {
        <>
            <span class={classes!("hexagon", hollow)} aria-hidden="true"><span>{ letter }</span></span><span class="name" aria-hidden="true">{ name.to_owned() }</span>
            if let Some(run_label) = run_label { <small class="run-label" aria-hidden="true">{ (*run_label).to_owned() }</small> }
        </>
    };
    let head = if row.sides.first() == Some(side) {
        html! {
            <button type="button" class={classes!("lane-side", "lane-name", "gang-name", hue)} aria-expanded={is_open.to_string()} title={label.clone()} onclick={on_toggle.clone()}>
                <span class="fold-mark" aria-hidden="true">{ if *is_open { "▾" } else { "▸" } }</span>{ content }<span class="hidden">{ label }</span>
            </button>
        }
    } else {
        html! { <span class={classes!("lane-side", "lane-name", "gang-name", hue)} role="img" aria-label={label.clone()} title={label}><span class="fold-mark"></span>{ content }</span> }
    };
    html! {
        <>
            { head }
            <span class="track" data-grip={PointerGrip::LANES}><span class="stairs" aria-hidden="true">{ draw_stairs(run_view, window, row, *side, &steps, members.len()) }</span></span>
        </>
    }
}

/// The steps of a staircase, and the dashed line of the minimum.
fn draw_stairs(
    run_view: &View,
    AxisWindow { axis, range }: AxisWindow<'_>,
    row: &GroupRow,
    side: RunSide,
    steps: &[Stair],
    members: usize,
) -> Html {
    let facts = group_facts::words(run_view.store.lang);
    let height = members.max(row.needed).max(1);
    let percent = |count: usize| format!("{}%", count * 100 / height);
    let place = |edge: Edge| match side {
        RunSide::Shown => axis.edge_place(edge),
        RunSide::Compared => axis.time_place(edge.at),
    };
    let last = run_view.store.run.view.trace.events().last();
    let is_over = last.is_some_and(|event| matches!(event.what, EventKind::End(_)));
    let step = |stair: &Stair| {
        let (from, to) = (place(stair.from), stair.to.map_or(axis.length(), place));
        let (left, right) = range.to_cells(from, to).filter(|(left, right)| right > left)?;
        let class = match stair.activity {
            GroupActivity::Gated => "seg gated",
            GroupActivity::Waiting => "seg backoff",
            GroupActivity::Starting => "seg creating",
            GroupActivity::BelowMinimum => "stair below",
            GroupActivity::MinimumReached => "stair reached",
            GroupActivity::Ended => "stair ended",
        };
        let lasts = stair.activity == GroupActivity::BelowMinimum && stair.to.is_none() && is_over;
        let mut text = match stair.activity {
            GroupActivity::BelowMinimum | GroupActivity::MinimumReached => {
                facts.members_running(stair.running, members)
            }
            activity => facts.group_activity(activity).to_owned(),
        };
        if lasts {
            text = format!("{text}: {}", facts.stuck_for_good());
        }
        let until = stair.to.map_or_else(String::new, |to| format_clock(to.at));
        let title = format!("{text}, {} – {until}", format_clock(stair.from.at));
        let place = format!("left: {}; width: {}", cells_to_percent(left), cells_to_percent(right - left));
        let style =
            if stair.running > 0 { format!("{place}; height: {}", percent(stair.running)) } else { place.clone() };
        let caption = (right - left >= MIN_TEXT_WIDTH)
            .then(|| with_style(&place, html! { <b class={classes!("stair-text", class)}>{ text }</b> }));
        Some(html! { <>{ with_style(&style, html! { <i {class} {title}></i> }) }{ caption.unwrap_or_default() }</> })
    };
    let line = with_style(&format!("bottom: {}", percent(row.needed)), html! { <i class="stair-minimum"></i> });
    html! { <>{ for steps.iter().filter_map(step) }{ line }</> }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use simulation::{Scenario, Simulation};

    use super::*;

    const TWO_JOBS: &str = include_str!("../../../../www/scenarios/two-jobs.yaml");

    fn lanes_of(text: &str) -> Lanes {
        let manifest = manifest::load(text).expect("a manifest");
        let events: Vec<_> = Simulation::new(Scenario::from_manifest(&manifest).expect("a scenario"))
            .run_to_end()
            .1
            .into_iter()
            .map(Rc::new)
            .collect();
        let mut lanes = Lanes::default();
        lanes.extend(&events);
        lanes
    }

    #[test]
    fn run_with_gates_off_is_above_the_one_with_them_on() {
        let on = lanes_of(TWO_JOBS);
        let off = lanes_of(&TWO_JOBS.replace("GenericWorkload: true, GangScheduling: true", ""));
        let alone = GroupRow::list_rows(&on, None);
        assert_eq!(alone.iter().map(|row| row.sides.len()).collect::<Vec<_>>(), [1, 1]);
        for (shown, compared, sides) in
            [(&on, &off, [RunSide::Compared, RunSide::Shown]), (&off, &on, [RunSide::Shown, RunSide::Compared])]
        {
            let rows = GroupRow::list_rows(shown, Some(compared));
            assert_eq!(rows.len(), 2);
            for row in &rows {
                assert_eq!((&row.sides[..], row.unknown_to), (&sides[..], Some(sides[0])));
                let counts = [RunSide::Shown, RunSide::Compared].map(|side| row.members(side).len());
                assert_eq!((counts, row.needed), ([4, 4], 4));
            }
            assert_eq!(GroupRow::all_members(&rows).iter().count(), 8);
        }
    }
}
