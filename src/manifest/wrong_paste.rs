//! Texts that are no manifests, and what they are instead: what a command printed for people, or a template.

use findings::{AdmissionProblem, Finding, FoundValue, ObjectProblem, Problem, ReadingProblem};

use super::tree::Span;

/// What a refused text seems to be. The findings say whether it was refused for being that.
pub(super) fn guess_wrong_paste(text: &str, findings: &[Finding]) -> Option<Finding> {
    let is_unread = |finding: &Finding| {
        use ObjectProblem::{NoKind, NotAnObject};
        use ReadingProblem::{KeyNotText, NotYaml, RepeatedKey};
        matches!(finding.problem, Problem::Object(NotAnObject { .. } | NoKind))
            || matches!(finding.problem, Problem::Reading(NotYaml { .. } | KeyNotText | RepeatedKey { .. }))
    };
    let placeholder = |finding: &Finding| match &finding.problem {
        Problem::Admission(AdmissionProblem::Malformed { text, .. })
        | Problem::Object(ObjectProblem::Misfit { actual: FoundValue::Scalar(text), .. }) => text.contains("{{"),
        _ => false,
    };
    if !findings.iter().any(|finding| is_unread(finding) || placeholder(finding)) {
        return None;
    }
    // Alerts and the like have such brackets too, but within quotes, where they are no reason to refuse a text.
    // There may be as many findings as lines.
    let lines: Vec<&str> = text.lines().collect();
    let is_beside = |finding: &Finding| {
        if !is_unread(finding) && !placeholder(finding) {
            return None;
        }
        let number = finding.place.line;
        let line = lines.get(usize::try_from(number).ok()?.checked_sub(1)?)?;
        let at = line.find("{{")?;
        Some((number, u32::try_from(line[..at].chars().count()).ok()? + 1))
    };
    if let Some((line, column)) = find_template_action(text).or_else(|| findings.iter().find_map(is_beside)) {
        let span = Span { line, column, ..Span::default() };
        return Some(Finding::new(span.to_place(1, ""), ReadingProblem::Template));
    }
    if !findings.iter().any(is_unread) {
        return None;
    }
    let (number, first) = (1..).zip(text.lines()).find(|(_, line)| !line.trim().is_empty())?;
    let what = match first {
        line if is_table_head(line) => ReadingProblem::TableForPeople,
        line if is_describe_output(line) => ReadingProblem::Described,
        _ => return None,
    };
    Some(Finding::new(Span { line: number, column: 1, ..Span::default() }.to_place(1, ""), what))
}

/// Where an action of a Helm template stands, if one does. Texts may hold other things in such brackets: alerts, for example.
fn find_template_action(text: &str) -> Option<(u32, u32)> {
    const WORDS: [&str; 12] = [
        "-",
        ".Values",
        ".Release",
        ".Chart",
        ".Capabilities",
        "include ",
        "template ",
        "if ",
        "range ",
        "with ",
        "define ",
        "/*",
    ];
    let action = |inner: &str| WORDS.iter().any(|word| inner.trim_start().starts_with(word));
    (1..).zip(text.lines()).find_map(|(number, line)| {
        let mut column = 1;
        for (index, part) in line.split("{{").enumerate() {
            if index > 0 && action(part) {
                return Some((number, column));
            }
            column += u32::try_from(part.chars().count()).ok()? + if index > 0 { 2 } else { 0 };
        }
        None
    })
}

/// Whether a line is the head of a table that `kubectl get` or `kubectl top` prints.
fn is_table_head(line: &str) -> bool {
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
    let mut columns = line.split_whitespace();
    let first = columns.next().unwrap_or_default();
    line.contains("  ") && columns.all(is_name) && ["NAME", "NAMESPACE", "LAST"].contains(&first)
}

/// Whether a line is the first of what `kubectl describe` prints.
fn is_describe_output(line: &str) -> bool {
    line.strip_prefix("Name:").is_some_and(|rest| rest.starts_with("  ") && !rest.trim().is_empty())
}
