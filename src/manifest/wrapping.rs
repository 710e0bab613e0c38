//! Recognizes what surrounds manifests: Markdown, the commands that printed them, and other output of Helm and `kubectl cluster-info dump`.

use findings::Notice;

use super::steps::count_steps;

/// The role of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineUse {
    Manifest,
    /// A separator, after which another document starts.
    Separator,
    Comment,
}

/// Languages of a Markdown block that is always a manifest.
const MANIFEST_LANGUAGES: [&str; 4] = ["yaml", "yml", "json", "json5"];
/// Languages of a Markdown block that may be a manifest.
const PLAIN_LANGUAGES: [&str; 8] = ["", "text", "txt", "console", "bash", "sh", "shell", "plaintext"];
/// Programs that print or read manifests.
const COMMANDS: [&str; 10] =
    ["kubectl", "oc", "k", "helm", "kustomize", "cat", "kubecolor", "microk8s", "k3s", "minikube"];
/// The start of messages that these programs print between manifests.
const PROGRAM_MESSAGES: [&str; 5] =
    ["Warning: ", "error: ", "Error from server", "No resources found", "Unable to connect"];

/// A text in which everything that is not a manifest is blanked out.
pub(super) struct BlankedText {
    pub text: String,
    /// Notices about skipped parts that users may miss, each with its first line.
    pub skipped: Vec<(u32, Notice)>,
}

/// The text with everything around its manifests blanked out; `None` if there are only manifests.
pub(super) fn blank_wrapping(text: &str) -> Option<BlankedText> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut uses = if is_markdown(&lines) { use_markdown(&lines) } else { vec![LineUse::Manifest; lines.len()] };
    let mut skipped = Vec::new();
    mark_helm_output(&lines, &mut uses, &mut skipped);
    mark_container_logs(&lines, &mut uses, &mut skipped);
    mark_commands(&lines, &mut uses);
    count_steps(text.len());
    if uses.iter().all(|line_use| *line_use == LineUse::Manifest) {
        return None;
    }
    let text = lines.iter().zip(uses).map(|(line, line_use)| blank_line(line, line_use)).collect();
    Some(BlankedText { text, skipped })
}

fn line_number(index: usize) -> u32 {
    u32::try_from(index + 1).unwrap_or(u32::MAX)
}

/// Marks what Helm prints about a release besides its manifests, with `--dry-run` or `helm get all`: the header, values, hooks and notes.
fn mark_helm_output(lines: &[&str], uses: &mut [LineUse], skipped: &mut Vec<(u32, Notice)>) {
    let Some(start) = (0..lines.len()).find(|index| is_helm_head(&lines[*index..])) else { return };
    let sections = lines.iter().enumerate().skip(start);
    let Some(manifest) = sections.clone().find(|(_, line)| line.trim_end() == "MANIFEST:").map(|(index, _)| index)
    else {
        return;
    };
    let notes = sections.skip_while(|(index, _)| *index < manifest).find(|(_, line)| line.trim_end() == "NOTES:");
    let end = notes.map_or(lines.len(), |(index, _)| index);
    uses[..manifest].fill(LineUse::Comment);
    uses[manifest] = LineUse::Separator;
    uses[end..].fill(LineUse::Comment);
    skipped.push((line_number(start), Notice::HelmReleaseTrimmed));
}

/// Whether lines are the header that Helm prints for a release.
pub(super) fn is_helm_head(lines: &[&str]) -> bool {
    let has_line = |start: &str| lines.iter().take(8).any(|line| line.starts_with(start));
    lines.first().is_some_and(|line| line.starts_with("NAME: ")) && has_line("LAST DEPLOYED: ") && has_line("STATUS: ")
}

/// The start and end of container logs in the output of `kubectl cluster-info dump`.
const LOGS_START: &str = "==== START logs for container ";
const LOGS_END: &str = "==== END logs for container ";

fn mark_container_logs(lines: &[&str], uses: &mut [LineUse], skipped: &mut Vec<(u32, Notice)>) {
    let (mut is_within, mut first, mut containers) = (false, 0, 0);
    for (index, (line, line_use)) in lines.iter().zip(uses).enumerate() {
        if !is_within && line.starts_with(LOGS_START) {
            (is_within, *line_use) = (true, LineUse::Separator);
            first = if containers == 0 { index } else { first };
            containers += 1;
        } else if is_within {
            *line_use = LineUse::Comment;
            is_within = !line.starts_with(LOGS_END);
        }
    }
    if containers > 0 {
        skipped.push((line_number(first), Notice::LogsSkipped { containers }));
    }
}

/// A blank line of the same length in bytes.
fn blank_line(line: &str, line_use: LineUse) -> String {
    let content = line.trim_end_matches(['\n', '\r']);
    let end = &line[content.len()..];
    let hidden = |head: &str| {
        // A character of several bytes is replaced by as many spaces.
        let rest = (head.len()..=content.len()).find(|at| content.is_char_boundary(*at)).unwrap_or(content.len());
        format!("{head}{}{}{end}", " ".repeat(rest - head.len()), &content[rest..])
    };
    match line_use {
        LineUse::Manifest => line.to_owned(),
        LineUse::Comment | LineUse::Separator if content.is_empty() => line.to_owned(),
        LineUse::Separator if content.len() == 3 || content.len() == 4 => format!("{:<1$}{end}", "---", content.len()),
        LineUse::Separator if content.len() > 4 => hidden("--- #"),
        LineUse::Separator | LineUse::Comment => hidden("#"),
    }
}

fn fence_of(line: &str) -> Option<&'static str> {
    let indented = line.trim_start_matches(' ');
    let is_near = line.len() - indented.len() <= 3;
    ["```", "~~~"].into_iter().find(|fence| is_near && indented.starts_with(fence))
}

/// Whether a text is Markdown: it contains a fenced block, and no manifest before it.
fn is_markdown(lines: &[&str]) -> bool {
    let Some(first) = lines.iter().position(|line| fence_of(line).is_some()) else { return false };
    !lines[..first].iter().any(|line| line.starts_with(['{', '[']) || is_manifest_line(line))
}

/// Whether a line has a key that occurs in every manifest.
fn is_manifest_line(line: &str) -> bool {
    let key = line.trim_start_matches([' ', '-', '{', '"']);
    ["apiVersion", "kind", "items"].iter().any(|word| {
        key.strip_prefix(word).is_some_and(|rest| rest.trim_start_matches('"').trim_start().starts_with(':'))
    })
}

fn use_markdown(lines: &[&str]) -> Vec<LineUse> {
    let mut uses = vec![LineUse::Comment; lines.len()];
    let mut at = 0;
    while at < lines.len() {
        let Some(fence) = fence_of(lines[at]) else {
            at += 1;
            continue;
        };
        let language = lines[at].trim().trim_start_matches(['`', '~']).trim().to_ascii_lowercase();
        let language = language.split([' ', '{', ',']).next().unwrap_or_default();
        let end = lines[at + 1..].iter().position(|line| fence_of(line) == Some(fence));
        let end = end.map_or(lines.len(), |length| at + 1 + length);
        let block = &lines[at + 1..end];
        let has_manifest = || block.iter().any(|line| is_manifest_line(line));
        if MANIFEST_LANGUAGES.contains(&language) || PLAIN_LANGUAGES.contains(&language) && has_manifest() {
            uses[at] = LineUse::Separator;
            uses[at + 1..end].fill(LineUse::Manifest);
        }
        at = end + 1;
    }
    uses
}

/// Whether a line above a manifest is not part of it: a command, a message of the program, or Markdown.
#[must_use]
pub fn is_wrapping_line(line: &str) -> bool {
    let content = line.trim_end();
    fence_of(content).is_some() || is_command(content) || is_bare_prompt(content) || is_program_message(content)
}

/// Marks the commands that printed manifests or read them, and the messages of these programs.
fn mark_commands(lines: &[&str], uses: &mut [LineUse]) {
    let mut here_end: Option<&str> = None;
    for (line, line_use) in lines.iter().zip(uses).filter(|(_, line_use)| **line_use == LineUse::Manifest) {
        let content = line.trim_end();
        if here_end.is_some_and(|end| end == content) {
            (*line_use, here_end) = (LineUse::Comment, None);
        } else if is_command(content) {
            *line_use = LineUse::Separator;
            here_end = here_document_end(content).or(here_end);
        } else if is_bare_prompt(content) || is_program_message(content) {
            *line_use = LineUse::Comment;
        }
    }
}

/// The maximum length in bytes of a prompt with its program.
const MAX_PROMPT: usize = 512;

/// Whether a line is a command, with or without a shell prompt.
fn is_command(line: &str) -> bool {
    let is_program = |rest: &str, programs: &[&str]| {
        let rest = rest.trim_start();
        let rest = rest.strip_prefix("sudo ").unwrap_or(rest).trim_start();
        rest.split_once(' ').is_some_and(|(program, _)| programs.contains(&program))
    };
    if line.starts_with([' ', '#', '-', '{', '"', '\'']) {
        return false;
    }
    let has_here_document = here_document_end(line).is_some();
    // A line may be as long as a text; a prompt is not.
    let line = &line[..line.floor_char_boundary(MAX_PROMPT)];
    // A single letter and common words are programs only after a prompt.
    if is_program(line, &["kubectl", "oc", "helm", "kustomize", "microk8s", "k3s"]) || has_here_document {
        return true;
    }
    for (at, letter) in line.char_indices() {
        let rest = &line[at..];
        if matches!(letter, '"' | '\'') || rest.starts_with(": ") {
            return false;
        }
        let Some(rest) = rest.strip_prefix(['$', '#', '%', '>', '❯', '➜', '»']).filter(|rest| rest.starts_with(' '))
        else {
            continue;
        };
        count_steps(rest.len());
        // Some prompts have the directory after the sign.
        let behind_folder = rest.trim_start().split_once(' ').map_or("", |(_, rest)| rest);
        if is_program(rest, &COMMANDS) || is_program(behind_folder, &["kubectl"]) {
            return true;
        }
    }
    false
}

/// The word that ends the here-document of a command.
fn here_document_end(line: &str) -> Option<&str> {
    let program = line.split(' ').next()?;
    if !COMMANDS.contains(&program.trim_start_matches("$ ")) && !line.contains("kubectl ") {
        return None;
    }
    let word = line.split_once("<<")?.1.trim_start_matches(['-', ' ']);
    let word = word.split([' ', '|', '>', ';']).next()?.trim_matches(['\'', '"']);
    (!word.is_empty()).then_some(word)
}

/// Whether a line is a prompt without a command.
fn is_bare_prompt(line: &str) -> bool {
    let Some(prompt) = line.strip_suffix(['$', '#', '%', '>']) else { return false };
    prompt.is_empty() && line == "$" || prompt.contains('@') && !prompt.contains(": ") && !prompt.contains(['"', '\''])
}

fn is_program_message(line: &str) -> bool {
    PROGRAM_MESSAGES.iter().any(|start| line.starts_with(start)) || is_klog_line(line)
}

/// Whether a line is a log line of a Kubernetes component: `W0312 10:11:12.123456`.
pub(super) fn is_klog_line(line: &str) -> bool {
    let (Some(head), Some(rest)) = (line.get(..5), line.get(5..)) else { return false };
    rest.starts_with(' ')
        && head.starts_with(['I', 'W', 'E', 'F'])
        && head[1..].bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::super::repair::repair_text;

    fn repaired(text: &str) -> String {
        let repaired = repair_text(text).unwrap_or_else(|| panic!("nothing is repaired of\n{text}"));
        assert!(repaired.cut_line.is_some() || repaired.text.len() == text.len(), "{}", repaired.text);
        repaired.text
    }

    #[test]
    fn text_around_manifests_becomes_comments() {
        for (text, expected) in [
            ("```yaml\nkind: Pod\n```\n", "--- #ml\nkind: Pod\n#``\n"),
            ("```\nkind: Pod\n```", "---\nkind: Pod\n#``"),
            ("看：\n\n~~~ yaml\nkind: Pod\n~~~\nnothing more\n", "#  ：\n\n--- #aml\nkind: Pod\n#~~\n#othing more\n"),
            ("```go\nx := 1\n```\n```yml\na: b\n```\n", "#``go\n# := 1\n#``\n--- #l\na: b\n#``\n"),
            ("$ kubectl get pods -o yaml\nkind: Pod\n", "--- #ectl get pods -o yaml\nkind: Pod\n"),
            (
                "me@host:~$ kubectl get po -o yaml\na: b\nme@host:~$\n",
                "--- #st:~$ kubectl get po -o yaml\na: b\n#e@host:~$\n",
            ),
            ("[root@m ~]# oc get po\r\na: b\r\n", "--- #@m ~]# oc get po\r\na: b\r\n"),
            ("PS C:\\> kubectl get po\na: b\n", "--- #\\> kubectl get po\na: b\n"),
            ("➜  ~ kubectl get po\na: b\n", "--- #~ kubectl get po\na: b\n"),
            ("cat <<'EOF' | kubectl apply -f -\na: b\nEOF\n", "--- #<'EOF' | kubectl apply -f -\na: b\n#OF\n"),
            ("Warning: v1 is old\nW0312 10:11:12.1 x\na: b\n", "#arning: v1 is old\n#0312 10:11:12.1 x\na: b\n"),
        ] {
            assert_eq!(repaired(text), expected, "{text}");
        }
        for text in [
            "kind: Pod\n",
            "command: $ kubectl get pods\n",
            "- $ kubectl get pods\n",
            "kind: ConfigMap\ndata:\n  a: |\n    ```\n    $ kubectl get pods\n    ```\n",
            "kind: ConfigMap\ndata:\n  a: |\n```\n",
            "",
            "# kubectl get pods\nkind: Pod\n",
        ] {
            assert_eq!(repair_text(text), None, "{text}");
        }
    }
}
