//! The outcomes of pod groups in two runs side by side: a sentence for each run, and the state of each group at each moment.

use i18n::{
    format_clock,
    group_facts::{self, GroupResult},
    short_pod_name,
};
use page_state::run_view::RunView;
use runlog::EventKind;
use trace::{
    group_stairs::{GroupActivity, Stair, stair_at, stairs},
    lanes::{Lane, Lanes},
};
use yew::{Html, html};

use crate::{
    features::timeline::group_row::{GroupRow, RunSide},
    view::View,
};

/// The groups of two runs, with the outcome of each in both, computed from the runs alone.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupOutcomes {
    rows: Vec<GroupRow>,
    /// The staircases by row and run.
    stairs: Vec<[GroupStairs; 2]>,
    /// Whether each run has ended.
    are_over: [bool; 2],
}

/// The staircase of a group in a run.
#[derive(Clone, Debug, PartialEq)]
struct GroupStairs {
    steps: Vec<Stair>,
    members: usize,
}

impl GroupOutcomes {
    /// The groups of the current run and of the compared one; `None` if neither has groups.
    pub fn of_runs(shown: &RunView, compared: &RunView) -> Option<Self> {
        let runs = [shown, compared];
        let lanes = runs.map(|run| {
            let mut lanes = Lanes::default();
            lanes.extend(run.trace.events());
            lanes
        });
        let rows = GroupRow::list_rows(&lanes[0], Some(&lanes[1]));
        let stairs_of = |row: &GroupRow, lanes: &Lanes, side: RunSide| {
            let members: Vec<&Lane> = row.members(side).iter().filter_map(|lane| lanes.lanes.get(*lane)).collect();
            GroupStairs { steps: stairs(&members, row.required_count()), members: members.len() }
        };
        let stairs = rows
            .iter()
            .map(|row| [stairs_of(row, &lanes[0], RunSide::Shown), stairs_of(row, &lanes[1], RunSide::Compared)]);
        let stairs = stairs.collect();
        let is_over =
            |run: &RunView| run.trace.events().last().is_some_and(|event| matches!(event.what, EventKind::End(_)));
        (!rows.is_empty()).then_some(Self { rows, stairs, are_over: runs.map(is_over) })
    }

    /// The outcomes of all groups in a run, as a sentence.
    fn sentence(&self, view: &View, side: usize) -> String {
        let facts = group_facts::words(view.store.lang);
        let results = self.rows.iter().zip(&self.stairs).map(|(row, stairs)| {
            let stairs = &stairs[side];
            let whole = stairs.whole_step().map(|step| format_clock(step.from.at));
            let running = stairs.steps.iter().map(|step| step.running).max().unwrap_or(0);
            GroupResult { name: short_pod_name(&row.group), whole, running, members: stairs.members }
        });
        let results: Vec<GroupResult<'_>> = results.collect();
        facts.groups_result(&results, self.is_in_turn(side), self.are_over[side])
    }

    /// Whether the groups that reach their minimum do so one after the other: each starts after the previous one has ended.
    fn is_in_turn(&self, side: usize) -> bool {
        let mut steps: Vec<&Stair> = self.stairs.iter().filter_map(|stairs| stairs[side].whole_step()).collect();
        steps.sort_by_key(|step| step.from.at);
        steps.len() > 1 && steps.windows(2).all(|pair| pair[0].to.is_some_and(|until| until.at <= pair[1].from.at))
    }
}

impl GroupStairs {
    /// The step at which the group reaches its minimum.
    fn whole_step(&self) -> Option<&Stair> {
        self.steps.iter().find(|stair| stair.activity == GroupActivity::MinimumReached)
    }
}

/// The outcomes of the groups in each run, and the state of each group at the current time in both.
pub fn draw_group_outcomes(views: [&View; 2], outcomes: &GroupOutcomes, heads: &[String; 2]) -> Html {
    let facts = group_facts::words(views[0].store.lang);
    let sentences = [0, 1].map(|side| {
        html! { <p class="outcome"><b>{ heads[side].clone() }</b>{ ": " }{ outcomes.sentence(views[side], side) }</p> }
    });
    let cell = |stairs: &GroupStairs, view: &View| {
        let events = view.store.moment().map_or(0, |moment| moment.events);
        let now = stair_at(&stairs.steps, events).map_or_else(String::new, |stair| {
            let running = facts.members_running(stair.running, stairs.members);
            format!("{running} · {}", facts.group_activity(stair.activity))
        });
        let whole = stairs.whole_step().map(|stair| format_clock(stair.from.at));
        html! { <td>{ now }<br /><small>{ facts.whole_since(whole.as_deref()) }</small></td> }
    };
    let rows = outcomes.rows.iter().zip(&outcomes.stairs).map(|(row, [shown, compared])| {
        html! { <tr><th scope="row">{ short_pod_name(&row.group).to_owned() }</th>{ cell(shown, views[0]) }{ cell(compared, views[1]) }</tr> }
    });
    let title = facts.pod_group();
    html! {
        <>
            { for sentences }
            <div class="scroll" tabindex="0" role="region" aria-label={title}><table class="differences">
                <thead><tr><td>{ title }</td>{ for heads.iter().map(|head| html! { <th scope="col">{ head.clone() }</th> }) }</tr></thead>
                <tbody>{ for rows }</tbody>
            </table></div>
        </>
    }
}
