//! `chatura serve`, and `chatura` alone: the service, until it is told to stop.

use crate::cli::Serve;
use crate::failure::Failure;
use crate::output::Output;
use server::{Config, Service};
use std::io::{IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
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
        .with_targets([("server", level), ("chatura", level)]);
    let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr);
    tracing_subscriber::registry().with(lines.with_filter(told)).init();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let result = runtime.block_on(run(arguments, out));
    // Somebody's definition may still be compiled; nothing is lost with it.
    runtime.shutdown_background();
    result
}

async fn run(arguments: &Serve, out: &mut Output) -> Result<(), Failure> {
    let public_url = arguments.public_url.as_deref().map(public_url).transpose()?;
    let data = match &arguments.data {
        Some(folder) => folder.clone(),
        None => data_folder()?,
    };
    let listen = arguments.listen.unwrap_or(LOOPBACK);
    let mut config = Config {
        listen,
        public_url: public_url.clone(),
        behind_proxy: arguments.behind_proxy,
        ..Config::new(data.clone())
    };
    if let Some(threads) = arguments.threads {
        config.thinkers = usize::from(threads.get());
    }
    let help = || Some("see `chatura serve --help`".to_owned());
    let service = Service::start(config).await.map_err(|error| Failure::input(error.to_string(), help()))?;
    let local = format!("http://{}", reachable(service.address()));
    out.heading("Chatura: any chess, on any board, for any number of players.")?;
    let shown = public_url.as_deref().unwrap_or(&local);
    writeln!(out, "\n  {shown}")?;
    // Others can reach it there.
    if public_url.is_some() || !reachable(service.address()).ip().is_loopback() {
        writeln!(out, "  listening on {}\n\n{}", service.address(), code(shown)?)?;
    }
    writeln!(out, "  games are kept in {}", data.display())?;
    writeln!(out, "  stop with Ctrl-C; `chatura help` tells what else there is")?;
    out.flush()?;
    if !arguments.no_open && public_url.is_none() && has_screen() {
        // Without a browser the address is there to be copied.
        if let Err(error) = open::that_detached(&local) {
            tracing::info!(%error, "no browser could be opened");
        }
    }
    told_to_stop().await?;
    service.stop().await;
    writeln!(out, "stopped; every game is kept")?;
    Ok(())
}

/// This machine alone, on any port that is free.
const LOOPBACK: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 0);

/// The address by which a browser on this machine reaches the service.
fn reachable(address: SocketAddr) -> SocketAddr {
    match address.ip().is_unspecified() {
        true => SocketAddr::new(LOOPBACK.ip(), address.port()),
        false => address,
    }
}

/// An address people use: its beginning, without a path.
fn public_url(text: &str) -> Result<String, Failure> {
    let url = text.trim_end_matches('/');
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
    match !host.is_empty() && !host.contains(['/', '?', '#', '@', ' ']) {
        true => Ok(url.to_owned()),
        false => {
            let help = "write it like https://chess.example.org, without a path".to_owned();
            Err(Failure::input(format!("\"{text}\" is no address of a service"), Some(help)))
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
fn data_folder() -> Result<PathBuf, Failure> {
    let found = crate::settings::data_folder(None);
    found.ok_or_else(|| {
        let help = "name a folder with --data".to_owned();
        Failure::input("this system tells no folder for data", Some(help))
    })
}

/// Whether a browser could show anything to whoever started the program.
fn has_screen() -> bool {
    let graphical = || ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    std::io::stdout().is_terminal() && (!cfg!(target_os = "linux") || graphical())
}

/// Waits for Ctrl-C, or for the system to say that it is time.
async fn told_to_stop() -> std::io::Result<()> {
    #[cfg(unix)]
    {
        let mut terminate = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate())?;
        tokio::select! {
            pressed = tokio::signal::ctrl_c() => pressed,
            _ = terminate.recv() => Ok(()),
        }
    }
    #[cfg(not(unix))]
    tokio::signal::ctrl_c().await
}
