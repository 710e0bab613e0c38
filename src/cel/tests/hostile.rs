//! No expression makes the engine panic or run for long.
#![cfg(not(target_arch = "wasm32"))]

use cel::{Attribute, DeviceProperties, Program};
use proptest::prelude::*;

fn device() -> DeviceProperties {
    let attributes = [
        ("model", Attribute::Text("a100".into())),
        ("numa", Attribute::Int(1)),
        ("fw", Attribute::Version("2.0.0".into())),
    ];
    DeviceProperties {
        driver: "gpu.example.com".into(),
        attributes: attributes.map(|(name, value)| (name.into(), value)).into(),
        ..DeviceProperties::default()
    }
}

/// Compiles and evaluates a text, which must end with a result or an error.
fn runs(text: &str) -> String {
    match Program::compile(text) {
        Ok(program) => match program.explain(&device()).result {
            Ok(result) => result.to_string(),
            Err(error) => error.to_string(),
        },
        Err(error) => error.to_string(),
    }
}

#[test]
fn hostile_texts_have_an_end() {
    let nested = |open: &str, middle: &str, close: &str, times: usize| {
        format!("{}{middle}{}", open.repeat(times), close.repeat(times))
    };
    // Each variable is twice as large as the one before.
    let doubling = |first: &str, step: &str, last: &str, times: usize| {
        let mut text = format!("cel.bind(v0, {first}, ");
        for i in 1..times {
            let step = step.replace('$', &format!("v{}", i - 1));
            text += &["cel.bind(v", &i.to_string(), ", ", &step, ", "].concat();
        }
        text + &last.replace('$', &format!("v{}", times - 1)) + &")".repeat(times)
    };
    let deep = "expression recursion limit exceeded";
    let costly = "cost limit exceeded";
    let table: Vec<(String, &str)> = vec![
        (nested("(", "true", ")", 99), "true"),
        (nested("(", "true", ")", 100), deep),
        (nested("(", "true", ")", 4000), deep),
        (nested("[", "", "]", 4000), deep),
        (nested("{1:", "1", "}", 2000), deep),
        (nested("dyn(", "true", ")", 2000), deep),
        ("!".repeat(9999) + "true", "false"),
        ("!(".repeat(3000) + "true", deep),
        ("-".repeat(9999), "mismatched input '<EOF>'"),
        ("true ? true : ".repeat(700) + "true", deep),
        ("true||".repeat(1700) + "true", "true"),
        ("1+".repeat(3000) + "1 > 0", deep),
        ("device".to_owned() + &".a".repeat(4000), deep),
        ("[0]".to_owned() + &"[0]".repeat(3000), deep),
        ("x".repeat(20_000), "code point size exceeds limit"),
        ("\"".repeat(9999), "Syntax error"),
        ("\\".repeat(9999), "token recognition error"),
        ("optional.of(1)".to_owned() + &".optMap(x, x)".repeat(60) + ".hasValue()", deep),
        (doubling("\"0123456789\"", "$ + $", "$ == $", 60), costly),
        (doubling("[1]", "$ + $", "$ == $", 60), costly),
        (doubling("[1]", "[$, $]", "$ == $", 60), costly),
        (doubling("{1: 1}", "{1: $, 2: $}", "$ == $", 60), costly),
        (doubling("[1]", "[$, $]", "\"%s\".format([$]) == \"\"", 60), costly),
        (doubling("\"ab\"", "\"%s%s%s\".format([$, $, $])", "$ == \"\"", 60), costly),
        (doubling("\"a\"", "$.replace(\"\", $)", "$ == \"\"", 30), costly),
        (doubling("\"aaaaaaaaaa\"", "[$, $, $, $, $, $, $, $, $, $].join($)", "$ == \"\"", 30), costly),
        (doubling("[1]", "[$, $].flatten()", "$ == $", 60), costly),
        ("lists.range(9223372036854775807) == []".to_owned(), costly),
        ("lists.range(-1) == []".to_owned(), "true"),
        ("lists.range(90000).map(x, [x]).size() == 90000".to_owned(), costly),
        ("lists.range(30000).map(x, x).size() == 30000".to_owned(), "true"),
        ("lists.range(700).transformMap(i, v, v).size() == 700".to_owned(), "true"),
        ("\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\".matches(\"(a*)*b\")".to_owned(), "false"),
        ("\"a\".matches(\"((a{1000}){1000}){1000}\")".to_owned(), "invalid matches argument"),
        (format!("\"a\".matches({:?})", "(".repeat(5000)), "invalid matches argument"),
        ("\"%.999999999f\".format([1.0]) == \"\"".to_owned(), "could not convert to int"),
        ("[1].slice(-9223372036854775808, 9223372036854775807) == []".to_owned(), "negative indexes"),
        ("\"abc\".substring(9223372036854775807) == \"\"".to_owned(), "index out of range"),
        ("\"äöü\".lastIndexOf(\"ö\", 1) == 1".to_owned(), "true"),
        ("\"äöü\".lastIndexOf(\"x\", 1) == -1".to_owned(), "true"),
        ("-9223372036854775808 / -1 == 0".to_owned(), "integer overflow"),
        ("-9223372036854775808 % -1 == 0".to_owned(), "integer overflow"),
        ("duration(\"9223372036s\") + duration(\"9223372036s\") == duration(\"0\")".to_owned(), "integer overflow"),
        ("timestamp(253402300799) + duration(\"1s\") == timestamp(0)".to_owned(), "timestamp overflow"),
        ("timestamp(-9223372036854775808) == timestamp(0)".to_owned(), "timestamp overflow"),
        ("double(\"nan\") < 1.0".to_owned(), "NaN values cannot be ordered"),
        (
            "quantity(\"9223372036854775807E\").add(quantity(\"9223372036854775807E\")).isGreaterThan(quantity(\"1\"))"
                .to_owned(),
            "true",
        ),
        ("cidr(\"::/0\").masked() == cidr(\"1.2.3.4/0\").masked()".to_owned(), "false"),
        ("\u{0}".to_owned(), "token recognition error"),
        ("device.attributes[\"\u{1F600}".to_owned(), "token recognition error"),
        ("b\"\\xff\" == b\"ÿ\"".to_owned(), "false"),
        ("\"\\ud800\" == \"\"".to_owned(), "Syntax error"),
    ];
    for (text, wanted) in table {
        let shown: String = text.chars().take(80).collect();
        let output = runs(&text);
        assert!(
            output.contains(wanted),
            "{shown}\n  wanted {wanted}\n  told   {}",
            output.chars().take(300).collect::<String>()
        );
    }
}

/// Fragments of expressions; random sequences of them are often almost valid.
const PIECES: [&str; 64] = [
    "device",
    ".",
    "attributes",
    "[",
    "]",
    "(",
    ")",
    "{",
    "}",
    ",",
    ":",
    "?",
    "\"gpu.example.com\"",
    "model",
    "numa",
    "fw",
    "capacity",
    "==",
    "!=",
    "<",
    ">=",
    "&&",
    "||",
    "!",
    "-",
    "+",
    "*",
    "/",
    "%",
    "in",
    "true",
    "false",
    "null",
    "1",
    "2u",
    "1.5",
    "\"a\"",
    "b\"a\"",
    "x",
    "all",
    "exists",
    "map",
    "filter",
    "has",
    "cel",
    "bind",
    "size",
    "quantity",
    "semver",
    "int",
    "string",
    "matches",
    "format",
    "optional",
    "of",
    "orValue",
    "lists",
    "range",
    "sets",
    "contains",
    "sort",
    "\"",
    "'",
    "\\",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn random_text_runs(text in any::<String>()) {
        runs(&text);
    }

    #[test]
    fn random_pieces_run(picks in prop::collection::vec(0..PIECES.len(), 0..40)) {
        let text: String = picks.iter().map(|at| PIECES[*at]).collect();
        runs(&text);
    }

    #[test]
    fn random_calls_run(function in "[a-zA-Z]{2,9}", arg in "(\"[ -!#-~]{0,9}\"|-?[0-9]{1,19}|\\[[0-9], [0-9]\\]|device)") {
        for text in [format!("{function}({arg})"), format!("{arg}.{function}()"), format!("[{arg}].{function}(x, x == {arg})")] {
            runs(&text);
        }
    }
}
