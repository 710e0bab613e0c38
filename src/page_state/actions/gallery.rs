//! Actions of the gallery of built-in scenarios.

/// What is done in the gallery.
#[derive(Clone, Debug)]
pub enum GalleryMsg {
    /// Show or hide it.
    SetOpen(bool),
    /// Fetch a built-in scenario and open it; whether that is a step that the browser's Back takes back.
    FetchScenario(usize, bool),
    /// Fetch the scenario of a first visit, and play it from where it begins to be of interest.
    FetchIntro,
}
