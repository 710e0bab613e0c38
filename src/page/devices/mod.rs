//! Devices and the claims for them, in a chunk that only a run with claims fetches: the device search of a filter, from its evidence. With
//! it comes the rack that `stage::devices` draws.

pub mod device_search;
