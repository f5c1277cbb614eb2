//! Seats and actors: those who play, those who are automated, and teams.

use super::{Noun, Resolver};
use crate::check::names;
use crate::diagnostic::{Code, Diagnostic};
use crate::ids::*;
use crate::manifest::model::{Actor, Labels, ResultKind};
use crate::program::nouns::{ActorDef, SeatDef};
use crate::source::Span;
use crate::syntax::ast::Name;
use crate::words::Language;

/// Sets of actors are kept as bits of one machine word at run time.
const MOST_ACTORS: usize = 32;

impl Resolver<'_> {
    pub(super) fn actors(&mut self) {
        let manifest = self.manifest;
        let mut playing = manifest.actors.iter().filter(|actor| actor.decided_by.is_none());
        let player = playing.next();
        for second in playing {
            let message = format!("`{}` is a second kind of actor that plays", second.name.text);
            let mut found = Diagnostic::new(Code::BadActor, second.name.span, message)
                .help("say who decides for it: `decided_by = \"p1\"` or `decided_by = \"chance\"`");
            if let Some(first) = player {
                found = found.other(first.name.span, "the first one");
            }
            self.findings.push(found);
        }
        self.playing(player);
        for actor in manifest.actors.iter().filter(|actor| actor.decided_by.is_some()) {
            self.automated(actor);
        }
        self.teams();
        self.numbers_by_actor();
    }

    fn playing(&mut self, actor: Option<&Actor>) {
        let others = [(Language::French, "joueur|joueurs".to_owned())].into_iter().collect();
        let usual = Labels { en: Some("player|players".into()), others, gender: Some('m') };
        let name =
            actor.map_or_else(|| Name { text: "player".into(), span: Span::default() }, |actor| actor.name.clone());
        let is_usual = actor.is_none_or(|actor| actor.labels == Labels::default() && actor.name.text == "player");
        let labels = actor.filter(|_| !is_usual).map_or(&usual, |actor| &actor.labels);
        let several = names::plural(&name.text, labels);
        self.symbols.actor_kind = name.text.clone();
        self.symbols.actor_kind_plural = several.clone();
        self.declare(&name, Noun::ActorKind);
        if several != name.text {
            self.declare_word(&several, name.span, Noun::Actors);
        }
        let per_seat = actor.and_then(|actor| actor.per_seat.as_ref());
        let per_seat = per_seat.and_then(|number| self.small(number, 1, "the number of actors on a seat")).unwrap_or(1);
        let per_seat = usize::from(per_seat);
        let count = usize::from(self.players) * per_seat;
        if count > MOST_ACTORS {
            let message = format!("{count} actors are too many");
            self.error(Code::TooMany, name.span, message, format!("there can be at most {MOST_ACTORS}"));
        }
        for seat in 1..=usize::from(self.players) {
            self.nouns.seats.push(SeatDef { name: format!("s{seat}") });
        }
        let label = names::common(labels, &name.text);
        for index in 0..count.min(MOST_ACTORS) {
            let number = index + 1;
            let numbered = |label: &str| {
                let one = label.split('|').next().unwrap_or(label);
                format!("{} {number}", names::capital(one))
            };
            self.nouns.actors.push(ActorDef {
                name: format!("p{number}"),
                labels: crate::program::nouns::Labels {
                    en: numbered(&label.en),
                    others: label.others.map(numbered),
                    gender: label.gender,
                },
                seat: Some(SeatId::from_index(index / per_seat)),
                team: 0,
                takes_turns: true,
            });
            self.declare_word(&format!("p{number}"), name.span, Noun::Actor(ActorId::from_index(index)));
        }
    }

    fn automated(&mut self, actor: &Actor) {
        let Some(decider) = &actor.decided_by else { return };
        let seat = if decider.text == "chance" {
            None
        } else {
            let player = self.nouns.actors.iter().find(|player| player.name == decider.text && player.takes_turns);
            let seat = player.and_then(|player| player.seat);
            if seat.is_none() {
                let message = format!("nobody called `{}` can decide for `{}`", decider.text, actor.name.text);
                let known: Vec<&str> = self.nouns.actors.iter().map(|player| player.name.as_str()).collect();
                let help = format!("write one of {}, or `chance`", names::quoted(&known));
                self.error(Code::BadActor, decider.span, message, help);
            }
            seat
        };
        let id = ActorId::from_index(self.nouns.actors.len());
        self.declare(&actor.name, Noun::Actor(id));
        self.nouns.actors.push(ActorDef {
            name: actor.name.text.clone(),
            labels: names::proper(&actor.labels, &actor.name.text),
            seat,
            team: 0,
            takes_turns: actor.takes_turns,
        });
    }

    /// Each actor is a team of its own; those who play together, or in a team of the manifest, are one.
    fn teams(&mut self) {
        let together = self.manifest.game.result == ResultKind::Together;
        let count = self.nouns.actors.len();
        let mut teams: Vec<Option<u16>> = vec![None; count];
        let mut next = 0;
        for team in &self.manifest.teams {
            for member in team {
                let at = self.nouns.actors.iter().position(|actor| actor.name == member.text);
                let Some(slot) = at.and_then(|at| teams.get_mut(at)) else {
                    self.not_in_a_team(member);
                    continue;
                };
                if slot.replace(next).is_some() {
                    let message = format!("`{}` is in two teams, or twice in one", member.text);
                    self.error(Code::BadActor, member.span, message, "name each player once");
                }
            }
            next += 1;
        }
        let common = next;
        let mut alone = if together { common + 1 } else { common };
        for (actor, team) in self.nouns.actors.iter_mut().zip(teams) {
            let plays = self
                .manifest
                .actors
                .iter()
                .all(|declared| declared.decided_by.is_none() || declared.name.text != actor.name);
            actor.team = match team {
                Some(team) => team,
                None if together && plays => common,
                None => {
                    alone += 1;
                    alone - 1
                }
            };
        }
    }

    /// Teams may name players who do not play today; anything else is a mistake.
    fn not_in_a_team(&mut self, member: &Name) {
        let number = member.text.strip_prefix('p').and_then(|number| number.parse::<usize>().ok());
        if number.is_none_or(|number| number == 0 || number > MOST_ACTORS) {
            self.not_a("actor", member, |noun| matches!(noun, Noun::Actor(_)));
        }
    }
}
