//! What a chooser surely does not see: choices among hidden cards, and conditions that would tell a secret.

use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::ZoneId;
use crate::program::nouns::{Faces, Type};
use crate::source::Span;

use super::Typer;
use super::scope::Frame;
use crate::check::walk;

/// How sure it is that something is hidden.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Hidden {
    No,
    /// Another's, as far as the text says; the same one could be meant.
    Likely,
    Surely,
}

impl<'a> Typer<'a> {
    /// A choice of `by` (or `me`) from a set: the chooser must see it, or choose blindly and without a telling condition.
    pub(super) fn check_choice(&mut self, f: &Frame<'a>, set: &Expr, by: Option<&Expr>, blind: bool, what: &str) {
        if !blind {
            for part in sources(set) {
                let hidden = self.hidden(f, part, by);
                if hidden == Hidden::No || looked_at(f, part) {
                    continue;
                }
                let message = match self.zone_of(part) {
                    Some(name) => format!("whoever {what} does not see what lies in `{name}`"),
                    None => format!("whoever {what} does not see these"),
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
        self.check_asked(f, expr, by);
    }

    fn check_asked(&mut self, f: &Frame<'a>, expr: &Expr, by: Option<&Expr>) {
        if let Some((set, local, asked)) = walk::asked(expr)
            && walk::reads_print(asked, local)
        {
            for part in sources(set) {
                if self.hidden(f, part, by) == Hidden::Surely && !looked_at(f, part) {
                    self.telling(asked.span, part);
                    return;
                }
            }
        }
        for part in walk::parts(expr) {
            self.check_asked(f, part, by);
        }
    }

    fn telling(&mut self, span: Span, set: &Expr) {
        let message = match self.zone_of(set) {
            Some(name) => format!("this asks what is printed on cards of `{name}`, which whoever decides cannot see"),
            None => "this asks what is printed on cards that whoever decides cannot see".into(),
        };
        self.report(
            Diagnostic::new(Code::HiddenCondition, span, message)
                .help("look at them or reveal them first, or ask only how many there are"),
        );
    }

    fn zone_of(&self, set: &Expr) -> Option<String> {
        let id = match &set.kind {
            ExprKind::CardsOfEach(id, _) => *id,
            _ => zone(set)?.0,
        };
        self.nouns.zones.get(id.index()).map(|def| def.name.clone())
    }

    fn hidden(&self, f: &Frame<'a>, set: &Expr, by: Option<&Expr>) -> Hidden {
        if let ExprKind::CardsOfEach(id, owners) = &set.kind {
            let faces = self.nouns.zones.get(id.index()).map(|def| def.faces);
            return match faces {
                Some(Faces::Down) => Hidden::Surely,
                Some(Faces::Owner) if from_opponents(f, owners) => Hidden::Surely,
                Some(Faces::Owner) => Hidden::Likely,
                _ => Hidden::No,
            };
        }
        let Some((id, owner)) = zone(set) else { return Hidden::No };
        let Some(def) = self.nouns.zones.get(id.index()) else { return Hidden::No };
        let own = owner.map(|owner| relation(f, owner, by));
        match (def.faces, own) {
            (Faces::Down, _) => Hidden::Surely,
            (Faces::Owner, Some(hidden)) => hidden,
            (Faces::Others, Some(Hidden::No)) => Hidden::Surely,
            _ => Hidden::No,
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

/// Whether an owner is the chooser: `No` when it is, `Surely` hidden when it cannot be.
fn relation(f: &Frame<'_>, owner: &Expr, by: Option<&Expr>) -> Hidden {
    let owner = match &owner.kind {
        ExprKind::Function(Function::SeatOf, args) => args.first().unwrap_or(owner),
        _ => owner,
    };
    match (&owner.kind, by.map(|by| &by.kind)) {
        // Inside what is done by somebody, `me` is that one.
        (ExprKind::Me, _) => Hidden::No,
        (ExprKind::Local(a), Some(ExprKind::Local(b))) if a == b => Hidden::No,
        (ExprKind::Local(a), None) if f.context.together == Some(*a) => Hidden::No,
        (ExprKind::Const(a), Some(ExprKind::Const(b))) if a == b => Hidden::No,
        (ExprKind::Active, Some(ExprKind::Active)) | (ExprKind::Who, Some(ExprKind::Who)) => Hidden::No,
        (ExprKind::Local(a), None) if f.info.get(a.index()).is_some_and(|info| info.rival) => Hidden::Surely,
        (ExprKind::Local(_), _) => Hidden::Likely,
        _ => Hidden::No,
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

/// The cards and zones that a set is made of.
fn sources(set: &Expr) -> Vec<&Expr> {
    match &set.kind {
        ExprKind::Filter { set, .. }
        | ExprKind::Sorted { set, .. }
        | ExprKind::Take { set, .. }
        | ExprKind::Extreme { set, .. }
        | ExprKind::Except(set, _)
        | ExprKind::First(set) => sources(set),
        ExprKind::Union(a, b) => [sources(a), sources(b)].concat(),
        ExprKind::List(list) => list.iter().flat_map(sources).collect(),
        ExprKind::Cards(zone) => vec![&**zone],
        _ => vec![set],
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

fn looked_at(f: &Frame<'_>, set: &Expr) -> bool {
    let whole = match &set.kind {
        ExprKind::Ends { zone, .. } | ExprKind::OnlyCard(zone) => Some(key(zone)),
        _ => None,
    };
    let own = key(set);
    f.scopes.iter().flat_map(|scope| &scope.looked).any(|known| *known == own || Some(known) == whole.as_ref())
}

/// A text that is equal for expressions that say the same, as far as it matters here.
pub fn key(expr: &Expr) -> String {
    let inside = |args: &[&Expr]| args.iter().map(|e| key(e)).collect::<Vec<_>>().join(",");
    let parts = walk::parts(expr);
    match &expr.kind {
        ExprKind::Const(word) => format!("{word}"),
        ExprKind::Local(id) => format!("local{}", id.0),
        ExprKind::Me => "me".into(),
        ExprKind::This => "this".into(),
        ExprKind::Who => "who".into(),
        ExprKind::Active => "active".into(),
        ExprKind::Zone(id, _) => format!("zone{}({})", id.0, inside(&parts)),
        ExprKind::Cards(of) | ExprKind::OnlyCard(of) => key(of),
        ExprKind::CardsOfEach(id, _) => format!("each{}({})", id.0, inside(&parts)),
        ExprKind::Function(function, _) => format!("{function:?}({})", inside(&parts)),
        ExprKind::Ends { end, .. } => format!("{end:?}({})", inside(&parts)),
        ExprKind::Arithmetic(op, ..) => format!("{op:?}({})", inside(&parts)),
        ExprKind::State(id, _) => format!("state{}({})", id.0, inside(&parts)),
        _ if expr.ty == Type::Unknown => "?".into(),
        _ => format!("@{}:{}", expr.span.file.0, expr.span.start),
    }
}
