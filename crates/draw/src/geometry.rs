//! Points and convex outlines: what fits where.

/// A point; y grows downward, as in SVG.
pub type Point = (f32, f32);

/// A corner with everything inside, or a size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The upper left corner.
    pub low: Point,
    /// The lower right corner.
    pub high: Point,
}

impl Bounds {
    /// The smallest box round some points.
    pub fn of(points: impl IntoIterator<Item = Point>) -> Bounds {
        let nothing = Bounds { low: (f32::MAX, f32::MAX), high: (f32::MIN, f32::MIN) };
        points.into_iter().fold(nothing, |b, (x, y)| Bounds {
            low: (b.low.0.min(x), b.low.1.min(y)),
            high: (b.high.0.max(x), b.high.1.max(y)),
        })
    }

    /// The box round a middle.
    pub fn around(middle: Point, wide: f32, high: f32) -> Bounds {
        let (x, y) = middle;
        Bounds { low: (x - wide / 2.0, y - high / 2.0), high: (x + wide / 2.0, y + high / 2.0) }
    }

    /// From the left to the right.
    pub fn width(&self) -> f32 {
        self.high.0 - self.low.0
    }

    /// From the top to the bottom.
    pub fn height(&self) -> f32 {
        self.high.1 - self.low.1
    }

    /// Its four corners.
    pub fn corners(&self) -> [Point; 4] {
        let Bounds { low, high } = *self;
        [low, (high.0, low.1), high, (low.0, high.1)]
    }
}

/// A point turned round the origin by an angle, clockwise on the screen.
pub fn turned((x, y): Point, angle: f32) -> Point {
    let (sin, cos) = angle.sin_cos();
    (x * cos - y * sin, x * sin + y * cos)
}

/// The mean of points.
pub fn mean(points: impl IntoIterator<Item = Point>) -> Option<Point> {
    let (sum, count) =
        points.into_iter().fold(((0.0, 0.0), 0), |(sum, n), p| ((sum.0 + p.0, sum.1 + p.1), n + 1));
    (count > 0).then(|| (sum.0 / count as f32, sum.1 / count as f32))
}

/// The area inside an outline.
pub fn area(outline: &[Point]) -> f32 {
    let twice: f32 = sides(outline).map(|((ax, ay), (bx, by))| ax * by - bx * ay).sum();
    twice.abs() / 2.0
}

fn sides(outline: &[Point]) -> impl Iterator<Item = (Point, Point)> + '_ {
    let next = outline.iter().cycle().skip(1);
    outline.iter().copied().zip(next.copied())
}

/// The sides of an outline as (outward normal of length 1, how far out).
fn walls(outline: &[Point]) -> impl Iterator<Item = (Point, f32)> + '_ {
    let middle = mean(outline.iter().copied()).unwrap_or_default();
    sides(outline).filter_map(move |((ax, ay), (bx, by))| {
        let length = (bx - ax).hypot(by - ay);
        let normal = ((by - ay) / length, (ax - bx) / length);
        let outward = if dot(normal, (ax - middle.0, ay - middle.1)) < 0.0 { -1.0 } else { 1.0 };
        let normal = (normal.0 * outward, normal.1 * outward);
        (length > 1e-6).then(|| (normal, dot(normal, (ax, ay))))
    })
}

fn dot(a: Point, b: Point) -> f32 {
    a.0 * b.0 + a.1 * b.1
}

/// How large a shape round a middle can be inside an outline: the factor by which it just touches a side.
pub fn room(outline: &[Point], middle: Point, shape: &[Point]) -> f32 {
    let mut room = f32::MAX;
    for (normal, far) in walls(outline) {
        let space = far - dot(normal, middle);
        let reach = shape.iter().map(|p| dot(normal, *p)).fold(0.0, f32::max);
        if reach > 1e-6 {
            room = room.min(space / reach);
        }
    }
    if room == f32::MAX { 0.0 } else { room.max(0.0) }
}

/// How far a box may move from a middle in a direction and stay inside; `None` if it does not fit there at all.
pub fn slide(outline: &[Point], middle: Point, direction: Point, shape: &[Point]) -> Option<f32> {
    let mut far = f32::MAX;
    for (normal, wall) in walls(outline) {
        let reach = shape.iter().map(|p| dot(normal, *p)).fold(f32::MIN, f32::max);
        let space = wall - dot(normal, middle) - reach;
        let speed = dot(normal, direction);
        if space < 0.0 {
            return None;
        }
        if speed > 1e-6 {
            far = far.min(space / speed);
        }
    }
    (far < f32::MAX).then_some(far)
}

/// Whether two convex shapes overlap.
pub fn overlap(one: &[Point], other: &[Point]) -> bool {
    let apart = |a: &[Point], b: &[Point]| {
        walls(a).any(|(normal, far)| b.iter().all(|point| dot(normal, *point) >= far - 1e-4))
    };
    !apart(one, other) && !apart(other, one)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: [Point; 4] = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)];

    #[test]
    fn a_shape_grows_until_it_touches() {
        let unit = Bounds::around((0.0, 0.0), 1.0, 1.0).corners();
        assert_eq!(room(&SQUARE, (1.0, 1.0), &unit), 2.0);
        assert_eq!(room(&SQUARE, (0.5, 1.0), &unit), 1.0);
        let back: Vec<Point> = SQUARE.iter().rev().copied().collect();
        assert_eq!(room(&back, (1.0, 1.0), &unit), 2.0);
        assert_eq!(area(&back), 4.0);
    }

    #[test]
    fn a_box_slides_to_the_border() {
        let unit = Bounds::around((0.0, 0.0), 1.0, 1.0).corners();
        assert_eq!(slide(&SQUARE, (1.0, 1.0), (1.0, 0.0), &unit), Some(0.5));
        assert_eq!(slide(&SQUARE, (1.0, 1.0), (1.0, 0.0), &SQUARE), None);
    }

    #[test]
    fn shapes_that_only_touch_do_not_overlap() {
        let beside = SQUARE.map(|(x, y)| (x + 2.0, y));
        let over = SQUARE.map(|(x, y)| (x + 1.9, y));
        assert!(!overlap(&SQUARE, &beside) && overlap(&SQUARE, &over));
    }
}
