//! Which sockets are open under which session: the end of a session is theirs, too.

use crate::{
    app::Shared,
    fault::{self, Fault},
    token::Token,
};
use axum::{extract::FromRequestParts, http::request::Parts};
use ludohall_store::TokenHash;
use std::{
    collections::HashMap,
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};
use tokio_util::sync::CancellationToken;

/// The sessions that have sockets; no others are held.
#[derive(Clone, Debug, Default)]
pub struct Sessions(Arc<Mutex<HashMap<TokenHash, Session>>>);

#[derive(Debug, Default)]
struct Session {
    ended: CancellationToken,
    sockets: u32,
}

impl Sessions {
    /// Notes a socket of the session with this token. Do it before asking whether the session is valid: then its end is
    /// either seen there or told here.
    #[must_use]
    pub fn enter(&self, token: TokenHash) -> SessionSocket {
        let mut sessions = self.lock();
        let session = sessions.entry(token).or_default();
        session.sockets += 1;
        SessionSocket(Some(Entered {
            ended: session.ended.clone(),
            sessions: self.clone(),
            token,
        }))
    }

    /// How many sessions have sockets.
    #[must_use]
    pub fn total(&self) -> usize {
        self.lock().len()
    }

    /// Tells the sockets of a session that it is over. Call it when nobody is let in by the token any more.
    pub fn end(&self, token: TokenHash) {
        if let Some(session) = self.lock().get(&token)
            && !fault::is(Fault::SessionKept)
        {
            session.ended.cancel();
        }
    }

    fn leave(&self, token: TokenHash) {
        let mut sessions = self.lock();
        if let Some(session) = sessions.get_mut(&token) {
            session.sockets -= 1;
            if session.sockets == 0 {
                sessions.remove(&token);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<TokenHash, Session>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A socket of a session, or of nobody's. Dropping it is leaving. As an extractor it stands before those that ask who it is.
#[derive(Debug)]
pub struct SessionSocket(Option<Entered>);

#[derive(Debug)]
struct Entered {
    ended: CancellationToken,
    sessions: Sessions,
    token: TokenHash,
}

impl SessionSocket {
    /// Returns when the session is over.
    pub async fn ended(&self) {
        match &self.0 {
            Some(entered) => entered.ended.cancelled().await,
            None => std::future::pending().await,
        }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.sessions.leave(self.token);
    }
}

impl FromRequestParts<Shared> for SessionSocket {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Self, Infallible> {
        let token = Token::of_request(&parts.headers, app.config.secure_cookies());
        Ok(token.map_or(Self(None), |token| app.sessions.enter(token.hash())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn is_over(socket: &SessionSocket) -> bool {
        socket.ended().now_or_never().is_some()
    }

    #[test]
    fn the_end_of_a_session_reaches_all_its_sockets_and_no_other() {
        let sessions = Sessions::default();
        let (mine, other) = (TokenHash::of("mine"), TokenHash::of("other"));
        let sockets = [sessions.enter(mine), sessions.enter(mine)];
        let another = sessions.enter(other);
        sessions.end(mine);
        assert!(sockets.iter().all(is_over) && !is_over(&another));
        assert!(!is_over(&SessionSocket(None)));
    }

    #[test]
    fn a_session_without_sockets_is_not_held() {
        let sessions = Sessions::default();
        let token = TokenHash::of("mine");
        let sockets = [sessions.enter(token), sessions.enter(token)];
        sessions.end(token);
        drop(sockets);
        assert!(sessions.lock().is_empty());
        assert!(!is_over(&sessions.enter(token)));
    }
}
