### What keeps people's work: what is remembered, what went wrong, and what can be done then.

## Fixed words

troubles = 消息
link-damaged = 链接已损坏：内容缺失或被改动。请重新完整复制，或重新索取。您的内容没有改动。
link-too-large = 链接中的文本超过上限。请索取清单文件。您的内容没有改动。
link-later = 此链接由本页面的更新版本生成。请重新加载页面，或索取清单文件。您的内容没有改动。
link-unknown = 地址末尾不是场景链接。请重新完整复制链接。您的内容没有改动。
replaced = 链接取代了您的清单，您的版本已保存。
bring-back = 恢复我的清单
by-hand = 浏览器不允许本页面复制，请从此处复制：
memory-blocked = 此浏览器不允许本页面保存任何内容。关闭标签页前，请将文本存为文件。
memory-full = 浏览器没有剩余空间：最近的更改未保存。请将文本存为文件，或删除不再需要的草稿和场景。
save-file = 存为文件
cannot-start = 浏览器未能启动引擎：可能有设置或扩展程序禁止了 Worker。
no-script = 无法获取引擎。请检查网络连接；如果页面已更新，请重新加载。
cannot-compile = 浏览器无法编译引擎：WebAssembly 可能被关闭，或浏览器过旧。
died = 引擎在运行此文本时停止，已重新启动。您的文本已保留。
crashed = 上次访问在引擎运行此文本时中断。您的文本已保留。
silent = 引擎未能及时停止，已重新启动。已显示的内容仍保留；要继续提问，请重新运行。
held = 此文本已两次使引擎停止，因此不再自动运行。
run-anyway = 仍然运行
try-again = 重试
still-works = 在此期间，您可以阅读：
new-build = 本页面已有新版本。重新加载即可使用，内容不会丢失。
reload = 重新加载
part-comes = 正在加载……
part-failed = 无法加载页面的这一部分：网络已断开，或页面已有新版本。内容不会丢失，请重试或重新加载页面。
editor-broke = 文本编辑器无法显示此文本。清单未改变，其他功能均可使用；请重试，或打开另一个文件。
copy-report = 复制报告
broken = 已中断
several-files = 多个文件
sketch = 正在读取集群
sketch-ready = 已读完，正在准备运行；尚未进行调度。
still-reading = 文件仍在读取，读完后会取代当前内容。请等它读完，或取消读取。
drafts = 之前的草稿
save-all = 全部存为文件
forget-all = 清除此设备上的全部内容
forget-sure = 确定清除：场景、草稿、书签

## Sentences

unknown-scenario = 没有名为 { $name } 的内置场景。请在“场景”中选择。您的内容没有改动。
unknown-lesson = 本页没有名为 { $name } 的课程。请在列表中选择。您的内容没有改动。
unknown-release = 链接要求版本 { $name }，此处没有该版本，改为显示 { $shown }。
unknown-link-parts = 链接中有本页面不认识的内容：{ $unknown-parts }。其余内容照常显示。
moment-not-in-run = 链接指向时刻 { $name }，但本次运行中没有它。现在显示的是它之前最近的时刻。
lesson-not-fetched = 无法获取课程 { $name }。请检查网络连接，然后重试。
scenario-not-fetched = 无法获取场景 { $name }。请检查网络连接，然后重试。
lesson-not-opened = 无法打开这节课：{ $text }
files-skipped = { $read-files ->
        [0] { $skipped-files ->
                [0] 其中没有文件。
               *[other] 其中没有清单，即含 kind: … 的 YAML 或 JSON。
            }
       *[other] 已读取 { $read-files } 个文件，略过 { $skipped-files } 个不是清单的文件。
    }
files-loading = { $name }：已读取 { $share }%，{ $objects } 个对象
preview-counts = 图中是文件里的前 { $nodes } 个节点和 { $pods } 个 Pod 的现状。全部读完之前不会进行调度。
draft-title = { $first }（{ $bytes } 字节）
delete-draft = 删除草稿 { $first }
