### The loop of a first visit: what happens in the scenario “A high-priority pod preempts another”.

## Fixed words

short = nginx-a doesn’t fit
short-why = It needs 5 cpu, and 4 of 8 are free. Its priority is 1,000,000, so it may preempt pods of lower priority.
dry-run = Dry run: without nginx it would fit
dry-run-why = The scheduler removes the pod of priority 0, but only in its own copy. Nothing has happened in the cluster.
victim = Put back, nginx is in the way
victim-why = With nginx back, nginx-a doesn’t fit any more. So nginx is the victim.
drain = nginx has 30 s to shut down
drain-why = It keeps its 4 cpu until it is gone. nginx-a is nominated to this node, and waits.
bound = nginx is gone, nginx-a is bound
bound-why = It was bound in a second attempt: preemption only makes room, it doesn’t schedule.
runs = nginx-a runs
runs-why = The Deployment has created a new nginx. It needs 4 cpu and 3 are free, so it stays Pending.
