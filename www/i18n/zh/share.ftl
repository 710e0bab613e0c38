### The sheet that shares what is shown, and the page inside of another.

## Fixed words

title = 分享
link = 指向此刻的链接
by-name = 链接包含内置场景的名称、此刻的位置以及所选的对象。
whole-text = 链接包含全文（连同注释）和此刻的位置。服务器上不保存任何内容。
copy-link = 复制链接
copy = 复制
send = 发送到…
no-room = 文本过长，无法放入链接。请以文件发送。
near-2000 = 接近 2000 个字符：Discord 等程序的一条消息最多 2000 个字符，旁边写不了几个字。
above-2000 = 超过 2000 个字符：Discord 不接受这样的消息，旧版 Office 会在 2083 个字符处截断链接。
above-4000 = 超过 4000 个字符：Slack 和 Telegram 会拆分这样的消息，链接会失效。请改用文件。
file = 文件
download = 下载清单
markdown = Markdown
iframe = 嵌入自己的网页
own-lesson = 请回到本课的运行以取得链接，或发送文件：把它拖到本页即可打开。
download-lesson = 下载课程文件
quiz = 作为测验
quiz-hint = 打开链接时，场景停在这里所示的决定之前，隐藏结果并提问。答案只留在各自的设备上。
code = 二维码
code-too-long = 链接过长，手机无法识别这样的二维码。
enlarge-code = 放大显示
shrink-code = 关闭
open-in = 在 Schedscope 中打开
no-picture = 浏览器未能生成图片。请先显示集群图或时间线，然后重试。
no-names = 没有替换任何名称。

## Sentences

characters = { $count } 个字符
