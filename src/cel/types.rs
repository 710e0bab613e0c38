//! The static types of expressions.

use std::{fmt, rc::Rc};

/// A static type of CEL.
#[allow(clippy::enum_variant_names, reason = "the type of types has no other name")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Type {
    /// A type that is known only at evaluation.
    Dyn,
    /// The type of an attribute's value: it behaves like `Dyn` but has another name in messages.
    Any,
    /// The type of an expression with an error. It fits everywhere, so that one mistake is reported once.
    Error,
    Null,
    Bool,
    Int,
    Uint,
    Double,
    Text,
    Bytes,
    Duration,
    Timestamp,
    /// The type of a type value, with the type that it denotes if that is known.
    Type(Option<Rc<Type>>),
    List(Rc<Type>),
    Map(Rc<(Type, Type)>),
    Optional(Rc<Type>),
    /// The type of the variable `device`.
    Device,
    /// A type of the Kubernetes libraries, by name.
    Named(&'static str),
    /// A type parameter that is to be inferred.
    Param(usize),
}

impl Type {
    pub(crate) fn list(item: Self) -> Self {
        Self::List(Rc::new(item)).limit_size()
    }

    pub(crate) fn map(key: Self, value: Self) -> Self {
        Self::Map(Rc::new((key, value))).limit_size()
    }

    pub(crate) fn optional(item_type: Self) -> Self {
        Self::Optional(Rc::new(item_type)).limit_size()
    }

    /// Whether every type is assignable to this one.
    pub(crate) fn is_open(&self) -> bool {
        matches!(self, Self::Dyn | Self::Any | Self::Error)
    }

    /// Whether null is assignable to this type.
    pub(crate) fn is_nullable(&self) -> bool {
        matches!(
            self,
            Self::Null
                | Self::Duration
                | Self::Timestamp
                | Self::Device
                | Self::Named(_)
                | Self::Optional(_)
                | Self::Any
        )
    }

    /// Replaces a type that is too large by `Dyn`: nested bindings can build a type of any size in a short text.
    fn limit_size(self) -> Self {
        if self.remaining_budget(400) == 0 { Self::Dyn } else { self }
    }

    /// `budget` minus one unit for each part of the type.
    fn remaining_budget(&self, budget: u32) -> u32 {
        if budget == 0 {
            return 0;
        }
        match self {
            Self::List(inner) | Self::Optional(inner) | Self::Type(Some(inner)) => inner.remaining_budget(budget - 1),
            Self::Map(pair) => pair.1.remaining_budget(pair.0.remaining_budget(budget - 1)),
            _ => budget - 1,
        }
    }

    /// The name that cel-go's `Type.TypeName` returns, without the parameters of a list or map.
    pub(crate) fn runtime_name(&self) -> String {
        match self {
            Self::List(_) => "list".to_owned(),
            Self::Map(_) => "map".to_owned(),
            Self::Optional(_) => "optional_type".to_owned(),
            Self::Type(_) => "type".to_owned(),
            other => other.long_name(),
        }
    }

    /// The name that cel-go's `Type.String` returns, which differs for a few types from the one in type errors.
    pub(crate) fn long_name(&self) -> String {
        match self {
            Self::Any => "google.protobuf.Any".to_owned(),
            Self::Duration => "google.protobuf.Duration".to_owned(),
            Self::Timestamp => "google.protobuf.Timestamp".to_owned(),
            Self::Null => "null_type".to_owned(),
            Self::List(item) => format!("list({})", item.long_name()),
            Self::Map(pair) => format!("map({}, {})", pair.0.long_name(), pair.1.long_name()),
            Self::Optional(inner) => format!("optional_type({})", inner.long_name()),
            Self::Type(Some(inner)) => format!("type({})", inner.long_name()),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Dyn | Self::Param(_) => f.write_str("dyn"),
            Self::Any => f.write_str("any"),
            Self::Error => f.write_str("!error!"),
            Self::Null => f.write_str("null"),
            Self::Bool => f.write_str("bool"),
            Self::Int => f.write_str("int"),
            Self::Uint => f.write_str("uint"),
            Self::Double => f.write_str("double"),
            Self::Text => f.write_str("string"),
            Self::Bytes => f.write_str("bytes"),
            Self::Duration => f.write_str("duration"),
            Self::Timestamp => f.write_str("timestamp"),
            Self::Type(None) => f.write_str("type"),
            Self::Type(Some(inner)) => write!(f, "type({inner})"),
            Self::List(item) => write!(f, "list({item})"),
            Self::Map(pair) => write!(f, "map({}, {})", pair.0, pair.1),
            Self::Optional(inner) => write!(f, "optional_type({inner})"),
            Self::Device => f.write_str("kubernetes.DRADevice"),
            Self::Named(name) => f.write_str(name),
        }
    }
}

/// Parses a type of the signature table. Single capital letters are type parameters, numbered by `param`.
pub(crate) fn parse_type(text: &mut &str, param: &mut impl FnMut(char) -> usize) -> Type {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let name = &text[..end];
    *text = &text[end..];
    let mut parse_argument = |text: &mut &str| {
        *text = text.trim_start_matches(['(', ',', ' ']);
        parse_type(text, param)
    };
    let generic_type = match name {
        "list" => Type::list(parse_argument(text)),
        "optional" => Type::optional(parse_argument(text)),
        "map" => {
            let key = parse_argument(text);
            Type::map(key, parse_argument(text))
        }
        "typeof" => Type::Type(Some(Rc::new(parse_argument(text)))),
        _ => return parse_simple_type(name, param),
    };
    *text = text.strip_prefix(')').unwrap_or(text);
    generic_type
}

fn parse_simple_type(name: &str, param: &mut impl FnMut(char) -> usize) -> Type {
    match name {
        "bool" => Type::Bool,
        "int" => Type::Int,
        "uint" => Type::Uint,
        "double" => Type::Double,
        "string" => Type::Text,
        "bytes" => Type::Bytes,
        "null" => Type::Null,
        "type" => Type::Type(None),
        "duration" => Type::Duration,
        "timestamp" => Type::Timestamp,
        "Quantity" => Type::Named("kubernetes.Quantity"),
        "Semver" => Type::Named("kubernetes.Semver"),
        "URL" => Type::Named("kubernetes.URL"),
        "Format" => Type::Named("kubernetes.NamedFormat"),
        "IP" => Type::Named("net.IP"),
        "CIDR" => Type::Named("net.CIDR"),
        _ => match name.chars().next() {
            Some(letter) if name.len() == 1 => Type::Param(param(letter)),
            _ => Type::Dyn,
        },
    }
}
