### What is wrong with a lesson as it is written.

lesson-problem-no-head = 课程应以标题、目标等内容开头，写在两行 `---` 之间
lesson-problem-no-head-remedy = 在第一行写 `---`，各字段之后再写一行 `---`
lesson-problem-scenario = 场景第 { $line } 行：{ $what }
lesson-problem-no-scenario = 没有名为 { $name } 的场景
lesson-problem-no-scenario-remedy = 请使用链接中的名称，例如 ladder
lesson-problem-no-release = 没有名为 { $name } 的版本
lesson-problem-no-release-remedy = 请写 v1.16、v1.20、v1.34 或 v1.36
lesson-problem-markup-html = 课程中不能有 HTML
lesson-problem-markup-html-remedy = 请使用 Markdown
lesson-problem-markup-picture = 课程中不能有图片
lesson-problem-markup-picture-remedy = 集群图就是图片
lesson-problem-markup-nested-list = 列表中不能再有列表
lesson-problem-markup-nested-list-remedy = 请合并为一个列表
lesson-problem-markup-quote = 课程中不能有引用块
lesson-problem-markup-quote-remedy = 请写成普通段落
lesson-problem-markup-rule = 课程中不能有分隔线
lesson-problem-markup-rule-remedy = 请另起一个步骤
lesson-problem-markup-indented = 课程中不能有缩进式代码
lesson-problem-markup-indented-remedy = 请写在两行 ``` 之间
lesson-problem-markup-other = 课程中不能有这种写法
lesson-problem-markup-other-remedy = 可以使用段落、列表、代码、链接、粗体和斜体
lesson-problem-link = 链接应以 https:// 开头：{ $link-target }
lesson-problem-link-remedy = 请写完整地址，或去掉链接
lesson-problem-heading = 标题应为 `## English`，或步骤中的 `### 中文`
lesson-problem-heading-remedy = 步骤用 `##`，更小的标题请用粗体
lesson-problem-before-steps = 第一个步骤之前只能有清单，写作 ```yaml
lesson-problem-before-steps-remedy = 请把文字移到第一个 `##` 之后
lesson-problem-no-steps = 课程需要步骤：`## 标题`
lesson-problem-no-steps-remedy = 请添加一个：一行 `##` 标题，下面写正文
lesson-problem-open-head = 从这里开始的字段没有结束
lesson-problem-open-head-remedy = 请在它们之后加一行 `---`
lesson-problem-open-fence = 从这里开始的代码块没有结束
lesson-problem-open-fence-remedy = 请在末尾加一行 ```
lesson-problem-head = 开头缺少 { $fields }
lesson-problem-head-remedy = 请写在两行 `---` 之间；课程需要标题（title）、目标（goal）和误解（misconception）
lesson-problem-missing-text = 缺少其中一种语言的标题或正文
lesson-problem-missing-text-remedy = 请在英文之后写 `### 中文` 和正文
lesson-problem-missing-translation = 没有译文：{ $fields }，而其他部分有译文
lesson-problem-missing-translation-remedy = 请补上，否则另一种语言的读者会同时看到两种语言
lesson-problem-no-step-text = 这个步骤没有标题或正文
lesson-problem-no-step-text-remedy = 请在标题下面写一句话
lesson-problem-no-manifests = 课程应指定一个场景，或以 ```yaml 附上清单
lesson-problem-no-manifests-remedy = 请在开头写 `scenario: first-pod`，或在第一个步骤之前写 ```yaml 代码块
lesson-problem-two-manifests = 课程可以指定场景，也可以附上清单，但不能两者都有
lesson-problem-two-manifests-remedy = 请去掉 `scenario` 或 ```yaml 代码块
lesson-problem-nothing-there = 那一时刻没有 { $name }
lesson-problem-nothing-there-remedy = 请选择更晚的 `at`；Pod 写作 命名空间/名称
lesson-problem-claim = 本次运行中没有发生课程所说的事：{ $claim }
lesson-problem-claim-remedy = 请与运行的叙述对照，或删除它
lesson-problem-claim-order = 课程所说的事发生了，但不在前面所说的事之后：{ $claim }
lesson-problem-claim-order-remedy = 请按运行的先后排列
lesson-problem-no-question = 问题没有内容
lesson-problem-no-question-remedy = 请在 `ask` 中写 `text: …`
lesson-problem-question = 问题缺少其中一种语言
lesson-problem-question-remedy = 请填写 text 和 zh
lesson-problem-answer-before = 答案的时刻早于问题
lesson-problem-answer-before-remedy = 请为 `then` 选择更晚的时刻
lesson-problem-only-choices = 只有 `choice` 类型的问题才有选项
lesson-problem-only-choices-remedy = 请去掉 `choices` 或 `kind`
lesson-problem-no-attempt = 那一时刻之后没有 Pod 被调度
lesson-problem-no-attempt-remedy = 请选择更早的 `at`，例如 {"{"}event: popped, pod: …{"}"}
lesson-problem-no-preemption = 该 Pod 在那里没有抢占任何 Pod
lesson-problem-no-preemption-remedy = 请询问发生抢占的 Pod，或改用 `node` 类型
lesson-problem-no-fit-node = `fits` 类型的问题缺少 `node:`
lesson-problem-no-fit-node-remedy = 请在 `ask` 中写所问的节点，例如 `node: large`
lesson-problem-not-looked-at = 该次调度尝试没有检查节点 { $node }
lesson-problem-not-looked-at-remedy = 请写过滤器会检查的节点名称
lesson-problem-right = 按本次运行，{ $of } 个答案中有 { $right } 个正确
lesson-problem-right-remedy = 至少两个答案，其中恰好一个正确
lesson-problem-no-verdict = 第 { $number } 个答案 `{ $answer }` 需要 `happens` 或 `right` 之一
lesson-problem-no-verdict-remedy = 二者写其一，不能都写
lesson-problem-no-text = 第 { $number } 个答案缺少 { $fields }
lesson-problem-no-text-remedy = 每个答案都需要 `text` 和 `why`，后者说明它忽略了什么，或为什么正确
lesson-problem-empty-goal = 目标没有提出任何要求
lesson-problem-empty-goal-remedy = 请写 bound、on、evicted 或 gone
lesson-problem-no-change = 尚未达到的目标至少需要允许一处修改
lesson-problem-no-change-remedy = 请写 `changes: 1` 或更大，或去掉它
lesson-problem-no-pod = 本次运行中没有 Pod { $pod }
lesson-problem-no-pod-remedy = 请按清单写作 命名空间/名称
lesson-problem-no-node = 结束时没有节点 { $node }
lesson-problem-no-node-remedy = 请写清单中节点的名称
lesson-problem-goal-already-reached = 本次运行已经达到目标
lesson-problem-goal-already-reached-remedy = 请提出只有修改后才能达到的目标
lesson-problem-line =
    第 { $line } 行：{ $has-step ->
        [true] 步骤 `{ $step }`：
       *[false] {""}
    }{ $what }{ $has-remedy ->
        [true] （{ $remedy }）
       *[false] {""}
    }
finding-remedy-near = 是否想写 { $near }？
finding = { $path }：{ $what }
no-moment-of-one = （{ $name }）
no-moment-of-two = （{ $pod }、{ $node }）
no-moment =
    本次运行中没有这一时刻：{ $event }{ $subject }{ $nth ->
        [0] {""}
        [1] {""}
       *[other] ，第 { $nth } 次
    }
no-moment-remedy = 请检查名称和命名空间，例如 default/web；控制台列出发生的事
object-refused = API 服务器会拒绝该对象，本次运行中没有它：{ $message }
object-refused-remedy = 请改正清单
did-you-mean = 是否想写 { $name }？
unknown-field = 课程没有字段 { $path }
unknown-field-remedy = 手册列出了所有字段；请删除它，或改正名称
