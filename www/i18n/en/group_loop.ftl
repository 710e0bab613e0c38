### Texts about a group that is retried again and again at one instant.

group-held-title = Tight loop
group-held = { $group } was tried { $times } times in this instant. { $unchanged } kube-scheduler would go on trying without a pause; the simulator moves on.
unchanged-until = Nothing changes until something else happens.
unchanged-until-pod-ends = Nothing changes until { $pod } ends at { $clock }.
unchanged-until-pod-comes = Nothing changes until { $pod } is created at { $clock }.
unchanged-until-node-comes = Nothing changes until { $node } is added at { $clock }.
unchanged-until-other = Nothing changes before { $clock }, when something else happens.
loop-title = Tried { $tries } times in this instant
loop-rule = kube-scheduler goes on as fast as it can; the simulator moves on.
