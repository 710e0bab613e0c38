//! A picture of the requests beside the largest node: its edges are dragged, or moved with arrow keys.

use std::rc::Rc;

use page_state::{
    actions::{Action, builder::ObjectMsg},
    builder::request_size::{self, CpuMemory, ResourceAxis, SizerModel},
};
use wasm_bindgen::JsCast;
use web_sys::{Element, KeyboardEvent, PointerEvent};
use yew::{Callback, Html, Properties, component, html, use_node_ref, use_state};

use crate::view::View;

#[derive(Clone, PartialEq, Properties)]
pub struct SizerProps {
    pub view: Rc<View>,
    pub dispatch: Callback<Action>,
    pub picture: SizerModel,
}

/// The edges that are being dragged.
#[derive(Clone, Copy, PartialEq)]
struct EdgeGrip {
    has_cpu: bool,
    has_memory: bool,
}

#[component]
pub(crate) fn Sizer(props: &SizerProps) -> Html {
    let SizerProps { view, dispatch, picture } = props;
    let lang = view.store.lang;
    let frame = use_node_ref();
    // The edges that are being dragged, and the requests at the pointer.
    let drag = use_state(|| None::<(EdgeGrip, CpuMemory)>);
    let CpuMemory { cpu, memory } = drag.map_or(picture.request, |(_, resized_request)| resized_request);
    let percent = |amount: i64, full_amount: i64| format!("{}%", request_size::percent(amount, full_amount));
    let at = {
        let (frame, full_size, request) = (frame.clone(), picture.full_size, picture.request);
        move |event: &PointerEvent, grip: EdgeGrip| {
            let area = frame.cast::<Element>().map(|element| element.get_bounding_client_rect());
            let Some(area) = area else { return request };
            #[allow(clippy::cast_possible_truncation)] // pixels
            let part = |pixels: f64, of: f64| (pixels / of.max(1.0) * 1000.0).clamp(0.0, 1000.0) as i64;
            let across = part(f64::from(event.client_x()) - area.left(), area.width());
            let up = part(area.bottom() - f64::from(event.client_y()), area.height());
            let cpu = if grip.has_cpu {
                ResourceAxis::Cpu.snap_amount(full_size.cpu.saturating_mul(across) / 1000)
            } else {
                request.cpu
            };
            let memory = if grip.has_memory {
                ResourceAxis::Memory.snap_amount(full_size.memory.saturating_mul(up) / 1000)
            } else {
                request.memory
            };
            CpuMemory { cpu, memory }
        }
    };
    let write = {
        let (dispatch, request) = (dispatch.clone(), picture.request);
        move |CpuMemory { cpu, memory }: CpuMemory| {
            let mut typed = Vec::new();
            if cpu != request.cpu {
                typed.push((ResourceAxis::Cpu.request_path(), ResourceAxis::Cpu.format_amount(cpu)));
            }
            if memory != request.memory {
                typed.push((ResourceAxis::Memory.request_path(), ResourceAxis::Memory.format_amount(memory)));
            }
            if !typed.is_empty() {
                dispatch.emit(Action::from(ObjectMsg::SetFields(typed)));
            }
        }
    };
    let handle = |class: &'static str, held: EdgeGrip| {
        let onpointerdown = {
            let (drag, at) = (drag.clone(), at.clone());
            Callback::from(move |event: PointerEvent| {
                event.prevent_default();
                if let Some(element) = event.target().and_then(|target| target.dyn_into::<Element>().ok()) {
                    let _ = element.set_pointer_capture(event.pointer_id());
                }
                drag.set(Some((held, at(&event, held))));
            })
        };
        let onpointermove = {
            let (drag, at) = (drag.clone(), at.clone());
            Callback::from(move |event: PointerEvent| {
                if let Some((held, _)) = *drag {
                    drag.set(Some((held, at(&event, held))));
                }
            })
        };
        let onpointerup = {
            let (drag, at, write) = (drag.clone(), at.clone(), write.clone());
            Callback::from(move |event: PointerEvent| {
                if let Some((held, _)) = *drag {
                    drag.set(None);
                    write(at(&event, held));
                }
            })
        };
        let onpointercancel = {
            let drag = drag.clone();
            Callback::from(move |_: PointerEvent| drag.set(None))
        };
        let resource_axis = match (held.has_cpu, held.has_memory) {
            (true, true) => None,
            (true, false) => Some(ResourceAxis::Cpu),
            _ => Some(ResourceAxis::Memory),
        };
        let Some(resource_axis) = resource_axis else {
            return html! { <i class="corner" aria-hidden="true" {onpointerdown} {onpointermove} {onpointerup} {onpointercancel}></i> };
        };
        let (request, shown_size, full_size) = (picture.request, CpuMemory { cpu, memory }, picture.full_size);
        let onkeydown = {
            let write = write.clone();
            Callback::from(move |event: KeyboardEvent| {
                let steps = match event.key().as_str() {
                    "ArrowRight" | "ArrowUp" => 1,
                    "ArrowLeft" | "ArrowDown" => -1,
                    "PageUp" => 4,
                    "PageDown" => -4,
                    "Home" => -10_000,
                    _ => return,
                };
                event.prevent_default();
                event.stop_propagation();
                write(match resource_axis {
                    ResourceAxis::Cpu => CpuMemory { cpu: resource_axis.step_amount(request.cpu, steps), ..request },
                    ResourceAxis::Memory => {
                        CpuMemory { memory: resource_axis.step_amount(request.memory, steps), ..request }
                    }
                });
            })
        };
        let (name, value, most, orientation) = match resource_axis {
            ResourceAxis::Cpu => (lang.builder_labels().cpu_size, shown_size.cpu, full_size.cpu, "horizontal"),
            ResourceAxis::Memory => {
                (lang.builder_labels().memory_size, shown_size.memory >> 20, full_size.memory >> 20, "vertical")
            }
        };
        let text = match resource_axis {
            ResourceAxis::Cpu => resource_axis.format_amount(shown_size.cpu),
            ResourceAxis::Memory => resource_axis.format_amount(shown_size.memory),
        };
        let text = if text.is_empty() { lang.builder_labels().none.to_owned() } else { text };
        html! {
            <i {class} role="slider" tabindex="0" aria-label={name} aria-valuemin="0" aria-valuemax={most.to_string()} aria-valuenow={value.to_string()}
                aria-valuetext={text} aria-orientation={orientation} {onkeydown} {onpointerdown} {onpointermove} {onpointerup} {onpointercancel}></i>
        }
    };
    let size = format!(
        "width: {}; height: {}",
        percent(cpu, picture.full_size.cpu),
        percent(memory, picture.full_size.memory)
    );
    let node = format!(
        "width: {}; height: {}",
        percent(picture.node_size.cpu, picture.full_size.cpu),
        percent(picture.node_size.memory, picture.full_size.memory)
    );
    let ticks = |resource_axis: ResourceAxis, full_amount: i64, class: &'static str, side: &'static str| {
        let tick = move |amount: i64| {
            let place = format!("{side}: {}", percent(amount, full_amount));
            html! { <i {class} ~style={place}>{ resource_axis.format_amount(amount) }</i> }
        };
        resource_axis.list_ticks(full_amount).into_iter().map(tick).collect::<Html>()
    };
    let amount_text = |resource_axis: ResourceAxis, amount: i64| {
        let text = resource_axis.format_amount(amount);
        if text.is_empty() { "0".to_owned() } else { text }
    };
    html! {
        <div class="sizer">
            <div class="sizer-frame" ref={frame}>
                <div aria-hidden="true">
                    { ticks(ResourceAxis::Cpu, picture.full_size.cpu, "tick across", "left") }
                    { ticks(ResourceAxis::Memory, picture.full_size.memory, "tick up", "bottom") }
                </div>
                <div class="sizer-node" ~style={node}></div>
                <div class="sizer-pod" ~style={size}>
                    { handle("edge right", EdgeGrip { has_cpu: true, has_memory: false }) }
                    { handle("edge top", EdgeGrip { has_cpu: false, has_memory: true }) }
                    { handle("corner", EdgeGrip { has_cpu: true, has_memory: true }) }
                </div>
            </div>
            <small>{ lang.picture_size(&amount_text(ResourceAxis::Cpu, cpu), &amount_text(ResourceAxis::Memory, memory), &amount_text(ResourceAxis::Cpu, picture.node_size.cpu), &amount_text(ResourceAxis::Memory, picture.node_size.memory)) }</small>
        </div>
    }
}
