//! Serves the page and the API on a given port, with data in memory, for those who work on the page.

use std::net::SocketAddr;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let port: u16 = std::env::args().nth(1).map_or(Ok(8090), |port| port.parse())?;
    let data = std::env::args().nth(2).map(Into::into);
    let config = server::Config {
        listen: SocketAddr::from(([127, 0, 0, 1], port)),
        data,
        ..server::Config::default()
    };
    let service = server::Service::start(config).await?;
    println!("http://{}", service.address());
    tokio::signal::ctrl_c().await?;
    service.stop().await;
    Ok(())
}
