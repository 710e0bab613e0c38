//! Texts that hold manifests among other things: Markdown around them, the command that printed them, a list that breaks off.
//!
//! What is no manifest is blanked out letter by letter: it becomes comments, separators of documents and spaces of the same length, so that every
//! value stands where it stands in the text. Only what breaks off at the end of a text is replaced by what would have closed it.

/// A text as it can be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RepairedText {
    pub text: String,
    /// The line in which a list breaks off, from 1.
    pub cut_line: Option<u32>,
}

/// What of a text can be read, where that is not all of it; nothing where there is no such part.
pub(crate) fn repair_text(text: &str) -> Option<RepairedText> {
    let mut repaired = blank_wrapping(text).unwrap_or_else(|| text.to_owned());
    let cut_line = close_lists(&mut repaired);
    (repaired != text).then_some(RepairedText { text: repaired, cut_line })
}

/// The line in which a text in brackets ends before it is complete, from 1.
pub(crate) fn find_open_end(text: &str) -> Option<u32> {
    let is_open = |region: &str| starts_with_bracket(region) && scan_brackets(region).is_open;
    regions(text).into_iter().find(|region| is_open(&text[region.clone()])).map(|region| line_at(text, region.end))
}

/// The number of the line in which a byte stands; of the last letter at the end of a text.
fn line_at(text: &str, byte: usize) -> u32 {
    let before = text[..byte].trim_end();
    u32::try_from(before.matches('\n').count() + 1).unwrap_or(u32::MAX)
}

// --- What stands around manifests.

/// What becomes of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineUse {
    Manifest,
    /// Another document follows.
    Separator,
    Comment,
}

/// Words for the languages of a block of Markdown that is a manifest in any case.
const MANIFEST_LANGUAGES: [&str; 4] = ["yaml", "yml", "json", "json5"];
/// The same of a block that may be one.
const PLAIN_LANGUAGES: [&str; 8] = ["", "text", "txt", "console", "bash", "sh", "shell", "plaintext"];
/// Programs that print manifests, or take them.
const COMMANDS: [&str; 10] =
    ["kubectl", "oc", "k", "helm", "kustomize", "cat", "kubecolor", "microk8s", "k3s", "minikube"];
/// How lines begin that these programs print beside manifests.
const PROGRAM_MESSAGES: [&str; 5] =
    ["Warning: ", "error: ", "Error from server", "No resources found", "Unable to connect"];

/// The text without what stands around its manifests; nothing if that is all of it.
fn blank_wrapping(text: &str) -> Option<String> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut uses = if is_markdown(&lines) { use_markdown(&lines) } else { vec![LineUse::Manifest; lines.len()] };
    mark_commands(&lines, &mut uses);
    if uses.iter().all(|line_use| *line_use == LineUse::Manifest) {
        return None;
    }
    Some(lines.iter().zip(uses).map(|(line, line_use)| blank_line(line, line_use)).collect())
}

/// A line of the same length in bytes that says nothing.
fn blank_line(line: &str, line_use: LineUse) -> String {
    let content = line.trim_end_matches(['\n', '\r']);
    let end = &line[content.len()..];
    let hidden = |head: &str| {
        // A letter of several bytes becomes as many spaces, where it is cut.
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

/// Whether a text is Markdown: it has a block, and no manifest before it.
fn is_markdown(lines: &[&str]) -> bool {
    let Some(first) = lines.iter().position(|line| fence_of(line).is_some()) else { return false };
    !lines[..first].iter().any(|line| line.starts_with(['{', '[']) || is_manifest_line(line))
}

/// Whether a line is one that every manifest has.
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

/// Whether a line stands above manifests and is none: a command, a message of the program, or Markdown.
#[must_use]
pub fn is_wrapping_line(line: &str) -> bool {
    let content = line.trim_end();
    fence_of(content).is_some() || is_command(content) || is_bare_prompt(content) || is_program_message(content)
}

/// Marks the commands that printed manifests or take them, and what programs say beside them.
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

/// Whether a line is a command, with what a shell prints before it or without.
fn is_command(line: &str) -> bool {
    let is_program = |rest: &str, programs: &[&str]| {
        let rest = rest.trim_start();
        let rest = rest.strip_prefix("sudo ").unwrap_or(rest).trim_start();
        rest.split_once(' ').is_some_and(|(program, _)| programs.contains(&program))
    };
    if line.starts_with([' ', '#', '-', '{', '"', '\'']) {
        return false;
    }
    // A single letter and common words are programs behind a prompt alone.
    if is_program(line, &["kubectl", "oc", "helm", "kustomize", "microk8s", "k3s"]) || here_document_end(line).is_some()
    {
        return true;
    }
    line.char_indices().filter(|(_, letter)| "$#%>❯➜»".contains(*letter)).any(|(at, letter)| {
        let (prompt, rest) = (&line[..at], &line[at + letter.len_utf8()..]);
        let is_prompt = !prompt.contains(['"', '\'']) && !prompt.contains(": ");
        // Some prompts have the folder behind the sign.
        let behind_folder = rest.trim_start().split_once(' ').map_or("", |(_, rest)| rest);
        is_prompt && rest.starts_with(' ') && (is_program(rest, &COMMANDS) || is_program(behind_folder, &["kubectl"]))
    })
}

/// The word that ends the text which a command is given in the lines after it.
fn here_document_end(line: &str) -> Option<&str> {
    let program = line.split(' ').next()?;
    if !COMMANDS.contains(&program.trim_start_matches("$ ")) && !line.contains("kubectl ") {
        return None;
    }
    let word = line.split_once("<<")?.1.trim_start_matches(['-', ' ']);
    let word = word.split([' ', '|', '>', ';']).next()?.trim_matches(['\'', '"']);
    (!word.is_empty()).then_some(word)
}

/// Whether a line is a prompt that nothing follows.
fn is_bare_prompt(line: &str) -> bool {
    let Some(prompt) = line.strip_suffix(['$', '#', '%', '>']) else { return false };
    prompt.is_empty() && line == "$" || prompt.contains('@') && !prompt.contains(": ") && !prompt.contains(['"', '\''])
}

fn is_program_message(line: &str) -> bool {
    // What Kubernetes' programs log: `W0312 10:11:12.123456`.
    let is_logged = || {
        let (Some(head), Some(' ')) = (line.get(..5), line[5..].chars().next()) else { return false };
        head.starts_with(['I', 'W', 'E']) && head[1..].bytes().all(|byte| byte.is_ascii_digit())
    };
    PROGRAM_MESSAGES.iter().any(|start| line.starts_with(start))
        || line.len() > 5 && line.is_char_boundary(5) && is_logged()
}

// --- Lists that break off.

/// The parts of a text between lines that separate documents.
fn regions(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut regions = Vec::new();
    let (mut start, mut at) = (0, 0);
    for line in text.split_inclusive('\n') {
        if line.trim_end() == "---" || line.starts_with("--- ") {
            regions.push(start..at);
            start = at + line.len();
        }
        at += line.len();
    }
    regions.push(start..text.len());
    regions
}

/// Closes the lists of a text that break off, behind their last whole item. The line in which the first of them ends.
fn close_lists(text: &mut String) -> Option<u32> {
    let mut cut_line = None;
    // From behind: what is before a list stays where it is.
    for region in regions(text).into_iter().rev() {
        let content = &text[region.clone()];
        let close = if starts_with_bracket(content) { scan_brackets(content).close() } else { find_lines_cut(content) };
        let Some(ListEnd { whole, closing }) = close else { continue };
        let (whole, end) = (region.start + whole, region.end);
        let line = line_at(text, end);
        if end == text.len() {
            text.truncate(whole);
            text.push_str(&closing);
        } else {
            let Some(blank) = blank_with(&text[whole..end], &closing) else { continue };
            text.replace_range(whole..end, &blank);
        }
        cut_line = Some(line);
    }
    cut_line
}

/// A rest of the same length and lines that says `closing`; nothing if that has no room.
fn blank_with(rest: &str, closing: &str) -> Option<String> {
    let blank: String = rest.bytes().map(|byte| if byte == b'\n' { '\n' } else { ' ' }).collect();
    let closing = closing.trim_end();
    let mut at = 0;
    for line in blank.split_inclusive('\n') {
        if line.trim_end_matches('\n').len() >= closing.len() {
            return Some(format!("{}{closing}{}", &blank[..at], &blank[at + closing.len()..]));
        }
        at += line.len();
    }
    None
}

/// Where the last whole item of a list ends, and what closes the list there.
struct ListEnd {
    whole: usize,
    closing: String,
}

fn starts_with_bracket(region: &str) -> bool {
    let first = region.lines().find(|line| !line.trim().is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.trim_start().starts_with(['{', '[']))
}

/// What a look at the brackets of a text finds.
#[derive(Default)]
struct BracketScan {
    /// Whether it ends within brackets or quotes.
    is_open: bool,
    /// Whether the list said its kind before its items.
    has_kind: bool,
    /// Where the last whole item of the list that is open ends, with the brackets that are open there.
    last_item: Option<(usize, Vec<u8>)>,
}

impl BracketScan {
    fn close(self) -> Option<ListEnd> {
        let (whole, open) = self.last_item.filter(|_| self.is_open)?;
        let close = |bracket: &u8| match bracket {
            b'[' => "]",
            _ if self.has_kind => "}",
            _ => r#","kind":"List"}"#,
        };
        Some(ListEnd { whole, closing: open.iter().rev().map(close).collect() })
    }
}

fn is_kind_key(text: &str) -> bool {
    text.strip_prefix("\"kind\"").is_some_and(|rest| rest.trim_start().starts_with(':'))
}

fn scan_brackets(text: &str) -> BracketScan {
    let bytes = text.as_bytes();
    let mut scan = BracketScan::default();
    let mut open: Vec<u8> = Vec::new();
    let (mut at, mut quoted) = (0, false);
    let mut list_depth = None;
    while at < bytes.len() {
        match bytes[at] {
            b'\\' if quoted => at += 1,
            b'"' => {
                quoted = !quoted;
                scan.has_kind |= quoted && open.len() == 1 && list_depth.is_none() && is_kind_key(&text[at..]);
            }
            _ if quoted => {}
            b'#' if open.is_empty() => at += text[at..].find('\n').unwrap_or(text.len() - at),
            bracket @ (b'{' | b'[') => {
                if open.is_empty() {
                    (list_depth, scan.last_item, scan.has_kind) = (None, None, false);
                }
                let is_items = || {
                    text[..at].trim_end().strip_suffix(':').is_some_and(|text| text.trim_end().ends_with("\"items\""))
                };
                if bracket == b'[' && list_depth.is_none() && (open.is_empty() || open.len() == 1 && is_items()) {
                    list_depth = Some(open.len() + 1);
                }
                open.push(bracket);
            }
            b'}' | b']' => {
                if open.pop().is_none() {
                    return BracketScan::default();
                }
                if list_depth == Some(open.len()) {
                    scan.last_item = Some((at + 1, open.clone()));
                } else if list_depth.is_some_and(|depth| open.len() < depth) {
                    // The list is whole; what is behind it may still break off.
                    (list_depth, scan.last_item) = (Some(usize::MAX), Some((at + 1, open.clone())));
                }
            }
            _ => {}
        }
        at += 1;
    }
    scan.is_open = quoted || !open.is_empty();
    scan
}

/// The same of a list as `kubectl -o yaml` writes it, which says its kind behind its items: without one it breaks off in the last of them.
fn find_lines_cut(region: &str) -> Option<ListEnd> {
    let has_key = |key: &str| region.lines().any(|line| line.starts_with(key));
    if !has_key("items:") || has_key("kind:") || !has_key("apiVersion:") {
        return None;
    }
    let mut at = 0;
    let mut item_starts = Vec::new();
    let mut item_indent = None;
    for line in region.split_inclusive('\n') {
        let indented = line.trim_start_matches(' ');
        let indent = line.len() - indented.len();
        if line.trim_end() == "items:" {
            item_indent = Some(None);
        } else if let (Some(first), true) = (&mut item_indent, indented.starts_with("- "))
            && *first.get_or_insert(indent) == indent
        {
            item_starts.push(at);
        }
        at += line.len();
    }
    let last = item_starts.pop().filter(|_| !item_starts.is_empty())?;
    Some(ListEnd { whole: last, closing: "kind: List\n".to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repaired(text: &str) -> String {
        let repaired = repair_text(text).unwrap_or_else(|| panic!("nothing is repaired of\n{text}"));
        assert!(repaired.cut_line.is_some() || repaired.text.len() == text.len(), "{}", repaired.text);
        repaired.text
    }

    #[test]
    fn what_stands_around_manifests_becomes_comments() {
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

    #[test]
    fn lists_end_behind_their_last_whole_item() {
        for (text, expected, line) in [
            (r#"{"items": [{"a": 1}, {"b": "#, r#"{"items": [{"a": 1}],"kind":"List"}"#, 1),
            ("[{\"a\": 1},\n{\"b\": \"x}", "[{\"a\": 1}]", 2),
            (r#"{"items": [{"a": [1]}], "kind": "Li"#, r#"{"items": [{"a": [1]}],"kind":"List"}"#, 1),
            (r#"{"items": [{"a": [1]}], "metadata": {"#, r#"{"items": [{"a": [1]}],"kind":"List"}"#, 1),
            (
                "{\"a\": 1}\n{\"kind\": \"PodList\", \"items\": [{\"a\": 1},",
                "{\"a\": 1}\n{\"kind\": \"PodList\", \"items\": [{\"a\": 1}]}",
                2,
            ),
            ("[{\"a\": 1}, {\"b\": {\"c\n---\na: b\n", "[{\"a\": 1}]          \n---\na: b\n", 1),
            (
                "apiVersion: v1\nitems:\n- a: 1\n  x:\n  - b\n- a: 2\n  x",
                "apiVersion: v1\nitems:\n- a: 1\n  x:\n  - b\nkind: List\n",
                7,
            ),
            (
                "apiVersion: v1\nitems:\n- a: 1\n- a: 2\n  xyz: 1\n---\nkind: Pod\n",
                "apiVersion: v1\nitems:\n- a: 1\n      \n        \n---\nkind: Pod\n",
                5,
            ),
        ] {
            let close = repair_text(text);
            if text.contains("xyz") {
                // There is no room for what would close it.
                assert_eq!(close, None);
                continue;
            }
            let RepairedText { text: repaired, cut_line } = close.unwrap_or_else(|| panic!("{text}"));
            assert_eq!((repaired.as_str(), cut_line), (expected, Some(line)), "{text}");
        }
        for text in [
            r#"{"items": [{"a": 1}]}"#,
            r#"{"items": [{"a": "#,
            r#"{"a": {"b": 1}, "c"#,
            "apiVersion: v1\nitems:\n- a: 1\n",
        ] {
            assert_eq!(repair_text(text), None, "{text}");
        }
        assert_eq!(find_open_end("{\"a\":\n {\"b\": 1}, \n"), Some(2));
        assert_eq!(find_open_end("{\"a\": 1}\n"), None);
    }
}
