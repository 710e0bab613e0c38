//! Where everything of a river is in a picture of a given size, and how much of it is drawn.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels

use api::resources::Resource;
use trace::{
    lanes::Edge,
    river::{
        River, RiverBand, Weir,
        streams::{StreamBand, StreamLevel},
    },
};

use super::river_ctx::RiverCtx;
use crate::draw::text_layout::Size;

/// The sizes of names and of other labels.
pub(super) const NAME_SIZE: i64 = 14;
pub(super) const LABEL_SIZE: i64 = 12;
pub(super) const SMALL_SIZE: i64 = 11;

/// The room for names beside the picture.
const NAME_ROOM: f64 = 104.0;
/// The height of a line of text about a budget that never changes.
const LINE: f64 = 18.0;
/// A CPU is at most this high, and a band of any resource takes at most this share of the picture.
const MAX_CPU: f64 = 60.0;
const MAX_BAND_SHARE: f64 = 0.5;
/// The bank takes at most this share.
const MAX_BANK_SHARE: f64 = 0.3;
/// The largest numbers of nodes and pods that are drawn one by one, and of pods that are joined by owner.
const MAX_NODES: usize = 12;
const MAX_RIBBONS: usize = 160;
const MAX_JOINED: usize = 1200;

/// What surrounds the water.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RiverForm {
    /// Names stand beside it.
    Wide,
    /// Names stand in it, because only a part of it is visible at once.
    Narrow,
    /// Names stand beside it; there are no budgets, and no room for tags: a picture that is seen at half its size.
    Preview,
    /// No words, no budgets, and little room: a picture of the whole run in small.
    Thumbnail,
}

/// The rooms of a form, in pixels.
struct Spacing {
    left: f64,
    right: f64,
    /// Above everything, for the tag of the bank.
    top: f64,
    /// Between the bank and the first band, through which pods fall.
    below_bank: f64,
    band_gap: f64,
    axis: f64,
    /// A band lower than this is not drawn by itself.
    least_band: f64,
}

impl RiverForm {
    fn spacing(self) -> Spacing {
        let wide = Spacing {
            left: NAME_ROOM,
            right: 14.0,
            top: 26.0,
            below_bank: 24.0,
            band_gap: 20.0,
            axis: 30.0,
            least_band: 16.0,
        };
        match self {
            Self::Wide => wide,
            Self::Narrow => Spacing { left: 6.0, ..wide },
            Self::Preview => Spacing { top: 16.0, below_bank: 16.0, band_gap: 10.0, least_band: 10.0, ..wide },
            Self::Thumbnail => {
                Spacing { left: 6.0, right: 6.0, top: 6.0, below_bank: 16.0, band_gap: 9.0, axis: 8.0, least_band: 5.0 }
            }
        }
    }
}

/// How pods are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RiverDetail {
    /// A ribbon for each pod.
    Pods,
    /// A stream for the pods of an owner on a node, or for those of a priority in a zone.
    Joined(StreamLevel),
}

/// The place of a node or zone.
#[derive(Clone, Debug)]
pub struct BandPlace {
    /// The index of the band in the river, or among the joined bands.
    pub band: usize,
    /// The y of its upper edge, without the room above it for nominated pods.
    pub rim: f64,
    /// The y of its lower edge.
    pub floor: f64,
    /// The amount from the floor to the rim.
    pub height: i64,
}

/// The place of a budget.
#[derive(Clone, Copy, Debug)]
pub struct WeirPlace {
    /// The index of the budget in the river.
    pub weir: usize,
    /// The y of its lower edge.
    pub floor: f64,
    /// Pixels for a pod; 0 if the budget is a line of text.
    pub unit: f64,
}

/// Where everything in the picture of a river is, in pixels.
#[derive(Clone, Debug)]
pub struct RiverLayout {
    pub size: Size,
    pub form: RiverForm,
    pub detail: RiverDetail,
    /// Nodes or zones that are drawn joined.
    pub joined: Vec<StreamBand>,
    /// The x at which the time axis begins and ends.
    pub left: f64,
    pub right: f64,
    /// The y of the upper edge of the bank.
    pub top: f64,
    /// The y of the line on which pending pods lie.
    pub bank: f64,
    /// Pixels for a unit of the resource in the bands.
    pub unit: f64,
    /// Pixels for a unit of the resource at the bank.
    pub bank_unit: f64,
    /// The nodes or zones that are drawn, from top to bottom.
    pub bands: Vec<BandPlace>,
    /// The number of nodes that are not drawn because nothing happens on them, and the y of the line that says so.
    pub quiet: Option<(usize, f64)>,
    pub weirs: Vec<WeirPlace>,
    /// The line of the time axis.
    pub axis: f64,
    length: u64,
}

impl RiverLayout {
    /// The layout of a river in a picture of this size.
    #[must_use]
    pub fn new(river: &River, size: Size, length: u64, form: RiverForm) -> Self {
        let pods = river.pods.len();
        let eventful = eventful_bands(river);
        let bands = if river.bands.len() > MAX_NODES { eventful } else { (0..river.bands.len()).collect::<Vec<_>>() };
        let has_few_pods = pods <= MAX_RIBBONS && bands.len() <= MAX_NODES;
        let mut details = Vec::new();
        details.extend(has_few_pods.then_some(RiverDetail::Pods));
        details.extend((pods <= MAX_JOINED).then_some(RiverDetail::Joined(StreamLevel::Owners)));
        details.push(RiverDetail::Joined(StreamLevel::Zones));
        let mut layouts =
            details.into_iter().map(|detail| Self::with_detail(river, size, (length, form), detail, &bands));
        let last = layouts.next_back();
        layouts.find(Self::is_legible).or(last).unwrap_or_else(|| {
            Self::with_detail(river, size, (length, form), RiverDetail::Joined(StreamLevel::Zones), &bands)
        })
    }

    fn with_detail(
        river: &River,
        size: Size,
        (length, form): (u64, RiverForm),
        detail: RiverDetail,
        shown: &[usize],
    ) -> Self {
        let h = size.height as f64;
        let (left, right) = axis_span(size.width, form);
        let spacing = form.spacing();
        let joined = match detail {
            RiverDetail::Pods => Vec::new(),
            RiverDetail::Joined(level) => river.join_streams(level),
        };
        // Per band: its index, its height, and the room above its rim.
        let rows: Vec<(usize, i64, i64)> = match detail {
            RiverDetail::Pods => {
                shown.iter().map(|at| (*at, river.bands[*at].height, river.bands[*at].headroom)).collect()
            }
            RiverDetail::Joined(StreamLevel::Owners) => shown.iter().map(|at| (*at, joined[*at].height, 0)).collect(),
            RiverDetail::Joined(StreamLevel::Zones) => {
                joined.iter().enumerate().map(|(at, band)| (at, band.height, 0)).collect()
            }
        };
        let has_words = form != RiverForm::Thumbnail;
        let all_bands = detail == RiverDetail::Joined(StreamLevel::Zones) || !has_words;
        let hidden = if all_bands { 0 } else { river.bands.len() - rows.len() };
        let has_weirs = matches!(form, RiverForm::Wide | RiverForm::Narrow);
        let weir_room = if has_weirs { weir_room(river, h) } else { WeirRoom { weirs: Vec::new(), total: 0.0 } };
        let gap = spacing.band_gap;
        let gaps = rows.iter().map(|(_, _, headroom)| if *headroom > 0 { gap + 6.0 } else { gap }).sum::<f64>();
        let quiet_room = if hidden > 0 { LINE } else { 0.0 };
        let end = if has_words { 14.0 } else { 0.0 };
        let fixed = spacing.top + spacing.below_bank + gaps + weir_room.total + spacing.axis + quiet_room + end;
        let room = (h - fixed).max(40.0);
        let total =
            rows.iter().map(|(_, height, headroom)| height.saturating_add(*headroom) as f64).sum::<f64>().max(1.0);
        let waiting = river.bank_height as f64;
        let highest = rows.iter().map(|(_, height, _)| *height).max().unwrap_or(1).max(1) as f64;
        let mut limit = MAX_BAND_SHARE * h / highest;
        if river.resource == Resource::Cpu {
            limit = limit.min(MAX_CPU / 1000.0);
        }
        let bank_share = (waiting / (waiting + total)).min(MAX_BANK_SHARE);
        let unit = (room * (1.0 - bank_share) / total).min(limit);
        let bank_room = (room - unit * total).max(0.0);
        let bank_unit = if waiting > 0.0 { (bank_room / waiting).min(unit) } else { unit };
        let bank = spacing.top + (waiting * bank_unit).max(10.0) + 8.0;
        let (mut y, mut bands) = (bank + spacing.below_bank, Vec::new());
        for (band, height, headroom) in rows {
            if headroom > 0 {
                y += headroom as f64 * unit + 6.0;
            }
            let floor = y + height as f64 * unit;
            bands.push(BandPlace { band, rim: y, floor, height });
            y = floor + gap;
        }
        let quiet = (hidden > 0).then(|| {
            y += LINE;
            (hidden, y - LINE / 2.0)
        });
        let mut weirs = Vec::new();
        for (weir, height, unit) in weir_room.weirs {
            y += height;
            weirs.push(WeirPlace { weir, floor: y, unit });
        }
        let size = Size::new(size.width, (y + spacing.axis) as i64);
        Self {
            size,
            form,
            detail,
            joined,
            left,
            right,
            top: spacing.top,
            bank,
            unit,
            bank_unit,
            bands,
            quiet,
            weirs,
            axis: y + 6.0,
            length: length.max(1),
        }
    }

    /// Only the bands between the tags and the axis, for a strip without names.
    #[must_use]
    pub fn visible_height(&self) -> i64 {
        self.axis as i64
    }

    /// Whether every band is high enough to be read.
    fn is_legible(&self) -> bool {
        self.bands.iter().all(|place| place.height == 0 || place.floor - place.rim >= self.form.spacing().least_band)
    }

    /// Whether each pod is drawn by itself.
    #[must_use]
    pub fn has_ribbons(&self) -> bool {
        self.detail == RiverDetail::Pods
    }

    /// Whether the names of nodes are in a margin beside the picture.
    #[must_use]
    pub fn is_wide(&self) -> bool {
        matches!(self.form, RiverForm::Wide | RiverForm::Preview)
    }

    /// The x of a place of the axis.
    #[must_use]
    pub fn x_of_place(&self, place: u64) -> f64 {
        self.left + (self.right - self.left) * place.min(self.length) as f64 / self.length as f64
    }

    /// The place of the axis at an x.
    #[must_use]
    pub fn place_at_x(&self, x: f64) -> f64 {
        ((x - self.left) / (self.right - self.left).max(1.0)).clamp(0.0, 1.0) * self.length as f64
    }

    pub(super) fn x(&self, ctx: &RiverCtx<'_>, edge: Edge) -> f64 {
        self.x_of_place((ctx.scale.place)(edge))
    }

    /// The x of a start; the left edge if it was so from the beginning.
    pub(super) fn start_x(&self, ctx: &RiverCtx<'_>, edge: Edge) -> f64 {
        if edge.at.is_zero() { self.left } else { self.x(ctx, edge) }
    }

    /// The x of an end; the right edge if it lasts.
    pub(super) fn end_x(&self, ctx: &RiverCtx<'_>, edge: Option<Edge>) -> f64 {
        edge.map_or(self.right, |edge| self.x(ctx, edge))
    }

    /// The place of a band of the river, if it is drawn.
    pub(super) fn place_of(&self, band: usize) -> Option<&BandPlace> {
        self.bands.iter().find(|place| place.band == band)
    }
}

/// Where the time axis begins and ends in a picture of this width.
fn axis_span(width: i64, form: RiverForm) -> (f64, f64) {
    let spacing = form.spacing();
    (spacing.left, width as f64 - spacing.right)
}

/// The place of an axis at an x of a picture.
#[must_use]
pub fn place_at_x(x: f64, length: u64, width: i64, form: RiverForm) -> f64 {
    let (left, right) = axis_span(width, form);
    ((x - left) / (right - left).max(1.0)).clamp(0.0, 1.0) * length as f64
}

/// The x of a place of an axis.
#[must_use]
pub fn x_at_place(place: u64, length: u64, width: i64, form: RiverForm) -> f64 {
    let (left, right) = axis_span(width, form);
    left + (right - left) * place.min(length) as f64 / length.max(1) as f64
}

/// The indices of the bands on which something happens after the first instant.
fn eventful_bands(river: &River) -> Vec<usize> {
    let is_late = |edge: Edge| !edge.at.is_zero();
    let has_change =
        |band: &RiverBand| band.headroom > 0 || band.spans.iter().any(|span| is_late(span.from) || span.to.is_some());
    let mut is_eventful: Vec<bool> = river.bands.iter().map(has_change).collect();
    for stay in river.pods.iter().flat_map(|life| &life.stays) {
        is_eventful[stay.band] |= is_late(stay.from) || stay.to.is_some() || stay.shutdown.is_some();
    }
    (0..river.bands.len()).filter(|band| is_eventful[*band]).collect()
}

struct WeirRoom {
    /// For each budget its index, its height, and the pixels for a pod.
    weirs: Vec<(usize, f64, f64)>,
    total: f64,
}

/// The room for budgets. If there are many, or the picture is low, all are lines of text.
fn weir_room(river: &River, h: f64) -> WeirRoom {
    let counted =
        |weir: &&Weir| weir.counts.iter().any(|count| count.expected > 0 || count.healthy > 0 || count.needed > 0);
    let changing = river.weirs.iter().filter(|weir| !weir.is_constant()).count();
    let is_drawn = changing <= 2 && h > 420.0;
    let weirs: Vec<(usize, f64, f64)> = river
        .weirs
        .iter()
        .enumerate()
        .filter(|(_, weir)| counted(weir) || weir.is_constant())
        .map(|(at, weir)| {
            let most = weir.counts.iter().map(|count| count.healthy.max(count.needed)).max().unwrap_or(0).max(1);
            if weir.is_constant() || !is_drawn {
                (at, LINE, 0.0)
            } else {
                let unit = (66.0 / f64::from(most)).min(11.0);
                (at, unit * f64::from(most) + 26.0, unit)
            }
        })
        .take(4)
        .collect();
    WeirRoom { total: weirs.iter().map(|(_, height, _)| height).sum(), weirs }
}
