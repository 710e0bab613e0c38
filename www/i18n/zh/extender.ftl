### What extenders were asked, and what came of it.

## Fixed words

requests = 对扩展程序的请求
sent = kube-scheduler 发送
answer = 扩展程序的应答
kept = 保留
no-message = 未给出消息即排除
may-help = 驱逐可能有帮助
no-help = 驱逐没有帮助
not-named = 应答中没有：0
withdrawn = 不再是候选节点
bare = 返回的只是节点对象：此后这些节点视为空节点，没有 Pod 和镜像。
ignored = 错误被忽略，如同没有询问过该扩展程序。
counts = 该扩展程序不可忽略（ignorable 为 false），因此错误生效。
no-victims = 没有牺牲者

## Sentences

extender-request = kube-scheduler 询问扩展程序 { $extender }
extender-delay = 调度器等待应答 { $wait } 毫秒，期间不调度其他 Pod。
extender-kept-nodes = { $extender } 保留 { $kept-count }/{ $asked-count } 个节点
extender-gave-points = { $extender } 给节点打分
extender-left-candidates = { $extender } 留下 { $kept-count }/{ $candidate-count } 个候选节点
extender-failure = { $ignored ->
        [true] { $extender } 出错，被忽略
       *[false] { $extender } 出错
    }
extender-withdrew-candidate = 扩展程序 { $extender } 不再把 { $node } 列为候选节点。
extender-filter-answer =
    扩展程序 { $extender } 检查了 { $node-count } 个节点，{ $has-texts ->
        [true] 保留 { $texts }
       *[false] 没有保留任何节点
    }。{ $is-bare ->
        [true] 它返回完整的节点对象，因此这些节点此后视为空节点：没有 Pod、用量和镜像。
       *[false] {""}
    }
extender-score-answer-no-scores = 扩展程序 { $extender } 没有给任何节点打分。
extender-score-answer = 扩展程序 { $extender } 加分：{ $scores }。
extender-preempt-answer =
    扩展程序 { $extender } 检查了 { $candidate-count } 个抢占候选节点，{ $has-kept-nodes ->
        [true] 留下 { $kept-nodes }
       *[false] 没有留下候选节点
    }。
candidate-victims = 驱逐 { $victims }
candidate-victims-violate = { $victims }（{ $violations } 个违反干扰预算）
