//! Crash recovery: an engine that dies is started again, and a text that ended it twice waits for a person.

use api::Table;

use crate::actions::recovery::FailureKind;

/// A text that ended the engine so often is not run by itself any more.
pub const MAX_CRASHES: u32 = 2;

/// A failure of the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineFailure {
    /// How.
    pub kind: FailureKind,
    /// What the browser or the engine said.
    pub message: String,
}

/// What follows when the engine fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrashResponse {
    /// It is started again, and its text runs again.
    Rerun,
    /// It is started again, and the text waits.
    AwaitUser,
    /// There is none.
    NoEngine,
}

/// The failures of the engine, and which text may run after them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CrashRecovery {
    /// The last failure, until it is closed.
    pub failure: Option<EngineFailure>,
    /// Whether the text waits for "Run anyway".
    pub is_run_blocked: bool,
    /// Whether there is no engine, until it is tried again.
    has_no_engine: bool,
    /// How often the engine ended at a text, by its fingerprint.
    pub crashes: Table<u64, u32>,
    /// The text that may run all the same, once.
    run_once: Option<u64>,
}

impl CrashRecovery {
    /// The engine failed at the text with this fingerprint. Once is tried again; a text that ends it again and again waits for "Run anyway".
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

    /// Whether the text with this fingerprint may run now: one that ended the engine too often waits, and without an engine all do.
    pub fn can_run(&mut self, fingerprint: u64) -> bool {
        let often = self.crashes.get(&fingerprint).is_some_and(|deaths| *deaths >= MAX_CRASHES);
        self.is_run_blocked = often && self.run_once != Some(fingerprint);
        !self.is_run_blocked && !self.has_no_engine
    }

    /// The text with this fingerprint ran well, so that is forgiven which it did before; whether there was something.
    pub fn forgive_crashes(&mut self, fingerprint: u64) -> bool {
        let forgives = self.crashes.remove(&fingerprint).is_some();
        self.is_run_blocked &= !forgives;
        forgives
    }

    /// Nothing is kept on this device any more.
    pub fn forget_crashes(&mut self) {
        self.crashes = Table::new();
    }

    /// The engine is started again at a person's wish.
    pub fn clear_failure(&mut self) {
        (self.failure, self.has_no_engine) = (None, false);
    }

    /// The text with this fingerprint runs once more although it ended the engine.
    pub fn allow_one_run(&mut self, fingerprint: u64) {
        self.run_once = Some(fingerprint);
        (self.is_run_blocked, self.failure) = (false, None);
    }
}

/// A text's fingerprint: short, and the same at the next visit. Eight bytes at a time, since texts may have a hundred megabytes.
pub fn fingerprint_of(text: &str) -> u64 {
    let (chunks_of_8, rest) = text.as_bytes().as_chunks::<8>();
    let chunks_of_8 = chunks_of_8.iter().map(|word| u64::from_le_bytes(*word));
    chunks_of_8.chain(rest.iter().map(|byte| u64::from(*byte))).fold(0xcbf2_9ce4_8422_2325, |hash: u64, word| {
        let mixed = (hash ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        mixed ^ mixed >> 29
    })
}
