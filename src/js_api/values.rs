//! Converts JavaScript values to JSON. A program may pass anything: objects that contain themselves, numbers that aren't, getters that throw.
//! Reading them never lets an exception pass through the engine, since it would leave the engine's memory in an inconsistent state.

use std::fmt::Write as _;

use findings::{ExpectedValue, FoundValue};
use js_sys::{Array, Function, JsString, Object, Reflect, Symbol, try_iter};
use manifest::{MAX_BYTES, MAX_DEPTH, MAX_REDUCED};
use serde_json::{Map, Number, Value};
use wasm_bindgen::prelude::*;

use super::{
    decision::Cluster,
    misuse::Misuse,
    shapes::{Options, Refused},
};

/// The maximum nesting of a list of objects; each object may be as deep as a manifest.
const DEPTH: usize = MAX_DEPTH + 2;
/// The smallest number of bytes that a value with its key is assumed to need in a manifest; few need less.
const LEAST: usize = 8;
/// The largest number up to which all integers are exact, 2⁵³.
const EXACT: f64 = 9_007_199_254_740_992.0;

#[wasm_bindgen]
extern "C" {
    /// A proxy may throw.
    #[wasm_bindgen(catch, js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> Result<bool, JsValue>;
    #[wasm_bindgen(catch, js_namespace = Object, js_name = keys)]
    fn keys(value: &JsValue) -> Result<Array, JsValue>;
}

/// Reads the options; the default ones if they are omitted.
///
/// # Errors
/// What is wrong with the options.
pub fn read_options(js_value: &JsValue) -> Result<Options, Refused> {
    if js_value.is_undefined() || js_value.is_null() {
        return Ok(Options::default());
    }
    // Errors in other options are reported in the language that is chosen, if one is.
    let name = Reflect::get(js_value, &"lang".into()).ok().and_then(|lang| lang.as_string());
    let lang = name.and_then(|name| i18n::Lang::from_folder(&name)).unwrap_or_default();
    Options::of(
        &ValueReader::default().read_whole(js_value, "options").map_err(|misuse| misuse.into_refusal(lang))?,
        lang,
    )
}

/// Reads a text argument.
///
/// # Errors
/// It isn't a string, or it is too long.
pub fn read_text(js_value: &JsValue, name: &str, options: &Options) -> Result<String, Refused> {
    let read = || {
        let text = js_value
            .dyn_ref::<JsString>()
            .ok_or_else(|| Misuse::misfit(name, ExpectedValue::Text, shape_of(js_value)))?;
        // The length in UTF-16 units is never more than that in bytes.
        let length = text.length() as usize;
        if length > MAX_REDUCED {
            return Err(Misuse::too_large(name, length, MAX_BYTES));
        }
        Ok(text.as_string().unwrap_or_default())
    };
    read().map_err(|misuse| misuse.into_refusal(options.words_lang()))
}

/// Reads a cluster argument.
///
/// # Errors
/// What is wrong with its shape.
pub fn read_cluster(js_value: &JsValue, options: &Options) -> Result<Cluster, Refused> {
    let lang = options.words_lang();
    Cluster::of(ValueReader::default().read_whole(js_value, "").map_err(|misuse| misuse.into_refusal(lang))?, lang)
}

/// The type of a value that should have been a string.
fn shape_of(js_value: &JsValue) -> FoundValue {
    if js_value.is_undefined() || js_value.is_null() {
        FoundValue::Nothing
    } else if let Some(number) = js_value.as_f64() {
        FoundValue::Scalar(
            json_number(number).map_or_else(|| name_of_no_number(number).into(), |number| number.to_string().into()),
        )
    } else if let Some(flag) = js_value.as_bool() {
        FoundValue::Scalar(flag.to_string().into())
    } else if js_value.is_bigint() {
        FoundValue::Scalar("BigInt".into())
    } else if js_value.is_symbol() {
        FoundValue::Scalar("Symbol".into())
    } else if js_value.is_function() {
        FoundValue::Scalar("Function".into())
    } else if is_array(js_value).is_ok_and(|answer| answer) {
        FoundValue::List
    } else {
        FoundValue::Mapping
    }
}

/// The type of a JSON value, for a message.
pub(super) fn shape_of_json(json: &Value) -> FoundValue {
    match json {
        Value::Null => FoundValue::Nothing,
        Value::Array(_) => FoundValue::List,
        Value::Object(_) => FoundValue::Mapping,
        Value::String(text) => FoundValue::Scalar(api::shorten(text)),
        Value::Bool(_) | Value::Number(_) => FoundValue::Scalar(json.to_string().into()),
    }
}

/// Reads a value with everything in it.
#[derive(Default)]
struct ValueReader {
    /// The path of the current value.
    path: String,
    /// The objects around it, each with the length of its path.
    ancestors: Vec<(JsValue, usize)>,
    /// The minimum length of everything that was read, as a manifest, in bytes.
    bytes: usize,
}

impl ValueReader {
    fn read_whole(mut self, js_value: &JsValue, path: &str) -> Result<Value, Misuse> {
        path.clone_into(&mut self.path);
        Ok(self.read(js_value)?.unwrap_or(Value::Null))
    }

    /// Reads a value; `None` if it is `undefined`.
    fn read(&mut self, js_value: &JsValue) -> Result<Option<Value>, Misuse> {
        let replaced = self.call_to_json(js_value)?;
        let js_value = replaced.as_ref().unwrap_or(js_value);
        self.count(LEAST)?;
        if js_value.is_undefined() {
            return Ok(None);
        }
        if js_value.is_null() {
            return Ok(Some(Value::Null));
        }
        if let Some(flag) = js_value.as_bool() {
            return Ok(Some(Value::Bool(flag)));
        }
        if let Some(number) = js_value.as_f64() {
            let number = json_number(number).ok_or_else(|| Misuse::no_json(&self.path, name_of_no_number(number)))?;
            return Ok(Some(Value::Number(number)));
        }
        if let Some(text) = js_value.dyn_ref::<JsString>() {
            self.count(text.length() as usize)?;
            return Ok(text.as_string().map(Value::String));
        }
        if js_value.is_bigint() {
            let number = i64::try_from(js_value.clone()).map_err(|_| Misuse::no_json(&self.path, "BigInt"))?;
            return Ok(Some(number.into()));
        }
        if js_value.is_symbol() {
            return Err(Misuse::no_json(&self.path, "Symbol"));
        }
        if js_value.is_function() {
            return Err(Misuse::no_json(&self.path, "Function"));
        }
        if self.ancestors.len() >= DEPTH {
            return Err(self.too_deep());
        }
        self.ancestors.push((js_value.clone(), self.path.len()));
        let json_value = self.read_inside(js_value)?;
        self.ancestors.pop();
        Ok(Some(json_value))
    }

    /// The result of the object's `toJSON`, as `Date` has it; `None` without that method.
    fn call_to_json(&self, js_value: &JsValue) -> Result<Option<JsValue>, Misuse> {
        if !js_value.is_object() {
            return Ok(None);
        }
        let to_json = Reflect::get(js_value, &"toJSON".into()).map_err(|error| self.misuse_of_error(&error))?;
        match to_json.dyn_ref::<Function>() {
            None => Ok(None),
            Some(to_json) => {
                let replaced = Reflect::apply(to_json, js_value, &Array::new());
                replaced.map(Some).map_err(|error| self.misuse_of_error(&error))
            }
        }
    }

    fn read_inside(&mut self, js_value: &JsValue) -> Result<Value, Misuse> {
        if is_array(js_value).map_err(|error| self.misuse_of_error(&error))? {
            let length = self.field(js_value, &"length".into())?.as_f64().unwrap_or_default();
            let mut items = Vec::new();
            let (mut at, mut index) = (0, 0.0);
            while index < length {
                let item = Reflect::get_u32(js_value, at).map_err(|error| self.misuse_of_error(&error))?;
                items.push(self.read_item(&item, items.len())?);
                (at, index) = (at + 1, index + 1.0);
            }
            return Ok(items.into());
        }
        if let Some(map) = js_value.dyn_ref::<js_sys::Map>() {
            return self.read_map(map);
        }
        let iterates = self.field(js_value, &Symbol::iterator())?.is_function();
        if let Some(iterator) =
            iterates.then(|| try_iter(js_value).map_err(|error| self.misuse_of_error(&error))).transpose()?.flatten()
        {
            let mut items = Vec::new();
            for item in iterator {
                let item = item.map_err(|error| self.misuse_of_error(&error))?;
                items.push(self.read_item(&item, items.len())?);
            }
            return Ok(items.into());
        }
        let mut fields = Map::new();
        for key in keys(js_value).map_err(|error| self.misuse_of_error(&error))?.iter() {
            let value = self.field(js_value, &key)?;
            self.read_field(&mut fields, &key, &value)?;
        }
        Ok(fields.into())
    }

    fn read_map(&mut self, map: &js_sys::Map) -> Result<Value, Misuse> {
        let mut fields = Map::new();
        let pairs = try_iter(map).map_err(|error| self.misuse_of_error(&error))?;
        for pair in pairs.into_iter().flatten() {
            let pair = pair.map_err(|error| self.misuse_of_error(&error))?;
            let part = |at| Reflect::get_u32(&pair, at).map_err(|error| self.misuse_of_error(&error));
            let (key, value) = (part(0)?, part(1)?);
            self.read_field(&mut fields, &key, &value)?;
        }
        Ok(fields.into())
    }

    fn read_item(&mut self, item: &JsValue, at: usize) -> Result<Value, Misuse> {
        let length = self.path.len();
        let _ = write!(self.path, "[{at}]");
        let json_value = self.read(item)?.ok_or_else(|| Misuse::no_json(&self.path, "undefined"))?;
        self.path.truncate(length);
        Ok(json_value)
    }

    /// Reads a field, and omits one that is `undefined`, as `JSON.stringify` does.
    fn read_field(&mut self, fields: &mut Map<String, Value>, key: &JsValue, value: &JsValue) -> Result<(), Misuse> {
        let length = self.path.len();
        let Some(text) = key.dyn_ref::<JsString>() else { return Err(Misuse::no_json(&self.path, "Map")) };
        self.count(text.length() as usize)?;
        let key = text.as_string().unwrap_or_default();
        if length > 0 {
            self.path.push('.');
        }
        self.path += &api::shorten(&key);
        if let Some(json_value) = self.read(value)? {
            fields.insert(key, json_value);
        }
        self.path.truncate(length);
        Ok(())
    }

    fn field(&self, js_value: &JsValue, key: &JsValue) -> Result<JsValue, Misuse> {
        Reflect::get(js_value, key).map_err(|error| {
            let dot = if self.path.is_empty() { "" } else { "." };
            let name = key.as_string().map_or_else(String::new, |key| format!("{dot}{}", api::shorten(&key)));
            Misuse::getter_threw(&format!("{}{name}", self.path), &message_of(&error))
        })
    }

    fn misuse_of_error(&self, error: &JsValue) -> Misuse {
        Misuse::getter_threw(&self.path, &message_of(error))
    }

    /// The error for nesting that is too deep, which usually means that an object contains itself.
    fn too_deep(&self) -> Misuse {
        let is_same = |first: &JsValue, other: &JsValue| Object::is(first, other);
        for (at, (inner, length)) in self.ancestors.iter().enumerate() {
            if let Some((_, outer)) = self.ancestors[..at].iter().find(|(outer, _)| is_same(outer, inner)) {
                return Misuse::cyclic(&self.path[..*length], &self.path[..*outer]);
            }
        }
        // A path of that length is of no use.
        let (_, length) = self.ancestors.get(3).map_or((&JsValue::NULL, 0), |(object, length)| (object, *length));
        Misuse::too_deep(&self.path[..length], MAX_DEPTH)
    }

    fn count(&mut self, bytes: usize) -> Result<(), Misuse> {
        self.bytes = self.bytes.saturating_add(bytes);
        if self.bytes > MAX_BYTES { Err(Misuse::too_large(&self.path, self.bytes, MAX_BYTES)) } else { Ok(()) }
    }
}

/// A number as JSON writes it: an integer without a decimal point.
fn json_number(number: f64) -> Option<Number> {
    if number.fract() == 0.0 && number.abs() <= EXACT {
        #[allow(clippy::cast_possible_truncation)] // it is whole and small enough
        return Some((number as i64).into());
    }
    Number::from_f64(number)
}

/// JavaScript's name for a number that JSON can't represent.
fn name_of_no_number(number: f64) -> &'static str {
    if number.is_nan() {
        "NaN"
    } else if number > 0.0 {
        "Infinity"
    } else {
        "-Infinity"
    }
}

/// The message of a thrown value, which may be of any type.
fn message_of(error: &JsValue) -> String {
    let message = || Reflect::get(error, &"message".into()).ok()?.as_string();
    let text = error.as_string().or_else(message).unwrap_or_default();
    api::shorten(&text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_like_json_numbers() {
        for (number, json) in
            [(1.0, Some("1")), (-0.5, Some("-0.5")), (1e21, Some("1e+21")), (f64::NAN, None), (f64::INFINITY, None)]
        {
            assert_eq!(json_number(number).map(|number| number.to_string()).as_deref(), json, "{number}");
        }
    }
}
