//! Boards, spaces, units, dice.

use super::*;
use crate::ids::*;
use crate::manifest::model::{Dice, DieFace, Shape, Touch};
use crate::program::nouns::{BoardShape, Class, Type};

fn with_board(shape: Shape, spaces: &[&str]) -> Manifest {
    let boards = vec![board("map", shape, "era", spaces)];
    Manifest { boards, spaces: vec![space_kind("era", &[])], ..Manifest::default() }
}

fn neighbours(nouns: &Nouns) -> Vec<Vec<u16>> {
    nouns.spaces.iter().map(|space| space.neighbours.iter().map(|id| id.0).collect()).collect()
}

#[test]
fn rings_close() {
    let (nouns, symbols) = good(&with_board(Shape::Ring, &["a", "b", "c", "d"]), vec![]);
    assert_eq!(neighbours(&nouns), [vec![1, 3], vec![0, 2], vec![1, 3], vec![0, 2]]);
    assert_eq!(noun(&symbols, "eras"), Some(Noun::Spaces(SpaceKindId(0))));
    assert_eq!(noun(&symbols, "c"), Some(Noun::Space(SpaceId(2))));
    assert_eq!(nouns.spaces[2].column, 2);
    let (nouns, _) = good(&with_board(Shape::Ring, &["a", "b"]), vec![]);
    assert_eq!(neighbours(&nouns), [vec![1], vec![0]]);
    let (nouns, _) = good(&with_board(Shape::Ring, &["a"]), vec![]);
    assert_eq!(neighbours(&nouns), [vec![]; 1] as [Vec<u16>; 1]);
}

#[test]
fn grids_touch_by_sides_or_all_round() {
    let (nouns, symbols) = good(&with_board(Shape::Grid(3, 2, Touch::Sides), &[]), vec![]);
    assert_eq!(neighbours(&nouns)[1], [0, 2, 4]);
    assert_eq!(nouns.boards[0].shape, BoardShape::Grid { columns: 3, rows: 2 });
    assert_eq!((nouns.spaces[5].name.as_str(), nouns.spaces[5].column, nouns.spaces[5].row), ("c2", 2, 1));
    assert_eq!(noun(&symbols, "c2"), Some(Noun::Space(SpaceId(5))));
    let (nouns, _) = good(&with_board(Shape::Grid(3, 2, Touch::All), &[]), vec![]);
    assert_eq!(neighbours(&nouns)[1], [0, 2, 3, 4, 5]);
    only(&with_board(Shape::Grid(2, 2, Touch::All), &["a", "b"]), vec![], Code::BadBoard);
}

#[test]
fn two_grids_name_their_spaces_apart() {
    let mut manifest = with_board(Shape::Grid(1, 1, Touch::Sides), &[]);
    manifest.boards.push(board("sea", Shape::Grid(1, 1, Touch::Sides), "era", &["a1"]));
    let (nouns, _) = good(&manifest, vec![]);
    assert_eq!((nouns.spaces[0].name.as_str(), nouns.spaces[1].name.as_str()), ("a1", "sea_a1"));
}

#[test]
fn graphs_follow_their_edges() {
    let edge = |a: &str, b: &str| (name(a), name(b));
    let edges = || vec![edge("a", "b"), edge("c", "b"), edge("b", "a")];
    let (nouns, _) = good(&with_board(Shape::Graph(edges()), &["a", "b", "c"]), vec![]);
    assert_eq!(neighbours(&nouns), [vec![1], vec![0, 2], vec![1]]);
    let (nouns, _) = good(&with_board(Shape::Graph(edges()), &[]), vec![]);
    assert_eq!(nouns.spaces.len(), 3);
    only(&with_board(Shape::Graph(edges()), &["a", "b"]), vec![], Code::UnknownName);
    only(&with_board(Shape::Graph(vec![edge("a", "a")]), &["a"]), vec![], Code::BadBoard);
}

#[test]
fn boards_per_actor_are_laid_out_one_after_the_other() {
    let mut manifest = with_board(Shape::Loose, &["go", "dig"]);
    manifest.boards[0].per = Some(name("player"));
    manifest.spaces = vec![space_kind("era", &["height"])];
    manifest.boards[0].spaces[0].attributes =
        vec![(name("height"), crate::manifest::model::Literal::Number(4, span()))];
    manifest.boards[0].spaces[1].attributes =
        vec![(name("height"), crate::manifest::model::Literal::Number(7, span()))];
    let (nouns, symbols) = good(&manifest, vec![]);
    assert!(nouns.boards[0].per_actor);
    assert_eq!(nouns.boards[0].len, 2);
    let rows: Vec<_> =
        nouns.spaces.iter().map(|space| (space.owner.map(|id| id.0), space.attributes.clone())).collect();
    assert_eq!(rows, [(Some(0), vec![4]), (Some(0), vec![7]), (Some(1), vec![4]), (Some(1), vec![7])]);
    assert_eq!(noun(&symbols, "dig"), Some(Noun::Space(SpaceId(1))));
    assert_eq!(nouns.space_kinds[0].attributes, [("height".into(), Type::Number)]);
    manifest.boards[0].spaces[1].attributes.clear();
    only(&manifest, vec![], Code::MissingAttribute);
    manifest.boards[0].per = Some(name("plyer"));
    assert_eq!(bad(&manifest, vec![]).len(), 2);
}

#[test]
fn boards_and_units_need_a_kind_of_space() {
    let mut manifest = with_board(Shape::Ring, &["a"]);
    manifest.boards[0].space = name("area");
    only(&manifest, vec![], Code::UnknownName);
    let mut manifest = with_board(Shape::Ring, &["a"]);
    manifest.units = vec![unit("foo", None, "map")];
    only(&manifest, vec![], Code::WrongNoun);
}

#[test]
fn units_are_single_or_one_for_each_actor() {
    let mut manifest = with_board(Shape::Ring, &["a"]);
    manifest.units = vec![unit("foo", None, "era"), unit("army", Some("player"), "era")];
    let (nouns, symbols) = good(&manifest, vec![]);
    let owners: Vec<_> = nouns.units.iter().map(|unit| unit.owner.map(|id| id.0)).collect();
    assert_eq!(owners, [None, Some(0), Some(1)]);
    assert_eq!(nouns.unit_kinds[1].first_unit, UnitId(1));
    assert_eq!(noun(&symbols, "armies"), Some(Noun::Units(UnitKindId(1))));
    let at = nouns.unit_at.map(|id| &nouns.states[id.index()]);
    assert_eq!(at.map(|at| (at.on, at.len)), Some((Class::Unit, 3)));
    assert_eq!(nouns.actor_at, None);
}

#[test]
fn actors_may_stand_on_spaces() {
    let mut manifest = with_board(Shape::Ring, &["a"]);
    let mut agent = actor("agent", None);
    agent.at = Some(name("era"));
    manifest.actors = vec![agent];
    let (nouns, symbols) = good(&manifest, vec![]);
    assert_eq!(nouns.actor_at, Some(StateId(1)));
    assert_eq!(symbols.actor_at, Some(SpaceKindId(0)));
    manifest.actors[0].at = Some(name("ear"));
    only(&manifest, vec![], Code::UnknownName);
}

#[test]
fn dice_have_faces() {
    let dice = |faces| Manifest {
        dice: vec![Dice { name: name("d3"), faces, labels: Default::default() }],
        ..Manifest::default()
    };
    let face = |number| DieFace { number, weight: 1 };
    let (nouns, symbols) = good(&dice(vec![face(1), face(2), face(5)]), vec![]);
    assert_eq!(nouns.dice[0].faces, [(1, 1), (2, 1), (5, 1)]);
    assert_eq!(noun(&symbols, "d3"), Some(Noun::Dice(DiceId(0))));
    only(&dice(vec![]), vec![], Code::OutOfRange);
}
