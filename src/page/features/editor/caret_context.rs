//! The context of the caret in a manifest: the keys around it, found by indentation.

/// The mapping that contains the caret, and what is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CaretContext {
    /// The kind of the surrounding object.
    pub kind: Option<String>,
    /// The keys from the object down to the mapping.
    pub path: Vec<String>,
    /// The other keys of the mapping.
    pub siblings: Vec<String>,
    /// The key whose value is being typed; `None` if a key is being typed.
    pub key: Option<String>,
    /// The byte offset at which the word being typed begins.
    pub from: usize,
    /// The column of the keys.
    pub column: usize,
    /// Whether the caret is within brackets.
    pub is_in_brackets: bool,
}

/// A line with a key, or a list item without one.
#[derive(Clone, Copy)]
struct KeyLine<'t> {
    /// The column of the first dash, if there is one.
    dash: Option<usize>,
    /// The column of the content after the dashes.
    column: usize,
    /// The content after the dashes.
    body: &'t str,
}

impl<'t> KeyLine<'t> {
    /// `None` for blank lines and comments.
    fn new(text: &'t str) -> Option<Self> {
        let mut body = text.trim_start();
        let mut column = text.len() - body.len();
        let mut dash = None;
        while body == "-" || body.starts_with("- ") {
            dash = dash.or(Some(column));
            let rest = body[1..].trim_start();
            column += (body.len() - rest.len()).max(2);
            body = rest;
        }
        (dash.is_some() || !(body.is_empty() || body.starts_with('#'))).then_some(Self { dash, column, body })
    }

    /// The key, and the value on the same line.
    fn key_and_value(&self) -> Option<(&'t str, &'t str)> {
        let colon = self
            .body
            .match_indices(':')
            .find(|(at, _)| matches!(self.body.as_bytes().get(at + 1), None | Some(b' ' | b'\r')));
        let at = colon?.0;
        Some((self.body[..at].trim().trim_matches(['"', '\'']), self.body[at + 1..].trim()))
    }
}

/// A mapping on the path to the caret.
#[derive(Default)]
struct EnclosingMapping {
    /// The key that contains it; empty for the outermost one.
    key: String,
    pairs: Vec<(String, String)>,
}

/// Finds the context of a caret. `None` in comments and after complete values. The caller has excluded quoted strings, block scalars and comments,
/// which its syntax highlighting knows.
pub fn caret_context_at(text: &str, caret: usize) -> Option<CaretContext> {
    let line_start = text[..caret].rfind('\n').map_or(0, |at| at + 1);
    let head = &text[line_start..caret];
    if head.starts_with("---") || head.trim_start().starts_with('#') {
        return None;
    }
    let word = head.len()
        - head
            .chars()
            .rev()
            .take_while(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/'))
            .map(char::len_utf8)
            .sum::<usize>();
    let line = KeyLine::new(head).unwrap_or(KeyLine { dash: None, column: head.len(), body: "" });
    let mut caret_context = CaretContext {
        from: line_start + word.max(head.len() - line.body.len()),
        column: line.column,
        ..CaretContext::default()
    };
    let mut levels = enclosing_mappings(text, line_start, &line);
    let (mut open, rest) = open_brackets(line.body);
    caret_context.is_in_brackets = !open.is_empty();
    caret_context.key = if caret_context.is_in_brackets {
        KeyLine::new(rest).and_then(|line| line.key_and_value()).map(|(key, _)| key.to_owned())
    } else {
        line.key_and_value().map(|(key, _)| key.to_owned())
    };
    if let Some(list) = open.pop_if(|inner| !inner.is_brace) {
        caret_context.key = Some(list.key);
    }
    let mut list = None;
    for OpenBracket { is_brace: brace, key, pairs } in open {
        let key = list.take().filter(|_| key.is_empty()).unwrap_or(key);
        if brace {
            levels.push(EnclosingMapping { key, pairs });
        } else {
            list = Some(key);
        }
    }
    // A value is a single word, so nothing else may precede it.
    let text_before = text[line_start..caret_context.from].trim_end();
    let fits = match &caret_context.key {
        Some(_) => text_before.ends_with([':', '[', ',']),
        None => text_before.is_empty() || text_before.ends_with(['-', '{', ',', '[']),
    };
    if !fits {
        return None;
    }
    caret_context.siblings = levels.last()?.pairs.iter().map(|(key, _)| key.clone()).collect();
    let object = levels.iter().enumerate().rev().find(|(at, level)| {
        let root = *at == 0 || matches!(level.key.as_str(), "items" | "create" | "apply");
        root && level.pairs.iter().any(|(key, _)| key == "kind")
    });
    let from = object.as_ref().map_or(0, |(at, _)| *at);
    let kind = object.and_then(|(_, level)| level.pairs.iter().find(|(key, _)| key == "kind"));
    caret_context.kind =
        kind.map(|(_, kind)| kind.trim_matches(['"', '\'']).to_owned()).filter(|kind| !kind.is_empty());
    caret_context.path = levels[from + 1..].iter().map(|level| level.key.clone()).collect();
    Some(caret_context)
}

/// The mappings around a line, the outermost first, each with its pairs.
fn enclosing_mappings(text: &str, line_start: usize, line: &KeyLine) -> Vec<EnclosingMapping> {
    let lines: Vec<&str> = text[..line_start].lines().collect();
    let first = lines.iter().rposition(|line| line.starts_with("---")).map_or(0, |at| at + 1);
    let (mut column, mut dash) = (line.column, line.dash);
    let mut levels = vec![EnclosingMapping::default()];
    let mut edges = vec![(column, dash.is_some())];
    for text in lines[first..].iter().rev() {
        let Some(line) = KeyLine::new(text) else { continue };
        let Some(level) = levels.last_mut() else { break };
        let leads = |pair: &Option<(&str, &str)>| matches!(pair, Some((_, "")));
        let parent = match dash {
            None => line.column < column && leads(&line.key_and_value()),
            Some(dash) => {
                leads(&line.key_and_value()) && (line.column < dash || (line.column == dash && line.dash.is_none()))
            }
        };
        if parent {
            if let Some((key, _)) = line.key_and_value() {
                key.clone_into(&mut level.key);
            }
            (column, dash) = (line.column, line.dash);
            let pair = line.key_and_value().map(|(key, _)| (key.to_owned(), String::new()));
            levels.push(EnclosingMapping { key: String::new(), pairs: pair.into_iter().collect() });
            edges.push((column, dash.is_some()));
        } else if dash.is_none() && line.column == column {
            level.pairs.extend(line.key_and_value().map(|(key, value)| (key.to_owned(), value.to_owned())));
            dash = line.dash;
        }
    }
    let lines_below: Vec<&str> =
        text[line_start..].lines().skip(1).take_while(|line| !line.starts_with("---")).collect();
    for (level, (column, _)) in levels.iter_mut().zip(&edges) {
        for line in lines_below.iter().filter_map(|line| KeyLine::new(line)) {
            if line.column < *column || line.dash.is_some_and(|dash| dash < *column) {
                break;
            }
            if line.column == *column {
                level.pairs.extend(line.key_and_value().map(|(key, value)| (key.to_owned(), value.to_owned())));
            }
        }
    }
    levels.reverse();
    levels
}

/// A bracket that is open at the caret.
#[derive(Default)]
struct OpenBracket {
    is_brace: bool,
    key: String,
    pairs: Vec<(String, String)>,
}

/// The brackets that are open at the end of a line, and the text after the last comma or bracket.
fn open_brackets(body: &str) -> (Vec<OpenBracket>, &str) {
    let mut open: Vec<OpenBracket> = Vec::new();
    let (mut from, mut quote) = (0, None);
    for (at, c) in body.char_indices() {
        // Only at the end of a pair: a line may be a megabyte long.
        let split_pair = |from: usize| {
            let key_and_value = KeyLine::new(&body[from..at]).and_then(|line| line.key_and_value());
            key_and_value.map(|(key, value)| (key.to_owned(), value.to_owned()))
        };
        match (c, quote) {
            (c, Some(quoted)) => {
                quote = (c != quoted).then_some(quoted);
                continue;
            }
            ('"' | '\'', None) => {
                quote = Some(c);
                continue;
            }
            ('{' | '[', None) => {
                let key = split_pair(from).map(|(key, _)| key).unwrap_or_default();
                open.push(OpenBracket { is_brace: c == '{', key, ..OpenBracket::default() });
            }
            ('}' | ']', None) => {
                open.pop();
            }
            (',', None) => {
                if let Some(inner) = open.last_mut() {
                    inner.pairs.extend(split_pair(from));
                }
            }
            _ => continue,
        }
        from = at + 1;
    }
    (open, &body[from..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn caret_context_has_the_path() {
        let pod =
            "apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec:\n  containers:\n  - name: app\n    image: x\n    ";
        for (text, kind, path, key, siblings) in [
            ("ki", "", "", "", ""),
            ("kind: P", "", "", "kind", ""),
            ("a: 1\n---\nkind: Pod\nsp", "Pod", "", "", "kind"),
            (&format!("{pod}res")[..], "Pod", "spec containers", "", "image name"),
            (
                &format!("{pod}resources:\n      requests: {{cpu: 1, me")[..],
                "Pod",
                "spec containers resources requests",
                "",
                "cpu",
            ),
            (
                &format!("{pod}resources:\n      requests:\n        c")[..],
                "Pod",
                "spec containers resources requests",
                "",
                "",
            ),
            (
                "kind: List\nitems:\n- kind: Node\n  spec:\n    taints:\n    - effect: No",
                "Node",
                "spec taints",
                "effect",
                "",
            ),
            ("kind: Scenario\nscript:\n- at: 1s\n  create:\n    kind: Pod\n    spec: {pri", "Pod", "spec", "", ""),
            ("kind: Scenario\nscript:\n- at: 1s\n  cor", "Scenario", "script", "", "at"),
            ("kind: Node\nspec:\n  taints: [{key: a, eff", "Node", "spec taints", "", "key"),
            ("kind: Pod\nspec:\n  x: [a, b", "Pod", "spec", "x", ""),
        ] {
            let caret_context = caret_context_at(text, text.len()).unwrap_or_else(|| panic!("nothing for {text}"));
            assert_eq!(caret_context.kind.clone().unwrap_or_default(), kind, "{text}");
            assert_eq!(caret_context.path.join(" "), path, "{text}");
            assert_eq!(caret_context.key.clone().unwrap_or_default(), key, "{text}");
            assert_eq!(caret_context.siblings.join(" "), siblings, "{text}");
        }
        for text in ["# ki", "a b c", "---"] {
            assert_eq!(caret_context_at(text, text.len()), None, "{text}");
        }
    }

    #[test]
    fn a_long_line_is_looked_at_once() {
        let began = std::time::Instant::now();
        for text in ["x".repeat(100_000), "- ".repeat(50_000), "a: [".to_owned() + &"{".repeat(100_000)] {
            caret_context_at(&text, text.len());
        }
        assert!(began.elapsed().as_secs() < 3, "{:?}", began.elapsed());
    }

    #[test]
    fn caret_context_includes_lines_below() {
        let text = "metadata:\n  name: a\n  \nspec:\n  priority: 1\n  \n  nodeName: b\nkind: Pod\n";
        let caret = text.find("\n  \n  nodeName").map_or(0, |at| at + 3);
        let caret_context = caret_context_at(text, caret).expect("there is a place");
        assert_eq!((caret_context.kind.as_deref(), caret_context.path.join(" ").as_str()), (Some("Pod"), "spec"));
        assert_eq!(caret_context.siblings, ["priority", "nodeName"]);
    }
}
