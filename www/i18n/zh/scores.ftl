### The scores on the stage.

## Fixed words

raw = 原始值
normalized = 归一化
largest = 最大值
smallest = 最小值
already-normalized = 无需归一化：直接采用原始分
fewer-is-better = 最小者最好

## Sentences

same-on-every-node = 每个节点都一样：{ $sum } = { $parts }
behind = 落后 { $points }
nodes = { $count } 个节点
