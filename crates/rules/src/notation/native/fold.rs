//! Characters that mean the same, and numerals.

/// Characters that people write for one another: each with the one it is taken for.
const VARIANTS: &[(char, &str)] = &[
    ('竜', "龍"),
    ('王', "玉"),
    ('全', "成銀"),
    ('圭', "成桂"),
    ('杏', "成香"),
    ('帥', "帅"),
    ('將', "将"),
    ('仕', "士"),
    ('馬', "马"),
    ('傌', "马"),
    ('車', "车"),
    ('俥', "车"),
    ('砲', "炮"),
    ('後', "后"),
    ('進', "进"),
    ('＋', "+"),
    ('－', "-"),
    ('–', "-"),
    ('＝', "="),
    ('．', "."),
    ('（', "("),
    ('）', ")"),
];

/// Signs that only say whose move it is.
const SIGNS: [char; 6] = ['▲', '△', '▼', '▽', '☗', '☖'];

/// A text without what makes no difference: blanks, the sign of who moves, kinds of digits, forms of characters.
pub(crate) fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_whitespace() && !SIGNS.contains(c)) {
        match (value_of(c), VARIANTS.iter().find(|(variant, _)| *variant == c)) {
            (Some(value), _) => folded.push_str(&value.to_string()),
            (_, Some((_, usual))) => folded.push_str(usual),
            _ => folded.push(c),
        }
    }
    folded
}

/// A name in the one character that diagrams have for it.
pub(crate) fn in_one_character(name: &str) -> Option<char> {
    let mut letters = name.chars();
    match (letters.next(), letters.next()) {
        (Some(one), None) => Some(one),
        _ => VARIANTS.iter().find(|(_, usual)| *usual == name).map(|(one, _)| *one),
    }
}

const NUMERALS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The numeral of a digit.
pub(crate) fn numeral(value: u16) -> char {
    NUMERALS.get(usize::from(value)).copied().unwrap_or('？')
}

/// The digit that a numeral stands for, of whatever kind.
pub(crate) fn value_of(c: char) -> Option<u32> {
    let wide = || ('０'..='９').contains(&c).then(|| c as u32 - '０' as u32);
    let numeral = || NUMERALS.iter().position(|own| *own == c).map(|value| value as u32);
    c.to_digit(10).or_else(wide).or_else(numeral)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_difference_is_folded() {
        assert_eq!(fold("▲７六 歩（77）"), "76歩(77)");
        assert_eq!(fold("２２竜"), fold("2二龍"));
        assert_eq!(fold("後車進二"), fold("后车进2"));
        assert_eq!(
            (numeral(3), value_of('三'), value_of('３'), value_of('x')),
            ('三', Some(3), Some(3), None)
        );
    }
}
