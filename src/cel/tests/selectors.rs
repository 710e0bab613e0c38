//! Upstream's rules that the recordings do not cover, and the content of explanations.
#![cfg(not(target_arch = "wasm32"))]

use api::Quantity;
use cel::{Attribute, DeviceProperties, Gates, Program};

fn device() -> DeviceProperties {
    let attributes = [
        ("model", Attribute::Text("a100".into())),
        ("numa", Attribute::Int(1)),
        ("vendor.io/fw", Attribute::Version("2.0.1".into())),
    ];
    DeviceProperties {
        driver: "gpu.example.com".into(),
        attributes: attributes.map(|(name, value)| (name.into(), value)).into(),
        capacity: vec![("memory".into(), Quantity::parse("80Gi").expect("a quantity"))],
        allow_multiple_allocations: false,
    }
}

#[test]
fn rules_around_the_recordings() {
    for (text, wanted) in [
        // The first error is reported, whichever side it is on.
        ("device.attributes[\"a\"].x == 1 || device.attributes[\"a\"].y == 1", "no such key: x"),
        ("!(device.attributes[\"a\"].x == 1 && false)", "true"),
        // A bound variable named `device` hides the device, and its value is evaluated in the scope of the binding.
        ("cel.bind(x, 1, cel.bind(y, x + 1, cel.bind(x, 10, y == 2)))", "true"),
        ("[1, 2].all(device, device > 0)", "true"),
        ("device.attributes[\"vendor.io\"].fw.minor() == 0 && has(device.attributes[\"vendor.io\"].fw)", "true"),
        ("device.attributes.?nope.?x.orValue(1) == 1", "true"),
        ("[1, 2].exists_one(x, x == device.attributes[\"gpu.example.com\"].numa)", "true"),
        ("[[1, 2], [3]].map(l, l.map(x, x + 1)) == [[2, 3], [4]]", "true"),
        ("{\"a\": 1, \"b\": 2}.transformMap(k, v, k == \"a\", v) == {\"a\": 1}", "true"),
        ("\"a,b\".split(\",\").map(x, x + \"!\").join(\";\") == \"a!;b!\"", "true"),
        ("[3, 1, 2].sortBy(x, -x) == [3, 2, 1]", "true"),
        ("type(device.attributes[\"gpu.example.com\"].numa) == int", "true"),
        ("sign(quantity(\"-5\")) == -1", "true"),
        ("string(1000000.0) == \"1e+06\" && string(0.5) == \"0.5\"", "true"),
        ("\"%s\".format([{\"a\": [\"x\", 1]}]) == \"{\\\"a\\\":[\\\"x\\\", 1]}\"", "true"),
        ("timestamp(\"2024-03-01T00:30:00Z\").getHours(\"-01:00\") == 23", "true"),
        ("\"grün\".indexOf(\"n\") == 3 && \"grün\".charAt(2) == \"ü\"", "true"),
    ] {
        let program = Program::compile(text).unwrap_or_else(|error| panic!("{error}"));
        let outcome = program.matches(&device()).map_or_else(|error| error.to_string(), |result| result.to_string());
        assert_eq!(outcome, wanted, "{text}");
    }
}

#[test]
fn refused_with_the_place() {
    for (text, wanted) in [
        (
            "true &&\n  foo",
            "compilation failed: ERROR: <input>:2:3: undeclared reference to 'foo' (in container '')\n |   foo\n | ..^",
        ),
        (
            "\"ä\" == foo",
            "compilation failed: ERROR: <input>:1:8: undeclared reference to 'foo' (in container '')\n | \"ä\" == foo\n | .．.....^",
        ),
        ("dyn(true)", "must evaluate to bool or the unknown type, not dyn"),
        (
            "[1].all(x, x)",
            "compilation failed: ERROR: <input>:1:8: found no matching overload for '_&&_' applied to '(bool, int)'\n | [1].all(x, x)\n | .......^",
        ),
        (
            "1.all(x, true)",
            "compilation failed: ERROR: <input>:1:1: expression of type 'int' cannot be range of a comprehension (must be list, map, or dynamic)\n | 1.all(x, true)\n | ^",
        ),
    ] {
        assert_eq!(
            Program::compile(text).map(|_| ()).map_err(|error| error.to_string()),
            Err(wanted.to_owned()),
            "{text}"
        );
    }
}

#[test]
fn no_clause_of_a_format_takes_an_attribute() {
    let of_string = "string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps";
    for (format, clause, given) in [
        ("\"%s\".format([device.attributes[\"d\"].model])", of_string, "google.protobuf.Any"),
        (
            "\"%s-%d\".format([device.attributes[\"d\"].model, device.attributes[\"d\"].numa])",
            of_string,
            "google.protobuf.Any",
        ),
        (
            "\"%d\".format([device.attributes[\"d\"].numa])",
            "decimal clause can only be used on integers",
            "google.protobuf.Any",
        ),
        ("\"%s\".format([[1, [device.attributes[\"d\"].numa]]])", of_string, "google.protobuf.Any"),
        ("\"%s\".format([{\"a\": device.capacity[\"d\"].memory}])", of_string, "kubernetes.Quantity"),
        ("\"%d\".format([[1]])", "decimal clause can only be used on integers", "list"),
    ] {
        let error =
            Program::compile(&format!("{format} == \"x\"")).err().unwrap_or_else(|| panic!("{format} compiles"));
        let wanted = format!("error during formatting: {clause}, was given {given}\n");
        assert!(error.to_string().contains(&wanted), "{error} of {format}");
    }
    // A type that is known only at evaluation is checked then.
    for format in [
        "\"%s\".format([dyn(device.attributes[\"d\"].model)])",
        "\"%s\".format([string(device.attributes[\"d\"].model)])",
        "\"%d\".format([int(device.attributes[\"d\"].numa)])",
        "\"%s\".format([device.driver])",
    ] {
        assert!(Program::compile(&format!("{format} == \"x\"")).is_ok(), "{format}");
    }
}

#[test]
fn the_gate_decides_on_a_field() {
    let text = "device.allowMultipleAllocations";
    assert!(Program::compile(text).is_ok());
    let error = Program::compile_with(text, Gates { has_consumable_capacity: false })
        .expect_err("the field is not there")
        .to_string();
    assert!(error.contains("undefined field 'allowMultipleAllocations'"), "{error}");
}

#[test]
fn an_explanation_shows_what_the_device_said() {
    let text = "device.driver == \"gpu.example.com\" && cel.bind(a, device.attributes[\"gpu.example.com\"], a.model == \"b\" || a.nope > 1) \
                && device.capacity[\"gpu.example.com\"].memory == quantity(\"80Gi\")";
    let explanation = Program::compile(text).expect("it compiles").explain(&device());
    assert_eq!(explanation.result.as_ref().map_err(ToString::to_string), Err("no such key: nope".to_owned()));
    let looks: Vec<(&str, String)> = explanation
        .device_accesses
        .iter()
        .map(|look| (&text[look.range.clone()], look.value.clone().unwrap_or_else(|error| error.to_string())))
        .collect();
    let wanted = [
        ("device.driver", "\"gpu.example.com\""),
        ("device.attributes[\"gpu.example.com\"]", "{\"model\": \"a100\", \"numa\": 1}"),
        ("a.model", "\"a100\""),
        ("a.nope", "no such key: nope"),
        ("device.capacity[\"gpu.example.com\"].memory", "80Gi"),
    ];
    assert_eq!(looks, wanted.map(|(part, value)| (part, value.to_owned())));
}

#[test]
fn a_version_that_is_none_fails_every_expression() {
    let mut device = device();
    device.attributes.push(("old".into(), Attribute::Version("1.2".into())));
    let error = Program::compile("true").expect("it compiles").matches(&device).expect_err("the device cannot be read");
    assert_eq!(error.to_string(), "attribute old: parse semantic version: No Major.Minor.Patch elements found");
}
