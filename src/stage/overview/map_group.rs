//! The group shown on the map: the nodes of its members, and its state.

use std::collections::BTreeSet;

use api::{NamespacedName, Set};
use i18n::{Lang, MemberCounts};
use scene::group_model::{GroupMark, GroupScene, group_mark};
use trace::Frame;
use yew::{Html, html};

use crate::{draw::group_marks::draw_hexagon, overview::cells::NodeCells};

/// The group of the selected pod, or else the one in its cycle.
#[derive(Clone, Debug, PartialEq)]
pub struct MapGroup {
    pub mark: GroupMark,
    name: String,
    text: String,
    is_gang: bool,
    /// The cells with members on their nodes.
    pub(crate) bound: Vec<usize>,
    /// The cells with members that are placed, but not bound.
    pub(crate) placed: Vec<usize>,
}

impl MapGroup {
    /// The group of a moment, on the cells of a map.
    pub fn at_moment(
        lang: Lang,
        cells: &NodeCells,
        frame: &Frame,
        scene: Option<&GroupScene>,
        selected_pod: Option<&NamespacedName>,
    ) -> Option<Self> {
        let chosen = selected_pod.and_then(|pod| frame.pods.get(pod)?.pod.group_key());
        let group = chosen.or_else(|| scene.map(|scene| scene.band.group.clone()))?;
        let scene = scene.filter(|scene| scene.band.group == group);
        let minimum = frame.pod_groups.get(&group)?.min_count();
        let is_member = |view: &&std::rc::Rc<trace::PodView>| {
            !view.phase.is_over() && view.pod.group_key().as_ref() == Some(&group)
        };
        let members: Vec<_> = frame.pods.values().filter(is_member).collect();
        let cells_of = |nodes: Set<&str>| -> Vec<usize> {
            let indices: BTreeSet<usize> = nodes.into_iter().filter_map(|node| cells.find_node(node)).collect();
            indices.into_iter().collect()
        };
        let bound = cells_of(members.iter().filter_map(|view| view.node.as_deref()).collect());
        let placed = cells_of(scene.iter().flat_map(|scene| &scene.ghosts).map(|(_, node, _)| &**node).collect());
        let text = match scene {
            Some(scene) => {
                let band = &scene.band;
                if band.is_given_up() {
                    lang.nominated_of(band.nominated_count(), band.slots.len())
                } else {
                    let counts = MemberCounts { placed: band.placed, members: band.slots.len(), minimum };
                    lang.placed_beside(counts, band.bound.len())
                }
            }
            None => {
                let on_node = members.iter().filter(|view| view.node.is_some()).count();
                lang.members_on_nodes(on_node, members.len(), bound.len())
            }
        };
        Some(Self {
            mark: group_mark(frame, &group)?,
            name: group.name().to_owned(),
            text,
            is_gang: minimum.is_some(),
            bound,
            placed,
        })
    }

    /// Draws the band above the map.
    pub fn draw_band(&self) -> Html {
        html! {
            <p class={format!("overview-group g{} {}", self.mark.hue, if self.is_gang { "gang" } else { "basic" })}>
                <svg width="22" height="20" viewBox="0 0 22 20" class="picture-of-mark" aria-hidden="true">{ draw_hexagon(self.mark, 11, 10, 10) }</svg>
                <b>{ self.name.clone() }</b>
                <span>{ self.text.clone() }</span>
            </p>
        }
    }
}
