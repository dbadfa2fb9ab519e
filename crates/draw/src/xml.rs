//! Writing XML: text that cannot break out of its place, numbers that are short.

use std::fmt::{self, Write};

/// A text as it may stand between tags and inside quotes.
pub struct Escaped<'a>(pub &'a str);

impl fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                '\'' => f.write_str("&#39;")?,
                // What XML has no place for, not even as a reference.
                c if !is_allowed(c) => f.write_char(char::REPLACEMENT_CHARACTER)?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

fn is_allowed(character: char) -> bool {
    matches!(character, '\t' | '\n' | '\r')
        || character >= ' ' && !matches!(character, '\u{fffe}' | '\u{ffff}')
}

/// A length with one digit behind the point, if it needs it.
pub struct Length(pub f32);

impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i32;
        let sign = if tenths < 0 { "-" } else { "" };
        let (whole, tenth) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
        match tenth {
            0 => write!(f, "{sign}{whole}"),
            tenth => write!(f, "{sign}{whole}.{tenth}"),
        }
    }
}

/// Adds formatted text.
macro_rules! put {
    ($out:expr, $($text:tt)*) => {{
        use std::fmt::Write;
        // Writing to a string cannot fail.
        let _ = write!($out, $($text)*);
    }};
}
pub(crate) use put;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_ends_its_element() {
        assert_eq!(Escaped("a<b> & \"c\" 'd'").to_string(), "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
        assert_eq!(Escaped("\u{0}é\u{8}").to_string(), "\u{fffd}é\u{fffd}");
    }

    #[test]
    fn lengths_are_short() {
        let texts: Vec<String> = [0.0, 1.0, -0.04, -0.06, 12.34, -3.96].map(|x| Length(x).to_string()).into();
        assert_eq!(texts, ["0", "1", "0", "-0.1", "12.3", "-4"]);
    }
}
