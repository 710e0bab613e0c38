//! The wording of each release: reasons, events, conditions, errors and log lines.

mod field_errors;
mod groups;
mod log;
mod messages;
mod v1_16;
mod v1_20;
mod v1_34;
mod v1_36;

pub use field_errors::field_error_message;
pub use messages::quota_message;
use runlog::Wording;

use super::Release;

/// The wording of v1.34, for programs that do not include earlier ones.
pub const V1_34_WORDING: &dyn Wording = v1_34::WORDING;
/// The wording of v1.36, for programs that do not include earlier ones.
pub const V1_36_WORDING: &dyn Wording = v1_36::WORDING;

/// Returns the wording of a release.
#[must_use]
pub fn wording(release: Release) -> &'static dyn Wording {
    match release {
        Release::V1_16 => v1_16::WORDING,
        Release::V1_20 => v1_20::WORDING,
        Release::V1_34 => v1_34::WORDING,
        Release::V1_36 => v1_36::WORDING,
    }
}
