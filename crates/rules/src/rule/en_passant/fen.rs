//! The cells passed over, in FEN.

use crate::notation::fen::part::{Fen4Option, FenField, FenPlace};
use crate::notation::fen::{read_cells, write_cells};

/// `e3`, with commas where there are several.
pub(super) const FIELD: FenField = FenField {
    place: FenPlace::BehindTurn,
    name: "en-passant",
    is_used: |language| language.rules.en_passant.is_some(),
    read: |language, field, setup| {
        setup.en_passant = read_cells(language, field, "the cell passed over, such as e3, or -")?;
        Ok(())
    },
    write: |language, setup| Some(write_cells(language, &setup.en_passant)),
    ..FenField::PLAIN
};

/// For each player the cell passed over and the cell of the piece that passed.
pub(super) const OPTION4: Fen4Option = Fen4Option {
    key: "enPassant",
    read: |cells, setup| setup.en_passant.extend(cells),
    write: |position| {
        let passed = position.passed().into_iter();
        passed.map(|(player, over, to)| (player, over.into_iter().take(1).chain([to]).collect())).collect()
    },
};
