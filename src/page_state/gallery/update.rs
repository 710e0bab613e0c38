//! Applies the actions of the gallery.

use crate::{actions::gallery::GalleryMsg, effects::Effect, gallery::Gallery, outcome::UpdateOutcome};

/// Applies an action of the gallery.
pub fn update_gallery(gallery: &mut Gallery, gallery_msg: GalleryMsg) -> UpdateOutcome {
    match gallery_msg {
        GalleryMsg::SetOpen(is_open) => {
            gallery.is_open = is_open;
            UpdateOutcome::default()
        }
        GalleryMsg::FetchIntro => Effect::FetchIntro.into(),
        GalleryMsg::FetchScenario(number, step) => Effect::FetchScenario(number, step).into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        actions::Action,
        chunk::{Chunk, ChunkMsg, LoadState},
        effects::LessonEffect,
        store::Store,
        update::{chunks::STUDY_UPDATES, reduce},
    };

    #[test]
    fn entries_are_fetched_once_after_their_chunk() {
        let lists = |effects: &[Effect]| {
            let fetches = [Effect::FetchEntries, Effect::Lesson(LessonEffect::FetchList)];
            fetches.iter().filter(|fetches| effects.contains(fetches)).count()
        };
        let open_action = Action::Gallery(GalleryMsg::SetOpen(true));
        let mut store = Store::with_all_chunks();
        assert!(store.chunks.study.is_ready());
        let (opened_store, effects) = reduce(&store, open_action.clone());
        assert_eq!(lists(&effects), 2);
        assert_eq!(lists(&reduce(&opened_store, open_action.clone()).1), 0, "it is open already");
        // A missing chunk is requested first; once loaded, also after a retry, the lists are fetched.
        store.chunks.study = LoadState::NotNeeded;
        let (waiting_store, effects) = reduce(&store, open_action);
        assert_eq!(lists(&effects), 0);
        assert!(effects.contains(&Effect::FetchChunk(Chunk::Study, None)), "{effects:?}");
        let reduce_chunk_msg = |store: &Store, chunk_msg: ChunkMsg| reduce(store, Action::Chunks(chunk_msg));
        let (failed_store, effects) = reduce_chunk_msg(&waiting_store, ChunkMsg::Failed(Chunk::Study));
        assert_eq!(lists(&effects), 0);
        let (again, _) = reduce_chunk_msg(&failed_store, ChunkMsg::Retry(Chunk::Study));
        assert_eq!(lists(&reduce_chunk_msg(&again, ChunkMsg::Loaded((&STUDY_UPDATES).into())).1), 2);
    }
}
