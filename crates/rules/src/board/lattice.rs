//! How cells lie round a cell: what the two numbers of a leap count, and by which headings it goes.

/// A leap in a walker's frame. On squares it is (to the right, forward). On hexagons the first number counts steps
/// over the side that is to the right of forward (heading 2), the second steps forward (heading 0).
pub type Leap = (i8, i8);

/// The kind of cells a board is made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Lattice {
    /// Four sides: eight headings.
    #[default]
    Squares,
    /// Six sides: twelve headings.
    Hexagons,
}

/// One step by each heading on squares, forward first, clockwise.
const SQUARE_STEPS: [Leap; 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The same on hexagons.
const HEXAGON_STEPS: [Leap; 12] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (2, -1),
    (1, -1),
    (1, -2),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-2, 1),
    (-1, 1),
    (-1, 2),
];

impl Lattice {
    /// One step by each heading, forward first, clockwise; sides and corners in turn.
    pub fn steps(self) -> &'static [Leap] {
        match self {
            Lattice::Squares => &SQUARE_STEPS,
            Lattice::Hexagons => &HEXAGON_STEPS,
        }
    }

    /// How far a leap goes to the right and forward, in units in which leaps of one length can be compared.
    pub fn extent(self, (x, y): Leap) -> (i16, i16) {
        let (x, y) = (i16::from(x), i16::from(y));
        match self {
            Lattice::Squares => (x, y),
            Lattice::Hexagons => (x, 2 * y + x),
        }
    }

    /// The leap turned clockwise to the next line of its kind: by 90 degrees on squares, by 60 on hexagons.
    pub fn turned(self, (x, y): Leap) -> Leap {
        match self {
            Lattice::Squares => (y, -x),
            Lattice::Hexagons => (x + y, -x),
        }
    }

    /// The leap turned to the next line of its kind on either side.
    pub fn beside(self, leap: Leap) -> [Leap; 2] {
        let right = self.turned(leap);
        [right, self.mirrored(self.turned(self.mirrored(leap)))]
    }

    /// The leap seen in a mirror that stands along forward.
    pub fn mirrored(self, (x, y): Leap) -> Leap {
        match self {
            Lattice::Squares => (-x, y),
            Lattice::Hexagons => (-x, x + y),
        }
    }

    /// A leap in all its directions.
    pub fn all(self, leap: Leap) -> Vec<Leap> {
        let mut leaps = Vec::with_capacity(12);
        for mut leap in [leap, self.mirrored(leap)] {
            for _ in 0..self.steps().len() / 2 {
                if !leaps.contains(&leap) {
                    leaps.push(leap);
                }
                leap = self.turned(leap);
            }
        }
        leaps
    }

    /// The headings of a leap's steps: first over sides, then over corners.
    pub fn route(self, leap: Leap) -> Vec<u8> {
        let (side, sides, corner, corners) = self.parts(leap);
        let mut route = vec![side; sides];
        route.extend(vec![corner; corners]);
        route
    }

    /// Whether a leap goes along a line of corners.
    pub fn slants(self, leap: Leap) -> bool {
        self.parts(leap).1 == 0
    }

    /// Whether a leap goes along no line.
    pub fn is_oblique(self, leap: Leap) -> bool {
        let (_, sides, _, corners) = self.parts(leap);
        sides > 0 && corners > 0
    }

    /// A leap as steps over a side and then over a corner next to it: (heading, how many, heading, how many).
    fn parts(self, (x, y): Leap) -> (u8, usize, u8, usize) {
        let steps = self.steps();
        let count = steps.len();
        let wide = |(x, y): Leap| (i16::from(x), i16::from(y));
        let (x, y) = wide((x, y));
        for side in (0..count).step_by(2) {
            for corner in [(side + 1) % count, (side + count - 1) % count] {
                let ((sx, sy), (cx, cy)) = (wide(steps[side]), wide(steps[corner]));
                // A side and the corner next to it span the lattice: the determinant is 1 or -1.
                let area = sx * cy - sy * cx;
                let (sides, corners) = (area * (x * cy - y * cx), area * (sx * y - sy * x));
                if sides >= 0 && corners >= 0 {
                    return (side as u8, sides as usize, corner as u8, corners as usize);
                }
            }
        }
        (0, 0, 1, 0)
    }

    /// The headings of a leap on squares walked over sides only: one axis first, then the other; both orders.
    /// Anything but an oblique leap on squares has its one route.
    pub fn routes(self, leap: Leap) -> Vec<Vec<u8>> {
        if self != Lattice::Squares || !self.is_oblique(leap) {
            return vec![self.route(leap)];
        }
        let (right, forward) = leap;
        let along = vec![if forward > 0 { 0 } else { 4 }; usize::from(forward.unsigned_abs())];
        let across = vec![if right > 0 { 2 } else { 6 }; usize::from(right.unsigned_abs())];
        vec![[along.clone(), across.clone()].concat(), [across, along].concat()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leap_goes_over_sides_first() {
        for (leap, route) in
            [((1, 2), vec![0, 1]), ((2, -1), vec![2, 3]), ((-3, 1), vec![6, 6, 7]), ((2, 2), vec![1, 1])]
        {
            assert_eq!(Lattice::Squares.route(leap), route, "{leap:?}");
        }
        for (leap, route) in
            [((1, 2), vec![0, 1]), ((2, 1), vec![2, 1]), ((3, -1), vec![2, 3]), ((0, -2), vec![6, 6])]
        {
            assert_eq!(Lattice::Hexagons.route(leap), route, "{leap:?}");
        }
    }

    #[test]
    fn an_oblique_leap_on_squares_is_an_l_both_ways() {
        assert_eq!(Lattice::Squares.routes((1, 2)), [[0, 0, 2], [2, 0, 0]]);
        assert_eq!(Lattice::Squares.routes((-2, 1)), [[0, 6, 6], [6, 6, 0]]);
        assert_eq!(Lattice::Squares.routes((0, 2)), [[0, 0]]);
        assert_eq!(Lattice::Hexagons.routes((1, 2)), [[0, 1]]);
    }

    #[test]
    fn every_leap_has_as_many_directions_as_its_kind_of_line() {
        for (leap, squares, hexagons) in [((0, 1), 4, 6), ((1, 1), 4, 6), ((1, 2), 8, 12), ((2, 2), 4, 6)] {
            assert_eq!(Lattice::Squares.all(leap).len(), squares, "{leap:?}");
            assert_eq!(Lattice::Hexagons.all(leap).len(), hexagons, "{leap:?}");
        }
    }
}
