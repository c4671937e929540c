//! What is done to the hall: its store fails, it is killed, stopped in order, or stands still.

use crate::{ground::Process, line::Weather, world::World};
use ludohall_table::ports::Clock;
use std::time::Duration;

/// A pause that the hall must notice: longer than it may be between two of its heartbeats.
const NOTICED_MS: u64 = 1_500;

#[derive(Clone, Copy, Debug)]
enum Trouble {
    Weather,
    Kill,
    Drain,
    Still,
}

impl World {
    pub(super) fn trouble(&mut self) {
        let often = self.plan.weights;
        let trouble = self.chance.weighted(&[
            (often.weather, Trouble::Weather),
            (often.drain, Trouble::Drain),
            (often.still, Trouble::Still),
            (often.kill, Trouble::Kill),
        ]);
        match trouble {
            Trouble::Weather => self.turn_weather(),
            Trouble::Kill => self.burn(),
            Trouble::Drain => self.drain(),
            Trouble::Still => self.still_ms = self.chance.pause(200, 120_000),
        }
    }

    fn turn_weather(&mut self) {
        let weather = self.chance.weighted(&[
            (3, Weather::Fair),
            (4, Weather::Slow),
            (1, Weather::Crawling),
            (1, Weather::Down),
            (1, Weather::Mute),
            (2, Weather::Rough),
        ]);
        self.set_weather(weather);
    }

    pub(super) fn clear_up(&mut self) {
        self.set_weather(Weather::Fair);
    }

    fn set_weather(&mut self, weather: Weather) {
        let now = self.ground.now();
        let mut state = self.ground.lock();
        if state.weather != weather {
            state.say(now, format_args!("~~ {weather:?}"));
            state.weather = weather;
        }
    }

    /// The process dies some polls from now.
    pub(super) fn burn(&mut self) {
        let polls = self.chance.pause(0, 400);
        self.ground.say(format_args!("== dies in {polls} polls"));
        self.pace.fuse.get_or_insert(polls);
    }

    fn drain(&mut self) {
        let Some(hall) = self.hall.clone() else {
            return;
        };
        let ground = self.ground.clone();
        ground.process(Process::Draining);
        tokio::spawn(async move {
            // It may stand still before it begins to stop: that is another account.
            let now = ground.now();
            ground.lock().accounts.down(now);
            hall.drain(500).await;
            ground.process(Process::Drained);
        });
    }

    /// The process stands still, and what was due meanwhile is due together.
    pub(super) async fn stand_still(&mut self) {
        let ms = std::mem::take(&mut self.still_ms);
        if ms == 0 {
            return;
        }
        let from = self.ground.now();
        self.ground.say(format_args!("== stands still for {ms} ms"));
        {
            let mut state = self.ground.lock();
            state.fair_since = None;
            if ms > NOTICED_MS {
                let to = from.plus(i64::try_from(ms).unwrap_or(i64::MAX));
                state.accounts.stood_still(from, to);
            }
        }
        tokio::time::advance(Duration::from_millis(ms)).await;
        self.ground.settle();
    }
}
