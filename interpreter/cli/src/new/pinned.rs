//! The scenario of a new pack: one in which its card does something, found by trying.

use cardwright::source::{FileId, Sources};

use super::draft::{Tried, tried};
use super::model::{Draft, Game};
use super::names;

/// What is counted is compared up to this number.
const HIGHEST: u32 = 20;

/// After so many first choices at most a second one is tried.
const FURTHER: usize = 20;

/// A scenario that passes.
pub struct Scenario {
    /// The whole file.
    pub text: String,
    pub title: String,
    pub told: String,
}

/// Lines of a scenario between its head and its expectations.
#[derive(Clone)]
struct Body {
    /// `begin` and `given`.
    table: String,
    /// What p1 chooses.
    answers: Vec<String>,
}

impl Body {
    fn lines(&self) -> String {
        match self.answers.as_slice() {
            [] => self.table.clone(),
            answers => format!("{}  p1 chooses {}\n", self.table, answers.join(", ")),
        }
    }
}

/// The first draft whose card is seen to do something: best when somebody chooses it, else when it lies there; last a card of a
/// kind that the pack brings along.
pub fn first_seen(
    game: &Game,
    name: &str,
    sources: &Sources,
    fits: impl Fn(&Draft) -> bool,
) -> Option<(Draft, Scenario)> {
    let begins = begins(game, sources);
    let search = |draft: &Draft, chosen: bool| {
        let trial = Trial { begins: &begins, game, draft, name, sources: draft.added(name, sources) };
        let body = if chosen { trial.chosen() } else { trial.lying() }?;
        trial.written(&body)
    };
    let mut seen = None;
    let drafts: Vec<Draft> = game.drafts(name).into_iter().filter(|draft| fits(draft)).collect();
    for (draft, chosen) in drafts.iter().map(|draft| (draft, true)).chain(drafts.iter().map(|draft| (draft, false))) {
        seen = search(draft, chosen).map(|scenario| (draft.clone(), scenario));
        if seen.is_some() {
            break;
        }
    }
    let mut own = game.own_drafts(name).into_iter().filter(|draft| fits(draft));
    seen.or_else(|| own.find_map(|draft| search(&draft, false).map(|scenario| (draft, scenario))))
}

/// The lines with which a scenario of the game can begin.
fn begins(game: &Game, sources: &Sources) -> Vec<String> {
    let phases = game.phases.iter().flat_map(|phase| [format!("{phase} of p1"), phase.clone()]);
    let all = phases.chain(["turn of p1".to_owned(), "round".to_owned()]).map(|place| format!("  begin {place}\n"));
    let all: Vec<String> = all.collect();
    let text: String = all.iter().enumerate().map(|(at, begin)| scenario(game, &at.to_string(), begin)).collect();
    let found = tried(sources, None, &text, |_| false).into_iter().filter(|one| one.told.is_some());
    found.filter_map(|one| all.get(one.title.parse::<usize>().ok()?).cloned()).collect()
}

fn scenario(game: &Game, title: &str, lines: &str) -> String {
    format!("scenario \"{title}\" {{\n  players {}\n{lines}  snapshot\n}}\n", game.fewest)
}

/// One draft and the game with it.
struct Trial<'d> {
    begins: &'d [String],
    game: &'d Game,
    draft: &'d Draft,
    name: &'d str,
    sources: Sources,
}

impl Trial<'_> {
    /// The card is given to a player, who chooses it, and perhaps something after it.
    fn chosen(&self) -> Option<Body> {
        let card = &self.draft.card;
        let about = |option: &String| format!("{option}({card})");
        let firsts: Vec<String> = self.game.options.iter().map(about).chain([card.clone()]).collect();
        let rich: String = self.game.counters.iter().map(|counter| format!("   p1.{counter} 3")).collect();
        for more in [String::new(), rich] {
            let mut bodies = Vec::new();
            for (zone, begin) in self.game.own_zones.iter().flat_map(|zone| self.begins.iter().map(move |b| (zone, b)))
            {
                let table = format!("{begin}  given {{ p1.{zone} [{card}]{more} }}\n");
                bodies.extend(firsts.iter().map(|first| Body { table: table.clone(), answers: vec![first.clone()] }));
            }
            let (seen, passing) = self.seen(&bodies);
            if seen.is_some() {
                return seen;
            }
            let further = passing.iter().take(FURTHER).flat_map(|body| {
                firsts.iter().cloned().chain(["yes".to_owned()]).map(|next| {
                    let answers = body.answers.iter().cloned().chain([next]).collect();
                    Body { table: body.table.clone(), answers }
                })
            });
            let (seen, _) = self.seen(&further.collect::<Vec<_>>());
            if seen.is_some() {
                return seen;
            }
        }
        None
    }

    /// The card lies somewhere, and does something by itself.
    fn lying(&self) -> Option<Body> {
        let card = &self.draft.card;
        let mut bodies: Vec<String> = std::iter::once(String::new()).chain(self.begins.iter().cloned()).collect();
        let own = self.game.own_zones.iter().map(|zone| format!("p1.{zone} [{card}]"));
        let shared = self.game.table_zones.iter().map(|zone| format!("{zone} [{card}, ...]"));
        for given in own.chain(shared) {
            bodies.extend(self.begins.iter().map(|begin| format!("{begin}  given {{ {given} }}\n")));
        }
        let bodies: Vec<Body> = bodies.into_iter().map(|table| Body { table, answers: Vec::new() }).collect();
        self.seen(&bodies).0
    }

    /// The first body in which the card does something, and all that can be played.
    fn seen(&self, bodies: &[Body]) -> (Option<Body>, Vec<Body>) {
        // All are tried at once, under their numbers: loading a game takes longer than playing a scenario.
        let all = bodies.iter().enumerate().map(|(at, body)| self.scenario(&at.to_string(), &body.lines()));
        let script = self.script();
        let does = |one: &Tried| one.told.is_some() && script.is_some_and(|script| one.ran(script));
        let found = tried(&self.sources, Some(self.name), &all.collect::<String>(), does);
        let mut passing: Vec<(usize, &Tried)> =
            found.iter().filter_map(|one| Some((one.title.parse().ok()?, one))).collect();
        passing.retain(|(_, one)| one.told.is_some());
        passing.sort_by_key(|(at, _)| *at);
        let seen = passing.iter().find(|(_, one)| does(one));
        let body = |at: usize| bodies.get(at).cloned();
        (seen.and_then(|(at, _)| body(*at)), passing.iter().filter_map(|(at, _)| body(*at)).collect())
    }

    /// The file of the new card.
    fn script(&self) -> Option<FileId> {
        let name = format!("{}/cards.card", self.name);
        self.sources.iter().find(|(_, file)| file.name == name).map(|(id, _)| id)
    }

    fn scenario(&self, title: &str, lines: &str) -> String {
        scenario(self.game, title, lines)
    }

    /// The whole file, with what the card has changed.
    fn written(&self, body: &Body) -> Option<Scenario> {
        let title = format!("{} does what it says", names::title(&self.draft.card));
        let expects: String = self.changed(body).iter().map(|what| format!("  expect {what}\n")).collect();
        let scenario = self.scenario(&title, &(body.lines() + &expects));
        let told = tried(&self.sources, Some(self.name), &scenario, |_| false).into_iter().find_map(|one| one.told)?;
        let head = format!(
            "# {}: what it does, pinned. `cardwright test` plays this and compares.\n\n",
            names::title(self.name)
        );
        Some(Scenario { text: head + &scenario, title, told })
    }

    /// What holds afterwards and did not hold before.
    fn changed(&self, body: &Body) -> Vec<String> {
        if body.answers.is_empty() {
            return Vec::new();
        }
        let card = &self.draft.card;
        let counted =
            self.game.counters.iter().flat_map(|counter| (0..=HIGHEST).map(move |n| format!("p1.{counter} is {n}")));
        let zones =
            self.game.own_zones.iter().map(|zone| format!("p1.{zone}")).chain(self.game.table_zones.iter().cloned());
        let gone = zones.clone().map(|zone| format!("no {zone} where it is {card}"));
        let there = zones.map(|zone| format!("any {zone} where it is {card}"));
        // One scenario for each: what cannot be asked where one stands hides no other.
        let all: Vec<String> = counted.chain(there).chain(gone).collect();
        let holds = |lines: &str| {
            let written = all
                .iter()
                .enumerate()
                .map(|(at, what)| self.scenario(&at.to_string(), &format!("{lines}  expect {what}\n")));
            let found = tried(&self.sources, Some(self.name), &written.collect::<String>(), |_| false);
            let passed = found.into_iter().filter(|one| one.failed.is_empty());
            passed.filter_map(|one| one.title.parse::<usize>().ok()).collect::<Vec<usize>>()
        };
        let before = holds(&body.table);
        let after = holds(&body.lines()).into_iter().filter(|at| !before.contains(at));
        let mut changed: Vec<String> = after.filter_map(|at| all.get(at).cloned()).collect();
        // That it came somewhere says that it left.
        if changed.iter().any(|what| what.starts_with("any ")) {
            changed.retain(|what| !what.starts_with("no "));
        }
        changed
    }
}
