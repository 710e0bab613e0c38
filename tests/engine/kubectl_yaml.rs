//! Compares the YAML parser with kubectl's: `tests/kubectl_yaml/README.md`.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufRead, BufReader},
};

use flate2::read::GzDecoder;
use schedscope::manifest::{
    documents,
    tree::{TreeNode, Value as NodeValue},
};
use serde_json::Value;

use crate::support::texts;

/// Why a snippet is deliberately parsed differently than by kubectl.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Reason {
    /// kubectl parses `y` as `true`, which is never intended. Shared texts have such names and labels.
    SingleLetter,
    /// go-yaml rejects a line `...` before the first document. It is ignored here.
    NothingEnded,
    /// kubectl parses only the first YAML document between two lines `---`, and silently drops the rest. Here the rest is an error.
    RestDropped,
}

/// The number of snippets that differ, by reason.
const DIFFERENCES: [(Reason, usize); 3] =
    [(Reason::SingleLetter, 23), (Reason::NothingEnded, 1), (Reason::RestDropped, 1)];

fn snippets() -> Vec<Value> {
    let file = File::open(texts::place("tests/kubectl_yaml/snippets.jsonl.gz")).expect("snippets");
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    lines.map(|line| serde_json::from_str(&line.expect("readable text")).expect("a snippet")).collect()
}

/// Whether a value equals kubectl's. Differences in single letters (`y`, `n`) are counted in `letters` instead.
fn is_same(node: &TreeNode, expected: &Value, letters: &mut usize) -> bool {
    match (&node.value, expected) {
        (NodeValue::Sequence(items), Value::Array(values)) => {
            items.len() == values.len() && items.iter().zip(values).all(|(item, value)| is_same(item, value, letters))
        }
        (NodeValue::Mapping(pairs), Value::Object(fields)) => {
            let is_pair = |(key, value): &(TreeNode, TreeNode)| {
                let name = key.key_name();
                let word = match name {
                    "y" | "Y" => "true",
                    "n" | "N" => "false",
                    _ => name,
                };
                *letters += usize::from(word != name);
                fields.get(word).is_some_and(|field| is_same(value, field, letters))
            };
            pairs.len() == fields.len() && pairs.iter().all(is_pair)
        }
        (NodeValue::Scalar { text, is_plain: true }, Value::Bool(_)) if text.len() == 1 => {
            *letters += 1;
            true
        }
        (NodeValue::Scalar { text, is_plain }, Value::Number(number)) => {
            let whole = node.whole_number().and_then(|number| number.to_string().parse::<f64>().ok());
            let parsed = whole.or_else(|| text.replace('_', "").parse().ok());
            *is_plain && parsed == number.as_f64()
        }
        (NodeValue::Scalar { .. }, expected) => node.to_json() == *expected,
        _ => false,
    }
}

/// How the result for a snippet differs from kubectl's: a deliberate reason, or an error message. `None` if it does not differ.
fn difference(snippet: &Value) -> Option<Result<Reason, String>> {
    let text = snippet["text"].as_str().expect("a text");
    let error = snippet["error"].as_str();
    let roots = match documents(text) {
        Err(_) if error.is_some() => return None,
        Err(finding) if format!("{finding:?}").contains("did not find expected <document start>") => {
            return Some(Ok(Reason::RestDropped));
        }
        Err(finding) => return Some(Err(format!("refused: {finding:?}"))),
        Ok(documents) => documents.into_iter().filter_map(|document| document.root).collect::<Vec<_>>(),
    };
    if let Some(error) = error {
        if text.contains("\n...") && error.contains("line 1: did not find expected node content") {
            return Some(Ok(Reason::NothingEnded));
        }
        return Some(Err(format!("read, though kubectl says: {error}")));
    }
    let expected = snippet["documents"].as_array().expect("documents");
    let mut letters = 0;
    let is_equal = roots.len() == expected.len()
        && roots.iter().zip(expected).all(|(root, expected)| is_same(root, expected, &mut letters));
    if !is_equal {
        let roots: Vec<Value> = roots.iter().map(TreeNode::to_json).collect();
        return Some(Err(format!("read as {}", Value::Array(roots))));
    }
    (letters > 0).then_some(Ok(Reason::SingleLetter))
}

#[test]
fn snippets_are_parsed_as_by_kubectl() {
    let snippets = snippets();
    assert!(snippets.len() >= 500);
    let (mut reasons, mut wrong) = (BTreeMap::<Reason, usize>::new(), Vec::new());
    for snippet in &snippets {
        match difference(snippet) {
            None => {}
            Some(Ok(reason)) => *reasons.entry(reason).or_default() += 1,
            Some(Err(what)) => wrong.push(format!("{what}\n{snippet}")),
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), snippets.len(), wrong.join("\n\n"));
    assert_eq!(reasons.into_iter().collect::<Vec<_>>(), DIFFERENCES, "as many as are known");
}

/// Texts that kubectl rejects and the parser accepts, as documented in `manifest/yaml`.
#[test]
fn texts_beyond_kubectl_are_parsed_as_intended() {
    for (text, expected) in [
        ("{text: Where?, more: [who?]}\n", r#"{"more":["who?"],"text":"Where?"}"#),
        ("---\n{\"a\": \"x\\/y \\ud83d\\ude00\"}\n", r#"{"a":"x/y 😀"}"#),
        ("# a comment\n{\"a\"\n:1}\n", r#"{"a":1}"#),
        ("a: 1\n...\nb: 2\n", r#"{"a":1}"#),
    ] {
        let documents = documents(text).unwrap_or_else(|finding| panic!("{finding:?} in {text}"));
        let root = documents.into_iter().find_map(|document| document.root).expect("a document");
        assert_eq!(root.to_json().to_string(), expected, "{text}");
    }
}
