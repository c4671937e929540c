//! The hall of a run: the real server on a simulated port.

use crate::{disk::Opened, stage::Stage};
use ludohall_server::{Config, Ports, Server, config::Database, serve::Listener};
use ludohall_table::{Millis, ports::RuntimeClock};
use std::{io, net::SocketAddr, rc::Rc, sync::Arc};
use turmoil::net::{TcpListener, TcpStream};

/// The hall's date at the start: 2026-01-01.
const EPOCH_MS: i64 = 1_767_225_600_000;
/// A stop takes no longer: 5 s for journals, 8 s for sockets, and a little.
const STOP_WITHIN_MS: u64 = 14_000;

/// A port of a simulated host.
struct Port(TcpListener);

impl Listener for Port {
    type Stream = TcpStream;

    async fn accept(&mut self) -> io::Result<(TcpStream, SocketAddr)> {
        self.0.accept().await
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// A life of the hall: from its start to its stop.
pub async fn live(stage: Rc<Stage>) -> turmoil::Result {
    let Opened { line, register } = stage.disk.open()?;
    stage.line.replace(Some(line.clone()));
    let now = i64::try_from(stage.now()).unwrap_or_default();
    let ports = Ports {
        clock: Arc::new(RuntimeClock::starting_at(Millis(EPOCH_MS + now))),
        random: stage.random.clone(),
        journal: Arc::new(line),
        register,
    };
    // The database is that of the ports.
    let config = Config::new(Database::DataDir("unused".into()));
    let port = Port(TcpListener::bind("0.0.0.0:80").await?);
    let server = Server::start_on(config, ports, port).await?;
    stage.app.replace(Arc::downgrade(server.app()));
    stage.hall_up.set(true);
    stage.note(stage.now(), "hall opens");
    stage.stop.notified().await;
    let began = stage.now();
    stage.hall_up.set(false);
    stage.note(began, "hall stops");
    server.shutdown().await;
    let took = stage.now() - began;
    stage.note(stage.now(), &format!("hall stopped after {took} ms"));
    if took > STOP_WITHIN_MS {
        stage.broken(stage.now(), &format!("stopping took {took} ms"));
    }
    Ok(())
}
