//! Applies followups: what features ask for beyond their own part of the state.
use stage::objects::ObjectRef;

use crate::{
    console,
    inspector::open_questions,
    panes::InspectorPage,
    player, recovery,
    share::ShareMsg,
    store::{EditingAction, Effect, Followup, Store},
    update::{branches, chunks, lesson, run_start},
    worker_cache,
};

/// Does what is wanted, in this order.
pub fn apply_followups(store: &mut Store, followups: Vec<Followup>) -> Vec<Effect> {
    followups.into_iter().flat_map(|followup| apply_followup(store, followup)).collect()
}

fn apply_followup(store: &mut Store, followup: Followup) -> Vec<Effect> {
    match followup {
        Followup::Effect(effect) => return vec![effect],
        Followup::NameLessonScenario => lesson::name_lesson_scenario(store),
        Followup::Editing(action) => {
            let followups = chunks::apply_editing(store, action);
            return apply_followups(store, followups);
        }
        Followup::Study(action) => {
            let followups = chunks::apply_study(store, action);
            return apply_followups(store, followups);
        }
        Followup::AdvancePlayhead => {
            store.player.moment = player::update::next_playing_moment(store);
            return schedule_tick(store);
        }
        Followup::ScheduleTick => return schedule_tick(store),
        Followup::Pause => store.player.is_playing = false,
        Followup::SetMenu(menu) => store.overlays.menu = menu,
        Followup::AddDetail(run_number, number, detail) => {
            if store.share.add_detail(run_number, number, &detail) {
                return apply_followup(store, Followup::Editing(EditingAction::Share(ShareMsg::DetailsComplete)));
            }
        }
        Followup::CopyReadyLines => {
            return console::update::copy_ready_lines(
                &mut store.console,
                &store.answer_cache,
                &open_questions::log_query(store.run.view.run),
            );
        }
        Followup::SeekMoment(at) => store.player.seek(&store.run, at),
        Followup::ShowPage(page) => store.inspector.page = page,
        Followup::UnfoldInspector => store.inspector.is_folded = false,
        Followup::CloseQuestion => store.inspector.query = None,
        Followup::SelectObject(ObjectRef::Node(name)) => store.selection.node = Some(name),
        Followup::SelectObject(ObjectRef::Pod(key)) => store.selection.pod = Some(key),
        Followup::SelectObject(ObjectRef::Budget(_)) => {}
        Followup::ShowForm => {
            (store.inspector.page, store.inspector.is_folded, store.overlays.is_presenting) =
                (InspectorPage::EditForm, false, false);
        }
        Followup::AddNotice(notice) => recovery::update::add_notice(&mut store.recovery, notice),
        Followup::ShowToast(toast) => {
            store.overlays.toast = Some(toast);
            return vec![Effect::ScheduleToastEnd];
        }
        Followup::PrepareReplace => return run_start::prepare_replace(store),
        Followup::RunAgain => return run_start::run_again(store),
        Followup::RunEdited => return run_start::run_edited(store),
        Followup::RunFromStart => return run_start::run_keeping_picture(store, None),
        Followup::CompareText(label, text) => return branches::compare_text(store, label, text),
        Followup::RequestDetail(number) => {
            return worker_cache::update::request_detail(&mut store.detail_cache, store.run.view.run, number);
        }
        Followup::GoToLessonMoment => return lesson::go_to_lesson_moment(store),
        Followup::RunChangedLesson(lesson, text) => return lesson::run_changed_lesson(store, &lesson, text),
        Followup::CloseGallery => store.gallery.is_open = false,
    }
    Vec::new()
}

/// Asks for the next beat while it plays.
fn schedule_tick(store: &mut Store) -> Vec<Effect> {
    if !store.player.is_playing {
        return Vec::new();
    }
    store.player.tick_id += 1;
    vec![Effect::Tick { beat: store.player.tick_id, after: store.current_pause() }]
}
