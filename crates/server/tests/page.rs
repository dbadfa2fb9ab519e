//! The page as the server sends it.

use crate::common::{send, start};
use http_body_util::Full;
use hyper::body::Bytes;
use std::path::{Path, PathBuf};

/// All of the page, compressed: it is to be there at once, also where connections are slow.
const MOST_BYTES: usize = 400_000;

/// What only developers need: folders, and files of the first folder.
const OURS: [&str; 5] = ["tests", "types", "jsconfig.json", ".prettierrc.json", ".prettierignore"];

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_it_is_light() {
    let service = start().await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    let (mut total, mut count, mut ours) = (0, 0, 0);
    for file in files(&folder) {
        let path = file.strip_prefix(&folder).unwrap().to_str().unwrap().replace('\\', "/");
        let request = hyper::Request::get(format!("/{path}"))
            .header("host", service.address().to_string())
            .header("accept-encoding", "gzip")
            .body(Full::new(Bytes::new()))
            .unwrap();
        let answer = send(service.address(), request).await;
        if OURS.iter().any(|name| path.split('/').next() == Some(name)) {
            assert_eq!(answer.status, 404, "{path}");
            ours += 1;
            continue;
        }
        assert_eq!(answer.status, 200, "{path}");
        total += answer.bytes.len();
        count += 1;
    }
    println!("{count} files, {total} bytes compressed");
    assert!(count > 20 && total < MOST_BYTES, "{count} files have {total} bytes");
    assert!(ours > OURS.len(), "{ours}");
    service.stop().await;
}
