### How a language counts and lists.

length-in-days = {" "}d
length-in-hours = {" "}h
length-in-minutes = {" "}min
length-in-seconds = {" "}s
nodes = { $count ->
        [one] 1 node
       *[other] { $count } nodes
    }
pods = { $count ->
        [one] 1 pod
       *[other] { $count } pods
    }
victims = { $count ->
        [one] 1 victim
       *[other] { $count } victims
    }
