//! Ports on a node's own addresses: upstream's `HostPortInfo`.

use std::cmp::Ordering;

use api::{Set, Str};

/// A port on the node's own address.
#[derive(Clone, Debug)]
pub struct HostPort {
    /// Greater than 0.
    pub port: i32,
    /// `TCP`, `UDP` or `SCTP`.
    pub protocol: Str,
    /// `0.0.0.0` means every address.
    pub ip: Str,
}

impl HostPort {
    /// Whether both cannot be open on one node.
    #[must_use]
    pub fn conflicts_with(&self, other: &Self) -> bool {
        let every = |port: &Self| port.ip == "0.0.0.0";
        self.has_same_port(other) && (self.ip == other.ip || every(self) || every(other))
    }

    /// Whether number and protocol are the same.
    fn has_same_port(&self, other: &Self) -> bool {
        #[cfg(test)]
        tests::LOOKS.with(|looks| looks.set(looks.get() + 1));
        self.port == other.port && self.protocol == other.protocol
    }
}

// By number and protocol first, so that those which can conflict stand beside each other.
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

/// The open ports of a node, in an order in which a port is found among tens of thousands.
#[derive(Clone, Debug, Default)]
pub struct HostPorts(Set<HostPort>);

impl HostPorts {
    /// No port is open.
    #[must_use]
    pub const fn new() -> Self {
        Self(Set::new())
    }

    /// Opens a port; one that is open stays so.
    pub fn open(&mut self, port: &HostPort) {
        if !self.0.contains(port) {
            self.0.insert(port.clone());
        }
    }

    /// Closes a port, whoever else has opened it: upstream's `HostPortInfo.Remove` does not count. Test:
    /// `a_port_that_two_have_is_free_when_one_goes`.
    pub fn close(&mut self, port: &HostPort) {
        self.0.remove(port);
    }

    /// Whether a port that is open excludes this one.
    #[must_use]
    pub fn conflict_with(&self, requested_port: &HostPort) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let first = HostPort { ip: Str::default(), ..requested_port.clone() };
        self.0
            .range_from(&first)
            .take_while(|used_port| used_port.has_same_port(requested_port))
            .any(|used_port| used_port.conflicts_with(requested_port))
    }

    /// Whether all of these are open.
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
        /// How often two ports were compared.
        pub(crate) static LOOKS: Cell<usize> = const { Cell::new(0) };
    }

    #[test]
    fn ten_thousand_ports_are_opened_found_and_closed_without_looking_at_each_other() {
        const PORTS: i32 = 10_000;
        let port = |port| HostPort { port, protocol: "TCP".into(), ip: "10.0.0.1".into() };
        let mut ports = HostPorts::new();
        LOOKS.with(|looks| looks.set(0));
        // In an order that is none.
        let mixed = || (0..PORTS).map(|number| number * 7919 % PORTS + 1);
        mixed().for_each(|number| ports.open(&port(number)));
        assert!(mixed().all(|number| ports.conflict_with(&port(number))));
        assert!(!ports.conflict_with(&port(PORTS + 1)));
        mixed().for_each(|number| ports.close(&port(number)));
        assert!(!ports.conflict_with(&port(1)));
        let each = LOOKS.with(Cell::get) / usize::try_from(PORTS).expect("ports");
        assert!((4..200).contains(&each), "{each} comparisons for a port");
    }

    #[test]
    fn a_port_that_two_have_is_free_when_one_goes() {
        let port = HostPort { port: 80, protocol: "TCP".into(), ip: "0.0.0.0".into() };
        let mut ports = HostPorts::new();
        ports.open(&port);
        ports.open(&port);
        assert!(ports.conflict_with(&port));
        ports.close(&port);
        assert!(!ports.conflict_with(&port));
    }
}
