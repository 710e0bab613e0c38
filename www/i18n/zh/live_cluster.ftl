### Texts of reading a running cluster.

## Fixed words

title = 您自己的集群
entry = 从我的集群打开
hint = 以您自己的权限，把正在运行的集群读入此标签页。只发出读取请求，任何数据都不会离开此标签页。
asking = 正在向 API 服务器询问版本……
how = kubectl 在您计算机的同一个地址上提供本页面和集群的 API，因此页面可以读取集群：
step-page = 获取页面的文件。拥有源代码的人可以用“cargo dev build”构建出相同的文件。
step-proxy = 在您的 kubeconfig 所指集群的 API 旁边提供页面。最后一个选项让代理自己拒绝任何可能造成更改的请求。
step-open = 打开这个地址：
copy = 复制
copied = 已复制
not-local = 本页面来自网站，而不是您的计算机：它不会向任何集群发出请求。
no-api = 本页面由您的计算机提供，但旁边没有 API 服务器应答。
not-json = 应答的不是 API 服务器：返回的内容不是 JSON。
unknown-version = 该版本没有次要版本号。
namespace = 名字空间
namespace-hint = 留空表示全部。它只限制其他有名字空间的种类。节点和所有 Pod 总是会被读取：调度器看得到它们。
what = 将读取的内容
read = 读取集群
again = 再次询问
rights = 所需的权限，以及哪些数据会离开标签页（手册）
stop = 停止
go-on = 继续
open-part = 打开已读取的部分
discard = 放弃
lists = 列表
refresh = 重新读取
joining = 正在准备运行……
stopped = 已停止。已读取的部分会保留。
waiting = 等待中
asked = 已请求
parsing = 正在读取
absent = 此集群没有这种资源
expired = 每次都在列表读完之前过期。
page-breaks-off = 应答在某个对象中间中断。
page-no-json = 应答不是有效的 JSON。
page-no-list = 应答不是对象列表。
page-too-large = 对象数量超过了一次运行的上限。
partial = 只读取了一部分。
private = 它不会被保留：既不存为草稿，也不放入链接。要保留它，请另存为场景或文件。
share-hint = 这是从正在运行的集群读取的。收到链接或文件的人都能看到其中的名称。可以用化名替换它们：
follow = 跟随
end-follow = 停止跟随
moments = 在集群中看到的
earlier = 更早
later = 更晚
as-read = 读取时的状态
as-kept = 所保留的最早状态
simulates = 这是看到的，不是模拟。播放会从这里开始模拟。
other-kinds = 其他种类仍是读取集群时的状态。
live = 实时。
not-live = 未连接：
nothing-seen = 此后没有发生任何事。
seen-came = 出现
seen-gone = 已消失
seen-leaving = 正在被删除

## Sentences

found = { $version } 在本页面旁边应答。
run-as = 将按 { $release } 运行，这是本页面拥有的最接近的版本。
progress = { $objects } 个对象，至少共 { $known } 个；{ $lists } 个列表中已完成 { $done } 个。
list-objects =
    { $objects } 个对象{ $remaining ->
        [0] {""}
       *[other] ，还有 { $remaining } 个
    }
pausing = 服务器繁忙：{ $seconds } 秒后再次请求
forbidden = 您无权列出它：{ $command }
status = 服务器返回 { $code }：{ $message }
broken = 连接中断：{ $message }
list-failed = { $resource }：{ $problem }
opened =
    { $version }，{ $minutes ->
        [0] 刚刚读取
       *[other] { $minutes } 分钟前读取
    }。
left-out = 有 { $lists } 个列表未读取
last-word = 正在跟随节点、Pod、PersistentVolumeClaim 和干扰预算；最后一次消息在 { $seconds } 秒前。
changes-seen = 读取之后在集群中看到的（不是模拟）：{ $changes } 次变化
seen-bound = 被绑定到 { $node }
seen-nominated = 被提名到 { $node }
moment = { $time }，{ $what }（第 { $index } 个，共 { $count } 个）
seen-leaving-for = 正在被删除：{ $reason }
