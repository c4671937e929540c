//! What goes out over a wire comes back as what it was.
#![allow(clippy::unwrap_used)]

use ludohall_protocol::{
    Position,
    convert::{
        read_position, rule_choice, rule_options, wire_event, wire_move, wire_options,
        wire_position, wire_ruleset,
    },
    table::ClockName,
};
use ludohall_rules::{Arm, Event, Game, Options, Phase, Preset, presets};

/// Faces and choices that look like chance: a linear congruence.
struct Chance(u32);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 16) as usize % limit
    }
}

fn game(preset: &Preset) -> Game {
    let arms: Vec<Arm> = (0..preset.seats.max).filter_map(Arm::new).collect();
    Game::new(preset.id, &Options::new(), None, &arms).unwrap()
}

/// Plays a while and hands every position on the way to `look`, with what led to it.
fn play(game: &Game, look: impl Fn(&ludohall_rules::Position, &[Event])) {
    let mut chance = Chance(7);
    let mut position = game.opening(game.arms()[0]).unwrap();
    for _ in 0..1_500 {
        let mut events = Vec::new();
        match position.phase() {
            Phase::Roll => {
                let faces: Vec<u8> = (0..game.dice_per_roll())
                    .map(|_| u8::try_from(chance.below(game.faces().into())).unwrap() + 1)
                    .collect();
                game.roll(&mut position, &faces, &mut events).unwrap();
            }
            Phase::Move => {
                let legal = game.legal(&position);
                let choice = legal[chance.below(legal.len())].choice();
                game.play(&mut position, &choice, &mut events).unwrap();
            }
            Phase::Over => break,
        }
        look(&position, &events);
    }
}

#[test]
fn every_position_comes_back_as_it_was() {
    for preset in presets() {
        let game = game(preset);
        play(&game, |position, _| {
            let wire = wire_position(&game, position);
            let text = serde_json::to_string(&wire).unwrap();
            let read: Position = serde_json::from_str(&text).unwrap();
            assert_eq!(read, wire, "{text}");
            let (again, back) =
                read_position(&read).unwrap_or_else(|error| panic!("{error}: {text}"));
            assert_eq!(wire_position(&again, &back), wire, "{text}");
        });
    }
}

#[test]
fn every_legal_move_comes_back_as_its_choice() {
    for preset in presets() {
        let game = game(preset);
        play(&game, |position, _| {
            for legal in &game.legal(position) {
                assert_eq!(rule_choice(&wire_move(legal)), Ok(legal.choice()));
            }
        });
    }
}

#[test]
fn every_event_can_be_read_again() {
    for preset in presets() {
        play(&game(preset), |_, events| {
            for event in events.iter().map(wire_event) {
                let text = serde_json::to_string(&event).unwrap();
                let read: ludohall_protocol::Event = serde_json::from_str(&text).unwrap();
                assert_eq!(read, event);
            }
        });
    }
}

#[test]
fn presets_show_their_clock_and_flags() {
    for preset in presets() {
        let wire = wire_ruleset(preset);
        let clock = serde_json::to_value::<ClockName>(wire.clock).unwrap();
        assert_eq!(clock, preset.clock, "{}", preset.id);
        for flag in &wire.flags {
            assert!(
                flag.values.contains(&flag.default),
                "{}: {}",
                preset.id,
                flag.name
            );
        }
    }
}

#[test]
fn house_rules_come_back_and_odd_values_are_refused() {
    let wire = serde_json::from_str(r#"{"a":true,"b":-3,"c":"pass"}"#).unwrap();
    assert_eq!(wire_options(&rule_options(&wire).unwrap()), wire);
    for odd in ["null", "[1]", "{}", "1.5", "1e30"] {
        let wire = serde_json::from_str(&format!(r#"{{"x":{odd}}}"#)).unwrap();
        assert_eq!(rule_options(&wire).unwrap_err().flag, "x", "{odd}");
    }
}
