//! A lock on a folder, so that only one process at a time writes to it.

use std::{fs, path::Path};

use crate::{
    error::{StepResult, TaskError},
    process::{make_dir, print_step},
};

/// The lock, held until dropped. It keeps two processes from building the same tool twice, or from overwriting each other's page.
pub(crate) struct Lock(fs::File);

impl Lock {
    /// Waits until no other process has locked the folder, then locks it until the value is dropped or the process exits.
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
    fn a_locked_folder_cannot_be_locked_again() {
        let top = std::env::temp_dir().join(format!("schedscope-lock-{}", std::process::id()));
        let first = Lock::acquire(&top).expect("free");
        assert!(fs::File::create(top.join(".lock")).expect("a file").try_lock().is_err());
        drop(first);
        assert!(fs::File::create(top.join(".lock")).expect("a file").try_lock().is_ok());
        fs::remove_dir_all(top).expect("it can go");
    }
}
