//! Outlines of cells as pixels of an image.

use chatura_rules::board::Board;

/// From outlines, where y grows upward, to pixels, where it grows downward.
pub(super) struct Frame {
    left: f32,
    top: f32,
    scale: f32,
    pub width: u32,
    pub height: u32,
}

impl Frame {
    /// Keeps the pixels of a board that has some; any other gets sixty to a unit.
    pub fn of(board: &Board, size: Option<(u32, u32)>) -> Frame {
        if let Some((width, height)) = size {
            return Frame { left: 0.0, top: height as f32, scale: 1.0, width, height };
        }
        let corners = || board.cells.iter().flat_map(|cell| &cell.outline);
        let low = |axis: fn(&(f32, f32)) -> f32| corners().map(axis).fold(f32::INFINITY, f32::min);
        let high = |axis: fn(&(f32, f32)) -> f32| corners().map(axis).fold(f32::NEG_INFINITY, f32::max);
        let ((left, right), (bottom, top)) = ((low(|c| c.0), high(|c| c.0)), (low(|c| c.1), high(|c| c.1)));
        let pixels = |length: f32| {
            if length.is_finite() { (length * 60.0).ceil().clamp(1.0, 99_999.0) as u32 } else { 1 }
        };
        Frame { left, top, scale: 60.0, width: pixels(right - left), height: pixels(top - bottom) }
    }

    /// A corner in pixels, as text.
    pub fn pixel(&self, (x, y): (f32, f32)) -> (String, String) {
        let number = |value: f32| ((value * 100.0).round() / 100.0 + 0.0).to_string();
        (number((x - self.left) * self.scale), number((self.top - y) * self.scale))
    }
}
