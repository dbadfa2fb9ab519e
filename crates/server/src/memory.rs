//! Memory that was needed for a moment is given back to the system. The allocator of GNU systems would keep it: what
//! somebody once made the server need it would have for ever, in each of as many arenas as there may be threads.

/// From how many bytes on something has pages of its own, which are given back at once.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const OWN_PAGES: i32 = 1 << 20;
/// How many arenas share out the rest.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const ARENAS: i32 = 4;

/// Tells the allocator not to keep what it does not need.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn keep_little() {
    // SAFETY: both are numbers the allocator knows, and it may be told at any time, from any thread.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, OWN_PAGES);
        libc::mallopt(libc::M_ARENA_MAX, ARENAS);
    }
}

/// Gives back what is free after something large.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub fn give_back() {
    // SAFETY: it gives back free pages alone, and takes the locks of the allocator.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Other allocators look after themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn keep_little() {}

/// Other allocators look after themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub fn give_back() {}
