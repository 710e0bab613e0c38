### A rollout that waits: its old and new pods, what `kubectl rollout status` prints, and its deadline.

rollout =
    它是 Deployment { $deployment } 滚动更新中的新 Pod，更新正在等待：{ $replicas } 个新 Pod 已创建 { $updated } 个，可用 { $updated-available } 个；旧模板的 Pod 还有 { $old-count } 个（{ $names }{ $has-more ->
        [true] ……
       *[false] {""}
    }）。{ $recreates ->
        [true] 旧 Pod 离开之后才创建新的（Recreate）。
       *[false] maxSurge 允许多 { $max-surge } 个，maxUnavailable 允许少 { $max-unavailable } 个。
    }kubectl rollout status：“{ $line }”{ $deadline }
progress-deadline = 它没有进度期限。
progress-deadline-passed = 它的进度期限已于 { $clock } 到期（{ $seconds } s 没有进展）：kubectl rollout status 以“deployment { $name } exceeded its progress deadline”失败。旧 Pod 继续运行，也不会回滚。
progress-deadline-ahead = 如果没有进展，期限于 { $clock } 到期（progressDeadlineSeconds：{ $seconds }），kubectl rollout status 随之失败。旧 Pod 继续运行，也不会回滚。
