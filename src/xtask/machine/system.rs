//! Detects the operating system, as far as it matters for installing programs.

/// Operating systems that differ in how programs are installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum System {
    Debian,
    Ubuntu,
    Fedora,
    Mac,
    Other,
}

impl System {
    pub(crate) fn here() -> Self {
        if cfg!(target_os = "macos") {
            return Self::Mac;
        }
        Self::of(&std::fs::read_to_string("/etc/os-release").unwrap_or_default())
    }

    /// Parses the content of `/etc/os-release`.
    pub(crate) fn of(release: &str) -> Self {
        let value = |name: &str| {
            let line = release.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
            line.unwrap_or_default().trim_matches('"').to_owned()
        };
        let (id, like) = (value("ID"), value("ID_LIKE"));
        match id.as_str() {
            "debian" => Self::Debian,
            "ubuntu" => Self::Ubuntu,
            "fedora" => Self::Fedora,
            _ if like.split(' ').any(|text| text == "ubuntu") => Self::Ubuntu,
            _ if like.split(' ').any(|text| text == "debian") => Self::Debian,
            _ if like.split(' ').any(|text| text == "fedora") => Self::Fedora,
            _ => Self::Other,
        }
    }
}
