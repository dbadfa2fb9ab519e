//! stub
pub struct Unwritable;
pub fn write() {}
