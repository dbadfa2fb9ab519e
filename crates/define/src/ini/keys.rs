//! The keys of `variants.ini`: what each takes, what it sets, and whether that can be said here.

/// What a key takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// `true` or `false`.
    Flag,
    /// A number of this range.
    Number(i64, i64),
    /// A rank.
    Rank,
    /// A file, by number or letter.
    File,
    /// One of these words.
    Word(&'static [&'static str]),
    /// Cells.
    Cells,
    /// Types of pieces by letter.
    Types,
    /// A number for each of some types: `q:1 r:2`.
    Counts,
    /// Types and what becomes of each: `p:g s:g`.
    Pairs,
    /// Any text.
    Text,
}

/// A key.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// Its name.
    pub name: &'static str,
    /// What it takes.
    pub takes: Takes,
    /// The settings it changes.
    pub sets: &'static [&'static str],
}

const VALUES: Takes = Takes::Word(&["win", "loss", "draw"]);
const MAYBE: Takes = Takes::Word(&["win", "loss", "draw", "none"]);

macro_rules! keys {
    ($($name:literal $takes:expr $(=> $($sets:literal)*)?;)*) => {
        /// Every key but those of pieces, general ones before particular ones: so they are taken in, too.
        pub const KEYS: &[Key] = &[$(Key { name: $name, takes: $takes, sets: keys!(@ $name $($($sets)*)?) }),*];
    };
    (@ $name:literal) => { &[$name] };
    (@ $name:literal $($sets:literal)*) => { &[$($sets),*] };
}

keys! {
    // These only tell other programs how to show a game.
    "variantTemplate" Takes::Text;
    "pieceToCharTable" Takes::Text;
    "pocketSize" Takes::Text;
    "maxRank" Takes::Rank;
    "maxFile" Takes::File;
    "chess960" Takes::Flag;
    "twoBoards" Takes::Flag;
    "startFen" Takes::Text;
    "pieceValueMg" Takes::Counts;
    "pieceValueEg" Takes::Counts;
    "promotionRank" Takes::Rank;
    "doubleStepRankMin" Takes::Rank;
    "doubleStepRank" Takes::Rank;
    "whiteFlag" Takes::Cells => "flagRegionWhite";
    "blackFlag" Takes::Cells => "flagRegionBlack";
    "castlingRookPiece" Takes::Types => "castlingRookPieces";
    "whiteDropRegion" Takes::Cells => "dropRegionWhite";
    "blackDropRegion" Takes::Cells => "dropRegionBlack";
    "pawnTypes" Takes::Types => "promotionPawnTypesWhite" "promotionPawnTypesBlack" "enPassantTypesWhite"
        "enPassantTypesBlack" "nMoveRuleTypesWhite" "nMoveRuleTypesBlack";
    "promotionRegionWhite" Takes::Cells;
    "promotionRegionBlack" Takes::Cells;
    "promotionPawnTypes" Takes::Types => "promotionPawnTypesWhite" "promotionPawnTypesBlack";
    "promotionPawnTypesWhite" Takes::Types;
    "promotionPawnTypesBlack" Takes::Types;
    "promotionPieceTypes" Takes::Types => "promotionPieceTypesWhite" "promotionPieceTypesBlack";
    "promotionPieceTypesWhite" Takes::Types;
    "promotionPieceTypesBlack" Takes::Types;
    "sittuyinPromotion" Takes::Flag;
    "promotionLimit" Takes::Counts;
    "promotedPieceType" Takes::Pairs;
    "piecePromotionOnCapture" Takes::Flag;
    "mandatoryPawnPromotion" Takes::Flag;
    "mandatoryPiecePromotion" Takes::Flag;
    "pieceDemotion" Takes::Flag;
    "blastOnCapture" Takes::Flag;
    "blastImmuneTypes" Takes::Types;
    "mutuallyImmuneTypes" Takes::Types;
    "petrifyOnCaptureTypes" Takes::Types;
    "petrifyBlastPieces" Takes::Flag;
    "doubleStep" Takes::Flag;
    "doubleStepRegionWhite" Takes::Cells;
    "doubleStepRegionBlack" Takes::Cells;
    "tripleStepRegionWhite" Takes::Cells;
    "tripleStepRegionBlack" Takes::Cells;
    "enPassantRegion" Takes::Cells => "enPassantRegionWhite" "enPassantRegionBlack";
    "enPassantRegionWhite" Takes::Cells;
    "enPassantRegionBlack" Takes::Cells;
    "enPassantTypes" Takes::Types => "enPassantTypesWhite" "enPassantTypesBlack";
    "enPassantTypesWhite" Takes::Types;
    "enPassantTypesBlack" Takes::Types;
    "castling" Takes::Flag;
    "castlingDroppedPiece" Takes::Flag;
    "castlingKingsideFile" Takes::File;
    "castlingQueensideFile" Takes::File;
    "castlingRank" Takes::Rank;
    "castlingKingFile" Takes::File;
    "castlingKingPiece" Takes::Types;
    "castlingRookKingsideFile" Takes::File;
    "castlingRookQueensideFile" Takes::File;
    "castlingRookPieces" Takes::Types;
    "oppositeCastling" Takes::Flag;
    "checking" Takes::Flag;
    "dropChecks" Takes::Flag;
    "mustCapture" Takes::Flag;
    "mustDrop" Takes::Flag;
    "mustDropType" Takes::Types;
    "pieceDrops" Takes::Flag;
    "dropLoop" Takes::Flag;
    "capturesToHand" Takes::Flag;
    "firstRankPawnDrops" Takes::Flag;
    "promotionZonePawnDrops" Takes::Flag;
    "enclosingDrop" Takes::Text;
    "enclosingDropStart" Takes::Cells;
    "dropRegionWhite" Takes::Cells;
    "dropRegionBlack" Takes::Cells;
    "sittuyinRookDrop" Takes::Flag;
    "dropOppositeColoredBishop" Takes::Flag;
    "dropPromoted" Takes::Flag;
    "dropNoDoubled" Takes::Types;
    "dropNoDoubledCount" Takes::Number(0, 64);
    "immobilityIllegal" Takes::Flag;
    "gating" Takes::Flag;
    "wallingRule" Takes::Word(&["arrow", "duck", "edge", "past", "static", "none"]);
    "wallingRegion" Takes::Cells => "wallingRegionWhite" "wallingRegionBlack";
    "wallingRegionWhite" Takes::Cells;
    "wallingRegionBlack" Takes::Cells;
    "wallOrMove" Takes::Flag;
    "seirawanGating" Takes::Flag;
    "cambodianMoves" Takes::Flag;
    "diagonalLines" Takes::Cells;
    "pass" Takes::Flag => "passWhite" "passBlack";
    "passWhite" Takes::Flag;
    "passBlack" Takes::Flag;
    "passOnStalemate" Takes::Flag => "passOnStalemateWhite" "passOnStalemateBlack";
    "passOnStalemateWhite" Takes::Flag;
    "passOnStalemateBlack" Takes::Flag;
    "makpongRule" Takes::Flag;
    "flyingGeneral" Takes::Flag;
    "soldierPromotionRank" Takes::Rank;
    "flipEnclosedPieces" Takes::Text;
    "nMoveRuleTypes" Takes::Types => "nMoveRuleTypesWhite" "nMoveRuleTypesBlack";
    "nMoveRuleTypesWhite" Takes::Types;
    "nMoveRuleTypesBlack" Takes::Types;
    "nMoveRule" Takes::Number(0, 1000);
    "nFoldRule" Takes::Number(0, 100);
    "nFoldValue" VALUES;
    "nFoldValueAbsolute" Takes::Flag;
    "perpetualCheckIllegal" Takes::Flag;
    "moveRepetitionIllegal" Takes::Flag;
    "chasingRule" Takes::Word(&["axf", "none"]);
    "stalemateValue" VALUES;
    "stalematePieceCount" Takes::Flag;
    "checkmateValue" VALUES;
    "shogiPawnDropMateIllegal" Takes::Flag;
    "shatarMateRule" Takes::Flag;
    "bikjangRule" Takes::Flag;
    "bareKingValue" MAYBE;
    "bareKingMove" Takes::Flag;
    "extinctionValue" MAYBE;
    "extinctionClaim" Takes::Flag;
    "extinctionPseudoRoyal" Takes::Flag;
    "dupleCheck" Takes::Flag;
    "extinctionPieceTypes" Takes::Types;
    "extinctionPieceCount" Takes::Number(0, 64);
    "extinctionOpponentPieceCount" Takes::Number(0, 64);
    "flagPiece" Takes::Types => "flagPieceWhite" "flagPieceBlack";
    "flagPieceWhite" Takes::Types;
    "flagPieceBlack" Takes::Types;
    "flagRegion" Takes::Cells => "flagRegionWhite" "flagRegionBlack";
    "flagRegionWhite" Takes::Cells;
    "flagRegionBlack" Takes::Cells;
    "flagPieceCount" Takes::Number(1, 64);
    "flagPieceBlockedWin" Takes::Flag;
    "flagMove" Takes::Flag;
    "flagPieceSafe" Takes::Flag;
    "checkCounting" Takes::Flag;
    "connectN" Takes::Number(0, 26);
    "connectPieceTypes" Takes::Types;
    "connectVertical" Takes::Flag;
    "connectHorizontal" Takes::Flag;
    "connectDiagonal" Takes::Flag;
    "connectRegion1White" Takes::Cells;
    "connectRegion2White" Takes::Cells;
    "connectRegion1Black" Takes::Cells;
    "connectRegion2Black" Takes::Cells;
    "connectNxN" Takes::Number(0, 26);
    "collinearN" Takes::Number(0, 26);
    "connectValue" VALUES;
    "materialCounting" Takes::Word(&["janggi", "unweighted", "whitedrawodds", "blackdrawodds", "none"]);
    "adjudicateFullBoard" Takes::Flag;
    "countingRule" Takes::Word(&["makruk", "cambodian", "asean", "none"]);
    "castlingWins" Takes::Text;
}

/// Settings that nothing here can say, with the value by which they change nothing.
pub const UNSAID: &[(&str, &str)] = &[
    ("twoBoards", "false"),
    ("sittuyinPromotion", "false"),
    ("piecePromotionOnCapture", "false"),
    ("blastImmuneTypes", "-"),
    ("mutuallyImmuneTypes", "-"),
    ("petrifyBlastPieces", "false"),
    ("castlingDroppedPiece", "false"),
    ("oppositeCastling", "false"),
    ("mustDrop", "false"),
    ("enclosingDrop", "none"),
    ("enclosingDropStart", "-"),
    ("sittuyinRookDrop", "false"),
    ("dropOppositeColoredBishop", "false"),
    ("wallOrMove", "false"),
    ("cambodianMoves", "false"),
    ("diagonalLines", "-"),
    ("makpongRule", "false"),
    ("flipEnclosedPieces", "none"),
    ("nFoldValueAbsolute", "false"),
    ("moveRepetitionIllegal", "false"),
    ("shatarMateRule", "false"),
    ("bikjangRule", "false"),
    ("extinctionClaim", "false"),
    ("extinctionOpponentPieceCount", "0"),
    ("flagPieceBlockedWin", "false"),
    ("connectN", "0"),
    ("connectRegion1White", "-"),
    ("connectRegion1Black", "-"),
    ("connectNxN", "0"),
    ("collinearN", "0"),
    ("adjudicateFullBoard", "false"),
    ("countingRule", "none"),
    ("castlingWins", "-"),
];
