### What is said of devices: how they were looked for on a node, and what stands on the stage.

## Fixed words

search = 查找设备
steps = 逐步查找
would-do = 可用
free = 空闲
taken = 已占用
tainted = 有污点
chosen = 为此 Pod 找到
out = 不适合此 Pod
devices = 设备
claims = 申领

## Sentences

device-request-count = （申领 { $claim }）：{ $class } 类 × { $count }
device-request-none = （申领 { $claim }）：{ $class } 类的全部设备
devices-left = { $total-count } 个中有 { $usable-devices } 个可用
devices-left-by-selector =
    { $of-class ->
        [true] 类
       *[false] 请求
    }的选择器：{ $total-count } 个中有 { $usable-devices } 个为真
device-rejection-pool-incomplete = 其资源池缺少切片
device-rejection-pool-invalid = 其资源池自相矛盾
device-rejection-not-known = 此版本不分配这种设备
device-rejection-taken = 已分配给申领 { $claim }
device-rejection-set-aside = 已为申领 { $claim } 留出
device-rejection-selector = 表达式出错：{ $error }
device-rejection-selector-device-part-text-value = { $part } 为 { $value }
device-rejection-selector-device-part-text-none = { $part } 不存在
device-rejection-other-node = 只有其他节点能访问它
device-rejection-taint = 不容忍污点 { $taint }
counter-shortage-counter = 需要计数器 { $what } 的 { $needs }，剩余 { $left }
counter-shortage-not-counter = 需要 { $what } { $needs }，剩余 { $left }
search-step-chosen = { $of }：选取 { $at }
search-step-put-back = { $of }：放回 { $at }
search-step-short-requested-count = { $of }：没有其他可用设备，已找到 { $chosen }/{ $requested-count } 个
search-step-short-none = { $of }：无法取得全部设备
search-step-refused = { $of }：不选 { $at }，{ $reason }
device-refusal-chosen = 它已被选取
device-refusal-match = 约束要求 { $attribute }，而它没有该属性
device-refusal-mismatch = matchAttribute { $attribute }：它为 { $text }，其他为 { $common }
device-refusal-distinct = distinctAttribute { $attribute }：另一个也为 { $text }
search-end = 已在其他节点分配：{ $claims }。此节点无法访问这些设备。
search-end-found = 每个申领都能在此得到设备。
search-end-nothing = 申领已有设备，且此节点可以访问。
search-end-not-found = 无法分配全部申领：{ $claim } 的请求 { $request } 只找到 { $chosen }/{ $wanted } 个。
search-end-not-found-none = 无法分配全部申领：{ $claim } 的请求 { $request } 要求全部设备，但无法取得。
search-end-too-many = 一个申领最多有 32 个设备。
search-end-error = 查找出错：{ $text }
search-end-late = 查找耗时过长。
more-not-listed = 另有 { $count } 个
device-description = { $taken }：{ $holders }
claim-description = 申领 { $claim }，没有 Pod 使用
claim-of-users = 申领 { $claim }，用于 { $users }
claim-count = { $claims } 个申领
claim-in-flight-description = 为 { $pod } 的申领 { $claim } 留出，尚未写入
counter-description = { $name }：已用 { $used }/{ $all }
