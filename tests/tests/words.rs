//! What players read while bots play every game of the repository, in every set-up and language: people's words, and no names
//! of the rules.

use std::sync::Arc;

use cardwright::load::{self, Request};
use cardwright::play::{Bot, Match, Viewer};
use cardwright::program::Program;
use cardwright::rng::GameRng;
use cardwright::source::Sources;
use cardwright::words::Language;
use cardwright_tests::games;

/// Decisions of each game that are read.
const DECISIONS: usize = 40;

/// Each number of players, then each variant at its last level.
fn set_ups(sources: &Sources) -> Vec<Request> {
    let card = load::game_card(sources).unwrap_or_else(|found| panic!("{found:#?}"));
    let by_players = (card.players.0..=card.players.1).map(|n| Request { players: Some(n), ..Request::default() });
    let last = |levels: usize| Some(levels.max(1));
    let by_variant = card
        .variants
        .iter()
        .map(|v| Request { variants: vec![(v.name.clone(), last(v.levels))], ..Request::default() });
    by_players.chain(by_variant).collect()
}

/// What is wrong with a line that players read.
fn mistake(program: &Program, line: &str, news: bool) -> Option<&'static str> {
    let has = |parts: &[&str]| parts.iter().any(|part| line.contains(part));
    let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '\'').collect();
    let twice = |pair: &[&str]| pair[0] == pair[1] && pair[0].len() > 2 && pair[0].chars().all(char::is_lowercase);
    let told = line.split_once(": ").map_or(line, |(_, told)| told);
    let hidden = |label: &str| told == label || told.starts_with(&format!("{label} "));
    let states = program.nouns.states.iter().filter(|def| !def.shown).map(|def| &def.labels);
    let memories = program.nouns.memories.iter().filter(|def| !def.shown).map(|def| &def.labels);
    let mut unseen = states.chain(memories);
    if has(&["_", "`", "{", "}"]) {
        Some("a name or a place of the rules")
    } else if has(&[" is yes", " is no", "→ oui", "→ non", "est oui", "est non"]) {
        Some("a yes or no without words")
    } else if has(&["chooses :", "  ", "?:", "nobody", "personne"]) && news {
        Some("something is missing")
    } else if words.windows(2).any(twice) {
        Some("a word twice")
    } else if news && unseen.any(|labels| hidden(labels.one(program.language))) {
        Some("what is only there for the rules")
    } else {
        None
    }
}

/// Plays for a while, and reads all that anybody is shown; gives how many lines.
fn read(at: &str, program: &Arc<Program>, bot: Bot) -> usize {
    let mut game = Match::traced(program.clone(), 11, false);
    let mut rng = GameRng::new(7, 1);
    let mut lines = 0;
    for _ in 0..DECISIONS {
        let Some(decision) = game.decision() else { break };
        let viewer = decision.seat().map_or(Viewer::Spectator, Viewer::Seat);
        let options = decision.options.iter().map(|option| option.line());
        let shown: Vec<String> = game.view(viewer).lines.into_iter().chain(options).chain([decision.prompt]).collect();
        let mut check = |line: &str, news: bool| {
            lines += 1;
            // Columns of a grid are set apart by blanks.
            let wrong = mistake(program, line.trim(), news);
            assert!(wrong.is_none(), "{at}: {}: {line}", wrong.unwrap_or_default());
        };
        shown.iter().for_each(|line| check(line, false));
        let news: Vec<String> = (0..game.seats()).map(Viewer::Seat).flat_map(|viewer| game.news(viewer)).collect();
        news.iter().for_each(|line| check(line, true));
        let answer = game.bot_answer(bot, |n| rng.pick(n)).unwrap_or(0);
        game.answer(answer).unwrap_or_else(|rejected| panic!("{at}: {rejected}"));
    }
    lines
}

#[test]
fn players_read_words_in_every_game() {
    let mut lines = 0;
    for name in games::names() {
        let packs = games::packs(&name).into_iter().map(|pack| vec![pack]);
        for packs in std::iter::once(Vec::new()).chain(packs) {
            let sources = games::sources_with(&name, &packs);
            for mut request in set_ups(&sources) {
                request.packs = packs.len();
                let mut loaded = load::load(&sources, &request).unwrap_or_else(|found| panic!("{name}: {found:#?}"));
                for language in Language::OWN {
                    let at = format!("{name} {packs:?} {:?} {:?} {language}", request.players, request.variants);
                    loaded.speak(language.code()).unwrap_or_else(|unknown| panic!("{at}: {unknown}"));
                    for bot in [Bot::Random, Bot::Sensible] {
                        lines += read(&at, &loaded.program, bot);
                    }
                }
            }
        }
    }
    assert!(lines > 20_000, "only {lines} lines were read");
}
