//! Stacks pods in a band, so that each keeps its place for as long as it is there.

use super::BandSlot;

/// The places that are taken in a stack.
#[derive(Clone, Debug, Default)]
pub(super) struct SlotStack {
    /// Places with the index of their owner, from the bottom up.
    taken: Vec<(BandSlot, usize)>,
}

impl SlotStack {
    /// Gives a place to `owner`: at `preferred` if it is free there, else the lowest gap below `limit` that is high enough; if there is none, several
    /// smaller gaps, and what doesn't fit below the limit on top.
    pub(super) fn add_owner(&mut self, owner: usize, amount: i64, limit: i64, preferred: Option<i64>) -> Vec<BandSlot> {
        let gaps = self.gaps_below(limit);
        let stays = preferred.filter(|offset| {
            gaps.iter().any(|gap| gap.offset <= *offset && gap.top() >= offset.saturating_add(amount))
        });
        let lowest = || gaps.iter().find(|gap| gap.amount >= amount).map(|gap| gap.offset);
        let slots = match stays.or_else(lowest) {
            Some(offset) => vec![BandSlot { offset, amount }],
            None => {
                let (mut slots, mut rest) = (Vec::new(), amount);
                for gap in &gaps {
                    let part = gap.amount.min(rest);
                    slots.push(BandSlot { offset: gap.offset, amount: part });
                    rest -= part;
                }
                match slots.last_mut() {
                    // What is beyond the limit continues the last part if nothing is between them.
                    Some(last) if last.top() >= self.top().max(limit) => last.amount = last.amount.saturating_add(rest),
                    _ if rest > 0 => slots.push(BandSlot { offset: self.top().max(limit.max(0)), amount: rest }),
                    _ => {}
                }
                slots
            }
        };
        // Without a height, it takes no place from others.
        self.taken.extend(slots.iter().filter(|slot| slot.amount > 0).map(|slot| (*slot, owner)));
        self.taken.sort_unstable();
        debug_assert!(self.taken.windows(2).all(|pair| pair[0].0.top() <= pair[1].0.offset), "no two pods overlap");
        slots
    }

    /// Frees the places of `owner`.
    pub(super) fn remove_owner(&mut self, owner: usize) {
        self.taken.retain(|(_, other)| *other != owner);
    }

    /// The upper end of the highest place that is taken.
    pub(super) fn top(&self) -> i64 {
        self.taken.last().map_or(0, |(slot, _)| slot.top())
    }

    /// The free places below a limit, from the bottom up.
    fn gaps_below(&self, limit: i64) -> Vec<BandSlot> {
        let (mut gaps, mut floor) = (Vec::new(), 0);
        let ends = self.taken.iter().map(|(slot, _)| (slot.offset, slot.top())).chain([(i64::MAX, i64::MAX)]);
        for (start, end) in ends {
            let ceiling = start.min(limit);
            if ceiling > floor {
                gaps.push(BandSlot { offset: floor, amount: ceiling - floor });
            }
            floor = floor.max(end);
        }
        gaps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Adds pods to a stack with the limit 10 and removes others, by steps such as "a3 -a": a of 3, a again.
    fn places_after(steps: &str) -> String {
        let mut stack = SlotStack::default();
        let mut last = Vec::new();
        for step in steps.split(' ') {
            let (name, amount) = step.split_at(1);
            match name {
                "-" => stack.remove_owner(amount.as_bytes()[0].into()),
                _ => last = stack.add_owner(name.as_bytes()[0].into(), amount.parse().expect("an amount"), 10, None),
            }
        }
        last.iter().map(|slot| format!("{}+{}", slot.offset, slot.amount)).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_pod_whose_request_changes_stays_where_it_is_if_it_can() {
        let mut stack = SlotStack::default();
        stack.add_owner(1, 2, 10, None);
        stack.add_owner(2, 3, 10, None);
        stack.remove_owner(1);
        for (amount, wanted) in [(4, 2), (9, 0)] {
            stack.remove_owner(2);
            assert_eq!(stack.add_owner(2, amount, 10, Some(2)), [BandSlot { offset: wanted, amount }]);
        }
    }

    #[test]
    fn a_pod_gets_the_lowest_gap_or_is_split() {
        for (steps, wanted) in [
            ("a3", "0+3"),
            ("a3 b2", "3+2"),
            ("a3 b2 c1 -b d1", "3+1"),
            ("a3 b2 c1 -b d3", "6+3"),
            // Only smaller gaps are free.
            ("a3 b3 c4 -a -c d7", "0+3 6+4"),
            // Overcommitted: the rest is on top.
            ("a8 b4", "8+4"),
            ("a8 b4 c2", "12+2"),
            ("a8 b4 c2 -b d3", "8+2 14+1"),
            ("a12", "0+12"),
            ("a0", "0+0"),
            ("a10 b0", ""),
        ] {
            assert_eq!(places_after(steps), wanted, "{steps}");
        }
    }
}
