//! The search over all commands: what each is called.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// The names of commands, and the words of the search.
    pub struct CommandLabels {
        title: "All commands", "所有命令";
        search: "Find a command by name or key", "按名称或按键查找命令";
        none: "No matching command.", "没有这个名称的命令。";
        play: "Play or pause", "播放或暂停";
        forward: "Step forward", "前进一步";
        back: "Step back", "后退一步";
        next_event: "Go to the next event", "到下一个事件";
        last_event: "Go to the previous event", "到上一个事件";
        home: "Go to the start", "回到开头";
        end: "Go to the end", "跳到结尾";
        next_preemption: "Go to the next preemption", "到下一次抢占";
        next_failure: "Go to the next failure", "到下一次失败";
        next_binding: "Go to the next binding", "到下一次绑定";
        next_caption: "Go to the next caption, or step of the lesson", "到下一条解说或课程步骤";
        last_caption: "Go to the previous caption, or step of the lesson", "到上一条解说或课程步骤";
        faster: "Play faster", "加快播放";
        slower: "Play slower", "放慢播放";
        bookmark: "Bookmark this moment, or remove the bookmark", "为此刻添加或删除书签";
        lanes: "Timeline: show or hide the lanes of the pods", "时间线：显示或隐藏各 Pod 的行";
        follow: "Follow the object being checked, or keep the stage still", "跟随正在检查的对象，或保持集群图不动";
        predict: "Predict each decision before it is shown, or stop predicting", "在显示之前预测每个决定，或停止预测";
        present: "Present: narrator, stage and timeline only", "演示：只显示解说、集群图和时间线";
        gallery: "Open a scenario or a lesson", "打开场景或课程";
        builder: "Build: show or hide the builder", "构建：显示或隐藏构建器";
        new: "New: start with an empty cluster", "新建：从空集群开始";
        add_pod: "Add a pod", "添加 Pod";
        add_node: "Add a node", "添加节点";
        run: "Run the manifest as it is", "运行当前文本";
        undo: "Undo the last change", "撤销上一次更改";
        redo: "Redo the last undone change", "重做";
        share: "Share: links, files, pictures", "分享：链接、文件、图片";
        copy_link: "Copy a link to this step", "复制指向此步的链接";
        save: "Save the scenario as a file", "将场景存为文件";
        inspector: "Inspector: show or hide", "检查器：收起或展开";
        page: "Inspector:", "检查器：";
        console: "Console: show or hide", "控制台：打开或关闭";
        pending: "Which pods stay Pending, and why?", "哪些 Pod 仍为 Pending？为什么？";
        release: "Release:", "版本：";
        light: "Light theme", "浅色主题";
        dark: "Dark theme", "深色主题";
        language: "中文", "English";
        keys: "List of keys", "按键列表";
    }
}

/// The words of the search.
pub trait CommandSentences: Grammar {
    /// The fixed words.
    fn command_labels(&self) -> &'static CommandLabels {
        CommandLabels::of(self)
    }
}

impl<T: Speaker> CommandSentences for T {}
