//! Opens a link, whose fields may set any part of the state.

use std::rc::Rc;

use api::{NamespacedName, Str, shorten};
use i18n::Lang;
use links::LinkFields;
use releases::Release;
use trace::moment_names::MomentName;

use crate::{
    actions::recovery::PageNotice,
    builder::text_history::replace_text,
    effects::Effect,
    panels::InspectorPage,
    player::PlayheadTarget,
    recovery::update as recovery,
    selectors::share_link::{
        DEFAULT_NAMESPACE_PREFIX, FIELD_FIELD, FORMAT_FIELD, HANDOFF_FIELD, PRESENT_FIELD, QUIZ_FIELD, SCENARIO_FIELD,
        THEME_NAMES, fallback_release,
    },
    settings::Theme,
    store::Store,
    update::{branches, run_start::start_new_run},
};

/// Opens a link. Fields that can't be applied are reported; the others are applied.
pub fn open_link(store: &mut Store, text: Rc<str>, scenario: Option<usize>, fields: &LinkFields) -> Vec<Effect> {
    let mut effects: Vec<Effect> =
        recovery::set_draft_aside(&mut store.recovery, &store.builder.text, scenario.is_none()).into_iter().collect();
    replace_text(&mut store.builder, &store.run, text, false);
    store.gallery.scenario = None;
    if let Some(number) = scenario {
        store.gallery.open_scenario(number, &store.builder.text);
    }
    store.gallery.is_open = false;
    (store.run.release, store.selection.pod, store.selection.node, store.inspector.page) =
        (None, None, None, InspectorPage::Now);
    store.inspector.field = Str::default();
    // A link of a later version may have fields that this page doesn't know; they are reported below.
    store.run.fallback_release = fallback_release(fields.get(FORMAT_FIELD)).unwrap_or_default();
    store.share.release_beside = None;
    let mut target = PlayheadTarget::Moment(0);
    let mut strange = Vec::new();
    for (key, value) in fields.iter() {
        if let FieldSupport::Unknown = apply_field(store, &mut target, key, value) {
            strange.push(if value.is_empty() { key.to_owned() } else { format!("{key}={value}") });
        }
    }
    effects.extend(start_new_run(store, Some(target)));
    if !strange.is_empty() {
        recovery::add_notice(&mut store.recovery, PageNotice::UnknownLinkField(shorten(&strange.join(", "))));
    }
    effects
}

/// Whether a field of a link and its value are supported.
enum FieldSupport {
    Supported,
    Unknown,
}

impl<T> From<Option<T>> for FieldSupport {
    fn from(value: Option<T>) -> Self {
        if value.is_some() { Self::Supported } else { Self::Unknown }
    }
}

fn apply_field(store: &mut Store, target: &mut PlayheadTarget, key: &str, value: &str) -> FieldSupport {
    match key {
        SCENARIO_FIELD | HANDOFF_FIELD => {}
        FORMAT_FIELD => return fallback_release(Some(value)).into(),
        "step" => return MomentName::parse(value).map(|name| *target = PlayheadTarget::AtEvent(name)).into(),
        "moment" => return value.parse().ok().map(|number| *target = PlayheadTarget::LegacyNumber(number)).into(),
        "release" => {
            store.run.release = Release::from_name(value);
            if store.run.release.is_none() {
                recovery::add_notice(&mut store.recovery, PageNotice::UnknownRelease(shorten(value)));
            }
        }
        "pod" if value.contains('/') => store.selection.pod = Some(value.into()),
        "pod" => store.selection.pod = Some(NamespacedName::from(format!("{DEFAULT_NAMESPACE_PREFIX}{value}"))),
        "node" => store.selection.node = Some(value.into()),
        "tab" => {
            return InspectorPage::from_link_name(value).map(|page| store.inspector.page = page).into();
        }
        FIELD_FIELD => store.inspector.field = value.into(),
        "beside" => {
            store.share.release_beside = Release::from_name(value);
            return store.share.release_beside.into();
        }
        // Applies to this visit only.
        QUIZ_FIELD => store.lesson.predictions.is_on = true,
        _ => return apply_look_field(store, key, value).into(),
    }
    FieldSupport::Supported
}

/// A field of a link about the appearance of the page.
enum LookField {
    Present,
    Lang(Lang),
    Theme(Theme),
}

impl LookField {
    fn parse(key: &str, value: &str) -> Option<Self> {
        match key {
            PRESENT_FIELD => Some(Self::Present),
            "lang" => Lang::from_folder(value).map(Self::Lang),
            "theme" => THEME_NAMES.iter().find(|(theme, _)| *theme == value).map(|(_, theme)| Self::Theme(*theme)),
            _ => None,
        }
    }

    /// Whether the page already has this appearance, or will once the texts of the language are loaded.
    fn is_shown(&self, store: &Store) -> bool {
        match self {
            Self::Present => store.overlays.is_presenting,
            Self::Lang(lang) => store.chunks.chinese.is_loading() || store.lang == *lang,
            Self::Theme(theme) => store.theme == *theme,
        }
    }
}

/// Applies a field of a link about the appearance for this visit, without changing the stored settings. `None` for any other field.
pub fn apply_look_field(store: &mut Store, key: &str, value: &str) -> Option<()> {
    match LookField::parse(key, value)? {
        LookField::Present => store.overlays.is_presenting = true,
        LookField::Lang(lang) => store.lang = lang,
        LookField::Theme(theme) => store.theme = theme,
    }
    Some(())
}

/// Whether a URL fragment has only appearance fields.
pub fn has_only_look(fragment: &str) -> bool {
    let fields = LinkFields::parse(fragment);
    fields.iter().next().is_some() && fields.iter().all(|(key, value)| LookField::parse(key, value).is_some())
}

/// Appends to a new fragment the appearance fields of the current address that are still in effect.
pub fn keep_look(store: &Store, fragment: &str, address_hash: &str) -> String {
    let mut fields = LinkFields::default();
    LinkFields::parse(address_hash)
        .iter()
        .filter(|(key, value)| LookField::parse(key, value).is_some_and(|field| field.is_shown(store)))
        .for_each(|(key, value)| fields.push(key, value));
    let look = fields.to_string();
    let separator = if fragment.is_empty() || look.is_empty() { "" } else { "&" };
    [fragment, separator, &look].concat()
}

/// Once the run is complete, runs the release that the link compares with.
pub fn compare_linked_release(store: &mut Store) -> Vec<Effect> {
    let is_move = store.import.is_replacing();
    let release_beside =
        store.share.release_beside.take().filter(|release| !is_move && *release != store.run.shown_release());
    release_beside.map_or_else(Vec::new, |release| branches::compare_release(store, release))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        actions::{Action, lesson::LessonMsg},
        chunk::{Chunk, ChunkMsg, LoadState, LoadedChunk},
        effects::{LessonEffect, StorageEffect},
        open_target::OpenTarget,
        overlays::OverlayMsg,
        settings::SettingsMsg,
        update::reduce,
    };

    #[test]
    fn the_address_of_a_step_keeps_the_appearance() {
        let mut store = Store { theme: Theme::Dark, ..Store::with_all_chunks() };
        store.overlays.is_presenting = true;
        let next = |store: &Store, hash: &str| keep_look(store, "lesson=taints&at=3", hash);
        assert_eq!(next(&store, "#lesson=taints&at=2&theme=dark&present"), "lesson=taints&at=3&theme=dark&present");
        // Fields that the address didn't have, or that are no longer in effect, are omitted.
        assert_eq!(next(&store, "#lesson=taints"), "lesson=taints&at=3");
        // A custom lesson has no address, but keeps the appearance.
        assert_eq!(keep_look(&store, "", "#l1:AAAA&theme=dark&present"), "theme=dark&present");
        assert_eq!(keep_look(&store, "", "#l1:AAAA"), "");
        store.overlays.is_presenting = false;
        store.theme = Theme::Light;
        for hash in
            ["#lesson=taints&theme=dark&present", "#lesson=taints&lang=zh", "#scenario=x&pod=a&release=v1.34", ""]
        {
            assert_eq!(next(&store, hash), "lesson=taints&at=3", "{hash}");
        }
        // The texts of a language may arrive after the lesson.
        store.chunks.chinese = LoadState::Loading;
        assert_eq!(next(&store, "#lesson=taints&lang=zh"), "lesson=taints&at=3&lang=zh");
    }

    #[test]
    fn a_fragment_with_only_appearance_fields_is_recognized() {
        for (hash, is_look) in [
            ("#theme=dark&present", true),
            ("#lang=zh", true),
            ("#theme=pink", false),
            ("#lesson=taints&theme=dark", false),
            ("#section-3", false),
            ("#", false),
            ("", false),
        ] {
            assert_eq!(has_only_look(hash), is_look, "{hash}");
        }
    }

    #[test]
    fn the_appearance_of_a_link_is_not_stored() {
        let is_kept = |effects: &[Effect]| {
            let look = [StorageEffect::KeepLang, StorageEffect::KeepTheme].map(Effect::Storage);
            look.map(|effect| effects.contains(&effect))
        };
        for look in ["theme=dark&lang=zh", "theme=light&lang=en"] {
            for is_lesson in [true, false] {
                let mut store = Store::with_all_chunks();
                store.chunks.chinese = LoadState::NotNeeded;
                let action = match is_lesson {
                    true => Action::Overlays(OverlayMsg::ApplyLook(look.into())),
                    false => Action::Open(OpenTarget::Link {
                        text: "".into(),
                        scenario: None,
                        fields: LinkFields::parse(look),
                    }),
                };
                let (mut store, effects) = reduce(&store, action);
                assert_eq!(is_kept(&effects), [false; 2], "{look}");
                // The texts of the language arrive, and then the deferred action.
                let waiting = effects.into_iter().find_map(|effect| match effect {
                    Effect::FetchChunk(Chunk::Chinese, waiting) => waiting,
                    _ => None,
                });
                assert_eq!(waiting.is_some(), look.contains("zh"));
                if let Some(waiting) = waiting {
                    store = reduce(&store, Action::Chunks(ChunkMsg::Loaded(LoadedChunk::CHINESE))).0;
                    let (shown, effects) = reduce(&store, Action::clone(&waiting.0));
                    assert_eq!((shown.lang, is_kept(&effects)), (Lang::Zh, [false; 2]));
                    store = shown;
                }
                // Changing one setting stores only that one, not the link's value of the other.
                let choose = |setting| is_kept(&reduce(&store, Action::Settings(setting)).1);
                assert_eq!(choose(SettingsMsg::SetTheme(Theme::Light)), [false, true]);
                assert_eq!(choose(SettingsMsg::SetLang(Lang::En)), [true, false]);
            }
        }
    }

    #[test]
    fn a_chosen_language_is_stored_once_its_texts_are_loaded() {
        let mut store = Store::with_all_chunks();
        store.chunks.chinese = LoadState::NotNeeded;
        let (store, effects) = reduce(&store, Action::Settings(SettingsMsg::SetLang(Lang::Zh)));
        let waiting = effects.into_iter().find_map(|effect| match effect {
            Effect::FetchChunk(Chunk::Chinese, waiting) => waiting,
            _ => None,
        });
        let store = reduce(&store, Action::Chunks(ChunkMsg::Loaded(LoadedChunk::CHINESE))).0;
        let (store, effects) = reduce(&store, Action::clone(&waiting.expect("it waits").0));
        assert!(store.lang == Lang::Zh && effects.contains(&Effect::Storage(StorageEffect::KeepLang)));
    }

    #[test]
    fn ending_a_presentation_removes_it_from_the_address() {
        let parsed = LessonMsg::LessonParsed { lesson: Rc::default(), step: 0, is_visit: false };
        let (mut store, _) = reduce(&Store::with_all_chunks(), Action::Lesson(parsed));
        store.overlays.is_presenting = true;
        let (_, effects) = reduce(&store, Action::Overlays(OverlayMsg::SetPresenting(false)));
        assert!(effects.contains(&Effect::Lesson(LessonEffect::SetAddress)), "{effects:?}");
    }
}
