//! Crash recovery: restarts a crashed engine, and blocks a manifest that crashed it twice.

use api::Table;

use crate::actions::recovery::FailureKind;

/// After this many crashes a manifest isn't run automatically.
pub const MAX_CRASHES: u32 = 2;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFailure {
    pub kind: FailureKind,
    /// The message of the browser or the engine.
    pub message: String,
}

/// The response to a failure of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashResponse {
    /// Restart the engine and run the manifest again.
    Rerun,
    /// Restart the engine and wait for the user to run the manifest.
    AwaitUser,
    /// The engine couldn't be started.
    NoEngine,
}

/// The failures of the engine, and the manifests that may run after them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrashRecovery {
    /// The last failure, until the user closes it.
    pub failure: Option<EngineFailure>,
    /// Whether the manifest is blocked until the user chooses "Run anyway".
    pub is_run_blocked: bool,
    /// Whether the engine couldn't be started, until the user retries.
    has_no_engine: bool,
    /// The number of crashes per manifest, by fingerprint.
    pub crashes: Table<u64, u32>,
    /// The fingerprint of a blocked manifest that may run once.
    run_once: Option<u64>,
}

impl CrashRecovery {
    /// Records a failure during the run of a manifest. After one crash it runs again; after [`MAX_CRASHES`] it is blocked.
    pub fn record_failure(&mut self, failure_kind: FailureKind, message: String, fingerprint: u64) -> CrashResponse {
        self.failure = Some(EngineFailure { kind: failure_kind, message });
        if !matches!(failure_kind, FailureKind::Died | FailureKind::Crashed) {
            self.has_no_engine = true;
            return CrashResponse::NoEngine;
        }
        let deaths = self.crashes.or_default(fingerprint);
        *deaths = deaths.saturating_add(1);
        self.is_run_blocked = *deaths >= MAX_CRASHES;
        self.run_once = None;
        if self.is_run_blocked { CrashResponse::AwaitUser } else { CrashResponse::Rerun }
    }

    /// Whether the manifest may run now: not if it is blocked or there is no engine.
    pub fn can_run(&mut self, fingerprint: u64) -> bool {
        let often = self.crashes.get(&fingerprint).is_some_and(|deaths| *deaths >= MAX_CRASHES);
        self.is_run_blocked = often && self.run_once != Some(fingerprint);
        !self.is_run_blocked && !self.has_no_engine
    }

    /// Clears the crash count of a manifest that ran successfully. Returns whether it had one.
    pub fn forgive_crashes(&mut self, fingerprint: u64) -> bool {
        let forgives = self.crashes.remove(&fingerprint).is_some();
        self.is_run_blocked &= !forgives;
        forgives
    }

    /// Forgets all crash counts, after they were deleted from this device.
    pub fn forget_crashes(&mut self) {
        self.crashes = Table::new();
    }

    /// Clears the failure when the user restarts the engine.
    pub fn clear_failure(&mut self) {
        (self.failure, self.has_no_engine) = (None, false);
    }

    /// Allows one run of a blocked manifest.
    pub fn allow_one_run(&mut self, fingerprint: u64) {
        self.run_once = Some(fingerprint);
        (self.is_run_blocked, self.failure) = (false, None);
    }
}

/// A hash of a manifest that is stable across visits. Processes eight bytes at a time, because a manifest may have a hundred megabytes.
pub fn fingerprint_of(text: &str) -> u64 {
    let (chunks_of_8, rest) = text.as_bytes().as_chunks::<8>();
    let chunks_of_8 = chunks_of_8.iter().map(|word| u64::from_le_bytes(*word));
    chunks_of_8.chain(rest.iter().map(|byte| u64::from(*byte))).fold(0xcbf2_9ce4_8422_2325, |hash: u64, word| {
        let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    })
}
