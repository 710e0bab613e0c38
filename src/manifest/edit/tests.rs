use serde_json::json;

use super::*;

fn place(document: usize, path: &str) -> ValuePath {
    let step = |part: &str| part.parse::<usize>().map_or_else(|_| PathStep::from(part), PathStep::from);
    ValuePath { document, steps: path.split('.').filter(|part| !part.is_empty()).map(step).collect() }
}

#[test]
fn sets_and_keeps_the_rest() {
    let cases: [(&str, &str, Value, &str); 19] = [
        ("a: 1 # why\nb: 2\n", "a", json!(3), "a: 3 # why\nb: 2\n"),
        ("a: x", "a", json!("2"), "a: \"2\""),
        ("a: 1 # why\n# end\n", "b", json!("x"), "a: 1 # why\nb: x\n# end\n"),
        ("m:\n  a: 1\nz: 0\n", "m.b", json!(2), "m:\n  a: 1\n  b: 2\nz: 0\n"),
        ("m: {a: 1} # c\n", "m.b", json!("x y"), "m: {a: 1, b: \"x y\"} # c\n"),
        ("m: {}\n", "m.b", json!(true), "m: {b: true}\n"),
        ("m:\nz: 0\n", "m.b", json!(1), "m: {b: 1}\nz: 0\n"),
        ("m: # c\nz: 0\n", "m.b", json!(1), "m: {b: 1} # c\nz: 0\n"),
        ("z: 0\n", "spec.x", json!("v"), "z: 0\nspec: {x: v}\n"),
        ("z: 0\n", "a.b.c", json!("v"), "z: 0\na:\n  b: {c: v}\n"),
        ("l:\n- a\n- b # c\nz: 0\n", "l.2", json!("d"), "l:\n- a\n- b # c\n- d\nz: 0\n"),
        ("l:\n  - n: a\n    m: 1\n", "l.0.k", json!(2), "l:\n  - n: a\n    m: 1\n    k: 2\n"),
        ("l: [a]\n", "l.1", json!({"k": "v"}), "l: [a, {k: v}]\n"),
        ("l:\n  - n: a\n", "l", json!(["b"]), "l:\n  [b]\n"),
        (
            "{\n  \"a\": {\n    \"b\": 1\n  }\n}",
            "a.c",
            json!("x"),
            "{\n  \"a\": {\n    \"b\": 1,\n    \"c\": \"x\"\n  }\n}",
        ),
        ("{a: 1}", "b", json!("x"), "{a: 1, b: x}"),
        ("\"a\": 1\n", "b", json!("x"), "\"a\": 1\nb: x\n"),
        ("t: |\n  one\n  two\n", "b", json!(1), "t: |\n  one\n  two\nb: 1\n"),
        ("名: 值 # 注\n", "b", json!("值"), "名: 值 # 注\nb: \"值\"\n"),
    ];
    for (text, path, value, wanted) in cases {
        assert_eq!(set_value(text, &place(0, path), &value).as_deref(), Ok(wanted), "{path} in {text}");
    }
}

#[test]
fn removes_and_keeps_the_rest() {
    let cases = [
        ("a: 1 # gone\n# kept\nb: 2\n", "a", "# kept\nb: 2\n"),
        ("a: 1\nb:\n  c: 2\n  d: 3\n", "b.c", "a: 1\nb:\n  d: 3\n"),
        ("a: {x: 1, y: 2, z: 3}\n", "a.y", "a: {x: 1, z: 3}\n"),
        ("a: {x: 1, y: 2}\n", "a.y", "a: {x: 1}\n"),
        ("a: {x: 1, y: 2}\n", "a.x", "a: {y: 2}\n"),
        ("a:\n  x: 1\nb: 2\n", "a.x", "a: {}\nb: 2\n"),
        ("a: # c\n  x: 1\nb: 2\n", "a.x", "a: # c\n  {}\nb: 2\n"),
        ("a:\n  b:\n    c:\n      d: 1\n  e: 2\n", "a.b.c.d", "a:\n  e: 2\n"),
        ("l:\n  - n: a\n    m: 1\n  - n: b\n", "l.0.n", "l:\n  - m: 1\n  - n: b\n"),
        ("l:\n  - n: a\n    # why\n    m: 1\n", "l.0.n", "l:\n  -     # why\n    m: 1\n"),
        ("l:\n  - a # one\n  - b # two\n", "l.0", "l:\n  - b # two\n"),
        ("l: [a, b, c]\n", "l.2", "l: [a, b]\n"),
        ("{\"a\": 1,\n \"b\": 2}", "b", "{\"a\": 1}"),
    ];
    for (text, path, wanted) in cases {
        assert_eq!(remove_value(text, &place(0, path)).as_deref(), Ok(wanted), "{path} in {text}");
    }
}

#[test]
fn aliases_are_left_alone() {
    let text = "a: &x {k: 1}\nb: *x\n";
    assert_eq!(set_value(text, &place(0, "b.k"), &json!(2)), Err(EditError::Notation));
    assert_eq!(set_value(text, &place(0, "a.k"), &json!(2)), Err(EditError::Notation));
    assert_eq!(set_value("a: [", &place(0, "a"), &json!(2)), Err(EditError::Unreadable));
}

#[test]
fn documents_come_and_go() {
    let text = "# the file\nkind: A\n---\n# about b\nkind: B\n---\nkind: C\n";
    assert_eq!(document_body(text, 1).as_deref(), Ok("# about b\nkind: B\n"));
    assert_eq!(remove_documents(text, &[1]).as_deref(), Ok("# the file\nkind: A\n---\nkind: C\n"));
    assert_eq!(remove_documents(text, &[0]).as_deref(), Ok("# the file\n# about b\nkind: B\n---\nkind: C\n"));
    assert_eq!(remove_documents(text, &[0, 1, 2]).as_deref(), Ok("# the file\n"));
    assert_eq!(append_document("", "kind: A\n").as_deref(), Ok("kind: A\n"));
    assert_eq!(append_document("kind: A", "kind: B").as_deref(), Ok("kind: A\n---\nkind: B\n"));
    let second = set_value(text, &place(2, "x"), &json!("v"));
    assert_eq!(second.as_deref(), Ok("# the file\nkind: A\n---\n# about b\nkind: B\n---\nkind: C\nx: v\n"));
}

/// Edits of ordinary notation in all styles are never rejected. That the result is right is checked by every edit itself.
#[cfg(not(target_arch = "wasm32"))]
mod properties {
    use std::fmt::Write;

    use proptest::prelude::*;

    use super::*;

    fn scalar() -> impl Strategy<Value = Value> {
        prop_oneof![
            "[a-z0-9]{1,6}".prop_map(Value::String),
            "[ -~]{0,8}".prop_map(Value::String),
            any::<i32>().prop_map(|number| json!(number)),
            any::<bool>().prop_map(|truth| json!(truth)),
        ]
    }

    fn tree() -> impl Strategy<Value = Value> {
        let inner = scalar().prop_recursive(4, 24, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 1..4).prop_map(Value::Array),
                prop::collection::btree_map("[a-d]", inner, 1..4).prop_map(|fields| json!(fields)),
            ]
        });
        prop::collection::btree_map("[a-e]", inner, 1..5).prop_map(|fields| json!(fields))
    }

    /// Block style with a comment at each entry. `flows` determines which inner values are written on one line.
    fn block(value: &Value, indent: usize, flows: u32, out: &mut String) {
        let pad = " ".repeat(indent);
        let entries: Vec<(String, &Value)> = match value {
            Value::Object(pairs) => pairs.iter().map(|(key, value)| (format!("{key}:"), value)).collect(),
            Value::Array(items) => items.iter().map(|item| ("-".to_owned(), item)).collect(),
            _ => Vec::new(),
        };
        for (at, (head, inner)) in entries.into_iter().enumerate() {
            let nested = inner.is_object() || inner.is_array();
            if nested && flows >> ((indent + at) % 31) & 1 == 0 {
                let _ = writeln!(out, "{pad}# above {indent} {at}\n{pad}{head}");
                block(inner, indent + 2, flows, out);
            } else {
                let _ = writeln!(out, "{pad}{head} {inner} # beside {indent} {at}");
            }
        }
    }

    fn places(value: &Value, way: &[PathStep], out: &mut Vec<Vec<PathStep>>) {
        let children: Vec<(PathStep, &Value)> = match value {
            Value::Object(pairs) => pairs.iter().map(|(key, value)| (PathStep::Key(key.clone()), value)).collect(),
            Value::Array(items) => items.iter().enumerate().map(|(at, value)| (PathStep::Index(at), value)).collect(),
            _ => Vec::new(),
        };
        for (step, inner) in children {
            let way = [way, &[step]].concat();
            places(inner, &way, out);
            out.push(way);
        }
    }

    proptest! {
        #[test]
        fn nothing_ordinary_is_refused(
            tree in tree(), flows in any::<u32>(), style in 0..3, pick in any::<prop::sample::Index>(), new in scalar(),
        ) {
            let mut text = String::new();
            match style {
                0 => block(&tree, 0, flows, &mut text),
                1 => text = tree.to_string(),
                _ => text = serde_json::to_string_pretty(&tree).unwrap_or_default(),
            }
            let text = format!("# head\nkind: A # first\n---\n{text}---\nkind: C\n").replace("}---", "}\n---");
            prop_assert_eq!(&read_documents(&text).expect("it can be read")[1], &tree);
            let mut ways = Vec::new();
            places(&tree, &[], &mut ways);
            let place = ValuePath { document: 1, steps: pick.get(&ways).clone() };
            let target = place.steps.iter().fold(&tree, |value, step| match step {
                PathStep::Key(key) => &value[key],
                PathStep::Index(at) => &value[at],
            });
            let changed = set_value(&text, &place, &new);
            prop_assert!(changed.is_ok(), "set {:?} in\n{}", place, text);
            if style == 0 && !target.is_object() && !target.is_array() {
                // All comments are still there.
                let comments = |text: &str| text.matches(" # beside ").count() + text.matches("# above ").count();
                prop_assert_eq!(comments(&changed.unwrap_or_default()), comments(&text));
            }
            prop_assert!(remove_value(&text, &place).is_ok(), "remove {:?} from\n{}", place, text);
            let further = match target {
                Value::Object(_) => Some(place.join([PathStep::from("new"), PathStep::from("one")])),
                Value::Array(items) => Some(place.join([PathStep::Index(items.len())])),
                _ => None,
            };
            if let Some(further) = further {
                prop_assert!(set_value(&text, &further, &new).is_ok(), "set {:?} in\n{}", further, text);
            }
        }
    }
}
