//! The choice of the resource that bar heights show.

use api::{Set, Str};
use web_sys::HtmlSelectElement;
use yew::{Callback, Event, Html, TargetCast, classes, html};

use crate::{draw::draw_ctx::DrawCtx, event::StageEvent};

/// Draws the choice among the resources of the nodes, with the selected one.
pub fn draw_measure_choice(ctx: &DrawCtx<'_>, measure: Option<&Str>) -> Html {
    let nodes = ctx.frame.nodes.values().map(|node| &node.node.status);
    let resources: Set<&Str> =
        nodes.flat_map(|node| node.allocatable.iter().chain(node.capacity.iter()).map(|(name, _)| name)).collect();
    let labels = ctx.lang.stage_labels();
    let choose = {
        let on_event = ctx.on_event.clone();
        Callback::from(move |event: Event| {
            let resource = event.target_unchecked_into::<HtmlSelectElement>().value();
            on_event.emit(StageEvent::SetMeasure(Some(resource).filter(|text| !text.is_empty()).map(Str::from)));
        })
    };
    let option = |value: &str, face_text: &str| {
        html! { <option value={value.to_owned()} selected={measure.map_or("", |measure| measure) == value}>{ face_text.to_owned() }</option> }
    };
    html! {
        <select class={classes!("measure", measure.is_some().then_some("set"))} aria-label={labels.measure} title={labels.measure} onchange={choose}>
            { option("", labels.measure_auto) }
            { for resources.iter().map(|name| option(name, name)) }
        </select>
    }
}
