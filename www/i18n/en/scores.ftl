### The scores on the stage.

## Fixed words

raw = raw
normalized = normalized
largest = largest
smallest = smallest
already-normalized = not normalized: the raw score counts
fewer-is-better = the smallest is the best

## Sentences

same-on-every-node = Same on every node: { $sum } = { $parts }
behind = { $points } behind
nodes = { $count } nodes
