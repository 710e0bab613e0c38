//! Texts of classes: the lesson editor, courses, results.

use crate::{languages::Speaker, table::grammar::Grammar};

message_struct! {
    /// Fixed labels.
    pub struct ClassroomLabels {
        title: "For teachers", "教师";
        hint:
            "Write a lesson, put a course together, read results. Everything stays in this browser until you send it.",
            "编写课程、编排课程计划、查看结果。在您发送之前，一切都留在此浏览器中。";
        pages: "Parts", "各部分";
        lesson_page: "Lesson", "课程";
        course_page: "Course", "课程计划";
        results_page: "Results", "结果";
        write: "Write a lesson", "编写课程";
        plan: "Put a course together", "编排课程计划";
        read: "Read results", "查看结果";

        text: "The lesson, as Markdown", "课程内容（Markdown）";
        preview: "What students see", "学生看到的内容";
        empty_draft:
            "Nothing is written yet. Start from the template: it is a complete lesson, with a question and a task to change.",
            "还没有内容。可以从模板开始：它是一堂完整的课程，其中的问题和任务可供修改。";
        template: "Start from the template", "从模板开始";
        restore_draft: "Bring back the text before", "恢复之前的内容";
        open_file: "Open a file…", "打开文件…";
        format: "The format (manual)", "格式说明（手册）";
        checking: "Checking…", "正在检查…";
        warnings: "Warnings", "警告";
        old_preview: "Shown: the lesson before the error.", "显示的是出错之前的课程。";
        no_preview: "The preview appears once the lesson has no errors.", "课程没有错误后会显示预览。";
        preview_comes: "The preview is being prepared.", "正在准备预览。";
        take: "Try it as a student", "以学生身份试做";
        save: "Save as a file", "保存为文件";
        add_to_course: "Add to the course", "加入课程计划";
        answers_marked: "Right answers are marked here only.", "仅在此处标出正确答案。";
        right_answer: "right", "正确";
        share_lesson: "Share the lesson", "分享课程";
        lesson_link: "Link to the lesson", "课程链接";
        link_hint:
            "The link contains the whole lesson. Nothing is stored on a server; whoever has the link can read the answers in it.",
            "链接包含整堂课程。服务器上不保存任何内容；拿到链接的人也能从中读出答案。";
        fix_first: "The lesson still has errors: fix them before you share it.", "课程还有错误：请先改正再分享。";
        too_long:
            "Too long for a link that arrives whole. Save it as a file instead: dropping it on the page opens it.",
            "内容过长，链接可能被截断。请保存为文件：拖到本页即可打开。";
        long_link: "Some chat programs cut links this long. A file is safer.", "有些聊天程序会截断这么长的链接。用文件更可靠。";
        copy: "Copy the link", "复制链接";
        code_of_lesson: "QR code of the lesson", "课程的二维码";
        code_of_course: "QR code of the course", "课程计划的二维码";
        code_too_long: "The link is too long for a QR code that a phone can read.", "链接过长，手机无法识别这样的二维码。";

        course_title: "Title of the course", "课程计划的标题";
        items: "In this order", "顺序";
        empty_course: "Nothing is in it yet. Add lessons and scenarios below.", "还没有内容。请在下面添加课程和场景。";
        add: "Add", "添加";
        add_lesson: "A lesson of this page", "本页的课程";
        add_scenario: "A scenario of this page", "本页的场景";
        add_draft: "The lesson you wrote", "您编写的课程";
        add_text: "The scenario that is open now", "当前打开的场景";
        kind_lesson: "Lesson", "课程";
        kind_scenario: "Scenario", "场景";
        kind_own_lesson: "Your own lesson", "自己的课程";
        kind_own_scenario: "Your own scenario", "自己的场景";
        up: "Move up", "上移";
        down: "Move down", "下移";
        remove: "Remove", "移除";
        older_version: "older version", "旧版本";
        update_item: "Update", "更新";
        untitled: "Untitled", "未命名";
        share_course: "Share the course", "分享课程计划";
        course_link: "Link to the course", "课程计划链接";
        course_link_hint:
            "One link opens the course at its first part, with a bar that leads through it. Parts of this page go by their names; your own are in the link whole.",
            "一个链接打开课程计划的第一部分，并有一栏引导学生逐一完成。本页自带的内容只写名称，您自己的内容整个放在链接中。";
        take_course: "Try the course", "试做课程计划";
        course: "Course", "课程计划";
        previous_lesson: "Previous lesson", "上一课";
        previous_scenario: "Previous scenario", "上一个场景";
        next_lesson: "Next lesson", "下一课";
        next_scenario: "Next scenario", "下一个场景";
        leave_course: "Leave the course", "离开课程计划";

        hand_in: "Hand in your answers", "提交答案";
        hand_in_hint:
            "The code says which lesson it was, how each question went and how long it was open. Send it to your teacher: nothing is sent by itself. It is no proof of who answered.",
            "代码写明是哪一堂课、每个问题的结果和用时。请自行发给老师：页面不会自动发送任何内容。它不能证明是谁作答。";
        course_code_hint:
            "The code grows with each lesson of the course. One code at the end of the course is enough.",
            "每堂课之后代码都会变长，包含之前的回答。课程计划结束时发一个代码即可。";
        your_name: "Your name (optional)", "您的姓名（可不填）";
        result_code: "Result code", "结果代码";
        link_copied: "Link copied.", "链接已复制。";
        copy_code: "Copy the code", "复制代码";
        copy_result_link: "Copy it as a link", "复制为链接";
        code_of_result: "QR code of the result", "结果的二维码";

        codes: "Codes or links from students, one per line", "学生发来的代码或链接，每行一个";
        codes_hint:
            "Paste them here, or drop a text file on the page. Whatever else stands on the line is ignored. A code is no proof: anybody can make one.",
            "粘贴到这里，或将文本文件拖到页面上。行内的其他文字会被忽略。代码不是证明：任何人都能造一个。";
        empty_results: "No results yet.", "还没有结果。";
        clear: "Clear", "清空";
        copy_table: "Copy for a spreadsheet", "复制到电子表格";
        save_table: "Save as CSV", "保存为 CSV";
        table: "Answers", "答案";
        by_question: "By question", "按问题";
        class_result: "Right at the first try", "第一次就答对";
        student: "Student", "学生";
        nameless: "(no name)", "（未填姓名）";
        lesson: "Lesson", "课程";
        version: "Version", "版本";
        step: "Step", "步骤";
        question: "Question", "问题";
        outcome: "Result", "结果";
        tries: "Tries", "次数";
        seconds: "Seconds", "秒";
        unanswered: "not answered", "未回答";
        right_at_first: "right at the first try", "第一次就答对";
        right_later: "right later", "后来答对";
        wrong: "wrong", "答错";
        task_solved: "task solved", "任务已完成";
        task_open: "task not solved", "任务未完成";
        other_version:
            "Some results of one lesson come from different versions of its text: their questions may differ.",
            "同一课程的部分结果来自不同版本的内容：问题可能不同。";
        no_code:
            "no code on this line: a code begins with r1: or r2:",
            "此行没有代码：代码以 r1: 或 r2: 开头";
        damaged:
            "the code is cut off or mistyped: ask for it again, copied whole",
            "代码不完整或有输入错误：请让学生重新完整复制";
        later_version:
            "a newer version of this page made the code: reload this page",
            "代码来自本页的更新版本：请重新加载本页";
    }
}

/// Sentences.
pub trait ClassroomSentences: Grammar {
    /// The fixed labels.
    fn classroom_labels(&self) -> &'static ClassroomLabels {
        ClassroomLabels::of(self)
    }

    /// The lesson is valid, and has so many steps, questions and tasks.
    fn lesson_is_right(&self, steps: usize, questions: usize, tasks: usize) -> String {
        translate!(
            self,
            {
                let many =
                    |count: usize, one: &str| if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") };
                format!("No errors: {}, {}, {}.", many(steps, "step"), many(questions, "question"), many(tasks, "task"))
            },
            format!("没有错误：{steps} 个步骤，{questions} 个问题，{tasks} 个任务。")
        )
    }

    /// A button that selects a line of the text.
    fn go_to_line(&self, line: usize) -> String {
        translate!(self, format!("Go to line {line}"), format!("转到第 {line} 行"))
    }

    /// So many problems are not listed.
    fn more_problems(&self, count: usize) -> String {
        translate!(self, format!("… and {count} more."), format!("……还有 {count} 个。"))
    }

    /// The current item of a course.
    fn course_place(&self, item: usize, total: usize) -> String {
        translate!(self, format!("part {item} of {total}"), format!("第 {item} 项，共 {total} 项"))
    }

    /// So many lessons of a course are in one code.
    fn lessons_in_code(&self, lessons: usize) -> String {
        translate!(
            self,
            format!("This one code has your answers of {lessons} lessons of the course so far."),
            format!("这一个代码包含您目前在课程计划中 {lessons} 堂课的回答。")
        )
    }

    /// How many results were read, how many of them once more, and how many lines have none.
    fn result_count(&self, results: usize, repeats: usize, bad_lines: usize) -> String {
        translate!(
            self,
            {
                let read = if results == 1 { "1 result".to_owned() } else { format!("{results} results") };
                let repeats = if repeats > 0 { format!("; {repeats} sent twice") } else { String::new() };
                let bad_lines = match bad_lines {
                    0 => String::new(),
                    1 => "; 1 line could not be used".to_owned(),
                    _ => format!("; {bad_lines} lines could not be used"),
                };
                format!("{read}{repeats}{bad_lines}.")
            },
            {
                let repeats = if repeats > 0 { format!("；{repeats} 个重复发送") } else { String::new() };
                let bad_lines = if bad_lines > 0 { format!("；{bad_lines} 行无法使用") } else { String::new() };
                format!("{results} 个结果{repeats}{bad_lines}。")
            }
        )
    }

    /// A problem of a line.
    fn about_line(&self, line: usize, text: &str) -> String {
        translate!(self, format!("Line {line}: {text}"), format!("第 {line} 行：{text}"))
    }

    /// The same attempt stands on an earlier line.
    fn repeated_code(&self, first: usize) -> String {
        translate!(
            self,
            format!("sent twice: the same attempt as on line {first}; it counts once"),
            format!("重复发送：与第 {first} 行是同一次作答；只计一次")
        )
    }

    /// A step whose question is unknown.
    fn step_of_lesson(&self, step: u16) -> String {
        translate!(self, format!("Step {step}"), format!("第 {step} 步"))
    }
}

impl<T: Speaker> ClassroomSentences for T {}
