//! Probes the decoders for their fields, and compares the table with the result. `UPDATE_EXPECT=1 cargo test -p manifest schema_table` rewrites the
//! table.

use std::{collections::VecDeque, fmt};

use api::{
    CsiDriver, CsiNode, CsiStorageCapacity, GangWorkload, LimitRange, Namespace, Node, NodeAffinity, PersistentVolume,
    PersistentVolumeClaim, Pod, PodDisruptionBudget, PodGroup, PriorityClass, ResourceQuota, RuntimeClass, Service,
    StorageClass, Table, VolumeAttachment, Workload,
    devices::{DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice},
    user_rules::{ExtenderDoc, PluginDoc},
};
use serde::{
    Deserialize, Deserializer,
    de::{self, DeserializeSeed, IntoDeserializer, Visitor},
    forward_to_deserialize_any,
};

use crate::{
    replication_controller::ReplicationController,
    scenario::{DrainDoc, ScenarioDoc, TaintAction, Target},
};

/// The shape that a decoder requests at the end of a path.
#[derive(Debug)]
enum ProbedShape {
    Scalar,
    Words(&'static [&'static str]),
    Fields(&'static str, &'static [&'static str]),
    Map,
}

type ProbeFn = fn(&[&str]) -> Option<(ProbedShape, bool)>;

fn probe_type<T: for<'de> Deserialize<'de>>(steps: &[&str]) -> Option<(ProbedShape, bool)> {
    T::deserialize(Probe { steps, is_list: false }).err().and_then(|halt| halt.0)
}

const PROBES: [ProbeFn; 31] = [
    probe_type::<Node>,
    probe_type::<Pod>,
    probe_type::<Workload>,
    probe_type::<GangWorkload>,
    probe_type::<PodGroup>,
    probe_type::<ReplicationController>,
    probe_type::<PriorityClass>,
    probe_type::<PodDisruptionBudget>,
    probe_type::<Service>,
    probe_type::<Namespace>,
    probe_type::<RuntimeClass>,
    probe_type::<LimitRange>,
    probe_type::<ResourceQuota>,
    probe_type::<PersistentVolume>,
    probe_type::<PersistentVolumeClaim>,
    probe_type::<StorageClass>,
    probe_type::<CsiNode>,
    probe_type::<CsiDriver>,
    probe_type::<CsiStorageCapacity>,
    probe_type::<VolumeAttachment>,
    probe_type::<ResourceClaim>,
    probe_type::<ResourceClaimTemplate>,
    probe_type::<ResourceSlice>,
    probe_type::<DeviceClass>,
    probe_type::<ExtenderDoc>,
    probe_type::<PluginDoc>,
    probe_type::<ScenarioDoc>,
    probe_type::<NodeAffinity>,
    probe_type::<TaintAction>,
    probe_type::<DrainDoc>,
    probe_type::<Target>,
];

/// The table according to the decoders.
fn render_table() -> String {
    let mut types: Table<&str, String> = Table::new();
    let mut open: VecDeque<(ProbeFn, Vec<&'static str>)> = PROBES.map(|ask| (ask, Vec::new())).into();
    while let Some((ask, path)) = open.pop_front() {
        let Some((ProbedShape::Fields(name, fields), _)) = ask(&path) else { panic!("{path:?} has fields") };
        let mut line = String::new();
        let mut inner = Vec::new();
        for field in fields {
            let path: Vec<&str> = path.iter().copied().chain([*field]).collect();
            let (shape, list) = ask(&path).unwrap_or_else(|| panic!("{path:?} is known"));
            let what = match shape {
                ProbedShape::Scalar => String::new(),
                ProbedShape::Map => "Map".into(),
                ProbedShape::Words(words) => format!("({})", words.join("|")),
                ProbedShape::Fields(name, _) => {
                    inner.push((ask, path));
                    name.into()
                }
            };
            let star = if list { "*" } else { "" };
            let is = if what.is_empty() && !list { String::new() } else { format!("={what}{star}") };
            line.extend([" ", field, &is]);
        }
        match types.get(name) {
            Some(known) => assert_eq!(*known, line, "two types have the name {name}"),
            None => {
                types.insert(name, line);
                open.extend(inner);
            }
        }
    }
    types.iter().flat_map(|(name, line)| [*name, ":", line, "\n"]).collect()
}

#[test]
fn schema_table_matches_the_decoders() {
    let text = render_table();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/schema/table.txt");
        std::fs::write(file, &text).expect("it can be written");
        return;
    }
    for (text, known) in text.lines().zip(super::TABLE.lines()) {
        assert_eq!(text, known, "to record it anew: UPDATE_EXPECT=1 cargo test -p manifest schema_table");
    }
    assert_eq!(text.len(), super::TABLE.len());
}

/// A deserializer that records which shape a type requests at the end of a path, and then stops.
#[derive(Clone, Copy)]
struct Probe<'de> {
    steps: &'de [&'de str],
    is_list: bool,
}

/// The error that ends every probe, with the result if there is one.
#[derive(Debug)]
struct ProbeResult(Option<(ProbedShape, bool)>);

impl fmt::Display for ProbeResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl std::error::Error for ProbeResult {}

impl de::Error for ProbeResult {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(None)
    }
}

impl Probe<'_> {
    fn stop<T>(self, shape: ProbedShape) -> Result<T, ProbeResult> {
        Err(ProbeResult(self.steps.is_empty().then_some((shape, self.is_list))))
    }
}

impl<'de> Deserializer<'de> for Probe<'de> {
    type Error = ProbeResult;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ProbeResult> {
        self.stop(ProbedShape::Scalar)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ProbeResult> {
        self.stop(ProbedShape::Words(&["true", "false"]))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ProbeResult> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, ProbeResult> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ProbeResult> {
        visitor.visit_seq(SingleItem(Self { is_list: true, ..self }))
    }

    fn deserialize_map<V: Visitor<'de>>(self, _: V) -> Result<V::Value, ProbeResult> {
        self.stop(ProbedShape::Map)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, ProbeResult> {
        match self.steps.split_first() {
            Some((step, rest)) if fields.contains(step) => visitor.visit_map(SinglePair { step, rest }),
            _ => self.stop(ProbedShape::Fields(name, fields)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, ProbeResult> {
        self.stop(ProbedShape::Words(words))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct
        identifier ignored_any
    }
}

/// A list with one item.
struct SingleItem<'de>(Probe<'de>);

impl<'de> de::SeqAccess<'de> for SingleItem<'de> {
    type Error = ProbeResult;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, ProbeResult> {
        seed.deserialize(self.0).map(Some)
    }
}

/// A mapping with one pair.
struct SinglePair<'de> {
    step: &'de str,
    rest: &'de [&'de str],
}

impl<'de> de::MapAccess<'de> for SinglePair<'de> {
    type Error = ProbeResult;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, ProbeResult> {
        seed.deserialize(self.step.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, ProbeResult> {
        seed.deserialize(Probe { steps: self.rest, is_list: false })
    }
}
