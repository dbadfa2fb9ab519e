//! The server from outside: over HTTP and WebSocket, and the page in a browser. One program, so that it is linked once.

mod ai;
mod away;
mod browser;
mod common;
mod data;
mod engines;
mod hostile;
mod kept;
mod live;
mod lobby;
mod matches;
mod openapi;
mod operate;
mod page;
mod people;
mod plans;
mod restart;
mod seats;
mod shares;
mod studies;
mod written;
