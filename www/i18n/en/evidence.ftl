### Texts for the arithmetic of scores.

scaled-between = scaled from { $low } to { $high }
no-image = The node has none of the pod’s images.
part-of = { $part } of { $total }
balance-with = with the pod: { $formula } = { $value }
balance-without = without the pod: { $formula } = { $value }
spread-formula = { $key }: { $pods } pods × { $weight } + { $skew }
