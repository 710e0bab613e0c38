//! Reads files on the worker's thread in pieces. The page shows the result only when everything has been read.

use std::{cell::Cell, pin::Pin};

use findings::{Finding, Place, ReadingProblem};
use imports::{
    dump::{Dump, PreviewObject, Progress, TarReader, ZipReader},
    files::{OpenedFiles, is_tarball, is_zip, may_hold},
};
use js_sys::{Date, Uint8Array};
use manifest::MAX_BYTES;
use protocol::{EncodedValue, FileName, Reply};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Blob, DedicatedWorkerGlobalScope};

use super::reply_port::post_reply;

/// A task that runs between requests.
pub type BackgroundTask = Pin<Box<dyn Future<Output = ()>>>;

/// The number of bytes that are read at once.
pub(crate) const PIECE_BYTES: f64 = 1_048_576.0;
/// Milliseconds between two progress reports.
const PROGRESS_PAUSE: f64 = 100.0;
/// Milliseconds between two previews of the objects found so far.
pub(crate) const PREVIEW_PAUSE: f64 = 400.0;
/// A file of at most this size, in bytes, that can't be read in pieces is read as a whole, which gives better error messages.
#[allow(clippy::cast_precision_loss)] // it is a power of two
const MAX_WHOLE_BYTES: f64 = MAX_BYTES as f64;

thread_local! {
    /// The number of the current reading; setting another number stops it.
    static READING: Cell<u32> = const { Cell::new(0) };
}

/// Stops the current reading.
pub fn stop_reading() {
    READING.set(0);
}

/// Makes a reading the current one, which stops any other.
pub(crate) fn set_current(number: u32) {
    READING.set(number);
}

/// Whether a reading is the current one.
pub(crate) fn is_current(number: u32) -> bool {
    READING.get() == number
}

struct FileReading {
    scope: DedicatedWorkerGlobalScope,
    number: u32,
    opened: OpenedFiles,
    /// The progress of the files before the current one.
    before: Progress,
    last_progress: f64,
    last_preview: f64,
}

enum FileReader {
    Dump(Box<Dump>),
    /// An archive with other files.
    Bundle(Box<TarReader>),
}

impl FileReader {
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

    fn take_preview(&mut self) -> Vec<PreviewObject> {
        match self {
            Self::Dump(dump) => dump.take_preview(),
            Self::Bundle(bundle) => bundle.take_preview(),
        }
    }

    fn finish(self) -> Result<OpenedFiles, ReadEnd> {
        match self {
            Self::Dump(dump) => Ok(OpenedFiles { texts: vec![dump.finish()?], ..OpenedFiles::default() }),
            Self::Bundle(bundle) => Ok(bundle.finish().map_err(|problem| Finding::new(Place::default(), problem))?),
        }
    }
}

/// Why reading a file ended early.
pub(crate) enum ReadEnd {
    /// The reading was stopped.
    Stopped,
    Wrong(Finding),
}

impl From<Finding> for ReadEnd {
    fn from(finding: Finding) -> Self {
        Self::Wrong(finding)
    }
}

/// Starts reading files, which stops any current reading. The returned task sends the replies.
pub fn start_reading(
    scope: DedicatedWorkerGlobalScope,
    number: u32,
    names: Vec<FileName>,
    blobs: Vec<Blob>,
) -> BackgroundTask {
    set_current(number);
    let files = FileReading {
        scope,
        number,
        opened: OpenedFiles::default(),
        before: Progress::default(),
        last_progress: Date::now(),
        last_preview: 0.0,
    };
    Box::pin(files.read_files(names, blobs))
}
impl FileReading {
    async fn read_files(mut self, names: Vec<FileName>, blobs: Vec<Blob>) {
        for (name, blob) in names.iter().zip(&blobs) {
            match self.read_file(name, blob).await {
                Ok(()) => {}
                Err(ReadEnd::Wrong(finding)) => {
                    let (FileName::File(name) | FileName::InFolder(name)) = name;
                    self.opened.add_unreadable(name, finding);
                }
                Err(ReadEnd::Stopped) => return,
            }
        }
        let Self { scope, number, opened, .. } = self;
        post_reply(&scope, &Reply::Opened(number, EncodedValue::new(&opened)));
    }

    async fn read_file(&mut self, name: &FileName, blob: &Blob) -> Result<(), ReadEnd> {
        let (FileName::File(path) | FileName::InFolder(path)) = name;
        let packed = path.strip_suffix(".gz").unwrap_or(path);
        if matches!(name, FileName::InFolder(_)) && !may_hold(packed) {
            self.opened.skipped_files += 1;
            return Ok(());
        }
        let first_bytes = self.read_bytes(blob, 0.0, 64.0).await?;
        if is_saved_file(&first_bytes) {
            return self.read_whole(name, blob).await;
        }
        let is_chosen_file = matches!(name, FileName::File(_));
        if is_zip(&first_bytes) && is_chosen_file {
            let opened_files = self.read_zip(blob).await?;
            self.opened.merge(opened_files);
            return Ok(());
        }
        let mut way = if is_tarball(path) && is_chosen_file {
            FileReader::Bundle(Box::default())
        } else {
            FileReader::Dump(Box::default())
        };
        match self.read_through(blob, &mut way).await.and_then(|()| way.finish()) {
            Ok(opened_files) => self.opened.merge(opened_files),
            Err(ReadEnd::Wrong(_)) if blob.size() <= MAX_WHOLE_BYTES => return self.read_whole(name, blob).await,
            Err(end) => return Err(end),
        }
        Ok(())
    }

    /// Reads a file in pieces, and reports the progress.
    async fn read_through(&mut self, blob: &Blob, way: &mut FileReader) -> Result<(), ReadEnd> {
        let (mut at, size) = (0.0, blob.size());
        while at < size {
            let end = (at + PIECE_BYTES).min(size);
            let bytes = self.read_bytes(blob, at, end).await?;
            way.push(&bytes)?;
            at = end;
            self.report_progress(way.progress(), || way.take_preview());
        }
        self.before = self.progress_before(way.progress());
        Ok(())
    }

    /// Reads the parts of a zip file that its reader requests, in any order.
    #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss)] // no file is as long as a float counts
    async fn read_zip(&mut self, blob: &Blob) -> Result<OpenedFiles, ReadEnd> {
        let reading_finding = |problem| Finding::new(Place::default(), problem);
        let mut zip = ZipReader::new(blob.size() as u64);
        while let Some(byte_range) = zip.wanted_range() {
            let bytes = self.read_bytes(blob, byte_range.start as f64, byte_range.end as f64).await?;
            zip.push(&bytes).map_err(reading_finding)?;
            self.report_progress(zip.progress(), || zip.take_preview());
        }
        self.before = self.progress_before(zip.progress());
        Ok(zip.finish().map_err(reading_finding)?)
    }

    /// Reports the progress, and sometimes a preview, at intervals.
    fn report_progress(&mut self, now: Progress, take_preview: impl FnOnce() -> Vec<PreviewObject>) {
        if Date::now() - self.last_progress <= PROGRESS_PAUSE {
            return;
        }
        self.last_progress = Date::now();
        // A preview takes the page longer to draw than a number.
        let draws = self.last_progress - self.last_preview > PREVIEW_PAUSE;
        if draws {
            self.last_preview = self.last_progress;
        }
        let preview = if draws { take_preview() } else { Vec::new() };
        post_reply(&self.scope, &Reply::Reading(self.number, self.progress_before(now), preview));
    }

    fn progress_before(&self, now: Progress) -> Progress {
        Progress { bytes: self.before.bytes + now.bytes, objects: self.before.objects + now.objects }
    }

    async fn read_whole(&mut self, name: &FileName, blob: &Blob) -> Result<(), ReadEnd> {
        let bytes = self.read_bytes(blob, 0.0, blob.size()).await?;
        match name {
            FileName::File(name) => self.opened.open_file(name, &bytes),
            FileName::InFolder(path) => self.opened.open_member(path, &bytes),
        }
        Ok(())
    }

    async fn read_bytes(&self, blob: &Blob, from: f64, to: f64) -> Result<Vec<u8>, ReadEnd> {
        read_bytes(self.number, blob, from, to).await
    }
}

/// Reads a part of a file for the reading with this number.
pub(crate) async fn read_bytes(number: u32, blob: &Blob, from: f64, to: f64) -> Result<Vec<u8>, ReadEnd> {
    let read_failure = |error: JsValue| {
        let text =
            error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| error.message().into());
        Finding::new(Place::default(), ReadingProblem::Refused { message: text.into() })
    };
    let slice = blob.slice_with_f64_and_f64(from, to).map_err(read_failure)?;
    let buffer = JsFuture::from(slice.array_buffer()).await.map_err(read_failure)?;
    // The reading may have been stopped while waiting.
    if is_current(number) { Ok(Uint8Array::new(&buffer).to_vec()) } else { Err(ReadEnd::Stopped) }
}

/// Whether a file was saved by the page: it contains manifests, which need not be reduced.
fn is_saved_file(first_bytes: &[u8]) -> bool {
    let dense: Vec<u8> = first_bytes.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    dense.starts_with(b"{\"schedscope\"")
}
