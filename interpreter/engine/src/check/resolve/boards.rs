//! Boards and their spaces: which touch which, and what is printed on them.

use super::attributes::{AttributePlan, Given};
use super::written::{Written, literal_span};
use super::{Noun, Resolver};
use crate::check::names;
use crate::diagnostic::Code;
use crate::ids::*;
use crate::manifest::model::{Board, Shape, Space, Touch};
use crate::program::nouns::{BoardDef, BoardShape, Labels, SpaceDef, SpaceKindDef};
use crate::source::Span;
use crate::syntax::ast::Name;

const MOST_SPACES: usize = 60_000;

/// One copy of a board: names, labels, places in a grid or ring, and pairs that touch.
struct Layout {
    shape: BoardShape,
    spaces: Vec<(String, Labels, u16, u16, Span)>,
    edges: Vec<(usize, usize)>,
}

impl Resolver<'_> {
    pub(super) fn declare_space_kinds(&mut self) {
        for (index, kind) in self.manifest.spaces.iter().enumerate() {
            let id = SpaceKindId::from_index(index);
            self.declare(&kind.name, Noun::SpaceKind(id));
            let several = names::plural(&kind.name.text, &kind.labels);
            if several != kind.name.text {
                self.declare_word(&several, kind.name.span, Noun::Spaces(id));
            }
            self.nouns.space_kinds.push(SpaceKindDef {
                name: kind.name.text.clone(),
                labels: names::common(&kind.labels, &kind.name.text),
                attributes: Vec::new(),
            });
        }
    }

    pub(super) fn declare_boards(&mut self) {
        for (index, board) in self.manifest.boards.iter().enumerate() {
            let id = BoardId::from_index(index);
            self.declare(&board.name, Noun::Board(id));
            let kind = match self.noun(&board.space.text) {
                Some(Noun::SpaceKind(kind)) => *kind,
                _ => {
                    self.not_a("kind of space", &board.space, |noun| matches!(noun, Noun::SpaceKind(_)));
                    SpaceKindId::default()
                }
            };
            let per_actor = board.per.as_ref().is_some_and(|per| self.is_actor_kind(per));
            let layout = self.layout(board);
            let copies = if per_actor { self.nouns.actors.len() } else { 1 };
            let first = self.nouns.spaces.len();
            if first + layout.spaces.len() * copies > MOST_SPACES {
                let message = format!("with the board `{}` there are too many spaces", board.name.text);
                self.error(Code::TooMany, board.name.span, message, format!("there can be at most {MOST_SPACES}"));
                continue;
            }
            for (at, (name, _, _, _, span)) in layout.spaces.iter().enumerate() {
                let name = Name { text: name.clone(), span: *span };
                self.declare(&name, Noun::Space(SpaceId::from_index(first + at)));
            }
            self.nouns.boards.push(BoardDef {
                name: board.name.text.clone(),
                shape: layout.shape,
                kind,
                first_space: SpaceId::from_index(first),
                len: u16::try_from(layout.spaces.len()).unwrap_or(u16::MAX),
                per_actor,
            });
            for copy in 0..copies {
                let owner = per_actor.then(|| ActorId::from_index(copy));
                self.lay_out(&layout, kind, id, owner);
            }
        }
    }

    /// Whether `per` names the actors who play, by their own word or as players; anything else is a mistake.
    pub(super) fn is_actor_kind(&mut self, per: &Name) -> bool {
        let fits = match self.noun(&per.text) {
            Some(noun) => *noun == Noun::ActorKind,
            None => per.text == "player",
        };
        if !fits {
            self.not_a("kind of actor", per, |noun| matches!(noun, Noun::ActorKind));
        }
        fits
    }

    fn layout(&mut self, board: &Board) -> Layout {
        match &board.shape {
            Shape::Ring => {
                let spaces = board.spaces.iter().enumerate().map(|(at, space)| named(space, at, 0)).collect();
                let count = board.spaces.len();
                // Two spaces touch once, and one touches nothing.
                let edges = (0..count).filter(|_| count > 1).map(|at| (at, (at + 1) % count)).collect();
                Layout { shape: BoardShape::Ring, spaces, edges }
            }
            Shape::Grid(columns, rows, touch) => self.grid(board, *columns, *rows, *touch),
            Shape::Graph(pairs) => {
                let mut spaces: Vec<_> = board.spaces.iter().map(|space| named(space, 0, 0)).collect();
                let given = !spaces.is_empty();
                let mut edges = Vec::new();
                for (a, b) in pairs {
                    let mut find = |end: &Name| {
                        let at = spaces.iter().position(|(known, ..)| *known == end.text);
                        at.or_else(|| {
                            if given {
                                let known = board.spaces.iter().map(|space| space.name.text.as_str());
                                let what = format!("space of `{}` called", board.name.text);
                                self.findings.push(names::unknown(Code::UnknownName, &what, end, known));
                                return None;
                            }
                            let labels = names::proper(&Default::default(), &end.text);
                            spaces.push((end.text.clone(), labels, 0, 0, end.span));
                            Some(spaces.len() - 1)
                        })
                    };
                    let (Some(from), Some(to)) = (find(a), find(b)) else { continue };
                    if from == to {
                        let message = format!("`{}` cannot touch itself", a.text);
                        self.error(Code::BadBoard, b.span, message, "name two different spaces");
                        continue;
                    }
                    edges.push((from, to));
                }
                Layout { shape: BoardShape::Graph, spaces, edges }
            }
            Shape::Loose => {
                let spaces = board.spaces.iter().map(|space| named(space, 0, 0)).collect();
                Layout { shape: BoardShape::Loose, spaces, edges: Vec::new() }
            }
        }
    }

    /// Row by row; spaces without names are called `a1`, `b1` … as on a chess board, `a1` being the first.
    fn grid(&mut self, board: &Board, columns: u16, rows: u16, touch: Touch) -> Layout {
        let (width, height) = (usize::from(columns), usize::from(rows));
        let shape = BoardShape::Grid { columns, rows };
        let count = width * height;
        let given = board.spaces.len();
        if count > MOST_SPACES || (given != 0 && given != count) {
            let message = format!("`{}` names {given} spaces, but {columns} times {rows} are {count}", board.name.text);
            self.error(Code::BadBoard, board.name.span, message, "name all spaces of the grid, row by row, or none");
            return Layout { shape, spaces: Vec::new(), edges: Vec::new() };
        }
        let taken = |name: &str| self.noun(name).is_some();
        let clash = (0..count).any(|at| taken(&cell(at % width, at / width)));
        let mut spaces = Vec::with_capacity(count);
        let mut edges = Vec::new();
        for at in 0..count {
            let (column, row) = (at % width, at / width);
            match board.spaces.get(at) {
                // Names that the grid gave itself count as none.
                Some(space) if space.name.text != cell(column, row) => spaces.push(named(space, column, row)),
                _ => {
                    let name = cell(column, row);
                    let name = if clash { format!("{}_{name}", board.name.text) } else { name };
                    let labels = Labels { en: cell(column, row), ..Labels::default() };
                    spaces.push((name, labels, small(column), small(row), board.name.span));
                }
            }
            let east = column + 1 < width;
            let south = row + 1 < height;
            edges.extend(east.then_some((at, at + 1)));
            edges.extend(south.then_some((at, at + width)));
            if touch == Touch::All && south {
                edges.extend(east.then_some((at, at + width + 1)));
                edges.extend((column > 0).then(|| (at, at + width - 1)));
            }
        }
        Layout { shape, spaces, edges }
    }

    fn lay_out(&mut self, layout: &Layout, kind: SpaceKindId, board: BoardId, owner: Option<ActorId>) {
        let first = self.nouns.spaces.len();
        for (name, labels, column, row, _) in &layout.spaces {
            self.nouns.spaces.push(SpaceDef {
                name: name.clone(),
                labels: labels.clone(),
                kind,
                board,
                owner,
                attributes: Vec::new(),
                neighbours: Vec::new(),
                column: *column,
                row: *row,
            });
        }
        for (a, b) in &layout.edges {
            for (from, to) in [(a, b), (b, a)] {
                let to = SpaceId::from_index(first + to);
                if let Some(space) = self.nouns.spaces.get_mut(first + from)
                    && !space.neighbours.contains(&to)
                {
                    space.neighbours.push(to);
                }
            }
        }
        for space in self.nouns.spaces.iter_mut().skip(first) {
            space.neighbours.sort_unstable();
        }
    }

    pub(super) fn space_attributes(&mut self) {
        let mut kinds: Vec<Vec<AttributePlan>> = Vec::new();
        for (index, kind) in self.manifest.spaces.iter().enumerate() {
            let declared = kind.attributes.iter();
            let plans: Vec<AttributePlan> =
                declared.filter_map(|one| self.attribute_plan(&one.name, &one.ty, one.default.as_ref())).collect();
            if let Some(row) = self.nouns.space_kinds.get_mut(index) {
                row.attributes = plans.iter().map(|plan| (plan.name.text.clone(), plan.ty.ty.clone())).collect();
            }
            kinds.push(plans);
        }
        for board in &self.manifest.boards {
            let Some(row) = self.nouns.boards.iter().find(|row| row.name == board.name.text).cloned() else { continue };
            let Some(plans) = kinds.get(row.kind.index()) else { continue };
            let len = usize::from(row.len);
            let first = row.first_space.index();
            for at in 0..len {
                let space = board.spaces.get(at);
                let given: Vec<Given> = space.map(given).unwrap_or_default();
                let name = self.nouns.spaces.get(first + at).map(|space| space.name.clone()).unwrap_or_default();
                let span = space.map_or(board.name.span, |space| space.name.span);
                let values = self.row(plans, &given, &name, span, &board.space.text);
                let copies = if row.per_actor { self.nouns.actors.len() } else { 1 };
                for copy in 0..copies {
                    if let Some(space) = self.nouns.spaces.get_mut(first + copy * len + at) {
                        space.attributes = values.clone();
                    }
                }
            }
        }
    }
}

fn named(space: &Space, column: usize, row: usize) -> (String, Labels, u16, u16, Span) {
    let labels = names::proper(&space.labels, &space.name.text);
    (space.name.text.clone(), labels, small(column), small(row), space.name.span)
}

fn given(space: &Space) -> Vec<Given> {
    let one = |(name, literal): &(Name, _)| Given {
        name: name.clone(),
        value: Written::of_literal(literal),
        span: literal_span(literal),
    };
    space.attributes.iter().map(one).collect()
}

fn cell(column: usize, row: usize) -> String {
    let letter = u8::try_from(column).ok().filter(|column| *column < 26).map(|column| char::from(b'a' + column));
    match letter {
        Some(letter) => format!("{letter}{}", row + 1),
        None => format!("column_{}_row_{}", column + 1, row + 1),
    }
}

fn small(number: usize) -> u16 {
    u16::try_from(number).unwrap_or(u16::MAX)
}
