//! A sorted table of claims. Copies share what does not change, because each change of a claim creates another state.

use std::rc::Rc;

use api::{Str, devices::ResourceClaim};

/// Namespace and name of a claim; or its uid and an empty text.
pub(crate) type ClaimKey = (Str, Str);

type Leaf = Vec<(ClaimKey, Rc<ResourceClaim>)>;

/// Maximum number of entries of a leaf; a full one is split.
const LEAF: usize = 32;

/// Claims by key, in leaves that are shared between copies of the table.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClaimTable {
    /// Sorted leaves, none of which is empty.
    leaves: Vec<Rc<Leaf>>,
}

impl ClaimTable {
    /// Returns the leaf that has or would have a key, and the position in it.
    fn find(&self, key: &ClaimKey) -> (usize, Result<usize, usize>) {
        let leaf = self.leaves.partition_point(|leaf| leaf[0].0 <= *key).saturating_sub(1);
        let entries = self.leaves.get(leaf).map_or(&[][..], |leaf| leaf.as_slice());
        (leaf, entries.binary_search_by(|(other, _)| other.cmp(key)))
    }

    pub(crate) fn get(&self, key: &ClaimKey) -> Option<&Rc<ResourceClaim>> {
        let (leaf, place) = self.find(key);
        let within = place.ok()?;
        Some(&self.leaves[leaf][within].1)
    }

    /// Returns all claims, sorted by key.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Rc<ResourceClaim>> {
        self.leaves.iter().flat_map(|leaf| leaf.iter()).map(|(_, claim)| claim)
    }

    /// Inserts a claim, or removes the one with the key. Returns the previous claim.
    pub(crate) fn set(&mut self, key: ClaimKey, claim: Option<Rc<ResourceClaim>>) -> Option<Rc<ResourceClaim>> {
        let (at, place) = self.find(&key);
        match (place, claim) {
            (Ok(within), Some(claim)) => {
                Some(std::mem::replace(&mut Rc::make_mut(&mut self.leaves[at])[within].1, claim))
            }
            (Err(_), None) => None,
            (Ok(within), None) => {
                let (_, claim) = Rc::make_mut(&mut self.leaves[at]).remove(within);
                self.join_leaves(at);
                self.join_leaves(at.saturating_sub(1));
                Some(claim)
            }
            (Err(within), Some(claim)) => {
                if self.leaves.is_empty() {
                    self.leaves.push(Rc::default());
                }
                let leaf = Rc::make_mut(&mut self.leaves[at]);
                leaf.insert(within, (key, claim));
                if leaf.len() > LEAF {
                    // If keys are inserted in order, leaves stay full.
                    let rest = leaf.split_off(if within == LEAF { LEAF } else { LEAF / 2 });
                    self.leaves.insert(at + 1, Rc::new(rest));
                }
                None
            }
        }
    }

    /// Merges a leaf with the next one if both together are small.
    fn join_leaves(&mut self, at: usize) {
        if let Some([leaf, next]) = self.leaves.get_mut(at..at + 2)
            && leaf.len() + next.len() <= LEAF / 2
        {
            Rc::make_mut(leaf).extend(next.iter().cloned());
            self.leaves.remove(at + 1);
        }
        if self.leaves.get(at).is_some_and(|leaf| leaf.is_empty()) {
            self.leaves.remove(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use api::Table;

    use super::*;

    #[test]
    fn claim_table_copies_are_independent() {
        let (mut table, mut plain) = (ClaimTable::default(), Table::new());
        let mut copies = Vec::new();
        let claim = Rc::new(ResourceClaim::default());
        let named = |name: u64| {
            let mut claim = (*claim).clone();
            claim.metadata.name = name.to_string().into();
            Rc::new(claim)
        };
        let mut random = 1_u64;
        for step in 0_u64..4000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Claims are first added in order, then added and removed at random, and finally all removed.
            let number = if step < 500 { 1000 + step } else { (random >> 33) % 1500 };
            let key: ClaimKey = ((number % 3).to_string().into(), format!("{number:04}").into());
            assert_eq!(table.get(&key), plain.get(&key));
            let goes = step >= 500 && (random >> 20) % 8 < 1 + step / 600;
            let old = if goes { plain.remove(&key) } else { plain.insert(key.clone(), named(step)) };
            assert_eq!(table.set(key.clone(), (!goes).then(|| named(step))), old);
            assert_eq!(table.get(&key), plain.get(&key));
            if step % 250 == 0 {
                copies.push((table.clone(), plain.clone()));
            }
            assert!(table.leaves.iter().all(|leaf| (1..=LEAF).contains(&leaf.len())));
        }
        copies.push((table, plain));
        for (table, plain) in copies {
            assert!(table.values().eq(plain.values()));
        }
    }

    /// Full leaves are what makes copies cheap in a large cluster.
    #[test]
    fn leaves_are_full_after_insertions_in_order_and_small_neighbors_are_joined() {
        let mut table = ClaimTable::default();
        let key = |number: usize| -> ClaimKey { (Str::default(), format!("{number:04}").into()) };
        for number in 0..2 * LEAF {
            table.set(key(number), Some(Rc::default()));
        }
        let sizes = |table: &ClaimTable| table.leaves.iter().map(|leaf| leaf.len()).collect::<Vec<_>>();
        assert_eq!(sizes(&table), [LEAF, LEAF]);
        let quarter = LEAF / 4;
        for number in (quarter..LEAF).chain(LEAF + quarter + 1..2 * LEAF) {
            table.set(key(number), None);
        }
        assert_eq!(sizes(&table), [quarter, quarter + 1]);
        table.set(key(LEAF), None);
        assert_eq!(sizes(&table), [2 * quarter]);
    }
}
