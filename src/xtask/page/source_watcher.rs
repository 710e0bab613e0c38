//! Watches the sources of the page for changes.

use std::{
    path::Path,
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    time::Duration,
};

use notify::{Event, RecommendedWatcher, RecursiveMode, Watcher};

use crate::error::{StepResult, TaskError};

/// A build starts after this long without further changes, because editors often write several files, or one file several times.
const QUIET: Duration = Duration::from_millis(300);

/// Reports file changes until it is dropped.
pub(crate) struct SourceWatcher {
    _watcher: RecommendedWatcher,
    changes: Receiver<()>,
}

impl SourceWatcher {
    /// Starts watching these files and folders, whose paths are relative to `top`.
    pub(crate) fn watch_paths(top: &Path, paths: &[&str]) -> StepResult<Self> {
        let (sender, changes) = channel();
        let report =
            |error: notify::Error| TaskError::content("the sources", format!("they cannot be watched: {error}"));
        let mut watcher = notify::recommended_watcher(move |event: notify::Result<Event>| {
            // Read access is ignored, because the build itself reads the files.
            if event.is_ok_and(|event| !event.kind.is_access()) {
                let _ = sender.send(());
            }
        })
        .map_err(report)?;
        for path in paths {
            watcher.watch(&top.join(path), RecursiveMode::Recursive).map_err(report)?;
        }
        Ok(Self { _watcher: watcher, changes })
    }

    /// Waits until something has changed since the last call and then nothing more for [`QUIET`].
    pub(crate) fn wait_for_change(&self) {
        if self.changes.recv().is_err() {
            return;
        }
        while self.changes.recv_timeout(QUIET) != Err(RecvTimeoutError::Timeout) {}
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, thread};

    use super::SourceWatcher;

    #[test]
    fn writes_are_reported_and_reads_are_not() {
        let top = std::env::temp_dir().join(format!("schedscope-watch-{}", std::process::id()));
        fs::create_dir_all(top.join("src/deep")).expect("a folder");
        let file = top.join("src/deep/file");
        fs::write(&file, "1").expect("a file");
        let watcher = SourceWatcher::watch_paths(&top, &["src"]).expect("it can be watched");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "1");
        assert!(watcher.changes.try_recv().is_err());
        let writer = thread::spawn(move || fs::write(file, "2").expect("a file"));
        watcher.wait_for_change();
        writer.join().expect("it writes");
        fs::remove_dir_all(top).expect("it can go");
    }
}
