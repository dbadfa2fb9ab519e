//! Any bytes as an image people send. The filter stands alone here, without the server around it.
#![no_main]

use chatura_fuzz::{USUAL, bounded};
use libfuzzer_sys::fuzz_target;

/// What the filter uses of the server.
mod problem {
    /// Why an image is refused.
    #[derive(Debug)]
    pub struct Problem;

    impl Problem {
        /// A sentence says why.
        pub fn bad(_code: &str, detail: impl Into<String>) -> Problem {
            assert!(detail.into().len() < 1_000, "a sentence is short");
            Problem
        }
    }
}

#[path = "../../crates/server/src/image.rs"]
mod image;

fuzz_target!(|data: &[u8]| bounded(USUAL, || {
    let Ok(kept) = image::check(data) else { return };
    assert!(["image/png", "image/svg+xml"].contains(&kept.kind));
    // What is kept is kept as it is, and leads nowhere.
    let again = image::check(&kept.bytes);
    assert!(again.is_ok_and(|again| again == kept), "{}", String::from_utf8_lossy(&kept.bytes));
    if kept.kind == "image/svg+xml" {
        let text = String::from_utf8_lossy(&kept.bytes).replace(" xmlns=\"http://www.w3.org/2000/svg\"", "");
        let tags: String = text.split('>').filter_map(|part| part.rfind('<').map(|at| &part[at..])).collect();
        assert!(!tags.contains("//") && !tags.contains("<script") && !tags.contains('&'), "{text}");
        assert!(
            tags.match_indices("url(").all(|(at, _)| tags[at + 4..].trim_start().starts_with('#')),
            "{text}"
        );
    }
}));
