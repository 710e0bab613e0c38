//! The engine in a worker.
fn main() {
    schedscope::worker::start();
}
