//! 分享对话框的中文用词。

use super::Zh;
use crate::catalogue::share::{Sentences, Share};

static SHARE: Share = Share {
    title: "分享",
    link: "指向此刻的链接",
    by_name: "链接包含内置场景的名称、此刻的位置以及所选的对象。",
    whole_text: "链接包含全文（连同注释）和此刻的位置。服务器上不保存任何内容。",
    copy_link: "复制链接",
    copy: "复制",
    send: "发送到…",
    no_room: "文本过长，无法放入链接。请以文件发送。",
    near_2000: "接近 2000 个字符：Discord 等程序的一条消息最多 2000 个字符，旁边写不了几个字。",
    above_2000: "超过 2000 个字符：Discord 不接受这样的消息，旧版 Office 会在 2083 个字符处截断链接。",
    above_4000: "超过 4000 个字符：Slack 和 Telegram 会拆分这样的消息，链接会失效。请改用文件。",
    file: "文件",
    download: "下载清单",
    markdown: "Markdown",
    iframe: "嵌入自己的网页",
    own_lesson: "自己的课程没有链接。请发送文件：把它拖到本页即可打开。",
    download_lesson: "下载课程文件",
    quiz: "作为测验",
    quiz_hint: "打开链接时，场景停在这里所示的决定之前，隐藏结果并提问。答案只留在各自的设备上。",
    code: "二维码",
    code_too_long: "链接过长，手机无法识别这样的二维码。",
    open_in: "在 Schedscope 中打开",
    comes: "正在加载分享对话框……",
    failed: "无法加载分享对话框的内容：网络不通，或页面已有新版本。请重新加载页面，或重试。",
    no_picture: "浏览器未能生成图片。请先显示集群图或时间线，然后重试。",
    no_names: "没有替换任何名称。",
};

impl Sentences for Zh {
    fn sharing(&self) -> &'static Share {
        &SHARE
    }

    fn characters(&self, count: usize) -> String {
        format!("{count} 个字符")
    }
}
