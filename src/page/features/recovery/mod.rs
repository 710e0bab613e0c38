//! The views of notices, and of the data that the browser stores.

pub mod device_data;
pub mod view;
