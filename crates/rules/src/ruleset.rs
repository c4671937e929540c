//! The rules of one game as resolved values: what a preset's row and its options come to.
//!
//! The engine knows these values and nothing else; no preset is asked for by name.

/// A set of die faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Faces(u8);

impl Faces {
    pub(crate) const NONE: Faces = Faces(0);
    pub(crate) const FIVE: Faces = Faces(1 << 5);
    pub(crate) const SIX: Faces = Faces(1 << 6);
    pub(crate) const FIVE_AND_SIX: Faces = Faces(1 << 5 | 1 << 6);
    pub(crate) const EVEN: Faces = Faces(1 << 2 | 1 << 4 | 1 << 6);
    pub(crate) const ONE_AND_SIX: Faces = Faces(1 << 1 | 1 << 6);
    pub(crate) const ALL: Faces = Faces(0b111_1110);

    pub(crate) fn contains(self, face: u8) -> bool {
        face < 8 && self.0 & (1 << face) != 0
    }
}

/// What happens to an entry where two pieces, not both own, stand on the exit (R1-10, R2-03).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FullExit {
    /// There is no entry.
    Block,
    /// The one that came last and is not own is captured.
    CaptureLast,
}

/// What too many sixes or doubles in a row do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreakEffect {
    /// The last roll is lost.
    CancelLast,
    /// All rolls of the queue are lost.
    CancelAll,
    /// The roll is lost and the piece last moved goes to base, unless it has left the track.
    LastToBase,
    /// The same, but from the lane it goes to the first lane square.
    LastToBaseOrLaneStart,
    /// The roll is lost and all pieces moved in this turn go to base, but for those at home (4.7).
    MovedToBase,
    /// The roll is lost and the piece nearest to home goes to base, from the lane too.
    FrontToBase,
    /// The roll is lost and all pieces on ring squares that are not safe go to base.
    UnsafeToBase,
}

/// Which pieces form a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockMade {
    /// None do.
    None,
    /// Two or more of one arm.
    Own,
    /// Those, and two of different arms on a safe square.
    OwnAndMixed,
    /// Two or more of one arm on a safe square.
    OwnOnSafe,
}

impl BlockMade {
    /// Its value in the flag `block.made`.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Own => "own",
            Self::OwnAndMixed => "own_and_mixed",
            Self::OwnOnSafe => "own_on_safe",
        }
    }
}

/// Whom a block stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BlockStops {
    /// Everybody, its owner too.
    All,
    /// All but its owner and the owner's partner.
    Rivals,
}

/// What a partner's piece is to me (R1-17, R3-15).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartnerPiece {
    /// A rival's.
    Literal,
    /// One that I cannot land on.
    Illegal,
    /// One that I share squares with.
    Share,
}

/// What becomes of a piece that lands on two or more of one rival (R3-18, 4.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StackHit {
    /// It sends all of them back.
    All,
    /// It cannot land there.
    Immune,
    /// It goes to base itself, as it does from a single one on a safe square. An entry does not.
    KillsAttacker,
}

/// Which pieces on the ring a piece may pass (4.2, 4.10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// All.
    All,
    /// Others' only.
    NotOwn,
    /// None.
    None,
}

/// What becomes of a roll past the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LaneOver {
    /// The piece cannot move by it.
    Stay,
    /// It is counted back.
    Bounce,
    /// It is counted back from the square before the lane, which is a stair: each step needs its own number, the goal
    /// another six (4.2).
    Stepwise,
}

/// No limit to the pieces on a square.
pub(crate) const NO_CAP: u8 = u8::MAX;

/// The rules of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rules {
    /// Dice rolled at once: 1 or 2.
    pub dice: u8,
    /// Sixes are rolled on before anything moves, and all rolls are used in order (L4-11).
    pub queue: bool,
    /// The roll moves the only piece; nothing is chosen (L4-20).
    pub automatic: bool,
    /// A double by an arm with no piece in base gives the faces below the dice too (R1-25).
    pub bottoms: bool,
    /// Whether as many dice as possible must be used (R1-06).
    pub maximal_use: bool,
    /// Pieces of a player.
    pub pieces: u8,
    /// Of them on the start square at the beginning.
    pub out: u8,
    /// Of them needed at home to win.
    pub to_win: u8,
    /// Whether these are Pachisi's rules (R3-16), which settle several others.
    pub pachisi: bool,
    /// Opposite seats play together.
    pub teams: bool,
    /// Whether one arm's pieces decide for the team.
    pub team_of_one: bool,
    /// Whether the board's safe squares protect.
    pub safe: bool,
    /// Faces that bring a piece out.
    pub enter_on: Faces,
    /// The sum of two dice that does, 0 for none.
    pub enter_sum: u8,
    /// Whether such a roll must.
    pub enter_must: bool,
    pub full_exit: FullExit,
    /// Whether an entry captures on a safe exit too.
    pub enter_captures: bool,
    /// Rolls for an entry while nothing can move: 1 or 3.
    pub tries: u8,
    /// Whether a piece on the own start must move on while others wait in base.
    pub clear_start: bool,
    /// Whether a six or double that nobody can use gives another roll.
    pub reroll_dead: bool,
    /// Whether a capture gives one.
    pub again_capture: bool,
    /// Whether a piece that gets home gives one.
    pub again_home: bool,
    /// Whether an earned roll outlives a dead later die of its queue (R4-05).
    pub dead_die_keeps_bonus: bool,
    /// Whether an earned roll may earn another (R4-06).
    pub bonus_roll_chain: bool,
    /// How many sixes or doubles in a row are too many; 0: no number.
    pub streak_limit: u8,
    pub streak_effect: StreakEffect,
    /// Steps of a six.
    pub six_value: u8,
    /// The same when the own base is empty.
    pub six_base_empty: u8,
    /// Pieces that may stand on a ring square.
    pub cap: u8,
    /// Whether pieces of two arms may stand together on a safe square.
    pub safe_share: bool,
    /// Pieces that may stand on a lane square.
    pub lane_cap: u8,
    /// Whether pieces may pass own ones in the lane.
    pub lane_jump: bool,
    /// What becomes of a roll past the end.
    pub over: LaneOver,
    /// Which pieces on the ring may be passed.
    pub passing: Passing,
    pub block: BlockMade,
    pub block_stops: BlockStops,
    /// Faces by which a block can be passed.
    pub block_pass: Faces,
    /// Whether a six or double must open an own block, if it can.
    pub break_must: bool,
    /// Whether that is so of a block in the lane too.
    pub break_in_lane: bool,
    /// Whether the pieces of a block may stand together again in the roll that opened it.
    pub reform: bool,
    pub partner: PartnerPiece,
    /// What becomes of a landing on two or more pieces of a rival.
    pub stack: StackHit,
    /// Whether a roll that can capture must.
    pub capture_must: bool,
    /// Whether rivals that a piece passes are captured too, unless they are safe.
    pub capture_pass: bool,
    /// Whether a piece enters the lane only after its arm has captured.
    pub capture_first: bool,
    /// Bonus steps for a capture and for a piece that gets home.
    pub bonus_capture: u8,
    pub bonus_home: u8,
    /// Whether they must be taken.
    pub bonus_must: bool,
    /// Whether they wait until the dice are used.
    pub bonus_at_end: bool,
    /// Whether a bonus may earn another.
    pub bonus_chain: bool,
    /// Whether the others play on for places.
    pub play_on: bool,
}

impl Rules {
    /// Plain Ludo: what rows of presets differ from.
    pub(crate) const PLAIN: Rules = Rules {
        dice: 1,
        queue: false,
        automatic: false,
        bottoms: false,
        maximal_use: false,
        pieces: 4,
        out: 0,
        to_win: 4,
        pachisi: false,
        teams: false,
        team_of_one: false,
        safe: true,
        enter_on: Faces::SIX,
        enter_sum: 0,
        enter_must: false,
        full_exit: FullExit::Block,
        enter_captures: false,
        tries: 1,
        clear_start: false,
        reroll_dead: false,
        again_capture: false,
        again_home: false,
        dead_die_keeps_bonus: false,
        bonus_roll_chain: true,
        streak_limit: 0,
        streak_effect: StreakEffect::CancelLast,
        six_value: 6,
        six_base_empty: 6,
        cap: NO_CAP,
        safe_share: true,
        lane_cap: NO_CAP,
        lane_jump: true,
        over: LaneOver::Stay,
        passing: Passing::All,
        block: BlockMade::None,
        block_stops: BlockStops::All,
        block_pass: Faces::NONE,
        break_must: false,
        break_in_lane: false,
        reform: true,
        partner: PartnerPiece::Share,
        stack: StackHit::All,
        capture_must: false,
        capture_pass: false,
        capture_first: false,
        bonus_capture: 0,
        bonus_home: 0,
        bonus_must: false,
        bonus_at_end: false,
        bonus_chain: true,
        play_on: false,
    };

    /// Whether anything can bar a piece's way.
    pub(crate) fn has_walls(&self) -> bool {
        self.block != BlockMade::None || !self.lane_jump
    }

    /// Whether a piece always goes straight on to where it stays, may pass all but blocks, and hits by landing only.
    pub(crate) fn goes_straight(&self) -> bool {
        self.over == LaneOver::Stay
            && self.passing == Passing::All
            && self.block_pass == Faces::NONE
            && self.stack == StackHit::All
            && !self.capture_first
            && !self.capture_pass
    }

    /// Whether some moves must be played before others.
    pub(crate) fn has_duties(&self) -> bool {
        self.break_must || self.enter_must || self.clear_start || self.capture_must
    }

    /// Whether a position must know which pairs were opened, or must be.
    pub(crate) fn keeps_pairs(&self) -> bool {
        self.break_must || !self.reform
    }

    /// Whether a position must know when pieces came to their squares.
    pub(crate) fn keeps_arrivals(&self) -> bool {
        self.cap == 2
    }

    /// Whether a position must know which piece was moved last.
    pub(crate) fn keeps_last_moved(&self) -> bool {
        matches!(
            self.streak_effect,
            StreakEffect::LastToBase | StreakEffect::LastToBaseOrLaneStart
        )
    }

    /// Whether a position must know which pieces were moved in this turn.
    pub(crate) fn keeps_moved(&self) -> bool {
        self.streak_limit > 0 && self.streak_effect == StreakEffect::MovedToBase
    }

    /// Whether a position must know of an earned roll.
    pub(crate) fn keeps_extra(&self) -> bool {
        self.queue || self.again_capture || self.again_home
    }
}
