//! Draws the forms of scheduler configurations, and of Extender and Plugin documents.

use std::rc::Rc;

use i18n::{config_form, table::config_form::ConfigFormLabel};
use page_state::{
    actions::{
        Action,
        builder::{ConfigEdit, ObjectMsg},
    },
    builder::{
        InputError,
        config_form::{
            EXTENDER_FIELDS,
            config_inputs::{self, ConfigInput},
            document_fields, document_release,
            field::ConfigField,
            is_policy, plugin_arguments, profile_count, profile_fields, responder_schema, value_path,
        },
        outline::{OutlineItem, plain_scalar},
    },
};
use releases::{
    Release,
    documents::{DocumentVersion, config_version},
};
use runlog::host_of;
use serde_json::json;
use ui::{callback::on_action, text_field::TextField};
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Event, Html, html};

use super::{
    form_ctx::{ConfigFormCtx, is_within},
    plugin_lists, responder_form,
};
use crate::view::View;

/// The form of the selected document.
pub fn draw_config_form(view: &Rc<View>, dispatch: &Callback<Action>) -> Html {
    let store = &view.store;
    let manifest = store.builder.parse_current();
    // The builder has parsed the text before it draws this form.
    let entry_in_outline =
        manifest.cached_outline().and_then(|outline| Some((outline, outline.get(store.builder.selected_ids.last()?)?)));
    let Some((outline, outline_item)) = entry_in_outline else { return Html::default() };
    let sentences = config_form::words(store.lang);
    let release = document_release(outline_item, store.run.shown_release());
    let form = ConfigFormCtx {
        view,
        dispatch,
        outline,
        entry: outline_item,
        release: release.unwrap_or(store.run.shown_release()),
        words: sentences,
    };
    let form_html = match (responder_schema::responder_sections(&outline_item.kind), release) {
        (Some(sections), _) => responder_form::draw_responder(&form, sections),
        (None, Some(release)) => form.draw_configuration(release),
        // No release reads this version of the document.
        (None, None) => Html::default(),
    };
    html! {
        <div class="form configuring">
            { form.draw_other_problems(release.is_some()) }
            { form_html }
            <p class="note">{ sentences.config_label(ConfigFormLabel::OtherFieldsHint) }{ " " }{ form.yaml_link() }</p>
        </div>
    }
}

impl ConfigFormCtx<'_> {
    fn draw_configuration(&self, release: Release) -> Html {
        let is_early_version = config_version(release) == DocumentVersion::Alpha || is_policy(self.entry);
        html! {
            <>
                <p class="note">{ self.words.read_by_release(release.name()) }</p>
                { self.draw_fields("", document_fields(self.entry, release)) }
                if is_policy(self.entry) { { plugin_lists::draw_policy(self) } }
                if !is_early_version { { self.draw_profiles() } }
                if !is_early_version || is_policy(self.entry) { { self.draw_extenders() } }
            </>
        }
    }

    /// The paths at which the form shows problems.
    fn problem_paths_with_field(&self) -> Vec<String> {
        if let Some(sections) = responder_schema::responder_sections(&self.entry.kind) {
            return responder_form::problem_paths(sections);
        }
        let mut paths: Vec<String> =
            document_fields(self.entry, self.release).iter().map(|field| field.path.to_owned()).collect();
        paths.extend(["predicates", "priorities"].map(ToOwned::to_owned));
        for profile in 0..profile_count(&self.entry.value) {
            let prefix = format!("profiles.{profile}");
            paths.extend(profile_fields(self.release).iter().map(|field| format!("{prefix}.{}", field.path)));
            let points = releases::documents::point_plugins(self.release);
            paths.extend(points.iter().map(|point| format!("{prefix}.plugins.{}", point.name)));
            for (plugin, fields) in plugin_arguments(self.release) {
                let of = |field: &&ConfigField| format!("{prefix}.pluginConfig.{plugin}.args.{}", field.path);
                paths.extend(fields.iter().map(|field| value_path::numbered_path(&self.entry.value, &of(field))));
            }
        }
        let extenders = self.entry.value["extenders"].as_array().map_or(0, Vec::len);
        paths.extend((0..extenders).map(|at| format!("extenders.{at}")));
        paths
    }

    /// Problems elsewhere in the document; all problems, if no fields are drawn.
    fn draw_other_problems(&self, has_fields: bool) -> Html {
        let shown_paths = if has_fields { self.problem_paths_with_field() } else { Vec::new() };
        let rest = self.document_problems().filter(|(at, _)| !shown_paths.iter().any(|path| is_within(at, path)));
        let rest: Vec<Html> = rest.map(|(_, finding)| self.draw_problem(finding)).collect();
        html! { <>{ for rest }</> }
    }

    /// The fields below a path.
    pub fn draw_fields(&self, prefix: &str, fields: impl IntoIterator<Item = &'static ConfigField>) -> Html {
        let draw_config_field = |field: &'static ConfigField| {
            let path = if prefix.is_empty() { field.path.to_owned() } else { format!("{prefix}.{}", field.path) };
            self.draw_field(path, field)
        };
        html! { <>{ for fields.into_iter().map(draw_config_field) }</> }
    }

    fn draw_field(&self, path: String, field: &'static ConfigField) -> Html {
        let lang = self.view.store.lang;
        let rejected_input = self
            .view
            .store
            .builder
            .rejected_inputs
            .iter()
            .find(|input| input.id == self.entry.id && input.path == path);
        let formatted =
            config_inputs::format_config_value(field.input, value_path::value_at_path(&self.entry.value, &path));
        let typed_text = rejected_input
            .map(|rejected_input| rejected_input.input.clone())
            .or_else(|| formatted.clone())
            .unwrap_or_default();
        let (id, help) = (format!("field-{path}"), format!("help-{path}"));
        let numbered = value_path::numbered_path(&self.entry.value, &path);
        let bad = rejected_input.is_some() || self.document_problems().any(|(at, _)| is_within(&at, &numbered));
        let invalid = bad.then_some("true");
        let send = {
            let (dispatch, id, path) = (self.dispatch.clone(), self.entry.id.clone(), path.clone());
            Callback::from(move |typed_text: String| {
                let change = ConfigEdit::SetField { path: path.clone(), typed: typed_text };
                dispatch.emit(Action::from(ObjectMsg::EditConfig(id.clone(), change)));
            })
        };
        let onchange = {
            let send = send.clone();
            Callback::from(move |event: Event| event_value(&event).into_iter().for_each(|value| send.emit(value)))
        };
        let input = match field.input {
            _ if formatted.is_none() && rejected_input.is_none() => {
                html! { <span id={id.clone()} class="muted">{ lang.builder_labels().more_in_yaml }</span> }
            }
            ConfigInput::Flag => html! {
                <input type="checkbox" id={id.clone()} checked={typed_text == "true"} aria-describedby={help.clone()} {onchange} />
            },
            ConfigInput::Choice(names) => html! {
                <select id={id.clone()} aria-describedby={help.clone()} aria-invalid={invalid} {onchange}>
                    <option value="" selected={typed_text.is_empty()}>{ format!("– {}", field.default) }</option>
                    if !typed_text.is_empty() && !names.contains(&typed_text.as_str()) { <option value={typed_text.clone()} selected=true>{ typed_text.clone() }</option> }
                    { for names.iter().map(|name| html! { <option value={*name} selected={*name == typed_text}>{ *name }</option> }) }
                </select>
            },
            ConfigInput::Yaml | ConfigInput::Messages => html! {
                <TextField id={id.clone()} rows={if field.input == ConfigInput::Yaml { 5 } else { 3 }} value={typed_text} invalid={bad} described_by={help.clone()} {send} />
            },
            _ => html! {
                <TextField id={id.clone()} value={typed_text} placeholder={field.default} invalid={bad} described_by={help.clone()} {send} />
            },
        };
        let class = if field.input == ConfigInput::Flag { "field flag" } else { "field" };
        let reason = rejected_input.map(|rejected_input| match rejected_input.reason {
            InputError::Object(form) => lang.form_label(form),
            InputError::Config(word) => self.words.config_label(word),
        });
        html! {
            <div {class} key={self.entry.field_key(&path)}>
                <label for={id}><code>{ field.path }</code></label>
                { input }
                <small id={help}>
                    if let Some(reason) = reason { <span class="wrong" role="alert">{ "✗ " }{ reason }</span> } else { { self.words.config_label(field.help) } }
                    if !field.default.is_empty() { { " · " }{ self.words.default_value(field.default) } }
                </small>
                { self.draw_problems_within(&path) }
            </div>
        }
    }

    fn draw_profiles(&self) -> Html {
        let count = profile_count(&self.entry.value);
        let draw_list_entry = |at: usize| {
            let prefix = format!("profiles.{at}");
            let name = value_path::value_at_path(&self.entry.value, &format!("{prefix}.schedulerName")).as_str();
            let name = name.unwrap_or("default-scheduler").to_owned();
            let arguments = plugin_arguments(self.release).into_iter().map(|(plugin, fields)| {
                let prefix = format!("{prefix}.pluginConfig.{plugin}.args");
                let has_arguments = !value_path::value_at_path(&self.entry.value, &prefix).is_null();
                html! {
                    <details class="point" key={plugin}>
                        <summary><code>{ plugin }</code>if has_arguments { <small>{ self.words.config_label(ConfigFormLabel::Changed) }</small> }</summary>
                        <div class="inner">{ self.draw_fields(&prefix, fields) }</div>
                    </details>
                }
            });
            html! {
                <details class="profile" open=true key={at}>
                    <summary>{ self.words.profile_title(&name) }</summary>
                    { self.draw_fields(&prefix, profile_fields(self.release)) }
                    <h4>{ self.words.config_label(ConfigFormLabel::PluginsByPoint) }</h4>
                    { plugin_lists::draw_points(self, at) }
                    <h4>{ self.words.config_label(ConfigFormLabel::Arguments) }</h4>
                    { for arguments }
                    if count > 1 {
                        <p><button type="button" class="plain danger" onclick={self.on_edit(ConfigEdit::Remove("profiles", at))}>{ self.words.config_label(ConfigFormLabel::RemoveProfile) }</button></p>
                    }
                </details>
            }
        };
        html! {
            <>
                { for (0..count).map(draw_list_entry) }
                <p><button type="button" class="plain" onclick={self.on_edit(ConfigEdit::AddProfile)}>{ "+ " }{ self.words.config_label(ConfigFormLabel::AddProfile) }</button></p>
            </>
        }
    }

    fn draw_extenders(&self) -> Html {
        let count = self.entry.value["extenders"].as_array().map_or(0, Vec::len);
        let draw_list_entry = |at: usize| {
            let prefix = format!("extenders.{at}");
            let name = value_path::value_at_path(&self.entry.value, &format!("{prefix}.urlPrefix"))
                .as_str()
                .unwrap_or("–")
                .to_owned();
            html! {
                <details class="profile" open=true key={prefix.clone()}>
                    <summary>{ self.words.extender_title(&name) }</summary>
                    { self.draw_fields(&prefix, &EXTENDER_FIELDS) }
                    { self.draw_problems_at(&prefix, &[&EXTENDER_FIELDS]) }
                    { self.responder_link(&plain_scalar(value_path::value_at_path(&self.entry.value, &format!("{prefix}.urlPrefix")))) }
                    <p><button type="button" class="plain danger" onclick={self.on_edit(ConfigEdit::Remove("extenders", at))}>{ self.words.config_label(ConfigFormLabel::RemoveExtender) }</button></p>
                </details>
            }
        };
        html! {
            <>
                { for (0..count).map(draw_list_entry) }
                <p><button type="button" class="plain" onclick={self.on_edit(ConfigEdit::AddExtender)}>{ "+ " }{ self.words.config_label(ConfigFormLabel::AddExtender) }</button></p>
                if count > 0 { <p class="note">{ self.words.config_label(ConfigFormLabel::ExtenderDocumentHint) }</p> }
            </>
        }
    }

    /// A button that adds a document with answers for an extender, if there is none.
    fn responder_link(&self, url: &str) -> Html {
        let host = host_of(url);
        let text_at =
            |outline_item: &OutlineItem, path: &str| plain_scalar(value_path::value_at_path(&outline_item.value, path));
        let is_host = |outline_item: &OutlineItem| {
            let stated_host = text_at(outline_item, "host");
            outline_item.kind == "Extender"
                && (if stated_host.is_empty() { text_at(outline_item, "metadata.name") } else { stated_host }) == host
        };
        let plain_host =
            !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':'));
        if !plain_host || self.outline.entries.iter().any(is_host) {
            return Html::default();
        }
        let document = json!({"apiVersion": "schedscope.dev/v1alpha1", "kind": "Extender", "metadata": {"name": host}});
        let add = on_action(self.dispatch, Action::from(ObjectMsg::AppendDocument(document)));
        html! { <p><button type="button" class="plain" onclick={add}>{ "+ " }{ self.words.config_label(ConfigFormLabel::AddExtenderDocument) }</button></p> }
    }

    /// Problems at a path itself; those in these fields below it are shown at the fields.
    pub(crate) fn draw_problems_at(&self, path: &str, fields: &[&'static [ConfigField]]) -> Html {
        let fields = fields.iter().copied().flatten();
        let field_paths = fields.map(|field| format!("{path}.{}", field.path)).collect::<Vec<_>>();
        let problems = self
            .document_problems()
            .filter(|(at, _)| is_within(at, path) && !field_paths.iter().any(|field_path| is_within(at, field_path)));
        let htmls: Vec<Html> = problems.map(|(_, finding)| self.draw_problem(finding)).collect();
        html! { <>{ for htmls }</> }
    }
}

/// The value of a checkbox or drop-down list.
fn event_value(event: &Event) -> Option<String> {
    let target = event.target()?;
    let checked = |input: &HtmlInputElement| if input.checked() { "true".to_owned() } else { String::new() };
    let check = target.dyn_ref::<HtmlInputElement>().map(checked);
    check.or_else(|| target.dyn_ref::<HtmlSelectElement>().map(HtmlSelectElement::value))
}
