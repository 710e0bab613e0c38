//! Applies the actions on the run: those of the user, and the worker's events.

use std::rc::Rc;

use api::shorten;
use protocol::EventBatch;

use crate::{
    actions::{Action, builder::Tab, player::PlayerMsg, recovery::PageNotice},
    effects::{Effect, WorkerEffect},
    outcome::UpdateOutcome,
    player, recovery,
    run::{RunMsg, Status},
    store::Store,
    update::{
        branches, link,
        run_start::{run_again, run_edited, run_keeping_picture, start_new_run},
    },
};

/// Applies an action on the run.
pub fn update_run(store: &mut Store, run_msg: RunMsg) -> UpdateOutcome {
    match run_msg {
        RunMsg::Start => return run_keeping_picture(store, None).into(),
        RunMsg::RunAgain => return run_again(store).into(),
        RunMsg::RunEdited => return run_edited(store).into(),
        // The current manifest is about to be replaced: the release applies to the imported one.
        RunMsg::SetRelease(release) if store.import.is_replacing() => store.import.set_release(release),
        RunMsg::SetRelease(release) => {
            store.run.release = Some(release);
            return start_new_run(store, None).into();
        }
        RunMsg::ManifestLoaded(run, loaded) if run == store.run.number => store.run.manifest_summary = loaded,
        RunMsg::ManifestRejected(run, problems) if run == store.run.number => {
            store.run.problems = problems;
            store.run.status = Status::Rejected;
            store.import.drop_preview();
            store.branches.compared = None;
            store.overlays.is_editor_open = true;
            if !store.run.is_stale {
                // Problems of a manifest that wasn't built with forms are fixed in the YAML.
                store.builder.tab = Tab::Yaml;
            }
        }
        RunMsg::EventsArrived(run, happened) if run == store.run.number => {
            return receive_events(store, Rc::unwrap_or_clone(happened));
        }
        RunMsg::Cancel if store.run.status == Status::Working => {
            store.run.number += 1;
            store.run.status = Status::Cancelled;
            return Effect::Worker(WorkerEffect::CancelRun).into();
        }
        RunMsg::NothingToRun if store.run.text.is_empty() => store.run.status = Status::Broken,
        RunMsg::ManifestLoaded(..)
        | RunMsg::ManifestRejected(..)
        | RunMsg::EventsArrived(..)
        | RunMsg::Cancel
        | RunMsg::NothingToRun => {}
    }
    UpdateOutcome::default()
}

fn receive_events(store: &mut Store, event_batch: EventBatch) -> UpdateOutcome {
    let is_over = event_batch.is_done;
    if !store.run.receive_events(event_batch) {
        return UpdateOutcome::default();
    }
    store.import.drop_preview();
    if let Some(missed) = player::update::go_to_target(&mut store.player, &store.run) {
        recovery::update::add_notice(&mut store.recovery, PageNotice::UnknownMoment(shorten(&missed.to_string())));
    }
    if !is_over {
        return UpdateOutcome::default();
    }
    branches::return_from_comparison(store);
    if std::mem::take(&mut store.share.is_autoplay) && !store.player.is_playing {
        return Action::Player(PlayerMsg::Toggle).into();
    }
    link::compare_linked_release(store).into()
}
