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

/// Returns the index of the total that Go's `heap.Init` puts on top.
///
/// From v1.35 on, upstream's `selectHost` puts the nodes on a heap, so the order of the list determines which of the
/// best nodes is chosen, and nothing is random. From the last parent to the first, each is swapped with the better one
/// of its children (the left one if both are equal), but only if that is better than itself. Tests:
/// `equals_do_not_change_places`, `the_top_is_that_of_a_heap`.
pub(crate) fn heap_top(totals: &[i64]) -> usize {
    let mut top: Vec<usize> = (0..totals.len()).collect();
    for parent in (0..totals.len() / 2).rev() {
        let mut best = top[parent];
        for child in [2 * parent + 1, 2 * parent + 2] {
            if let Some(&larger_child) = top.get(child)
                && totals[larger_child] > totals[best]
            {
                best = larger_child;
            }
        }
        top[parent] = best;
    }
    let first = top.first().copied().unwrap_or(0);
    debug_assert!(
        totals.iter().all(|total| totals.get(first).is_some_and(|best| best >= total)),
        "the top of a heap is the best"
    );
    first
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

    proptest::proptest! {
        #[test]
        fn the_top_is_that_of_a_heap(totals in proptest::collection::vec(0_i64..4, 1..20)) {
            proptest::prop_assert_eq!(heap_top(&totals), heap_init(&totals));
        }
    }

    #[test]
    fn equals_do_not_change_places() {
        for (totals, expected) in [(&[7, 7, 7][..], 0), (&[5, 7, 7], 1), (&[5, 6, 7, 7, 6], 3), (&[5, 6, 7, 6, 6], 2)] {
            assert_eq!(heap_top(totals), expected, "{totals:?}");
        }
    }
}
