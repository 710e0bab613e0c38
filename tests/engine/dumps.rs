//! Files that are read piece by piece: what is kept of them decides as the whole does.

use std::io::Write;

use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use schedscope::{
    findings::{Notice, Problem},
    imports::dump::{Dump, PreviewObject},
    queries::load,
    runlog::Event,
    simulation::Simulation,
};

use crate::support::{dumps, texts};

fn reduce_dump<'c>(chunks: impl IntoIterator<Item = &'c [u8]>) -> String {
    let mut dump = Dump::default();
    for chunk in chunks {
        dump.push(chunk).unwrap_or_else(|finding| panic!("{finding:?}"));
    }
    dump.finish().unwrap_or_else(|finding| panic!("{finding:?}"))
}

fn events(text: &str) -> Vec<Event> {
    let (_, scenario) = load::load_scenario(text, None).unwrap_or_else(|findings| panic!("{findings:?} in {text}"));
    let mut simulation = Simulation::new(scenario);
    std::iter::from_fn(|| simulation.step()).flatten().collect()
}

fn generate_dump(nodes: usize, pods: usize, seed: u64, yaml: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let size = dumps::Size { nodes, pods, pending: pods / 4 };
    dumps::write(&mut bytes, size, seed, yaml).expect("a vector takes everything");
    bytes
}

/// What a run says, without what only a person reads of a pod.
fn event_lines(events: &[Event]) -> Vec<String> {
    let values = events.iter().map(|event| serde_json::to_value(event).expect("an event"));
    values
        .map(|mut event| {
            strip_people_fields(&mut event);
            event.to_string()
        })
        .collect()
}

fn strip_people_fields(value: &mut serde_json::Value) {
    match value {
        serde_json::Value::Object(fields) => {
            for read_by_people in ["annotations", "volumes", "containerStatuses", "initContainerStatuses"] {
                fields.remove(read_by_people);
            }
            fields.values_mut().for_each(strip_people_fields);
        }
        serde_json::Value::Array(items) => items.iter_mut().for_each(strip_people_fields),
        _ => {}
    }
}

#[test]
fn what_is_kept_of_a_scenario_runs_as_the_whole() {
    let mut seen = 0;
    for (_, text) in texts::built_in() {
        let (whole, reduced) = (events(&text), events(&reduce_dump([text.as_bytes()])));
        assert_eq!(event_lines(&reduced), event_lines(&whole), "{text}");
        seen += whole.len();
    }
    assert!(seen > 1000);
}

/// kubectl writes quantities without quotes, as YAML has them: `cpu: 15890m`.
#[test]
fn nodes_and_pods_are_drawn_while_a_dump_is_read() {
    for yaml in [false, true] {
        let bytes = generate_dump(4, 24, 5, yaml);
        assert_eq!(String::from_utf8_lossy(&bytes).contains("cpu: 15890m\n"), yaml);
        let (mut dump, mut nodes, mut pods) = (Dump::default(), Vec::new(), 0);
        for chunk in bytes.chunks(bytes.len() / 7) {
            dump.push(chunk).expect("a dump");
            for object in dump.take_preview() {
                match object {
                    PreviewObject::Node(node) => {
                        nodes.push(node.status.allocatable.get("cpu").map(|cpu| cpu.as_str().to_owned()));
                    }
                    PreviewObject::Pod(pod) => {
                        pods += usize::from(!pod.spec.containers[0].resources.requests.is_empty());
                    }
                }
            }
        }
        assert_eq!((nodes, pods), (vec![Some("15890m".to_owned()); 4], 24), "{yaml}");
    }
}

#[test]
fn what_is_kept_of_a_dump_runs_as_the_whole() {
    for (seed, yaml) in [(1, false), (2, true)] {
        let bytes = generate_dump(4, 24, seed, yaml);
        let text = String::from_utf8(bytes).expect("text");
        let reduced_text = reduce_dump([text.as_bytes()]);
        assert!(reduced_text.len() * 3 < text.len(), "{} of {}", reduced_text.len(), text.len());
        let (whole, run) = (events(&text), events(&reduced_text));
        assert!(whole.len() > 20);
        assert_eq!(event_lines(&run), event_lines(&whole));
        // A second time nothing more goes, so a text that was kept and opened as a file is the same scenario.
        assert_eq!(event_lines(&events(&reduce_dump([reduced_text.as_bytes()]))), event_lines(&whole));
    }
}

#[test]
fn json_and_yaml_of_a_cluster_are_the_same() {
    let items = |text: &str| text.lines().filter(|line| line.starts_with("- ")).map(str::to_owned).collect::<Vec<_>>();
    let (json, yaml) = (generate_dump(3, 12, 7, false), generate_dump(3, 12, 7, true));
    assert_eq!(items(&reduce_dump([&yaml[..]])), items(&reduce_dump([&json[..]])));
}

#[test]
fn what_was_left_out_is_noticed_when_it_is_opened() {
    let (loaded, _) =
        load::load_scenario(&reduce_dump([&generate_dump(1, 4, 1, false)[..]]), None).expect("a scenario");
    let reduced = loaded.notices.iter().find_map(|notice| match &notice.problem {
        Problem::Notice(Notice::Reduced { bytes, left }) => Some((*bytes, left.to_string())),
        _ => None,
    });
    let (bytes, left) = reduced.expect("a notice");
    assert!(bytes > 30_000 && left.contains("Pod metadata.managedFields "), "{bytes} {left}");
}

/// A dump in one of the ways in which files come.
fn pack_dump(way: u8, bytes: &[u8]) -> Vec<u8> {
    let text = || std::str::from_utf8(bytes).expect("text");
    match way {
        0 => bytes.to_vec(),
        1 => [b"\xef\xbb\xbf", bytes].concat(),
        2 => text().encode_utf16().flat_map(u16::to_le_bytes).collect(),
        3 => [vec![0xfe, 0xff], text().encode_utf16().flat_map(u16::to_be_bytes).collect()].concat(),
        _ => {
            // Two members, as programs write that pack in parallel.
            let (one, two) = bytes.split_at(bytes.len() / 3);
            let gzip = |bytes: &[u8]| {
                let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
                encoder.write_all(bytes).expect("a vector takes everything");
                encoder.finish().expect("a vector takes everything")
            };
            [gzip(one), gzip(two)].concat()
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn it_does_not_matter_where_chunks_end(yaml: bool, seed in 0_u64..3, way in 0_u8..5, step in prop_oneof![1_usize..9, 100_usize..5000]) {
        let mut text = generate_dump(1, 2, seed, yaml);
        // Letters of several bytes are cut too.
        let letters = if yaml { "kind: Node\nmetadata: {name: 名🙂}\n---\n" } else { "{\"kind\": \"Node\", \"metadata\": {\"name\": \"名🙂\"}}\n" };
        text.splice(0..0, letters.bytes());
        let whole = reduce_dump([&text[..]]);
        let bytes = pack_dump(way, &text);
        prop_assert_eq!(reduce_dump(bytes.chunks(step)), whole);
    }

    #[test]
    fn no_bytes_make_it_panic(bytes in any::<Vec<u8>>(), cut in any::<prop::sample::Index>(), yaml: bool, way in 0_u8..5) {
        let mut text = pack_dump(way, &generate_dump(1, 1, 1, yaml));
        let at = cut.index(text.len());
        text.splice(at..at, bytes.iter().copied().take(6));
        let mut dump = Dump::default();
        if dump.push(&text[..at]).and_then(|()| dump.push(&text[at..])).is_ok() {
            let _ = dump.finish();
        }
    }
}
