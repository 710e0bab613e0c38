### Tasks, and terms of the glossary.

## Fixed words

watch-it = 查看这一刻
a-lesson = 课程
reached = 完成：引擎确认已达到目标。
solved = 已完成。现在显示的是另一次运行。
not-reached = 这次运行尚未达到目标。
change-it = 修改场景
wanted = 引擎检查的内容

## Sentences

wants-bound = { $pods } 得到节点
wants-on = { $pods } 在 { $node } 上
wants-evicted = 抢占驱逐 { $pods }
wants-gone = 结束时 { $pods } 已不在
most-changes = 对场景最多修改 { $most } 处
wants-changes = { $most }（目前 { $change-count } 处）
whole-object = { $object }：整个对象
