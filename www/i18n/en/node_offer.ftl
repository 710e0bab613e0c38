### What can be added to a text that lacks it.

## Fixed words

size = Size of the nodes
how-many = How many nodes
add-nodes = Add nodes
value = Priority value
may-matter = May change decisions

## Sentences

node-size-name-small = Small
node-size-name-standard = Standard
node-size-name-large = Large
node-size =
    { $name }: { $cpu } cpu, { $memory }Gi{ $has-gpus ->
        [true] , { $gpus } GPU
       *[false] {""}
    }
add-object =
    Add { $kind } { $has-name ->
        [true] { $name }
       *[false] default
    }
