### The forms of documents about the scheduler: what fields do, what to write, and what can be done. Fields themselves are called as in the document.

## Fixed words

scheduler-name-hint = Pods choose the profile by spec.schedulerName
percentage-of-nodes-hint = The search stops once this percentage of all nodes is feasible; 0: depends on the size of the cluster
hard-pod-affinity-weight-hint = 0 to 100: weight of running pods’ required affinity to this pod
no-preemption = Pods never preempt
always-check-all-predicates-hint = Collects the reasons of all failing predicates, not just the first
initial-backoff-hint = Seconds that a pod waits after its first failed attempt
max-backoff-hint = Maximum backoff in seconds
scoring-strategy-hint = Prefers nodes with the most room (LeastAllocated) or the least room (MostAllocated), or scores by a curve
weighted-resources-hint = Such as cpu=2, memory=1: weights of 1 to 100
shape-hint = Utilization (0 to 100) = score (0 to 10), such as 0=0, 100=10
ignored-resources-hint = Extended resources that the filter ignores, such as example.com/gpu
balanced-resources-hint = Resources to balance, such as cpu, memory
ignore-preferred-terms-hint = Ignores the preferred affinity of running pods if the pod has none itself
defaulting-type-hint = System: the built-in constraints. List: the constraints below
default-constraints-hint = For pods without constraints, such as topology.kubernetes.io/zone=1:ScheduleAnyway
added-affinity-hint = Node affinity for all pods of the profile, as YAML
url-prefix-hint = URL of the extender; a document of kind Extender answers for its host
filter-verb-hint = URL path called with the nodes that pass the filters, such as filter
prioritize-verb-hint = URL path called for scores from 0 to 10, such as prioritize
extender-weight-hint = Weight of its scores
preempt-verb-hint = URL path called with the preemption candidates, such as preempt
bind-verb-hint = Binds the pod; only one extender may do so
http-timeout-hint = HTTP timeout
managed-resources-hint = Called only for pods that request these resources
node-cache-capable-hint = Receives node names instead of whole nodes
ignorable-hint = If it fails, the scheduler continues without it
text-required = Enter a value
invalid-duration = Enter a duration such as 5s or 500ms
invalid-percentage = Enter a whole number from 0 to 100
invalid-number = Enter a whole number from 1 to 1,000,000
invalid-names = Enter names separated by commas
invalid-weights = Enter name=weight separated by commas; weights from 1 to 100
invalid-shape = Enter utilization=score separated by commas, such as 0=0, 100=10
invalid-constraints = Enter topologyKey=maxSkew:DoNotSchedule or ScheduleAnyway
invalid-yaml = Enter a YAML mapping
weight = Weight
default = Default
up = Move up
down = Move down
disable = Disable
enable = Enable
enable-again = Enable again
available-plugins = Can be enabled
changed = changed
no-plugins = No plugins run at this extension point.
use-defaults = Use the defaults
other-fields-hint = Fields not shown here stay unchanged in the manifest.
plugins-by-point = Plugins by extension point
arguments = Arguments of plugins
add-profile = Profile
remove-profile = Remove this profile
add-extender = Extender
remove-extender = Remove this extender
extender-document-hint = Each extender needs a document of kind Extender in the manifest, which contains its answers. Without one, the scenario can’t run.
host-hint = The host in the urlPrefix of the extender that it answers for
other-host-hint = The host, if it differs from the name
delay-hint = Response time in milliseconds; the scheduler handles no other pod meanwhile
failed-nodes-hint = Rejected nodes, one per line, such as node-a: the disk is old
unresolvable-nodes-hint = The same, for nodes where preemption can’t help
dropped-nodes-hint = Nodes rejected without a message, such as node-a, node-b
unknown-nodes-hint = Names in the answer that weren’t in the request
failure-status-hint = The request fails with this HTTP status, 100 to 599, such as 500
failure-error-hint = The answer contains only this error
failure-pod-labels-hint = It fails only for pods with these labels, such as app=web
extender-scores-hint = Scores from 0 to 10, such as node-a=10, node-b=0
plugin-scores-hint = Scores from 0 to 100, such as node-a=100, node-b=0; up to 1,000,000 if they are normalized
node-victims-hint = The victims of each node, as YAML: node-a: {"{"}victims: [default/pod-1]{"}"}
plugin-name-hint = Profiles enable the plugin by this name: letters, digits and -
normalize-hint = No: they stay unchanged. HighestBest: the highest becomes 100. LowestBest: the lowest is best
rule-pod-labels-hint = Pods with these labels, such as app=web; empty: all
rule-nodes-hint = Nodes by name, such as node-a, node-b; empty: all
nodes-with-these-labels = Nodes with these labels, such as disk=ssd; empty: all
free-below-hint = Nodes with less than this free, such as cpu=500m, memory=1Gi
rejection-message-hint = Why the node is rejected
preemption-cannot-help = Preemption can’t help
keep-node-hint = The node passes, whatever later rules say
extender-score-hint = The score, 0 to 10
plugin-score-hint = The score, 0 to 100; up to 1,000,000 if scores are normalized
drop-candidate-hint = The node is no longer a candidate
keep-victims-hint = Only this many victims, from the first on, have to be evicted
wait-hint = How many milliseconds the pod waits; empty: it is answered immediately
timeout-hint = It is rejected after this many milliseconds without an answer
reject-reason-hint = Why the pod is rejected; empty: it is allowed
times-hint = How many times per pod, which is allowed after that; empty: always
write-a-whole-number = Enter a whole number in this range
invalid-labels = Enter key=value separated by commas, each key once
invalid-amounts = Enter resource=amount separated by commas, such as cpu=500m, memory=1Gi
invalid-scores = Enter node=score separated by commas; whole numbers in this range
invalid-messages = Enter a line for each node: its name, a colon, the message
plugin-intro = A custom plugin. It runs where a profile enables it by name.
extender-intro = What an extender answers in this scenario. The scheduler configuration determines when it is called.
nothing-set = not set
rules = Rules
rules-hint = Tables for single nodes come first, then the first rule that matches the pod and the node.
add-rule = Rule
remove-rule = Remove this rule
add-extender-document = Document with its answers

## Sentences

read-by-release = Defaults are those of { $release }.
default-value = Default: { $value }
plugin-count = { $count ->
        [one] 1 plugin
       *[other] { $count } plugins
    }
profile-title = Profile { $name }
extender-title = Extender { $name }
rule-title = Rule { $number }
