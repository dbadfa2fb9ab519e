//! Pictures of every game in the catalogue: whole, well-formed, with every cell and every piece.

use chatura_draw::{SvgOptions, svg};
use chatura_rules::{Cell, Game, Player, Position, notation};
use roxmltree::{Document, Node};
use std::collections::HashMap;
use std::sync::Arc;

fn game(name: &str) -> Arc<Game> {
    chatura_define::load(name, &[], 0).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn start(name: &str) -> Position {
    Position::start(&game(name))
}

fn position(name: &str, fen: &str) -> Position {
    let game = game(name);
    Position::new(&game, &notation::parse_fen(&game, fen).unwrap()).unwrap()
}

fn title<'a>(node: Node<'a, '_>) -> &'a str {
    let title = node.children().find(|child| child.has_tag_name("title"));
    title.and_then(|title| title.text()).unwrap_or_default()
}

fn all<'a, 'b>(document: &'a Document<'b>, tag: &'static str) -> impl Iterator<Item = Node<'a, 'b>> {
    document.descendants().filter(move |node| node.tag_name().name() == tag)
}

/// The groups of pieces on the board, each with the name of its cell.
fn pieces<'a, 'b>(document: &'a Document<'b>) -> impl Iterator<Item = (&'a str, Node<'a, 'b>)> {
    all(document, "g").filter_map(|node| Some((node.attribute("data-cell")?, node)))
}

/// What must hold for every picture.
fn assert_whole(position: &Position, look: &SvgOptions) {
    let game = position.game();
    let id = &game.about().id;
    let text = svg(position, look);
    let document = Document::parse(&text).unwrap_or_else(|error| panic!("{id}: {error}\n{text}"));
    let cells: Vec<&str> = all(&document, "polygon").filter_map(|node| node.attribute("data-cell")).collect();
    assert_eq!(cells.len(), game.board().len(), "{id}");
    assert!(game.board().cells.iter().all(|cell| cells.contains(&cell.name.as_str())), "{id}");
    let drawn: HashMap<&str, &str> = pieces(&document).map(|(cell, node)| (cell, title(node))).collect();
    let symbols: Vec<&str> = all(&document, "symbol").filter_map(|node| node.attribute("id")).collect();
    let mut count = 0;
    for cell in (0..game.board().len()).map(|cell| Cell(cell as u16)) {
        let piece = position.piece(cell);
        if piece.is_some() {
            count += 1;
            let kind = &game.types()[piece.kind().index()].name;
            let title = drawn[game.board().name(cell)];
            assert!(title.contains(kind.as_str()), "{id}: {title}");
        }
    }
    assert_eq!(drawn.len(), count, "{id}");
    for node in all(&document, "use") {
        let symbol = node.attribute("href").and_then(|href| href.strip_prefix('#')).unwrap();
        assert!(symbols.contains(&symbol), "{id}: {symbol}");
    }
    assert!(!text.contains("NaN") && !text.contains("inf"), "{id}");
}

#[test]
fn every_game_of_the_catalogue_is_drawn() {
    for entry in chatura_define::catalogue::list() {
        assert_whole(&start(&entry.about.id), &SvgOptions::default());
    }
}

#[test]
fn every_seat_can_be_at_the_bottom() {
    for name in ["chess", "shogi", "three-player", "three-man", "four-player", "six-player"] {
        let position = start(name);
        for seat in 0..position.game().players().len() as u8 {
            assert_whole(&position, &SvgOptions { seat: Player(seat), names: seat % 2 == 0, cell: 30.0 });
        }
    }
    let turned = svg(&start("four-player"), &SvgOptions { seat: Player(1), ..SvgOptions::default() });
    let document = Document::parse(&turned).unwrap();
    let height = |cell: &str| {
        let points =
            all(&document, "polygon").find(|node| node.attribute("data-cell") == Some(cell)).unwrap();
        let ys = points.attribute("points").unwrap().split(' ').map(|point| point.split_once(',').unwrap().1);
        ys.map(|y| y.parse::<f32>().unwrap()).fold(f32::MIN, f32::max)
    };
    assert!(height("a7") > height("d1") && height("d1") > height("n7"));
}

#[test]
fn hands_lie_beside_the_board() {
    let fen = "r1b1k2r/ppp2ppp/8/8/8/8/PPP2PPP/R1B1K2R[QPPPn] w KQkq - 0 1";
    let text = svg(&position("crazyhouse", fen), &SvgOptions::default());
    let document = Document::parse(&text).unwrap();
    let titles: Vec<&str> = all(&document, "title").filter_map(|node| node.text()).collect();
    for held in ["White in hand: 3 pawn", "White in hand: 1 queen", "Black in hand: 1 knight"] {
        assert_eq!(titles.iter().filter(|title| **title == held).count(), 1, "{held}");
    }
    assert!(all(&document, "text").any(|node| node.text() == Some("3")));
}

#[test]
fn those_who_are_out_are_grey() {
    let game = game("four-player");
    let mut setup = game.start().clone();
    setup.out = vec![Player(1)];
    setup.castling.retain(|(player, _)| *player != Player(1));
    for piece in setup.cells.iter_mut().filter(|piece| piece.is_some() && piece.owner() == Player(1)) {
        *piece = chatura_rules::Piece::new(chatura_rules::NEUTRAL, piece.kind());
    }
    let text = svg(&Position::new(&game, &setup).unwrap(), &SvgOptions::default());
    let document = Document::parse(&text).unwrap();
    let army = |class: &str| {
        let group = all(&document, "g").find(|node| node.attribute("class") == Some(class));
        group.map_or(0, |group| group.children().filter(Node::is_element).count())
    };
    assert_eq!((army("chatura-dead"), army("chatura-player-1"), army("chatura-player-2")), (16, 16, 0));
}

#[test]
fn many_players_have_marks_and_two_have_none() {
    let marks =
        |name: &str| svg(&start(name), &SvgOptions::default()).matches("<symbol id=\"chatura-mark-").count();
    assert_eq!(["chess", "three-player", "four-player", "six-player"].map(marks), [0, 3, 4, 6]);
}

#[test]
fn moats_are_drawn() {
    assert!(svg(&start("three-man"), &SvgOptions::default()).contains("--moat"));
    for name in ["chess", "cylinder", "glinski", "three-player", "four-player"] {
        assert!(!svg(&start(name), &SvgOptions::default()).contains("--moat"), "{name}");
    }
}

const HOSTILE: &str = r##"
name = "</title><script>&\"'"
[board]
shape = "rectangle"
size = [3, 3]
extra = [["<&\"", 5, 1]]
[players]
names = ["<b>", "&amp;"]
[pieces]
king = { letter = "K", moves = "K", royal = true, image = "\"><script>" }
"a<b" = { letter = "G", moves = "W" }
[setup]
array = "k2**/3**/1GK*1"
[end]
checkmate = "loss"
stalemate = "draw"
"##;

fn written(name: &str, text: &str) -> Arc<Game> {
    let path = std::env::temp_dir().join(format!("chatura-draw-{}-{name}.toml", std::process::id()));
    std::fs::write(&path, text).unwrap();
    let game = chatura_define::load(&path.to_string_lossy(), &[], 0);
    let _ = std::fs::remove_file(&path);
    game.unwrap_or_else(|error| panic!("{error:?}"))
}

#[test]
fn no_text_of_a_definition_becomes_markup() {
    let position = Position::start(&written("hostile", HOSTILE));
    assert_whole(&position, &SvgOptions::default());
    let text = svg(&position, &SvgOptions::default());
    assert!(!text.contains("<script") && !text.contains("<b>") && !text.contains("a<b"), "{text}");
    let document = Document::parse(&text).unwrap();
    assert_eq!(title(document.root_element()), "</title><script>&\"'");
}

const SMALL: &str = r#"
name = "Small"
[board]
shape = "rectangle"
size = [2, 2]
[players]
names = ["White", "Black"]
[pieces]
sentry = { letter = "G", moves = "W" }
rook = { letter = "R", moves = "R" }
[setup]
array = "g1/1G"
[end]
extinction = { of = "sentry", result = "loss" }
checkmate = "loss"
"#;

#[test]
fn a_small_board_looks_like_this() {
    let text =
        svg(&Position::start(&written("small", SMALL)), &SvgOptions { cell: 40.0, ..SvgOptions::default() });
    assert_eq!(text, include_str!("small.svg"), "{text}");
}

/// The start of a game with these lines in its `[look]`.
fn looking(parent: &str, look: &str) -> String {
    let text = format!("extends = \"{parent}\"\n[look]\n{look}\n");
    let game = chatura_define::load_text(&text, "look.toml", &[], 0)
        .unwrap_or_else(|error| panic!("{:?}", error.findings()));
    svg(&Position::start(&game), &SvgOptions::default())
}

#[test]
fn a_definition_chooses_colours_pieces_and_how_many_colours_cells_have() {
    let fills = |text: &str| {
        (1..4).map(|shade| text.matches(&format!("fill:var(--cell-{shade},")).count()).sum::<usize>()
    };
    let plain = looking("chess", "");
    assert!(plain.contains("#b58a5b") && fills(&plain) == 2);
    let green = looking("chess", "scheme = \"green\"");
    assert!(green.contains("#76945a") && green.contains("#ebecd3") && !green.contains("#b58a5b"));
    let three = looking("chess", "squares = 3\nscheme = \"slate\"");
    assert!(
        fills(&three) == 3 && ["#70839a", "#a6b4c2", "#e0e6eb"].iter().all(|colour| three.contains(colour))
    );
    assert_eq!(fills(&looking("chess", "squares = 1")), 1);
    assert_eq!(fills(&looking("shogi", "squares = 2")), 2);
    let written = |text: &str| text.contains("chatura-xiangqi-");
    assert!(written(&looking("xiangqi", "")) && !written(&looking("xiangqi", "pieces = \"western\"")));
}
