//! Zones: whose they are, one place for each owner, and how they refill.

use super::{Noun, Resolver};
use crate::check::names;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::*;
use crate::manifest::model::{self, Zone};
use crate::program::nouns::{Class, Distinct, Faces, FillDef, KindSet, Owner, PlaceDef, Type, ZoneDef, ZoneOrder};
use crate::syntax::ast::Name;

/// Hooks say by bits in which zones they are live.
const MOST_ZONES: usize = 64;

impl Resolver<'_> {
    pub(super) fn declare_zones(&mut self) {
        for (index, zone) in self.manifest.zones.iter().enumerate() {
            self.declare(&zone.name, Noun::Zone(ZoneId::from_index(index)));
        }
    }

    pub(super) fn zones(&mut self) {
        for (index, zone) in self.manifest.zones.iter().enumerate() {
            if index == MOST_ZONES {
                let message = format!("there are {} zones", self.manifest.zones.len());
                self.error(Code::TooMany, zone.name.span, message, format!("there can be at most {MOST_ZONES}"));
            }
            let (per, owner) = self.zone_owner(zone);
            let holds = self.zone_holds(zone);
            let distinct = zone.distinct.as_ref().and_then(|distinct| self.distinct(distinct));
            let max = zone.max.as_ref().and_then(|max| self.small(max, 1, "the most cards of a zone"));
            let first_place = PlaceId::from_index(self.nouns.places.len());
            for at in 0..self.members(per) {
                let owner = match per {
                    Class::Actor => Owner::Actor(ActorId::from_index(at)),
                    Class::Seat => Owner::Seat(SeatId::from_index(at)),
                    Class::Space => Owner::Space(SpaceId::from_index(at)),
                    Class::Game | Class::Component | Class::Unit => Owner::Game,
                };
                self.nouns.places.push(PlaceDef { zone: ZoneId::from_index(index), owner });
            }
            self.symbols.zone_of.push(owner);
            self.symbols.zone_holds.push(holds);
            self.nouns.zones.push(ZoneDef {
                name: zone.name.text.clone(),
                labels: names::common(&zone.labels, &zone.name.text),
                per,
                order: order(zone.order),
                faces: faces(zone.faces),
                refill: None,
                fill: None,
                distinct,
                max,
                secret: zone.secret,
                holds,
                first_place,
                span: zone.name.span,
            });
        }
        if self.nouns.places.len() > usize::from(u16::MAX) {
            let span = self.manifest.zones.last().map_or(self.manifest.span, |zone| zone.name.span);
            let message = format!("there are {} zones of owners", self.nouns.places.len());
            self.error(Code::TooMany, span, message, format!("there can be at most {}", u16::MAX));
        }
        for (index, zone) in self.manifest.zones.iter().enumerate() {
            self.refills(index, zone);
        }
    }

    fn zone_owner(&mut self, zone: &Zone) -> (Class, Type) {
        let Some(per) = &zone.per else { return (Class::Game, Type::Unknown) };
        match self.class_of(per) {
            Some((class @ (Class::Game | Class::Actor | Class::Seat | Class::Space), ty)) => (class, ty),
            Some(_) => {
                let message = format!("`{}` cannot have zones of its own", per.text);
                let help =
                    format!("zones are the table's, or per `{}`, `seat` or kind of space", self.symbols.actor_kind);
                self.error(Code::ZonesDoNotFit, per.span, message, help);
                (Class::Game, Type::Unknown)
            }
            None => (Class::Game, Type::Unknown),
        }
    }

    fn zone_holds(&mut self, zone: &Zone) -> KindSet {
        let Some(holds) = &zone.holds else { return KindSet::all() };
        match self.noun(&holds.text) {
            Some(Noun::Kind(id)) => {
                self.nouns.kinds.get(id.index()).map_or(KindSet::one(*id), |kind| kind.with_subkinds)
            }
            Some(Noun::KindGroup(kinds)) => *kinds,
            None if matches!(holds.text.as_str(), "card" | "component") => KindSet::all(),
            _ => {
                self.not_a("kind", holds, |noun| matches!(noun, Noun::Kind(_) | Noun::KindGroup(_)));
                KindSet::all()
            }
        }
    }

    fn distinct(&mut self, distinct: &Name) -> Option<Distinct> {
        if distinct.text == "name" {
            return Some(Distinct::Design);
        }
        let attribute = self.symbols.attributes.get(&distinct.text).copied();
        if attribute.is_none() {
            let known = self.symbols.attributes.keys().map(String::as_str).chain(["name"]);
            self.findings.push(names::unknown(Code::UnknownName, "attribute", distinct, known));
        }
        attribute.map(Distinct::Attribute)
    }

    fn refills(&mut self, index: usize, zone: &Zone) {
        let refill = zone.refill.as_ref().and_then(|from| self.source(index, from, "refill"));
        let fill = zone.fill.as_ref().and_then(|fill| {
            let from = self.source(index, &fill.from, "fill");
            let to = self.small(&fill.to, 1, "the number of cards to fill up to");
            Some(FillDef { to: to?, from: from? })
        });
        if let Some(row) = self.nouns.zones.get_mut(index) {
            row.refill = refill;
            row.fill = fill;
        }
    }

    /// A zone from which another is filled: of the same owner, or the table's.
    fn source(&mut self, index: usize, from: &Name, how: &str) -> Option<ZoneId> {
        let Some(Noun::Zone(id)) = self.noun(&from.text).cloned() else {
            self.not_a("zone", from, |noun| matches!(noun, Noun::Zone(_)));
            return None;
        };
        let zone = self.nouns.zones.get(index)?;
        let source = self.nouns.zones.get(id.index())?;
        let same_kind = self.symbols.zone_of.get(index) == self.symbols.zone_of.get(id.index());
        let found = if id.index() == index {
            Some(format!("`{}` cannot {how} itself from itself", zone.name))
        } else if source.per != Class::Game && !(source.per == zone.per && same_kind) {
            Some(format!(
                "`{}` cannot be filled from `{}`: they do not belong to the same owners",
                zone.name, source.name
            ))
        } else if !zone.holds.meets(source.holds) {
            let message = format!("`{}` holds no card that can lie in `{}`", zone.name, source.name);
            let found = Diagnostic::new(Code::ZonesDoNotFit, from.span, message)
                .other(source.span, "see the `holds` of both")
                .help("take a zone that holds the same kind, or let one of them hold both");
            self.findings.push(found);
            return Some(id);
        } else {
            None
        };
        if let Some(message) = found {
            let found = Diagnostic::new(Code::ZonesDoNotFit, from.span, message)
                .other(source.span, "this zone")
                .help("take a zone of the same owner (`per`), or one of the table");
            self.findings.push(found);
            return None;
        }
        Some(id)
    }
}

fn order(order: model::ZoneOrder) -> ZoneOrder {
    match order {
        model::ZoneOrder::Set => ZoneOrder::Set,
        model::ZoneOrder::Pile => ZoneOrder::Pile,
        model::ZoneOrder::Row => ZoneOrder::Row,
        model::ZoneOrder::Bag => ZoneOrder::Bag,
    }
}

fn faces(faces: model::Faces) -> Faces {
    match faces {
        model::Faces::Up => Faces::Up,
        model::Faces::Down => Faces::Down,
        model::Faces::Owner => Faces::Owner,
        model::Faces::Others => Faces::Others,
        model::Faces::Each => Faces::Each,
    }
}
