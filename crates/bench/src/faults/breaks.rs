//! Whoever breaks the hall: what, when, and how it is brought back.

use super::{others, stage::Stage};
use crate::{
    failure::Failure,
    hall::{Hall, Spec},
    people::Party,
    scrape::Scrape,
    volume::Volume,
};
use rand::{RngExt, rngs::StdRng, seq::SliceRandom};
use std::{sync::Arc, time::Duration};
use tokio::{
    task::JoinSet,
    time::{Instant, sleep},
};

/// How long all clients may take to be back.
const BACK_WITHIN: Duration = Duration::from_secs(60);
/// Between two looks whether they are.
const LOOK_EVERY: Duration = Duration::from_millis(5);
/// How long a full disk is waited for to make a commit fail; then a moment more.
const FULL_WITHIN: Duration = Duration::from_millis(2_500);
/// Between two looks whether one has.
const FULL_LOOK: Duration = Duration::from_millis(50);
/// After so many kills a line is printed.
const TELL_EVERY: usize = 25;

/// What happens besides the kills.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Beside {
    Nothing,
    Terminate,
    Freeze,
    FullDisk,
    CappedFiles,
    Mute,
    Flood,
    BreakOff,
}

/// Each as often as it stands here; shuffled, so that none stays away for long.
const DECK: [Beside; 13] = [
    Beside::Nothing,
    Beside::Nothing,
    Beside::Nothing,
    Beside::Nothing,
    Beside::BreakOff,
    Beside::BreakOff,
    Beside::BreakOff,
    Beside::Terminate,
    Beside::Freeze,
    Beside::FullDisk,
    Beside::CappedFiles,
    Beside::Mute,
    Beside::Flood,
];

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Breaks {
    /// `kill -9`.
    pub kills: usize,
    terminations: usize,
    freezes: usize,
    full_disks: usize,
    capped_files: usize,
    failed_commits: usize,
    mutes: usize,
    floods: usize,
}

impl Breaks {
    /// As they are reported.
    pub fn rows(&self) -> [(&'static str, usize); 8] {
        [
            ("kills (SIGKILL)", self.kills),
            ("terminations (SIGTERM)", self.terminations),
            ("freezes (SIGSTOP)", self.freezes),
            ("full disks (ENOSPC)", self.full_disks),
            ("files that may not grow (EFBIG)", self.capped_files),
            ("of these two, where a commit failed", self.failed_commits),
            ("clients that never read", self.mutes),
            ("clients that flood", self.floods),
        ]
    }
}

/// Who does it.
pub struct Conductor {
    hall: Hall,
    spec: Spec,
    stage: Arc<Stage>,
    parties: Vec<Party>,
    random: StdRng,
    deck: Vec<Beside>,
    others: JoinSet<()>,
    breaks: Breaks,
    /// What the data lies on, where it can be filled.
    volume: Option<Volume>,
}

impl Conductor {
    /// Has not begun yet.
    pub fn new(
        hall: Hall,
        stage: Arc<Stage>,
        parties: Vec<Party>,
        random: StdRng,
        volume: Option<Volume>,
    ) -> Self {
        Self {
            spec: hall.again(),
            hall,
            stage,
            parties,
            random,
            deck: Vec::new(),
            others: JoinSet::new(),
            breaks: Breaks::default(),
            volume,
        }
    }

    /// Breaks the hall so many times; it is whole again afterwards.
    ///
    /// # Errors
    /// It does not come back, or a client does not.
    pub async fn run(&mut self, kills: usize) -> Result<Breaks, Failure> {
        self.all_back().await?;
        while self.breaks.kills < kills {
            self.pause(10, 300).await;
            self.beside().await?;
            self.pause(0, 100).await;
            self.kill().await?;
            if self.breaks.kills.is_multiple_of(TELL_EVERY) {
                let ledger = self.stage.ledger();
                eprintln!(
                    "{} of {kills} kills: {} actions told, {} promises broken so far",
                    self.breaks.kills,
                    ledger.accepted(),
                    ledger.broken().len()
                );
            }
        }
        self.pause(300, 600).await;
        self.others.shutdown().await;
        Ok(self.breaks)
    }

    /// The hall, alive, and what its data lies on.
    pub fn into_hall(self) -> (Hall, Option<Volume>) {
        (self.hall, self.volume)
    }

    async fn beside(&mut self) -> Result<(), Failure> {
        let table = self.random.random_range(0..self.parties.len());
        let party = self.parties[table].clone();
        let address = self.stage.address;
        let code = party.code;
        let guest = party.people[self.random.random_range(0..party.people.len())].clone();
        match self.draw() {
            Beside::Nothing => {}
            Beside::Terminate => self.terminate().await?,
            Beside::Freeze => self.freeze().await?,
            Beside::FullDisk => self.fill_disk().await?,
            Beside::CappedFiles => self.cap_files().await?,
            Beside::BreakOff => {
                let client = self.random.random_range(0..self.stage.clients());
                self.stage.order_break_off(client);
                self.pause(20, 100).await;
            }
            Beside::Mute => {
                self.breaks.mutes += 1;
                self.beside_us(others::mute(address, guest, code));
            }
            Beside::Flood => {
                self.breaks.floods += 1;
                self.beside_us(others::flood(address, guest, code));
                self.pause(100, 300).await;
            }
        }
        Ok(())
    }

    /// Those who do not behave end with the hall, or when they have had enough; what becomes of them is their own affair.
    fn beside_us(&mut self, other: impl Future<Output = Result<(), Failure>> + Send + 'static) {
        while self.others.try_join_next().is_some() {}
        self.others.spawn(async move {
            let _ = other.await;
        });
    }

    fn draw(&mut self) -> Beside {
        if self.deck.is_empty() {
            self.deck = DECK.to_vec();
            self.deck.shuffle(&mut self.random);
        }
        self.deck.pop().unwrap_or(Beside::Nothing)
    }

    async fn kill(&mut self) -> Result<(), Failure> {
        self.hall.kill().await?;
        self.clear_disk();
        self.breaks.kills += 1;
        self.restart().await
    }

    async fn terminate(&mut self) -> Result<(), Failure> {
        self.hall.terminate().await?;
        self.breaks.terminations += 1;
        self.restart().await
    }

    async fn freeze(&mut self) -> Result<(), Failure> {
        self.breaks.freezes += 1;
        self.hall.freeze()?;
        self.pause(300, 2_500).await;
        self.hall.thaw()
    }

    /// No block is free for a while; half of the time the hall is killed while that lasts.
    async fn fill_disk(&mut self) -> Result<(), Failure> {
        let Some(volume) = &self.volume else {
            return self.cap_files().await;
        };
        self.breaks.full_disks += 1;
        let before = self.failures().await;
        volume.fill()?;
        self.await_failure(before).await;
        if self.random.random_range(0..2) == 0 {
            self.clear_disk();
            self.pause(100, 600).await;
        }
        Ok(())
    }

    fn clear_disk(&self) {
        if let Some(volume) = &self.volume {
            volume.clear();
        }
    }

    /// The same with files that may not grow, which needs no file system of its own.
    async fn cap_files(&mut self) -> Result<(), Failure> {
        self.breaks.capped_files += 1;
        let before = self.failures().await;
        self.hall.limit_files(Some(0))?;
        self.await_failure(before).await;
        if self.random.random_range(0..2) == 0 {
            self.hall.limit_files(None)?;
            self.pause(100, 600).await;
        }
        Ok(())
    }

    /// Until a commit has failed, and some moments more; what is written where there was room before does not fail.
    async fn await_failure(&mut self, before: f64) {
        let until = Instant::now() + FULL_WITHIN;
        while Instant::now() < until {
            if self.failures().await > before {
                self.breaks.failed_commits += 1;
                return self.pause(0, 300).await;
            }
            sleep(FULL_LOOK).await;
        }
    }

    async fn failures(&self) -> f64 {
        let scrape = Scrape::of(self.stage.address).await.unwrap_or_default();
        scrape.total("ludohall_journal_failures_total")
    }

    async fn restart(&mut self) -> Result<(), Failure> {
        self.stage.next_life();
        self.hall = Hall::start(&self.spec).await?;
        self.all_back().await
    }

    async fn all_back(&self) -> Result<(), Failure> {
        let until = Instant::now() + BACK_WITHIN;
        while self.stage.missing() > 0 {
            if Instant::now() > until {
                let what = format!(
                    "the return of {} clients ({})",
                    self.stage.missing(),
                    self.hall.last_words()
                );
                return Err(Failure::Timeout {
                    what,
                    within: BACK_WITHIN,
                });
            }
            sleep(LOOK_EVERY).await;
        }
        Ok(())
    }

    async fn pause(&mut self, least_ms: u64, most_ms: u64) {
        let ms = self.random.random_range(least_ms..=most_ms);
        sleep(Duration::from_millis(ms)).await;
    }
}
