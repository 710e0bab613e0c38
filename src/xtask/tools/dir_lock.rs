//! A lock on a directory, so that only one process at a time works in it.

use std::{fs, path::Path};

use crate::{
    error::{StepResult, TaskError},
    process::{make_dir, print_step},
};

/// Holds a folder while something is put into it: two runs neither build the same tool twice nor write over each other's page.
pub(crate) struct Lock(fs::File);

impl Lock {
    /// Waits for whoever holds the folder, then holds it until this is dropped or the process ends.
    pub(crate) fn acquire(dir: &Path) -> StepResult<Self> {
        make_dir(dir)?;
        let file = fs::File::create(dir.join(".lock")).map_err(TaskError::file(dir))?;
        if file.try_lock().is_err() {
            print_step(&format!("Waiting for another command that uses {}", dir.display()));
            file.lock().map_err(TaskError::file(dir))?;
        }
        Ok(Self(file))
    }
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = self.0.unlock();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::Lock;

    #[test]
    fn a_folder_is_held_by_one() {
        let top = std::env::temp_dir().join(format!("schedscope-lock-{}", std::process::id()));
        let first = Lock::acquire(&top).expect("free");
        assert!(fs::File::create(top.join(".lock")).expect("a file").try_lock().is_err());
        drop(first);
        assert!(fs::File::create(top.join(".lock")).expect("a file").try_lock().is_ok());
        fs::remove_dir_all(top).expect("it can go");
    }
}
