### Texts about a group that is retried again and again at one instant.

group-held-title = 无间断重试
group-held = { $group } 在这一瞬间尝试了 { $times } 次。{ $unchanged }kube-scheduler 会不停地重试，模拟器则继续向前。
unchanged-until = 在别的事情发生之前结果不会变。
unchanged-until-pod-ends = 在 { $pod } 于 { $clock } 结束之前结果不会变。
unchanged-until-pod-comes = 在 { $pod } 于 { $clock } 创建之前结果不会变。
unchanged-until-node-comes = 在 { $node } 于 { $clock } 加入之前结果不会变。
unchanged-until-other = 在 { $clock } 发生别的事情之前结果不会变。
loop-title = 这一瞬间尝试了 { $tries } 次
loop-rule = kube-scheduler 会尽快重试下去；模拟器则继续向前。
