//! `new pack`: a first card made from a card of the game, or a first rule, and a scenario that shows it.
//!
//! What suits a game is found by trying: of several drafts the first is taken with which `check` finds nothing new.

use std::path::{Path, PathBuf};

use cardwright::diagnostic::{Diagnostic, Findings, Severity};
use cardwright::source::{FileId, FileKind, SourceFile, Sources, Span};
use cardwright::syntax::ast::{Item, ItemKind, Member, Name};
use cardwright::syntax::{parse, print};

use super::{Files, dir_words, draft, names, tell, write_all};
use crate::failure::{Failure, Verdict};
use crate::files::{collect, packs};
use crate::roots::{Place, Roots, same_name};
use crate::tree::{Tree, join, shown};

/// A pack that could be written.
struct Draft {
    manifest: String,
    script: String,
    /// The id of its card; `None` for a rule.
    card: Option<String>,
}

/// Writes a pack for a game.
pub fn run(name: &str, game: &str, roots: &Roots, dir: Option<&Path>) -> Result<Verdict, Failure> {
    names::check("pack", name)?;
    let place = roots.game(game)?;
    if let Some(pack) = packs(&place).iter().find(|pack| same_name(&pack.name, name)) {
        return Err(Failure::Usage(format!(
            "`{}` has already a pack `{}`: choose another name",
            place.name, pack.name
        )));
    }
    let wrong = || Failure::Files(format!("`{}` has errors: see `cardwright check {}`", place.name, place.name));
    let sources = collect(&place, &[]).map_err(|_| wrong())?;
    let before = draft::findings(&sources, 0);
    if before.iter().any(|found| found.severity == Severity::Error) {
        return Err(wrong());
    }
    let game = Game::read(&sources);
    let Some(draft) = game.drafts(name).into_iter().find(|draft| draft.fits(name, &sources, &before)) else {
        return Err(Failure::Files(format!("nothing that could be added to `{}` was found", place.name)));
    };
    let (folder, inside) = folder(&place, name, roots);
    let files = files(&draft, &game, name, &sources, &inside);
    let target = folder.join(&inside);
    if target.exists() {
        return Err(Failure::Usage(format!("nothing was written: `{}` is there already", shown(&target))));
    }
    write_all(&folder, &files)?;
    let by_name = !inside.is_empty();
    let word = if by_name { name.to_owned() } else { shown(&target) };
    let (of, dir) = (&place.name, dir_words(dir));
    let next = [
        format!("cardwright check {of} --pack {word}{dir}"),
        format!("cardwright play {of} --pack {word}{dir}"),
        format!("cardwright test {}{dir}", if by_name { of } else { &word }),
    ];
    tell(&format!("the pack `{name}` for `{of}`"), &folder, &files, &next);
    Ok(Verdict::Fine)
}

/// Where the pack goes: a folder, and its place below. Beside the scripts of the game where these lie on the disk, or where a root of
/// the user's own is around us; else here.
fn folder(place: &Place, name: &str, roots: &Roots) -> (PathBuf, String) {
    match (&place.tree, &roots.root) {
        (Tree::Disk(base), _) => (base.clone(), join(&place.scripts, name)),
        (Tree::Shipped, Some(root)) => (root.clone(), format!("cards/{}/{name}", place.name)),
        (Tree::Shipped, None) => (PathBuf::from(name), String::new()),
    }
}

fn files(draft: &Draft, game: &Game, name: &str, sources: &Sources, inside: &str) -> Files {
    let file = join(inside, "scenarios/cards.card");
    let sources = draft.added(name, sources);
    let mut files =
        vec![(join(inside, "pack.toml"), draft.manifest.clone()), (join(inside, "cards.card"), draft.script.clone())];
    if let Some((scenario, title, told)) = game.scenario(draft, name, &sources) {
        files.push((file.clone(), scenario));
        files.push(draft::accepted(&file, &title, &told));
    }
    files
}

impl Draft {
    /// The game with this pack.
    fn added(&self, name: &str, sources: &Sources) -> Sources {
        let mut all = sources.clone();
        all.add(SourceFile::new(format!("{name}/pack.toml"), self.manifest.as_str(), FileKind::Pack, Some(0)));
        all.add(SourceFile::new(format!("{name}/cards.card"), self.script.as_str(), FileKind::Script, Some(0)));
        all
    }

    /// Whether nothing is wrong with it that was not wrong before.
    fn fits(&self, name: &str, sources: &Sources, before: &[Diagnostic]) -> bool {
        let known = |found: &Diagnostic| {
            before.iter().any(|other| (other.code, &other.message) == (found.code, &found.message))
        };
        draft::findings(&self.added(name, sources), 1).iter().all(known)
    }
}

/// What is known of the game for which the pack is.
struct Game {
    id: String,
    /// Cards with abilities, the shortest first: kind, id and body.
    cards: Vec<(String, String, String)>,
    /// Actions that take one thing.
    actions: Vec<String>,
    phases: Vec<String>,
    /// Zones that every player has.
    zones: Vec<String>,
    bilingual: bool,
    fewest: u8,
}

impl Game {
    fn read(sources: &Sources) -> Game {
        let card = cardwright::load::game_card(sources).ok();
        let mut game = Game {
            id: card.as_ref().map_or(String::new(), |card| card.id.clone()),
            cards: Vec::new(),
            actions: Vec::new(),
            phases: Vec::new(),
            zones: zones(sources),
            bilingual: card.as_ref().is_some_and(|card| card.name_fr.is_some()),
            fewest: card.map_or(2, |card| card.players.0),
        };
        for (id, file) in sources.iter().filter(|(_, file)| file.kind == FileKind::Script) {
            for item in parse(id, &file.text, &mut Findings::default()).items {
                game.item(sources, &item);
            }
        }
        game.cards.sort_by_key(|(_, _, body)| body.len());
        game
    }

    fn item(&mut self, sources: &Sources, item: &Item) {
        match &item.kind {
            ItemKind::Action(action) if action.params.len() == 1 => self.actions.push(action.name.text.clone()),
            ItemKind::Phase(phase) => self.phases.push(phase.name.text.clone()),
            ItemKind::Component { kind, name, body } if body.iter().any(|m| matches!(m, Member::Ability { .. })) => {
                let text = body_text(sources, item.span, name, body);
                self.cards.push((kind.text.clone(), name.text.clone(), text));
            }
            _ => {}
        }
    }

    /// Packs that might do, the best first.
    fn drafts(&self, name: &str) -> Vec<Draft> {
        let mut drafts = Vec::new();
        // A card of each kind at most: the shortest.
        let mut kinds: Vec<&str> = Vec::new();
        for (kind, model, body) in &self.cards {
            if kinds.contains(&kind.as_str()) {
                continue;
            }
            kinds.push(kind);
            let id = format!("{}_{kind}", names::snake(name));
            let script = self.card(name, kind, &id, model, body);
            // Where a kind says how many cards it has, one more must be counted.
            for more in [String::new(), format!("\n[kind.{kind}]\ntotal = \"+2\"\n")] {
                let manifest = self.manifest(name, "One new card") + &more;
                drafts.push(Draft { manifest, script: script.clone(), card: Some(id.clone()) });
            }
        }
        let rule = format!(
            "# {}: a rule that does nothing yet. Write into its inner braces what happens when the game begins, or choose\n\
             # another moment: `at end of turn`, `after ACTION by me`.\n\nrule {} {{\n  at start of game {{ }}\n}}\n",
            names::title(name),
            names::snake(name)
        );
        drafts.push(Draft { manifest: self.manifest(name, "One new rule"), script: rule, card: None });
        drafts
    }

    fn manifest(&self, name: &str, adds: &str) -> String {
        let title = names::title(name);
        format!(
            "# {title}: an expansion. Any section of a manifest may follow below, for what the game does not have yet.\n\
             #\n# Change first: the name, and the sentence that says what it adds.\n\n\
             [pack]\nid = \"{name}\"\nversion = \"0.1.0\"\ngame = \"{}\"\nname = \"{title}\"\nadds = \"{adds}\"\n",
            self.id
        )
    }

    /// A card with the body of another one, laid out.
    fn card(&self, name: &str, kind: &str, id: &str, model: &str, body: &str) -> String {
        let title = names::title(id);
        let fr = if self.bilingual { format!(" fr \"{title}\"") } else { String::new() };
        let text = format!(
            "# {}: a first card. It does what `{model}` of the game does: change that, and what is printed on it.\n\n\
             {kind} {id} {{\n  name \"{title}\"{fr}\n  copies 2 {body}\n}}\n",
            names::title(name)
        );
        print::format(FileId::default(), &text, &mut Findings::default()).unwrap_or(text)
    }

    /// A scenario that passes: best one in which somebody chooses the card.
    fn scenario(&self, draft: &Draft, name: &str, sources: &Sources) -> Option<(String, String, String)> {
        let title = names::title(name);
        let head = format!("# {title}: what it does, pinned. `cardwright test` plays this and compares.\n\n");
        let written = |title: &str, body: &str| {
            format!("scenario \"{title}\" {{\n  players {}\n{body}  snapshot\n}}\n", self.fewest)
        };
        // All are tried at once, under their numbers: loading a game takes longer than playing a scenario.
        let bodies = self.scenario_bodies(draft);
        let all: String = bodies.iter().enumerate().map(|(at, (_, body))| written(&at.to_string(), body)).collect();
        let passing = draft::passing(sources, Some(name), &all);
        let best = passing.into_iter().filter_map(|(title, told)| Some((title.parse::<usize>().ok()?, told)));
        let (at, told) = best.min_by_key(|(at, _)| *at)?;
        let (title, body) = bodies.get(at)?;
        Some((head + &written(title, body), title.clone(), told))
    }

    fn scenario_bodies(&self, draft: &Draft) -> Vec<(String, String)> {
        let mut bodies = Vec::new();
        if let Some(card) = &draft.card {
            let title = names::title(card);
            for zone in &self.zones {
                for phase in &self.phases {
                    let given = format!("  begin {phase} of p1\n  given {{ p1.{zone} [{card}] }}\n");
                    let calls = self.actions.iter().map(|action| format!("{action}({card})"));
                    for answer in calls.chain([card.clone()]) {
                        let played =
                            format!("{given}  p1 chooses {answer}\n  expect no p1.{zone} where it is {card}\n");
                        bodies.push((format!("{title} does what it says"), played));
                    }
                }
            }
            for zone in &self.zones {
                let given = format!("  given {{ p1.{zone} [{card}] }}\n");
                bodies.push((
                    format!("{title} is in the game"),
                    format!("{given}  expect any p1.{zone} where it is {card}\n"),
                ));
            }
        }
        bodies.push(("The game begins with the pack".to_owned(), String::new()));
        bodies
    }
}

/// What stands in the braces of a card, without `name`, `fr` and `copies`.
fn body_text(sources: &Sources, item: Span, name: &Name, body: &[Member]) -> String {
    let text = sources.slice(Span { start: name.span.end, ..item });
    let inside = text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or("");
    let mut rest = inside.to_owned();
    for member in body {
        if let Member::Attribute { name, value } = member
            && matches!(name.text.as_str(), "name" | "fr" | "copies")
        {
            rest = rest.replacen(sources.slice(name.span.to(value.span)), "", 1);
        }
    }
    rest.trim().to_owned()
}

/// The zones that every player has, those of few eyes first: cards are mostly played from a hand.
fn zones(sources: &Sources) -> Vec<String> {
    let request = cardwright::load::Request::default();
    let Ok(loaded) = cardwright::load::load(sources, &request) else { return Vec::new() };
    let of_player = loaded.program.nouns.zones.iter().filter(|zone| {
        matches!(zone.per, cardwright::program::nouns::Class::Actor | cardwright::program::nouns::Class::Seat)
    });
    of_player.map(|zone| zone.name.clone()).collect()
}
