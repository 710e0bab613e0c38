//! The views of notices, and of what is stored on this device.

pub mod device_data;
pub mod view;
