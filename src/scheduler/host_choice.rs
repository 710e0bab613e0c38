//! Chooses among the nodes with the best total. Upstream: `selectHost`.

use runlog::NodeIx;

/// Sorts the best nodes and removes duplicates. A search over all nodes wraps around at most once, so a rotation nearly
/// always sorts them; but the node order of v1.16 and extenders can return any order.
pub(crate) fn sort_ties(ties: &mut Vec<NodeIx>) {
    let first = ties.first().copied().unwrap_or_default();
    let before_turn = ties.partition_point(|ix| *ix >= first);
    ties.rotate_left(before_turn);
    if !ties.is_sorted() {
        ties.sort_unstable();
    }
    // The order of v1.16 can contain a node twice.
    ties.dedup();
}

/// Returns which of the indices of equal best totals is on top of the heap that Go's `heap.Init` makes of all totals.
///
/// From v1.35 on, upstream's `selectHost` puts the nodes on a heap, so the order of the list determines which of the
/// best nodes is chosen, and nothing is random. From the last parent to the first, each is swapped with the better one
/// of its children (the left one if both are equal), but only if that is better than itself. So a best total that is
/// above others stays there, and one on the left is preferred: the top is the first of them if a tree is read from its
/// root, the left children before the right ones. Tests: `equals_do_not_change_places`, `the_top_is_that_of_a_heap`.
pub(crate) fn heap_top(best: &[usize]) -> usize {
    // The digits of a binary number after the first lead from the root to its place: 0 to the left, 1 to the right.
    let path = |index: usize| {
        let place = index + 1;
        (place << place.leading_zeros(), place)
    };
    best.iter().copied().min_by_key(|index| path(*index)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Go's `heap.Init`, which swaps whole elements.
    fn heap_init(totals: &[i64]) -> usize {
        let mut heap: Vec<usize> = (0..totals.len()).collect();
        let better = |heap: &[usize], a: usize, b: usize| totals[heap[a]] > totals[heap[b]];
        for start in (0..totals.len() / 2).rev() {
            let mut at = start;
            loop {
                let mut child = 2 * at + 1;
                if child >= heap.len() {
                    break;
                }
                if child + 1 < heap.len() && better(&heap, child + 1, child) {
                    child += 1;
                }
                if !better(&heap, child, at) {
                    break;
                }
                heap.swap(at, child);
                at = child;
            }
        }
        heap[0]
    }

    fn best_of(totals: &[i64]) -> Vec<usize> {
        let best = totals.iter().max();
        (0..totals.len()).filter(|index| totals.get(*index) == best).collect()
    }

    proptest::proptest! {
        #[test]
        fn the_top_is_that_of_a_heap(totals in proptest::collection::vec(0_i64..4, 1..20)) {
            proptest::prop_assert_eq!(heap_top(&best_of(&totals)), heap_init(&totals));
        }
    }

    #[test]
    fn equals_do_not_change_places() {
        for (totals, expected) in [(&[7, 7, 7][..], 0), (&[5, 7, 7], 1), (&[5, 6, 7, 7, 6], 3), (&[5, 6, 7, 6, 6], 2)] {
            assert_eq!(heap_top(&best_of(totals)), expected, "{totals:?}");
        }
    }
}
