//! The pages of the inspector, and the questions about a pod, a node or the run with their answers.

pub mod activity;
pub mod budgets_zones;
pub mod capacity;
pub mod device_search;
pub mod group;
pub mod node;
pub mod object_history;
pub mod pages;
pub mod pod;
pub mod questions;
pub mod remedies;
pub mod source;
pub mod tables;
pub mod view;
