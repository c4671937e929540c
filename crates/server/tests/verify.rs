//! Records that hold, and records that somebody has touched.
#![allow(clippy::unwrap_used)]

use ludohall_bots::{Level, choose};
use ludohall_protocol::{
    GameId,
    convert::{wire_move, wire_place},
    notation::write_game,
};
use ludohall_rules::{Arm, Game, Move, Options, Phase, Position};
use ludohall_server::verify::{Fault, VerifyError, verify};
use ludohall_table::dice::{Dice, Secret};
use serde_json::{Value, json};

const GAME: &str = "01900000-0000-7000-8000-000000000001";

/// A game that plays itself and writes its record.
struct Recorder {
    game: Game,
    dice: Dice,
    position: Position,
    n: u32,
    version: u64,
    entries: Vec<Value>,
}

impl Recorder {
    fn new(ruleset: &str, entropy: &[&str]) -> Self {
        let arms = [0, 2].map(|arm| Arm::new(arm).unwrap());
        let game = Game::new(ruleset, &Options::new(), None, &arms).unwrap();
        let dice = Dice::new(
            &secret(),
            GAME.parse::<GameId>().unwrap(),
            entropy.iter().copied(),
        );
        let position = game.opening(arms[0]).unwrap();
        Self {
            game,
            dice,
            position,
            n: 0,
            version: 1,
            entries: Vec::new(),
        }
    }

    fn write(&mut self, arm: Arm, act: &Value) {
        self.version += 1;
        let mut entry = json!({"version": self.version, "at": "2026-01-02T03:04:05Z", "ply": self.version,
            "arm": arm.get(), "by": "human"});
        entry
            .as_object_mut()
            .unwrap()
            .extend(act.as_object().unwrap().clone());
        self.entries.push(entry);
    }

    /// Plays one decision.
    fn step(&mut self) {
        let arm = self.position.turn();
        if self.position.phase() == Phase::Roll {
            let first = self.n + 1;
            self.n += u32::try_from(self.game.dice_per_roll()).unwrap();
            let faces: Vec<u8> = (first..=self.n).map(|n| self.dice.face(n, 6)).collect();
            self.game.roll(&mut self.position, &faces, &mut ()).unwrap();
            self.write(arm, &json!({"kind": "rolled", "n": first, "dice": faces}));
        } else {
            let choice = choose(&self.game, &self.position, Level::Hard).unwrap();
            let legal = self.game.legal(&self.position);
            let chosen: &Move = legal.iter().find(|legal| legal.choice() == choice).unwrap();
            let chosen = serde_json::to_value(wire_move(chosen)).unwrap();
            self.game
                .play(&mut self.position, &choice, &mut ())
                .unwrap();
            self.write(arm, &json!({"kind": "moved", "move": chosen}));
        }
    }

    fn play_until(&mut self, done: impl Fn(&Position) -> bool) {
        while !done(&self.position) {
            self.step();
        }
    }

    fn record(&self) -> Value {
        let over = self.position.phase() == Phase::Over;
        let places: Vec<_> = self
            .game
            .ranking(&self.position, &[])
            .iter()
            .map(wire_place)
            .collect();
        json!({"id": GAME, "table": "K7M2QX", "ruleset": self.game.ruleset(), "options": {},
            "board": self.game.board().id, "arms": [0, 2], "start": 0, "start_rolls": [],
            "seats": [
                {"arm": 0, "name": "Ada", "player_id": "01900000-0000-7000-8000-00000000000a", "bot_level": null, "left": false},
                {"arm": 2, "name": "", "player_id": null, "bot_level": "hard", "left": false}],
            "commitment": secret().commitment(), "secret": secret().reveal(), "entropy": {},
            "entries": self.entries, "places": if over { json!(places) } else { json!([]) },
            "started_at": "2026-01-02T03:04:05Z", "finished_at": "2026-01-02T04:04:05Z"})
    }
}

fn secret() -> Secret {
    Secret::new(std::array::from_fn(|i| u8::try_from(i).unwrap()))
}

/// A whole game of `ludo`.
fn whole() -> Value {
    let mut recorder = Recorder::new("ludo", &[]);
    recorder.play_until(|position| position.phase() == Phase::Over);
    recorder.record()
}

/// A record in text notation.
fn text(record: Value) -> String {
    write_game(&serde_json::from_value(record).unwrap()).unwrap()
}

fn refusal(record: &Value) -> VerifyError {
    verify(&record.to_string()).unwrap_err()
}

fn fault(record: &Value) -> Fault {
    match refusal(record) {
        VerifyError::Entry { fault, .. } => fault,
        other => panic!("{other}"),
    }
}

/// The first entry of a kind.
fn entry<'a>(record: &'a mut Value, kind: &str) -> &'a mut Value {
    let entries = record["entries"].as_array_mut().unwrap().iter_mut();
    entries
        .into_iter()
        .find(|entry| entry["kind"] == kind)
        .unwrap()
}

#[test]
fn a_whole_game_holds_in_every_ruleset() {
    for ruleset in ["ludo", "luddo", "snakes"] {
        let mut recorder = Recorder::new(ruleset, &[]);
        recorder.play_until(|position| position.phase() == Phase::Over);
        let verified = verify(&recorder.record().to_string()).unwrap();
        assert_eq!(verify(&text(recorder.record())).unwrap(), verified);
        assert!(verified.finished, "{ruleset}");
        assert_eq!(verified.dice, recorder.n, "{ruleset}");
        assert!(verified.to_string().contains("everything holds"));
    }
}

#[test]
fn contributions_of_the_seats_are_part_of_the_dice() {
    let mut recorder = Recorder::new("ludo", &["00ff", "abcd"]);
    recorder.play_until(|position| position.phase() == Phase::Over);
    let mut record = recorder.record();
    assert!(matches!(refusal(&record), VerifyError::Die { n: 2, .. }));
    record["entropy"] = json!({"0": "00ff", "2": "abcd"});
    assert_eq!(verify(&record.to_string()).unwrap().contributions, 2);
    record["entropy"] = json!({"0": "00ff", "1": "abcd"});
    assert!(matches!(refusal(&record), VerifyError::Contribution(1)));
}

#[test]
fn a_game_that_was_cut_short_has_no_places() {
    let mut recorder = Recorder::new("ludo", &[]);
    (0..40).for_each(|_| recorder.step());
    let mut record = recorder.record();
    assert!(!verify(&record.to_string()).unwrap().finished);
    record["places"] =
        json!([{"arm": 0, "place": 1, "left": false}, {"arm": 2, "place": 2, "left": false}]);
    assert!(matches!(refusal(&record), VerifyError::Places));
}

#[test]
fn the_highest_start_roll_begins() {
    // The dice 3 4 5 4 …: arm 2 rolls higher, and the game's dice go on from the third.
    let mut record = Recorder::new("ludo", &[]).record();
    record["start_rolls"] = json!([[0, 3], [2, 4]]);
    assert!(matches!(refusal(&record), VerifyError::Start));
    record["start"] = json!(2);
    assert_eq!(verify(&record.to_string()).unwrap().dice, 2);
    record["start_rolls"] = json!([[0, 2], [2, 4]]);
    assert!(matches!(refusal(&record), VerifyError::Start));
}

#[test]
fn a_drawn_start_is_one_die_of_as_many_faces_as_seats() {
    let face = Dice::new(&secret(), GAME.parse().unwrap(), []).face(1, 2);
    let arm = [0, 2][usize::from(face) - 1];
    let mut record = Recorder::new("ludo", &[]).record();
    record["start"] = json!(arm);
    record["start_rolls"] = json!([[arm, face]]);
    assert_eq!(verify(&record.to_string()).unwrap().dice, 1);
    record["start"] = json!(2 - arm);
    assert!(matches!(refusal(&record), VerifyError::Start));
}

#[test]
fn another_secret_or_commitment_is_found_out() {
    let mut record = whole();
    record["secret"] = json!("00".repeat(32));
    assert!(matches!(refusal(&record), VerifyError::Commitment { .. }));
    record["secret"] = json!("0");
    assert!(matches!(refusal(&record), VerifyError::BadSecret));
    record.as_object_mut().unwrap().remove("secret");
    assert!(matches!(refusal(&record), VerifyError::NoSecret));
    assert!(matches!(
        verify("{").unwrap_err(),
        VerifyError::NotARecord(_)
    ));
}

#[test]
fn another_die_is_found_out() {
    let mut record = whole();
    let rolled = entry(&mut record, "rolled");
    let face = rolled["dice"][0].as_u64().unwrap();
    rolled["dice"][0] = json!(face % 6 + 1);
    let VerifyError::Die { n, computed, .. } = refusal(&record) else {
        panic!("the die was believed");
    };
    assert_eq!((n, u64::from(computed)), (1, face));
}

#[test]
fn dice_that_are_left_out_are_found_out() {
    let mut record = whole();
    entry(&mut record, "rolled")["n"] = json!(2);
    assert_eq!(fault(&record), Fault::Numbering);
    entry(&mut record, "rolled")["n"] = json!(1);
    let face = Dice::new(&secret(), GAME.parse().unwrap(), []).face(2, 6);
    entry(&mut record, "rolled")["dice"]
        .as_array_mut()
        .unwrap()
        .push(json!(face));
    assert_eq!(fault(&record), Fault::Roll);
}

#[test]
fn an_illegal_move_is_found_out() {
    let mut record = whole();
    entry(&mut record, "moved")["move"]["uses"] = json!([1]);
    assert_eq!(fault(&record), Fault::Illegal);
}

#[test]
fn a_move_that_led_elsewhere_is_found_out() {
    let mut record = whole();
    entry(&mut record, "moved")["move"]["to"] = json!(55);
    assert_eq!(fault(&record), Fault::Outcome);
}

#[test]
fn acting_out_of_turn_or_after_the_end_is_found_out() {
    let mut record = whole();
    entry(&mut record, "rolled")["arm"] = json!(2);
    assert_eq!(fault(&record), Fault::NotItsTurn);
    let mut record = whole();
    let last = record["entries"]
        .as_array()
        .unwrap()
        .last()
        .unwrap()
        .clone();
    record["entries"].as_array_mut().unwrap().push(last);
    assert_eq!(fault(&record), Fault::Over);
}

#[test]
fn other_places_are_found_out() {
    let mut record = whole();
    for place in record["places"].as_array_mut().unwrap() {
        place["place"] = json!(3 - place["place"].as_u64().unwrap());
    }
    assert!(matches!(refusal(&record), VerifyError::Places));
    record["places"] = json!([]);
    assert!(matches!(refusal(&record), VerifyError::Places));
}

/// A solo game in which the person takes their first choice back and makes it again.
fn undone() -> Value {
    let mut recorder = Recorder::new("ludo", &[]);
    recorder.play_until(|at| at.phase() == Phase::Move && at.turn().get() == 0);
    let (position, n, version) = (recorder.position, recorder.n, recorder.version);
    recorder.step();
    recorder.play_until(|at| at.phase() == Phase::Roll && at.turn().get() == 0);
    (recorder.position, recorder.n) = (position, n);
    let person = Arm::new(0).unwrap();
    recorder.write(
        person,
        &json!({"kind": "undone", "to_version": version, "n": n}),
    );
    recorder.play_until(|at| at.phase() == Phase::Over);
    recorder.record()
}

#[test]
fn what_was_undone_stays_and_the_dice_follow_again() {
    let verified = verify(&undone().to_string()).unwrap();
    assert_eq!(verified.undone, 1);
    assert!(verified.finished);
}

#[test]
fn a_game_in_text_is_checked_like_its_record() {
    let record = undone();
    let game = text(record.clone());
    assert_eq!(verify(&game).unwrap(), verify(&record.to_string()).unwrap());
    let tampered = game.replace("\n1. A 3:", "\n1. A 2:");
    assert_ne!(tampered, game);
    let error = verify(&tampered).unwrap_err();
    assert!(matches!(error, VerifyError::Die { n: 1, .. }), "{error}");
    let error = verify(&game.replacen("Board", "Bored", 1)).unwrap_err();
    assert!(matches!(error, VerifyError::NotAGame(_)), "{error}");
    assert!(error.to_string().contains("line 5: "), "{error}");
}

#[test]
fn nothing_can_be_undone_among_people() {
    let mut record = undone();
    record["seats"][1]["player_id"] = json!("01900000-0000-7000-8000-00000000000b");
    assert_eq!(fault(&record), Fault::Undo);
}

#[test]
fn an_undo_to_elsewhere_is_found_out() {
    let mut record = undone();
    entry(&mut record, "undone")["to_version"] = json!(0);
    assert_eq!(fault(&record), Fault::Undo);
    let mut record = undone();
    entry(&mut record, "undone")["n"] = json!(1_000);
    assert_eq!(fault(&record), Fault::Numbering);
}
