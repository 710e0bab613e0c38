//! A pod group in the queue: an outline around its waiting members, and one around its pods that terminate as victims.

use std::rc::Rc;

use api::{Millis, NamespacedName, PodGroup};
use i18n::{Lang, MemberCounts, format_clock, short_pod_name};
use runlog::{Deletion, EventKind, GroupAttemptSummary, GroupStatus};
use scene::group_model::{BandStage, GroupScene, MemberState, group_mark};
use stage::pod_tile::ListTile;
use trace::{Frame, PodView};
use yew::{Html, html};

use crate::view::{
    View,
    lane_groups::{GroupBody, LaneGroups, MemberRow},
};

/// All groups, with the functions that draw them.
pub(crate) fn list_groups(view: &View) -> Rc<LaneGroups> {
    Rc::new(LaneGroups {
        bodies: GroupBody::list_bodies(view),
        draw_body: GroupBody::draw_body,
        draw_leaving: GroupBody::draw_leaving,
    })
}

impl GroupBody {
    fn list_bodies(view: &View) -> Vec<Self> {
        let events = view.store.run.view.trace.events();
        // At the end of a tight loop the members are in the queue again.
        let scene =
            GroupScene::at_moment(events, &view.frame, view.moment).filter(|scene| scene.band.tight_loop.is_none());
        let groups = view.frame.pod_groups.iter();
        let bodies = groups.filter_map(|(key, group)| Self::of_group(view, scene.as_ref(), key, group));
        bodies.collect()
    }

    fn of_group(view: &View, scene: Option<&GroupScene>, key: &NamespacedName, group: &PodGroup) -> Option<Self> {
        let (frame, lang) = (&view.frame, view.store.lang);
        let is_member = |(_, view): &(&NamespacedName, &Rc<PodView>)| {
            !view.phase.is_over() && view.pod.group_key().as_ref() == Some(key)
        };
        let members: Vec<_> = frame.pods.iter().filter(is_member).collect();
        let on_nodes = || members.iter().filter_map(|(pod, view)| Some((*pod, view.node.as_ref()?)));
        let mark = group_mark(frame, key)?;
        let minimum = group.min_count();
        let scene = scene.filter(|scene| scene.band.group == *key);
        let mut rows: Vec<MemberRow> = scene.iter().flat_map(|scene| slot_rows(lang, scene)).collect();
        for (pod, node) in on_nodes() {
            if rows.iter().all(|row| row.pod != *pod) {
                rows.push(MemberRow { pod: pod.clone(), number: None, class: "placed", text: node.to_string() });
            }
        }
        let bound = scene.map_or_else(|| on_nodes().count(), |scene| scene.band.bound.len());
        let placed = scene.filter(|scene| !scene.band.is_given_up()).map_or(0, |scene| scene.band.placed);
        let member_count = members.len();
        let (state, is_bad) = match scene {
            // The reason for waiting is shown even without the picture of the cycle.
            Some(scene) if matches!(scene.band.stage, BandStage::Awaits(_)) => {
                waiting_state(view, key, (member_count, bound), minimum)
            }
            Some(scene) if scene.band.is_given_up() => {
                (lang.nominated_of(scene.band.nominated_count(), scene.band.slots.len()), false)
            }
            Some(scene) => {
                let counts = MemberCounts { placed, members: scene.band.slots.len(), minimum };
                (lang.placed_beside(counts, scene.band.bound.len()), scene.band.succeeds == Some(false))
            }
            None => waiting_state(view, key, (member_count, bound), minimum),
        };
        Some(Self { group: key.clone(), mark, minimum, member_count, placed: placed + bound, state, is_bad, rows })
    }

    fn draw_head(&self, lang: Lang, aside: Html) -> Html {
        html! {
            <p class="group-head" title={lang.group_kind(self.member_count, self.minimum.is_some())}><span class="hexagon" aria-hidden="true">{ self.mark.letter }</span><b>{ self.group.name() }</b>{ aside }</p>
        }
    }

    fn class(&self) -> String {
        format!("group-body {} g{}", if self.minimum.is_some() { "gang" } else { "basic" }, self.mark.hue)
    }

    /// The outline around the tiles of members.
    fn draw_body(&self, lang: Lang, members: Vec<Html>) -> Html {
        let pips = self.member_count.max(self.minimum.unwrap_or(0)).min(24);
        let pip = |at: usize| {
            let class = match at {
                _ if at < self.placed => "pip placed",
                _ if at < self.member_count => "pip",
                _ => "pip missing",
            };
            html! { <><i {class}></i>if self.minimum == Some(at + 1) { <i class="least"></i> }</> }
        };
        let state_class = if self.is_bad { "group-state bad" } else { "group-state" };
        let mark = if self.is_bad { "✗ " } else { "" };
        html! {
            <li key={format!("group {}", self.group)} class={self.class()} data-group={self.group.to_string()}>
                { self.draw_head(lang, Html::default()) }
                <p class={state_class}>{ format!("{mark}{}", self.state) }</p>
                <p class="pips" aria-hidden="true">{ for (0..pips).map(pip) }</p>
                <ul>{ for self.rows.iter().map(MemberRow::draw_row) }{ for members }</ul>
            </li>
        }
    }

    /// The outline around pods that terminate together as victims.
    fn draw_leaving(&self, lang: Lang, frame: &Frame, victims: &[&ListTile]) -> Html {
        let left = |tile: &&ListTile| tile.pod.terminates_at.map(|until| until.saturating_since(frame.now));
        let left = victims.iter().filter_map(left).max().unwrap_or(Millis::ZERO);
        let mut nodes: Vec<&str> = victims.iter().filter_map(|tile| tile.pod.node.as_deref()).collect();
        nodes.sort_unstable();
        nodes.dedup();
        html! {
            <li key={format!("leaving {}", self.group)} class={self.class()} data-group={self.group.to_string()}>
                { self.draw_head(lang, html! { <span class="leaves">{ format!("✗ {}", format_clock(left)) }</span> }) }
                <p>{ lang.pods_on_nodes(victims.len(), &nodes) }</p>
            </li>
        }
    }
}

impl MemberRow {
    fn draw_row(&self) -> Html {
        html! {
            <li key={format!("row {}", self.pod)} class={format!("member-row {}", self.class)}>
                if let Some(number) = self.number { <b class="bead-text">{ number }</b> }
                <span class="name">{ short_pod_name(&self.pod) }</span><span>{ self.text.clone() }</span>
            </li>
        }
    }
}

/// The members that the picture lists, in order.
fn slot_rows(lang: Lang, scene: &GroupScene) -> Vec<MemberRow> {
    let row = |(at, slot): (usize, &scene::group_model::MemberSlot)| {
        let (class, text) = match &slot.state {
            MemberState::Placed(node) => ("placed", node.to_string()),
            MemberState::Assumed(node) => ("assumed", node.to_string()),
            MemberState::NeedsRoom(node)
            | MemberState::Nominated(node)
            | MemberState::ThrownAway { nominated: Some(node), .. } => ("placed", format!("→ {node}")),
            MemberState::Trying => ("tried", lang.group_stage_labels().tried_now.to_owned()),
            MemberState::Nowhere(_) => ("nowhere", "✗".to_owned()),
            // These are tiles in the queue.
            MemberState::Waiting
            | MemberState::Back
            | MemberState::LeftBehind
            | MemberState::ThrownAway { nominated: None, .. } => return None,
        };
        Some(MemberRow { pod: slot.pod.clone(), number: Some(at + 1), class, text })
    };
    scene.band.slots.iter().enumerate().filter_map(row).collect()
}

/// Why a group outside its cycle waits, and whether its last cycle failed.
fn waiting_state(
    view: &View,
    group: &NamespacedName,
    (member_count, bound): (usize, usize),
    minimum: Option<usize>,
) -> (String, bool) {
    let lang = view.store.lang;
    let is_victim = |view: &Rc<PodView>| {
        let preemptor = view.deletion.as_ref().and_then(Deletion::preemptor);
        preemptor.is_some_and(|preemptor| preemptor.makes_room_for("", Some(group)))
    };
    let victims = view.frame.pods.values().filter(|view| is_victim(view)).count();
    if victims > 0 {
        return (lang.waits_for_victims(victims), false);
    }
    let past = &view.store.run.view.trace.events()[..view.moment.events];
    let last: Option<&GroupAttemptSummary> = past.iter().rev().find_map(|event| match &event.what {
        EventKind::GroupAttempted(summary) if summary.group == *group => Some(&**summary),
        _ => None,
    });
    match last.filter(|summary| matches!(summary.status, GroupStatus::Unschedulable(_))) {
        Some(summary) if minimum.is_none_or(|minimum| member_count >= minimum) => {
            let placed = summary.members.iter().filter(|member| member.node.is_some()).count();
            // Members that are already bound count toward the minimum.
            let counts = MemberCounts { placed: placed + bound, members: summary.members.len() + bound, minimum };
            (lang.fits_of(counts), true)
        }
        _ => (lang.members_here(member_count, minimum), false),
    }
}
