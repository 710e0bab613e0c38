//! Functions of IP addresses, CIDRs, URLs and named formats: `k8s.io/apiserver/pkg/cel/library`.

use std::{net::IpAddr, rc::Rc};

use api::Str;

use super::context::CallAnswer;
use crate::{
    error::EvalError,
    ip_net::{self, Cidr, Url},
    name_formats::NameFormat,
    value::{CelMap, Value},
};

/// Calls a function of IP addresses, CIDRs, URLs and formats of names; `None` if there is none with this name and these types.
pub(super) fn call_net_function(function: &str, arg_values: &[Value]) -> CallAnswer {
    Some(match (function, arg_values) {
        ("ip", [Value::Text(text)]) => ip_net::parse_ip(text).map(Value::Ip).map_err(EvalError::new),
        ("ip", [Value::Cidr(cidr)]) => Ok(Value::Ip(cidr.address)),
        ("isIP", [Value::Text(text)]) => Ok(Value::Bool(ip_net::parse_ip(text).is_ok())),
        ("ip.isCanonical", [Value::Text(text)]) => ip_net::parse_ip(text)
            .map(|address| Value::Bool(address.to_string() == text.as_str()))
            .map_err(EvalError::new),
        ("family", [Value::Ip(address)]) => Ok(Value::Int(if address.is_ipv4() { 4 } else { 6 })),
        ("isUnspecified", [Value::Ip(address)]) => Ok(Value::Bool(address.is_unspecified())),
        ("isLoopback", [Value::Ip(address)]) => Ok(Value::Bool(address.is_loopback())),
        ("isLinkLocalMulticast", [Value::Ip(address)]) => Ok(Value::Bool(is_link_local_multicast(*address))),
        ("isLinkLocalUnicast", [Value::Ip(address)]) => Ok(Value::Bool(is_link_local(*address))),
        ("isGlobalUnicast", [Value::Ip(address)]) => {
            let broadcast = matches!(address, IpAddr::V4(address) if address.is_broadcast());
            let local =
                address.is_unspecified() || address.is_loopback() || address.is_multicast() || is_link_local(*address);
            Ok(Value::Bool(!broadcast && !local))
        }
        ("cidr", [Value::Text(text)]) => {
            Cidr::parse(text).map(|cidr| Value::Cidr(Rc::new(cidr))).map_err(EvalError::new)
        }
        ("isCIDR", [Value::Text(text)]) => Ok(Value::Bool(Cidr::parse(text).is_ok())),
        ("containsIP", [Value::Cidr(cidr), Value::Ip(address)]) => Ok(Value::Bool(cidr.contains(*address))),
        ("containsIP", [Value::Cidr(cidr), Value::Text(text)]) => {
            ip_net::parse_ip(text).map(|address| Value::Bool(cidr.contains(address))).map_err(EvalError::new)
        }
        ("containsCIDR", [Value::Cidr(cidr), Value::Cidr(other)]) => Ok(Value::Bool(cidr.contains_network(other))),
        ("containsCIDR", [Value::Cidr(cidr), Value::Text(text)]) => {
            Cidr::parse(text).map(|other| Value::Bool(cidr.contains_network(&other))).map_err(EvalError::new)
        }
        ("masked", [Value::Cidr(cidr)]) => Ok(Value::Cidr(Rc::new(cidr.mask_address()))),
        ("prefixLength", [Value::Cidr(cidr)]) => Ok(Value::Int(i64::from(cidr.length))),
        ("url", [Value::Text(text)]) => Url::parse(text).map(|url| Value::Url(Rc::new(url))).map_err(EvalError::new),
        ("isURL", [Value::Text(text)]) => Ok(Value::Bool(Url::parse(text).is_ok())),
        ("getScheme", [Value::Url(url)]) => Ok(Value::text(&url.scheme)),
        ("getHost", [Value::Url(url)]) => Ok(Value::text(&url.host)),
        ("getHostname", [Value::Url(url)]) => Ok(Value::text(url.hostname())),
        ("getPort", [Value::Url(url)]) => Ok(Value::text(url.port())),
        ("getEscapedPath", [Value::Url(url)]) => Ok(Value::text(&url.path)),
        ("getQuery", [Value::Url(url)]) => Ok(parse_query(&url.query)),
        ("format.named", [Value::Text(name)]) => Ok(NameFormat::from_name(name)
            .map_or(Value::Optional(None), |format| Value::optional_of(Value::Format(format)))),
        ("validate", [Value::Format(format), Value::Text(text)]) => {
            let error_texts: Vec<Value> = format.validate(text).iter().map(Value::text).collect();
            Ok(if error_texts.is_empty() {
                Value::Optional(None)
            } else {
                Value::optional_of(Value::list(error_texts))
            })
        }
        (name, []) => Ok(Value::Format(NameFormat::from_name(name.strip_prefix("format.")?)?)),
        _ => return None,
    })
}

fn is_link_local(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.is_link_local(),
        IpAddr::V6(address) => address.segments()[0] & 0xffc0 == 0xfe80,
    }
}

fn is_link_local_multicast(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => address.octets()[..3] == [224, 0, 0],
        IpAddr::V6(address) => address.segments()[0] & 0xff0f == 0xff02,
    }
}

/// The query parameters of a URL, as a map from each key to the list of its values.
fn parse_query(text: &str) -> Value {
    let mut values: Vec<(Str, Vec<Value>)> = Vec::new();
    for pair in text.split('&').filter(|pair| !pair.is_empty()) {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        let value = Value::text(value);
        match values.iter_mut().find(|(known_key, _)| known_key.as_str() == key) {
            Some((_, values)) => values.push(value),
            None => values.push((key.into(), vec![value])),
        }
    }
    let entries = values.into_iter().map(|(key, values)| (Value::Text(key), Value::list(values))).collect();
    Value::Map(Rc::new(CelMap { entries, default: None }))
}
