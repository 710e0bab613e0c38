### Texts for the arithmetic of scores.

scaled-between = 按 { $low } 到 { $high } 换算
no-image = 节点上没有该 Pod 的镜像。
part-of = { $total } 中的 { $part }
balance-with = 放上该 Pod：{ $formula } = { $value }
balance-without = 不放该 Pod：{ $formula } = { $value }
spread-formula = { $key }：{ $pods } 个 Pod × { $weight } + { $skew }
