//! The legend of the map.

use i18n::Lang;
use yew::{Html, html};

/// The entries of the legend, as (CSS class, meaning).
fn legend_entries(lang: Lang) -> [(&'static str, &'static str); 20] {
    let labels = lang.map_labels();
    [
        ("cpu", labels.sign_cpu),
        ("memory", labels.sign_memory),
        ("passed", labels.sign_passed),
        ("failed", labels.sign_failed),
        ("out", labels.sign_out),
        ("stays", labels.sign_stays),
        ("evictable", labels.sign_evictable),
        ("cannot", labels.cannot_help),
        ("not-candidate", labels.not_candidate),
        ("candidate", labels.sign_candidate),
        ("lost", labels.lost),
        ("tied", labels.tied),
        ("winner", labels.sign_winner),
        ("focus", labels.sign_focus),
        ("nominated", labels.nominated),
        ("cordoned", labels.cordoned),
        ("silent", labels.silent),
        ("tainted", labels.tainted),
        ("guarded", lang.stage_labels().guarded),
        ("member", lang.group_stage_labels().member_sign),
    ]
}

/// Draws the legend of the map.
pub fn draw_legend(lang: Lang) -> Html {
    let signs = legend_entries(lang).into_iter().map(|(class, what)| {
        html! { <li><i class={format!("sign {class}")} aria-hidden="true"></i>{ what }</li> }
    });
    html! { <ul class="overview-legend" aria-label={lang.page_labels().legend}>{ for signs }</ul> }
}
