//! Archives as common programs write them, built by hand to control each byte.

use findings::ReadingProblem;
use miniz_oxide::deflate::compress_to_vec;
use proptest::prelude::*;

use super::{zip::zip_of as zip, *};

const POD: &str = "kind: Pod\nmetadata: {name: a}\n";

fn gzip(flags: u8, between: &[u8], bytes: &[u8]) -> Vec<u8> {
    let head = [0x1f, 0x8b, 8, flags, 0, 0, 0, 0, 0, 3];
    [&head, between, &compress_to_vec(bytes, 6)[..], &[0; 8]].concat()
}

fn tar_entry(name: &str, kind: u8, bytes: &[u8]) -> Vec<u8> {
    let mut head = vec![0; 512];
    head[..name.len()].copy_from_slice(name.as_bytes());
    head[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
    head[156] = kind;
    head[257..263].copy_from_slice(b"ustar\0");
    head.extend(bytes);
    head.resize(head.len().next_multiple_of(512), 0);
    head
}

fn tar(entries: &[(&str, u8, &[u8])]) -> Vec<u8> {
    let mut all: Vec<u8> = entries.iter().flat_map(|(name, kind, bytes)| tar_entry(name, *kind, bytes)).collect();
    all.extend([0; 1024]);
    all
}

fn open_files(name: &str, bytes: &[u8]) -> OpenedFiles {
    let mut opened = OpenedFiles::default();
    opened.open_file(name, bytes);
    opened
}

#[test]
fn files_are_unpacked() {
    let pod = POD.as_bytes();
    let long = format!("{}/pods.json", "folder/".repeat(20));
    let posix = format!("{} path=b/node.yaml\n", 19);
    let bundle = tar(&[
        ("a", b'5', b""),
        ("a/pods.yaml", b'0', pod),
        ("a/log.txt", b'0', b"kind: of a log"),
        ("a/version.json", b'0', b"{\"gitVersion\": \"v1.34.1\"}"),
        ("a/._pods.yaml", b'0', b"\x00\x05kind:"),
        ("././@LongLink", b'L', long.as_bytes()),
        ("folder/", b'0', b"{\"kind\": \"Pod\"}"),
        ("PaxHeader", b'x', posix.as_bytes()),
        ("x", b'0', b"kind: Node\n"),
    ]);
    let three = ["kind: Pod\nmetadata: {name: a}\n", "{\"kind\": \"Pod\"}", "kind: Node\n"];
    for (name, bytes, texts, left_out) in [
        ("pod.yaml", pod.to_vec(), &three[..1], 0),
        ("pod.yaml.gz", gzip(0, &[], pod), &three[..1], 0),
        ("pod.yaml.gz", gzip(2 | 4 | 8 | 16, b"\x02\x00xxpod.yaml\0said\0cc", pod), &three[..1], 0),
        ("bundle.tar", bundle.clone(), &three, 3),
        ("bundle.tgz", gzip(0, &[], &bundle), &three, 3),
        (
            "all.zip",
            zip(&[
                ("a/", false, b""),
                ("a/pod.yaml", true, pod),
                ("b.json", false, three[1].as_bytes()),
                ("c.md", true, pod),
            ]),
            &three[..2],
            1,
        ),
        ("pods.zip", zip(&[("pod.yaml.gz", false, &gzip(0, &[], pod))]), &three[..1], 0),
    ] {
        let opened_files = open_files(name, &bytes);
        assert_eq!(
            (&opened_files.texts[..], opened_files.skipped_files),
            (&texts.iter().map(ToString::to_string).collect::<Vec<_>>()[..], left_out),
            "{name}: {:?}",
            opened_files.unreadable
        );
        assert_eq!(opened_files.unreadable, [], "{name}");
    }
}

#[test]
fn what_cannot_be_read_is_named_with_its_file() {
    let bomb = gzip(0, &[], &vec![b' '; MAX_UNPACKED + 1]);
    let whole = zip(&[("pod.yaml", true, POD.as_bytes())]);
    let latin = tar(&[("good.yaml", b'0', POD.as_bytes()), ("caf.yaml", b'0', b"kind: Pod # caf\xe9\n")]);
    for (name, bytes, file, problem) in [
        ("a.gz", &gzip(0, &[], POD.as_bytes())[..20], "a.gz", ReadingProblem::BrokenArchive),
        ("a.gz", &[0x1f, 0x8b, 8][..], "a.gz", ReadingProblem::Binary),
        ("bomb.gz", &bomb, "bomb.gz", ReadingProblem::UnpacksTooLarge { limit: MAX_UNPACKED }),
        ("a.zip", &whole[..whole.len() - 10], "a.zip", ReadingProblem::BrokenArchive),
        ("a.tar", &latin, "caf.yaml", ReadingProblem::NotUtf8 { byte: 0xe9 }),
    ] {
        let opened_files = open_files(name, bytes);
        let unreadable: Vec<_> =
            opened_files.unreadable.into_iter().map(|(name, finding)| (name, finding.problem.clone())).collect();
        assert_eq!(unreadable, [(file.to_owned(), problem.into())], "{name}");
    }
}

proptest! {
    #[test]
    fn arbitrary_bytes_do_not_panic(head in 0_usize..4, bytes in any::<Vec<u8>>(), cut in any::<prop::sample::Index>()) {
        let pod = POD.as_bytes();
        let whole = match head {
            0 => bytes.clone(),
            1 => gzip(0x1e, &bytes, pod),
            2 => tar(&[("a.yaml", b'0', pod), ("b", b'x', &bytes)]),
            _ => zip(&[("a.yaml", true, pod), ("b.yaml", false, &bytes)]),
        };
        let mut changed = whole.clone();
        let at = cut.index(whole.len().max(1));
        if let Some(byte) = changed.get_mut(at) {
            *byte ^= 0x55;
        }
        let _ = open_files("a", &changed);
        let _ = open_files("a", &whole[..at.min(whole.len())]);
    }
}
