### What can be added to a text that lacks it.

## Fixed words

size = 节点规格
how-many = 节点数量
add-nodes = 添加节点
value = 优先级的值
may-matter = 可能影响决策

## Sentences

node-size-name-small = 小型
node-size-name-standard = 标准
node-size-name-large = 大型
node-size =
    { $name }：{ $cpu } cpu，{ $memory }Gi{ $has-gpus ->
        [true] ，{ $gpus } GPU
       *[false] {""}
    }
add-object =
    添加 { $kind } { $has-name ->
        [true] { $name }
       *[false] （默认）
    }
