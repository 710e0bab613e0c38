### What changed from one minor release to the next.

changes-since = { $count ->
        [0] v1.{ $minor } 与 { $release } 之间没有已知的决策差异
       *[other] v1.{ $minor } 与 { $release } 之间的差异：{ $count } 处
    }
version-change-change-text-scores = 插件按 0 到 100 打分；此前为 0 到 10，因此得分相同的节点更多
version-change-change-text-spread-constraints = topologySpreadConstraints 生效；此前被忽略
version-change-change-text-overhead = RuntimeClass 的开销计入请求；此前不计
version-change-change-text-profiles = 一个调度器可以有多个配置文件（profile），由 schedulerName 选择
version-change-change-text-never-preempts = preemptionPolicy: Never 的 Pod 不驱逐任何 Pod；此前该字段被忽略
version-change-change-text-default-spread = Service 或工作负载的 Pod 按默认拓扑约束分布；此前由 SelectorSpread 处理
version-change-change-text-candidates = 抢占从随机节点开始尝试十分之一的节点，至少 100 个；此前尝试所有节点
version-change-change-text-storage-capacity = 为尚待制备的卷考虑 CSI 驱动公布的容量
version-change-change-text-nominated-first = 先尝试 Pod 的提名节点，放得下就选它
version-change-change-text-namespace-selector = Pod 亲和性的 namespaceSelector 生效
version-change-change-text-weights = 默认权重（配置 v1beta3）：TaintToleration 为 3，NodeAffinity 为 2，InterPodAffinity 为 2；此前均为 1
version-change-change-text-no-policy = 不再能用 Policy 文件配置调度器
version-change-change-text-migrated-disks = AWS、Azure 和 GCE 的树内磁盘按相应 CSI 驱动的卷计数
version-change-change-text-spread-nodes = nodeAffinityPolicy 和 nodeTaintsPolicy 决定分布约束统计哪些节点；此前这些字段被忽略
version-change-change-text-min-domains = 分布约束的 minDomains 生效
version-change-change-text-spread-label-keys = 分布约束的 matchLabelKeys 生效
version-change-change-text-gates = schedulingGates 阻止 Pod 被调度；此前 Pod 会立即被调度
version-change-change-text-once-pod = 另一个 Pod 正在使用的 ReadWriteOncePod 卷会使所有节点被拒绝，抢占可以释放它
version-change-change-text-sidecars = restartPolicy: Always 的 Init 容器与普通容器一起计算请求
version-change-change-text-affinity-label-keys = Pod 亲和性的 matchLabelKeys 和 mismatchLabelKeys 生效
version-change-change-text-queue-hints = 放不下的 Pod 只在其插件认为有帮助的事件之后重试
version-change-change-text-async-preemption = 终止牺牲者的同时，已在调度后面的 Pod
version-change-change-text-pops-backoff = activeQ 中没有 Pod 时，提前尝试仍在退避的 Pod
version-change-change-text-resize = 运行中 Pod 的请求可以就地调整，并按 kubelet 分配的数量计算
version-change-change-text-pod-level = Pod 级别的请求（spec.resources）生效
version-change-change-text-claims = 资源申领（DRA）默认生效
version-change-change-text-ties = 在得分相同的节点中不再均匀随机选择：多半取第一个
version-change-change-text-taint-text = 消息把有不可容忍污点的节点合并计数，不再写出污点（v1.34.2 起已如此）
version-change-change-text-node-features = 节点声明其 kubelet 的特性，需要某特性的 Pod 只能放到声明了它的节点
version-change-change-text-balance = NodeResourcesBalancedAllocation 按 Pod 使均衡改善多少打分；此前按放置后节点的均衡程度打分
version-change = v1.{ $since }：{ $change-text }
