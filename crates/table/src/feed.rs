//! The recent entries of a table as sockets get them: each serialised once, bounded by number and bytes.

use crate::{input::Applied, time::Millis};
use ludohall_protocol::{Event, Version};
use std::{collections::VecDeque, fmt::Write as _, io::Write as _, sync::Arc};

/// Room for an entry as most are.
const USUAL_BYTES: usize = 512;
/// Room for `deadline_ms` and its number.
const STAMP_BYTES: usize = 40;

/// An entry as an `event` message, but for `deadline_ms`.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    version: Version,
    text: Arc<str>,
    /// Where in `text` the last `turn` ends, if there is one: the place of `deadline_ms`.
    turn_end: Option<u32>,
}

impl Frame {
    pub(crate) fn new(applied: &Applied) -> Self {
        Self::render(applied.version, applied.at, &applied.events)
    }

    fn render(version: Version, at: Millis, events: &[Event]) -> Self {
        let mut text = Vec::with_capacity(USUAL_BYTES);
        // Neither writing to memory nor an event, which is plain data with text keys, ever fails.
        let _ = write!(
            text,
            r#"{{"type":"event","version":{},"at":"{}","events":["#,
            version.0,
            at.rfc3339()
        );
        let mut turn_end = None;
        for (i, event) in events.iter().enumerate() {
            if i > 0 {
                text.push(b',');
            }
            let _ = serde_json::to_writer(&mut text, event);
            if matches!(event, Event::Turn { .. }) {
                turn_end = u32::try_from(text.len() - 1).ok();
            }
        }
        text.extend_from_slice(b"]}");
        Self {
            version,
            text: String::from_utf8(text).unwrap_or_default().into(),
            turn_end,
        }
    }

    /// The message with `deadline_ms` in its last `turn`.
    fn stamped(&self, left_ms: Option<u64>) -> Arc<str> {
        let Some(end) = self.turn_end.map(|end| end as usize) else {
            return self.text.clone();
        };
        let (head, tail) = self.text.split_at(end);
        let mut text = String::with_capacity(self.text.len() + STAMP_BYTES);
        text.push_str(head);
        // Writing to memory never fails.
        let _ = match left_ms {
            Some(ms) => write!(text, r#","deadline_ms":{ms}"#),
            None => write!(text, r#","deadline_ms":null"#),
        };
        text.push_str(tail);
        text.into()
    }
}

/// What a ring may hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RingLimit {
    pub(crate) entries: usize,
    pub(crate) bytes: usize,
}

impl RingLimit {
    /// For what is bounded elsewhere.
    pub(crate) const NONE: Self = Self {
        entries: usize::MAX,
        bytes: usize::MAX,
    };
}

/// The newest entries of a table, contiguous.
#[derive(Debug, Default)]
pub(crate) struct Ring {
    frames: VecDeque<Frame>,
    bytes: usize,
    /// The newest `turn` as it was last sent: whoever wakes in the same millisecond shares it.
    stamped: Option<(Version, Option<u64>, Arc<str>)>,
}

impl Ring {
    /// Adds the next entry and drops the oldest above `limit`.
    pub(crate) fn push(&mut self, frame: Frame, limit: RingLimit) {
        self.bytes += frame.text.len();
        self.frames.push_back(frame);
        self.trim(limit);
    }

    /// Drops the oldest entries above `limit`.
    pub(crate) fn trim(&mut self, limit: RingLimit) {
        while self.frames.len() > limit.entries || self.bytes > limit.bytes {
            let Some(old) = self.frames.pop_front() else {
                break;
            };
            self.bytes -= old.text.len();
        }
        if self.frames.len() * 4 < self.frames.capacity() {
            self.frames.shrink_to_fit();
        }
    }

    /// The entries after `after` up to the newest, `deadline_ms` in the newest `turn`. `None` where the ring does not reach
    /// back so far, or where `after` lies ahead of `present`.
    pub(crate) fn since(
        &mut self,
        after: Version,
        present: Version,
        left_ms: Option<u64>,
    ) -> Option<Vec<Arc<str>>> {
        if after == present {
            return Some(Vec::new());
        }
        let first = self.frames.front()?.version;
        if after > present || after.next() < first {
            return None;
        }
        let skip = usize::try_from(after.next().0 - first.0).ok()?;
        let mut wanted = self.frames.range(skip..);
        let mut texts: Vec<Arc<str>> = wanted.clone().map(|frame| frame.text.clone()).collect();
        let newest_turn = wanted.rposition(|frame| frame.turn_end.is_some());
        if let Some(i) = newest_turn {
            texts[i] = self.stamp(skip + i, left_ms)?;
        }
        Some(texts)
    }

    fn stamp(&mut self, i: usize, left_ms: Option<u64>) -> Option<Arc<str>> {
        let frame = self.frames.get(i)?;
        match &self.stamped {
            Some((version, left, text)) if (*version, *left) == (frame.version, left_ms) => {
                Some(text.clone())
            }
            _ => {
                let text = frame.stamped(left_ms);
                self.stamped = Some((frame.version, left_ms, text.clone()));
                Some(text)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{Frame, Ring, RingLimit};
    use crate::time::Millis;
    use ludohall_protocol::{Event, Ply, ServerMessage, Version, event::Awaits};

    const WIDE: RingLimit = RingLimit {
        entries: 100,
        bytes: 100_000,
    };

    fn turn(ply: u64, deadline_ms: Option<Option<u64>>) -> Event {
        Event::Turn {
            arm: 1,
            awaits: Awaits::Roll,
            ply: Some(Ply(ply)),
            legal: Some(Vec::new()),
            forced: None,
            deadline_ms,
        }
    }

    fn ring(entries: u64, limit: RingLimit) -> Ring {
        let mut ring = Ring::default();
        for n in 1..=entries {
            let events = [Event::StoodUp { arm: 0 }, turn(n, None)];
            ring.push(Frame::render(Version(n), Millis(0), &events), limit);
        }
        ring
    }

    #[test]
    fn a_frame_is_the_message_of_the_protocol() {
        let mut ring = ring(1, WIDE);
        let texts = ring.since(Version(0), Version(1), Some(1500)).unwrap();
        let expected = ServerMessage::Event {
            version: Version(1),
            at: "1970-01-01T00:00:00.000Z".into(),
            events: vec![Event::StoodUp { arm: 0 }, turn(1, Some(Some(1500)))],
        };
        assert_eq!(*texts[0], serde_json::to_string(&expected).unwrap());
    }

    #[test]
    fn only_the_newest_turn_of_what_is_sent_has_a_deadline() {
        let mut ring = ring(5, WIDE);
        let texts = ring.since(Version(2), Version(5), None).unwrap();
        assert_eq!(texts.len(), 3);
        assert!(texts[..2].iter().all(|text| !text.contains("deadline_ms")));
        assert!(texts[2].contains(r#""deadline_ms":null"#));
    }

    #[test]
    fn a_ring_that_does_not_reach_says_so() {
        let small = RingLimit {
            entries: 3,
            bytes: 100_000,
        };
        let mut ring = ring(5, small);
        assert!(ring.since(Version(1), Version(5), None).is_none());
        assert_eq!(ring.since(Version(2), Version(5), None).unwrap().len(), 3);
        assert!(ring.since(Version(5), Version(5), None).unwrap().is_empty());
        assert!(ring.since(Version(6), Version(5), None).is_none());
        assert!(
            Ring::default()
                .since(Version(0), Version(5), None)
                .is_none()
        );
    }

    #[test]
    fn bytes_bound_a_ring_too() {
        let mut ring = ring(50, WIDE);
        ring.trim(RingLimit {
            entries: 100,
            bytes: 400,
        });
        assert!(ring.bytes <= 400);
        assert!(!ring.frames.is_empty());
    }
}
