//! Values: their types come from their expressions, in whatever order these need one another.

use std::collections::BTreeSet;

use crate::check::symbols::Callable;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::ValueId;
use crate::program::nouns::Type;
use crate::source::Span;

use super::scope::{Context, Frame, Me};
use super::{Typer, said, unknown};

/// How far a value is.
pub enum ValueSlot {
    /// Index of its item.
    Waiting(usize),
    Doing,
    Done(Box<ValueDef>),
    /// No item bears it.
    Missing,
}

impl<'a> Typer<'a> {
    /// Types all values.
    pub(super) fn values(&mut self) {
        self.values = (0..self.symbols.values.len()).map(|_| ValueSlot::Missing).collect();
        for (index, item) in self.items.values.iter().enumerate() {
            if let Some(Callable::Value(id)) = self.callable(&item.name.text)
                && let Some(slot) = self.values.get_mut(id.index())
            {
                *slot = ValueSlot::Waiting(index);
            }
        }
        for index in 0..self.values.len() {
            self.value_type(ValueId::from_index(index));
        }
    }

    /// The type of a value, found now if it is not known yet. Inside its own expression it is unknown.
    pub(super) fn value_type(&mut self, id: ValueId) -> Type {
        let Some(slot) = self.values.get_mut(id.index()) else { return Type::Unknown };
        let ValueSlot::Waiting(index) = *slot else {
            let signature = self.symbols.values.get(id.index());
            return signature.and_then(|s| s.gives.clone()).unwrap_or(Type::Unknown);
        };
        *slot = ValueSlot::Doing;
        let before = self.now_typing.replace(id);
        let def = self.value(id, index);
        self.now_typing = before;
        let ty = def.as_ref().map_or(Type::Unknown, |def| def.expr.ty.clone());
        if let Some(signature) = self.symbols.values.get_mut(id.index()) {
            signature.gives = Some(ty.clone());
        }
        if let (Some(def), Some(slot)) = (def, self.values.get_mut(id.index())) {
            *slot = ValueSlot::Done(Box::new(def));
        }
        ty
    }

    fn value(&mut self, id: ValueId, index: usize) -> Option<ValueDef> {
        let items = self.items;
        let item = items.values.get(index)?;
        let mut f = Frame::new(Context::new(Me::Value));
        let params = self.symbols.values.get(id.index()).map(|s| s.params.clone()).unwrap_or_default();
        for (param, (_, ty)) in item.params.iter().zip(&params) {
            self.declare_head(&mut f, &param.name, ty.clone());
        }
        let mut expr = self.expr(&mut f, &item.expr, None);
        if expr.ty == Type::Zone {
            expr = self.set_from(expr);
        }
        let mut bound = |typer: &mut Self, e: &'a Option<crate::syntax::ast::Expr>| {
            e.as_ref().map(|e| typer.number_expr(&mut f, e))
        };
        let at_least = bound(self, &item.at_least);
        let at_most = bound(self, &item.at_most);
        if (at_least.is_some() || at_most.is_some()) && expr.ty != Type::Number {
            self.mismatch(&expr, &Type::Number);
        }
        let name = item.name.text.clone();
        let locals = f.take_locals();
        let (params, says) = (params.len(), said(item.says.as_ref()));
        Some(ValueDef { name, params, locals, expr, at_least, at_most, says, span: item.name.span })
    }

    /// The values for the tree, by id.
    pub(super) fn take_values(&mut self) -> Vec<ValueDef> {
        let slots = std::mem::take(&mut self.values);
        let def = |(index, slot): (usize, ValueSlot)| match slot {
            ValueSlot::Done(def) => *def,
            _ => ValueDef {
                name: format!("value {index}"),
                params: 0,
                locals: Locals::default(),
                expr: unknown(Span::default()),
                at_least: None,
                at_most: None,
                says: Vec::new(),
                span: Span::default(),
            },
        };
        slots.into_iter().enumerate().map(def).collect()
    }

    /// Reports values that need themselves, through other values and through what modifies them.
    pub(super) fn value_circles(&mut self) {
        let starts: Vec<ValueId> = self.value_calls.keys().copied().collect();
        let mut told: BTreeSet<ValueId> = BTreeSet::new();
        for start in starts {
            if told.contains(&start) {
                continue;
            }
            let mut seen = BTreeSet::new();
            if let Some(path) = self.way_back(start, start, &mut seen) {
                told.extend(path.iter().map(|(id, _)| *id));
                let name = |id: &ValueId| match self.values.get(id.index()) {
                    Some(ValueSlot::Done(def)) => format!("`{}`", def.name),
                    _ => "a value".into(),
                };
                let mut chain: Vec<String> = vec![name(&start)];
                chain.extend(path.iter().map(|(id, _)| name(id)));
                let message = format!("{} needs itself: {}", name(&start), chain.join(" needs "));
                let span = path.first().map_or(Span::default(), |(_, span)| *span);
                let mut finding = Diagnostic::new(Code::ValueCircle, span, message);
                for (_, span) in path.iter().skip(1) {
                    finding = finding.other(*span, "and on from here");
                }
                finding = finding.help("read a counter or an attribute instead, at one of these places");
                self.report(finding);
            }
        }
    }

    fn way_back(&self, from: ValueId, to: ValueId, seen: &mut BTreeSet<ValueId>) -> Option<Vec<(ValueId, Span)>> {
        if !seen.insert(from) {
            return None;
        }
        for (next, span) in self.value_calls.get(&from)? {
            if *next == to {
                return Some(vec![(*next, *span)]);
            }
            if let Some(mut path) = self.way_back(*next, to, seen) {
                path.insert(0, (*next, *span));
                return Some(path);
            }
        }
        None
    }
}
