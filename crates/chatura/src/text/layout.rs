//! Tables, paragraphs and blocks side by side.

/// Rows as aligned columns, two spaces apart; the last column is not padded.
pub fn table(rows: &[Vec<String>]) -> Vec<String> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns)
        .map(|column| {
            rows.iter().filter_map(|row| row.get(column)).map(|cell| width(cell)).max().unwrap_or(0)
        })
        .collect();
    rows.iter().map(|row| line(row, &widths)).collect()
}

fn line(row: &[String], widths: &[usize]) -> String {
    let mut text = String::new();
    for (cell, width) in row.iter().zip(widths) {
        text.push_str(&pad(cell, width + 2));
    }
    text.trim_end().to_owned()
}

/// A paragraph broken into lines of at most so many characters, where words allow it.
pub fn wrap(text: &str, limit: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if width(line) + 1 + width(word) <= limit => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Blocks of lines side by side, as many in a row as the limit allows, an empty line between rows.
pub fn beside(blocks: &[Vec<String>], limit: usize) -> Vec<String> {
    const GAP: usize = 4;
    let mut lines = Vec::new();
    let mut rest = blocks;
    while !rest.is_empty() {
        let mut used = 0;
        let mut count = 0;
        for block in rest {
            used += block_width(block) + GAP;
            if count > 0 && used > limit + GAP {
                break;
            }
            count += 1;
        }
        let (row, later) = rest.split_at(count);
        if !lines.is_empty() {
            lines.push(String::new());
        }
        let height = row.iter().map(Vec::len).max().unwrap_or(0);
        for index in 0..height {
            let cells = row
                .iter()
                .map(|block| pad(block.get(index).map_or("", String::as_str), block_width(block) + GAP));
            lines.push(cells.collect::<String>().trim_end().to_owned());
        }
        rest = later;
    }
    lines
}

fn block_width(block: &[String]) -> usize {
    block.iter().map(|line| width(line)).max().unwrap_or(0)
}

fn width(text: &str) -> usize {
    text.chars().count()
}

fn pad(text: &str, to: usize) -> String {
    format!("{text}{}", " ".repeat(to.saturating_sub(width(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn columns_are_aligned_by_characters_not_bytes() {
        let rows = [texts(&["NAME", "BOARD"]), texts(&["chess", "8×8"]), texts(&["schach-für-zwei", "x"])];
        assert_eq!(table(&rows), ["NAME             BOARD", "chess            8×8", "schach-für-zwei  x"]);
    }

    #[test]
    fn paragraphs_break_between_words() {
        assert_eq!(wrap("one two three four", 9), ["one two", "three", "four"]);
        assert_eq!(wrap("immeasurable", 5), ["immeasurable"]);
        assert!(wrap("  ", 5).is_empty());
    }

    #[test]
    fn blocks_stand_side_by_side_while_there_is_room() {
        let blocks = [texts(&["aa", "a"]), texts(&["bb"]), texts(&["cc"])];
        assert_eq!(beside(&blocks, 8), ["aa    bb", "a", "", "cc"]);
    }
}
