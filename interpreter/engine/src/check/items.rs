//! The script items that count for one choice of packs and variants, patches applied.

use crate::syntax::ast;

/// A design as written: its own body, then what `extend` added.
#[derive(Clone, Debug)]
pub struct ComponentItem {
    pub kind: ast::Name,
    pub name: ast::Name,
    pub members: Vec<ast::Member>,
    /// Which pack wrote it.
    pub pack: Option<u16>,
}

/// `every KIND { … }`
#[derive(Clone, Debug)]
pub struct EveryItem {
    pub kind: ast::Name,
    pub members: Vec<ast::Member>,
}

/// A rule, or the loose hooks of a variant under the variant's name.
#[derive(Clone, Debug)]
pub struct RuleItem {
    pub name: ast::Name,
    pub hooks: Vec<ast::Hook>,
}

/// `event` and `window` heads.
#[derive(Clone, Debug)]
pub struct HeadItem {
    pub name: ast::Name,
    pub params: Vec<ast::Param>,
    /// The question of a window.
    pub says: Option<ast::Says>,
}

/// Everything in declared order, after `replace`, `retire`, `extend` and `insert`.
#[derive(Clone, Debug, Default)]
pub struct Items {
    pub components: Vec<ComponentItem>,
    /// Cards that a pack which did not write them took away or replaced: they still count where their own file counts.
    pub taken: Vec<ComponentItem>,
    pub everies: Vec<EveryItem>,
    pub actions: Vec<ast::Action>,
    pub events: Vec<HeadItem>,
    pub windows: Vec<HeadItem>,
    pub values: Vec<ast::Value>,
    pub keywords: Vec<ast::Keyword>,
    pub phases: Vec<ast::Phase>,
    pub rules: Vec<RuleItem>,
}
