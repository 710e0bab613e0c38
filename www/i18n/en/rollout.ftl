### A rollout that waits: its old and new pods, what `kubectl rollout status` prints, and its deadline.

rollout =
    It is a new pod of the rollout of Deployment { $deployment }, which waits: { $updated } of { $replicas } new pods are created, { $updated-available } available; { $old-count ->
        [one] 1 pod
       *[other] { $old-count } pods
    } of the old template remain ({ $names }{ $has-more ->
        [true] , …
       *[false] {""}
    }). { $recreates ->
        [true] Old pods have to go before new ones come (Recreate).
       *[false] maxSurge allows { $max-surge } more, maxUnavailable { $max-unavailable } fewer.
    } kubectl rollout status: “{ $line }” { $deadline }
progress-deadline = It has no progress deadline.
progress-deadline-passed = Its progress deadline passed at { $clock } ({ $seconds } s without progress): kubectl rollout status fails with “deployment { $name } exceeded its progress deadline”. The old pods keep running, and nothing is rolled back.
progress-deadline-ahead = Without progress, its deadline passes at { $clock } (progressDeadlineSeconds: { $seconds }), and kubectl rollout status fails. The old pods keep running, and nothing is rolled back.
