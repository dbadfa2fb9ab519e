//! Images people send: PNG, or SVG with nothing in it but shapes.

use crate::problem::Problem;

/// The widest and highest PNG, in pixels.
const MAX_SIDE: u32 = 4096;
/// The most elements of an SVG, and how deep they may lie in each other.
const MAX_ELEMENTS: usize = 5_000;
const MAX_DEPTH: usize = 32;

/// Elements that draw and do nothing else.
const ELEMENTS: &[&str] = &[
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "defs",
    "linearGradient",
    "radialGradient",
    "stop",
    "clipPath",
    "mask",
    "title",
    "desc",
];

/// Elements whose content is drawn again wherever they are named. Nothing in them may name another: a few that name each
/// other would be drawn without end.
const DRAWN_AGAIN: &[&str] = &["clipPath", "mask"];

/// The media type of an image that may be shown to others, or why it may not.
pub fn check(bytes: &[u8]) -> Result<&'static str, Problem> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        check_png(bytes)?;
        return Ok("image/png");
    }
    let text = std::str::from_utf8(bytes).map_err(|_| refuse("an image is PNG or SVG"))?;
    check_svg(text)?;
    Ok("image/svg+xml")
}

fn refuse(detail: impl Into<String>) -> Problem {
    Problem::bad("bad-image", detail)
}

fn check_png(bytes: &[u8]) -> Result<(), Problem> {
    let number = |at: usize| bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_be_bytes);
    let sides = number(16).zip(number(20)).filter(|_| bytes.get(12..16) == Some(b"IHDR"));
    let (width, height) = sides.ok_or_else(|| refuse("this PNG has no header"))?;
    match (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height) {
        true => Ok(()),
        false => Err(refuse(format!("a PNG has 1 to {MAX_SIDE} pixels a side, not {width} by {height}"))),
    }
}

fn check_svg(text: &str) -> Result<(), Problem> {
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        // Text and comments between elements count as well.
        nodes_limit: MAX_ELEMENTS as u32 * 4,
        ..Default::default()
    };
    let document = roxmltree::Document::parse_with_options(text, options)
        .map_err(|error| refuse(format!("no SVG: {error}")))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(refuse("an SVG begins with the element svg"));
    }
    let mut count = 0;
    for node in root.descendants().filter(roxmltree::Node::is_element) {
        let name = node.tag_name().name();
        count += 1;
        if count > MAX_ELEMENTS {
            return Err(refuse(format!("an SVG has at most {MAX_ELEMENTS} elements")));
        }
        if !ELEMENTS.contains(&name) {
            return Err(refuse(format!("the element {} is not allowed in an SVG", shown(name))));
        }
        if node.ancestors().count() > MAX_DEPTH {
            return Err(refuse("the elements lie too deep in each other"));
        }
        let again = node.ancestors().any(|outer| DRAWN_AGAIN.contains(&outer.tag_name().name()));
        for attribute in node.attributes() {
            let (name, value) = (attribute.name(), attribute.value().to_ascii_lowercase());
            let compact: String = value.chars().filter(|c| !c.is_whitespace()).collect();
            // A paint may be one of the picture's own, by its name.
            let outward = compact.matches("url(").count() != compact.matches("url(#").count();
            let link = name.eq_ignore_ascii_case("href") && !compact.starts_with('#');
            let code = name.to_ascii_lowercase().starts_with("on") || compact.contains("javascript:");
            let style =
                name.eq_ignore_ascii_case("style") && (compact.contains("@import") || compact.contains('\\'));
            let nested = again && compact.contains("url(") && !["fill", "stroke"].contains(&name);
            if link || code || style || outward || nested {
                return Err(refuse(format!(
                    "the attribute {} leads elsewhere or does something",
                    shown(name)
                )));
            }
        }
    }
    Ok(())
}

fn shown(name: &str) -> String {
    name.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_let_through() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><linearGradient id="a"/></defs>
            <path d="M0 0h9" fill="url(#a)" style="stroke:red" clip-path="url(#c)"/>
            <clipPath id="c"><circle r="4" fill="url(#a)"/></clipPath></svg>"##;
        assert_eq!(check(svg.as_bytes()), Ok("image/svg+xml"));
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10".to_vec();
        assert_eq!(check(&png), Ok("image/png"));
        png[16] = 1;
        assert!(check(&png).is_err());
    }

    #[test]
    fn what_could_do_harm_is_refused() {
        for bad in [
            "",
            "<html/>",
            "<svg><script>alert(1)</script></svg>",
            "<svg onload='alert(1)'/>",
            "<svg><use href='https://example.com/a.svg#b'/></svg>",
            "<svg><path fill='url(https://example.com)'/></svg>",
            "<svg><path fill='url(#a) url( https://example.com )'/></svg>",
            "<svg><path style='@import \"x\"'/></svg>",
            "<svg><foreignObject/></svg>",
            "<svg><symbol id='a'/><use href='#a'/></svg>",
            "<svg><mask id='a'/><mask id='b'><g mask='url(#a)'/><g mask='url(#a)'/></mask></svg>",
            "<svg><clipPath id='a' clip-path='url(#b)'/></svg>",
            "<svg><mask id='a'><g style='mask:url(#b)'/></mask></svg>",
            "<svg><image href='#a'/></svg>",
            "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>",
        ] {
            assert_eq!(check(bad.as_bytes()).unwrap_err().code, "bad-image", "{bad}");
        }
        assert!(check(b"\x89PNG\r\n\x1a\n").is_err() && check(&[0xff, 0xfe]).is_err());
        let deep = format!("<svg>{}{}</svg>", "<g>".repeat(50), "</g>".repeat(50));
        assert!(check(deep.as_bytes()).is_err());
        let many = |count: usize| check(format!("<svg>{}</svg>", "<g/>".repeat(count)).as_bytes());
        assert!(many(MAX_ELEMENTS - 1).is_ok() && many(MAX_ELEMENTS).is_err());
    }
}
