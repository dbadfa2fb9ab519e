//! What a text would cost to read as XML, counted before it is: readers compare the attributes of an element with each
//! other, and look names up in every namespace declared further out.

/// What costs more than its length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// The most attributes of one element.
    pub attributes: usize,
    /// Declarations of namespaces in all elements.
    pub namespaces: usize,
}

/// Counts without understanding: in a text that is no XML the numbers mean nothing, and it is refused anyway.
pub fn count(text: &str) -> Counts {
    let mut counts = Counts::default();
    let mut rest = text;
    while let Some(start) = rest.find('<') {
        rest = &rest[start + 1..];
        let skipped =
            [("!--", "-->"), ("![CDATA[", "]]>"), ("?", "?>")].into_iter().find_map(|(open, close)| {
                let inside = rest.strip_prefix(open)?;
                Some(inside.find(close).map_or("", |end| &inside[end..]))
            });
        rest = match skipped {
            Some(after) => after,
            None => count_tag(rest, &mut counts),
        };
    }
    counts
}

/// Counts in one tag; what is left stands behind it.
fn count_tag<'t>(tag: &'t str, counts: &mut Counts) -> &'t str {
    let (mut quote, mut attributes, mut word) = (None, 0, 0);
    for (at, c) in tag.char_indices() {
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (Some(_), _) => {}
            (None, '"' | '\'') => quote = Some(c),
            (None, '=') => {
                attributes += 1;
                counts.namespaces += usize::from(tag[word..at].trim_start().starts_with("xmlns"));
            }
            (None, c) if c.is_ascii_whitespace() => word = at,
            (None, '>') => {
                counts.attributes = counts.attributes.max(attributes);
                return &tag[at..];
            }
            _ => {}
        }
    }
    counts.attributes = counts.attributes.max(attributes);
    ""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_counted_where_there_are_some() {
        for (text, attributes, namespaces) in [
            ("", 0, 0),
            ("<a/>", 0, 0),
            ("<a b='='>c='d'</a>", 1, 0),
            ("<a b='>' c=\"'\" d = 'e'/><f g='h'/>", 3, 0),
            ("<!-- <a b='c'> --><?a b='c'?><![CDATA[<a b='c'>]]><d/>", 0, 0),
            ("<a xmlns='b' xmlns:c='d'><e xmlns:f='g' h='i'/></a>", 2, 3),
            ("<a b='c", 1, 0),
        ] {
            assert_eq!(count(text), Counts { attributes, namespaces }, "{text}");
        }
        let many: String = (0..70_000).map(|number| format!(" a{number}=''")).collect();
        assert_eq!(count(&format!("<a{many}/>")).attributes, 70_000);
    }
}
