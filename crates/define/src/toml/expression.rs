//! Sums of variables and numbers: `{position / 16 % 6}`. Whole numbers; what is divided is rounded down.

use super::formats::Wrong;

/// How deep brackets may be nested.
const MAX_DEPTH: usize = 16;

/// The value of a sum; `number` gives that of a name.
pub(super) fn evaluate(text: &str, number: &dyn Fn(&str) -> Result<i64, Wrong>) -> Result<i64, Wrong> {
    let mut reader = Reader { tokens: tokens(text), next: 0, number };
    let value = reader.sum(0)?;
    match reader.tokens.get(reader.next) {
        None => Ok(value),
        Some(token) => Err(unexpected(token)),
    }
}

/// Names, numbers and signs. A minus belongs to a name unless there are blanks around it: `white-army`, `a - b`.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        let mut name = String::new();
        for letter in word.chars() {
            if "+*/%()".contains(letter) {
                tokens.extend((!name.is_empty()).then(|| std::mem::take(&mut name)));
                tokens.push(letter.to_string());
            } else {
                name.push(letter);
            }
        }
        tokens.extend((!name.is_empty()).then_some(name));
    }
    tokens
}

fn unexpected(token: &str) -> Wrong {
    (
        format!("\"{token}\" does not belong there"),
        "{NAME}, {NAME:FORM} or a sum such as {a * 2 + b % 4}".to_owned(),
    )
}

struct Reader<'a> {
    tokens: Vec<String>,
    next: usize,
    number: &'a dyn Fn(&str) -> Result<i64, Wrong>,
}

impl Reader<'_> {
    fn take(&mut self, signs: &[&str]) -> Option<String> {
        let token = self.tokens.get(self.next).filter(|token| signs.contains(&token.as_str()))?.clone();
        self.next += 1;
        Some(token)
    }

    fn sum(&mut self, depth: usize) -> Result<i64, Wrong> {
        let mut value = self.product(depth)?;
        while let Some(sign) = self.take(&["+", "-"]) {
            let other = self.product(depth)?;
            value = in_range(if sign == "+" { value.checked_add(other) } else { value.checked_sub(other) })?;
        }
        Ok(value)
    }

    fn product(&mut self, depth: usize) -> Result<i64, Wrong> {
        let mut value = self.single(depth)?;
        while let Some(sign) = self.take(&["*", "/", "%"]) {
            let other = self.single(depth)?;
            if other == 0 && sign != "*" {
                return Err(("nothing can be divided by 0".to_owned(), "another number".to_owned()));
            }
            value = in_range(match sign.as_str() {
                "*" => value.checked_mul(other),
                "/" => value.checked_div_euclid(other),
                _ => value.checked_rem_euclid(other),
            })?;
        }
        Ok(value)
    }

    fn single(&mut self, depth: usize) -> Result<i64, Wrong> {
        let Some(token) = self.tokens.get(self.next).cloned() else {
            return Err(("something is missing in the braces".to_owned(), unexpected("").1));
        };
        self.next += 1;
        match token.as_str() {
            "(" if depth < MAX_DEPTH => {
                let value = self.sum(depth + 1)?;
                match self.take(&[")"]) {
                    Some(_) => Ok(value),
                    None => Err(("a bracket is never closed".to_owned(), "add )".to_owned())),
                }
            }
            "(" | ")" | "+" | "*" | "/" | "%" => Err(unexpected(&token)),
            word => word.parse().or_else(|_| (self.number)(word)),
        }
    }
}

fn in_range(value: Option<i64>) -> Result<i64, Wrong> {
    value.ok_or_else(|| ("the number is too large".to_owned(), "a number of at most 18 digits".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Result<i64, String> {
        let number = |name: &str| match name {
            "n" => Ok(7),
            "white-army" => Ok(100),
            _ => Err((format!("no {name}"), String::new())),
        };
        evaluate(text, &number).map_err(|(message, _)| message)
    }

    #[test]
    fn sums_are_what_they_are_at_school() {
        for (text, expected) in [
            ("1 + 2 * 3", 7),
            ("(1 + 2) * 3", 9),
            ("n%4", 3),
            ("n / 2 - 5", -2),
            ("white-army - n", 93),
            ("-3 % 4", 1),
            ("-3 / 2", -2),
        ] {
            assert_eq!(value(text), Ok(expected), "{text}");
        }
    }

    #[test]
    fn what_is_no_sum_is_refused() {
        let deep = "(".repeat(100);
        for text in
            ["", "1 +", "1 2", "(1", ")", "m", "1 / 0", "1 % 0", "* 2", "9223372036854775807 + 1", &deep]
        {
            assert!(value(text).is_err(), "{text}");
        }
    }
}
