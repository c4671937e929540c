// Made by `cargo xtask generate` from the server's types. Do not edit.

/** The answer to a command. */
export type Answer = {
  /** Why not. */
  code?: AnswerCode | null;
  /** The command's id; `null` where it could not be read. */
  id: string | null;
  /** English, for developers. */
  message?: string | null;
  /** Whether it was accepted. */
  ok: boolean;
  /** Refused: the present ply. */
  ply?: Ply | null;
  /** Accepted: the version of the entry that the command made. Refused: the present version. */
  version: Version;
};

/** Why a command was refused. */
export type AnswerCode = "stale" | "not_your_turn" | "illegal_move" | "not_seated" | "not_started" | "finished" | "busy" | "too_fast" | "not_allowed" | "bad_message" | "unavailable";

/** What a turn waits for. */
export type Awaits = "roll" | "move";

/** What keeps a piece from moving by something. `at` is where, by the piece's own progress. */
export type Bar = {
  faces: number[];
  reason: "needs_face";
  sum?: number | null;
} | {
  reason: "no_entry_by_bonus";
} | {
  reason: "sum_only_enters";
} | {
  reason: "home";
} | {
  by: number;
  reason: "past_end";
} | {
  by: number;
  reason: "counts_back";
} | {
  reason: "capture_first";
} | {
  at: number;
  of: number;
  reason: "block_ahead";
} | {
  at: number;
  reason: "mixed_ahead";
} | {
  at: number;
  reason: "own_ahead";
} | {
  at: number;
  reason: "own_piece";
} | {
  at: number;
  reason: "full";
} | {
  at: number;
  of: number;
  reason: "block";
} | {
  at: number;
  reason: "not_shared";
} | {
  at: number;
  reason: "partner";
} | {
  at: number;
  reason: "pair_broken";
} | {
  at: number;
  of: number;
  reason: "piece_ahead";
} | {
  face: number;
  reason: "stair_needs";
} | {
  first: number;
  reason: "not_yet";
} | {
  reason: "dice_first";
} | {
  duty: Duty;
  reason: "duty";
} | {
  reason: "unexplained";
};

/**
 * A board: its path for the rules and its cells for drawing.
 * 
 * Ring squares go by number, from `first` on: square `n` is drawn at `cells.ring[n - first]`. A piece of arm `a` with
 * progress `p` stands on `cells.leads[a][p]` while `p` is below `lead` (0 on most boards); then, while `p - lead` is below
 * the track's length, on square `first + (starts[a] - first + p - lead) mod ring`; then on `cells.lanes[a]`, then at the goal.
 * The track's length follows from `turn_offs[a]`, the last ring square before the lane. On a grid (no `starts`) progress `n` is square `n` for everybody.
 */
export type Board = {
  /** Where to draw what. */
  cells: Cells;
  /** Each arm's colour. */
  colours: string[];
  /** The number of `cells.ring[0]`: 0, or 1 where squares are numbered for people. */
  first?: number;
  /** Progress of the goal; `null` where the lane's squares are slots. */
  goal: number | null;
  /** Where a piece does not stay that stops there, by its own progress. */
  hops?: Hop[] | null;
  /** Its id. */
  id: string;
  /** Ladders and snakes, as `[from, to]`, by number. */
  jumps?: [number, number][] | null;
  /** Squares of a lane. */
  lane: number;
  /** How many squares of its own an arm's pieces stand on before the ring; absent: none. */
  lead?: number | null;
  /** How many squares the shared track has. */
  ring: number;
  /** Safe ring squares, by number. */
  safe: number[];
  /** Each arm's start square, by number; empty on a grid. */
  starts: number[];
  /** Each arm's last ring square before its lane, by number; empty on a grid. */
  turn_offs: number[];
};

/** Why steps are added. */
export type BonusReason = "capture" | "home";

/** How well a bot plays. */
export type BotLevel = "easy" | "normal" | "hard";

/** Who made a decision. */
export type By = "human" | "bot" | "clock";

/**
 * Drawing coordinates: centres, in squares from the top left, y downwards. Angles are in degrees, clockwise, 0 to the
 * right. To have arm `a` at the bottom, turn everything round the middle of `size` by `90 - arm_angles[a]`.
 */
export type Cells = {
  /** Which way each arm points from the centre; the tiles of its lane are turned by this less 90. */
  arm_angles?: number[];
  /** Each arm's places in base, by piece. */
  bases: [number, number][][];
  /** Each arm's goal: where its pieces rest, by piece, or one point for all; empty where there are slots. */
  goal: [number, number][][];
  /** Each arm's part of the centre, a polygon; empty where there is none. */
  goal_areas?: [number, number][][];
  /** Each arm's lane, from the turn-off inward. */
  lanes: [number, number][][];
  /** Each arm's squares before the ring, in order; empty where there are none. */
  leads?: [number, number][][];
  /** Whether ring squares show their numbers. */
  numbered?: boolean;
  /** The slab. */
  outline?: Outline;
  /** Ring squares, from number `first` on. */
  ring: [number, number][];
  /** By which angle each ring square's tile is turned; empty: none is. */
  ring_angles?: number[];
  /** How safe squares are marked. */
  safe_mark?: SafeMark;
  /** Width and height of the whole board. */
  size: [number, number];
  /** Size of a tile before it is turned: across its arm, along it. */
  tile?: [number, number];
  /** The shape of tiles. */
  tile_shape?: TileShape;
  /** Each arm's yard. */
  yards?: Yard[];
};

/** The fields of [`Settings`] that changed; the others are absent. */
export type Changes = {
  /** See [`Settings::arms`]. */
  arms?: number[] | null;
  /** See [`Settings::board`]. */
  board?: string | null;
  /** See [`Settings::bot_level`]. */
  bot_level?: BotLevel | null;
  /** See [`Settings::bot_pause_ms`]. */
  bot_pause_ms?: number | null;
  /** See [`Settings::chat`]. */
  chat?: Chat | null;
  /** See [`Settings::clock`]. */
  clock?: Clock | null;
  /** See [`Settings::fill_with_bots`]. */
  fill_with_bots?: boolean | null;
  /** See [`Settings::language`]. */
  language?: string | null;
  /** See [`Settings::late_join`]. */
  late_join?: boolean | null;
  /** See [`Settings::listed`]. */
  listed?: boolean | null;
  /** See [`Settings::options`]. */
  options?: { [key: string]: unknown } | null;
  /** See [`Settings::rated`]. */
  rated?: boolean | null;
  /** How many seats. */
  seats?: number | null;
  /** See [`Settings::shared_device`]. */
  shared_device?: boolean | null;
  /** See [`Settings::start_by`]. */
  start_by?: StartBy | null;
  /** See [`Settings::title`]. */
  title?: string | null;
  /** See [`Settings::watchable`]. */
  watchable?: boolean | null;
};

/** Who may talk how. */
export type Chat = "off" | "phrases" | "text";

/** Something said at a table. */
export type ChatLine = {
  /** Who said it. */
  from: Player;
  /** The key of a phrase. */
  phrase?: string | null;
  /** Free text. */
  text?: string | null;
};

/** A client's message, by its field `do`. */
export type ClientMessage = {
  do: "roll";
  id: string;
  ply: Ply;
} | {
  arm?: number | null;
  do: "move";
  id: string;
  piece: number;
  ply: Ply;
  uses: number[];
} | {
  do: "decline";
  id: string;
  ply: Ply;
} | {
  do: "resume";
  id: string;
} | {
  do: "undo";
  id: string;
} | {
  do: "restart";
  id: string;
} | {
  do: "entropy";
  hex: string;
  id: string;
} | {
  do: "say";
  id: string;
  phrase?: string | null;
  text?: string | null;
} | {
  do: "ping";
  t: unknown;
};

/** A clock: by name, or free. */
export type Clock = ClockName | FreeClock;

/** A clock by name. */
export type ClockName = "house" | "brisk" | "party" | "untimed";

/** A table's short code in its canonical form: six characters of [`CODE_ALPHABET`]. */
export type Code = string;

/** Why control of a seat passed. */
export type ControlReason = "expired" | "misses" | "away" | "left" | "returned";

/** Who acts for a seat. */
export type Controller = "human" | "bot" | "none";

/** `POST /api/v1/tables`: fields and defaults of creation. */
export type CreateTable = {
  /** The arms that are played; settles `seats`. */
  arms?: number[] | null;
  /** Board id; absent: the usual one that has all of `arms`. */
  board?: string | null;
  /** The level of bots. */
  bot_level?: BotLevel;
  /** A bot's pause before each decision, 0..=5000 ms. */
  bot_pause_ms?: number;
  /** Who may talk how. */
  chat?: Chat;
  /** The clock; absent: the ruleset's. */
  clock?: Clock | null;
  /** Whether bots take what seats are open at the start. */
  fill_with_bots?: boolean;
  /** BCP 47 tag, or empty. */
  language?: string;
  /** Whether a person may take a bot's seat in a game. */
  late_join?: boolean;
  /** Whether the lobby shows it. */
  listed?: boolean;
  /** House rules that differ from the preset. */
  options?: { [key: string]: unknown };
  /** Whether it counts for ratings. */
  rated?: boolean;
  /** Preset id. */
  ruleset: string;
  /** How many seats; absent: the smallest allowed. */
  seats?: number | null;
  /** Whether one device is passed round. */
  shared_device?: boolean;
  /** Bots take the other seats and the game starts at once. */
  solo?: boolean;
  /** How the first arm is found. */
  start_by?: StartBy;
  /** What people call it. */
  title?: string;
  /** Whether others may watch. */
  watchable?: boolean;
};

/** A rule that lets only some of the possible moves be played now. */
export type Duty = "enter" | "break" | "clear_start" | "capture" | "bonus" | "most_dice";

/** One thing that happened. The engine's answers leave out what only a table knows (`n`, `by`, `ply`, deadlines). */
export type Event = {
  arm: number;
  kind: "seated";
  player: Player;
} | {
  arm: number;
  kind: "stood_up";
} | {
  arm: number;
  kind: "bot_seated";
  level: BotLevel;
} | {
  arm: number;
  kind: "bot_removed";
} | {
  kind: "host_changed";
  player: Player | null;
} | Changes & {
  kind: "options_changed";
} | {
  arm: number;
  hex: string;
  kind: "entropy";
} | {
  game: GameStub;
  kind: "started";
  /** The opening position, so that a client needs no rule to show it. */
  position?: Position | null;
  start: number;
  start_rolls: [number, number][];
} | {
  game: GameStub;
  kind: "rematch";
} | {
  arm: number;
  awaits: Awaits;
  /** Milliseconds left when sent. Only in the newest `turn` of what is sent; `null` without a clock. */
  deadline_ms?: number | null;
  /** The duty that takes away moves which the pieces could make. */
  forced?: Duty | null;
  kind: "turn";
  legal?: Move[] | null;
  ply?: Ply | null;
} | {
  arm: number;
  by?: By | null;
  dice: number[];
  kind: "rolled";
  n?: number | null;
} | {
  arm: number;
  dice: number[];
  kind: "bottoms";
} | {
  arm: number;
  by?: By | null;
  captures: [number, number][];
  from: number;
  kind: "moved";
  piece: number;
  to: number;
  uses: number[];
  via?: number | null;
} | {
  arm: number;
  by?: By | null;
  kind: "declined";
} | {
  arm: number;
  kind: "bonus";
  reason: BonusReason;
  steps: number;
} | {
  arm: number;
  kind: "bonus_lost";
  steps: number;
} | {
  arm: number;
  kind: "extra_roll";
  reason: ExtraReason;
} | {
  arm: number;
  dice: number[];
  kind: "roll_lost";
  reason: LostReason;
} | {
  arm: number;
  from: number;
  kind: "streak_penalty";
  piece: number;
  to: number;
} | {
  arm: number;
  controller: Controller;
  kind: "control";
  reason: ControlReason;
} | {
  kind: "undone";
  n: number;
  position: Position;
  to_version: Version;
} | {
  arm: number;
  kind: "finished_arm";
  place: number;
} | {
  awards?: { [key: string]: unknown }[] | null;
  kind: "finished";
  places: Placed[];
  secret?: string | null;
} | {
  kind: "paused";
} | {
  kind: "continued";
} | {
  kind: "closed";
  places: Placed[];
  secret?: string | null;
};

/** Why an arm rolls again. */
export type ExtraReason = "six" | "double" | "capture" | "home" | "grace";

/** A rule that a table can have otherwise. */
export type Flag = {
  /** What it does, in an English sentence for developers. */
  about: string;
  /** What the preset has. */
  default: unknown;
  /** Its name. */
  name: string;
  /** Whether it keeps its preset value at listed tables. */
  private_only: boolean;
  /** `bool`, `int`, `choice`. */
  type: string;
  /** What it may be. */
  values: unknown[];
};

/** A clock of one's own. */
export type FreeClock = {
  /** Time away after which one miss is enough. */
  away_ms?: number;
  /** Time for each decision, at least 500. */
  decision_ms: number;
  /** Misses in a row until a bot takes the seat. */
  misses?: number;
  /** What happens when it runs out. */
  on_expiry?: OnExpiry;
};

/** One game at a table (UUIDv7). */
export type GameId = string;

/** The game of a table. */
export type GameState = {
  /** Hex SHA-256 of the secret. */
  commitment: string;
  /** The game. */
  id: GameId;
  /** Final places; empty before the end. */
  places: Placed[];
  /** The arm that began. */
  start: number | null;
  /** `[[arm, die], …]`. */
  start_rolls: [number, number][];
  /** RFC 3339; `null` before the start. */
  started_at: string | null;
};

/** A game that is about to be played: its dice are committed to. */
export type GameStub = {
  /** Hex SHA-256 of the secret. */
  commitment: string;
  /** The game. */
  id: GameId;
};

/** A piece that stops on `from` goes on to `to`, both by its own progress. In one move it makes a jump and a flight at most. */
export type Hop = {
  /** A flight: the square of the opposite arm's lane over which it passes, by that arm's progress. */
  crosses?: number | null;
  /** Where it stops. */
  from: number;
  /** Where it comes to. */
  to: number;
};

/** `POST …/kick`. */
export type Kick = {
  /** The arm to clear. */
  arm: number;
};

/**
 * `POST /api/v1/length`: about how long a game takes, by random choices; `null` where the games are too long to be played
 * through in time.
 */
export type Length = {
  /** The roll that decides the first place. */
  first: number | null;
  /** From so many games. */
  games: number;
  /** Rolls of a whole game. */
  rolls: number | null;
};

/** A seat of a [`Listing`]. */
export type ListedSeat = {
  /** The arm. */
  arm: number;
  /** The level of its bot. */
  bot_level: BotLevel | null;
  /** Its owner. */
  player: Player | null;
};

/** A listed table. */
export type Listing = {
  /** Its clock. */
  clock: Clock;
  /** Its code. */
  code: Code;
  /** RFC 3339. */
  created_at: string;
  /** The family of the preset. */
  family: string;
  /** Its language. */
  language: string;
  /** House rules. */
  options: { [key: string]: unknown };
  /** Where it is in its life. */
  phase: Phase;
  /** Whether it counts for ratings. */
  rated: boolean;
  /** Preset id. */
  ruleset: string;
  /** Its seats. */
  seats: ListedSeat[];
  /** Its title. */
  title: string;
  /** Whether others may watch. */
  watchable: boolean;
  /** How many watch. */
  watchers: number;
};

/** `GET /api/v1/tables`. */
export type Listings = {
  /** The cursor of the next page. */
  next: string | null;
  /** A page of tables, newest first. */
  tables: Listing[];
  /** How many there are in all. */
  total: number;
};

/** A message of the lobby socket. */
export type LobbyMessage = {
  online: number;
  tables: Listing[];
  total: number;
  type: "snapshot";
} | {
  table: Listing;
  type: "upsert";
} | {
  code: Code;
  type: "remove";
} | {
  online: number;
  type: "online";
} | {
  code: number;
  retry_ms: number | null;
  type: "bye";
};

/** Why rolled dice come to nothing. */
export type LostReason = "no_move" | "queue_dead" | "streak";

/** `GET /api/v1/me`. */
export type Me = {
  /** People one has blocked. */
  blocked: PlayerId[];
  /** Coins. */
  coins: number;
  /** BCP 47 tag, or empty. */
  language: string;
  /** Level. */
  level: number;
  /** How one's boards and pieces look. */
  looks: { [key: string]: unknown };
  /** People one has muted. */
  muted: PlayerId[];
  /** Who it is. */
  player: Player;
  /** Ratings by family. */
  ratings: { [key: string]: Rating };
  /** Tables where one has a seat. */
  tables: MyTable[];
  /** Experience points. */
  xp: number;
};

/** A move `M` of the engine protocol. */
export type Move = Step & {
  kind: "enter";
} | Step & {
  kind: "move";
} | Step & {
  kind: "bonus";
} | {
  kind: "decline";
};

/** A table where one has a seat. */
export type MyTable = {
  /** Its code. */
  code: Code;
  /** Where it is in its life. */
  phase: Phase;
  /** Preset id. */
  ruleset: string;
  /** Whether one is to act. */
  your_turn: boolean;
};

/** `POST /api/v1/session`. */
export type NewSession = {
  /** The name wished for. */
  name?: string | null;
};

/** What happens when a decision's time runs out. */
export type OnExpiry = "bot_takes_seat" | "play_once";

/** The slab that a board is drawn on. */
export type Outline = "cross" | "polygon" | "grid";

/** `PATCH /api/v1/me`: absent fields stay. */
export type PatchMe = {
  /** A new language. */
  language?: string | null;
  /** New looks. */
  looks?: { [key: string]: unknown } | null;
  /** A new name. */
  name?: string | null;
};

/** Where a table is in its life. */
export type Phase = "waiting" | "playing" | "paused" | "finished" | "closed";

/** A final place. */
export type Placed = {
  /** The arm. */
  arm: number;
  /** Whether its owner had left the game for good. */
  left: boolean;
  /** Its place, from 1; ties share a place. */
  place: number;
};

/** A person. */
export type Player = {
  /** Whether it has no account. */
  guest: boolean;
  /** Who it is. */
  id: PlayerId;
  /** What it is called. */
  name: string;
};

/** A person: guest or account (UUIDv7). */
export type PlayerId = string;

/** The number of a decision at a table, from 1; it only grows. */
export type Ply = number;

/** A position as it crosses a wire. */
export type Position = {
  /** The occupied arms, ascending. */
  arms: number[];
  /** When each piece came to its square, as growing numbers. */
  arrived?: (number[] | null)[] | null;
  /** Board id; absent: the ruleset's usual one that has all of `arms`. */
  board?: string | null;
  /** Pending bonus steps, first one first. */
  bonus: number[];
  /** Arms that have captured, ascending, where one must before going home. */
  captured?: number[] | null;
  /** Faces rolled and not yet used. */
  dice: number[];
  /** Own blocks of which one must be broken. */
  duty?: [number, number][][] | null;
  /** An extra roll has been earned by this queue. */
  extra?: boolean | null;
  /** Why it has; absent: by a capture. */
  extra_by?: ExtraReason | null;
  /** The one extra roll of this turn has been taken, where there is only one. */
  extra_used?: boolean | null;
  /** The piece last moved in this turn, as `[arm, piece]`. Outer `None`: the field is absent. */
  last_moved?: [number, number] | null;
  /** Pieces moved in this turn, as `[arm, piece]`, ascending, where too many sixes send them back. */
  moved?: [number, number][] | null;
  /** House rules that differ from the preset. */
  options?: { [key: string]: unknown };
  /** What is awaited. */
  phase: PositionPhase;
  /** One entry per arm of the board, `null` where nobody plays: progress of each piece. */
  pieces: (number[] | null)[];
  /** Arms that have finished, in order. */
  places: number[];
  /** Preset id. */
  ruleset: string;
  /** Own pairs that may not stand together again in this roll. */
  split?: [number, number][][] | null;
  /** Sixes (or doubles) in a row in this turn. */
  streak: number;
  /** Rolls of this turn that brought no piece out, where there are several. */
  tries?: number | null;
  /** The arm to act; in `over`, the arm that moved last. */
  turn: number;
};

/** What is awaited. */
export type PositionPhase = "roll" | "move" | "over";

/** An error body. */
export type Problem = {
  /** The stable code. */
  code: ProblemCode;
  /** English, for developers. */
  detail: string;
  /** The field that is wrong (`bad_request`). */
  field?: string | null;
  /** The flag that is wrong (`bad_options`). */
  flag?: string | null;
  /** Why it is wrong (`bad_options`). */
  reason?: string | null;
  /** The HTTP status. */
  status: number;
  /** English, short. */
  title: string;
  /** `about:blank#<code>`-like reference. */
  type: string;
};

/** The stable code of an error. */
export type ProblemCode = "bad_request" | "no_session" | "wrong_login" | "not_host" | "not_seated" | "banned" | "foreign_origin" | "not_allowed" | "no_such_table" | "no_such_game" | "no_such_player" | "not_found" | "full" | "started" | "not_started" | "finished" | "seat_taken" | "seats_open" | "name_taken" | "rated_needs_accounts" | "method_not_allowed" | "too_large" | "not_json" | "upgrade_required" | "bad_options" | "bad_seats" | "bad_name" | "bad_password" | "bad_clock" | "too_many_requests" | "unavailable" | "table_damaged" | "draining" | "internal";

/** `POST …/bots`. */
export type PutBot = {
  /** The arm wished for. */
  arm?: number | null;
  /** The level; absent: the table's. */
  level?: BotLevel | null;
};

/** `POST /api/v1/quick`. */
export type Quick = {
  /** Preset id. */
  ruleset: string;
  /** How many seats. */
  seats?: number | null;
};

/** A rating. */
export type Rating = {
  /** Its deviation. */
  deviation: number;
  /** Games counted. */
  games: number;
  /** The mean. */
  rating: number;
};

/** A game's record. */
export type Record = {
  /** The arms that were played, ascending. */
  arms: number[];
  /** Board id. */
  board: string;
  /** Hex SHA-256 of the secret. */
  commitment: string;
  /** What was rolled and chosen. */
  entries: RecordEntry[];
  /** Contributions by arm. */
  entropy: { [key: string]: string };
  /** RFC 3339; `null` before the end. */
  finished_at: string | null;
  /** The game. */
  id: GameId;
  /** House rules. */
  options: { [key: string]: unknown };
  /** Final places. */
  places: Placed[];
  /** Preset id. */
  ruleset: string;
  /** Who sat where. */
  seats: RecordSeat[];
  /** Hex of the secret; absent before the end. */
  secret?: string | null;
  /** The arm that began. */
  start: number;
  /** `[[arm, die], …]`. */
  start_rolls: [number, number][];
  /** RFC 3339. */
  started_at: string;
  /** The code of its table. */
  table: Code;
};

/** What was done. */
export type RecordAct = {
  by: By;
  dice: number[];
  kind: "rolled";
  n: number;
} | {
  by: By;
  kind: "moved";
  move: Move;
} | {
  by: By;
  kind: "declined";
} | {
  kind: "undone";
  n: number;
  to_version: Version;
};

/** One entry of a [`Record`]. */
export type RecordEntry = RecordAct & {
  /** The arm that acted. */
  arm: number;
  /** RFC 3339. */
  at: string;
  /** The decision it answered. */
  ply: Ply;
  /** The journal entry it belongs to. */
  version: Version;
};

/** A seat of a [`Record`]. */
export type RecordSeat = {
  /** The arm. */
  arm: number;
  /** The level of the bot. */
  bot_level: BotLevel | null;
  /** Whether the owner had left for good. */
  left: boolean;
  /** The owner's name; empty for a bot. */
  name: string;
  /** The owner. */
  player_id: PlayerId | null;
};

/** Whether somebody plays or watches. */
export type Role = "player" | "watcher";

/** A preset. */
export type Ruleset = {
  /**
   * Which pieces form a block unless a table's options say otherwise: `none`, `own` (two or more of
   * one arm), `own_and_mixed` (also two of different arms on a safe square), `own_on_safe` (two or
   * more of one arm on a safe square).
   */
  blocks: string;
  /** The boards it is played on, the usual one first. */
  boards: Board[];
  /** The clock that its tables have by default. */
  clock: ClockName;
  /** How many dice are rolled at once. */
  dice: number;
  /** The family that ratings are kept by. */
  family: string;
  /** Its flags. */
  flags: Flag[];
  /** Its id. */
  id: string;
  /** How many may play. */
  seats: SeatRange;
  /** Whether opposite arms are partners unless a table's options say otherwise. */
  teams: boolean;
};

/** `GET /api/v1/rulesets`. */
export type Rulesets = {
  /** All presets. */
  rulesets: Ruleset[];
};

/** How a safe square is marked. */
export type SafeMark = "star" | "circle" | "globe";

/** A seat at a table. */
export type Seat = {
  /** The arm of the board it plays. */
  arm: number;
  /** The level of the bot that was put there, or that plays for good. */
  bot_level: BotLevel | null;
  /** Whether the owner has a socket. */
  connected: boolean;
  /** Who acts for it now. */
  controller: Controller;
  /** Whether the owner has left for good. */
  left: boolean;
  /** Decisions missed in a row. */
  misses: number;
  /** Its owner. */
  player: Player | null;
};

/** How many may play. */
export type SeatRange = {
  /** At most. */
  max: number;
  /** At least. */
  min: number;
};

/** A server's message, by its field `type`. */
export type ServerMessage = {
  table: Table;
  type: "snapshot";
  version: Version;
  you: You;
} | {
  chat: ChatLine[];
  deadline_ms: number | null;
  seats: Seat[];
  type: "resumed";
  version: Version;
  you: You;
} | {
  at: string;
  events: Event[];
  type: "event";
  version: Version;
} | {
  type: "you";
  you: You;
} | {
  arm: number | null;
  connected: boolean;
  type: "presence";
  watchers: number;
} | ChatLine & {
  type: "said";
} | Answer & {
  type: "answer";
} | {
  server_time_ms: number;
  t: unknown;
  type: "pong";
} | {
  code: number;
  retry_ms: number | null;
  type: "bye";
};

/** Its answer. */
export type Session = {
  /** Who it is. */
  player: Player;
  /** The bearer token; only where it is new. */
  token?: string | null;
};

/** The settings of a table: the fields of creation, with their defaults filled in. */
export type Settings = {
  /** The arms that are played, ascending. */
  arms: number[];
  /** Board id. */
  board: string;
  /** The level of those bots, and of bots that take over. */
  bot_level: BotLevel;
  /** A bot's pause before each decision, 0..=5000 ms. */
  bot_pause_ms: number;
  /** Who may talk how (`chat` at creation; here `chat` are the recent lines). */
  chat_policy: Chat;
  /** The clock. */
  clock: Clock;
  /** Whether bots take what seats are open at the start. */
  fill_with_bots: boolean;
  /** BCP 47 tag, or empty. */
  language: string;
  /** Whether a person may take a bot's seat in a game. */
  late_join: boolean;
  /** Whether the lobby shows it. */
  listed: boolean;
  /** House rules that differ from the preset. */
  options: { [key: string]: unknown };
  /** Whether it counts for ratings. */
  rated: boolean;
  /** Preset id. */
  ruleset: string;
  /** Whether one device is passed round. */
  shared_device: boolean;
  /** How the first arm is found. */
  start_by: StartBy;
  /** What people call it. */
  title: string;
  /** Whether others may watch. */
  watchable: boolean;
};

/** `POST …/seats`. */
export type SitDown = {
  /** The arm wished for. */
  arm?: number | null;
  /** A further seat of the same identity (shared-device tables). */
  name?: string | null;
};

/** How the first arm is found. */
export type StartBy = "highest_roll" | "random" | "first_seat";

/** What a piece does in a [`Move`]. */
export type Step = {
  /** The owner of the piece. */
  arm: number;
  /** The pieces sent back, as `[arm, piece]`, ascending. */
  captures: [number, number][];
  /** Progress before; -1 is base. */
  from: number;
  /** The piece, from 0. */
  piece: number;
  /** Progress after; -1 where the move ends in the own base. */
  to: number;
  /** The faces (or the bonus) consumed, ascending. */
  uses: number[];
  /** The square counted to, where the piece does not stay on it. */
  via?: number | null;
};

/** A table, whole. */
export type Table = Settings & {
  /** What is awaited. */
  awaits: Awaits | null;
  /** What was said lately. */
  chat: ChatLine[];
  /** Its code. */
  code: Code;
  /** RFC 3339. */
  created_at: string;
  /** Milliseconds left when the message was sent; `null` without a clock. */
  deadline_ms: number | null;
  /** The duty that takes away moves which the pieces could make. */
  forced?: Duty | null;
  /** The game. */
  game: GameState;
  /** The host. */
  host: Player | null;
  /** Moves of the seat to act; empty for a roll. */
  legal: Move[];
  /** Where it is in its life. */
  phase: Phase;
  /** The number of the present decision. */
  ply: Ply;
  /** The position; `null` before the start. */
  position: Position | null;
  /** Its seats, in order of arms. */
  seats: Seat[];
  /** Whether it is a solo game. */
  solo: boolean;
  /** Whether undo is allowed now. */
  undo: boolean;
  /** How many watch. */
  watchers: number;
};

/** `GET /api/v1/tables/{code}/why`. */
export type TableWhy = Why & {
  /** The decision that this is about. */
  ply: Ply;
};

/** How ring and lane squares are drawn. */
export type TileShape = "rectangle" | "circle";

/** The number of an entry in a table's journal, from 1, contiguous; 0 is "before everything". */
export type Version = number;

/** One way in which a piece might move: the legal `move`, or the `reason` that bars it. */
export type Way = (Bar | null) & {
  /** The owner of the piece. */
  arm: number;
  /** The legal move. */
  move?: Step | null;
  /** The piece. */
  piece: number;
  /** The faces (or the bonus) that it would use, ascending. */
  uses: number[];
};

/** What forces a choice, and what bars every piece that cannot move by something. */
export type Why = {
  /** The duty that takes moves away, if one does. */
  forced: Duty | null;
  /** By piece and then by what it would use; empty where nothing is to be chosen. */
  pieces: Way[];
};

/** Where an arm's pieces wait. */
export type Yard = {
  /** Its centre. */
  centre: [number, number];
  /** Its shape. */
  shape: YardShape;
  /** Its width, or diameter. */
  size: number;
};

/** The shape of a yard. */
export type YardShape = "square" | "circle";

/** What a connection may do. */
export type You = {
  /** The arms one owns. */
  arms: number[];
  /** Whether one is host. */
  host: boolean;
  /** Whether one plays or watches. */
  role: Role;
};
