### Lessons: the course, its questions, and why an answer is right or wrong.

## Fixed words

lessons = 课程
course = 课程
course-hint = 每课五到十分钟，各纠正一个常见误解；答案由引擎检查。
steps = 本课的步骤
back = 上一步
next = 下一步
leave = 离开本课
leave-hint = 场景仍保持打开。
goal = 目标
misconception = 常见误解
myth = 误解
done = 已完成
exam = CKA：工作负载与调度
exam-short = CKA
question = 问题
right = 正确。
wrong = 不太对。
answer = 答案
answer-hint = 可以再试一次，也可以继续：下一步会给出答案。
stage-hint = 也可以直接在图中点击。
here = 回到这一步的时刻
other-run = 当前运行已不是本课的运行。
own-run = 回到本课的运行
task = 动手试试
finished = 本课结束
no-questions = 没有回答任何问题。
next-lesson = 下一课
all-lessons = 全部课程
leaves-page = 将离开本页
between = {""}
no-node = 没有节点：保持 Pending
nothing-fits = 没有节点通过所有过滤器，抢占也找不到空间。
some-node-fits = 至少有一个节点通过所有过滤器。
preemption-helps = 没有节点有空间，但抢占可以在某个节点上腾出空间。
it-fits = 放得下
it-does-not = 放不下
predict = 预测
not-yet = 请先回答问题：这里会透露答案。
predict-hint = 预测：在每个决定之前停下，先问结果
predicts = 从这里起，每个决定在显示之前都会先提问。请继续前进到第一个问题。
nothing-to-predict = 这次运行没有可以预测的决定。
key-predict = 在结果显示之前预测每个决定
show-me = 显示答案
go-on = 看过程
comes = 题目正在准备。
click-hint = 请在图中点击。
too-early = 它也会被驱逐，但排在另一个之后。
shown = 答案：

## Sentences

step-number = 第 { $step } 步，共 { $total-count } 步
lesson-score = 共 { $total-count } 题，第一次就答对 { $right } 题
prediction-score = 预测对 { $right }/{ $total-count }
which-node = { $pod } 会得到哪个节点（靠得分，或靠抢占）？
victims-alike-by-start = { $all } 的优先级相同（{ $priority }），因此任何顺序都对。{ $first } 写在最前，因为它启动得最早：调度器按优先级、再按启动时间依次尝试放回 Pod。
victims-alike-not-by-start = { $all } 的优先级相同（{ $priority }），启动时间也相同：没有区别，因此任何顺序都对。
which-victims-one = 为了 { $pod }，会从 { $node } 驱逐哪个 Pod？
which-victims-many = 为了 { $pod }，会从 { $node } 驱逐哪 { $count } 个 Pod？请按驱逐的顺序选择。
node-rejected = { $node } 被拒绝：{ $reason }
node-passes = { $node } 通过了所有过滤器。
only-node = 只有 { $node } 通过所有过滤器，因此无需打分。
node-scores-less = { $node } 可用，得 { $total } 分，但 { $best } 得 { $most } 分。
node-scores-less-than-another = { $node } 可用，得 { $total } 分，但另有节点得分更高。
largest-gap = 差距最大的是 { $plugin }：{ $points } 分对 { $best } 分。
rule-contrast = { $text }（{ $node }：{ $value }；{ $best-node }：{ $best-value }）
does-pod-fit-now = { $pod } 再次尝试。现在有节点放得下它吗？
pod-must-go-because = { $pod } 是牺牲者：放回它，抢占者就放不下了。{ $reason }
node-scores-most = { $node } 可用，且得分最高：{ $total } 分。
node-makes-room = 没有节点有空间，因此由抢占腾出空间：选中 { $node }。
candidate-loses-at = { $node } 是候选节点，但在这条规则处被淘汰：{ $rule }
preemption-no-help = { $has-reason ->
        [true] 驱逐 { $node } 上的 Pod 没有帮助：{ $reason }
       *[false] 驱逐 { $node } 上的 Pod 没有帮助。
    }
pod-not-lower = 没有试运行移走 { $pod }：它的优先级不更低，或者没有在它的节点上试运行。
preempts-on-other-node = { $pod } 在 { $node } 上，抢占没有选中该节点。{ $reason }
pod-must-go = { $pod } 是牺牲者：放回它，抢占者就放不下了。
pod-put-back = 试运行先移走 { $pod }，再把它放回：抢占者仍然放得下。
