//! Somebody with a session.

use super::{Ask, Reply, Socket};
use serde_json::{Value, json};
use std::net::SocketAddr;

/// A guest of a hall.
#[derive(Clone)]
pub struct Guest {
    pub address: SocketAddr,
    pub token: String,
    pub id: String,
    pub name: String,
}

impl Guest {
    pub async fn new(address: SocketAddr, name: &str) -> Self {
        let ask = Ask::post("/api/v1/session").json(&json!({ "name": name }));
        let session = ask.send(address).await.ok(201);
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        Self {
            address,
            token: text(&session["token"]),
            id: text(&session["player"]["id"]),
            name: name.to_owned(),
        }
    }

    /// The same person at a hall that listens elsewhere now.
    pub fn at(&self, address: SocketAddr) -> Self {
        Self {
            address,
            ..self.clone()
        }
    }

    pub async fn ask(&self, ask: Ask<'_>) -> Reply {
        let ask = ask.header("Authorization", format!("Bearer {}", self.token));
        ask.send(self.address).await
    }

    pub async fn get(&self, path: &str) -> Reply {
        self.ask(Ask::get(format!("/api/v1{path}"))).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Reply {
        self.ask(Ask::post(format!("/api/v1{path}")).json(&body))
            .await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Reply {
        self.ask(Ask::new("PATCH", format!("/api/v1{path}")).json(&body))
            .await
    }

    pub async fn delete(&self, path: &str) -> Reply {
        self.ask(Ask::new("DELETE", format!("/api/v1{path}"))).await
    }

    /// Opens a table; its code.
    pub async fn create(&self, spec: Value) -> String {
        let table = self.post("/tables", spec).await.ok(201);
        table["code"].as_str().unwrap().to_owned()
    }

    /// Sits down.
    pub async fn sit(&self, code: &str) -> Reply {
        self.post(&format!("/tables/{code}/seats"), json!({})).await
    }

    pub async fn table(&self, code: &str) -> Value {
        self.get(&format!("/tables/{code}")).await.ok(200)
    }

    /// A socket at a table.
    pub async fn socket(&self, code: &str, after: Option<u64>) -> Socket {
        let after = after.map_or(String::new(), |after| format!("?after={after}"));
        let path = format!("/api/v1/tables/{code}/socket{after}");
        Socket::open(self.address, &path, Some(&self.token)).await
    }
}
