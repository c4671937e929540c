//! The engine protocol: one JSON request a line, one JSON answer a line (`ludohall engine`).
//!
//! It is stateless, rolls no dice and never gives up: a line that is no request gets an answer that says why, and the
//! next line is read as usual.

mod ops;
mod refusal;
mod request;

use ludohall_protocol::engine::{EngineAnswer, EngineErrorCode, EngineResult};
use request::Line;
use std::io::{self, BufRead, Read, Write};

/// The longest line that is read, in bytes: far more than any request needs.
const MAX_LINE_BYTES: u64 = 1 << 20;

/// The answer to one line, without the line feed.
#[must_use]
pub fn answer(line: &str) -> String {
    respond(request::read(line))
}

/// Answers every line of `input` in order, each as soon as it is read.
///
/// # Errors
/// `input` cannot be read or `output` cannot be written.
pub fn run(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut input)
            .take(MAX_LINE_BYTES + 1)
            .read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(());
        }
        let whole = line.ends_with(b"\n") || line.len() as u64 <= MAX_LINE_BYTES;
        let text = if whole {
            respond_bytes(&line)
        } else {
            skip_line(&mut input)?;
            refuse(EngineErrorCode::BadRequest, "the line is too long")
        };
        writeln!(output, "{text}")?;
        output.flush()?;
    }
}

fn respond_bytes(line: &[u8]) -> String {
    match std::str::from_utf8(line) {
        Ok(line) => answer(line.trim()),
        Err(error) => refuse(EngineErrorCode::BadJson, &error.to_string()),
    }
}

fn refuse(code: EngineErrorCode, message: &str) -> String {
    respond(request::unreadable(code, message))
}

/// Reads on to the end of the line and keeps nothing of it.
fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        let done = end.is_some() || buffer.is_empty();
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}

fn respond(Line { id, request }: Line) -> String {
    let result = request.and_then(ops::perform);
    let answer = EngineAnswer {
        id,
        ok: result.is_ok(),
        result: result.unwrap_or_else(|refusal| EngineResult::Error {
            error: refusal.into(),
        }),
    };
    serde_json::to_string(&answer).unwrap_or_else(|error| {
        // Only a map with keys that are no text could do this, and an answer has none.
        format!(r#"{{"id":null,"ok":false,"error":{{"code":"bad_request","message":"{error}"}}}}"#)
    })
}
