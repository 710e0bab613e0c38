//! The node at a point of a field: the pods that stay and the new pod in it, and beside it the pods that have to go.

use i18n::{Lang, field::words, format_amount, short_pod_name};
use protocol::{FieldAnswer, FieldNode, FieldPod};
use scene::priority::{format_priority, priority_class};
use yew::{Html, html};

use super::{LABEL_SIZE, SMALL_SIZE, hatching::hatch_lines};
use crate::draw::text_layout::{Area, Size, TextAnchor, clip_text, draw_path, draw_rect, draw_text, text_width};

/// The height of the heading, and of the room above the capacity for a pod that does not fit.
const HEADING: i64 = 30;

/// The least height of a pod with its name.
const MIN_TEXT_HEIGHT: i64 = 15;

/// Draws the node of a decision. `priorities` are all priorities, ascending.
pub fn draw_field_node(lang: Lang, node: &FieldNode, answer: &FieldAnswer, priorities: &[i32], size: Size) -> Html {
    let Size { width: w, height: h } = size;
    let picture = NodePicture::new(lang, node, answer, priorities, size);
    let has_victims = node.pods.iter().any(|pod| pod.is_victim);
    let amount = |value: i64| format_amount(&node.resource, value);
    let sentences = words(lang);
    let staying: i64 = node.pods.iter().filter(|pod| !pod.is_victim).map(|pod| pod.amount).sum();
    let heading = sentences.node_stays(&amount(staying), &amount(node.capacity), node.resource.name());
    let name = clip_text(&node.name, LABEL_SIZE + 4, w / 2);
    let heading_x = 12 + text_width(&name, LABEL_SIZE + 4);
    html! {
        <svg class="picture field-node" viewBox={format!("0 0 {w} {h}")} width={w.to_string()} height={h.to_string()} data-node={node.name.to_string()}>
            { draw_text(2, 20, LABEL_SIZE + 4, "strong", TextAnchor::Start, name) }
            { draw_text(heading_x, 20, SMALL_SIZE, "soft", TextAnchor::Start, clip_text(&heading, SMALL_SIZE, w - heading_x)) }
            { picture.draw_vessel() }
            if has_victims { { picture.draw_victims() } }
        </svg>
    }
}

struct NodePicture<'n> {
    lang: Lang,
    node: &'n FieldNode,
    answer: &'n FieldAnswer,
    priorities: &'n [i32],
    /// The vessel, from the floor to the rim.
    vessel: Area,
    /// The place of the victims.
    tray: Area,
    /// The amount that the height of the column represents.
    capacity: i64,
}

impl<'n> NodePicture<'n> {
    fn new(
        lang: Lang,
        node: &'n FieldNode,
        answer: &'n FieldAnswer,
        priorities: &'n [i32],
        Size { width: w, height: h }: Size,
    ) -> Self {
        let capacity = node.capacity.max(1);
        let taken: i64 = node.pods.iter().filter(|pod| !pod.is_victim).map(|pod| pod.amount).sum();
        // A pod that does not fit reaches above the capacity, to scale, but at most by half the height of the column.
        let excess = (taken + node.newcomer.amount - capacity).clamp(0, capacity / 2);
        let height = h - HEADING - 12;
        let full = height * capacity / (capacity + excess).max(1);
        let tray_width = w * 2 / 5;
        let vessel = Area::new(4, h - 6 - full, w - tray_width - 44, full);
        let tray = Area::new(w - tray_width - 2, vessel.y, tray_width, full);
        Self { lang, node, answer, priorities, vessel, tray, capacity }
    }

    /// The height of an amount.
    fn height_of(&self, amount: i64) -> i64 {
        amount.clamp(0, self.capacity * 3 / 2) * self.vessel.h / self.capacity
    }

    fn draw_vessel(&self) -> Html {
        let Area { x, y, w, h } = self.vessel;
        let mut floor = y + h;
        let staying = self.node.pods.iter().rev().filter(|pod| !pod.is_victim);
        let tiles: Vec<Html> = staying
            .map(|pod| {
                let height = self.height_of(pod.amount);
                floor -= height;
                self.draw_pod(pod, Area::new(x + 2, floor, w - 4, height), "")
            })
            .collect();
        let newcomer_height = self.height_of(self.node.newcomer.amount).min(floor - HEADING);
        let newcomer = Area::new(x + 2, floor - newcomer_height, w - 4, newcomer_height);
        let tick = |part: i64| {
            let value = self.capacity * part / 4;
            let label = format_amount(&self.node.resource, value);
            draw_text(x + w + 6, y + h - h * part / 4 + 4, SMALL_SIZE, "soft", TextAnchor::Start, label)
        };
        html! {
            <>
                { draw_rect(self.vessel, "ground", 2) }
                { for tiles }
                { self.draw_newcomer(newcomer) }
                { draw_path(format!("M{} {y}H{}", x - 4, x + w + 4), "rim") }
                { for [0, 2, 4].map(tick) }
            </>
        }
    }

    /// Draws the new pod on top of those that stay: it fits, or it reaches above the capacity.
    fn draw_newcomer(&self, area: Area) -> Html {
        let fits = !self.answer.is_pending();
        let labels = words(self.lang).field_labels();
        let newcomer = &self.node.newcomer;
        let verdict = if fits { labels.fits_label } else { labels.pending_label };
        let class = format!("pod newcomer {} {}", self.class_of(newcomer), if fits { "fits" } else { "" });
        let strip = Area { w: 44.min(area.w / 4), ..area };
        let x = strip.x + strip.w + 8;
        let room = area.x + area.w - x - 4;
        let middle = area.y + area.h / 2;
        let needs = words(self.lang).pod_needs(
            short_pod_name(&newcomer.pod),
            &format_amount(&self.node.resource, newcomer.amount),
            self.node.resource.name(),
        );
        let is_high = area.h >= 2 * MIN_TEXT_HEIGHT + 6;
        html! {
            <g {class}>
                { draw_rect(area, "body", 3) }
                { draw_rect(strip, "strip", 3) }
                if area.h >= MIN_TEXT_HEIGHT {
                    { draw_text(strip.x + strip.w / 2, middle + 4, SMALL_SIZE, "rank", TextAnchor::Middle, format_priority(newcomer.priority)) }
                    { draw_text(x, if is_high { middle - 3 } else { middle + 5 }, LABEL_SIZE, "name", TextAnchor::Start, clip_text(&needs, LABEL_SIZE, room)) }
                }
                if is_high { { draw_text(x, middle + 15, LABEL_SIZE, if fits { "good" } else { "bad" }, TextAnchor::Start, verdict.to_owned()) } }
            </g>
        }
    }

    /// Draws the pods that have to go, the most important on top.
    fn draw_victims(&self) -> Html {
        let victims: Vec<&FieldPod> = self.node.pods.iter().filter(|pod| pod.is_victim).collect();
        let count = victims.len();
        let mut floor = self.tray.y + self.tray.h;
        let tiles: Vec<Html> = victims
            .into_iter()
            .rev()
            .map(|pod| {
                let height = self.height_of(pod.amount).max(3);
                floor -= height + 4;
                self.draw_pod(pod, Area::new(self.tray.x, floor, self.tray.w, height), " ✗")
            })
            .collect();
        let heading = words(self.lang).victims_heading(count);
        let y = (floor - 8).max(HEADING + 12);
        html! {
            <>
                { for tiles }
                { draw_text(self.tray.x, y, SMALL_SIZE, "bad", TextAnchor::Start, clip_text(&heading, SMALL_SIZE, self.tray.w)) }
            </>
        }
    }

    fn draw_pod(&self, pod: &FieldPod, area: Area, mark: &str) -> Html {
        let size = SMALL_SIZE.min(area.h - 2);
        let amount = format_amount(&self.node.resource, pod.amount);
        let rank = format_priority(pod.priority);
        let name_x = area.x + 12 + text_width(&rank, SMALL_SIZE);
        let name_room = area.x + area.w - name_x - text_width(&amount, SMALL_SIZE) - 10;
        let name = clip_text(&[short_pod_name(&pod.pod), mark].concat(), SMALL_SIZE, name_room);
        let y = area.y + area.h / 2 + size / 3;
        let fate = match self.answer {
            FieldAnswer::Preempts { .. } if pod.is_victim => "victim",
            FieldAnswer::Preempts { .. } => "stays",
            _ => "",
        };
        let class = format!("pod {} {fate}", self.class_of(pod));
        let corners = [
            [area.x, area.y],
            [area.x + area.w, area.y],
            [area.x + area.w, area.y + area.h],
            [area.x, area.y + area.h],
        ];
        let hatching = || hatch_lines(&[corners.iter().map(|point| point.map(|pixel| pixel * 10)).collect()]);
        html! {
            <g {class} data-pod={pod.pod.to_string()}>
                { draw_rect(area, "body", 2) }
                if pod.is_victim { { draw_path(hatching(), "hatch") } }
                if area.h >= MIN_TEXT_HEIGHT {
                    { draw_text(area.x + 6, y, SMALL_SIZE, "rank", TextAnchor::Start, rank) }
                    { draw_text(name_x, y, SMALL_SIZE, "name", TextAnchor::Start, name) }
                    { draw_text(area.x + area.w - 6, y, SMALL_SIZE, "amount", TextAnchor::End, amount) }
                }
            </g>
        }
    }

    fn class_of(&self, pod: &FieldPod) -> String {
        priority_class(self.priorities, pod.priority)
    }
}
