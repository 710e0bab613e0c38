### How two runs differ, in words.

delta-cells-rung = { $rule } · { $node }
delta-cells-points = { $plugin } 的得分 · { $node }
delta-cells-end = 此次尝试
attempt-result-placed = 放到 { $node }
attempt-result-preempts-no-pods = 被提名到 { $node }
attempt-result-preempts = 在 { $node } 上抢占 { $pods }
attempt-result-waits = 继续等待
nth-attempt = { $pod }，第 { $number } 次尝试
verdict-on = { $node } 的判定
verdict-not-checked = 未检查
verdict-fits = ✓ 可行
verdict-rejected = ✗ { $reason }（{ $code }）
rank-of = { $node } 的名次
rank-text = 第 { $place } 名，{ $total } 分
victims-on = { $node } 上的牺牲者
victims-not-a-candidate = 不是候选
no-victims = 无
