//! A small game with one of everything, and what checking it gives.

use crate::check::items::*;
use crate::check::sorts::type_of_sort;
use crate::check::symbols::*;
use crate::check::tree::{Statement, Tree};
use crate::check::typing::type_game;
use crate::diagnostic::{Diagnostic, Findings};
use crate::ids::*;
use crate::manifest::model as m;
use crate::program::nouns::*;
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary::primitives::PRIMITIVES;

use super::build::{block, name};

pub const CREATURE: KindSet = KindSet(1);
pub const CHAMPION: KindSet = KindSet(2);

/// Name, kinds below, attributes, where it is live, its super-kind.
type KindRow = (&'static str, u64, &'static [&'static str], Option<&'static str>, Option<&'static str>);
/// Name, whose, that as a word, faces, most, what it holds.
type ZoneRow = (&'static str, Class, Option<&'static str>, Faces, Option<u16>, Option<&'static str>);

pub struct Game {
    pub items: Items,
    pub nouns: Nouns,
    pub symbols: Symbols,
    pub manifest: m::Manifest,
}

pub struct Checked {
    pub tree: Tree,
    pub found: Vec<Diagnostic>,
}

impl Checked {
    pub fn codes(&self) -> Vec<&'static str> {
        self.found.iter().map(|d| d.code.id()).collect()
    }
}

impl Game {
    pub fn new() -> Self {
        let mut game = Game {
            items: Items::default(),
            nouns: Nouns::default(),
            symbols: Symbols::default(),
            // A flow without turns is a mistake, and hides who does what.
            manifest: m::Manifest {
                flow: m::Flow {
                    round: vec![ast::Name { text: "turn".into(), span: Span::default() }],
                    ..m::Flow::default()
                },
                ..m::Manifest::default()
            },
        };
        game.symbols.actor_kind = "player".into();
        game.symbols.actor_kind_plural = "players".into();
        game.noun("player", Noun::ActorKind);
        game.noun("players", Noun::Actors);
        game.enums();
        game.kinds();
        game.zones();
        game.boards();
        game.states();
        game.stuff();
        game.primitives();
        game
    }

    pub fn noun(&mut self, name: &str, what: Noun) {
        self.symbols.nouns.insert(name.into(), Declared { what, span: Span::default() });
    }

    fn enums(&mut self) {
        for (e, (of, values)) in
            [("family", vec!["fire", "water", "dragon"]), ("terrain", vec!["water", "hill"])].into_iter().enumerate()
        {
            let id = EnumId::from_index(e);
            let attributes = if e == 0 { vec![("sale".to_string(), Type::Bundle)] } else { Vec::new() };
            let values: Vec<EnumValueDef> = values
                .iter()
                .map(|v| EnumValueDef { name: v.to_string(), labels: Labels::default(), attributes: Vec::new() })
                .collect();
            for (i, value) in values.iter().enumerate() {
                let word = i32::try_from(i).unwrap_or(0);
                let slot = self
                    .symbols
                    .nouns
                    .entry(value.name.clone())
                    .or_insert(Declared { what: Noun::EnumValues(Vec::new()), span: Span::default() });
                if let Noun::EnumValues(list) = &mut slot.what {
                    list.push((id, word));
                }
            }
            self.nouns.enums.push(EnumDef { name: of.into(), values, attributes });
            self.noun(of, Noun::Enum(id));
        }
    }

    fn kinds(&mut self) {
        let attributes = [
            ("cost", Type::Number),
            ("family", Type::Enum(EnumId(0))),
            ("defense", Type::Number),
            ("shapes", Type::Set(Box::new(Type::Enum(EnumId(0))))),
        ];
        for (i, (attribute, ty)) in attributes.into_iter().enumerate() {
            self.nouns.attributes.push(AttributeDef {
                name: attribute.into(),
                ty,
                labels: Labels::default(),
                shown: true,
                in_options: Vec::new(),
            });
            self.symbols.attributes.insert(attribute.into(), AttributeId::from_index(i));
        }
        for (i, ability) in ["instant", "active"].into_iter().enumerate() {
            self.nouns.abilities.push(AbilityDef { name: ability.into() });
            self.symbols.abilities.insert(ability.into(), AbilityId::from_index(i));
        }
        let kinds: [KindRow; 4] = [
            ("creature", 1, &["cost", "family", "shapes"], Some("arena"), None),
            ("champion", 2, &["cost", "defense"], Some("row"), None),
            ("clone", 12, &[], None, None),
            ("supa_clone", 8, &[], None, Some("clone")),
        ];
        for (i, (kind, below, attributes, live, is)) in kinds.into_iter().enumerate() {
            let abilities = if i == 0 { vec![(AbilityId(0), true), (AbilityId(1), false)] } else { Vec::new() };
            self.nouns.kinds.push(KindDef {
                name: kind.into(),
                labels: Labels::default(),
                with_subkinds: KindSet(below),
                abilities,
                attributes: Vec::new(),
                span: Span::default(),
            });
            self.noun(kind, Noun::Kind(KindId::from_index(i)));
            let attribute = |a: &&str| m::Attribute { name: name(a), ty: name("number"), default: None };
            self.manifest.kinds.push(m::Kind {
                name: name(kind),
                attributes: attributes.iter().map(attribute).collect(),
                abilities: Vec::new(),
                live: live.map(|zone| m::Live { zone: name(zone), face: None }).into_iter().collect(),
                starts_in: None,
                is: is.map(name),
                totals: Vec::new(),
                each: Vec::new(),
                labels: m::Labels::default(),
            });
        }
        self.noun("fighter", Noun::KindGroup(KindSet(3)));
        for (i, (design, kind)) in [("imp", 0), ("axia", 1), ("bob", 2), ("big_bob", 3)].into_iter().enumerate() {
            self.nouns.designs.push(DesignDef {
                name: design.into(),
                labels: Labels::default(),
                kind: KindId(kind),
                copies: 1,
                attributes: Vec::new(),
                says: Vec::new(),
                has_effects: false,
                span: Span::default(),
            });
            self.noun(design, Noun::Design(DesignId::from_index(i)));
        }
    }

    fn zones(&mut self) {
        let zones: [ZoneRow; 9] = [
            ("deck", Class::Game, None, Faces::Down, None, None),
            ("hand", Class::Actor, Some("player"), Faces::Owner, None, Some("creature")),
            ("arena", Class::Actor, Some("player"), Faces::Up, None, Some("creature")),
            ("champions", Class::Actor, Some("player"), Faces::Up, None, Some("champion")),
            ("discard", Class::Game, None, Faces::Up, None, None),
            ("mission", Class::Space, Some("era"), Faces::Each, Some(1), Some("creature")),
            ("stash", Class::Seat, Some("seat"), Faces::Owner, None, None),
            ("row", Class::Game, None, Faces::Up, None, None),
            ("cards", Class::Actor, Some("player"), Faces::Others, None, None),
        ];
        for (i, (zone, per, per_name, faces, max, holds)) in zones.into_iter().enumerate() {
            self.nouns.zones.push(ZoneDef {
                name: zone.into(),
                labels: Labels::default(),
                per,
                order: ZoneOrder::Pile,
                faces,
                refill: None,
                fill: None,
                distinct: None,
                max,
                secret: false,
                holds: KindSet::all(),
                first_place: PlaceId(0),
                span: Span::default(),
            });
            self.noun(zone, Noun::Zone(ZoneId::from_index(i)));
            self.manifest.zones.push(m::Zone {
                name: name(zone),
                per: per_name.map(name),
                holds: holds.map(name),
                order: m::ZoneOrder::Pile,
                faces: m::Faces::Up,
                refill: None,
                fill: None,
                distinct: None,
                max: None,
                secret: false,
                labels: m::Labels::default(),
            });
        }
    }

    /// The tables that resolving fills from the manifest.
    fn resolved(&mut self) {
        let kinds_of = |game: &Game, word: &str| match game.symbols.nouns.get(word).map(|noun| &noun.what) {
            Some(Noun::Kind(id)) => game.nouns.kinds[id.index()].with_subkinds,
            Some(Noun::KindGroup(kinds)) => *kinds,
            _ => KindSet::all(),
        };
        let holds = |zone: &m::Zone| zone.holds.as_ref().map_or(KindSet::all(), |holds| kinds_of(self, &holds.text));
        let holds = self.manifest.zones.iter().map(holds).collect();
        self.symbols.zone_holds = holds;
        let mut facts = Vec::new();
        for (index, kind) in self.manifest.kinds.iter().enumerate() {
            let mut line = vec![kind];
            while let Some(above) = line.last().and_then(|last| last.is.as_ref()) {
                line.extend(self.manifest.kinds.iter().filter(|known| known.name.text == above.text));
            }
            let attributes = line.iter().flat_map(|kind| &kind.attributes);
            let attributes = attributes.filter_map(|a| self.symbols.attributes.get(&a.name.text).copied()).collect();
            let live = line.iter().map(|kind| &kind.live).find(|live| !live.is_empty());
            let zone = |place: &m::Live| match self.symbols.nouns.get(&place.zone.text).map(|noun| &noun.what) {
                Some(Noun::Zone(id)) => Some((*id, place.face)),
                _ => None,
            };
            let live = live.into_iter().flatten().filter_map(zone).collect();
            let set = self.nouns.kinds[index].with_subkinds;
            facts.push(KindFacts { set, attributes, live });
        }
        self.symbols.kinds = facts;
    }

    fn boards(&mut self) {
        let boards = [
            ("time", BoardShape::Ring, "era", "eras", vec!["dawn", "noon"], false),
            ("grid", BoardShape::Grid { columns: 2, rows: 1 }, "cell", "cells", vec!["a1", "b1"], false),
            ("panel", BoardShape::Loose, "slot", "slots", vec!["go", "dig"], true),
        ];
        for (i, (board, shape, kind, plural, spaces, per_actor)) in boards.into_iter().enumerate() {
            let kind_id = SpaceKindId::from_index(i);
            let attributes = if i == 0 { vec![("height".to_string(), Type::Number)] } else { Vec::new() };
            self.nouns.space_kinds.push(SpaceKindDef { name: kind.into(), labels: Labels::default(), attributes });
            self.nouns.boards.push(BoardDef {
                name: board.into(),
                shape,
                kind: kind_id,
                first_space: SpaceId::from_index(self.nouns.spaces.len()),
                len: 2,
                per_actor,
            });
            self.noun(board, Noun::Board(BoardId::from_index(i)));
            self.noun(kind, Noun::SpaceKind(kind_id));
            self.noun(plural, Noun::Spaces(kind_id));
            for space in spaces {
                let id = SpaceId::from_index(self.nouns.spaces.len());
                self.nouns.spaces.push(SpaceDef {
                    name: space.into(),
                    labels: Labels::default(),
                    kind: kind_id,
                    board: BoardId::from_index(i),
                    owner: None,
                    attributes: Vec::new(),
                    neighbours: Vec::new(),
                    column: 0,
                    row: 0,
                });
                self.noun(space, Noun::Space(id));
            }
        }
        self.symbols.actor_at = Some(SpaceKindId(0));
        for (i, p) in ["p1", "p2"].into_iter().enumerate() {
            self.nouns.actors.push(ActorDef {
                name: p.into(),
                labels: Labels::default(),
                seat: None,
                team: 0,
                takes_turns: true,
            });
            self.noun(p, Noun::Actor(ActorId::from_index(i)));
        }
        for (i, (unit, plural, per_actor)) in [("foo", "foos", false), ("army", "armies", true)].into_iter().enumerate()
        {
            let id = UnitKindId::from_index(i);
            let labels = Labels::default();
            let first_unit = UnitId::from_index(i);
            self.nouns.unit_kinds.push(UnitKindDef {
                name: unit.into(),
                labels,
                at: SpaceKindId(0),
                per_actor,
                first_unit,
            });
            self.noun(unit, Noun::UnitKind(id));
            self.noun(plural, Noun::Units(id));
        }
        self.nouns.dice.push(DiceDef { name: "combat".into(), labels: Labels::default(), faces: vec![(1, 1), (2, 1)] });
        self.noun("combat", Noun::Dice(DiceId(0)));
        self.noun("goal", Noun::Number(60));
        self.noun("start", Noun::NumberBySeat(vec![1, 2]));
    }

    fn states(&mut self) {
        let counter = || StateKind::Counter { min: 0, max: 99 };
        let states: [(&str, Class, &str, StateKind); 9] = [
            ("points", Class::Actor, "player", counter()),
            ("damage", Class::Component, "champion", counter()),
            ("used", Class::Component, "creature", StateKind::Flag),
            ("cycle", Class::Game, "game", counter()),
            ("mark", Class::Space, "cell", StateKind::Value(Type::Actor)),
            ("vortex", Class::Space, "era", StateKind::Flag),
            ("level", Class::Unit, "army", counter()),
            ("credit", Class::Seat, "seat", counter()),
            ("passed", Class::Actor, "player", StateKind::Flag),
        ];
        for (i, (state, on, on_name, kind)) in states.into_iter().enumerate() {
            self.nouns.states.push(StateDef {
                name: state.into(),
                labels: Labels::default(),
                on,
                bearer: Type::Unknown,
                kind,
                first_slot: 0,
                len: 1,
                start: vec![0],
                until: Until::Never,
                secret: false,
                shown: true,
            });
            self.noun(state, Noun::State(StateId::from_index(i)));
            self.manifest.counters.push(m::Counter {
                name: name(state),
                on: name(on_name),
                min: None,
                max: None,
                start: None,
                until: None,
                secret: false,
                shown: true,
                labels: m::Labels::default(),
            });
        }
        self.nouns.memories.push(MemoryDef {
            name: "played".into(),
            labels: Labels::default(),
            on: Class::Actor,
            of: Type::Component(KindSet::all()),
            max: 9,
            until: Until::Never,
            shown: true,
        });
        self.noun("played", Noun::Memory(MemoryId(0)));
    }

    fn stuff(&mut self) {
        let stuff = [
            ("red", Class::Actor, 0),
            ("blue", Class::Actor, 1),
            ("rift", Class::Space, 2),
            ("falling", Class::Space, 2),
        ];
        for (i, (name, class, account)) in stuff.into_iter().enumerate() {
            self.nouns.stuff.push(StuffDef {
                name: name.into(),
                labels: Labels::default(),
                supply: None,
                account_of: StuffId(account),
                worth: 1,
                on: vec![(class, StateId(0))],
                supply_slot: 0,
            });
            self.noun(name, Noun::Stuff(StuffId::from_index(i)));
        }
        self.nouns.stuff_groups.push(StuffGroupDef {
            name: "stone".into(),
            labels: Labels::default(),
            members: vec![StuffId(0), StuffId(1)],
            worth: None,
            overpay: true,
        });
        self.noun("stone", Noun::StuffGroup(StuffGroupId(0)));
    }

    fn primitives(&mut self) {
        for row in &PRIMITIVES {
            let params = row.params.iter().map(|(n, sort)| (n.to_string(), type_of_sort(*sort, None))).collect();
            self.symbols.actions.push(Signature { params, gives: None });
        }
    }

    fn callable(&mut self, name: &str, what: Callable) {
        self.symbols.callables.insert(name.into(), Declared { what, span: Span::default() });
    }

    pub fn action(&mut self, text: &str, params: &[(&str, Type)], gives: Option<Type>, body: Vec<ast::Statement>) {
        let id = ActionId::from_index(self.symbols.actions.len());
        self.symbols.actions.push(signature(params, gives));
        self.callable(text, Callable::Action(id));
        self.items.actions.push(ast::Action {
            name: name(text),
            params: params_of(params),
            gives: None,
            tags: ast::Tags::default(),
            body: block(body),
        });
    }

    pub fn event(&mut self, text: &str, params: &[(&str, Type)]) {
        let id = ActionId::from_index(self.symbols.actions.len());
        self.symbols.actions.push(signature(params, None));
        self.callable(text, Callable::Action(id));
        self.items.events.push(HeadItem { name: name(text), params: params_of(params), says: None });
    }

    pub fn value(&mut self, text: &str, params: &[(&str, Type)], expr: ast::Expr) {
        let id = ValueId::from_index(self.symbols.values.len());
        self.symbols.values.push(signature(params, None));
        self.callable(text, Callable::Value(id));
        let params = params_of(params);
        self.items.values.push(ast::Value {
            name: name(text),
            params,
            says: None,
            expr,
            at_least: None,
            at_most: None,
        });
    }

    pub fn keyword(&mut self, text: &str, params: &[(&str, &str)], body: Vec<ast::Statement>) {
        self.callable(text, Callable::Keyword(self.items.keywords.len()));
        let head = params.iter().map(|(p, ty)| {
            let ty = crate::check::resolve::type_of(&type_expr(ty), &self.symbols, &mut Findings::default());
            (p.to_string(), ty)
        });
        let head = head.collect();
        self.symbols.keyword_params.push(head);
        let params = params.iter().map(|(p, ty)| ast::Param { name: name(p), ty: type_expr(ty) }).collect();
        self.items.keywords.push(ast::Keyword {
            name: name(text),
            params,
            tags: ast::Tags::default(),
            body: block(body),
        });
    }

    pub fn window(&mut self, text: &str, params: &[(&str, Type)]) {
        let id = WindowId::from_index(self.symbols.window_params.len());
        self.symbols.window_params.push(signature(params, None).params);
        self.symbols.windows.insert(text.into(), id);
        self.items.windows.push(HeadItem { name: name(text), params: params_of(params), says: None });
    }

    pub fn phase(&mut self, text: &str, body: Vec<ast::Statement>) {
        let id = PhaseId::from_index(self.symbols.phases.len());
        self.symbols.phases.insert(text.into(), id);
        self.symbols.steps.insert((id, text.into()), StepId(id.0));
        let steps = vec![ast::Step { name: name(text), body: block(body) }];
        // Of a phase that stands nowhere in the flow, nobody can tell who does it.
        self.manifest.flow.setup.push(name(text));
        self.items.phases.push(ast::Phase { name: name(text), steps });
    }

    pub fn each_turn(&mut self, phase: &str) {
        let each = Some(name("turn_order"));
        self.manifest.phases.push(m::PhaseDecl { name: name(phase), each, labels: m::Labels::default() });
    }

    pub fn rule(&mut self, hooks: Vec<ast::Hook>) {
        self.items.rules.push(RuleItem { name: name("a_rule"), hooks });
    }

    pub fn card(&mut self, kind: &str, design: &str, members: Vec<ast::Member>) {
        self.items.components.push(ComponentItem { kind: name(kind), name: name(design), members, pack: None });
    }

    pub fn every(&mut self, kind: &str, members: Vec<ast::Member>) {
        self.items.everies.push(EveryItem { kind: name(kind), members });
    }

    pub fn check(mut self) -> Checked {
        let mut findings = Findings::default();
        self.resolved();
        let tree = type_game(&self.items, self.nouns, &mut self.symbols, &self.manifest, &[], &mut findings);
        Checked { tree, found: findings.into_sorted() }
    }
}

pub fn ability(text: &str, body: Vec<ast::Statement>) -> ast::Member {
    ast::Member::Ability { name: name(text), tags: ast::Tags::default(), body: block(body) }
}

pub fn type_expr(ty: &str) -> ast::TypeExpr {
    ast::TypeExpr { name: name(ty), set: false, bundle: false, or_none: false, span: Span::default() }
}

fn signature(params: &[(&str, Type)], gives: Option<Type>) -> Signature {
    Signature { params: params.iter().map(|(n, ty)| (n.to_string(), ty.clone())).collect(), gives }
}

fn params_of(params: &[(&str, Type)]) -> Vec<ast::Param> {
    params.iter().map(|(p, _)| ast::Param { name: name(p), ty: type_expr("number") }).collect()
}

/// The names in scope in [`body`]: a creature, any card, a champion, a player, an era, a cell, a number, a unit.
pub fn scope() -> Vec<(&'static str, Type)> {
    vec![
        ("c", Type::Component(CREATURE)),
        ("x", Type::Component(KindSet::all())),
        ("k", Type::Component(CHAMPION)),
        ("p", Type::Actor),
        ("e", Type::Space(SpaceKindId(0))),
        ("s", Type::Space(SpaceKindId(1))),
        ("n", Type::Number),
        ("u", Type::AnyUnit),
    ]
}

/// A game with a few callables and one action `test` of these statements.
pub fn game(statements: Vec<ast::Statement>) -> Game {
    let mut game = Game::new();
    game.action("play", &[("c", Type::Component(CREATURE))], None, Vec::new());
    game.action("push", &[("c", Type::Component(CREATURE))], Some(Type::Space(SpaceKindId(0))), Vec::new());
    game.value("price", &[("q", Type::Actor), ("a", Type::Component(CREATURE))], super::build::v("a.cost"));
    game.value("room", &[], super::build::num(3));
    game.window("rolled", &[("r", Type::Pool(DiceId(0))), ("w", Type::AnyUnit)]);
    game.phase("act", Vec::new());
    game.action("test", &scope(), None, statements);
    game
}

/// The codes that one body of statements gives.
pub fn codes(statements: Vec<ast::Statement>) -> Vec<&'static str> {
    game(statements).check().codes()
}

/// Its typed statements; it must be without mistakes.
pub fn fine(statements: Vec<ast::Statement>) -> Vec<Statement> {
    let checked = game(statements).check();
    let messages: Vec<String> = checked.found.iter().map(|d| format!("{} {}", d.code.id(), d.message)).collect();
    assert!(messages.is_empty(), "{messages:#?}");
    let test = checked.tree.actions.into_iter().find(|action| action.name == "test");
    test.and_then(|action| action.body).unwrap_or_default()
}

/// The type of an expression in that body; it must be without mistakes.
pub fn type_of(expr: ast::Expr) -> Type {
    let statements = fine(vec![super::build::let_("it_is", expr), needs_read()]);
    match statements.into_iter().next().map(|s| s.kind) {
        Some(crate::check::tree::StatementKind::Let { expr, .. }) => expr.ty,
        _ => Type::Unknown,
    }
}

/// Reads the name that [`type_of`] binds.
fn needs_read() -> ast::Statement {
    super::build::needs(super::build::not(super::build::is(super::build::v("it_is"), super::build::v("none"))))
}
