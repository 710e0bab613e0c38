//! 保护用户工作的用词：保存了什么，出了什么问题，可以怎么办。

use super::Zh;
use crate::catalogue::care::{Care, Sentences};

static CARE: Care = Care {
    troubles: "消息",
    link_damaged: "链接已损坏：内容缺失或被改动。请重新完整复制，或重新索取。您的内容没有改动。",
    link_too_large: "链接中的文本超过上限。请索取清单文件。您的内容没有改动。",
    link_later: "此链接由本页面的更新版本生成。请重新加载页面，或索取清单文件。您的内容没有改动。",
    link_unknown: "地址末尾不是场景链接。请重新完整复制链接。您的内容没有改动。",
    replaced: "链接取代了您自己的文本，原文本已保留。",
    bring_back: "恢复我的文本",
    by_hand: "浏览器不允许本页面复制，请从此处复制：",
    memory_blocked: "此浏览器不允许本页面保存任何内容。关闭标签页前，请将文本存为文件。",
    memory_full: "浏览器没有剩余空间：最近的更改未保存。请将文本存为文件，或删除不再需要的草稿和场景。",
    save_file: "存为文件",
    cannot_start: "浏览器未能启动引擎：可能有设置或扩展程序禁止了 Worker。",
    no_script: "无法获取引擎。请检查网络连接；如果页面已更新，请重新加载。",
    cannot_compile: "浏览器无法编译引擎：WebAssembly 可能被关闭，或浏览器过旧。",
    died: "引擎在运行此文本时停止，已重新启动。您的文本已保留。",
    crashed: "上次访问在引擎运行此文本时中断。您的文本已保留。",
    silent: "引擎未能及时停止，已重新启动。已显示的内容仍保留；要继续提问，请重新运行。",
    held: "此文本已两次使引擎停止，因此不再自动运行。",
    run_anyway: "仍然运行",
    try_again: "重试",
    new_build: "本页面已有新版本。重新加载即可使用，内容不会丢失。",
    reload: "重新加载",
    part_comes: "正在加载构建器……",
    part_failed: "无法加载构建器：网络已断开，或页面已有新版本。内容不会丢失，请重新加载页面或重试。",
    copy_report: "复制报告",
    broken: "已中断",
    several_files: "多个文件",
    sketch: "正在打开文件",
    sketch_ready: "文件已读完，正在准备运行；尚未进行调度。",
    still_reading: "文件仍在读取，读完后会取代当前内容。请等它读完，或取消读取。",
    drafts: "之前的草稿",
    save_all: "全部存为文件",
    forget_all: "清除此设备上的全部内容",
    forget_sure: "确定清除：场景、草稿、书签",
};

impl Sentences for Zh {
    fn care(&self) -> &'static Care {
        &CARE
    }

    fn unknown_scenario(&self, name: &str) -> String {
        format!("没有名为 {name} 的内置场景。请在“场景”中选择。您的内容没有改动。")
    }

    fn unknown_release(&self, name: &str, shown: &str) -> String {
        format!("链接要求版本 {name}，此处没有该版本，改为显示 {shown}。")
    }

    fn strange(&self, parts: &str) -> String {
        format!("链接中有本页面不认识的内容：{parts}。其余内容照常显示。")
    }

    fn no_moment(&self, name: &str) -> String {
        format!("链接指向时刻 {name}，但本次运行中没有它。现在显示的是它之前最近的时刻。")
    }

    fn wrong_lesson(&self, said: &str) -> String {
        format!("无法打开这节课：{said}")
    }

    fn not_fetched(&self, name: &str) -> String {
        format!("无法获取场景 {name}。请检查网络连接，然后在“场景”中重新选择。")
    }

    fn left_out(&self, read: usize, left: usize) -> String {
        match (read, left) {
            (0, 0) => "其中没有文件。".to_owned(),
            (0, _) => "其中没有清单，即含 kind: … 的 YAML 或 JSON。".to_owned(),
            _ => format!("已读取 {read} 个文件，略过 {left} 个不是清单的文件。"),
        }
    }

    fn reading(&self, name: &str, share: f64, objects: u64) -> String {
        format!("{name}：已读取 {share}%，{objects} 个对象")
    }

    fn sketched(&self, nodes: usize, pods: usize) -> String {
        format!("图中是文件里的前 {nodes} 个节点和 {pods} 个 Pod 的现状。全部读完之前不会进行调度。")
    }

    fn draft_named(&self, first: &str, bytes: usize) -> String {
        format!("{first}（{bytes} 字节）")
    }

    fn delete_draft(&self, first: &str) -> String {
        format!("删除草稿 {first}")
    }
}
