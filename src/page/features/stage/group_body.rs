//! A group in the queue: one body, wherever its members wait.

use api::NamespacedName;
use i18n::Lang;
use stage::{
    pod_tile::ListTile,
    scene::group_model::{GroupMark, group_mark},
};
use trace::{Frame, Phase};
use yew::{Html, html};

/// What the body of a group shows around its members.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct GroupBody {
    group: NamespacedName,
    mark: GroupMark,
    /// None of a basic group.
    minimum: Option<usize>,
    /// Members that the scheduler knows.
    here: usize,
    /// Those of them that have a node.
    with_node: usize,
}

/// The body that a pod belongs to.
pub(crate) fn body_of<'b>(bodies: &'b [GroupBody], tile: &ListTile) -> Option<&'b GroupBody> {
    bodies.iter().find(|body| body.is_of(tile))
}

impl GroupBody {
    /// All groups.
    pub(crate) fn list_bodies(frame: &Frame) -> Vec<Self> {
        let body = |(key, group): (&NamespacedName, &std::rc::Rc<api::PodGroup>)| {
            let members = frame
                .pods
                .values()
                .filter(|view| !view.phase.is_over() && view.pod.group_key().as_ref() == Some(key))
                .collect::<Vec<_>>();
            let with_node = members.iter().filter(|view| view.node.is_some() && view.phase != Phase::Pending).count();
            let mark = group_mark(frame, key)?;
            Some(Self { group: key.clone(), mark, minimum: group.min_count(), here: members.len(), with_node })
        };
        frame.pod_groups.iter().filter_map(body).collect()
    }

    /// Whether a pod is one of its members.
    pub(crate) fn is_of(&self, tile: &ListTile) -> bool {
        tile.pod.pod.group_key().as_ref() == Some(&self.group)
    }

    /// The body around the tiles of members.
    pub(crate) fn draw_body(&self, lang: Lang, members: Vec<Html>) -> Html {
        let name = self.group.name();
        let text = lang.members_here(self.here, self.minimum);
        let pips = self.here.max(self.minimum.unwrap_or(0)).min(24);
        let pip = |at: usize| {
            let class = match at {
                _ if at < self.with_node => "pip placed",
                _ if at < self.here => "pip",
                _ => "pip missing",
            };
            html! { <><i {class}></i>if self.minimum == Some(at + 1) { <i class="least"></i> }</> }
        };
        let kind = if self.minimum.is_some() { "gang" } else { "basic" };
        html! {
            <li key={format!("group {}", self.group)} class={format!("group-body {kind} g{}", self.mark.hue)} data-group={self.group.to_string()}>
                <p class="group-head" title={lang.group_kind(self.here, self.minimum.is_some())}><span class="hexagon" aria-hidden="true">{ self.mark.letter }</span><b>{ name }</b></p>
                <p class="group-state">{ text }</p>
                <p class="pips" aria-hidden="true">{ for (0..pips).map(pip) }</p>
                <ul>{ for members }</ul>
            </li>
        }
    }
}
