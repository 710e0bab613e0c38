//! Draws the forms of Extender and Plugin documents, which define answers: tables by node, and rules.

use i18n::table::config_form::ConfigFormLabel;
use page_state::{
    actions::builder::ConfigEdit,
    builder::config_form::{
        responder_schema::{ResponderSection, RuleListSchema},
        value_path,
    },
};
use yew::{Html, html};

use super::form_ctx::ConfigFormCtx;

/// The form of an Extender or Plugin document.
pub fn draw_responder(form: &ConfigFormCtx<'_>, sections: &'static [ResponderSection]) -> Html {
    let plugin = form.entry.kind == "Plugin";
    let note = if plugin { ConfigFormLabel::PluginIntro } else { ConfigFormLabel::ExtenderIntro };
    let draw_section = |section: &'static ResponderSection| {
        let fields = html! {
            <>
                { form.draw_fields(section.path, section.fields) }
                if let Some(rules) = &section.rules { { draw_rule_list(form, rules) } }
            </>
        };
        if section.path.is_empty() {
            return fields;
        }
        let is_customized = !form.entry.value[section.path].is_null();
        html! {
            <details class="profile" open={is_customized} key={section.path}>
                <summary><code>{ section.path }</code>if !is_customized { <small>{ form.words.config_label(ConfigFormLabel::NothingSet) }</small> }</summary>
                { fields }
            </details>
        }
    };
    html! {
        <>
            <p class="note">{ form.words.config_label(note) }</p>
            { for sections.iter().map(draw_section) }
        </>
    }
}

/// The paths at which the form shows problems.
pub(crate) fn problem_paths(sections: &[ResponderSection]) -> Vec<String> {
    let of = |section: &ResponderSection| {
        let path_prefix = if section.path.is_empty() { String::new() } else { format!("{}.", section.path) };
        let rules = section.rules.as_ref().map(|rules| rules.path.to_owned());
        section.fields.iter().map(move |field| format!("{path_prefix}{}", field.path)).chain(rules).collect::<Vec<_>>()
    };
    sections.iter().flat_map(of).collect()
}

fn draw_rule_list(form: &ConfigFormCtx<'_>, rules: &'static RuleListSchema) -> Html {
    let sentences = form.words;
    let count = value_path::value_at_path(&form.entry.value, rules.path).as_array().map_or(0, Vec::len);
    let draw_list_entry = |at: usize| {
        let prefix = format!("{}.{at}", rules.path);
        let up = format!("{}: {}", sentences.config_label(ConfigFormLabel::Up), sentences.rule_title(at + 1));
        let remove =
            format!("{}: {}", sentences.config_label(ConfigFormLabel::RemoveRule), sentences.rule_title(at + 1));
        html! {
            <details class="point" open=true key={prefix.clone()}>
                <summary>{ sentences.rule_title(at + 1) }</summary>
                <div class="inner">
                    { for rules.fields.iter().map(|fields| form.draw_fields(&prefix, *fields)) }
                    { form.draw_problems_at(&prefix, rules.fields) }
                    <p class="acts">
                        if at > 0 {
                            <button type="button" class="plain" aria-label={up.clone()} onclick={form.on_edit(ConfigEdit::MoveRuleUp(rules.path, at))}>{ "↑ " }{ sentences.config_label(ConfigFormLabel::Up) }</button>
                        }
                        <button type="button" class="plain danger" aria-label={remove} onclick={form.on_edit(ConfigEdit::Remove(rules.path, at))}>{ sentences.config_label(ConfigFormLabel::RemoveRule) }</button>
                    </p>
                </div>
            </details>
        }
    };
    html! {
        <>
            <h4>{ sentences.config_label(ConfigFormLabel::Rules) }</h4>
            if count > 0 { <p class="muted">{ sentences.config_label(ConfigFormLabel::RulesHint) }</p> }
            { for (0..count).map(draw_list_entry) }
            <p><button type="button" class="plain" aria-label={format!("{}: {}", sentences.config_label(ConfigFormLabel::AddRule), rules.path)}
                onclick={form.on_edit(ConfigEdit::AddRule(rules.path))}>{ "+ " }{ sentences.config_label(ConfigFormLabel::AddRule) }</button></p>
            { for form.document_problems().filter(|(at, _)| at == rules.path).map(|(_, finding)| form.draw_problem(finding)) }
        </>
    }
}
