//! The document: cells, names, pieces, hands, written one after the other.

use crate::SvgOptions;
use crate::art::{Picture, PieceSet, alphabet};
use crate::colour::{self, Paint};
use crate::geometry::{Bounds, Point};
use crate::hand::{self, Held};
use crate::label::{self, Label, Stand};
use crate::layout::Layout;
use crate::xml::{Escaped, Length, put};
use chatura_rules::board::{Board, CellInfo};
use chatura_rules::{Cell, Game, NEUTRAL, Piece, Player, Position, notation};
use std::collections::BTreeMap;

/// Where cells differ by less than this factor, what stands in them differs only by the other.
const ALIKE: f32 = 1.7;
const EQUAL: f32 = 1.2;
/// Borders of cells, and lines drawn on the board.
const LINE: &str = "#6b6350";
const SANS: &str = "system-ui,'Segoe UI',Roboto,'DejaVu Sans',sans-serif";

/// Everything that is drawn, in its place.
pub struct Drawing<'a> {
    position: &'a Position,
    game: &'a Game,
    cell: f32,
    layout: Layout,
    stands: Vec<Stand>,
    names: Vec<Label>,
    held: Vec<Held>,
    paints: Vec<Paint>,
    /// Whether letters are strokes, for those who have no font.
    is_drawn: bool,
    /// The pictures of all pieces there are, by what they are pictures of.
    pictures: BTreeMap<Piece, Picture>,
}

impl<'a> Drawing<'a> {
    /// Puts everything in its place.
    pub fn new(position: &'a Position, options: &SvgOptions) -> Drawing<'a> {
        let game: &Game = position.game();
        let board = game.board();
        let layout = Layout::new(game, options.cell, options.seat);
        let border = options.names.then(|| label::border(board, &layout, options.cell)).flatten();
        let stands = stands(board, &layout, options.cell, |info| {
            options.names && !(border.is_some() && label::is_inside(info))
        });
        let mut names = border.unwrap_or_default();
        names.extend(stands.iter().filter_map(|stand| stand.label.clone()));
        let held = hand::held(position, &layout, Bounds::of(layout.corners()), options.cell);
        let cells = (0..board.len()).map(|cell| position.piece(Cell(cell as u16)));
        let in_hand = held.iter().map(|held| Piece::new(held.player, held.kind));
        let pieces = cells.filter(|piece| piece.is_some()).chain(in_hand);
        let set = PieceSet::Own.of(game);
        let pictures = pieces.map(|piece| (piece, Picture::of(piece, game.types(), set))).collect();
        let paints = colour::paints(game.players());
        let (cell, is_drawn) = (options.cell, false);
        Drawing { position, game, cell, layout, stands, names, held, paints, is_drawn, pictures }
    }

    /// With strokes in place of letters.
    #[cfg(feature = "raster")]
    pub fn without_font(self) -> Drawing<'a> {
        Drawing { is_drawn: true, ..self }
    }

    /// A text of one line; `anchor` says how much of it stands left of the place, `colour` what it is drawn with.
    fn text(
        &self,
        out: &mut String,
        text: &str,
        at: Point,
        size: f32,
        (anchor, colour): (f32, &str),
    ) -> bool {
        let Some(strokes) = alphabet::strokes(text).filter(|_| self.is_drawn) else { return false };
        let scale = 0.0072 * size;
        let wide = scale * (alphabet::WIDTH + alphabet::STEP * (strokes.len().max(1) - 1) as f32);
        put!(
            out,
            "<g fill=\"none\" stroke=\"{colour}\" stroke-width=\"13\" stroke-linecap=\"round\" \
             transform=\"translate({:.1} {:.1}) scale({scale:.4})\">",
            at.0 - anchor * wide,
            at.1 - 100.0 * scale
        );
        for (right, path) in strokes {
            put!(out, "<path transform=\"translate({right} 0)\" d=\"{path}\"/>");
        }
        out.push_str("</g>\n");
        true
    }

    /// The whole as text.
    pub fn document(&self) -> String {
        let mut out = String::new();
        let Bounds { low, .. } = self.bounds();
        let (wide, high) = (Length(self.bounds().width()), Length(self.bounds().height()));
        put!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} {} {wide} {high}\" width=\"{wide}\" \
             height=\"{high}\" role=\"img\" font-family=\"{SANS}\">\n<title>{}</title>\n<desc>{}</desc>\n",
            Length(low.0),
            Length(low.1),
            Escaped(&self.game.about().name),
            Escaped(&self.description()),
        );
        self.symbols(&mut out);
        // Names are dark, wherever the picture is shown; a bare board needs no ground.
        if !self.names.is_empty() {
            put!(
                out,
                "<rect x=\"{}\" y=\"{}\" width=\"{wide}\" height=\"{high}\" ",
                Length(low.0),
                Length(low.1)
            );
            put!(out, "fill=\"{0}\" style=\"fill:var(--background,{0})\"/>\n", colour::BACKGROUND);
        }
        self.cells(&mut out);
        self.names(&mut out);
        for (seat, paint) in self.paints.iter().enumerate() {
            self.army(&mut out, Player(seat as u8), &format!("player-{}", seat + 1), *paint);
        }
        self.army(&mut out, NEUTRAL, "dead", colour::DEAD);
        out.push_str("</svg>\n");
        out
    }

    fn description(&self) -> String {
        let turn = &self.game.players()[self.position.turn().index()];
        format!("{turn} to move. {}", notation::format_fen(self.position))
    }

    fn bounds(&self) -> Bounds {
        let boxes = |middle: Point, side: f32| Bounds::around(middle, side, side).corners();
        let names = self.names.iter().flat_map(|label| boxes(label.at, 1.2 * label.size));
        let held = self.held.iter().flat_map(|held| boxes(held.stand.middle, self.cell));
        let Bounds { low, high } = Bounds::of(self.layout.corners().chain(names).chain(held));
        let margin = 0.1 * self.cell;
        // Whole numbers, so that lines of even boards stay crisp.
        Bounds {
            low: ((low.0 - margin).floor(), (low.1 - margin).floor()),
            high: ((high.0 + margin).ceil(), (high.1 + margin).ceil()),
        }
    }

    fn symbols(&self, out: &mut String) {
        out.push_str("<defs>\n");
        let by_id: BTreeMap<&str, &Picture> =
            self.pictures.values().map(|picture| (picture.id.as_str(), picture)).collect();
        for (id, picture) in by_id {
            put!(out, "<symbol id=\"chatura-{id}\" viewBox=\"0 0 100 100\">{}</symbol>\n", picture.body);
        }
        for (seat, paint) in self.paints.iter().enumerate().filter(|_| self.has_marks()) {
            let (id, body) = (self.mark(seat), paint.body);
            put!(
                out,
                "<symbol id=\"chatura-{id}\" viewBox=\"-15 -15 30 30\"><path fill=\"currentColor\" \
                 stroke=\"{body}\" style=\"stroke:var(--player-{}-body,{body})\" stroke-width=\"7\" \
                 paint-order=\"stroke\" d=\"{}\"/></symbol>\n",
                seat + 1,
                colour::mark(seat)
            );
        }
        out.push_str("</defs>\n");
    }

    /// Whether colours alone might not tell players apart.
    fn has_marks(&self) -> bool {
        self.paints.len() > 2
    }

    /// The name of a player's mark, which has its colour too.
    fn mark(&self, seat: usize) -> String {
        format!("mark-{}-{}", seat + 1, self.paints[seat].name)
    }

    fn cells(&self, out: &mut String) {
        let board = self.game.board();
        let (plain, points) = (is_plain(self.game), self.game.look().points);
        put!(
            out,
            "<g stroke=\"{LINE}\" stroke-opacity=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\">\n",
            if plain { 0.9 } else { 0.45 },
            Length(self.cell * 0.025),
        );
        let (shades, scheme) = (self.game.shades(), self.game.look().scheme.as_deref());
        for family in 0..shades {
            let colour = colour::cell(scheme, family, shades, plain);
            put!(out, "<g fill=\"{colour}\" style=\"fill:var(--cell-{},{colour})", family + 1);
            // Cells without borders are to leave no seams either.
            match points {
                true => put!(out, ";stroke:var(--cell-{},{colour})\">\n", family + 1),
                false => out.push_str("\">\n"),
            }
            let shade = |cell: usize| usize::from(self.game.shade(Cell(cell as u16))) % shades;
            let own = board.cells.iter().zip(&self.layout.outlines).enumerate();
            for (_, (info, outline)) in own.filter(|(cell, _)| shade(*cell) == family) {
                let points: Vec<String> =
                    outline.iter().map(|(x, y)| format!("{},{}", Length(*x), Length(*y))).collect();
                let name = Escaped(&info.name);
                put!(
                    out,
                    "<polygon data-cell=\"{name}\" points=\"{}\"><title>{name}</title></polygon>\n",
                    points.join(" ")
                );
            }
            out.push_str("</g>\n");
        }
        out.push_str("</g>\n");
        let walls = self.layout.walls(board);
        if !walls.is_empty() {
            let width = Length(self.cell * 0.12);
            put!(out, "<path fill=\"none\" stroke=\"#3f6f9f\" style=\"stroke:var(--moat,#3f6f9f)\" ");
            put!(out, "stroke-width=\"{width}\" stroke-linecap=\"round\" d=\"{}\"/>\n", path(&walls));
        }
        self.marks(out);
    }

    /// Lines and dots that the definition draws on the board.
    fn marks(&self, out: &mut String) {
        let (lines, dots) = (self.layout.lines(self.game), self.layout.dots(self.game));
        if !lines.is_empty() {
            let width = Length(self.cell * 0.03);
            put!(out, "<path fill=\"none\" stroke=\"{LINE}\" stroke-width=\"{width}\" ");
            put!(out, "stroke-linecap=\"round\" d=\"{}\"/>\n", path(&lines));
        }
        for (x, y) in dots {
            let radius = Length(self.cell * 0.07);
            put!(out, "<circle cx=\"{}\" cy=\"{}\" r=\"{radius}\" fill=\"{LINE}\"/>\n", Length(x), Length(y));
        }
    }

    fn names(&self, out: &mut String) {
        if self.names.is_empty() {
            return;
        }
        let colour = "#4d4738";
        put!(out, "<g fill=\"{colour}\" style=\"fill:var(--names,{colour})\" text-anchor=\"middle\" ");
        out.push_str("aria-hidden=\"true\" pointer-events=\"none\">\n");
        for Label { text, at, size } in &self.names {
            let place = (at.0, at.1 + 0.36 * size);
            if self.text(out, text, place, *size, (0.5, colour)) {
                continue;
            }
            let (x, y) = (Length(place.0), Length(place.1));
            put!(out, "<text x=\"{x}\" y=\"{y}\" font-size=\"{}\">{}</text>\n", Length(*size), Escaped(text));
        }
        out.push_str("</g>\n");
    }

    /// The pieces of one owner, on the board and in hand.
    fn army(&self, out: &mut String, owner: Player, class: &str, paint: Paint) {
        let Paint { body, line, ink, .. } = paint;
        let mut pieces = String::new();
        for (cell, stand) in self.stands.iter().enumerate() {
            let piece = self.position.piece(Cell(cell as u16));
            if piece.is_some() && self.owner(piece) == owner {
                self.piece(&mut pieces, piece, stand, cell);
            }
        }
        for held in self.held.iter().filter(|held| held.player == owner) {
            self.held(&mut pieces, held);
        }
        if pieces.is_empty() {
            return;
        }
        put!(
            out,
            "<g class=\"chatura-{class}\" fill=\"{body}\" stroke=\"{line}\" color=\"{ink}\" \
             style=\"fill:var(--{class}-body,{body});stroke:var(--{class}-line,{line});\
             color:var(--{class}-ink,{ink})\" stroke-width=\"4\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\">\n{pieces}</g>\n"
        );
    }

    /// Who a piece belongs to: nobody, when its player is out.
    fn owner(&self, piece: Piece) -> Player {
        let owner = piece.owner();
        if self.position.playing().any(|player| player == owner) { owner } else { NEUTRAL }
    }

    fn piece(&self, out: &mut String, piece: Piece, stand: &Stand, cell: usize) {
        let name = self.game.board().name(Cell(cell as u16));
        let kind = &self.game.types()[piece.kind().index()].name;
        let owner = match self.owner(piece) {
            NEUTRAL => "dead",
            player => &self.game.players()[player.index()],
        };
        let title = format!("{owner} {kind}, {name}");
        let data = format!(" data-cell=\"{}\"", Escaped(name));
        self.figure(out, piece, stand, &data, &title);
        out.push_str("</g>\n");
    }

    fn held(&self, out: &mut String, held: &Held) {
        let Held { player, kind, count, stand } = held;
        let name = &self.game.types()[kind.index()].name;
        let title = format!("{} in hand: {count} {name}", self.game.players()[player.index()]);
        self.figure(out, Piece::new(*player, *kind), stand, "", &title);
        out.push_str("</g>\n");
        if *count > 1 {
            let (x, y) = (stand.middle.0 + 0.4 * stand.size, stand.middle.1 + 0.5 * stand.size);
            if self.text(out, &count.to_string(), (x, y), 0.36 * self.cell, (0.0, "#222")) {
                return;
            }
            put!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\" font-weight=\"bold\" fill=\"#222\" stroke=\"#fff\" \
                 paint-order=\"stroke\">{count}</text>\n",
                Length(x),
                Length(y),
                Length(0.36 * self.cell)
            );
        }
    }

    /// Begins the group of a piece and draws it.
    fn figure(&self, out: &mut String, piece: Piece, stand: &Stand, data: &str, title: &str) {
        let Some(picture) = self.pictures.get(&piece) else { return };
        let Stand { middle, size, .. } = stand;
        let (x, y) = (middle.0 - size / 2.0, middle.1 - size / 2.0);
        let scale = (size * 10.0).round() / 1000.0;
        put!(out, "<g{data} transform=\"translate({} {}) scale({scale})", Length(x), Length(y));
        let angle = self.layout.seats.get(piece.owner().index()).map_or(0.0, |angle| angle.to_degrees());
        if picture.pointed && angle.abs() > 0.5 {
            put!(out, " rotate({} 50 50)", Length(angle));
        }
        put!(out, "\"><title>{}</title>", Escaped(title));
        put!(out, "<use href=\"#chatura-{}\" width=\"100\" height=\"100\"/>", picture.id);
        if self.has_marks() && self.owner(piece) != NEUTRAL {
            let id = self.mark(piece.owner().index());
            put!(out, "<use href=\"#chatura-{id}\" x=\"35\" y=\"65\" width=\"30\" height=\"30\"/>");
        }
    }
}

/// Lines as a path.
fn path(lines: &[(Point, Point)]) -> String {
    let mut path = String::new();
    for (from, to) in lines {
        let [a, b, c, d] = [from.0, from.1, to.0, to.1].map(Length);
        put!(path, "M{a} {b}L{c} {d}");
    }
    path
}

/// Whether the board is of one colour: boards for written pieces traditionally are, unless a definition says otherwise.
pub fn is_plain(game: &Game) -> bool {
    if let Some(squares) = game.look().squares {
        return squares == 1;
    }
    let all = (0..game.types().len()).map(|kind| Piece::new(Player(0), chatura_rules::PieceType(kind as u8)));
    all.map(|piece| Picture::of(piece, game.types(), PieceSet::Own)).all(|picture| picture.character)
}

/// Where the piece of each cell stands, with room for the names of some.
pub fn stands(board: &Board, layout: &Layout, size: f32, is_named: impl Fn(&CellInfo) -> bool) -> Vec<Stand> {
    let places = layout.outlines.iter().zip(&layout.centres);
    // Names on large cells need not be larger than elsewhere.
    let letter = |radius: f32| 0.4 * radius.min(size / 2.0);
    let mut letters: Vec<f32> =
        places.map(|(outline, centre)| letter(label::radius(outline, *centre))).collect();
    level(&mut letters);
    let stand = |cell: usize| {
        let (outline, centre, info) = (&layout.outlines[cell], layout.centres[cell], &board.cells[cell]);
        match is_named(info) {
            true => label::beside(outline, centre, &info.name, letters[cell]),
            false => label::bare(outline, centre),
        }
    };
    let mut stands: Vec<Stand> = (0..board.len()).map(stand).collect();
    let mut sizes: Vec<f32> = stands.iter().map(|stand| stand.size).collect();
    level(&mut sizes);
    for (stand, size) in stands.iter_mut().zip(sizes) {
        stand.size = size;
    }
    stands
}

/// Makes sizes nearly equal, unless cells differ much.
fn level(sizes: &mut [f32]) {
    let (small, large) = sizes.iter().fold((f32::MAX, 0.0f32), |(s, l), size| (s.min(*size), l.max(*size)));
    if large < ALIKE * small {
        sizes.iter_mut().for_each(|size| *size = size.min(EQUAL * small));
    }
}
