//! Moves the point of a field by pointer and keyboard.

use std::rc::Rc;

use page_state::{
    actions::{Action, inspector::InspectorMsg},
    field::{snap_coordinate, snap_step},
    selectors::field_case::FieldCase,
};
use protocol::FieldPoint;
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::Callback;

/// How many places a page key moves the point by.
const PAGE_PLACES: i64 = 5;

/// Moves the point of a field.
#[derive(Clone)]
pub(crate) struct PointMover {
    pub case: Rc<FieldCase>,
    pub dispatch: Callback<Action>,
}

impl PointMover {
    /// Moves the point to a pointer that is pressed. From then on the picture has all events of the pointer until it is released.
    pub(crate) fn follow_pointer(&self, event: &PointerEvent, is_press: bool) {
        if event.button() > 0 || !is_press && event.buttons() & 1 == 0 {
            return;
        }
        let Some(frame) = frame_of(event) else { return };
        if is_press {
            let _ = frame.set_pointer_capture(event.pointer_id());
        }
        let Ok(Some(plot)) = frame.query_selector("[data-plot]") else { return };
        let area = plot.get_bounding_client_rect();
        #[allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)] // pixels
        let coordinate = |axis: usize, pixels: f64, length: f64| {
            let axis = &self.case.axes[axis];
            snap_coordinate(axis, ((pixels / length.max(1.0)).clamp(0.0, 1.0) * axis.max as f64) as i64)
        };
        let right = f64::from(event.client_x()) - area.left();
        let up = area.bottom() - f64::from(event.client_y());
        self.move_to([coordinate(0, right, area.width()), coordinate(1, up, area.height())]);
    }

    /// Moves the point by a key: arrows to the next place, page keys further, Home and End to the ends of the dashed line.
    pub(crate) fn follow_key(&self, event: &KeyboardEvent) {
        let [x, y] = self.case.point;
        let steps = self.case.axes.each_ref().map(snap_step);
        let point = match event.key().as_str() {
            "ArrowRight" => [x + steps[0], y],
            "ArrowLeft" => [x - steps[0], y],
            "ArrowUp" => [x, y + steps[1]],
            "ArrowDown" => [x, y - steps[1]],
            "PageUp" => [x, y + PAGE_PLACES * steps[1]],
            "PageDown" => [x, y - PAGE_PLACES * steps[1]],
            "Home" => [0, y],
            "End" => [self.case.axes[0].max, y],
            _ => return,
        };
        if event.ctrl_key() || event.alt_key() || event.meta_key() {
            return;
        }
        event.prevent_default();
        // These keys move the playhead elsewhere.
        event.stop_propagation();
        self.move_to([0, 1].map(|axis| snap_coordinate(&self.case.axes[axis], point[axis])));
    }

    fn move_to(&self, point: FieldPoint) {
        if point != self.case.point {
            self.set_field(&self.case.choice_text(self.case.numbers(), Some(point)));
        }
    }

    pub(crate) fn set_field(&self, text: &str) {
        self.dispatch.emit(Action::Inspector(InspectorMsg::SetField(text.into())));
    }
}

/// The element around the picture that a pointer is over. The event's current target is the root of the page, where all events are handled.
fn frame_of(event: &PointerEvent) -> Option<Element> {
    event.target()?.dyn_into::<Element>().ok()?.closest(".field-plot").ok()?
}
