//! The table of students' codes. Pasted text is read line by line, and each problem refers to its line.

use i18n::{Lang, classroom::words};
use links::{
    LinkError,
    result_code::{self, LessonResult, Outcome},
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
    /// The same code stands on an earlier line.
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
    /// How many students were right at the first try, and how many were asked.
    pub first_right: usize,
    pub total: usize,
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
            match result_code::decode_result(code) {
                Ok(result) => match table.results.iter().position(|other| *other == result) {
                    Some(first) => add_problem(LineProblemKind::Repeated(lines_of_results[first])),
                    None => {
                        table.results.push(result);
                        lines_of_results.push(line);
                    }
                },
                Err(LinkError::UnknownVersion) => add_problem(LineProblemKind::LaterVersion),
                Err(_) => add_problem(LineProblemKind::Damaged),
            }
            let end = rest.find(code).map_or(rest.len(), |start| start + code.len());
            rest = &rest[end..];
        }
        if !has_code {
            // It starts like a code, but is cut off.
            let is_cut = content.to_ascii_lowercase().contains("r1:");
            add_problem(if is_cut { LineProblemKind::Damaged } else { LineProblemKind::NoCode });
        }
    }
    table
}

impl ResultTable {
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
                        summaries.push(QuestionSummary { lesson, step: answer.step, first_right: 0, total: 0 });
                        summaries.len() - 1
                    });
                summaries[at].total += 1;
                summaries[at].first_right +=
                    usize::from(matches!(answer.outcome, Outcome::RightAtFirst | Outcome::TaskSolved));
            }
        }
        summaries
    }

    /// Whether results of a lesson come from more than one version of its text.
    pub fn has_versions(&self, lesson: &str) -> bool {
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
pub fn write_table(lang: Lang, entries: &[LessonEntry], table: &ResultTable, format: TableFormat) -> String {
    let labels = words(lang).classroom_labels();
    let header =
        [labels.student, labels.lesson, labels.version, labels.step, labels.outcome, labels.tries, labels.seconds];
    let mut text = write_row(&header.map(str::to_owned), format);
    for result in &table.results {
        for answer in &result.answers {
            text += &write_row(
                &[
                    result.student.clone(),
                    lesson_title(lang, entries, &result.lesson).to_owned(),
                    format_version(result.text_hash),
                    answer.step.to_string(),
                    outcome_text(lang, answer.outcome).to_owned(),
                    answer.tries.to_string(),
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
    use links::result_code::{AnswerResult, encode_result};

    use super::*;

    fn result(student: &str, outcome: Outcome) -> LessonResult {
        LessonResult {
            lesson: "taints".into(),
            text_hash: 7,
            student: student.into(),
            answers: vec![AnswerResult { step: 2, outcome, tries: 1, seconds: 9 }],
        }
    }

    #[test]
    fn every_bad_line_is_told_and_the_rest_is_read() {
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
    fn questions_are_counted_for_the_class() {
        let results = [("A", Outcome::RightAtFirst), ("B", Outcome::RightLater), ("C", Outcome::Wrong)]
            .map(|(s, o)| result(s, o));
        let table = ResultTable { results: results.to_vec(), problems: Vec::new() };
        let summaries = table.question_summaries();
        assert_eq!(
            summaries.iter().map(|summary| (summary.step, summary.first_right, summary.total)).collect::<Vec<_>>(),
            [(2, 1, 3)]
        );
        assert!(!table.has_versions("taints"));
        let mut two = table.clone();
        two.results[1].text_hash = 8;
        assert!(two.has_versions("taints") && !two.has_versions("other"));
        assert_eq!(two.question_summaries().len(), 2, "another text may ask something else");
    }

    #[test]
    fn a_table_is_text_for_every_spreadsheet() {
        let table = ResultTable {
            results: vec![result("=HYPERLINK(1)", Outcome::RightAtFirst), result("Li, \"Mei\"", Outcome::TaskOpen)],
            problems: Vec::new(),
        };
        let tabs = write_table(Lang::En, &[], &table, TableFormat::Tabs);
        let rows: Vec<Vec<&str>> = tabs.lines().map(|line| line.split('\t').collect()).collect();
        assert!(rows.len() == 3 && rows.iter().all(|row| row.len() == 7), "{tabs}");
        assert_eq!(rows[1][..4], ["'=HYPERLINK(1)", "taints", "#00000007", "2"]);
        let commas = write_table(Lang::En, &[], &table, TableFormat::Commas);
        assert!(commas.contains("\r\n\"Li, \"\"Mei\"\"\",taints,"), "{commas}");
    }
}
