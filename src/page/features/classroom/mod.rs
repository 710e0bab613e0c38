//! Classes without a server: the sheet for teachers, the results that students hand in, and the bar of a course.

mod course_plan;
pub mod hand_in;
mod lesson_editor;
mod link_box;
mod result_sheet;
pub mod sheet;
mod text_area;
