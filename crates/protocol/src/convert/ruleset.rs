//! Presets and boards.

use super::options::wire_value;
use crate::{
    ruleset::{
        Board, Cells, Flag, Hop, Outline, Ruleset, SafeMark, SeatRange, TileShape, Yard, YardShape,
    },
    table::ClockName,
};
use ludohall_rules::{self as rules, Preset};

/// A preset as `/api/v1/rulesets` shows it.
#[must_use]
pub fn wire_ruleset(preset: &Preset) -> Ruleset {
    Ruleset {
        id: preset.id.to_owned(),
        family: preset.family.to_owned(),
        seats: SeatRange {
            min: preset.seats.min,
            max: preset.seats.max,
        },
        clock: wire_clock(preset.clock),
        dice: preset.dice(),
        flags: preset.flags().iter().map(wire_flag).collect(),
        blocks: preset.blocks().to_owned(),
        teams: preset.teams(),
        boards: preset.boards().map(wire_board).collect(),
    }
}

/// The clock of a name in the table of presets.
#[must_use]
pub fn wire_clock(name: &str) -> ClockName {
    match name {
        "brisk" => ClockName::Brisk,
        "party" => ClockName::Party,
        "untimed" => ClockName::Untimed,
        _ => ClockName::House,
    }
}

fn wire_flag(flag: &rules::Flag) -> Flag {
    Flag {
        name: flag.name.to_owned(),
        kind: flag.kind.name().to_owned(),
        default: wire_value(&flag.default),
        values: flag.values.iter().map(wire_value).collect(),
        private_only: flag.private_only,
        about: flag.about.to_owned(),
    }
}

fn wire_board(board: &rules::Board) -> Board {
    Board {
        id: board.id.to_owned(),
        ring: board.ring,
        first: board.first,
        starts: board.starts.clone(),
        turn_offs: board.turn_offs.clone(),
        lane: board.lane,
        goal: board.goal,
        safe: board.safe.clone(),
        colours: board
            .colours
            .iter()
            .map(|&colour| colour.to_owned())
            .collect(),
        cells: wire_cells(&board.cells),
        jumps: (!board.jumps.is_empty()).then(|| board.jumps.clone()),
        lead: (board.lead > 0).then_some(board.lead),
        hops: (!board.hops.is_empty()).then(|| board.hops.iter().map(wire_hop).collect()),
    }
}

fn wire_hop(hop: &rules::Hop) -> Hop {
    Hop {
        from: hop.from,
        to: hop.to,
        crosses: hop.crosses,
    }
}

fn wire_cells(cells: &rules::Cells) -> Cells {
    Cells {
        size: cells.size,
        outline: match cells.outline {
            rules::Outline::Cross => Outline::Cross,
            rules::Outline::Polygon => Outline::Polygon,
            rules::Outline::Grid => Outline::Grid,
        },
        tile: cells.tile,
        tile_shape: match cells.tile_shape {
            rules::TileShape::Rectangle => TileShape::Rectangle,
            rules::TileShape::Circle => TileShape::Circle,
        },
        safe_mark: match cells.safe_mark {
            rules::SafeMark::Star => SafeMark::Star,
            rules::SafeMark::Circle => SafeMark::Circle,
            rules::SafeMark::Globe => SafeMark::Globe,
        },
        numbered: cells.numbered,
        ring: cells.ring.clone(),
        ring_angles: cells.ring_angles.clone(),
        leads: cells.leads.clone(),
        lanes: cells.lanes.clone(),
        arm_angles: cells.arm_angles.clone(),
        yards: cells.yards.iter().map(wire_yard).collect(),
        bases: cells.bases.clone(),
        goal: cells.goal.clone(),
        goal_areas: cells.goal_areas.clone(),
    }
}

fn wire_yard(yard: &rules::Yard) -> Yard {
    Yard {
        centre: yard.centre,
        size: yard.size,
        shape: match yard.shape {
            rules::YardShape::Square => YardShape::Square,
            rules::YardShape::Circle => YardShape::Circle,
        },
    }
}
