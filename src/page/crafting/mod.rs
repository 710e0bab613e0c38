//! Building on the stage: what a person does to the things in the picture. What is so from the start is an edit of the text; what
//! happens at the moment shown is a fork of the run.
//!
//! `find` finds the object of the text that a thing in the picture comes from, `update` does what is asked, `menu`, `page` and `drag`
//! draw. What there is to do is listed in [`craft`](crate::craft).

pub mod drag;
mod find;
pub mod menu;
pub mod page;
pub mod update;

#[cfg(test)]
mod tests;
