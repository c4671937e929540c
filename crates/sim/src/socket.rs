//! The hall's end of a connection, as the server's socket task drives it.

use crate::{conn::Order, ground::Ground};
use ludohall_protocol::{Code, Player, Version};
use ludohall_table::{Attachment, Hall, Outgoing, Refusal};
use std::{sync::Arc, time::Duration};
use tokio::sync::mpsc::UnboundedReceiver;

/// Who wants to connect where.
pub(crate) struct Wish {
    pub(crate) conn: usize,
    pub(crate) code: Code,
    pub(crate) player: Player,
    pub(crate) after: Option<Version>,
}

/// Connects and serves until either side ends it.
pub(crate) async fn serve(
    hall: Hall,
    ground: Arc<Ground>,
    wish: Wish,
    mut orders: UnboundedReceiver<Order>,
) {
    let conn = wish.conn;
    match attach(&hall, wish).await {
        Ok(attachment) => converse(&ground, conn, attachment, &mut orders).await,
        Err(refusal) => ground.turned_away(conn, &refusal),
    }
    ground.closed(conn);
}

async fn attach(hall: &Hall, wish: Wish) -> Result<Attachment, Refusal> {
    let table = hall.table(wish.code).await?;
    table.attach(wish.player, wish.after).await
}

async fn converse(
    ground: &Ground,
    conn: usize,
    mut attachment: Attachment,
    orders: &mut UnboundedReceiver<Order>,
) {
    loop {
        // The server takes them as they come; here half of the connections prefer the one, half the other.
        let order = if conn.is_multiple_of(2) {
            tokio::select! {
                biased;
                order = orders.recv() => Some(order),
                () = attachment.changed() => None,
            }
        } else {
            tokio::select! {
                biased;
                () = attachment.changed() => None,
                order = orders.recv() => Some(order),
            }
        };
        match order {
            Some(None) => return,
            Some(Some(Order::Command(message))) => {
                ground.taken(conn, &message);
                attachment.command(message);
            }
            Some(Some(Order::Stall(ms))) => {
                tokio::time::sleep(Duration::from_millis(ms)).await;
            }
            None => {
                for outgoing in attachment.pull() {
                    match outgoing {
                        Outgoing::Text(text) => ground.told(conn, &text),
                        Outgoing::Bye { text, .. } => return ground.told(conn, &text),
                    }
                }
            }
        }
    }
}
