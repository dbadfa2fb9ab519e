//! Capital letters and digits as strokes, in a box 60 wide and 100 high: pictures without a font can be read, too.

/// Each character with its strokes.
const STROKES: &[(char, &str)] = &[
    ('A', "M0 100L30 0L60 100M12 62H48"),
    ('B', "M0 0V100H32C70 100 70 48 32 48H0M0 0H28C60 0 60 48 28 48"),
    ('C', "M58 18C40-8 0-4 0 50C0 104 40 108 58 82"),
    ('D', "M0 0V100H20C72 100 72 0 20 0Z"),
    ('E', "M56 0H0V100H56M0 48H44"),
    ('F', "M56 0H0V100M0 48H44"),
    ('G', "M58 18C40-8 0-4 0 50C0 106 58 108 58 54H34"),
    ('H', "M0 0V100M58 0V100M0 48H58"),
    ('I', "M30 0V100M12 0H48M12 100H48"),
    ('J', "M46 0V72C46 106 2 108 0 74"),
    ('K', "M0 0V100M56 0L0 58M20 40L58 100"),
    ('L', "M0 0V100H54"),
    ('M', "M0 100V0L31 56L62 0V100"),
    ('N', "M0 100V0L58 100V0"),
    ('O', "M30 0C-10 0-10 100 30 100C70 100 70 0 30 0Z"),
    ('P', "M0 100V0H30C68 0 68 54 30 54H0"),
    ('Q', "M30 0C-10 0-10 100 30 100C70 100 70 0 30 0ZM36 70L62 104"),
    ('R', "M0 100V0H30C68 0 68 54 30 54H0M28 54L58 100"),
    ('S', "M54 16C40-8 2-4 4 26C8 56 58 42 56 74C52 106 8 104 0 80"),
    ('T', "M30 0V100M0 0H60"),
    ('U', "M0 0V66C0 111 58 111 58 66V0"),
    ('V', "M0 0L30 100L60 0"),
    ('W', "M0 0L16 100L31 30L46 100L62 0"),
    ('X', "M0 0L58 100M58 0L0 100"),
    ('Y', "M0 0L30 46L60 0M30 46V100"),
    ('Z', "M0 0H58L0 100H58"),
    ('0', "M30 0C-8 0-8 100 30 100C68 100 68 0 30 0Z"),
    ('1', "M10 22L34 0V100M8 100H58"),
    ('2', "M4 24C6-8 56-8 54 28C52 52 16 70 2 100H56"),
    ('3', "M4 12C20-8 54-2 52 24C50 46 30 48 20 48C32 48 58 50 56 76C52 106 14 106 0 84"),
    ('4', "M44 100V0L0 68H60"),
    ('5', "M52 0H10L6 44C24 32 58 36 56 68C54 106 12 106 0 84"),
    ('6', "M50 10C26-10 0 16 0 62C0 112 58 110 58 68C58 30 8 30 1 62"),
    ('7', "M2 0H58L20 100"),
    ('8', "M30 46C-4 46-2 0 30 0C62 0 64 46 30 46C-10 46-8 100 30 100C68 100 70 46 30 46Z"),
    ('9', "M8 90C32 110 58 84 58 38C58-12 0-10 0 32C0 70 50 70 57 38"),
    ('+', "M30 22V78M2 50H58"),
    ('-', "M8 50H52"),
];
/// How far apart letters begin.
pub const STEP: f32 = 82.0;
/// How wide one is.
pub const WIDTH: f32 = 60.0;

/// The strokes of a text, each with how far to the right it begins; nothing if a character is not known. Small letters are
/// written as capitals.
pub fn strokes(text: &str) -> Option<Vec<(f32, &'static str)>> {
    let stroke = |(place, character): (usize, char)| {
        let wanted = character.to_ascii_uppercase();
        let (_, path) = STROKES.iter().find(|(known, _)| *known == wanted)?;
        Some((place as f32 * STEP, *path))
    };
    text.chars().enumerate().map(stroke).collect()
}
