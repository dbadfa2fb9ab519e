//! Ways to turn and mirror a board that change nothing about a game.

use crate::explore::{Ground, Next};
use crate::material::Material;
use chatura_rules::Game;
use chatura_rules::random::Random;

/// A cell for each cell.
pub(crate) type Map = Vec<u8>;

/// So many positions must look the same turned as they do straight, before a turn is trusted.
const LOOKED_AT: usize = 20_000;
/// How far a turned middle of a cell may be from another.
const NEAR: f32 = 0.02;

/// That every cell stays where it is.
pub(crate) fn identity(cells: usize) -> Map {
    (0..cells).map(|cell| cell as u8).collect()
}

/// Every turn and mirror image of the board that puts cells on cells, the identity first: by quarters, thirds and sixths.
fn candidates(game: &Game) -> Vec<Map> {
    let cells = &game.board().cells;
    let count = cells.len() as f32;
    let sum = cells.iter().fold((0.0, 0.0), |sum, cell| (sum.0 + cell.centre.0, sum.1 + cell.centre.1));
    let middle = (sum.0 / count, sum.1 / count);
    let mut maps = vec![identity(cells.len())];
    for (twelfth, mirrored) in (0..12).flat_map(|twelfth| [(twelfth, false), (twelfth, true)]) {
        let (sine, cosine) = (std::f32::consts::TAU * twelfth as f32 / 12.0).sin_cos();
        let map: Option<Map> = cells
            .iter()
            .map(|cell| {
                let (x, y) = (cell.centre.0 - middle.0, cell.centre.1 - middle.1);
                let x = if mirrored { -x } else { x };
                let to = (middle.0 + x * cosine - y * sine, middle.1 + x * sine + y * cosine);
                let near = |other: (f32, f32)| (other.0 - to.0).hypot(other.1 - to.1) < NEAR;
                cells.iter().position(|other| near(other.centre)).map(|cell| cell as u8)
            })
            .collect();
        if let Some(map) = map.filter(|map| is_permutation(map))
            && !maps.contains(&map)
        {
            maps.push(map);
        }
    }
    maps
}

/// Whether every cell is somebody's.
pub(crate) fn is_permutation(map: &[u8]) -> bool {
    let mut seen = vec![false; map.len()];
    map.iter().all(|cell| seen.get_mut(usize::from(*cell)).is_some_and(|seen| !std::mem::replace(seen, true)))
}

/// The turns under which positions of a material are the same game, as far as many of them tell, the identity first.
pub(crate) fn of(ground: &Ground, material: &Material) -> Vec<Map> {
    let mut maps = candidates(ground.game());
    let cells = ground.game().board().len();
    let mut dice = Random::named("symmetry", 1);
    let mut kept = vec![identity(cells)];
    maps.remove(0);
    kept.extend(
        maps.into_iter().filter(|map| (0..LOOKED_AT).all(|_| is_same(ground, material, map, &mut dice))),
    );
    let together = kept.iter().all(|one| {
        kept.iter().all(|other| {
            let both: Map = one.iter().map(|cell| other[usize::from(*cell)]).collect();
            kept.contains(&both)
        })
    });
    if !together {
        kept.truncate(1);
    }
    kept
}

/// Whether a position drawn at random leads to the same turned as it does straight.
fn is_same(ground: &Ground, material: &Material, map: &Map, dice: &mut Random) -> bool {
    let cells = ground.game().board().len();
    let mut men = Vec::with_capacity(material.len());
    for piece in material.pieces() {
        let cell = loop {
            let cell = dice.below(cells) as u8;
            if men.iter().all(|(_, other)| *other != cell) {
                break cell;
            }
        };
        men.push((*piece, cell));
    }
    let turn = dice.below(2) as u8;
    let turned: Vec<_> = men.iter().map(|(piece, cell)| (*piece, map[usize::from(*cell)])).collect();
    match (ground.position(&men, turn), ground.position(&turned, turn)) {
        (None, None) => true,
        (Some(straight), Some(turned)) => {
            let (mut one, mut other) = (Vec::new(), Vec::new());
            let ends = [ground.explore(&straight, &mut one), ground.explore(&turned, &mut other)];
            let told = |next: &Next, turn: &dyn Fn(u8) -> u8| next.told(turn);
            let mut one: Vec<_> = one.iter().map(|next| told(next, &|cell| map[usize::from(cell)])).collect();
            let mut other: Vec<_> = other.iter().map(|next| told(next, &|cell| cell)).collect();
            one.sort_unstable();
            other.sort_unstable();
            ends[0] == ends[1] && one == other
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(name: &str, material: &str) -> usize {
        let game = chatura_define::load(name, &[], 0).expect("a game of the catalogue");
        let material = Material::of_name(&game, material).expect("pieces of it");
        let ground = Ground::new(&game).expect("a game for tables");
        of(&ground, &material).len()
    }

    #[test]
    fn boards_have_the_symmetries_their_pieces_leave() {
        assert_eq!(count("chess", "KQvK"), 8);
        assert_eq!(count("chess", "KPvK"), 2);
        assert_eq!(count("glinski", "KQvK"), 12);
    }

    #[test]
    fn cells_named_twice_are_no_permutation() {
        assert!(is_permutation(&[1, 0, 2]));
        assert!(!is_permutation(&[1, 1, 2]));
        assert!(!is_permutation(&[1, 0, 3]));
    }
}
