//! Large files that are imported in pieces: their excerpt must run like the whole file.

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

fn generate_dump(nodes: usize, pods: usize, seed: u64, is_yaml: bool) -> Vec<u8> {
    let mut bytes = Vec::new();
    let size = dumps::Size { nodes, pods, pending: pods / 4 };
    dumps::write(&mut bytes, size, seed, is_yaml).expect("a vector takes everything");
    bytes
}

/// The events of a run as text, without pod fields that do not affect it.
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
fn the_excerpt_of_a_scenario_runs_like_the_whole() {
    let mut seen = 0;
    for (_, text) in texts::built_in() {
        let (whole, reduced) = (events(&text), events(&reduce_dump([text.as_bytes()])));
        assert_eq!(event_lines(&reduced), event_lines(&whole), "{text}");
        seen += whole.len();
    }
    assert!(seen > 1000);
}

/// kubectl writes quantities in YAML without quotes: `cpu: 15890m`.
#[test]
fn a_preview_of_nodes_and_pods_is_available_during_the_import() {
    for is_yaml in [false, true] {
        let bytes = generate_dump(4, 24, 5, is_yaml);
        assert_eq!(String::from_utf8_lossy(&bytes).contains("cpu: 15890m\n"), is_yaml);
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
        assert_eq!((nodes, pods), (vec![Some("15890m".to_owned()); 4], 24), "{is_yaml}");
    }
}

#[test]
fn the_excerpt_of_a_dump_runs_like_the_whole() {
    for (seed, is_yaml) in [(1, false), (2, true)] {
        let bytes = generate_dump(4, 24, seed, is_yaml);
        let text = String::from_utf8(bytes).expect("text");
        let reduced_text = reduce_dump([text.as_bytes()]);
        assert!(reduced_text.len() * 3 < text.len(), "{} of {}", reduced_text.len(), text.len());
        let (whole, run) = (events(&text), events(&reduced_text));
        assert!(whole.len() > 20);
        assert_eq!(event_lines(&run), event_lines(&whole));
        // Reducing the excerpt again does not change it, so a saved excerpt can be opened as a file.
        assert_eq!(event_lines(&events(&reduce_dump([reduced_text.as_bytes()]))), event_lines(&whole));
    }
}

#[test]
fn json_and_yaml_dumps_of_a_cluster_run_alike() {
    let items = |text: &str| text.lines().filter(|line| line.starts_with("- ")).map(str::to_owned).collect::<Vec<_>>();
    let (json, yaml) = (generate_dump(3, 12, 7, false), generate_dump(3, 12, 7, true));
    assert_eq!(items(&reduce_dump([&yaml[..]])), items(&reduce_dump([&json[..]])));
}

#[test]
fn an_excerpt_has_a_notice_about_the_omitted_parts() {
    let (loaded, _) =
        load::load_scenario(&reduce_dump([&generate_dump(1, 4, 1, false)[..]]), None).expect("a scenario");
    let reduced = loaded.notices.iter().find_map(|notice| match &notice.problem {
        Problem::Notice(Notice::Reduced { bytes, left }) => Some((*bytes, left.to_string())),
        _ => None,
    });
    let (bytes, left) = reduced.expect("a notice");
    assert!(bytes > 30_000 && left.contains("Pod metadata.managedFields "), "{bytes} {left}");
}

/// Packs a dump in one of the supported formats.
fn pack_dump(way: u8, bytes: &[u8]) -> Vec<u8> {
    let text = || std::str::from_utf8(bytes).expect("text");
    match way {
        0 => bytes.to_vec(),
        1 => [b"\xef\xbb\xbf", bytes].concat(),
        2 => text().encode_utf16().flat_map(u16::to_le_bytes).collect(),
        3 => [vec![0xfe, 0xff], text().encode_utf16().flat_map(u16::to_be_bytes).collect()].concat(),
        _ => {
            // Two gzip members, as parallel compressors write them.
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
    fn the_excerpt_does_not_depend_on_chunk_boundaries(is_yaml: bool, seed in 0_u64..3, way in 0_u8..5, step in prop_oneof![1_usize..9, 100_usize..5000]) {
        let mut text = generate_dump(1, 2, seed, is_yaml);
        // Multi-byte characters are cut too.
        let letters = if is_yaml { "kind: Node\nmetadata: {name: 名🙂}\n---\n" } else { "{\"kind\": \"Node\", \"metadata\": {\"name\": \"名🙂\"}}\n" };
        text.splice(0..0, letters.bytes());
        let whole = reduce_dump([&text[..]]);
        let bytes = pack_dump(way, &text);
        prop_assert_eq!(reduce_dump(bytes.chunks(step)), whole);
    }

    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in any::<Vec<u8>>(), cut in any::<prop::sample::Index>(), is_yaml: bool, way in 0_u8..5) {
        let mut text = pack_dump(way, &generate_dump(1, 1, 1, is_yaml));
        let at = cut.index(text.len());
        text.splice(at..at, bytes.iter().copied().take(6));
        let mut dump = Dump::default();
        if dump.push(&text[..at]).and_then(|()| dump.push(&text[at..])).is_ok() {
            let _ = dump.finish();
        }
    }
}
