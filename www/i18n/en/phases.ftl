### The purpose of each phase of a scheduling cycle.

## Fixed words

pop = Takes the next pod from activeQ: the highest priority first, then the one that has waited longest.
pre-filter = Looks at pod and cluster once, before the nodes. A plugin can reject the pod here, name the only nodes worth checking, or say that its filter isn’t needed.
filter = Checks one node after the other. A node that fails one filter is out; only feasible nodes are scored.
post-filter = Runs only if no node is feasible. Preemption looks for pods of lower priority whose eviction makes room, and nominates a node.
score = Rates every feasible node. Each plugin’s scores are normalized to one scale, multiplied by its weight, and summed.
select = Takes the node with the highest total. Equal totals are broken at random; in v1.36 without extenders, no random number is drawn, so a heap decides, usually for the node that was checked first.
reserve = Counts the pod on its node from here on (the scheduler assumes it), and sets aside what it needs, such as volumes and devices. If a later phase fails, this is undone.
permit = Approves the binding, rejects it, or lets it wait for something else.
pre-bind = Does what has to be done before the pod is bound, such as binding volumes and writing allocated devices.
bind = Sends the binding to the API server, which sets `spec.nodeName`. The kubelet of that node takes over.
post-bind = Tells plugins that the pod is bound. Nothing can be rejected any more.
no-plugins = No built-in plugin acts here; plugins of your own can.
no-framework = v1.16 has no plugins here: it is a fixed step of the scheduler.
watch = Watch it happen

## Sentences

plugins-of = Built-in plugins in { $release }:
optional-plugin = { $name } (off by default)
