//! An HTTP server for a real cluster that plays the extenders, with the answers that the manifest defines.
//!
//! As in the simulation, an extender is identified by the host of its `urlPrefix`: the exported configuration has the server's address instead,
//! followed by that host and by verbs of our own.

use runlog::host_of;
use serde_json::{Map, Value, json};

use super::{command::HEREDOC_END, objects::text_at};

/// The server, which needs nothing but Python's standard library.
const SERVER: &str = include_str!("extenders.py");
/// A placeholder for the server's address in a configuration; the script replaces it.
const ADDRESS: &str = "@extenders@";
/// The fields of a configuration that name a verb, each with the verb of the server.
const VERBS: [(&str, &str); 4] =
    [("filterVerb", "filter"), ("prioritizeVerb", "prioritize"), ("preemptVerb", "preempt"), ("bindVerb", "bind")];

/// Points the extenders of a configuration to the server; returns whether there are any.
pub(super) fn redirect_to_server(configuration: &mut Value) -> bool {
    let Some(Value::Array(extenders)) = configuration.get_mut("extenders") else { return false };
    for extender in extenders.iter_mut() {
        let host = host_of(text_at(extender, "/urlPrefix")).to_owned();
        let Value::Object(fields) = extender else { continue };
        fields.insert("urlPrefix".to_owned(), format!("http://{ADDRESS}/{host}/").into());
        for (field, verb) in VERBS {
            if let Some(verb_field) =
                fields.get_mut(field).filter(|field| field.as_str().is_some_and(|text| !text.is_empty()))
            {
                *verb_field = verb.into();
            }
        }
        for field in ["enableHTTPS", "enableHttps", "tlsConfig"] {
            fields.remove(field);
        }
    }
    !extenders.is_empty()
}

/// The beginning of a command that reads a configuration and replaces the placeholder with the server's address.
pub(super) fn replace_address_command() -> String {
    format!("sed \"s|{ADDRESS}|$extenders|\"")
}

/// The commands that start the server with the answers of the Extender documents. The server ends with the script.
pub(super) fn start_server(documents: &[Value]) -> String {
    let answers: Map<String, Value> = documents.iter().rev().map(answers_by_host).collect();
    let answers = json!(answers);
    format!(
        r#"
extenders="${{EXTENDERS:-127.0.0.1:18080}}"
server="$(mktemp)"
cat > "$server" <<'{HEREDOC_END}'
{SERVER}{HEREDOC_END}
answers="$(mktemp)"
cat > "$answers" <<'{HEREDOC_END}'
{answers:#}
{HEREDOC_END}
python3 "$server" "$extenders" "kwok-$name" "$answers" &
serving=$!
trap 'kill "$serving" 2> /dev/null || true' EXIT
# Nothing waits for it.
disown
"#
    )
}

/// The host of an Extender document, and its answers.
fn answers_by_host(document: &Value) -> (String, Value) {
    let host = match text_at(document, "/host") {
        "" => text_at(document, "/metadata/name"),
        host => host,
    };
    let mut verb_answers = document.clone();
    if let Value::Object(fields) = &mut verb_answers {
        fields.retain(|field, _| ["delayMillis", "filter", "prioritize", "preempt"].contains(&field.as_str()));
    }
    (host.to_owned(), verb_answers)
}
