//! The views of the builder: the list of objects, their forms, and the forms of scheduler configurations.

pub mod config_form;
pub mod focus;
pub mod group_form;
pub mod object_form;
pub mod object_tree;
pub mod objects_tab;
pub mod priority_ladder;
pub mod request_sizer;
pub mod saved_scenarios;
