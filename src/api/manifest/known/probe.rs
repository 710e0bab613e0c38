//! Asks the decoders what they know, and holds the table against it. `KNOWN=write cargo test --lib known` writes it anew.

use std::collections::VecDeque;
use std::fmt;

use serde::de::{self, DeserializeSeed, IntoDeserializer, Visitor};
use serde::{Deserialize, Deserializer, forward_to_deserialize_any};

use crate::devices::{DeviceClass, ResourceClaim, ResourceClaimTemplate, ResourceSlice};
use crate::manifest::scenario::{Drain, ScenarioDoc, TaintAction, Target};
use crate::manifest::{ExtenderDoc, PluginDoc, ReplicationController};
use crate::{
    CsiDriver, CsiNode, CsiStorageCapacity, LimitRange, Namespace, Node, NodeAffinity, PersistentVolume,
    PersistentVolumeClaim, Pod, PodDisruptionBudget, PriorityClass, ResourceQuota, RuntimeClass, Service, StorageClass,
    Table, VolumeAttachment, Workload,
};

/// What a type is at the end of a path.
#[derive(Debug)]
enum Shape {
    Scalar,
    Words(&'static [&'static str]),
    Fields(&'static str, &'static [&'static str]),
    Map,
}

type Ask = fn(&[&str]) -> Option<(Shape, bool)>;

fn probe<T: for<'de> Deserialize<'de>>(steps: &[&str]) -> Option<(Shape, bool)> {
    T::deserialize(Probe { steps, list: false }).err().and_then(|halt| halt.0)
}

const ALL: [Ask; 29] = [
    probe::<Node>,
    probe::<Pod>,
    probe::<Workload>,
    probe::<ReplicationController>,
    probe::<PriorityClass>,
    probe::<PodDisruptionBudget>,
    probe::<Service>,
    probe::<Namespace>,
    probe::<RuntimeClass>,
    probe::<LimitRange>,
    probe::<ResourceQuota>,
    probe::<PersistentVolume>,
    probe::<PersistentVolumeClaim>,
    probe::<StorageClass>,
    probe::<CsiNode>,
    probe::<CsiDriver>,
    probe::<CsiStorageCapacity>,
    probe::<VolumeAttachment>,
    probe::<ResourceClaim>,
    probe::<ResourceClaimTemplate>,
    probe::<ResourceSlice>,
    probe::<DeviceClass>,
    probe::<ExtenderDoc>,
    probe::<PluginDoc>,
    probe::<ScenarioDoc>,
    probe::<NodeAffinity>,
    probe::<TaintAction>,
    probe::<Drain>,
    probe::<Target>,
];

/// The table as the decoders tell it.
fn told() -> String {
    let mut types: Table<&str, String> = Table::new();
    let mut open: VecDeque<(Ask, Vec<&'static str>)> = ALL.map(|ask| (ask, Vec::new())).into();
    while let Some((ask, path)) = open.pop_front() {
        let Some((Shape::Fields(name, fields), _)) = ask(&path) else { panic!("{path:?} has fields") };
        let mut line = String::new();
        let mut inner = Vec::new();
        for field in fields {
            let path: Vec<&str> = path.iter().copied().chain([*field]).collect();
            let (shape, list) = ask(&path).unwrap_or_else(|| panic!("{path:?} is known"));
            let what = match shape {
                Shape::Scalar => String::new(),
                Shape::Map => "Map".into(),
                Shape::Words(words) => format!("({})", words.join("|")),
                Shape::Fields(name, _) => {
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
fn the_table_says_what_the_decoders_know() {
    let told = told();
    if std::env::var("KNOWN").is_ok_and(|it| it == "write") {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/manifest/known/table.txt");
        std::fs::write(file, &told).expect("it can be written");
        return;
    }
    for (told, known) in told.lines().zip(super::TABLE.lines()) {
        assert_eq!(told, known, "write it anew: KNOWN=write cargo test --lib known");
    }
    assert_eq!(told.len(), super::TABLE.len());
}

/// A deserializer that lets a type say what it wants at the end of a path, and then stops it.
#[derive(Clone, Copy)]
struct Probe<'de> {
    steps: &'de [&'de str],
    list: bool,
}

/// How a probe ends, always: with what it found, if anything.
#[derive(Debug)]
struct Halt(Option<(Shape, bool)>);

impl fmt::Display for Halt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl std::error::Error for Halt {}

impl de::Error for Halt {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(None)
    }
}

impl Probe<'_> {
    fn halt<T>(self, shape: Shape) -> Result<T, Halt> {
        Err(Halt(self.steps.is_empty().then_some((shape, self.list))))
    }
}

impl<'de> Deserializer<'de> for Probe<'de> {
    type Error = Halt;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Halt> {
        self.halt(Shape::Scalar)
    }

    fn deserialize_bool<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Halt> {
        self.halt(Shape::Words(&["true", "false"]))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Halt> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Halt> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Halt> {
        visitor.visit_seq(Item(Self { list: true, ..self }))
    }

    fn deserialize_map<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Halt> {
        self.halt(Shape::Map)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Halt> {
        match self.steps.split_first() {
            Some((step, rest)) if fields.contains(step) => visitor.visit_map(Pair { step, rest }),
            _ => self.halt(Shape::Fields(name, fields)),
        }
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        words: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Halt> {
        self.halt(Shape::Words(words))
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct tuple tuple_struct
        identifier ignored_any
    }
}

/// A list of one.
struct Item<'de>(Probe<'de>);

impl<'de> de::SeqAccess<'de> for Item<'de> {
    type Error = Halt;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Halt> {
        seed.deserialize(self.0).map(Some)
    }
}

/// A mapping of one.
struct Pair<'de> {
    step: &'de str,
    rest: &'de [&'de str],
}

impl<'de> de::MapAccess<'de> for Pair<'de> {
    type Error = Halt;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Halt> {
        seed.deserialize(self.step.into_deserializer()).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Halt> {
        seed.deserialize(Probe { steps: self.rest, list: false })
    }
}
