//! Streams: pods that are drawn as one in large runs. On a node, the pods of one owner and priority; in a zone, all pods of a priority.

use api::{Str, Table};

use super::{CapacitySpan, River};
use crate::lanes::Edge;

/// How pods are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamLevel {
    /// By node, owner and priority.
    Owners,
    /// By zone and priority.
    Zones,
}

/// A change of an amount and of a number of pods.
type AmountChange = (Edge, i64, i64);

/// A node or a zone with its streams.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamBand {
    /// The node, or the zone; empty for nodes without a zone.
    pub name: Str,
    /// The number of nodes in it.
    pub nodes: usize,
    /// The capacity from each of its changes on.
    pub capacity: Vec<(Edge, i64)>,
    /// The largest capacity, or the largest sum of requests if that is more.
    pub height: i64,
    /// The streams, from the bottom up: the highest priority first.
    pub streams: Vec<Stream>,
}

/// Pods that are drawn as one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// The owner; empty for pods without one, and in zones.
    pub owner: Str,
    pub priority: i32,
    /// What they request, from each change on.
    pub levels: Vec<StreamLevelAt>,
}

/// The height of a stream from an edge on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StreamLevelAt {
    pub from: Edge,
    pub amount: i64,
    pub pods: i64,
}

/// The last value at or before a number of events in a list of changes.
pub fn value_at<T>(changes: &[T], events: usize, edge: impl Fn(&T) -> Edge) -> Option<&T> {
    changes.partition_point(|change| edge(change).events <= events).checked_sub(1).map(|last| &changes[last])
}

impl River {
    /// The bands with their pods joined into streams.
    #[must_use]
    pub fn join_streams(&self, level: StreamLevel) -> Vec<StreamBand> {
        let names = self.bands.iter().map(|band| match level {
            StreamLevel::Owners => band.node.clone(),
            StreamLevel::Zones => band.zone.clone(),
        });
        let (mut bands, mut indices, mut by_name) = (Vec::<StreamBand>::new(), Vec::new(), Table::<Str, usize>::new());
        for name in names {
            let index = *by_name.or_insert_with(name.clone(), || {
                bands.push(StreamBand { name, nodes: 0, capacity: Vec::new(), height: 0, streams: Vec::new() });
                bands.len() - 1
            });
            bands[index].nodes += 1;
            indices.push(index);
        }
        let mut capacities: Vec<Vec<(Edge, i64)>> = vec![Vec::new(); bands.len()];
        for (band, index) in self.bands.iter().zip(&indices) {
            capacities[*index].extend(band.spans.iter().flat_map(span_changes));
        }
        let mut changes: Vec<Table<(i32, Str), Vec<AmountChange>>> = vec![Table::new(); bands.len()];
        for life in &self.pods {
            let owner = if level == StreamLevel::Owners { life.owner.clone() } else { Str::default() };
            for stay in &life.stays {
                let stream = changes[indices[stay.band]].or_default((life.priority, owner.clone()));
                for piece in &stay.pieces {
                    stream.push((piece.from, piece.amount(), 1));
                    stream.extend(piece.to.map(|to| (to, piece.amount().saturating_neg(), -1)));
                }
            }
        }
        for ((band, capacity), changes) in bands.iter_mut().zip(capacities).zip(changes) {
            band.capacity = sum_changes(capacity.into_iter().map(|(edge, delta)| (edge, delta, 0)))
                .into_iter()
                .map(|level| (level.from, level.amount))
                .collect();
            let all = changes.values().flatten().copied();
            let highest = sum_changes(all).iter().map(|level| level.amount).max().unwrap_or(0);
            band.height = band.capacity.iter().map(|(_, amount)| *amount).max().unwrap_or(0).max(highest);
            let streams = changes.iter().map(|((priority, owner), changes)| Stream {
                owner: owner.clone(),
                priority: *priority,
                levels: sum_changes(changes.iter().copied()),
            });
            band.streams = streams.collect();
            band.streams.sort_by_key(|stream| std::cmp::Reverse(stream.priority));
        }
        bands
    }
}

fn span_changes(span: &CapacitySpan) -> impl Iterator<Item = (Edge, i64)> + use<> {
    [Some((span.from, span.capacity)), span.to.map(|to| (to, span.capacity.saturating_neg()))].into_iter().flatten()
}

/// Sums changes of an amount and of a number of pods; changes at the same edge become one.
fn sum_changes(changes: impl IntoIterator<Item = AmountChange>) -> Vec<StreamLevelAt> {
    let mut sorted: Vec<AmountChange> = changes.into_iter().collect();
    sorted.sort_by_key(|(edge, ..)| edge.events);
    let (mut levels, mut amount, mut pods) = (Vec::<StreamLevelAt>::new(), 0_i64, 0_i64);
    for (from, delta, count) in sorted {
        amount = amount.saturating_add(delta);
        pods += count;
        match levels.last_mut().filter(|last| last.from.events == from.events) {
            Some(last) => (last.amount, last.pods) = (amount, pods),
            None => levels.push(StreamLevelAt { from, amount, pods }),
        }
    }
    levels
}
