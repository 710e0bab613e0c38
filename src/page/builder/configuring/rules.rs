//! Draws the forms of documents that answer: tables of single nodes, and rules.

use yew::{Html, html};

use words::table::configuring::Word;

use super::answering::{Rules, Section};
use super::told::Form;
use super::{ConfigEdit, value};

/// The form of such a document.
pub fn draw(form: &Form<'_>, sections: &'static [Section]) -> Html {
    let plugin = form.entry.kind == "Plugin";
    let note = if plugin { Word::AProfileEnablesIt } else { Word::ItAnswersForItsHost };
    let one = |section: &'static Section| {
        let fields = html! {
            <>
                { form.fields(section.path, section.fields) }
                if let Some(rules) = &section.rules { { list(form, rules) } }
            </>
        };
        if section.path.is_empty() {
            return fields;
        }
        let says = !form.entry.value[section.path].is_null();
        html! {
            <details class="profile" open={says} key={section.path}>
                <summary><code>{ section.path }</code>if !says { <small>{ form.words.word(Word::SaysNothing) }</small> }</summary>
                { fields }
            </details>
        }
    };
    html! {
        <>
            <p class="note">{ form.words.word(note) }</p>
            { for sections.iter().map(one) }
        </>
    }
}

/// Paths at which the form tells what is wrong.
pub(crate) fn told_at(sections: &[Section]) -> Vec<String> {
    let of = |section: &Section| {
        let start = if section.path.is_empty() { String::new() } else { format!("{}.", section.path) };
        let rules = section.rules.as_ref().map(|rules| rules.path.to_owned());
        section.fields.iter().map(move |field| format!("{start}{}", field.path)).chain(rules).collect::<Vec<_>>()
    };
    sections.iter().flat_map(of).collect()
}

fn list(form: &Form<'_>, rules: &'static Rules) -> Html {
    let words = form.words;
    let count = value::at(&form.entry.value, rules.path).as_array().map_or(0, Vec::len);
    let one = |at: usize| {
        let prefix = format!("{}.{at}", rules.path);
        let up = format!("{}: {}", words.word(Word::Up), words.rule(at + 1));
        let remove = format!("{}: {}", words.word(Word::RemoveRule), words.rule(at + 1));
        html! {
            <details class="point" open=true key={prefix.clone()}>
                <summary>{ words.rule(at + 1) }</summary>
                <div class="inner">
                    { for rules.fields.iter().map(|fields| form.fields(&prefix, fields)) }
                    { form.found_at(&prefix, rules.fields) }
                    <p class="acts">
                        if at > 0 {
                            <button type="button" class="plain" aria-label={up.clone()} onclick={form.on(ConfigEdit::RaiseRule(rules.path, at))}>{ "↑ " }{ words.word(Word::Up) }</button>
                        }
                        <button type="button" class="plain danger" aria-label={remove} onclick={form.on(ConfigEdit::Remove(rules.path, at))}>{ words.word(Word::RemoveRule) }</button>
                    </p>
                </div>
            </details>
        }
    };
    html! {
        <>
            <h4>{ words.word(Word::Rules) }</h4>
            if count > 0 { <p class="muted">{ words.word(Word::TheFirstRuleCounts) }</p> }
            { for (0..count).map(one) }
            <p><button type="button" class="plain" aria-label={format!("{}: {}", words.word(Word::AddRule), rules.path)}
                onclick={form.on(ConfigEdit::AddRule(rules.path))}>{ "+ " }{ words.word(Word::AddRule) }</button></p>
            { for form.problems().filter(|(at, _)| at == rules.path).map(|(_, finding)| form.tell(finding)) }
        </>
    }
}
