//! Reads files on the worker's thread, piece by piece: the page stays as it was until all is read.

use std::cell::Cell;

use js_sys::{Date, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DedicatedWorkerGlobalScope};

use super::late::Task;
use super::port::tell;
use api::dump::{Bundle, Dump, Progress, Seen, Zip};
use api::files::{Opened, is_tarball, is_zip, may_hold};
use api::manifest::MAX_BYTES;
use api::problem::{Finding, Place, Reading};
use wire::{FileName, Reply};

/// Bytes that are read at once.
const CHUNK: f64 = 1_048_576.0;
/// Milliseconds between two words about how far it is.
const PAUSE: f64 = 100.0;
/// Milliseconds between two pictures of what was found.
const DRAWN: f64 = 400.0;
/// A smaller file that cannot be read piece by piece is read as a whole, which tells more of what is wrong with it.
#[allow(clippy::cast_precision_loss)] // it is a power of two
const WHOLE: f64 = MAX_BYTES as f64;

thread_local! {
    /// The reading that is going on; another number ends it.
    static READING: Cell<u32> = const { Cell::new(0) };
}

/// Ends the reading that is going on.
pub fn stop() {
    READING.set(0);
}

/// A reading of files.
struct Files {
    scope: DedicatedWorkerGlobalScope,
    number: u32,
    opened: Opened,
    /// Of the files before the present one.
    before: Progress,
    told: f64,
    drawn: f64,
}

/// How a file is read.
enum Way {
    Dump(Box<Dump>),
    /// It holds others.
    Bundle(Box<Bundle>),
}

impl Way {
    fn push(&mut self, bytes: &[u8]) -> Result<(), Finding> {
        match self {
            Self::Dump(dump) => dump.push(bytes),
            Self::Bundle(bundle) => bundle.push(bytes).map_err(|problem| Finding::new(Place::default(), problem)),
        }
    }

    fn progress(&self) -> Progress {
        match self {
            Self::Dump(dump) => dump.progress(),
            Self::Bundle(bundle) => bundle.progress(),
        }
    }

    fn seen(&mut self) -> Vec<Seen> {
        match self {
            Self::Dump(dump) => dump.seen(),
            Self::Bundle(bundle) => bundle.seen(),
        }
    }

    fn end(self) -> Result<Opened, End> {
        match self {
            Self::Dump(dump) => Ok(Opened { texts: vec![dump.end()?], ..Opened::default() }),
            Self::Bundle(bundle) => Ok(bundle.end().map_err(|problem| Finding::new(Place::default(), problem))?),
        }
    }
}

/// Why a file is read no further.
enum End {
    /// Nobody waits for it any more.
    Stopped,
    Wrong(Finding),
}

impl From<Finding> for End {
    fn from(finding: Finding) -> Self {
        Self::Wrong(finding)
    }
}

/// Begins to read files; what comes of it tells what is in them. It ends the reading before.
pub fn read(scope: DedicatedWorkerGlobalScope, number: u32, names: Vec<FileName>, blobs: Vec<Blob>) -> Task {
    READING.set(number);
    let files =
        Files { scope, number, opened: Opened::default(), before: Progress::default(), told: Date::now(), drawn: 0.0 };
    Box::pin(files.read(names, blobs))
}
impl Files {
    async fn read(mut self, names: Vec<FileName>, blobs: Vec<Blob>) {
        for (name, blob) in names.iter().zip(&blobs) {
            match self.file(name, blob).await {
                Ok(()) => {}
                Err(End::Wrong(finding)) => {
                    let (FileName::Chosen(name) | FileName::Within(name)) = name;
                    self.opened.fail(name, finding);
                }
                Err(End::Stopped) => return,
            }
        }
        let Self { scope, number, opened, .. } = self;
        tell(&scope, &Reply::Opened(number, opened));
    }

    async fn file(&mut self, name: &FileName, blob: &Blob) -> Result<(), End> {
        let (FileName::Chosen(path) | FileName::Within(path)) = name;
        let packed = path.strip_suffix(".gz").unwrap_or(path);
        if matches!(name, FileName::Within(_)) && !may_hold(packed) {
            self.opened.left_out += 1;
            return Ok(());
        }
        let start = self.bytes(blob, 0.0, 64.0).await?;
        if is_ours(&start) {
            return self.whole(name, blob).await;
        }
        let chosen = matches!(name, FileName::Chosen(_));
        if is_zip(&start) && chosen {
            let found = self.zip(blob).await?;
            self.opened.join(found);
            return Ok(());
        }
        let mut way = if is_tarball(path) && chosen { Way::Bundle(Box::default()) } else { Way::Dump(Box::default()) };
        match self.through(blob, &mut way).await.and_then(|()| way.end()) {
            Ok(found) => self.opened.join(found),
            Err(End::Wrong(_)) if blob.size() <= WHOLE => return self.whole(name, blob).await,
            Err(end) => return Err(end),
        }
        Ok(())
    }

    /// Reads all of a file, piece by piece, and tells how far it is.
    async fn through(&mut self, blob: &Blob, way: &mut Way) -> Result<(), End> {
        let (mut at, size) = (0.0, blob.size());
        while at < size {
            let end = (at + CHUNK).min(size);
            let bytes = self.bytes(blob, at, end).await?;
            way.push(&bytes)?;
            at = end;
            self.tell(way.progress(), || way.seen());
        }
        self.before = self.before(way.progress());
        Ok(())
    }

    /// Reads what a zip wants of its file, which is not all, nor in order.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // no file is as long as a float counts
    async fn zip(&mut self, blob: &Blob) -> Result<Opened, End> {
        let wrong = |problem| Finding::new(Place::default(), problem);
        let mut zip = Zip::new(blob.size() as u64);
        while let Some(wanted) = zip.wants() {
            let bytes = self.bytes(blob, wanted.start as f64, wanted.end as f64).await?;
            zip.push(&bytes).map_err(wrong)?;
            self.tell(zip.progress(), || zip.seen());
        }
        self.before = self.before(zip.progress());
        Ok(zip.end().map_err(wrong)?)
    }

    /// Says how far it is, now and then, and shows what was found.
    fn tell(&mut self, now: Progress, seen: impl FnOnce() -> Vec<Seen>) {
        if Date::now() - self.told <= PAUSE {
            return;
        }
        self.told = Date::now();
        // A picture costs the page more than a number.
        let draws = self.told - self.drawn > DRAWN;
        if draws {
            self.drawn = self.told;
        }
        let seen = if draws { seen() } else { Vec::new() };
        tell(&self.scope, &Reply::Reading(self.number, self.before(now), seen));
    }

    fn before(&self, now: Progress) -> Progress {
        Progress { bytes: self.before.bytes + now.bytes, objects: self.before.objects + now.objects }
    }

    async fn whole(&mut self, name: &FileName, blob: &Blob) -> Result<(), End> {
        let bytes = self.bytes(blob, 0.0, blob.size()).await?;
        match name {
            FileName::Chosen(name) => self.opened.file(name, &bytes),
            FileName::Within(path) => self.opened.member(path, &bytes),
        }
        Ok(())
    }

    async fn bytes(&self, blob: &Blob, from: f64, to: f64) -> Result<Vec<u8>, End> {
        let refused = |error: JsValue| {
            let said =
                error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| error.message().into());
            Finding::new(Place::default(), Reading::Refused { said: said.into() })
        };
        let slice = blob.slice_with_f64_and_f64(from, to).map_err(refused)?;
        let buffer = JsFuture::from(slice.array_buffer()).await.map_err(refused)?;
        // While it waited, somebody may have had enough.
        if READING.get() != self.number {
            return Err(End::Stopped);
        }
        Ok(Uint8Array::new(&buffer).to_vec())
    }
}

/// Whether a file is one that the page saved: it holds texts, and none of them is to be reduced.
fn is_ours(start: &[u8]) -> bool {
    let dense: Vec<u8> = start.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    dense.starts_with(b"{\"schedscope\"")
}
