//! The task of one table. Only it applies entries: journal, then apply, then tell.
//!
//! One loop over a bounded mailbox, the table's deadline and the end of the hall. What gathers while a commit runs is decided
//! afterwards, one after the other: each decision needs the one before it applied.

use crate::{
    hall::services::{Ending, Services},
    input::{Input, Reply, Request},
    live::{Bye, Health, Live},
    measure,
    refusal::Refusal,
    store::{Epoch, IdempotencyKey},
    time::Millis,
};
use futures_util::FutureExt;
use ludohall_protocol::{Answer, AnswerCode, CloseCode, GameId, Player, ProblemCode, code_name};
use std::{
    panic::AssertUnwindSafe,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};
use tokio::{
    sync::{mpsc, oneshot},
    time::Sleep,
};
use trouble::Trouble;

mod commit;
mod loss;
mod trouble;

/// Where nothing is due: about a year.
const NEVER_MS: u64 = 1 << 35;

/// What waits in a mailbox.
pub(crate) enum Work {
    /// A REST call.
    Request {
        from: Player,
        request: Request,
        key: Option<IdempotencyKey>,
        reply: oneshot::Sender<Result<ludohall_protocol::Table, Refusal>>,
    },
    /// A command of a socket.
    Command {
        input: Input,
        reply: oneshot::Sender<Answer>,
    },
}

/// What became of an input.
enum Outcome {
    /// It was decided, and what came of it stands and can be pulled.
    Done(Reply),
    /// The store did not take it, or its answer did not come. The same again is safe.
    Unavailable,
    /// The table panicked over it.
    Panicked,
}

/// The task's own state.
pub(crate) struct Actor {
    live: Arc<Live>,
    services: Arc<Services>,
    mailbox: mpsc::Receiver<Box<Work>>,
    epoch: Epoch,
    /// Entries since the newest snapshot.
    since_snapshot: u64,
    trouble: Option<Box<Trouble>>,
    /// Panics without an accepted action between them.
    strikes: u32,
    /// A tick that had no effect is not tried again before.
    quiet_until: Millis,
    /// Whether it stops though its table is open and has something to do.
    is_cut_short: bool,
    /// The present game, as the hall knows it.
    game: GameId,
    /// Rings when something is to be done without being asked, or before.
    alarm: Pin<Box<Sleep>>,
}

/// Work whose room on the heap is given back when it is done.
type Apart<'a, T = ()> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Why the loop woke.
enum Woken {
    Work(Option<Box<Work>>),
    Timer,
}

impl Actor {
    /// The task of a table that has just come into memory.
    pub(crate) fn new(
        live: Arc<Live>,
        services: Arc<Services>,
        mailbox: mpsc::Receiver<Box<Work>>,
        epoch: Epoch,
        since_snapshot: u64,
    ) -> Self {
        let game = live.core().table.game_id();
        Self {
            game,
            live,
            services,
            mailbox,
            epoch,
            since_snapshot,
            trouble: None,
            strikes: 0,
            quiet_until: Millis(0),
            alarm: Box::pin(tokio::time::sleep(Duration::from_millis(NEVER_MS))),
            is_cut_short: false,
        }
    }

    /// Runs until the table closes, is unloaded, or the hall stops. A panic outside of the table's own code ends it too.
    pub(crate) async fn run(mut self) {
        let ended = AssertUnwindSafe(self.turns()).catch_unwind().await;
        if ended.is_err() {
            metrics::counter!("ludohall_table_panics_total").increment(1);
            tracing::error!(table = %self.live.code, "the task of a table panicked; its sockets come back and load it anew");
            self.end(CloseCode::Restart);
            self.is_cut_short = true;
        }
        self.leave().await;
    }

    async fn turns(&mut self) {
        self.until_open().await;
        let stop = self.services.stop.clone();
        let mut stopped = pin!(stop.cancelled());
        while !self.ended() {
            tokio::task::consume_budget().await;
            match self.services.ending() {
                Ending::No => {}
                Ending::Drain { retry_ms } => {
                    return self.say_bye(CloseCode::Restart, Some(retry_ms));
                }
                Ending::Drop => return self.end(CloseCode::Restart),
            }
            self.give_back().await;
            self.catch_up_on_mail().await;
            self.do_due().await;
            if self.ended() || self.may_unload() {
                return;
            }
            if let Woken::Work(Some(work)) = self.wait(stopped.as_mut()).await {
                self.give_back().await;
                self.handle(work).await;
            }
        }
    }

    /// Does what has gathered, before any deadline that passed meanwhile: it came in time. No more than that, so that nobody
    /// keeps a deadline from being met.
    async fn catch_up_on_mail(&mut self) {
        let waiting = self.mailbox.len();
        if waiting > 0 {
            measure::mailbox(waiting);
        }
        for _ in 0..waiting {
            if self.ended() {
                return;
            }
            if let Ok(work) = self.mailbox.try_recv() {
                self.handle(work).await;
            }
        }
    }

    /// Does what is due without being asked.
    async fn do_due(&mut self) {
        self.note_panic();
        if self.services.ending() != Ending::No {
            // A drain that began while something waited for the store: its clocks stand still.
            return;
        }
        let now = self.now();
        if let Some(trouble) = &self.trouble {
            if trouble.retry_at <= now {
                Box::pin(self.recover()).await;
            }
        } else if self.tick_at().is_some_and(|at| at <= now) && !self.give_back().await {
            self.tick().await;
        }
    }

    /// Waits for something to do. Whether the hall stops is seen before each turn as well.
    async fn wait(&mut self, stopped: impl Future<Output = ()>) -> Woken {
        self.set_alarm();
        tokio::select! {
            biased;
            work = self.mailbox.recv() => Woken::Work(work),
            () = self.live.nudge.notified() => {
                self.list();
                Woken::Timer
            }
            () = self.alarm.as_mut() => Woken::Timer,
            () = stopped => Woken::Timer,
        }
    }

    /// Sees to it that the alarm rings in time. One that rings too early does no harm, and is left: almost every action moves
    /// the deadline, and setting a timer costs more than a turn for nothing once in a while.
    fn set_alarm(&mut self) {
        let pause = self.next_at().map(|at| at.since(self.now()));
        let pause = Duration::from_millis(pause.map_or(NEVER_MS, i64::unsigned_abs));
        let at = tokio::time::Instant::now() + pause;
        if self.alarm.is_elapsed() || self.alarm.deadline() > at {
            self.alarm.as_mut().reset(at);
        }
    }

    /// When something is to be done next.
    fn next_at(&self) -> Option<Millis> {
        let work_at = match &self.trouble {
            Some(trouble) => Some(trouble.retry_at),
            None => self.tick_at(),
        };
        [work_at, self.idle_at()].into_iter().flatten().min()
    }

    /// When a table without sockets is next to be cut or unloaded.
    fn idle_at(&self) -> Option<Millis> {
        let now = self.now();
        let core = self.live.core();
        let times = [self.services.trim_ms(), self.services.unload_ms()];
        let times = times.into_iter().map(|ms| core.used_at.plus(ms));
        times.filter(|at| core.crowd.is_empty() && *at > now).min()
    }

    fn tick_at(&self) -> Option<Millis> {
        let at = self.live.core().tick_at(self.now());
        at.map(|at| at.max(self.quiet_until))
    }

    async fn tick(&mut self) {
        let before = self.live.core().table.version();
        let outcome = Box::pin(self.submit(&Input::Tick, None)).await;
        let after = self.live.core().table.version();
        if matches!(outcome, Outcome::Done(_)) && before == after {
            // A deadline that came and changed nothing must not make the loop spin.
            self.quiet_until = self.now().plus(1_000);
        }
    }

    /// Does what was asked, in room of its own: a table that waits, as most do, does not keep it, and a command, as most work
    /// is, does not ask for the room of a request.
    fn handle(&mut self, work: Box<Work>) -> Apart<'_> {
        self.live.core().used_at = self.now();
        match *work {
            Work::Request {
                from,
                request,
                key,
                reply,
            } => Box::pin(async move {
                let answer = self.request(from, request, key).await;
                let refused = answer.as_ref().err();
                measure::action("request", refused.map(|refusal| code_name(&refusal.code)));
                let _ = reply.send(answer);
            }),
            Work::Command { input, reply } => Box::pin(async move {
                let answer = self.command(&input).await;
                measure::action("command", answer.code.as_ref().map(code_name));
                let _ = reply.send(answer);
            }),
        }
    }

    async fn request(
        &mut self,
        from: Player,
        request: Request,
        key: Option<IdempotencyKey>,
    ) -> Result<ludohall_protocol::Table, Refusal> {
        if let Some(key) = &key
            && self.replayed(key.clone()).await?
        {
            return self.view();
        }
        let request = Box::new(request);
        let input = Input::Request { from, request };
        match self.submit(&input, key.as_ref()).await {
            Outcome::Done(Reply::Refused(refusal)) => Err(refusal),
            Outcome::Done(_) => self.view(),
            Outcome::Unavailable => Err(Refusal::unavailable()),
            Outcome::Panicked => Err(Refusal::new(ProblemCode::Internal, "the table panicked")),
        }
    }

    /// Whether a request with this key was carried out before. What waits behind it meanwhile must not pay for it.
    async fn replayed(&self, key: IdempotencyKey) -> Result<bool, Refusal> {
        let is_first = {
            let debt = &mut self.live.core().debt;
            let is_first = debt.asking_since().is_none();
            debt.ask(self.now());
            is_first
        };
        let code = self.services.replayed(key).await;
        // What was asked before and is not known yet stays so.
        if is_first {
            self.live.core().debt.answered();
        }
        Ok(code? == Some(self.live.code))
    }

    fn view(&self) -> Result<ludohall_protocol::Table, Refusal> {
        let now = self.now();
        let view = self.live.guarded(now, |core| core.view(now));
        view.map_err(|_| Refusal::unavailable())
    }

    async fn command(&mut self, input: &Input) -> Answer {
        let outcome = self.submit(input, None).await;
        let refuse = |code, why| self.live.core().refuse(id_of(input), code, why);
        match outcome {
            Outcome::Done(Reply::Answer(answer)) => answer,
            Outcome::Done(_) => refuse(AnswerCode::BadMessage, "no command of a table"),
            Outcome::Unavailable => refuse(AnswerCode::Unavailable, "the store does not answer"),
            Outcome::Panicked => refuse(AnswerCode::Unavailable, "the table panicked"),
        }
    }

    fn now(&self) -> Millis {
        self.services.clock.now()
    }

    fn ended(&self) -> bool {
        matches!(self.live.core().health, Health::Ended(_))
    }

    /// Ends the table for its sockets, which may come back at once.
    fn end(&self, code: CloseCode) {
        self.say_bye(code, Some(0));
    }

    fn say_bye(&self, code: CloseCode, retry_ms: Option<u64>) {
        self.live.core().health = Health::Ended(Bye { code, retry_ms });
        self.live.bump();
    }

    /// Shows the table in the lobby as it is now, or takes it out. Only the actor does, so that no older state overtakes a
    /// newer one.
    pub(crate) fn list(&self) {
        let now = self.now();
        let Ok(listing) = self.live.guarded(now, |core| core.listing()) else {
            return;
        };
        self.services.lobby.set(self.live.code, listing);
    }

    /// Whether nobody needs the table in memory; nobody new gets to it from then on. Cuts its ring before that.
    fn may_unload(&self) -> bool {
        let now = self.now();
        let mut core = self.live.core();
        if !core.crowd.is_empty() || self.trouble.is_some() {
            return false;
        }
        let idle_ms = now.since(core.used_at);
        if idle_ms >= self.services.trim_ms() {
            core.trim(self.services.idle_ring());
        }
        let unload_ms = self.services.unload_ms();
        let due = core
            .table
            .deadline()
            .is_some_and(|at| at.since(now) < unload_ms);
        core.closing = idle_ms >= unload_ms && !due;
        core.closing
    }

    /// Answers what is still in the mailbox, and takes the table out of the registry.
    async fn leave(mut self) {
        self.mailbox.close();
        while let Some(work) = self.mailbox.recv().await {
            if self.ended() {
                self.turn_away(*work);
            } else {
                self.handle(work).await;
            }
        }
        self.services
            .forget(&self.live, self.game, self.is_cut_short);
        self.live.core().gone = true;
        self.live.bump();
    }

    fn turn_away(&self, work: Work) {
        match work {
            Work::Request { reply, .. } => {
                let _ = reply.send(Err(self.services.turned_away()));
            }
            Work::Command { input, reply } => {
                let id = id_of(&input);
                let code = AnswerCode::Unavailable;
                let _ = reply.send(self.live.core().refuse(id, code, "the table has stopped"));
            }
        }
    }
}

/// The id of the command that an input is.
fn id_of(input: &Input) -> Option<String> {
    match input {
        Input::Command { message, .. } => crate::attachment::command_id(message),
        _ => None,
    }
}
