//! Changes that help a pod that lacks devices: more devices of a kind that a slice already has, or removing the taint of a device.

use std::rc::Rc;

use api::{
    Str,
    devices::{DeviceKind, DeviceRecord},
};
use protocol::{Change, TrialDecision};
use serde_json::{Value, json};

use super::ClusterAt;

/// The largest number of additional devices that is tried.
pub(super) const MAX_DEVICES: usize = 4;
/// The largest number of `ResourceSlice`s in which changes are tried.
const MAX_SLICES: usize = 40;

/// A `ResourceSlice`, parsed as JSON.
pub(super) struct SliceJson {
    record: Rc<DeviceRecord>,
    json: Value,
}

/// The scheduler's decision if a slice is replaced by another one.
type SliceTrial<'t> = &'t dyn Fn(&DeviceRecord) -> Option<TrialDecision>;

impl ClusterAt {
    /// The slices in which changes are tried, at most `MAX_SLICES`.
    pub(super) fn slices(&self) -> Vec<SliceJson> {
        let slices = self.devices.iter().filter(|object| object.kind == DeviceKind::Slice).take(MAX_SLICES);
        let slice = |record: &Rc<DeviceRecord>| {
            Some(SliceJson { record: Rc::clone(record), json: serde_json::from_str(&record.json).ok()? })
        };
        slices.filter_map(slice).collect()
    }
}

impl SliceJson {
    fn devices(&self) -> Option<&Vec<Value>> {
        self.json.pointer("/spec/devices")?.as_array()
    }

    /// The slice without a device's taint, if that helps.
    pub(super) fn without_taint(&self, trial: SliceTrial<'_>) -> Option<(Change, TrialDecision)> {
        self.devices()?.iter().enumerate().find_map(|(at, device)| {
            let taints = device.get("taints")?.as_array()?;
            let key = taints.first()?.get("key")?.as_str()?;
            let mut slice_json = self.json.clone();
            slice_json
                .pointer_mut(&format!("/spec/devices/{at}/taints"))?
                .as_array_mut()?
                .retain(|taint| taint["key"] != *key);
            let slice = replace_json(&self.record, &slice_json);
            let decision = trial(&slice)?;
            let device = device.get("name")?.as_str()?.into();
            Some((Change::NoDeviceTaint { slice: Rc::new(slice), device, key: key.into() }, decision))
        })
    }

    /// The slice with `count` more devices like one of its own, if that helps.
    pub(super) fn with_more_devices(&self, count: usize, trial: SliceTrial<'_>) -> Option<(Change, TrialDecision)> {
        let device_shape = |device: &Value| (device.get("attributes").cloned(), device.get("capacity").cloned());
        let mut attempted_shapes = Vec::new();
        self.devices()?.iter().find_map(|device| {
            if attempted_shapes.contains(&device_shape(device)) {
                return None;
            }
            attempted_shapes.push(device_shape(device));
            let name = device.get("name")?.as_str()?;
            let copy = |number: usize| {
                let mut copy = device.clone();
                copy["name"] = json!(format!("{name}-copy-{number}"));
                if let Some(fields) = copy.as_object_mut() {
                    fields.remove("taints");
                }
                copy
            };
            let mut slice_json = self.json.clone();
            slice_json.pointer_mut("/spec/devices")?.as_array_mut()?.extend((1..=count).map(copy));
            let slice = replace_json(&self.record, &slice_json);
            let decision = trial(&slice)?;
            Some((Change::MoreDevices { slice: Rc::new(slice), like: Str::from(name), count }, decision))
        })
    }
}

fn replace_json(object: &DeviceRecord, json: &Value) -> DeviceRecord {
    DeviceRecord { json: json.to_string().into(), ..object.clone() }
}

#[cfg(test)]
mod tests {
    use protocol::{Answer, Change, Question, RunOutcome};

    use crate::test_support::answer_to;

    /// The changes that help the pod `waits` at the end of a run, with their outcomes.
    fn device_outcomes(text: &str) -> Vec<(Option<Change>, RunOutcome)> {
        match answer_to(text, None, None, Question::Help("default/waits".into())) {
            Answer::Help(help) => help.changes.into_iter().map(|answer| (answer.change, answer.outcome)).collect(),
            other => panic!("{other:?}"),
        }
    }

    /// A node with two devices, one of them tainted, and a pod that requests `count` devices.
    fn cluster(count: usize) -> String {
        format!(
            "kind: Scenario\napiVersion: schedscope.dev/v1alpha1\nrelease: v1.36\n---\nkind: Node\napiVersion: v1\nmetadata: {{name: a}}\n\
             status: {{allocatable: {{cpu: 4, memory: 4Gi}}}}\n---\nkind: DeviceClass\napiVersion: resource.k8s.io/v1\nmetadata: {{name: \
             gpu}}\n---\nkind: ResourceSlice\napiVersion: resource.k8s.io/v1\nmetadata: {{name: s}}\nspec: {{driver: d, nodeName: a, pool: \
             {{name: a, generation: 1, resourceSliceCount: 1}}, devices: [{{name: x, taints: [{{key: broken, effect: NoSchedule}}]}}, \
             {{name: y}}]}}\n---\nkind: ResourceClaim\napiVersion: resource.k8s.io/v1\nmetadata: {{name: c}}\nspec: {{devices: \
             {{requests: [{{name: r, exactly: {{deviceClassName: gpu, count: {count}}}}}]}}}}\n---\nkind: Pod\napiVersion: v1\nmetadata: \
             {{name: waits}}\nspec: {{resourceClaims: [{{name: r, resourceClaimName: c}}], containers: [{{name: c}}]}}\n"
        )
    }

    #[test]
    fn device_change_is_tried_before_it_is_offered() {
        let outcome_lines = |count: usize| -> Vec<String> {
            let each = |(change, outcome): (Option<Change>, RunOutcome)| {
                let bound = matches!(outcome, RunOutcome::Bound { .. });
                match change {
                    Some(Change::NoDeviceTaint { device, key, .. }) => format!("{device} without {key}: {bound}"),
                    Some(Change::MoreDevices { like, count, .. }) => format!("{count} like {like}: {bound}"),
                    other => format!("{other:?}"),
                }
            };
            device_outcomes(&cluster(count)).into_iter().map(each).collect()
        };
        assert_eq!(outcome_lines(2), ["x without broken: true", "1 like x: true"]);
        assert_eq!(outcome_lines(4), ["3 like x: true"]);
    }
}
