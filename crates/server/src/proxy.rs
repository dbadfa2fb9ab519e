//! Where a request comes from, when proxies stand in front that tell whom they speak for.

use axum::http::HeaderMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;

/// All whom a proxy does not name, or not so that it can be read: they share the limits of one address.
pub const UNNAMED: IpAddr = IpAddr::V4(Ipv4Addr::UNSPECIFIED);

/// A range of addresses, as `10.0.0.0/8`; an address alone is a range of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u8,
}

impl Network {
    /// Whether an address is one of the range.
    pub fn holds(self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let differ = u32::from(own) ^ u32::from(other);
                differ.leading_zeros() >= u32::from(self.bits)
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let differ = u128::from(own) ^ u128::from(other);
                differ.leading_zeros() >= u32::from(self.bits)
            }
            _ => false,
        }
    }
}

impl FromStr for Network {
    type Err = String;

    fn from_str(text: &str) -> Result<Network, String> {
        let wrong = || format!("\"{text}\" is no range of addresses; write it like 10.0.0.0/8 or 192.0.2.1");
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits.parse::<u8>().map_err(|_| wrong())?)),
            None => (text, None),
        };
        let address = address.parse::<IpAddr>().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        match bits.unwrap_or(most) {
            bits if bits <= most => Ok(Network { address, bits }),
            _ => Err(wrong()),
        }
    }
}

/// Who comes, as far as it can be told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Whoever is connected, or whom a proxy that is trusted names.
    Known(IpAddr),
    /// A proxy that is trusted names nobody.
    Unnamed,
}

/// Who comes: whoever is connected, unless that is one of the proxies; then the last whom they name and who is none of
/// them. What stands before that may be anybody's invention.
pub fn origin(peer: IpAddr, headers: &HeaderMap, proxies: &[Network]) -> Origin {
    let is_proxy = |address: IpAddr| proxies.iter().any(|network| network.holds(address));
    if !is_proxy(peer) {
        return Origin::Known(peer);
    }
    for value in headers.get_all("x-forwarded-for").iter().rev() {
        let Ok(list) = value.to_str() else { return Origin::Unnamed };
        for entry in list.rsplit(',') {
            match address(entry.trim()) {
                // Nobody comes from afar and is this machine, or nowhere.
                None => return Origin::Unnamed,
                Some(named) if is_proxy(named) => {}
                Some(named) if named.is_loopback() || named.is_unspecified() => return Origin::Unnamed,
                Some(named) => return Origin::Known(named),
            }
        }
    }
    Origin::Unnamed
}

/// An address as proxies write it: alone, in brackets, or with a port.
fn address(text: &str) -> Option<IpAddr> {
    let bare = || text.strip_prefix('[')?.strip_suffix(']')?.parse().ok().map(IpAddr::V6);
    let found = text.parse::<IpAddr>().ok().or_else(bare);
    found
        .or_else(|| text.parse::<SocketAddr>().ok().map(|with_port| with_port.ip()))
        .map(|ip| ip.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_hold_what_begins_alike() {
        let network = |text: &str| text.parse::<Network>();
        let holds = |range: &str, address: &str| network(range).unwrap().holds(address.parse().unwrap());
        assert!(holds("10.0.0.0/8", "10.255.0.1") && !holds("10.0.0.0/8", "11.0.0.1"));
        assert!(holds("192.0.2.1", "192.0.2.1") && !holds("192.0.2.1", "192.0.2.2"));
        assert!(holds("192.0.2.1", "::ffff:192.0.2.1") && holds("0.0.0.0/0", "192.0.2.1"));
        assert!(holds("2001:db8::/32", "2001:db8:9::1") && !holds("2001:db8::/32", "192.0.2.1"));
        for wrong in ["", "10.0.0.0/33", "::/129", "ten", "10.0.0.0/", "10.0.0.0/-1", "10.0.0/8"] {
            assert!(network(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn the_last_who_is_no_proxy_counts() {
        let proxies: Vec<Network> = ["127.0.0.0/8", "10.0.0.0/8"].map(|text| text.parse().unwrap()).to_vec();
        let told = |peer: &str, lines: &[&str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", axum::http::HeaderValue::from_str(line).unwrap());
            }
            origin(peer.parse().unwrap(), &headers, &proxies)
        };
        let known = |text: &str| Origin::Known(text.parse().unwrap());
        for (peer, lines, expected) in [
            ("192.0.2.9", &["198.51.100.1"][..], known("192.0.2.9")),
            ("127.0.0.1", &["198.51.100.1"], known("198.51.100.1")),
            ("127.0.0.1", &["203.0.113.7, 198.51.100.1, 10.0.0.2"], known("198.51.100.1")),
            ("127.0.0.1", &["203.0.113.7", "198.51.100.1"], known("198.51.100.1")),
            ("127.0.0.1", &["198.51.100.1:4711"], known("198.51.100.1")),
            ("127.0.0.1", &["[2001:db8::1]:443"], known("2001:db8::1")),
            ("127.0.0.1", &["[2001:db8::1]"], known("2001:db8::1")),
            ("127.0.0.1", &[], Origin::Unnamed),
            ("127.0.0.1", &[""], Origin::Unnamed),
            ("127.0.0.1", &["unknown"], Origin::Unnamed),
            ("127.0.0.1", &["198.51.100.1, rubbish"], Origin::Unnamed),
            ("127.0.0.1", &["127.0.0.1"], Origin::Unnamed),
            ("127.0.0.1", &["::1"], Origin::Unnamed),
            ("127.0.0.1", &["::ffff:127.0.0.1"], Origin::Unnamed),
            ("127.0.0.1", &["0.0.0.0"], Origin::Unnamed),
        ] {
            assert_eq!(told(peer, lines), expected, "{peer} {lines:?}");
        }
    }
}
