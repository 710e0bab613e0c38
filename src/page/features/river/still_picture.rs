//! The river of a scenario as a still picture: small and without words, and large for a preview.

use std::rc::Rc;

use api::Set;
use page_state::store::Store;
use stage::{
    draw::text_layout::Size,
    river::{draw_river, draw_thumbnail, layout::RiverForm},
};
use trace::{lanes::Edge, river::River};
use yew::Html;

use crate::{
    features::river::sheet::{RiverPicture, RiverPlayhead, SheetProps},
    view::timeline::axis::{AxisScale, TimeAxis},
};

/// The size of a small picture.
const THUMBNAIL_SIZE: Size = Size::new(480, 176);

/// The river of the run.
pub(crate) fn river_of(store: &Store) -> Rc<River> {
    Rc::new(River::from_events(store.run.view.trace.events(), None))
}

/// What is drawn of a run.
pub(crate) fn sheet_of(store: &Store, river: &Rc<River>, size: Size, form: RiverForm) -> SheetProps {
    let run_view = &store.run.view;
    let axis = Rc::new(TimeAxis::new(AxisScale::Folded, run_view, &Set::new()));
    let edge = Edge { at: store.current_time(), events: store.run.events_at(store.player.moment) };
    let playhead = RiverPlayhead { place: axis.moment_place(store.player.moment), edge };
    SheetProps {
        lang: store.lang,
        river: Rc::clone(river),
        run_view: Rc::clone(run_view),
        axis,
        is_other_run: false,
        size,
        form,
        selected_pod: None,
        playhead,
    }
}

/// The whole run in small: an SVG that needs no language.
pub(crate) fn draw_small_river(store: &Store) -> Html {
    let sheet = sheet_of(store, &river_of(store), THUMBNAIL_SIZE, RiverForm::Thumbnail);
    let picture = RiverPicture::new(&sheet);
    picture.draw_with(store.lang, None, |ctx| draw_thumbnail(ctx, &picture.layout, THUMBNAIL_SIZE))
}

/// The river with its names, for a preview.
pub(crate) fn draw_large_river(store: &Store, river: &Rc<River>, size: Size) -> Html {
    let picture = RiverPicture::new(&sheet_of(store, river, size, RiverForm::Preview));
    picture.draw_with(store.lang, None, |ctx| draw_river(ctx, &picture.layout))
}
