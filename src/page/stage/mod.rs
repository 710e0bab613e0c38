//! The stage: the queue, the node that the moment is about, all nodes small, and the pods that move between them.
//!
//! What stands on the stage is plain data first: `page/stage/scene` makes a `StageModel` of frame, step and the attempt's
//! detail (the subject, its column, the pods in the tray of a dry run, the rail, the ladder, the scores, every number),
//! with the resource that heights stand for (what the attempt lacks, or what a person chose), and its tests hold all
//! built-in scenarios to what must be true of a picture: one pod has one tile, what stands over the rim is what is
//! missing, numbers add up, a victim stays marked from the choice to its end. What is decided beside the scheduler (`trace::ruling`) is a
//! scene too; the chunk `inspecting` draws it, with the lines of its page in the inspector. `page/stage/draw` makes SVG of it, as
//! large as there is room: geometry in attributes, colours by class, no styles. Elements carry `data-subject` (what the
//! moment is about) and `data-verdict` (what its verdict is about), by which the browser tests find them at every size
//! of the window.

pub mod budgets;
pub mod device_renderer;
pub mod draw;
pub(crate) mod flip;
pub(crate) mod overview;
pub(crate) mod pod_tile;
pub mod queues;
pub(crate) mod ruling_renderer;
pub mod scene;
pub mod stage_picture;
pub(crate) mod stage_view;
