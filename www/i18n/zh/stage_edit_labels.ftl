### What stands on the stage: words beside what is drawn.

page = 编辑
edit = 编辑…
cordon = 标记为不可调度
uncordon = 标记为可调度
from-the-start = 从一开始
nothing-chosen = 点击集群图中的节点、Pod 或干扰预算即可修改，也可以添加新的对象。
node = 节点
pod = Pod
search-to-add = 添加：输入名称
nothing-found = 没有这个名称的模板。
of-workload = 这个 Pod 由工作负载创建，请修改其模板。
not-in-text = 场景文本中没有这个对象。
protect-all = 全部保护
cancel = 取消
menu = 菜单
show = 查看
