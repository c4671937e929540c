//! What is said at a table. Not journalled: it is gone when the table is unloaded.

use crate::text::{is_harmless, is_visible};
use ludohall_protocol::{
    AnswerCode, Player, PlayerId,
    socket::{ChatLine, MAX_COMMAND_ID_CHARS, PHRASES},
    table::Chat,
};
use std::collections::VecDeque;

/// The longest free text, in characters: two lines on a phone.
pub const MAX_TEXT_CHARS: usize = 280;
/// Ids of `say` that a table remembers: more than all its people send while one of them reconnects.
const REMEMBERED_IDS: usize = 256;

/// A wish to say something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Say {
    pub(crate) id: String,
    pub(crate) phrase: Option<String>,
    pub(crate) text: Option<String>,
}

/// What became of a [`Say`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Said {
    /// Everybody will hear it.
    Heard,
    /// It was said before.
    Again,
    /// No.
    Refused(AnswerCode, &'static str),
}

/// The last lines, and the ids that were used lately.
#[derive(Debug, Default)]
pub(crate) struct ChatLog {
    lines: VecDeque<ChatLine>,
    /// How many lines there have been in all.
    count: u64,
    known: VecDeque<(PlayerId, Say)>,
}

impl ChatLog {
    /// Says `say`, if it may be said. At most `keep` lines stay.
    pub(crate) fn say(
        &mut self,
        from: &Player,
        seated: bool,
        policy: Chat,
        say: Say,
        keep: usize,
    ) -> Said {
        if let Err(why) = well_formed(&say) {
            return Said::Refused(AnswerCode::BadMessage, why);
        }
        if let Some((_, known)) = self.known(from.id, &say.id) {
            return if *known == say {
                Said::Again
            } else {
                Said::Refused(AnswerCode::BadMessage, "the id was used for something else")
            };
        }
        if let Err((code, why)) = allowed(seated, policy, &say) {
            return Said::Refused(code, why);
        }
        self.add(from, say, keep);
        Said::Heard
    }

    fn known(&self, who: PlayerId, id: &str) -> Option<&(PlayerId, Say)> {
        self.known
            .iter()
            .find(|(player, say)| *player == who && say.id == id)
    }

    fn add(&mut self, from: &Player, say: Say, keep: usize) {
        self.lines.push_back(ChatLine {
            from: from.clone(),
            phrase: say.phrase.clone(),
            text: say.text.clone(),
        });
        self.count += 1;
        while self.lines.len() > keep {
            self.lines.pop_front();
        }
        self.known.push_back((from.id, say));
        if self.known.len() > REMEMBERED_IDS {
            self.known.pop_front();
        }
    }

    /// How many lines there have been in all.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The lines that are kept, oldest first.
    pub(crate) fn lines(&self) -> Vec<ChatLine> {
        self.lines.iter().cloned().collect()
    }

    /// The kept lines after the first `heard`.
    pub(crate) fn since(&self, heard: u64) -> impl Iterator<Item = &ChatLine> {
        let missing = usize::try_from(self.count.saturating_sub(heard)).unwrap_or(usize::MAX);
        let skip = self.lines.len().saturating_sub(missing);
        self.lines.range(skip..)
    }
}

fn well_formed(say: &Say) -> Result<(), &'static str> {
    if say.id.is_empty() || say.id.chars().count() > MAX_COMMAND_ID_CHARS {
        return Err("an id has 1 to 64 characters");
    }
    match (&say.phrase, &say.text) {
        (Some(key), None) if PHRASES.contains(&key.as_str()) => Ok(()),
        (Some(_), None) => Err("no phrase has this key"),
        (None, Some(text)) if is_text(text) => Ok(()),
        (None, Some(_)) => Err("a text has 1 to 280 characters, all of them printable"),
        _ => Err("either phrase or text"),
    }
}

fn is_text(text: &str) -> bool {
    text.chars().any(is_visible) && text.chars().count() <= MAX_TEXT_CHARS && is_harmless(text)
}

fn allowed(seated: bool, policy: Chat, say: &Say) -> Result<(), (AnswerCode, &'static str)> {
    if !seated {
        return Err((AnswerCode::NotSeated, "only who has a seat may talk"));
    }
    match policy {
        Chat::Off => Err((AnswerCode::NotAllowed, "nobody talks at this table")),
        Chat::Phrases if say.text.is_some() => Err((AnswerCode::NotAllowed, "phrases only")),
        Chat::Phrases | Chat::Text => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::{ChatLog, Said, Say};
    use ludohall_protocol::{AnswerCode, Player, PlayerId, table::Chat};

    fn anna() -> Player {
        Player {
            id: PlayerId(uuid::Uuid::from_u128(1)),
            name: "Anna".into(),
            guest: true,
        }
    }

    fn phrase(id: &str, key: &str) -> Say {
        Say {
            id: id.into(),
            phrase: Some(key.into()),
            text: None,
        }
    }

    fn text(id: &str, words: &str) -> Say {
        Say {
            id: id.into(),
            phrase: None,
            text: Some(words.into()),
        }
    }

    fn code(said: Said) -> Option<AnswerCode> {
        match said {
            Said::Refused(code, _) => Some(code),
            Said::Heard | Said::Again => None,
        }
    }

    #[test]
    fn the_policy_of_the_table_decides_who_may_say_what() {
        let cases = [
            (
                Chat::Off,
                phrase("a", "hello"),
                Some(AnswerCode::NotAllowed),
            ),
            (Chat::Phrases, phrase("a", "hello"), None),
            (Chat::Phrases, text("a", "hi"), Some(AnswerCode::NotAllowed)),
            (Chat::Text, phrase("a", "hello"), None),
            (Chat::Text, text("a", "hi"), None),
        ];
        for (policy, say, expected) in cases {
            let mut log = ChatLog::default();
            let said = log.say(&anna(), true, policy, say.clone(), 10);
            assert_eq!(code(said), expected, "{policy:?} {say:?}");
        }
    }

    #[test]
    fn a_watcher_does_not_talk() {
        let said = ChatLog::default().say(&anna(), false, Chat::Text, text("a", "hi"), 10);
        assert_eq!(code(said), Some(AnswerCode::NotSeated));
    }

    #[test]
    fn malformed_lines_are_refused() {
        let both = Say {
            text: Some("hi".into()),
            ..phrase("a", "hello")
        };
        let bad = [
            both,
            phrase("", "hello"),
            phrase(&"x".repeat(65), "hello"),
            phrase("a", "abracadabra"),
            phrase("a", "Hello"),
            phrase("a", ""),
            text("a", "  "),
            text("a", "line\nfeed"),
            text("a", "turned \u{202E}round"),
            text("a", "\u{200D}"),
            text("a", &"ж".repeat(281)),
        ];
        for say in bad {
            let said = ChatLog::default().say(&anna(), true, Chat::Text, say.clone(), 10);
            assert_eq!(code(said), Some(AnswerCode::BadMessage), "{say:?}");
        }
        let longest = text(&"x".repeat(64), &"ж".repeat(280));
        let said = ChatLog::default().say(&anna(), true, Chat::Text, longest, 10);
        assert_eq!(said, Said::Heard);
    }

    #[test]
    fn the_same_id_is_heard_once() {
        let mut log = ChatLog::default();
        let say =
            |log: &mut ChatLog, key| log.say(&anna(), true, Chat::Phrases, phrase("a", key), 10);
        assert_eq!(say(&mut log, "hello"), Said::Heard);
        assert_eq!(say(&mut log, "hello"), Said::Again);
        assert_eq!(code(say(&mut log, "bye")), Some(AnswerCode::BadMessage));
        assert_eq!(log.count(), 1);
    }

    #[test]
    fn old_lines_go_and_a_late_reader_gets_what_is_left() {
        let mut log = ChatLog::default();
        for n in 0..500 {
            log.say(
                &anna(),
                true,
                Chat::Phrases,
                phrase(&n.to_string(), "hello"),
                10,
            );
        }
        assert_eq!(log.lines().len(), 10);
        assert_eq!(log.since(0).count(), 10);
        assert_eq!(log.since(497).count(), 3);
        assert_eq!(log.since(500).count(), 0);
        assert!(log.known.len() <= super::REMEMBERED_IDS);
    }
}
