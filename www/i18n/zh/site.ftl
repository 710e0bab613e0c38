### Texts of the static pages: manual, handbook and essay.

kubernetes-docs = Kubernetes 文档
chapters = 章节
answers = 答案
without-script = 没有 JavaScript 时图不会动，但文字和图都在。
walk-step = 步骤
previous-step = 上一步
next-step = 下一步
open-playground = 在 Schedscope 中打开
reset = 复原
yes = ✓ 对。
no = ✗ 不对。
# The accessible name of a number in the text that can be dragged.
drag = 拖动：{ $label }（{ $title }）
