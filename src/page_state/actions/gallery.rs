//! Actions of the gallery of built-in scenarios.

/// Actions of the gallery.
#[derive(Clone, Debug)]
pub enum GalleryMsg {
    SetOpen(bool),
    /// Fetches a built-in scenario by its index and opens it; the flag says whether that adds an entry to the browser's history.
    FetchScenario(usize, bool),
    /// Fetches the introductory scenario of a first visit and plays it from its first interesting moment.
    FetchIntro,
}
