//! The progress of a lesson in a draft. For a custom lesson: its source, a line with the step and answers, and the manifest if it was
//! changed. For a built-in lesson, only a changed manifest is a draft: a line with the lesson's name and step, and the manifest.

use crate::lesson::{LessonProgress, QuestionAnswers, lesson_in_fragment};

/// The start of the line with the progress. Lessons don't allow HTML, so no lesson contains it.
pub(crate) const MARKER_START: &str = "\n<!-- schedscope ";
/// The end of that line.
pub(crate) const MARKER_END: &str = " -->\n";

/// The start of the line with the name of a built-in lesson; a comment in YAML.
pub(crate) const NAME_START: &str = "# schedscope ";

/// The stored progress of a lesson.
pub struct LessonBookmark<'t> {
    /// The step and the answers.
    line: &'t str,
    /// The changed manifest; empty if unchanged.
    pub text: &'t str,
}

impl LessonBookmark<'_> {
    /// Restores the step and answers, unless the lesson has another number of steps by now.
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

/// Splits a draft into the lesson's source and its progress.
pub fn split_draft(text: &str) -> (&str, Option<LessonBookmark<'_>>) {
    let Some((file, rest)) = text.split_once(MARKER_START) else { return (text, None) };
    let bookmark = rest.split_once(MARKER_END).map(|(item, text)| LessonBookmark { line: item, text });
    (file, bookmark)
}

/// The changed manifest of a built-in lesson.
pub struct ChangedLesson<'t> {
    /// The name of the lesson.
    pub name: String,
    /// The index of the step.
    pub step: usize,
    /// The manifest.
    pub text: &'t str,
}

/// Parses the draft of a built-in lesson; `None` for other drafts.
pub fn split_lesson_name(text: &str) -> Option<ChangedLesson<'_>> {
    let (fragment, text) = text.strip_prefix(NAME_START)?.split_once('\n')?;
    let fragment = format!("#{fragment}");
    let (name, step) = lesson_in_fragment(&fragment)?;
    Some(ChangedLesson { name: name.to_owned(), step, text })
}

/// The step and answers as a line.
pub fn answers_line(progress: &LessonProgress) -> String {
    let answers_text: String = progress.answers.iter().map(encode_answers).collect();
    format!("{}{answers_text}", progress.step)
}

/// Restores the answers; the step stays the one in the address.
pub fn restore_answers(progress: &mut LessonProgress, line: &str) {
    let step = progress.step;
    LessonBookmark { line, text: "" }.restore_progress(progress);
    progress.step = step;
}

/// The answers to a step as a comma-separated word: whether the first answer was right, the index of the last choice, the bits of found
/// choices, whether the question is done, the number of tries, how long it was open in milliseconds, and the index of the first choice.
fn encode_answers(answers: &QuestionAnswers) -> String {
    let first = answers.first_correct.map_or("-", |right| if right { "1" } else { "0" });
    let choice_text = |choice: Option<usize>| choice.map_or("-".to_owned(), |choice| choice.to_string());
    let (first_choice, last) = (choice_text(answers.first_choice), choice_text(answers.last_choice));
    let QuestionAnswers { found_choices, is_done, tries, open_millis, .. } = answers;
    format!(" {first},{last},{found_choices},{},{tries},{open_millis},{first_choice}", u8::from(*is_done))
}

fn decode_answers(word: &str) -> Option<QuestionAnswers> {
    // Earlier builds wrote neither tries nor durations, and then no first choice.
    let words: Vec<&str> = word.split(',').collect();
    let (tries, open_millis, first_choice) = match words[..] {
        [_, _, _, _] => ("0", "0", "-"),
        [_, _, _, _, tries, open_millis] => (tries, open_millis, "-"),
        [_, _, _, _, tries, open_millis, first_choice] => (tries, open_millis, first_choice),
        _ => return None,
    };
    let &[first, last, moment, is_done] = words.first_chunk()?;
    let (first, is_done) = (first.parse::<u8>().ok().map(|byte| byte == 1), is_done == "1");
    Some(QuestionAnswers {
        first_correct: first,
        first_choice: first_choice.parse().ok(),
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
    fn answers_round_trip() {
        for answers in [
            QuestionAnswers::default(),
            QuestionAnswers {
                first_correct: Some(true),
                first_choice: Some(3),
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
        assert_eq!(decode_answers("1,2,1,1,0,0"), Some(written_before));
        for invalid_text in ["", "1,2", "1,2,3,4,5", "1,2,x,1", "1,2,1,1,x,0"] {
            assert_eq!(decode_answers(invalid_text), None, "{invalid_text}");
        }
    }

    #[test]
    fn a_source_without_progress_is_kept() {
        assert_eq!(split_draft("---\na\n").0, "---\na\n");
        assert!(split_draft("---\na\n").1.is_none() && split_draft("---\n<!-- schedscope").1.is_none());
        let (file, bookmark) = split_draft("---\na\n\n<!-- schedscope 3 -,-,0,0 -->\nkind: Node\n");
        let bookmark = bookmark.expect("a place");
        assert_eq!((file, bookmark.line, bookmark.text), ("---\na\n", "3 -,-,0,0", "kind: Node\n"));
    }
}
