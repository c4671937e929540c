//! What each board is.

use super::{code, list, table};
use crate::board::{Board, boards};
use crate::preset::presets;

pub(super) fn section() -> String {
    let columns = [
        "board",
        "arms",
        "ring",
        "visited",
        "lane",
        "home",
        "starts",
        "safe squares",
        "pad",
        "hops",
        "played in",
    ];
    let paths = boards().iter().filter(|board| !board.is_grid());
    let paths = table(&columns, paths.map(path));
    let grids = boards().iter().filter(|board| board.is_grid());
    let grids = table(
        &[
            "board",
            "arms",
            "squares",
            "ways up",
            "ways down",
            "played in",
        ],
        grids.map(grid),
    );
    format!(
        "## Boards\n\nOf the squares of the ring a piece visits as many as stand under \u{201c}visited\u{201d}, then its lane. A pad is a way of its own before the ring. Hops go by the mover\u{2019}s own count of squares.\n\n\
         {paths}\n\nGrids of numbered squares, on which everybody takes the same way:\n\n{grids}"
    )
}

fn path(board: &Board) -> Vec<String> {
    let home = if board.goal.is_some() {
        "a goal beyond the lane"
    } else {
        "the lane\u{2019}s squares"
    };
    vec![
        code(board.id),
        board.arms().to_string(),
        board.ring.to_string(),
        board.track.saturating_sub(board.lead.into()).to_string(),
        board.lane.to_string(),
        home.to_owned(),
        squares(&board.starts),
        squares(&board.safe),
        board.lead.to_string(),
        list(
            board
                .hops
                .iter()
                .map(|hop| format!("{}-{}", hop.from, hop.to)),
        ),
        rulesets(board),
    ]
}

fn grid(board: &Board) -> Vec<String> {
    let (up, down): (Vec<_>, Vec<_>) = board
        .jumps
        .iter()
        .copied()
        .partition(|(from, to)| to > from);
    vec![
        code(board.id),
        board.arms().to_string(),
        board.ring.to_string(),
        jumps(&up),
        jumps(&down),
        rulesets(board),
    ]
}

fn jumps(jumps: &[(u16, u16)]) -> String {
    list(jumps.iter().map(|(from, to)| format!("{from}-{to}")))
}

fn squares(numbers: &[u16]) -> String {
    list(numbers.iter().map(u16::to_string))
}

fn rulesets(board: &Board) -> String {
    let presets = presets().iter();
    list(
        presets
            .filter(|preset| preset.boards().any(|other| other.id == board.id))
            .map(|preset| code(preset.id)),
    )
}
