//! Random games and random positions: any pieces, dice and counts that might be, reachable or not. The engine's check
//! refuses what cannot be.

use crate::common::{Random, arms};
use crate::rules::{Penalty, Rules};
use ludohall_rules::{Board, Game, Options, Phase, Preset, RawPosition};

/// The same rules twice: the engine's and the oracle's.
pub struct Pair {
    pub game: Game,
    pub rules: Rules,
}

/// A valid game of a preset: any board, any arms, and some flags changed.
pub fn any_game(preset: &Preset, random: &mut Random) -> Pair {
    let boards: Vec<&Board> = preset.boards().collect();
    loop {
        let board = boards[random.below(boards.len())];
        let seats = any_seats(preset, board, random);
        let options = any_options(preset, random);
        if let Ok(game) = Game::new(preset.id, &options, Some(board.id), &arms(&seats)) {
            let seats = seats.into_iter().map(usize::from).collect();
            let rules = Rules::new(preset.id, &options, board.id, seats);
            return Pair { game, rules };
        }
    }
}

/// Any arms of a board, as many as may play.
fn any_seats(preset: &Preset, board: &Board, random: &mut Random) -> Vec<u8> {
    let most = board.arms().min(preset.seats.max.into());
    let least = usize::from(preset.seats.min).min(most);
    let count = least + random.below(most - least + 1);
    let mut seats: Vec<u8> = (0..board.arms() as u8).collect();
    while seats.len() > count {
        seats.remove(random.below(seats.len()));
    }
    seats
}

/// Half of the time the preset as it is, else about every third flag with any of its values.
fn any_options(preset: &Preset, random: &mut Random) -> Options {
    let mut options = Options::new();
    if random.below(2) == 0 {
        return options;
    }
    for flag in preset.flags() {
        if random.below(3) == 0 {
            let value = flag.values[random.below(flag.values.len())].clone();
            options.insert(flag.name.to_owned(), value);
        }
    }
    options
}

/// A position with random fields. Many are impossible.
pub fn any_raw(rules: &Rules, random: &mut Random) -> RawPosition {
    let pieces = any_pieces(rules, random);
    let places = any_places(rules, &pieces, random);
    let playing = rules
        .arms
        .iter()
        .filter(|arm| !places.contains(&(**arm as u8)));
    let playing: Vec<usize> = playing.copied().collect();
    let turn = playing[random.below(playing.len().max(1)).min(playing.len() - 1)];
    let mut raw = RawPosition::to_roll(pieces, turn as u8);
    raw.places = places;
    if random.below(4) > 0 && !rules.grid {
        raw.phase = Phase::Move;
    }
    any_dice(rules, &mut raw, random);
    any_memory(rules, &mut raw, random);
    raw
}

fn any_pieces(rules: &Rules, random: &mut Random) -> Vec<Option<Vec<i16>>> {
    let crowd = random.below(rules.board.ring as usize) as i32;
    let late = random.below(3) == 0;
    let all = 0..rules.board.starts.len();
    all.map(|arm| {
        let mut row: Vec<i16> = Vec::new();
        while row.len() < rules.each {
            let piece = any_piece(rules, arm, crowd, late, random);
            if fits(rules, &row, piece) {
                row.push(piece);
            }
        }
        rules.arms.contains(&arm).then_some(row)
    })
    .collect()
}

/// Whether an arm's piece may stand there beside its others.
fn fits(rules: &Rules, row: &[i16], piece: i16) -> bool {
    let progress = i32::from(piece);
    let board = &rules.board;
    let anywhere = progress < 0 || board.goal && progress == board.end();
    let shared = if progress < board.track {
        rules.own_share
    } else {
        rules.lane_share
    };
    anywhere || shared || !row.contains(&piece)
}

/// A piece in base, near the crowd, anywhere on the ring, in the lane, or at the end.
fn any_piece(rules: &Rules, arm: usize, crowd: i32, late: bool, random: &mut Random) -> i16 {
    let board = &rules.board;
    if rules.grid {
        return [
            -1,
            1 + random.below(99) as i16,
            90 + random.below(11) as i16,
        ][random.below(3)];
    }
    let near = (crowd + random.below(9) as i32 - board.starts[arm]).rem_euclid(board.ring);
    let lane = board.track - 6 + random.below((board.lane + 7) as usize) as i32;
    let progress = match random.below(10) {
        _ if late && random.below(3) > 0 => lane
            .max(board.track)
            .min(board.end())
            .max(if random.below(2) == 0 { board.end() } else { 0 }),
        0 | 1 => -1,
        2..=5 if near < board.track => near,
        2..=5 => 0,
        6 | 7 => random.below(board.track as usize) as i32,
        8 => lane.min(board.end()),
        _ => board.end(),
    };
    progress as i16
}

/// Those that are all home, in any order; without teams.
fn any_places(rules: &Rules, pieces: &[Option<Vec<i16>>], random: &mut Random) -> Vec<u8> {
    let home = |arm: &usize| {
        let row = pieces[*arm].iter().flatten();
        row.filter(|p| rules.board.is_home(i32::from(**p))).count() >= rules.to_win
    };
    let mut places: Vec<u8> = Vec::new();
    for arm in rules.arms.iter().filter(|arm| home(arm)) {
        let at = random.below(places.len() + 1);
        places.insert(at, *arm as u8);
    }
    if rules.teams || places.len() == rules.arms.len() {
        places.clear();
    }
    places
}

fn any_dice(rules: &Rules, raw: &mut RawPosition, random: &mut Random) {
    let choosing = raw.phase == Phase::Move;
    let face = |random: &mut Random| 1 + random.below(6) as u8;
    let longest = if rules.limit > 0 {
        rules.limit as usize
    } else {
        4
    };
    raw.streak = if random.below(3) == 0 {
        random.below(longest) as u8
    } else {
        0
    };
    if rules.queue {
        raw.dice = vec![6; random.below(3)];
        raw.streak = if choosing { 0 } else { raw.dice.len() as u8 };
        if choosing {
            raw.dice.push(1 + random.below(5) as u8);
        }
    } else if choosing && rules.dice == 2 {
        raw.dice = vec![face(random), face(random)];
        if random.below(3) == 0 {
            raw.dice[1] = raw.dice[0];
        }
        raw.streak = if raw.dice[0] == raw.dice[1] {
            1 + random.below(2) as u8
        } else {
            0
        };
        if rules.bottoms && raw.streak > 0 && random.below(2) == 0 {
            raw.dice.extend([7 - raw.dice[0]; 2]);
            raw.dice.swap(random.below(4), random.below(4));
        }
        raw.dice.truncate(raw.dice.len() - random.below(2));
    } else if choosing {
        let die = if random.below(2) == 0 {
            6
        } else {
            face(random)
        };
        raw.dice = vec![die];
        raw.streak = if die == 6 { raw.streak.max(1) } else { 0 };
    }
}

/// What a position remembers of its turn and of its game.
fn any_memory(rules: &Rules, raw: &mut RawPosition, random: &mut Random) {
    let owner = match rules.partner(raw.turn.into()) {
        Some(partner) if random.below(4) == 0 => partner as u8,
        _ => raw.turn,
    };
    let within = raw.streak > 0 || raw.phase == Phase::Move;
    if within && random.below(2) == 0 {
        raw.last_moved = Some(Some((owner, random.below(rules.each) as u8)));
    }
    if rules.penalty == Penalty::MovedToBase && within && raw.streak > 0 {
        let moved = (0..rules.each as u8).filter(|_| random.below(2) == 0);
        raw.moved = Some(moved.map(|piece| (owner, piece)).collect());
    }
    if random.below(2) == 0 {
        raw.arrived = Some(any_arrivals(rules, raw, random));
    }
    if rules.capture_steps > 0 && raw.phase == Phase::Move && random.below(3) == 0 {
        raw.bonus = vec![[10, 20][random.below(2)]; 1 + random.below(2)];
        raw.dice.truncate(rules.dice - 1);
    }
    if !rules.reform && raw.streak > 0 && random.below(2) == 0 {
        let pair = any_pair(rules, raw, random);
        match random.below(2) {
            0 => raw.split = Some(vec![pair]),
            _ => raw.duty = Some(vec![pair]),
        }
    }
    if rules.capture_first {
        let captured = rules.arms.iter().filter(|_| random.below(2) == 0);
        raw.captured = Some(captured.map(|arm| *arm as u8).collect());
    }
    if rules.queue && raw.phase == Phase::Move && random.below(3) == 0 {
        raw.extra = Some(true);
    }
    if !rules.again_chain && random.below(3) == 0 {
        raw.extra_used = Some(true);
    }
    if rules.tries > 1 && raw.phase == Phase::Roll && raw.streak == 0 {
        raw.tries = Some(random.below(3) as u8);
    }
}

fn any_arrivals(rules: &Rules, raw: &RawPosition, random: &mut Random) -> Vec<Option<Vec<u32>>> {
    let row = |row: &Option<Vec<i16>>| {
        row.as_ref()
            .map(|_| (0..rules.each).map(|_| random.below(9) as u32).collect())
    };
    raw.pieces.iter().map(row).collect()
}

/// Two pieces of the arm to act.
fn any_pair(rules: &Rules, raw: &RawPosition, random: &mut Random) -> [(u8, u8); 2] {
    let first = random.below(rules.each - 1) as u8;
    let second = first + 1 + random.below(rules.each - 1 - usize::from(first)) as u8;
    [(raw.turn, first), (raw.turn, second)]
}
