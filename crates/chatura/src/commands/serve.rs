//! `chatura serve`, and `chatura` alone: the server, until it is told to stop.

use super::window::{Closed, Window};
use crate::cli::{LogFormat, Serve};
use crate::failure::Failure;
use crate::output::Output;
use chatura_server::{Config, Server};
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, UdpSocket};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Serves until the program is told to stop.
pub fn serve(arguments: &Serve, out: &mut Output) -> Result<(), Failure> {
    let level = arguments.log_level.parse::<LevelFilter>();
    let level = level.map_err(|_| {
        let help = "one of off, error, warn, info, debug, trace";
        Failure::input(format!("there is no level \"{}\"", arguments.log_level), Some(help.to_owned()))
    })?;
    // What libraries tell in detail would hold what people send, secrets included.
    let told = Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        // The crates of ours all begin with this.
        .with_target("chatura", level);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    let lines = match arguments.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    tracing_subscriber::registry().with(lines.with_filter(told)).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(run(arguments, out));
    // Somebody's definition may still be compiled; nothing is lost with it.
    runtime.shutdown_background();
    result
}

async fn run(arguments: &Serve, out: &mut Output) -> Result<(), Failure> {
    for broken in chatura_define::catalogue::broken() {
        tracing::warn!("{} is no game and left out: {}", broken.file.display(), broken.error);
    }
    let public_url = arguments.public_url.as_deref().map(public_url).transpose()?;
    let data = match &arguments.data {
        Some(folder) => folder.clone(),
        None => data_folder()?,
    };
    let listen = arguments.listen.unwrap_or(LOOPBACK);
    let mut config = Config {
        listen,
        public_url: public_url.clone(),
        admin: arguments.admin_listen,
        proxies: arguments.trust_proxy.clone(),
        engines: Arc::new(crate::settings::engines()?),
        owner_among_others: arguments.engines,
        ..Config::new(data.clone())
    };
    if let Some(threads) = arguments.threads {
        config.engine_threads = usize::from(threads.get());
    }
    let help = || Some("see `chatura serve --help`".to_owned());
    let service = Server::start(config).await.map_err(|error| Failure::input(error.to_string(), help()))?;
    let address = service.address();
    let local = format!("http://{}", with_ip(address, LOOPBACK.ip()));
    let (shown, by_others) = match &public_url {
        Some(url) => (url.clone(), true),
        None => {
            let own = with_ip(address, own_ip(address.ip()).unwrap_or(LOOPBACK.ip()));
            (format!("http://{own}"), !own.ip().is_loopback())
        }
    };
    out.heading("Chatura: any chess, on any board, for any number of players.")?;
    writeln!(out, "\n  {shown}")?;
    if by_others {
        writeln!(out, "  listening on {address}\n\n{}", code(&shown)?)?;
    }
    if public_url.is_some() && address.ip().is_loopback() && arguments.trust_proxy.is_empty() {
        writeln!(
            out,
            "  everybody seems to come from this machine, and nobody is limited by their address:"
        )?;
        writeln!(
            out,
            "  if a proxy stands in front that tells who comes, start with --trust-proxy 127.0.0.1"
        )?;
    }
    if let Some(admin) = service.admin_address() {
        writeln!(out, "  metrics are told on http://{admin}/metrics")?;
    }
    writeln!(out, "  games are kept in {}", data.display())?;
    writeln!(out, "  stop with Ctrl-C; `chatura help` tells what else there is")?;
    out.flush()?;
    let mut window = arguments.app.then(|| Window::open(&local, &data.join("window"))).flatten();
    if arguments.app && window.is_none() {
        writeln!(out, "  {NO_WINDOW}")?;
        out.flush()?;
    }
    if window.is_none() && !arguments.no_open && public_url.is_none() && has_screen(arguments.app) {
        browse(&local);
    }
    let stop = loop {
        match stop(&mut window).await? {
            Stop::Closed(Closed::HandedOver) => window = None,
            Stop::Closed(Closed::NeverOpened) => {
                window = None;
                writeln!(out, "  {NO_WINDOW}")?;
                out.flush()?;
                browse(&local);
            }
            stop => break stop,
        }
    };
    if stop == Stop::Asked {
        service.drain(Duration::from_secs(arguments.drain.into())).await;
    }
    service.stop().await;
    writeln!(out, "stopped; every game is kept")?;
    Ok(())
}

/// What is said where there is no window.
const NO_WINDOW: &str = "no Chromium, Chrome, Edge, Brave or Firefox could open a window of its own; the usual browser is asked instead";

/// Shows the page in whatever browser is the usual one. Without a browser the address is there to be copied.
fn browse(url: &str) {
    if let Err(error) = open::that_detached(url) {
        tracing::info!(%error, "no browser could be opened");
    }
}

/// This machine alone, on any port that is free.
const LOOPBACK: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// Where a server that listens everywhere is reached by one of its addresses; others are reached where they listen.
fn with_ip(address: SocketAddr, ip: IpAddr) -> SocketAddr {
    match address.ip().is_unspecified() {
        true => SocketAddr::new(ip, address.port()),
        false => address,
    }
}

/// The address by which others in the network reach this machine, if there is a network; one of version 6 only for
/// who listens on such.
fn own_ip(listen: IpAddr) -> Option<IpAddr> {
    // Addresses nobody has. Nothing is sent there: the system only says from where it would be.
    let far: [IpAddr; 2] =
        [Ipv4Addr::new(192, 0, 2, 1).into(), Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 1).into()];
    let from = |far: &IpAddr| {
        let any: IpAddr =
            if far.is_ipv4() { Ipv4Addr::UNSPECIFIED.into() } else { Ipv6Addr::UNSPECIFIED.into() };
        let socket = UdpSocket::bind((any, 0)).ok()?;
        socket.connect((*far, 9)).ok()?;
        socket.local_addr().ok().map(|address| address.ip()).filter(|ip| !ip.is_unspecified())
    };
    far.iter().filter(|far| far.is_ipv4() || listen.is_ipv6()).find_map(from)
}

/// An address people use: its beginning, without a path.
fn public_url(text: &str) -> Result<String, Failure> {
    let url = text.trim_end_matches('/');
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
    match !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) {
        true => Ok(url.to_owned()),
        false => {
            let help = "write it like https://chess.example.org, without a path".to_owned();
            Err(Failure::input(format!("\"{text}\" is no address of a server"), Some(help)))
        }
    }
}

/// An address as a picture that telephones read.
fn code(url: &str) -> Result<String, Failure> {
    let code = qrcode::QrCode::new(url).map_err(|_| {
        Failure::input("this address is too long for a QR code", Some("use a shorter one".to_owned()))
    })?;
    Ok(code.render::<qrcode::render::unicode::Dense1x2>().build())
}

/// Where programs keep their data on this platform.
pub(super) fn data_folder() -> Result<PathBuf, Failure> {
    let found = crate::settings::data_folder(None);
    found.ok_or_else(|| {
        let help = "name a folder with --data".to_owned();
        Failure::input("this system tells no folder for data", Some(help))
    })
}

/// Whether a browser could show anything to whoever started the program, by its wish or from a terminal.
fn has_screen(wished: bool) -> bool {
    let graphical = || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    (wished || std::io::stdout().is_terminal()) && (!cfg!(target_os = "linux") || graphical())
}

/// How the program was told to stop.
#[derive(PartialEq, Eq)]
enum Stop {
    /// By its window.
    Closed(Closed),
    /// By somebody at the keyboard, who waits.
    Pressed,
    /// By the system or another program.
    #[cfg_attr(not(unix), allow(dead_code, reason = "only Unix has such signals"))]
    Asked,
}

/// Waits for the window to be closed, if there is one, or for somebody to say that it is time.
async fn stop(window: &mut Option<Window>) -> std::io::Result<Stop> {
    /// How often the window is looked at.
    const LOOK: Duration = Duration::from_millis(250);
    let Some(window) = window else { return told_to_stop().await };
    let closed = async {
        loop {
            match window.closed() {
                Some(closed) => return closed,
                None => tokio::time::sleep(LOOK).await,
            }
        }
    };
    tokio::select! {
        stop = told_to_stop() => stop,
        closed = closed => Ok(Stop::Closed(closed)),
    }
}

/// Waits for Ctrl-C, or for the system to say that it is time.
async fn told_to_stop() -> std::io::Result<Stop> {
    #[cfg(unix)]
    {
        let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => pressed.map(|()| Stop::Pressed),
            _ = terminate.recv() => Ok(Stop::Asked),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await.map(|()| Stop::Pressed)
}
