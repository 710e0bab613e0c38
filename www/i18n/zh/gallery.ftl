### The gallery of scenarios.

finding-a-node = 寻找节点
the-queue = 队列
preemption = 抢占
tie-break = 逐条规则选择节点
budgets-and-releases = 干扰预算与版本
extenders = 扩展程序
volumes = 卷
devices = 设备（DRA）
groups = Pod 组（Alpha）
