//! What the API server of a release serves: kinds, their fields, and feature gates, as one table of the four releases.
//!
//! `fields.txt` has a line for each type: `Type@releases?Gate: field=Type*@releases?Gate …`. After `@` follow the
//! releases that have it, `a` to `d` from the earliest to the latest; without it, all releases that have the type.
//! After `?` follows the feature gate without which the API server drops the field, if the gate is off in one of these
//! releases. A star marks a list of that type, a percent sign a map with arbitrary keys. A type without a line has no
//! fields that the API server knows by name.
//!
//! `values.rs` has the enum values that a field accepts in each release.
//!
//! `gates.txt` has the feature gates, each with its state in the four releases: `+` on by default, `-` off by default,
//! `.` unknown.
//!
//! `generate.mjs` generates both from Kubernetes' own sources. Upstream: the strict decoder of
//! `k8s.io/apimachinery/pkg/runtime`, and the `dropDisabledFields` of `pkg/api` and `pkg/registry`.

use std::sync::OnceLock;

use api::{FEATURE_GATES, FeatureGates, Kind, Table};

use crate::Release;

mod values;

pub use values::FieldValues;

static FIELDS: &str = include_str!("fields.txt");
static GATES: &str = include_str!("gates.txt");

/// A set of releases, as bits in the order of [`Release::ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ReleaseSet(u8);

impl ReleaseSet {
    const ALL: Self = Self(0b1111);

    fn parse(letters: &str) -> Self {
        Self(letters.bytes().fold(0, |bits, letter| bits | 1 << (letter - b'a')))
    }

    fn contains(self, release: Release) -> bool {
        self.0 & 1 << release as u8 != 0
    }
}

/// Which releases have a type or a field.
#[derive(Clone, Copy, Debug)]
struct Presence {
    releases: ReleaseSet,
    gate: Option<&'static str>,
}

impl Presence {
    /// Parses `name@releases?Gate`. Without releases, it exists wherever `whole` does.
    fn parse(text: &'static str, whole: ReleaseSet) -> (&'static str, Self) {
        let (text, gate) = text.split_once('?').map_or((text, None), |(text, gate)| (text, Some(gate)));
        let (name, releases) = text.split_once('@').map_or((text, whole), |(name, set)| (name, ReleaseSet::parse(set)));
        (name, Self { releases, gate })
    }

    /// Whether a release has it by default.
    fn is_default_in(self, release: Release) -> bool {
        let is_off = |gate| default_gate_state(release, gate) == Some(false);
        self.releases.contains(release) && !self.gate.is_some_and(is_off)
    }

    /// Returns the nearest release that has it: by default, if there is one.
    fn nearest(self, release: Release) -> Option<Release> {
        let distance = |other: &Release| (!self.is_default_in(*other), other.minor().abs_diff(release.minor()));
        Release::ALL.into_iter().filter(|other| self.releases.contains(*other)).min_by_key(distance)
    }
}

#[derive(Debug)]
struct TypeRow {
    name: &'static str,
    presence: Presence,
    fields: Vec<FieldRow>,
}

#[derive(Debug)]
struct FieldRow {
    name: &'static str,
    /// Name of its type, if that has known fields.
    type_name: &'static str,
    presence: Presence,
    is_map: bool,
}

/// Returns the table of types by name.
fn type_rows() -> &'static Table<&'static str, TypeRow> {
    static ROWS: OnceLock<Table<&'static str, TypeRow>> = OnceLock::new();
    ROWS.get_or_init(|| FIELDS.lines().filter_map(parse_type).map(|row| (row.name, row)).collect())
}

fn parse_type(line: &'static str) -> Option<TypeRow> {
    let (head, fields) = line.split_once(": ")?;
    let (name, presence) = Presence::parse(head, ReleaseSet::ALL);
    let parse_field = |text| {
        let (text, presence) = Presence::parse(text, presence.releases);
        let (name, type_name) = text.split_once('=').unwrap_or((text, ""));
        FieldRow { name, type_name: type_name.trim_end_matches(['*', '%']), presence, is_map: type_name.ends_with('%') }
    };
    Some(TypeRow { name, presence, fields: fields.split(' ').map(parse_field).collect() })
}

/// Returns the default state of a feature gate in a release; `None` if the release does not have the gate.
#[must_use]
pub fn default_gate_state(release: Release, gate: &str) -> Option<bool> {
    let states = GATES.lines().find_map(|line| line.strip_prefix(gate)?.strip_prefix(' '))?;
    match states.as_bytes().get(release as usize)? {
        b'+' => Some(true),
        b'-' => Some(false),
        _ => None,
    }
}

/// Returns the release with a feature gate that is nearest to one without it.
#[must_use]
pub fn nearest_with_gate(release: Release, gate: &str) -> Option<Release> {
    let has_gate = |other: &Release| default_gate_state(*other, gate).is_some();
    let distance = |other: &Release| other.minor().abs_diff(release.minor());
    Release::ALL.into_iter().filter(has_gate).min_by_key(distance)
}

/// Whether the API server serves a kind or a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Availability {
    /// It is served.
    Served,
    /// The release does not have it; the nearest one that does is this.
    OtherRelease(Release),
    /// It needs a feature gate of the release that is off.
    GateOff {
        gate: &'static str,
        /// Whether the gate can be turned on in a scenario.
        is_settable: bool,
        /// The nearest release that serves it by default.
        served_by: Option<Release>,
    },
    /// No release has it.
    Unknown,
}

/// A type of the API with its fields.
#[derive(Clone, Copy, Debug)]
pub struct ApiType(&'static TypeRow);

/// A field of a type in a release.
#[derive(Clone, Copy, Debug)]
pub struct ApiField {
    pub availability: Availability,
    /// Whether it depends on the release or on feature gates.
    pub is_release_dependent: bool,
    /// The type of its value, or of each of its items or entries; `None` if that has no known fields.
    pub value_type: Option<ApiType>,
    /// Whether the value is a map with arbitrary keys to values of that type.
    pub is_map: bool,
}

impl ApiType {
    /// Returns the type of a kind's objects.
    #[must_use]
    pub fn of_kind(kind: Kind) -> Option<Self> {
        Self::from_name(kind.name())
    }

    /// Returns the type with a name, which may be a kind that is not simulated.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        type_rows().get(name).map(Self)
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the names of the fields that at least one release has.
    pub fn field_names(self) -> impl Iterator<Item = &'static str> {
        self.0.fields.iter().map(|field| field.name)
    }
}

/// What the API server of a release serves with certain feature gates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ServedApi {
    pub release: Release,
    /// The modeled feature gates. All others have the release's defaults.
    pub gates: FeatureGates,
}

impl ServedApi {
    /// Returns whether the API server serves a kind.
    #[must_use]
    pub fn kind(&self, kind: Kind) -> Availability {
        ApiType::of_kind(kind).map_or(Availability::Unknown, |ApiType(row)| self.availability(row.presence))
    }

    /// Returns a field of a type; `None` if no release has it.
    #[must_use]
    pub fn field(&self, ApiType(row): ApiType, name: &str) -> Option<ApiField> {
        let field = row.fields.iter().find(|field| field.name == name)?;
        Some(ApiField {
            availability: self.availability(field.presence),
            is_release_dependent: field.presence.releases != ReleaseSet::ALL || field.presence.gate.is_some(),
            value_type: type_rows().get(&field.type_name).map(ApiType),
            is_map: field.is_map,
        })
    }

    /// Whether something exists in the release, and its feature gate is not off.
    fn has_presence(&self, presence: Presence) -> bool {
        self.availability(presence) == Availability::Served
    }

    fn availability(&self, presence: Presence) -> Availability {
        if !presence.releases.contains(self.release) {
            return presence.nearest(self.release).map_or(Availability::Unknown, Availability::OtherRelease);
        }
        match presence.gate {
            // If the release no longer has the gate, the feature is always on.
            Some(gate) if self.gate_state(gate) == Some(false) => {
                let served_by = presence.nearest(self.release).filter(|other| presence.is_default_in(*other));
                Availability::GateOff { gate, is_settable: is_settable(gate), served_by }
            }
            _ => Availability::Served,
        }
    }

    /// Returns whether a feature gate is on; `None` if the release does not have it.
    #[must_use]
    pub fn gate_state(&self, gate: &str) -> Option<bool> {
        let default = default_gate_state(self.release, gate)?;
        let mut gates = self.gates;
        Some(gates.gate_mut(gate).map_or(default, |is_on| *is_on))
    }
}

/// Whether a feature gate is modeled, so that a scenario can set it.
#[must_use]
pub fn is_settable(gate: &str) -> bool {
    FEATURE_GATES.iter().any(|(name, _)| *name == gate)
}

#[cfg(test)]
mod tests;
