//! Words of the timeline and the console.

use crate::app::state::Lang;

words! {
    console: "Console", "控制台";
    describe: "kubectl describe pod", "kubectl describe pod";
    log: "Scheduler log", "调度器日志";
    log_note: "kube-scheduler's own words at -v=5; in grey, ours.", "kube-scheduler 在 -v=5 时的原话；灰色为我们的说明。";
    no_describe: "Choose a pod on the stage or in the lanes.", "请在舞台或泳道中选择一个 Pod。";
    search: "Filter the lines", "筛选行";
    found: "{} of {} lines", "{} / {} 行";
    later: "What comes", "后续";
    later_is: "Show also the lines that come after this moment", "同时显示此刻之后的行";
    copy: "Copy as text", "复制为文本";
    taller: "Taller", "更高";
    lower: "Lower", "更矮";
    no_lines: "Nothing yet.", "暂无内容。";
    search_pods: "Filter the pods", "筛选 Pod";
    playhead: "Playhead", "播放头";
    moment_of: "{}, moment {} of {}", "{}，第 {} 个时刻，共 {} 个";
    scale: "What the axis counts", "横轴单位";
    by_time: "Time", "时间";
    by_step: "Steps", "步";
    closer: "Zoom in", "放大";
    wider: "Zoom out", "缩小";
    whole: "The whole run", "整个运行";
    overview: "The whole run: drag to choose the part that is shown", "整个运行：拖动以选择显示的部分";
    lanes_hint: "Drag across the lanes to zoom to a range", "在泳道上拖动可放大所选范围";
    alone: "Pods without a controller", "没有控制器的 Pod";
    bookmarks: "Bookmarks", "书签";
    bookmark_name: "Name of the bookmark", "书签名称";
    bookmark_add: "Add at this moment", "在此刻添加";
    bookmark_go: "Go to", "跳到";
    bookmark_remove: "Remove", "删除";
    no_bookmarks: "None yet. B marks the moment shown.", "还没有书签。按 B 标记此刻。";
    key_bookmark: "bookmark this moment", "为此刻添加书签";
    key_zoom: "timeline: closer, wider, whole", "时间线：放大、缩小、全部";
    state_active: "active", "活动";
    state_backoff: "backoff", "退避";
    state_unschedulable: "unschedulable", "不可调度";
    state_gated: "gated", "门控";
    state_nominated: "nominated", "已提名";
    state_creating: "creating", "创建中";
    state_running: "running", "运行中";
    state_terminating: "terminating", "终止中";
    state_succeeded: "succeeded", "已完成";
    state_none: "not there", "不存在";
    sign_preempts: "preempts", "抢占";
    sign_fails: "attempt fails", "尝试失败";
    sign_bound: "bound", "绑定";
    text_copied: "Text copied.", "文本已复制。";
    refused: "The browser does not let this page copy. Select the text instead.", "浏览器不允许复制，请手动选择文本。";
}

/// The words of a language.
pub fn words(lang: Lang) -> &'static Words {
    match lang {
        Lang::En => &EN,
        Lang::Zh => &ZH,
    }
}
