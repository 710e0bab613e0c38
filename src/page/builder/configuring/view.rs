//! Draws the forms of documents about the scheduler.

use std::rc::Rc;

use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlSelectElement};
use yew::{Callback, Event, Html, html};

use crate::builder::outline::plain;
use crate::builder::{Build, Why};
use crate::store::Action;
use crate::typing::TextField;
use crate::view::{View, on};
use record::host_of;
use releases::Release;
use releases::documents::{DocumentVersion, version};
use words::configuring;
use words::table::configuring::Word;

use super::inputs::{self, Input};
use super::told::{Form, within};
use super::{
    ConfigEdit, EXTENDER, Field, OutlineItem, answering, arguments, is_policy, lists, own_fields, profile_fields,
    profiles, rules, value,
};

/// The form of the chosen document.
pub fn draw(view: &Rc<View>, act: &Callback<Action>) -> Html {
    let store = &view.store;
    let read = store.builder.read();
    // Whoever draws this form within the builder has read the text.
    let chosen = read.known().and_then(|outline| Some((outline, outline.get(store.builder.chosen.last()?)?)));
    let Some((outline, entry)) = chosen else { return Html::default() };
    let words = configuring::words(store.lang);
    let release = super::release(entry, store.run.shown_release());
    let form = Form { view, act, outline, entry, release: release.unwrap_or(store.run.shown_release()), words };
    let shown = match (answering::sections(&entry.kind), release) {
        (Some(sections), _) => rules::draw(&form, sections),
        (None, Some(release)) => form.configuration(release),
        // The version of the document is none that a release reads.
        (None, None) => Html::default(),
    };
    html! {
        <div class="form configuring">
            { form.elsewhere(release.is_some()) }
            { shown }
            <p class="note">{ words.word(Word::TheTextMaySayMore) }{ " " }{ form.see_yaml() }</p>
        </div>
    }
}

impl Form<'_> {
    fn configuration(&self, release: Release) -> Html {
        let early = version(release) == DocumentVersion::Alpha || is_policy(self.entry);
        html! {
            <>
                <p class="note">{ self.words.read_by(release.name()) }</p>
                { self.fields("", own_fields(self.entry, release)) }
                if is_policy(self.entry) { { lists::of_policy(self) } }
                if !early { { self.profiles() } }
                if !early || is_policy(self.entry) { { self.extenders() } }
            </>
        }
    }

    /// Paths at which something is told.
    fn told_at(&self) -> Vec<String> {
        if let Some(sections) = answering::sections(&self.entry.kind) {
            return rules::told_at(sections);
        }
        let mut paths: Vec<String> =
            own_fields(self.entry, self.release).iter().map(|field| field.path.to_owned()).collect();
        paths.extend(["predicates", "priorities"].map(ToOwned::to_owned));
        for profile in 0..profiles(&self.entry.value) {
            let prefix = format!("profiles.{profile}");
            paths.extend(profile_fields(self.release).iter().map(|field| format!("{prefix}.{}", field.path)));
            let points = releases::documents::points(self.release).iter();
            paths.extend(points.map(|point| format!("{prefix}.plugins.{}", point.name)));
            for (plugin, fields) in arguments(self.release) {
                let of = |field: &Field| format!("{prefix}.pluginConfig.{plugin}.args.{}", field.path);
                paths.extend(fields.iter().map(|field| value::numbered(&self.entry.value, &of(field))));
            }
        }
        let extenders = self.entry.value["extenders"].as_array().map_or(0, Vec::len);
        paths.extend((0..extenders).map(|at| format!("extenders.{at}")));
        paths
    }

    /// What is wrong elsewhere in the document; anywhere, where no field is drawn.
    fn elsewhere(&self, drawn: bool) -> Html {
        let told = if drawn { self.told_at() } else { Vec::new() };
        let rest = self.problems().filter(|(at, _)| !told.iter().any(|path| within(at, path)));
        let rest: Vec<Html> = rest.map(|(_, finding)| self.tell(finding)).collect();
        html! { <>{ for rest }</> }
    }

    /// Fields below a path.
    pub fn fields(&self, prefix: &str, fields: &'static [Field]) -> Html {
        let one = |field: &'static Field| {
            let path = if prefix.is_empty() { field.path.to_owned() } else { format!("{prefix}.{}", field.path) };
            self.field(path, field)
        };
        html! { <>{ for fields.iter().map(one) }</> }
    }

    fn field(&self, path: String, field: &'static Field) -> Html {
        let lang = self.view.store.lang;
        let wrong = self.view.store.builder.wrong.iter().find(|it| it.id == self.entry.id && it.path == path);
        let shown = inputs::show(field.input, value::at(&self.entry.value, &path));
        let typed = wrong.map(|wrong| wrong.typed.clone()).or_else(|| shown.clone()).unwrap_or_default();
        let (id, help) = (format!("field-{path}"), format!("help-{path}"));
        let numbered = value::numbered(&self.entry.value, &path);
        let bad = wrong.is_some() || self.problems().any(|(at, _)| within(&at, &numbered));
        let invalid = bad.then_some("true");
        let send = {
            let (act, id, path) = (self.act.clone(), self.entry.id.clone(), path.clone());
            Callback::from(move |typed: String| {
                let change = ConfigEdit::Type { path: path.clone(), typed };
                act.emit(Action::Builder(Build::Configure(id.clone(), change)));
            })
        };
        let onchange = {
            let send = send.clone();
            Callback::from(move |event: Event| chosen_in(&event).into_iter().for_each(|chosen| send.emit(chosen)))
        };
        let input = match field.input {
            _ if shown.is_none() && wrong.is_none() => {
                html! { <span id={id.clone()} class="muted">{ lang.build().more_in_yaml }</span> }
            }
            Input::Flag => html! {
                <input type="checkbox" id={id.clone()} checked={typed == "true"} aria-describedby={help.clone()} {onchange} />
            },
            Input::Choice(names) => html! {
                <select id={id.clone()} aria-describedby={help.clone()} aria-invalid={invalid} {onchange}>
                    <option value="" selected={typed.is_empty()}>{ format!("– {}", field.default) }</option>
                    if !typed.is_empty() && !names.contains(&typed.as_str()) { <option value={typed.clone()} selected=true>{ typed.clone() }</option> }
                    { for names.iter().map(|name| html! { <option value={*name} selected={*name == typed}>{ *name }</option> }) }
                </select>
            },
            Input::Yaml | Input::Messages => html! {
                <TextField id={id.clone()} rows={if field.input == Input::Yaml { 5 } else { 3 }} value={typed} invalid={bad} described={help.clone()} {send} />
            },
            _ => html! {
                <TextField id={id.clone()} value={typed} placeholder={field.default} invalid={bad} described={help.clone()} {send} />
            },
        };
        let class = if field.input == Input::Flag { "field flag" } else { "field" };
        let why = wrong.map(|wrong| match wrong.why {
            Why::Form(form) => lang.form(form),
            Why::Word(word) => self.words.word(word),
        });
        html! {
            <div {class} key={self.entry.field_key(&path)}>
                <label for={id}><code>{ field.path }</code></label>
                { input }
                <small id={help}>
                    if let Some(why) = why { <span class="wrong" role="alert">{ "✗ " }{ why }</span> } else { { self.words.word(field.help) } }
                    if !field.default.is_empty() { { " · " }{ self.words.default_is(field.default) } }
                </small>
                { self.found(&path) }
            </div>
        }
    }

    fn profiles(&self) -> Html {
        let count = profiles(&self.entry.value);
        let one = |at: usize| {
            let prefix = format!("profiles.{at}");
            let name = value::at(&self.entry.value, &format!("{prefix}.schedulerName")).as_str();
            let name = name.unwrap_or("default-scheduler").to_owned();
            let arguments = arguments(self.release).iter().map(|(plugin, fields)| {
                let prefix = format!("{prefix}.pluginConfig.{plugin}.args");
                let says = !value::at(&self.entry.value, &prefix).is_null();
                html! {
                    <details class="point" key={*plugin}>
                        <summary><code>{ *plugin }</code>if says { <small>{ self.words.word(Word::Changed) }</small> }</summary>
                        <div class="inner">{ self.fields(&prefix, fields) }</div>
                    </details>
                }
            });
            html! {
                <details class="profile" open=true key={at}>
                    <summary>{ self.words.profile(&name) }</summary>
                    { self.fields(&prefix, profile_fields(self.release)) }
                    <h4>{ self.words.word(Word::PluginsByPoint) }</h4>
                    { lists::points_of(self, at) }
                    <h4>{ self.words.word(Word::Arguments) }</h4>
                    { for arguments }
                    if count > 1 {
                        <p><button type="button" class="plain danger" onclick={self.on(ConfigEdit::Remove("profiles", at))}>{ self.words.word(Word::RemoveProfile) }</button></p>
                    }
                </details>
            }
        };
        html! {
            <>
                { for (0..count).map(one) }
                <p><button type="button" class="plain" onclick={self.on(ConfigEdit::AddProfile)}>{ "+ " }{ self.words.word(Word::AddProfile) }</button></p>
            </>
        }
    }

    fn extenders(&self) -> Html {
        let count = self.entry.value["extenders"].as_array().map_or(0, Vec::len);
        let one = |at: usize| {
            let prefix = format!("extenders.{at}");
            let name = value::at(&self.entry.value, &format!("{prefix}.urlPrefix")).as_str().unwrap_or("–").to_owned();
            html! {
                <details class="profile" open=true key={prefix.clone()}>
                    <summary>{ self.words.extender(&name) }</summary>
                    { self.fields(&prefix, &EXTENDER) }
                    { self.found_at(&prefix, &[&EXTENDER]) }
                    { self.answer(&plain(value::at(&self.entry.value, &format!("{prefix}.urlPrefix")))) }
                    <p><button type="button" class="plain danger" onclick={self.on(ConfigEdit::Remove("extenders", at))}>{ self.words.word(Word::RemoveExtender) }</button></p>
                </details>
            }
        };
        html! {
            <>
                { for (0..count).map(one) }
                <p><button type="button" class="plain" onclick={self.on(ConfigEdit::AddExtender)}>{ "+ " }{ self.words.word(Word::AddExtender) }</button></p>
                if count > 0 { <p class="note">{ self.words.word(Word::ADocumentAnswers) }</p> }
            </>
        }
    }

    /// Where nobody answers for an extender yet, the way to a document that does.
    fn answer(&self, url: &str) -> Html {
        let host = host_of(url);
        let said = |it: &OutlineItem, path: &str| plain(value::at(&it.value, path));
        let is_host = |it: &OutlineItem| {
            let own = said(it, "host");
            it.kind == "Extender" && (if own.is_empty() { said(it, "metadata.name") } else { own }) == host
        };
        let plain_host =
            !host.is_empty() && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | ':'));
        if !plain_host || self.outline.entries.iter().any(is_host) {
            return Html::default();
        }
        let document = format!("apiVersion: schedscope.dev/v1alpha1\nkind: Extender\nmetadata: {{name: \"{host}\"}}\n");
        let add = on(self.act, Action::Builder(Build::Append(document)));
        html! { <p><button type="button" class="plain" onclick={add}>{ "+ " }{ self.words.word(Word::AddItsAnswers) }</button></p> }
    }

    /// What is wrong at a path itself: what is below it, in these fields, is told there.
    pub(crate) fn found_at(&self, path: &str, fields: &[&'static [Field]]) -> Html {
        let fields = fields.iter().copied().flatten();
        let known = fields.map(|field| format!("{path}.{}", field.path)).collect::<Vec<_>>();
        let here = self.problems().filter(|(at, _)| within(at, path) && !known.iter().any(|it| within(at, it)));
        let here: Vec<Html> = here.map(|(_, finding)| self.tell(finding)).collect();
        html! { <>{ for here }</> }
    }
}

/// What was checked or chosen.
fn chosen_in(event: &Event) -> Option<String> {
    let target = event.target()?;
    let checked = |input: &HtmlInputElement| if input.checked() { "true".to_owned() } else { String::new() };
    let check = target.dyn_ref::<HtmlInputElement>().map(checked);
    check.or_else(|| target.dyn_ref::<HtmlSelectElement>().map(HtmlSelectElement::value))
}
