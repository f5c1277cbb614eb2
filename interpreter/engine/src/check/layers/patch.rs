//! The patches of packs and variants: `replace`, `extend`, `retire`, `insert step`, `extend step`; and two that contradict
//! each other.

use super::touched::Touched;
use super::{Merge, Sort, Write, Writer, named, twice_a_step, with_article};
use crate::check::items::ComponentItem;
use crate::check::names;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Name};

impl Merge<'_> {
    /// Applies an item if it is a patch; other items have been added before.
    pub(super) fn patch(&mut self, item: &ast::Item, pack: Option<u16>, writer: &Writer) {
        let word = match &item.kind {
            ItemKind::Replace(_) | ItemKind::ReplaceStep { .. } => "replace",
            ItemKind::Extend { .. } | ItemKind::ExtendStep { .. } => "extend",
            ItemKind::Retire { .. } => "retire",
            ItemKind::InsertStep { .. } => "insert",
            _ => return,
        };
        if *writer == Writer::Base {
            let message = format!("`{word}` stands outside of a pack or variant");
            self.findings.push(
                Diagnostic::new(Code::PatchOutsideLayer, item.span, message)
                    .help("change the item itself, or put this into a `variant NAME { … }`"),
            );
            return;
        }
        match &item.kind {
            ItemKind::Replace(inner) => self.replace(inner, pack, writer),
            ItemKind::ReplaceStep { phase, step, body } => self.replace_step(phase, step, body, writer),
            ItemKind::InsertStep { name, before, phase, at, body } => {
                let step = ast::Step { name: name.clone(), body: body.clone() };
                self.insert_step(step, *before, (phase, at), writer);
            }
            ItemKind::Extend { name, body } => self.extend(name, body, writer),
            ItemKind::ExtendStep { phase, step, options } => self.extend_step(phase, step, options, writer),
            ItemKind::Retire { name } => self.retire(name, pack, writer),
            _ => {}
        }
    }

    fn replace(&mut self, item: &ast::Item, pack: Option<u16>, writer: &Writer) {
        let Some((sort, name)) = named(item) else {
            let message = "only items with a name can be replaced";
            self.findings.push(
                Diagnostic::new(Code::NotReplaceable, item.span, message)
                    .help("replace an action, value, keyword, event, window, phase, rule or card"),
            );
            return;
        };
        if self.contradicts(&[Touched::item(sort, &name.text)], "is replaced", name, writer) {
            return;
        }
        if let Some((index, _)) = self.find(sort, &name.text) {
            let old = self.items.components.get(index).filter(|_| sort == Sort::Component).cloned();
            self.put(item, pack, Some(index));
            old.into_iter().for_each(|old| self.taken(old, pack));
            return;
        }
        let other = Sort::ALL.into_iter().filter(|other| *other != sort && other.shares_names(sort));
        let other = other.filter_map(|other| self.find(other, &name.text).map(|(_, span)| (other, span))).next();
        if let Some((other, span)) = other {
            let message = format!("`{}` is {}, not {}", name.text, with_article(other), with_article(sort));
            self.findings.push(
                Diagnostic::new(Code::NotReplaceable, name.span, message).other(span, "declared here").help(format!(
                    "write `replace {} {} …`",
                    other.word(),
                    name.text
                )),
            );
        } else {
            self.unknown(sort.word(), name, &[sort]);
        }
    }

    fn extend(&mut self, name: &Name, body: &[ast::Member], writer: &Writer) {
        if self.contradicts(&[Touched::within(&name.text)], "is extended", name, writer) {
            return;
        }
        match self.find(Sort::Component, &name.text) {
            Some((index, _)) => {
                if let Some(component) = self.items.components.get_mut(index) {
                    component.members.extend(body.iter().cloned());
                }
            }
            None => self.unknown(Sort::Component.word(), name, &[Sort::Component]),
        }
    }

    fn retire(&mut self, name: &Name, pack: Option<u16>, writer: &Writer) {
        let any: Vec<Touched> = Sort::ALL.into_iter().map(|sort| Touched::item(sort, &name.text)).collect();
        let meant: Vec<(Sort, usize, Span)> = Sort::ALL
            .into_iter()
            .filter_map(|sort| self.find(sort, &name.text).map(|(index, span)| (sort, index, span)))
            .collect();
        match meant.as_slice() {
            [] => {
                if !self.contradicts(&any, "is retired", name, writer) {
                    self.unknown("item", name, &Sort::ALL);
                }
            }
            [(sort, index, _)] => {
                if !self.contradicts(&[Touched::item(*sort, &name.text)], "is retired", name, writer) {
                    self.remove(*sort, *index, pack);
                }
            }
            several => {
                let message = format!("`{}` is the name of several things", name.text);
                let mut found = Diagnostic::new(Code::UnclearRetire, name.span, message)
                    .help("rename one of them, so that it is clear which one goes");
                for (sort, _, span) in several {
                    found = found.other(*span, with_article(*sort));
                }
                self.findings.push(found);
            }
        }
    }

    fn remove(&mut self, sort: Sort, index: usize, pack: Option<u16>) {
        // The index comes from `find`, so it is inside the list of its sort.
        match sort {
            Sort::Component => {
                let old = self.items.components.remove(index);
                self.taken(old, pack);
            }
            Sort::Action => drop(self.items.actions.remove(index)),
            Sort::Event => drop(self.items.events.remove(index)),
            Sort::Value => drop(self.items.values.remove(index)),
            Sort::Keyword => drop(self.items.keywords.remove(index)),
            Sort::Phase => drop(self.items.phases.remove(index)),
            Sort::Rule => drop(self.rules.remove(index)),
            Sort::Window => drop(self.items.windows.remove(index)),
        }
    }

    /// Keeps a card that somebody else's pack takes away.
    fn taken(&mut self, old: ComponentItem, by: Option<u16>) {
        if old.pack != by {
            self.items.taken.push(old);
        }
    }

    fn replace_step(&mut self, phase: &Name, step: &Name, body: &ast::Block, writer: &Writer) {
        let touched = Touched::Step { phase: phase.text.clone(), step: step.text.clone() };
        if self.contradicts(&[touched], "is replaced", step, writer) {
            return;
        }
        let Some((at_phase, at_step)) = self.find_step(phase, step) else { return };
        let old = self.items.phases.get_mut(at_phase).and_then(|phase| phase.steps.get_mut(at_step));
        if let Some(old) = old {
            *old = ast::Step { name: step.clone(), body: body.clone() };
        }
    }

    fn insert_step(&mut self, step: ast::Step, before: bool, (phase, at): (&Name, &Name), writer: &Writer) {
        let touched = Touched::Gap { phase: phase.text.clone(), step: at.text.clone(), before };
        let place = Name { text: format!("{}.{}", phase.text, at.text), span: at.span };
        if self.contradicts(&[touched], "gets another step", &place, writer) {
            return;
        }
        let Some((at_phase, at_step)) = self.find_step(phase, at) else { return };
        let Some(old) = self.items.phases.get_mut(at_phase) else { return };
        if let Some(first) = old.steps.iter().find(|known| known.name.text == step.name.text) {
            let found = twice_a_step(&phase.text, &step.name, first.name.span);
            self.findings.push(found);
            return;
        }
        let index = if before { at_step } else { at_step + 1 };
        old.steps.insert(index.min(old.steps.len()), step);
    }

    /// Adds options to the offer of a step. They are asked after those that are there, so that numbers of options stay.
    fn extend_step(&mut self, phase: &Name, step: &Name, options: &[ast::OfferOption], writer: &Writer) {
        let touched = Touched::Options { phase: phase.text.clone(), step: step.text.clone() };
        if self.contradicts(&[touched], "gets more options", step, writer) {
            return;
        }
        let Some((at_phase, at_step)) = self.find_step(phase, step) else { return };
        let body = self.items.phases.get_mut(at_phase).and_then(|phase| phase.steps.get_mut(at_step));
        let offers =
            body.into_iter().flat_map(|step| &mut step.body.statements).filter_map(|one| match &mut one.kind {
                ast::StatementKind::Offer { options, .. } => Some(options),
                _ => None,
            });
        match offers.collect::<Vec<_>>().as_mut_slice() {
            [offer] => offer.extend(options.iter().cloned()),
            several => {
                let has = if several.is_empty() { "no offer" } else { "more than one offer" };
                let message = format!("the step `{}.{}` has {has}", phase.text, step.text);
                self.findings.push(
                    Diagnostic::new(Code::UnknownPatched, step.span, message)
                        .label("options can be added to a step with one `offer`")
                        .help("insert a step of your own before or after it: `insert step NAME after …`"),
                );
            }
        }
    }

    fn find_step(&mut self, phase: &Name, step: &Name) -> Option<(usize, usize)> {
        let Some((at_phase, _)) = self.find(Sort::Phase, &phase.text) else {
            self.unknown("phase", phase, &[Sort::Phase]);
            return None;
        };
        let steps = &self.items.phases.get(at_phase)?.steps;
        let at_step = steps.iter().position(|known| known.name.text == step.text);
        if at_step.is_none() {
            let what = format!("step of the phase `{}` called", phase.text);
            let known = steps.iter().map(|known| known.name.text.as_str());
            let found = names::unknown(Code::UnknownPatched, &what, step, known);
            self.findings.push(found);
        }
        at_step.map(|at_step| (at_phase, at_step))
    }

    fn unknown(&mut self, what: &str, name: &Name, sorts: &[Sort]) {
        let known = sorts.iter().flat_map(|sort| self.names(*sort)).map(|known| known.text.as_str());
        let found = names::unknown(Code::UnknownPatched, what, name, known);
        self.findings.push(found);
    }

    /// Notes what this writer touches, and reports another one that touched it before so that both cannot hold, without
    /// order between them.
    fn contradicts(&mut self, touched: &[Touched], verb: &'static str, name: &Name, writer: &Writer) -> bool {
        let clashes = |write: &&Write| touched.iter().any(|touched| touched.excludes(&write.touched));
        let earlier = self.writes.iter().filter(clashes).find(|write| self.unordered(&write.writer, writer));
        if let Some(earlier) = earlier {
            let (first, second) = (self.told(&earlier.writer), self.told(writer));
            let message = match earlier.verb == verb {
                true => format!("`{}` {verb} by {first} and by {second}", name.text),
                false => format!("`{}` {} by {first} and {verb} by {second}", name.text, earlier.verb),
            };
            let help = match writer {
                Writer::Pack(_) => {
                    "use only one of them, or let one come later, by `needs` or `after = [\"…\"]` in its [pack]"
                }
                _ => "use only one of them, or let one need the other",
            };
            let found = Diagnostic::new(Code::PatchConflict, name.span, message)
                .label(format!("by {second}"))
                .other(earlier.span, format!("by {first}"))
                .help(help);
            self.findings.push(found);
            return true;
        }
        if let Some(touched) = touched.first() {
            self.writes.push(Write { touched: touched.clone(), verb, writer: writer.clone(), span: name.span });
        }
        false
    }

    fn told(&self, writer: &Writer) -> String {
        match writer {
            Writer::Base => "the game".to_string(),
            Writer::Pack(index) => self.packs.told(*index),
            Writer::Variant(name) => format!("the variant `{name}`"),
        }
    }

    fn unordered(&self, a: &Writer, b: &Writer) -> bool {
        match (a, b) {
            (Writer::Pack(a), Writer::Pack(b)) => a != b && !self.pack_after(*a, *b) && !self.pack_after(*b, *a),
            (Writer::Variant(a), Writer::Variant(b)) => {
                a != b && !self.variant_needs(a, b) && !self.variant_needs(b, a)
            }
            _ => false,
        }
    }

    /// Directly or through others.
    fn pack_after(&self, pack: u16, other: u16) -> bool {
        let mut reached = vec![pack];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            for (_, needed) in self.packs.after.iter().filter(|(later, _)| *later == at) {
                if !reached.contains(needed) {
                    reached.push(*needed);
                }
            }
        }
        pack != other && reached.contains(&other)
    }

    fn variant_needs(&self, variant: &str, other: &str) -> bool {
        let mut reached = vec![variant];
        let mut next = 0;
        while let Some(&at) = reached.get(next) {
            next += 1;
            let declared = self.variants.iter().filter(|declared| declared.name.text == at);
            for needed in declared.flat_map(|declared| &declared.needs) {
                if !reached.contains(&needed.text.as_str()) {
                    reached.push(&needed.text);
                }
            }
        }
        reached.contains(&other)
    }
}
