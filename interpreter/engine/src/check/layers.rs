//! Which script items count: the game's, the packs', those of the chosen variants, in this order, with patches applied.
//!
//! Scripts → [`Items`]. Looks at names of items only; knows neither the manifest's nouns nor what bodies mean.

use super::items::{ComponentItem, EveryItem, HeadItem, Items, RuleItem};
use super::names;
use crate::diagnostic::{Code, Diagnostic, Findings};
use crate::manifest::PackOrder;
use crate::manifest::model::VariantDecl;
use crate::source::Span;
use crate::syntax::ast::{self, ItemKind, Name};
use touched::Touched;

mod patch;
#[cfg(test)]
mod tests;
mod touched;

/// Collects the items of scripts (each with the pack it belongs to) for these variants. Packs apply in the order of their
/// first scripts; a pack may change what one changed that it comes after.
pub fn collect(
    scripts: &[(Option<u16>, ast::Script)],
    chosen_variants: &[String],
    manifest_variants: &[VariantDecl],
    packs: &PackOrder,
    findings: &mut Findings,
) -> Items {
    let mut layers: Vec<Layer> = vec![Layer { writer: Writer::Base, items: Vec::new() }];
    for pack in scripts.iter().filter_map(|(pack, _)| *pack) {
        if !layers.iter().any(|layer| layer.writer == Writer::Pack(pack)) {
            layers.push(Layer { writer: Writer::Pack(pack), items: Vec::new() });
        }
    }
    for name in chosen_variants {
        // A level may follow: `mice:2`.
        let name = name.split(':').next().unwrap_or(name).to_string();
        if !layers.iter().any(|layer| layer.writer == Writer::Variant(name.clone())) {
            layers.push(Layer { writer: Writer::Variant(name), items: Vec::new() });
        }
    }
    for (pack, script) in scripts {
        let writer = pack.map_or(Writer::Base, Writer::Pack);
        distribute(&script.items, *pack, &writer, manifest_variants, &mut layers, findings);
    }
    let mut merge = Merge {
        items: Items::default(),
        rules: Vec::new(),
        writes: Vec::new(),
        variants: manifest_variants,
        packs,
        findings,
    };
    for layer in &layers {
        merge.apply(layer);
    }
    let mut items = merge.items;
    items.rules = merge.rules.into_iter().map(|(rule, _)| rule).collect();
    items
}

/// Who wrote an item.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Writer {
    Base,
    Pack(u16),
    Variant(String),
}

struct Layer<'a> {
    writer: Writer,
    items: Vec<(&'a ast::Item, Option<u16>)>,
}

/// Puts items into the layer of their writer; those of variants that are not chosen go nowhere.
fn distribute<'a>(
    items: &'a [ast::Item],
    pack: Option<u16>,
    writer: &Writer,
    variants: &[VariantDecl],
    layers: &mut [Layer<'a>],
    findings: &mut Findings,
) {
    for item in items {
        if let ItemKind::Variant { name, items } = &item.kind {
            if variants.iter().any(|variant| variant.name.text == name.text) {
                distribute(items, pack, &Writer::Variant(name.text.clone()), variants, layers, findings);
            } else {
                let known = variants.iter().map(|variant| variant.name.text.as_str());
                findings.push(names::unknown(Code::UndeclaredVariant, "variant", name, known));
            }
        } else if let Some(layer) = layers.iter_mut().find(|layer| layer.writer == *writer) {
            layer.items.push((item, pack));
        }
    }
}

/// The sorts of named items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sort {
    Component,
    Action,
    Event,
    Value,
    Keyword,
    Phase,
    Rule,
    Window,
}

impl Sort {
    const ALL: [Sort; 8] =
        [Sort::Component, Sort::Action, Sort::Event, Sort::Value, Sort::Keyword, Sort::Phase, Sort::Rule, Sort::Window];

    fn word(self) -> &'static str {
        match self {
            Sort::Component => "card",
            Sort::Action => "action",
            Sort::Event => "event",
            Sort::Value => "value",
            Sort::Keyword => "keyword",
            Sort::Phase => "phase",
            Sort::Rule => "rule",
            Sort::Window => "window",
        }
    }

    fn is_called(self) -> bool {
        matches!(self, Sort::Action | Sort::Event | Sort::Value | Sort::Keyword)
    }

    /// Whether one name cannot be both.
    fn shares_names(self, other: Sort) -> bool {
        self == other || (self.is_called() && other.is_called())
    }
}

/// Sort and name of an item, for those that have one.
fn named(item: &ast::Item) -> Option<(Sort, &Name)> {
    Some(match &item.kind {
        ItemKind::Component { name, .. } => (Sort::Component, name),
        ItemKind::Action(action) => (Sort::Action, &action.name),
        ItemKind::Event { name, .. } => (Sort::Event, name),
        ItemKind::Value(value) => (Sort::Value, &value.name),
        ItemKind::Keyword(keyword) => (Sort::Keyword, &keyword.name),
        ItemKind::Phase(phase) => (Sort::Phase, &phase.name),
        ItemKind::Rule { name, .. } => (Sort::Rule, name),
        ItemKind::Window { name, .. } => (Sort::Window, name),
        _ => return None,
    })
}

/// One change of something that is there, for finding two that contradict each other.
struct Write {
    touched: Touched,
    /// `is replaced`, `gets another step`
    verb: &'static str,
    writer: Writer,
    span: Span,
}

struct Merge<'a> {
    items: Items,
    /// The flag marks loose hooks of a variant, which have no name of their own.
    rules: Vec<(RuleItem, bool)>,
    writes: Vec<Write>,
    variants: &'a [VariantDecl],
    packs: &'a PackOrder,
    findings: &'a mut Findings,
}

impl Merge<'_> {
    /// Additions first, so that a patch may stand before what it changes in the same layer.
    fn apply(&mut self, layer: &Layer) {
        let mut loose: Vec<ast::Hook> = Vec::new();
        for (item, pack) in &layer.items {
            match (&item.kind, &layer.writer) {
                (ItemKind::Hook(hook), Writer::Variant(_)) => loose.push(hook.clone()),
                (ItemKind::Hook(hook), _) => self.findings.push(
                    Diagnostic::new(Code::HookOutsideRule, hook.span, "a hook cannot stand alone in a file")
                        .help("put it into a rule: `rule NAME { after … { … } }`"),
                ),
                _ => self.add(item, *pack),
            }
        }
        if let (Writer::Variant(name), Some(first)) = (&layer.writer, loose.first()) {
            let name = Name { text: name.clone(), span: first.span };
            self.rules.push((RuleItem { name, hooks: loose }, true));
        }
        for (item, pack) in &layer.items {
            self.patch(item, *pack, &layer.writer);
        }
    }

    fn add(&mut self, item: &ast::Item, pack: Option<u16>) {
        if let ItemKind::Every { kind, body } = &item.kind {
            self.items.everies.push(EveryItem { kind: kind.clone(), members: body.clone() });
        }
        let Some((sort, name)) = named(item) else { return };
        self.check_word(sort, name);
        for other in Sort::ALL.into_iter().filter(|other| sort.shares_names(*other)) {
            if let Some((_, first)) = self.find(other, &name.text) {
                let message = format!("there is already {} called `{}`", with_article(other), name.text);
                self.findings.push(
                    Diagnostic::new(Code::DuplicateItem, name.span, message)
                        .label("the second one")
                        .other(first, "the first one")
                        .help("rename one of them, or write `replace` before this one in a pack or variant"),
                );
                return;
            }
        }
        self.put(item, pack, None);
    }

    fn check_word(&mut self, sort: Sort, name: &Name) {
        let also: fn(&str) -> bool = match sort {
            Sort::Action | Sort::Event | Sort::Value | Sort::Keyword => names::is_built_in_callable,
            Sort::Phase => |word| ["game", "round"].contains(&word),
            // Cards are nouns and looked at with them.
            Sort::Component => return,
            Sort::Rule | Sort::Window => |_| false,
        };
        if let Some(found) = names::reserved(name, also) {
            self.findings.push(found);
        }
    }

    /// Names of one sort, in order, with what `put` takes as their index.
    fn names(&self, sort: Sort) -> Vec<&Name> {
        let items = &self.items;
        match sort {
            Sort::Component => items.components.iter().map(|item| &item.name).collect(),
            Sort::Action => items.actions.iter().map(|item| &item.name).collect(),
            Sort::Event => items.events.iter().map(|item| &item.name).collect(),
            Sort::Value => items.values.iter().map(|item| &item.name).collect(),
            Sort::Keyword => items.keywords.iter().map(|item| &item.name).collect(),
            Sort::Phase => items.phases.iter().map(|item| &item.name).collect(),
            Sort::Rule => self.rules.iter().map(|(item, _)| &item.name).collect(),
            Sort::Window => items.windows.iter().map(|item| &item.name).collect(),
        }
    }

    fn find(&self, sort: Sort, name: &str) -> Option<(usize, Span)> {
        let loose = |index: usize| sort == Sort::Rule && self.rules.get(index).is_some_and(|(_, loose)| *loose);
        let all = self.names(sort);
        let at = all.iter().enumerate().find(|(index, known)| known.text == name && !loose(*index));
        at.map(|(index, known)| (index, known.span))
    }

    /// Adds an item, or puts it in the place of the one at an index.
    fn put(&mut self, item: &ast::Item, pack: Option<u16>, at: Option<usize>) {
        let items = &mut self.items;
        match &item.kind {
            ItemKind::Component { kind, name, body } => {
                let item = ComponentItem { kind: kind.clone(), name: name.clone(), members: body.clone(), pack };
                place(&mut items.components, item, at);
            }
            ItemKind::Action(action) => place(&mut items.actions, action.clone(), at),
            ItemKind::Value(value) => place(&mut items.values, value.clone(), at),
            ItemKind::Keyword(keyword) => place(&mut items.keywords, keyword.clone(), at),
            ItemKind::Event { name, params } => {
                place(&mut items.events, HeadItem { name: name.clone(), params: params.clone(), says: None }, at);
            }
            ItemKind::Window { name, params, says } => {
                let item = HeadItem { name: name.clone(), params: params.clone(), says: says.clone() };
                place(&mut items.windows, item, at);
            }
            ItemKind::Rule { name, hooks } => {
                let rule = RuleItem { name: name.clone(), hooks: hooks.clone() };
                place(&mut self.rules, (rule, false), at);
            }
            ItemKind::Phase(phase) => {
                for (index, step) in phase.steps.iter().enumerate() {
                    let first = phase.steps.iter().take(index).find(|first| first.name.text == step.name.text);
                    if let Some(first) = first {
                        self.findings.push(twice_a_step(&phase.name.text, &step.name, first.name.span));
                    }
                }
                place(&mut items.phases, phase.clone(), at);
            }
            _ => {}
        }
    }
}

fn place<T>(list: &mut Vec<T>, item: T, at: Option<usize>) {
    match at {
        None => list.push(item),
        Some(index) => {
            if let Some(old) = list.get_mut(index) {
                *old = item;
            }
        }
    }
}

fn twice_a_step(phase: &str, step: &Name, first: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateItem, step.span, format!("the phase `{phase}` already has a step `{}`", step.text))
        .label("the second one")
        .other(first, "the first one")
        .help("give this step another name")
}

fn with_article(sort: Sort) -> String {
    let word = sort.word();
    let article = if word.starts_with(['a', 'e']) { "an" } else { "a" };
    format!("{article} {word}")
}
