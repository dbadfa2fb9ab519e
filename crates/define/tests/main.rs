//! Definitions, and the rules they compile to: against slow rules, other programs, tables and properties. One program, so that it is linked once.

mod agreement;
mod board_files;
mod common;
mod diagnostics;
mod diagram;
mod fuzz;
mod ini;
mod intricate;
mod legality;
mod many;
mod notation;
mod notation_for_many;
mod peers;
mod perft;
mod playouts;
mod ply;
mod properties;
mod rules;
mod shapes;
mod slow;
mod symmetry;
mod told;
mod varied;
mod xml;
