//! The slices of the page's state, and the messages that change it: a row for each.

/// Passes a part of each row on to a macro: `slice_table!(fields macro_name!)` passes fields with their types and dirty bits,
/// `slice_table!(actions macro_name!)` actions with their messages and functions.
///
/// A slice is a field of [`Store`](crate::store::Store), its type, its dirty bits, and the message that changes it. Components name the bits of what
/// they draw; a bit is set where the slice differs from that of an earlier state, by `==` or by the given comparison. A message is a variant of
/// [`Action`](crate::actions::Action) with the feature's own enum, and the function that applies it. Below the slices are the messages that change
/// the whole page.
macro_rules! slice_table {
    ($part:ident $target:ident!) => {
        part_of_rows! {
            $part $target
            slices {
                /// The language.
                lang: i18n::Lang { LANG }
                /// The theme.
                theme: crate::settings::Theme { THEME }
                /// The current run.
                run: crate::run::RunState { RUN = crate::run::RunState::looks_same;
                    Run(crate::run::RunMsg) = crate::update::run_events::update_run
                }
                /// Branches and comparisons.
                branches: crate::comparison::BranchList { BRANCHES = crate::comparison::BranchList::looks_same;
                    Branches(crate::actions::comparison::BranchMsg) = crate::update::branches::update_branches
                }
                /// The playhead.
                player: crate::player::Player {
                    MOMENT = |a, b| a.moment == b.moment, PLAYER = |a, b| a.visible_state() == b.visible_state();
                    Player(crate::actions::player::PlayerMsg) = |store, player_msg| {
                        let pace = crate::player::pace::Pace { run: &store.run, details: &store.detail_cache, lang: store.lang };
                        crate::player::update::update_player(&mut store.player, pace, player_msg)
                    }
                }
                /// The selected objects.
                selection: crate::selection::Selection {
                    POD = |a, b| a.pod == b.pod,
                    NODE = |a, b| (&a.node, &a.guardrail) == (&b.node, &b.guardrail),
                    MEASURE = |a, b| a.measure == b.measure;
                    Selection(crate::actions::selection::SelectionMsg) = |store, selection_msg| {
                        crate::selection::update::update_selection(&mut store.selection, &store.run, selection_msg)
                    }
                }
                /// The inspector.
                inspector: crate::inspector::Inspector { INSPECTOR;
                    Inspector(crate::actions::inspector::InspectorMsg) = |store, inspector_msg| {
                        let at = store.player.moment;
                        crate::inspector::update::update_inspector(&mut store.inspector, &store.run, at, inspector_msg)
                    }
                }
                /// The console.
                console: crate::console::Console { CONSOLE;
                    Console(crate::actions::console::ConsoleMsg) = |store, console_msg| {
                        let log = crate::inspector::log_query(store.run.view.run);
                        crate::console::update::update_console(&mut store.console, &store.answer_cache, &log, console_msg)
                    }
                }
                /// Dialogs, menus and drawers. The layout is the part that affects the size of the stage.
                overlays: crate::overlays::Overlays { LAYOUT = |a, b| a.layout() == b.layout(), OVERLAYS;
                    Overlays(crate::overlays::OverlayMsg) = crate::update::overlays::update_overlays
                }
                /// The gallery of built-in scenarios.
                gallery: crate::gallery::Gallery { GALLERY;
                    Gallery(crate::actions::gallery::GalleryMsg) = |store, gallery_msg| {
                        crate::gallery::update::update_gallery(&mut store.gallery, gallery_msg)
                    }
                }
                /// Cached details of attempts.
                detail_cache: crate::worker_cache::DetailCache { DETAIL_CACHE }
                /// Cached answers of the worker. Its message is about details, too.
                answer_cache: crate::worker_cache::AnswerCache { ANSWER_CACHE;
                    Cache(crate::actions::worker_cache::CacheMsg) = |store, cache_msg| {
                        crate::worker_cache::update::update_cache(&mut store.detail_cache, &mut store.answer_cache, cache_msg)
                    }
                }
                /// Lessons, predictions and the glossary.
                lesson: crate::lesson::LessonState { LESSON;
                    Lesson(crate::actions::lesson::LessonMsg) = |store, lesson_msg| {
                        crate::lesson::update::update_lesson(&mut store.lesson, &store.run, &store.builder.text, lesson_msg)
                    }
                }
                /// Bookmarks, sorted by moment.
                bookmarks: Vec<crate::actions::bookmarks::Bookmark> { BOOKMARKS;
                    Bookmarks(crate::actions::bookmarks::BookmarkMsg) = |store, bookmark_msg| {
                        crate::bookmarks::update::update_bookmarks(&mut store.bookmarks, store.player.moment, bookmark_msg)
                    }
                }
                /// The manifest and its editor.
                builder: crate::builder::Builder { BUILDER;
                    Builder(crate::actions::builder::BuilderMsg) = |store, builder_msg| {
                        crate::builder::update::update_builder(&mut store.builder, &store.run, builder_msg)
                    }
                }
                /// Notices, drafts and crash recovery.
                recovery: crate::recovery::Recovery { RECOVERY;
                    Recovery(crate::actions::recovery::RecoveryMsg) = |store, recovery_msg| {
                        let custom_lesson = store.lesson.custom_file(store.lang);
                        crate::recovery::update::update_recovery(
                            &mut store.recovery,
                            &store.builder.text,
                            custom_lesson,
                            recovery_msg,
                        )
                    }
                }
                /// The load state of each chunk.
                chunks: crate::store::Chunks { CHUNKS;
                    Chunks(crate::chunk::ChunkMsg) = crate::update::chunks::update_chunks
                }
                /// The running import.
                import: crate::import::ImportState { IMPORT;
                    Import(crate::actions::import::ImportMsg) = |store, import_msg| {
                        crate::import::update::update_import(&mut store.import, import_msg)
                    }
                }
                /// Links, exports and the handout.
                share: crate::share::ShareState { SHARE;
                    Share(crate::actions::share::ShareMsg) = |store, share_msg| {
                        crate::share::update::update_share(&mut store.share, share_msg)
                    }
                }
                /// The lesson editor, courses and results. An action of the chunk `Editing` changes it.
                classroom: crate::classroom::Classroom { CLASSROOM }
                /// Reading a running cluster. An action of the chunk `Editing` changes it.
                live_cluster: crate::live_cluster::LiveCluster { LIVE_CLUSTER }
            }
            page {
                /// Replaces the manifest or scenario.
                Open(crate::open_target::OpenTarget) = crate::update::open_target::open_target;
                /// The run of the current lesson.
                LessonRun(crate::actions::lesson::LessonRunMsg) = crate::update::lesson_run::update_lesson_run;
                /// Predictions outside lessons.
                Prediction(crate::actions::lesson::PredictionMsg) = crate::update::predictions::update_predictions;
                /// Failures and restarts of the engine.
                Engine(crate::actions::recovery::EngineMsg) = crate::update::engine::update_engine;
                /// The language and theme.
                Settings(crate::settings::SettingsMsg) = crate::update::settings::update_settings;
                /// An action for the chunk `Editing`, applied once it is loaded.
                Editing(crate::actions::EditingAction) = crate::update::chunks::apply_editing;
                /// An action for the chunk `Study`, applied once it is loaded.
                Study(crate::actions::StudyAction) = crate::update::chunks::apply_study;
            }
        }
    };
}

/// Splits the rows, and passes on one of the parts.
macro_rules! part_of_rows {
    (
        $part:ident $target:ident
        slices { $(
            $(#[$note:meta])*
            $field:ident: $slice:ty {
                $($bit:ident $(= $is_same:expr)?),+ $(; $action:ident($message:ty) = $update:expr)?
            }
        )* }
        page { $($(#[$page_note:meta])* $page_action:ident($page_message:ty) = $page_update:expr;)* }
    ) => {
        part_of_rows! {
            @$part $target
            { $($(#[$note])* $field: $slice { $($bit $(= $is_same)?),+ })* }
            {
                $($(
                    #[doc = concat!("A message to the slice `", stringify!($field), "`.")]
                    $action($message) = $update;
                )?)*
                $($(#[$page_note])* $page_action($page_message) = $page_update;)*
            }
        }
    };
    (@fields $target:ident { $($fields:tt)* } $actions:tt) => { $target! { $($fields)* } };
    (@actions $target:ident $fields:tt { $($actions:tt)* }) => { $target! { $($actions)* } };
}
