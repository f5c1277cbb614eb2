//! What a bare name means: a local, a word of the language, or a noun of the game.

use crate::check::sorts::type_of_sort;
use crate::check::symbols::{Callable, Noun};
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::ids::*;
use crate::program::nouns::*;
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary;
use crate::vocabulary::durations::PERIODS;
use crate::vocabulary::nouns::Meaning;

use super::scope::{Frame, Me, Subject};
use super::{Typer, function, make, number, set_of, unknown, words};

impl<'a> Typer<'a> {
    /// A bare name, with the type that is expected where it is known.
    pub(super) fn name(&mut self, f: &mut Frame<'a>, text: &str, span: Span, want: Option<&Type>) -> Expr {
        if let Some(id) = f.find(text) {
            return f.read(id, span);
        }
        if let Some(declared) = self.symbols.nouns.get(text) {
            let noun = declared.what.clone();
            return self.noun_expr(f.context.me, (text, &noun), span, want);
        }
        if let Some(expr) = self.word(f, text, span, want) {
            return expr;
        }
        self.unknown_name(f, text, span);
        unknown(span)
    }

    fn word(&mut self, f: &mut Frame<'a>, text: &str, span: Span, want: Option<&Type>) -> Option<Expr> {
        let truth = |yes: bool| Some(make(ExprKind::Const(i32::from(yes)), Type::Bool, span));
        match vocabulary::nouns::meaning(text)? {
            Meaning::Me => Some(self.me(f, span)),
            Meaning::This => Some(self.this(f, span)),
            Meaning::Who => Some(self.who(f, span)),
            Meaning::Active => Some(make(ExprKind::Active, Type::Actor, span)),
            Meaning::Truth(yes) => truth(yes),
            Meaning::Up(yes) if want == Some(&Type::Bool) => truth(yes),
            Meaning::None => Some(make(ExprKind::Const(ABSENT), want.cloned().unwrap_or(Type::Unknown), span)),
            Meaning::Empty => Some(make(ExprKind::List(Vec::new()), set_of(Type::Unknown), span)),
            Meaning::Nothing => Some(make(ExprKind::Bundle(Vec::new()), Type::Bundle, span)),
            Meaning::Opponents => {
                let me = self.me(f, span);
                Some(function(Function::Opponents, vec![me], set_of(Type::Actor), span))
            }
            Meaning::Players if self.actor_plural() != text => None,
            Meaning::Players => Some(function(Function::Players, Vec::new(), set_of(Type::Actor), span)),
            Meaning::Read(what, sort) => Some(function(what, Vec::new(), type_of_sort(sort, None), span)),
            Meaning::It | Meaning::Up(_) | Meaning::Alive(_) | Meaning::Supply | Meaning::Part => None,
        }
    }

    fn who(&mut self, f: &Frame<'a>, span: Span) -> Expr {
        if !f.context.who {
            let message = "`who` is the doer of the action that a hook watches; nothing is watched here";
            let help = "write `me` for whoever does this";
            self.report(Diagnostic::new(Code::WordOutOfPlace, span, message).help(help));
        }
        make(ExprKind::Who, Type::Actor, span)
    }

    /// `me`, where there is one.
    pub(super) fn me(&mut self, f: &Frame<'a>, span: Span) -> Expr {
        let actors = self.actor_plural();
        self.note_me(f);
        let (message, help) = match f.context.me {
            Me::Doer => return make(ExprKind::Me, Type::Actor, span),
            Me::Phase => (
                "there is no `me` here: this phase is not done by one player",
                format!(
                    "write `for each p in {actors} {{ … }}` with `by p`, or give the phase `each = \"turn_order\"` in the manifest"
                ),
            ),
            Me::Value => (
                "there is no `me` in a value: it is computed for whoever asks",
                "give the value a parameter, `p: player`, and read `p`".into(),
            ),
            Me::Hook => (
                "there is no `me` here: nobody does this",
                format!("name who is meant: `active`, a parameter, or `for p in {actors}`"),
            ),
            Me::Scenario => ("there is no `me` in a scenario", "name who is meant: `p1`, `p2` or `active`".into()),
        };
        self.report(Diagnostic::new(Code::WordOutOfPlace, span, message).help(help));
        make(ExprKind::Me, Type::Actor, span)
    }

    fn this(&mut self, f: &Frame<'a>, span: Span) -> Expr {
        if let Some(ty) = &f.context.this {
            return make(ExprKind::This, f.narrowed(Subject::This, ty.clone()), span);
        }
        let message = "`this` is the card that a text stands on; this text stands on none";
        let help = "give the action a parameter for the card, and read that";
        self.report(Diagnostic::new(Code::WordOutOfPlace, span, message).help(help));
        unknown(span)
    }

    /// `players`, or as the game calls them.
    pub(super) fn actor_plural(&self) -> String {
        let plural = &self.symbols.actor_kind_plural;
        if plural.is_empty() { "players".into() } else { plural.clone() }
    }

    fn noun_expr(&mut self, me: Me, (text, noun): (&str, &Noun), span: Span, want: Option<&Type>) -> Expr {
        let id = |index: usize| ExprKind::Const(i32::try_from(index).unwrap_or(i32::MAX));
        match noun {
            Noun::Enum(of) => {
                let args = vec![number(i32::from(of.0), span)];
                function(Function::EnumValues, args, set_of(Type::Enum(*of)), span)
            }
            Noun::EnumValues(values) => self.enum_value(text, values, span, want),
            Noun::Design(design) => make(id(design.index()), Type::Design(words::kind_of(&self.nouns, *design)), span),
            Noun::Number(word) => number(*word, span),
            Noun::Space(space) => {
                let kind = self.nouns.spaces.get(space.index()).map_or(SpaceKindId(0), |def| def.kind);
                make(id(space.index()), Type::Space(kind), span)
            }
            Noun::Spaces(kind) => {
                function(Function::Spaces, vec![number(i32::from(kind.0), span)], set_of(Type::Space(*kind)), span)
            }
            Noun::Actors => function(Function::Players, Vec::new(), set_of(Type::Actor), span),
            Noun::Actor(actor) => make(id(actor.index()), Type::Actor, span),
            Noun::Units(kind) => {
                function(Function::Units, vec![number(i32::from(kind.0), span)], set_of(Type::Unit(*kind)), span)
            }
            Noun::UnitKind(kind) => self.only_unit(text, *kind, span),
            Noun::Stuff(stuff) if want == Some(&Type::Counter) => {
                make(ExprKind::Const(stuff_counter_word(*stuff)), Type::Counter, span)
            }
            Noun::Stuff(stuff) => make(id(stuff.index()), Type::Stuff, span),
            Noun::StuffGroup(group) => {
                let members = self.nouns.stuff_groups.get(group.index()).map(|def| def.members.clone());
                let list = members.unwrap_or_default().iter().map(|stuff| i32::from(stuff.0)).collect();
                self.const_list(list, Type::Stuff, span)
            }
            Noun::Board(board) => self.board_spaces(text, *board, span),
            Noun::Zone(_) | Noun::State(_) | Noun::Memory(_) => self.common_noun(me, (text, noun), span, want),
            Noun::Kind(_)
            | Noun::KindGroup(_)
            | Noun::NumberBySeat(_)
            | Noun::SpaceKind(_)
            | Noun::ActorKind
            | Noun::Dice(_) => {
                self.not_a_thing(text, noun, span);
                unknown(span)
            }
        }
    }

    /// A zone, state or memory by its bare name: only the game's own.
    fn common_noun(&mut self, me: Me, (text, noun): (&str, &Noun), span: Span, want: Option<&Type>) -> Expr {
        let found = match noun {
            Noun::State(state) if want == Some(&Type::Counter) => {
                return make(ExprKind::Const(counter_word(*state)), Type::Counter, span);
            }
            Noun::Zone(zone) => {
                self.nouns.zones.get(zone.index()).map(|def| (def.per, ExprKind::Zone(*zone, None), Type::Zone))
            }
            Noun::State(state) => self
                .nouns
                .states
                .get(state.index())
                .map(|def| (def.on, ExprKind::State(*state, None), state_type(&def.kind))),
            Noun::Memory(memory) => self
                .nouns
                .memories
                .get(memory.index())
                .map(|def| (def.on, ExprKind::Memory(*memory, None), set_of(def.of.clone()))),
            _ => None,
        };
        match found {
            Some((Class::Game, kind, ty)) => make(kind, ty, span),
            Some((class, ..)) => {
                let owner = match class {
                    Class::Actor | Class::Seat if me == Me::Scenario => "p1",
                    Class::Actor | Class::Seat => "me",
                    Class::Component => "c",
                    Class::Space => "s",
                    _ => "u",
                };
                let message =
                    format!("it is not said whose `{text}` is meant: it lies on {}", words::class_words(class));
                let help = format!("write `{owner}.{text}`, or the name of another one before the point");
                self.report(Diagnostic::new(Code::NobodysName, span, message).help(help));
                unknown(span)
            }
            None => unknown(span),
        }
    }

    fn only_unit(&mut self, text: &str, kind: UnitKindId, span: Span) -> Expr {
        match self.nouns.unit_kinds.get(kind.index()) {
            Some(def) if !def.per_actor => make(ExprKind::Const(i32::from(def.first_unit.0)), Type::Unit(kind), span),
            _ => {
                let message = format!("it is not said whose `{text}` is meant: every player has one");
                let help = format!("write `me.{text}`");
                self.report(Diagnostic::new(Code::NobodysName, span, message).help(help));
                unknown(span)
            }
        }
    }

    fn board_spaces(&mut self, text: &str, board: BoardId, span: Span) -> Expr {
        match self.nouns.boards.get(board.index()) {
            Some(def) if !def.per_actor => {
                let args = vec![number(i32::from(board.0), span)];
                function(Function::BoardSpaces, args, set_of(Type::Space(def.kind)), span)
            }
            _ => {
                let message = format!("it is not said whose `{text}` is meant: every player has one");
                self.report(Diagnostic::new(Code::NobodysName, span, message).help(format!("write `me.{text}`")));
                unknown(span)
            }
        }
    }

    /// A value of an enum: by the expected type, else the only one there is.
    fn enum_value(&mut self, text: &str, values: &[(EnumId, Word)], span: Span, want: Option<&Type>) -> Expr {
        let wanted = match want {
            Some(Type::Enum(of)) => Some(*of),
            Some(Type::Set(of)) => match **of {
                Type::Enum(of) => Some(of),
                _ => None,
            },
            _ => None,
        };
        let found = values.iter().find(|(of, _)| Some(*of) == wanted).or(match values {
            [only] => Some(only),
            _ => None,
        });
        if let Some((of, word)) = found {
            return make(ExprKind::Const(*word), Type::Enum(*of), span);
        }
        let name = |of: &EnumId| self.nouns.enums.get(of.index()).map_or("?", |def| &def.name).to_string();
        let names: Vec<String> = values.iter().map(|(of, _)| format!("`{}.{text}`", name(of))).collect();
        let message = format!("`{text}` could mean several things here");
        let help = format!("write {}", names.join(" or "));
        self.report(Diagnostic::new(Code::AmbiguousWord, span, message).help(help));
        unknown(span)
    }

    fn not_a_thing(&mut self, text: &str, noun: &Noun, span: Span) {
        let what = self.noun_words(noun);
        let help = match noun {
            Noun::Kind(_) | Noun::KindGroup(_) => {
                format!("to ask for it, write `it is {text}`; for all its designs, `kinds of {text}`")
            }
            Noun::NumberBySeat(_) => format!("write `{text} of p`"),
            Noun::SpaceKind(_) => format!("write the plural for all of them, or `x.{text}` for where x stands"),
            Noun::ActorKind => format!("write `me`, or `{}` for all of them", self.actor_plural()),
            _ => format!("roll it: `roll 2 {text} as r`"),
        };
        let message = format!("`{text}` is {what}, not a thing that can stand here");
        self.report(Diagnostic::new(Code::TypeMismatch, span, message).help(help));
    }

    /// What a noun is, in plain words.
    pub(super) fn noun_words(&self, noun: &Noun) -> &'static str {
        match noun {
            Noun::Enum(_) => "an enum",
            Noun::EnumValues(_) => "a value of an enum",
            Noun::Kind(_) => "a kind of card",
            Noun::KindGroup(_) => "a group of kinds",
            Noun::Design(_) => "a card's design",
            Noun::Zone(_) => "a zone",
            Noun::State(_) => "a counter, flag or state",
            Noun::Memory(_) => "a memory",
            Noun::Stuff(_) => "a sort of stuff",
            Noun::StuffGroup(_) => "a group of stuff",
            Noun::Number(_) => "a number",
            Noun::NumberBySeat(_) => "a number by seat",
            Noun::Space(_) => "a space",
            Noun::SpaceKind(_) => "a kind of space",
            Noun::Spaces(_) => "the word for all spaces of a kind",
            Noun::ActorKind => "the word for a player",
            Noun::Actors => "the word for all players",
            Noun::Actor(_) => "a player",
            Noun::UnitKind(_) => "a kind of unit",
            Noun::Units(_) => "the word for all units of a kind",
            Noun::Dice(_) => "a sort of dice",
            Noun::Board(_) => "a board",
        }
    }

    fn unknown_name(&mut self, f: &Frame<'a>, text: &str, span: Span) {
        match self.callable(text) {
            Some(Callable::Value(id)) => {
                let head = self.value_head(id, text);
                let message = format!("`{text}` is a value: it is read with parentheses");
                self.report(Diagnostic::new(Code::CalledWrongly, span, message).help(format!("write `{head}`")));
                return;
            }
            Some(_) => {
                let message = format!("`{text}` is something to do, not a thing that can stand here");
                let help = format!("write `{text}(…)` as a statement of its own, or ask `can {text}(…)`");
                self.report(Diagnostic::new(Code::CalledWrongly, span, message).help(help));
                return;
            }
            None => {}
        }
        let message = match vocabulary::nouns::meaning(text) {
            Some(Meaning::Up(_) | Meaning::Alive(_)) => format!("`{text}` stands only after `is`"),
            _ => format!("nothing is called `{text}` here"),
        };
        let mut finding = Diagnostic::new(Code::UnknownWord, span, message);
        let locals = f.visible();
        let known = locals
            .iter()
            .map(|(name, _)| name.as_str())
            .chain(self.symbols.nouns.keys().map(String::as_str))
            .chain(vocabulary::nouns::words());
        let near = suggest::nearest(text, known).map(String::from);
        if self.symbols.attributes.contains_key(text) {
            let owner = if f.candidates.is_empty() { "say on what it is printed: `c" } else { "write the point: `" };
            finding = finding.help(format!("{owner}.{text}`"));
        } else if let Some(help) = vocabulary::foreign::instead_of(text) {
            finding = finding.help(help);
        } else if text == "players" || text == "player" {
            finding = finding.help(format!("this game says `{}`, or `seats`", self.actor_plural()));
        } else if let Some(near) = near {
            finding = finding.help(format!("did you mean `{near}`?"));
        }
        self.report(finding);
    }

    /// The phase of a name.
    pub(super) fn phase_named(&mut self, name: &ast::Name) -> Option<PhaseId> {
        if let Some(id) = self.symbols.phases.get(&name.text) {
            return Some(*id);
        }
        let mut finding = Diagnostic::new(Code::UnknownMoment, name.span, format!("there is no phase `{}`", name.text));
        let known = self.symbols.phases.keys().map(String::as_str).chain(PERIODS.iter().map(|(word, _)| *word));
        if let Some(near) = suggest::nearest(&name.text, known) {
            finding = finding.help(format!("did you mean `{near}`?"));
        }
        self.report(finding);
        None
    }

    /// The ability of a name.
    pub(super) fn ability_named(&mut self, name: &ast::Name) -> Option<AbilityId> {
        if let Some(id) = self.symbols.abilities.get(&name.text) {
            return Some(*id);
        }
        let mut finding =
            Diagnostic::new(Code::UnknownMoment, name.span, format!("no card has an ability `{}`", name.text));
        if let Some(near) = suggest::nearest(&name.text, self.symbols.abilities.keys().map(String::as_str)) {
            finding = finding.help(format!("did you mean `{near}`?"));
        }
        self.report(finding);
        None
    }
}

/// What reading a state gives.
pub fn state_type(kind: &StateKind) -> Type {
    match kind {
        StateKind::Counter { .. } => Type::Number,
        StateKind::Flag => Type::Bool,
        StateKind::Value(ty) => ty.clone(),
    }
}
