//! Renders the output of `kubectl get resourceclaims,resourceslices` at a moment. Upstream: `printResourceClaim`, `printResourceSlice`.

use std::rc::Rc;

use api::{
    Millis, Str, Table,
    devices::{DeviceKind, DeviceRecord},
};
use runlog::{Event, EventKind};
use serde_json::Value;

use super::{format_age, format_row};
use crate::Frame;

/// The creation time of each object of dynamic resource allocation.
fn creation_times(events: &[Rc<Event>]) -> Table<Str, Millis> {
    let mut since = Table::new();
    for event in events {
        match &event.what {
            EventKind::DeviceApplied(object) => {
                let key = object.key();
                if !since.contains_key(&key) {
                    since.insert(key, event.at);
                }
            }
            EventKind::DeviceRemoved(key) => drop(since.remove(key)),
            _ => {}
        }
    }
    since
}

/// The lines of claims, then of slices, each under column titles; the line of an object comes with the object's key.
#[must_use]
pub fn device_lines(frame: &Frame, events: &[Rc<Event>]) -> Vec<(String, Option<Str>)> {
    let born = creation_times(events);
    let table = |kind: DeviceKind, titles: &[&str], cells: fn(&DeviceRecord, &Value) -> Vec<String>| {
        let mut rows: Vec<Vec<String>> = vec![titles.iter().map(|title| (*title).to_owned()).collect()];
        let mut keys = vec![None];
        for (key, object) in frame.devices.iter().filter(|(_, object)| object.kind == kind) {
            let json: Value = serde_json::from_str(&object.json).unwrap_or_default();
            let resource = format!("{}.{}", kind.name().to_lowercase(), kind.kind().info().group);
            let mut line = vec![format!("{resource}/{}", object.metadata.name)];
            line.extend(cells(object, &json));
            line.push(format_age(frame.now, born.get(key).copied().unwrap_or_default()));
            rows.push(line);
            keys.push(Some(key.clone()));
        }
        let widths: Vec<usize> = (0..titles.len())
            .map(|column| rows.iter().filter_map(|cells| cells.get(column)).map(|cell| cell.chars().count()).max())
            .map(Option::unwrap_or_default)
            .collect();
        let printed_rows = if rows.len() > 1 { rows.as_slice() } else { &[] };
        printed_rows.iter().zip(keys).map(|(cells, key)| (format_row(cells, &widths), key)).collect::<Vec<_>>()
    };
    let mut lines = table(DeviceKind::Claim, &["NAME", "STATE", "AGE"], |object, json| vec![claim_state(object, json)]);
    let slices = table(DeviceKind::Slice, &["NAME", "NODE", "DRIVER", "POOL", "AGE"], |_, json| {
        let cell = |at: &str| json.pointer(at).and_then(Value::as_str).unwrap_or_default().to_owned();
        // The field is empty if the slice isn't for a single node.
        vec![cell("/spec/nodeName"), cell("/spec/driver"), cell("/spec/pool/name")]
    });
    if !lines.is_empty() && !slices.is_empty() {
        lines.push((String::new(), None));
    }
    lines.extend(slices);
    lines
}

/// The state column of a claim. Upstream: `resourceClaimState`.
fn claim_state(object: &DeviceRecord, json: &Value) -> String {
    let deleted = object.metadata.deletion_timestamp.is_some();
    let has = |at: &str| json.pointer(at).is_some_and(|pointer| !pointer.is_null());
    let reserved =
        json.pointer("/status/reservedFor").and_then(Value::as_array).is_some_and(|consumers| !consumers.is_empty());
    let mut states = Vec::new();
    states.extend(deleted.then_some("deleted"));
    match has("/status/allocation") {
        true => {
            states.push("allocated");
            states.extend(reserved.then_some("reserved"));
        }
        false => states.extend((!deleted).then_some("pending")),
    }
    states.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_and_slices_are_listed_with_their_ages() {
        let object = |kind: DeviceKind, name: &str, json: &str| {
            let namespace = if kind.is_namespaced() { "default" } else { "" };
            let metadata =
                api::ObjectMeta { name: name.into(), namespace: namespace.into(), ..api::ObjectMeta::default() };
            EventKind::DeviceApplied(DeviceRecord { kind, metadata, json: json.into() })
        };
        let slice = r#"{"spec":{"driver":"d","nodeName":"a","pool":{"name":"p"}}}"#;
        let had = r#"{"status":{"allocation":{},"reservedFor":[{"name":"x"}]}}"#;
        let happened = [
            (0, object(DeviceKind::Claim, "wait", "{}")),
            (0, object(DeviceKind::Claim, "had", r#"{"status":{"allocation":{}}}"#)),
            (5, object(DeviceKind::Claim, "had", had)),
            (7, object(DeviceKind::Slice, "s", slice)),
            (7, object(DeviceKind::Slice, "net", r#"{"spec":{"driver":"n","allNodes":true,"pool":{"name":"q"}}}"#)),
            (9, object(DeviceKind::Claim, "gone", "{}")),
            (9, EventKind::DeviceRemoved("ResourceClaim/default/gone".into())),
        ];
        let events: Vec<Rc<Event>> =
            happened.into_iter().map(|(at, what)| Rc::new(Event { at: Millis::from_seconds(at), what })).collect();
        let mut frame = Frame::default();
        for event in &events {
            frame.apply_event(event);
        }
        let wanted = [
            "NAME                                 STATE                AGE",
            "resourceclaim.resource.k8s.io/had    allocated,reserved   9s",
            "resourceclaim.resource.k8s.io/wait   pending              9s",
            "",
            "NAME                                NODE   DRIVER   POOL   AGE",
            "resourceslice.resource.k8s.io/net          n        q      2s",
            "resourceslice.resource.k8s.io/s     a      d        p      2s",
        ];
        let (texts, keys): (Vec<String>, Vec<Option<Str>>) = device_lines(&frame, &events).into_iter().unzip();
        assert_eq!(texts, wanted);
        assert_eq!((keys[0].as_deref(), keys[2].as_deref()), (None, Some("ResourceClaim/default/wait")));
        assert_eq!(keys[6].as_deref(), Some("ResourceSlice/s"));
    }
}
