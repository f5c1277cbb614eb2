//! Units (things that stand on spaces) and dice.

use super::{Noun, Resolver};
use crate::check::names;
use crate::diagnostic::Code;
use crate::ids::*;
use crate::program::nouns::{DiceDef, UnitDef, UnitKindDef};

impl Resolver<'_> {
    pub(super) fn units(&mut self) {
        for (index, unit) in self.manifest.units.iter().enumerate() {
            let id = UnitKindId::from_index(index);
            self.declare(&unit.name, Noun::UnitKind(id));
            let several = names::plural(&unit.name.text, &unit.labels);
            if several != unit.name.text {
                self.declare_word(&several, unit.name.span, Noun::Units(id));
            }
            let at = match self.noun(&unit.at.text) {
                Some(Noun::SpaceKind(kind)) => *kind,
                _ => {
                    self.not_a("kind of space", &unit.at, |noun| matches!(noun, Noun::SpaceKind(_)));
                    SpaceKindId::default()
                }
            };
            let per_actor = unit.per.as_ref().is_some_and(|per| self.is_actor_kind(per));
            let first_unit = UnitId::from_index(self.nouns.units.len());
            self.nouns.unit_kinds.push(UnitKindDef {
                name: unit.name.text.clone(),
                labels: names::common(&unit.labels, &unit.name.text),
                at,
                per_actor,
                first_unit,
            });
            let copies = if per_actor { self.nouns.actors.len() } else { 1 };
            for copy in 0..copies {
                let owner = per_actor.then(|| ActorId::from_index(copy));
                self.nouns.units.push(UnitDef { kind: id, owner });
            }
        }
    }

    pub(super) fn dice(&mut self) {
        for (index, dice) in self.manifest.dice.iter().enumerate() {
            self.declare(&dice.name, Noun::Dice(DiceId::from_index(index)));
            let mut faces = Vec::with_capacity(dice.faces.len());
            for face in &dice.faces {
                let number = self.number_word(face.number, dice.name.span);
                faces.push((number, face.weight));
            }
            if faces.iter().all(|(_, weight)| *weight == 0) {
                let message = format!("`{}` has no face that it could show", dice.name.text);
                self.error(Code::OutOfRange, dice.name.span, message, "give it faces: `faces = [1, 2, 3, 4, 5, 6]`");
            }
            let labels = names::common(&dice.labels, &dice.name.text);
            self.nouns.dice.push(DiceDef { name: dice.name.text.clone(), labels, faces });
        }
    }
}
