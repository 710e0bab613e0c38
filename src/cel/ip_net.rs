//! Parsers of IP addresses, CIDRs and URLs, with the rules of the Kubernetes CEL libraries.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Parses an IP address: `parseIPAddr` of `k8s.io/apiserver/pkg/cel/library`. IPv6 addresses with a zone and
/// IPv4-mapped IPv6 addresses are refused.
pub(crate) fn parse_ip(text: &str) -> Result<IpAddr, String> {
    let refuse = |why: &str| Err(format!("IP Address {text:?} {why}"));
    match text.parse::<IpAddr>() {
        Ok(IpAddr::V6(address)) if address.to_ipv4_mapped().is_some() => {
            refuse("is not allowed: IPv4-mapped IPv6 address")
        }
        Ok(address) => Ok(address),
        Err(_) => Err(format!(
            "IP Address {text:?} parse error during conversion from string: ParseAddr({text:?}): unable to parse IP"
        )),
    }
}

/// A CIDR: an address, which may have bits after the prefix, and the prefix length.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Cidr {
    pub(crate) address: IpAddr,
    /// The number of bits in the prefix.
    pub(crate) length: u32,
}

impl Cidr {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let error = |why: &str| {
            format!("network address parse error during conversion from string: netip.ParsePrefix({text:?}): {why}")
        };
        let (address, length) = text.rsplit_once('/').ok_or_else(|| error("no '/'"))?;
        let address = parse_ip(address).map_err(|_| error("unable to parse IP"))?;
        let plain = length.bytes().all(|c| c.is_ascii_digit()) && (length == "0" || !length.starts_with('0'));
        let length = length.parse().ok().filter(|_| plain).ok_or_else(|| error("bad bits after slash"))?;
        let cidr = Self { address, length };
        if length > cidr.address_bits() { Err(error("prefix length out of range")) } else { Ok(cidr) }
    }

    fn address_bits(&self) -> u32 {
        if self.address.is_ipv4() { 32 } else { 128 }
    }

    /// The same network, with all address bits after the prefix cleared.
    pub(crate) fn mask_address(&self) -> Self {
        let address = match self.address {
            IpAddr::V4(address) => {
                let mask = u32::MAX.checked_shl(32 - self.length).unwrap_or(0);
                IpAddr::V4(Ipv4Addr::from(u32::from(address) & mask))
            }
            IpAddr::V6(address) => {
                let mask = u128::MAX.checked_shl(128 - self.length).unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from(u128::from(address) & mask))
            }
        };
        Self { address, length: self.length }
    }

    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let same_family = self.address.is_ipv4() == address.is_ipv4();
        same_family && Self { address, length: self.length }.mask_address() == self.mask_address()
    }

    /// Whether every address of the other network is in this one.
    pub(crate) fn contains_network(&self, other: &Self) -> bool {
        other.length >= self.length && self.contains(other.address)
    }

    pub(crate) fn text(&self) -> String {
        format!("{}/{}", self.address, self.length)
    }
}

/// A parsed absolute URL or path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Url {
    text: String,
    pub(crate) scheme: String,
    /// The host, with the port if there is one.
    pub(crate) host: String,
    pub(crate) path: String,
    pub(crate) query: String,
}

impl Url {
    /// Parses what Go's `url.ParseRequestURI` accepts.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let error = |why: &str| Err(format!("URL parse error during conversion from string: parse {text:?}: {why}"));
        if text.is_empty() {
            return error("empty url");
        }
        if text.bytes().any(|c| c < b' ' || c == 0x7f) {
            return error("net/url: invalid control character in URL");
        }
        let letters = text.bytes().take_while(|c| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'-' | b'.')).count();
        let (scheme, rest) = match text[letters..].starts_with(':') {
            true if letters == 0 => return error("missing protocol scheme"),
            true if text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
                (text[..letters].to_ascii_lowercase(), &text[letters + 1..])
            }
            _ => (String::new(), text),
        };
        let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
        if !rest.starts_with('/') {
            return if scheme.is_empty() {
                error("invalid URI for request")
            } else {
                Ok(Self {
                    text: text.to_owned(),
                    scheme,
                    host: String::new(),
                    path: String::new(),
                    query: query.to_owned(),
                })
            };
        }
        let (host, path) = match rest.strip_prefix("//") {
            Some(rest) if !scheme.is_empty() => rest.split_at(rest.find('/').unwrap_or(rest.len())),
            _ => ("", rest),
        };
        let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
        if host.contains([' ', '"', '<', '>', '\\', '^', '`', '{', '}', '|']) {
            return error("invalid character in host name");
        }
        let port = host.rsplit_once(':').filter(|(_, port)| !port.contains(']'));
        if port.is_some_and(|(_, port)| !port.bytes().all(|c| c.is_ascii_digit())) {
            return error("invalid port after host");
        }
        let (host, path, query) = (host.to_owned(), path.to_owned(), query.to_owned());
        Ok(Self { text: text.to_owned(), scheme, host, path, query })
    }

    fn host_and_port(&self) -> (&str, &str) {
        match self.host.rsplit_once(':') {
            Some((name, port)) if !port.contains(']') => (name, port),
            _ => (&self.host, ""),
        }
    }

    pub(crate) fn hostname(&self) -> &str {
        self.host_and_port().0.trim_start_matches('[').trim_end_matches(']')
    }

    pub(crate) fn port(&self) -> &str {
        self.host_and_port().1
    }

    pub(crate) fn text(&self) -> &str {
        &self.text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks() {
        let cidr = |text| Cidr::parse(text).expect(text);
        assert!(cidr("10.0.0.0/8").contains(parse_ip("10.1.2.3").expect("it is one")));
        assert!(!cidr("10.0.0.0/8").contains(parse_ip("::1").expect("it is one")));
        assert!(
            cidr("0.0.0.0/0").contains_network(&cidr("10.0.0.0/8"))
                && !cidr("10.0.0.0/8").contains_network(&cidr("0.0.0.0/0"))
        );
        assert_eq!(cidr("2001:db8::1/64").mask_address().text(), "2001:db8::/64");
        for text in ["10.0.0.0", "10.0.0.0/33", "10.0.0.0/08", "x/8", "10.0.0.0/-1", ""] {
            assert!(Cidr::parse(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn urls() {
        let url = Url::parse("https://a@example.com:80/path?q=1").expect("it is one");
        assert_eq!(
            (url.hostname(), url.port(), url.path.as_str(), url.query.as_str()),
            ("example.com", "80", "/path", "q=1")
        );
        assert_eq!(Url::parse("https://[::1]:80/").expect("it is one").hostname(), "::1");
        for text in ["::", "", "relative", "https://a:b/"] {
            assert!(Url::parse(text).is_err(), "{text:?}");
        }
    }
}
