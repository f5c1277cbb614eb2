//! Groups: names for several kinds or several sorts of stuff, groups of groups among them.

use super::{Noun, Resolver};
use crate::check::names;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::*;
use crate::manifest::model::Group;
use crate::program::nouns::{KindSet, StuffGroupDef};

/// Groups inside groups, before it is taken for a mistake.
const DEEPEST: usize = 64;

#[derive(Default)]
struct Members<'a> {
    kinds: KindSet,
    stuff: Vec<StuffId>,
    /// One of them means nothing, which is reported.
    unknown: bool,
    /// Groups already gone through: each counts once, however often it is named.
    done: Vec<&'a Group>,
}

impl<'a> Resolver<'a> {
    /// Declares groups of both sorts; the rows of groups of stuff are made here, their worth later.
    pub(super) fn groups(&mut self) {
        let groups = &self.manifest.groups;
        for group in groups {
            let mut members = Members::default();
            self.members_of(group, &mut vec![group], &mut members);
            let mixed = members.kinds != KindSet::default() && !members.stuff.is_empty();
            if mixed {
                let message = format!("`{}` has both kinds and stuff among its members", group.name.text);
                self.error(Code::MixedGroup, group.name.span, message, "make two groups of it");
            }
            if members.unknown {
                // Nobody can tell which kind was meant: none is left out.
                members.kinds = KindSet::all();
            }
            if members.stuff.is_empty() {
                self.declare(&group.name, Noun::KindGroup(members.kinds));
                continue;
            }
            let id = StuffGroupId::from_index(self.nouns.stuff_groups.len());
            self.declare(&group.name, Noun::StuffGroup(id));
            let has_worth =
                |id: &StuffId| self.manifest.stuff.get(id.index()).is_some_and(|stuff| stuff.worth.is_some());
            let worth = group.worth.is_some() || members.stuff.iter().any(has_worth);
            self.nouns.stuff_groups.push(StuffGroupDef {
                name: group.name.text.clone(),
                labels: names::common(&group.labels, &group.name.text),
                members: members.stuff,
                worth: None,
                overpay: group.overpay.unwrap_or(worth),
            });
        }
    }

    fn members_of(&mut self, group: &'a Group, inside: &mut Vec<&'a Group>, members: &mut Members<'a>) {
        for member in &group.members {
            match self.noun(&member.text) {
                Some(Noun::Kind(id)) => {
                    let set = self.nouns.kinds.get(id.index()).map_or(KindSet::one(*id), |kind| kind.with_subkinds);
                    members.kinds = members.kinds.with(set);
                    continue;
                }
                Some(Noun::Stuff(id)) => {
                    if !members.stuff.contains(id) {
                        members.stuff.push(*id);
                    }
                    continue;
                }
                _ => {}
            }
            let Some(inner) = self.manifest.groups.iter().find(|known| known.name.text == member.text) else {
                self.not_a("kind, sort of stuff or group", member, |noun| {
                    matches!(noun, Noun::Kind(_) | Noun::Stuff(_) | Noun::KindGroup(_) | Noun::StuffGroup(_))
                });
                members.unknown = true;
                continue;
            };
            if inside.len() > DEEPEST || inside.iter().any(|known| std::ptr::eq(*known, inner)) {
                let message = format!("`{}` is in the end a member of itself", member.text);
                self.error(Code::InsideItself, member.span, message, "leave it out");
                continue;
            }
            if members.done.iter().any(|known| std::ptr::eq(*known, inner)) {
                continue;
            }
            inside.push(inner);
            self.members_of(inner, inside, members);
            inside.pop();
            members.done.push(inner);
        }
    }

    /// The values that say what stuff is worth.
    pub(super) fn stuff_groups(&mut self) {
        for group in &self.manifest.groups {
            let Some(worth) = &group.worth else { continue };
            let value = self.items.values.iter().position(|value| value.name.text == worth.text);
            let Some(value) = value else {
                let known = self.items.values.iter().map(|value| value.name.text.as_str());
                self.findings.push(names::unknown(Code::UnknownName, "value", worth, known));
                continue;
            };
            let row = match self.noun(&group.name.text) {
                Some(Noun::StuffGroup(id)) => id.index(),
                _ => {
                    let message = format!("`{}` is no group of stuff, so it has no worth", group.name.text);
                    self.findings
                        .push(Diagnostic::new(Code::MixedGroup, worth.span, message).help("leave out `worth`"));
                    continue;
                }
            };
            if let Some(row) = self.nouns.stuff_groups.get_mut(row) {
                row.worth = Some(ValueId::from_index(value));
            }
        }
    }
}
