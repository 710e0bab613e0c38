//! The whole run as a strip above a part of it, on a small screen, with a frame that is dragged.
#![allow(clippy::cast_possible_truncation)] // pixels

use std::rc::Rc;

use stage::{
    draw::text_layout::Size,
    river::{draw_strip, layout::RiverForm},
};
use ui::{element::with_style, memo::memo};
use web_sys::{Element, PointerEvent};
use yew::{Callback, Html, NodeRef, TargetCast, html};

use crate::features::river::sheet::{PictureInput, RiverPicture, SharedPicture, SheetProps};

/// The size at which the strip is drawn, before it is scaled to its place.
const STRIP_SIZE: Size = Size::new(1200, 460);

/// The share of the picture that is visible, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct VisibleShare {
    pub from: f64,
    pub to: f64,
}

impl VisibleShare {
    /// What a scrolled element shows.
    pub(crate) fn of_scroller(scroller: &Element) -> Self {
        let whole = f64::from(scroller.scroll_width().max(1));
        let from = f64::from(scroller.scroll_left()) / whole;
        Self { from, to: from + f64::from(scroller.client_width()) / whole }
    }
}

/// The picture of the strip.
pub(crate) fn strip_picture(props: &SheetProps) -> RiverPicture {
    RiverPicture::new(&SheetProps { size: STRIP_SIZE, form: RiverForm::Narrow, ..props.clone() })
}

/// The strip with its frame; a press or drag moves the visible part.
pub(crate) fn draw_river_strip(
    picture: &Rc<RiverPicture>,
    input: &SheetProps,
    visible: VisibleShare,
    scroller: &NodeRef,
) -> Html {
    let scroll = {
        let scroller = scroller.clone();
        Callback::from(move |event: PointerEvent| {
            if event.type_() == "pointermove" && event.buttons() & 1 == 0 {
                return;
            }
            let (Some(strip), Some(scroller)) = (event.target_dyn_into::<Element>(), scroller.cast::<Element>()) else {
                return;
            };
            let strip = strip.closest(".river-strip").ok().flatten().unwrap_or(strip);
            let _ = strip.set_pointer_capture(event.pointer_id());
            let area = strip.get_bounding_client_rect();
            let share = (f64::from(event.client_x()) - area.left()) / area.width().max(1.0);
            let middle = share * f64::from(scroller.scroll_width()) - f64::from(scroller.client_width()) / 2.0;
            scroller.set_scroll_left(middle.max(0.0) as i32);
        })
    };
    let frame = html! { <i class="river-frame"></i> };
    let style =
        format!("left: {:.2}%; width: {:.2}%", visible.from * 100.0, (visible.to - visible.from).min(1.0) * 100.0);
    html! {
        <div class="river-strip" aria-hidden="true" onpointerdown={scroll.clone()} onpointermove={scroll}>
            { memo(draw_small, (SharedPicture(Rc::clone(picture)), input.lang, input.selected_pod.clone())) }
            { with_style(&style, frame) }
        </div>
    }
}

fn draw_small((picture, lang, selected_pod): &PictureInput) -> Html {
    picture.0.draw_with(*lang, selected_pod.as_ref(), |ctx| draw_strip(ctx, &picture.0.layout))
}
