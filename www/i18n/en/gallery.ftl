### The gallery of scenarios.

finding-a-node = Finding a node
the-queue = The queue
preemption = Preemption
tie-break = Choosing a node, rule by rule
budgets-and-releases = Budgets and releases
extenders = Extenders
volumes = Volumes
devices = Devices (DRA)
groups = Groups of pods (alpha)
