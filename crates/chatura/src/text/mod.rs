//! Laying out text: tables, paragraphs, boards, blocks side by side.

mod board;
mod diagram;
mod layout;

pub use board::position;
pub use diagram::{diagram, legend, mark};
pub use layout::{beside, table, wrap};
