//! Who bears a counter or stuff, and whose things a statement changes.

use crate::check::symbols::Noun;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic, suggest};
use crate::ids::{StateId, StuffId};
use crate::program::nouns::{Class, KindSet, StateKind, Type};
use crate::source::Span;
use crate::syntax::ast;

use super::scope::Frame;
use super::{Typer, function, make, unknown, words};

impl<'a> Typer<'a> {
    /// A sort of stuff by its name.
    pub(super) fn stuff_named(&mut self, name: &ast::Name) -> Option<StuffId> {
        if let Some(Noun::Stuff(id)) = self.noun(&name.text) {
            return Some(*id);
        }
        let message = match self.noun(&name.text) {
            Some(noun) => format!("`{}` is {}, but a sort of stuff is needed here", name.text, self.noun_words(noun)),
            None => format!("there is no stuff called `{}`", name.text),
        };
        let mut finding = Diagnostic::new(Code::UnknownWord, name.span, message);
        let known = self.nouns.stuff.iter().map(|def| def.name.as_str());
        if let Some(near) = suggest::nearest(&name.text, known) {
            finding = finding.help(format!("did you mean `{near}`?"));
        } else if matches!(name.text.as_str(), "card" | "cards") {
            finding = finding.help("cards move by `move top 2 of deck to me.hand`, or `move SET to PLACE`");
        }
        self.report(finding);
        None
    }

    /// What `gain`, `lose` and `pay` name: a counter, stuff, a group of stuff, or a local that stands for one.
    pub(super) fn what(&mut self, f: &mut Frame<'a>, name: &ast::Name) -> Option<What> {
        if let Some(id) = f.find(&name.text) {
            let read = f.read(id, name.span);
            return match read.ty {
                Type::Counter | Type::Stuff => Some(What::Named(read)),
                Type::Unknown => None,
                _ => {
                    let message = format!("`{}` is {}, not a counter or stuff", name.text, self.describe(&read.ty));
                    self.error(Code::TypeMismatch, name.span, message);
                    None
                }
            };
        }
        match self.noun(&name.text).cloned() {
            Some(Noun::State(id)) => match self.nouns.states.get(id.index()).map(|def| &def.kind) {
                Some(StateKind::Counter { .. }) => Some(What::Counter(id)),
                _ => {
                    let message = format!("`{}` is no counter: nobody gains, loses or pays it", name.text);
                    let help = format!("write `set me.{} to …`", name.text);
                    self.report(Diagnostic::new(Code::TypeMismatch, name.span, message).help(help));
                    None
                }
            },
            Some(Noun::Stuff(id)) => Some(What::Stuff(id)),
            Some(Noun::StuffGroup(id)) => Some(What::Group(id)),
            Some(noun) => {
                let message = format!("`{}` is {}, not a counter or stuff", name.text, self.noun_words(&noun));
                self.error(Code::TypeMismatch, name.span, message);
                None
            }
            None => {
                let message = format!("there is no counter or stuff called `{}`", name.text);
                let mut finding = Diagnostic::new(Code::UnknownWord, name.span, message);
                let known = self.nouns.stuff.iter().map(|def| def.name.as_str());
                let known = known.chain(self.nouns.states.iter().map(|def| def.name.as_str()));
                finding = finding.help(match suggest::nearest(&name.text, known) {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!("declare it in the manifest: [counter] and below it {} = {{}}", name.text),
                });
                self.report(finding);
                None
            }
        }
    }

    /// The bearer of a counter: `on x`, else the doer; a seat's counter lies on the actor's seat.
    /// `Err` where it cannot be.
    pub(super) fn counter_bearer(
        &mut self,
        f: &Frame<'a>,
        state: StateId,
        on: Option<Expr>,
        span: Span,
    ) -> Result<Option<Expr>, ()> {
        let Some(def) = self.nouns.states.get(state.index()) else { return Err(()) };
        let (name, class) = (def.name.clone(), def.on);
        match (class, on) {
            (Class::Game, None) => Ok(None),
            (Class::Game, Some(on)) => {
                let message = format!("`{name}` is the game's own counter: it lies on nothing else");
                self.report(Diagnostic::new(Code::WrongBearer, on.span, message).help("leave out `on …`"));
                Err(())
            }
            (_, Some(on)) => self.bearer(on, &name, class).map(Some).ok_or(()),
            (Class::Actor | Class::Seat, None) => {
                self.need_doer(f, span);
                Ok((class == Class::Seat).then(|| {
                    let me = make(ExprKind::Me, Type::Actor, span);
                    function(Function::SeatOf, vec![me], Type::Seat, span)
                }))
            }
            (class, None) => {
                self.elsewhere(&name, class, span, "the player who does this");
                Err(())
            }
        }
    }

    /// An expression as the bearer of something on a class.
    fn bearer(&mut self, on: Expr, name: &str, class: Class) -> Option<Expr> {
        if on.ty == Type::Unknown {
            return Some(on);
        }
        let on = if class == Class::Component { self.only_card(on).unwrap_or_else(|on| on) } else { on };
        let fits = match &on.ty {
            Type::Component(kinds) => {
                class == Class::Component && words::real(&self.nouns, *kinds).meets(self.facts.on_kinds(name))
            }
            Type::Space(kind) => class == Class::Space && self.facts.on_space(name, *kind),
            Type::Unit(kind) => class == Class::Unit && self.facts.on_unit(name, *kind),
            ty => words::class_of(ty) == Some(class),
        };
        if fits {
            return Some(on);
        }
        if class == Class::Seat && on.ty == Type::Actor {
            let span = on.span;
            return Some(function(Function::SeatOf, vec![on], Type::Seat, span));
        }
        let what = self.describe(&on.ty);
        self.elsewhere(name, class, on.span, &what);
        None
    }

    fn elsewhere(&mut self, name: &str, class: Class, span: Span, found: &str) {
        let lies = match class {
            Class::Component => match words::kind_words(&self.nouns, self.facts.on_kinds(name)) {
                Some(kinds) => format!("cards ({kinds})"),
                None => "cards".into(),
            },
            class => words::class_words(class).to_string(),
        };
        let message = format!("`{name}` lies on {lies}, not on {found}");
        let help = match class {
            Class::Component => "say on which card: `on c`, or `on this`",
            Class::Space => "say on which space: `on s`",
            Class::Unit => "say on which unit: `on u`",
            _ => "say on whom: `on p`, or `by p`",
        };
        self.report(Diagnostic::new(Code::WrongBearer, span, message).help(help));
    }

    /// The bearer of stuff: `on x`, else the doer.
    pub(super) fn stuff_bearer(
        &mut self,
        f: &Frame<'a>,
        stuff: StuffId,
        on: Option<Expr>,
        span: Span,
    ) -> Result<Option<Expr>, ()> {
        let given = on.is_some();
        let base = match on {
            Some(on) => on,
            None => {
                self.need_doer(f, span);
                make(ExprKind::Me, Type::Actor, span)
            }
        };
        match self.stuff_holder(stuff, base) {
            Some((Class::Actor, _)) if !given => Ok(None),
            Some((_, holder)) => Ok(Some(holder)),
            None => Err(()),
        }
    }

    /// A holder of stuff, with the class it lies on there.
    pub(super) fn stuff_holder(&mut self, stuff: StuffId, base: Expr) -> Option<(Class, Expr)> {
        if base.ty == Type::Unknown {
            return None;
        }
        let name = self.nouns.stuff.get(stuff.index()).map(|def| def.name.clone()).unwrap_or_default();
        let (ty, span) = (base.ty.clone(), base.span);
        let allowed = match &ty {
            Type::Space(kind) => self.facts.on_space(&name, *kind),
            Type::Unit(kind) => self.facts.on_unit(&name, *kind),
            Type::Component(kinds) => words::real(&self.nouns, *kinds).meets(self.facts.on_kinds(&name)),
            _ => true,
        };
        if let (Some(class), true) = (words::class_of(&ty), allowed)
            && let Ok(found) = self.stuff_class(stuff, class, base)
        {
            return Some(found);
        }
        let on = self.nouns.stuff.get(stuff.index()).map(|def| def.on.clone()).unwrap_or_default();
        let places: Vec<&str> = on.iter().map(|(class, _)| words::class_words(*class)).collect();
        let message = format!("`{name}` cannot lie on {}", self.describe(&ty));
        let help = format!("it lies on {}", if places.is_empty() { "nothing".into() } else { places.join(", ") });
        self.report(Diagnostic::new(Code::WrongBearer, span, message).help(help));
        None
    }

    /// An expression that must be a zone.
    pub(super) fn zone(&mut self, f: &mut Frame<'a>, e: &'a ast::Expr) -> Expr {
        let expr = self.expr(f, e, None);
        if matches!(expr.ty, Type::Zone | Type::Unknown) {
            return expr;
        }
        let message = format!("a zone is needed here; this is {}", self.describe(&expr.ty));
        let mut finding = Diagnostic::new(Code::TypeMismatch, expr.span, message);
        if matches!(expr.ty, Type::Component(_)) {
            finding = finding.help("a card by itself is turned: `turn c over`");
        }
        self.report(finding);
        unknown(expr.span)
    }

    /// Cards: one, several, or all of a zone.
    pub(super) fn cards(&mut self, f: &mut Frame<'a>, what: &'a ast::Selection) -> Expr {
        let expr = self.selection(f, what, None);
        let expr = if expr.ty == Type::Zone { self.set_from(expr) } else { expr };
        let any = Type::Component(KindSet::all());
        if !self.fits(&super::expr::element(&expr.ty), &any) {
            let message = format!("cards are needed here; this is {}", self.describe(&expr.ty));
            self.error(Code::TypeMismatch, expr.span, message);
            return unknown(expr.span);
        }
        expr
    }
}
