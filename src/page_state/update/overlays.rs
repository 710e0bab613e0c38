//! Applies the actions of overlays.

use links::LinkFields;

use crate::{
    actions::{Action, inspector::InspectorMsg},
    effects::{Effect, LessonEffect, StorageEffect},
    outcome::UpdateOutcome,
    overlays::OverlayMsg,
    panels::InspectorPage,
    store::Store,
    update::link,
};

/// Applies an action on overlays.
pub fn update_overlays(store: &mut Store, overlay_msg: OverlayMsg) -> UpdateOutcome {
    let front = &mut store.overlays;
    match overlay_msg {
        OverlayMsg::PageRevealed => {
            front.is_revealed = true;
            // Not sooner: the first visit needs the network for itself.
            return Effect::KeepOffline.into();
        }
        OverlayMsg::SetEditorOpen(editor) => {
            (front.is_editor_open, front.is_presenting) = (editor, false);
            return Effect::Storage(StorageEffect::KeepDrawers).into();
        }
        OverlayMsg::SetPresenting(presents) if presents != front.is_presenting && !store.share.is_embedded => {
            front.is_presenting = presents;
            let full_screen = UpdateOutcome::from(Effect::SetFullScreen(presents));
            // The address of a lesson includes whether it is presented.
            return full_screen
                .join(store.lesson.current.as_ref().map(|_| Effect::Lesson(LessonEffect::SetAddress)).into());
        }
        OverlayMsg::SetPresenting(_) => {}
        OverlayMsg::ApplyLook(fields) => LinkFields::parse(&fields).iter().for_each(|(key, value)| {
            // Other fields, such as the lesson's name, are ignored.
            let _ = link::apply_look_field(store, key, value);
        }),
        OverlayMsg::ShowIntroMoment(at) => store.player.moment = at.min(store.run.last_moment()),
        OverlayMsg::SetLanesOpen(lanes) => {
            front.has_lanes_open = lanes;
            return Effect::Storage(StorageEffect::KeepDrawers).into();
        }
        OverlayMsg::SetGroupSheetOpen(is_open) => {
            front.is_group_sheet_open = is_open;
            let page = Action::Inspector(InspectorMsg::ShowPage(InspectorPage::Group));
            return if is_open { page.into() } else { UpdateOutcome::default() };
        }
        OverlayMsg::SetHelpOpen(help) => front.is_help_open = help,
        OverlayMsg::SetCommandsOpen(commands) => front.is_command_search_open = commands && !store.share.is_embedded,
        OverlayMsg::SetMenu(menu) => front.menu = menu,
        OverlayMsg::DismissTop => return dismiss_top(store),
        OverlayMsg::SetToast(toast) => {
            front.toast = toast;
            return toast.map(|_| Effect::ScheduleToastEnd).into();
        }
    }
    UpdateOutcome::default()
}

/// Closes the topmost overlay; without one, ends the presentation.
fn dismiss_top(store: &mut Store) -> UpdateOutcome {
    if std::mem::take(&mut store.overlays.is_command_search_open) {
        return UpdateOutcome::default();
    }
    if store.overlays.menu.take().is_some() || store.lesson.open_term.take().is_some() {
        return UpdateOutcome::default();
    }
    if store.classroom.page.take().is_some() {
        return UpdateOutcome::default();
    }
    for is_open in [&mut store.live_cluster.is_open, &mut store.share.is_handout_open, &mut store.share.is_open] {
        if std::mem::take(is_open) {
            return UpdateOutcome::default();
        }
    }
    if store.overlays.is_help_open || store.gallery.is_open {
        (store.overlays.is_help_open, store.gallery.is_open) = (false, false);
        return UpdateOutcome::default();
    }
    if std::mem::take(&mut store.overlays.is_group_sheet_open) {
        return UpdateOutcome::default();
    }
    update_overlays(store, OverlayMsg::SetPresenting(false))
}
