//! What is known of the game for which a pack is, and which first cards the pack might have.

use cardwright::diagnostic::Findings;
use cardwright::program::nouns::{Class, StateKind};
use cardwright::source::{FileId, FileKind, Sources, Span};
use cardwright::syntax::ast::{Item, ItemKind, Member, Name};
use cardwright::syntax::{parse, print};
use cardwright::words::Language;

use super::names;

/// So many cards of one kind are tried.
const OF_ONE_KIND: usize = 3;

/// A pack that could be written.
#[derive(Clone)]
pub struct Draft {
    pub manifest: String,
    pub script: String,
    /// The id of its card.
    pub card: String,
}

/// What is known of a game.
#[derive(Default)]
pub struct Game {
    id: String,
    /// Cards that do something, the shortest first: kind, id and body.
    cards: Vec<(String, String, String)>,
    /// The other ones.
    plain: Vec<(String, String)>,
    /// Options that are about one thing.
    pub options: Vec<String>,
    pub phases: Vec<String>,
    /// Zones that every player has.
    pub own_zones: Vec<String>,
    /// Zones of the table.
    pub table_zones: Vec<String>,
    /// Counters and stuff of players.
    pub counters: Vec<String>,
    pub bilingual: bool,
    /// Those that the game names.
    languages: Vec<Language>,
    pub fewest: u8,
}

impl Game {
    pub fn read(sources: &Sources) -> Game {
        let card = cardwright::load::game_card(sources).ok();
        let mut game = Game {
            id: card.as_ref().map_or(String::new(), |card| card.id.clone()),
            bilingual: card.as_ref().is_some_and(|card| card.names.get(Language::French).is_some()),
            languages: card.as_ref().map(|card| card.languages.clone()).unwrap_or_default(),
            fewest: card.map_or(2, |card| card.players.0),
            ..Game::default()
        };
        game.nouns(sources);
        for (id, file) in sources.iter().filter(|(_, file)| file.kind == FileKind::Script) {
            game.options.extend(options(&file.text));
            for item in parse(id, &file.text, &mut Findings::default()).items {
                game.item(sources, &item);
            }
        }
        game.options.sort();
        game.options.dedup();
        game.cards.sort_by_key(|(_, _, body)| body.len());
        game
    }

    fn nouns(&mut self, sources: &Sources) {
        let Ok(loaded) = cardwright::load::load(sources, &cardwright::load::Request::default()) else { return };
        let nouns = &loaded.program.nouns;
        let of_players = |class: Class| matches!(class, Class::Actor | Class::Seat);
        let names = |of: &dyn Fn(Class) -> bool| {
            nouns.zones.iter().filter(|zone| of(zone.per)).map(|zone| zone.name.clone()).collect()
        };
        self.own_zones = names(&of_players);
        self.table_zones = names(&|class| class == Class::Game);
        let counters = nouns.states.iter().filter(|state| of_players(state.on) && is_counter(&state.kind));
        self.counters = counters.map(|state| state.name.clone()).collect();
    }

    fn item(&mut self, sources: &Sources, item: &Item) {
        match &item.kind {
            ItemKind::Phase(phase) => self.phases.push(phase.name.text.clone()),
            ItemKind::Component { kind, name, body }
                if body.iter().any(|member| matches!(member, Member::Ability { .. } | Member::Hook(_))) =>
            {
                let text = body_text(sources, item.span, &self.languages, (name, body));
                self.cards.push((kind.text.clone(), name.text.clone(), text));
            }
            ItemKind::Component { kind, name, body } if self.plain.iter().all(|(known, _)| *known != kind.text) => {
                self.plain.push((kind.text.clone(), body_text(sources, item.span, &self.languages, (name, body))));
            }
            _ => {}
        }
    }

    /// Packs that might do: a card of one of the game's kinds, the shortest first.
    pub fn drafts(&self, name: &str) -> Vec<Draft> {
        let mut drafts = Vec::new();
        for (at, (kind, model, body)) in self.cards.iter().enumerate() {
            if self.cards.iter().take(at).filter(|(known, ..)| known == kind).count() < OF_ONE_KIND {
                let card = format!("{}_{kind}", names::snake(name));
                let says = format!("It does what `{model}` of the game does: change that, and what is printed on it.");
                let script = self.card(name, kind, &card, &says, &format!("copies 2 {body}"));
                drafts.push(Draft { manifest: self.manifest(name), script, card });
            }
        }
        drafts
    }

    /// Cards of a kind that the pack brings along, for games whose own cards do nothing: they lie on the table, and now and then
    /// everybody gains something, of the game if it counts anything.
    pub fn own_drafts(&self, name: &str) -> Vec<Draft> {
        let counter = format!("{}_points", names::snake(name));
        let declared = format!("\n[counter]\n{counter} = {{ on = \"player\", {} }}\n", self.labels(name, "point"));
        let counters = self.counters.iter().map(|known| (known.as_str(), ""));
        // Where rules ask all cards for what is printed on them, the new kind is a sort of one of theirs.
        let sorts =
            || std::iter::once(("", "")).chain(self.plain.iter().map(|(kind, body)| (kind.as_str(), body.as_str())));
        let all = counters.chain([(counter.as_str(), declared.as_str())]);
        all.flat_map(|counter| sorts().flat_map(move |sort| self.own_cards(name, counter, sort))).collect()
    }

    fn own_cards(&self, name: &str, (counter, declared): (&str, &str), (sort, body): (&str, &str)) -> Vec<Draft> {
        let snake = names::snake(name);
        let (kind, zone, card) = (format!("{snake}_card"), format!("{snake}_cards"), format!("{snake}_first"));
        let is = if sort.is_empty() { String::new() } else { format!("is = \"{sort}\"\n") };
        let labels = self.labels(name, "card");
        let lines = labels.replace(", ", "\n");
        let manifest = self.manifest(name)
            + &format!("\n[kind.{kind}]\n{is}live = \"{zone}\"\nstarts_in = \"{zone}\"\n{lines}\n")
            + &format!("\n[zone]\n{zone} = {{ faces = \"up\", {labels} }}\n{declared}");
        let draft = |hook: String| {
            let says = "It lies on the table from the beginning. Change what happens, and when.";
            let script = self.card(name, &kind, &card, says, format!("{body}\n  {hook}").trim_start());
            Draft { manifest: manifest.clone(), script, card: card.clone() }
        };
        let everybody = format!("for each p in players {{ gain 1 {counter} by p }}");
        let mut hooks = vec![
            format!("at start of turn {{ gain 1 {counter} by active }}"),
            format!("at start of round {{ {everybody} }}"),
        ];
        // What comes first may be the set-up, in which not all is there yet.
        hooks.extend(self.phases.iter().rev().map(|phase| format!("at start of {phase} {{ {everybody} }}")));
        hooks.into_iter().map(draft).collect()
    }

    fn labels(&self, name: &str, what: &str) -> String {
        let title = names::title(name);
        let fr = if self.bilingual { format!(", fr = \"{title}\", gender = \"f\"") } else { String::new() };
        format!("en = \"{title} {what}|{title} {what}s\"{fr}")
    }

    fn manifest(&self, name: &str) -> String {
        let title = names::title(name);
        format!(
            "# {title}: an expansion. Any section of a manifest may follow below, for what the game does not have yet.\n\
             #\n# Change first: the name, and the sentence that says what it adds.\n\n\
             [pack]\nid = \"{name}\"\nversion = \"0.1.0\"\ngame = \"{}\"\nname = \"{title}\"\nadds = \"One new card\"\n",
            self.id
        )
    }

    /// A card, laid out.
    fn card(&self, name: &str, kind: &str, id: &str, says: &str, body: &str) -> String {
        let title = names::title(id);
        let fr = if self.bilingual { format!(" fr \"{title}\"") } else { String::new() };
        let text = format!(
            "# {}: a first card. {says}\n\n{kind} {id} {{\n  name \"{title}\"{fr}\n  {body}\n}}\n",
            names::title(name)
        );
        print::format(FileId::default(), &text, &mut Findings::default()).unwrap_or(text)
    }
}

fn is_counter(kind: &StateKind) -> bool {
    matches!(kind, StateKind::Counter { .. })
}

/// `option play(c) for …`: what stands before the parenthesis.
fn options(script: &str) -> Vec<String> {
    let heads = script.split("option ").skip(1).filter_map(|rest| rest.split_once('(')).map(|(name, _)| name.trim());
    let is_name = |name: &&str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    heads.filter(is_name).map(str::to_owned).collect()
}

/// What stands in the braces of a card, without its names and `copies`.
fn body_text(sources: &Sources, item: Span, languages: &[Language], (name, body): (&Name, &[Member])) -> String {
    let text = sources.slice(Span { start: name.span.end, ..item });
    let inside = text.trim().strip_prefix('{').and_then(|rest| rest.strip_suffix('}')).unwrap_or("");
    let mut rest = inside.to_owned();
    for member in body {
        if let Member::Attribute { name, value } = member
            && (matches!(name.text.as_str(), "name" | "fr" | "copies")
                || languages.iter().any(|known| Language::of(&name.text) == Some(*known)))
        {
            rest = rest.replacen(sources.slice(name.span.to(value.span)), "", 1);
        }
    }
    rest.trim().to_owned()
}
