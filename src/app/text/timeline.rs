//! Words of the timeline and the console.

use crate::app::state::Lang;

words! {
    console: "Console", "控制台";
    describe: "kubectl describe pod", "kubectl describe pod";
    log: "Scheduler log", "调度器日志";
    log_note: "Dark lines: kube-scheduler's own words at -v=5. Grey lines: ours.", "深色行：kube-scheduler 在 -v=5 时的原话。灰色行：我们的说明。";
    no_describe: "Choose a pod on the stage or in the lanes.", "请在舞台或泳道中选择一个 Pod。";
    search: "Filter the lines", "筛选行";
    found: "{} of {} lines", "{} / {} 行";
    later: "What comes", "后续";
    later_is: "Show also the lines that come after this moment", "同时显示此刻之后的行";
    copy: "Copy as text", "复制为文本";
    taller: "Taller", "更高";
    lower: "Lower", "更矮";
    no_lines: "Nothing yet.", "暂无内容。";
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
