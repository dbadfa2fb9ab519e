//! Laying out text: tables, paragraphs, diagrams, blocks side by side.

mod board;
mod diagram;
mod layout;

pub use board::draw as draw_cells;
pub use diagram::{diagram, legend, mark};
pub use layout::{beside, table, wrap};
