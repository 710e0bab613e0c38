### What budgets, zones and controllers come to, line by line: a name, a number, and where it comes from.

## Fixed words

expected = 预期
desired = 期望健康
healthy = 健康
allowed = 允许中断
allowed-now = 现在允许
answer = 回答
not-ready = 未就绪
state = 状态
rate = 速率
wants = 需要
has = 现有
ready = 就绪
creates = 创建
deletes = 删除
scales = 调整规模
backoff = 退避
yes = 允许
uncounted = 尚未统计：不可驱逐任何 Pod。
from-text = 场景文本中的状态
none-expected = 预期为 0 时，不允许驱逐
no-count = SyncFailed：不允许任何驱逐
no-controller = 没有控制器：不增加预期数
tainted = NoExecute
threshold = 达到 55% 且至少 3 个节点：PartialDisruption；全部：FullDisruption
all-ready = 所有节点都已就绪
from-start = 从一开始
in-vain = 上一次尝试没有成功
pods = 选中的 Pod
nodes = 其中的节点
none-selected = 没有选中任何 Pod。
of-this-order = 依此顺序
budgets = 干扰预算
zones = 可用区
no-budget = 没有干扰预算。
no-zone = 没有节点。
function = 上游函数

## Sentences

budget-title = 预算 { $name }{ $demand }
eviction-title-none = 驱逐 { $pod }
eviction-title-budget = 驱逐 { $pod }，预算 { $budget }
zone-title = 没有可用区标签的节点
zone-title-named = 可用区 { $name }
scale-source-each = { $owner } 需要 { $scale } 个
no-controller-text = 没有控制器说明应有多少个
unmanaged-pods = ；没有控制器的 { $unmanaged } 个不计入
pods-selected = 选择算符匹配 { $pods }
desired-formula-nothing = 预算没有提出要求
desired-formula-min-available = minAvailable：{ $expected } 的 { $value }，向上取整
desired-formula-max-unavailable = { $expected } − { $away }，依据 maxUnavailable: { $value }
healthy-formula-no-away = 共 { $pods }
healthy-formula-some-away = 共 { $pods }；不计入：{ $away }
name-with-note = { $name }（{ $note }）
more-pods = 另外 { $hidden-count } 个
count-time = 计数于 { $when }
evictions-since = 计数之后已允许驱逐 { $spent } 次
healthy-enough = { $healthy } − { $desired }，但不低于 0
one-disruption-spent = { $before } − 1 = { $remaining-disruptions }，还剩 { $remaining-disruptions } 次
not-ready-share = { $not-ready } / { $nodes } = { $percent }%
state-since = 从 { $when } 起，已 { $so-long }
taint-rate-value-many = 每秒 { $number }
taint-rate-reason-none-full = 没有任何可用区有就绪的节点：不加 NoExecute 污点，不驱逐
taint-rate-reason-none = { $nodes } 个节点，不超过 50 个：不再给节点加 NoExecute 污点
taint-rate-reason = 每 { $seconds } 秒给一个节点加上 NoExecute 污点
creates-of-missing-one-at-a-time = 缺少 { $missing } 个：逐个创建
