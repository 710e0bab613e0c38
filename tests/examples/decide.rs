//! Decides cases.
fn main() {}
