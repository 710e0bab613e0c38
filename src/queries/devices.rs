//! What would help a pod that lacks devices: more devices where there are some already, or removing the taint of one.

use std::rc::Rc;

use api::{
    Pod, Str,
    devices::{DeviceKind, DeviceRecord},
};
use protocol::Change;
use runlog::Attempt;
use serde_json::{Value, json};

use super::{ChangeProposal, ClusterAt};

/// How many more devices are tried at most.
const MAX_DEVICES: usize = 4;
/// Slices that are tried.
const MAX_SLICES: usize = 40;

impl ClusterAt<'_> {
    /// The smallest changes of devices with which the pod fits.
    pub(super) fn device_changes(&self, pod: &Pod, attempt: &Attempt) -> Vec<ChangeProposal> {
        let missing_devices = |node_record: &runlog::NodeRecord| {
            node_record.failed.iter().any(|(row, _)| row.name() == "DynamicResources")
        };
        if !attempt.filter.iter().any(missing_devices) {
            return Vec::new();
        }
        let slices = self.devices.iter().filter(|object| object.kind == DeviceKind::Slice);
        let slices: Vec<(&Rc<DeviceRecord>, Value)> = slices
            .take(MAX_SLICES)
            .filter_map(|object| Some((object, serde_json::from_str(&object.json).ok()?)))
            .collect();
        let untainted = slices.iter().find_map(|(object, json)| self.without_taint(pod, object, json));
        let more_devices = (1..=MAX_DEVICES).find_map(|count| {
            slices.iter().find_map(|(object, json)| self.with_more_devices(pod, object, json, count))
        });
        untainted.into_iter().chain(more_devices).collect()
    }

    /// The pod with a slice as it would be.
    fn effect_of_slice(&self, pod: &Pod, slice: DeviceRecord) -> Option<(Rc<DeviceRecord>, protocol::Effect)> {
        let claims = self.objects.claims.as_ref()?;
        let claims = claims.with_object(claims.read_record(&slice)?);
        let effect = self.with_change(|moment| moment.objects.claims = Some(claims)).effect_on(pod)?;
        Some((Rc::new(slice), effect))
    }

    fn without_taint(&self, pod: &Pod, object: &DeviceRecord, json: &Value) -> Option<ChangeProposal> {
        let devices = json.pointer("/spec/devices")?.as_array()?;
        devices.iter().enumerate().find_map(|(at, device)| {
            let taints = device.get("taints")?.as_array()?;
            let key = taints.first()?.get("key")?.as_str()?;
            let mut slice_json = json.clone();
            slice_json
                .pointer_mut(&format!("/spec/devices/{at}/taints"))?
                .as_array_mut()?
                .retain(|taint| taint["key"] != *key);
            let (slice, effect) = self.effect_of_slice(pod, replace_json(object, &slice_json))?;
            let device = device.get("name")?.as_str()?.into();
            Some(ChangeProposal { change: Some(Change::NoDeviceTaint { slice, device, key: key.into() }), effect })
        })
    }

    /// The slice with `count` more devices like one of its own.
    fn with_more_devices(
        &self,
        pod: &Pod,
        object: &DeviceRecord,
        json: &Value,
        count: usize,
    ) -> Option<ChangeProposal> {
        let devices = json.pointer("/spec/devices")?.as_array()?;
        let device_shape = |device: &Value| (device.get("attributes").cloned(), device.get("capacity").cloned());
        let mut attempted_shapes = Vec::new();
        devices.iter().find_map(|device| {
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
            let mut slice_json = json.clone();
            slice_json.pointer_mut("/spec/devices")?.as_array_mut()?.extend((1..=count).map(copy));
            let (slice, effect) = self.effect_of_slice(pod, replace_json(object, &slice_json))?;
            let change = Change::MoreDevices { slice, like: Str::from(name), count };
            Some(ChangeProposal { change: Some(change), effect })
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

    /// What helps the pod `waits` at the end of a run, and what becomes of it.
    fn device_outcomes(text: &str) -> Vec<(Option<Change>, RunOutcome)> {
        match answer_to(text, None, None, Question::Help("default/waits".into())) {
            Answer::Help(answers) => answers.into_iter().map(|answer| (answer.change, answer.outcome)).collect(),
            other => panic!("{other:?}"),
        }
    }

    /// A node with two devices, one of them tainted, and a pod that wants so many.
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
    fn what_helps_a_claim_is_tried_before_it_is_promised() {
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
