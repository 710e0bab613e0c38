//! Compares every recorded expression with upstream's result: `tests/conformance/cel-forms.jsonl.gz`.
#![cfg(not(target_arch = "wasm32"))]

use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::Path,
};

use api::Quantity;
use cel::{Attribute, DeviceProperties, Program};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

/// Expressions whose results are known to differ, with the reason.
const KNOWN_FAILURES: &[(&str, &str)] = &[];

/// The search ends at the first matching key, and upstream visits map keys in random order, so the costs of these are
/// not compared.
const COST_BY_CHANCE: [&str; 2] = [
    "device.attributes.exists(d, d == \"vendor.io\")",
    "device.attributes[\"gpu.example.com\"].exists(k, k == \"numa\")",
];

fn device(value: &Value) -> DeviceProperties {
    let pairs = |key: &str| value[key].as_object().into_iter().flatten();
    let attribute = |value: &Value| match value.as_object().and_then(|fields| fields.iter().next()) {
        Some((kind, value)) => match (kind.as_str(), value) {
            ("int", value) => Attribute::Int(value.as_i64().expect("an int")),
            ("bool", value) => Attribute::Bool(value.as_bool().expect("a bool")),
            ("string", value) => Attribute::Text(value.as_str().expect("a string").into()),
            (_, value) => Attribute::Version(value.as_str().expect("a version").into()),
        },
        None => panic!("an attribute without a value"),
    };
    let capacity = |value: &Value| Quantity::parse(value["value"].as_str().expect("a quantity")).expect("a quantity");
    DeviceProperties {
        driver: value["driver"].as_str().expect("a driver").into(),
        attributes: pairs("attributes").map(|(name, value)| (name.as_str().into(), attribute(value))).collect(),
        capacity: pairs("capacity").map(|(name, value)| (name.as_str().into(), capacity(value))).collect(),
        allow_multiple_allocations: value["allowMultipleAllocations"] == true,
    }
}

fn evaluate_case(expression: &str, device: &DeviceProperties) -> Value {
    let program = match Program::compile(expression) {
        Ok(program) => program,
        Err(error) => return json!({ "compileError": error.to_string() }),
    };
    let explanation = program.explain(device);
    assert_eq!(explanation.result, program.matches(device), "{expression}: explained as evaluated");
    match explanation.result {
        Ok(result) => json!({ "result": result, "cost": explanation.cost }),
        Err(error) => json!({ "error": error.to_string(), "cost": explanation.cost }),
    }
}

#[test]
fn recorded_expressions_agree() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/conformance/cel-forms.jsonl.gz");
    let file = File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let (mut total, mut agree) = (0, 0);
    let mut wrong = Vec::new();
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let case: Value = serde_json::from_str(&line.expect("readable text")).expect("a case");
        let expression = case["expression"].as_str().expect("an expression");
        let mut expected = case["expect"].clone();
        let mut actual = evaluate_case(expression, &device(&case["device"]));
        if expected.get("compileError").is_some() || COST_BY_CHANCE.contains(&expression) {
            for outcome in [&mut expected, &mut actual] {
                outcome.as_object_mut().expect("an object").remove("cost");
            }
        }
        let known = KNOWN_FAILURES.iter().find(|(known, _)| *known == expression);
        total += 1;
        agree += usize::from(actual == expected);
        match (actual == expected, known) {
            (false, None) => wrong.push(format!("{expression}\n  expected {expected}\n  actual   {actual}")),
            (true, Some((_, reason))) => {
                wrong.push(format!("{expression}\n  passes, though it is known to fail: {reason}"));
            }
            _ => {}
        }
    }
    println!("{agree} of {total} recorded expressions agree in result, message and cost");
    assert_eq!(total, 467, "all expressions are there");
    assert!(wrong.is_empty(), "{} differ\n{}", wrong.len(), wrong.join("\n"));
}
