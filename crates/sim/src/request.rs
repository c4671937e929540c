//! Calls that are not a socket's: to open a table, and to change one.

use crate::ground::Ground;
use ludohall_protocol::{Code, CreateTable, Player, ProblemCode};
use ludohall_table::{Hall, Refusal, Request, ports::Clock};
use std::sync::Arc;

/// A call.
#[derive(Clone, Debug)]
pub(crate) struct Call {
    pub(crate) number: u64,
    pub(crate) from: Player,
    pub(crate) what: What,
    pub(crate) key: Option<String>,
}

/// What is called for.
#[derive(Clone, Debug)]
pub(crate) enum What {
    Create(Box<CreateTable>),
    Change(Code, Request),
    Look(Code),
    Mine,
}

/// Makes the call, and has its answer judged.
pub(crate) async fn make(hall: Hall, ground: Arc<Ground>, call: Call) {
    let Call {
        number,
        from,
        what,
        key,
    } = call;
    let who = from.id;
    let done = match what.clone() {
        What::Create(spec) => {
            let opened = hall.create(from, *spec, key.clone()).await;
            opened.map(|(table, _)| Some(table.code()))
        }
        What::Change(code, request) => change(&hall, code, from, request, key.clone()).await,
        What::Look(code) => look(&hall, code, from).await,
        What::Mine => hall.tables_of(from.id).await.map(|_| None),
    };
    let now = ground.now();
    let mut state = ground.lock();
    match &done {
        Ok(opened) => state.say(now, format_args!("   r{number} ok {opened:?}")),
        Err(refusal) => state.say(now, format_args!("   r{number} {:?}", refusal.code)),
    }
    match (&what, &done) {
        (What::Create(_), Ok(Some(code))) => {
            let known = key.map(|key| state.opened.insert((who, key), *code));
            if known.flatten().is_some_and(|before| before != *code) {
                state.fail(now, ("idempotency", format!("a key opened {code} too")));
            }
        }
        (What::Change(code, _) | What::Look(code), Err(refusal))
            if refusal.code == ProblemCode::NoSuchTable && state.is_there(*code, now) =>
        {
            state.fail(now, ("lost-table", format!("{code} is on disk")));
        }
        _ => {}
    }
    if let Err(refusal) = &done
        && matches!(
            refusal.code,
            ProblemCode::Internal | ProblemCode::TableDamaged
        )
    {
        state.fail(now, ("refusal", format!("r{number}: {refusal:?}")));
    }
    if state.broken.is_some() {
        ground.ring();
    }
}

async fn change(
    hall: &Hall,
    code: Code,
    from: Player,
    request: Request,
    key: Option<String>,
) -> Result<Option<Code>, Refusal> {
    let table = hall.table(code).await?;
    table.request(from, request, key).await.map(|_| None)
}

async fn look(hall: &Hall, code: Code, from: Player) -> Result<Option<Code>, Refusal> {
    let table = hall.table(code).await?;
    table.why(Some(from.id)).await?;
    table.view(Some(from.id)).await.map(|_| None)
}
