//! Texts of speaker notes.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed labels.
    pub struct PresenterLabels {
        notes: "Notes", "备注";
        notes_hint: "Speaker notes in a second window (W)", "在第二个窗口中显示演讲者备注（W）";
        blocked:
            "The browser blocked the notes window. Allow pop-ups for this page, then press W again.",
            "浏览器拦截了备注窗口。请允许本页面打开弹出窗口，然后再按 W。";
        now: "Now", "现在";
        next: "Next", "接下来";
        next_caption: "Next caption:", "下一条解说：";
        end: "The run ends here.", "运行到此结束。";
        clock: "Time", "时间";
        elapsed: "Presenting for", "已演示";
        run_time: "Clock of the run", "运行时刻";
        step: "Moment of the run", "运行的步";
        lesson_step: "Step of the lesson", "课程步骤";
        question: "Question:", "问题：";
        answer: "Answer:", "答案：";
        keys: "The keys work here too: → and ← step, C and Shift+C go to the next and the previous caption or step of a lesson, Space plays, Esc ends the presentation.", "按键在这里同样有效：→ 和 ← 单步，C 和 Shift+C 到下一条、上一条解说或课程步骤，空格播放，Esc 结束演示。";
    }
}

/// Sentences.
pub trait PresenterSentences: Grammar {
    /// The fixed labels.
    fn presenter_labels(&self) -> &'static PresenterLabels {
        PresenterLabels::of(self)
    }
}

impl<T: Speaker> PresenterSentences for T {}
