### Texts of classes: the lesson editor, courses, results.

## Fixed words

title = 教师
hint = 编写课程、编排课程计划、查看结果。在您发送之前，一切都留在此浏览器中。
pages = 各部分
lesson-page = 课程
course-page = 课程计划
results-page = 结果
write = 编写课程
plan = 编排课程计划
read = 查看结果
text = 课程内容（Markdown）
preview = 学生看到的内容
empty-draft = 还没有内容。可以从模板开始：它是一堂完整的课程，其中的问题和任务可供修改。
template = 从模板开始
restore-draft = 恢复之前的内容
open-file = 打开文件…
format = 格式说明（手册）
checking = 正在检查…
warnings = 警告
old-preview = 显示的是出错之前的课程。
no-preview = 课程没有错误后会显示预览。
preview-comes = 正在准备预览。
take = 以学生身份试做
save = 保存为文件
add-to-course = 加入课程计划
answers-marked = 仅在此处标出正确答案。
right-answer = 正确
share-lesson = 分享课程
lesson-link = 课程链接
link-hint = 链接包含整堂课程。服务器上不保存任何内容；拿到链接的人也能从中读出答案。
fix-first = 课程还有错误：请先改正再分享。
too-long = 内容过长，链接可能被截断。请保存为文件：拖到本页即可打开。
long-link = 有些聊天程序会截断这么长的链接。用文件更可靠。
copy = 复制链接
code-of-lesson = 课程的二维码
code-of-course = 课程计划的二维码
code-too-long = 链接过长，手机无法识别这样的二维码。
course-title = 课程计划的标题
items = 顺序
empty-course = 还没有内容。请在下面添加课程和场景。
add = 添加
add-lesson = 本页的课程
add-scenario = 本页的场景
add-draft = 您编写的课程
add-text = 当前打开的场景
kind-lesson = 课程
kind-scenario = 场景
kind-own-lesson = 自己的课程
kind-own-scenario = 自己的场景
up = 上移
down = 下移
remove = 移除
older-version = 旧版本
update-item = 更新
untitled = 未命名
share-course = 分享课程计划
course-link = 课程计划链接
course-link-hint = 一个链接打开课程计划的第一部分，并有一栏引导学生逐一完成。本页自带的内容只写名称，您自己的内容整个放在链接中。
take-course = 试做课程计划
course = 课程计划
previous-lesson = 上一课
previous-scenario = 上一个场景
next-lesson = 下一课
next-scenario = 下一个场景
leave-course = 离开课程计划
hand-in = 提交答案
hand-in-hint = 代码写明是哪一堂课、每个问题最先的回答、结果和用时。请自行发给老师：页面不会自动发送任何内容。它不能证明是谁作答。
course-code-hint = 每堂课之后代码都会变长，包含之前的回答。课程计划结束时发一个代码即可。
your-name = 您的姓名（可不填）
result-code = 结果代码
link-copied = 链接已复制。
copy-code = 复制代码
copy-result-link = 复制为链接
code-of-result = 结果的二维码
codes = 学生发来的代码或链接，每行一个
codes-hint = 粘贴到这里，或将文本文件拖到页面上。行内的其他文字会被忽略。代码不是证明：任何人都能造一个。
empty-results = 还没有结果。
clear = 清空
copy-table = 复制到电子表格
save-table = 保存为 CSV
table = 答案
by-question = 按问题
class-result = 第一次就答对
student = 学生
nameless = （未填姓名）
lesson = 课程
version = 版本
step = 步骤
question = 问题
outcome = 结果
first-answer = 最先的回答
first-answers = 最先的回答
tries = 次数
seconds = 秒
unanswered = 未回答
right-at-first = 第一次就答对
right-later = 后来答对
wrong = 答错
task-solved = 任务已完成
task-open = 任务未完成
other-version = 同一课程的部分结果来自不同版本的内容：问题可能不同。
no-code = 此行没有代码：代码以 r3:、r1: 或 r2: 开头
damaged = 代码不完整或有输入错误：请让学生重新完整复制
later-version = 代码来自本页的更新版本：请重新加载本页

## Sentences

lesson-is-right = 没有错误：{ $steps } 个步骤，{ $questions } 个问题，{ $tasks } 个任务。
go-to-line = 转到第 { $line } 行
more-problems = ……还有 { $count } 个。
course-place = 第 { $item } 项，共 { $total } 项
lessons-in-code = 这一个代码包含您目前在课程计划中 { $lessons } 堂课的回答。
result-count =
    { $results } 个结果{ $repeats ->
        [0] {""}
       *[other] ；{ $repeats } 个重复发送
    }{ $bad-lines ->
        [0] {""}
       *[other] ；{ $bad-lines } 行无法使用
    }。
about-line = 第 { $line } 行：{ $text }
repeated-code = 重复发送：与第 { $first } 行是同一次作答；只计一次
step-of-lesson = 第 { $step } 步
option-of-question = 选项 { $number }
