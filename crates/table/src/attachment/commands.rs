//! How what people say and do gets to a table.

use crate::{actor::Work, chat::Say, hall::services::Services, input::Input, live::Live};
use ludohall_protocol::{Answer, AnswerCode, ClientMessage, Player};
use tokio::sync::{mpsc::error::TrySendError, oneshot};

/// Says something at a table.
pub(crate) fn say(live: &Live, services: &Services, from: &Player, say: Say) -> Answer {
    let now = services.clock.now();
    let id = say.id.clone();
    let answer = live.guarded(now, |core| {
        core.used_at = now;
        core.say(from, say, services.config.chat_lines)
    });
    live.bump();
    answer.unwrap_or_else(|_| lost(live, Some(id)))
}

/// Puts a command into the table's mailbox.
pub(crate) fn enqueue(
    live: &Live,
    from: &Player,
    message: ClientMessage,
) -> Result<oneshot::Receiver<Answer>, (AnswerCode, &'static str)> {
    let (reply, answer) = oneshot::channel();
    let input = Input::Command {
        from: from.clone(),
        message,
    };
    let work = Work::Command { input, reply };
    match live.mailbox.try_send(Box::new(work)) {
        Ok(()) => Ok(answer),
        Err(TrySendError::Full(_)) => {
            metrics::counter!("ludohall_mailbox_full_total").increment(1);
            Err((AnswerCode::Busy, "the table has too much to do"))
        }
        Err(TrySendError::Closed(_)) => Err((AnswerCode::Unavailable, "the table has stopped")),
    }
}

/// The answer to a command that got lost with the table's task: nothing is known of its effect, and the same id asks again.
pub(crate) fn lost(live: &Live, id: Option<String>) -> Answer {
    live.core()
        .refuse(id, AnswerCode::Unavailable, "the table stopped; ask again")
}

/// The id of a command; `None` for a ping.
pub(crate) fn command_id(message: &ClientMessage) -> Option<String> {
    message.id().map(str::to_owned)
}
