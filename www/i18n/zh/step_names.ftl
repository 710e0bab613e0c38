### The steps of an attempt, side by side.

## Fixed words

steps = 此次尝试的步骤
eligible = 能否抢占？
potential = 哪些节点？
remove = 移走 Pod
try-without = 移走后放得下？
candidate = 候选节点
no-candidate = 不是候选节点
ladder = 选择哪个候选节点？
failed = 未调度
binding = 绑定
with-nominated = 计入已提名的 Pod

## Sentences

dry-run-on = 试运行：{ $node }
nth-node = 节点 { $number }
nth-pod = Pod { $number }
short-rule-name-no-victims = 无需牺牲者
short-rule-name-fewest-violations = 违反干扰预算最少
short-rule-name-lowest-first-priority = 最高优先级最低
short-rule-name-smallest-priority-sum = 优先级之和最小
short-rule-name-fewest-victims = 牺牲者最少
short-rule-name-latest-start = 启动时间最晚
