//! The page.
fn main() {
    schedscope::app::start();
}
