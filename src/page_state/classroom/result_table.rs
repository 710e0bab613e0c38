//! The table of students' codes. Pasted text is read line by line, and each problem refers to its line.

use api::Table;
use i18n::{Lang, classroom::words};
use links::{
    LinkError,
    result_code::{self, AnswerResult, LessonResult, Outcome},
};
use protocol::LessonEntry;

/// The codes that were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResultTable {
    /// The results, in the order in which they were pasted.
    pub results: Vec<LessonResult>,
    /// The problems of lines.
    pub problems: Vec<LineProblem>,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProblem {
    /// The line, from 1.
    pub line: usize,
    /// The problem.
    pub kind: LineProblemKind,
}

/// The problem of a line of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineProblemKind {
    /// It has no code.
    NoCode,
    /// A code was cut or mistyped.
    Damaged,
    /// A later version of the page made the code.
    LaterVersion,
    /// The line repeats an attempt of this earlier line, with the same name or without one.
    Repeated(usize),
}

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableFormat {
    /// Tab-separated: for pasting into spreadsheets.
    Tabs,
    /// Comma-separated: for files.
    Commas,
}

/// The results of a question over all students.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionSummary {
    /// The lesson, and the hash of its text.
    pub lesson: (String, u32),
    /// The step.
    pub step: u16,
    /// The number of students who were right at the first try, and of those for whom it is known.
    pub first_right: usize,
    pub total: usize,
    /// How many students answered each choice first, by its index.
    pub first_choices: Table<u8, usize>,
}

/// The texts of a lesson's steps, by the hash of its text; empty if the page does not have the lesson.
#[derive(Clone, Copy)]
pub struct StepTexts<'f> {
    /// The question.
    pub question: &'f dyn Fn(u32, u16) -> String,
    /// The choice that was answered first.
    pub first_choice: &'f dyn Fn(u32, &AnswerResult) -> String,
}

/// Reads any number of codes, one in a line; each may have other text around it.
pub fn read_results(text: &str) -> ResultTable {
    let mut table = ResultTable::default();
    let mut lines_of_results: Vec<usize> = Vec::new();
    for (at, content) in text.lines().enumerate().filter(|(_, content)| !content.trim().is_empty()) {
        let line = at + 1;
        let mut add_problem = |kind| table.problems.push(LineProblem { line, kind });
        let mut rest = content;
        let mut has_code = false;
        while let Some(code) = result_code::find_code(rest) {
            has_code = true;
            match result_code::decode_results(code) {
                Ok(results) => {
                    let mut repeated_line = None;
                    for result in results {
                        match table.results.iter().position(|other| is_same_attempt(other, &result)) {
                            Some(first) => {
                                if table.results[first].student.is_empty() {
                                    table.results[first].student = result.student;
                                }
                                repeated_line = repeated_line.or(Some(lines_of_results[first]));
                            }
                            None => {
                                table.results.push(result);
                                lines_of_results.push(line);
                            }
                        }
                    }
                    // Reported once per code, even if several lessons are repeated.
                    if let Some(first_line) = repeated_line {
                        add_problem(LineProblemKind::Repeated(first_line));
                    }
                }
                Err(LinkError::UnknownVersion) => add_problem(LineProblemKind::LaterVersion),
                Err(_) => add_problem(LineProblemKind::Damaged),
            }
            let end = rest.find(code).map_or(rest.len(), |start| start + code.len());
            rest = &rest[end..];
        }
        if !has_code {
            // It starts like a code, but is truncated.
            let lower_case = content.to_ascii_lowercase();
            let is_cut = result_code::PREFIXES.iter().any(|prefix| lower_case.contains(prefix));
            add_problem(if is_cut { LineProblemKind::Damaged } else { LineProblemKind::NoCode });
        }
    }
    table
}

/// Whether two results are of the same attempt, which a student may send again with a name. Equal durations of all answers identify it.
fn is_same_attempt(a: &LessonResult, b: &LessonResult) -> bool {
    let is_timed = a.answers.iter().any(|answer| answer.seconds > 0);
    let is_same_student = a.student == b.student || is_timed && (a.student.is_empty() || b.student.is_empty());
    is_same_student && (&a.lesson, a.text_hash, &a.answers) == (&b.lesson, b.text_hash, &b.answers)
}

/// The tries of an answer; `None` for tasks in codes of earlier builds, which counted none.
pub fn known_tries(answer: AnswerResult) -> Option<u16> {
    (answer.tries > 0 || answer.outcome != Outcome::TaskSolved).then_some(answer.tries)
}

impl ResultTable {
    /// The number of repeated attempts, and of other problems.
    pub fn count_problems(&self) -> (usize, usize) {
        let is_repeat = |problem: &&LineProblem| matches!(problem.kind, LineProblemKind::Repeated(_));
        let repeats = self.problems.iter().filter(is_repeat).count();
        (repeats, self.problems.len() - repeats)
    }

    /// Each question or task of each lesson, in order of first occurrence.
    pub fn question_summaries(&self) -> Vec<QuestionSummary> {
        let mut summaries: Vec<QuestionSummary> = Vec::new();
        for result in &self.results {
            for answer in &result.answers {
                let lesson = (result.lesson.clone(), result.text_hash);
                let at = summaries
                    .iter()
                    .position(|summary| summary.lesson == lesson && summary.step == answer.step)
                    .unwrap_or_else(|| {
                        let (step, first_choices) = (answer.step, Table::default());
                        summaries.push(QuestionSummary { lesson, step, first_right: 0, total: 0, first_choices });
                        summaries.len() - 1
                    });
                if let Some(choice) = answer.first_choice {
                    *summaries[at].first_choices.or_default(choice) += 1;
                }
                let Some(tries) = known_tries(*answer) else { continue };
                let is_first_right = match answer.outcome {
                    Outcome::TaskSolved => tries == 1,
                    outcome => outcome == Outcome::RightAtFirst,
                };
                summaries[at].total += 1;
                summaries[at].first_right += usize::from(is_first_right);
            }
        }
        summaries
    }

    /// Whether results of a lesson come from more than one version of its text.
    pub fn has_several_versions(&self, lesson: &str) -> bool {
        let mut hashes = self.results.iter().filter(|result| result.lesson == lesson).map(|result| result.text_hash);
        let first = hashes.next();
        hashes.any(|hash| Some(hash) != first)
    }
}

/// The title of a lesson, by the name in a code.
pub fn lesson_title<'t>(lang: Lang, entries: &'t [LessonEntry], name: &'t str) -> &'t str {
    entries.iter().find(|entry| entry.name == name).map_or(name, |entry| lang.pick(&entry.title))
}

/// The table as text for a spreadsheet.
pub fn write_table(
    lang: Lang,
    entries: &[LessonEntry],
    table: &ResultTable,
    step_texts: StepTexts<'_>,
    format: TableFormat,
) -> String {
    let labels = words(lang).classroom_labels();
    let header = [
        labels.student,
        labels.lesson,
        labels.version,
        labels.step,
        labels.question,
        labels.first_answer,
        labels.outcome,
        labels.tries,
        labels.seconds,
    ];
    let mut text = write_row(&header.map(str::to_owned), format);
    for result in &table.results {
        for answer in &result.answers {
            text += &write_row(
                &[
                    result.student.clone(),
                    lesson_title(lang, entries, &result.lesson).to_owned(),
                    format_version(result.text_hash),
                    answer.step.to_string(),
                    (step_texts.question)(result.text_hash, answer.step).replace('`', ""),
                    (step_texts.first_choice)(result.text_hash, answer).replace('`', ""),
                    outcome_text(lang, answer.outcome).to_owned(),
                    known_tries(*answer).map_or_else(String::new, |tries| tries.to_string()),
                    answer.seconds.to_string(),
                ],
                format,
            );
        }
    }
    text
}

/// The hash of a lesson's text, short enough to be compared by eye.
pub fn format_version(text_hash: u32) -> String {
    format!("#{text_hash:08x}")
}

/// The outcome of a question or task, in words.
pub fn outcome_text(lang: Lang, outcome: Outcome) -> &'static str {
    let labels = words(lang).classroom_labels();
    match outcome {
        Outcome::Unanswered => labels.unanswered,
        Outcome::RightAtFirst => labels.right_at_first,
        Outcome::RightLater => labels.right_later,
        Outcome::Wrong => labels.wrong,
        Outcome::TaskSolved => labels.task_solved,
        Outcome::TaskOpen => labels.task_open,
    }
}

/// A line of a table. A student's name is escaped, so that no spreadsheet evaluates it as a formula.
fn write_row(cells: &[String], format: TableFormat) -> String {
    let cell = |cell: &String| {
        let plain: String = cell.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        let plain = if plain.starts_with(['=', '+', '-', '@']) { format!("'{plain}") } else { plain };
        match format {
            TableFormat::Commas if plain.contains([',', '"', ';']) => format!("\"{}\"", plain.replace('"', "\"\"")),
            _ => plain,
        }
    };
    let separator = if format == TableFormat::Tabs { "\t" } else { "," };
    cells.iter().map(cell).collect::<Vec<_>>().join(separator) + if format == TableFormat::Tabs { "\n" } else { "\r\n" }
}

#[cfg(test)]
mod tests {
    use links::result_code::encode_results;

    use super::*;

    fn encode_result(result: &LessonResult) -> String {
        encode_results(std::slice::from_ref(result))
    }

    const NO_TEXTS: StepTexts<'static> =
        StepTexts { question: &|_, _| String::new(), first_choice: &|_, _| String::new() };

    fn result(student: &str, outcome: Outcome) -> LessonResult {
        LessonResult {
            lesson: "taints".into(),
            text_hash: 7,
            student: student.into(),
            answers: vec![AnswerResult { step: 2, outcome, tries: 1, seconds: 9, first_choice: None }],
        }
    }

    #[test]
    fn bad_lines_are_reported_and_the_rest_is_read() {
        let [ada, bob] = [result("Ada", Outcome::RightAtFirst), result("Bob", Outcome::RightLater)];
        let (first, second) = (encode_result(&ada), encode_result(&bob));
        let cut = &first[..first.len() - 3];
        let text = format!(
            "Hi, here is mine: {first}\n\nhttps://example.org/#{second} thanks\nno code here\n{cut}\n{first}\nr7:{}\nr1:abc\n",
            "0".repeat(30)
        );
        let table = read_results(&text);
        assert_eq!(table.results, [ada, bob]);
        let problems: Vec<_> = table.problems.iter().map(|problem| (problem.line, problem.kind)).collect();
        assert_eq!(
            problems,
            [
                (4, LineProblemKind::NoCode),
                (5, LineProblemKind::Damaged),
                (6, LineProblemKind::Repeated(1)),
                (7, LineProblemKind::LaterVersion),
                (8, LineProblemKind::Damaged),
            ]
        );
        assert_eq!(read_results(&format!("{first} {second}")).results.len(), 2, "two on a line");
        assert_eq!(read_results("\n  \n"), ResultTable::default());
    }

    #[test]
    fn an_attempt_counts_once_with_its_name() {
        let [nameless, ada, bob] = ["", "Ada", "Bob"].map(|student| result(student, Outcome::RightAtFirst));
        let read = |results: &[&LessonResult]| {
            let table = read_results(&results.iter().map(|result| encode_result(result) + "\n").collect::<String>());
            let students = table.results.iter().map(|result| result.student.clone()).collect::<Vec<_>>();
            (students, table.count_problems())
        };
        let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(read(&[&nameless, &ada]), (names(&["Ada"]), (1, 0)));
        assert_eq!(read(&[&ada, &nameless, &ada]), (names(&["Ada"]), (2, 0)));
        assert_eq!(read(&[&ada, &bob]), (names(&["Ada", "Bob"]), (0, 0)), "two names are two students");
        let later = LessonResult { answers: vec![AnswerResult { seconds: 8, ..ada.answers[0] }], ..ada.clone() };
        assert_eq!(read(&[&nameless, &later]).0.len(), 2, "other times are another attempt");
    }

    #[test]
    fn a_code_of_a_course_has_a_row_for_each_lesson() {
        let of_lesson = |student: &str, lesson: &str| LessonResult {
            lesson: lesson.into(),
            ..result(student, Outcome::RightAtFirst)
        };
        let ada = [of_lesson("Ada", "taints"), of_lesson("Ada", "spread")];
        let code = encode_results(&ada);
        let cut = &code[..code.len() - 2];
        let early = encode_result(&of_lesson("", "taints"));
        let table = read_results(&format!("{early}\nhttps://example.org/#{code}\n{cut}\nr2:abc\n"));
        assert_eq!(table.results, ada, "a lesson that was sent before counts once, with its name");
        let problems: Vec<_> = table.problems.iter().map(|problem| (problem.line, problem.kind)).collect();
        let damaged = LineProblemKind::Damaged;
        assert_eq!(problems, [(2, LineProblemKind::Repeated(1)), (3, damaged), (4, damaged)]);
        let text = write_table(Lang::En, &[], &table, NO_TEXTS, TableFormat::Tabs);
        let rows: Vec<_> = text.lines().skip(1).map(|line| line.split('\t').take(2).collect::<Vec<_>>()).collect();
        assert_eq!(rows, [["Ada", "taints"], ["Ada", "spread"]]);
    }

    #[test]
    fn a_task_is_right_at_first_with_one_try() {
        let solved = |tries| {
            let answer = AnswerResult { step: 2, outcome: Outcome::TaskSolved, tries, seconds: 9, first_choice: None };
            LessonResult { answers: vec![answer], ..result("", Outcome::TaskSolved) }
        };
        // Codes of earlier builds have no tries of tasks.
        let table = ResultTable { results: [1, 3, 0].map(solved).to_vec(), problems: Vec::new() };
        let [summary] = &table.question_summaries()[..] else { panic!("one task") };
        assert_eq!((summary.first_right, summary.total), (1, 2));
        let text = write_table(Lang::En, &[], &table, NO_TEXTS, TableFormat::Tabs);
        assert_eq!(
            text.lines().map(|line| line.split('\t').nth(7)).collect::<Vec<_>>(),
            ["Tries", "1", "3", ""].map(Some)
        );
    }

    #[test]
    fn questions_are_counted_for_the_class() {
        let results = [("A", Outcome::RightAtFirst), ("B", Outcome::RightLater), ("C", Outcome::Wrong)]
            .map(|(s, o)| result(s, o));
        let table = ResultTable { results: results.to_vec(), problems: Vec::new() };
        let summaries = table.question_summaries();
        assert_eq!(
            summaries.iter().map(|summary| (summary.step, summary.first_right, summary.total)).collect::<Vec<_>>(),
            [(2, 1, 3)]
        );
        let chosen = |choice| AnswerResult { first_choice: choice, ..table.results[0].answers[0] };
        let answered = [Some(1), None, Some(1), Some(0)]
            .map(|choice| LessonResult { answers: vec![chosen(choice)], ..table.results[0].clone() });
        let answered = ResultTable { results: answered.to_vec(), problems: Vec::new() };
        let first_choices = &answered.question_summaries()[0].first_choices;
        assert_eq!(first_choices.iter().map(|(choice, count)| (*choice, *count)).collect::<Vec<_>>(), [(0, 1), (1, 2)]);
        assert!(!table.has_several_versions("taints"));
        let mut two = table.clone();
        two.results[1].text_hash = 8;
        assert!(two.has_several_versions("taints") && !two.has_several_versions("other"));
        assert_eq!(two.question_summaries().len(), 2, "another text may ask something else");
    }

    #[test]
    fn a_table_is_safe_text_for_spreadsheets() {
        let table = ResultTable {
            results: vec![result("=HYPERLINK(1)", Outcome::RightAtFirst), result("Li, \"Mei\"", Outcome::TaskOpen)],
            problems: Vec::new(),
        };
        let question = |text_hash, step| format!("Does `web` fit, {text_hash} {step}?");
        let step_texts = StepTexts { question: &question, first_choice: &|_, _| "It `fits`".to_owned() };
        let tabs = write_table(Lang::En, &[], &table, step_texts, TableFormat::Tabs);
        let rows: Vec<Vec<&str>> = tabs.lines().map(|line| line.split('\t').collect()).collect();
        assert!(rows.len() == 3 && rows.iter().all(|row| row.len() == 9), "{tabs}");
        assert_eq!(rows[1][..6], ["'=HYPERLINK(1)", "taints", "#00000007", "2", "Does web fit, 7 2?", "It fits"]);
        let commas = write_table(Lang::En, &[], &table, step_texts, TableFormat::Commas);
        assert!(commas.contains("\r\n\"Li, \"\"Mei\"\"\",taints,"), "{commas}");
    }
}
