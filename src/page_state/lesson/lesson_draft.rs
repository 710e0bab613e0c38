//! Where a person is in a lesson, as their draft keeps it. Of a lesson of their own: the file, a line with the place and the answers, and the
//! text that runs, where that was changed. Of a built-in one only a text that was changed is a draft: behind a line that names the lesson
//! and the step.

use crate::lesson::{LessonProgress, QuestionAnswers, lesson_in_fragment};

/// How the line begins. A lesson has no HTML, so it is none of its own.
pub(crate) const MARKER_START: &str = "\n<!-- schedscope ";
/// How it ends.
pub(crate) const MARKER_END: &str = " -->\n";

/// How the line begins that names a built-in lesson: a comment to whoever else reads the text.
pub(crate) const NAME_START: &str = "# schedscope ";

/// What was kept of a place.
pub struct LessonBookmark<'t> {
    /// The line.
    line: &'t str,
    /// The text that runs; empty if it is the lesson's own.
    pub text: &'t str,
}

impl LessonBookmark<'_> {
    /// Puts a person back there. A place that the lesson does not have is none: its file may have been changed.
    pub fn restore_progress(&self, progress: &mut LessonProgress) {
        let mut words = self.line.split(' ');
        let step = words.next().and_then(|word| word.parse::<usize>().ok());
        let answers: Vec<QuestionAnswers> = words.filter_map(decode_answers).collect();
        if let Some(step) = step.filter(|step| *step <= progress.lesson.steps.len())
            && answers.len() == progress.answers.len()
        {
            (progress.step, progress.answers) = (step, answers);
        }
    }
}

/// A file as it was opened, and the place that was kept with it.
pub fn split_draft(text: &str) -> (&str, Option<LessonBookmark<'_>>) {
    let Some((file, rest)) = text.split_once(MARKER_START) else { return (text, None) };
    let bookmark = rest.split_once(MARKER_END).map(|(item, text)| LessonBookmark { line: item, text });
    (file, bookmark)
}

/// A text that was made of a built-in lesson's.
pub struct ChangedLesson<'t> {
    /// The lesson's name.
    pub name: String,
    /// The step.
    pub step: usize,
    /// The text that runs.
    pub text: &'t str,
}

/// What a draft keeps of a built-in lesson, if it does.
pub fn split_lesson_name(text: &str) -> Option<ChangedLesson<'_>> {
    let (fragment, text) = text.strip_prefix(NAME_START)?.split_once('\n')?;
    let fragment = format!("#{fragment}");
    let (name, step) = lesson_in_fragment(&fragment)?;
    Some(ChangedLesson { name: name.to_owned(), step, text })
}

/// The step, and what was answered.
pub fn answers_line(progress: &LessonProgress) -> String {
    let answers_text: String = progress.answers.iter().map(encode_answers).collect();
    format!("{}{answers_text}", progress.step)
}

/// Gives a person back what they answered; the address says at which step they are.
pub fn restore_answers(progress: &mut LessonProgress, line: &str) {
    let step = progress.step;
    LessonBookmark { line, text: "" }.restore_progress(progress);
    progress.step = step;
}

/// What was answered, as a word: whether the first answer was right, the last answer, how many were found, whether nothing more is asked, how
/// many answers were given, and for how long it was open.
fn encode_answers(answers: &QuestionAnswers) -> String {
    let first = answers.first_correct.map_or("-", |right| if right { "1" } else { "0" });
    let last = answers.last_choice.map_or("-".to_owned(), |last| last.to_string());
    let QuestionAnswers { found_choices, is_done, tries, open_millis, .. } = answers;
    format!(" {first},{last},{found_choices},{},{tries},{open_millis}", u8::from(*is_done))
}

fn decode_answers(word: &str) -> Option<QuestionAnswers> {
    // Earlier builds wrote neither tries nor time.
    let words: Vec<&str> = word.split(',').collect();
    let ([first, last, moment, is_done], tries, open_millis) = match words[..] {
        [first, last, moment, is_done] => ([first, last, moment, is_done], "0", "0"),
        [first, last, moment, is_done, tries, open_millis] => ([first, last, moment, is_done], tries, open_millis),
        _ => return None,
    };
    let (first, is_done) = (first.parse::<u8>().ok().map(|byte| byte == 1), is_done == "1");
    Some(QuestionAnswers {
        first_correct: first,
        last_choice: last.parse().ok(),
        found_choices: moment.parse().ok()?,
        is_done,
        tries: tries.parse().ok()?,
        open_millis: open_millis.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_were_written() {
        for answers in [
            QuestionAnswers::default(),
            QuestionAnswers {
                first_correct: Some(true),
                last_choice: Some(12),
                found_choices: 1,
                is_done: true,
                tries: 1,
                open_millis: 5200,
            },
            QuestionAnswers { first_correct: Some(false), is_done: true, ..QuestionAnswers::default() },
        ] {
            assert_eq!(decode_answers(encode_answers(&answers).trim_start()), Some(answers));
        }
        let written_before = QuestionAnswers {
            first_correct: Some(true),
            last_choice: Some(2),
            found_choices: 1,
            is_done: true,
            ..QuestionAnswers::default()
        };
        assert_eq!(decode_answers("1,2,1,1"), Some(written_before));
        for invalid_text in ["", "1,2", "1,2,3,4,5", "1,2,x,1", "1,2,1,1,x,0"] {
            assert_eq!(decode_answers(invalid_text), None, "{invalid_text}");
        }
    }

    #[test]
    fn a_file_without_a_place_is_a_file() {
        assert_eq!(split_draft("---\na\n").0, "---\na\n");
        assert!(split_draft("---\na\n").1.is_none() && split_draft("---\n<!-- schedscope").1.is_none());
        let (file, bookmark) = split_draft("---\na\n\n<!-- schedscope 3 -,-,0,0 -->\nkind: Node\n");
        let bookmark = bookmark.expect("a place");
        assert_eq!((file, bookmark.line, bookmark.text), ("---\na\n", "3 -,-,0,0", "kind: Node\n"));
    }
}
