//! Ctrl-C ends what takes long in good order.

use std::process::exit;
use tokio::runtime::Builder;
use tokio::signal::ctrl_c;

/// What the shell expects of a program that was interrupted.
const INTERRUPTED: i32 = 130;

/// Does something when the user presses Ctrl-C, instead of ending the program; pressed again, it ends it.
pub fn on_interrupt(act: impl FnOnce() + Send + 'static) {
    std::thread::spawn(move || {
        // Without a runtime Ctrl-C ends the program as usual.
        let Ok(runtime) = Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            if ctrl_c().await.is_ok() {
                act();
            }
            if ctrl_c().await.is_ok() {
                exit(INTERRUPTED);
            }
        });
    });
}
