//! What is called, and when things happen: phases and steps, actions, events, values, keywords and windows, with the
//! types of their parameters.

use super::Resolver;
use super::types::type_of;
use crate::check::names;
use crate::check::sorts::type_of_sort;
use crate::check::symbols::{Callable, Declared, Signature};
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::*;
use crate::program::nouns::Type;
use crate::syntax::ast::{Name, Param};
use crate::vocabulary::primitives::PRIMITIVES;

impl Resolver<'_> {
    pub(super) fn phases(&mut self) {
        let mut next = 0;
        for (index, phase) in self.items.phases.iter().enumerate() {
            let id = PhaseId::from_index(index);
            self.symbols.phases.insert(phase.name.text.clone(), id);
            for step in &phase.steps {
                self.symbols.steps.insert((id, step.name.text.clone()), StepId::from_index(next));
                next += 1;
            }
        }
    }

    pub(super) fn heads(&mut self) {
        for row in &PRIMITIVES {
            let params = row.params.iter().map(|(name, sort)| (name.to_string(), type_of_sort(*sort, None))).collect();
            let name = Name { text: row.entry.name.to_string(), span: Self::NOWHERE };
            self.action(&name, Signature { params, gives: None });
        }
        for event in &self.items.events {
            let params = self.params(&event.params);
            self.action(&event.name, Signature { params, gives: None });
        }
        for action in &self.items.actions {
            let params = self.params(&action.params);
            let gives = action.gives.as_ref().map(|ty| type_of(ty, &self.symbols, self.findings));
            self.action(&action.name, Signature { params, gives });
        }
        for (index, value) in self.items.values.iter().enumerate() {
            let params = self.params(&value.params);
            self.symbols.values.push(Signature { params, gives: None });
            self.call(&value.name, Callable::Value(ValueId::from_index(index)));
        }
        for (index, keyword) in self.items.keywords.iter().enumerate() {
            let params = self.params(&keyword.params);
            self.symbols.keyword_params.push(params);
            self.call(&keyword.name, Callable::Keyword(index));
        }
        for (index, window) in self.items.windows.iter().enumerate() {
            let params = self.params(&window.params);
            self.symbols.window_params.push(params);
            self.symbols.windows.insert(window.name.text.clone(), WindowId::from_index(index));
        }
    }

    fn action(&mut self, name: &Name, signature: Signature) {
        let id = ActionId::from_index(self.symbols.actions.len());
        self.symbols.actions.push(signature);
        self.call(name, Callable::Action(id));
    }

    /// Two of one name were reported when the items were collected; the first one holds.
    fn call(&mut self, name: &Name, what: Callable) {
        self.symbols.callables.entry(name.text.clone()).or_insert(Declared { what, span: name.span });
    }

    fn params(&mut self, params: &[Param]) -> Vec<(String, Type)> {
        let mut list = Vec::with_capacity(params.len());
        for (index, param) in params.iter().enumerate() {
            if let Some(found) = names::reserved(&param.name, names::is_built_in_noun) {
                self.findings.push(found);
            }
            if let Some(first) = params.iter().take(index).find(|first| first.name.text == param.name.text) {
                let message = format!("two parameters are called `{}`", param.name.text);
                let found = Diagnostic::new(Code::NameClash, param.name.span, message)
                    .other(first.name.span, "the first one")
                    .help("rename one of them");
                self.findings.push(found);
            }
            list.push((param.name.text.clone(), type_of(&param.ty, &self.symbols, self.findings)));
        }
        list
    }
}
