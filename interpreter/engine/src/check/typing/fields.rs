//! `x.name`: what each sort of thing has.

use crate::check::sorts::{sort_of_type, type_of_sort};
use crate::check::symbols::Noun;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::ids::*;
use crate::program::nouns::*;
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary;

use super::names::state_type;
use super::scope::Frame;
use super::{Typer, function, make, number, set_of, unknown, words};

impl<'a> Typer<'a> {
    /// `e.name`, where `e` may also be an enum in front of its value.
    pub(super) fn field(&mut self, f: &mut Frame<'a>, base: &'a ast::Expr, name: &ast::Name) -> Expr {
        if let ast::ExprKind::Name(text) = &base.kind
            && f.find(text).is_none()
            && let Some(Noun::Enum(of)) = self.noun(text)
        {
            return self.value_of_enum(*of, name);
        }
        let base = self.expr(f, base, None);
        self.field_of(f, base, name)
    }

    fn value_of_enum(&mut self, of: EnumId, name: &ast::Name) -> Expr {
        let Some(def) = self.nouns.enums.get(of.index()) else { return unknown(name.span) };
        if let Some(index) = def.values.iter().position(|value| value.name == name.text) {
            let word = match self.noun(&name.text) {
                Some(Noun::EnumValues(values)) => values.iter().find(|(id, _)| *id == of).map(|(_, word)| *word),
                _ => None,
            };
            let word = word.unwrap_or_else(|| i32::try_from(index).unwrap_or(i32::MAX));
            return make(ExprKind::Const(word), Type::Enum(of), name.span);
        }
        let mut finding =
            Diagnostic::new(Code::UnknownField, name.span, format!("`{}` has no value `{}`", def.name, name.text));
        if let Some(near) = suggest::nearest(&name.text, def.values.iter().map(|value| value.name.as_str())) {
            finding = finding.help(format!("did you mean `{near}`?"));
        }
        self.report(finding);
        unknown(name.span)
    }

    /// What `name` is on an expression that is already typed.
    pub(super) fn field_of(&mut self, f: &mut Frame<'a>, base: Expr, name: &ast::Name) -> Expr {
        let ty = base.ty.clone();
        let base = match self.try_field(f, base, name) {
            Ok(mut expr) => {
                expr.span = expr.span.to(name.span);
                return expr;
            }
            Err(base) => base,
        };
        if ty != Type::Unknown {
            self.no_such_field(&base, name);
        }
        unknown(base.span.to(name.span))
    }

    fn try_field(&mut self, f: &mut Frame<'a>, base: Expr, name: &ast::Name) -> Result<Expr, Expr> {
        let span = base.span.to(name.span);
        let base = match built_in(base, name) {
            Ok(expr) => return Ok(expr),
            Err(base) => base,
        };
        match base.ty.clone() {
            Type::Component(kinds) => self.card_field(base, kinds, name),
            Type::Design(kinds) => self.attribute(base, kinds, name),
            Type::Actor => self.actor_field(base, name),
            Type::Seat => self.borne(base, Class::Seat, name),
            Type::Space(kind) => self.space_field(base, kind, name),
            Type::Unit(_) | Type::AnyUnit => self.unit_field(base, name),
            Type::Zone => self.zone_field(f, base, name),
            Type::Enum(of) => self.enum_field(base, of, name),
            Type::Bundle => match self.noun(&name.text) {
                Some(Noun::Stuff(stuff)) => Ok(make(ExprKind::InBundle(*stuff, Box::new(base)), Type::Number, span)),
                _ => Err(base),
            },
            Type::Stuff if name.text == "worth" => {
                let worths = self.nouns.stuff.iter().map(|def| def.worth).collect();
                self.nouns.lists.push(worths);
                let list = self.nouns.lists.len() - 1;
                Ok(make(ExprKind::Lookup(list, Box::new(base)), Type::Number, span))
            }
            Type::Number if name.text == "face" && is_die(f, &base) => Ok(base),
            Type::Set(of) => self.set_field(base, &of, name),
            _ => Err(base),
        }
    }

    fn card_field(&mut self, base: Expr, kinds: KindSet, name: &ast::Name) -> Result<Expr, Expr> {
        let base = match self.borne(base, Class::Component, name) {
            Ok(expr) => {
                let on = self.facts.on_kinds(&name.text);
                self.check_kinds(kinds, on, name);
                return Ok(expr);
            }
            Err(base) => base,
        };
        let base = match self.attribute(base, kinds, name) {
            Ok(expr) => return Ok(expr),
            Err(base) => base,
        };
        self.space_of(base, name)
    }

    fn attribute(&mut self, base: Expr, kinds: KindSet, name: &ast::Name) -> Result<Expr, Expr> {
        let Some(id) = self.symbols.attributes.get(&name.text).copied() else { return Err(base) };
        let have = self.facts.attribute_kinds.get(&id).copied().unwrap_or(KindSet::all());
        self.check_kinds(kinds, have, name);
        let ty = self.nouns.attributes.get(id.index()).map_or(Type::Unknown, |def| def.ty.clone());
        let span = base.span.to(name.span);
        Ok(make(ExprKind::Attribute(id, Box::new(base)), ty, span))
    }

    /// Every kind that may be there must have it.
    fn check_kinds(&mut self, kinds: KindSet, have: KindSet, name: &ast::Name) {
        let kinds = words::real(&self.nouns, kinds);
        let missing = KindSet(kinds.0 & !have.0);
        if missing.0 == 0 {
            return;
        }
        let lacking = words::kind_words(&self.nouns, missing).unwrap_or_else(|| "cards here".into());
        let wanted = words::kind_words(&self.nouns, have).unwrap_or_default();
        let (message, help) = if missing == kinds {
            (format!("{lacking} has no `{}`", name.text), format!("it is on {wanted}"))
        } else {
            (
                format!("not every card that may be here has `{}`: {lacking} has none", name.text),
                format!(
                    "ask for the kind first, `it is … and .{} …`, with {wanted}; or give the zone `holds` in the manifest",
                    name.text
                ),
            )
        };
        self.report(Diagnostic::new(Code::NotOnEveryKind, name.span, message).help(help));
    }

    fn actor_field(&mut self, base: Expr, name: &ast::Name) -> Result<Expr, Expr> {
        let span = base.span.to(name.span);
        match self.noun(&name.text).cloned() {
            Some(Noun::UnitKind(kind)) => {
                let Some(def) = self.nouns.unit_kinds.get(kind.index()).filter(|def| def.per_actor) else {
                    return Err(base);
                };
                // Units of a kind per actor stand in actor order, so the first one's id plus the actor's is it.
                let first = number(i32::from(def.first_unit.0), span);
                let at = make(base.kind, Type::Number, base.span);
                let kind_expr = ExprKind::Arithmetic(Arithmetic::Add, Box::new(first), Box::new(at));
                Ok(make(kind_expr, Type::Unit(kind), span))
            }
            Some(Noun::Board(board)) => {
                let Some(def) = self.nouns.boards.get(board.index()).filter(|def| def.per_actor) else {
                    return Err(base);
                };
                let ty = set_of(Type::Space(def.kind));
                let args = vec![number(i32::from(board.0), span), base];
                Ok(function(Function::BoardSpaces, args, ty, span))
            }
            Some(Noun::Space(space)) => self.own_space(base, space, span),
            Some(Noun::NumberBySeat(list)) => {
                self.nouns.lists.push(list);
                let list = self.nouns.lists.len() - 1;
                Ok(make(ExprKind::Lookup(list, Box::new(base)), Type::Number, span))
            }
            _ => match self.borne(base, Class::Actor, name) {
                Ok(expr) => Ok(expr),
                Err(base) => self.space_of(base, name),
            },
        }
    }

    /// `p.dig`: the space `dig` of p's own copy of a board that everybody has.
    fn own_space(&mut self, base: Expr, space: SpaceId, span: Span) -> Result<Expr, Expr> {
        let board = self.nouns.spaces.get(space.index()).and_then(|def| self.nouns.boards.get(def.board.index()));
        let Some((kind, len)) = board.filter(|board| board.per_actor).map(|board| (board.kind, board.len)) else {
            return Err(base);
        };
        // The copies lie one after the other, in actor order.
        let at = make(base.kind, Type::Number, base.span);
        let copies = ExprKind::Arithmetic(Arithmetic::Times, Box::new(at), Box::new(number(i32::from(len), span)));
        let first = number(i32::from(space.0), span);
        let own = ExprKind::Arithmetic(Arithmetic::Add, Box::new(first), Box::new(make(copies, Type::Number, span)));
        Ok(make(own, Type::Space(kind), span))
    }

    fn space_field(&mut self, base: Expr, kind: SpaceKindId, name: &ast::Name) -> Result<Expr, Expr> {
        let span = base.span.to(name.span);
        let def = self.nouns.space_kinds.get(kind.index());
        let own = def.and_then(|def| {
            def.attributes
                .iter()
                .enumerate()
                .find(|(_, (own, _))| *own == name.text)
                .map(|(i, (_, ty))| (i, ty.clone()))
        });
        if let Some((index, ty)) = own {
            return Ok(make(ExprKind::SpaceAttribute(index, Box::new(base)), ty, span));
        }
        if !self.facts.on_space(&name.text, kind) {
            return Err(base);
        }
        self.borne(base, Class::Space, name)
    }

    fn unit_field(&mut self, base: Expr, name: &ast::Name) -> Result<Expr, Expr> {
        if let Type::Unit(kind) = base.ty
            && !self.facts.on_unit(&name.text, kind)
        {
            return Err(base);
        }
        match self.borne(base, Class::Unit, name) {
            Ok(expr) => Ok(expr),
            Err(base) => self.space_of(base, name),
        }
    }

    /// `x.era`: where something stands or lies.
    fn space_of(&mut self, base: Expr, name: &ast::Name) -> Result<Expr, Expr> {
        match self.noun(&name.text) {
            Some(Noun::SpaceKind(kind)) => {
                let (ty, span) = (Type::Space(*kind), base.span.to(name.span));
                Ok(function(Function::SpaceOf, vec![base], ty, span))
            }
            _ => Err(base),
        }
    }

    fn zone_field(&mut self, f: &mut Frame<'a>, base: Expr, name: &ast::Name) -> Result<Expr, Expr> {
        if let Some(Noun::SpaceKind(kind)) = self.noun(&name.text) {
            let (ty, span) = (Type::Space(*kind), base.span.to(name.span));
            return Ok(function(Function::OwnerOf, vec![base], ty, span));
        }
        match self.only_card(base) {
            Ok(card) => self.try_field(f, card, name),
            Err(zone) => Err(zone),
        }
    }

    /// A zone of at most one card reads as that card.
    pub(super) fn only_card(&self, zone: Expr) -> Result<Expr, Expr> {
        let ExprKind::Zone(id, _) = zone.kind else { return Err(zone) };
        let single = self.nouns.zones.get(id.index()).is_some_and(|def| def.max == Some(1));
        if !single {
            return Err(zone);
        }
        let (ty, span) = (Type::Component(self.facts.holds(id)), zone.span);
        Ok(make(ExprKind::OnlyCard(Box::new(zone)), ty, span))
    }

    fn enum_field(&mut self, base: Expr, of: EnumId, name: &ast::Name) -> Result<Expr, Expr> {
        let def = self.nouns.enums.get(of.index());
        let found = def.and_then(|def| {
            def.attributes
                .iter()
                .enumerate()
                .find(|(_, (own, _))| *own == name.text)
                .map(|(i, (_, ty))| (i, ty.clone()))
        });
        let span = base.span.to(name.span);
        match found {
            Some((index, ty)) => Ok(make(ExprKind::EnumAttribute(of, index, Box::new(base)), ty, span)),
            None => self.borne(base, Class::Game, name),
        }
    }

    fn set_field(&mut self, base: Expr, of: &Type, name: &ast::Name) -> Result<Expr, Expr> {
        let Some(Noun::Zone(zone)) = self.noun(&name.text) else { return Err(base) };
        let zone = *zone;
        let Some(def) = self.nouns.zones.get(zone.index()) else { return Err(base) };
        let fitting = matches!(
            (def.per, of),
            (Class::Actor, Type::Actor)
                | (Class::Seat, Type::Seat | Type::Actor)
                | (Class::Space, Type::Space(_))
                | (_, Type::Unknown)
        );
        if !fitting {
            return Err(base);
        }
        let (ty, span) = (set_of(Type::Component(self.facts.holds(zone))), base.span.to(name.span));
        Ok(make(ExprKind::CardsOfEach(zone, Box::new(base)), ty, span))
    }

    /// A zone, state, stuff or memory that lies on a thing of this class.
    fn borne(&mut self, base: Expr, class: Class, name: &ast::Name) -> Result<Expr, Expr> {
        let span = base.span.to(name.span);
        // What is the seat's is written as the actor's: `me.deck` is `me.seat.deck`.
        let on = |of: Class, base: Expr| -> Result<Expr, Expr> {
            if of == class {
                Ok(base)
            } else if of == Class::Seat && class == Class::Actor {
                let at = base.span;
                Ok(function(Function::SeatOf, vec![base], Type::Seat, at))
            } else {
                Err(base)
            }
        };
        match self.noun(&name.text).cloned() {
            Some(Noun::Zone(id)) => {
                let Some(def) = self.nouns.zones.get(id.index()) else { return Err(base) };
                let base = on(def.per, base)?;
                Ok(make(ExprKind::Zone(id, Some(Box::new(base))), Type::Zone, span))
            }
            Some(Noun::State(id)) => {
                let Some(def) = self.nouns.states.get(id.index()) else { return Err(base) };
                let ty = state_type(&def.kind);
                let base = on(def.on, base)?;
                Ok(make(ExprKind::State(id, Some(Box::new(base))), ty, span))
            }
            Some(Noun::Memory(id)) => {
                let Some(def) = self.nouns.memories.get(id.index()) else { return Err(base) };
                let ty = set_of(def.of.clone());
                let base = on(def.on, base)?;
                Ok(make(ExprKind::Memory(id, Some(Box::new(base))), ty, span))
            }
            Some(Noun::Stuff(id)) => {
                let (class, base) = self.stuff_class(id, class, base)?;
                Ok(make(ExprKind::Stuff(id, class, Box::new(base)), Type::Number, span))
            }
            Some(Noun::StuffGroup(id)) => {
                let first = self.nouns.stuff_groups.get(id.index()).and_then(|def| def.members.first().copied());
                let Some(first) = first else { return Err(base) };
                let (class, base) = self.stuff_class(first, class, base)?;
                Ok(make(ExprKind::StuffGroup(id, class, Box::new(base)), Type::Bundle, span))
            }
            _ => Err(base),
        }
    }

    /// The class on which stuff lies, seen from a thing: its own, or its seat's.
    pub(super) fn stuff_class(&self, stuff: StuffId, class: Class, base: Expr) -> Result<(Class, Expr), Expr> {
        let Some(def) = self.nouns.stuff.get(stuff.index()) else { return Err(base) };
        let lies = |on: Class| def.on.iter().any(|(of, _)| *of == on);
        if lies(class) {
            Ok((class, base))
        } else if class == Class::Actor && lies(Class::Seat) {
            let at = base.span;
            Ok((Class::Seat, function(Function::SeatOf, vec![base], Type::Seat, at)))
        } else {
            Err(base)
        }
    }

    fn no_such_field(&mut self, base: &Expr, name: &ast::Name) {
        let has = self.describe(&base.ty);
        let mut finding =
            Diagnostic::new(Code::UnknownField, name.span, format!("there is no `{}` on {has}", name.text));
        let noun = self.noun(&name.text).cloned();
        finding = match (&base.ty, noun) {
            (Type::Set(_) | Type::Zone, None) if matches!(name.text.as_str(), "size" | "length" | "len" | "number") => {
                finding.help("what it holds is counted: `count of SET`")
            }
            (Type::Set(_), _) => finding.help(format!(
                "that is several at once: take one, `(first of …).{0}`, or go through them with `for each`",
                name.text
            )),
            (Type::Zone, _) => finding.help(format!(
                "a zone holds several cards: take one, `(top of …).{0}`, or give the zone `max = 1` in the manifest",
                name.text
            )),
            (_, Some(Noun::State(id))) => {
                let on = self.nouns.states.get(id.index()).map_or("the game", |def| words::class_words(def.on));
                finding.help(format!("`{}` lies on {on}", name.text))
            }
            (_, Some(Noun::Zone(id))) => {
                let per = self.nouns.zones.get(id.index()).map_or(Class::Game, |def| def.per);
                match per {
                    Class::Game => finding.help(format!("there is one `{0}` for all: write `{0}` alone", name.text)),
                    _ => finding.help(format!("`{}` belongs to {}", name.text, words::class_words(per))),
                }
            }
            _ => {
                let known = self.symbols.attributes.keys().chain(self.symbols.nouns.keys()).map(String::as_str);
                match suggest::nearest(&name.text, known.chain(vocabulary::fields::words())) {
                    Some(near) => finding.help(format!("did you mean `{near}`?")),
                    None if self.callable(&name.text).is_some() => {
                        finding.help(format!("`{0}` is called: write `{0}(…)`", name.text))
                    }
                    None => finding,
                }
            }
        };
        self.report(finding);
    }
}

/// What a thing has in every game; gives the thing back where there is no such field.
fn built_in(base: Expr, name: &ast::Name) -> Result<Expr, Expr> {
    let row = sort_of_type(&base.ty).and_then(|sort| vocabulary::fields::find(sort, &name.text));
    let Some((row, what)) = row.and_then(|row| Some((row, row.function?))) else { return Err(base) };
    let span = base.span.to(name.span);
    let ty = type_of_sort(row.gives, Some(&base.ty));
    let more = row.more.iter().map(|n| number(*n, span));
    let args = std::iter::once(base).chain(more).collect();
    Ok(function(what, args, ty, span))
}

fn is_die(f: &Frame<'_>, expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Local(id) if f.info.get(id.index()).is_some_and(|info| info.die))
}
