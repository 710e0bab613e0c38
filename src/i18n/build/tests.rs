//! Tests the code generated from Fluent files, and the errors for inconsistent files.
#![allow(dead_code)] // parts that only the build script uses
#![allow(clippy::disallowed_types)] // native, and not the engine

#[path = "check.rs"]
mod check;
#[path = "fluent.rs"]
mod fluent;
#[path = "rust.rs"]
mod rust;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
};

use check::{LanguageRow, PluralRule};

const ENGLISH: LanguageRow = LanguageRow { variant: "En", folder: "en", plural: PluralRule::OneOther };
const CHINESE: LanguageRow = LanguageRow { variant: "Zh", folder: "zh", plural: PluralRule::Other };

/// A folder of Fluent files that is deleted at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let root = env::temp_dir().join(format!("i18n-{name}-{}", process::id()));
        for (file, source) in files {
            let path = root.join(file);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a new folder");
            fs::write(path, source).expect("a new file");
        }
        Self(root)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn compile(name: &str, english: &str, chinese: &str) -> Result<String, Vec<String>> {
    let folder = Folder::new(name, &[("en/pods.ftl", english), ("zh/pods.ftl", chinese)]);
    let topics = check::read_topics(&folder.0, &[ENGLISH, CHINESE])?;
    Ok(rust::module_of_topics(&topics, &[ENGLISH, CHINESE]))
}

#[test]
fn a_message_becomes_the_code_that_one_would_write() {
    let english = "none = No pods\n# Of a node.\npods-on = { $pods ->\n        [0] {$node} is empty\n        [one] 1 pod on { $node }\n       *[other] { $pods } pods\n    }{\" \"}\n";
    let chinese = "none = 没有 Pod\npods-on = { $node } 上有 { $pods } 个 Pod（{\"{\"}）\n";
    let code = compile("code", english, chinese).expect("files that fit together");
    for part in [
        "const fn none(lang: Lang) -> &'static str { // www/i18n/en/pods.ftl:1",
        "Lang::En => \"No pods\",",
        "Lang::Pseudo => \"⟦No pods⟧\",",
        "struct PodsOn<T0, > { // www/i18n/en/pods.ftl:3",
        "node: T0,",
        "pods: usize,",
        "match pods { 0 => format!(\"{node} is empty\"), 1 => format!(\"1 pod on {node}\"), _ => format!(\"{pods} pods\") }",
        "Lang::Zh => format!(\"{node} 上有 {pods} 个 Pod（{{）\"),",
    ] {
        assert!(code.contains(part), "{part} is missing:\n{code}");
    }
}

#[test]
fn counts_are_formatted_once() {
    let english = "pods = { $pods ->\n        [one] 1 pod\n       *[other] { $pods } pods\n    }\n";
    let code = compile("counts", english, "pods = { $pods } 个 Pod\n").expect("files that fit together");
    let expected_code =
        "Lang::En => format!(\"{pods}{part_1}\", part_1 = match pods { 1 => \" pod\", _ => \" pods\" }),";
    assert!(code.contains(expected_code), "{code}");
}

#[test]
fn errors_name_the_file_and_the_line() {
    for (name, english, chinese, error) in [
        ("missing", "a = A\nb = B\n", "a = 甲\n", "www/i18n/en/pods.ftl:2: www/i18n/zh/pods.ftl has no message b"),
        ("extra", "a = A\n", "a = 甲\n\nb = 乙\n", "www/i18n/zh/pods.ftl:3: www/i18n/en/pods.ftl has no message b"),
        ("lacks", "a = { $pod }\n", "a = 甲\n", "www/i18n/zh/pods.ftl:1: a lacks $pod, which another language has"),
        (
            "wrong",
            "a = { $pod }\n",
            "a = { $pods }{ $pod }\n",
            "www/i18n/en/pods.ftl:1: a lacks $pods, which another language has",
        ),
        ("twice", "a = A\na = B\n", "a = 甲\n", "www/i18n/en/pods.ftl:2: a is here twice"),
        (
            "comment",
            "a = A\n",
            "# Leaves out $pod.\na = 甲\n",
            "www/i18n/zh/pods.ftl:2: the comment of a is wrong about $pod",
        ),
        (
            "plural",
            "a = A\n",
            "a = { $n ->\n        [one] 甲\n       *[other] 乙\n    }\n",
            "www/i18n/zh/pods.ftl:1: a: [one] is no plural category of this language",
        ),
        (
            "attribute",
            "a = A\n    .title = B\n",
            "a = 甲\n",
            "www/i18n/en/pods.ftl:1: a: attributes are not supported (.title): write another message",
        ),
        (
            "type",
            "a = { $n ->\n        [true] A\n       *[false] B\n    }\n",
            "a = { $n ->\n        [0] 甲\n       *[other] 乙\n    }\n",
            "www/i18n/zh/pods.ftl:1: a: $n is both counted and true or false",
        ),
    ] {
        let errors = compile(name, english, chinese).expect_err("files that don't fit together");
        assert!(errors.iter().any(|line| line == error), "{name}: {errors:?}");
    }
    let errors = compile("syntax", "a = A\nb = { $pod\n", "a = 甲\n").expect_err("no Fluent");
    assert!(errors.iter().any(|error| error.starts_with("www/i18n/en/pods.ftl:")), "{errors:?}");
    let folder =
        Folder::new("file", &[("en/pods.ftl", "a = A\n"), ("en/nodes.ftl", "a = A\n"), ("zh/pods.ftl", "a = 甲\n")]);
    let errors = check::read_topics(&folder.0, &[ENGLISH, CHINESE]).err().expect("a file that is missing");
    assert_eq!(errors, ["www/i18n/zh/nodes.ftl:1: this file is missing, but another language has it"]);
}

#[test]
fn a_comment_excuses_a_variable() {
    let code =
        compile("omitted", "a = { $pod } on { $node }\n", "# Leaves out $node.\na = { $pod }\n").expect("a comment");
    assert!(code.contains("Lang::Zh => format!(\"{pod}\"),"), "{code}");
}

/// A third language, generated from English.
#[test]
fn a_language_is_a_folder_and_a_row() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../www/i18n");
    let mut files = Vec::new();
    for folder in ["en", "zh"] {
        for dir_entry in fs::read_dir(root.join(folder)).expect("a folder") {
            let path = dir_entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            let source = fs::read_to_string(&path).expect("a file");
            if folder == "en" {
                files.push((format!("xx/{name}"), source.replace(" pod", " pöd")));
            }
            files.push((format!("{folder}/{name}"), source));
        }
    }
    let files: Vec<(&str, &str)> = files.iter().map(|(path, source)| (path.as_str(), source.as_str())).collect();
    let folder = Folder::new("third", &files);
    let languages = [ENGLISH, CHINESE, LanguageRow { variant: "Xx", folder: "xx", plural: PluralRule::OneOther }];
    let topics = check::read_topics(&folder.0, &languages).unwrap_or_else(|errors| panic!("{errors:#?}"));
    let code = rust::module_of_topics(&topics, &languages);
    let lines = |start: &str| code.lines().filter(|line| line.trim_start().starts_with(start)).count();
    assert!(lines("Lang::Xx =>") > 2000 && lines("Lang::Xx =>") == lines("Lang::En =>"), "each message has it");
    assert!(code.lines().any(|line| line.contains("Lang::Xx =>") && line.contains(" pöd")), "it has texts of its own");
}
