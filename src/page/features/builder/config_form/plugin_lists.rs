//! Lists of plugins at an extension point: the enabled ones, the available ones, and the defaults.

use i18n::table::config_form::ConfigFormLabel;
use page_state::{
    actions::{
        Action,
        builder::{ConfigEdit, ObjectMsg, PluginEdit},
    },
    builder::config_form::{custom_plugins, plugin_edits, value_path},
};
use releases::documents::{
    MULTI_POINT, PluginWeight, PointPlugins, point_plugins,
    policy_names::{default_policy_list, known_policy_names},
};
use ui::{element::breakable_name, text_field::TextField};
use yew::{Callback, Html, html};

use super::form_ctx::ConfigFormCtx;

/// The plugins of an extension point or a policy.
struct PluginList<'l> {
    /// The field of the document.
    name: &'static str,
    /// Enabled plugins, in order.
    enabled: Vec<PluginWeight>,
    /// Plugins that could be enabled.
    available: Vec<String>,
    /// The plugins that are enabled by default.
    defaults: &'l [PluginWeight],
    /// Whether the plugins have weights, and whether the user can change their order.
    has_weights: bool,
    has_order: bool,
    /// Whether the document changes the defaults.
    is_customized: bool,
    /// The path of the list in the document.
    path: String,
}

/// The extension points of a profile.
pub fn draw_points(form: &ConfigFormCtx<'_>, profile: usize) -> Html {
    let current_value = value_path::value_at_path(&form.entry.value, &format!("profiles.{profile}"));
    let draw_point = |point: &PointPlugins| {
        let custom_plugins = custom_plugins::custom_plugins(form.outline, point.name);
        let path = format!("profiles.{profile}.plugins.{}", point.name);
        let Some(runs) = plugin_edits::enabled_plugins(form.release, current_value, point, &custom_plugins) else {
            return html! { <div key={point.name}><code>{ point.name }</code>{ " " }{ form.yaml_link() }{ form.draw_problems_within(&path) }</div> };
        };
        let idle =
            plugin_edits::available_plugins(point, &custom_plugins, &runs).into_iter().map(ToOwned::to_owned).collect();
        let list = PluginList {
            name: point.name,
            enabled: runs,
            available: idle,
            defaults: &point.defaults,
            has_weights: [MULTI_POINT, "score"].contains(&point.name),
            has_order: true,
            is_customized: plugin_edits::is_customized(current_value, point.name),
            path,
        };
        let name = point.name;
        let change = move |name_of: String, edit: PluginEdit| ConfigEdit::EditPlugin {
            profile,
            point: name,
            name: name_of,
            edit,
        };
        draw_list(form, &list, &change, ConfigEdit::ResetPoint { profile, point: name })
    };
    html! { <>{ for point_plugins(form.release).iter().map(draw_point) }</> }
}

/// Predicates and priorities of a policy.
pub fn draw_policy(form: &ConfigFormCtx<'_>) -> Html {
    let draw_plugin_list = |name: &'static str| {
        let defaults = default_policy_list(form.release, name);
        let Some(runs) = plugin_edits::policy_list(&form.entry.value, name, &defaults) else {
            return html! { <div key={name}><code>{ name }</code>{ " " }{ form.yaml_link() }{ form.draw_problems_within(name) }</div> };
        };
        let is_idle = |known: &&str| !runs.iter().any(|(other, _)| other == known);
        let known_names = known_policy_names(form.release, name).into_iter();
        let idle = known_names.filter(is_idle).map(ToOwned::to_owned).collect();
        let is_customized = !form.entry.value[name].is_null();
        let weighed = name == "priorities";
        let list = PluginList {
            name,
            enabled: runs,
            available: idle,
            defaults: &defaults,
            has_weights: weighed,
            has_order: false,
            is_customized,
            path: name.to_owned(),
        };
        let change =
            move |name_of: String, edit: PluginEdit| ConfigEdit::EditPolicyList { list: name, name: name_of, edit };
        draw_list(form, &list, &change, ConfigEdit::ResetPolicyList(name))
    };
    html! { <>{ draw_plugin_list("predicates") }{ draw_plugin_list("priorities") }</> }
}

fn draw_list(
    form: &ConfigFormCtx<'_>,
    list: &PluginList<'_>,
    change: &dyn Fn(String, PluginEdit) -> ConfigEdit,
    reset: ConfigEdit,
) -> Html {
    let sentences = form.words;
    let last = list.enabled.len().saturating_sub(1);
    let on_plugin_edit = |name: &str, edit: PluginEdit| form.on_edit(change(name.to_owned(), edit));
    let row = |(at, (name, weight)): (usize, &PluginWeight)| {
        let default = list.defaults.iter().find(|(other, _)| other == name);
        let changed = default.is_none_or(|(_, of)| list.has_weights && of != weight);
        let label = |word: ConfigFormLabel| format!("{}: {name}", sentences.config_label(word));
        html! {
            <li key={name.clone()} class={if changed { "changed" } else { "" }}>
                <span>{ breakable_name(name) }</span>
                if list.has_weights && *weight > 0 {
                    <TextField kind="number" bounds={(1, i64::from(i32::MAX))} value={weight.to_string()} label={label(ConfigFormLabel::Weight)}
                        title={default.map(|(_, of)| format!("{}: {of}", sentences.config_label(ConfigFormLabel::Default)))} send={on_weight(form.dispatch, &form.entry.id, change(name.clone(), PluginEdit::SetWeight(1)))} />
                }
                if list.has_order {
                    <button type="button" class="icon" disabled={at == 0} aria-label={label(ConfigFormLabel::Up)} title={label(ConfigFormLabel::Up)} onclick={on_plugin_edit(name, PluginEdit::MoveUp)}>{ "↑" }</button>
                    <button type="button" class="icon" disabled={at == last} aria-label={label(ConfigFormLabel::Down)} title={label(ConfigFormLabel::Down)} onclick={on_plugin_edit(name, PluginEdit::MoveDown)}>{ "↓" }</button>
                }
                <button type="button" class="icon" aria-label={label(ConfigFormLabel::Disable)} title={label(ConfigFormLabel::Disable)} onclick={on_plugin_edit(name, PluginEdit::Disable)}>{ "×" }</button>
            </li>
        }
    };
    let chip = |name: &String| {
        let usual = list.defaults.iter().any(|(other, _)| other == name);
        let title = sentences.config_label(if usual { ConfigFormLabel::EnableAgain } else { ConfigFormLabel::Enable });
        html! { <li key={name.clone()}><button type="button" class="chip" {title} aria-label={format!("{title}: {name}")} onclick={on_plugin_edit(name, PluginEdit::Enable)}>{ "+ " }{ name.clone() }</button></li> }
    };
    html! {
        <details class="point" key={list.name}>
            <summary><code>{ list.name }</code><small>{ sentences.plugin_count(list.enabled.len()) }if list.is_customized { { " · " }{ sentences.config_label(ConfigFormLabel::Changed) } }</small></summary>
            if list.enabled.is_empty() { <p class="muted">{ sentences.config_label(ConfigFormLabel::NoPlugins) }</p> }
            <ol class="plugin-list">{ for list.enabled.iter().enumerate().map(row) }</ol>
            if !list.available.is_empty() { <ul class="idle" aria-label={sentences.config_label(ConfigFormLabel::AvailablePlugins)}>{ for list.available.iter().map(chip) }</ul> }
            if list.is_customized { <p><button type="button" class="link" onclick={form.on_edit(reset)}>{ sentences.config_label(ConfigFormLabel::UseDefaults) }</button></p> }
            { form.draw_problems_within(&list.path) }
        </details>
    }
}

/// Gives a plugin the entered weight.
fn on_weight(dispatch: &Callback<Action>, id: &str, change: ConfigEdit) -> Callback<String> {
    let (dispatch, id) = (dispatch.clone(), id.to_owned());
    Callback::from(move |typed_text: String| {
        // An invalid weight is not written, so the field shows the previous one again.
        let weight = typed_text.trim().parse::<i64>().ok().filter(|weight| (1..=i64::from(i32::MAX)).contains(weight));
        let Some(weight) = weight else { return };
        let mut change = change.clone();
        if let ConfigEdit::EditPlugin { edit, .. } | ConfigEdit::EditPolicyList { edit, .. } = &mut change {
            *edit = PluginEdit::SetWeight(weight);
        }
        dispatch.emit(Action::from(ObjectMsg::EditConfig(id.clone(), change)));
    })
}
