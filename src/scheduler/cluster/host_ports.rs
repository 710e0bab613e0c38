//! Host ports in use on a node. Upstream: `HostPortInfo`.

use std::cmp::Ordering;

use api::{Set, Str};

/// A port on the node's address that a pod uses or requests.
#[derive(Clone, Debug)]
pub struct HostPort {
    /// The port number, greater than 0.
    pub port: i32,
    /// The protocol: `TCP`, `UDP` or `SCTP`.
    pub protocol: Str,
    /// The IP address; `0.0.0.0` means every address.
    pub ip: Str,
}

impl HostPort {
    /// Whether both ports cannot be used on one node.
    #[must_use]
    pub fn conflicts_with(&self, other: &Self) -> bool {
        let every = |port: &Self| port.ip == "0.0.0.0";
        self.has_same_port(other) && (self.ip == other.ip || every(self) || every(other))
    }

    fn has_same_port(&self, other: &Self) -> bool {
        #[cfg(test)]
        tests::LOOKS.with(|looks| looks.set(looks.get() + 1));
        self.port == other.port && self.protocol == other.protocol
    }
}

// Sorted by number and protocol first, so that ports that can conflict are adjacent.
impl Ord for HostPort {
    fn cmp(&self, other: &Self) -> Ordering {
        #[cfg(test)]
        tests::LOOKS.with(|looks| looks.set(looks.get() + 1));
        (self.port, &self.protocol, &self.ip).cmp(&(other.port, &other.protocol, &other.ip))
    }
}

impl PartialOrd for HostPort {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for HostPort {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for HostPort {}

/// The host ports in use on a node, sorted so that a conflict is found quickly among tens of thousands.
#[derive(Clone, Debug, Default)]
pub struct HostPorts(Set<HostPort>);

impl HostPorts {
    /// Creates a set without ports.
    #[must_use]
    pub const fn new() -> Self {
        Self(Set::new())
    }

    /// Adds a port; does nothing if it is already in use.
    pub fn add(&mut self, port: &HostPort) {
        if !self.0.contains(port) {
            self.0.insert(port.clone());
        }
    }

    /// Removes a port, even if another pod uses it too: upstream's `HostPortInfo.Remove` does not count uses. Test:
    /// `a_port_that_two_have_is_free_when_one_goes`.
    pub fn remove(&mut self, port: &HostPort) {
        self.0.remove(port);
    }

    /// Whether a port in use conflicts with this one.
    #[must_use]
    pub fn has_conflict(&self, requested_port: &HostPort) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let first = HostPort { ip: Str::default(), ..requested_port.clone() };
        self.0
            .range_from(&first)
            .take_while(|used_port| used_port.has_same_port(requested_port))
            .any(|used_port| used_port.conflicts_with(requested_port))
    }

    /// Whether all ports of `others` are in use.
    #[must_use]
    pub fn contains_all(&self, others: &Self) -> bool {
        others.0.iter().all(|port| self.0.contains(port))
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::{HostPort, HostPorts};

    thread_local! {
        /// The number of port comparisons.
        pub(crate) static LOOKS: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn ten_thousand_ports_are_opened_found_and_closed_without_looking_at_each_other() {
        const PORTS: i32 = 10_000;
        let port = |port| HostPort { port, protocol: "TCP".into(), ip: "10.0.0.1".into() };
        let mut ports = HostPorts::new();
        LOOKS.with(|looks| looks.set(0));
        // Unsorted.
        let mixed = || (0..PORTS).map(|number| number * 7919 % PORTS + 1);
        mixed().for_each(|number| ports.add(&port(number)));
        assert!(mixed().all(|number| ports.has_conflict(&port(number))));
        assert!(!ports.has_conflict(&port(PORTS + 1)));
        mixed().for_each(|number| ports.remove(&port(number)));
        assert!(!ports.has_conflict(&port(1)));
        let each = LOOKS.with(Cell::get) / usize::try_from(PORTS).expect("ports");
        assert!((4..200).contains(&each), "{each} comparisons for a port");
    }

    #[test]
    fn a_port_that_two_have_is_free_when_one_goes() {
        let port = HostPort { port: 80, protocol: "TCP".into(), ip: "0.0.0.0".into() };
        let mut ports = HostPorts::new();
        ports.add(&port);
        ports.add(&port);
        assert!(ports.has_conflict(&port));
        ports.remove(&port);
        assert!(!ports.has_conflict(&port));
    }
}
