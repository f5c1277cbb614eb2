//! Actions, events and windows: primitives first, then those of the game.

use crate::check::symbols::Callable;
use crate::check::tree::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::ActionId;
use crate::program::nouns::Type;
use crate::source::Span;
use crate::syntax::ast;
use crate::vocabulary::primitives::PRIMITIVES;

use super::scope::{Context, Frame, Me};
use super::{Typer, said, says};

impl<'a> Typer<'a> {
    /// All actions by their ids.
    pub(super) fn actions(&mut self) -> Vec<ActionDef> {
        let mut list: Vec<ActionDef> = (0..self.symbols.actions.len().max(PRIMITIVES.len()))
            .map(|index| {
                let name =
                    PRIMITIVES.get(index).map_or_else(|| format!("action {index}"), |row| row.entry.name.to_string());
                self.event(ActionId::from_index(index), name, Span::default())
            })
            .collect();
        let items = self.items;
        for event in &items.events {
            if let Some(Callable::Action(id)) = self.callable(&event.name.text) {
                self.check_params(&event.params, &self.params_of(id));
                let def = self.event(id, event.name.text.clone(), event.name.span);
                if let Some(slot) = list.get_mut(id.index()) {
                    *slot = def;
                }
            }
        }
        for action in &items.actions {
            if let Some(Callable::Action(id)) = self.callable(&action.name.text) {
                let def = self.action(id, action);
                if let Some(slot) = list.get_mut(id.index()) {
                    *slot = def;
                }
            }
        }
        list
    }

    fn event(&self, id: ActionId, name: String, span: Span) -> ActionDef {
        let params = self.params_of(id);
        let list =
            params.iter().map(|(name, ty)| Local { name: name.clone(), ty: ty.clone(), stored: false }).collect();
        ActionDef {
            name,
            params: params.len(),
            locals: Locals { list },
            gives: self.symbols.actions.get(id.index()).and_then(|s| s.gives.clone()),
            limit: None,
            body: None,
            says: Vec::new(),
            span,
        }
    }

    fn action(&mut self, id: ActionId, item: &'a ast::Action) -> ActionDef {
        let params = self.params_of(id);
        let gives = self.symbols.actions.get(id.index()).and_then(|s| s.gives.clone());
        if let (Some(ty), Some(written)) = (&gives, &item.gives)
            && super::scope::is_several(ty)
        {
            let message = "an action gives one thing, not several";
            let help = "give one of them, or keep them in a [memory] with `remember`";
            self.report(Diagnostic::new(Code::TypeMismatch, written.span, message).help(help));
        }
        let mut context = Context::new(Me::Doer);
        context.gives = gives.clone();
        self.now_in(Some(id));
        let mut f = Frame::new(context);
        for (param, (_, ty)) in item.params.iter().zip(&params) {
            self.declare_head(&mut f, &param.name, ty.clone());
        }
        let body = self.block(&mut f, &item.body);
        self.now_in(None);
        let mut locals = f.take_locals();
        self.mark_stored(&body, &mut locals);
        ActionDef {
            name: item.name.text.clone(),
            params: params.len(),
            locals,
            gives,
            limit: self.limit(&item.tags),
            body: Some(body),
            says: says(&item.tags),
            span: item.name.span,
        }
    }

    /// Names of a head without a body.
    fn check_params(&mut self, params: &[ast::Param], types: &[(String, Type)]) {
        let mut f = Frame::new(Context::new(Me::Doer));
        for (index, param) in params.iter().enumerate() {
            let ty = types.get(index).map_or(Type::Unknown, |(_, ty)| ty.clone());
            self.declare_head(&mut f, &param.name, ty);
        }
    }

    pub(super) fn windows(&mut self) -> Vec<WindowDef> {
        let items = self.items;
        let mut list: Vec<WindowDef> = self
            .symbols
            .window_params
            .iter()
            .map(|_| WindowDef { name: String::new(), params: Vec::new(), says: Vec::new(), span: Span::default() })
            .collect();
        for window in &items.windows {
            let Some(id) = self.symbols.windows.get(&window.name.text).copied() else { continue };
            let params = self.symbols.window_params.get(id.index()).cloned().unwrap_or_default();
            self.check_params(&window.params, &params);
            let params = params.into_iter().map(|(name, ty)| Local { name, ty, stored: false }).collect();
            if let Some(slot) = list.get_mut(id.index()) {
                let says = said(window.says.as_ref());
                *slot = WindowDef { name: window.name.text.clone(), params, says, span: window.name.span };
            }
        }
        list
    }
}
