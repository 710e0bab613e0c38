//! Gives every pod of a river its place: in the stack of its node, at the bank, or on the rim of the node that it is nominated to.

use super::{CapacitySpan, River, WaitPlace, is_within, slots::SlotStack};
use crate::lanes::Edge;

/// Something that takes a place from an edge to another.
struct Placed {
    from: Edge,
    to: Option<Edge>,
    amount: i64,
    /// The indices of the pod, of its stay or wait, and of the piece of the stay.
    at: (usize, usize, usize),
}

/// Places all pods, computes the heights, and orders the bands.
pub(super) fn lay_out(mut river: River) -> River {
    place_stays(&mut river);
    place_waits(&mut river);
    order_bands(&mut river);
    river
}

/// Calls `place` for everything in the order in which it begins, after whatever has ended by then was removed from the stack.
fn sweep(mut placed: Vec<Placed>, stack: &mut SlotStack, mut place: impl FnMut(&mut SlotStack, usize, &Placed)) {
    placed.sort_by_key(|item| (item.from.events, item.at));
    let mut ends: Vec<(usize, usize)> =
        placed.iter().enumerate().filter_map(|(index, item)| Some((item.to?.events, index))).collect();
    ends.sort_unstable();
    let mut ended = ends.iter().peekable();
    for (index, item) in placed.iter().enumerate() {
        while let Some((_, index)) = ended.next_if(|(events, _)| *events <= item.from.events) {
            stack.remove_owner(*index);
        }
        place(stack, index, item);
    }
}

fn place_stays(river: &mut River) {
    let mut by_band: Vec<Vec<Placed>> = river.bands.iter().map(|_| Vec::new()).collect();
    for (pod, life) in river.pods.iter().enumerate() {
        for (at, stay) in life.stays.iter().enumerate() {
            let pieces = stay.pieces.iter().enumerate().map(|(number, piece)| Placed {
                from: piece.from,
                to: piece.to,
                amount: piece.amount(),
                at: (pod, at, number),
            });
            by_band[stay.band].extend(pieces);
        }
    }
    for (band, placed) in by_band.into_iter().enumerate() {
        let spans = river.bands[band].spans.clone();
        let mut height = river.bands[band].capacity();
        sweep(placed, &mut SlotStack::default(), |stack, owner, item| {
            let (pod, stay, number) = item.at;
            let pieces = &mut river.pods[pod].stays[stay].pieces;
            let before = number.checked_sub(1).and_then(|before| pieces[before].slots.first());
            let limit = capacity_at(&spans, item.from.events);
            pieces[number].slots = stack.add_owner(owner, item.amount, limit, before.map(|slot| slot.offset));
            height = height.max(stack.top());
        });
        river.bands[band].height = height;
    }
}

/// The capacity after a number of events; while the node doesn't exist, the one before.
fn capacity_at(spans: &[CapacitySpan], events: usize) -> i64 {
    let current = spans.iter().find(|span| is_within(span.from, span.to, events));
    let before = || spans.iter().rev().find(|span| span.from.events <= events);
    current.or_else(before).map_or(0, |span| span.capacity)
}

fn place_waits(river: &mut River) {
    let places = (0..river.bands.len()).map(WaitPlace::Rim).chain([WaitPlace::Bank]);
    let mut by_place: Vec<Vec<Placed>> = places.clone().map(|_| Vec::new()).collect();
    for (pod, life) in river.pods.iter().enumerate() {
        for (at, wait) in life.waits.iter().enumerate() {
            let place = match wait.place {
                WaitPlace::Bank if wait.is_brief() => continue,
                WaitPlace::Bank => river.bands.len(),
                WaitPlace::Rim(band) => band,
            };
            by_place[place].push(Placed { from: wait.from, to: wait.to, amount: wait.amount, at: (pod, at, 0) });
        }
    }
    for (place, placed) in places.zip(by_place) {
        let mut height = 0;
        sweep(placed, &mut SlotStack::default(), |stack, owner, item| {
            let slots = stack.add_owner(owner, item.amount, i64::MAX, None);
            river.pods[item.at.0].waits[item.at.1].offset = slots.first().map_or(0, |slot| slot.offset);
            height = height.max(stack.top());
        });
        match place {
            WaitPlace::Bank => river.bank_height = height,
            WaitPlace::Rim(band) => river.bands[band].headroom = height,
        }
    }
}

/// Orders the bands by the first pod that they get, then by name.
fn order_bands(river: &mut River) {
    let mut first_stays: Vec<usize> = vec![usize::MAX; river.bands.len()];
    for stay in river.pods.iter().flat_map(|life| &life.stays) {
        first_stays[stay.band] = first_stays[stay.band].min(stay.from.events);
    }
    let mut order: Vec<usize> = (0..river.bands.len()).collect();
    order.sort_by(|one, other| {
        let rank = |band: &usize| first_stays[*band];
        rank(one).cmp(&rank(other)).then_with(|| river.bands[*one].node.cmp(&river.bands[*other].node))
    });
    let mut new_index = vec![0; order.len()];
    for (new, old) in order.iter().enumerate() {
        new_index[*old] = new;
    }
    river.bands = order.iter().map(|old| river.bands[*old].clone()).collect();
    for life in &mut river.pods {
        for stay in &mut life.stays {
            stay.band = new_index[stay.band];
        }
        for wait in &mut life.waits {
            if let WaitPlace::Rim(band) = &mut wait.place {
                *band = new_index[*band];
            }
        }
    }
}
