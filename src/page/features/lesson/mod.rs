//! The views of lessons: the step, its question, its task, and terms of the glossary.

pub mod question;
pub mod task_view;
pub mod terms;
pub mod view;
