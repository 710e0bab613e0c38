//! The page and, in a worker, the engine.
fn main() {
    schedscope::app::start();
}
