//! Lines out, from whoever has something to say: a thought goes on while commands are read.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

/// Where answers go.
pub(crate) struct Out<W>(Arc<Mutex<W>>);

impl<W> Clone for Out<W> {
    fn clone(&self) -> Self {
        Out(self.0.clone())
    }
}

impl<W: Write> Out<W> {
    pub fn new(output: W) -> Out<W> {
        Out(Arc::new(Mutex::new(output)))
    }

    /// Says a line, at once.
    pub fn say(&self, line: &str) -> io::Result<()> {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        writeln!(out, "{line}")?;
        out.flush()
    }
}
