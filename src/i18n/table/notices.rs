//! What keeps people's work: what is remembered, what went wrong, and what can be done then.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed words of it.
    pub struct NoticeLabels {
        troubles: "Messages", "消息";
        link_damaged:
            "This link is damaged: part of it is missing or was changed. Copy the whole link again, or ask the sender for a new one. Your work is unchanged.",
            "链接已损坏：内容缺失或被改动。请重新完整复制，或重新索取。您的内容没有改动。";
        link_too_large:
            "This link is longer than a link may be. Ask for the manifests as a file. Your work is unchanged.",
            "链接中的文本超过上限。请索取清单文件。您的内容没有改动。";
        link_later:
            "This link was created by a newer version of this page. Reload the page, or ask for the manifests as a file. Your work is unchanged.",
            "此链接由本页面的更新版本生成。请重新加载页面，或索取清单文件。您的内容没有改动。";
        link_unknown:
            "The end of this address isn’t a link to a scenario. Copy the whole link again. Your work is unchanged.",
            "地址末尾不是场景链接。请重新完整复制链接。您的内容没有改动。";
        replaced: "The link replaced your manifest. Your version has been saved.", "链接取代了您的清单，您的版本已保存。";
        bring_back: "Restore my manifest", "恢复我的清单";
        by_hand: "The browser blocked copying. Copy it from here:", "浏览器不允许本页面复制，请从此处复制：";
        memory_blocked:
            "This browser blocks storage, so nothing will be saved. Save your manifest as a file before you close the tab.",
            "此浏览器不允许本页面保存任何内容。关闭标签页前，请将文本存为文件。";
        memory_full:
            "The browser’s storage is full: your last change wasn’t saved. Save your manifest as a file, or delete drafts and scenarios that you no longer need.",
            "浏览器没有剩余空间：最近的更改未保存。请将文本存为文件，或删除不再需要的草稿和场景。";
        save_file: "Save as a file", "存为文件";
        cannot_start:
            "The engine could not start. A browser setting or an extension may be blocking workers.",
            "浏览器未能启动引擎：可能有设置或扩展程序禁止了 Worker。";
        no_script:
            "Couldn’t download the engine. Check the connection. If the page was updated, reload it.",
            "无法获取引擎。请检查网络连接；如果页面已更新，请重新加载。";
        cannot_compile:
            "The browser couldn’t compile the engine. WebAssembly may be disabled, or the browser may be too old.",
            "浏览器无法编译引擎：WebAssembly 可能被关闭，或浏览器过旧。";
        died: "The engine crashed on this manifest and was restarted. Your manifest is safe.", "引擎在运行此文本时停止，已重新启动。您的文本已保留。";
        crashed: "Your last visit ended while the engine was running this manifest. Your manifest is safe.", "上次访问在引擎运行此文本时中断。您的文本已保留。";
        silent:
            "The engine didn’t stop in time and was restarted. What you see stays; run the manifest again to ask about it.",
            "引擎未能及时停止，已重新启动。已显示的内容仍保留；要继续提问，请重新运行。";
        held: "This manifest crashed the engine twice, so it won’t run automatically.", "此文本已两次使引擎停止，因此不再自动运行。";
        run_anyway: "Run anyway", "仍然运行";
        try_again: "Try again", "重试";
        new_build:
            "A new version is available. Reload to update; nothing will be lost.",
            "本页面已有新版本。重新加载即可使用，内容不会丢失。";
        reload: "Reload", "重新加载";
        part_comes: "Loading…", "正在加载……";
        part_failed:
            "Couldn’t load this part of the page: the network is down, or a newer version of the page is available. Nothing is lost; try again, or reload the page.",
            "无法加载页面的这一部分：网络已断开，或页面已有新版本。内容不会丢失，请重试或重新加载页面。";
        editor_broke:
            "The text editor can’t show this text. The manifest is unchanged and everything else works; try again, or open another file.",
            "文本编辑器无法显示此文本。清单未改变，其他功能均可使用；请重试，或打开另一个文件。";
        copy_report: "Copy a report", "复制报告";
        broken: "stopped", "已中断";
        several_files: "Several files", "多个文件";
        sketch: "Opening the file", "正在打开文件";
        sketch_ready: "The file is loaded, and its run is being prepared. Nothing is scheduled yet.", "文件已读完，正在准备运行；尚未进行调度。";
        still_reading:
            "A file is still loading and will replace this. Wait for it, or cancel it.",
            "文件仍在读取，读完后会取代当前内容。请等它读完，或取消读取。";
        drafts: "Earlier drafts", "之前的草稿";
        save_all: "Save all as a file", "全部存为文件";
        forget_all: "Forget everything on this device", "清除此设备上的全部内容";
        forget_sure: "Delete all scenarios, drafts and bookmarks on this device?", "确定清除：场景、草稿、书签";
    }
}

/// Sentences of it.
pub trait CareSentences: Grammar {
    /// The fixed words.
    fn notice_labels(&self) -> &'static NoticeLabels {
        NoticeLabels::of(self)
    }

    /// No built-in scenario has this name.
    fn unknown_scenario(&self, name: &str) -> String {
        translate!(
            self,
            format!("No built-in scenario is named {name}. Choose one under Scenarios. Your work is unchanged."),
            format!("没有名为 {name} 的内置场景。请在“场景”中选择。您的内容没有改动。")
        )
    }

    /// No lesson of this page has this name.
    fn unknown_lesson(&self, name: &str) -> String {
        translate!(
            self,
            format!("No lesson of this page is named {name}. Choose one from the list. Your work is unchanged."),
            format!("本页没有名为 {name} 的课程。请在列表中选择。您的内容没有改动。")
        )
    }

    /// The link wants this release; the other one is shown.
    fn unknown_release(&self, name: &str, shown: &str) -> String {
        translate!(
            self,
            format!("The link asks for release {name}, which isn’t available. Showing {shown} instead."),
            format!("链接要求版本 {name}，此处没有该版本，改为显示 {shown}。")
        )
    }

    /// Parts of a link that the page does not know.
    fn unknown_link_parts(&self, unknown_parts: &str) -> String {
        translate!(
            self,
            format!("This page doesn’t recognize part of the link: {unknown_parts}. Everything else in it is shown."),
            format!("链接中有本页面不认识的内容：{unknown_parts}。其余内容照常显示。")
        )
    }

    /// The link names a moment that the run does not have.
    fn moment_not_in_run(&self, name: &str) -> String {
        translate!(
            self,
            format!(
                "The link points to the moment {name}, which doesn’t happen in this run. Showing the nearest moment before it."
            ),
            format!("链接指向时刻 {name}，但本次运行中没有它。现在显示的是它之前最近的时刻。")
        )
    }

    /// The scenario cannot be fetched.
    fn scenario_not_fetched(&self, name: &str) -> String {
        translate!(
            self,
            format!(
                "Couldn’t download the scenario {name}. Check the connection, then choose it again under Scenarios."
            ),
            format!("无法获取场景 {name}。请检查网络连接，然后在“场景”中重新选择。")
        )
    }

    /// A lesson cannot be opened: what is wrong with it, in English.
    fn lesson_not_opened(&self, text: &str) -> String {
        translate!(self, format!("This lesson can’t be opened. {text}"), format!("无法打开这节课：{text}"))
    }

    /// Of a folder or an archive, so many files were read, and so many left out.
    fn files_skipped(&self, read_files: usize, skipped_files: usize) -> String {
        translate!(
            self,
            {
                let were = |count: usize| if count == 1 { "1 file".to_owned() } else { format!("{count} files") };
                match (read_files, skipped_files) {
                    (0, 0) => "It contains no files.".to_owned(),
                    (0, _) => "It contains no manifest (YAML or JSON with kind: …).".to_owned(),
                    (_, 1) => format!("{} read; 1 skipped, which isn’t a manifest.", were(read_files)),
                    _ => format!("{} read; {skipped_files} skipped, which aren’t manifests.", were(read_files)),
                }
            },
            match (read_files, skipped_files) {
                (0, 0) => "其中没有文件。".to_owned(),
                (0, _) => "其中没有清单，即含 kind: … 的 YAML 或 JSON。".to_owned(),
                _ => format!("已读取 {read_files} 个文件，略过 {skipped_files} 个不是清单的文件。"),
            }
        )
    }

    /// Files are being read: their name, the share in percent, and how many objects were found.
    fn files_loading(&self, name: &str, share: f64, objects: u64) -> String {
        translate!(
            self,
            format!("{name}: {share}% read, {objects} objects"),
            format!("{name}：已读取 {share}%，{objects} 个对象")
        )
    }

    /// What is drawn while they are read: so many nodes and pods.
    fn preview_counts(&self, nodes: usize, pods: usize) -> String {
        translate!(
            self,
            {
                let count = |count: usize, noun: &str| {
                    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
                };
                format!(
                    "The first {} and {} in the file, in their current state. Nothing is scheduled until the whole file is loaded.",
                    count(nodes, "node"),
                    count(pods, "pod")
                )
            },
            format!("图中是文件里的前 {nodes} 个节点和 {pods} 个 Pod 的现状。全部读完之前不会进行调度。")
        )
    }

    /// A draft, by its first line and its size.
    fn draft_title(&self, first: &str, bytes: usize) -> String {
        translate!(self, format!("{first} ({bytes} bytes)"), format!("{first}（{bytes} 字节）"))
    }

    /// Deletes a draft.
    fn delete_draft(&self, first: &str) -> String {
        translate!(self, format!("Delete the draft {first}"), format!("删除草稿 {first}"))
    }
}

impl<T: Speaker> CareSentences for T {}
