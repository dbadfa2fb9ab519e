//! How the players of a game for many stand, in FEN: who is out, the points.

use crate::cell::Player;
use crate::notation::Language;
use crate::notation::fen::FenError;
use crate::notation::fen::fields::Field;
use crate::notation::fen::part::{Fen4Field, FenField, FenPlace};
use crate::position::setup::Setup;

/// `out:b,r=`; `+` joins those who left at once.
pub(super) const OUT: FenField = FenField {
    place: FenPlace::Word("out"),
    is_used: |language| language.is_for_many(),
    read: read_out,
    write: |language, setup| (!setup.out.is_empty()).then(|| write_out(language, setup)),
    ..FenField::PLAIN
};

/// `points:0,3,5,0`
pub(in crate::rule) const POINTS: FenField = FenField {
    place: FenPlace::Word("points"),
    name: "",
    is_used: counts_points,
    default: |language, setup| {
        if counts_points(language) {
            setup.points = vec![0; language.players.len()];
        }
    },
    read: read_points,
    write: |_, setup| {
        let points: Vec<String> = setup.points.iter().map(i16::to_string).collect();
        setup.points.iter().any(|points| *points != 0).then(|| points.join(","))
    },
};

/// Who is out, as FEN4 has it.
pub(super) const OUT4: Fen4Field = Fen4Field {
    order: 1,
    what: "who is out",
    flags: true,
    read: |_, flags, setup| {
        let players = (0..4).map(Player);
        setup.out = players.filter(|player| flags[player.index()] != 0).collect();
    },
    write: |_, setup, player| setup.out.contains(&player).into(),
};

/// The points, as FEN4 has them.
pub(in crate::rule) const POINTS4: Fen4Field = Fen4Field {
    order: 4,
    what: "the points",
    flags: false,
    read: |language, points, setup| {
        if counts_points(language) {
            setup.points = points.to_vec();
        }
    },
    write: |_, setup, player| setup.points.get(player.index()).copied().unwrap_or(0),
};

/// Points are for more than two.
fn counts_points(language: &Language<'_>) -> bool {
    language.is_for_many() && language.rules.points.is_some()
}

fn read_out(language: &Language<'_>, (start, text): Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let mut at = start;
    for item in text.split([',', '+']) {
        let together = text[..at - start].ends_with('+');
        let (mark, drawn) = match item.strip_suffix('=') {
            Some(mark) => (mark, true),
            None => (item, false),
        };
        let Some(player) = language.marked(mark).filter(|player| !setup.out.contains(player)) else {
            let help = format!("marks of players such as {}, with commas", language.mark(Player(0)));
            return Err(FenError::new(at, format!("\"{item}\" is nobody who can be out"), help));
        };
        setup.out.push(player);
        if together {
            setup.together.push(player);
        }
        if drawn {
            setup.drawn.push(player);
        }
        at += item.len() + 1;
    }
    setup.drawn.sort();
    Ok(())
}

fn write_out(language: &Language<'_>, setup: &Setup) -> String {
    let mut text = String::new();
    for (index, player) in setup.out.iter().enumerate() {
        text += match index {
            0 => "",
            _ if setup.together.contains(player) => "+",
            _ => ",",
        };
        text.push(language.mark(*player));
        text += if setup.drawn.contains(player) { "=" } else { "" };
    }
    text
}

fn read_points(language: &Language<'_>, (start, text): Field<'_>, setup: &mut Setup) -> Result<(), FenError> {
    let points: Option<Vec<i16>> = text.split(',').map(|number| number.parse().ok()).collect();
    let count = language.players.len();
    setup.points = points.filter(|points| points.len() == count).ok_or_else(|| {
        let message = format!("\"{text}\" does not say how many points each player has");
        FenError::new(start, message, format!("{count} numbers such as {}", vec!["0"; count].join(",")))
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use crate::cell::Player;
    use crate::notation::fen::{read, write};
    use crate::notation::language::samples::sample;

    #[test]
    fn who_is_out_and_what_they_have_is_kept() {
        let four = sample(4, 1, &[], &["Red", "Blue", "Yellow", "Green"], &["K"]).with_points_and_two_moves();
        let language = four.language();
        for text in [
            "rK,2,yK r - - 3 9",
            "rK,2,yK r - - 3 9 out:g,b",
            "rK,2,yK y - - 3 9 out:b=,g points:0,-3,20,1 moved:1",
            "rK,2,yK y - - 3 9 out:b+g",
        ] {
            let setup = read(&language, text).unwrap();
            assert_eq!(write(&language, &setup), text);
        }
        let setup = read(&language, "rK,2,yK r moved:0 points:0,0,0,0 out:g=,b=").unwrap();
        assert_eq!((setup.out, setup.drawn), (vec![Player(3), Player(1)], vec![Player(1), Player(3)]));
        assert_eq!((setup.points, setup.moved), (vec![0; 4], 0));
    }

    #[test]
    fn what_a_game_does_not_know_is_refused_where_it_stands() {
        let three = sample(4, 1, &[], &["White", "Black", "Red"], &["K"]);
        let language = three.language();
        let column = |language: &crate::notation::Language<'_>, words: &str| {
            read(language, &format!("4 w - - 0 1 {words}")).unwrap_err().column
        };
        assert_eq!(column(&language, "out:w,x"), 18);
        assert_eq!(column(&language, "out:w,w"), 18);
        assert_eq!(column(&language, "out:"), 16);
        assert_eq!(column(&language, "out:b out:r"), 18);
        assert_eq!(column(&language, "points:1,2,3"), 12);
        assert_eq!(column(&language, "moved:1"), 12);
        assert_eq!(column(&language, "hello:1"), 12);
        drop(language);
        let three = three.with_points_and_two_moves();
        let language = three.language();
        assert_eq!(column(&language, "points:1,2"), 19);
        assert_eq!(column(&language, "points:1,2,99999"), 19);
        assert_eq!(column(&language, "moved:2"), 18);
    }
}
