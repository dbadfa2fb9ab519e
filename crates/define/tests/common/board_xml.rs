//! Small board files for tests. The cells come last, so that what tests look at stands near the top.

use std::fmt::Write;

/// The rules of chess as a board file says them.
pub const RULES: &str = r#"  <Rules>
    <Rule Name="EdgeStep" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="IGNORE" Rank="IGNORE" Family="IGNORE" />
    <Rule Name="CornerStep" Type="MOVE_AND_CAPTURE" Direction="VERTEX" Manoeuvre="BLINKER" MaxRecurrenceAllowed="1" File="IGNORE" Rank="IGNORE" Family="IGNORE" />
    <Rule Name="Straight" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="BLINKER" MaxRecurrenceAllowed="99" File="IGNORE" Rank="IGNORE" Family="IGNORE" />
    <Rule Name="Slanting" Type="MOVE_AND_CAPTURE" Direction="VERTEX" Manoeuvre="BLINKER" MaxRecurrenceAllowed="99" File="IGNORE" Rank="IGNORE" Family="SAME" />
    <Rule Name="PawnStep" Type="MOVE" Direction="EDGE" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="SAME" Rank="FORWARD" Family="DIFFERENT" />
    <Rule Name="PawnTakes" Type="MOVE_IFF_CAPTURE_POSSIBLE" Direction="VERTEX" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="DIFFERENT" Rank="FORWARD" Family="SAME" />
    <Rule Name="KnightNE" Type="MOVE_TRANSIENT" Direction="VERTEX" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="FORWARD" Rank="FORWARD" Family="SAME">
      <Rules>
        <Rule Name="KnightNE1" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="SAME" Rank="FORWARD" Family="IGNORE" />
        <Rule Name="KnightNE2" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="FORWARD" Rank="SAME" Family="IGNORE" />
      </Rules>
    </Rule>
    <Rule Name="KnightNW" Type="MOVE_TRANSIENT" Direction="VERTEX" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="BACKWARD" Rank="FORWARD" Family="SAME">
      <Rules>
        <Rule Name="KnightNW1" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="SAME" Rank="FORWARD" Family="IGNORE" />
        <Rule Name="KnightNW2" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="BACKWARD" Rank="SAME" Family="IGNORE" />
      </Rules>
    </Rule>
    <Rule Name="KnightSE" Type="MOVE_TRANSIENT" Direction="VERTEX" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="FORWARD" Rank="BACKWARD" Family="SAME">
      <Rules>
        <Rule Name="KnightSE1" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="SAME" Rank="BACKWARD" Family="IGNORE" />
        <Rule Name="KnightSE2" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="FORWARD" Rank="SAME" Family="IGNORE" />
      </Rules>
    </Rule>
    <Rule Name="KnightSW" Type="MOVE_TRANSIENT" Direction="VERTEX" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="BACKWARD" Rank="BACKWARD" Family="SAME">
      <Rules>
        <Rule Name="KnightSW1" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="SAME" Rank="BACKWARD" Family="IGNORE" />
        <Rule Name="KnightSW2" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="FILE_AND_RANK" MaxRecurrenceAllowed="1" File="BACKWARD" Rank="SAME" Family="IGNORE" />
      </Rules>
    </Rule>
  </Rules>
"#;

/// What each piece of chess may do.
const PIECES: &[(&str, &str)] = &[
    ("King", "EdgeStep CornerStep"),
    ("Queen", "Straight Slanting"),
    ("Rook", "Straight"),
    ("Bishop", "Slanting"),
    ("Knight", "KnightNE KnightNW KnightSE KnightSW"),
    ("Pawn", "PawnStep PawnTakes"),
];

/// Chess, complete.
pub fn chess() -> String {
    let mut text = String::from(
        "<Board Name=\"Chess\" RuleEngine=\"ExtendedRuleEngine\" RuleProcessor=\"ExtendedRuleProcessor\">\n",
    );
    text.push_str(RULES);
    text.push_str("  <Pieces>\n");
    for family in ["White", "Black"] {
        for (piece, rules) in PIECES {
            text.push_str(&piece_element(&format!("{piece}{family}"), family, rules));
        }
    }
    text.push_str("  </Pieces>\n  <Players>\n");
    let back = ["Rook", "Knight", "Bishop", "Queen", "King", "Bishop", "Knight", "Rook"];
    for (family, first, second) in [("White", 1, 2), ("Black", 8, 7)] {
        let _ = writeln!(text, "    <Player Name=\"{family}\"><Pieces>");
        for (file, piece) in ('a'..='h').zip(back) {
            for (name, rank) in [(piece, first), ("Pawn", second)] {
                let _ = writeln!(text, "      <Piece Name=\"{name}{family}\" Position=\"{file}{rank}\" />");
            }
        }
        text.push_str("    </Pieces><BoardMapping>\n");
        for rank in (1..=8).filter(|_| family == "Black") {
            let _ = writeln!(text, "      <Map From=\"{rank}\" To=\"{}\" />", 9 - rank);
        }
        text.push_str("    </BoardMapping></Player>\n");
    }
    text.push_str("  </Players>\n");
    text.push_str(&positions(8, 8));
    text.push_str("</Board>\n");
    text
}

fn piece_element(name: &str, family: &str, rules: &str) -> String {
    let rules: String = rules.split(' ').map(|rule| format!("<Rule>{rule}</Rule>")).collect();
    format!("    <Piece Name=\"{name}\" Family=\"{family}\"><AllowedMoves>{rules}</AllowedMoves></Piece>\n")
}

/// A small game with guns, for two.
pub const DUEL: &str = r#"<Board Name="Duel" BoardImage="duel.png" Width="180" Height="360">
  <ColourScheme>
    <Family Name="dark" Color="brown" />
    <Family Name="light" Color="ivory" />
  </ColourScheme>
  <Rules>
    <Rule Name="Step" Type="MOVE_AND_CAPTURE" Direction="EDGE" Manoeuvre="BLINKER" MaxRecurrenceAllowed="1" File="IGNORE" Rank="IGNORE" Family="IGNORE" />
    <Rule Name="Rush" Type="MOVE" Direction="EDGE" Manoeuvre="BLINKER" MaxRecurrenceAllowed="2" File="SAME" Rank="FORWARD" Family="IGNORE" Lifespan="1" />
    <Rule Name="Aim" Type="MOVE_TRANSIENT" Direction="EDGE" Manoeuvre="BLINKER" MaxRecurrenceAllowed="2" File="SAME" Rank="FORWARD" Family="IGNORE">
      <Rules>
        <Rule Name="Shot" Type="CUSTOM" Direction="EDGE" Manoeuvre="BLINKER" MaxRecurrenceAllowed="3" File="SAME" Rank="FORWARD" Family="IGNORE" CustomRuleName="BOMB[GUN]" />
      </Rules>
    </Rule>
  </Rules>
  <Pieces>
    <Piece Name="KingRed" Image="kr.png" Family="Red"><AllowedMoves><Rule>Step</Rule></AllowedMoves></Piece>
    <Piece Name="KingBlue" Image="kb.png" Family="Blue"><AllowedMoves><Rule>Step</Rule></AllowedMoves></Piece>
    <Piece Name="Gun"><AllowedMoves><Rule>Step</Rule><Rule>Aim</Rule></AllowedMoves></Piece>
    <Piece Name="Pawn"><AllowedMoves><Rule>Step</Rule><Rule>Rush</Rule></AllowedMoves></Piece>
  </Pieces>
  <Players>
    <Player Name="Red">
      <Pieces>
        <Piece Name="King" PieceRef="KingRed" PositionRef="a1" />
        <Piece Name="Gun" PieceRef="Gun" PositionRef="b1" />
        <Piece Name="Pawn" PieceRef="Pawn" PositionRef="c1" />
      </Pieces>
      <BoardMapping />
    </Player>
    <Player Name="Blue">
      <Pieces>
        <Piece Name="King" PieceRef="KingBlue" PositionRef="c6" />
        <Piece Name="Pawn1" PieceRef="Pawn" PositionRef="b6" />
        <Piece Name="Pawn2" PieceRef="Pawn" PositionRef="b5" />
      </Pieces>
      <BoardMapping>
        <Map From="1" To="6" /><Map From="2" To="5" /><Map From="3" To="4" />
        <Map From="4" To="3" /><Map From="5" To="2" /><Map From="6" To="1" />
      </BoardMapping>
    </Player>
  </Players>
"#;

/// The small game with its cells.
pub fn duel() -> String {
    format!("{DUEL}{}</Board>\n", positions(3, 6))
}

/// The cells of a rectangle.
pub fn positions(files: i32, ranks: i32) -> String {
    const AROUND: [(i32, i32); 8] = [(-1, 0), (-1, -1), (0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1)];
    let mut text = String::from("  <Positions>\n");
    let name = |file: i32, rank: i32| format!("{}{rank}", (b'a' + file as u8) as char);
    for (file, rank) in (0..files).flat_map(|file| (1..=ranks).map(move |rank| (file, rank))) {
        let family = if (file + rank) % 2 == 1 { "dark" } else { "light" };
        let letter = (b'a' + file as u8) as char;
        let _ =
            write!(text, "    <Position File=\"{letter}\" Rank=\"{rank}\" Family=\"{family}\"><Directions>");
        for (slot, (x, y)) in AROUND.into_iter().enumerate() {
            let touch = if slot % 2 == 0 { "EDGE" } else { "VERTEX" };
            let _ = write!(text, "<Direction Name=\"S{slot}\" Type=\"{touch}\">");
            if (0..files).contains(&(file + x)) && (1..=ranks).contains(&(rank + y)) {
                let _ = write!(text, "<LinkedPosition>{}</LinkedPosition>", name(file + x, rank + y));
            }
            text.push_str("</Direction>");
        }
        text.push_str("</Directions><Connections>");
        for slot in 0..8 {
            let _ = write!(text, "<Connection Point1=\"S{slot}\" Point2=\"S{}\" />", (slot + 1) % 8);
        }
        let (left, right, top, bottom) =
            (60 * file, 60 * (file + 1), 60 * (ranks - rank), 60 * (ranks - rank + 1));
        let _ = writeln!(
            text,
            "</Connections><Shape Type=\"Quard\"><Coordinates x1=\"{left}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{bottom}\" \
             x3=\"{right}\" y3=\"{top}\" x4=\"{left}\" y4=\"{top}\" /></Shape></Position>"
        );
    }
    text.push_str("  </Positions>\n");
    text
}

/// Three-player chess, complete, as the first board files had it: rules of steps for every piece, cells in the middle that branch,
/// files and ranks that each player counts otherwise, and what is odd in these files.
pub fn three() -> String {
    let game = chatura_define::load("three-player", &[], 0).unwrap();
    let written = chatura_define::xml::write(&game).unwrap();
    let (cells, rest) = written.split_once("  <Rules>\n").unwrap();
    let (_, armies) = rest.split_once("\n  </Rules>\n").unwrap();
    let mut text = cells.replace("PlainRule", "ExtendedRule") + RULES;
    text = text.replacen(
        "  </ColourScheme>",
        "    <Family Name=\"dark\" Color=\"brown\" />\n  </ColourScheme>",
        1,
    );
    let mut is_inside = false;
    for line in armies.lines() {
        let named = line.trim_start().strip_prefix("<Piece Name=\"").filter(|_| line.contains(" Image="));
        let rules = named.and_then(|named| {
            let is_it = |(piece, _): &&(&str, &str)| named.to_lowercase().starts_with(&piece.to_lowercase());
            PIECES.iter().find(is_it).map(|(_, rules)| *rules)
        });
        is_inside &= !line.contains("</Piece>");
        if !is_inside {
            let _ = writeln!(text, "{line}");
        }
        if let Some(rules) = rules {
            let each: String = rules.split(' ').map(|rule| format!("<Rule>{rule}</Rule>")).collect();
            let _ = writeln!(text, "      <AllowedMoves>{each}</AllowedMoves>");
            is_inside = true;
        }
    }
    text.replacen("<BoardMapping>", "<BoardMapping>\n        <Map From=\"\" To=\"\" />", 1)
}
