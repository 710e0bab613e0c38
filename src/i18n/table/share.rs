//! The sheet that shares what is shown, and the page inside of another.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed words of it.
    pub struct ShareLabels {
        title: "Share", "分享";
        link: "Link to this moment", "指向此刻的链接";
        by_name: "It contains the name of the built-in scenario, the moment and the selection.", "链接包含内置场景的名称、此刻的位置以及所选的对象。";
        whole_text:
            "It contains the whole manifest, including comments, and the moment. Nothing is stored on a server.",
            "链接包含全文（连同注释）和此刻的位置。服务器上不保存任何内容。";
        copy_link: "Copy the link", "复制链接";
        copy: "Copy", "复制";
        send: "Send with…", "发送到…";
        no_room: "This manifest is too long for a link. Send it as a file.", "文本过长，无法放入链接。请以文件发送。";
        near_2000:
            "Close to the limit of 2,000 characters that apps such as Discord have for a message: there is little room for anything else.",
            "接近 2000 个字符：Discord 等程序的一条消息最多 2000 个字符，旁边写不了几个字。";
        above_2000:
            "Longer than 2,000 characters: Discord rejects such messages, and older Office programs cut links off at 2,083.",
            "超过 2000 个字符：Discord 不接受这样的消息，旧版 Office 会在 2083 个字符处截断链接。";
        above_4000:
            "Longer than 4,000 characters: Slack and Telegram split such messages, which breaks the link. Send a file instead.",
            "超过 4000 个字符：Slack 和 Telegram 会拆分这样的消息，链接会失效。请改用文件。";
        file: "File", "文件";
        download: "Download the manifests", "下载清单";
        markdown: "Markdown", "Markdown";
        iframe: "For your own page", "嵌入自己的网页";
        own_lesson:
            "Go back to the lesson’s run for its link, or send its file; dropping it on this page opens it.",
            "请回到本课的运行以取得链接，或发送文件：把它拖到本页即可打开。";
        download_lesson: "Download the lesson", "下载课程文件";
        quiz: "As a quiz", "作为测验";
        quiz_hint:
            "The link opens the scenario just before the decision shown here, hides the outcome and asks for it. Answers stay on each device.",
            "打开链接时，场景停在这里所示的决定之前，隐藏结果并提问。答案只留在各自的设备上。";
        code: "QR code", "二维码";
        code_too_long: "The link is too long for a QR code that a phone can read.", "链接过长，手机无法识别这样的二维码。";
        enlarge_code: "Show it large", "放大显示";
        shrink_code: "Close", "关闭";
        open_in: "Open in Schedscope", "在 Schedscope 中打开";
        no_picture:
            "The browser couldn’t draw the picture. Show the stage or the timeline, then try again.",
            "浏览器未能生成图片。请先显示集群图或时间线，然后重试。";
        no_names: "No names were replaced.", "没有替换任何名称。";
    }
}

/// Sentences of it.
pub trait ShareSentences: Grammar {
    /// The fixed words.
    fn share_labels(&self) -> &'static ShareLabels {
        ShareLabels::of(self)
    }

    /// How long a link is.
    fn characters(&self, count: usize) -> String {
        translate!(
            self,
            if count == 1 { "1 character".to_owned() } else { format!("{count} characters") },
            format!("{count} 个字符")
        )
    }
}

impl<T: Speaker> ShareSentences for T {}
