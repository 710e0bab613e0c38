### What came of a text that a cluster gave out: what was taken, left out and assumed.

## Fixed words

came = 导入的内容
taken = 已采用
left-out = 未采用
assumed = 已假定
nothing = 无
switch-off = 关闭
switch-off-is = 在文本中写入 assumeOwners: false：这些属主失去的 Pod 不再重新创建

## Sentences

left-out-cut-off = 第 { $line } 行列表中断之后的内容
left-out-reduced = 对象中与调度无关的部分
left-out-quota-of-others = ResourceQuota 对 { $what } 的限制
assumed-nearest-release = 由 { $release } 替 { $version } 的节点决策
assumed-no-pod-count = 每个节点 { $assumed } 个 Pod
assumed-no-capacity = 没有容量的节点
assumed-no-version = { $kind } 的版本为 { $version }
assumed-kind-implied = 缺少 kind 的对象为 { $kind }
assumed-owners-assumed = 文本之外的属主（{ $owners }）的控制器会重新创建失去的 Pod
assumed-owners-not-simulated = { $owners } 失去的 Pod 不会重新创建
assumed-job-run-time = 已在进行的 Job 的 Pod 一直运行到本次运行结束（{ $running }）
assumed-job-run-time-of-new = 新 Job 的 Pod 在 10 s 后成功（{ $starting }）
assumed-job-run-time-of-both = 已在进行的 Job 的 Pod 一直运行到本次运行结束（{ $running }），新 Job 的 Pod 在 10 s 后成功（{ $starting }）
assumed-no-such-node = 绑定到文本之外节点的 Pod 不占资源
assumed-same-name =
    同名的 { $kind } { $is-first-kept ->
        [true] 以前者为准
       *[false] 以后者为准
    }
assumed-kubelet-labels = 节点标签 { $labels }
assumed-limit-range-request = 来自 LimitRange 的请求 { $added }
assumed-own-priority = 优先级按所写的 { $given }
assumed-missing-priority-class = 优先级类 { $name } 的值为 0
assumed-missing-runtime-class = RuntimeClass { $name } 没有开销
assumed-missing-namespace = 名字空间 { $name } 没有标签
assumed-missing-storage-class-no-name = 没有默认 StorageClass
assumed-missing-storage-class = 没有 StorageClass { $name }
assumed-missing-claim = 没有 PersistentVolumeClaim { $name }
