//! What is kept, and errors in files that cannot be parsed.

use findings::Problem;

use super::*;

fn reduce_dump(text: &[u8]) -> Result<String, Finding> {
    let mut dump = Dump::default();
    dump.push(text)?;
    dump.finish()
}

/// The kept objects, one line each.
fn reduce(text: &str) -> Vec<String> {
    let text = reduce_dump(text.as_bytes()).unwrap_or_else(|finding| panic!("{finding:?} in {text}"));
    text.lines().filter_map(|line| line.strip_prefix("- ")).map(str::to_owned).collect()
}

#[test]
fn fields_that_decoders_know_are_kept() {
    let json = r#"{"apiVersion": "v1", "items": [{"kind": "Pod", "metadata": {"name": "a", "uid": "u", "managedFields": [{"a": "}"}], "annotations":
        {"schedscope.dev/run-seconds": "1 2", "x": "y", "kubectl.kubernetes.io/last-applied-configuration": "{\"a\": 1}"}}, "spec": {"containers": [{"env": [], "name": "c \" ] "}]},
        "status": {"qosClass": "x", "phase": "Running"}}, {"kind": "ConfigMap", "metadata": {"name": "b"}, "data": {"c": "d"}}], "kind": "List"}"#;
    let wanted = [
        r#"{"kind":"Pod","metadata":{"name":"a","uid":"u","annotations":{"schedscope.dev/run-seconds":"1 2"}},"spec":{"containers":[{"name":"c \" ] "}]},"status":{"phase":"Running"}}"#,
        r#"{"kind":"ConfigMap","metadata":{"name":"b"}}"#,
    ];
    assert_eq!(reduce(json), wanted);
    let yaml = "apiVersion: v1
items:
# one
- kind: Pod
  metadata:
    name: a
    uid: u
    managedFields:
    - a: '}'
    annotations:
      schedscope.dev/run-seconds: 1 2
      kubectl.kubernetes.io/last-applied-configuration: |
        {}

  spec: {containers: [{env: [], name: 'c \" ] '}]}

  status: {qosClass: x, phase: Running}
- kind: ConfigMap
  metadata: {name: b}
  data:
    c: |
      - x
      ---
      y
kind: List
";
    assert_eq!(reduce(yaml), wanted);
}

#[test]
fn of_events_only_what_a_scheduler_said_is_kept() {
    let event = |reason: &str| {
        format!(
            r#"{{"kind":"Event","metadata":{{"name":"e","uid":"u","managedFields":[]}},"involvedObject":{{"kind":"Pod","name":"a","fieldPath":"x"}},"reason":"{reason}","message":"m","lastTimestamp":"t","type":"Warning"}}"#
        )
    };
    let list = format!(r#"{{"kind":"List","items":[{},{}]}}"#, event("FailedScheduling"), event("Pulled"));
    assert_eq!(
        reduce(&list),
        [
            r#"{"kind":"Event","metadata":{"name":"e","uid":"u"},"involvedObject":{"kind":"Pod","name":"a"},"reason":"FailedScheduling","message":"m","lastTimestamp":"t"}"#,
            r#"{"kind":"Event","metadata":{"name":"e","uid":"u"}}"#,
        ]
    );
}

#[test]
fn annotations_that_something_reads_are_kept() {
    for key in api::annotations::OF_PODS {
        let written = format!(r#"{{"kind":"Pod","metadata":{{"name":"a","annotations":{{"{key}":"x"}}}}}}"#);
        assert_eq!(reduce(&format!(r#"{{"kind":"List","items":[{written}]}}"#)), [written]);
    }
    assert!(api::annotations::OF_PODS.contains(&"kubernetes.io/config.mirror"), "pods that kubectl drain ignores");
}

#[test]
fn what_is_written_in_other_ways_is_read_too() {
    for (text, wanted) in [
        // Lists of a kind, which comes before or after the items, and several lists in a row.
        (
            r#"{"kind": "NodeList", "items": [{"metadata": {"name": "a"}}]} {"items": [{}], "kind": "PodList"}"#,
            &[r#"{"kind":"Node","apiVersion":"v1","metadata":{"name":"a"}}"#, r#"{"kind":"Pod","apiVersion":"v1"}"#][..],
        ),
        (
            "kind: NodeList\nitems:\n  - metadata: {name: a}\n---\nitems:\n- {}\nkind: PodList\n",
            &[r#"{"kind":"Node","apiVersion":"v1","metadata":{"name":"a"}}"#, r#"{"kind":"Pod","apiVersion":"v1"}"#],
        ),
        // Lists without a kind, and documents.
        (r#"[{"kind": "Pod", "a": [1]}, {"kind": "Node"}]"#, &[r#"{"kind":"Pod","a":[1]}"#, r#"{"kind":"Node"}"#]),
        ("kind: Pod\n---\n# nothing\n---\n- kind: Node\n", &[r#"{"kind":"Pod"}"#, r#"[{"kind":"Node"}]"#]),
        // Documents with items that are not lists.
        (r#"{"items": [{"kind": "Pod"}], "kind": "Choice"}"#, &[r#"{"kind":"Choice"}"#]),
        ("items:\n- kind: Pod\nkind: Choice\n", &[r#"{"kind":"Choice"}"#]),
        (r#"{"kind": "Scenario", "items": [1, "]", {}], "x": {}}"#, &[r#"{"kind":"Scenario","items":[],"x":{}}"#]),
        // Numbers and strings keep their types.
        (
            "kind: Node\nmetadata: {labels: {a: 1, b: '1', c: yes, d: ~, Y: off, e: 1 2, 'f g': +5}}\n",
            &[r#"{"kind":"Node","metadata":{"labels":{"a":1,"b":"1","c":yes,"d":null,"Y":off,"e":"1 2","f g":+5}}}"#],
        ),
        ("kind: List\nitems: []\n", &[r#"{"kind":"List","items":[]}"#]),
        ("", &[]),
    ] {
        assert_eq!(reduce(text), wanted, "{text}");
    }
}

#[test]
fn what_cannot_be_read_has_its_line() {
    for (text, line, problem) in [
        (
            &b"{\"kind\": \"List\", \"items\": [\n{\"kind\": \"Pod\",\n\"metadata\": x}]}"[..],
            3,
            ReadingProblem::NotJson,
        ),
        (b"{}\n}", 2, ReadingProblem::NotJson),
        (b"{\"a\": [\n{}", 2, ReadingProblem::Truncated),
        (b"{\"a\": \"", 1, ReadingProblem::Truncated),
        (b"items:\n- a: 1\n- kind: Pod\n  a: caf\xe9\n", 4, ReadingProblem::NotUtf8 { byte: 0xe9 }),
        (b"\x1f\x8b\x08\0\0\0\0\0\0\0\0\0", 0, ReadingProblem::BrokenArchive),
    ] {
        let finding = reduce_dump(text).expect_err("no dump");
        assert_eq!(
            (finding.place.line, finding.problem),
            (line, Problem::Reading(problem)),
            "{}",
            String::from_utf8_lossy(text)
        );
    }
    let Err(Finding { place, problem: Problem::Reading(ReadingProblem::KeyNotText), .. }) =
        reduce_dump(b"a: 1\n---\nitems:\n- b: 1\n  [b]: 2\n")
    else {
        panic!("a key that is a list");
    };
    assert_eq!(place.line, 5);
}

/// A character may be two units of UTF-16.
#[test]
fn a_letter_in_utf16_may_be_cut_anywhere_but_not_be_half() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    // The first bytes determine the encoding, and are held until then.
    let head = wide(&format!("# {}\nkind: Node\nmetadata: {{name: ", "x".repeat(300)));
    let whole = [&head[..], &wide("🙂}\n")].concat();
    for cut in 0..=4 {
        let mut dump = Dump::default();
        let (one, two) = whole.split_at(head.len() + cut);
        dump.push(one).and_then(|()| dump.push(two)).unwrap_or_else(|finding| panic!("{cut}: {finding:?}"));
        let text = dump.finish().expect("a text");
        assert!(text.ends_with("- {\"kind\":\"Node\",\"metadata\":{\"name\":\"🙂\"}}\n"), "{cut}: {text}");
    }
    let comment = wide("x}\n# 🙂");
    for gone in 1..=3 {
        let finding = reduce_dump(&[&head[..], &comment[..comment.len() - gone]].concat()).expect_err("half a letter");
        assert_eq!(finding.problem, Problem::Reading(ReadingProblem::BrokenUtf16), "{gone}");
    }
}

/// They are looked at once each, not moved for each one that is skipped.
#[test]
fn any_number_of_commands_may_stand_before_a_manifest() {
    for line in ["$\n", "$ kubectl get nodes -o yaml\n", "```\n"] {
        let text = format!("{}kind: Node\nmetadata: {{name: a}}\n", line.repeat((1 << 20) / line.len()));
        let reduced = reduce_dump(text.as_bytes()).unwrap_or_else(|finding| panic!("{line:?}: {finding:?}"));
        let end = &reduced[reduced.len().saturating_sub(200)..];
        assert!(end.ends_with("- {\"kind\":\"Node\",\"metadata\":{\"name\":\"a\"}}\n"), "{line:?}: {end}");
    }
}

#[test]
fn omitted_objects_are_reported() {
    let text = reduce_dump(br#"{"kind": "Pod", "metadata": {"uid": "u", "managedFields": [1, 2, 3]}, "spec": {"containers": [{"env": 1}, {"env": 2}]}}"#).expect("a text");
    assert!(
        text.contains("read-bytes: \"119\"")
            && text.contains("\"Pod metadata.managedFields 26, Pod spec.containers.env 16\""),
        "{text}"
    );
}

#[test]
fn nodes_and_pods_are_seen_on_the_way() {
    let mut dump = Dump::default();
    let preview_lines = |objects: Vec<PreviewObject>| {
        let lines = objects.iter().map(|object| match object {
            PreviewObject::Node(node) => {
                let cpu = node.status.allocatable.get("cpu").map_or("-", |cpu| cpu.as_str());
                format!("{} {cpu}", node.metadata.name)
            }
            PreviewObject::Pod(pod) => {
                let asks = |pod: &api::Pod| {
                    pod.spec.containers[0].resources.requests.get("cpu").map(|request| request.as_str().to_owned())
                };
                format!("{} {} {:?}", pod.key(), pod.spec.node_name, asks(pod))
            }
        });
        lines.collect::<Vec<_>>()
    };
    // The first bytes determine the encoding.
    let node = " ".repeat(600)
        + r#"{"kind": "List", "items": [{"kind": "Node", "metadata": {"name": "n"}, "status": {"capacity": {"cpu": "4"}}}"#;
    let pod = r#", {"kind": "Pod", "metadata": {"name": "p", "namespace": "d"}, "spec": {"nodeName": "n", "containers": [{"resources": {"requests": {"cpu": 2}}}]}}"#;
    let done = r#", {"kind": "Pod", "metadata": {"name": "q"}, "status": {"phase": "Succeeded"}}, {"kind": "ConfigMap", "metadata": {"name": "c"}}"#;
    dump.push(node.as_bytes()).expect("JSON");
    assert_eq!(preview_lines(dump.take_preview()), ["n 4"]);
    dump.push(&pod.as_bytes()[..40]).expect("JSON");
    assert_eq!(dump.take_preview(), [], "half a pod");
    dump.push(&pod.as_bytes()[40..]).expect("JSON");
    assert_eq!(preview_lines(dump.take_preview()), [r#"d/p n Some("2")"#]);
    dump.push(done.as_bytes()).expect("JSON");
    assert_eq!(dump.take_preview(), [], "nothing that is drawn");
}
