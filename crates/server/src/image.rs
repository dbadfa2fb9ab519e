//! Images people send: PNG, or SVG of which only shapes are kept.
//!
//! An SVG is written anew from what is allowed: elements, attributes and values by list. Whatever else it held is gone, and
//! what would be kept but leads elsewhere is refused.

use crate::problem::Problem;
use chatura_define::xml;
use roxmltree::{Node, NodeType};
use std::borrow::Cow;

/// The widest and highest PNG, in pixels.
const MAX_SIDE: u32 = 4096;
/// The most elements of an SVG, how deep they may lie in each other, and the most attributes of one.
const MAX_ELEMENTS: usize = 5_000;
const MAX_DEPTH: usize = 32;
const MAX_ATTRIBUTES: usize = 64;
const MAX_NAMESPACES: usize = 32;

const SVG: &str = "http://www.w3.org/2000/svg";

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

/// Attributes that say where and how something is drawn.
const ATTRIBUTES: &[&str] = &[
    "clip-path",
    "clip-rule",
    "clipPathUnits",
    "color",
    "cx",
    "cy",
    "d",
    "display",
    "fill",
    "fill-opacity",
    "fill-rule",
    "fr",
    "fx",
    "fy",
    "gradientTransform",
    "gradientUnits",
    "height",
    "id",
    "mask",
    "maskContentUnits",
    "maskUnits",
    "offset",
    "opacity",
    "overflow",
    "paint-order",
    "pathLength",
    "points",
    "preserveAspectRatio",
    "r",
    "rx",
    "ry",
    "shape-rendering",
    "spreadMethod",
    "stop-color",
    "stop-opacity",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-miterlimit",
    "stroke-opacity",
    "stroke-width",
    "transform",
    "vector-effect",
    "version",
    "viewBox",
    "visibility",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// Attributes that may name a part of the picture itself, and functions that values may call.
const NAMING: &[&str] = &["fill", "stroke", "clip-path", "mask"];
const FUNCTIONS: &[&str] =
    &["matrix", "translate", "scale", "rotate", "skewx", "skewy", "rgb", "rgba", "hsl", "hsla"];

/// Elements whose content is drawn again wherever they are named. Nothing in them may name another: a few that name each
/// other would be drawn without end.
const DRAWN_AGAIN: &[&str] = &["clipPath", "mask"];

/// An image that may be shown to others: its media type and what is kept of it.
#[derive(Debug, PartialEq, Eq)]
pub struct Image {
    /// The media type.
    pub kind: &'static str,
    /// The image itself.
    pub bytes: Vec<u8>,
}

/// What may be kept of an image, or why nothing.
pub fn check(bytes: &[u8]) -> Result<Image, Problem> {
    if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
        check_png(bytes)?;
        return Ok(Image { kind: "image/png", bytes: bytes.to_vec() });
    }
    let text = std::str::from_utf8(bytes).map_err(|_| refuse("an image is PNG or SVG"))?;
    Ok(Image { kind: "image/svg+xml", bytes: shapes(text)?.into_bytes() })
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

/// The shapes of an SVG, as an SVG.
fn shapes(text: &str) -> Result<String, Problem> {
    // Readers compare every attribute of an element with every other.
    let counts = xml::count(text);
    if counts.attributes > MAX_ATTRIBUTES || counts.namespaces > MAX_NAMESPACES {
        return Err(refuse(format!("an element of an SVG has at most {MAX_ATTRIBUTES} attributes")));
    }
    let options = roxmltree::ParsingOptions {
        allow_dtd: false,
        // Text and comments between elements count as well.
        nodes_limit: MAX_ELEMENTS as u32 * 4,
        ..Default::default()
    };
    let document = roxmltree::Document::parse_with_options(text, options)
        .map_err(|error| refuse(format!("no SVG: {error}")))?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" || is_foreign(root) {
        return Err(refuse("an SVG begins with the element svg"));
    }
    let mut writer = Writer { text: String::with_capacity(text.len()), elements: 0 };
    writer.element(root, 0, false)?;
    Ok(writer.text)
}

/// Whether an element belongs to another vocabulary, such as the notes of a drawing program.
fn is_foreign(node: Node<'_, '_>) -> bool {
    node.tag_name().namespace().is_some_and(|namespace| namespace != SVG)
}

struct Writer {
    text: String,
    elements: usize,
}

impl Writer {
    /// Writes an element; `again` says that it lies in one that is drawn wherever it is named.
    fn element(&mut self, node: Node<'_, '_>, depth: usize, again: bool) -> Result<(), Problem> {
        let name = node.tag_name().name();
        self.elements += 1;
        if self.elements > MAX_ELEMENTS {
            return Err(refuse(format!("an SVG has at most {MAX_ELEMENTS} elements")));
        }
        if depth >= MAX_DEPTH {
            return Err(refuse("the elements lie too deep in each other"));
        }
        if !ELEMENTS.contains(&name) {
            return Err(refuse(format!("the element {} is not allowed in an SVG", shown(name))));
        }
        let again = again || DRAWN_AGAIN.contains(&name);
        self.text.push('<');
        self.text.push_str(name);
        if depth == 0 {
            self.attribute("xmlns", SVG);
        }
        for attribute in node.attributes() {
            self.kept(name, &attribute, again)?;
        }
        self.text.push('>');
        for child in node.children() {
            match child.node_type() {
                NodeType::Element if !is_foreign(child) => self.element(child, depth + 1, again)?,
                NodeType::Text if matches!(name, "title" | "desc") => {
                    self.text.push_str(&escaped(child.text().unwrap_or_default()));
                }
                _ => {}
            }
        }
        self.text.push_str("</");
        self.text.push_str(name);
        self.text.push('>');
        Ok(())
    }

    /// Writes an attribute if it is one that is kept.
    fn kept(
        &mut self,
        element: &str,
        attribute: &roxmltree::Attribute<'_, '_>,
        again: bool,
    ) -> Result<(), Problem> {
        let (name, value) = (attribute.name(), attribute.value().trim());
        // A gradient may take its colours from another.
        let link = name == "href" && element.ends_with("Gradient");
        let plain = attribute.namespace().is_none() && ATTRIBUTES.contains(&name);
        if !link && !plain {
            return Ok(());
        }
        let harmless = match value.strip_prefix("url(").and_then(|rest| rest.strip_suffix(')')) {
            Some(target) => {
                let painted = matches!(name, "fill" | "stroke");
                NAMING.contains(&name) && is_own_part(target) && (painted || !again)
            }
            None if link => is_own_part(value),
            None if name == "id" => is_id(value),
            None => is_plain(value),
        };
        if !harmless {
            return Err(refuse(format!("the attribute {} leads elsewhere or does something", shown(name))));
        }
        self.attribute(name, value);
        Ok(())
    }

    fn attribute(&mut self, name: &str, value: &str) {
        for part in [" ", name, "=\"", &escaped(value), "\""] {
            self.text.push_str(part);
        }
    }
}

/// A part of the picture by its name.
fn is_own_part(target: &str) -> bool {
    target.trim().strip_prefix('#').is_some_and(is_id)
}

fn is_id(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | ':'))
}

/// Numbers, words, colours, and functions that only count.
fn is_plain(value: &str) -> bool {
    let allowed = |c: char| {
        c.is_ascii_alphanumeric()
            || c.is_ascii_whitespace()
            || matches!(c, '.' | ',' | '-' | '+' | '#' | '%' | '(' | ')')
    };
    let calls = value.match_indices('(').all(|(at, _)| {
        let before = value[..at].trim_end();
        let start = before.rfind(|c: char| !c.is_ascii_alphanumeric()).map_or(0, |last| last + 1);
        FUNCTIONS.contains(&before[start..].to_ascii_lowercase().as_str())
    });
    value.chars().all(allowed) && calls
}

fn escaped(text: &str) -> Cow<'_, str> {
    match text.contains(['<', '>', '&', '"']) {
        true => {
            text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").into()
        }
        false => text.into(),
    }
}

fn shown(name: &str) -> String {
    name.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(svg: &str) -> String {
        String::from_utf8(check(svg.as_bytes()).unwrap_or_else(|why| panic!("{svg}: {why}")).bytes).unwrap()
    }

    #[test]
    fn shapes_are_let_through() {
        let svg = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><linearGradient id="a"/></defs>
            <path d="M0 0h9" fill="url(#a)" transform="translate (1,2) scale(.5)" clip-path="url( #c )"/>
            <clipPath id="c"><circle r="4" fill="url(#a)" stroke="rgb(0, 50%, 3)"/></clipPath><title>a &lt; b</title></svg>"##;
        let text = kept(svg);
        for part in ["viewBox=\"0 0 9 9\"", "fill=\"url(#a)\"", "d=\"M0 0h9\"", "scale(.5)", "a &lt; b", SVG]
        {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert_eq!(kept(&text), text, "what is kept is kept as it is");
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10".to_vec();
        assert_eq!(check(&png).map(|image| image.kind), Ok("image/png"));
        png[16] = 1;
        assert!(check(&png).is_err());
    }

    #[test]
    fn what_is_on_no_list_is_gone() {
        for (svg, gone) in [
            ("<svg onload='alert(1)'/>", "alert"),
            ("<svg><path style='fill:red'/></svg>", "style"),
            ("<svg><path style='@import \"x\"'/></svg>", "import"),
            ("<svg><mask id='a'><g style='mask:url(#b)'/></mask></svg>", "url"),
            ("<?xml-stylesheet href='https://example.com/a.css'?><svg/>", "stylesheet"),
            ("<svg><!-- a --><path/></svg>", "!--"),
            ("<svg>text<path class='a'/></svg>", "text"),
            ("<svg xmlns:h='http://www.w3.org/1999/xhtml'><h:script>alert(1)</h:script></svg>", "script"),
            ("<svg xmlns:e='urn:e'><path e:href='https://example.com'/></svg>", "example"),
            ("<svg><path href='https://example.com'/></svg>", "example"),
            ("<svg src='https://example.com'/>", "example"),
        ] {
            assert!(!kept(svg).contains(gone), "{svg}");
        }
    }

    #[test]
    fn what_could_do_harm_is_refused() {
        for bad in [
            "",
            "<html/>",
            "<svg xmlns='http://www.w3.org/1999/xhtml'/>",
            "<svg><script>alert(1)</script></svg>",
            "<svg><style>path{}</style></svg>",
            "<svg><use href='https://example.com/a.svg#b'/></svg>",
            "<svg><path fill='url(https://example.com)'/></svg>",
            "<svg><path fill='url(#a) url( https://example.com )'/></svg>",
            "<svg><path fill='url/**/(https://example.com)'/></svg>",
            "<svg><path fill='u\\72l(https://example.com)'/></svg>",
            "<svg><path fill='image-set(\"https://example.com\" 1x)'/></svg>",
            "<svg><path mask='src(\"https://example.com\")'/></svg>",
            "<svg><path fill='image(a)'/></svg>",
            "<svg><path d='url(#a)'/></svg>",
            "<svg><linearGradient href='https://example.com#a'/></svg>",
            "<svg><foreignObject/></svg>",
            "<svg><symbol id='a'/><use href='#a'/></svg>",
            "<svg><mask id='a'/><mask id='b'><g mask='url(#a)'/><g mask='url(#a)'/></mask></svg>",
            "<svg><clipPath id='a' clip-path='url(#b)'/></svg>",
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
        let attributes: String = (0..70_000).map(|number| format!(" a{number}=''")).collect();
        let refused = check(format!("<svg{attributes}/>").as_bytes()).unwrap_err();
        assert!(refused.detail.contains("attributes"), "{refused}");
    }
}
