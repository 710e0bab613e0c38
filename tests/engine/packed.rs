//! Links that contain a text, compressed with a frozen dictionary (`s2:`). Every link that was ever created must open, and links must be short.
//!
//! `tests/links/packed.txt` has one link a line: what it was created from, the hash of its text, its other fields, and the link itself. Recorded links
//! never change: `UPDATE_EXPECT=1 cargo test --test engine packed` only adds those of new texts.

use std::{collections::BTreeSet, fmt::Write as _, fs};

use schedscope::links::{self, LinkFields, s2};

use crate::support::{recorded_text, texts};

/// The FNV-1a hash of a text.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// A cluster in the format of the page's builder, with names, sizes and priorities that vary by pod.
fn built_cluster(nodes: usize, pods: usize) -> String {
    let mut text = String::new();
    for (name, value) in [("high", 1000), ("low", 100)] {
        let _ = write!(
            text,
            "apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {{name: {name}}}\nvalue: {value}\n---\n"
        );
    }
    for node in 1..=nodes {
        let zone = ["a", "b", "c"][node % 3];
        let room = ["cpu: \"4\", memory: 16Gi", "cpu: \"2\", memory: 4Gi", "cpu: \"16\", memory: 64Gi"][node * 7 % 3];
        let _ = write!(
            text,
            "apiVersion: v1\nkind: Node\nmetadata:\n  name: node-{node}\n  labels: {{kubernetes.io/hostname: node-{node}, topology.kubernetes.io/zone: zone-{zone}}}\nstatus:\n  capacity: {{{room}, pods: \"110\"}}\n---\n"
        );
    }
    // Pseudorandom values, so that the text is not more repetitive than one by a user.
    let mut seed = 1_u64;
    let mut pick = |of: usize| {
        seed = seed * 48_271 % 2_147_483_647;
        usize::try_from(seed).expect("small") % of
    };
    for pod in 1..=pods {
        let name = format!("{}-{pod}", ["web", "db", "cache", "batch", "api"][pick(5)]);
        let cpu = ["500m", "\"1\"", "\"2\"", "250m", "100m", "1500m"][pick(6)];
        let memory = ["512Mi", "1Gi", "2Gi", "256Mi", "4Gi"][pick(5)];
        let class = ["", "  priorityClassName: high\n", "  priorityClassName: low\n"][pick(3)];
        let bound = if pick(2) == 0 { format!("  nodeName: node-{}\n", pick(nodes) + 1) } else { String::new() };
        let _ = write!(
            text,
            "apiVersion: v1\nkind: Pod\nmetadata:\n  name: {name}\n  labels: {{app: {name}}}\nspec:\n{bound}{class}  containers:\n    - name: app\n      image: registry.example/app:1\n      resources:\n        requests: {{cpu: {cpu}, memory: {memory}}}\n---\n"
        );
    }
    text
}

/// A list in the format of `kubectl get pods -o yaml`, with only those fields that matter for scheduling. Names have random suffixes.
fn kubectl_list(pods: usize) -> String {
    let mut text = "apiVersion: v1\nkind: List\nitems:\n".to_owned();
    let mut seed = 7_u64;
    for pod in 0..pods {
        let mut end = String::new();
        for _ in 0..5 {
            seed = seed * 48_271 % 2_147_483_647;
            end.push(char::from(b"bcdfghjklmnpqrstvwxz2456789"[usize::try_from(seed).expect("small") % 27]));
        }
        let app = ["web", "checkout", "cart", "payments", "search"][pod * 3 % 5];
        let _ = write!(
            text,
            "- apiVersion: v1\n  kind: Pod\n  metadata:\n    labels:\n      app: {app}\n    name: {app}-7d4b9c6f8-{end}\n    namespace: default\n  spec:\n    containers:\n    - image: registry.example/{app}:1\n      name: {app}\n      resources:\n        requests:\n          cpu: 250m\n          memory: 256Mi\n    nodeName: node-{}\n    priority: 0\n",
            pod % 7
        );
    }
    text
}

fn fields() -> LinkFields {
    LinkFields::parse("step=preempts.2:urgent&release=v1.34&pod=urgent&tab=preemption")
}

#[test]
fn links_are_short() {
    for (about, text, most) in [
        ("5 nodes and 20 pods, built", built_cluster(5, 20), 800),
        ("20 nodes and 100 pods, built", built_cluster(20, 100), 2500),
        ("20 pods, listed", kubectl_list(20), 800),
        ("100 pods, listed", kubectl_list(100), 2500),
    ] {
        let link = s2::encode(&text, &fields());
        println!("{about}: {} bytes, {} characters", text.len(), link.len());
        assert!(link.len() <= most, "{about}: {} characters", link.len());
    }
}

/// Names of texts, and the texts from which links are created.
fn link_texts() -> Vec<(String, String)> {
    let scenario = |name: &str| fs::read_to_string(texts::place("www/scenarios").join(name)).expect("a scenario");
    let mut made = vec![("built".to_owned(), built_cluster(5, 20)), ("listed".to_owned(), kubectl_list(20))];
    made.extend(
        ["ladder.yaml", "drain.yaml", "extender.yaml", "first-consumer.yaml"]
            .map(|name| (name.to_owned(), scenario(name))),
    );
    made.push(("中文".to_owned(), "# 一个节点\nkind: Node\nmetadata: {name: n}\n".to_owned()));
    made.push(("nothing".to_owned(), String::new()));
    made
}

#[test]
fn recorded_links_open_the_same_text() {
    let table = texts::place("tests/links/packed.txt");
    let rows = fs::read_to_string(&table).unwrap_or_default();
    if recorded_text::should_update() {
        let had: BTreeSet<&str> = rows.lines().filter_map(|line| line.split(" | ").next()).collect();
        let fresh = link_texts().into_iter().filter(|(about, _)| !had.contains(about.as_str()));
        let fresh = fresh.map(|(about, text)| {
            format!("{about} | {:016x} | {} | {}\n", fingerprint(&text), fields(), s2::encode(&text, &fields()))
        });
        fs::write(&table, format!("{rows}{}", fresh.collect::<String>())).expect("the table");
        return;
    }
    assert!(rows.lines().count() >= 8, "the table is there");
    for line in rows.lines() {
        let parts: Vec<&str> = line.split(" | ").collect();
        let &[about, text, fields, link] = parts.as_slice() else { panic!("four columns: {line}") };
        let carried = links::open_fragment(link).unwrap_or_else(|error| panic!("{about}: {error:?}"));
        assert_eq!(format!("{:016x}", fingerprint(&carried.text)), text, "{about}");
        assert_eq!(carried.fields.to_string(), fields, "{about}");
    }
}
