### Texts of speaker notes.

notes = 备注
notes-hint = 在第二个窗口中显示演讲者备注（W）
blocked = 浏览器拦截了备注窗口。请允许本页面打开弹出窗口，然后再按 W。
now = 现在
next = 接下来
next-caption = 下一条解说：
end = 运行到此结束。
clock = 时间
elapsed = 已演示
run-time = 运行时刻
step = 运行的步
lesson-step = 课程步骤
question = 问题：
answer = 答案：
keys = 按键在这里同样有效：→ 和 ← 单步，C 和 Shift+C 到下一条、上一条解说或课程步骤，空格播放，Esc 结束演示。
