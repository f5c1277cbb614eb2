//! What a chooser surely does not see: choices among hidden cards, and conditions that would tell a secret.

use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::{ValueId, ZoneId};
use crate::program::nouns::{Faces, Type};
use crate::source::Span;

use super::Typer;
use super::scope::Frame;
use super::values::ValueSlot;
use super::whose::{Asker, Names, Sure, reads_print, sources};
use crate::check::walk;

/// How many values are looked into, one inside the other.
const VALUES: usize = 16;

/// A question about what is printed on cards that the one who decides may not see.
struct Telling {
    /// Where it is asked, and the value that asks it there.
    span: Span,
    value: Option<String>,
    zone: Option<String>,
    hidden: Sure,
}

impl<'a> Typer<'a> {
    /// A choice of `by` (or `me`) from a set: the chooser must see it, or choose blindly and without a telling condition.
    pub(super) fn check_choice(&mut self, f: &Frame<'a>, set: &Expr, by: Option<&Expr>, blind: bool, what: &str) {
        if !blind {
            let asker = self.asker(f, by);
            for part in sources(set) {
                let hidden = self.hidden(&asker, part);
                if hidden == Sure::No || looked_at(&asker, part) {
                    continue;
                }
                let message = match (self.zone_of(part), hidden) {
                    (Some(name), Sure::Yes) => format!("whoever {what} does not see what lies in `{name}`"),
                    (Some(name), _) => {
                        format!("whoever {what} may not see what lies in `{name}`: it depends on whose it is")
                    }
                    (None, _) => format!("whoever {what} does not see these"),
                };
                self.report(
                    Diagnostic::new(Code::HiddenChoice, part.span, message)
                        .help("put `look at` the same cards before it, or `blind` after it for a pick of backs; or say with `by` who does it"),
                );
                return;
            }
        }
        self.check_condition(f, set, by);
    }

    /// A condition (or a filtered set) that the decider's options depend on.
    pub(super) fn check_condition(&mut self, f: &Frame<'a>, expr: &Expr, by: Option<&Expr>) {
        self.check_known(f, expr, by);
        let mut found = Vec::new();
        self.telling(&self.asker(f, by), expr, VALUES, &mut found);
        for telling in found {
            self.report_telling(telling);
        }
    }

    fn asker<'e, 'f>(&self, frame: &'f Frame<'a>, by: Option<&'e Expr>) -> Asker<'e, 'f, 'a> {
        let actors = &self.nouns.actors;
        let seats = actors.iter().filter(|actor| actor.seat.is_some()).count();
        let one_each = seats <= self.nouns.seats.len();
        Asker { frame, by, names: Names::Routine, players: actors.len(), one_each }
    }

    /// The questions in an expression that would tell, each only once.
    fn telling<'e>(&'e self, asker: &Asker<'e, '_, 'a>, expr: &'e Expr, depth: usize, found: &mut Vec<Telling>) {
        let value = |id: ValueId| match self.values.get(id.index()) {
            Some(ValueSlot::Done(def)) => Some(&def.expr),
            _ => None,
        };
        if let Some((set, local, asked)) = walk::asked(expr)
            && reads_print(asked, local, &value, VALUES)
        {
            let hidden = |part: &&&Expr| self.hidden(asker, part) != Sure::No && !looked_at(asker, part);
            if let Some(part) = sources(set).iter().find(hidden) {
                let (zone, hidden) = (self.zone_of(part), self.hidden(asker, part));
                return found.push(Telling { span: asked.span, value: None, zone, hidden });
            }
        }
        for part in walk::parts(expr) {
            self.telling(asker, part, depth, found);
        }
        if let ExprKind::Value(id, args) = &expr.kind
            && let Some(ValueSlot::Done(def)) = self.values.get(id.index())
            && depth > 0
        {
            let inside = Asker { names: Names::Value { args, around: &asker.names }, ..*asker };
            let mut told = Vec::new();
            for body in std::iter::once(&def.expr).chain(&def.at_least).chain(&def.at_most) {
                self.telling(&inside, body, depth - 1, &mut told);
            }
            // It is told where the value is read: elsewhere the same question may be fair.
            found.extend(told.into_iter().take(1).map(|told| Telling {
                span: expr.span,
                value: Some(def.name.clone()),
                ..told
            }));
        }
    }

    fn report_telling(&mut self, told: Telling) {
        let cards = told.zone.map_or("cards".into(), |name| format!("cards of `{name}`"));
        let who = match told.value {
            Some(value) => format!("`{value}` asks"),
            None => "this asks".into(),
        };
        let (message, help) = match told.hidden {
            Sure::Maybe => (
                format!(
                    "{who} what is printed on {cards}, which whoever decides may not see: it depends on whose they are"
                ),
                "say whose in words that tell, as in `me.hand`, `opponents.hand`, or `p.hand` where `by p` decides; or look at them or reveal them first, or ask only how many there are",
            ),
            _ => (
                format!("{who} what is printed on {cards}, which whoever decides cannot see"),
                "look at them or reveal them first, or ask only how many there are",
            ),
        };
        self.report(Diagnostic::new(Code::HiddenCondition, told.span, message).help(help));
    }

    fn zone_of(&self, set: &Expr) -> Option<String> {
        let id = match &set.kind {
            ExprKind::CardsOfEach(id, _) => *id,
            _ => zone(set)?.0,
        };
        self.nouns.zones.get(id.index()).map(|def| def.name.clone())
    }

    /// Whether the one who asks does not see the cards of a set.
    fn hidden(&self, asker: &Asker<'_, '_, 'a>, set: &Expr) -> Sure {
        let (id, owner) = match &set.kind {
            ExprKind::CardsOfEach(id, owners) => (*id, Some(&**owners)),
            _ => match zone(set) {
                Some(found) => found,
                None => return Sure::No,
            },
        };
        let Some(def) = self.nouns.zones.get(id.index()) else { return Sure::No };
        // What lies on a space is nobody's.
        let of = |ty: &Type| matches!(ty, Type::Actor | Type::Seat);
        let owner = owner.filter(|owner| of(&owner.ty) || matches!(&owner.ty, Type::Set(each) if of(each)));
        match (owner, def.faces) {
            (Some(owner), faces) => asker.whose(owner).is_hidden(faces),
            (None, Faces::Down) => Sure::Yes,
            (None, _) => Sure::No,
        }
    }

    /// Notes that a set was shown.
    pub(super) fn note_looked(&mut self, f: &mut Frame<'a>, set: &Expr) {
        let keys: Vec<String> = sources(set).into_iter().map(key).collect();
        if let Some(scope) = f.scopes.last_mut() {
            scope.looked.extend(keys);
        }
    }
}

/// Whether the members of a set are surely not the doer.
pub fn from_opponents(f: &Frame<'_>, set: &Expr) -> bool {
    match &set.kind {
        ExprKind::Function(Function::Opponents, args) => matches!(args.first().map(|a| &a.kind), Some(ExprKind::Me)),
        ExprKind::Filter { set, .. }
        | ExprKind::Sorted { set, .. }
        | ExprKind::Take { set, .. }
        | ExprKind::Extreme { set, .. }
        | ExprKind::First(set) => from_opponents(f, set),
        ExprKind::Except(_, out) => matches!(out.kind, ExprKind::Me),
        ExprKind::Function(Function::Left | Function::Right | Function::Other, _) => false,
        ExprKind::Local(id) => f.info.get(id.index()).is_some_and(|info| info.rival),
        _ => false,
    }
}

/// The zone that cards come from, and its owner.
fn zone(set: &Expr) -> Option<(ZoneId, Option<&Expr>)> {
    match &set.kind {
        ExprKind::Zone(id, owner) => Some((*id, owner.as_deref())),
        ExprKind::Ends { zone: inner, .. } | ExprKind::OnlyCard(inner) => zone(inner),
        _ => None,
    }
}

fn looked_at(asker: &Asker<'_, '_, '_>, set: &Expr) -> bool {
    let whole = match &set.kind {
        ExprKind::Ends { zone, .. } | ExprKind::OnlyCard(zone) => Some(asker.key(zone)),
        _ => None,
    };
    let own = asker.key(set);
    let looked = asker.frame.scopes.iter().flat_map(|scope| &scope.looked);
    looked.into_iter().any(|known| *known == own || Some(known) == whole.as_ref())
}

/// A text that is equal for expressions that say the same, as far as it matters here.
pub fn key(expr: &Expr) -> String {
    key_with(expr, &key)
}

/// The same, with `part` for the parts of it.
pub(super) fn key_with(expr: &Expr, part: &dyn Fn(&Expr) -> String) -> String {
    let inside = |args: &[&Expr]| args.iter().map(|e| part(e)).collect::<Vec<_>>().join(",");
    let parts = walk::parts(expr);
    match &expr.kind {
        ExprKind::Const(word) => format!("{word}"),
        ExprKind::Local(id) => format!("local{}", id.0),
        ExprKind::Me => "me".into(),
        ExprKind::This => "this".into(),
        ExprKind::Who => "who".into(),
        ExprKind::Active => "active".into(),
        ExprKind::Zone(id, _) => format!("zone{}({})", id.0, inside(&parts)),
        ExprKind::Cards(of) | ExprKind::OnlyCard(of) => part(of),
        ExprKind::CardsOfEach(id, _) => format!("each{}({})", id.0, inside(&parts)),
        ExprKind::Function(function, _) => format!("{function:?}({})", inside(&parts)),
        ExprKind::Ends { end, .. } => format!("{end:?}({})", inside(&parts)),
        ExprKind::Arithmetic(op, ..) => format!("{op:?}({})", inside(&parts)),
        ExprKind::State(id, _) => format!("state{}({})", id.0, inside(&parts)),
        _ if expr.ty == Type::Unknown => "?".into(),
        _ => format!("@{}:{}", expr.span.file.0, expr.span.start),
    }
}
