//! The functions that an expression can call, with their signatures.

use crate::types::{self, Type};

/// One signature of a function. The target of a member call (`target.name(…)`) is its first argument.
#[derive(Debug)]
pub(crate) struct Overload {
    pub(crate) is_receiver_call: bool,
    pub(crate) arg_types: Vec<Type>,
    pub(crate) result: Type,
}

/// The overloads of a function, with type parameters numbered by `fresh_param`; none if there is no such function.
pub(crate) fn overloads(name: &str, mut fresh_param: impl FnMut() -> usize) -> Option<Vec<Overload>> {
    let (_, forms) = FUNCTIONS.iter().find(|(names, _)| names.split(' ').any(|function_name| function_name == name))?;
    Some(forms.split('|').map(|form| parse_overload(form.trim(), &mut fresh_param)).collect())
}

fn parse_overload(form: &str, fresh_param: &mut impl FnMut() -> usize) -> Overload {
    let mut letters: Vec<(char, usize)> = Vec::new();
    let mut param = |letter: char| match letters.iter().find(|(known_letter, _)| *known_letter == letter) {
        Some((_, number)) => *number,
        None => {
            letters.push((letter, fresh_param()));
            letters[letters.len() - 1].1
        }
    };
    let mut rest = form;
    let mut arg_types = Vec::new();
    let is_receiver_call = !rest.starts_with('(');
    if is_receiver_call {
        arg_types.push(types::parse_type(&mut rest, &mut param));
        rest = rest.trim_start_matches('.');
    }
    rest = &rest[1..];
    while !rest.starts_with(')') {
        arg_types.push(types::parse_type(&mut rest, &mut param));
        rest = rest.trim_start_matches([',', ' ']);
    }
    rest = rest[1..].trim_start();
    Overload { is_receiver_call, arg_types, result: types::parse_type(&mut rest, &mut param) }
}

/// Function names and signatures of standard CEL, of the cel-go extensions that Kubernetes enables for devices
/// (`k8s.io/apiserver/pkg/cel/environment`), and of the Kubernetes libraries (`k8s.io/apiserver/pkg/cel/library`).
const FUNCTIONS: &[(&str, &str)] = &[
    // Operators.
    ("_?_:_", "(bool, A, A) A"),
    ("_&&_ _||_", "(bool, bool) bool"),
    ("!_ @not_strictly_false", "(bool) bool"),
    ("_==_ _!=_", "(A, A) bool"),
    (
        "_<_ _<=_ _>_ _>=_",
        "(bool, bool) bool | (int, int) bool | (int, double) bool | (int, uint) bool | (uint, uint) bool | (uint, double) bool \
         | (uint, int) bool | (double, double) bool | (double, int) bool | (double, uint) bool | (string, string) bool \
         | (bytes, bytes) bool | (timestamp, timestamp) bool | (duration, duration) bool",
    ),
    (
        "_+_",
        "(bytes, bytes) bytes | (double, double) double | (duration, duration) duration | (duration, timestamp) timestamp \
         | (timestamp, duration) timestamp | (int, int) int | (list(A), list(A)) list(A) | (string, string) string | (uint, uint) uint",
    ),
    (
        "_-_",
        "(double, double) double | (duration, duration) duration | (int, int) int | (timestamp, duration) timestamp \
         | (timestamp, timestamp) duration | (uint, uint) uint",
    ),
    ("_*_ _/_", "(double, double) double | (int, int) int | (uint, uint) uint"),
    ("_%_", "(int, int) int | (uint, uint) uint"),
    ("-_", "(double) double | (int) int"),
    ("@in", "(A, list(A)) bool | (A, map(A, B)) bool"),
    (
        "_[_]",
        "(list(A), int) A | (map(A, B), A) B | (optional(list(V)), int) optional(V) | (optional(map(K, V)), K) optional(V)",
    ),
    (
        "_[?_]",
        "(list(V), int) optional(V) | (optional(list(V)), int) optional(V) | (map(K, V), K) optional(V) \
         | (optional(map(K, V)), K) optional(V)",
    ),
    // Types and conversions.
    ("type", "(A) typeof(A)"),
    ("dyn", "(A) dyn"),
    ("bool", "(bool) bool | (string) bool"),
    ("bytes", "(bytes) bytes | (string) bytes"),
    ("double", "(double) double | (int) double | (string) double | (uint) double"),
    ("duration", "(duration) duration | (int) duration | (string) duration"),
    ("int", "(int) int | (double) int | (duration) int | (string) int | (timestamp) int | (uint) int"),
    (
        "string",
        "(string) string | (bool) string | (bytes) string | (double) string | (duration) string | (int) string | (timestamp) string \
         | (uint) string | (IP) string | (CIDR) string",
    ),
    ("timestamp", "(timestamp) timestamp | (int) timestamp | (string) timestamp"),
    ("uint", "(uint) uint | (double) uint | (int) uint | (string) uint"),
    // Sizes and strings.
    (
        "size",
        "(bytes) int | bytes.() int | (list(A)) int | list(A).() int | (map(A, B)) int | map(A, B).() int | (string) int | string.() int",
    ),
    ("contains startsWith endsWith", "string.(string) bool"),
    ("matches", "(string, string) bool | string.(string) bool"),
    ("charAt", "string.(int) string"),
    ("indexOf lastIndexOf", "string.(string) int | string.(string, int) int | list(T).(T) int"),
    ("lowerAscii upperAscii trim", "string.() string"),
    ("replace", "string.(string, string) string | string.(string, string, int) string"),
    ("split", "string.(string) list(string) | string.(string, int) list(string)"),
    ("substring", "string.(int) string | string.(int, int) string"),
    ("join", "list(string).() string | list(string).(string) string"),
    ("format", "string.(list(dyn)) string"),
    ("strings.quote", "(string) string"),
    ("find", "string.(string) string"),
    ("findAll", "string.(string) list(string) | string.(string, int) list(string)"),
    // Lists.
    (
        "isSorted",
        "list(int).() bool | list(uint).() bool | list(double).() bool | list(bool).() bool | list(duration).() bool \
         | list(timestamp).() bool | list(string).() bool | list(bytes).() bool",
    ),
    ("sum", "list(int).() int | list(uint).() uint | list(double).() double | list(duration).() duration"),
    (
        "min max",
        "list(int).() int | list(uint).() uint | list(double).() double | list(bool).() bool | list(duration).() duration \
         | list(timestamp).() timestamp | list(string).() string | list(bytes).() bytes",
    ),
    ("includes", "list(T).(T) bool | dyn.(dyn) bool"),
    ("distinct reverse", "list(T).() list(T)"),
    ("flatten", "list(list(T)).() list(T) | list(dyn).(int) list(dyn)"),
    (
        "sort",
        "list(int).() list(int) | list(uint).() list(uint) | list(double).() list(double) | list(bool).() list(bool) \
         | list(duration).() list(duration) | list(timestamp).() list(timestamp) | list(string).() list(string) \
         | list(bytes).() list(bytes)",
    ),
    (
        "@sortByAssociatedKeys",
        "list(T).(list(int)) list(T) | list(T).(list(uint)) list(T) | list(T).(list(double)) list(T) | list(T).(list(bool)) list(T) \
         | list(T).(list(duration)) list(T) | list(T).(list(timestamp)) list(T) | list(T).(list(string)) list(T) \
         | list(T).(list(bytes)) list(T)",
    ),
    ("slice", "list(T).(int, int) list(T)"),
    ("lists.range", "(int) list(int)"),
    ("first last", "list(T).() optional(T)"),
    ("sets.contains sets.equivalent sets.intersects", "(list(T), list(T)) bool"),
    ("cel.@mapInsert", "(map(K, V), K, V) map(K, V) | (map(K, V), map(K, V)) map(K, V)"),
    // Optionals.
    ("optional.of optional.ofNonZeroValue", "(V) optional(V)"),
    ("optional.none", "() optional(V)"),
    ("value", "optional(V).() V"),
    ("hasValue", "optional(V).() bool"),
    ("or", "optional(V).(optional(V)) optional(V)"),
    ("orValue", "optional(V).(V) V"),
    // Timestamps and durations.
    (
        "getFullYear getMonth getDayOfYear getDayOfMonth getDate getDayOfWeek",
        "timestamp.() int | timestamp.(string) int",
    ),
    ("getHours getMinutes getSeconds getMilliseconds", "timestamp.() int | timestamp.(string) int | duration.() int"),
    // Quantities and versions.
    ("quantity", "(string) Quantity"),
    ("isQuantity", "(string) bool"),
    ("sign", "(Quantity) int"),
    ("asInteger", "Quantity.() int"),
    ("isInteger", "Quantity.() bool"),
    ("asApproximateFloat", "Quantity.() double"),
    ("add sub", "Quantity.(Quantity) Quantity | Quantity.(int) Quantity"),
    ("isGreaterThan isLessThan", "Quantity.(Quantity) bool | Semver.(Semver) bool"),
    ("compareTo", "Quantity.(Quantity) int | Semver.(Semver) int"),
    ("semver", "(string) Semver | (string, bool) Semver"),
    ("isSemver", "(string) bool | (string, bool) bool"),
    ("major minor patch", "Semver.() int"),
    // Addresses and formats.
    ("url", "(string) URL"),
    ("isURL", "(string) bool"),
    ("getScheme getHost getHostname getPort getEscapedPath", "URL.() string"),
    ("getQuery", "URL.() map(string, list(string))"),
    ("ip", "(string) IP | CIDR.() IP"),
    ("isIP", "(string) bool"),
    ("ip.isCanonical", "(string) bool"),
    ("family", "IP.() int"),
    ("isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast", "IP.() bool"),
    ("cidr", "(string) CIDR"),
    ("isCIDR", "(string) bool"),
    ("containsIP", "CIDR.(string) bool | CIDR.(IP) bool"),
    ("containsCIDR", "CIDR.(string) bool | CIDR.(CIDR) bool"),
    ("masked", "CIDR.() CIDR"),
    ("prefixLength", "CIDR.() int"),
    ("format.named", "(string) optional(Format)"),
    (
        "format.dns1123Label format.dns1123Subdomain format.dns1035Label format.qualifiedName format.dns1123LabelPrefix \
         format.dns1123SubdomainPrefix format.dns1035LabelPrefix format.labelValue format.uri format.uuid format.byte format.date \
         format.datetime",
        "() Format",
    ),
    ("validate", "Format.(string) optional(list(string))"),
];
