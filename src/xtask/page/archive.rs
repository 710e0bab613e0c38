//! The site as an archive, which visitors download to serve the page beside their own cluster.

use std::{fs, io::Write, path::Path};

use crate::{
    error::{StepResult, TaskError},
    files::{list_dir, read_bytes},
};

/// The name of the archive.
const ARCHIVE: &str = "schedscope.tar";
/// The folder of all files in it.
const FOLDER: &str = "schedscope";
/// Archives consist of blocks of this size.
const BLOCK_BYTES: usize = 512;
/// The longest name of a file in the format.
const MAX_NAME_BYTES: usize = 100;

/// Writes an archive of all files in the folder `stage` into it.
pub(super) fn write_archive(stage: &Path) -> StepResult {
    let mut archive = Vec::new();
    add_folder(&mut archive, stage, FOLDER)?;
    // Two empty blocks end an archive.
    archive.extend([0; 2 * BLOCK_BYTES]);
    let file = stage.join(ARCHIVE);
    fs::write(&file, archive).map_err(TaskError::file(&file))
}

/// Adds the files of a folder, in the order of their names, under a path.
fn add_folder(archive: &mut Vec<u8>, folder: &Path, path: &str) -> StepResult {
    for entry in list_dir(folder)? {
        let name = format!("{path}/{}", entry.file_name().unwrap_or_default().to_string_lossy());
        if entry.is_dir() {
            add_folder(archive, &entry, &name)?;
        } else if name != format!("{FOLDER}/{ARCHIVE}") {
            let bytes = read_bytes(&entry)?;
            let too_long = || TaskError::content(&name, format!("its name has more than {MAX_NAME_BYTES} bytes"));
            archive.extend(file_head(&name, bytes.len()).ok_or_else(too_long)?);
            archive.extend(&bytes);
            archive.resize(archive.len().next_multiple_of(BLOCK_BYTES), 0);
        }
    }
    Ok(())
}

/// The block before a file, in the format ustar; `None` if the name is too long. All files have the same date, so that equal sites have equal
/// archives.
fn file_head(name: &str, bytes: usize) -> Option<[u8; BLOCK_BYTES]> {
    if name.len() > MAX_NAME_BYTES {
        return None;
    }
    let mut head = [0; BLOCK_BYTES];
    let fields = [
        (0, name.to_owned()),
        (100, "0000644".to_owned()),
        (108, "0000000".to_owned()),
        (116, "0000000".to_owned()),
        (124, format!("{bytes:011o}")),
        (136, "00000000000".to_owned()),
        // The checksum counts its own place as spaces.
        (148, " ".repeat(8)),
        (156, "0".to_owned()),
        (257, "ustar\u{0}00".to_owned()),
    ];
    for (at, text) in fields {
        (&mut head[at..]).write_all(text.as_bytes()).ok()?;
    }
    let sum: u32 = head.iter().map(|byte| u32::from(*byte)).sum();
    (&mut head[148..]).write_all(format!("{sum:06o}\u{0} ").as_bytes()).ok()?;
    Some(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_head_that_tar_expects() {
        let head = file_head("schedscope/index.html", 1234).expect("a short name");
        assert!(head.starts_with(b"schedscope/index.html\0"));
        assert_eq!(&head[124..136], b"00000002322\0");
        assert_eq!(&head[257..265], b"ustar\x0000");
        let mut blank = head;
        blank[148..156].fill(b' ');
        let sum: u32 = blank.iter().map(|byte| u32::from(*byte)).sum();
        assert_eq!(&head[148..156], format!("{sum:06o}\0 ").as_bytes());
        assert_eq!(file_head(&"x".repeat(101), 0), None);
    }
}
