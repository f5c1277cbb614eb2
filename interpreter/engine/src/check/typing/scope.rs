//! Frames: the local names of one routine, who can be named in it, and what conditions have made certain.

use crate::check::tree::{Expr, ExprKind, Local, Locals};
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::*;
use crate::program::nouns::{KindSet, Type};
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary;

use super::{Typer, make};

/// Whether there is a `me`, and if not, why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Me {
    Doer,
    /// A phase that belongs to nobody.
    Phase,
    /// A value.
    Value,
    /// A hook that no one does.
    Hook,
    Scenario,
}

/// What the words of the language mean in a routine.
#[derive(Clone, Debug)]
pub struct Context {
    pub me: Me,
    /// Whether `me` is the doer of the whole routine, not of a `by` inside it.
    pub native: bool,
    /// The doer is whose turn it is, where it is somebody's.
    pub turn: bool,
    /// The type of the component the text is on.
    pub this: Option<Type>,
    pub who: bool,
    /// Loops around, which `stop` may leave.
    pub loops: usize,
    pub gives: Option<Type>,
    /// The action that `proceed` goes on with.
    pub proceed: Option<ActionId>,
    /// The one who answers inside a `together`.
    pub together: Option<LocalId>,
    /// Inside a keyword that is typed on its own.
    pub in_keyword: bool,
    /// `body` cannot be run from here: the block of an `until` or `later` inside a keyword.
    pub apart: bool,
}

impl Context {
    /// A context with a doer, or without.
    pub fn new(me: Me) -> Self {
        Context {
            me,
            native: true,
            turn: false,
            this: None,
            who: false,
            loops: 0,
            gives: None,
            proceed: None,
            together: None,
            in_keyword: false,
            apart: false,
        }
    }
}

/// Something whose type a condition can make narrower.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Local(LocalId),
    This,
}

/// What a condition makes certain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Narrow {
    Kinds(KindSet),
    Unit(UnitKindId),
}

/// More about a local than the tree keeps.
#[derive(Clone, Debug)]
pub struct Info {
    pub span: Span,
    pub read: bool,
    /// Whether nobody reading it is worth a warning.
    pub warn: bool,
    /// One die of a pool: `.face` is its number.
    pub die: bool,
    /// Surely not the doer: taken from `opponents`.
    pub rival: bool,
    /// Where what it says is seen by some only: by whom.
    pub only: Vec<super::seen_by::Only>,
}

/// The names of one block.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    pub names: Vec<(String, LocalId)>,
    pub narrow: Vec<(Subject, Narrow)>,
    /// What was looked at, as [`super::knowledge::key`]s.
    pub looked: Vec<String>,
}

/// A keyword that is being expanded: its caller's names and block.
pub struct KeywordCall<'a> {
    pub keyword: usize,
    pub scopes: Vec<Scope>,
    pub candidates: Vec<LocalId>,
    pub binder: Option<&'a ast::Name>,
    pub body: Option<&'a ast::Block>,
}

/// The names of one routine.
pub struct Frame<'a> {
    pub locals: Vec<Local>,
    pub info: Vec<Info>,
    pub scopes: Vec<Scope>,
    /// What `it` and `.x` mean, innermost last.
    pub candidates: Vec<LocalId>,
    pub context: Context,
    pub keywords: Vec<KeywordCall<'a>>,
    /// Names of the routine around that are not captured, yet not free either.
    pub taken: Vec<(String, Span)>,
    /// How often `body` was said in a keyword that is typed on its own.
    pub bodies: usize,
    /// A keyword was met that uses itself: what it would have become is not known.
    pub cut_short: bool,
}

impl<'a> Frame<'a> {
    /// A frame with one open scope.
    pub fn new(context: Context) -> Self {
        Frame {
            locals: Vec::new(),
            info: Vec::new(),
            scopes: vec![Scope::default()],
            candidates: Vec::new(),
            context,
            keywords: Vec::new(),
            taken: Vec::new(),
            bodies: 0,
            cut_short: false,
        }
    }

    /// A local without checks of its name.
    pub fn add(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        let id = LocalId::from_index(self.locals.len());
        self.locals.push(Local { name: name.into(), ty, stored: false });
        self.info.push(Info { span, read: false, warn: false, die: false, rival: false, only: Vec::new() });
        id
    }

    /// A local that can be named from here on.
    pub fn bind(&mut self, name: &str, ty: Type, span: Span) -> LocalId {
        let id = self.add(name, ty, span);
        if let Some(scope) = self.scopes.last_mut() {
            scope.names.push((name.into(), id));
        }
        id
    }

    /// The local of a name.
    pub fn find(&self, name: &str) -> Option<LocalId> {
        let named = |scope: &Scope| scope.names.iter().rev().find(|(known, _)| known == name).map(|(_, id)| *id);
        self.scopes.iter().rev().find_map(named)
    }

    /// All names that can be read here.
    pub fn visible(&self) -> Vec<(String, LocalId)> {
        self.scopes.iter().flat_map(|scope| scope.names.iter().cloned()).collect()
    }

    /// Reads a local, with the type that conditions around have made certain.
    pub fn read(&mut self, id: LocalId, span: Span) -> Expr {
        if let Some(info) = self.info.get_mut(id.index()) {
            info.read = true;
        }
        let ty = self.type_of_local(id);
        make(ExprKind::Local(id), ty, span)
    }

    /// The type of a local as narrowed here.
    pub fn type_of_local(&self, id: LocalId) -> Type {
        let declared = self.locals.get(id.index()).map_or(Type::Unknown, |local| local.ty.clone());
        self.narrowed(Subject::Local(id), declared)
    }

    /// A type after all conditions around.
    pub fn narrowed(&self, subject: Subject, mut ty: Type) -> Type {
        for (of, narrow) in self.scopes.iter().flat_map(|scope| &scope.narrow) {
            if *of == subject {
                ty = apply(ty, *narrow);
            }
        }
        ty
    }

    /// More that is certain until the scope ends.
    pub fn certain(&mut self, facts: &[(Subject, Narrow)]) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.narrow.extend_from_slice(facts);
        }
    }

    /// The info of a local.
    pub fn info(&mut self, id: LocalId) -> Option<&mut Info> {
        self.info.get_mut(id.index())
    }

    /// The locals for the tree.
    pub fn take_locals(&mut self) -> Locals {
        Locals { list: std::mem::take(&mut self.locals) }
    }
}

/// A type that a fact has made narrower.
pub fn apply(ty: Type, narrow: Narrow) -> Type {
    match (ty, narrow) {
        (Type::Component(kinds), Narrow::Kinds(only)) => Type::Component(KindSet(kinds.0 & only.0)),
        (Type::Design(kinds), Narrow::Kinds(only)) => Type::Design(KindSet(kinds.0 & only.0)),
        (Type::AnyUnit, Narrow::Unit(kind)) => Type::Unit(kind),
        (ty, _) => ty,
    }
}

/// What is certain where a condition holds.
pub fn when_true(cond: &Expr) -> Vec<(Subject, Narrow)> {
    match &cond.kind {
        ExprKind::And(a, b) => [when_true(a), when_true(b)].concat(),
        ExprKind::Or(a, b) => {
            let right = when_true(b);
            let both = when_true(a).into_iter().filter_map(|(subject, narrow)| {
                let (_, other) = right.iter().find(|(of, _)| *of == subject)?;
                match (narrow, other) {
                    (Narrow::Kinds(x), Narrow::Kinds(y)) => Some((subject, Narrow::Kinds(KindSet(x.0 | y.0)))),
                    (x, y) if x == *y => Some((subject, x)),
                    _ => None,
                }
            });
            both.collect()
        }
        ExprKind::Not(inner) => when_false(inner),
        ExprKind::IsKind(kinds, of) => subject(of).map(|s| (s, Narrow::Kinds(*kinds))).into_iter().collect(),
        ExprKind::IsUnitKind(kind, of) => subject(of).map(|s| (s, Narrow::Unit(*kind))).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// What is certain where a condition does not hold.
pub fn when_false(cond: &Expr) -> Vec<(Subject, Narrow)> {
    match &cond.kind {
        ExprKind::Or(a, b) => [when_false(a), when_false(b)].concat(),
        ExprKind::Not(inner) => when_true(inner),
        ExprKind::IsKind(kinds, of) => subject(of).map(|s| (s, Narrow::Kinds(KindSet(!kinds.0)))).into_iter().collect(),
        _ => Vec::new(),
    }
}

fn subject(expr: &Expr) -> Option<Subject> {
    match expr.kind {
        ExprKind::Local(id) => Some(Subject::Local(id)),
        ExprKind::This => Some(Subject::This),
        _ => None,
    }
}

impl<'a> Typer<'a> {
    /// Opens a block.
    pub(super) fn open(&mut self, f: &mut Frame<'a>) {
        f.scopes.push(Scope::default());
    }

    /// Closes a block; names that nobody read are reported.
    pub(super) fn close(&mut self, f: &mut Frame<'a>) {
        let Some(scope) = f.scopes.pop() else { return };
        for (name, id) in scope.names {
            let Some(info) = f.info.get(id.index()) else { continue };
            if info.warn && !info.read {
                let message = format!("`{name}` is bound here and never read");
                let help = "use it in a statement below, or take this line away";
                self.report(Diagnostic::new(Code::UnusedBinding, info.span, message).help(help));
            }
        }
    }

    /// A new name of a block; two of one name are an error.
    pub(super) fn declare(&mut self, f: &mut Frame<'a>, name: &ast::Name, ty: Type) -> LocalId {
        self.check_free(f, name);
        // Whoever reads the name below may mean the first one.
        if let Some(first) = f.find(&name.text)
            && let Some(info) = f.info(first)
        {
            info.read = true;
        }
        let id = f.bind(&name.text, ty, name.span);
        if let Some(info) = f.info(id) {
            info.warn = true;
        }
        id
    }

    /// A parameter: checked as other names are, but need not be read.
    pub(super) fn declare_param(&mut self, f: &mut Frame<'a>, name: &ast::Name, ty: Type) -> LocalId {
        self.check_free(f, name);
        f.bind(&name.text, ty, name.span)
    }

    /// A parameter of a head; two of one name were reported when the head was read.
    pub(super) fn declare_head(&mut self, f: &mut Frame<'a>, name: &ast::Name, ty: Type) -> LocalId {
        if f.find(&name.text).is_none() {
            self.check_free(f, name);
        }
        f.bind(&name.text, ty, name.span)
    }

    /// Reports a name that means something already.
    pub(super) fn check_free(&mut self, f: &Frame<'a>, name: &ast::Name) {
        let visible = f.find(&name.text).and_then(|id| f.info.get(id.index())).map(|info| info.span);
        let around = f.taken.iter().find(|(taken, _)| *taken == name.text).map(|(_, span)| *span);
        if let Some(first) = visible.or(around) {
            let message = format!("`{}` is already a name here", name.text);
            self.report(
                Diagnostic::new(Code::NameTaken, name.span, message)
                    .label("the second one")
                    .other(first, "the first one, still in use")
                    .help("take another name; names do not hide one another"),
            );
        } else if let Some(declared) = self.symbols.nouns.get(&name.text) {
            let what = self.noun_words(&declared.what);
            let message = format!("`{}` is {what} of the game, so it cannot be a name here", name.text);
            self.report(
                Diagnostic::new(Code::NameTaken, name.span, message)
                    .other(declared.span, "declared here")
                    .help("take another name"),
            );
        } else if vocabulary::nouns::find(&name.text).is_some_and(|row| row.taken.local) {
            let message = format!("`{}` is a word of the language, so it cannot be a name here", name.text);
            self.report(Diagnostic::new(Code::NameTaken, name.span, message).help("take another name"));
        }
    }

    /// Types something that runs later in a frame of its own: first to see which names it reads, then with just those.
    pub(super) fn apart<T>(
        &mut self,
        outer: &mut Frame<'a>,
        run: impl Fn(&mut Self, &mut Frame<'a>) -> T,
    ) -> (Vec<LocalId>, T, Locals) {
        let visible = outer.visible();
        let kept = std::mem::take(&mut self.findings);
        let (lists, lasting) = (self.nouns.lists.len(), self.lasting.len());
        let calls = self.value_calls.clone();
        let mut probe = self.inner(outer, &visible);
        run(self, &mut probe);
        let used: Vec<(String, LocalId)> =
            visible.into_iter().zip(&probe.info).filter(|(_, info)| info.read).map(|(named, _)| named).collect();
        self.findings = kept;
        self.nouns.lists.truncate(lists);
        self.lasting.truncate(lasting);
        self.value_calls = calls;
        let hidden = outer.visible();
        let mut inner = self.inner(outer, &used);
        // Names that are not captured must still not be used for something else.
        for (name, id) in hidden.iter().filter(|(_, id)| !used.iter().any(|(_, other)| other == id)) {
            if let Some(info) = outer.info.get(id.index()) {
                inner.taken.push((name.clone(), info.span));
            }
        }
        let result = run(self, &mut inner);
        for (name, id) in &used {
            let local = outer.locals.get(id.index()).zip(outer.info.get(id.index()));
            if let Some((_, info)) = local.filter(|(local, _)| is_several(&local.ty)) {
                let message = format!("`{name}` is a list, and lists do not outlive the effect that made them");
                let help = "keep them in a [memory] with `remember`, and read the memory later";
                self.report(Diagnostic::new(Code::TypeMismatch, info.span, message).help(help));
            }
        }
        for (_, id) in &used {
            if let Some(info) = outer.info(*id) {
                info.read = true;
            }
        }
        let locals = inner.take_locals();
        (used.into_iter().map(|(_, id)| id).collect(), result, locals)
    }

    fn inner(&self, outer: &Frame<'a>, names: &[(String, LocalId)]) -> Frame<'a> {
        let mut context = outer.context.clone();
        context.loops = 0;
        context.turn = false;
        context.proceed = None;
        context.gives = None;
        context.together = None;
        context.apart = true;
        let mut inner = Frame::new(context);
        for (name, id) in names {
            let span = outer.info.get(id.index()).map_or(Span::default(), |info| info.span);
            let local = inner.bind(name, outer.type_of_local(*id), span);
            let known = outer.info.get(id.index());
            let (rival, only) = known.map_or((false, Vec::new()), |info| (info.rival, info.only.clone()));
            if let Some(info) = inner.info(local) {
                (info.rival, info.only) = (rival, only);
            }
        }
        inner
    }
}

/// Whether a value of this type is several things, kept as a list while an effect runs.
pub(super) fn is_several(ty: &Type) -> bool {
    matches!(ty, Type::Set(_) | Type::Bundle | Type::Pool(_) | Type::Split(_))
}
